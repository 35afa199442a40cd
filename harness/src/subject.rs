//! The two sides of a comparison.

use crate::FacetSet;
use nparity_model::{ArrayLiteral, Callee, Outcome, Program, Snapshot};

/// A library under test.
///
/// Implemented by third parties in Rust; one macro of the root crate turns a subject into cargo tests.
pub trait Subject: Send + Sync {
    /// Its name, as given to `--subject` (`tnp:wrapper`, `example:ndarray`).
    fn name(&self) -> &str;

    /// The facets that it can show; the others are *not applicable* for it, never passed.
    fn facets(&self) -> FacetSet;

    /// Whether it has what a statement calls, in this form. Asked before a program is run, so it must be cheap.
    fn supports(&self, callee: &Callee) -> Support;

    /// Whether NumPy's results may stand in for what it lacks. If so, in a case that calls something else that it
    /// lacks (a view, a broadcast, a constructor) beside the op under test, that statement is replaced by
    /// a literal of NumPy's array, which is input only: a small subject gets most cases of an op then.
    fn takes_stand_ins(&self) -> bool {
        false
    }

    /// Whether it has such arrays; where stand-ins are taken, literals that it lacks become ones that it has.
    fn takes_literal(&self, _literal: &ArrayLiteral) -> bool {
        true
    }

    /// Runs a program.
    ///
    /// After a statement marked `resync`, the subject records its own result as a snapshot; if the oracle's
    /// snapshot of that statement (in `resync`) has the same dtype and shape, it then writes the oracle's
    /// elements over its own, so that what follows is compared exactly.
    fn run(&self, program: &Program, resync: &[Snapshot]) -> Answer;

    /// The program as Rust code that shows it on this library, if the subject can print itself.
    fn rust(&self, _program: &Program) -> Option<String> {
        None
    }
}

/// What a subject says of a callee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Support {
    /// It has it.
    Yes,
    /// It does not have it; the reason is shown in reports.
    Missing(String),
}

/// What came of running a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It ran, with or without an exception.
    Outcome(Outcome),
    /// It met something that the subject does not have (an argument form, a dtype).
    Missing(String),
    /// It could not be traced, and the subject says why (a declared refusal, not a fault).
    NotTraceable(String),
    /// It panicked, aborted or died.
    Crashed(String),
    /// It did not end in time.
    TimedOut,
}

/// The side that is believed.
pub trait Oracle: Send + Sync {
    /// Its name: `default`, `strict`.
    fn name(&self) -> &str;

    /// One line that says what it is: NumPy and Python version, CPU features.
    fn describe(&self) -> String;

    /// Runs a batch of programs, in order.
    ///
    /// # Errors
    /// If the oracle itself failed (a dead worker, no Python); an exception in a program is an outcome.
    fn run(&self, batch: &[Program]) -> Result<Vec<Outcome>, OracleError>;
}

/// The oracle could not answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct OracleError(pub String);
