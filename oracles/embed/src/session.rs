//! One Python set up to answer programs.

use crate::call::{Callables, Failure};
use crate::numpy::Api;
use crate::observe::Observer;
use crate::{events, memory};
use nparity_model::wire::{self, Hello};
use nparity_model::{ErrorClass, Outcome, Program, Raised, Snapshot};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception class of a statement that was not run because a program may not contain it.
const REFUSED: &str = "Refused";

/// What lasts from program to program.
pub(crate) struct Session {
    api: Api,
    callables: Callables,
}

impl Session {
    /// Imports NumPy and `module`, sets the hooks. Belongs to the calling thread from now on, as NumPy's
    /// error state does.
    pub(crate) fn start(py: Python<'_>, module: &str) -> PyResult<(Session, Hello)> {
        let numpy = py.import("numpy")?;
        let api = Api::load(py)?;
        memory::install(py, &api)?;
        let target = py.import(module)?;
        events::install(py, &numpy)?;
        let hello = describe(py, module, &target)?;
        let callables = Callables::new(&target, module)?;
        Ok((Session { api, callables }, hello))
    }

    /// Runs a batch, the bytes of a `Vec<Program>`. Hands out the bytes of a `Vec<Outcome>`, of
    /// several if they come to more than `chunk` bytes.
    ///
    /// Programs are read and outcomes written one by one, so that their parts stay in the allocator's cache.
    pub(crate) fn run_batch(
        &mut self,
        py: Python<'_>,
        batch: &[u8],
        chunk: usize,
        mut answer: impl FnMut(Vec<u8>) -> PyResult<()>,
    ) -> PyResult<()> {
        let malformed = |error: wire::WireError| PyRuntimeError::new_err(error.to_string());
        let (count, mut rest) = wire::decode_head::<usize>(batch).map_err(malformed)?;
        let mut outcomes = Vec::new();
        let mut held = 0_usize;
        for _ in 0..count {
            let (program, next) = wire::decode_head(rest).map_err(malformed)?;
            rest = next;
            outcomes = wire::encode_onto(outcomes, &self.run(py, &program));
            held += 1;
            if outcomes.len() > chunk {
                answer([wire::encode(&held), std::mem::take(&mut outcomes)].concat())?;
                held = 0;
            }
        }
        if held > 0 {
            answer([wire::encode(&held), outcomes].concat())?;
        }
        Ok(())
    }

    /// Runs one program.
    fn run(&mut self, py: Python<'_>, program: &Program) -> Outcome {
        events::clear();
        let mut outcome = Outcome::default();
        let mut vars = Vec::with_capacity(program.statements.len());
        for (at, statement) in program.statements.iter().enumerate() {
            match self.callables.execute(py, &self.api, &vars, statement) {
                Ok(result) => {
                    if statement.resync {
                        match Observer::new(&self.api).value(&result) {
                            Ok(value) => outcome.snapshots.push(Snapshot {
                                statement: at,
                                value,
                            }),
                            Err(error) => {
                                outcome.error = Some(raised(py, at, &error));
                                break;
                            }
                        }
                    }
                    vars.push(result);
                }
                Err(Failure::Raised(error)) => {
                    outcome.error = Some(raised(py, at, &error));
                    break;
                }
                Err(Failure::Refused(message)) => {
                    let class = ErrorClass::Other(REFUSED.to_owned());
                    outcome.error = Some(Raised { at, class, message });
                    break;
                }
            }
        }
        // Observing may call into Python (`str` of a foreign dtype): what the program did is taken first.
        (outcome.fp_events, outcome.warnings) = events::take();
        let mut observer = Observer::new(&self.api);
        for (at, object) in vars.iter().enumerate() {
            match observer.value(object) {
                Ok(value) => outcome.vars.push(value),
                Err(error) => {
                    outcome.error.get_or_insert_with(|| raised(py, at, &error));
                    break;
                }
            }
        }
        outcome
    }
}

impl Session {
    /// Seconds per call of the last statement of a program, a function call.
    pub(crate) fn time(
        &mut self,
        py: Python<'_>,
        program: &Program,
        seconds: f64,
    ) -> Result<f64, String> {
        let text = |failure: Failure| match failure {
            Failure::Raised(error) => error.to_string(),
            Failure::Refused(message) => message,
        };
        let (last, before) = program
            .statements
            .split_last()
            .ok_or("there is nothing to time")?;
        let mut vars = Vec::with_capacity(before.len());
        for statement in before {
            vars.push(
                self.callables
                    .execute(py, &self.api, &vars, statement)
                    .map_err(text)?,
            );
        }
        self.callables
            .time(py, &self.api, &vars, last, seconds)
            .map_err(text)
    }
}

fn raised(py: Python<'_>, at: usize, error: &PyErr) -> Raised {
    let class = error
        .get_type(py)
        .name()
        .map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let message = error.value(py).str().map_or_else(
        |_| String::new(),
        |text| text.to_string_lossy().into_owned(),
    );
    Raised {
        at,
        class: ErrorClass::from_name(&class),
        message,
    }
}

fn describe(py: Python<'_>, name: &str, module: &Bound<'_, PyAny>) -> PyResult<Hello> {
    let text = |object: &Bound<'_, PyAny>, name: &str| match object.getattr_opt(name) {
        Ok(Some(value)) => value.str().map(|s| s.to_string_lossy().into_owned()),
        Ok(None) => Ok(String::new()),
        Err(error) => Err(error),
    };
    let sys = py.import("sys")?;
    let umath = py.import("numpy._core._multiarray_umath")?;
    let features = umath.getattr("__cpu_features__")?;
    let targets: Vec<String> = umath.getattr("__cpu_dispatch__")?.extract()?;
    let mut dispatch = Vec::new();
    for target in targets {
        if features.get_item(&target)?.is_truthy()? {
            dispatch.push(target);
        }
    }
    Ok(Hello {
        python_version: py
            .import("platform")?
            .call_method0("python_version")?
            .extract()?,
        executable: text(&sys, "executable")?,
        prefix: text(&sys, "prefix")?,
        module: name.to_owned(),
        module_version: text(module, "__version__")?,
        module_file: text(module, "__file__")?,
        dispatch,
    })
}
