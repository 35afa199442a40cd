//! Joining, splitting and repeating arrays.

use super::arraylike::{tensor_from, warn_complex};
use super::select::{common_dtype, in_dtype};
use super::shape::{atleast, flat, reshape_to, with_axes};
use crate::ops::{Arg, Casting, Operand, Param, Traits, normalise_axis, ops};
use crate::prims::cast::assign;
use crate::promotion::can_cast;
use crate::tensor::{Order, Shape};
use crate::{Error, Result, Tensor};
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

/// The arrays one after another along an axis, which they all have.
pub(crate) fn join(
    arrays: &[Tensor],
    axis: usize,
    dtype: DType,
    casting: Casting,
    out: Option<Tensor>,
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
        warn_complex(t.dtype(), target.dtype());
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
                // Flattened copies of nothing convert nothing, but for the check.
                Operand::Tensor(t) if t.size() == 0 && t.ndim() != 1 => {
                    check_cast(t, dtype, casting)?;
                    Tensor::zeros(&[0], dtype, false)
                }
                Operand::Tensor(t) => flat(t),
                Operand::Weak(_) => flat(&in_dtype(o, dtype)?),
            })
            .collect::<Result<Vec<_>>>()?;
        return join(&flats, 0, dtype, casting, out);
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
    join(tensors, axis, dtype, casting, out)
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
}
