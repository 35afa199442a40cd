//! Values of a program to Python objects.

use crate::numpy::Api;
use nparity_model::{PyInt, Value, Var};
use num_bigint::BigInt;
use pyo3::exceptions::{PyNameError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyList, PyString, PyTuple};
use std::ffi::CString;

/// The object for a value; `vars` are the variables so far.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    api: &Api,
    vars: &[Bound<'py, PyAny>],
    value: &Value<Var>,
) -> PyResult<Bound<'py, PyAny>> {
    let all = |items: &[Value<Var>]| {
        items
            .iter()
            .map(|item| to_python(py, api, vars, item))
            .collect::<PyResult<Vec<_>>>()
    };
    Ok(match value {
        Value::None => py.None().into_bound(py),
        // SAFETY: the singleton, borrowed.
        Value::Ellipsis => unsafe { Bound::from_borrowed_ptr(py, ffi::Py_Ellipsis()) },
        Value::Bool(x) => PyBool::new(py, *x).to_owned().into_any(),
        Value::Int(x) => integer(py, x)?,
        Value::Float(x) => PyFloat::new(py, *x).into_any(),
        Value::Complex(x) => PyComplex::from_doubles(py, x.re, x.im).into_any(),
        Value::Str(x) => PyString::new(py, x).into_any(),
        Value::Scalar(x) => api.scalar(py, x.dtype(), x.bytes())?,
        Value::DType(x) => api.dtype(py, *x)?,
        Value::Slice(x) => {
            let start = to_python(py, api, vars, &x.start)?;
            let stop = to_python(py, api, vars, &x.stop)?;
            let step = to_python(py, api, vars, &x.step)?;
            // SAFETY: three objects in, a new reference out.
            unsafe {
                Bound::from_owned_ptr_or_err(
                    py,
                    ffi::PySlice_New(start.as_ptr(), stop.as_ptr(), step.as_ptr()),
                )?
            }
        }
        Value::List(items) => PyList::new(py, all(items)?)?.into_any(),
        Value::Tuple(items) => PyTuple::new(py, all(items)?)?.into_any(),
        Value::Array(var) => vars
            .get(var.index())
            .ok_or_else(|| PyNameError::new_err(format!("name 'v{}' is not defined", var.0)))?
            .clone(),
    })
}

fn integer<'py>(py: Python<'py>, value: &PyInt) -> PyResult<Bound<'py, PyAny>> {
    if let Some(small) = value.to_i64() {
        // SAFETY: gives a new reference.
        return unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyLong_FromLongLong(small)) };
    }
    // Hexadecimal: Python bounds the digits of a decimal text.
    let text = CString::new(BigInt::from(value).to_str_radix(16))
        .map_err(|e| PyValueError::new_err(e.to_string()))?;
    // SAFETY: a C string in, a new reference out.
    unsafe {
        Bound::from_owned_ptr_or_err(
            py,
            ffi::PyLong_FromString(text.as_ptr(), std::ptr::null_mut(), 16),
        )
    }
}
