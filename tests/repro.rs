//! Repros as code. `tests/repros/mod.rs` holds the Rust code of every corpus case: it compiles as part of the tests, and runs.
//! After a change of the corpus or of the code's form, `NPARITY_UPDATE=1 cargo test --test repro` writes it anew.

use nparity_harness::corpus;
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[rustfmt::skip]
#[allow(warnings, clippy::all)]
mod repros;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every corpus file, in order.
fn cases() -> Vec<PathBuf> {
    let list = |folder: &Path| {
        let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        found.sort();
        found
    };
    let folders = list(&root().join("corpus"))
        .into_iter()
        .filter(|p| p.is_dir());
    folders.flat_map(|folder| list(&folder)).collect()
}

#[test]
fn the_code_of_every_case_is_what_compiles_here() {
    let subject = nparity::subjects::open("tnp:wrapper").unwrap();
    let mut text = String::from("//! Generated: see `../repro.rs`.\n\n");
    let mut calls = String::new();
    for path in cases() {
        let case = corpus::read(&path).unwrap();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let name = format!("{}_{stem}", case.op.replace('.', "_"));
        let code = subject.rust(&case.program).unwrap();
        // An attribute of a whole file does not stand in a module.
        let code = code
            .replace("#![allow(unused_imports)]\n\n", "")
            .replace("fn main()", "pub fn main()");
        let _ = write!(text, "pub mod case_{name} {{\n{code}}}\n\n");
        let _ = writeln!(calls, "    case_{name}::main();");
    }
    let _ = write!(text, "pub fn all() {{\n{calls}}}\n");
    let path = root().join("tests/repros/mod.rs");
    if std::env::var_os("NPARITY_UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let now = std::fs::read_to_string(&path).unwrap();
    assert!(
        now == text,
        "tests/repros/mod.rs is out of step: NPARITY_UPDATE=1 cargo test --test repro"
    );
}

#[test]
fn the_code_of_every_case_runs() {
    repros::all();
}
