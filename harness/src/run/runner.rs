//! The pipeline: batches of cases over worker threads.

use super::case;
use super::config::{Budget, Config, Progress, RunError};
use super::finding;
use super::plan::Plan;
use super::profile::Profile;
use super::stand_in::{self, stand_ins};
use super::tally::Seen;
use crate::results::{About, RunResults};
use crate::{Answer, Oracle, OracleError, Subject};
use nparity_model::{Outcome, Program};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

/// A run's results, and where its time went.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// What was found.
    pub results: RunResults,
    /// Where time went; measured only if the configuration asks for it, but for cases and wall time.
    pub profile: Profile,
}

/// Runs a plan's cases on the oracle and the subjects, and shrinks what differs.
///
/// # Errors
/// If there is nothing to run, or the oracle fails.
pub fn run(
    config: &Config,
    oracle: &dyn Oracle,
    subjects: &[&dyn Subject],
    plan: &dyn Plan,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Finished, RunError> {
    if plan.ops().is_empty() {
        return Err(RunError::Nothing("no op"));
    }
    if subjects.is_empty() {
        return Err(RunError::Nothing("no subject"));
    }
    if matches!(config.budget, Budget::Cases(0)) {
        return Err(RunError::Nothing("no case"));
    }
    let started = Instant::now();
    let clock = SystemTime::now();
    let pipeline = Pipeline::new(config, oracle, subjects, plan, progress);
    let (seen, profile) = pipeline.cases()?;
    let findings = finding::findings(config, oracle, subjects, plan, &seen, progress)?;
    let about = About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        oracle: oracle.describe(),
        subjects: subjects.iter().map(|s| s.name().to_owned()).collect(),
        seed: config.seed,
        cases_per_op: pipeline.cases_per_op(),
        started: humantime::format_rfc3339_seconds(clock).to_string(),
        seconds: started.elapsed().as_secs_f64(),
        command: config.command.clone(),
    };
    if profile.cases == 0 && !pipeline.interrupted() {
        return Err(RunError::Nothing("the time was over before the first case"));
    }
    let mut counts = seen.counts.into_iter();
    let mut ops = Vec::with_capacity(counts.len());
    for op in plan.ops() {
        for (subject, counts) in subjects.iter().zip(counts.by_ref()) {
            ops.push(counts.into_result(
                op.name.clone(),
                op.family.clone(),
                op.policy.clone(),
                subject.name().to_owned(),
            ));
        }
    }
    let results = RunResults {
        about,
        ops,
        findings,
        interrupted: pipeline.interrupted(),
    };
    Ok(Finished { results, profile })
}

struct Pipeline<'a> {
    config: &'a Config,
    oracle: &'a dyn Oracle,
    subjects: &'a [&'a dyn Subject],
    plan: &'a dyn Plan,
    progress: &'a (dyn Fn(Progress) + Sync),
    deadline: Option<Instant>,
    /// The next batch that nobody has taken.
    next: AtomicU64,
    done: AtomicU64,
    failures: AtomicU64,
    /// A worker met an error of the oracle.
    failed: AtomicBool,
    /// While profiling, one batch at a time, so that NumPy's time is told from waiting.
    turn: Mutex<()>,
}

/// Some cases of one op.
struct Batch {
    op: usize,
    cases: Range<u64>,
}

impl<'a> Pipeline<'a> {
    fn new(
        config: &'a Config,
        oracle: &'a dyn Oracle,
        subjects: &'a [&'a dyn Subject],
        plan: &'a dyn Plan,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Pipeline<'a> {
        let deadline = match config.budget {
            Budget::Cases(_) => None,
            Budget::Time(time) => Instant::now().checked_add(time),
        };
        Pipeline {
            config,
            oracle,
            subjects,
            plan,
            progress,
            deadline,
            next: AtomicU64::new(0),
            done: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            turn: Mutex::new(()),
        }
    }

    /// Runs all cases, on one worker more than jobs: one of them usually waits for the oracle.
    fn cases(&self) -> Result<(Seen, Profile), OracleError> {
        let start = Instant::now();
        let workers = self.config.jobs.max(1) + 1;
        let parts: Vec<Result<_, OracleError>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..workers).map(|_| scope.spawn(|| self.work())).collect();
            threads
                .into_iter()
                .map(|t| t.join().unwrap_or_else(|e| std::panic::resume_unwind(e)))
                .collect()
        });
        let mut seen = Seen::new(self.plan.ops().len(), self.subjects.len());
        let mut profile = Profile::default();
        for part in parts {
            let (theirs, times) = part?;
            seen.merge(theirs);
            profile.merge(&times);
        }
        profile.wall = start.elapsed();
        Ok((seen, profile))
    }

    fn work(&self) -> Result<(Seen, Profile), OracleError> {
        let mut seen = Seen::new(self.plan.ops().len(), self.subjects.len());
        let mut profile = Profile::default();
        while !self.over() {
            let Some(batch) = self.batch(self.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            self.run_batch(&batch, &mut seen, &mut profile)
                .inspect_err(|_| self.failed.store(true, Ordering::Relaxed))?;
        }
        Ok((seen, profile))
    }

    fn over(&self) -> bool {
        self.config.stop.load(Ordering::Relaxed)
            || self.failed.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Batch `n`: rounds over all ops, so that an early end has seen something of each.
    fn batch(&self, n: u64) -> Option<Batch> {
        let ops = self.plan.ops().len() as u64;
        let size = self.config.batch.max(1) as u64;
        let first = (n / ops).checked_mul(size)?;
        let end = match self.config.budget {
            Budget::Cases(cases) => (first + size).min(cases as u64),
            Budget::Time(_) => first + size,
        };
        (first < end).then(|| Batch {
            op: usize::try_from(n % ops).expect("an op's number"),
            cases: first..end,
        })
    }

    fn run_batch(
        &self,
        batch: &Batch,
        seen: &mut Seen,
        profile: &mut Profile,
    ) -> Result<(), OracleError> {
        let mut clock = Clock::new(self.config.profile);
        let programs: Vec<Program> = batch
            .cases
            .clone()
            .map(|index| self.plan.case(batch.op, self.config.seed, index))
            .collect();
        profile.generation += clock.lap();

        // What no subject can run need not be asked of the oracle.
        let (mut cases, mut wanted) = (Vec::new(), Vec::with_capacity(programs.len()));
        let name = &self.plan.ops()[batch.op].name;
        for (index, program) in batch.cases.clone().zip(programs) {
            let missing = self.missing(&program);
            let stands_in = |s: &&dyn Subject| stand_in::possible(*s, name, &program);
            if missing.iter().any(Option::is_none) || self.subjects.iter().any(stands_in) {
                cases.push(Case { index, missing });
                wanted.push(program);
            } else {
                for (subject, why) in missing.iter().enumerate() {
                    let why = why.as_deref().unwrap_or_default();
                    seen.of(batch.op, subject).missing(index, why);
                }
            }
        }
        profile.subject += clock.lap();

        let outcomes = if wanted.is_empty() {
            Vec::new()
        } else {
            self.ask(&wanted, &mut clock, profile)?
        };
        let mut failures = 0;
        for (number, subject) in self.subjects.iter().enumerate() {
            let others = stand_ins(self.oracle, *subject, name, wanted.iter().zip(&outcomes))?;
            profile.oracle += clock.lap();
            // What this subject is asked: the case, or what stands in for it.
            let asked: Vec<(&Program, &Outcome)> = (wanted.iter().zip(&outcomes).zip(&others))
                .map(|(case, other)| other.as_ref().map_or(case, |(p, o)| (p, o)))
                .collect();
            let answers: Vec<Answer> = (cases.iter().zip(&asked).zip(&others))
                .map(|((case, (program, expected)), other)| {
                    match case.missing[number].as_ref().filter(|_| other.is_none()) {
                        Some(why) => Answer::Missing(why.clone()),
                        None => case::answer(*subject, program, expected),
                    }
                })
                .collect();
            profile.subject += clock.lap();
            let facets = subject.facets();
            let counts = seen.of(batch.op, number);
            let mut failed = Vec::new();
            for ((case, (program, expected)), answer) in cases.iter().zip(&asked).zip(&answers) {
                let verdict = case::verdict(self.plan, name, program, expected, answer, facets);
                verdict.count(counts, case.index, program, expected);
                if let Some(failure) = verdict.failure() {
                    failures += u64::from(!failure.is_soft());
                    failed.push((failure.signature.clone(), case.index));
                }
            }
            for (signature, index) in failed {
                seen.witness(signature, (batch.op, index), number);
            }
            profile.comparison += clock.lap();
        }
        let size = batch.cases.end - batch.cases.start;
        profile.cases += size;
        self.tell(size, failures);
        Ok(())
    }

    fn missing(&self, program: &Program) -> Vec<Option<String>> {
        (self.subjects.iter())
            .map(|subject| case::missing(*subject, program))
            .collect()
    }

    fn ask(
        &self,
        programs: &[Program],
        clock: &mut Clock,
        profile: &mut Profile,
    ) -> Result<Vec<Outcome>, OracleError> {
        let turn =
            (self.config.profile).then(|| self.turn.lock().unwrap_or_else(PoisonError::into_inner));
        profile.waiting += clock.lap();
        let outcomes = ask(self.oracle, programs)?;
        profile.oracle += clock.lap();
        drop(turn);
        Ok(outcomes)
    }

    fn tell(&self, cases: u64, failures: u64) {
        let done = self.done.fetch_add(cases, Ordering::Relaxed) + cases;
        let failures = self.failures.fetch_add(failures, Ordering::Relaxed) + failures;
        (self.progress)(Progress::Cases {
            done,
            planned: self.planned(),
            failures,
        });
    }

    fn planned(&self) -> Option<u64> {
        match self.config.budget {
            Budget::Cases(cases) => Some(cases as u64 * self.plan.ops().len() as u64),
            Budget::Time(_) => None,
        }
    }

    fn cases_per_op(&self) -> usize {
        match self.config.budget {
            Budget::Cases(cases) => cases,
            Budget::Time(_) => {
                let done = self.done.load(Ordering::Relaxed);
                usize::try_from(done / self.plan.ops().len() as u64).unwrap_or(usize::MAX)
            }
        }
    }

    fn interrupted(&self) -> bool {
        self.config.stop.load(Ordering::Relaxed)
            && self
                .planned()
                .is_none_or(|n| self.done.load(Ordering::Relaxed) < n)
    }
}

/// One case of a batch.
struct Case {
    index: u64,
    /// Why each subject cannot run it.
    missing: Vec<Option<String>>,
}

/// Measures laps, or nothing.
struct Clock(Option<Instant>);

impl Clock {
    fn new(on: bool) -> Clock {
        Clock(on.then(Instant::now))
    }

    fn lap(&mut self) -> std::time::Duration {
        match &mut self.0 {
            None => std::time::Duration::ZERO,
            Some(last) => {
                let now = Instant::now();
                now - std::mem::replace(last, now)
            }
        }
    }
}

/// Asks the oracle and checks that it answered every program.
pub(crate) fn ask(oracle: &dyn Oracle, programs: &[Program]) -> Result<Vec<Outcome>, OracleError> {
    let outcomes = oracle.run(programs)?;
    if outcomes.len() == programs.len() {
        Ok(outcomes)
    } else {
        Err(OracleError(format!(
            "{} outcomes for {} programs",
            outcomes.len(),
            programs.len()
        )))
    }
}
