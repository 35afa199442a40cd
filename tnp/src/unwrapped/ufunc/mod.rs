//! Universal functions: element by element, with broadcasting.
//!
//! A ufunc is data ([`UfuncDef`]): a name and loops in NumPy's order. Everything else is one piece of
//! code for all of them: the search for a loop (`resolve`), checks, broadcasting and memory order
//! (`execute`), keyword arguments (`args`). The table (`table`) is written with one macro, which gives
//! each ufunc all the faces that other functions have.

pub(crate) mod args;
pub mod clip;
mod def;
mod execute;
pub(crate) mod macros;
mod resolve;
mod table;
#[cfg(test)]
mod tests;

pub use def::{Identity, Inputs, Kwargs, Loop, Outputs, UfuncDef};
pub(crate) use execute::execute_simple;
pub(crate) use execute::sorted_axes;
pub use table::*;

use crate::ops::{self, Arg};
use crate::prims::table::ElementLoop;
use crate::{DType, Result};
use nparity_model::Value;

/// Runs a ufunc, recording the call as one graph node when a trace is on.
///
/// # Errors
/// NumPy's exceptions, in class and message.
pub fn call(def: &'static UfuncDef, inputs: Inputs, kwargs: &Kwargs) -> Result<Outputs> {
    if !crate::trace::is_active() {
        return execute::execute(def, &inputs, kwargs);
    }
    let given = args::to_args(&inputs, kwargs);
    let result: Arg = ops::invoke(
        def.op,
        || given,
        || {
            let mut outputs = execute::execute(def, &inputs, kwargs)?;
            Ok(if def.nout == 1 {
                Value::Array(outputs.remove(0))
            } else {
                Value::Tuple(outputs.into_iter().map(Value::Array).collect())
            })
        },
    )?;
    let mut outputs = Outputs::new();
    result.for_each(&mut |tensor| outputs.push(tensor.clone()));
    Ok(outputs)
}

/// The ufunc of this name, `np.NAME`.
pub fn ufunc(name: &str) -> Option<&'static UfuncDef> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static BY_NAME: LazyLock<HashMap<&'static str, &'static UfuncDef>> = LazyLock::new(|| {
        let mut map: HashMap<&str, &UfuncDef> = UFUNCS.iter().map(|u| (u.name, *u)).collect();
        for (alias, name) in ALIASES {
            if let Some(def) = map.get(name).copied() {
                map.insert(ops::numpy_name(alias), def);
            }
        }
        map
    });
    BY_NAME.get(name).copied()
}

/// The loop of an element-wise function for exactly these dtypes of its operands.
pub(crate) fn element_loop(name: &str, types: &[DType]) -> Option<ElementLoop> {
    if name == super::select::SELECT {
        return super::select::loop_of(types);
    }
    let def = match ufunc(name) {
        Some(def) => def,
        None if name == clip::CLIP.name => &clip::CLIP,
        None => return None,
    };
    let found = def.loops().find(|l| l.types == types)?;
    Some(ElementLoop {
        name: def.name,
        types: found.types,
        kernel: found.kernel,
    })
}
