//! Where interpreters are looked for, in which order.

use super::interpreter::Interpreter;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

/// What named a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The user, by `--python`.
    Argument,
    /// The user, by `NPARITY_PYTHON`.
    Variable,
    /// The active virtual environment.
    VirtualEnv,
    /// The search path.
    Path,
}

impl Source {
    /// Whether the user meant this one and no other.
    pub fn is_explicit(self) -> bool {
        matches!(self, Source::Argument | Source::Variable)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Argument => "--python",
            Source::Variable => "NPARITY_PYTHON",
            Source::VirtualEnv => "VIRTUAL_ENV",
            Source::Path => "PATH",
        })
    }
}

/// An interpreter that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// What named it.
    pub source: Source,
    /// The name, found on PATH if it was a bare one.
    pub path: PathBuf,
    /// What it says of itself, or why it does not answer.
    pub answer: Result<Interpreter, String>,
}

impl Candidate {
    /// Asks the interpreter at `path`.
    pub fn ask(source: Source, path: PathBuf) -> Candidate {
        let answer = Interpreter::ask(&path);
        Candidate {
            source,
            path,
            answer,
        }
    }

    /// The interpreter if it can serve, else why not.
    ///
    /// # Errors
    /// A lower-case fragment.
    pub fn usable(&self) -> Result<&Interpreter, String> {
        let interpreter = self.answer.as_ref().map_err(Clone::clone)?;
        match interpreter.unusable() {
            Some(reason) => Err(reason),
            None => Ok(interpreter),
        }
    }
}

/// The variables of the surroundings that decide.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// `NPARITY_PYTHON`
    pub nparity_python: Option<OsString>,
    /// `VIRTUAL_ENV`
    pub virtual_env: Option<OsString>,
    /// `PATH`
    pub path: Option<OsString>,
}

impl Surroundings {
    /// Those of this process.
    pub fn of_process() -> Surroundings {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        Surroundings {
            nparity_python: set("NPARITY_PYTHON"),
            virtual_env: set("VIRTUAL_ENV"),
            path: set("PATH"),
        }
    }

    fn folders(&self) -> Vec<PathBuf> {
        // What a shell takes when nothing is set.
        let path = self
            .path
            .as_deref()
            .unwrap_or(OsStr::new("/usr/local/bin:/usr/bin:/bin"));
        env::split_paths(path).collect()
    }

    /// A bare name is looked up on PATH, as a shell would.
    fn locate(&self, python: &Path) -> PathBuf {
        if python.components().count() > 1 {
            return python.to_owned();
        }
        self.folders()
            .iter()
            .map(|folder| folder.join(python))
            .find(|path| path.is_file())
            .unwrap_or_else(|| python.to_owned())
    }

    /// The interpreters to look at, best first. One that the user names is the only one.
    pub fn list(&self, argument: Option<&Path>) -> Vec<(Source, PathBuf)> {
        if let Some(python) = argument {
            return vec![(Source::Argument, self.locate(python))];
        }
        if let Some(python) = &self.nparity_python {
            return vec![(Source::Variable, self.locate(Path::new(python)))];
        }
        let mut found = Vec::new();
        if let Some(folder) = &self.virtual_env {
            found.push((Source::VirtualEnv, Path::new(folder).join("bin/python")));
        }
        let folders = self.folders();
        for name in ["python3", "python"] {
            for folder in &folders {
                found.push((Source::Path, folder.join(name)));
            }
        }
        let mut versions: BTreeMap<u32, Vec<PathBuf>> = BTreeMap::new();
        for folder in &folders {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let minor = name
                    .to_str()
                    .and_then(|name| name.strip_prefix("python3."))
                    .and_then(|minor| minor.parse().ok());
                if let Some(minor) = minor {
                    versions.entry(minor).or_default().push(entry.path());
                }
            }
        }
        for (_, paths) in versions.into_iter().rev() {
            found.extend(paths.into_iter().map(|path| (Source::Path, path)));
        }
        let mut files = Vec::new();
        found.retain(|(_, path)| {
            // A virtual environment's `python` is a link to another environment's: not the same candidate.
            let file = path.parent().map(fs::canonicalize).and_then(Result::ok);
            let file = file.map(|folder| folder.join(path.file_name().unwrap_or_default()));
            let new = path.is_file() && !files.contains(&file);
            files.push(file);
            new
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn executable(folder: &Path, name: &str) -> PathBuf {
        fs::create_dir_all(folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, "#!/bin/sh\nexit 3\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn the_order_is_environment_then_path_then_versions() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let venv = executable(&root.join("venv/bin"), "python");
        let three = executable(&root.join("b"), "python3");
        let plain = executable(&root.join("a"), "python");
        let old = executable(&root.join("a"), "python3.9");
        let new = executable(&root.join("b"), "python3.12");
        executable(&root.join("b"), "python3.12-config");
        let surroundings = Surroundings {
            nparity_python: None,
            virtual_env: Some(root.join("venv").into()),
            path: Some(env::join_paths([root.join("a"), root.join("b")]).unwrap()),
        };
        let paths: Vec<PathBuf> = surroundings.list(None).into_iter().map(|c| c.1).collect();
        assert_eq!(paths, [venv, three, plain, new, old]);
    }

    #[test]
    fn a_named_interpreter_is_the_only_one() {
        let mut surroundings = Surroundings {
            path: Some("/nowhere".into()),
            ..Surroundings::default()
        };
        let list = surroundings.list(Some(Path::new("/opt/python")));
        assert_eq!(list, [(Source::Argument, PathBuf::from("/opt/python"))]);
        surroundings.nparity_python = Some("/opt/other".into());
        let list = surroundings.list(None);
        assert_eq!(list, [(Source::Variable, PathBuf::from("/opt/other"))]);
    }
}
