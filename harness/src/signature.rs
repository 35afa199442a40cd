//! What makes a failure this one and no other, so that one fault is shown once.
//!
//! A signature is coarse on purpose: the op, the facet and the kind of difference, and nothing that shrinking
//! changes (values, shapes, arguments, the subject). Function, method and operator of one op have one name.
//! Two faults that share a signature appear one after the other, as the first is mended.

use crate::{Difference, Facet};
use nparity_model::{Callee, Program};
use std::borrow::Cow;
use std::fmt;

/// A failure signature; equal for cases of one fault.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Signature {
    /// NumPy's name of the op at fault.
    pub op: String,
    /// The facet, or `None` if the subject died.
    pub facet: Option<Facet>,
    /// The kind of difference: `none -> ValueError`, `signed -> signed (narrower)`, `sign of zero`.
    pub class: String,
}

impl Signature {
    /// The signature of a failure, from its first difference.
    ///
    /// Events, warnings and graph faults belong to the program as a whole and are laid on `op`, the op that
    /// the case was made for; other differences know their statement.
    pub fn of(program: &Program, difference: &Difference, op: &str) -> Signature {
        let whole = matches!(difference.facet, Facet::FpErr | Facet::Warns | Facet::Graph);
        let op = match program.statements.get(difference.statement) {
            Some(statement) if !whole => op_name(&statement.callee),
            _ => Cow::Borrowed(op),
        };
        Signature {
            op: op.into_owned(),
            facet: Some(difference.facet),
            class: difference.class.clone(),
        }
    }

    /// The signature of a crash with this message.
    pub fn crash(op: &str, message: &str) -> Signature {
        Signature {
            op: op.to_owned(),
            facet: None,
            class: crate::compare::without_digits(message),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facet = self.facet.map_or("crash", Facet::name);
        write!(f, "{}: {facet}: {}", self.op, self.class)
    }
}

/// NumPy's name of what a statement calls, one for function, method and operator.
pub fn op_name(callee: &Callee) -> Cow<'_, str> {
    match callee {
        Callee::Literal(_) => "array".into(),
        Callee::Function(name)
        | Callee::Method(name)
        | Callee::Attribute(name)
        | Callee::Builtin(name) => name.as_ref().into(),
        Callee::Operator(name) => operator_ufunc(name).into(),
        Callee::UfuncMethod(ufunc, method) => format!("{ufunc}.{method}").into(),
        Callee::GetItem => "getitem".into(),
        Callee::SetItem => "setitem".into(),
    }
}

/// The ufunc behind a function of Python's `operator` module; other names stay.
fn operator_ufunc(name: &str) -> &str {
    match name {
        "add" | "iadd" => "add",
        "sub" | "isub" => "subtract",
        "mul" | "imul" => "multiply",
        "truediv" | "itruediv" => "divide",
        "floordiv" | "ifloordiv" => "floor_divide",
        "mod" | "imod" => "remainder",
        "pow" | "ipow" => "power",
        "matmul" | "imatmul" => "matmul",
        "and_" | "iand" => "bitwise_and",
        "or_" | "ior" => "bitwise_or",
        "xor" | "ixor" => "bitwise_xor",
        "lshift" | "ilshift" => "left_shift",
        "rshift" | "irshift" => "right_shift",
        "neg" => "negative",
        "pos" => "positive",
        "abs" => "absolute",
        "invert" | "inv" => "invert",
        "eq" => "equal",
        "ne" => "not_equal",
        "lt" => "less",
        "le" => "less_equal",
        "gt" => "greater",
        "ge" => "greater_equal",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nparity_model::Statement;

    fn difference(facet: Facet) -> Difference {
        Difference {
            facet,
            statement: 0,
            var: Some(0),
            class: "number".to_owned(),
            detail: "value of v0[3]: expected 1, got 2".to_owned(),
        }
    }

    #[test]
    fn all_forms_of_an_op_share_a_signature() {
        let signature = |callee| {
            let program = Program {
                statements: vec![Statement::new(callee, vec![])],
            };
            Signature::of(&program, &difference(Facet::Value), "planned").to_string()
        };
        let function = signature(Callee::Function("add".into()));
        assert_eq!(function, "add: value: number");
        assert_eq!(function, signature(Callee::Operator("iadd".into())));
        assert_eq!(
            signature(Callee::UfuncMethod("add".into(), "reduce".into())),
            "add.reduce: value: number"
        );
    }

    #[test]
    fn what_belongs_to_the_program_is_laid_on_its_op() {
        let program = Program {
            statements: vec![Statement::new(Callee::Function("exp".into()), vec![])],
        };
        let signature = Signature::of(&program, &difference(Facet::FpErr), "log");
        assert_eq!(signature.op, "log");
        let a = Signature::crash("log", "index 3 out of 12");
        assert_eq!(a, Signature::crash("log", "index 17 out of 1"));
        assert_eq!(a.to_string(), "log: crash: index # out of #");
    }
}
