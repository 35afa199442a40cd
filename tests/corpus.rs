//! The corpus replayed, a test per case and subject; needs no Python.

use libtest_mimic::{Arguments, Failed, Trial};
use nparity::harness::corpus::{self, Replay};
use nparity::harness::run::specs::SpecPlan;
use nparity::subjects;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let files = match corpus::list(std::slice::from_ref(&folder)) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("nparity: {error}");
            return ExitCode::from(2);
        }
    };
    let trials = (files.into_iter())
        .flat_map(|file| {
            subjects::DEFAULT
                .iter()
                .map(move |name| (file.clone(), *name))
        })
        .map(|(file, subject)| {
            let case = file
                .strip_prefix(&folder)
                .unwrap_or(&file)
                .with_extension("");
            let name = format!("{subject}::{}", case.display());
            Trial::test(name, move || replay(&file, subject))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn replay(file: &Path, subject: &str) -> Result<(), Failed> {
    let case = corpus::read(file).map_err(|e| e.to_string())?;
    let opened = subjects::open(subject).map_err(|e| e.to_string())?;
    match corpus::replay(&case, &case.outcome, opened.as_ref(), &SpecPlan::all()) {
        Replay::Passes | Replay::KnownFails { .. } | Replay::Missing(_) => Ok(()),
        Replay::PassesUnexpectedly => Err("passes, but is listed as known".into()),
        Replay::Fails { differences } => Err(differences.join("\n").into()),
    }
}
