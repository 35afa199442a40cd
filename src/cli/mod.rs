//! The command line: `nparity run`, `replay`, `report`, ...
//!
//! Exit status: 0 conforms, 1 differs, 2 could not run. What could not be run is said in one line on
//! stderr, with the mend. Commands that need no Python do not touch it.

mod args;
mod bench;
mod case_file;
mod doctor;
mod interrupt;
mod list;
mod mutants;
mod programs;
mod progress;
mod record;
mod replay;
mod report;
mod run;
mod specs;

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Everything conforms, or there was nothing to judge.
    Conforms,
    /// Something differs.
    Differs,
}

/// Runs the command of the process's arguments.
pub(crate) fn main() -> ExitCode {
    let args = Args::parse();
    match dispatch(args.command) {
        Ok(End::Conforms) => ExitCode::SUCCESS,
        Ok(End::Differs) => ExitCode::from(1),
        Err(error) => {
            // One line, whatever the causes print.
            let line = format!("{error:#}").replace(['\n', '\r'], " ");
            eprintln!("nparity: {line}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: Command) -> anyhow::Result<End> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Report(args) => report::report(&args),
        Command::Shrink(args) => case_file::shrink(&args),
        Command::Repro(args) => case_file::repro(&args),
        Command::Show(args) => case_file::show(&args),
        Command::List(args) => list::list(&args),
        Command::Mutants(args) => mutants::mutants(&args),
        Command::Trace(args) => case_file::trace(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Doctor(args) => doctor::doctor(&args),
    }
}
