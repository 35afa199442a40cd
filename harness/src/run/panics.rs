//! Panics of subjects that run in this process: caught, silenced, kept as a message.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `f`; a panic in it becomes its message and place, and nothing is printed.
///
/// Panics elsewhere, on other threads too, are reported as before.
///
/// # Errors
/// The panic.
pub fn caught<R>(f: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if QUIET.get() {
                let payload = info.payload();
                let text = (payload.downcast_ref::<&str>().copied())
                    .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
                    .unwrap_or("a panic without a message");
                let message = match info.location() {
                    Some(place) => format!("{text} ({}:{})", place.file(), place.line()),
                    None => text.to_owned(),
                };
                MESSAGE.set(Some(message));
            } else {
                before(info);
            }
        }));
    });
    let outer = QUIET.replace(true);
    // A program's values live and die in its run; what a subject keeps between runs is its own concern.
    let result = catch_unwind(AssertUnwindSafe(f));
    QUIET.set(outer);
    result.map_err(|_| {
        MESSAGE
            .take()
            .unwrap_or_else(|| "a panic without a message".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_message_with_its_place() {
        let message = caught(|| panic!("boom {}", 1)).unwrap_err();
        assert!(message.starts_with("boom 1 ("), "{message}");
        assert!(message.contains("panics.rs:"), "{message}");
        assert_eq!(caught(|| 5), Ok(5));
    }
}
