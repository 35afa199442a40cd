//! nparity: does this array library behave like NumPy?
//!
//! An author of a library implements [`Subject`] and lets one macro turn it into cargo tests:
//!
//! ```ignore
//! // tests/numpy.rs, with `harness = false` for this test in Cargo.toml
//! nparity::conformance_tests!(MySubject::new());
//! ```
//!
//! | module | holds |
//! | --- | --- |
//! | [`subjects`] | the libraries under test that come with nparity |
//! | [`mod@reference`] | real NumPy, opened |
//! | [`suite`] | subjects as cargo tests |

pub mod reference;
pub mod subjects;
pub mod suite;

pub use nparity_harness as harness;
pub use nparity_harness::{Answer, Facet, FacetSet, Oracle, OracleError, Subject, Support};
pub use nparity_model as model;

/// Makes the `main` of a test target that checks a subject against NumPy: one test per op.
///
/// The target is declared with `harness = false`; nothing else is needed, no build script and no linker flags.
///
/// ```toml
/// [[test]]
/// name = "numpy"
/// harness = false
/// ```
///
/// `cargo test --test numpy add` runs the tests whose names hold `add`. The environment sets the budget:
/// `NPARITY_CASES` per op, `NPARITY_SEED`, `NPARITY_PYTHON`.
#[macro_export]
macro_rules! conformance_tests {
    ($subject:expr $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::suite::main(::std::vec![::std::boxed::Box::new($subject)])
        }
    };
}
