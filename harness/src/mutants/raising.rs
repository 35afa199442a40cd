//! Exceptions missing, wrong or turned into crashes.

use super::edit::{Scene, change_all};
use super::mutant::{Fault, Mutant};
use nparity_model::{Callee, ErrorClass, Statement, Value, Var};

const fn no_raise(
    name: &'static str,
    about: &'static str,
    ops: &'static [&'static str],
    change: fn(&mut Statement, Scene<'_>) -> bool,
) -> Mutant {
    Mutant {
        name,
        about,
        ops,
        fault: Fault::NoRaise(change),
    }
}

const fn wrong_class(
    name: &'static str,
    about: &'static str,
    ops: &'static [&'static str],
    change: fn(&mut nparity_model::Outcome, Scene<'_>),
) -> Mutant {
    Mutant {
        name,
        about,
        ops,
        fault: Fault::Outcome(change),
    }
}

fn raises(scene: Scene<'_>, class: &ErrorClass) -> bool {
    (scene.sound.error.as_ref()).is_some_and(|e| e.at == scene.at && e.class == *class)
}

/// The index or integer, or the first of a tuple of them, becomes 0.
fn zero(value: &mut Value<Var>) -> bool {
    match value {
        Value::Int(_) => {
            *value = Value::int(0);
            true
        }
        Value::Tuple(items) => change_all(items, zero),
        _ => false,
    }
}

pub(super) const MUTANTS: &[Mutant] = &[
    no_raise(
        "overflow-wraps",
        "a Python int out of range wraps instead of raising OverflowError",
        &["add", "maximum", "full", "setitem"],
        |statement, scene| {
            raises(scene, &ErrorClass::OverflowError)
                && change_all(statement.args.iter_mut().skip(1), |value| {
                    matches!(value, Value::Int(_)) && zero(value)
                })
        },
    ),
    no_raise(
        "broadcast-error-swallowed",
        "operands that do not broadcast are accepted",
        &["add", "less", "where"],
        |statement, scene| {
            let broadcast = scene
                .message()
                .is_some_and(|m| m.contains("could not be broadcast"));
            let first = statement.args.first().cloned();
            if let (true, Some(first)) = (broadcast, first) {
                statement.args.iter_mut().for_each(|a| *a = first.clone());
                statement.kwargs.clear();
                return true;
            }
            false
        },
    ),
    no_raise(
        "read-only-written",
        "a write to a read-only view is accepted",
        &["setitem"],
        |statement, scene| {
            let read_only = scene.message().is_some_and(|m| m.contains("read-only"));
            let writeable = scene
                .sound
                .vars
                .iter()
                .position(|v| matches!(v, Value::Array(a) if a.writeable && a.size() > 0));
            match writeable.and_then(|k| u32::try_from(k).ok()) {
                Some(k) if read_only => {
                    // A write of an array to itself, elsewhere, changes nothing and raises nothing.
                    let var = Value::Array(Var(k));
                    statement.args = vec![var.clone(), Value::Ellipsis, var];
                    true
                }
                _ => false,
            }
        },
    ),
    no_raise(
        "index-out-of-range",
        "an integer index out of range is taken as 0",
        &["getitem"],
        |statement, scene| {
            raises(scene, &ErrorClass::IndexError) && statement.args.get_mut(1).is_some_and(zero)
        },
    ),
    no_raise(
        "axis-out-of-range",
        "an axis out of range is taken as 0",
        &["sum", "cumsum", "expand_dims"],
        |statement, scene| {
            raises(scene, &ErrorClass::AxisError) && {
                let by_name = change_all(&mut statement.kwargs, |(name, value)| {
                    name == "axis" && zero(value)
                });
                by_name || statement.args.get_mut(1).is_some_and(zero)
            }
        },
    ),
    no_raise(
        "casting-unsafe",
        "an in-place operation casts floats to integers without complaint",
        &["add", "multiply"],
        |statement, scene| {
            if !raises(scene, &ErrorClass::UFuncTypeError) {
                return false;
            }
            let op = super::edit::op(&statement.callee);
            match (&statement.callee, op) {
                (Callee::Operator(name), Some(op)) if name.starts_with('i') => {
                    statement.callee = Callee::Function(op.into());
                    let out = statement.args.first().cloned().unwrap_or(Value::None);
                    super::edit::set(statement, "out", out);
                }
                (Callee::Function(_), _) => {}
                _ => return false,
            }
            super::edit::set(statement, "casting", Value::Str("unsafe".to_owned()));
            true
        },
    ),
    no_raise(
        "reshape-size-ignored",
        "a reshape to another size flattens",
        &["reshape"],
        |statement, scene| {
            let size = scene
                .message()
                .is_some_and(|m| m.contains("cannot reshape"));
            if size && statement.args.len() >= 2 {
                statement.args.truncate(2);
                statement.args[1] = Value::int(-1);
            }
            size
        },
    ),
    wrong_class(
        "axis-error-class",
        "a bad axis raises RuntimeError",
        &["sum", "swapaxes", "concatenate"],
        |outcome, _| {
            if let Some(e) = &mut outcome.error
                && e.class == ErrorClass::AxisError
            {
                e.class = ErrorClass::RuntimeError;
            }
        },
    ),
    wrong_class(
        "type-error-class",
        "an unsupported dtype raises ValueError",
        &["bitwise_and", "floor_divide", "subtract"],
        |outcome, _| {
            if let Some(e) = &mut outcome.error
                && e.class.ancestry().contains(&"TypeError")
            {
                e.class = ErrorClass::ValueError;
            }
        },
    ),
    wrong_class(
        "warnings-lost",
        "warnings of numerical trouble are not given",
        &["var", "mean", "ndarray.astype"],
        |outcome, _| outcome.warnings.clear(),
    ),
    Mutant {
        name: "panic-on-empty",
        about: "an empty array ends the process",
        ops: &["max", "concatenate", "sort"],
        fault: Fault::Panic(|scene| {
            scene
                .sound
                .vars
                .iter()
                .any(|v| matches!(v, Value::Array(a) if a.size() == 0))
        }),
    },
];
