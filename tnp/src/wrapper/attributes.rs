//! Attributes that are plain numbers, never tensors: they leave no node in a graph.

use super::NdArray;
use nparity_model::{PyInt, Value};

const PLAIN: &[&str] = &[
    "shape", "size", "ndim", "strides", "dtype", "itemsize", "nbytes",
];

/// Whether the attribute is a plain number, a tuple of them, or a dtype.
pub fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name)
}

/// The attribute's value, if it is a plain one.
pub fn plain(name: &str, array: &NdArray) -> Option<Value<NdArray>> {
    let tensor = array.tensor();
    let int = |n: usize| Value::Int(PyInt::from(n as u64));
    Some(match name {
        "shape" => Value::Tuple(tensor.shape().iter().map(|&d| int(d)).collect()),
        "strides" => Value::Tuple(
            tensor
                .strides()
                .iter()
                .map(|&s| Value::int(s as i64))
                .collect(),
        ),
        "size" => int(tensor.size()),
        "ndim" => int(tensor.ndim()),
        "itemsize" => int(tensor.itemsize()),
        "nbytes" => int(tensor.nbytes()),
        "dtype" => Value::DType(tensor.dtype()),
        _ => return None,
    })
}
