//! Elements that NumPy itself does not fix.
//!
//! **Conversions to uint32.** A float that uint32 cannot hold has no value there by C's rules (C17 6.3.1.4). What NumPy gives depends on
//! the element's place in a compiled loop: groups of four contiguous elements are converted by another
//! instruction than those left over or apart, and how a buffer or an index groups them shows nowhere. So such
//! elements are not compared, and neither are events of their conversion. Integers of other sizes have one
//! instruction each, and are.
//!
//! **Bits of NaNs.** Sign and payload of a NaN are not fixed, so neither is what a view of another dtype shows.
//!
//! **Overlapping assignment.** NumPy copies first where source and target overlap, except in one dimension with
//! strides of one direction. There it only chooses which end to begin at, which is enough for equal strides; with
//! others, elements are read that were written before. That is nobody's intent and none to copy.

use super::bounds::Target;
use super::inputs::Scene;
use super::writes::share;
use nparity_model::{Callee, DType, Observed, Outcome, Scalar, Value};

/// Whether these `differing` elements of variable `k`, made or written by the scene's statement, are open.
pub(super) fn open(scene: Scene<'_>, k: usize, differing: usize, target: &Target<'_>) -> bool {
    (target.dtype == DType::U32 && differing <= undefined(scene, target.items.len()))
        || shows_nan_bits(scene.expected, k, target.dtype)
        || overlaps_unevenly(scene)
}

/// How many elements of a uint32 result of this shape may come of such conversions.
fn undefined(scene: Scene<'_>, size: usize) -> usize {
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

/// Whether the statement converts to uint32 what it cannot hold.
pub(super) fn converts(scene: Scene<'_>) -> bool {
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

/// Whether variable `k` shows, as another dtype, the memory of an array with NaNs.
fn shows_nan_bits(expected: &Outcome, k: usize, dtype: DType) -> bool {
    let is_nan = |x: &Scalar| match (x.as_float(), x.as_complex()) {
        (Some(x), _) => x.is_nan(),
        (_, Some(z)) => z.re.is_nan() || z.im.is_nan(),
        _ => false,
    };
    (0..expected.vars.len()).any(|j| {
        matches!(&expected.vars[j], Value::Array(other)
            if other.dtype != dtype
                && other.dtype.is_inexact()
                && share(expected, k, j)
                && (0..other.size()).any(|i| is_nan(&other.item(i))))
    })
}

/// Whether the statement is `a[slice] = v` with 1-d `a` and `v` in one memory, in one direction and with
/// different strides.
fn overlaps_unevenly(scene: Scene<'_>) -> bool {
    let statement = scene.statement();
    let [Value::Array(a), index, Value::Array(v)] = statement.args.as_slice() else {
        return false;
    };
    let stride = |k: usize| match scene.expected.vars.get(k) {
        Some(Value::Array(array)) if array.shape.len() == 1 => Some(array.strides[0] as i128),
        _ => None,
    };
    let (Some(target), Some(source)) = (stride(a.index()), stride(v.index())) else {
        return false;
    };
    let step = match index {
        Value::Slice(slice) => match &slice.step {
            Value::Int(step) => step.to_i128().unwrap_or(1),
            _ => 1,
        },
        _ => 1,
    };
    let target = target.saturating_mul(step);
    matches!(statement.callee, Callee::SetItem)
        && share(scene.expected, a.index(), v.index())
        && target != source
        && target.signum() == source.signum()
}

/// `unique(a, return_inverse=True, equal_nan=False)` of several NaNs: each is unique, and NumPy tells them apart
/// by an unstable sort. (With `return_index` it sorts stably.)
pub(super) fn orders_nans(scene: Scene<'_>) -> bool {
    let given = |name: &str, place: usize| {
        matches!(scene.argument(name, Some(place)), Some(Value::Bool(true)))
    };
    let unique =
        matches!(&scene.statement().callee, Callee::Function(name) if name.as_ref() == "unique");
    let apart = matches!(scene.argument("equal_nan", None), Some(Value::Bool(false)));
    let nan = |x: &Scalar| {
        x.as_float().is_some_and(f64::is_nan)
            || x.as_complex()
                .is_some_and(|z| z.re.is_nan() || z.im.is_nan())
    };
    unique
        && apart
        && given("return_inverse", 2)
        && !given("return_index", 1)
        && scene
            .input(0)
            .is_none_or(|input| input.items.iter().filter(|x| nan(x)).count() > 1)
}
