//! Seeded faults: proof that a run finds what it should.
//!
//! Each [`Mutant`] is one realistic fault of an array library. It stands behind the [`crate::Subject`]
//! interface ([`Mutated`]): a sound subject runs the program, and the mutant changes a call on its way in or
//! a result on its way out, as the fault would. [`mod@hunt`] counts how many cases it takes to see it.
//!
//! | module | holds |
//! | --- | --- |
//! | [`mutant`] | what a mutant is; the subject that has it |
//! | [`edit`] | tools: which op a statement calls, changing arrays and outcomes |
//! | `dtypes` | faults of promotion, accumulation, result types |
//! | `numbers` | faults of values and floating-point events |
//! | `calls` | arguments ignored or misread |
//! | `memory` | views, copies, writes, layout |
//! | `raising` | exceptions missing or wrong |
//! | [`mod@hunt`] | running a plan until a fault shows |

mod calls;
mod dtypes;
pub mod edit;
pub mod hunt;
mod memory;
pub mod mutant;
mod numbers;
mod raising;

pub use hunt::{Found, hunt};
pub use mutant::{Mutant, Mutated};

/// Every mutant, in a fixed order.
pub fn all() -> impl Iterator<Item = &'static Mutant> {
    [
        dtypes::MUTANTS,
        numbers::MUTANTS,
        calls::MUTANTS,
        memory::MUTANTS,
        raising::MUTANTS,
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::spec;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_enough_and_their_names_are_unique() {
        let names: BTreeSet<&str> = all().map(|m| m.name).collect();
        assert_eq!(names.len(), all().count());
        assert!(names.len() >= 48, "{}", names.len());
    }

    #[test]
    fn they_touch_ops_that_have_specs() {
        for mutant in all() {
            assert!(!mutant.ops.is_empty(), "{}", mutant.name);
            for op in mutant.ops {
                assert!(spec::get(op).is_some(), "{}: {op}", mutant.name);
            }
        }
    }
}
