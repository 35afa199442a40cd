//! Repeating and rotating elements.

use super::arraylike::{discover, from_sequence, pack, whole};
use super::shape::{flat, reshape_to};
use crate::ops::{Arg, Casting, Traits, index, normalise_axis, ops};
use crate::prims::cast::{assign, cast, copy};
use crate::prims::gather::{Block, transfer};
use crate::promotion::can_cast;
use crate::tensor::{MAX_NDIM, Order, Shape, Strides};
use crate::{Error, Result, Tensor};
use nparity_model::{DType, PyInt, Value};
use num_bigint::BigInt;

/// `a` with each row of an axis `counts[i]` times.
fn repeated(a: &Tensor, repeats: Arg, axis: Option<i64>) -> Result<Tensor> {
    let counts = match repeats {
        Value::Array(t) => {
            if !can_cast(t.dtype(), DType::I64, Casting::Safe) {
                return Err(Error::type_(format!(
                    "Cannot cast {} from dtype('{}') to dtype('int64') according to the rule 'safe'",
                    if t.ndim() == 0 {
                        "scalar"
                    } else {
                        "array data"
                    },
                    t.dtype()
                )));
            }
            cast(&t, DType::I64, Order::C)?
        }
        other => from_sequence(&other, Some(DType::I64), 1, false)?,
    };
    if counts.ndim() > 1 {
        return Err(Error::value("object too deep for desired array"));
    }
    let (a, axis) = match axis {
        None => (flat(a)?, 0),
        Some(0 | -1) if a.ndim() == 0 => (flat(a)?, 0),
        Some(axis) => (a.clone(), normalise_axis(axis, a.ndim())?),
    };
    let length = a.shape()[axis];
    let given = counts.size();
    let counts = counts.to_vec::<i64>();
    if given != 1 && given != length {
        return Err(Error::value(format!(
            "operands could not be broadcast together with shape ({length},) ({given},)"
        )));
    }
    if length > 0 && counts.iter().any(|&c| c < 0) {
        return Err(Error::value("repeats may not contain negative values.")).map_err(|e| {
            if given == 1 {
                Error::value("negative dimensions are not allowed")
            } else {
                e
            }
        });
    }
    let count_at = |i: usize| counts[if given == 1 { 0 } else { i }];
    let total = (0..length).try_fold(0usize, |sum, i| sum.checked_add(count_at(i) as usize));
    let too_big = || {
        Error::value(
            "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.",
        )
    };
    let total = total
        .filter(|t| isize::try_from(*t).is_ok())
        .ok_or_else(too_big)?;
    let mut shape = Shape::from_slice(a.shape());
    shape[axis] = total;
    let result = Tensor::uninit(&shape, a.dtype(), false)?;
    if result.size() == 0 {
        return Ok(result);
    }
    let (mut from, mut to) = (Vec::with_capacity(total), Vec::with_capacity(total));
    for i in 0..length {
        for _ in 0..count_at(i) {
            from.push(a.strides()[axis].wrapping_mul(i as isize));
            to.push(result.strides()[axis] * to.len() as isize);
        }
    }
    let without = |values: &[isize]| -> Vec<isize> {
        values
            .iter()
            .enumerate()
            .filter(|(k, _)| *k != axis)
            .map(|(_, s)| *s)
            .collect()
    };
    let block_shape: Vec<usize> = a
        .shape()
        .iter()
        .enumerate()
        .filter(|(k, _)| *k != axis)
        .map(|(_, n)| *n)
        .collect();
    transfer(
        &a,
        &from,
        &result,
        &to,
        &Block {
            shape: &block_shape,
            source_strides: &without(a.strides()),
            target_strides: &without(result.strides()),
        },
    );
    Ok(result)
}

/// `a` rotated by `shift` along an axis.
fn rolled_once(a: &Tensor, shift: &BigInt, axis: usize) -> Result<Tensor> {
    let length = a.shape()[axis];
    let result = a.uninit_like(a.dtype(), Order::K)?;
    if a.size() == 0 {
        return Ok(result);
    }
    let length_ = BigInt::from(length);
    let shift = (shift % &length_ + &length_) % &length_;
    let shift = usize::try_from(shift).unwrap_or(0);
    for (from, to, count) in [(0, shift, length - shift), (length - shift, 0, shift)] {
        let window = |t: &Tensor, at: usize| {
            let mut shape = Shape::from_slice(t.shape());
            shape[axis] = count;
            t.view(
                shape,
                t.strides().into(),
                if count == 0 {
                    0
                } else {
                    t.strides()[axis].wrapping_mul(at as isize)
                },
            )
        };
        assign(&window(a, from)?, &window(&result, to)?)?;
    }
    Ok(result)
}

/// `int(shift)`
fn shift_of(item: &Arg) -> Result<BigInt> {
    let int = match item {
        Value::Int(x) => x.clone(),
        Value::Bool(x) => i64::from(*x).into(),
        Value::Float(x) => whole(*x)?,
        Value::Array(t) => return shift_of(&Value::Scalar(t.first())),
        Value::Complex(z) => {
            super::arraylike::warn_complex(DType::C128, DType::I64);
            whole(z.re)?
        }
        Value::Scalar(s) => match (s.as_integer(), s.as_float(), s.as_complex()) {
            (Some(x), _, _) => x.into(),
            (_, Some(x), _) => whole(x)?,
            (_, _, Some(z)) => {
                super::arraylike::warn_complex(s.dtype(), DType::I64);
                whole(z.re)?
            }
            _ => PyInt::from(0i64),
        },
        Value::Str(text) => text.trim().parse::<PyInt>().map_err(|_| {
            Error::value(format!(
                "invalid literal for int() with base 10: np.str_('{text}')"
            ))
        })?,
        other => {
            return Err(Error::type_(format!(
                "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                other.type_name()
            )));
        }
    };
    Ok(BigInt::from(&int))
}

/// The items of an argument that may be one or a sequence, and how many dimensions it has as an array.
fn numbers(arg: Arg) -> Result<(Vec<Arg>, usize)> {
    Ok(match arg {
        Value::List(items) | Value::Tuple(items) => {
            let nested = items.iter().any(|item| match item {
                Value::List(_) | Value::Tuple(_) => true,
                Value::Array(t) => t.ndim() > 0,
                _ => false,
            });
            let ndim = if nested {
                discover(&Value::List(items.clone()), Some(DType::F64), MAX_NDIM)?
                    .0
                    .len()
            } else {
                1
            };
            (items, ndim)
        }
        Value::Array(t) => {
            let mut offsets = Vec::with_capacity(t.size());
            t.for_each_offset(|o| offsets.push(o));
            let items = t.scalars_at(&offsets).into_iter().map(Value::Scalar);
            (items.collect(), t.ndim())
        }
        one => (vec![one], 0),
    })
}

/// The axes of a `roll`: an int, or whatever can be iterated over.
fn roll_axes(arg: Arg, ndim: usize) -> Result<Vec<usize>> {
    let items = match arg {
        Value::List(items) | Value::Tuple(items) => items,
        Value::Str(text) => text.chars().map(|c| Value::Str(c.into())).collect(),
        other => match index(&other) {
            Ok(axis) => vec![Value::Int(axis)],
            Err(_) => <Vec<Arg> as crate::ops::Param>::from_arg(other, "axis")?,
        },
    };
    let one = |item: &Arg| {
        if matches!(item, Value::Float(_))
            || matches!(item, Value::Array(t) if t.dtype().is_inexact())
        {
            return Err(Error::type_("integer argument expected, got float"));
        }
        let axis = index(item)?
            .to_i64()
            .ok_or_else(|| Error::overflow("Python int too large to convert to C long"))?;
        // An axis is a C int there.
        if i32::try_from(axis).is_err() {
            let which = if axis < 0 {
                "less than minimum"
            } else {
                "greater than maximum"
            };
            return Err(Error::overflow(format!("signed integer is {which}")));
        }
        normalise_axis(axis, ndim)
    };
    items.iter().map(one).collect()
}

/// One repetition count of `tile`, as `repeat` and the last reshape take it.
enum Repetition {
    Int(PyInt),
    /// What no shape takes, and what that error says; `repeat` may have another one before.
    Refused {
        first: Option<Error>,
        last: Error,
    },
}

impl Repetition {
    fn of(item: &Arg) -> Repetition {
        match (index(item), item) {
            (Ok(int), _) => Repetition::Int(int),
            (Err(last), item) => Repetition::Refused {
                first: pack(item, DType::I64).err(),
                last,
            },
        }
    }
}

fn is_one(item: &Arg) -> bool {
    match item {
        Value::Int(x) => *x == PyInt::from(1i64),
        Value::Bool(x) => *x,
        Value::Float(x) => *x == 1.0,
        Value::Complex(z) => z.re == 1.0 && z.im == 0.0,
        Value::Scalar(s) => match (s.as_integer(), s.as_float(), s.as_complex()) {
            (Some(x), _, _) => x == 1,
            (_, Some(x), _) => x == 1.0,
            (_, _, Some(z)) => z.re == 1.0 && z.im == 0.0,
            _ => false,
        },
        Value::Array(t) => t.size() == 1 && is_one(&Value::Scalar(t.first())),
        _ => false,
    }
}

/// The shape of a tiled array, or the error that NumPy meets on its way: it repeats one axis after another,
/// as long as there are elements, and gives the result its shape at the end.
fn tiled_shape(lengths: &[usize], repetitions: &[Repetition], itemsize: usize) -> Result<Vec<i64>> {
    let too_big = || {
        Error::value(
            "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.",
        )
    };
    let mut size: u128 = lengths.iter().map(|n| *n as u128).product();
    if size > 0 {
        for repetition in repetitions {
            match repetition {
                Repetition::Refused {
                    first: Some(error), ..
                } => return Err(error.clone()),
                Repetition::Refused { first: None, .. } => {}
                Repetition::Int(count) => {
                    let count = count.to_i64().ok_or_else(|| {
                        Error::overflow("Python int too large to convert to C long")
                    })?;
                    match u128::try_from(count) {
                        Ok(count) => size *= count,
                        Err(_) if size > 0 => {
                            return Err(Error::value("negative dimensions are not allowed"));
                        }
                        Err(_) => {}
                    }
                    if size * itemsize as u128 > isize::MAX as u128 {
                        return Err(too_big());
                    }
                }
            }
        }
    }
    let one = |(&length, repetition): (&usize, &Repetition)| match repetition {
        Repetition::Refused { last, .. } => Err(last.clone()),
        Repetition::Int(_) if length == 0 => Ok(0),
        Repetition::Int(count) => count
            .to_i64()
            .and_then(|count| count.checked_mul(length as i64))
            .ok_or_else(|| Error::value("Maximum allowed dimension exceeded")),
    };
    lengths.iter().zip(repetitions).map(one).collect()
}

ops! {
    /// The array `repeats` times along each axis.
    [Traits::FUNCTION.keep_arrays()]
    fn tile(A: Tensor, reps: Arg) -> Tensor {
        let items = match reps {
            Value::List(items) | Value::Tuple(items) => items,
            Value::Str(text) => text.chars().map(|c| Value::Str(c.into())).collect(),
            Value::Array(ref t) if t.ndim() > 0 => <Vec<Arg> as crate::ops::Param>::from_arg(reps, "reps")?,
            one => vec![one],
        };
        let n = A.ndim().max(items.len());
        let lead = n - A.ndim();
        let lengths: Vec<usize> = (0..n).map(|k| k.checked_sub(lead).map_or(1, |own| A.shape()[own])).collect();
        if items.iter().all(is_one) {
            let shape: Vec<i64> = lengths.iter().map(|&d| d as i64).collect();
            return reshape_to(&copy(&A, Order::K)?, &shape, Order::C, None);
        }
        let mut repetitions: Vec<Repetition> = (items.len()..n).map(|_| Repetition::Int(1i64.into())).collect();
        repetitions.extend(items.iter().map(Repetition::of));
        let tiled = tiled_shape(&lengths, &repetitions, A.itemsize())?;
        if A.size() == 0 {
            return reshape_to(&A, &tiled, Order::C, None);
        }
        if tiled.iter().any(|d| *d <= 0) {
            let empty = Tensor::zeros(&[0], A.dtype(), false)?;
            return reshape_to(&empty, &tiled, Order::C, None);
        }
        let counts: Vec<usize> = tiled.iter().zip(&lengths).map(|(&d, &length)| d as usize / length).collect();
        let mut shape = Shape::new();
        // The source seen with a stride-0 axis before each of its own, for the repetitions.
        let (mut wide, mut strides) = (Shape::new(), Strides::new());
        for (k, (&count, &length)) in counts.iter().zip(&lengths).enumerate() {
            shape.push(length * count);
            wide.extend([count, length]);
            strides.extend([0, k.checked_sub(lead).map_or(0, |own| A.strides()[own])]);
        }
        let result = Tensor::uninit(&shape, A.dtype(), false)?;
        if result.size() == 0 {
            return Ok(result);
        }
        // Axes of one repetition need no room, so the limit on dimensions is kept in sensible cases.
        let keep: Vec<usize> = (0..wide.len()).filter(|&k| wide[k] != 1).collect();
        let source = A.view(keep.iter().map(|&k| wide[k]).collect(), keep.iter().map(|&k| strides[k]).collect(), 0)?;
        let target_shape: Vec<i64> = keep.iter().map(|&k| wide[k] as i64).collect();
        assign(&source, &reshape_to(&result, &target_shape, Order::C, Some(false))?)?;
        Ok(result)
    }

    /// Each element, or row of an axis, several times.
    [Traits::FUNCTION.keep_arrays().and_method().scalar_values()]
    fn repeat(a: Tensor, repeats: Arg; axis: Option<i64> = None) -> Tensor {
        repeated(&a, repeats, axis)
    }

    /// The elements rotated along axes, or through the flattened array.
    [Traits::FUNCTION.keep_arrays()]
    fn roll(a: Tensor, shift: Arg; axis: Arg = Value::None) -> Tensor {
        let (source, axes) = match axis {
            Value::None => (flat(&a)?, vec![0]),
            axis => (a.clone(), roll_axes(axis, a.ndim())?),
        };
        let (shifts, ndim) = numbers(shift)?;
        let n = match (shifts.len(), axes.len()) {
            (a, b) if a == b || ndim > 1 => a,
            (1, b) => b,
            (a, 1) => a,
            (a, b) => return Err(Error::value(format!(
                "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape ({a},) and arg 1 with shape ({b},)."
            ))),
        };
        if ndim > 1 {
            return Err(Error::value("'shift' and 'axis' should be scalars or 1D sequences"));
        }
        let mut totals = vec![BigInt::ZERO; source.ndim()];
        for k in 0..n {
            let axis = axes[if axes.len() == 1 { 0 } else { k }];
            totals[axis] += shift_of(&shifts[if shifts.len() == 1 { 0 } else { k }])?;
        }
        if source.ndim() == 0 {
            return Err(Error::value("not enough values to unpack (expected 2, got 0)"));
        }
        let mut result = copy(&source, Order::K)?;
        for (axis, total) in totals.iter().enumerate() {
            if *total != BigInt::ZERO {
                result = rolled_once(&result, total, axis)?;
            }
        }
        let shape: Vec<i64> = a.shape().iter().map(|&d| d as i64).collect();
        reshape_to(&result, &shape, Order::C, None)
    }
}
