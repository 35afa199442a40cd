//! NumPy in this process, owned by one thread.
//!
//! Python is started once per process and never ends. One thread stays attached to it, because NumPy's error
//! state belongs to a thread, and answers batches from a bounded queue.

use crate::library::LibraryFile;
use crate::python::libpython::{self, StartError};
use crate::python::{Environment, mapped_libpythons};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use nparity_harness::{Oracle, OracleError};
use nparity_model::wire::{self, Hello};
use nparity_model::{Outcome, Program};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs, thread};

/// Batches that wait while one runs; a full queue holds the senders back.
const QUEUE: usize = 4;

/// Why NumPy is not embedded.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EmbedError {
    /// Python was not started.
    #[error("{0}")]
    Start(Arc<StartError>),
    /// The embedded half could not be loaded.
    #[error("the embedded half of the oracle cannot be loaded: {0}")]
    Library(String),
    /// Python runs, NumPy does not.
    #[error("NumPy cannot be used in this process: {0}")]
    NumPy(String),
    /// Python runs in another place than the chosen interpreter would.
    #[error("Python started with {what} {found}, expected {expected}")]
    Astray {
        /// What differs.
        what: &'static str,
        /// As it is.
        found: String,
        /// As it should be.
        expected: String,
    },
    /// There is one Python in a process.
    #[error("this process already embeds {0}")]
    Other(String),
}

/// The oracle `default`. All of a process share one Python.
#[derive(Clone)]
pub struct EmbeddedOracle {
    actor: Arc<Actor>,
}

struct Actor {
    executable: PathBuf,
    hello: Hello,
    jobs: SyncSender<Job>,
}

/// What is asked of the embedded half.
#[derive(Clone, Copy)]
enum Request {
    Run,
    Time,
}

/// A request with its bytes, and where its answer goes.
struct Job {
    request: Request,
    bytes: Vec<u8>,
    answer: SyncSender<Result<Vec<u8>, String>>,
}

/// The interpreter with which embedding was tried, and what came of it.
struct Attempt {
    executable: PathBuf,
    result: Result<Arc<Actor>, EmbedError>,
}

/// The one attempt of this process.
static ATTEMPT: Mutex<Option<Attempt>> = Mutex::new(None);

impl EmbeddedOracle {
    /// Starts Python and NumPy in this process, or gives the one that runs.
    ///
    /// # Errors
    /// If they do not start, or another interpreter's runs already.
    pub fn start(environment: &Environment) -> Result<EmbeddedOracle, EmbedError> {
        let executable = &environment.interpreter.executable;
        let mut slot = ATTEMPT.lock().unwrap_or_else(PoisonError::into_inner);
        let attempt = match &*slot {
            Some(attempt) => attempt,
            None => {
                let result = Actor::start(environment.clone()).map(Arc::new);
                if let Err(error @ EmbedError::Start(_)) = &result {
                    // Python does not run: another interpreter may still be embedded.
                    return Err(error.clone());
                }
                slot.insert(Attempt {
                    executable: executable.clone(),
                    result,
                })
            }
        };
        match &attempt.result {
            // A Python that runs cannot be ended, so there is no second attempt.
            Ok(_) if attempt.executable != *executable => {
                Err(EmbedError::Other(attempt.executable.display().to_string()))
            }
            Ok(actor) => Ok(EmbeddedOracle {
                actor: actor.clone(),
            }),
            Err(error) => Err(error.clone()),
        }
    }

    /// What runs.
    pub fn hello(&self) -> &Hello {
        &self.actor.hello
    }
}

impl EmbeddedOracle {
    /// Seconds that NumPy takes per call of the last statement of a program, a function with positional
    /// arguments, from as many calls as take `seconds`.
    ///
    /// # Errors
    /// If the program raises or its last statement is something else.
    pub fn time(&self, program: &Program, seconds: f64) -> Result<f64, OracleError> {
        let bytes = self.ask(Request::Time, wire::encode(&(program, seconds)))?;
        wire::decode(&bytes).map_err(|e| OracleError(e.to_string()))
    }

    fn ask(&self, request: Request, bytes: Vec<u8>) -> Result<Vec<u8>, OracleError> {
        let (answer, answered) = mpsc::sync_channel(1);
        let job = Job {
            request,
            bytes,
            answer,
        };
        let dead = || OracleError("the thread that owns Python has ended".to_owned());
        self.actor.jobs.send(job).map_err(|_| dead())?;
        answered.recv().map_err(|_| dead())?.map_err(OracleError)
    }
}

impl Actor {
    fn start(environment: Environment) -> Result<Actor, EmbedError> {
        let executable = environment.interpreter.executable.clone();
        let (jobs, queue) = mpsc::sync_channel(QUEUE);
        let (report, started) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name("nparity-python".to_owned())
            // NumPy recurses over nested sequences and dtypes: as much as a main thread has.
            .stack_size(8 << 20)
            .spawn(move || match Embedded::start(&environment) {
                Ok((embedded, hello)) => {
                    if report.send(Ok(hello)).is_ok() {
                        embedded.serve(&queue);
                    }
                }
                Err(error) => {
                    // The receiver waits below.
                    let _ = report.send(Err(error));
                }
            })
            .map_err(|e| EmbedError::NumPy(e.to_string()))?;
        let hello = started
            .recv()
            .unwrap_or_else(|_| Err(EmbedError::NumPy("its thread ended".to_owned())))?;
        Ok(Actor {
            executable,
            hello,
            jobs,
        })
    }
}

impl Oracle for EmbeddedOracle {
    fn name(&self) -> &str {
        "default"
    }

    fn describe(&self) -> String {
        let hello = &self.actor.hello;
        format!(
            "NumPy {} on Python {} ({}), in process, SIMD {}",
            hello.module_version,
            hello.python_version,
            self.actor.executable.display(),
            crate::worker::simd(hello),
        )
    }

    fn run(&self, batch: &[Program]) -> Result<Vec<Outcome>, OracleError> {
        let bytes = self.ask(Request::Run, wire::encode(&batch))?;
        wire::decode(&bytes).map_err(|e| OracleError(e.to_string()))
    }
}

/// The buffer of the embedded half's C interface.
#[repr(C)]
struct Buffer {
    data: *mut u8,
    len: usize,
    status: u32,
}

type Call = unsafe extern "C" fn(*const u8, usize) -> Buffer;
type Free = unsafe extern "C" fn(Buffer);

/// The functions of the loaded embedded half. Lives on the thread that started Python.
struct Embedded {
    run: Call,
    time: Call,
    free: Free,
}

impl Embedded {
    fn start(environment: &Environment) -> Result<(Embedded, Hello), EmbedError> {
        // SAFETY: other threads of ours read the environment through std, which takes the same lock. The
        // BLAS reads it when NumPy is loaded below; with several threads its sums depend on their number.
        unsafe { env::set_var("OPENBLAS_NUM_THREADS", "1") };
        let interpreter = &environment.interpreter;
        libpython::start(interpreter).map_err(|e| EmbedError::Start(Arc::new(e)))?;
        let (start, embedded) = Embedded::load()?;
        let module = "numpy";
        // SAFETY: Python runs and this thread is attached to it; the text outlives the call.
        let answer = unsafe { start(module.as_ptr(), module.len()) };
        let bytes = embedded.take(answer).map_err(EmbedError::NumPy)?;
        let hello: Hello = wire::decode(&bytes).map_err(|e| EmbedError::Library(e.to_string()))?;
        verify(environment, &hello)?;
        Ok((embedded, hello))
    }

    fn load() -> Result<(Call, Embedded), EmbedError> {
        let trouble = |e: &dyn std::fmt::Display| EmbedError::Library(e.to_string());
        let file = LibraryFile::write().map_err(|e| trouble(&e))?;
        // SAFETY: our own library; the symbols that it leaves open are those of the libpython just loaded.
        let library = unsafe { Library::open(Some(file.path()), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|e| trouble(&e))?;
        // SAFETY: the types are those of `embed/src/abi.rs`, built together with this.
        let functions = unsafe {
            let get = |name: &[u8]| library.get::<Call>(name).map(|f| *f);
            let free = library.get::<Free>(b"nparity_free\0").map(|f| *f);
            get(b"nparity_start\0").and_then(|start| {
                let run = get(b"nparity_run\0")?;
                let time = get(b"nparity_time\0")?;
                let free = free?;
                Ok((start, Embedded { run, time, free }))
            })
        };
        let functions = functions.map_err(|e| trouble(&e))?;
        // Python holds pointers into it as long as the process lives.
        std::mem::forget(library);
        Ok(functions)
    }

    /// The buffer's bytes or message.
    fn take(&self, buffer: Buffer) -> Result<Vec<u8>, String> {
        // SAFETY: the embedded half gives a valid buffer, which is copied before it is freed, once.
        let (status, bytes) = unsafe {
            let bytes = std::slice::from_raw_parts(buffer.data, buffer.len).to_vec();
            let status = buffer.status;
            (self.free)(buffer);
            (status, bytes)
        };
        if status == 0 {
            Ok(bytes)
        } else {
            Err(String::from_utf8_lossy(&bytes).into_owned())
        }
    }

    fn serve(&self, queue: &Receiver<Job>) {
        for job in queue {
            let function = match job.request {
                Request::Run => self.run,
                Request::Time => self.time,
            };
            // SAFETY: this thread started Python and never detached; the bytes outlive the call.
            let answer = unsafe { function(job.bytes.as_ptr(), job.bytes.len()) };
            // A caller that went away does not want it.
            let _ = job.answer.send(self.take(answer));
        }
    }
}

/// Checks that the Python that runs is the chosen one: a wrong libpython, home or NumPy shows no other sign.
fn verify(environment: &Environment, hello: &Hello) -> Result<(), EmbedError> {
    let interpreter = &environment.interpreter;
    let same = |what, found: PathBuf, expected: PathBuf| {
        if fs::canonicalize(&found).ok() == fs::canonicalize(&expected).ok() {
            return Ok(());
        }
        Err(EmbedError::Astray {
            what,
            found: found.display().to_string(),
            expected: expected.display().to_string(),
        })
    };
    same(
        "prefix",
        PathBuf::from(&hello.prefix),
        interpreter.prefix.clone(),
    )?;
    same(
        "NumPy",
        PathBuf::from(&hello.module_file),
        environment.numpy.path.join("__init__.py"),
    )?;
    for mapped in mapped_libpythons() {
        let chosen = interpreter.libpython().map(PathBuf::from);
        same("libpython", mapped, chosen.unwrap_or_default())?;
    }
    Ok(())
}
