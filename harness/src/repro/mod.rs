//! Programs as text: short for summaries, and as a Python script that really runs.
//!
//! ```text
//! v0 = np.array([1, -128], dtype=np.int8)
//! v1 = v0[::-1]
//! v2 = np.add(v1, 1, dtype=np.dtype('int16'))
//! ```
//!
//! Both come from the same expression printer, so what a summary shows is what the script runs. Literals are
//! exact to the bit, NaN payloads included. Reading them back gives the same program on any NumPy.

mod literal;
mod python;

pub use python::{script, short, statement};
