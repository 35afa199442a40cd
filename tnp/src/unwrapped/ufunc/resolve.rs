//! Which loop runs: NumPy's search by safe casting, with weak Python numbers (NEP 50).

use super::def::{Kwargs, Loop, UfuncDef};
use crate::ops::{Casting, Operand, Weak};
use crate::promotion::can_cast;
use crate::{DType, DTypeKind, Error, Result};
use smallvec::SmallVec;

/// An input as the search sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Input {
    /// Of a dtype.
    Strong(DType),
    /// A Python number of this kind, or any above it.
    Weak(u8),
}

/// The kinds that weak numbers tell apart.
fn rank(dtype: DType) -> u8 {
    match dtype.kind() {
        DTypeKind::Bool => 0,
        DTypeKind::Signed | DTypeKind::Unsigned => 1,
        DTypeKind::Float => 2,
        DTypeKind::Complex => 3,
    }
}

impl Input {
    fn casts_to(self, dtype: DType, casting: Casting) -> bool {
        match self {
            Input::Strong(own) => can_cast(own, dtype, casting),
            Input::Weak(kind) => rank(dtype) >= kind,
        }
    }
}

fn weak_rank(weak: &Weak) -> u8 {
    match weak {
        Weak::Int(_) => 1,
        Weak::Float(_) => 2,
        Weak::Complex(_) => 3,
    }
}

/// Inputs as the search sees them: a weak number stays weak only beside a stronger kind.
fn inputs_of(operands: &[Operand]) -> Result<SmallVec<[Input; 2]>> {
    let strongest = operands
        .iter()
        .filter_map(|o| match o {
            Operand::Tensor(t) => Some(t.dtype()),
            Operand::Weak(_) => None,
        })
        .max_by_key(|d| rank(*d));
    operands
        .iter()
        .map(|o| {
            Ok(match o {
                Operand::Tensor(t) => Input::Strong(t.dtype()),
                Operand::Weak(weak) => {
                    let kind = weak_rank(weak);
                    match strongest {
                        Some(dtype) if rank(dtype) >= kind => Input::Weak(kind),
                        Some(DType::F16 | DType::F32) => Input::Strong(DType::C64),
                        Some(_) => Input::Strong(match weak {
                            Weak::Int(_) => DType::I64,
                            Weak::Float(_) => DType::F64,
                            Weak::Complex(_) => DType::C128,
                        }),
                        None => Input::Strong(weak.default_scalar()?.dtype()),
                    }
                }
            })
        })
        .collect()
}

/// The loop that runs on these operands.
///
/// # Errors
/// NumPy's, if there is none.
pub(crate) fn resolve(
    def: &UfuncDef,
    operands: &[Operand],
    kwargs: &Kwargs,
) -> Result<&'static Loop> {
    let inputs = inputs_of(operands)?;
    let fixed = signature(def, kwargs)?;
    if fixed.iter().any(Option::is_some) {
        return by_signature(def, &inputs, &fixed, kwargs.casting);
    }
    let exact = inputs
        .iter()
        .map(|i| match i {
            Input::Strong(d) => Some(*d),
            Input::Weak(_) => None,
        })
        .collect::<Option<SmallVec<[DType; 2]>>>()
        .and_then(|dtypes| def.loop_for(&dtypes));
    if let Some(found) = exact {
        return Ok(found);
    }
    if let Some(refused) = refused(def, &inputs) {
        return Err(refused);
    }
    if def.name == "divide" && inputs.iter().all(|i| is_integral(*i)) {
        let f64s = [DType::F64, DType::F64];
        return def.loop_for(&f64s).ok_or_else(|| no_loop(def));
    }
    def.loops()
        .find(|l| {
            inputs
                .iter()
                .zip(l.types)
                .all(|(i, t)| i.casts_to(*t, Casting::Safe))
        })
        .ok_or_else(|| no_loop(def))
}

fn is_integral(input: Input) -> bool {
    match input {
        Input::Strong(dtype) => rank(dtype) <= 1,
        Input::Weak(kind) => kind <= 1,
    }
}

fn no_loop(def: &UfuncDef) -> Error {
    Error::type_(format!(
        "ufunc '{}' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''",
        def.name
    ))
}

/// Functions of bools that NumPy refuses although a wider loop would take them.
fn refused(def: &UfuncDef, inputs: &[Input]) -> Option<Error> {
    if !inputs.iter().all(|i| *i == Input::Strong(DType::Bool)) {
        return None;
    }
    match def.name {
        "subtract" => Some(Error::type_(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
        )),
        "negative" => Some(Error::type_(
            "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.",
        )),
        "positive" | "sign" => Some(Error::ufunc_type(format!(
            "ufunc '{}' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'> -> None",
            def.name
        ))),
        "gcd" | "lcm" => Some(Error::ufunc_type(format!(
            "ufunc '{}' did not contain a loop with signature matching types (<class 'numpy.dtypes.BoolDType'>, <class 'numpy.dtypes.BoolDType'>) -> None",
            def.name
        ))),
        _ => None,
    }
}

/// The dtypes that `dtype=` or `signature=` fix.
fn signature(def: &UfuncDef, kwargs: &Kwargs) -> Result<SmallVec<[Option<DType>; 4]>> {
    if let Some(signature) = &kwargs.signature {
        return Ok(signature.clone());
    }
    let mut fixed = SmallVec::from_elem(None, def.nin + def.nout);
    for slot in &mut fixed[def.nin..] {
        *slot = kwargs.dtype;
    }
    Ok(fixed)
}

fn by_signature(
    def: &UfuncDef,
    inputs: &[Input],
    fixed: &[Option<DType>],
    casting: Casting,
) -> Result<&'static Loop> {
    def.loops()
        .filter(|l| {
            l.types
                .iter()
                .zip(fixed)
                .all(|(t, f)| f.is_none_or(|f| f == *t))
        })
        .find(|l| {
            inputs
                .iter()
                .zip(l.types)
                .all(|(i, t)| i.casts_to(*t, casting))
        })
        .ok_or_else(|| {
            Error::type_(format!(
                "No loop matching the specified signature and casting was found for ufunc {}",
                def.name
            ))
        })
}
