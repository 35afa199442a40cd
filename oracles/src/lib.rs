//! Real NumPy as the reference: finds Python at run time, embeds it, answers programs.
//!
//! ```no_run
//! use nparity_harness::Oracle;
//! use nparity_oracles::{Environment, Request};
//!
//! let environment = Environment::find(&Request::default())?;
//! let oracle = nparity_oracles::default_oracle(&environment)?;
//! println!("{}", oracle.describe());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing of Python is needed to build this crate or whatever depends on it: the half that talks to CPython
//! (`embed/`) is carried as bytes and loaded after the libpython of the interpreter that was chosen.
//!
//! | module | holds |
//! | --- | --- |
//! | [`python`] | which interpreter: candidates, what each says of itself, an environment with NumPy |
//! | [`embedded`] | NumPy in this process, owned by one thread |
//! | [`worker`] | NumPy in a process of its own: `strict`, and where embedding is not possible |
//! | [`doctor`] | what was found and why, in words |

pub mod doctor;
pub mod embedded;
mod library;
pub mod python;
pub mod worker;

pub use embedded::EmbeddedOracle;
pub use python::{Environment, EnvironmentError, Request};
pub use worker::{Worker, WorkerOracle};

use nparity_harness::{Oracle, OracleError};

/// The oracle `default`: NumPy as users run it, in this process if its libpython can be loaded, otherwise
/// in a worker ([`Oracle::describe`] says which, and why).
///
/// # Errors
/// If neither starts.
pub fn default_oracle(environment: &Environment) -> Result<Box<dyn Oracle>, OracleError> {
    match EmbeddedOracle::start(environment) {
        Ok(oracle) => Ok(Box::new(oracle)),
        Err(error) => {
            let worker = Worker::new("default").because(error.to_string());
            Ok(Box::new(WorkerOracle::start(environment, worker)?))
        }
    }
}

/// The oracle `strict`: NumPy with its SIMD dispatch switched off, in a process of its own, where its
/// elementary functions are those of the C library.
///
/// # Errors
/// If the worker does not start.
pub fn strict_oracle(environment: &Environment) -> Result<Box<dyn Oracle>, OracleError> {
    let worker = Worker::new("strict").without_simd();
    Ok(Box::new(WorkerOracle::start(environment, worker)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nparity_model::Program;

    #[test]
    fn without_a_libpython_a_worker_is_the_default_and_says_why() {
        let mut environment = Environment::find(&Request::default()).unwrap();
        environment.interpreter = environment.interpreter.without_libpython();
        let oracle = default_oracle(&environment).unwrap();
        assert_eq!(oracle.name(), "default");
        let description = oracle.describe();
        assert!(
            description.contains("in a process of its own ("),
            "{description}"
        );
        assert!(
            description.contains("has no shared libpython"),
            "{description}"
        );
        let outcomes = oracle.run(&[Program::default()]).unwrap();
        assert_eq!(outcomes, [nparity_model::Outcome::default()]);
    }
}
