//! Which names a program may use.
//!
//! Programs come from files too. They are data: a program must not reach files, the network, other modules,
//! or the settings that all programs of a session share.

use pyo3::prelude::*;
use pyo3::types::PyModule;

/// Functions that touch files, print, or change the session.
const REFUSED_FUNCTIONS: &[&str] = &[
    "fromfile",
    "fromregex",
    "genfromtxt",
    "info",
    "load",
    "loadtxt",
    "memmap",
    "open_memmap",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
    "set_printoptions",
    "setbufsize",
    "seterr",
    "seterrcall",
    "show_config",
    "show_runtime",
    "test",
];

/// Methods of arrays that write files.
const REFUSED_METHODS: &[&str] = &["dump", "tofile"];

/// Namespaces below the module that hold more than array functions.
const REFUSED_NAMESPACES: &[&str] = &[
    "ctypeslib",
    "distutils",
    "f2py",
    "format",
    "npyio",
    "testing",
];

/// Functions of Python's builtins that a program may call.
const BUILTINS: &[&str] = &[
    "abs", "all", "any", "bool", "complex", "divmod", "float", "hash", "int", "len", "list", "max",
    "min", "pow", "repr", "round", "sorted", "str", "sum", "tuple",
];

/// Functions of `operator` that call whatever they are given.
const REFUSED_OPERATORS: &[&str] = &["attrgetter", "call", "itemgetter", "methodcaller"];

/// A name that a program may not use, and why.
pub(crate) struct Refused(pub(crate) String);

fn private(name: &str) -> Result<(), Refused> {
    if name.starts_with('_') {
        return Err(Refused(format!(
            "{name} is private: programs may not use it"
        )));
    }
    Ok(())
}

/// Whether the function of this (dotted) name may be called.
pub(crate) fn function(name: &str) -> Result<(), Refused> {
    let mut parts = name.split('.').rev();
    let last = parts.next().unwrap_or_default();
    private(last)?;
    if REFUSED_FUNCTIONS.contains(&last) {
        return Err(Refused(format!(
            "{name} touches files or the session: programs may not call it"
        )));
    }
    for namespace in parts {
        private(namespace)?;
        if REFUSED_NAMESPACES.contains(&namespace) {
            return Err(Refused(format!("{name} is not an array function")));
        }
    }
    Ok(())
}

/// Whether the method or attribute of this name may be used.
pub(crate) fn attribute(name: &str) -> Result<(), Refused> {
    private(name)?;
    if REFUSED_METHODS.contains(&name) {
        return Err(Refused(format!(
            "{name} writes files: programs may not call it"
        )));
    }
    Ok(())
}

/// Whether the function of `operator` of this name may be called.
pub(crate) fn operator(name: &str) -> Result<(), Refused> {
    private(name)?;
    if REFUSED_OPERATORS.contains(&name) {
        return Err(Refused(format!("operator.{name} is not an operator")));
    }
    Ok(())
}

/// Whether the builtin of this name may be called.
pub(crate) fn builtin(name: &str) -> Result<(), Refused> {
    if BUILTINS.contains(&name) {
        Ok(())
    } else {
        Err(Refused(format!("programs may not call the builtin {name}")))
    }
}

/// Whether `module`, met on the way to a function, belongs to the package `root` (not, say, `numpy.os`).
pub(crate) fn belongs(module: &Bound<'_, PyAny>, root: &str) -> PyResult<Result<(), Refused>> {
    let Ok(module) = module.cast::<PyModule>() else {
        return Ok(Ok(()));
    };
    let name = module.name()?.to_string();
    let inside = name
        .strip_prefix(root)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    Ok(if inside {
        Ok(())
    } else {
        Err(Refused(format!("the module {name} is not part of {root}")))
    })
}
