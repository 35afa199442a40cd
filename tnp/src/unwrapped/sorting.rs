//! Sorting, searching, and distinct elements.

use super::reduce_args::OneAxis;
use super::reductions::along;
use super::shape::flat;
use crate::ops::{Arg, Operand, Traits, Weak, normalise_axis, ops};
use crate::prims::cast::{cast, copy};
use crate::prims::sort;
use crate::promotion::promote_types;
use crate::tensor::{Order, Shape, Strides};
use crate::{Error, Result, Tensor};
use nparity_model::{DType, Value};

/// Checks how to sort; all ways give the one stable answer.
fn check_kind(kind: &Arg, stable: &Arg, order: &Arg) -> Result<()> {
    match kind {
        Value::None => {}
        Value::Str(text) => {
            let first = text.bytes().next().map(|b| b.to_ascii_lowercase());
            if !matches!(first, Some(b'q' | b'h' | b'm' | b's')) {
                return Err(Error::value(format!(
                    "sort kind must be one of 'quick', 'heap', or 'stable' (got '{text}')"
                )));
            }
            if !matches!(stable, Value::None) {
                return Err(Error::value(
                    "`kind` and keyword parameters can't be provided at the same time. Use only one of them.",
                ));
            }
        }
        other => {
            return Err(Error::type_(format!(
                "sort kind must be str, not {}",
                other.type_name()
            )));
        }
    }
    if !matches!(order, Value::None) {
        return Err(Error::value(
            "Cannot specify order when the array has no fields.",
        ));
    }
    Ok(())
}

ops! {
    /// A sorted copy of an array.
    [Traits::FUNCTION.keep_arrays()]
    fn sort(
        a: Tensor; axis: Option<i64> = Some(-1), kind: Arg = Value::None, order: Arg = Value::None;
        stable: Arg = Value::None
    ) -> Tensor {
        let (sorted, axis) = match axis {
            None => (copy(&flat(&a)?, Order::C)?, -1),
            Some(axis) => (copy(&a, Order::K)?, axis),
        };
        check_kind(&kind, &stable, &order)?;
        sort::sort_in_place(&sorted, normalise_axis(axis, sorted.ndim())?)?;
        Ok(sorted)
    }

    /// The positions that would sort an array.
    [Traits::FUNCTION.keep_arrays().and_method()]
    fn argsort(
        a: Tensor; axis: OneAxis = OneAxis(Some(-1)), kind: Arg = Value::None, order: Arg = Value::None;
        stable: Arg = Value::None
    ) -> Tensor {
        check_kind(&kind, &stable, &order)?;
        let (work, axis) = along(&a, axis.0)?;
        sort::argsort(&work, axis)
    }

    /// Where values would go in a sorted array to keep it sorted.
    [Traits::FUNCTION.and_method()]
    fn searchsorted(a: Tensor, v: Operand; side: Arg = Value::Str("left".to_owned()), sorter: Option<Tensor> = None) -> Tensor {
        let right = match &side {
            Value::Str(text) if text == "left" => false,
            Value::Str(text) if text == "right" => true,
            Value::Str(text) => {
                let first = text.bytes().next().map(|b| b.to_ascii_lowercase());
                return Err(Error::value(if matches!(first, Some(b'l' | b'r')) {
                    "search side must be one of 'left' or 'right'".to_owned()
                } else {
                    format!("search side must be 'left' or 'right' (got '{text}')")
                }));
            }
            other => {
                return Err(Error::type_(format!("search side must be str, not {}", other.type_name())));
            }
        };
        match a.ndim() {
            0 => return Err(Error::value("object of too small depth for desired array")),
            1 => {}
            _ => return Err(Error::value("object too deep for desired array")),
        }
        let sorter = match sorter {
            None => None,
            Some(sorter) => Some(sorter_indices(&sorter, a.size())?),
        };
        let v = match v {
            // NumPy compares such ints as Python objects; float64 orders them alike among numbers.
            Operand::Weak(Weak::Int(int)) if int.to_i128().is_none_or(|x| u64::try_from(x).is_err() && i64::try_from(x).is_err()) => {
                let huge = if int.to_string().starts_with('-') { f64::NEG_INFINITY } else { f64::MAX };
                Tensor::from_scalar(&int.to_f64().unwrap_or(huge).into())
            }
            v => v.into_tensor()?,
        };
        let dtype = promote_types(a.dtype(), v.dtype());
        let (a, v) = (cast(&a, dtype, Order::C)?, cast(&v, dtype, Order::C)?);
        sort::searchsorted(&a, &v, right, sorter.as_deref())
    }

    /// The sorted distinct elements of an array, or distinct subarrays along an axis; on request also
    /// where each first stands, which one each element is, and how often each occurs.
    [Traits::FUNCTION.keep_arrays()]
    fn unique(
        ar: Tensor; return_index: bool = false, return_inverse: bool = false, return_counts: bool = false,
        axis: Option<i64> = None; equal_nan: bool = true, sorted: bool = true
    ) -> Arg {
        // Any order is right if none is asked for; this one is sorted.
        let _ = sorted;
        let only_values = !(return_index || return_inverse || return_counts);
        let groups = match axis {
            None => elements(&ar, equal_nan, only_values)?,
            Some(axis) => slices(&ar, normalise_axis(axis, ar.ndim())?)?,
        };
        if only_values {
            return Ok(Value::Array(groups.values));
        }
        let ints = |shape: &[usize], items: &[i64]| Tensor::from_elements(shape, items).map(Value::Array);
        let firsts = || groups.starts.iter().enumerate().filter(|(_, start)| **start).map(|(k, _)| k);
        let mut results = vec![Value::Array(groups.values.clone())];
        if return_index {
            let index: Vec<i64> = firsts().map(|k| groups.order[k] as i64).collect();
            results.push(ints(&[index.len()], &index)?);
        }
        if return_inverse {
            let mut inverse = vec![0i64; groups.order.len()];
            let mut group = -1;
            for (&at, &start) in groups.order.iter().zip(&groups.starts) {
                group += i64::from(start);
                inverse[at] = group;
            }
            let flat_shape = [inverse.len()];
            results.push(ints(if axis.is_none() { ar.shape() } else { &flat_shape }, &inverse)?);
        }
        if return_counts {
            let mut bounds: Vec<usize> = firsts().collect();
            bounds.push(groups.starts.len());
            let counts: Vec<i64> = bounds.windows(2).map(|w| (w[1] - w[0]) as i64).collect();
            results.push(ints(&[counts.len()], &counts)?);
        }
        Ok(Value::Tuple(results))
    }
}

/// The method `a.sort(...)`, which sorts in place.
pub mod method {
    use super::{check_kind, normalise_axis, ops};
    use crate::Tensor;
    use crate::ops::{Arg, Traits};
    use crate::prims::sort::sort_in_place;
    use nparity_model::Value;

    ops! {
        /// Sorts an array in place.
        [Traits::FUNCTION.only_method().mutates(&["a"])]
        fn sort(
            a: Tensor; axis: i64 = -1, kind: Arg = Value::None, order: Arg = Value::None;
            stable: Arg = Value::None
        ) -> () {
            check_kind(&kind, &stable, &order)?;
            let axis = normalise_axis(axis, a.ndim())?;
            a.check_writeable("sort array")?;
            sort_in_place(&a, axis)?;
            Ok(())
        }
    }
}

fn sorter_indices(sorter: &Tensor, size: usize) -> Result<Vec<i64>> {
    if sorter.ndim() != 1 {
        return Err(Error::type_("could not parse sorter argument"));
    }
    if !(sorter.dtype().is_integer() || sorter.dtype() == DType::Bool) {
        return Err(Error::type_("sorter must only contain integers"));
    }
    if sorter.size() != size {
        return Err(Error::value("sorter.size must equal a.size"));
    }
    Ok(cast(sorter, DType::I64, Order::C)?.to_vec())
}

/// Equal elements together: their order, and which places in it begin a group.
struct Groups {
    values: Tensor,
    order: Vec<usize>,
    starts: Vec<bool>,
}

fn firsts_of(order: &[usize], starts: &[bool]) -> Vec<i64> {
    (order.iter().zip(starts))
        .filter(|(_, start)| **start)
        .map(|(at, _)| *at as i64)
        .collect()
}

fn elements(a: &Tensor, equal_nan: bool, only_values: bool) -> Result<Groups> {
    let flat = flat(a)?;
    let (mut order, starts) = sort::sort_elements(&flat, equal_nan);
    if only_values && equal_nan {
        // Then NumPy hashes, and of complex NaNs that differ in their parts the first one stays.
        if let Some(last) = starts.iter().rposition(|start| *start)
            && let Some(first) = (last..order.len()).min_by_key(|k| order[*k])
        {
            order.swap(last, first);
        }
    }
    let values = rows(&flat, &firsts_of(&order, &starts))?;
    Ok(Groups {
        values,
        order,
        starts,
    })
}

fn slices(a: &Tensor, axis: usize) -> Result<Groups> {
    // The axis to the front; each slice is a row.
    let mut axes: Shape = (0..a.ndim()).collect();
    axes.remove(axis);
    axes.insert(0, axis);
    let shape: Shape = axes.iter().map(|&k| a.shape()[k]).collect();
    let strides: Strides = axes.iter().map(|&k| a.strides()[k]).collect();
    let front = copy(&a.view(shape, strides, 0)?, Order::C)?;
    let width = front.shape()[1..].iter().product::<usize>();
    let itemsize = front.itemsize() as isize;
    let table = front.view(
        smallvec::smallvec![front.shape()[0], width],
        smallvec::smallvec![itemsize * width as isize, itemsize],
        0,
    )?;
    let (order, starts) = sort::sort_rows(&table);
    let chosen = rows(&front, &firsts_of(&order, &starts))?;
    // The axis back to its place.
    let mut back: Shape = (1..a.ndim()).collect();
    back.insert(axis, 0);
    let values = chosen.view(
        back.iter().map(|&k| chosen.shape()[k]).collect(),
        back.iter().map(|&k| chosen.strides()[k]).collect(),
        0,
    )?;
    Ok(Groups {
        values,
        order,
        starts,
    })
}

/// A fresh C-ordered tensor of the subtensors of a C-contiguous one at these places of axis 0.
fn rows(t: &Tensor, at: &[i64]) -> Result<Tensor> {
    let size = t.shape()[1..].iter().product::<usize>() * t.itemsize();
    let all = t.to_bytes();
    let mut bytes = Vec::with_capacity(size * at.len());
    for &row in at {
        let begin = row as usize * size;
        bytes.extend_from_slice(&all[begin..begin + size]);
    }
    let mut shape: Shape = t.shape().into();
    shape[0] = at.len();
    Tensor::from_bytes(&shape, t.dtype(), &bytes)
}
