//! The runner: a plan's cases on the oracle and on the subjects, compared, counted, and what differs shrunk.
//!
//! Workers take batches of cases by a counter. Each generates its batch, has the oracle run it, runs it on
//! every subject and compares; the oracle is one more thread, so there is one worker more than jobs, and
//! while one waits for the oracle another computes. What workers keep are sums and least witnesses, which
//! merge in any order to the same result: a run's outcome is a function of plan, seed and budget, whatever
//! the number of threads.
//!
//! | module | holds |
//! | --- | --- |
//! | [`config`] | what a run is told, what it tells |
//! | [`plan`] | which cases, and how their outcomes are judged |
//! | [`specs`] | the plan of real runs |
//! | [`coverage`] | what of an op a subject has |
//! | [`panics`] | panics of subjects, caught and silenced |
//! | [`case`] | one case on one subject |
//! | `stand_in` | NumPy's results as inputs, where a small subject lacks what makes them |
//! | [`tally`] | counts and witnesses |
//! | [`runner`] | the pipeline |
//! | [`finding`] | from a witness to a finding: shrinking |
//! | [`profile`] | where time goes |

pub mod case;
pub mod config;
pub mod coverage;
pub mod finding;
pub mod panics;
pub mod plan;
pub mod profile;
pub mod runner;
pub mod specs;
mod stand_in;
pub mod tally;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toy;

pub use config::{Budget, Config, Progress, RunError};
pub use plan::{Plan, PlannedOp};
pub use profile::Profile;
pub use runner::{Finished, run};
