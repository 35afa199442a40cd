//! The short way from wrapper to ufuncs, for calls without keywords.

use super::{NdArray, call};
use crate::Result;
use crate::ops::{Operand, Weak};
use crate::unwrapped::ufunc::{UfuncDef, execute_simple};
use nparity_model::Value;

/// Calls a ufunc on its inputs.
///
/// # Errors
/// NumPy's exceptions, in class and message.
pub(crate) fn call_ufunc<const N: usize>(
    def: &'static UfuncDef,
    args: [Value<NdArray>; N],
) -> Result<Value<NdArray>> {
    if !crate::trace::is_active() && args.iter().all(is_operand) {
        let operands = args.map(operand);
        if let Some(result) = execute_simple(def, &operands) {
            let tensor = result?;
            return Ok(Value::Array(if tensor.ndim() == 0 {
                NdArray::scalar_from_tensor(tensor)
            } else {
                NdArray::from_tensor(tensor)
            }));
        }
        let back = operands.map(|operand| match operand {
            Operand::Tensor(tensor) => Value::Array(NdArray::from_tensor(tensor)),
            Operand::Weak(weak) => weak.to_value(),
        });
        return call(def.op, Vec::from(back), Vec::new());
    }
    call(def.op, Vec::from(args), Vec::new())
}

fn is_operand(value: &Value<NdArray>) -> bool {
    matches!(
        value,
        Value::Array(_) | Value::Int(_) | Value::Float(_) | Value::Complex(_)
    )
}

fn operand(value: Value<NdArray>) -> Operand {
    match value {
        Value::Array(array) => Operand::Tensor(array.into_tensor()),
        Value::Int(int) => Operand::Weak(Weak::Int(int)),
        Value::Float(x) => Operand::Weak(Weak::Float(x)),
        Value::Complex(z) => Operand::Weak(Weak::Complex(z)),
        _ => unreachable!("`is_operand` was asked"),
    }
}
