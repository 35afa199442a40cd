//! From a witness to a finding: the failing case is shrunk, run once more and put into words.

use super::case::{self, Verdict};
use super::config::{Config, Progress, RunError};
use super::plan::{Judgement, Plan};
use super::runner::ask;
use super::stand_in::stand_ins;
use super::tally::{Seen, Witness};
use crate::repro;
use crate::results::Finding;
use crate::{Answer, Facet, Oracle, OracleError, Subject};
use nparity_model::{Outcome, Program};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the summary of a finding begins that did not show again: an answer depends on what no program can fix
/// (memory that NumPy leaves uninitialised).
pub const NOT_REPRODUCIBLE: &str = "not reproducible";

/// What shrinking needs to know.
struct Shrinker<'a> {
    config: &'a Config,
    oracle: &'a dyn Oracle,
    plan: &'a dyn Plan,
}

/// The findings of a run, in the order of their first cases.
///
/// # Errors
/// If the oracle fails.
pub(crate) fn findings(
    config: &Config,
    oracle: &dyn Oracle,
    subjects: &[&dyn Subject],
    plan: &dyn Plan,
    seen: &Seen,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Finding>, RunError> {
    let mut witnesses: Vec<(&String, &Witness)> = seen.witnesses.iter().collect();
    witnesses.sort_by_key(|(signature, w)| (w.case, w.subject, *signature));
    let shrinker = Shrinker {
        config,
        oracle,
        plan,
    };
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || -> Result<Vec<(usize, Finding)>, OracleError> {
        let mut found = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some((signature, witness)) = witnesses.get(n) else {
                return Ok(found);
            };
            let (op, index) = witness.case;
            let program = plan.case(op, config.seed, index);
            let name = &plan.ops()[op].name;
            let subject = subjects[witness.subject];
            let program = shrinker.asked(name, subject, program)?;
            let mut finding = shrinker.finding(name, subject, program, signature)?;
            finding.count = witness.count;
            finding.subjects = (witness.subjects.iter())
                .map(|s| subjects[*s].name().to_owned())
                .collect();
            found.push((n, finding));
            progress(Progress::Shrinking {
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                planned: witnesses.len(),
            });
        }
    };
    let parts: Vec<Result<_, OracleError>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..=config.jobs.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        threads
            .into_iter()
            .map(|t| t.join().unwrap_or_else(|e| std::panic::resume_unwind(e)))
            .collect()
    });
    let mut found = Vec::with_capacity(witnesses.len());
    for part in parts {
        found.extend(part?);
    }
    found.sort_by_key(|(n, _)| *n);
    Ok(found.into_iter().map(|(_, finding)| finding).collect())
}

/// Shrinks a program on which a subject fails, whatever the failure; `None` if it conforms.
///
/// # Errors
/// If the oracle fails.
pub fn shrink_program(
    config: &Config,
    oracle: &dyn Oracle,
    plan: &dyn Plan,
    subject: &dyn Subject,
    op: &str,
    program: Program,
) -> Result<Option<Finding>, OracleError> {
    let expected = ask(oracle, std::slice::from_ref(&program))?.remove(0);
    let answer = case::answer(subject, &program, &expected);
    let verdict = case::verdict(plan, op, &program, &expected, &answer, subject.facets());
    let Some(failure) = verdict.failure() else {
        return Ok(None);
    };
    let signature = failure.signature.clone();
    let shrinker = Shrinker {
        config,
        oracle,
        plan,
    };
    shrinker.finding(op, subject, program, &signature).map(Some)
}

impl Shrinker<'_> {
    /// What the subject was asked: the case, or what stands in for it.
    fn asked(
        &self,
        op: &str,
        subject: &dyn Subject,
        program: Program,
    ) -> Result<Program, OracleError> {
        if !subject.takes_stand_ins() {
            return Ok(program);
        }
        let expected = ask(self.oracle, std::slice::from_ref(&program))?.remove(0);
        let case = std::iter::once((&program, &expected));
        let other = stand_ins(self.oracle, subject, op, case)?.pop().flatten();
        Ok(other.map_or(program, |(other, _)| other))
    }

    /// Shrinks a failing program and describes what it shows.
    fn finding(
        &self,
        op: &str,
        subject: &dyn Subject,
        program: Program,
        signature: &str,
    ) -> Result<Finding, OracleError> {
        let program = self.shrunk(op, subject, program, signature)?;
        let expected = ask(self.oracle, std::slice::from_ref(&program))?.remove(0);
        let answer = case::answer(subject, &program, &expected);
        let verdict = case::verdict(
            self.plan,
            op,
            &program,
            &expected,
            &answer,
            subject.facets(),
        );
        let judgement = match verdict {
            Verdict::Judged(judgement)
            | Verdict::Dead {
                failure: judgement, ..
            } => judgement,
            // Shrinking keeps the failure; a subject that changes its mind is left without words.
            Verdict::Missing(_) | Verdict::NotTraceable(_) => Judgement::default(),
        };
        let differences = judgement.differences;
        let summary = (differences.first()).map_or_else(
            || format!("{NOT_REPRODUCIBLE}: an answer changed"),
            |d| d.detail.clone(),
        );
        let notes = [summary.clone()];
        Ok(Finding {
            signature: signature.to_owned(),
            op: if judgement.op.is_empty() {
                op.to_owned()
            } else {
                judgement.op
            },
            facet: differences.first().map_or(Facet::Raises, |d| d.facet),
            subjects: vec![subject.name().to_owned()],
            count: 1,
            python: repro::script(&program, &notes),
            rust: subject.rust(&program),
            summary,
            differences: differences.into_iter().map(|d| d.detail).collect(),
            program,
            expected,
            got: match answer {
                Answer::Outcome(outcome) => Some(outcome),
                _ => None,
            },
            corpus: None,
            graph: None,
            known: self.config.known.contains_key(signature),
        })
    }

    fn shrunk(
        &self,
        op: &str,
        subject: &dyn Subject,
        program: Program,
        signature: &str,
    ) -> Result<Program, OracleError> {
        let expected = ask(self.oracle, std::slice::from_ref(&program))?.remove(0);
        let mut failed = None;
        let mut still_fails = |candidates: &[Program]| {
            if failed.is_none() {
                match self.still_fail(op, subject, candidates, signature) {
                    Ok(fail) => return fail,
                    Err(e) => failed = Some(e),
                }
            }
            vec![false; candidates.len()]
        };
        let limits = self.config.shrink;
        let smallest = self
            .plan
            .shrink(&program, &expected, &mut still_fails, limits);
        match failed {
            Some(e) => Err(e),
            None => Ok(smallest),
        }
    }

    fn still_fail(
        &self,
        op: &str,
        subject: &dyn Subject,
        candidates: &[Program],
        signature: &str,
    ) -> Result<Vec<bool>, OracleError> {
        let outcomes = ask(self.oracle, candidates)?;
        let fails = |(program, expected): (&Program, &Outcome)| {
            if case::missing(subject, program).is_some() {
                return false;
            }
            let answer = case::answer(subject, program, expected);
            let facets = subject.facets();
            case::verdict(self.plan, op, program, expected, &answer, facets)
                .failure()
                .is_some_and(|f: &Judgement| f.signature == signature)
        };
        Ok(candidates.iter().zip(&outcomes).map(fails).collect())
    }
}
