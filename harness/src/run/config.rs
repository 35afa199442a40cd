//! What a run is told, and what it tells while it goes.

use crate::OracleError;
use crate::shrink::Limits;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a run is told.
#[derive(Clone, Debug)]
pub struct Config {
    /// The seed of the plan.
    pub seed: u64,
    /// When it ends.
    pub budget: Budget,
    /// Threads that compute, beside the oracle's.
    pub jobs: usize,
    /// Cases per batch: large enough to make queues cheap, small enough to share work evenly.
    pub batch: usize,
    /// Measure where time goes. The oracle is then given one batch at a time.
    pub profile: bool,
    /// What shrinking may cost for one finding. The time is only a guard, since it makes results depend on
    /// the machine.
    pub shrink: Limits,
    /// Failure signatures that are expected, with their reasons.
    pub known: BTreeMap<String, String>,
    /// Set to end the run early with what was found until then.
    pub stop: Arc<AtomicBool>,
    /// The command line, for the record.
    pub command: String,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            seed: 0,
            budget: Budget::Cases(1000),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            batch: 256,
            profile: false,
            shrink: Limits {
                attempts: 4000,
                time: Duration::from_secs(20),
            },
            known: BTreeMap::new(),
            stop: Arc::default(),
            command: String::new(),
        }
    }
}

/// When a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// After this many cases per op.
    Cases(usize),
    /// After this time; all ops have had the same number of batches then, give or take one.
    Time(Duration),
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Cases are running.
    Cases {
        /// Cases done.
        done: u64,
        /// Cases planned, if the budget is a number.
        planned: Option<u64>,
        /// Cases that differ or crash, over all subjects.
        failures: u64,
    },
    /// Findings are being shrunk.
    Shrinking {
        /// Findings done.
        done: usize,
        /// Findings to do.
        planned: usize,
    },
}

/// A run that could not be.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No op, no subject, or no case.
    #[error("nothing to run: {0}")]
    Nothing(&'static str),
    /// The oracle failed.
    #[error("the oracle failed: {0}")]
    Oracle(#[from] OracleError),
}
