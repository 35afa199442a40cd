//! The choice of an interpreter, and an environment with NumPy where it has none.

use super::candidates::{Candidate, Source, Surroundings};
use super::interpreter::{Interpreter, NUMPY, NumPy, OLDEST};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt};

/// What the user asks for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `--python`: this interpreter and no other.
    pub python: Option<PathBuf>,
    /// Where environments are made; by default [`default_home`].
    pub home: Option<PathBuf>,
}

/// An interpreter with the reference NumPy.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The interpreter, of the environment that was made if one was.
    pub interpreter: Interpreter,
    /// Its NumPy.
    pub numpy: NumPy,
    /// What named the interpreter.
    pub source: Source,
}

/// Why there is no environment; one line with the mend.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// Nothing on this machine serves.
    #[error(
        "no CPython {}.{} or later found{tried}: install one, or name one with --python or NPARITY_PYTHON",
        OLDEST.0, OLDEST.1
    )]
    NotFound {
        /// What was looked at, as a parenthesis.
        tried: String,
    },
    /// The one that the user named does not serve.
    #[error("{python} (named by {source_name}) {reason}: name a CPython {}.{} or later", OLDEST.0, OLDEST.1)]
    Unusable {
        /// The interpreter.
        python: String,
        /// What named it.
        source_name: Source,
        /// A fragment that reads after the path.
        reason: String,
    },
    /// The folder for environments cannot be used.
    #[error("cannot use {folder} for an environment with NumPy: {error}")]
    Home {
        /// The folder.
        folder: String,
        /// Why.
        error: io::Error,
    },
    /// NumPy is missing and cannot be installed.
    #[error(
        "{python} has no NumPy {NUMPY}, and none could be installed beside it ({reason}): \
         name a Python that has it with --python"
    )]
    Install {
        /// The interpreter.
        python: String,
        /// What went wrong.
        reason: String,
    },
}

/// What would be done for a request, without doing it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Every interpreter that was looked at, in order.
    pub candidates: Vec<Candidate>,
    /// The index of the chosen one.
    pub chosen: Option<usize>,
    /// The environment that is made for the chosen one if it has no usable NumPy itself.
    pub made: Option<PathBuf>,
}

/// How far a plan looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Until an interpreter with a libpython is found.
    Enough,
    /// At every candidate.
    Everywhere,
}

impl Plan {
    /// Looks at the candidates.
    pub fn new(request: &Request, surroundings: &Surroundings, look: Look) -> Plan {
        let mut candidates: Vec<Candidate> = Vec::new();
        let has_libpython = |c: &Candidate| c.usable().is_ok_and(|i| i.libpython().is_some());
        for (source, path) in surroundings.list(request.python.as_deref()) {
            candidates.push(Candidate::ask(source, path));
            if look == Look::Enough && candidates.last().is_some_and(has_libpython) {
                break;
            }
        }
        // One without libpython serves too, in a process of its own.
        let chosen = candidates
            .iter()
            .position(has_libpython)
            .or_else(|| candidates.iter().position(|c| c.usable().is_ok()));
        let made = chosen
            .and_then(|i| candidates[i].usable().ok())
            .filter(|i| i.usable_numpy().is_none())
            .map(|i| home(request).join(key(i)));
        Plan {
            candidates,
            chosen,
            made,
        }
    }

    /// The chosen interpreter.
    ///
    /// # Errors
    /// If no candidate serves.
    pub fn interpreter(&self) -> Result<(Source, &Interpreter), EnvironmentError> {
        if let Some(candidate) = self.chosen.map(|i| &self.candidates[i])
            && let Ok(interpreter) = candidate.usable()
        {
            return Ok((candidate.source, interpreter));
        }
        let reason = |c: &Candidate| c.usable().err().unwrap_or_default();
        if let [only] = self.candidates.as_slice()
            && only.source.is_explicit()
        {
            return Err(EnvironmentError::Unusable {
                python: only.path.display().to_string(),
                source_name: only.source,
                reason: reason(only),
            });
        }
        let tried: Vec<String> = self
            .candidates
            .iter()
            .map(|c| format!("{} {}", c.path.display(), reason(c)))
            .collect();
        let tried = if tried.is_empty() {
            String::new()
        } else {
            format!(" ({})", tried.join("; "))
        };
        Err(EnvironmentError::NotFound { tried })
    }

    /// Says which better-placed candidates were passed over, if any.
    fn passed_over(&self) -> Option<String> {
        let chosen = self.chosen?;
        let reasons: Vec<String> = self.candidates[..chosen]
            .iter()
            .map(|c| {
                let reason = c.usable().err();
                let reason = reason.unwrap_or_else(|| "has no shared libpython".to_owned());
                format!("{} {reason}", c.path.display())
            })
            .collect();
        (!reasons.is_empty()).then(|| {
            format!(
                "using {}: {}",
                self.candidates[chosen].path.display(),
                reasons.join("; ")
            )
        })
    }
}

impl Environment {
    /// Finds an interpreter, and makes an environment of it if it has no usable NumPy. What takes time or
    /// may surprise is said in one line on stderr.
    ///
    /// # Errors
    /// If there is no Python, or no NumPy and no way to install one.
    #[expect(
        clippy::print_stderr,
        reason = "the first run takes long and must say why"
    )]
    pub fn find(request: &Request) -> Result<Environment, EnvironmentError> {
        Environment::find_telling(request, &Surroundings::of_process(), &mut |line| {
            eprintln!("nparity: {line}");
        })
    }

    /// The same for other surroundings, with the lines given to `tell`.
    ///
    /// # Errors
    /// As [`Environment::find`].
    pub fn find_telling(
        request: &Request,
        surroundings: &Surroundings,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Environment, EnvironmentError> {
        let plan = Plan::new(request, surroundings, Look::Enough);
        let (source, interpreter) = plan.interpreter()?;
        if let Some(line) = plan.passed_over() {
            tell(&line);
        }
        let interpreter = if interpreter.usable_numpy().is_some() {
            interpreter.clone()
        } else {
            made_environment(interpreter, &home(request), tell)?
        };
        match interpreter.usable_numpy().cloned() {
            Some(numpy) => Ok(Environment {
                interpreter,
                numpy,
                source,
            }),
            None => Err(EnvironmentError::Install {
                python: interpreter.executable.display().to_string(),
                reason: "it cannot be imported".to_owned(),
            }),
        }
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NumPy {} on {}", self.numpy.version, self.interpreter)
    }
}

/// Where environments are made: in the cargo target folder of the running program, else in the user's cache.
pub fn default_home() -> PathBuf {
    if let Ok(program) = env::current_exe()
        && let Some(target) = target_folder(&program)
    {
        return target.join("nparity");
    }
    let cache = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .unwrap_or_else(env::temp_dir);
    cache.join("nparity")
}

/// The outermost folder above `program` that cargo marked as its own.
fn target_folder(program: &Path) -> Option<&Path> {
    program
        .ancestors()
        .filter(|folder| {
            folder.join("CACHEDIR.TAG").is_file() && folder.join(".rustc_info.json").is_file()
        })
        .last()
}

fn home(request: &Request) -> PathBuf {
    request.home.clone().unwrap_or_else(default_home)
}

/// The name of the environment for an interpreter; another interpreter of the same version has another.
fn key(interpreter: &Interpreter) -> String {
    // FNV-1a: a name must not change with the compiler, as the standard hasher may.
    let hash = interpreter
        .executable
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!(
        "python{}-numpy{NUMPY}-{:08x}",
        interpreter.version(),
        hash as u32
    )
}

/// The environment for `base` under `home`, made if it is not there or broken.
fn made_environment(
    base: &Interpreter,
    home: &Path,
    tell: &mut dyn FnMut(&str),
) -> Result<Interpreter, EnvironmentError> {
    let trouble = |error| EnvironmentError::Home {
        folder: home.display().to_string(),
        error,
    };
    let folder = home.join(key(base));
    let ready = || {
        Interpreter::ask(&folder.join("bin/python"))
            .ok()
            .filter(|i| i.usable_numpy().is_some())
    };
    if let Some(interpreter) = ready() {
        return Ok(interpreter);
    }
    fs::create_dir_all(home).map_err(trouble)?;
    // Two first runs: one makes it, the other waits and finds it. The lock goes with the file handle.
    let lock = File::create(home.join(format!("{}.lock", key(base)))).map_err(trouble)?;
    lock.lock().map_err(trouble)?;
    if let Some(interpreter) = ready() {
        return Ok(interpreter);
    }
    tell(&format!(
        "{} has no NumPy {NUMPY}; making an environment with it in {}",
        base.executable.display(),
        folder.display()
    ));
    let fresh = tempfile::Builder::new()
        .prefix("new-")
        .tempdir_in(home)
        .map_err(trouble)?;
    let made = fresh.path().join("env");
    install(base, &made).map_err(|reason| EnvironmentError::Install {
        python: base.executable.display().to_string(),
        reason,
    })?;
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(trouble)?;
    }
    fs::rename(&made, &folder).map_err(trouble)?;
    ready().ok_or_else(|| EnvironmentError::Install {
        python: base.executable.display().to_string(),
        reason: format!("the environment in {} does not work", folder.display()),
    })
}

/// Makes a virtual environment with NumPy. Where the interpreter cannot give it a pip (Debian splits that
/// off), the interpreter's own pip installs into it.
fn install(base: &Interpreter, folder: &Path) -> Result<(), String> {
    let python = base.executable.as_path();
    let inner = folder.join("bin/python");
    let run = |program: &Path, args: &[&std::ffi::OsStr]| {
        let output = Command::new(program)
            .arg("-I")
            .args(args)
            .stdin(Stdio::null())
            .output()
            .map_err(|e| e.to_string())?;
        if output.status.success() {
            return Ok(());
        }
        let text = [output.stderr, output.stdout].concat();
        let text = String::from_utf8_lossy(&text);
        let error = text
            .lines()
            .find(|line| line.starts_with("ERROR"))
            .or_else(|| text.lines().find(|line| !line.trim().is_empty()));
        Err(error.unwrap_or("it said nothing").trim().to_owned())
    };
    let requirement = format!("numpy=={NUMPY}.*");
    let numpy: [&std::ffi::OsStr; 6] = [
        "install".as_ref(),
        "--disable-pip-version-check".as_ref(),
        "--no-input".as_ref(),
        "--quiet".as_ref(),
        "--only-binary=:all:".as_ref(),
        requirement.as_ref(),
    ];
    let module = |name: &'static str| ["-m".as_ref(), std::ffi::OsStr::new(name)];
    let with_pip = run(
        python,
        &[&module("venv")[..], &[folder.as_os_str()]].concat(),
    );
    match with_pip {
        Ok(()) => run(&inner, &[&module("pip")[..], &numpy[..]].concat()),
        Err(reason) => {
            let bare = [
                "--clear".as_ref(),
                "--without-pip".as_ref(),
                folder.as_os_str(),
            ];
            run(python, &[&module("venv")[..], &bare[..]].concat())?;
            let into = ["--python".as_ref(), inner.as_os_str()];
            run(
                python,
                &[&module("pip")[..], &into[..], &numpy[..]].concat(),
            )
            .map_err(|pip| format!("{reason}; {pip}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_folder_is_known_by_cargos_marks() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target");
        let deps = target.join("debug/deps");
        fs::create_dir_all(&deps).unwrap();
        assert_eq!(target_folder(&deps.join("program")), None);
        fs::write(target.join("CACHEDIR.TAG"), "").unwrap();
        fs::write(target.join(".rustc_info.json"), "").unwrap();
        assert_eq!(target_folder(&deps.join("program")), Some(target.as_path()));
    }

    #[test]
    fn a_machine_without_python_gets_one_line_with_the_mend() {
        let nowhere = Surroundings {
            path: Some("/nowhere".into()),
            ..Surroundings::default()
        };
        let error = Environment::find_telling(&Request::default(), &nowhere, &mut |_| {});
        let text = error.unwrap_err().to_string();
        assert!(text.contains("no CPython 3.11 or later found"), "{text}");
        assert!(text.contains("--python") && !text.contains('\n'), "{text}");

        let request = Request {
            python: Some("/bin/false".into()),
            home: None,
        };
        let error = Environment::find_telling(&request, &nowhere, &mut |_| {});
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with("/bin/false (named by --python)"), "{text}");
    }
}
