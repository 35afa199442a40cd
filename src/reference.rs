//! Real NumPy, opened by what a command line says.

use nparity_harness::{Oracle, OracleError};
use nparity_oracles::{Environment, EnvironmentError, Request, default_oracle, strict_oracle};
use std::path::PathBuf;

/// Which NumPy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// As users run it.
    #[default]
    Default,
    /// With its SIMD dispatch switched off.
    Strict,
}

/// No NumPy could be opened; the message is one line, with the mend.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceError {
    /// No Python, or none with NumPy.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// It does not start.
    #[error("NumPy does not start: {0}; `nparity doctor` explains what is found")]
    Oracle(#[from] OracleError),
}

/// Opens NumPy on this interpreter, or the one that is found.
///
/// # Errors
/// If there is no usable Python and NumPy, and none can be made.
pub fn open(kind: Kind, python: Option<PathBuf>) -> Result<Box<dyn Oracle>, ReferenceError> {
    let request = Request {
        python,
        ..Request::default()
    };
    let environment = Environment::find(&request)?;
    Ok(match kind {
        Kind::Default => default_oracle(&environment)?,
        Kind::Strict => strict_oracle(&environment)?,
    })
}
