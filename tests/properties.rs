//! Every op of every built-in subject against NumPy: `cargo test add` runs those whose names hold `add`.
//!
//! `NPARITY_CASES` and `NPARITY_SEED` set the budget.

use nparity::{subjects, suite};

fn main() -> std::process::ExitCode {
    let subjects = subjects::DEFAULT
        .iter()
        .filter_map(|name| subjects::find(name));
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    suite::main_with(subjects.collect(), Some(&corpus))
}
