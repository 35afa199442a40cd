//! Which cases a run has, and how their outcomes are judged.

use crate::FacetSet;
use crate::compare::{Comparison, Difference};
use crate::shrink::Limits;
use crate::signature::Signature;
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

    /// Judges the outcome of a case of an op on these facets; a function of its arguments alone.
    fn judge(
        &self,
        op: &str,
        program: &Program,
        expected: &Outcome,
        got: &Outcome,
        facets: FacetSet,
    ) -> Judgement;

    /// The smallest program found that still fails, by asking about batches of candidates.
    fn shrink(
        &self,
        program: &Program,
        expected: &Outcome,
        still_fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
        limits: Limits,
    ) -> Program;
}

/// How an outcome compares.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judgement {
    /// The facets that could be compared.
    pub checked: FacetSet,
    /// What differs, the difference that the signature is made from first.
    pub differences: Vec<Difference>,
    /// What makes this failure this one and no other; empty if nothing differs.
    pub signature: String,
    /// The op of the statement that differs; empty if nothing does.
    pub op: String,
    /// Largest error within a ULP budget.
    pub worst_ulp: Option<f64>,
}

impl Judgement {
    /// The judgement of a comparison of outcomes of a program that was made for an op.
    pub fn of(op: &str, program: &Program, comparison: Comparison) -> Judgement {
        let Comparison {
            mut differences,
            applicable,
            ulps,
        } = comparison;
        // Soft ones last; the order is otherwise kept.
        differences.sort_by_key(|d| d.facet.is_soft());
        let signature = differences
            .first()
            .map(|difference| Signature::of(program, difference, op));
        Judgement {
            checked: applicable,
            signature: signature
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            op: signature.map(|s| s.op).unwrap_or_default(),
            differences,
            worst_ulp: ulps.into_iter().map(|(_, ulp)| ulp).reduce(f64::max),
        }
    }

    /// True if every difference is soft.
    pub fn is_soft(&self) -> bool {
        self.differences.iter().all(|d| d.facet.is_soft())
    }
}
