//! `nparity replay`: corpus cases again.

use super::args::ReplayArgs;
use super::{End, run};
use anyhow::bail;
use nparity::subjects;
use nparity_harness::corpus::{self, Replay};
use nparity_harness::run::specs::SpecPlan;
use nparity_harness::{Oracle, Subject};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

pub(super) fn replay(args: &ReplayArgs) -> anyhow::Result<End> {
    let names: Vec<&str> = if args.subjects.is_empty() {
        subjects::DEFAULT.to_vec()
    } else {
        args.subjects.iter().map(String::as_str).collect()
    };
    subjects::check(&names)?;
    let files = corpus::list(&args.paths)?;
    if files.is_empty() {
        bail!("no corpus case in {}", shown(&args.paths));
    }
    // Only asking NumPy needs Python.
    let needs_numpy = args.drift || names.contains(&subjects::NUMPY);
    let oracle = needs_numpy.then(|| run::open(&args.python)).transpose()?;
    let opened: Vec<Box<dyn Subject>> = match &oracle {
        Some(oracle) => run::open_subjects(&names, oracle, &args.python)?,
        None => names
            .iter()
            .map(|name| Ok(subjects::open(name)?))
            .collect::<anyhow::Result<_>>()?,
    };
    let mut replayer = Replayer {
        plan: SpecPlan::all(),
        subjects: opened,
        oracle: oracle.filter(|_| args.drift),
        counts: Counts::default(),
    };
    for file in &files {
        replayer.file(file)?;
    }
    println!("{}", replayer.counts);
    let counts = &replayer.counts;
    if counts.unreadable > 0 {
        bail!("{} corpus files could not be read", counts.unreadable);
    }
    if counts.passed + counts.known + counts.failed == 0 {
        bail!("no case could be run: the subjects miss what they need");
    }
    Ok(if counts.failed > 0 {
        End::Differs
    } else {
        End::Conforms
    })
}

fn shown(paths: &[std::path::PathBuf]) -> String {
    let shown: Vec<_> = paths.iter().map(|p| p.display().to_string()).collect();
    shown.join(", ")
}

struct Replayer {
    plan: SpecPlan,
    subjects: Vec<Box<dyn Subject>>,
    oracle: Option<Arc<dyn Oracle>>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    files: usize,
    unreadable: usize,
    passed: usize,
    known: usize,
    failed: usize,
    missing: usize,
    drifted: usize,
}

impl Replayer {
    fn file(&mut self, file: &Path) -> anyhow::Result<()> {
        self.counts.files += 1;
        let case = match corpus::read(file) {
            Ok(case) => case,
            Err(error) => {
                eprintln!("nparity: {error}");
                self.counts.unreadable += 1;
                return Ok(());
            }
        };
        let mut expected = Cow::Borrowed(&case.outcome);
        if let Some(oracle) = &self.oracle {
            let (fresh, drift) = corpus::drift(&case, oracle.as_ref(), &self.plan)?;
            if let Some(drift) = drift {
                self.counts.drifted += 1;
                println!(
                    "{}: NumPy differs from the recorded outcome:",
                    file.display()
                );
                drift.0.iter().for_each(|line| println!("    {line}"));
            }
            expected = Cow::Owned(fresh);
        }
        for subject in &self.subjects {
            let result = corpus::replay(&case, &expected, subject.as_ref(), &self.plan);
            let place = format!("{} on {}", file.display(), subject.name());
            match result {
                Replay::Passes => self.counts.passed += 1,
                Replay::KnownFails { .. } => self.counts.known += 1,
                Replay::Missing(why) => {
                    self.counts.missing += 1;
                    println!("{place}: missing: {why}");
                }
                Replay::PassesUnexpectedly => {
                    self.counts.failed += 1;
                    let reason = case.reason.as_deref().unwrap_or_default();
                    println!("{place}: passes, but is listed as known ({reason}); set it to fixed");
                }
                Replay::Fails { differences } => {
                    self.counts.failed += 1;
                    println!("{place}: differs");
                    differences.iter().for_each(|line| println!("    {line}"));
                }
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} files: {} pass, {} known to fail, {} fail, {} missing",
            self.files, self.passed, self.known, self.failed, self.missing
        )?;
        if self.drifted > 0 {
            write!(f, ", {} drifted", self.drifted)?;
        }
        if self.unreadable > 0 {
            write!(f, ", {} unreadable", self.unreadable)?;
        }
        Ok(())
    }
}
