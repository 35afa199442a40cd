//! Array creation, and what is array-like.

use crate::ops::{Arg, Operand, Param, ShapeArg, Traits, ops};
use crate::tensor::Order;
use crate::{Error, Result, Tensor, prims};
use nparity_model::{DType, Value};

/// The tensor of anything array-like, converted to `dtype` if one is given; an array of the dtype is
/// itself.
///
/// # Errors
/// NumPy's, for what is not array-like.
pub(crate) fn tensor_from(arg: Arg, dtype: Option<DType>) -> Result<Tensor> {
    let tensor = match arg {
        Value::Array(tensor) => tensor,
        Value::Scalar(scalar) => Tensor::from_scalar(&scalar),
        number @ (Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Complex(_)) => {
            Operand::from_arg(number, "object")?.into_tensor()?
        }
        other => {
            return Err(Error::not_implemented(format!(
                "an array of a {} would have object dtype, which is out of scope",
                other.type_name()
            )));
        }
    };
    match dtype {
        Some(dtype) if dtype != tensor.dtype() => prims::cast::cast(&tensor, dtype, Order::K),
        _ => Ok(tensor),
    }
}

ops! {
    /// A new array of zeros.
    [Traits::FUNCTION.keep_arrays()]
    fn zeros(shape: ShapeArg; dtype: Option<DType> = None, order: Order = Order::C) -> Tensor {
        Tensor::zeros(&shape.for_new_array()?, dtype.unwrap_or(DType::F64), order == Order::F)
    }
}
