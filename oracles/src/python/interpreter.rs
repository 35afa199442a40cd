//! What an interpreter says of itself.

use serde::Deserialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest Python that serves, as for NumPy 2.4.
pub const OLDEST: (u32, u32) = (3, 11);

/// The NumPy that is the reference.
pub const NUMPY: &str = "2.4";

const INTERROGATE: &str = include_str!("interrogate.py");

/// An interpreter that was started once and asked.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Interpreter {
    implementation: String,
    version: (u32, u32, u32),
    /// `sys.executable`
    pub executable: PathBuf,
    /// `sys.prefix`: the virtual environment's folder in one.
    pub prefix: PathBuf,
    /// `sys.base_prefix`
    pub base_prefix: PathBuf,
    free_threaded: bool,
    libpython: Vec<PathBuf>,
    /// Its NumPy, if it can be imported.
    pub numpy: Option<NumPy>,
}

/// A NumPy that an interpreter can import.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct NumPy {
    /// `numpy.__version__`
    pub version: String,
    /// The package's folder.
    pub path: PathBuf,
    /// The SIMD targets that it can dispatch to, whether or not this CPU has them.
    pub dispatch: Vec<String>,
}

impl NumPy {
    /// Whether it is the reference.
    pub fn is_usable(&self) -> bool {
        self.version
            .strip_prefix(NUMPY)
            .is_some_and(|rest| rest.starts_with('.'))
    }
}

impl Interpreter {
    /// Starts the interpreter, isolated from the user's `PYTHON*` variables and user site, and asks it.
    ///
    /// # Errors
    /// A lower-case fragment that says why it does not answer.
    pub fn ask(python: &Path) -> Result<Interpreter, String> {
        let output = Command::new(python)
            .args(["-I", "-c", INTERROGATE])
            // NumPy's BLAS starts its threads at import.
            .env("OPENBLAS_NUM_THREADS", "1")
            .stdin(Stdio::null())
            .output()
            .map_err(|e| format!("cannot be run: {e}"))?;
        if !output.status.success() {
            return Err(format!(
                "failed when asked ({}): {}",
                output.status,
                gist(&String::from_utf8_lossy(&output.stderr))
            ));
        }
        let stdout = String::from_utf8_lossy(&output.stdout);
        let line = stdout.lines().next_back().unwrap_or_default();
        serde_json::from_str(line).map_err(|e| format!("gave an answer that is not ours: {e}"))
    }

    /// Its version as text.
    pub fn version(&self) -> String {
        let (major, minor, patch) = self.version;
        format!("{major}.{minor}.{patch}")
    }

    /// The same interpreter as if it were linked statically.
    #[cfg(test)]
    pub(crate) fn without_libpython(mut self) -> Interpreter {
        self.libpython.clear();
        self
    }

    /// Why it cannot serve at all, if it cannot.
    pub fn unusable(&self) -> Option<String> {
        let (major, minor, _) = self.version;
        if self.implementation != "cpython" {
            return Some(format!("is {}, not CPython", self.implementation));
        }
        if (major, minor) < OLDEST {
            return Some(format!(
                "is Python {}, older than {}.{}",
                self.version(),
                OLDEST.0,
                OLDEST.1
            ));
        }
        if self.free_threaded {
            return Some("is a free-threaded build, which has no stable ABI".to_owned());
        }
        None
    }

    /// Its shared libpython, if it has one.
    pub fn libpython(&self) -> Option<&Path> {
        self.libpython.first().map(PathBuf::as_path)
    }

    /// Its NumPy, if that is the reference.
    pub fn usable_numpy(&self) -> Option<&NumPy> {
        self.numpy.as_ref().filter(|n| n.is_usable())
    }
}

/// The line of an error text that says most: a traceback ends with it, anything else begins with it.
fn gist(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    let line = if text.contains("Traceback") {
        lines.next_back()
    } else {
        lines.next()
    };
    line.unwrap_or("it said nothing")
}

impl fmt::Display for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Python {} at {}",
            self.version(),
            self.executable.display()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_reference_version_of_numpy_is_usable() {
        let numpy = |version: &str| NumPy {
            version: version.to_owned(),
            path: PathBuf::new(),
            dispatch: Vec::new(),
        };
        assert!(numpy("2.4.6").is_usable());
        assert!(numpy("2.4.0rc1").is_usable());
        assert!(!numpy("2.40.0").is_usable());
        assert!(!numpy("1.26.4").is_usable());
    }

    #[test]
    fn what_is_no_python_says_so() {
        assert!(
            Interpreter::ask(Path::new("/nonexistent/python"))
                .unwrap_err()
                .contains("cannot be run")
        );
        assert!(
            Interpreter::ask(Path::new("/bin/false"))
                .unwrap_err()
                .contains("failed when asked")
        );
        assert!(
            Interpreter::ask(Path::new("/bin/true"))
                .unwrap_err()
                .contains("not ours")
        );
    }
}
