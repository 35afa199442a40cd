//! Calling by name: every spelling that a program may use, over wrapper values.
//!
//! This is the entry for harnesses and for a Python module: functions, methods, attributes, operators,
//! indexing and Python's builtins, with the arguments a NumPy user would pass.

use super::{NdArray, attributes, builtins, call, operators};
use crate::ops::{self, OpDef};
use crate::{Error, Result};
use nparity_model::{Callee, Name, Value};

/// Whether there is something behind this spelling.
pub fn supports(callee: &Callee) -> bool {
    match callee {
        Callee::Literal(_) => true,
        Callee::Attribute(name) => attributes::is_plain(name) || find(callee).is_some(),
        Callee::Operator(name) => operators::supports(name),
        Callee::Builtin(name) => builtins::supports(name),
        _ => find(callee).is_some(),
    }
}

/// The op behind a spelling, where an op is all there is to it.
pub fn find(callee: &Callee) -> Option<&'static OpDef> {
    match callee {
        Callee::Function(name) => ops::function(name),
        Callee::Method(name) => ops::method(name),
        Callee::Attribute(name) => ops::attribute(name),
        Callee::GetItem => ops::method("__getitem__"),
        Callee::SetItem => ops::method("__setitem__"),
        Callee::Literal(_) | Callee::Operator(_) | Callee::UfuncMethod(..) | Callee::Builtin(_) => {
            None
        }
    }
}

/// Calls what a spelling names.
///
/// # Errors
/// What NumPy raises; `AttributeError` if there is nothing of that name.
pub fn dispatch(
    callee: &Callee,
    args: Vec<Value<NdArray>>,
    kwargs: Vec<(Name, Value<NdArray>)>,
) -> Result<Value<NdArray>> {
    if let Callee::Literal(literal) = callee {
        let tensor = crate::Tensor::from_bytes(&literal.shape, literal.dtype, &literal.data)?;
        return Ok(Value::Array(NdArray::from_tensor(tensor)));
    }
    if let (Callee::Attribute(name), [Value::Array(array)]) = (callee, args.as_slice())
        && let Some(value) = attributes::plain(name, array)
    {
        return Ok(value);
    }
    if let Callee::Operator(name) = callee {
        return operators::operate(name, args);
    }
    if let Callee::Builtin(name) = callee {
        return builtins::apply(name, args);
    }
    if let (Callee::GetItem, [Value::List(items) | Value::Tuple(items), index]) =
        (callee, args.as_slice())
    {
        return builtins::item(items, index);
    }
    if let (Callee::Attribute(name) | Callee::Method(name), Some(object)) = (callee, args.first())
        && matches!(
            object,
            Value::Complex(_) | Value::Float(_) | Value::Int(_) | Value::Bool(_)
        )
        && !matches!(name.as_ref(), "real" | "imag" | "conjugate")
    {
        return Err(Error::attribute(format!(
            "'{}' object has no attribute '{name}'",
            object.type_name()
        )));
    }
    match find(callee) {
        Some(op) => call(op, args, kwargs),
        None => Err(Error::attribute(format!(
            "tnp has nothing behind {callee:?}"
        ))),
    }
}
