//! Which cases a run has, and how their outcomes are judged.

use crate::{Facet, FacetSet};
use nparity_model::{Outcome, Program};

/// One op of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedOp {
    /// NumPy's name.
    pub name: String,
    /// The family, for grouping.
    pub family: String,
    /// The value policy in words.
    pub policy: String,
}

/// A run's cases: a pure function of seed, op and index, so that any thread may make any of them.
pub trait Plan: Sync {
    /// The ops, in report order.
    fn ops(&self) -> &[PlannedOp];

    /// Case `index` of an op.
    fn case(&self, op: usize, seed: u64, index: u64) -> Program;

    /// Judges an outcome on these facets; a function of its arguments alone.
    fn judge(
        &self,
        program: &Program,
        expected: &Outcome,
        got: &Outcome,
        facets: FacetSet,
    ) -> Judgement;

    /// The smallest program found that still fails, by asking about batches of candidates.
    fn shrink(
        &self,
        program: &Program,
        still_fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
    ) -> Program;
}

/// How an outcome compares.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judgement {
    /// The facets that could be compared.
    pub checked: FacetSet,
    /// What differs, the most telling first.
    pub differences: Vec<Difference>,
    /// What makes this failure this one and no other; empty if nothing differs.
    pub signature: String,
    /// The op of the statement that differs, if it is not the plan's.
    pub op: Option<String>,
    /// Largest error within a ULP budget.
    pub worst_ulp: Option<f64>,
}

/// One thing that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The facet.
    pub facet: Facet,
    /// In one line: `value of v2[3]: expected -0.0, got 0.0`.
    pub summary: String,
}
