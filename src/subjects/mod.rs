//! The libraries under test that come with nparity.

#[path = "../../examples/ndarray/subject.rs"]
pub mod ndarray_example;
mod observe;
mod tnp_subjects;
mod tnp_traced;

pub use tnp_subjects::{Unwrapped, Wrapper};
pub use tnp_traced::{Traced, graph_table};

use nparity_harness::Subject;

/// The built-in subject of this name.
pub fn find(name: &str) -> Option<Box<dyn Subject>> {
    Some(match name {
        "tnp:wrapper" => Box::new(Wrapper),
        "tnp:unwrapped" => Box::new(Unwrapped),
        "tnp:traced" => Box::new(Traced::default()),
        "tnp:traced-leaky" => Box::new(Traced::leaky()),
        "example:ndarray" => Box::new(ndarray_example::subject()),
        _ => return None,
    })
}

/// Names of the built-in subjects.
pub const NAMES: &[&str] = &[
    "tnp:wrapper",
    "tnp:unwrapped",
    "tnp:traced",
    "example:ndarray",
];
