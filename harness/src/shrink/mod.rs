//! Makes failing programs small: one shrinker for generated cases, corpus files and the command line.
//!
//! [`candidates`] gives smaller programs, the boldest first; [`shrink`] keeps the first that still fails and
//! goes on from there, until none does. A candidate always has a smaller `measure` than its program, and the
//! measure is well-founded, so shrinking ends. Whether a candidate *makes sense* to NumPy is not asked here:
//! one that raises does not fail in the same way, and is not kept.
//!
//! | module | makes smaller |
//! | --- | --- |
//! | `statements` | programs, by dropping statements and rewiring variables |
//! | `arguments` | arguments of calls |
//! | `literals` | shapes of array literals |
//! | `elements` | dtypes and elements of array literals |
//! | `measure` | decides what smaller is |

mod arguments;
mod elements;
mod literals;
mod measure;
mod statements;
mod tree;

use nparity_model::{ArrayLiteral, Callee, Outcome, Program, Statement, Value, wire};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

pub use tree::ProgramTree;

/// A way to make a program smaller; `None` if it does not apply.
type Edit = Box<dyn Fn(&Program) -> Option<Program> + Send + Sync>;

/// The kinds of edits, the boldest first.
const STAGES: &[fn(&Program) -> Vec<Edit>] = &[
    statements::cut,
    statements::rewire,
    arguments::drop,
    literals::shapes,
    elements::dtypes,
    arguments::simplify,
    elements::values,
];

/// How much a shrink may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Candidates asked about.
    pub attempts: usize,
    /// Time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            attempts: 20_000,
            time: Duration::from_secs(20),
        }
    }
}

/// Smaller programs, the boldest first, made as they are asked for.
pub fn candidates(program: &Program) -> impl Iterator<Item = Program> + '_ {
    (0..STAGES.len()).flat_map(|stage| stage_candidates(program, stage))
}

fn stage_candidates(program: &Program, stage: usize) -> impl Iterator<Item = Program> + '_ {
    let size = measure::of(program);
    STAGES[stage](program)
        .into_iter()
        .filter_map(move |edit| edit(program))
        .filter(move |smaller| measure::of(smaller) < size && smaller.check().is_ok())
}

/// The smallest program found that still fails, asking about batches of candidates.
///
/// `still_fails` answers one bool per candidate: whether it fails with the same signature.
pub fn shrink(
    program: &Program,
    still_fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
    limits: Limits,
) -> Program {
    Search {
        best: program.clone(),
        still_fails,
        seen: HashSet::new(),
        attempts: limits.attempts,
        end: Instant::now().checked_add(limits.time),
    }
    .run()
}

/// As [`shrink`], and results in the middle of the program are first replaced by literals of what NumPy
/// computed for them, which `outcome` tells.
pub fn shrink_with_outcome(
    program: &Program,
    outcome: &Outcome,
    still_fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
    limits: Limits,
) -> Program {
    let start = Instant::now();
    let mut best = program.clone();
    for k in (0..program.statements.len()).rev() {
        if let Some(frozen) = freeze(&best, outcome, k)
            && still_fails(std::slice::from_ref(&frozen)) == [true]
        {
            best = frozen;
        }
    }
    let limits = Limits {
        time: limits.time.saturating_sub(start.elapsed()),
        ..limits
    };
    shrink(&best, still_fails, limits)
}

/// The program with the result of statement `k` as a literal.
fn freeze(program: &Program, outcome: &Outcome, k: usize) -> Option<Program> {
    let statement = &program.statements[k];
    if matches!(statement.callee, Callee::Literal(_)) {
        return None;
    }
    let Value::Array(array) = outcome.vars.get(k)? else {
        return None;
    };
    let literal = ArrayLiteral::new(array.dtype, array.shape.clone(), array.data.clone()).ok()?;
    let mut frozen = program.clone();
    frozen.statements[k] = Statement::new(Callee::Literal(literal), Vec::new());
    Some(frozen)
}

struct Search<'a> {
    best: Program,
    still_fails: &'a mut dyn FnMut(&[Program]) -> Vec<bool>,
    /// Hashes of the programs asked about.
    seen: HashSet<u64>,
    attempts: usize,
    end: Option<Instant>,
}

impl Search<'_> {
    fn run(mut self) -> Program {
        let mut idle = 0;
        let mut stage = 0;
        // Every stage once more without success, and the program is as small as it gets.
        while idle < STAGES.len() && !self.spent() {
            if self.stage(stage) {
                idle = 0;
            } else {
                idle += 1;
                stage = (stage + 1) % STAGES.len();
            }
        }
        self.best
    }

    fn spent(&self) -> bool {
        self.attempts == 0 || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Takes the first candidate of a stage that still fails.
    fn stage(&mut self, stage: usize) -> bool {
        let best = self.best.clone();
        let mut candidates = stage_candidates(&best, stage);
        let mut size = 4;
        loop {
            let mut batch = Vec::new();
            while batch.len() < size.min(self.attempts) {
                match candidates.next() {
                    Some(candidate) => {
                        if self.seen.insert(fingerprint(&candidate)) {
                            batch.push(candidate);
                        }
                    }
                    None => break,
                }
            }
            if batch.is_empty() || self.spent() {
                return false;
            }
            self.attempts -= batch.len();
            let fails = (self.still_fails)(&batch);
            let kept = batch.into_iter().zip(fails).find(|(_, fails)| *fails);
            if let Some((smaller, _)) = kept {
                self.best = smaller;
                return true;
            }
            size = (size * 2).min(64);
        }
    }
}

fn fingerprint(program: &Program) -> u64 {
    let mut hasher = DefaultHasher::new();
    wire::encode(program).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
