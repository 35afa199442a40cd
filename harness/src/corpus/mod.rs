//! The corpus: cases kept as values, which replay forever.
//!
//! One JSON file per failure signature, `<op>/<short hash of the signature>.json`. It holds the program and
//! the oracle's recorded outcome, so that replay needs no Python, and never a seed in their place: a seed's
//! case changes when a strategy changes.
//!
//! | module | holds |
//! | --- | --- |
//! | [`case`] | what a file says |
//! | [`check`] | what a hostile file may not say |
//! | [`store`] | reading and writing files and folders |
//! | [`mod@replay`] | running cases again |

pub mod case;
pub mod check;
pub mod replay;
pub mod store;

pub use case::{CorpusCase, Status};
pub use replay::{Drift, Replay, drift, replay};
pub use store::{CorpusError, Written, list, read, write};
