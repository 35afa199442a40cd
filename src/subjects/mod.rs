//! The libraries under test that come with nparity.

mod observe;
mod tnp_subjects;

pub use tnp_subjects::{Unwrapped, Wrapper};

use nparity_harness::Subject;

/// The built-in subject of this name.
pub fn find(name: &str) -> Option<Box<dyn Subject>> {
    Some(match name {
        "tnp:wrapper" => Box::new(Wrapper),
        "tnp:unwrapped" => Box::new(Unwrapped),
        _ => return None,
    })
}

/// Names of the built-in subjects.
pub const NAMES: &[&str] = &["tnp:wrapper", "tnp:unwrapped"];
