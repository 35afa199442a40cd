//! How well specs know NumPy: valid calls that it refuses, broken ones that it accepts.

use super::{Intent, case};
use crate::spec::Spec;
use crate::subject::{Oracle, OracleError};
use std::collections::BTreeMap;

/// What an oracle said of the cases of one spec.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Probe {
    /// The op.
    pub op: &'static str,
    /// Cases meant to be valid.
    pub valid: u64,
    /// Those of them that raised.
    pub rejected: u64,
    /// Cases with a constraint broken.
    pub invalid: u64,
    /// Those of them that did not raise.
    pub accepted: u64,
    /// The messages of rejected cases, by how often.
    pub messages: BTreeMap<String, u64>,
    /// What was broken in accepted cases, by how often.
    pub constraints: BTreeMap<&'static str, u64>,
}

/// Asks an oracle about the first cases of a spec.
///
/// # Errors
/// The oracle's.
pub fn probe(
    oracle: &dyn Oracle,
    spec: &'static Spec,
    seed: u64,
    count: u64,
) -> Result<Probe, OracleError> {
    let mut found = Probe {
        op: spec.name,
        ..Probe::default()
    };
    let cases: Vec<_> = (0..count).map(|index| case(spec, seed, index)).collect();
    let (intents, programs): (Vec<_>, Vec<_>) =
        cases.into_iter().map(|c| (c.intent, c.program)).unzip();
    for (intent, outcome) in intents.into_iter().zip(oracle.run(&programs)?) {
        match (intent, outcome.error) {
            (Intent::Valid, error) => {
                found.valid += 1;
                if let Some(error) = error {
                    found.rejected += 1;
                    *found.messages.entry(error.message).or_default() += 1;
                }
            }
            (Intent::Invalid(why), error) => {
                found.invalid += 1;
                if error.is_none() {
                    found.accepted += 1;
                    *found.constraints.entry(why).or_default() += 1;
                }
            }
        }
    }
    Ok(found)
}
