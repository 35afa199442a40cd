//! Python's builtins on arrays and NumPy scalars.

use super::{NdArray, printing};
use crate::ops::Param;
use crate::unwrapped::arraylike::whole;
use crate::unwrapped::methods::to_python;
use crate::{Error, Result, Tensor, events};
use nparity_model::{DType, PyInt, Value};
use num_complex::Complex64;

const NAMES: &[&str] = &[
    "float", "int", "complex", "bool", "len", "list", "tuple", "repr", "str",
];

/// Whether the builtin is here.
pub fn supports(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Applies a builtin.
///
/// # Errors
/// Python's and NumPy's.
pub fn apply(name: &str, mut args: Vec<Value<NdArray>>) -> Result<Value<NdArray>> {
    let (1, Some(arg)) = (args.len(), args.pop()) else {
        return Err(Error::type_(format!("{name}() takes exactly one argument")));
    };
    let array = match arg {
        Value::Array(array) => array,
        Value::Scalar(scalar) => NdArray::from_scalar(&scalar),
        other => return on_python(name, other),
    };
    match name {
        "float" => float(&array).map(Value::Float),
        "int" => int(&array).map(Value::Int),
        "complex" => complex(&array).map(Value::Complex),
        "bool" => bool::from_arg(Value::Array(array.tensor().clone()), "").map(Value::Bool),
        "len" => len(&array),
        "list" => Ok(Value::List(rows(&array)?)),
        "tuple" => Ok(Value::Tuple(rows(&array)?)),
        "repr" => Ok(Value::Str(printing::repr(&array))),
        "str" => Ok(Value::Str(printing::str(&array))),
        other => Err(Error::attribute(format!("tnp has no builtin {other}"))),
    }
}

/// `items[index]` of a Python list or tuple, as functions with several results give them.
///
/// # Errors
/// Python's.
pub fn item(items: &[Value<NdArray>], index: &Value<NdArray>) -> Result<Value<NdArray>> {
    let index = match index {
        Value::Array(array) => Value::Array(array.tensor().clone()),
        Value::Int(int) => Value::Int(int.clone()),
        Value::Scalar(scalar) => Value::Scalar(*scalar),
        Value::Bool(flag) => Value::Bool(*flag),
        other => {
            return Err(Error::type_(format!(
                "indices must be integers or slices, not {}",
                other.type_name()
            )));
        }
    };
    let at = i64::from_arg(index, "index")?;
    let from = if at < 0 { at + items.len() as i64 } else { at };
    usize::try_from(from)
        .ok()
        .and_then(|i| items.get(i).cloned())
        .ok_or_else(|| Error::index("list index out of range"))
}

/// On what is no array: the results of functions that give Python's own values.
fn on_python(name: &str, arg: Value<NdArray>) -> Result<Value<NdArray>> {
    match (name, arg) {
        ("list", Value::List(items) | Value::Tuple(items)) => Ok(Value::List(items)),
        ("tuple", Value::List(items) | Value::Tuple(items)) => Ok(Value::Tuple(items)),
        ("len", Value::List(items) | Value::Tuple(items)) => Ok(Value::int(items.len() as i64)),
        ("len", Value::Str(text)) => Ok(Value::int(text.chars().count() as i64)),
        ("str", Value::Str(text)) => Ok(Value::Str(text)),
        (
            "int" | "float" | "complex" | "bool",
            number @ (Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Complex(_)),
        ) => on_number(name, &number),
        ("len", other) => Err(Error::type_(format!(
            "object of type '{}' has no len()",
            other.type_name()
        ))),
        ("list" | "tuple", other) => Err(Error::type_(format!(
            "'{}' object is not iterable",
            other.type_name()
        ))),
        (name, other) => Err(Error::not_implemented(format!(
            "{name}() of a Python {} is not tnp's",
            other.type_name()
        ))),
    }
}

fn on_number(name: &str, number: &Value<NdArray>) -> Result<Value<NdArray>> {
    let (re, im) = match number {
        Value::Bool(x) => (f64::from(u8::from(*x)), 0.0),
        Value::Int(x) => (
            x.to_f64()
                .ok_or_else(|| Error::overflow("int too large to convert to float"))?,
            0.0,
        ),
        Value::Float(x) => (*x, 0.0),
        Value::Complex(z) => (z.re, z.im),
        _ => return Err(Error::type_("a number is needed")),
    };
    match (name, number) {
        ("bool", _) => Ok(Value::Bool(re != 0.0 || im != 0.0)),
        ("complex", _) => Ok(Value::Complex(Complex64::new(re, im))),
        ("float", Value::Complex(_)) => Err(not_real("float", "a string or a real number")),
        ("int", Value::Complex(_)) => Err(not_real(
            "int",
            "a string, a bytes-like object or a real number",
        )),
        ("float", _) => Ok(Value::Float(re)),
        ("int", Value::Int(x)) => Ok(Value::Int(x.clone())),
        _ => whole(re).map(Value::Int),
    }
}

/// The one element of a 0-d array, as a Python number.
fn element(array: &NdArray) -> Result<Value<NdArray>> {
    if array.tensor().ndim() > 0 {
        return Err(Error::type_(
            "only 0-dimensional arrays can be converted to Python scalars",
        ));
    }
    let number = to_python(&array.tensor().first());
    number.try_map(&mut |_: &Tensor| Err(Error::type_("a number is needed")))
}

fn not_real(name: &str, wanted: &str) -> Error {
    Error::type_(format!("{name}() argument must be {wanted}, not 'complex'"))
}

/// NumPy scalars drop imaginary parts with a warning; arrays refuse.
fn real_part(array: &NdArray, z: Complex64, refusal: Error) -> Result<f64> {
    if !array.is_scalar() {
        return Err(refusal);
    }
    events::warn(
        "ComplexWarning",
        "Casting complex values to real discards the imaginary part",
    );
    Ok(z.re)
}

fn float(array: &NdArray) -> Result<f64> {
    match element(array)? {
        Value::Bool(x) => Ok(f64::from(u8::from(x))),
        Value::Int(x) => Ok(x.to_f64().unwrap_or(f64::INFINITY)),
        Value::Float(x) => Ok(x),
        Value::Complex(z) => real_part(array, z, not_real("float", "a string or a real number")),
        _ => Err(Error::type_("a number is needed")),
    }
}

fn int(array: &NdArray) -> Result<PyInt> {
    let x = match element(array)? {
        Value::Bool(x) => return Ok(i64::from(x).into()),
        Value::Int(x) => return Ok(x),
        Value::Float(x) => x,
        Value::Complex(z) => real_part(
            array,
            z,
            not_real("int", "a string, a bytes-like object or a real number"),
        )?,
        _ => return Err(Error::type_("a number is needed")),
    };
    whole(x)
}

fn complex(array: &NdArray) -> Result<Complex64> {
    Ok(match element(array)? {
        Value::Bool(x) => Complex64::new(f64::from(u8::from(x)), 0.0),
        Value::Int(x) => Complex64::new(x.to_f64().unwrap_or(f64::INFINITY), 0.0),
        Value::Float(x) => Complex64::new(x, 0.0),
        Value::Complex(z) => z,
        _ => return Err(Error::type_("a number is needed")),
    })
}

fn scalar_name(dtype: DType) -> String {
    format!("numpy.{dtype}")
}

fn len(array: &NdArray) -> Result<Value<NdArray>> {
    let tensor = array.tensor();
    match tensor.shape().first() {
        Some(&length) => Ok(Value::int(length as i64)),
        None if array.is_scalar() => Err(Error::type_(format!(
            "object of type '{}' has no len()",
            scalar_name(tensor.dtype())
        ))),
        None => Err(Error::type_("len() of unsized object")),
    }
}

/// What iteration gives: rows as views, elements of a 1-d array as NumPy scalars.
fn rows(array: &NdArray) -> Result<Vec<Value<NdArray>>> {
    let tensor = array.tensor();
    match tensor.shape().first() {
        None if array.is_scalar() => Err(Error::type_(format!(
            "'{}' object is not iterable",
            scalar_name(tensor.dtype())
        ))),
        None => Err(Error::type_("iteration over a 0-d array")),
        Some(&length) => (0..length)
            .map(|i| {
                let row = tensor.subtensor(i)?;
                Ok(Value::Array(if row.ndim() == 0 {
                    NdArray::from_scalar(&row.first())
                } else {
                    NdArray::from_tensor(row)
                }))
            })
            .collect(),
    }
}
