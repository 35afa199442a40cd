//! Joining, splitting and repeating arrays.

use super::arraylike::{tensor_from, warn_complex, whole};
use super::select::{common_dtype, in_dtype};
use super::shape::{AxisList, atleast, flat, reshape_to, with_axes};
use crate::ops::{Arg, Casting, Operand, Param, Traits, index, normalise_axis, ops};
use crate::prims::cast::{assign, cast};
use crate::prims::gather::{Block, transfer};
use crate::promotion::can_cast;
use crate::tensor::{Order, Shape};
use crate::{Error, ErrorClass, Result, Tensor};
use nparity_model::{DType, Value};

/// Whether the first axis is by all strides the outer one; `None` if no array tells.
fn outside(arrays: &[Tensor], a: usize, b: usize) -> Option<bool> {
    let mut answer = None;
    for t in arrays {
        if t.shape()[a] != 1 && t.shape()[b] != 1 {
            if t.strides()[a].unsigned_abs() <= t.strides()[b].unsigned_abs() {
                return Some(false);
            }
            answer = Some(true);
        }
    }
    answer
}

/// The axes of a joined array, outermost in memory first: as the arrays lie, C order where they disagree.
fn joined_order(arrays: &[Tensor], ndim: usize) -> Shape {
    let mut axes: Shape = (0..ndim).collect();
    for i in 1..ndim {
        let axis = axes[i];
        let mut position = i;
        for j in (0..i).rev() {
            match outside(arrays, axis, axes[j]) {
                None => {}
                Some(true) => position = j,
                Some(false) => break,
            }
        }
        axes.remove(i);
        axes.insert(position, axis);
    }
    axes
}

fn check_cast(from: &Tensor, to: DType, casting: Casting) -> Result<()> {
    if can_cast(from.dtype(), to, casting) {
        return Ok(());
    }
    Err(Error::type_(format!(
        "Cannot cast {} from dtype('{}') to dtype('{to}') according to the rule '{}'",
        if from.ndim() == 0 {
            "scalar"
        } else {
            "array data"
        },
        from.dtype(),
        casting.name()
    )))
}

/// The arrays one after another along an axis, which they all have. Of flattened ones, NumPy does not look at
/// those without elements.
pub(crate) fn join(
    arrays: &[Tensor],
    axis: usize,
    dtype: DType,
    casting: Casting,
    out: Option<Tensor>,
    flattened: bool,
) -> Result<Tensor> {
    let Some(first) = arrays.first() else {
        return Err(Error::value("need at least one array to concatenate"));
    };
    let ndim = first.ndim();
    let mut shape = Shape::from_slice(first.shape());
    for (k, t) in arrays.iter().enumerate().skip(1) {
        if t.ndim() != ndim {
            return Err(Error::value(format!(
                "all the input arrays must have same number of dimensions, but the array at index 0 has {ndim} dimension(s) and the array at index {k} has {} dimension(s)",
                t.ndim()
            )));
        }
        for d in 0..ndim {
            if d == axis {
                shape[d] = shape[d].saturating_add(t.shape()[d]);
            } else if shape[d] != t.shape()[d] {
                return Err(Error::value(format!(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along dimension {d}, the array at index 0 has size {} and the array at index {k} has size {}",
                    shape[d],
                    t.shape()[d]
                )));
            }
        }
    }
    let target = match out {
        Some(out) => {
            if out.ndim() != ndim {
                return Err(Error::value("Output array has wrong dimensionality"));
            }
            if out.shape() != shape.as_slice() {
                return Err(Error::value("Output array is the wrong shape"));
            }
            out
        }
        None => Tensor::uninit_ordered(&shape, dtype, &joined_order(arrays, ndim))?,
    };
    let mut at = 0usize;
    for t in arrays {
        let mut window = Shape::from_slice(target.shape());
        window[axis] = t.shape()[axis];
        let delta = if t.size() == 0 {
            0
        } else {
            target.strides()[axis].wrapping_mul(at as isize)
        };
        let piece = target.view(window, target.strides().into(), delta)?;
        check_cast(t, target.dtype(), casting)?;
        piece.check_writeable("assignment destination")?;
        if !(flattened && t.size() == 0) {
            warn_complex(t.dtype(), target.dtype());
        }
        assign(t, &piece)?;
        at += t.shape()[axis];
    }
    Ok(target)
}

/// The items of a sequence of arrays.
fn items_of(arrays: Arg) -> Result<Vec<Arg>> {
    match arrays {
        Value::List(items) | Value::Tuple(items) => Ok(items),
        Value::Array(t) if t.ndim() > 0 => Vec::<Arg>::from_arg(Value::Array(t), "arrays"),
        Value::Array(_) => Err(Error::type_("iteration over a 0-d array")),
        other => Err(Error::type_(format!(
            "'{}' object is not iterable",
            other.type_name()
        ))),
    }
}

/// The arrays of a sequence, as the stacking functions take them.
fn tensors_of(arrays: Arg) -> Result<Vec<Tensor>> {
    match arrays {
        Value::List(_) | Value::Tuple(_) | Value::Array(_) => items_of(arrays)?
            .into_iter()
            .map(|a| tensor_from(a, None))
            .collect(),
        _ => Err(Error::type_(
            "arrays to stack must be passed as a \"sequence\" type such as list or tuple.",
        )),
    }
}

fn out_tensor(out: Option<Arg>) -> Result<Option<Tensor>> {
    match out {
        None | Some(Value::None) => Ok(None),
        Some(Value::Array(t)) => Ok(Some(t)),
        Some(_) => Err(Error::type_("'out' must be an array")),
    }
}

fn concatenated(
    arrays: Arg,
    axis: Option<i64>,
    out: Option<Arg>,
    dtype: Option<DType>,
    casting: Casting,
) -> Result<Tensor> {
    let out = out_tensor(out)?;
    if out.is_some() && dtype.is_some() {
        return Err(Error::type_(
            "concatenate() only takes `out` or `dtype` as an argument, but both were provided.",
        ));
    }
    let operands = items_of(arrays)?
        .into_iter()
        .map(|a| Operand::from_arg(a, "arrays"))
        .collect::<Result<Vec<_>>>()?;
    if operands.is_empty() {
        return Err(Error::value("need at least one array to concatenate"));
    }
    let Some(axis) = axis else {
        let dtype = match (&out, dtype) {
            (Some(out), _) => {
                if out.ndim() != 1 {
                    return Err(Error::value("Output array must be 1D"));
                }
                out.dtype()
            }
            (None, Some(dtype)) => dtype,
            (None, None) => common_dtype(&operands)?,
        };
        let flats = operands
            .iter()
            .map(|o| match o {
                Operand::Tensor(t) => flat(t),
                Operand::Weak(_) => flat(&in_dtype(o, dtype)?),
            })
            .collect::<Result<Vec<_>>>()?;
        return join(&flats, 0, dtype, casting, out, true);
    };
    let tensors = operands
        .into_iter()
        .map(Operand::into_tensor)
        .collect::<Result<Vec<_>>>()?;
    if tensors[0].ndim() == 0 {
        return Err(Error::value(
            "zero-dimensional arrays cannot be concatenated",
        ));
    }
    let axis = normalise_axis(axis, tensors[0].ndim())?;
    joined(&tensors, axis, out, dtype, casting)
}

/// [`join`] with the dtype that NumPy chooses.
fn joined(
    tensors: &[Tensor],
    axis: usize,
    out: Option<Tensor>,
    dtype: Option<DType>,
    casting: Casting,
) -> Result<Tensor> {
    if out.is_some() && dtype.is_some() {
        return Err(Error::type_(
            "concatenate() only takes `out` or `dtype` as an argument, but both were provided.",
        ));
    }
    let dtype = match (&out, dtype) {
        (Some(out), _) => out.dtype(),
        (None, Some(dtype)) => dtype,
        (None, None) => {
            let operands: Vec<Operand> = tensors.iter().cloned().map(Operand::Tensor).collect();
            common_dtype(&operands)?
        }
    };
    join(tensors, axis, dtype, casting, out, false)
}

/// Joined along an axis, or along 0 if the arrays have one only.
fn stacked_along(
    tensors: Vec<Tensor>,
    axis: usize,
    dtype: Option<DType>,
    casting: Casting,
) -> Result<Tensor> {
    if tensors.is_empty() {
        return Err(Error::value("need at least one array to concatenate"));
    }
    joined(&tensors, axis, None, dtype, casting)
}

/// An axis as an index of a shape tuple.
fn shape_index(axis: &Arg) -> Result<i64> {
    index(axis)?
        .to_i64()
        .ok_or_else(|| Error::index("cannot fit 'int' into an index-sized integer"))
}

/// A bound of a slice, which may lie beyond 64 bits.
fn bound(arg: &Arg) -> Result<i64> {
    let int = index(arg)?;
    Ok(int.to_i64().unwrap_or(if int.is_negative() {
        i64::MIN
    } else {
        i64::MAX
    }))
}

/// Where to cut.
fn cuts(sections: &Arg, length: usize) -> Result<Vec<i64>> {
    match sections {
        Value::List(items) | Value::Tuple(items) => items.iter().map(bound).collect(),
        Value::Array(t) if t.ndim() > 0 => {
            Vec::<i64>::from_arg(sections.clone(), "indices_or_sections")
        }
        one => {
            let count = match one {
                Value::Float(x) => *x as i64,
                other => {
                    let count = index(other)?;
                    match count.to_i64() {
                        Some(count) => count,
                        None if count.is_negative() => -1,
                        None => {
                            return Err(Error::overflow(
                                "cannot fit 'int' into an index-sized integer",
                            ));
                        }
                    }
                }
            };
            if count <= 0 {
                return Err(Error::value("number sections must be larger than 0."));
            }
            let (each, extras) = (length as i64 / count, length as i64 % count);
            let mut at = 0;
            let mut result = Vec::new();
            for k in 0..count - 1 {
                at += each + i64::from(k < extras);
                result.push(at);
            }
            Ok(result)
        }
    }
}

fn pieces(ary: &Tensor, sections: &Arg, axis: i64) -> Result<Vec<Tensor>> {
    let n = ary.ndim() as i64;
    if !(-n..n).contains(&axis) {
        return Err(Error::index("tuple index out of range"));
    }
    let axis = axis.rem_euclid(n) as usize;
    let length = ary.shape()[axis];
    let clip = |at: i64| -> usize {
        let at = if at < 0 {
            at.saturating_add(length as i64)
        } else {
            at
        };
        at.clamp(0, length as i64) as usize
    };
    let mut ends: Vec<i64> = cuts(sections, length)?;
    ends.push(length as i64);
    let mut start = 0i64;
    let mut result = Vec::with_capacity(ends.len());
    for end in ends {
        let (from, to) = (clip(start), clip(end));
        let mut shape = Shape::from_slice(ary.shape());
        shape[axis] = to.saturating_sub(from);
        let delta = if shape[axis] == 0 {
            0
        } else {
            ary.strides()[axis].wrapping_mul(from as isize)
        };
        result.push(ary.view(shape, ary.strides().into(), delta)?);
        start = end;
    }
    Ok(result)
}

/// `split`: equal parts only, if a number is given.
fn equal_pieces(ary: Arg, sections: &Arg, axis: i64) -> Result<Vec<Tensor>> {
    let many = match sections {
        Value::List(_) | Value::Tuple(_) => true,
        Value::Array(t) => t.ndim() > 0,
        _ => false,
    };
    let ary = array_only(ary, "shape")?;
    if !many {
        let count = match sections {
            Value::Float(x) => *x,
            other => index(other)?.to_f64().unwrap_or(f64::INFINITY),
        };
        let n = ary.ndim() as i64;
        if !(-n..n).contains(&axis) {
            return Err(Error::index("tuple index out of range"));
        }
        let length = ary.shape()[axis.rem_euclid(n) as usize] as f64;
        if count == 0.0 {
            return Err(Error {
                class: ErrorClass::ZeroDivisionError,
                message: if matches!(sections, Value::Float(_)) {
                    "float modulo".into()
                } else {
                    "integer modulo by zero".into()
                },
            });
        }
        if length % count != 0.0 {
            return Err(Error::value(
                "array split does not result in an equal division",
            ));
        }
    }
    pieces(&ary, sections, axis)
}

/// Functions that ask for an attribute do not take sequences.
fn array_only(arg: Arg, attribute: &str) -> Result<Tensor> {
    match arg {
        Value::Array(t) => Ok(t),
        Value::Scalar(s) => Ok(Tensor::from_scalar(&s)),
        other => Err(Error::attribute(format!(
            "'{}' object has no attribute '{attribute}'",
            other.type_name()
        ))),
    }
}

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
        other => super::arraylike::from_sequence(&other, Some(DType::I64), 1, false)?,
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
fn rolled_once(a: &Tensor, shift: i128, axis: usize) -> Result<Tensor> {
    let length = a.shape()[axis];
    let result = a.uninit_like(a.dtype(), Order::K)?;
    if a.size() == 0 {
        return Ok(result);
    }
    let shift = shift.rem_euclid(length as i128) as usize;
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

/// The shift of a `roll`: a number of any kind, or a sequence of them.
#[derive(Clone, Debug)]
pub struct Shifts(Vec<i128>, bool);

impl Shifts {
    /// As Python's `int` takes it.
    fn one(x: &Arg) -> Result<i128> {
        let int = match x {
            Value::Int(int) => int.clone(),
            Value::Bool(_) => index(x)?,
            Value::Float(x) => whole(*x)?,
            Value::Complex(z) => {
                warn_complex(DType::C128, DType::I64);
                whole(z.re)?
            }
            Value::Scalar(s) => {
                warn_complex(s.dtype(), DType::I64);
                match (s.as_integer(), s.as_float(), s.as_complex()) {
                    (Some(x), _, _) => x.into(),
                    (_, Some(x), _) => whole(x)?,
                    (_, _, Some(z)) => whole(z.re)?,
                    _ => 0i64.into(),
                }
            }
            Value::Array(t) if t.size() == 1 => return Shifts::one(&Value::Scalar(t.first())),
            Value::Str(text) => text.trim().parse().map_err(|_| {
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
        // Only the remainder by a length counts; what is beyond 128 bits is no shift anyone means.
        int.to_i128()
            .ok_or_else(|| Error::overflow("Python int too large to convert to C long"))
    }
}

impl Param for Shifts {
    fn from_arg(arg: Arg, _: &str) -> Result<Shifts> {
        Ok(match &arg {
            Value::List(items) | Value::Tuple(items) => {
                Shifts(items.iter().map(Shifts::one).collect::<Result<_>>()?, true)
            }
            Value::Array(t) if t.ndim() > 0 => Shifts(
                Vec::<Arg>::from_arg(arg, "shift")?
                    .iter()
                    .map(Shifts::one)
                    .collect::<Result<_>>()?,
                true,
            ),
            other => Shifts(vec![Shifts::one(other)?], false),
        })
    }
    fn to_arg(&self) -> Arg {
        let int = |x: &i128| Value::Int((*x).into());
        match (self.1, self.0.as_slice()) {
            (false, [one]) => int(one),
            (_, many) => Value::Tuple(many.iter().map(int).collect()),
        }
    }
}

ops! {
    /// Joins arrays along an axis that they have.
    [Traits::FUNCTION.keep_arrays()]
    fn concatenate(arrays: Arg; axis: Option<i64> = Some(0), out: Option<Arg> = None; dtype: Option<DType> = None, casting: Casting = Casting::SameKind) -> Tensor {
        concatenated(arrays, axis, out, dtype, casting)
    }

    /// As [`concatenate`].
    [Traits::FUNCTION.keep_arrays()]
    fn concat(arrays: Arg; axis: Option<i64> = Some(0), out: Option<Arg> = None; dtype: Option<DType> = None, casting: Casting = Casting::SameKind) -> Tensor {
        concatenated(arrays, axis, out, dtype, casting)
    }

    /// Joins arrays of one shape along a new axis.
    [Traits::FUNCTION.keep_arrays()]
    fn stack(arrays: Arg; axis: i64 = 0, out: Option<Arg> = None; dtype: Option<DType> = None, casting: Casting = Casting::SameKind) -> Tensor {
        let tensors = tensors_of(arrays)?;
        let Some(first) = tensors.first() else {
            return Err(Error::value("need at least one array to stack"));
        };
        if tensors.iter().any(|t| t.shape() != first.shape()) {
            return Err(Error::value("all input arrays must have the same shape"));
        }
        let axis = normalise_axis(axis, first.ndim() + 1)?;
        let expanded = tensors.iter().map(|t| with_axes(t, &[axis])).collect::<Result<Vec<_>>>()?;
        joined(&expanded, axis, out_tensor(out)?, dtype, casting)
    }

    /// Joins arrays along the first axis, 1-d ones as rows.
    [Traits::FUNCTION.keep_arrays()]
    fn vstack(tup: Arg; ; dtype: Option<DType> = None, casting: Casting = Casting::SameKind) -> Tensor {
        let tensors = tensors_of(tup)?.iter().map(|t| atleast(t, 2)).collect::<Result<Vec<_>>>()?;
        stacked_along(tensors, 0, dtype, casting)
    }

    /// Joins arrays along the second axis, 1-d ones along the first.
    [Traits::FUNCTION.keep_arrays()]
    fn hstack(tup: Arg; ; dtype: Option<DType> = None, casting: Casting = Casting::SameKind) -> Tensor {
        let tensors = tensors_of(tup)?.iter().map(|t| atleast(t, 1)).collect::<Result<Vec<_>>>()?;
        let axis = usize::from(tensors.first().is_some_and(|t| t.ndim() != 1));
        stacked_along(tensors, axis, dtype, casting)
    }

    /// Joins arrays along the third axis.
    [Traits::FUNCTION.keep_arrays()]
    fn dstack(tup: Arg) -> Tensor {
        let tensors = tensors_of(tup)?.iter().map(|t| atleast(t, 3)).collect::<Result<Vec<_>>>()?;
        stacked_along(tensors, 2, None, Casting::SameKind)
    }

    /// Joins 1-d arrays as the columns of a matrix.
    [Traits::FUNCTION.keep_arrays()]
    fn column_stack(tup: Arg) -> Tensor {
        let columns = tensors_of(tup)?
            .iter()
            .map(|t| if t.ndim() < 2 { reshape_to(t, &[-1, 1], Order::C, None) } else { Ok(t.clone()) })
            .collect::<Result<Vec<_>>>()?;
        stacked_along(columns, 1, None, Casting::SameKind)
    }

    /// Cuts an array into parts along an axis; views.
    [Traits::FUNCTION.keep_arrays()]
    fn split(ary: Arg, indices_or_sections: Arg; axis: Arg = Value::int(0)) -> Vec<Tensor> {
        equal_pieces(ary, &indices_or_sections, shape_index(&axis)?)
    }

    /// As [`split`], but the parts may differ in length by one.
    [Traits::FUNCTION.keep_arrays()]
    fn array_split(ary: Arg, indices_or_sections: Arg; axis: Arg = Value::int(0)) -> Vec<Tensor> {
        pieces(&tensor_from(ary, None)?, &indices_or_sections, shape_index(&axis)?)
    }

    /// [`split`] along the second axis, or the only one.
    [Traits::FUNCTION.keep_arrays()]
    fn hsplit(ary: Arg, indices_or_sections: Arg) -> Vec<Tensor> {
        let ary = tensor_from(ary, None)?;
        let axis = match ary.ndim() {
            0 => return Err(Error::value("hsplit only works on arrays of 1 or more dimensions")),
            1 => 0,
            _ => 1,
        };
        equal_pieces(Value::Array(ary), &indices_or_sections, axis)
    }

    /// [`split`] along the first axis of two or more.
    [Traits::FUNCTION.keep_arrays()]
    fn vsplit(ary: Arg, indices_or_sections: Arg) -> Vec<Tensor> {
        let ary = tensor_from(ary, None)?;
        if ary.ndim() < 2 {
            return Err(Error::value("vsplit only works on arrays of 2 or more dimensions"));
        }
        equal_pieces(Value::Array(ary), &indices_or_sections, 0)
    }

    /// The array `repeats` times along each axis.
    [Traits::FUNCTION.keep_arrays()]
    fn tile(A: Tensor, reps: AxisList) -> Tensor {
        let reps = reps.0;
        let n = A.ndim().max(reps.len());
        if reps.iter().all(|&r| r == 1) {
            let mut shape = vec![1i64; n - A.ndim()];
            shape.extend(A.shape().iter().map(|&d| d as i64));
            return reshape_to(&crate::prims::cast::copy(&A, Order::K)?, &shape, Order::C, None);
        }
        let mut counts = vec![1i64; n - reps.len()];
        counts.extend(&reps);
        let lead = n - A.ndim();
        if A.size() > 0 && counts.iter().any(|&r| r < 0) {
            return Err(Error::value("negative dimensions are not allowed"));
        }
        if A.size() == 0 {
            let shape: Vec<i64> = (0..n)
                .map(|k| counts[k] * k.checked_sub(lead).map_or(1, |own| A.shape()[own] as i64))
                .collect();
            return reshape_to(&A, &shape, Order::C, None);
        }
        let mut shape = Shape::new();
        // The source seen with a stride-0 axis before each of its own, for the repetitions.
        let (mut wide, mut strides) = (Shape::new(), crate::tensor::Strides::new());
        for (k, &count) in counts.iter().enumerate().take(n) {
            let length = k.checked_sub(lead).map_or(1, |own| A.shape()[own]);
            let count = count as usize;
            shape.push(length.checked_mul(count).ok_or_else(|| Error::value("Maximum allowed dimension exceeded"))?);
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
    fn roll(a: Tensor, shift: Shifts; axis: Arg = Value::None) -> Tensor {
        let axes: Vec<i64> = match axis {
            Value::None => Vec::new(),
            Value::Tuple(_) | Value::List(_) => Vec::<i64>::from_arg(axis.clone(), "axis")?,
            // What has no index is iterated over.
            ref other if index(other).is_ok() => vec![i64::from_arg(axis.clone(), "axis")?],
            ref other => Vec::<i64>::from_arg(other.clone(), "axis")?,
        };
        if matches!(axis, Value::None) {
            let flat = flat(&a)?;
            let total = shift.0.iter().fold(0i128, |s, x| s.wrapping_add(*x));
            let rolled = rolled_once(&flat, total, 0)?;
            let shape: Vec<i64> = a.shape().iter().map(|&d| d as i64).collect();
            return reshape_to(&rolled, &shape, Order::C, None);
        }
        let shifts = shift.0;
        let n = match (shifts.len(), axes.len()) {
            (a, b) if a == b => a,
            (1, b) => b,
            (a, 1) => a,
            (a, b) => return Err(Error::value(format!(
                "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape ({a},) and arg 1 with shape ({b},)."
            ))),
        };
        let mut totals = vec![0i128; a.ndim()];
        for k in 0..n {
            let axis = axes[if axes.len() == 1 { 0 } else { k }];
            let axis = normalise_axis(axis, a.ndim())?;
            totals[axis] = totals[axis].wrapping_add(shifts[if shifts.len() == 1 { 0 } else { k }]);
        }
        let mut result = crate::prims::cast::copy(&a, Order::K)?;
        for (axis, total) in totals.into_iter().enumerate() {
            if total != 0 {
                result = rolled_once(&result, total, axis)?;
            }
        }
        Ok(result)
    }
}
