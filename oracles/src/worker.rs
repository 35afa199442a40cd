//! NumPy in a process of its own, answering batches over pipes.

use crate::library::LibraryFile;
use crate::python::Environment;
use nparity_harness::{Oracle, OracleError};
use nparity_model::wire::{self, Hello};
use nparity_model::{Callee, Outcome, Program};
use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

/// What kind of worker is wanted.
#[derive(Clone, Debug)]
pub struct Worker {
    name: String,
    module: String,
    simd: bool,
    reason: Option<String>,
}

impl Worker {
    /// A worker for NumPy, with the oracle's name.
    pub fn new(name: impl Into<String>) -> Worker {
        Worker {
            name: name.into(),
            module: "numpy".to_owned(),
            simd: true,
            reason: None,
        }
    }

    /// The module whose functions are called, instead of NumPy.
    #[must_use]
    pub fn module(mut self, module: impl Into<String>) -> Worker {
        self.module = module.into();
        self
    }

    /// With NumPy's SIMD dispatch switched off.
    #[must_use]
    pub fn without_simd(mut self) -> Worker {
        self.simd = false;
        self
    }

    /// Why it is a process of its own, for [`Oracle::describe`].
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Worker {
        self.reason = Some(reason.into());
        self
    }
}

/// An oracle in a process of its own. If the process dies, that batch fails with the program that killed
/// it, and the next batch gets a new process.
pub struct WorkerOracle {
    worker: Worker,
    python: PathBuf,
    variables: Vec<(&'static str, OsString)>,
    hello: Hello,
    process: Mutex<Option<Process>>,
}

/// A started worker process.
struct Process {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

impl WorkerOracle {
    /// Starts the worker and waits until it is ready.
    ///
    /// # Errors
    /// If it does not come up: the module is missing, say.
    pub fn start(environment: &Environment, worker: Worker) -> Result<WorkerOracle, OracleError> {
        // With several threads the sums of the BLAS depend on their number.
        let mut variables = vec![("OPENBLAS_NUM_THREADS", "1".into())];
        if !worker.simd {
            let targets = environment.numpy.dispatch.join(" ");
            variables.push(("NPY_DISABLE_CPU_FEATURES", targets.into()));
        }
        let mut oracle = WorkerOracle {
            worker,
            python: environment.interpreter.executable.clone(),
            variables,
            hello: Hello::default(),
            process: Mutex::new(None),
        };
        let (process, hello) = oracle.spawn()?;
        if !oracle.worker.simd && !hello.dispatch.is_empty() {
            return Err(OracleError(format!(
                "the {} worker still uses SIMD {}",
                oracle.worker.name,
                simd(&hello)
            )));
        }
        oracle.hello = hello;
        oracle.process = Mutex::new(Some(process));
        Ok(oracle)
    }

    /// What runs.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The process's id, while it runs.
    pub fn process_id(&self) -> Option<u32> {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        process.as_ref().map(|p| p.child.id())
    }

    fn error(&self, what: impl std::fmt::Display) -> OracleError {
        OracleError(format!("the {} worker {what}", self.worker.name))
    }

    fn spawn(&self) -> Result<(Process, Hello), OracleError> {
        let failed = |e: io::Error| self.error(format_args!("cannot be started: {e}"));
        let library = LibraryFile::write().map_err(failed)?;
        // The folder is gone when the worker serves: the module stays mapped.
        let script = "import sys; sys.path.append(sys.argv[1]); import _nparity_embed as e; \
                      sys.path.pop(); e.serve(sys.argv[2])";
        let mut child = Command::new(&self.python)
            .args(["-I", "-X", "utf8", "-c", script])
            .arg(library.folder())
            .arg(&self.worker.module)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(self.error("has no pipes"));
        };
        let mut process = Process {
            child,
            input: Some(BufWriter::new(input)),
            output: BufReader::new(output),
        };
        let greeting = wire::read_frame(&mut process.output).ok().flatten();
        let Some(greeting) = greeting else {
            return Err(self.error(format_args!("died at its start ({})", process.end())));
        };
        let hello = wire::decode::<Result<Hello, String>>(&greeting)
            .map_err(|e| self.error(e))?
            .map_err(|e| self.error(format_args!("cannot import {}: {e}", self.worker.module)))?;
        Ok((process, hello))
    }

    /// The programs that this process answers before it dies, which may be all.
    fn answer(
        &self,
        slot: &mut Option<Process>,
        batch: &[Program],
    ) -> Result<Result<Vec<Outcome>, Death>, OracleError> {
        let process = match slot {
            Some(process) => process,
            None => slot.insert(self.spawn()?.0),
        };
        match process.exchange(batch) {
            Ok(outcomes) => Ok(Ok(outcomes)),
            Err(Broken::Pipe) => {
                let death = slot.take().map(Process::end).unwrap_or_default();
                Ok(Err(Death(death)))
            }
            Err(Broken::Malformed(what)) => {
                // Out of step: whatever comes next would be an answer to another batch.
                *slot = None;
                Err(self.error(format_args!("gave a malformed answer: {what}")))
            }
        }
    }

    /// Runs the programs of a batch one by one, to know which one kills.
    fn blame(&self, slot: &mut Option<Process>, batch: &[Program], death: &Death) -> OracleError {
        for (k, program) in batch.iter().enumerate() {
            match self.answer(slot, std::slice::from_ref(program)) {
                Ok(Ok(_)) => {}
                Ok(Err(Death(death))) => {
                    return self.error(format_args!(
                        "died ({death}) in program {k} of {}: {}",
                        batch.len(),
                        calls(program)
                    ));
                }
                Err(error) => return error,
            }
        }
        self.error(format_args!(
            "died ({}) in a batch of {} programs, each of which it survives alone",
            death.0,
            batch.len()
        ))
    }
}

/// How a worker ended.
struct Death(String);

enum Broken {
    Pipe,
    Malformed(String),
}

impl Process {
    fn exchange(&mut self, batch: &[Program]) -> Result<Vec<Outcome>, Broken> {
        let bytes = wire::encode(&batch);
        let input = self.input.as_mut().ok_or(Broken::Pipe)?;
        wire::write_frame(input, &bytes).map_err(|_| Broken::Pipe)?;
        let mut outcomes: Vec<Outcome> = Vec::with_capacity(batch.len());
        while outcomes.len() < batch.len() {
            let frame = wire::read_frame(&mut self.output);
            let frame = frame.ok().flatten().ok_or(Broken::Pipe)?;
            let more: Vec<Outcome> =
                wire::decode(&frame).map_err(|e| Broken::Malformed(e.to_string()))?;
            if more.is_empty() {
                return Err(Broken::Malformed("an empty frame".to_owned()));
            }
            outcomes.extend(more);
        }
        if outcomes.len() > batch.len() {
            return Err(Broken::Malformed("more outcomes than programs".to_owned()));
        }
        Ok(outcomes)
    }

    /// Waits for the end of a process whose pipe broke.
    fn end(mut self) -> String {
        self.input = None;
        // It may have closed its pipe only; its answer cannot come any more.
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) => end_of(status),
            Err(error) => error.to_string(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It ends at the end of its input; one that hangs in a program does not.
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Oracle for WorkerOracle {
    fn name(&self) -> &str {
        &self.worker.name
    }

    fn describe(&self) -> String {
        let hello = &self.hello;
        let module = if hello.module == "numpy" {
            "NumPy"
        } else {
            &hello.module
        };
        let reason = self.worker.reason.as_ref();
        let reason = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        format!(
            "{module} {} on Python {} ({}), in a process of its own{reason}, SIMD {}",
            hello.module_version,
            hello.python_version,
            self.python.display(),
            simd(hello),
        )
    }

    fn run(&self, batch: &[Program]) -> Result<Vec<Outcome>, OracleError> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let mut slot = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        match self.answer(&mut slot, batch)? {
            Ok(outcomes) => Ok(outcomes),
            Err(death) => Err(self.blame(&mut slot, batch, &death)),
        }
    }
}

/// The SIMD targets in use, in words.
pub(crate) fn simd(hello: &Hello) -> String {
    if hello.dispatch.is_empty() {
        "off".to_owned()
    } else {
        hello.dispatch.join(" ")
    }
}

fn end_of(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("signal {signal}"),
        None => status.to_string(),
    }
}

/// The callees of a program, in words.
fn calls(program: &Program) -> String {
    let names: Vec<String> = program
        .statements
        .iter()
        .map(|statement| match &statement.callee {
            Callee::Literal(literal) => format!("{} literal", literal.dtype),
            Callee::Function(name) | Callee::Builtin(name) => name.to_string(),
            Callee::Method(name) | Callee::Attribute(name) => format!(".{name}"),
            Callee::Operator(name) => format!("operator.{name}"),
            Callee::UfuncMethod(ufunc, method) => format!("{ufunc}.{method}"),
            Callee::GetItem => "getitem".to_owned(),
            Callee::SetItem => "setitem".to_owned(),
        })
        .collect();
    names.join(", ")
}
