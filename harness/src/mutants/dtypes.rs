//! Faults of promotion, accumulation and result types.

use super::edit::{is_plain, retype_value, set};
use super::mutant::{Fault, Mutant};
use nparity_model::{Callee, DType, Statement, Value};

const fn call(
    name: &'static str,
    about: &'static str,
    ops: &'static [&'static str],
    change: fn(&mut Statement, super::edit::Scene<'_>) -> bool,
) -> Mutant {
    Mutant {
        name,
        about,
        ops,
        fault: Fault::Call(change),
    }
}

/// Both operands have these dtypes, in either order.
fn operands(scene: super::edit::Scene<'_>, a: DType, b: DType) -> bool {
    let found = (scene.dtype(0), scene.dtype(1));
    found == (Some(a), Some(b)) || found == (Some(b), Some(a))
}

/// Makes an operator the function of the same op, so that it may take keywords. In-place operators stay.
fn as_function(statement: &mut Statement) {
    if let Callee::Operator(name) = &statement.callee
        && !name.starts_with('i')
        && let Some(op) = super::edit::op(&statement.callee)
    {
        statement.callee = Callee::Function(op.into());
    }
}

fn compute_in(statement: &mut Statement, dtype: DType) -> bool {
    as_function(statement);
    let plain = is_plain(statement, "dtype") && is_plain(statement, "out");
    if plain {
        set(statement, "dtype", Value::DType(dtype));
        set(statement, "casting", Value::Str("unsafe".to_owned()));
    }
    plain
}

/// Accumulates in this dtype unless another is asked for, by keyword or in its place.
fn accumulate_in(statement: &mut Statement, dtype: DType) -> bool {
    let absent = statement.kwargs.iter().all(|(name, _)| name != "dtype")
        && match statement.callee {
            Callee::Function(_) | Callee::Method(_) => statement.args.len() < 3,
            _ => false,
        };
    if absent {
        set(statement, "dtype", Value::DType(dtype));
    }
    absent
}

/// Makes Python floats NumPy's float64; true if there is one. Operators take it too.
fn harden_floats(statement: &mut Statement) -> bool {
    let mut found = false;
    for value in &mut statement.args {
        if let Value::Float(x) = *value {
            *value = Value::Scalar(x.into());
            found = true;
        }
    }
    found
}

pub(super) const MUTANTS: &[Mutant] = &[
    call(
        "promote-u8-i8",
        "uint8 with int8 gives int8 instead of int16; so do the wider ones",
        &["add", "subtract", "multiply"],
        |statement, scene| {
            [
                (DType::U8, DType::I8),
                (DType::U16, DType::I16),
                (DType::U32, DType::I32),
                (DType::U64, DType::I64),
            ]
            .into_iter()
            .any(|(unsigned, signed)| {
                operands(scene, unsigned, signed) && compute_in(statement, signed)
            })
        },
    ),
    call(
        "promote-int-float32",
        "integers of 32 and 64 bits with float32 give float32 instead of float64",
        &["add", "multiply"],
        |statement, scene| {
            [DType::I64, DType::I32, DType::U64, DType::U32]
                .into_iter()
                .any(|integer| operands(scene, integer, DType::F32))
                && compute_in(statement, DType::F32)
        },
    ),
    call(
        "weak-float-strong",
        "a Python float counts as float64 beside float32",
        &["add", "subtract", "multiply"],
        |statement, scene| {
            let beside = |dtype| matches!(dtype, Some(DType::F32 | DType::F16));
            (beside(scene.dtype(0)) || beside(scene.dtype(1))) && harden_floats(statement)
        },
    ),
    call(
        "bool-add-counts",
        "bool + bool gives int64",
        &["add"],
        |statement, scene| {
            operands(scene, DType::Bool, DType::Bool) && compute_in(statement, DType::I64)
        },
    ),
    call(
        "sum-narrow-accumulator",
        "sum of int8, int16 and int32 accumulates in that dtype",
        &["sum", "prod", "cumsum"],
        |statement, scene| match scene.dtype(0) {
            Some(dtype @ (DType::I8 | DType::I16 | DType::I32)) => accumulate_in(statement, dtype),
            _ => false,
        },
    ),
    call(
        "sum-unsigned-signed",
        "sum of unsigned integers gives int64 instead of uint64",
        &["sum", "prod", "cumsum"],
        |statement, scene| match scene.dtype(0) {
            Some(DType::U8 | DType::U16 | DType::U32 | DType::U64) => {
                accumulate_in(statement, DType::I64)
            }
            _ => false,
        },
    ),
    call(
        "mean-float32-widens",
        "mean and var of float32 give float64",
        &["mean", "var", "std"],
        |statement, scene| {
            scene.dtype(0) == Some(DType::F32) && accumulate_in(statement, DType::F64)
        },
    ),
    call(
        "divide-integers-floors",
        "integers divide to integers",
        &["divide"],
        |statement, scene| {
            let integer = |dtype: Option<DType>| dtype.is_some_and(DType::is_integer);
            let plain = integer(scene.dtype(0)) && integer(scene.dtype(1));
            if plain && statement.kwargs.is_empty() && statement.args.len() == 2 {
                statement.callee = Callee::Function("floor_divide".into());
            }
            plain
        },
    ),
    call(
        "sqrt-small-ints-float64",
        "float functions of 8- and 16-bit integers give float64",
        &["sqrt", "exp", "sin"],
        |statement, scene| {
            let small = matches!(
                scene.dtype(0),
                Some(DType::Bool | DType::I8 | DType::U8 | DType::I16 | DType::U16)
            );
            small && compute_in(statement, DType::F64)
        },
    ),
    Mutant {
        name: "absolute-stays-complex",
        about: "the absolute value of complex numbers is complex",
        ops: &["absolute"],
        fault: Fault::Result(|value, scene| {
            let to = match scene.dtype(0) {
                Some(DType::C64) => DType::C64,
                Some(DType::C128) => DType::C128,
                _ => return,
            };
            retype_value(value, DType::is_float, to);
        }),
    },
    Mutant {
        name: "comparison-bytes",
        about: "comparisons give uint8 instead of bool",
        ops: &["less", "equal", "greater_equal"],
        fault: Fault::Result(|value, _| retype_value(value, |d| d == DType::Bool, DType::U8)),
    },
    Mutant {
        name: "argmax-int32",
        about: "positions are int32 instead of int64",
        ops: &["argmax", "argmin", "argsort", "nonzero", "searchsorted"],
        fault: Fault::Result(|value, _| retype_value(value, |d| d == DType::I64, DType::I32)),
    },
    Mutant {
        name: "scalars-are-arrays",
        about: "a full reduction gives a 0-d array instead of a NumPy scalar",
        ops: &["sum", "max", "mean", "dot"],
        fault: Fault::Result(|value, scene| {
            if let Value::Scalar(scalar) = value {
                let number = super::edit::FRESH + u32::try_from(scene.at).unwrap_or_default();
                *value = super::edit::zero_dimensional(*scalar, number);
            }
        }),
    },
    Mutant {
        name: "size-is-numpy-int",
        about: "size and ndim are NumPy integers instead of Python's",
        ops: &["ndarray.size", "ndarray.ndim", "len"],
        fault: Fault::Result(|value, _| {
            if let Value::Int(n) = value
                && let Some(n) = n.to_i64()
            {
                *value = Value::Scalar(n.into());
            }
        }),
    },
];
