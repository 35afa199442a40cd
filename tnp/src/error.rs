//! Errors: NumPy's exception class and message.

use nparity_model::ErrorClass;
use std::borrow::Cow;

/// What NumPy would raise.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{class}: {message}")]
pub struct Error {
    /// The exception's class.
    pub class: ErrorClass,
    /// The exception's message, NumPy's words.
    pub message: Cow<'static, str>,
}

/// A result with NumPy's exceptions as errors.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident $class:ident),* $(,)?) => {
        impl Error {$(
            $(#[$doc])*
            #[cold]
            pub fn $name(message: impl Into<Cow<'static, str>>) -> Error {
                Error { class: ErrorClass::$class, message: message.into() }
            }
        )*}
    };
}

constructors! {
    /// A `ValueError`.
    value ValueError,
    /// A `TypeError`.
    type_ TypeError,
    /// An `IndexError`.
    index IndexError,
    /// An `OverflowError`.
    overflow OverflowError,
    /// A `numpy.exceptions.AxisError`.
    axis AxisError,
    /// A `UFuncTypeError`.
    ufunc_type UFuncTypeError,
    /// A `MemoryError`.
    memory MemoryError,
    /// An `AttributeError`.
    attribute AttributeError,
    /// A `NotImplementedError`: a dtype or form out of scope, said clearly.
    not_implemented NotImplementedError,
    /// A `RuntimeError`.
    runtime RuntimeError,
}

impl Error {
    /// The `AxisError` of an axis out of bounds, with NumPy's optional prefix (`"axis2: "`).
    #[cold]
    pub fn axis_bounds(prefix: &str, axis: i64, ndim: usize) -> Error {
        Error::axis(format!(
            "{prefix}axis {axis} is out of bounds for array of dimension {ndim}"
        ))
    }
}
