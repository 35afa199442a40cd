//! Arguments ignored or misread.

use super::edit::{Scene, change_all, without, without_argument};
use super::mutant::{Fault, Mutant};
use nparity_model::{Callee, Statement, Value, Var};

const fn call(
    name: &'static str,
    about: &'static str,
    ops: &'static [&'static str],
    change: fn(&mut Statement, Scene<'_>) -> bool,
) -> Mutant {
    Mutant {
        name,
        about,
        ops,
        fault: Fault::Call(change),
    }
}

/// Where a parameter may stand: by keyword, or in this place.
fn parameter<'a>(
    statement: &'a mut Statement,
    keyword: &str,
    place: usize,
) -> Option<&'a mut Value<Var>> {
    if let Some(at) = statement
        .kwargs
        .iter()
        .position(|(name, _)| name == keyword)
    {
        return Some(&mut statement.kwargs[at].1);
    }
    statement.args.get_mut(place)
}

fn negative(value: &Value<Var>) -> Option<i64> {
    match value {
        Value::Int(n) => n.to_i64().filter(|n| *n < 0),
        _ => None,
    }
}

pub(super) const MUTANTS: &[Mutant] = &[
    call(
        "negative-axis",
        "a negative axis counts from one too far",
        &["sum", "max", "argmax", "cumsum", "sort"],
        |statement, _| match parameter(statement, "axis", 1) {
            Some(axis) => match negative(axis) {
                Some(n) => {
                    *axis = Value::int(n - 1);
                    true
                }
                None => false,
            },
            None => false,
        },
    ),
    call(
        "axis-ignored",
        "axis is ignored: everything is reduced",
        &["sum", "all", "argmin"],
        |statement, _| match parameter(statement, "axis", 1) {
            Some(axis) => {
                *axis = Value::None;
                true
            }
            None => false,
        },
    ),
    call(
        "keepdims-ignored",
        "keepdims is ignored",
        &["sum", "max", "mean", "argmax"],
        |statement, _| without(statement, "keepdims"),
    ),
    call(
        "reduction-where-ignored",
        "a reduction ignores where",
        &["sum", "mean", "any"],
        |statement, _| without(statement, "where"),
    ),
    call(
        "initial-ignored",
        "a reduction ignores initial",
        &["sum", "prod"],
        |statement, _| without(statement, "initial"),
    ),
    call(
        "ufunc-where-ignored",
        "a ufunc writes to out where the mask is false, too",
        &["add", "negative"],
        |statement, _| {
            statement.kwargs.iter().any(|(name, _)| name == "out") && without(statement, "where")
        },
    ),
    call(
        "dtype-ignored",
        "dtype is ignored",
        &["add", "sum", "zeros", "full"],
        |statement, _| match super::edit::op(&statement.callee) {
            Some("sum" | "full") => without_argument(statement, "dtype", 2),
            Some("zeros") => without_argument(statement, "dtype", 1),
            _ => without(statement, "dtype"),
        },
    ),
    call(
        "out-ignored",
        "out is ignored: the result is fresh",
        &["add", "sum", "clip"],
        |statement, _| without(statement, "out"),
    ),
    call(
        "ddof-ignored",
        "ddof is ignored",
        &["var", "std"],
        |statement, _| without(statement, "ddof"),
    ),
    call(
        "order-ignored",
        "the order of elements is always C",
        &["ravel", "reshape", "ndarray.flatten"],
        |statement, _| {
            let place = match super::edit::op(&statement.callee) {
                Some("reshape") => usize::MAX,
                _ => 1,
            };
            match parameter(statement, "order", place) {
                Some(order) => {
                    *order = Value::Str("C".to_owned());
                    true
                }
                None => false,
            }
        },
    ),
    call(
        "searchsorted-side",
        "side is ignored",
        &["searchsorted"],
        |statement, _| without_argument(statement, "side", 2),
    ),
    call(
        "take-mode",
        "take wraps whatever the mode",
        &["take"],
        |statement, _| {
            without(statement, "mode");
            super::edit::set(statement, "mode", Value::Str("wrap".to_owned()));
            true
        },
    ),
    call(
        "eye-k-ignored",
        "eye ignores k",
        &["eye"],
        |statement, _| match parameter(statement, "k", 2) {
            Some(k) => {
                *k = Value::int(0);
                true
            }
            None => false,
        },
    ),
    call(
        "diagonal-offset-sign",
        "the offset of a diagonal counts downwards",
        &["diagonal"],
        |statement, _| match parameter(statement, "offset", 1) {
            Some(Value::Int(n)) => match n.to_i64() {
                Some(offset) => {
                    *n = (-offset).into();
                    offset != 0
                }
                None => false,
            },
            _ => false,
        },
    ),
    call(
        "matmul-swapped",
        "matmul takes its operands in the wrong order",
        &["matmul", "dot"],
        |statement, _| {
            if matches!(&statement.callee, Callee::Operator(name) if name == "imatmul") {
                return false;
            }
            if let [a, b, ..] = statement.args.as_mut_slice() {
                std::mem::swap(a, b);
            }
            true
        },
    ),
    call(
        "negative-step-slice",
        "a slice with a negative step starts one too low",
        &["getitem"],
        |statement, _| {
            fn shift(index: &mut Value<Var>) -> bool {
                match index {
                    Value::Tuple(items) => change_all(items, shift),
                    Value::Slice(slice) if negative(&slice.step).is_some() => {
                        let start = match &slice.start {
                            Value::None => Some(-1),
                            Value::Int(n) => n.to_i64(),
                            _ => None,
                        };
                        match start {
                            Some(n) if n != 0 => {
                                slice.start = Value::int(n - 1);
                                true
                            }
                            _ => false,
                        }
                    }
                    _ => false,
                }
            }
            statement.args.get_mut(1).is_some_and(shift)
        },
    ),
    call(
        "negative-index",
        "a negative index counts from one too far",
        &["getitem"],
        |statement, _| {
            let shift = |index: &mut Value<Var>| match negative(index) {
                Some(n) => {
                    *index = Value::int(n - 1);
                    true
                }
                None => false,
            };
            match statement.args.get_mut(1) {
                Some(Value::Tuple(items)) => change_all(items, shift),
                Some(index) => shift(index),
                None => false,
            }
        },
    ),
];
