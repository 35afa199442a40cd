//! Functions that change shapes and axes; views wherever NumPy gives views.

use crate::ops::{Arg, Axes, Param, ShapeArg, Traits, normalise_axis, ops};
use crate::prims::cast::copy;
use crate::tensor::{Order, Shape, Strides};
use crate::{Error, Result, Tensor};
use nparity_model::Value;

/// A reshape that needs no copy: the strides of the new shape, if there are such.
///
/// Axes of the old shape are grouped with axes of the new one of the same product; a group works if its
/// old axes lie in memory like one axis.
pub(crate) fn strides_of_reshape(a: &Tensor, shape: &[usize], fortran: bool) -> Option<Strides> {
    let old: Vec<(usize, isize)> = a
        .shape()
        .iter()
        .copied()
        .zip(a.strides().iter().copied())
        .filter(|(n, _)| *n != 1)
        .collect();
    let mut strides: Strides = smallvec::smallvec![0; shape.len()];
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < shape.len() {
        let (mut i_end, mut j_end) = (i + 1, j + 1);
        let (mut old_size, mut new_size) = (old[i].0, shape[j]);
        while old_size != new_size {
            if new_size < old_size {
                new_size *= *shape.get(j_end)?;
                j_end += 1;
            } else {
                old_size *= old.get(i_end)?.0;
                i_end += 1;
            }
        }
        for k in i..i_end - 1 {
            let joined = if fortran {
                old[k + 1].1 == old[k].1.wrapping_mul(old[k].0 as isize)
            } else {
                old[k].1 == old[k + 1].1.wrapping_mul(old[k + 1].0 as isize)
            };
            if !joined {
                return None;
            }
        }
        if fortran {
            strides[j] = old[i].1;
            for k in j + 1..j_end {
                strides[k] = strides[k - 1].wrapping_mul(shape[k - 1] as isize);
            }
        } else {
            strides[j_end - 1] = old[i_end - 1].1;
            for k in (j + 1..j_end).rev() {
                strides[k - 1] = strides[k].wrapping_mul(shape[k] as isize);
            }
        }
        (i, j) = (i_end, j_end);
    }
    // Axes of length 1 at the end.
    let last = match j {
        0 => a.itemsize() as isize,
        _ if fortran => strides[j - 1].wrapping_mul(shape[j - 1] as isize),
        _ => strides[j - 1],
    };
    strides[j..].fill(last);
    Some(strides)
}

/// A shape as this error prints it: unknown lengths first are left out, later ones are called newaxis.
fn shape_with_unknown(shape: &[i64]) -> String {
    let skipped = shape.iter().take_while(|d| **d < 0).count();
    let known = shape[skipped..].iter().map(|d| {
        if *d < 0 {
            "newaxis".to_owned()
        } else {
            d.to_string()
        }
    });
    let list = known.collect::<Vec<_>>().join(",");
    let comma = if skipped == 0 && shape.len() == 1 {
        ","
    } else {
        ""
    };
    format!("({list}{comma})")
}

/// The shape with its one -1 replaced.
fn resolve_shape(shape: &[i64], size: usize) -> Result<Shape> {
    let mismatch = || {
        Error::value(format!(
            "cannot reshape array of size {size} into shape {}",
            shape_with_unknown(shape)
        ))
    };
    let mut unknown = None;
    let mut known: usize = 1;
    for (axis, &length) in shape.iter().enumerate() {
        match usize::try_from(length) {
            Ok(length) => known = known.checked_mul(length).ok_or_else(mismatch)?,
            Err(_) if unknown.is_some() => {
                return Err(Error::value("can only specify one unknown dimension"));
            }
            Err(_) => unknown = Some(axis),
        }
    }
    let mut result: Shape = shape.iter().map(|&d| d.max(0) as usize).collect();
    match unknown {
        Some(axis) => {
            if known == 0 || !size.is_multiple_of(known) {
                return Err(mismatch());
            }
            result[axis] = size / known;
        }
        None if known != size => return Err(mismatch()),
        None => {}
    }
    Ok(result)
}

/// A reshape; `copy` as in `np.reshape`.
pub(crate) fn reshape_to(
    a: &Tensor,
    shape: &[i64],
    order: Order,
    copy_mode: Option<bool>,
) -> Result<Tensor> {
    let fortran = match order {
        Order::C => false,
        Order::F => true,
        Order::A => a.is_f_contiguous() && !a.is_c_contiguous(),
        Order::K => {
            return Err(Error::value("order 'K' is not permitted for reshaping"));
        }
    };
    let shape = resolve_shape(shape, a.size())?;
    if shape.len() > crate::tensor::MAX_NDIM {
        return Err(Error::value(format!(
            "maximum supported dimension for an ndarray is currently {}, found {}",
            crate::tensor::MAX_NDIM,
            shape.len()
        )));
    }
    let same = shape.as_slice() == a.shape();
    if copy_mode != Some(true) {
        if same {
            return a.view(shape, a.strides().into(), 0);
        }
        let contiguous = if fortran {
            a.is_f_contiguous()
        } else {
            a.is_c_contiguous()
        };
        if contiguous || a.size() == 0 {
            let strides = crate::tensor::contiguous_strides(&shape, a.itemsize(), fortran);
            return a.view(shape, strides, 0);
        }
        if let Some(strides) = strides_of_reshape(a, &shape, fortran) {
            return a.view(shape, strides, 0);
        }
        if copy_mode == Some(false) {
            return Err(Error::value(
                "Unable to avoid creating a copy while reshaping.",
            ));
        }
    }
    let fresh = copy(a, if fortran { Order::F } else { Order::C })?;
    let strides = crate::tensor::contiguous_strides(&shape, a.itemsize(), fortran);
    fresh.view(shape, strides, 0)
}

/// The elements in C order, in one axis: a view where there can be one.
pub(crate) fn flat(a: &Tensor) -> Result<Tensor> {
    ravel_to(a, Order::C)
}

fn ravel_to(a: &Tensor, order: Order) -> Result<Tensor> {
    let fortran = match order {
        Order::C => false,
        Order::F => true,
        Order::A => a.is_f_contiguous() && !a.is_c_contiguous(),
        Order::K if a.is_c_contiguous() => false,
        Order::K if a.is_f_contiguous() => true,
        Order::K => return ravel_in_memory_order(a),
    };
    let size = a.size();
    let step = a.itemsize() as isize;
    let contiguous = if fortran {
        a.is_f_contiguous()
    } else {
        a.is_c_contiguous()
    };
    if contiguous {
        return a.view(smallvec::smallvec![size], smallvec::smallvec![step], 0);
    }
    let fresh = copy(a, if fortran { Order::F } else { Order::C })?;
    fresh.view(smallvec::smallvec![size], smallvec::smallvec![step], 0)
}

/// `order='K'`: the axes by falling absolute stride; a view if that is all it takes.
fn ravel_in_memory_order(a: &Tensor) -> Result<Tensor> {
    let axes = super::ufunc::sorted_axes(a.shape(), std::iter::once(a));
    let size = a.size();
    let mut stride = a.itemsize() as isize;
    let mut in_place = true;
    for &axis in axes.iter().rev() {
        if a.shape()[axis] != 1 {
            in_place &= a.strides()[axis] == stride;
            stride = stride.wrapping_mul(a.shape()[axis] as isize);
        }
    }
    let step = a.itemsize() as isize;
    if in_place {
        return a.view(smallvec::smallvec![size], smallvec::smallvec![step], 0);
    }
    let fresh = copy(&permuted(a, &axes)?, Order::C)?;
    fresh.view(smallvec::smallvec![size], smallvec::smallvec![step], 0)
}

/// The axes in another order.
pub(crate) fn permuted(a: &Tensor, order: &[usize]) -> Result<Tensor> {
    let shape: Shape = order.iter().map(|&k| a.shape()[k]).collect();
    let strides: Strides = order.iter().map(|&k| a.strides()[k]).collect();
    a.view(shape, strides, 0)
}

fn transposed(a: &Tensor, axes: Option<&[i64]>) -> Result<Tensor> {
    let n = a.ndim();
    let order: Vec<usize> = match axes {
        None => (0..n).rev().collect(),
        Some(axes) => {
            if axes.len() != n {
                return Err(Error::value("axes don't match array"));
            }
            let mut order = Vec::with_capacity(n);
            for &axis in axes {
                // Axes are C ints there, whatever was given.
                let axis = normalise_axis(i64::from(axis as i32), n)?;
                if order.contains(&axis) {
                    return Err(Error::value("repeated axis in transpose"));
                }
                order.push(axis);
            }
            order
        }
    };
    permuted(a, &order)
}

/// An axis with a prefix in its error.
fn axis_named(axis: i64, ndim: usize, prefix: &str) -> Result<usize> {
    normalise_axis(axis, ndim).map_err(|_| Error::axis_bounds(prefix, axis, ndim))
}

fn swapped(a: &Tensor, axis1: i64, axis2: i64) -> Result<Tensor> {
    let x = axis_named(axis1, a.ndim(), "axis1: ")?;
    let y = axis_named(axis2, a.ndim(), "axis2: ")?;
    let mut order: Vec<usize> = (0..a.ndim()).collect();
    order.swap(x, y);
    permuted(a, &order)
}

fn squeezed(a: &Tensor, axis: &Axes) -> Result<Tensor> {
    let drop: Vec<usize> = match axis {
        Axes::All => (0..a.ndim()).filter(|&k| a.shape()[k] == 1).collect(),
        // NumPy lets axis 0 and -1 pass for a 0-d array.
        Axes::One(0 | -1) if a.ndim() == 0 => Vec::new(),
        some => {
            let drop = some.normalise(a.ndim())?;
            if drop.iter().any(|&k| a.shape()[k] != 1) {
                return Err(Error::value(
                    "cannot select an axis to squeeze out which has size not equal to one",
                ));
            }
            drop
        }
    };
    let keep: Vec<usize> = (0..a.ndim()).filter(|k| !drop.contains(k)).collect();
    permuted(a, &keep)
}

/// One axis or several, as `moveaxis`, `flip` and `roll` take them: an int or a sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AxisList(pub(crate) Vec<i64>);

impl Param for AxisList {
    fn from_arg(arg: Arg, name: &str) -> Result<AxisList> {
        Ok(AxisList(match arg {
            Value::Tuple(_) | Value::List(_) => Vec::<i64>::from_arg(arg, name)?,
            Value::Array(ref t) if t.ndim() > 0 => Vec::<i64>::from_arg(arg, name)?,
            other => vec![i64::from_arg(other, name)?],
        }))
    }
    fn to_arg(&self) -> Arg {
        Value::Tuple(self.0.iter().map(|a| Value::int(*a)).collect())
    }
}

/// Axes as positions, without repeats, with a prefix in errors.
fn distinct_axes(axes: &[i64], ndim: usize, argument: &str) -> Result<Vec<usize>> {
    let prefix = if argument.is_empty() {
        String::new()
    } else {
        format!("{argument}: ")
    };
    let mut seen = Vec::with_capacity(axes.len());
    for &axis in axes {
        seen.push(axis_named(axis, ndim, &prefix)?);
    }
    let mut sorted = seen.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|w| w[0] == w[1]) {
        return Err(Error::value(if argument.is_empty() {
            "repeated axis".to_owned()
        } else {
            format!("repeated axis in `{argument}` argument")
        }));
    }
    Ok(seen)
}

fn reversed(a: &Tensor, axes: &[usize]) -> Result<Tensor> {
    let mut strides = Strides::from_slice(a.strides());
    let mut delta = 0isize;
    for &axis in axes {
        // An empty slice keeps the stride of its axis.
        if a.shape()[axis] > 0 {
            delta += strides[axis].wrapping_mul(a.shape()[axis] as isize - 1);
            strides[axis] = -strides[axis];
        }
    }
    a.view(
        a.shape().into(),
        strides,
        if a.size() == 0 { 0 } else { delta },
    )
}

/// The last axes swapped, for `.mT` and `matrix_transpose`.
pub(crate) fn matrix_transposed(
    a: &Tensor,
    message: impl Into<std::borrow::Cow<'static, str>>,
) -> Result<Tensor> {
    if a.ndim() < 2 {
        return Err(Error::value(message));
    }
    swapped(a, -1, -2)
}

pub(crate) fn atleast(a: &Tensor, ndim: usize) -> Result<Tensor> {
    match (ndim, a.ndim()) {
        (1, 0) => reshape_to(a, &[1], Order::C, None),
        (2, 0) => reshape_to(a, &[1, 1], Order::C, None),
        (3, 0) => reshape_to(a, &[1, 1, 1], Order::C, None),
        (2, 1) => with_axes(a, &[0]),
        (3, 1) => with_axes(a, &[0, 2]),
        (3, 2) => with_axes(a, &[2]),
        _ => Ok(a.clone()),
    }
}

/// New axes of length 1 at these positions of the result (sorted), with stride 0 as indexing makes them.
pub(crate) fn with_axes(a: &Tensor, positions: &[usize]) -> Result<Tensor> {
    let n = a.ndim() + positions.len();
    let (mut shape, mut strides) = (Shape::new(), Strides::new());
    let mut old = 0;
    for axis in 0..n {
        if positions.contains(&axis) {
            shape.push(1);
            strides.push(0);
        } else {
            shape.push(a.shape()[old]);
            strides.push(a.strides()[old]);
            old += 1;
        }
    }
    a.view(shape, strides, 0)
}

fn at_least_all(arys: &[Tensor], ndim: usize) -> Result<Arg> {
    let mut results = arys
        .iter()
        .map(|a| atleast(a, ndim).map(Value::Array))
        .collect::<Result<Vec<Arg>>>()?;
    Ok(if results.len() == 1 {
        results.remove(0)
    } else {
        Value::Tuple(results)
    })
}

ops! {
    /// The elements in another shape: a view where there can be one.
    [Traits::FUNCTION.keep_arrays()]
    fn reshape(a: Tensor, shape: ShapeArg; order: Order = Order::C; copy: Option<bool> = None) -> Tensor {
        reshape_to(&a, &shape.0, order, copy)
    }

    /// The elements in one axis: a view where there can be one.
    [Traits::FUNCTION.keep_arrays().and_method()]
    fn ravel(a: Tensor; order: Order = Order::C) -> Tensor {
        ravel_to(&a, order)
    }

    /// The array with its axes permuted, reversed by default; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn transpose(a: Tensor; axes: Option<ShapeArg> = None) -> Tensor {
        transposed(&a, axes.as_ref().map(|axes| axes.0.as_slice()))
    }

    /// As [`transpose`].
    [Traits::FUNCTION.keep_arrays()]
    fn permute_dims(a: Tensor; axes: Option<ShapeArg> = None) -> Tensor {
        transposed(&a, axes.as_ref().map(|axes| axes.0.as_slice()))
    }

    /// The last two axes exchanged; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn matrix_transpose(x: Tensor) -> Tensor {
        let message = format!("Input array must be at least 2-dimensional, but it is {}", x.ndim());
        matrix_transposed(&x, message)
    }

    /// Two axes exchanged; a view.
    [Traits::FUNCTION.keep_arrays().and_method()]
    fn swapaxes(a: Tensor, axis1: i64, axis2: i64) -> Tensor {
        swapped(&a, axis1, axis2)
    }

    /// Axes moved to new positions, the others in their order; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn moveaxis(a: Tensor, source: AxisList, destination: AxisList) -> Tensor {
        let source = distinct_axes(&source.0, a.ndim(), "source")?;
        let destination = distinct_axes(&destination.0, a.ndim(), "destination")?;
        if source.len() != destination.len() {
            return Err(Error::value("`source` and `destination` arguments must have the same number of elements"));
        }
        let mut order: Vec<usize> = (0..a.ndim()).filter(|k| !source.contains(k)).collect();
        let mut pairs: Vec<(usize, usize)> = destination.into_iter().zip(source).collect();
        pairs.sort_unstable();
        for (to, from) in pairs {
            order.insert(to, from);
        }
        permuted(&a, &order)
    }

    /// An axis moved before another; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn rollaxis(a: Tensor, axis: i64; start: i64 = 0) -> Tensor {
        let n = a.ndim();
        let from = normalise_axis(axis, n)?;
        let shifted = if start < 0 { start.saturating_add(n as i64) } else { start };
        if !(0..=n as i64).contains(&shifted) {
            return Err(Error::axis(format!(
                "'start' arg requires {} <= start < {}, but {shifted} was passed in", -(n as i64), n + 1
            )));
        }
        let mut to = shifted as usize;
        if from < to {
            to -= 1;
        }
        let mut order: Vec<usize> = (0..n).collect();
        if from != to {
            order.remove(from);
            order.insert(to, from);
        }
        permuted(&a, &order)
    }

    /// The array without axes of length 1; a view.
    [Traits::FUNCTION.keep_arrays().and_method().may_return_argument()]
    fn squeeze(a: Tensor; axis: Axes = Axes::All) -> Tensor {
        squeezed(&a, &axis)
    }

    /// The array with new axes of length 1; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn expand_dims(a: Tensor, axis: AxisList) -> Tensor {
        let n = a.ndim() + axis.0.len();
        let positions = distinct_axes(&axis.0, n, "")?;
        let mut shape = Vec::with_capacity(n);
        let mut old = a.shape().iter();
        for k in 0..n {
            shape.push(if positions.contains(&k) { 1 } else { old.next().map_or(1, |&d| d as i64) });
        }
        reshape_to(&a, &shape, Order::C, None)
    }

    /// Arrays of one dimension or more.
    [Traits::FUNCTION.keep_arrays().variadic("arys").may_return_argument()]
    fn atleast_1d(arys: Vec<Tensor>) -> Arg {
        at_least_all(&arys, 1)
    }

    /// Arrays of two dimensions or more.
    [Traits::FUNCTION.keep_arrays().variadic("arys").may_return_argument()]
    fn atleast_2d(arys: Vec<Tensor>) -> Arg {
        at_least_all(&arys, 2)
    }

    /// Arrays of three dimensions or more.
    [Traits::FUNCTION.keep_arrays().variadic("arys").may_return_argument()]
    fn atleast_3d(arys: Vec<Tensor>) -> Arg {
        at_least_all(&arys, 3)
    }

    /// The diagonals of two axes, as the last axis; a read-only view.
    [Traits::FUNCTION.keep_arrays().and_method()]
    fn diagonal(a: Tensor; offset: i64 = 0, axis1: i64 = 0, axis2: i64 = 1) -> Tensor {
        let n = a.ndim();
        if n < 2 {
            return Err(Error::value("diag requires an array of at least two dimensions"));
        }
        let x = axis_named(axis1, n, "axis1: ")?;
        let y = axis_named(axis2, n, "axis2: ")?;
        if x == y {
            return Err(Error::value("axis1 and axis2 cannot be the same"));
        }
        let (rows, columns) = (a.shape()[x] as i128, a.shape()[y] as i128);
        let offset = i128::from(offset);
        let (skip_rows, skip_columns) = if offset >= 0 { (0, offset) } else { (-offset, 0) };
        let length = (rows - skip_rows).min(columns - skip_columns).max(0) as usize;
        let delta = if length == 0 { 0 } else {
            a.strides()[x].wrapping_mul(skip_rows as isize).wrapping_add(a.strides()[y].wrapping_mul(skip_columns as isize))
        };
        let keep: Vec<usize> = (0..n).filter(|&k| k != x && k != y).collect();
        let mut shape: Shape = keep.iter().map(|&k| a.shape()[k]).collect();
        let mut strides: Strides = keep.iter().map(|&k| a.strides()[k]).collect();
        shape.push(length);
        strides.push(a.strides()[x].wrapping_add(a.strides()[y]));
        Ok(a.view(shape, strides, delta)?.read_only())
    }

    /// The elements in reverse along axes; a view.
    [Traits::FUNCTION]
    fn flip(m: Tensor; axis: Option<AxisList> = None) -> Tensor {
        let axes = match axis {
            None => (0..m.ndim()).collect(),
            Some(axes) => distinct_axes(&axes.0, m.ndim(), "")?,
        };
        if m.ndim() == 0 {
            // The one element, which becomes a NumPy scalar: no view.
            return crate::prims::cast::copy(&m, Order::K);
        }
        reversed(&m, &axes)
    }

    /// Reversed along axis 1; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn fliplr(m: Tensor) -> Tensor {
        if m.ndim() < 2 {
            return Err(Error::value("Input must be >= 2-d."));
        }
        reversed(&m, &[1])
    }

    /// Reversed along axis 0; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn flipud(m: Tensor) -> Tensor {
        if m.ndim() < 1 {
            return Err(Error::value("Input must be >= 1-d."));
        }
        reversed(&m, &[0])
    }
}
