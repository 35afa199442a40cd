//! The plan of a run, and the same cases as a proptest strategy.

use super::{Case, case};
use crate::run::plan::{self, Judgement, PlannedOp};
use crate::shrink::{self, Limits, ProgramTree};
use crate::signature::op_name;
use crate::spec::{self, Spec};
use crate::{FacetSet, Signature, compare};
use nparity_model::{Callee, Outcome, Program};
use proptest::prelude::Rng as _;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// The ops of a run, whose cases are a pure function of op, seed and index ([`case`]).
#[derive(Clone, Debug)]
pub struct Plan {
    specs: Vec<&'static Spec>,
    ops: Vec<PlannedOp>,
}

impl Plan {
    /// A plan of these ops.
    pub fn new(specs: Vec<&'static Spec>) -> Plan {
        let ops = specs
            .iter()
            .map(|spec| PlannedOp {
                name: spec.name.to_owned(),
                family: spec.family.name().to_owned(),
                policy: spec.policy.describe(),
            })
            .collect();
        Plan { specs, ops }
    }

    /// The specs, in the order of the ops.
    pub fn specs(&self) -> &[&'static Spec] {
        &self.specs
    }
}

impl plan::Plan for Plan {
    fn ops(&self) -> &[PlannedOp] {
        &self.ops
    }

    fn case(&self, op: usize, seed: u64, index: u64) -> Program {
        case(self.specs[op], seed, index).program
    }

    fn judge(
        &self,
        program: &Program,
        expected: &Outcome,
        got: &Outcome,
        facets: FacetSet,
    ) -> Judgement {
        judge(program, expected, got, facets)
    }

    fn shrink(
        &self,
        program: &Program,
        still_fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
    ) -> Program {
        shrink::shrink(program, still_fails, Limits::default())
    }
}

/// Compares two outcomes under the policies of the specs; needs nothing but the program.
pub fn judge(program: &Program, expected: &Outcome, got: &Outcome, facets: FacetSet) -> Judgement {
    let comparison = compare(program, &spec::policies(program), expected, got, facets);
    let mut judgement = Judgement {
        checked: comparison.applicable,
        worst_ulp: (comparison.ulps.iter().map(|(_, ulp)| *ulp)).reduce(f64::max),
        ..Judgement::default()
    };
    if let Some(first) = comparison.first().or(comparison.differences.first()) {
        let signature = Signature::of(program, first, &main_op(program));
        judgement.op = Some(signature.op.clone());
        judgement.signature = signature.to_string();
    }
    // The fault first, what is soft last.
    let (hard, soft): (Vec<_>, Vec<_>) = comparison
        .differences
        .into_iter()
        .partition(|d| !d.facet.is_soft());
    judgement.differences = (hard.into_iter().chain(soft))
        .map(|d| plan::Difference {
            facet: d.facet,
            summary: d.detail,
        })
        .collect();
    judgement
}

/// The op that a program is about, as far as the program alone tells: its last call.
fn main_op(program: &Program) -> String {
    let mut calls = program.statements.iter().rev().map(|s| &s.callee);
    calls
        .find(|callee| !matches!(callee, Callee::Literal(_)))
        .map_or_else(String::new, |callee| op_name(callee).into_owned())
}

/// The cases of one op as a proptest strategy: one draw per case, not a tower of combinators.
#[derive(Clone, Debug)]
pub struct CaseStrategy {
    spec: &'static Spec,
}

impl CaseStrategy {
    /// The cases of an op.
    pub fn new(spec: &'static Spec) -> CaseStrategy {
        CaseStrategy { spec }
    }
}

impl Strategy for CaseStrategy {
    type Tree = CaseTree;
    type Value = Case;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<CaseStrategy> {
        let (seed, index) = (runner.rng().next_u64(), runner.rng().next_u64());
        let case = case(self.spec, seed, index);
        Ok(CaseTree {
            tree: ProgramTree::new(case.program.clone()),
            case,
        })
    }
}

/// A case with the smaller ones of [`crate::shrink`].
#[derive(Debug)]
pub struct CaseTree {
    case: Case,
    tree: ProgramTree,
}

impl ValueTree for CaseTree {
    type Value = Case;

    fn current(&self) -> Case {
        Case {
            program: self.tree.current(),
            ..self.case
        }
    }

    fn simplify(&mut self) -> bool {
        self.tree.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.tree.complicate()
    }
}
