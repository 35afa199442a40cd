//! Floating-point events and warnings of the current thread.
//!
//! NumPy reports both through process-wide machinery (`np.errstate`, the `warnings` module). Here
//! they gather per thread until someone takes them.

use nparity_model::FpEvents;
use std::cell::{Cell, RefCell};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static FP: Cell<FpEvents> = const { Cell::new(FpEvents::NONE) };
    static WARNINGS: RefCell<Vec<Warning>> = const { RefCell::new(Vec::new()) };
}

/// A warning other than the floating-point ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The warning's class: `UserWarning`, `ComplexWarning`, `RuntimeWarning`, ...
    pub class: &'static str,
    /// Its text.
    pub message: String,
}

/// Adds floating-point events.
#[inline]
pub fn raise(events: FpEvents) {
    if !events.is_empty() {
        FP.set(FP.get() | events);
    }
}

/// Takes the events since the last call.
pub fn take_fp() -> FpEvents {
    FP.replace(FpEvents::NONE)
}

/// Adds a warning.
#[cold]
pub fn warn(class: &'static str, message: impl Into<String>) {
    WARNINGS.with_borrow_mut(|w| {
        w.push(Warning {
            class,
            message: message.into(),
        })
    });
}

/// Takes the warnings since the last call.
pub fn take_warnings() -> Vec<Warning> {
    WARNINGS.take()
}

/// Runs `f`, dropping the floating-point events it raises.
pub fn quietly<T>(f: impl FnOnce() -> T) -> T {
    let before = FP.get();
    let outer = QUIET.replace(true);
    let result = f();
    QUIET.set(outer);
    FP.set(before);
    result
}

/// Whether events are being dropped.
pub(crate) fn is_quiet() -> bool {
    QUIET.get()
}
