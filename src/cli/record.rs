//! Findings into the corpus.

use anyhow::Context;
use nparity_harness::corpus::case::FORMAT;
use nparity_harness::corpus::{self, CorpusCase, Status, Written};
use nparity_harness::repro;
use nparity_harness::results::RunResults;
use nparity_model::{DType, Observed, Outcome, Value};
use std::path::Path;

/// Writes a run's new findings into a corpus folder, and notes the files in the results. With a reason they
/// are listed as known.
pub(super) fn record(
    results: &mut RunResults,
    folder: &Path,
    known: Option<&str>,
) -> anyhow::Result<()> {
    let about = &results.about;
    for finding in results.findings.iter_mut().filter(|f| !f.facet.is_soft()) {
        let case = CorpusCase {
            format: FORMAT,
            op: finding.op.clone(),
            facet: finding.facet,
            signature: finding.signature.clone(),
            subject: finding.subjects.first().cloned().unwrap_or_default(),
            status: if known.is_some() {
                Status::Known
            } else {
                Status::Fixed
            },
            reason: known.map(str::to_owned),
            summary: finding.summary.clone(),
            seed: about.seed,
            oracle: about.oracle.clone(),
            source: source(&finding.program),
            program: finding.program.clone(),
            outcome: tidy(finding.expected.clone()),
        };
        let written = corpus::write(folder, &case).context("cannot record a finding")?;
        let (Written::New(path) | Written::Present(path)) = written;
        finding.corpus = Some(path.display().to_string());
    }
    Ok(())
}

/// Bools of uninitialised memory may be any byte; a file holds proper ones.
fn tidy(mut outcome: Outcome) -> Outcome {
    fn tidied(value: &Value<Observed>) -> Value<Observed> {
        if let Value::Scalar(scalar) = value
            && scalar.dtype() == DType::Bool
        {
            return Value::Scalar((scalar.as_integer() != Some(0)).into());
        }
        let tidied = value.try_map(&mut |array: &Observed| {
            let mut array = array.clone();
            if array.dtype == DType::Bool {
                array.data.iter_mut().for_each(|b| *b = u8::from(*b != 0));
            }
            Ok::<_, std::convert::Infallible>(Value::Array(array))
        });
        match tidied {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }
    let snapshots = outcome.snapshots.iter_mut().map(|s| &mut s.value);
    for value in outcome.vars.iter_mut().chain(snapshots) {
        *value = tidied(value);
    }
    outcome
}

/// The program as lines for readers.
pub(super) fn source(program: &nparity_model::Program) -> Vec<String> {
    repro::short(program).lines().map(str::to_owned).collect()
}
