//! The libraries under test that come with nparity.

#[path = "../../examples/ndarray/subject.rs"]
pub mod ndarray_example;
mod numpy;
mod observe;
mod rust_code;
mod tnp_subjects;
mod tnp_traced;

pub use numpy::NumPy;
pub use tnp_subjects::{Unwrapped, Wrapper};
pub use tnp_traced::{Traced, graphs};

use nparity_harness::Subject;

/// The name of [`NumPy`], which an oracle is needed for and [`find`] cannot make.
pub const NUMPY: &str = "numpy";

/// The subjects of a run that names none.
pub const DEFAULT: &[&str] = &["tnp:wrapper", "tnp:unwrapped", "tnp:traced"];

/// Names of all subjects.
pub const NAMES: &[&str] = &[
    "tnp:wrapper",
    "tnp:unwrapped",
    "tnp:traced",
    "example:ndarray",
    NUMPY,
];

/// The built-in subject of this name.
pub fn find(name: &str) -> Option<Box<dyn Subject>> {
    // As the oracle's: programs ask for absurd sizes, and both sides must refuse the same ones.
    ::tnp::tensor::set_allocation_limit(nparity_model::outcome::LARGEST_BLOCK);
    Some(match name {
        "tnp:wrapper" => Box::new(Wrapper),
        "tnp:unwrapped" => Box::new(Unwrapped),
        "tnp:traced" => Box::new(Traced::default()),
        "tnp:traced-leaky" => Box::new(Traced::leaky()),
        "example:ndarray" => Box::new(ndarray_example::subject()),
        _ => return None,
    })
}

/// There is no such subject.
#[derive(Debug, thiserror::Error)]
#[error("unknown subject {name:?}; known are {}", NAMES.join(", "))]
pub struct UnknownSubject {
    name: String,
}

/// The subject of this name.
///
/// # Errors
/// If there is none, or it is [`NUMPY`].
pub fn open(name: &str) -> Result<Box<dyn Subject>, UnknownSubject> {
    find(name).ok_or_else(|| UnknownSubject {
        name: name.to_owned(),
    })
}

/// Checks names before anything is opened.
///
/// # Errors
/// The first that names no subject.
pub fn check(names: &[&str]) -> Result<(), UnknownSubject> {
    match names.iter().find(|n| **n != NUMPY && find(n).is_none()) {
        None => Ok(()),
        Some(name) => Err(UnknownSubject {
            name: (*name).to_owned(),
        }),
    }
}
