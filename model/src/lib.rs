//! The plain data that every part of nparity shares, and no semantics.
//!
//! A *case* is a [`Program`]: a short straight-line NumPy program. What a user could observe after
//! running it is an [`Outcome`]. Both sides of a comparison (NumPy, the library under test) receive
//! the same program and give an outcome in the same form.
//!
//! | module | holds |
//! | --- | --- |
//! | [`dtype`] | the 14 dtypes and their names |
//! | [`scalar`] | one element of one dtype, as bits |
//! | [`pyint`] | Python's `int`, of any size |
//! | [`value`] | what may be passed to or returned by a NumPy call |
//! | [`error`] | exception classes, floating-point events |
//! | [`program`] | statements and programs |
//! | [`outcome`] | observed state after a program |
//! | [`wire`] | frames of postcard bytes: how programs and outcomes cross a process or library boundary |
//!
//! Promotion, casting and every other semantic rule live in `tnp` only, so that the harness has no
//! second copy that could be wrong in the same way.

pub mod dtype;
pub mod error;
mod hex;
pub mod outcome;
pub mod program;
pub mod pyint;
pub mod scalar;
pub mod value;
pub mod wire;

pub use dtype::{DType, DTypeKind};
pub use error::{ErrorClass, FpEvents};
pub use outcome::{Observed, Outcome, Raised, Snapshot};
pub use program::{ArrayLiteral, Callee, Name, Program, Statement, Var};
pub use pyint::PyInt;
pub use scalar::Scalar;
pub use value::{Slice, Value};
