//! The cases of an op as a proptest strategy.

use super::{Case, case};
use crate::shrink::ProgramTree;
use crate::spec::Spec;
use ::proptest::prelude::Rng as _;
use ::proptest::strategy::{NewTree, Strategy, ValueTree};
use ::proptest::test_runner::TestRunner;

/// The cases of one op: one draw per case, not a tower of combinators.
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
