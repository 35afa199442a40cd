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

/// The dtype of a Python number of this kind that meets nothing stronger.
pub(crate) fn default_dtype(weak: &Weak) -> DType {
    match weak {
        Weak::Int(_) => DType::I64,
        Weak::Float(_) => DType::F64,
        Weak::Complex(_) => DType::C128,
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
                        // Alone, a Python int may be above the range of int64.
                        None if operands.len() == 1 => {
                            Input::Strong(weak.default_scalar()?.dtype())
                        }
                        Some(_) | None => Input::Strong(default_dtype(weak)),
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
        return by_signature(def, operands, &inputs, &fixed);
    }
    if let Some(found) = exact(def, &inputs) {
        return Ok(found);
    }
    if let Some(refused) = refused(def, operands, &fixed) {
        return Err(refused);
    }
    if is_logical(def) {
        return Ok(&def.groups[0][0]);
    }
    if def.name == "divide" && inputs.iter().all(|i| is_integral(*i)) {
        let f64s = [DType::F64, DType::F64];
        return def.loop_for(&f64s).ok_or_else(|| no_loop(def));
    }
    safe(def.loops(), &inputs).ok_or_else(|| no_loop(def))
}

fn exact(def: &UfuncDef, inputs: &[Input]) -> Option<&'static Loop> {
    let dtypes: SmallVec<[DType; 2]> = inputs
        .iter()
        .map(|i| match i {
            Input::Strong(dtype) => Some(*dtype),
            Input::Weak(_) => None,
        })
        .collect::<Option<_>>()?;
    def.loop_for(&dtypes)
}

/// The first of the loops that all inputs cast to safely.
fn safe(mut loops: impl Iterator<Item = &'static Loop>, inputs: &[Input]) -> Option<&'static Loop> {
    loops.find(|l| {
        inputs
            .iter()
            .zip(l.types)
            .all(|(i, t)| i.casts_to(*t, Casting::Safe))
    })
}

/// Functions of truth: mixed operands become bools, whatever they are.
pub(crate) fn is_logical(def: &UfuncDef) -> bool {
    matches!(def.name, "logical_and" | "logical_or" | "logical_xor")
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

/// Refusals with words of their own. These ufuncs look for a loop in another way than the rest, so that
/// bools, and dtypes without a loop, have their own errors.
fn refused(def: &UfuncDef, operands: &[Operand], fixed: &[Option<DType>]) -> Option<Error> {
    let output = fixed.get(def.nin).copied().flatten();
    let is_bool = |o: &Operand| matches!(o, Operand::Tensor(t) if t.dtype() == DType::Bool);
    let is_complex = |o: &Operand| match o {
        Operand::Tensor(t) => t.dtype().is_complex(),
        Operand::Weak(weak) => weak_rank(weak) == 3,
    };
    let bools = output == Some(DType::Bool) || output.is_none() && operands.iter().all(is_bool);
    match def.name {
        "subtract" if bools => Some(Error::type_(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
        )),
        "negative" if bools => Some(Error::type_(
            "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.",
        )),
        // Of complex numbers it gives reals, and of reals nothing complex.
        "absolute" if output.is_some_and(DType::is_complex) && !operands.iter().any(is_complex) => {
            Some(no_signature(def, operands, output))
        }
        "positive" | "sign" if bools => Some(no_signature(def, operands, output)),
        "gcd" | "lcm" => {
            let whole = |o: &Operand| match o {
                Operand::Tensor(t) => rank(t.dtype()) <= 1,
                Operand::Weak(weak) => weak_rank(weak) == 1,
            };
            let fits = match output {
                Some(dtype) => dtype.is_integer(),
                None => {
                    // Integers that only meet in a float are found by nobody.
                    let has = |f: &dyn Fn(DType) -> bool| {
                        operands
                            .iter()
                            .any(|o| matches!(o, Operand::Tensor(t) if f(t.dtype())))
                    };
                    let torn = has(&|d| d == DType::U64) && has(&|d| d.kind() == DTypeKind::Signed);
                    !bools && !torn && operands.iter().all(whole)
                }
            };
            (!fits).then(|| no_signature(def, operands, output))
        }
        _ => None,
    }
}

/// The class of a dtype, as Python prints it.
pub(crate) fn class(dtype: DType) -> String {
    let name = match dtype {
        DType::Bool => "Bool",
        DType::I8 => "Int8",
        DType::I16 => "Int16",
        DType::I32 => "Int32",
        DType::I64 => "Int64",
        DType::U8 => "UInt8",
        DType::U16 => "UInt16",
        DType::U32 => "UInt32",
        DType::U64 => "UInt64",
        DType::F16 => "Float16",
        DType::F32 => "Float32",
        DType::F64 => "Float64",
        DType::C64 => "Complex64",
        DType::C128 => "Complex128",
    };
    format!("<class 'numpy.dtypes.{name}DType'>")
}

/// `_UFuncNoLoopError`, which names the classes of the dtypes.
#[cold]
fn no_signature(def: &UfuncDef, operands: &[Operand], output: Option<DType>) -> Error {
    let inputs: Vec<String> = operands
        .iter()
        .map(|o| match o {
            Operand::Tensor(t) => class(t.dtype()),
            Operand::Weak(weak) if def.nin == 1 => class(default_dtype(weak)),
            Operand::Weak(Weak::Int(_)) => "<class 'numpy.dtypes._PyLongDType'>".to_owned(),
            Operand::Weak(Weak::Float(_)) => "<class 'numpy.dtypes._PyFloatDType'>".to_owned(),
            Operand::Weak(Weak::Complex(_)) => "<class 'numpy.dtypes._PyComplexDType'>".to_owned(),
        })
        .collect();
    let inputs = match inputs.as_slice() {
        [one] => one.clone(),
        many => format!("({})", many.join(", ")),
    };
    let output = output.map_or("None".to_owned(), class);
    Error::ufunc_type(format!(
        "ufunc '{}' did not contain a loop with signature matching types {inputs} -> {output}",
        def.name
    ))
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

/// Among the loops that the signature allows: the inputs' own, the first that all inputs cast to safely,
/// or the one of a single dtype (whose casts are checked later).
fn by_signature(
    def: &UfuncDef,
    operands: &[Operand],
    inputs: &[Input],
    fixed: &[Option<DType>],
) -> Result<&'static Loop> {
    let allowed = || {
        def.loops().filter(|l| {
            l.types
                .iter()
                .zip(fixed)
                .all(|(t, f)| f.is_none_or(|f| f == *t))
        })
    };
    if let Some(refused) = refused(def, operands, fixed) {
        return Err(refused);
    }
    if is_logical(def)
        && let Some(found) = allowed().next()
    {
        return Ok(found);
    }
    let all_fixed = fixed[..def.nin].iter().all(Option::is_some);
    let own = exact(def, inputs).filter(|own| allowed().any(|l| std::ptr::eq(l, *own)));
    own.or_else(|| safe(allowed(), inputs))
        .or_else(|| allowed().find(|l| all_fixed || l.types.iter().all(|t| *t == l.types[0])))
        .ok_or_else(|| {
            Error::type_(format!(
                "No loop matching the specified signature and casting was found for ufunc {}",
                def.name
            ))
        })
}
