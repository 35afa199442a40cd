//! `nparity run`.

use super::args::{Deny, OracleKind, PythonArgs, RunArgs};
use super::progress::Bar;
use super::report::colour;
use super::{End, interrupt, record};
use anyhow::{Context, bail};
use nparity::reference;
use nparity::subjects;
use nparity_harness::results::RunResults;
use nparity_harness::run::specs::SpecPlan;
use nparity_harness::run::{Budget, Config, run as run_cases};
use nparity_harness::{Oracle, Subject, spec};
use nparity_reports::terminal;
use nparity_reports::{Format, Standing, Summary};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a run writes what it is not told to write elsewhere.
const FOLDER: &str = "target/nparity";

pub(super) fn run(args: &RunArgs) -> anyhow::Result<End> {
    // Whatever can be wrong with the arguments is said before Python is looked for.
    let plan = plan(&args.ops)?;
    if args.cases == 0 || args.time.is_some_and(|t| t.is_zero()) {
        bail!("a run needs at least one case: --cases 1 or more, or a --time above 0s");
    }
    if args.jobs == Some(0) {
        bail!("--jobs needs at least one thread");
    }
    let names: Vec<&str> = if args.subjects.is_empty() {
        subjects::DEFAULT.to_vec()
    } else {
        args.subjects.iter().map(String::as_str).collect()
    };
    subjects::check(&names)?;
    let reports = reports(&args.report)?;
    // The corpus of the project that one stands in, and that of earlier runs.
    let mut known = nparity::suite::known(Path::new("corpus"))?;
    known.extend(nparity::suite::known(&args.corpus)?);

    let oracle = open(&args.python)?;
    let opened = open_subjects(&names, &oracle, &args.python)?;
    let borrowed: Vec<&dyn Subject> = opened.iter().map(AsRef::as_ref).collect();
    let mut config = Config {
        seed: args.seed,
        budget: args.time.map_or(Budget::Cases(args.cases), Budget::Time),
        profile: args.profile,
        known,
        stop: interrupt::flag()?,
        command: std::env::args().collect::<Vec<_>>().join(" "),
        ..Config::default()
    };
    if let Some(jobs) = args.jobs {
        config.jobs = jobs;
    }
    let bar = Bar::new();
    let finished = run_cases(&config, oracle.as_ref(), &borrowed, &plan, &|p| bar.show(p));
    bar.finish();
    let mut finished = finished?;
    if !args.no_record {
        record::record(&mut finished.results, &args.corpus, args.known.as_deref())?;
    }
    for (path, format) in &reports {
        nparity_reports::write(path, *format, &finished.results)?;
    }
    print!("{}", terminal::summary(&finished.results, colour()));
    if args.profile {
        println!("{}", finished.profile);
    } else {
        println!("{}", finished.profile.pace());
    }
    if let Some((page, _)) = reports.first() {
        println!("report: {}", page.display());
    }
    end(&finished.results, &args.deny)
}

/// Whether a run's results fail it.
fn end(results: &RunResults, deny: &[Deny]) -> anyhow::Result<End> {
    let summary = Summary::of(results);
    let missing =
        deny.contains(&Deny::Missing) && results.ops.iter().any(|op| op.verdicts.missing > 0);
    Ok(match summary.standing {
        Standing::Empty => bail!(
            "no case could be run: the subjects miss what they need; more --cases or other --ops may help"
        ),
        Standing::Differs => End::Differs,
        Standing::Conforms | Standing::Interrupted if missing => End::Differs,
        Standing::Conforms | Standing::Interrupted => End::Conforms,
    })
}

/// The plan of the ops that a glob names.
pub(super) fn plan(globs: &str) -> anyhow::Result<SpecPlan> {
    let specs = spec::find(globs);
    if specs.is_empty() {
        bail!("--ops {globs:?} matches no op; `nparity list` shows them");
    }
    Ok(SpecPlan::new(specs))
}

/// NumPy, as the arguments want it.
pub(super) fn open(python: &PythonArgs) -> anyhow::Result<Arc<dyn Oracle>> {
    let kind = match python.oracle {
        OracleKind::Default => reference::Kind::Default,
        OracleKind::Strict => reference::Kind::Strict,
    };
    Ok(reference::open(kind, python.python.clone())?.into())
}

/// The subjects of these names. `numpy` is NumPy as users run it, whatever the oracle.
pub(super) fn open_subjects(
    names: &[&str],
    oracle: &Arc<dyn Oracle>,
    python: &PythonArgs,
) -> anyhow::Result<Vec<Box<dyn Subject>>> {
    let open_numpy = || -> anyhow::Result<Arc<dyn Oracle>> {
        if python.oracle == OracleKind::Default {
            return Ok(Arc::clone(oracle));
        }
        Ok(reference::open(reference::Kind::Default, python.python.clone())?.into())
    };
    (names.iter())
        .map(|name| {
            if *name == subjects::NUMPY {
                let subject: Box<dyn Subject> = Box::new(subjects::NumPy::new(open_numpy()?));
                return Ok(subject);
            }
            Ok(subjects::open(name)?)
        })
        .collect()
}

/// The reports to write, checked before the run: nobody wants to learn after an hour that a path is bad.
fn reports(wanted: &[PathBuf]) -> anyhow::Result<Vec<(PathBuf, Format)>> {
    let mut reports = Vec::new();
    for path in wanted {
        reports.push((path.clone(), Format::of(path)?));
    }
    let folder = Path::new(FOLDER);
    for (name, format) in [
        ("report.html", Format::Html),
        ("results.json", Format::Json),
        ("junit.xml", Format::Junit),
    ] {
        reports.push((folder.join(name), format));
    }
    for (path, _) in &reports {
        writable(path).with_context(|| format!("cannot write report {}", path.display()))?;
    }
    Ok(reports)
}

fn writable(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("it is a folder");
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    tempfile::Builder::new()
        .prefix(".nparity-probe-")
        .tempfile_in(folder)?;
    Ok(())
}
