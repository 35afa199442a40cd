//! Conversions that C leaves undefined.
//!
//! A float that uint32 cannot hold has no value there by C's rules (C17 6.3.1.4). What NumPy gives depends on
//! the element's place in a compiled loop: groups of four contiguous elements are converted by another
//! instruction than those left over or apart, and how a buffer or an index groups them shows nowhere. So such
//! elements are not compared, and neither are events of their conversion. Integers of other sizes have one
//! instruction each, and are.

use super::inputs::Scene;
use nparity_model::{DType, Observed, Scalar, Value};

/// How many elements of a uint32 result of this shape may come of such conversions.
pub(super) fn undefined(scene: Scene<'_>, size: usize) -> usize {
    let statement = scene.statement();
    let values = statement
        .args
        .iter()
        .chain(statement.kwargs.iter().map(|(_, value)| value));
    values
        .filter_map(|value| scene.read(value))
        .map(|input| {
            let count = input.items.iter().filter(|x| !fits(x)).count();
            // One element may be stretched over many.
            count * (size / input.items.len().max(1)).max(1)
        })
        .sum()
}

/// Whether some statement makes such conversions.
pub(super) fn any(scene: Scene<'_>) -> bool {
    let is_u32 = |value: &Value<Observed>| match value {
        Value::Array(array) => array.dtype == DType::U32,
        Value::Scalar(item) => item.dtype() == DType::U32,
        _ => false,
    };
    let statement = scene.statement();
    let mut targets = statement.uses().into_iter().map(|var| var.index());
    let meets = scene.expected.vars.get(scene.at).is_some_and(is_u32)
        || targets.any(|k| scene.expected.vars.get(k).is_some_and(is_u32));
    meets && undefined(scene, 1) > 0
}

/// Whether both instructions agree on the number: all that 32 bits hold, signed or not.
fn fits(item: &Scalar) -> bool {
    let part = match (item.as_float(), item.as_complex()) {
        (Some(x), _) => x,
        (_, Some(z)) => z.re,
        _ => return true,
    };
    part > -2_147_483_649.0 && part < 4_294_967_296.0
}
