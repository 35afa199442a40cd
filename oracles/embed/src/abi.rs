//! The C functions of the library, for a process that has loaded a libpython.
//!
//! The caller has started Python, calls from one thread only, and that thread is attached to Python.

use crate::session::Session;
use nparity_model::wire;
use pyo3::Python;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// Bytes that this library owns until [`nparity_free`].
#[repr(C)]
pub struct Buffer {
    /// The first byte; never null.
    pub data: *mut u8,
    /// How many.
    pub len: usize,
    /// 0: the answer. 1: a message in UTF-8 that says why there is none.
    pub status: u32,
}

impl Buffer {
    fn new(answer: Result<Vec<u8>, String>) -> Buffer {
        let (status, bytes) = match answer {
            Ok(bytes) => (0, bytes),
            Err(message) => (1, message.into_bytes()),
        };
        let bytes = Box::leak(bytes.into_boxed_slice());
        Buffer {
            data: bytes.as_mut_ptr(),
            len: bytes.len(),
            status,
        }
    }
}

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// Runs `f`; a panic becomes an error, since it must not unwind into a caller built by another compiler.
fn guarded(f: impl FnOnce() -> Result<Vec<u8>, String>) -> Buffer {
    let answer = catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Err(format!("the oracle panicked: {text}"))
    });
    Buffer::new(answer)
}

/// Sets Python up to answer programs on `module` (UTF-8). Answers a [`wire::Hello`].
///
/// # Safety
/// `module` points at `len` bytes; Python runs and the calling thread is attached to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nparity_start(module: *const u8, len: usize) -> Buffer {
    guarded(|| {
        // SAFETY: the caller's promise.
        let module = unsafe { std::slice::from_raw_parts(module, len) };
        let module = std::str::from_utf8(module).map_err(|e| e.to_string())?;
        Python::attach(|py| {
            let (session, hello) = Session::start(py, module).map_err(|e| e.to_string())?;
            *SESSION.lock().map_err(|e| e.to_string())? = Some(session);
            Ok(wire::encode(&hello))
        })
    })
}

/// Runs a batch: a `Vec<Program>` in, a `Vec<Outcome>` out.
///
/// # Safety
/// As [`nparity_start`], with `batch` for `module`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nparity_run(batch: *const u8, len: usize) -> Buffer {
    guarded(|| {
        // SAFETY: the caller's promise.
        let batch = unsafe { std::slice::from_raw_parts(batch, len) };
        let mut guard = SESSION.lock().map_err(|e| e.to_string())?;
        let session = guard.as_mut().ok_or("the oracle has not been started")?;
        let mut answer = wire::encode(&0_usize);
        Python::attach(|py| {
            session.run_batch(py, batch, usize::MAX, |outcomes| {
                answer = outcomes;
                Ok(())
            })
        })
        .map_err(|e| e.to_string())?;
        Ok(answer)
    })
}

/// Times the last statement of a program: a `(Program, f64)` with the seconds to spend in, an `f64` of
/// seconds per call out.
///
/// # Safety
/// As [`nparity_run`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nparity_time(request: *const u8, len: usize) -> Buffer {
    guarded(|| {
        // SAFETY: the caller's promise.
        let request = unsafe { std::slice::from_raw_parts(request, len) };
        let mut guard = SESSION.lock().map_err(|e| e.to_string())?;
        let session = guard.as_mut().ok_or("the oracle has not been started")?;
        let (program, seconds): (nparity_model::Program, f64) =
            wire::decode(request).map_err(|e| e.to_string())?;
        let time = Python::attach(|py| session.time(py, &program, seconds))?;
        Ok(wire::encode(&time))
    })
}

/// Gives a buffer back.
///
/// # Safety
/// The buffer came from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nparity_free(buffer: Buffer) {
    let bytes = std::ptr::slice_from_raw_parts_mut(buffer.data, buffer.len);
    // SAFETY: `Buffer::new` leaked exactly this box.
    drop(unsafe { Box::from_raw(bytes) });
}
