//! The callee of a statement, and calling it.

use crate::convert::to_python;
use crate::names::{self, Refused};
use crate::numpy::Api;
use nparity_model::{Callee, Statement, Value, Var};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::collections::HashMap;

/// Why a statement gave no result.
pub(crate) enum Failure {
    /// Python raised.
    Raised(PyErr),
    /// The statement is malformed, or uses a name that programs may not use.
    Refused(String),
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Raised(error)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused.0)
    }
}

/// The callables met so far, by name.
pub(crate) struct Callables {
    root: String,
    module: Py<PyAny>,
    operator: Py<PyAny>,
    builtins: Py<PyAny>,
    functions: HashMap<String, Py<PyAny>>,
    operators: HashMap<String, Py<PyAny>>,
    strings: HashMap<String, Py<PyString>>,
}

impl Callables {
    /// Names are looked up in `module`, called `root`.
    pub(crate) fn new(module: &Bound<'_, PyAny>, root: &str) -> PyResult<Callables> {
        let py = module.py();
        Ok(Callables {
            root: root.to_owned(),
            module: module.clone().unbind(),
            operator: py.import("operator")?.into_any().unbind(),
            builtins: py.import("builtins")?.into_any().unbind(),
            functions: HashMap::new(),
            operators: HashMap::new(),
            strings: HashMap::new(),
        })
    }

    fn function<'py>(&mut self, py: Python<'py>, name: &str) -> Result<Bound<'py, PyAny>, Failure> {
        if let Some(found) = self.functions.get(name) {
            return Ok(found.bind(py).clone());
        }
        names::function(name)?;
        let mut found = self.module.bind(py).clone();
        for part in name.split('.') {
            found = found.getattr(part)?;
            names::belongs(&found, &self.root)??;
        }
        self.functions
            .insert(name.to_owned(), found.clone().unbind());
        Ok(found)
    }

    fn operator<'py>(&mut self, py: Python<'py>, name: &str) -> Result<Bound<'py, PyAny>, Failure> {
        if let Some(found) = self.operators.get(name) {
            return Ok(found.bind(py).clone());
        }
        names::operator(name)?;
        let found = self.operator.bind(py).getattr(name)?;
        self.operators
            .insert(name.to_owned(), found.clone().unbind());
        Ok(found)
    }

    fn string<'py>(&mut self, py: Python<'py>, text: &str) -> Bound<'py, PyString> {
        if let Some(found) = self.strings.get(text) {
            return found.bind(py).clone();
        }
        let made = PyString::intern(py, text);
        self.strings.insert(text.to_owned(), made.clone().unbind());
        made
    }

    /// The result of a statement.
    pub(crate) fn execute<'py>(
        &mut self,
        py: Python<'py>,
        api: &Api,
        vars: &[Bound<'py, PyAny>],
        statement: &Statement,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let args = statement.args.as_slice();
        let object = |i: usize| to_python(py, api, vars, &args[i]);
        match &statement.callee {
            Callee::Literal(literal) => {
                shape_of_call(statement, 0..=0)?;
                Ok(api.array(py, literal.dtype, &literal.shape, &literal.data)?)
            }
            Callee::Function(name) => {
                let callable = self.function(py, name)?;
                self.call(&callable, api, vars, args, &statement.kwargs)
            }
            Callee::UfuncMethod(name, method) => {
                names::attribute(method)?;
                let method = self.string(py, method);
                let callable = self.function(py, name)?.getattr(method)?;
                self.call(&callable, api, vars, args, &statement.kwargs)
            }
            Callee::Method(name) => {
                names::attribute(name)?;
                let Some((receiver, rest)) = args.split_first() else {
                    return Err(Failure::Refused("a method needs an object".to_owned()));
                };
                let receiver = to_python(py, api, vars, receiver)?;
                let callable = receiver.getattr(self.string(py, name))?;
                self.call(&callable, api, vars, rest, &statement.kwargs)
            }
            Callee::Attribute(name) => {
                names::attribute(name)?;
                shape_of_call(statement, 1..=1)?;
                Ok(object(0)?.getattr(self.string(py, name))?)
            }
            Callee::Operator(name) => {
                let callable = self.operator(py, name)?;
                self.call(&callable, api, vars, args, &statement.kwargs)
            }
            Callee::Builtin(name) => {
                names::builtin(name)?;
                let name = self.string(py, name);
                let callable = self.builtins.bind(py).getattr(name)?;
                self.call(&callable, api, vars, args, &statement.kwargs)
            }
            Callee::GetItem => {
                shape_of_call(statement, 2..=2)?;
                Ok(object(0)?.get_item(object(1)?)?)
            }
            Callee::SetItem => {
                shape_of_call(statement, 3..=3)?;
                object(0)?.set_item(object(1)?, object(2)?)?;
                Ok(py.None().into_bound(py))
            }
        }
    }

    /// Seconds per call of a function with positional arguments, from as many calls as take `seconds`:
    /// callable and arguments are made once, so that the time is NumPy's own.
    pub(crate) fn time<'py>(
        &mut self,
        py: Python<'py>,
        api: &Api,
        vars: &[Bound<'py, PyAny>],
        statement: &Statement,
        seconds: f64,
    ) -> Result<f64, Failure> {
        let Callee::Function(name) = &statement.callee else {
            return Err(Failure::Refused("only functions are timed".to_owned()));
        };
        let callable = self.function(py, name)?;
        let args = statement
            .args
            .iter()
            .map(|value| to_python(py, api, vars, value))
            .collect::<PyResult<Vec<_>>>()?;
        let args = PyTuple::new(py, args)?;
        let mut calls = 1u32;
        loop {
            let start = std::time::Instant::now();
            for _ in 0..calls {
                // SAFETY: a callable and a tuple; the result is a new reference or null with an error.
                let result: PyResult<Bound<'py, PyAny>> = unsafe {
                    let result =
                        ffi::PyObject_Call(callable.as_ptr(), args.as_ptr(), std::ptr::null_mut());
                    Bound::from_owned_ptr_or_err(py, result)
                };
                drop(result?);
            }
            let elapsed = start.elapsed().as_secs_f64();
            if elapsed >= seconds || calls > 1 << 28 {
                return Ok(elapsed / f64::from(calls));
            }
            calls *= 2;
        }
    }

    fn call<'py>(
        &mut self,
        callable: &Bound<'py, PyAny>,
        api: &Api,
        vars: &[Bound<'py, PyAny>],
        args: &[Value<Var>],
        kwargs: &[(nparity_model::Name, Value<Var>)],
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let py = callable.py();
        let args = args
            .iter()
            .map(|value| to_python(py, api, vars, value))
            .collect::<PyResult<Vec<_>>>()?;
        let args = PyTuple::new(py, args)?;
        let keywords = if kwargs.is_empty() {
            None
        } else {
            let keywords = PyDict::new(py);
            for (name, value) in kwargs {
                keywords.set_item(self.string(py, name), to_python(py, api, vars, value)?)?;
            }
            Some(keywords)
        };
        let keywords = keywords
            .as_ref()
            .map_or(std::ptr::null_mut(), |dict| dict.as_ptr());
        // SAFETY: a callable, a tuple and a dict or null; the result is a new reference or null with an error.
        let result = unsafe {
            let result = ffi::PyObject_Call(callable.as_ptr(), args.as_ptr(), keywords);
            Bound::from_owned_ptr_or_err(py, result)
        };
        Ok(result?)
    }
}

/// Checks that a form which is no call has no keywords and as many arguments as it takes.
fn shape_of_call(
    statement: &Statement,
    count: std::ops::RangeInclusive<usize>,
) -> Result<(), Failure> {
    if count.contains(&statement.args.len()) && statement.kwargs.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "{:?} takes {} arguments and no keywords",
        Form(&statement.callee),
        count.start(),
    )))
}

struct Form<'a>(&'a Callee);

impl std::fmt::Debug for Form<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Callee::Literal(_) => "a literal",
            Callee::Attribute(_) => "an attribute",
            Callee::GetItem => "getitem",
            Callee::SetItem => "setitem",
            _ => "a call",
        })
    }
}
