//! Ranges, and matrices made of ones and zeros.

use super::arraylike::{cast_warning, pack, tensor_from};
use super::shape::{AxisList, moveaxis, reshape_to};
use super::ufunc::{Kwargs, add, divide, floor, multiply, subtract};
use crate::ops::{Arg, Operand, Param, ShapeArg, Traits, Weak, index, ops};
use crate::prims::cast::{assign, cast};
use crate::promotion::{promote_types, result_type};
use crate::tensor::Order;
use crate::{Error, ErrorClass, Result, Tensor};
use half::f16;
use nparity_model::{DType, PyInt, Value};
use num_complex::{Complex32, Complex64};

/// A number as `arange` computes with it.
#[derive(Clone, Debug)]
enum Number {
    Int(i128),
    Float(f64),
    Complex(Complex64),
}

impl Number {
    fn of(arg: &Arg) -> Result<Number> {
        match arg {
            Value::Int(int) => Ok(match int.to_i128() {
                Some(x) => Number::Int(x),
                None => Number::Float(int.to_f64().unwrap_or(f64::INFINITY)),
            }),
            Value::Bool(x) => Ok(Number::Int(i128::from(*x))),
            Value::Float(x) => Ok(Number::Float(*x)),
            Value::Complex(z) => Ok(Number::Complex(*z)),
            Value::Array(t) if t.ndim() == 0 => Number::of(&super::methods::to_python(&t.first())),
            Value::Scalar(s) => Number::of(&super::methods::to_python(s)),
            Value::Array(_) => Err(Error::type_(
                "only 0-dimensional arrays can be converted to Python scalars",
            )),
            other => Err(Error::type_(format!(
                "unsupported operand type(s) for -: '{}' and 'int'",
                other.type_name()
            ))),
        }
    }

    fn complex(&self) -> Complex64 {
        match self {
            Number::Int(x) => Complex64::new(*x as f64, 0.0),
            Number::Float(x) => Complex64::new(*x, 0.0),
            Number::Complex(z) => *z,
        }
    }

    fn plus(&self, other: &Number, sign: i128) -> Number {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => {
                Number::Int(a.saturating_add(b.saturating_mul(sign)))
            }
            (Number::Complex(_), _) | (_, Number::Complex(_)) => {
                Number::Complex(self.complex() + other.complex() * sign as f64)
            }
            _ => Number::Float(self.complex().re + other.complex().re * sign as f64),
        }
    }

    fn value(&self) -> Arg {
        match self {
            Number::Int(x) => Value::Int(PyInt::from(*x)),
            Number::Float(x) => Value::Float(*x),
            Number::Complex(z) => Value::Complex(*z),
        }
    }
}

/// Number of elements of a range.
fn range_length(start: &Number, stop: &Number, step: &Number) -> Result<usize> {
    let too_big = || Error::value("Maximum allowed size exceeded");
    let difference = stop.plus(start, -1);
    let zero = match step {
        Number::Int(x) => *x == 0,
        Number::Float(x) => *x == 0.0,
        Number::Complex(z) => *z == Complex64::new(0.0, 0.0),
    };
    if zero {
        return Err(Error {
            class: ErrorClass::ZeroDivisionError,
            message: match (&difference, step) {
                (Number::Int(_), Number::Int(_)) => "division by zero",
                (Number::Complex(_), _) | (_, Number::Complex(_)) => "complex division by zero",
                _ => "float division by zero",
            }
            .into(),
        });
    }
    let ceil = |x: f64| -> Result<i64> {
        let length = x.ceil();
        if length.is_nan() {
            return Err(Error::value("arange: cannot compute length"));
        }
        if length >= 9.3e18 || length <= -9.3e18 {
            return Err(too_big());
        }
        Ok(length as i64)
    };
    let length = match (&difference, step) {
        (Number::Complex(_), _) | (_, Number::Complex(_)) => {
            let value = difference.complex() / step.complex();
            ceil(value.re)?.min(ceil(value.im)?)
        }
        _ => ceil(difference.complex().re / step.complex().re)?,
    };
    Ok(usize::try_from(length).unwrap_or(0))
}

/// `start + i * delta` in a dtype's own arithmetic; elements 0 and 1 are given.
fn progression(length: usize, dtype: DType, first: &Arg, second: &Arg) -> Result<Tensor> {
    let head = pack(first, dtype)?;
    if length == 0 {
        return Tensor::zeros(&[0], dtype, false);
    }
    if length == 1 {
        return Tensor::from_bytes(&[1], dtype, head.bytes());
    }
    let next = pack(second, dtype)?;
    // A length that cannot be allocated is refused before anything is computed.
    Tensor::uninit(&[length], dtype, false)?;
    macro_rules! fill {
        ($t:ty, $first:expr, $second:expr, $at:expr) => {{
            let at = $at;
            let items: Vec<$t> = (0..length)
                .map(|i| match i {
                    0 => $first,
                    1 => $second,
                    _ => at(i),
                })
                .collect();
            Tensor::from_elements(&[length], &items)
        }};
    }
    use crate::tensor::Element;
    match dtype {
        DType::F16 => {
            let (a, b) = (f16::from_scalar(&head), f16::from_scalar(&next));
            let delta = b.to_f32() - a.to_f32();
            fill!(f16, a, b, |i: usize| f16::from_f32(
                a.to_f32() + i as f32 * delta
            ))
        }
        DType::F32 => {
            let (a, b) = (f32::from_scalar(&head), f32::from_scalar(&next));
            fill!(f32, a, b, |i: usize| a + i as f32 * (b - a))
        }
        DType::F64 => {
            let (a, b) = (f64::from_scalar(&head), f64::from_scalar(&next));
            fill!(f64, a, b, |i: usize| a + i as f64 * (b - a))
        }
        DType::C64 => {
            let (a, b) = (Complex32::from_scalar(&head), Complex32::from_scalar(&next));
            let delta = b - a;
            fill!(Complex32, a, b, |i: usize| Complex32::new(
                a.re + i as f32 * delta.re,
                a.im + i as f32 * delta.im
            ))
        }
        DType::C128 => {
            let (a, b) = (Complex64::from_scalar(&head), Complex64::from_scalar(&next));
            let delta = b - a;
            fill!(Complex64, a, b, |i: usize| Complex64::new(
                a.re + i as f64 * delta.re,
                a.im + i as f64 * delta.im
            ))
        }
        DType::Bool => {
            let bytes = [head.bytes()[0], next.bytes()[0]];
            Tensor::from_bytes(&[2], DType::Bool, &bytes)
        }
        _ => {
            let (a, b) = (
                head.as_integer().unwrap_or(0),
                next.as_integer().unwrap_or(0),
            );
            let (a, delta) = (a as i64, (b as i64).wrapping_sub(a as i64));
            let items: Vec<i64> = (0..length as i64)
                .map(|i| a.wrapping_add(i.wrapping_mul(delta)))
                .collect();
            cast(&Tensor::from_elements(&[length], &items)?, dtype, Order::C)
        }
    }
}

/// The dtype that an argument of `arange` brings along.
fn arange_dtype(arg: &Arg) -> Result<DType> {
    Ok(match arg {
        Value::Bool(_) => DType::I64,
        other => promote_types(DType::I64, tensor_from(other.clone(), None)?.dtype()),
    })
}

fn not_none(arg: Option<Arg>) -> Option<Arg> {
    arg.filter(|a| !matches!(a, Value::None))
}

ops! {
    /// Evenly spaced values from `start` up to and without `stop`.
    [Traits::FUNCTION.keep_arrays()]
    fn arange(; start: Option<Arg> = None, stop: Option<Arg> = None, step: Option<Arg> = None, dtype: Option<DType> = None; device: Option<Arg> = None, like: Option<Arg> = None) -> Tensor {
        let _ = like;
        super::creation::check_device(device.as_ref())?;
        let (start, stop) = match (not_none(start), not_none(stop)) {
            (Some(stop), None) => (Value::int(0), stop),
            (None, Some(stop)) => (Value::int(0), stop),
            (Some(start), Some(stop)) => (start, stop),
            (None, None) => return Err(Error::type_("arange() requires stop to be specified.")),
        };
        let step = not_none(step).unwrap_or(Value::int(1));
        let (a, b, c) = (Number::of(&start)?, Number::of(&stop)?, Number::of(&step)?);
        let dtype = match dtype {
            Some(dtype) => dtype,
            None => promote_types(promote_types(arange_dtype(&start)?, arange_dtype(&stop)?), arange_dtype(&step)?),
        };
        let length = range_length(&a, &b, &c)?;
        if dtype == DType::Bool && length > 2 {
            return Err(Error::type_("arange() is only supported for booleans when the result has at most length 2."));
        }
        if length == 0 {
            return Tensor::zeros(&[0], dtype, false);
        }
        crate::tensor::size_of_shape(&[length], dtype.itemsize())
            .map_err(|_| Error::value("Maximum allowed size exceeded"))?;
        progression(length, dtype, &a.value(), &a.plus(&c, 1).value())
    }

    /// Evenly spaced values over an interval.
    [Traits::FUNCTION]
    fn linspace(start: Operand, stop: Operand; num: i64 = 50, endpoint: bool = true, retstep: bool = false, dtype: Option<DType> = None, axis: i64 = 0; device: Option<Arg> = None) -> Arg {
        super::creation::check_device(device.as_ref())?;
        let Ok(count) = usize::try_from(num) else {
            return Err(Error::value(format!("Number of samples, {num}, must be non-negative.")));
        };
        let div = if endpoint { count as f64 - 1.0 } else { count as f64 };
        let inexact = result_type(&[start.clone(), stop.clone(), Operand::Weak(Weak::Float(0.0))])?;
        let in_dtype = |o: Operand| -> Result<Tensor> { cast(&o.into_tensor()?, inexact, Order::K) };
        let (start, stop) = (in_dtype(start)?, in_dtype(stop)?);
        let delta = subtract(&stop, &start, Kwargs::default())?;
        // Positions 0..num along a new first axis.
        let positions = progression(count, inexact, &Value::int(0), &Value::int(1))?;
        let mut shape = vec![count as i64];
        shape.resize(1 + delta.ndim(), 1);
        let positions = reshape_to(&positions, &shape, Order::C, None)?;
        let divisor = Tensor::from_scalar(&crate::promotion::cast_scalar(&div.into(), inexact));
        let (scaled, step) = if div > 0.0 {
            let step = divide(&delta, &divisor, Kwargs::default())?;
            let some_zero = cast(&step, DType::Bool, Order::C)?.to_bytes().contains(&0);
            let scaled = if some_zero {
                multiply(&divide(&positions, &divisor, Kwargs::default())?, &delta, Kwargs::default())?
            } else {
                multiply(&positions, &step, Kwargs::default())?
            };
            (scaled, Value::Array(step))
        } else {
            (multiply(&positions, &delta, Kwargs::default())?, Value::Float(f64::NAN))
        };
        let mut result = add(&scaled, &start, Kwargs::default())?;
        if endpoint && count > 1 {
            super::indexing::assign_broadcast(&stop, &result.subtensor(count - 1)?)?;
        }
        if axis != 0 {
            result = moveaxis(result, AxisList(vec![0]), AxisList(vec![axis]))?;
        }
        let dtype = dtype.unwrap_or(inexact);
        if dtype.is_integer() {
            result = floor(&result, Kwargs::default())?;
        }
        if dtype != result.dtype() {
            result = cast_warning(&result, dtype, Order::K)?;
        }
        Ok(if retstep { Value::Tuple(vec![Value::Array(result), step]) } else { Value::Array(result) })
    }

    /// Ones on a diagonal, zeros elsewhere.
    [Traits::FUNCTION.keep_arrays()]
    fn eye(N: Arg; M: Option<Arg> = None, k: Arg = Value::int(0), dtype: Option<DType> = None, order: Order = Order::C; device: Option<Arg> = None, like: Option<Arg> = None) -> Tensor {
        let M = M.unwrap_or_else(|| N.clone());
        let shape = ShapeArg::from_arg(Value::Tuple(vec![N, M.clone()]), "shape")?;
        let result = super::creation::zeros(shape, Some(dtype.unwrap_or(DType::F64)), order, device, like)?;
        let (rows, columns) = (result.shape()[0] as i128, result.shape()[1] as i128);
        if beyond_columns(&k, &M, columns)? {
            return Ok(result);
        }
        // What is not beyond the columns fits, or is as far to the left as can be.
        let k = index(&k)?.to_i128().unwrap_or(-1 << 64);
        let (skip_rows, skip_columns) = if k >= 0 { (0, k) } else { (-k, 0) };
        let length = (rows - skip_rows).min(columns - skip_columns).max(0);
        if length > 0 {
            let strides = result.strides();
            let delta = strides[0] * skip_rows as isize + strides[1] * skip_columns as isize;
            let diagonal = result.view(smallvec::smallvec![length as usize], smallvec::smallvec![strides[0] + strides[1]], delta)?;
            assign(&Tensor::from_scalar(&true.into()), &diagonal)?;
        }
        Ok(result)
    }

    /// The square matrix with ones on its main diagonal.
    [Traits::FUNCTION.keep_arrays()]
    fn identity(n: Arg; dtype: Option<DType> = None; like: Option<Arg> = None) -> Tensor {
        eye(n, None, Value::int(0), dtype, Order::C, None, like)
    }

    /// Ones at and below a diagonal, zeros elsewhere.
    [Traits::FUNCTION.keep_arrays()]
    fn tri(N: Arg; M: Option<Arg> = None, k: Arg = Value::int(0), dtype: Option<DType> = None; like: Option<Arg> = None) -> Tensor {
        let _ = like;
        let rows = count_of(&N)?;
        let columns = match &M { Some(m) => count_of(m)?, None => rows };
        let k = Number::of(&k)?.complex().re;
        let bytes = (0..rows)
            .flat_map(|i| (0..columns).map(move |j| u8::from(j as f64 <= i as f64 + k)))
            .collect::<Vec<u8>>();
        let mask = Tensor::from_bytes(&[rows, columns], DType::Bool, &bytes)?;
        cast(&mask, dtype.unwrap_or(DType::F64), Order::C)
    }

    /// The lower triangle of the last two axes, zeros elsewhere.
    [Traits::FUNCTION.keep_arrays()]
    fn tril(m: Tensor; k: Arg = Value::int(0)) -> Tensor {
        triangle(&m, k, true)
    }

    /// The upper triangle of the last two axes, zeros elsewhere.
    [Traits::FUNCTION.keep_arrays()]
    fn triu(m: Tensor; k: Arg = Value::int(0)) -> Tensor {
        triangle(&m, k, false)
    }
}

/// `k >= M`, as `eye` asks before it takes k for an integer.
fn beyond_columns(k: &Arg, m: &Arg, columns: i128) -> Result<bool> {
    let number = match k {
        Value::Int(int) => {
            return Ok(int.to_i128().map_or(!int.is_negative(), |k| k >= columns));
        }
        Value::Bool(x) => f64::from(u8::from(*x)),
        Value::Float(x) => *x,
        Value::Scalar(s) => Number::of(&Value::Scalar(*s))?.complex().re,
        Value::Array(t) if t.size() == 1 => Number::of(&Value::Scalar(t.first()))?.complex().re,
        Value::Array(_) => return bool::from_arg(k.clone(), "k"),
        Value::Str(_) if matches!(m, Value::Scalar(_) | Value::Array(_)) => {
            return Err(Error::ufunc_type(
                "ufunc 'less_equal' did not contain a loop with signature matching types (<class 'numpy.dtypes.Int64DType'>, <class 'numpy.dtypes.StrDType'>) -> None",
            ));
        }
        other => {
            return Err(Error::type_(format!(
                "'>=' not supported between instances of '{}' and 'int'",
                other.type_name()
            )));
        }
    };
    Ok(number >= columns as f64)
}

/// A count as `arange` takes it: rounded up, negative as zero.
fn count_of(arg: &Arg) -> Result<usize> {
    range_length(&Number::Int(0), &Number::of(arg)?, &Number::Int(1))
}

fn triangle(m: &Tensor, k: Arg, lower: bool) -> Result<Tensor> {
    let Some(&columns) = m.shape().last() else {
        return Err(Error::type_(
            "tri() missing 1 required positional argument: 'N'",
        ));
    };
    let rows = if m.ndim() == 1 {
        columns
    } else {
        m.shape()[m.ndim() - 2]
    };
    let k = Number::of(&k)?.plus(&Number::Int(1), if lower { 0 } else { -1 });
    let int = |n: usize| Value::int(n as i64);
    let mask = tri(
        int(rows),
        Some(int(columns)),
        k.value(),
        Some(DType::Bool),
        None,
    )?;
    let zero = Operand::Tensor(Tensor::from_scalar(&pack(&Value::Bool(false), m.dtype())?));
    let this = Operand::Tensor(m.clone());
    let (x, y) = if lower { (this, zero) } else { (zero, this) };
    super::select::choose_where(&mask, x, y)
}
