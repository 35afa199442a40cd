//! The Rust types behind the dtypes.

use half::f16;
use nparity_model::{DType, Scalar};
use num_complex::{Complex32, Complex64};

/// A NumPy bool as it lies in memory. Not Rust's `bool`: a byte other than 0 and 1 (a reinterpreting
/// view may show one) must not be undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(transparent)]
pub(crate) struct B8(pub(crate) u8);

impl B8 {
    #[inline]
    pub(crate) fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for B8 {
    #[inline]
    fn from(value: bool) -> B8 {
        B8(u8::from(value))
    }
}

/// An element type. Every bit pattern is a valid value.
pub(crate) trait Element: Copy + PartialEq + Send + Sync + 'static {
    const DTYPE: DType;
    fn from_scalar(scalar: &Scalar) -> Self;
}

macro_rules! elements {
    ($($t:ty => $dtype:ident),* $(,)?) => {$(
        impl Element for $t {
            const DTYPE: DType = DType::$dtype;
            fn from_scalar(scalar: &Scalar) -> Self {
                assert_eq!(scalar.dtype(), Self::DTYPE, "a scalar of this dtype");
                // SAFETY: `bytes` holds `itemsize` bytes, and every bit pattern is valid.
                unsafe { scalar.bytes().as_ptr().cast::<$t>().read_unaligned() }
            }
        }
    )*};
}
elements! {
    B8 => Bool, i8 => I8, i16 => I16, i32 => I32, i64 => I64, u8 => U8, u16 => U16, u32 => U32, u64 => U64,
    f16 => F16, f32 => F32, f64 => F64, Complex32 => C64, Complex64 => C128,
}

/// Runs a block with `T` as the element type of a dtype.
macro_rules! with_element {
    ($dtype:expr, $t:ident => $body:expr) => {{
        use nparity_model::DType;
        match $dtype {
            DType::Bool => {
                type $t = $crate::tensor::B8;
                $body
            }
            DType::I8 => {
                type $t = i8;
                $body
            }
            DType::I16 => {
                type $t = i16;
                $body
            }
            DType::I32 => {
                type $t = i32;
                $body
            }
            DType::I64 => {
                type $t = i64;
                $body
            }
            DType::U8 => {
                type $t = u8;
                $body
            }
            DType::U16 => {
                type $t = u16;
                $body
            }
            DType::U32 => {
                type $t = u32;
                $body
            }
            DType::U64 => {
                type $t = u64;
                $body
            }
            DType::F16 => {
                type $t = half::f16;
                $body
            }
            DType::F32 => {
                type $t = f32;
                $body
            }
            DType::F64 => {
                type $t = f64;
                $body
            }
            DType::C64 => {
                type $t = num_complex::Complex32;
                $body
            }
            DType::C128 => {
                type $t = num_complex::Complex64;
                $body
            }
        }
    }};
}
pub(crate) use with_element;
