//! One element of one dtype.

use crate::{DType, hex};
use half::f16;
use num_complex::{Complex32, Complex64};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// One element: a dtype and its bits (little endian, unused bytes zero).
///
/// Equality is equality of bits, so `-0.0 != 0.0` and a NaN equals itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scalar {
    dtype: DType,
    bytes: [u8; 16],
}

macro_rules! from_element {
    ($($t:ty => $dtype:ident),* $(,)?) => {$(
        impl From<$t> for Scalar {
            fn from(value: $t) -> Scalar {
                Scalar::from_bytes(DType::$dtype, &value.to_le_bytes())
            }
        }
    )*};
}
from_element! {
    i8 => I8, i16 => I16, i32 => I32, i64 => I64, u8 => U8, u16 => U16, u32 => U32, u64 => U64,
    f16 => F16, f32 => F32, f64 => F64,
}

impl From<bool> for Scalar {
    fn from(value: bool) -> Scalar {
        Scalar::from_bytes(DType::Bool, &[u8::from(value)])
    }
}

impl From<Complex32> for Scalar {
    fn from(value: Complex32) -> Scalar {
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&value.re.to_le_bytes());
        bytes[4..].copy_from_slice(&value.im.to_le_bytes());
        Scalar::from_bytes(DType::C64, &bytes)
    }
}

impl From<Complex64> for Scalar {
    fn from(value: Complex64) -> Scalar {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&value.re.to_le_bytes());
        bytes[8..].copy_from_slice(&value.im.to_le_bytes());
        Scalar::from_bytes(DType::C128, &bytes)
    }
}

impl Scalar {
    /// The element whose bits are the first `dtype.itemsize()` bytes.
    ///
    /// # Panics
    /// If there are fewer bytes than that.
    pub fn from_bytes(dtype: DType, bytes: &[u8]) -> Scalar {
        let size = dtype.itemsize();
        let mut all = [0; 16];
        all[..size].copy_from_slice(&bytes[..size]);
        Scalar { dtype, bytes: all }
    }

    /// The dtype.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The element's bits.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.dtype.itemsize()]
    }

    fn word<const N: usize>(&self) -> [u8; N] {
        let mut word = [0; N];
        word.copy_from_slice(&self.bytes[..N]);
        word
    }

    /// The value as an integer, for bools and integers.
    pub fn as_integer(&self) -> Option<i128> {
        Some(match self.dtype {
            DType::Bool | DType::U8 => i128::from(self.bytes[0]),
            DType::I8 => i128::from(i8::from_le_bytes(self.word())),
            DType::I16 => i128::from(i16::from_le_bytes(self.word())),
            DType::I32 => i128::from(i32::from_le_bytes(self.word())),
            DType::I64 => i128::from(i64::from_le_bytes(self.word())),
            DType::U16 => i128::from(u16::from_le_bytes(self.word())),
            DType::U32 => i128::from(u32::from_le_bytes(self.word())),
            DType::U64 => i128::from(u64::from_le_bytes(self.word())),
            DType::F16 | DType::F32 | DType::F64 | DType::C64 | DType::C128 => return None,
        })
    }

    /// The value as a float, for floats (exact).
    pub fn as_float(&self) -> Option<f64> {
        Some(match self.dtype {
            DType::F16 => f16::from_le_bytes(self.word()).to_f64(),
            DType::F32 => f64::from(f32::from_le_bytes(self.word())),
            DType::F64 => f64::from_le_bytes(self.word()),
            _ => return None,
        })
    }

    /// The value as a complex number, for complex dtypes (exact).
    pub fn as_complex(&self) -> Option<Complex64> {
        let part = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&self.bytes[at..at + 8]);
            word
        };
        Some(match self.dtype {
            DType::C64 => {
                let word = part(0);
                let (mut re, mut im) = ([0; 4], [0; 4]);
                re.copy_from_slice(&word[..4]);
                im.copy_from_slice(&word[4..]);
                Complex64::new(
                    f64::from(f32::from_le_bytes(re)),
                    f64::from(f32::from_le_bytes(im)),
                )
            }
            DType::C128 => Complex64::new(f64::from_le_bytes(part(0)), f64::from_le_bytes(part(8))),
            _ => return None,
        })
    }

    /// True if some part is NaN.
    pub fn is_nan(&self) -> bool {
        self.as_float().is_some_and(f64::is_nan)
            || self
                .as_complex()
                .is_some_and(|z| z.re.is_nan() || z.im.is_nan())
    }
}

#[derive(Serialize, Deserialize)]
struct Repr {
    dtype: DType,
    #[serde(with = "hex")]
    bits: Vec<u8>,
}

impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Repr {
            dtype: self.dtype,
            bits: self.bytes().to_vec(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Repr { dtype, bits } = Repr::deserialize(deserializer)?;
        if bits.len() != dtype.itemsize() {
            return Err(D::Error::custom(format!(
                "{} bytes do not make one {dtype}",
                bits.len()
            )));
        }
        if dtype == DType::Bool && bits[0] > 1 {
            return Err(D::Error::custom("a bool must be 00 or 01"));
        }
        Ok(Scalar::from_bytes(dtype, &bits))
    }
}
