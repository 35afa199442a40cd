//! Running corpus cases again.

use super::{CorpusCase, Status};
use crate::run::Plan;
use crate::run::case::{self, Verdict};
use crate::run::finding::NOT_REPRODUCIBLE;
use crate::{Facet, FacetSet, Oracle, OracleError, Subject};
use nparity_model::Outcome;

/// What came of replaying a case on a subject.
#[derive(Clone, PartialEq, Debug)]
pub enum Replay {
    /// A `fixed` case passes.
    Passes,
    /// A `known` case fails, as expected.
    KnownFails {
        /// What differs, in one line.
        summary: String,
    },
    /// A `fixed` case fails.
    Fails {
        /// What differs, one line each.
        differences: Vec<String>,
    },
    /// A `known` case passes: its entry is stale.
    PassesUnexpectedly,
    /// The subject does not have something that the case needs, or declines it.
    Missing(String),
}

impl Replay {
    /// Whether this fails a replay.
    pub fn is_failure(&self) -> bool {
        matches!(self, Replay::Fails { .. } | Replay::PassesUnexpectedly)
    }
}

/// The oracle of today differs from the recorded outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drift(pub Vec<String>);

/// Replays a case on a subject against the recorded outcome, or a fresh one (see [`drift`]).
pub fn replay(
    case: &CorpusCase,
    expected: &Outcome,
    subject: &dyn Subject,
    plan: &dyn Plan,
) -> Replay {
    let program = &case.program;
    if let Some(why) = case::missing(subject, program) {
        return Replay::Missing(why);
    }
    let answer = case::answer(subject, program, expected);
    let facets = subject.facets();
    let differences = match case::verdict(plan, &case.op, program, expected, &answer, facets) {
        Verdict::Judged(judgement)
        | Verdict::Dead {
            failure: judgement, ..
        } => judgement.differences,
        Verdict::Missing(why) => return Replay::Missing(why),
        Verdict::NotTraceable(why) => return Replay::Missing(why),
    };
    // A soft facet fails nothing, unless it is what the case was recorded for.
    let hard: Vec<String> = (differences.into_iter())
        .filter(|d| !d.facet.is_soft() || d.facet == case.facet)
        .map(|d| d.detail)
        .collect();
    match (case.status, hard.first()) {
        (Status::Fixed, None) => Replay::Passes,
        (Status::Fixed, Some(_)) => Replay::Fails { differences: hard },
        // It came and went when it was recorded (memory that NumPy leaves uninitialised): passing proves nothing.
        (Status::Known, None) if case.summary.starts_with(NOT_REPRODUCIBLE) => Replay::Passes,
        // Recorded on one subject; the others may well be sound.
        (Status::Known, None) if case.subject != subject.name() => Replay::Passes,
        (Status::Known, None) => Replay::PassesUnexpectedly,
        (Status::Known, Some(summary)) => Replay::KnownFails {
            summary: summary.clone(),
        },
    }
}

/// Runs a case on the oracle: its outcome of today, and how that differs from the recorded one.
///
/// Values are compared under the policy and not in bits, since they may depend on the CPU; messages change
/// between versions and do not count.
///
/// # Errors
/// If the oracle fails.
pub fn drift(
    case: &CorpusCase,
    oracle: &dyn Oracle,
    plan: &dyn Plan,
) -> Result<(Outcome, Option<Drift>), OracleError> {
    let fresh = crate::run::runner::ask(oracle, std::slice::from_ref(&case.program))?.remove(0);
    let facets = FacetSet::ALL.without(Facet::Message).without(Facet::Graph);
    let judgement = plan.judge(&case.op, &case.program, &case.outcome, &fresh, facets);
    let lines: Vec<String> = (judgement.differences.into_iter())
        .map(|d| d.detail)
        .collect();
    let drift = (!lines.is_empty()).then_some(Drift(lines));
    Ok((fresh, drift))
}

#[cfg(test)]
mod tests {
    use super::super::case::tests::sample;
    use super::*;
    use crate::run::toy::{Fault, Toy, ToyPlan};
    use nparity_model::Program;

    /// `add` of 200 and 100, which saturates in a faulty toy.
    fn case(status: Status) -> CorpusCase {
        let plan = ToyPlan::new();
        let sound = Toy::default();
        let faulty = Toy {
            fault: Fault::Saturates,
        };
        let expected = |p: &Program| {
            Oracle::run(&sound, std::slice::from_ref(p))
                .unwrap()
                .remove(0)
        };
        let program = (0..)
            .map(|i| plan.case(0, 0, i))
            .find(|p| {
                case::answer(&faulty, p, &expected(p)) != case::answer(&sound, p, &expected(p))
            })
            .unwrap();
        CorpusCase {
            status,
            outcome: expected(&program),
            program,
            ..sample()
        }
    }

    #[test]
    fn fixed_must_pass_and_known_must_fail() {
        let plan = ToyPlan::new();
        let [sound, faulty] = [Fault::None, Fault::Saturates].map(|fault| Toy { fault });
        let result = |status, subject: &Toy| {
            let case = CorpusCase {
                subject: crate::Subject::name(subject).to_owned(),
                ..case(status)
            };
            replay(&case, &case.outcome, subject, &plan)
        };
        assert_eq!(result(Status::Fixed, &sound), Replay::Passes);
        assert!(matches!(
            result(Status::Fixed, &faulty),
            Replay::Fails { .. }
        ));
        assert!(matches!(
            result(Status::Known, &faulty),
            Replay::KnownFails { .. }
        ));
        assert_eq!(result(Status::Known, &sound), Replay::PassesUnexpectedly);
        assert!(Replay::PassesUnexpectedly.is_failure());
    }

    #[test]
    fn an_oracle_that_answers_differently_has_drifted() {
        let plan = ToyPlan::new();
        let case = case(Status::Fixed);
        let (fresh, none) = drift(&case, &Toy::default(), &plan).unwrap();
        assert_eq!((fresh, none), (case.outcome.clone(), None));
        let faulty = Toy {
            fault: Fault::Saturates,
        };
        assert!(drift(&case, &faulty, &plan).unwrap().1.is_some());
    }
}
