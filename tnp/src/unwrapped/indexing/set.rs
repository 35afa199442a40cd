//! Writing by index: `a[index] = value`, `put`.

use super::get::{Mode, as_indices};
use super::parse::parse;
use super::plan::{Plan, plan};
use crate::ops::{Arg, Traits, ops};
use crate::prims::cast::{assign, copy};
use crate::prims::gather::{Block, transfer};
use crate::tensor::{Order, Shape, Strides};
use crate::unwrapped::arraylike::{
    ShapeText, cast_warning, from_sequence, pack, tensor_from, warn_complex,
};
use crate::unwrapped::broadcast::view_as;
use crate::{Error, Result, Tensor};
use nparity_model::{DType, Value};

/// `target[...] = source`: converts unsafely, warns of lost imaginary parts, drops leading axes of
/// length 1 that the target does not have.
///
/// # Errors
/// NumPy's `ValueError` if the source does not broadcast.
pub(crate) fn assign_broadcast(source: &Tensor, target: &Tensor) -> Result<()> {
    let stripped = strip(source, target.ndim())?;
    let fits = crate::unwrapped::broadcast::broadcast(&[stripped.shape(), target.shape()])
        .is_some_and(|s| s.as_slice() == target.shape());
    if !fits {
        return Err(Error::value(format!(
            "could not broadcast input array from shape {} into shape {}",
            compact(stripped.shape()),
            compact(target.shape())
        )));
    }
    warn_complex(source.dtype(), target.dtype());
    assign(&stripped, target)
}

/// The tensor without leading axes of length 1 beyond `ndim` dimensions.
fn strip(source: &Tensor, ndim: usize) -> Result<Tensor> {
    let extra = source.ndim().saturating_sub(ndim);
    if extra == 0 || source.shape()[..extra].iter().any(|&n| n != 1) {
        return Ok(source.clone());
    }
    source.view(
        source.shape()[extra..].into(),
        source.strides()[extra..].into(),
        0,
    )
}

fn compact(shape: &[usize]) -> String {
    ShapeText(shape).to_string().replace(", ", ",")
}

/// The assigned value as a tensor of the dtype; NumPy scalars convert as arrays do here.
fn value_tensor(value: Arg, dtype: DType) -> Result<Tensor> {
    match value {
        Value::Scalar(s) => cast_warning(&Tensor::from_scalar(&s), dtype, Order::K),
        other => tensor_from(other, Some(dtype)),
    }
}

/// Assignment to a view: arrays broadcast, sequences must not be deeper than the view.
fn assign_view(target: &Tensor, value: Arg) -> Result<()> {
    match value {
        Value::Array(source) => assign_broadcast(&source, target),
        other => {
            let source = from_sequence(&other, Some(target.dtype()), target.ndim(), false)?;
            assign_broadcast(&source, target)
        }
    }
}

fn write_mask(a: &Tensor, offsets: &[isize], value: Arg) -> Result<()> {
    let values = match value {
        // Nothing is converted where nothing is assigned.
        Value::Array(values) if offsets.is_empty() => values,
        other => value_tensor(other, a.dtype())?,
    };
    if values.ndim() > 1 {
        return Err(Error::type_(format!(
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has {} dimensions",
            values.ndim()
        )));
    }
    let count = offsets.len();
    let (given, stride) = match (values.shape(), values.strides()) {
        ([n], [stride]) => (*n, if *n == 1 { 0 } else { *stride }),
        _ => (1, 0),
    };
    if given != count && given != 1 {
        return Err(Error::value(format!(
            "NumPy boolean array indexing assignment cannot assign {given} input values to the {count} output values where the mask is true"
        )));
    }
    if count == 0 {
        return Ok(());
    }
    let values = apart(values, a)?;
    let stride = if stride == 0 { 0 } else { values.strides()[0] };
    let sources: Vec<isize> = (0..count as isize).map(|i| i * stride).collect();
    let block = Block {
        shape: &[],
        source_strides: &[],
        target_strides: &[],
    };
    transfer(&values, &sources, a, offsets, &block);
    Ok(())
}

/// The values, copied if they share the target's storage.
fn apart(values: Tensor, target: &Tensor) -> Result<Tensor> {
    if values.shares_storage(target) {
        copy(&values, Order::K)
    } else {
        Ok(values)
    }
}

fn write_advanced(a: &Tensor, pending: super::plan::Pending, value: Arg) -> Result<()> {
    // Sequences become arrays at once; arrays are converted as they are written, once all indices hold.
    let values = match value {
        Value::Array(values) => values,
        other => value_tensor(other, a.dtype())?,
    };
    let advanced = pending.bind(a)?;
    let shape: Shape = advanced.result_shape();
    let values = strip(&values, shape.len())?;
    let fits = crate::unwrapped::broadcast::broadcast(&[values.shape(), &shape])
        .is_some_and(|s| s == shape);
    if !fits {
        return Err(Error::value(format!(
            "shape mismatch: value array of shape {} could not be broadcast to indexing result of shape {}",
            compact(values.shape()),
            compact(&shape)
        )));
    }
    if shape.contains(&0) {
        // Nothing is converted, and what could be lost is warned of all the same.
        warn_complex(values.dtype(), a.dtype());
        return Ok(());
    }
    let values = if values.dtype() == a.dtype() {
        apart(values, a)?
    } else {
        cast_warning(&values, a.dtype(), Order::K)?
    };
    let values = view_as(&values, &shape)?;
    let (sources, strides): (Vec<isize>, Strides) = advanced.split(&values);
    transfer(
        &values,
        &sources,
        &advanced.block,
        &advanced.offsets,
        &Block {
            shape: advanced.block.shape(),
            source_strides: &strides,
            target_strides: advanced.block.strides(),
        },
    );
    Ok(())
}

ops! {
    /// `a[index] = value`
    [Traits::FUNCTION.only_method().scalar_values().mutates(&["a"])]
    fn __setitem__(a: Arg, index: Arg, value: Arg) -> () {
        let a = match a {
            Value::Array(a) => a,
            other => {
                let name = match &other {
                    Value::Scalar(s) => format!("numpy.{}", s.dtype()),
                    other => other.type_name().to_owned(),
                };
                return Err(Error::type_(format!("'{name}' object does not support item assignment")));
            }
        };
        a.check_writeable("assignment destination")?;
        let index = parse(index)?;
        match plan(&a, &index)? {
            Plan::View(target) => {
                let element = target.ndim() == 0
                    && !index.items.iter().any(|i| matches!(i, super::parse::Item::Ellipsis));
                if element {
                    let scalar = pack(&value, a.dtype())?;
                    assign(&Tensor::from_scalar(&scalar), &target)
                } else {
                    assign_view(&target, value)
                }
            }
            Plan::Mask(offsets) => write_mask(&a, &offsets, value),
            Plan::Advanced(pending) => write_advanced(&a, pending, value),
        }
    }

    /// Writes values at positions of the flattened array, repeating them as needed.
    [Traits::FUNCTION.and_method().mutates(&["a"])]
    fn put(a: Arg, ind: Arg, v: Arg; mode: Mode = Mode::Raise) -> () {
        let Value::Array(a) = a else {
            return Err(Error::type_(format!("argument 1 must be numpy.ndarray, not {}", a.type_name())));
        };
        a.check_writeable("output array")?;
        let indices = as_indices(ind)?.to_vec::<i64>();
        let values = value_tensor(v, a.dtype())?;
        let (given, size) = (values.size(), a.size());
        if indices.is_empty() || given == 0 {
            return Ok(());
        }
        if size == 0 {
            return Err(Error::index("cannot replace elements of an empty array"));
        }
        let values = apart(values, &a)?;
        let mut all = Vec::with_capacity(size);
        a.for_each_offset(|o| all.push(o));
        let mut from = Vec::with_capacity(given);
        values.for_each_offset(|o| from.push(o));
        let block = Block { shape: &[], source_strides: &[], target_strides: &[] };
        for (k, &at) in indices.iter().enumerate() {
            // Values before an index that raises are written.
            let at = mode.fit(at, size, Some(0))?;
            transfer(&values, &[from[k % given]], &a, &[all[at]], &block);
        }
        Ok(())
    }
}
