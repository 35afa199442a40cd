//! Methods and attributes of arrays that differ from the function of the same name, or have none.

use super::arraylike::{cast_warning, pack};
use super::shape::{matrix_transposed, reshape_to};
use crate::ops::{Arg, Casting, Param, ShapeArg, Traits, ops};
use crate::prims::cast::{assign, copy as copy_of};
use crate::promotion::can_cast;
use crate::tensor::{Order, Shape, Strides};
use crate::{Error, Result, Tensor};
use nparity_model::{DType, PyInt, Scalar, Value};

/// A scalar as a Python number.
pub(crate) fn to_python(scalar: &Scalar) -> Arg {
    match (scalar.as_integer(), scalar.as_float(), scalar.as_complex()) {
        (Some(x), _, _) if scalar.dtype() == DType::Bool => Value::Bool(x != 0),
        (Some(x), _, _) => Value::Int(PyInt::from(x)),
        (_, Some(x), _) => Value::Float(x),
        (_, _, Some(z)) => Value::Complex(z),
        _ => Value::None,
    }
}

fn nested(a: &Tensor) -> Result<Arg> {
    if a.ndim() == 0 {
        return Ok(to_python(&a.first()));
    }
    let rows = (0..a.shape()[0]).map(|i| nested(&a.subtensor(i)?));
    Ok(Value::List(rows.collect::<Result<_>>()?))
}

/// One part of a complex tensor, as a view.
fn part(a: &Tensor, imaginary: bool) -> Result<Tensor> {
    let real = a.dtype().real();
    let offset = a.offset()
        + if imaginary && a.size() > 0 {
            real.itemsize()
        } else {
            0
        };
    a.window(real, a.shape().into(), a.strides().into(), offset)
}

/// The arguments of `a.reshape(*shape)` and `a.transpose(*axes)`: one sequence, or the numbers themselves.
fn spread(args: Vec<Arg>) -> Arg {
    match <[Arg; 1]>::try_from(args) {
        Ok([one]) => one,
        Err(many) => Value::Tuple(many),
    }
}

fn reinterpreted(a: &Tensor, dtype: DType) -> Result<Tensor> {
    let (old, new) = (a.itemsize(), dtype.itemsize());
    let mut shape = Shape::from_slice(a.shape());
    let mut strides = Strides::from_slice(a.strides());
    if old != new {
        let Some(last) = a.ndim().checked_sub(1) else {
            return Err(Error::value(
                "Changing the dtype of a 0d array is only supported if the itemsize is unchanged",
            ));
        };
        if shape[last] != 1 && a.size() != 0 && strides[last] != old as isize {
            return Err(Error::value(
                "To change to a dtype of a different size, the last axis must be contiguous",
            ));
        }
        let bytes = shape[last] * old;
        if !bytes.is_multiple_of(new) {
            return Err(Error::value(
                "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.",
            ));
        }
        shape[last] = bytes / new;
        strides[last] = new as isize;
    }
    a.window(dtype, shape, strides, a.offset())
}

ops! {
    /// The axes in reverse order; a view.
    [Traits::FUNCTION.keep_arrays().only_attribute()]
    fn T(a: Tensor) -> Tensor {
        super::shape::permuted(&a, &(0..a.ndim()).rev().collect::<Vec<_>>())
    }

    /// The last two axes exchanged; a view.
    [Traits::FUNCTION.keep_arrays().only_attribute()]
    fn mT(a: Tensor) -> Tensor {
        matrix_transposed(&a, "matrix transpose with ndim < 2 is undefined")
    }

    /// The real part: a view of a complex array, else the array itself.
    [Traits::FUNCTION.keep_arrays().only_attribute().may_return_argument()]
    fn real(a: Tensor) -> Tensor {
        if a.dtype().is_complex() { part(&a, false) } else { Ok(a) }
    }

    /// The imaginary part: a view of a complex array, else read-only zeros.
    [Traits::FUNCTION.keep_arrays().only_attribute()]
    fn imag(a: Tensor) -> Tensor {
        if a.dtype().is_complex() {
            return part(&a, true);
        }
        let fortran = a.resolve_order(Order::A) == Some(true);
        Ok(Tensor::zeros(a.shape(), a.dtype(), fortran)?.read_only())
    }

    /// The elements in another shape.
    [Traits::FUNCTION.keep_arrays().only_method().variadic("shape")]
    fn reshape(a: Tensor, shape: Vec<Arg>; ; order: Order = Order::C, copy_: Option<bool> = None) -> Tensor {
        if shape.is_empty() {
            return reshape_to(&a, &[], order, copy_);
        }
        let shape = ShapeArg::from_arg(spread(shape), "shape")?;
        reshape_to(&a, &shape.0, order, copy_)
    }

    /// The axes permuted; a view.
    [Traits::FUNCTION.keep_arrays().only_method().variadic("axes")]
    fn transpose(a: Tensor, axes: Vec<Arg>) -> Tensor {
        let axes = if axes.is_empty() { None } else { Option::from_arg(spread(axes), "axes")? };
        super::shape::transpose(a, axes)
    }

    /// The elements converted to another dtype.
    [Traits::FUNCTION.keep_arrays().only_method().may_return_argument()]
    fn astype(a: Tensor, dtype: DType; order: Order = Order::K, casting: Casting = Casting::Unsafe, subok: bool = true, copy_: bool = true) -> Tensor {
        let _ = subok;
        let right_order = match order {
            Order::C => a.is_c_contiguous(),
            Order::F => a.is_f_contiguous(),
            Order::A => a.is_c_contiguous() || a.is_f_contiguous(),
            Order::K => true,
        };
        if !copy_ && right_order && dtype == a.dtype() {
            return Ok(a);
        }
        if !can_cast(a.dtype(), dtype, casting) {
            return Err(Error::type_(format!(
                "Cannot cast {} from dtype('{}') to dtype('{dtype}') according to the rule '{}'",
                if a.ndim() == 0 { "scalar" } else { "array data" },
                a.dtype(),
                casting.name()
            )));
        }
        if casting == Casting::SameValue {
            super::same_value::check(&a, dtype)?;
        }
        cast_warning(&a, dtype, order)
    }

    /// A copy, in C order by default.
    [Traits::FUNCTION.keep_arrays().only_method()]
    fn copy(a: Tensor; order: Order = Order::C) -> Tensor {
        copy_of(&a, order)
    }

    /// Another view, perhaps of another dtype on the same bytes.
    [Traits::FUNCTION.keep_arrays().only_method()]
    fn view(a: Tensor; dtype: Option<DType> = None) -> Tensor {
        reinterpreted(&a, dtype.unwrap_or(a.dtype()))
    }

    /// Writes one value to every element.
    [Traits::FUNCTION.only_method().mutates(&["a"]).scalar_values()]
    fn fill(a: Arg, value: Arg) -> () {
        // NumPy scalars have the method; it changes nothing that anyone could see.
        let Value::Array(a) = a else { return Ok(()); };
        a.check_writeable("assignment destination")?;
        let scalar = pack(&value, a.dtype())?;
        assign(&Tensor::from_scalar(&scalar), &a)
    }

    /// One element as a Python number.
    [Traits::FUNCTION.only_method().variadic("args")]
    fn item(a: Tensor, args: Vec<Arg>) -> Arg {
        let args = match <[Arg; 1]>::try_from(args) {
            Ok([Value::Tuple(items)]) => items,
            Ok([one]) => vec![one],
            Err(many) => many,
        };
        let indices = args.into_iter().map(|x| i64::from_arg(x, "args")).collect::<Result<Vec<i64>>>()?;
        let n = a.ndim();
        match indices.as_slice() {
            [] if a.size() == 1 => Ok(to_python(&a.first())),
            [] => Err(Error::value("can only convert an array of size 1 to a Python scalar")),
            [flat] if n != 1 => {
                let size = a.size() as i64;
                let at = if *flat < 0 { flat + size } else { *flat };
                if !(0..size).contains(&at) {
                    return Err(Error::index(format!("index {flat} is out of bounds for size {size}")));
                }
                let mut rest = at as usize;
                let mut delta = 0isize;
                for axis in (0..n).rev() {
                    delta += a.strides()[axis].wrapping_mul((rest % a.shape()[axis]) as isize);
                    rest /= a.shape()[axis];
                }
                Ok(to_python(&a.view(Shape::new(), Strides::new(), delta)?.first()))
            }
            many if many.len() != n => Err(Error::value("incorrect number of indices for array")),
            many => {
                let mut delta = 0isize;
                for (axis, &at) in many.iter().enumerate() {
                    let length = a.shape()[axis] as i64;
                    let from = if at < 0 { at + length } else { at };
                    if !(0..length).contains(&from) {
                        return Err(Error::index(format!("index {at} is out of bounds for axis {axis} with size {length}")));
                    }
                    delta += a.strides()[axis].wrapping_mul(from as isize);
                }
                Ok(to_python(&a.view(Shape::new(), Strides::new(), delta)?.first()))
            }
        }
    }

    /// The elements as nested lists of Python numbers.
    [Traits::FUNCTION.only_method()]
    fn tolist(a: Tensor) -> Arg {
        nested(&a)
    }

    /// A copy in one axis.
    [Traits::FUNCTION.keep_arrays().only_method()]
    fn flatten(a: Tensor; order: Order = Order::C) -> Tensor {
        let flat = super::shape::ravel(a.clone(), order)?;
        if flat.shares_storage(&a) { copy_of(&flat, Order::C) } else { Ok(flat) }
    }
}
