//! Whether a subject has an op, told from the op's first cases without running them.

use super::{Plan, case, stand_in};
use crate::Subject;

/// How much of an op a subject has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Has {
    /// All forms that were asked for.
    All,
    /// Some.
    Some,
    /// None, and why.
    None(String),
}

/// Cases that are looked at: enough to see every form of an op.
const CASES: u64 = 64;

/// Asks a subject about an op.
pub fn has(subject: &dyn Subject, plan: &dyn Plan, op: usize) -> Has {
    let missing: Vec<Option<String>> = (0..CASES)
        .map(|index| case::missing(subject, &plan.case(op, 0, index)))
        .collect();
    if missing.iter().all(Option::is_none) {
        return Has::All;
    }
    let name = &plan.ops()[op].name;
    let stands_in = |index: u64| stand_in::possible(subject, name, &plan.case(op, 0, index));
    if missing.iter().any(Option::is_none) || (0..CASES).any(stands_in) {
        return Has::Some;
    }
    Has::None(missing.into_iter().flatten().next().unwrap_or_default())
}
