//! The plan of a run, and the same cases as a proptest strategy.

use super::{Case, case};
use crate::spec::Spec;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Which cases a run tries: a pure function of specs, seed and count.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The ops.
    pub specs: Vec<&'static Spec>,
    /// The seed.
    pub seed: u64,
    /// Cases per op.
    pub cases_per_op: u64,
}

impl Plan {
    /// A plan of these ops.
    pub fn new(specs: Vec<&'static Spec>, seed: u64, cases_per_op: u64) -> Plan {
        Plan {
            specs,
            seed,
            cases_per_op,
        }
    }

    /// Number of cases.
    pub fn len(&self) -> u64 {
        self.specs.len() as u64 * self.cases_per_op
    }

    /// True without cases.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Case number `n` of the plan; ops one after the other.
    ///
    /// # Panics
    /// If `n` is not below [`Plan::len`].
    pub fn case(&self, n: u64) -> Case {
        let spec = self.specs[(n / self.cases_per_op) as usize];
        case(spec, self.seed, n % self.cases_per_op)
    }

    /// The cases of one op, by its place in `specs`.
    pub fn op(&self, place: usize) -> impl Iterator<Item = Case> + '_ {
        (0..self.cases_per_op).map(move |index| case(self.specs[place], self.seed, index))
    }
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
        use proptest::prelude::Rng as _;
        let (seed, index) = (runner.rng().next_u64(), runner.rng().next_u64());
        Ok(CaseTree {
            current: case(self.spec, seed, index),
        })
    }
}

/// A case.
#[derive(Clone, Debug)]
pub struct CaseTree {
    current: Case,
}

impl ValueTree for CaseTree {
    type Value = Case;

    fn current(&self) -> Case {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        false
    }

    fn complicate(&mut self) -> bool {
        false
    }
}
