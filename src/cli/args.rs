//! The arguments.

use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Does this array library behave like NumPy? Differential testing against real NumPy, with shrunk repros.
#[derive(Parser, Debug)]
#[command(name = "nparity", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Generate cases, run them on NumPy and the subjects, compare, shrink, report
    Run(RunArgs),
    /// Run corpus cases again; without Python, against the recorded outcomes
    Replay(ReplayArgs),
    /// Make reports from the results of runs
    Report(ReportArgs),
    /// Shrink a case further
    Shrink(ShrinkArgs),
    /// Print a case as a Python script, or as Rust code
    Repro(ReproArgs),
    /// Print a case: its program, what NumPy gave, what is known of it
    Show(CaseArgs),
    /// List the ops, and what each subject has of them
    List(ListArgs),
    /// Seed faults one at a time and count how many cases it takes to find each
    Mutants(MutantsArgs),
    /// Print the graph of a case, traced by tnp
    Trace(TraceArgs),
    /// Time tnp and NumPy side by side
    Bench(BenchArgs),
    /// Explain which Python, libpython and NumPy are found
    Doctor(PythonArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// Ops to time, with `*` and `?`, separated by commas; of programs, names
    #[arg(long, value_name = "GLOB", default_value = "*")]
    pub(crate) ops: String,
    /// Numbers of elements
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [10, 1000, 100_000, 10_000_000])]
    pub(crate) sizes: Vec<usize>,
    /// Time whole programs instead, compiled by the fused backend
    #[arg(long)]
    pub(crate) programs: bool,
    /// Print how the fused backend runs each program
    #[arg(long, requires = "programs")]
    pub(crate) explain: bool,
    /// Seconds that each program is called for, on each side
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// Rounds; each times both sides once, and the least times count
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) rounds: usize,
    /// The Python interpreter [default: $VIRTUAL_ENV, then python3 on PATH]
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RunArgs {
    /// A library under test, by name; `nparity list` shows the names
    #[arg(long = "subject", value_name = "NAME")]
    pub(crate) subjects: Vec<String>,
    /// Ops to run: names or families, with `*` and `?`, separated by commas
    #[arg(long, value_name = "GLOB", default_value = "*")]
    pub(crate) ops: String,
    /// Cases per op
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "time",
        default_value_t = 1000
    )]
    pub(crate) cases: usize,
    /// Run for this long, as `60s` or `5m`, in rounds over all ops
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) time: Option<Duration>,
    /// The seed; the same seed gives the same cases and results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    #[command(flatten)]
    pub(crate) python: PythonArgs,
    /// Write a report here; the name's ending is its format: .html, .xml (JUnit), .json, .md
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Vec<PathBuf>,
    /// Fail also on these
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<Deny>,
    /// Print where time goes
    #[arg(long)]
    pub(crate) profile: bool,
    /// Record findings in this folder, and take known failures from it
    #[arg(long, value_name = "DIR", default_value = "target/nparity/corpus")]
    pub(crate) corpus: PathBuf,
    /// Record nothing
    #[arg(long)]
    pub(crate) no_record: bool,
    /// Record findings as known, with this reason: later runs and tests show them and do not fail
    #[arg(long, value_name = "REASON", conflicts_with = "no_record")]
    pub(crate) known: Option<String>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct PythonArgs {
    /// NumPy as users run it, or with its CPU dispatch switched off
    #[arg(long, value_enum, default_value_t = OracleKind::Default)]
    pub(crate) oracle: OracleKind,
    /// The Python interpreter [default: $VIRTUAL_ENV, then python3 on PATH]
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OracleKind {
    Default,
    Strict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Deny {
    /// Ops or cases that a subject does not have
    Missing,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReplayArgs {
    /// Corpus files or folders
    #[arg(default_value = "corpus")]
    pub(crate) paths: Vec<PathBuf>,
    /// A library under test
    #[arg(long = "subject", value_name = "NAME")]
    pub(crate) subjects: Vec<String>,
    /// Ask NumPy too, and report where it differs from the recorded outcomes
    #[arg(long)]
    pub(crate) drift: bool,
    #[command(flatten)]
    pub(crate) python: PythonArgs,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReportArgs {
    /// Results of runs; several are shown side by side
    #[arg(default_value = "target/nparity/results.json")]
    pub(crate) runs: Vec<PathBuf>,
    /// Where to write; .html, .xml (JUnit), .json, .md [default: the summary on stdout]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct CaseArgs {
    /// A corpus file
    pub(crate) case: PathBuf,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReproArgs {
    /// A corpus file
    pub(crate) case: PathBuf,
    /// As Rust code on the subject that the case was found in, instead of Python on NumPy
    #[arg(long)]
    pub(crate) rust: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum GraphFormat {
    /// The FX table
    Table,
    /// Straight-line code
    Code,
    /// JSON
    Json,
    /// Graphviz
    Dot,
}

#[derive(clap::Args, Debug)]
pub(crate) struct TraceArgs {
    /// A corpus file
    pub(crate) case: PathBuf,
    /// The form of the graphs
    #[arg(long, value_enum, default_value_t = GraphFormat::Table)]
    pub(crate) format: GraphFormat,
    /// Print the graph lowered to primitives as well
    #[arg(long)]
    pub(crate) lower: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ShrinkArgs {
    /// A corpus file
    pub(crate) case: PathBuf,
    /// The subject that fails [default: the one that the case names]
    #[arg(long, value_name = "NAME")]
    pub(crate) subject: Option<String>,
    /// Write the shrunk case into this folder instead of printing it
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) python: PythonArgs,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ListArgs {
    /// Ops to list
    #[arg(long, value_name = "GLOB", default_value = "*")]
    pub(crate) ops: String,
    /// List instead how calls trace: lowered to primitives, as nodes of their own, or refused and why
    #[arg(long)]
    pub(crate) tracing: bool,
    /// Ask NumPy instead: valid calls that it refuses and invalid ones that it takes are faults of a spec
    #[arg(long, conflicts_with = "tracing")]
    pub(crate) probe: bool,
    /// Show instead how much of the pairs of dtype, rank, layout, operands and form the cases try together
    #[arg(long, conflicts_with_all = ["tracing", "probe"])]
    pub(crate) coverage: bool,
    /// Cases per op, for these two
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) cases: u64,
    /// The seed, for these two
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) python: PythonArgs,
    /// Subjects to show
    #[arg(long = "subject", value_name = "NAME")]
    pub(crate) subjects: Vec<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MutantsArgs {
    /// The sound library behind the faults
    #[arg(long, value_name = "NAME", default_value = "tnp:wrapper")]
    pub(crate) subject: String,
    /// Faults to seed: names, with `*` and `?`, separated by commas
    #[arg(long, value_name = "GLOB", default_value = "*")]
    pub(crate) faults: String,
    /// Cases per op within which a fault must be found
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(crate) cases: u64,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) python: PythonArgs,
}
