//! Faults of values and of floating-point events.

use super::edit::{Scene, elements, floats, integer};
use super::mutant::{Fault, Mutant};
use nparity_model::{Callee, DType, FpEvents, Observed, Scalar, Statement, Value};

const fn result(
    name: &'static str,
    about: &'static str,
    ops: &'static [&'static str],
    change: fn(&mut Value<Observed>, Scene<'_>),
) -> Mutant {
    Mutant {
        name,
        about,
        ops,
        fault: Fault::Result(change),
    }
}

/// Another function instead, if called as a function or by a plain operator.
fn replace(statement: &mut Statement, with: &'static str) -> bool {
    let fits = match &statement.callee {
        Callee::Function(_) => true,
        Callee::Operator(name) => !name.starts_with('i') || name == "invert",
        _ => false,
    };
    if fits {
        statement.callee = Callee::Function(with.into());
    }
    fits
}

/// One element in fifty, chosen by its bits, so that the same value always fares alike.
fn one_in_fifty(x: f64) -> bool {
    (x.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(50)
}

/// The same element of an operand with the result's shape.
fn beside(scene: Scene<'_>, argument: usize, result: &Value<Observed>) -> Option<Vec<Scalar>> {
    let Value::Array(result) = result else {
        return None;
    };
    let array = scene.array(argument)?;
    (array.shape == result.shape).then(|| (0..array.size()).map(|i| array.item(i)).collect())
}

/// The lanes of the last axis: `f` sees each and may change it.
fn lanes(value: &mut Value<Observed>, f: &mut dyn FnMut(&mut [Scalar])) {
    let Value::Array(array) = value else { return };
    let Some(length) = array.shape.last().copied().filter(|n| *n > 1) else {
        return;
    };
    let mut items: Vec<Scalar> = (0..array.size()).map(|i| array.item(i)).collect();
    items.chunks_mut(length).for_each(f);
    array.data = items.iter().flat_map(|s| s.bytes().to_vec()).collect();
}

pub(super) const MUTANTS: &[Mutant] = &[
    result(
        "negative-zero-lost",
        "-0.0 comes out as 0.0",
        &["negative", "multiply", "trunc", "ceil", "copysign"],
        |value, _| floats(value, &mut |_, x| if x == 0.0 { 0.0 } else { x }),
    ),
    Mutant {
        name: "maximum-ignores-nan",
        about: "maximum and minimum behave as fmax and fmin",
        ops: &["maximum", "minimum"],
        fault: Fault::Call(|statement, _| {
            let with = match super::edit::op(&statement.callee) {
                Some("maximum") => "fmax",
                _ => "fmin",
            };
            replace(statement, with)
        }),
    },
    result(
        "sort-nan-first",
        "NaN sorts before numbers",
        &["sort"],
        |value, _| lanes(value, &mut |lane| lane.sort_by_key(|x| !x.is_nan())),
    ),
    result(
        "floor-divide-truncates",
        "integer division rounds towards zero",
        &["floor_divide", "divmod"],
        |value, scene| {
            let quotient = match value {
                Value::Tuple(pair) if pair.len() == 2 => &mut pair[0],
                other => other,
            };
            let (a, b) = (beside(scene, 0, quotient), beside(scene, 1, quotient));
            elements(quotient, DType::is_integer, &mut |i, q| {
                let n = q.as_integer().unwrap_or_default();
                let at = |v: &Option<Vec<Scalar>>| v.as_ref()?.get(i)?.as_integer();
                // Without the operands at hand, any negative quotient is taken for a rounded one.
                let inexact = match (at(&a), at(&b)) {
                    (Some(a), Some(b)) => b != 0 && a % b != 0,
                    _ => true,
                };
                integer(q.dtype(), if n < 0 && inexact { n + 1 } else { n })
            });
        },
    ),
    Mutant {
        name: "remainder-sign",
        about: "the remainder has the sign of the dividend, as in C",
        ops: &["remainder"],
        fault: Fault::Call(|statement, _| replace(statement, "fmod")),
    },
    result(
        "exp-one-in-fifty",
        "exp is 20 % too large in one element of fifty",
        &["exp"],
        |value, _| floats(value, &mut |_, x| if one_in_fifty(x) { x * 1.2 } else { x }),
    ),
    result(
        "log-inaccurate",
        "log and sin are wrong in the ninth digit",
        &["log", "sin"],
        |value, _| {
            elements(value, |d| d == DType::F64, &mut |_, x| {
                x.as_float().map_or(x, |x| (x * (1.0 + 1e-9)).into())
            });
        },
    ),
    result(
        "rint-half-up",
        "halves round away from zero",
        &["rint"],
        |value, scene| {
            let Some(input) = beside(scene, 0, value) else {
                return;
            };
            floats(value, &mut |i, r| match input[i].as_float() {
                Some(x) if (x - x.trunc()).abs() == 0.5 => x.round(),
                _ => r,
            });
        },
    ),
    result(
        "sqrt-negative-zero",
        "float functions out of their domain give 0 instead of NaN",
        &["sqrt", "log", "arcsin"],
        |value, _| floats(value, &mut |_, x| if x.is_nan() { 0.0 } else { x }),
    ),
    result("sign-of-nan", "sign(NaN) is 0", &["sign"], |value, _| {
        floats(value, &mut |_, x| if x.is_nan() { 0.0 } else { x })
    }),
    result(
        "integer-division-by-zero",
        "an integer divided by zero is -1 instead of 0",
        &["floor_divide"],
        |value, scene| {
            let Some(divisor) = beside(scene, 1, value) else {
                return;
            };
            elements(
                value,
                DType::is_integer,
                &mut |i, q| match divisor[i].as_integer() {
                    Some(0) => integer(q.dtype(), -1),
                    _ => q,
                },
            );
        },
    ),
    result(
        "shift-wraps",
        "a shift by the width or more is taken modulo the width",
        &["left_shift"],
        |value, scene| {
            let (Some(a), Some(b)) = (beside(scene, 0, value), beside(scene, 1, value)) else {
                return;
            };
            elements(value, DType::is_integer, &mut |i, r| {
                let bits = i128::try_from(r.dtype().itemsize() * 8).unwrap_or(8);
                match (a[i].as_integer(), b[i].as_integer()) {
                    (Some(a), Some(b)) if b >= bits => {
                        integer(r.dtype(), a << b.rem_euclid(bits).min(63))
                    }
                    _ => r,
                }
            });
        },
    ),
    result(
        "cumsum-exclusive",
        "cumsum leaves the element itself out",
        &["cumsum"],
        |value, _| {
            lanes(value, &mut |lane| {
                lane.rotate_right(1);
                lane[0] = Scalar::from_bytes(lane[0].dtype(), &[0; 16]);
            });
        },
    ),
    result(
        "all-of-empty",
        "all of nothing is False",
        &["all"],
        |value, scene| {
            if scene.array(0).is_some_and(|a| a.size() == 0) {
                elements(value, |d| d == DType::Bool, &mut |_, _| false.into());
            }
        },
    ),
    result(
        "unique-unsorted",
        "unique gives the elements in reverse order",
        &["unique"],
        |value, _| lanes(value, &mut |lane| lane.reverse()),
    ),
    result(
        "repr-trailing-zero",
        "a float prints as 1.0 instead of 1.",
        &["repr", "str"],
        |value, _| {
            if let Value::Str(text) = value {
                *text = text.replace(".,", ".0,").replace(".]", ".0]");
            }
        },
    ),
    Mutant {
        name: "divide-event-lost",
        about: "division by zero is not flagged",
        ops: &["divide", "log", "floor_divide"],
        fault: Fault::Outcome(|outcome, _| {
            let rest = outcome.fp_events.bits() & !FpEvents::DIVIDE.bits();
            outcome.fp_events = FpEvents::from_bits(rest);
        }),
    },
    Mutant {
        name: "nan-flags-invalid",
        about: "a NaN that is passed on flags an invalid value",
        ops: &["add", "sqrt"],
        fault: Fault::Outcome(|outcome, scene| {
            let mut nan = false;
            if let Some(value) = outcome.vars.get_mut(scene.at) {
                floats(value, &mut |_, x| {
                    nan |= x.is_nan();
                    x
                });
            }
            if nan {
                outcome.fp_events |= FpEvents::INVALID;
            }
        }),
    },
    Mutant {
        name: "std-is-var",
        about: "std forgets the square root",
        ops: &["std"],
        fault: Fault::Call(|statement, _| match &mut statement.callee {
            Callee::Function(name) | Callee::Method(name) => {
                *name = "var".into();
                true
            }
            _ => false,
        }),
    },
];
