//! Loading and starting the chosen libpython in this process.
//!
//! Python's start reads environment variables and PATH to find its home, and takes a wrong one silently.
//! So it is told: isolated, with the chosen interpreter as its program name, from which it finds
//! `pyvenv.cfg` and its standard library exactly as that interpreter does. `PyConfig` would say the same,
//! but its layout differs in every version; `Py_SetProgramName` and the flags are there in 3.11 to 3.14.
//! A later Python without them is answered by a worker instead.

use super::interpreter::Interpreter;
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::ffi::{CStr, OsStr, c_int};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Why Python was not started in this process.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The interpreter is linked statically.
    #[error("{0} has no shared libpython")]
    NoLibpython(String),
    /// Another one is there, linked or loaded by the program around us.
    #[error("another libpython is loaded in this process: {0}")]
    OtherLibpython(String),
    /// Something else has started it.
    #[error("Python is already running in this process")]
    Running,
    /// The dynamic linker refused.
    #[error("{0} cannot be loaded: {1}")]
    Load(String, libloading::Error),
    /// A function of CPython is not there.
    #[error("{0} has no {1}")]
    Symbol(String, String),
}

/// The libpythons that are mapped into this process, as files. Empty where the system does not tell.
pub fn mapped_libpythons() -> Vec<PathBuf> {
    let maps = fs::read("/proc/self/maps").unwrap_or_default();
    let mut found: Vec<PathBuf> = maps
        .split(|byte| *byte == b'\n')
        .filter_map(|line| line.iter().position(|b| *b == b'/').map(|at| &line[at..]))
        .map(|path| Path::new(OsStr::from_bytes(path)))
        // `libpython3.so` is the stub of the stable ABI that only points at the real one.
        .filter(|path| {
            path.file_name().is_some_and(|name| {
                let name = name.to_string_lossy();
                name.starts_with("libpython") && !name.starts_with("libpython3.so")
            })
        })
        .map(Path::to_owned)
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Loads and starts it; the calling thread is Python's main thread from now on, and attached.
pub(crate) fn start(interpreter: &Interpreter) -> Result<(), StartError> {
    let file = interpreter
        .libpython()
        .ok_or_else(|| StartError::NoLibpython(interpreter.executable.display().to_string()))?;
    if let Some(other) = mapped_libpythons().into_iter().find(|path| path != file) {
        return Err(StartError::OtherLibpython(other.display().to_string()));
    }
    // SAFETY: loading runs the initialisers of a libpython that the chosen interpreter itself uses.
    // Global, since extension modules (NumPy's, ours) expect its symbols in the process.
    let library = unsafe { Library::open(Some(file), RTLD_NOW | RTLD_GLOBAL) }
        .map_err(|error| StartError::Load(file.display().to_string(), error))?;
    let started = Libpython { library, file }.initialise(&interpreter.executable);
    started.map(|library| {
        // Never unloaded: Python's threads and modules point into it.
        std::mem::forget(library);
    })
}

struct Libpython<'a> {
    library: Library,
    file: &'a Path,
}

impl Libpython<'_> {
    /// The address of a symbol.
    ///
    /// # Safety
    /// `T` is the symbol's type.
    unsafe fn symbol<T: Copy>(&self, name: &CStr) -> Result<T, StartError> {
        // SAFETY: the caller's promise.
        let found = unsafe { self.library.get::<T>(name) };
        found.map(|symbol| *symbol).map_err(|_| {
            let name = name.to_string_lossy().into_owned();
            StartError::Symbol(self.file.display().to_string(), name)
        })
    }

    fn initialise(self, executable: &Path) -> Result<Library, StartError> {
        // SAFETY: these are the types of CPython's documented functions and variables. Nothing else runs
        // Python in this process (`Py_IsInitialized`), so writing its flags races with nobody.
        unsafe {
            let is_initialized: unsafe extern "C" fn() -> c_int =
                self.symbol(c"Py_IsInitialized")?;
            if is_initialized() != 0 {
                return Err(StartError::Running);
            }
            let set_program_name: unsafe extern "C" fn(*const Wide) =
                self.symbol(c"Py_SetProgramName")?;
            let initialize: unsafe extern "C" fn(c_int) = self.symbol(c"Py_InitializeEx")?;
            for flag in [
                // No `PYTHON*` variables, no user site, no current folder on `sys.path`.
                c"Py_IsolatedFlag",
                c"Py_IgnoreEnvironmentFlag",
                c"Py_NoUserSiteDirectory",
                // Paths are UTF-8 whatever the locale: there may be none (`env -i`).
                c"Py_UTF8Mode",
            ] {
                let flag: *mut c_int = self.symbol(flag)?;
                flag.write(1);
            }
            // Python copies the name. 0: signals stay with the program (Ctrl-C).
            set_program_name(wide(executable).as_ptr());
            initialize(0);
        }
        Ok(self.library)
    }
}

/// `wchar_t` on Unix.
type Wide = i32;

/// A path as Python decodes it: UTF-8, and bytes that are not become lone surrogates.
fn wide(path: &Path) -> Vec<Wide> {
    let mut text = Vec::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        text.extend(chunk.valid().chars().map(|c| c as Wide));
        text.extend(chunk.invalid().iter().map(|b| 0xdc00 + Wide::from(*b)));
    }
    text.push(0);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded_as_python_does() {
        let path = Path::new(OsStr::from_bytes(b"/\xc3\xa9\xff"));
        assert_eq!(wide(path), [0x2f, 0xe9, 0xdcff, 0]);
    }
}
