//! What was found and why, in words.

use crate::python::candidates::Surroundings;
use crate::python::environment::{Look, default_home};
use crate::python::{Candidate, Plan, Request};
use std::fmt;
use std::path::PathBuf;

/// Everything that decides which NumPy answers. Looks, and changes nothing.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The candidates and the choice.
    pub plan: Plan,
    /// Where environments are made.
    pub home: PathBuf,
}

/// Looks at every candidate.
pub fn diagnose(request: &Request) -> Diagnosis {
    Diagnosis {
        plan: Plan::new(request, &Surroundings::of_process(), Look::Everywhere),
        home: request.home.clone().unwrap_or_else(default_home),
    }
}

impl Diagnosis {
    /// Whether there is an interpreter that serves.
    pub fn is_well(&self) -> bool {
        self.plan.chosen.is_some()
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, candidate) in self.plan.candidates.iter().enumerate() {
            let mark = if self.plan.chosen == Some(i) {
                "*"
            } else {
                " "
            };
            writeln!(
                f,
                "{mark} {} ({})",
                candidate.path.display(),
                candidate.source
            )?;
            describe(f, candidate)?;
        }
        match self.plan.interpreter() {
            Ok((_, interpreter)) => {
                write!(f, "chosen: {interpreter}")?;
                if interpreter.libpython().is_none() {
                    write!(
                        f,
                        ", in a process of its own since it has no shared libpython"
                    )?;
                }
                match &self.plan.made {
                    Some(folder) if folder.exists() => {
                        write!(f, "\nNumPy: from the environment {}", folder.display())
                    }
                    Some(folder) => write!(
                        f,
                        "\nNumPy: an environment with it is made at the first run, in {}",
                        folder.display()
                    ),
                    None => write!(f, "\nNumPy: its own"),
                }
            }
            Err(error) => write!(f, "{error}"),
        }
    }
}

fn describe(f: &mut fmt::Formatter<'_>, candidate: &Candidate) -> fmt::Result {
    if let Err(reason) = candidate.usable() {
        return writeln!(f, "      {reason}");
    }
    let Ok(interpreter) = &candidate.answer else {
        return Ok(());
    };
    writeln!(f, "      {interpreter}")?;
    match interpreter.libpython() {
        Some(path) => writeln!(f, "      libpython {}", path.display())?,
        None => writeln!(f, "      no shared libpython")?,
    }
    match &interpreter.numpy {
        Some(numpy) if numpy.is_usable() => {
            writeln!(
                f,
                "      NumPy {} in {}",
                numpy.version,
                numpy.path.display()
            )
        }
        Some(numpy) => writeln!(f, "      NumPy {}, not the reference", numpy.version),
        None => writeln!(f, "      no NumPy"),
    }
}
