//! `nparity doctor`: which Python, libpython and NumPy are found, and what to do if none.

use super::End;
use super::args::PythonArgs;
use anyhow::bail;
use nparity_oracles::{Request, doctor::diagnose};

pub(super) fn doctor(args: &PythonArgs) -> anyhow::Result<End> {
    let request = Request {
        python: args.python.clone(),
        ..Request::default()
    };
    let diagnosis = diagnose(&request);
    println!("{diagnosis}");
    if diagnosis.is_well() {
        Ok(End::Conforms)
    } else {
        bail!("no Python that serves: install CPython 3.11 or later, or name one with --python")
    }
}
