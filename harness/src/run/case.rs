//! One case on one subject.

use super::panics;
use super::plan::{Judgement, Plan};
use super::tally::Counts;
use crate::compare::Difference;
use crate::signature::Signature;
use crate::{Answer, Facet, FacetSet, Subject, Support};
use nparity_model::{Callee, DType, Outcome, Program};

/// Why the subject cannot run the program, if it says so beforehand.
pub fn missing(subject: &dyn Subject, program: &Program) -> Option<String> {
    program
        .statements
        .iter()
        .filter(|s| !matches!(s.callee, Callee::Literal(_)))
        .find_map(|s| match subject.supports(&s.callee) {
            Support::Yes => None,
            Support::Missing(why) => Some(why),
        })
}

/// Runs the program on the subject; a panic is a crash. Where NumPy's own answer is outside of the model
/// (an object array), nothing is there to compare with.
pub fn answer(subject: &dyn Subject, program: &Program, expected: &Outcome) -> Answer {
    if let Some(what) = expected.beyond_model() {
        return Answer::Missing(format!("NumPy's answer is out of scope: {what}"));
    }
    panics::caught(|| subject.run(program, &expected.snapshots)).unwrap_or_else(Answer::Crashed)
}

/// The verdict on one answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It ran and was judged; it conforms if no difference is hard.
    Judged(Judgement),
    /// The subject does not have something.
    Missing(String),
    /// The subject declines to trace it.
    NotTraceable(String),
    /// It crashed or did not end: a failure without an outcome.
    Dead {
        /// It was ended for its time.
        timed_out: bool,
        /// How that reads.
        failure: Judgement,
    },
}

/// Judges an answer.
pub fn verdict(
    plan: &dyn Plan,
    op: &str,
    program: &Program,
    expected: &Outcome,
    answer: &Answer,
    facets: FacetSet,
) -> Verdict {
    let dead = |timed_out, kind: &str, summary: String| Verdict::Dead {
        timed_out,
        failure: Judgement {
            signature: Signature::crash(op, kind).to_string(),
            op: op.to_owned(),
            differences: vec![Difference {
                facet: Facet::Raises,
                statement: program.statements.len().saturating_sub(1),
                var: None,
                class: kind.to_owned(),
                detail: summary,
            }],
            ..Judgement::default()
        },
    };
    match answer {
        Answer::Outcome(got) => Verdict::Judged(plan.judge(op, program, expected, got, facets)),
        Answer::Missing(why) => Verdict::Missing(why.clone()),
        Answer::NotTraceable(why) => Verdict::NotTraceable(why.clone()),
        Answer::Crashed(why) => dead(false, why, format!("crashed: {why}")),
        Answer::TimedOut => dead(true, "timed out", "did not end in time".to_owned()),
    }
}

impl Verdict {
    /// The failure in it, if there is one; soft ones too.
    pub fn failure(&self) -> Option<&Judgement> {
        match self {
            Verdict::Judged(judgement) => (!judgement.differences.is_empty()).then_some(judgement),
            Verdict::Dead { failure, .. } => Some(failure),
            Verdict::Missing(_) | Verdict::NotTraceable(_) => None,
        }
    }

    /// Counts the verdict of case `index`.
    pub fn count(&self, counts: &mut Counts, index: u64, program: &Program, expected: &Outcome) {
        if matches!(self, Verdict::Judged(_) | Verdict::Dead { .. }) {
            counts.verdicts.raised += u64::from(expected.error.is_some());
        }
        match self {
            Verdict::Judged(judgement) => {
                let differing = (judgement.differences.iter())
                    .fold(FacetSet::EMPTY, |set, d| set.with(d.facet));
                counts.compared(judgement.checked, differing, first_dtype(program));
                counts.ulp(judgement.worst_ulp);
            }
            Verdict::Missing(why) => counts.missing(index, why),
            Verdict::NotTraceable(_) => counts.verdicts.not_traceable += 1,
            Verdict::Dead { timed_out, .. } => {
                if *timed_out {
                    counts.verdicts.timed_out += 1;
                } else {
                    counts.verdicts.crashed += 1;
                }
                if let Some(dtype) = first_dtype(program) {
                    counts.dead(dtype);
                }
            }
        }
    }
}

/// The dtype of the first array, by which reports group.
fn first_dtype(program: &Program) -> Option<DType> {
    program.statements.iter().find_map(|s| match &s.callee {
        Callee::Literal(literal) => Some(literal.dtype),
        _ => None,
    })
}
