//! `tnp`: the NumPy API in Rust, in two forms, with tracing.
//!
//! | layer | what it is |
//! | --- | --- |
//! | [`tensor`] | shape, strides, shared storage, views |
//! | [`prims`] | the closed set of tensor primitives and their kernels |
//! | [`unwrapped`] | NumPy's functions, [`Tensor`] in, [`Tensor`] out |
//! | [`wrapper`] | [`NdArray`]: arrays and NumPy scalars, operators, methods, printing |
//! | [`ops`] | the one table of functions, from which every face of a function is derived |
//!
//! Semantics are NumPy 2.4's: promotion, casting, errors with NumPy's class and message, views.

pub mod error;
pub mod events;
pub mod ops;
pub mod prims;
pub mod promotion;
pub mod tensor;
pub mod trace;
pub mod unwrapped;
pub mod wrapper;

pub use error::{Error, Result};
pub use nparity_model as model;
pub use num_complex;

pub use nparity_model::{DType, DTypeKind, ErrorClass, FpEvents, PyInt, Scalar, Value};
pub use tensor::Tensor;
pub use wrapper::NdArray;
