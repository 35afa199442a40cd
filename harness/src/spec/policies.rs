//! From what a statement calls to the policy that judges it.

use super::{Form, all};
use crate::policy::Policy;
use nparity_model::{Callee, Program};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Policies by name; what is missing is exact.
#[derive(Default)]
struct Tables {
    functions: HashMap<&'static str, Policy>,
    methods: HashMap<&'static str, Policy>,
    operators: HashMap<&'static str, Policy>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables::default();
    for spec in all() {
        for form in spec.forms {
            match form {
                Form::Function => tables.functions.insert(spec.name, spec.policy),
                Form::Method(name) | Form::MethodOf(name, _) => {
                    tables.methods.insert(name, spec.policy)
                }
                Form::Operator(name) | Form::InPlace(name) => {
                    tables.operators.insert(name, spec.policy)
                }
                Form::Attribute(_) | Form::Builtin(_) => None,
            };
        }
    }
    tables
});

/// The policy of the op that a statement calls, in whichever form.
pub fn policy_of(callee: &Callee) -> Policy {
    let found = match callee {
        Callee::Function(name) => TABLES.functions.get(name.as_ref()),
        Callee::Method(name) => TABLES.methods.get(name.as_ref()),
        Callee::Operator(name) => TABLES.operators.get(name.as_ref()),
        Callee::UfuncMethod(ufunc, method) => return of_ufunc_method(ufunc, method),
        Callee::Literal(_)
        | Callee::Attribute(_)
        | Callee::GetItem
        | Callee::SetItem
        | Callee::Builtin(_) => None,
    };
    found.copied().unwrap_or_default()
}

/// A reduction repeats its ufunc, and the order may be free.
fn of_ufunc_method(ufunc: &str, method: &str) -> Policy {
    match (ufunc, method) {
        ("add", "reduce" | "reduceat") => Policy::SUM,
        ("multiply", "reduce" | "reduceat") => Policy::PROD,
        ("add", "accumulate") => Policy::CUMSUM,
        ("multiply", "accumulate") => Policy::CUMPROD,
        _ => TABLES.functions.get(ufunc).copied().unwrap_or_default(),
    }
}

/// The policy of each statement of a program.
pub fn policies(program: &Program) -> Vec<Policy> {
    let statements = program.statements.iter();
    statements.map(|s| policy_of(&s.callee)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_an_op_have_its_policy() {
        let sum = policy_of(&Callee::Function("sum".into()));
        assert_eq!(sum, Policy::SUM);
        assert_eq!(policy_of(&Callee::Method("sum".into())), sum);
        assert_eq!(
            policy_of(&Callee::Operator("ipow".into())),
            policy_of(&Callee::Function("power".into()))
        );
        assert_eq!(policy_of(&Callee::GetItem), Policy::EXACT);
        assert_eq!(policy_of(&Callee::Method("sort".into())), Policy::SORT);
    }
}
