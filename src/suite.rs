//! Subjects as cargo tests: one named test per op and subject.
//!
//! The budget comes from the environment: `NPARITY_CASES` per op (default 200), `NPARITY_SEED` (default 0),
//! `NPARITY_PYTHON` (default: what is found). A test fails with the smallest case of each divergence, and
//! with the command that runs it again.

use crate::reference;
use libtest_mimic::{Arguments, Failed, Trial};
use nparity_harness::corpus::{self, CorpusError, Status};
use nparity_harness::results::{Finding, RunResults};
use nparity_harness::run::coverage::{Has, has};
use nparity_harness::run::specs::SpecPlan;
use nparity_harness::run::{Budget, Config, Plan, run};
use nparity_harness::{Oracle, Subject, spec};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

/// Cases per op, if nobody says otherwise.
const CASES: usize = 200;

/// Divergences shown per test; one fault often has several faces.
const SHOWN: usize = 3;

/// The signatures of known failures in a corpus folder, with their reasons. No folder, none.
///
/// A file that cannot be read is told of on stderr and left out.
///
/// # Errors
/// If the folder cannot be listed.
pub fn known(folder: &Path) -> Result<BTreeMap<String, String>, CorpusError> {
    let mut known = BTreeMap::new();
    if !folder.exists() {
        return Ok(known);
    }
    for path in corpus::list(&[folder.to_owned()])? {
        match corpus::read(&path) {
            Ok(case) if case.status == Status::Known => {
                known.insert(case.signature, case.reason.unwrap_or_default());
            }
            Ok(_) => {}
            Err(error) => eprintln!("nparity: {error}"),
        }
    }
    Ok(known)
}

/// The `main` of a test target; see [`crate::conformance_tests!`].
pub fn main(subjects: Vec<Box<dyn Subject>>) -> ExitCode {
    main_with(subjects, None)
}

/// [`main`], with a corpus folder whose known failures do not fail a test.
pub fn main_with(subjects: Vec<Box<dyn Subject>>, folder: Option<&Path>) -> ExitCode {
    let arguments = Arguments::from_args();
    let settings = Settings::from_environment().and_then(|mut settings| {
        if let Some(folder) = folder {
            settings.known = known(folder).map_err(|e| e.to_string())?;
        }
        Ok(settings)
    });
    let budget = match settings {
        Ok(budget) => Arc::new(budget),
        Err(line) => {
            eprintln!("nparity: {line}");
            return ExitCode::from(2);
        }
    };
    let trials = trials(subjects, &budget);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// What the environment says, and the one NumPy of the process.
#[derive(Debug)]
pub struct Settings {
    cases: usize,
    seed: u64,
    python: Option<PathBuf>,
    known: BTreeMap<String, String>,
    oracle: OnceLock<Result<SharedOracle, String>>,
}

struct SharedOracle(Box<dyn Oracle>);

impl std::fmt::Debug for SharedOracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl Settings {
    /// Reads the environment.
    ///
    /// # Errors
    /// A line that names the variable that is not a number.
    pub fn from_environment() -> Result<Settings, String> {
        Ok(Settings {
            cases: number("NPARITY_CASES", CASES)?,
            seed: number("NPARITY_SEED", 0)?,
            python: std::env::var_os("NPARITY_PYTHON").map(PathBuf::from),
            known: BTreeMap::new(),
            oracle: OnceLock::new(),
        })
    }

    /// NumPy, opened when the first test asks for it, so that listing tests needs none.
    fn oracle(&self) -> Result<&dyn Oracle, Failed> {
        let opened = self.oracle.get_or_init(|| {
            reference::open(reference::Kind::Default, self.python.clone())
                .map(SharedOracle)
                .map_err(|e| e.to_string())
        });
        match opened {
            Ok(oracle) => Ok(oracle.0.as_ref()),
            Err(line) => Err(format!("could not run: {line}").into()),
        }
    }
}

fn number<T: std::str::FromStr>(name: &str, default: T) -> Result<T, String> {
    match std::env::var(name) {
        Ok(text) => (text.parse()).map_err(|_| format!("{name} must be a number, not {text:?}")),
        Err(_) => Ok(default),
    }
}

/// One test per subject and op. What a subject does not have at all is an ignored test, never a passed one.
pub fn trials(subjects: Vec<Box<dyn Subject>>, settings: &Arc<Settings>) -> Vec<Trial> {
    let mut trials = Vec::new();
    for subject in subjects {
        let subject: Arc<dyn Subject> = Arc::from(subject);
        for spec in spec::all() {
            let plan = SpecPlan::new(vec![spec]);
            let missing = matches!(has(subject.as_ref(), &plan, 0), Has::None(_));
            let name = format!("{}::{}", subject.name(), spec.name);
            let (subject, settings) = (Arc::clone(&subject), Arc::clone(settings));
            let trial = Trial::test(name, move || check(subject.as_ref(), &plan, &settings));
            trials.push(trial.with_ignored_flag(missing));
        }
    }
    trials
}

/// Runs one op on one subject.
fn check(subject: &dyn Subject, plan: &SpecPlan, settings: &Settings) -> Result<(), Failed> {
    let config = Config {
        seed: settings.seed,
        budget: Budget::Cases(settings.cases),
        known: settings.known.clone(),
        // The tests of a target run side by side already.
        jobs: 1,
        ..Config::default()
    };
    let finished = run(&config, settings.oracle()?, &[subject], plan, &|_| {})
        .map_err(|e| format!("could not run: {e}"))?;
    let name = &plan.ops()[0].name;
    match failure(&finished.results, name, subject.name(), settings) {
        Some(text) => Err(text.into()),
        None => Ok(()),
    }
}

/// The text of a failure, if there is one.
fn failure(results: &RunResults, op: &str, subject: &str, settings: &Settings) -> Option<String> {
    let verdicts = results.ops.first()?.verdicts;
    let ran = verdicts.conforms + verdicts.differs + verdicts.crashed + verdicts.timed_out;
    if ran == 0 {
        return Some(format!("{op}: no case could be run on {subject}"));
    }
    let findings: Vec<&Finding> = (results.findings.iter())
        .filter(|f| !f.facet.is_soft() && !f.known)
        .collect();
    if findings.is_empty() {
        return None;
    }
    let mut text = String::new();
    for finding in findings.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "{}: {}\n{}",
            finding.facet, finding.summary, finding.python
        );
        if let Some(rust) = &finding.rust {
            let _ = writeln!(text, "{rust}");
        }
    }
    if findings.len() > SHOWN {
        let _ = writeln!(text, "... and {} more divergences", findings.len() - SHOWN);
    }
    let _ = write!(
        text,
        "again: NPARITY_SEED={} NPARITY_CASES={} cargo test -- {subject}::{op}",
        settings.seed, settings.cases
    );
    Some(text)
}
