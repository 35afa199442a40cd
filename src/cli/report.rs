//! `nparity report`: reports from results that were written before.

use super::End;
use super::args::ReportArgs;
use anyhow::bail;
use nparity_harness::results::RunResults;
use nparity_reports::html::{NamedRun, comparison};
use nparity_reports::terminal::{self, Colour};
use nparity_reports::{Format, file};
use std::io::IsTerminal;
use std::path::Path;

/// Colours, if stdout is a terminal and nobody asked for none.
pub(super) fn colour() -> Colour {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    if wanted && std::io::stdout().is_terminal() {
        Colour::Always
    } else {
        Colour::Never
    }
}

pub(super) fn report(args: &ReportArgs) -> anyhow::Result<End> {
    let runs: Vec<RunResults> = (args.runs.iter())
        .map(|path| Ok(nparity_reports::read_json(path)?))
        .collect::<anyhow::Result<_>>()?;
    for path in &args.output {
        write(path, &args.runs, &runs)?;
        println!("wrote {}", path.display());
    }
    if args.output.is_empty() {
        for results in &runs {
            print!("{}", terminal::summary(results, colour()));
        }
    }
    Ok(End::Conforms)
}

fn write(path: &Path, names: &[std::path::PathBuf], runs: &[RunResults]) -> anyhow::Result<()> {
    let format = Format::of(path)?;
    if let [results] = runs {
        return Ok(nparity_reports::write(path, format, results)?);
    }
    if format != Format::Html {
        bail!(
            "{}: several runs side by side are HTML; name the file .html",
            path.display()
        );
    }
    let names: Vec<String> = (names.iter())
        .map(|n| {
            n.file_stem()
                .unwrap_or(n.as_os_str())
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let named: Vec<NamedRun> = (names.iter().zip(runs))
        .map(|(name, results)| NamedRun { name, results })
        .collect();
    Ok(file::write_text(path, &comparison(&named)?)?)
}
