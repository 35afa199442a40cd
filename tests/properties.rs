//! Every op of every built-in subject against NumPy: `cargo test add` runs those whose names hold `add`.
//!
//! `NPARITY_CASES` and `NPARITY_SEED` set the budget.

use nparity::{subjects, suite};

fn main() -> std::process::ExitCode {
    let subjects = subjects::DEFAULT
        .iter()
        .filter_map(|name| subjects::find(name));
    suite::main(subjects.collect())
}
