//! Faults of views, copies, writes and layout.

use super::edit::{FRESH, Scene, arrays, c_strides, detach};
use super::mutant::{Fault, Mutant};
use nparity_model::{Callee, Observed, Outcome, Value};

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

fn fresh(scene: Scene<'_>) -> u32 {
    FRESH + u32::try_from(scene.at).unwrap_or_default()
}

/// The data of the literals as they were before any write.
fn originals<'a>(scene: Scene<'a>) -> impl Iterator<Item = (usize, &'a [u8])> {
    (scene.program.statements.iter().enumerate()).filter_map(|(k, s)| match &s.callee {
        Callee::Literal(literal) => Some((k, literal.data.as_slice())),
        _ => None,
    })
}

/// Literals show what they held before the program.
fn undo_writes(outcome: &mut Outcome, scene: Scene<'_>) {
    for (k, data) in originals(scene) {
        if let Some(Value::Array(array)) = outcome.vars.get_mut(k)
            && array.data.len() == data.len()
        {
            array.data.copy_from_slice(data);
        }
    }
}

pub(super) const MUTANTS: &[Mutant] = &[
    result(
        "copy-for-view",
        "a view is a copy",
        &[
            "reshape",
            "transpose",
            "getitem",
            "squeeze",
            "swapaxes",
            "ndarray.T",
        ],
        |value, scene| {
            let base = scene.array(0).map(|a| a.storage);
            arrays(value, &mut |array| {
                if Some(array.storage) == base {
                    detach(array, fresh(scene));
                }
            });
        },
    ),
    result(
        "view-for-copy",
        "a copy shares memory with the original",
        &["copy", "ndarray.flatten", "ndarray.astype", "positive"],
        |value, scene| {
            if let (Value::Array(result), Some(base)) = (value, scene.array(0))
                && result.size() > 0
            {
                result.storage = base.storage;
            }
        },
    ),
    result(
        "asarray-copies",
        "asarray of an array is a new array",
        &["asarray"],
        |value, scene| {
            let base = scene.array(0).map(|a| a.object);
            arrays(value, &mut |array| {
                if Some(array.object) == base {
                    detach(array, fresh(scene));
                }
            });
        },
    ),
    result(
        "order-of-results",
        "results are in C order whatever the order of the operands",
        &["add", "negative", "copy", "zeros_like"],
        |value, scene| {
            let bases = [scene.array(0), scene.array(1)].map(|a| a.map(|a| a.storage));
            arrays(value, &mut |array| {
                if !bases.contains(&Some(array.storage)) && !array.c_contiguous {
                    array.strides = c_strides(&array.shape, array.dtype.itemsize());
                    array.c_contiguous = true;
                    array.f_contiguous = array.shape.iter().filter(|n| **n > 1).count() < 2;
                }
            });
        },
    ),
    result(
        "read-only-lost",
        "a read-only view is writeable",
        &["broadcast_to", "diagonal"],
        |value, _| arrays(value, &mut |array| array.writeable = true),
    ),
    Mutant {
        name: "write-through-view-lost",
        about: "a write through a view does not show in the base",
        ops: &["setitem", "ndarray.fill"],
        fault: Fault::Outcome(|outcome, scene| {
            let direct: Vec<usize> = (scene.program.statements.iter())
                .filter(|s| !matches!(s.callee, Callee::Literal(_)))
                .filter_map(|s| match s.args.first() {
                    Some(Value::Array(var)) if super::edit::op(&s.callee) == Some("setitem") => {
                        Some(var.index())
                    }
                    _ => None,
                })
                .collect();
            for (k, data) in originals(scene) {
                if direct.contains(&k) {
                    continue;
                }
                if let Some(Value::Array(array)) = outcome.vars.get_mut(k)
                    && array.data.len() == data.len()
                {
                    array.data.copy_from_slice(data);
                }
            }
        }),
    },
    Mutant {
        name: "in-place-not-visible",
        about: "an in-place operation or out= leaves the array as it was",
        ops: &["setitem", "add", "ndarray.sort"],
        fault: Fault::Outcome(undo_writes),
    },
    Mutant {
        name: "write-before-error-lost",
        about: "an exception takes back what was written before it",
        ops: &["setitem", "add", "multiply"],
        fault: Fault::Outcome(|outcome, scene| {
            if outcome.error.is_some() {
                undo_writes(outcome, scene);
            }
        }),
    },
];
