//! Which Python answers: found at run time, never at build time.
//!
//! | module | holds |
//! | --- | --- |
//! | [`interpreter`] | what an interpreter says of itself |
//! | [`candidates`] | where interpreters are looked for, in which order |
//! | [`environment`] | the choice, and making an environment where NumPy is missing |
//! | [`libpython`] | loading and starting the chosen libpython in this process |

pub mod candidates;
pub mod environment;
pub mod interpreter;
pub mod libpython;

pub use candidates::{Candidate, Source};
pub use environment::{Environment, EnvironmentError, Plan, Request};
pub use interpreter::{Interpreter, NumPy};
pub use libpython::mapped_libpythons;
