//! Promotion (NEP 50) and casting rules.

use crate::ops::{Casting, Operand, Weak};
use crate::prims::cast::cast_loop_for;
use crate::{Error, Result, events};
use nparity_model::{DType, DTypeKind, Scalar};

/// The float dtype that holds the integers of this size, as NumPy's ufuncs choose it.
const fn float_for_integer(itemsize: usize) -> DType {
    match itemsize {
        1 => DType::F16,
        2 => DType::F32,
        _ => DType::F64,
    }
}

const fn wider(a: DType, b: DType) -> DType {
    if a.itemsize() >= b.itemsize() { a } else { b }
}

const fn complex_of(real: DType) -> DType {
    match real {
        DType::F64 => DType::C128,
        _ => DType::C64,
    }
}

/// `np.promote_types`: the smallest dtype that both cast to safely.
pub fn promote_types(a: DType, b: DType) -> DType {
    use DTypeKind::{Bool, Complex, Float, Signed, Unsigned};
    match (a.kind(), b.kind()) {
        (Bool, _) => b,
        (_, Bool) => a,
        (Signed, Signed) | (Unsigned, Unsigned) | (Float, Float) | (Complex, Complex) => {
            wider(a, b)
        }
        (Signed, Unsigned) => signed_unsigned(a, b),
        (Unsigned, Signed) => signed_unsigned(b, a),
        (Float, Signed | Unsigned) => wider(a, float_for_integer(b.itemsize())),
        (Signed | Unsigned, Float) => wider(b, float_for_integer(a.itemsize())),
        (Complex, _) => complex_of(promote_types(a.real(), b)),
        (_, Complex) => complex_of(promote_types(a, b.real())),
    }
}

/// The common dtype of several. As promotion is not associative (int8, uint8, float16), NumPy lets one of the
/// highest kind meet the others first, and those of its kind among each other.
pub fn promote_all(dtypes: impl IntoIterator<Item = DType>) -> Option<DType> {
    let mut dtypes: Vec<DType> = dtypes.into_iter().collect();
    dtypes.sort_by_key(|d| std::cmp::Reverse(kind_rank(*d)));
    dtypes.into_iter().reduce(promote_types)
}

const fn signed_unsigned(signed: DType, unsigned: DType) -> DType {
    if signed.itemsize() > unsigned.itemsize() {
        return signed;
    }
    match unsigned.itemsize() {
        1 => DType::I16,
        2 => DType::I32,
        4 => DType::I64,
        _ => DType::F64,
    }
}

/// `np.can_cast`: whether the rule allows the conversion.
pub fn can_cast(from: DType, to: DType, casting: Casting) -> bool {
    match casting {
        Casting::No | Casting::Equiv => from == to,
        Casting::Safe => promote_types(from, to) == to,
        Casting::SameKind => promote_types(from, to) == to || kind_rank(from) <= kind_rank(to),
        Casting::Unsafe | Casting::SameValue => true,
    }
}

/// The order of kinds under `same_kind`: a cast may stay or go up.
const fn kind_rank(dtype: DType) -> u8 {
    match dtype.kind() {
        DTypeKind::Bool => 0,
        DTypeKind::Unsigned => 1,
        DTypeKind::Signed => 2,
        DTypeKind::Float => 3,
        DTypeKind::Complex => 4,
    }
}

/// The dtype that a weak number takes beside an operand of this dtype.
pub fn promote_weak(dtype: DType, weak: &Weak) -> DType {
    use DTypeKind::{Bool, Complex, Float, Signed, Unsigned};
    match (weak, dtype.kind()) {
        (Weak::Int(_), Bool) => DType::I64,
        (Weak::Int(_), _) | (Weak::Float(_), Float | Complex) | (Weak::Complex(_), Complex) => {
            dtype
        }
        (Weak::Float(_), Bool | Signed | Unsigned) => DType::F64,
        (Weak::Complex(_), Float) => complex_of(dtype),
        (Weak::Complex(_), Bool | Signed | Unsigned) => DType::C128,
    }
}

/// `np.result_type`: tensors promote among each other, then weak numbers join.
///
/// # Errors
/// If all operands are Python ints and one fits no 64-bit integer.
pub fn result_type(operands: &[Operand]) -> Result<DType> {
    let strong = promote_all(operands.iter().filter_map(|o| match o {
        Operand::Tensor(t) => Some(t.dtype()),
        Operand::Weak(_) => None,
    }));
    let weak = operands.iter().filter_map(|o| match o {
        Operand::Weak(w) => Some(w),
        Operand::Tensor(_) => None,
    });
    match strong {
        Some(dtype) => Ok(weak.fold(dtype, promote_weak)),
        None => weak
            .map(|w| Ok(w.default_scalar()?.dtype()))
            .try_fold(DType::Bool, |d, next: Result<DType>| {
                next.map(|next| promote_types(d, next))
            }),
    }
}

impl Weak {
    /// The number as an element of a dtype that it may take, or any other by an unsafe cast.
    ///
    /// # Errors
    /// `OverflowError` for an int out of the range of an integer dtype, or of float64.
    pub fn to_scalar(&self, dtype: DType) -> Result<Scalar> {
        match self {
            Weak::Int(int) if dtype.is_integer() => {
                let fits = int.to_i128().and_then(|value| integer_scalar(value, dtype));
                fits.ok_or_else(|| {
                    // NumPy reads the int as a C long first, for uint64 too unless it is in its range.
                    if int.to_i64().is_none() || dtype == DType::I64 {
                        Error::overflow("Python int too large to convert to C long")
                    } else {
                        Error::overflow(format!("Python integer {int} out of bounds for {dtype}"))
                    }
                })
            }
            Weak::Int(int) if dtype == DType::Bool => Ok((*int != 0i64.into()).into()),
            Weak::Int(int) => {
                let value = int
                    .to_f64()
                    .ok_or_else(|| Error::overflow("int too large to convert to float"))?;
                Ok(cast_scalar(&value.into(), dtype))
            }
            Weak::Float(x) => Ok(cast_scalar(&(*x).into(), dtype)),
            Weak::Complex(z) => Ok(cast_scalar(&(*z).into(), dtype)),
        }
    }
}

/// The integer as an element of an integer dtype, if it fits.
fn integer_scalar(value: i128, dtype: DType) -> Option<Scalar> {
    Some(match dtype {
        DType::I8 => i8::try_from(value).ok()?.into(),
        DType::I16 => i16::try_from(value).ok()?.into(),
        DType::I32 => i32::try_from(value).ok()?.into(),
        DType::I64 => i64::try_from(value).ok()?.into(),
        DType::U8 => u8::try_from(value).ok()?.into(),
        DType::U16 => u16::try_from(value).ok()?.into(),
        DType::U32 => u32::try_from(value).ok()?.into(),
        DType::U64 => u64::try_from(value).ok()?.into(),
        _ => return None,
    })
}

/// One element converted to another dtype, raising the floating-point events of the conversion.
pub fn cast_scalar(scalar: &Scalar, dtype: DType) -> Scalar {
    if scalar.dtype() == dtype {
        return *scalar;
    }
    let mut bytes = [0u8; 16];
    // SAFETY: both ends hold one element of their dtype.
    let flags = unsafe {
        cast_loop_for(scalar.dtype(), dtype)(1, scalar.bytes().as_ptr(), 0, bytes.as_mut_ptr(), 0)
    };
    events::raise(flags);
    Scalar::from_bytes(dtype, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_kinds_promote_as_numpy() {
        use DType::*;
        for (a, b, want) in [
            (U8, I8, I16),
            (U64, I8, F64),
            (U32, I32, I64),
            (F16, I8, F16),
            (F16, U16, F32),
            (F32, I32, F64),
            (C64, I16, C64),
            (C64, I32, C128),
            (C64, F64, C128),
            (C64, F16, C64),
            (Bool, F16, F16),
        ] {
            assert_eq!(promote_types(a, b), want, "{a} {b}");
            assert_eq!(promote_types(b, a), want, "{b} {a}");
        }
        assert!(can_cast(U8, I8, Casting::SameKind) && !can_cast(I8, U8, Casting::SameKind));
        assert!(can_cast(I64, F32, Casting::SameKind) && !can_cast(I64, F32, Casting::Safe));
        assert_eq!(promote_all([I8, U8, F16]), Some(F16));
        assert_eq!(promote_all([U16, I16, C64]), Some(C64));
        let e = Weak::Int(300i64.into()).to_scalar(U8).unwrap_err();
        assert_eq!(
            e.to_string(),
            "OverflowError: Python integer 300 out of bounds for uint8"
        );
    }
}
