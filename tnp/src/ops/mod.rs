//! The one table of functions.
//!
//! A NumPy function is written once, inside [`ops!`](crate::ops::ops) in a module of
//! [`crate::unwrapped`], as an ordinary Rust function whose parameter types say how arguments are
//! normalised ([`Param`]). From that one definition come
//!
//! | face | is |
//! | --- | --- |
//! | unwrapped function | `unwrapped::reshape(a, shape, order, copy)`: every parameter, typed |
//! | wrapper function | `wrapper::reshape(&a, (2, 3))`: required parameters, anything array-like |
//! | dynamic entry | [`OpDef::call`]: by name with [`Value`](nparity_model::Value)s and keywords |
//! | graph node | [`invoke`] records the call with its arguments when a trace is on |
//! | documentation row | name, parameters, defaults and doc of the [`OpDef`] |

mod bind;
mod def;
mod macros;
mod param;

pub use bind::bind;
pub use def::{Arg, Faces, OpDef, ParamDef, ParamKind, Returns, ScalarRule, Traits, TupleOf};
pub(crate) use macros::ops;
pub use param::{Axes, Casting, Operand, Param, ShapeArg, Weak};
pub(crate) use param::{index, normalise_axis};

use crate::Result;

/// Every op, family by family in documentation order.
pub fn all() -> impl Iterator<Item = &'static OpDef> {
    crate::unwrapped::FAMILIES
        .iter()
        .flat_map(|family| family.iter().copied())
}

/// NumPy's name of a function: its Rust name, less the underscore behind a keyword (`where_`).
pub(crate) const fn numpy_name(ident: &'static str) -> &'static str {
    match ident.as_bytes() {
        [.., b'_', b'_'] => ident,
        [.., b'_'] => ident.split_at(ident.len() - 1).0,
        _ => ident,
    }
}

/// The op with this name among those with the given face.
fn find(name: &str, face: impl Fn(&OpDef) -> bool) -> Option<&'static OpDef> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static BY_NAME: LazyLock<HashMap<&'static str, Vec<&'static OpDef>>> = LazyLock::new(|| {
        let mut map: HashMap<&'static str, Vec<&'static OpDef>> = HashMap::new();
        for op in all() {
            map.entry(op.name).or_default().push(op);
        }
        for (alias, name) in crate::unwrapped::ufunc::ALIASES {
            let ops = map.get(name).cloned().unwrap_or_default();
            map.entry(numpy_name(alias)).or_default().extend(ops);
        }
        map
    });
    BY_NAME.get(name)?.iter().copied().find(|op| face(op))
}

/// The function `np.NAME`.
pub fn function(name: &str) -> Option<&'static OpDef> {
    find(name, |op| op.traits.faces.function)
}

/// The method `a.NAME(...)`.
pub fn method(name: &str) -> Option<&'static OpDef> {
    find(name, |op| op.traits.faces.method)
}

/// The attribute `a.NAME` that gives an array.
pub fn attribute(name: &str) -> Option<&'static OpDef> {
    find(name, |op| op.traits.faces.attribute)
}

/// The op with this name in a graph.
pub fn in_graph(name: &str) -> Option<&'static OpDef> {
    find(name, |_| true)
}

/// Runs the body of a function, recording the call as one graph node when a trace is on.
///
/// Functions composed of other functions give one node: recording is suspended inside.
pub(crate) fn invoke<R: Returns>(
    op: &'static OpDef,
    args: impl FnOnce() -> Vec<Arg>,
    body: impl FnOnce() -> Result<R>,
) -> Result<R> {
    if !crate::trace::is_active() {
        return body();
    }
    let result = crate::trace::record(op, args(), || body().map(Returns::into_arg))?;
    Ok(R::from_arg(result))
}
