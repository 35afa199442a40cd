//! Builds the embedded half (`embed/`), whose bytes the library carries.
//!
//! A build of its own, because the two halves are linked differently: the embedded half has libpython's
//! symbols open until it is loaded, and nothing that depends on this crate may inherit that. It is always
//! optimised, also under a plain `cargo test`, since NumPy's side of every case runs through it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Variables of the outer cargo that the inner one may see; every other `CARGO_*` speaks of the outer build.
const KEPT: &[&str] = &[
    "CARGO_HOME",
    "CARGO_MAKEFLAGS",
    "CARGO_NET_",
    "CARGO_HTTP_",
    "CARGO_REGISTRIES_",
    "CARGO_REGISTRY_",
    "CARGO_SOURCE_",
    "CARGO_TERM_",
];

/// Variables that change what is compiled: flags, wrappers (clippy, coverage), the choice of a Python.
const DROPPED: &[&str] = &[
    "CARGO_",
    "RUSTFLAGS",
    "RUSTDOCFLAGS",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "LLVM_PROFILE_FILE",
    "PYO3_",
    "DEP_",
];

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|e| panic!("cargo sets {name}: {e}"))
}

fn main() {
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let target = variable("TARGET");
    let root = here.join("..");
    for path in [
        here.join("build.rs"),
        here.join("embed/src"),
        here.join("embed/Cargo.toml"),
        root.join("model/src"),
        root.join("model/Cargo.toml"),
        root.join("Cargo.toml"),
    ] {
        println!("cargo::rerun-if-changed={}", path.display());
    }

    let inner = out.join("embed");
    let mut cargo = Command::new(variable("CARGO"));
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let starts = |list: &[&str]| list.iter().any(|prefix| text.starts_with(prefix));
        if starts(DROPPED) && !starts(KEPT) {
            cargo.env_remove(&name);
        }
    }
    cargo
        .current_dir(here.join("embed"))
        .env("PYO3_NO_PYTHON", "1")
        .args(["build", "--release", "--package", "nparity-embed"])
        .args(["--target", &target])
        .args(["--config", "profile.release.debug=false"])
        .args(["--config", "profile.release.strip=true"])
        // One thread of Python answers all cases of a run, so its speed is the run's.
        .args(["--config", "profile.release.lto=true"])
        .args(["--config", "profile.release.codegen-units=1"])
        .arg("--target-dir")
        .arg(&inner);
    if root.join("Cargo.lock").exists() {
        cargo.arg("--locked");
    }
    let output = cargo
        .output()
        .unwrap_or_else(|e| panic!("cannot run cargo for oracles/embed: {e}"));
    assert!(
        output.status.success(),
        "building oracles/embed failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );

    let built = inner.join(&target).join("release");
    let library = ["libnparity_embed.so", "libnparity_embed.dylib"]
        .iter()
        .map(|name| built.join(name))
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("no library in {}", built.display()));
    place(&library, &out.join("nparity_embed.bin"));
}

/// Copies the library to where `include_bytes!` looks for it.
fn place(from: &Path, to: &Path) {
    fs::copy(from, to).unwrap_or_else(|e| panic!("cannot copy {}: {e}", from.display()));
}
