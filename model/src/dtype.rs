//! The 14 dtypes.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// An element type of NumPy's numeric family.
///
/// The order is that of NumPy's type numbers within a kind; `as usize` indexes tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are NumPy's")]
pub enum DType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
    C64,
    C128,
}

/// The kind of a dtype, as in `dtype.kind`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum DTypeKind {
    Bool,
    Signed,
    Unsigned,
    Float,
    Complex,
}

impl DType {
    /// Number of dtypes, for tables.
    pub const COUNT: usize = 14;

    /// Every dtype, in table order.
    pub const ALL: [DType; Self::COUNT] = [
        DType::Bool,
        DType::I8,
        DType::I16,
        DType::I32,
        DType::I64,
        DType::U8,
        DType::U16,
        DType::U32,
        DType::U64,
        DType::F16,
        DType::F32,
        DType::F64,
        DType::C64,
        DType::C128,
    ];

    /// NumPy's name, as in `dtype.name`.
    pub const fn name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::I8 => "int8",
            DType::I16 => "int16",
            DType::I32 => "int32",
            DType::I64 => "int64",
            DType::U8 => "uint8",
            DType::U16 => "uint16",
            DType::U32 => "uint32",
            DType::U64 => "uint64",
            DType::F16 => "float16",
            DType::F32 => "float32",
            DType::F64 => "float64",
            DType::C64 => "complex64",
            DType::C128 => "complex128",
        }
    }

    /// Kind letter and size, as in `dtype.str` without the byte order: `i8`, `c16`, `b1`.
    pub const fn code(self) -> &'static str {
        match self {
            DType::Bool => "b1",
            DType::I8 => "i1",
            DType::I16 => "i2",
            DType::I32 => "i4",
            DType::I64 => "i8",
            DType::U8 => "u1",
            DType::U16 => "u2",
            DType::U32 => "u4",
            DType::U64 => "u8",
            DType::F16 => "f2",
            DType::F32 => "f4",
            DType::F64 => "f8",
            DType::C64 => "c8",
            DType::C128 => "c16",
        }
    }

    /// NumPy's type character on 64-bit Linux, as in `dtype.char` and in ufunc type strings.
    pub const fn char(self) -> char {
        match self {
            DType::Bool => '?',
            DType::I8 => 'b',
            DType::I16 => 'h',
            DType::I32 => 'i',
            DType::I64 => 'l',
            DType::U8 => 'B',
            DType::U16 => 'H',
            DType::U32 => 'I',
            DType::U64 => 'L',
            DType::F16 => 'e',
            DType::F32 => 'f',
            DType::F64 => 'd',
            DType::C64 => 'F',
            DType::C128 => 'D',
        }
    }

    /// NumPy's type number on 64-bit Linux, as in `dtype.num`.
    pub const fn type_num(self) -> i32 {
        match self {
            DType::Bool => 0,
            DType::I8 => 1,
            DType::U8 => 2,
            DType::I16 => 3,
            DType::U16 => 4,
            DType::I32 => 5,
            DType::U32 => 6,
            DType::I64 => 7,
            DType::U64 => 8,
            DType::F32 => 11,
            DType::F64 => 12,
            DType::C64 => 14,
            DType::C128 => 15,
            DType::F16 => 23,
        }
    }

    /// The dtype with this type number; `longlong` and `ulonglong` count as the 64-bit integers.
    pub const fn from_type_num(num: i32) -> Option<DType> {
        Some(match num {
            0 => DType::Bool,
            1 => DType::I8,
            2 => DType::U8,
            3 => DType::I16,
            4 => DType::U16,
            5 => DType::I32,
            6 => DType::U32,
            7 | 9 => DType::I64,
            8 | 10 => DType::U64,
            11 => DType::F32,
            12 => DType::F64,
            14 => DType::C64,
            15 => DType::C128,
            23 => DType::F16,
            _ => return None,
        })
    }

    /// Bytes per element.
    pub const fn itemsize(self) -> usize {
        match self {
            DType::Bool | DType::I8 | DType::U8 => 1,
            DType::I16 | DType::U16 | DType::F16 => 2,
            DType::I32 | DType::U32 | DType::F32 => 4,
            DType::I64 | DType::U64 | DType::F64 | DType::C64 => 8,
            DType::C128 => 16,
        }
    }

    /// The dtype's kind.
    pub const fn kind(self) -> DTypeKind {
        match self {
            DType::Bool => DTypeKind::Bool,
            DType::I8 | DType::I16 | DType::I32 | DType::I64 => DTypeKind::Signed,
            DType::U8 | DType::U16 | DType::U32 | DType::U64 => DTypeKind::Unsigned,
            DType::F16 | DType::F32 | DType::F64 => DTypeKind::Float,
            DType::C64 | DType::C128 => DTypeKind::Complex,
        }
    }

    /// True for the signed and unsigned integers (not bool).
    pub const fn is_integer(self) -> bool {
        matches!(self.kind(), DTypeKind::Signed | DTypeKind::Unsigned)
    }

    /// True for f16, f32, f64.
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), DTypeKind::Float)
    }

    /// True for c64, c128.
    pub const fn is_complex(self) -> bool {
        matches!(self.kind(), DTypeKind::Complex)
    }

    /// True for floats and complex numbers.
    pub const fn is_inexact(self) -> bool {
        self.is_float() || self.is_complex()
    }

    /// The float dtype of a complex dtype's parts; any other dtype is itself.
    pub const fn real(self) -> DType {
        match self {
            DType::C64 => DType::F32,
            DType::C128 => DType::F64,
            other => other,
        }
    }

    /// The dtype with this name, code or type character, as `np.dtype(text)` reads them.
    pub fn parse(text: &str) -> Option<DType> {
        let bare = text.trim_start_matches(['<', '=', '|']);
        if let Some(found) = Self::ALL
            .iter()
            .find(|d| d.name() == text || d.code() == bare)
        {
            return Some(*found);
        }
        match text {
            "int" | "int_" | "intp" | "long" | "longlong" | "q" | "p" | "n" => Some(DType::I64),
            "uint" | "uintp" | "ulong" | "ulonglong" | "Q" | "P" | "N" => Some(DType::U64),
            "float" | "double" => Some(DType::F64),
            "complex" | "cdouble" => Some(DType::C128),
            "bool_" => Some(DType::Bool),
            "half" => Some(DType::F16),
            "single" => Some(DType::F32),
            "csingle" => Some(DType::C64),
            "byte" => Some(DType::I8),
            "ubyte" => Some(DType::U8),
            "short" => Some(DType::I16),
            "ushort" => Some(DType::U16),
            "intc" => Some(DType::I32),
            "uintc" => Some(DType::U32),
            _ => {
                let mut chars = bare.chars();
                let (Some(c), None) = (chars.next(), chars.next()) else {
                    return None;
                };
                Self::ALL.into_iter().find(|d| d.char() == c)
            }
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for DType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.name())
        } else {
            serializer.serialize_u8(*self as u8)
        }
    }
}

impl<'de> Deserialize<'de> for DType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
            DType::ALL
                .into_iter()
                .find(|d| d.name() == text)
                .ok_or_else(|| D::Error::custom(format!("unknown dtype {text:?}")))
        } else {
            let index = u8::deserialize(deserializer)?;
            DType::ALL
                .get(usize::from(index))
                .copied()
                .ok_or_else(|| D::Error::custom(format!("dtype number {index} out of range")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_order_is_the_discriminant() {
        for (i, d) in DType::ALL.into_iter().enumerate() {
            assert_eq!(d as usize, i);
            assert_eq!(DType::parse(d.name()), Some(d));
            assert_eq!(DType::parse(d.code()), Some(d));
            assert_eq!(DType::parse(&d.char().to_string()), Some(d));
            assert_eq!(DType::from_type_num(d.type_num()), Some(d));
        }
        assert_eq!(DType::parse("object"), None);
    }
}
