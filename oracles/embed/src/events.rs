//! Floating-point events and warnings, gathered by two hooks that stay for the whole session.
//!
//! `np.errstate` or `warnings.catch_warnings` around each program would cost several times what the
//! program itself does.

use nparity_model::FpEvents;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};
use std::cell::{Cell, RefCell};

thread_local! {
    static EVENTS: Cell<FpEvents> = const { Cell::new(FpEvents::NONE) };
    static WARNINGS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Sets both hooks. NumPy's error state belongs to the calling thread, which must also run the programs.
pub(crate) fn install(py: Python<'_>, numpy: &Bound<'_, PyAny>) -> PyResult<()> {
    let on_event = PyCFunction::new_closure(
        py,
        Some(c"nparity_fp_event"),
        None,
        |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<()> {
            // NumPy tells of events even while an exception is on its way, which must stay so.
            let pending = PyErr::take(args.py());
            let flag: u32 = args.get_item(1)?.extract()?;
            let event = FpEvents::from_bits(flag.to_le_bytes()[0]);
            EVENTS.with(|all| all.set(all.get() | event));
            pending.map_or(Ok(()), Err)
        },
    )?;
    numpy.call_method1("seterrcall", (on_event,))?;
    let modes = PyDict::new(py);
    for event in ["divide", "over", "invalid"] {
        modes.set_item(event, "call")?;
    }
    // NumPy's default, and which operations flag it depends on the CPU.
    modes.set_item("under", "ignore")?;
    numpy.call_method("seterr", (), Some(&modes))?;

    let on_warning = PyCFunction::new_closure(
        py,
        Some(c"nparity_warning"),
        None,
        |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<()> {
            let class: String = args
                .get_item(0)?
                .getattr("category")?
                .getattr("__name__")?
                .extract()?;
            WARNINGS.with_borrow_mut(|all| all.push(class));
            Ok(())
        },
    )?;
    let warnings = py.import("warnings")?;
    warnings.call_method0("resetwarnings")?;
    warnings.call_method1("simplefilter", ("always",))?;
    // Both `warnings.warn` and the C function look this one up at every warning.
    warnings.setattr("_showwarnmsg", on_warning)
}

/// Forgets what was gathered.
pub(crate) fn clear() {
    EVENTS.set(FpEvents::NONE);
    WARNINGS.with_borrow_mut(Vec::clear);
}

/// What was gathered since [`clear`]: the events, and the warnings' classes, sorted, without repeats.
pub(crate) fn take() -> (FpEvents, Vec<String>) {
    let mut warnings = WARNINGS.take();
    warnings.sort_unstable();
    warnings.dedup();
    (EVENTS.get(), warnings)
}
