//! Cutting arrays into parts.

use super::arraylike::{tensor_from, whole};
use crate::ops::{Arg, Traits, index, normalise_axis, ops};
use crate::tensor::Shape;
use crate::{Error, ErrorClass, Result, Tensor, events};
use nparity_model::{FpEvents, PyInt, Value};

/// What says where to cut: a number of parts, or the places.
enum Sections {
    Count(Arg),
    Places(Vec<Arg>),
}

impl Sections {
    /// Whatever has a length is a sequence of places.
    fn of(arg: Arg) -> Result<Sections> {
        Ok(match arg {
            Value::List(items) | Value::Tuple(items) => Sections::Places(items),
            Value::Str(text) => {
                Sections::Places(text.chars().map(|c| Value::Str(c.into())).collect())
            }
            Value::Array(ref t) if t.ndim() > 0 => Sections::Places(
                <Vec<Arg> as crate::ops::Param>::from_arg(arg, "indices_or_sections")?,
            ),
            Value::Array(t) => Sections::Count(Value::Scalar(t.first())),
            other => Sections::Count(other),
        })
    }
}

/// A bound of a slice: an int of any size, or none.
fn bound(place: &Arg) -> Result<Option<PyInt>> {
    match place {
        Value::None => Ok(None),
        Value::Array(t) if t.ndim() > 0 => index(place).map(Some),
        other => index(other).map(Some).map_err(|_| {
            Error::type_("slice indices must be integers or None or have an __index__ method")
        }),
    }
}

/// The bound as a position in an axis of this length.
fn position(bound: &PyInt, length: usize) -> usize {
    match bound.to_i64() {
        Some(at) if at < 0 => at.saturating_add_unsigned(length as u64).max(0) as usize,
        Some(at) => (at as u64).min(length as u64) as usize,
        None if bound.is_negative() => 0,
        None => length,
    }
}

/// `int(count)`
fn count_of(count: &Arg) -> Result<PyInt> {
    let refused = |what: &str| {
        Error::type_(format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{what}'"
        ))
    };
    match count {
        Value::Int(x) => Ok(x.clone()),
        Value::Bool(x) => Ok(i64::from(*x).into()),
        Value::Float(x) => whole(*x),
        Value::Scalar(s) => match (s.as_integer(), s.as_float()) {
            (Some(x), _) => Ok(x.into()),
            (_, Some(x)) => whole(x),
            _ => Err(refused("complex")),
        },
        other => Err(refused(other.type_name())),
    }
}

/// The ends of `count` parts, the first ones longer by one if they cannot be equal; without the last end.
fn ends_of(count: &Arg, length: usize) -> Result<Vec<usize>> {
    let count = count_of(count)?;
    if count.is_negative() || count == PyInt::from(0i64) {
        return Err(Error::value("number sections must be larger than 0."));
    }
    let count = count
        .to_i64()
        .and_then(|x| usize::try_from(x).ok())
        .ok_or_else(|| Error::overflow("cannot fit 'int' into an index-sized integer"))?;
    let (each, extras) = (length / count, length % count);
    let mut ends = Vec::new();
    ends.try_reserve_exact(count)
        .map_err(|_| Error::memory(""))?;
    let mut at = 0;
    for k in 0..count - 1 {
        at += each + usize::from(k < extras);
        ends.push(at);
    }
    Ok(ends)
}

/// `shape[axis]`, and which axis that is.
fn length_along(shape: &[usize], axis: &Arg) -> Result<(usize, usize)> {
    let subscript = match axis {
        Value::Array(_) => index(axis)?,
        other => index(other).map_err(|_| {
            Error::type_(format!(
                "tuple indices must be integers or slices, not {}",
                other.type_name()
            ))
        })?,
    };
    let subscript = subscript
        .to_i64()
        .ok_or_else(|| Error::index("cannot fit 'int' into an index-sized integer"))?;
    let axis = normalise_axis(subscript, shape.len())
        .map_err(|_| Error::index("tuple index out of range"))?;
    Ok((axis, shape[axis]))
}

fn pieces(ary: Arg, sections: Sections, axis: &Arg) -> Result<Vec<Tensor>> {
    let (ary, axis, length) = match ary {
        Value::Array(_) | Value::Scalar(_) => {
            let ary = tensor_from(ary, None)?;
            let (axis, length) = length_along(ary.shape(), axis)?;
            (ary, axis, length)
        }
        // A sequence is measured by its first axis, whichever it is cut along.
        Value::List(ref items) | Value::Tuple(ref items) => {
            let length = items.len();
            let ary = tensor_from(ary, None)?;
            let axis = <i64 as crate::ops::Param>::from_arg(axis.clone(), "axis")?;
            let axis = normalise_axis(axis, ary.ndim())?;
            (ary, axis, length)
        }
        other => {
            return Err(Error::type_(format!(
                "object of type '{}' has no len()",
                other.type_name()
            )));
        }
    };
    let whole = ary.shape()[axis];
    let mut spans = Vec::new();
    match sections {
        Sections::Count(count) => {
            let mut start = 0;
            for end in ends_of(&count, length)?.into_iter().chain([length]) {
                spans.push((start.min(whole), end.min(whole)));
                start = end;
            }
        }
        Sections::Places(places) => {
            let mut start = Some(PyInt::from(0i64));
            for place in places.iter().map(Some).chain([None]) {
                let end = match place {
                    Some(place) => bound(place)?,
                    None => Some(PyInt::from(length as i64)),
                };
                let from = start.as_ref().map_or(0, |at| position(at, whole));
                let to = end.as_ref().map_or(whole, |at| position(at, whole));
                spans.push((from, to));
                start = end;
            }
        }
    }
    let piece = |(from, to): (usize, usize)| {
        let mut shape = Shape::from_slice(ary.shape());
        shape[axis] = to.saturating_sub(from);
        let delta = if shape[axis] == 0 {
            0
        } else {
            ary.strides()[axis].wrapping_mul(from as isize)
        };
        ary.view(shape, ary.strides().into(), delta)
    };
    spans.into_iter().map(piece).collect()
}

/// Whether `length % count` leaves nothing.
fn divides(count: &Arg, length: usize) -> Result<bool> {
    let refused = |what: &str| {
        Error::type_(format!(
            "unsupported operand type(s) for %: 'int' and '{what}'"
        ))
    };
    let by_zero = |message: &'static str| Error {
        class: ErrorClass::ZeroDivisionError,
        message: message.into(),
    };
    match count {
        Value::Int(_) | Value::Bool(_) => {
            let count = count_of(count)?;
            match count.to_i128() {
                Some(0) => Err(by_zero("integer modulo by zero")),
                Some(count) => Ok((length as i128).rem_euclid(count) == 0),
                None => Ok(length == 0),
            }
        }
        Value::Float(0.0) => Err(by_zero("float modulo")),
        Value::Float(x) => Ok(length as f64 % x == 0.0),
        // NumPy's own remainder: nothing raises.
        Value::Scalar(s) => match (s.as_integer(), s.as_float()) {
            (Some(0), _) => {
                events::raise(FpEvents::DIVIDE);
                Ok(true)
            }
            (Some(x), _) => Ok((length as i128).rem_euclid(x) == 0),
            (_, Some(x)) => {
                if x == 0.0 {
                    events::raise(FpEvents::INVALID);
                }
                Ok(length as f64 % x == 0.0)
            }
            _ => Err(refused("complex")),
        },
        other => Err(refused(other.type_name())),
    }
}

/// `split`: equal parts only, if a number is given.
fn equal_pieces(ary: Arg, sections: Arg, axis: &Arg) -> Result<Vec<Tensor>> {
    let sections = Sections::of(sections)?;
    if let Sections::Count(count) = &sections {
        let ary = match ary {
            Value::Array(ref t) => t.clone(),
            Value::Scalar(_) => tensor_from(ary.clone(), None)?,
            other => {
                return Err(Error::attribute(format!(
                    "'{}' object has no attribute 'shape'",
                    other.type_name()
                )));
            }
        };
        let (_, length) = length_along(ary.shape(), axis)?;
        if !divides(count, length)? {
            return Err(Error::value(
                "array split does not result in an equal division",
            ));
        }
    }
    pieces(ary, sections, axis)
}

ops! {
    /// Cuts an array into parts along an axis; views.
    [Traits::FUNCTION.keep_arrays()]
    fn split(ary: Arg, indices_or_sections: Arg; axis: Arg = Value::int(0)) -> Vec<Tensor> {
        equal_pieces(ary, indices_or_sections, &axis)
    }

    /// As [`split`], but the parts may differ in length by one.
    [Traits::FUNCTION.keep_arrays()]
    fn array_split(ary: Arg, indices_or_sections: Arg; axis: Arg = Value::int(0)) -> Vec<Tensor> {
        pieces(ary, Sections::of(indices_or_sections)?, &axis)
    }

    /// [`split`] along the second axis, or the only one.
    [Traits::FUNCTION.keep_arrays()]
    fn hsplit(ary: Arg, indices_or_sections: Arg) -> Vec<Tensor> {
        let shape = tensor_from(ary.clone(), None)?;
        let axis = match shape.ndim() {
            0 => return Err(Error::value("hsplit only works on arrays of 1 or more dimensions")),
            1 => 0,
            _ => 1,
        };
        equal_pieces(ary, indices_or_sections, &Value::int(axis))
    }

    /// [`split`] along the first axis of two or more.
    [Traits::FUNCTION.keep_arrays()]
    fn vsplit(ary: Arg, indices_or_sections: Arg) -> Vec<Tensor> {
        if tensor_from(ary.clone(), None)?.ndim() < 2 {
            return Err(Error::value("vsplit only works on arrays of 2 or more dimensions"));
        }
        equal_pieces(ary, indices_or_sections, &Value::int(0))
    }
}
