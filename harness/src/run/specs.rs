//! The plan of real runs: cases from specs, judged by their policies.

use super::plan::{Judgement, Plan, PlannedOp};
use crate::FacetSet;
use crate::compare::compare;
use crate::policy::Policy;
use crate::shrink::{Limits, shrink_with_outcome};
use crate::spec::{self, Form, Spec};
use crate::strategy;
use nparity_model::{Callee, Outcome, Program};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A plan over specs.
#[derive(Clone, Debug)]
pub struct SpecPlan {
    specs: Vec<&'static Spec>,
    ops: Vec<PlannedOp>,
}

impl SpecPlan {
    /// A plan over these specs.
    pub fn new(specs: Vec<&'static Spec>) -> SpecPlan {
        let ops = (specs.iter())
            .map(|spec| PlannedOp {
                name: spec.name.to_owned(),
                family: spec.family.name().to_owned(),
                policy: spec.policy.describe(),
            })
            .collect();
        SpecPlan { specs, ops }
    }

    /// A plan over all specs.
    pub fn all() -> SpecPlan {
        SpecPlan::new(spec::all().iter().collect())
    }

    /// The specs.
    pub fn specs(&self) -> &[&'static Spec] {
        &self.specs
    }
}

impl Plan for SpecPlan {
    fn ops(&self) -> &[PlannedOp] {
        &self.ops
    }

    fn case(&self, op: usize, seed: u64, index: u64) -> Program {
        strategy::case(self.specs[op], seed, index).program
    }

    fn judge(
        &self,
        op: &str,
        program: &Program,
        expected: &Outcome,
        got: &Outcome,
        facets: FacetSet,
    ) -> Judgement {
        let comparison = compare(program, &policies(program), expected, got, facets);
        Judgement::of(op, program, comparison)
    }

    fn shrink(
        &self,
        program: &Program,
        expected: &Outcome,
        still_fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
        limits: Limits,
    ) -> Program {
        shrink_with_outcome(program, expected, still_fails, limits)
    }
}

/// The policy of each statement of a program; what has no spec is exact.
pub fn policies(program: &Program) -> Vec<Policy> {
    (program.statements.iter())
        .map(|s| spec_of(&s.callee).map_or(Policy::EXACT, |spec| spec.policy))
        .collect()
}

/// The specs by what calls them.
struct Callees {
    functions: HashMap<&'static str, &'static Spec>,
    methods: HashMap<&'static str, &'static Spec>,
    attributes: HashMap<&'static str, &'static Spec>,
    operators: HashMap<&'static str, &'static Spec>,
    builtins: HashMap<&'static str, &'static Spec>,
}

static CALLEES: LazyLock<Callees> = LazyLock::new(|| {
    let mut callees = Callees {
        functions: HashMap::new(),
        methods: HashMap::new(),
        attributes: HashMap::new(),
        operators: HashMap::new(),
        builtins: HashMap::new(),
    };
    for spec in spec::all() {
        for form in spec.forms {
            match *form {
                Form::Function => callees.functions.insert(spec.name, spec),
                Form::Method(name) | Form::MethodOf(name, _) => callees.methods.insert(name, spec),
                Form::Attribute(name) => callees.attributes.insert(name, spec),
                Form::Operator(name) | Form::InPlace(name) => callees.operators.insert(name, spec),
                Form::Builtin(name) => callees.builtins.insert(name, spec),
            };
        }
    }
    callees
});

/// The spec that a callee belongs to.
pub fn spec_of(callee: &Callee) -> Option<&'static Spec> {
    let callees = &*CALLEES;
    let found = |map: &HashMap<&'static str, &'static Spec>, name: &str| map.get(name).copied();
    match callee {
        Callee::Literal(_) => None,
        Callee::Function(name) => found(&callees.functions, name),
        Callee::Method(name) => found(&callees.methods, name),
        Callee::Attribute(name) => found(&callees.attributes, name),
        Callee::Operator(name) => found(&callees.operators, name),
        Callee::Builtin(name) => found(&callees.builtins, name),
        Callee::GetItem => found(&callees.functions, "getitem"),
        Callee::SetItem => found(&callees.functions, "setitem"),
        Callee::UfuncMethod(ufunc, method) => {
            let name = match (&**ufunc, &**method) {
                ("add", "reduce") => "sum",
                ("multiply", "reduce") => "prod",
                ("add", "accumulate") => "cumsum",
                ("multiply", "accumulate") => "cumprod",
                (ufunc, _) => ufunc,
            };
            found(&callees.functions, name)
        }
    }
}
