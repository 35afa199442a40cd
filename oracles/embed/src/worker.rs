//! The module `_nparity_embed` of an ordinary interpreter: `serve(module)` answers batches over stdio.
//!
//! First comes one frame with a `Result<Hello, String>`. Then, for each frame with a `Vec<Program>`, frames
//! with a `Vec<Outcome>` each until every program is answered: an answer may be much larger than its
//! program, and a frame is bounded.

use crate::session::Session;
use nparity_model::wire;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyModule, PyTuple};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::os::fd::{AsFd, OwnedFd};

/// Outcomes are sent when they come to this many bytes.
const CHUNK: usize = 1 << 22;

/// The stdin and stdout that the parent gave, out of reach of the modules that programs call: descriptor 0
/// becomes empty, descriptor 1 becomes stderr, so that a `print` cannot damage a frame.
fn take_stdio(py: Python<'_>) -> PyResult<(File, File)> {
    let input: OwnedFd = std::io::stdin().as_fd().try_clone_to_owned()?;
    let output: OwnedFd = std::io::stdout().as_fd().try_clone_to_owned()?;
    let os = py.import("os")?;
    let null = os.call_method1("open", ("/dev/null", os.getattr("O_RDONLY")?))?;
    os.call_method1("dup2", (null, 0))?;
    os.call_method1("dup2", (2, 1))?;
    Ok((File::from(input), File::from(output)))
}

fn serve(py: Python<'_>, module: &str) -> PyResult<()> {
    let (input, output) = take_stdio(py)?;
    // Ctrl-C is for the parent, which closes the pipe when it has written what it found.
    let signal = py.import("signal")?;
    signal.call_method1(
        "signal",
        (signal.getattr("SIGINT")?, signal.getattr("SIG_IGN")?),
    )?;
    let mut input = BufReader::new(input);
    let mut output = BufWriter::new(output);
    let started = Session::start(py, module);
    let mut session = match started {
        Ok((session, hello)) => {
            wire::write_frame(&mut output, &wire::encode(&Ok::<_, String>(hello)))?;
            session
        }
        Err(error) => {
            let refusal = Err::<wire::Hello, String>(error.to_string());
            wire::write_frame(&mut output, &wire::encode(&refusal))?;
            return Ok(());
        }
    };
    while let Some(frame) = wire::read_frame(&mut input)? {
        session.run_batch(py, &frame, CHUNK, |outcomes| {
            Ok(wire::write_frame(&mut output, &outcomes)?)
        })?;
    }
    Ok(())
}

/// The module, as the interpreter asks for it.
///
/// # Safety
/// Called by an interpreter that imports the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn PyInit__nparity_embed() -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached.
    let py = unsafe { Python::assume_attached() };
    let made = (|| {
        // The interpreter insists on a module that was made from a definition, which it keeps.
        let definition = Box::leak(Box::new(ffi::PyModuleDef {
            m_base: ffi::PyModuleDef_HEAD_INIT,
            m_name: c"_nparity_embed".as_ptr(),
            m_doc: std::ptr::null(),
            m_size: -1,
            m_methods: std::ptr::null_mut(),
            m_slots: std::ptr::null_mut(),
            m_traverse: None,
            m_clear: None,
            m_free: None,
        }));
        // SAFETY: the definition lives for ever; the result is a new reference to a module.
        let module = unsafe {
            Bound::from_owned_ptr_or_err(
                py,
                ffi::PyModule_Create2(definition, ffi::PYTHON_API_VERSION),
            )?
            .cast_into_unchecked::<PyModule>()
        };
        let function = PyCFunction::new_closure(
            py,
            Some(c"serve"),
            Some(c"serve(module): answers batches of programs over stdin and stdout."),
            |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<()> {
                let name: String = args.get_item(0)?.extract()?;
                serve(args.py(), &name)
            },
        )?;
        module.add("serve", function)?;
        PyResult::Ok(module)
    })();
    match made {
        Ok(module) => module.into_ptr(),
        Err(error) => {
            error.restore(py);
            std::ptr::null_mut()
        }
    }
}
