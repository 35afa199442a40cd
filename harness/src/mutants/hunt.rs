//! Running a plan's cases until a fault shows.

use super::{Mutant, Mutated};
use crate::run::Plan;
use crate::run::case;
use crate::run::runner::ask;
use crate::{Oracle, OracleError, Subject};
use nparity_model::Program;

/// What became of one mutant on one op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The op.
    pub op: String,
    /// The number of cases until the fault showed; `None` if it survived.
    pub cases: Option<u64>,
    /// What showed it, in one line.
    pub summary: String,
}

/// Programs per question to the oracle.
const BATCH: u64 = 50;

/// Hunts one mutant on each of its ops, for at most `limit` cases per op.
///
/// A case counts only if the sound subject conforms in it, so a fault of its own is not taken for the seeded one.
///
/// # Errors
/// If the oracle fails.
pub fn hunt(
    mutant: &Mutant,
    sound: &dyn Subject,
    oracle: &dyn Oracle,
    plan: &dyn Plan,
    seed: u64,
    limit: u64,
) -> Result<Vec<Found>, OracleError> {
    let faulty = Mutated::new(sound, mutant);
    (mutant.ops.iter())
        .filter_map(|op| plan.ops().iter().position(|planned| planned.name == **op))
        .map(|op| hunt_op(op, &faulty, sound, oracle, plan, seed, limit))
        .collect()
}

fn hunt_op(
    op: usize,
    faulty: &dyn Subject,
    sound: &dyn Subject,
    oracle: &dyn Oracle,
    plan: &dyn Plan,
    seed: u64,
    limit: u64,
) -> Result<Found, OracleError> {
    let name = &plan.ops()[op].name;
    let mut first = 0;
    while first < limit {
        let end = (first + BATCH).min(limit);
        let programs: Vec<Program> = (first..end).map(|i| plan.case(op, seed, i)).collect();
        let outcomes = ask(oracle, &programs)?;
        for ((index, program), expected) in (first..).zip(&programs).zip(&outcomes) {
            if case::missing(sound, program).is_some() {
                continue;
            }
            let failure = |subject: &dyn Subject| {
                let answer = case::answer(subject, program, expected);
                let verdict =
                    case::verdict(plan, name, program, expected, &answer, subject.facets());
                (verdict.failure().filter(|f| !f.is_soft()))
                    .map(|f| f.differences[0].detail.clone())
            };
            if let Some(summary) = failure(faulty)
                && failure(sound).is_none()
            {
                return Ok(Found {
                    op: name.clone(),
                    cases: Some(index + 1),
                    summary,
                });
            }
        }
        first = end;
    }
    Ok(Found {
        op: name.clone(),
        cases: None,
        summary: String::new(),
    })
}
