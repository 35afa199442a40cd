//! `casting='same_value'`: a conversion that must keep every value.

use crate::prims::cast::cast;
use crate::tensor::Order;
use crate::{Error, Result, Tensor, events};
use nparity_model::DType;

/// C's name of a dtype, as NumPy uses it in this error.
const fn c_name(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "byte",
        DType::I16 => "short",
        DType::I32 => "int",
        DType::I64 => "long",
        DType::U8 => "ubyte",
        DType::U16 => "ushort",
        DType::U32 => "uint",
        DType::U64 => "ulong",
        DType::F16 => "half",
        DType::F32 => "float",
        DType::F64 => "double",
        DType::C64 => "cfloat",
        DType::C128 => "cdouble",
    }
}

/// # Errors
/// `ValueError` if an element would change.
pub(crate) fn check(a: &Tensor, dtype: DType) -> Result<()> {
    let there = events::quietly(|| cast(a, dtype, Order::C))?;
    let back = events::quietly(|| cast(&there, a.dtype(), Order::C))?;
    let size = a.itemsize();
    let (before, after) = (a.to_bytes(), back.to_bytes());
    for (x, y) in before.chunks_exact(size).zip(after.chunks_exact(size)) {
        let scalar = nparity_model::Scalar::from_bytes(a.dtype(), x);
        if x != y && !(scalar.is_nan() && dtype.is_inexact()) {
            return Err(Error::value(format!(
                "could not cast 'same_value' {} to {}",
                c_name(a.dtype()),
                c_name(dtype)
            )));
        }
    }
    Ok(())
}
