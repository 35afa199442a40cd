//! One-dimensional loops of element-wise functions.
//!
//! An element function is a type without values that implements [`Unary`] or [`Binary`] for the element
//! types that it takes; [`fast`] and [`plain`] make loops of it. Loops are type-erased ([`Kernel`]):
//! everything above them is one piece of code for all functions and dtypes.

mod arithmetic;
mod bits;
mod compare;
mod complex;
mod divide;
mod drive;
mod fast;
mod float;
mod fp;
mod integer;
mod libm;
mod plain;
mod select;
mod simd;
mod vector;

pub(crate) use super::table::elementwise;
pub(crate) use arithmetic::*;
pub(crate) use bits::*;
pub(crate) use compare::*;
pub(crate) use divide::*;
pub(in crate::prims) use drive::drive_checked;
pub(crate) use drive::{Flat, clear, drive_contiguous, finish};
pub(crate) use fast::{constant, fast1, fast2, swapped2};
pub(crate) use float::*;
pub(crate) use integer::*;
pub(crate) use plain::{flagged1, flagged2, plain1, plain1_2, plain2, plain2_2, plain3};
pub(crate) use select::select;
pub use vector::use_libm;
pub(crate) use vector::{vector1, vector2};

use crate::tensor::Element;
use nparity_model::FpEvents;

/// Most operands that a loop has: `divmod` has two inputs and two outputs.
pub(crate) const MAX_OPERANDS: usize = 4;

/// A type-erased 1-D loop: `n` elements of each operand, inputs first, strides in bytes. Entries beyond
/// the loop's operands are not looked at.
///
/// # Safety
/// Every pointer must reach `n` elements of the loop's dtype at its stride, readable for inputs and
/// writable for outputs. Inputs may overlap outputs only so that no element is read after another one
/// was written over it; with a stride other than 0 or the item size the loop works element by element.
pub(crate) type Kernel =
    unsafe fn(n: usize, ptrs: &[*mut u8; MAX_OPERANDS], strides: &[isize; MAX_OPERANDS]) -> Status;

/// What a loop met.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Status {
    /// Floating-point events.
    pub(crate) events: FpEvents,
    /// An integer was to be raised to a negative power; the loop stopped there.
    pub(crate) negative_power: bool,
}

impl From<FpEvents> for Status {
    #[inline]
    fn from(events: FpEvents) -> Status {
        Status {
            events,
            negative_power: false,
        }
    }
}

/// When an element function can raise floating-point events.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// Never.
    Never,
    /// Only where the result is infinite or NaN.
    NonFinite,
    /// With any result.
    Each,
}

/// An element function of one argument.
pub(crate) trait Unary<A, R> {
    const CHECK: Check = Check::Never;
    fn call(a: A) -> R;
    /// The events of one call, from argument and result.
    #[inline]
    fn events(_a: A, _r: R) -> FpEvents {
        FpEvents::NONE
    }
}

/// An element function of two arguments.
pub(crate) trait Binary<A, B, R> {
    const CHECK: Check = Check::Never;
    fn call(a: A, b: B) -> R;
    /// The events of one call, from arguments and result.
    #[inline]
    fn events(_a: A, _b: B, _r: R) -> FpEvents {
        FpEvents::NONE
    }
}

/// An element function of three arguments, which raises no events.
pub(crate) trait Ternary<A> {
    fn call(a: A, b: A, c: A) -> A;
}

/// Finding non-finite results many at a time.
pub(crate) trait Finite: Element {
    /// An accumulator of [`Finite::probe`]s.
    type Probe: Copy + Default + std::ops::BitOr<Output = Self::Probe>;
    /// Bits that, or-ed over many elements, tell whether one was not finite.
    fn probe(self) -> Self::Probe;
    /// Whether a probed element was not finite.
    fn found(probe: Self::Probe) -> bool;
    #[inline]
    fn finite(self) -> bool {
        !Self::found(self.probe())
    }
}

macro_rules! always_finite {
    ($($t:ty)+) => {$(
        impl Finite for $t {
            type Probe = u8;
            #[inline(always)]
            fn probe(self) -> u8 { 0 }
            #[inline(always)]
            fn found(_: u8) -> bool { false }
        }
    )+};
}
always_finite! { crate::tensor::B8 i8 i16 i32 i64 u8 u16 u32 u64 }

// An exponent of ones carries into the sign bit when one is added to it.
macro_rules! finite {
    ($($t:ty, $bits:ty, $mantissa:literal);+) => {$(
        impl Finite for $t {
            type Probe = $bits;
            #[inline(always)]
            fn probe(self) -> $bits {
                const ONE: $bits = 1 << $mantissa;
                const EXPONENT: $bits = (<$bits>::MAX >> 1) & !(ONE - 1);
                (self.to_bits() & EXPONENT).wrapping_add(ONE)
            }
            #[inline(always)]
            fn found(probe: $bits) -> bool { probe >> (<$bits>::BITS - 1) != 0 }
        }
    )+};
}
finite! { half::f16, u16, 10; f32, u32, 23; f64, u64, 52 }

macro_rules! finite_complex {
    ($($t:ty, $part:ty);+) => {$(
        impl Finite for $t {
            type Probe = <$part as Finite>::Probe;
            #[inline(always)]
            fn probe(self) -> Self::Probe { self.re.probe() | self.im.probe() }
            #[inline(always)]
            fn found(probe: Self::Probe) -> bool { <$part as Finite>::found(probe) }
        }
    )+};
}
finite_complex! { num_complex::Complex32, f32; num_complex::Complex64, f64 }

/// Element types whose loops can be shared, to keep the number of loops down.
pub(crate) trait Shared {
    /// The type of the same size whose wrapping arithmetic and bit logic is the same.
    type Bits: Element;
}

/// Element types that move alike.
pub(crate) trait Moves {
    /// One type per size.
    type Raw: Element;
}

macro_rules! shared {
    ($($t:ty => $bits:ty, $raw:ty;)+) => {$(
        impl Shared for $t {
            type Bits = $bits;
        }
        impl Moves for $t {
            type Raw = $raw;
        }
    )+};
}
shared! {
    crate::tensor::B8 => crate::tensor::B8, u8;
    i8 => u8, u8;
    u8 => u8, u8;
    i16 => u16, u16;
    u16 => u16, u16;
    i32 => u32, u32;
    u32 => u32, u32;
    i64 => u64, u64;
    u64 => u64, u64;
    half::f16 => half::f16, u16;
    f32 => f32, u32;
    f64 => f64, u64;
    num_complex::Complex32 => num_complex::Complex32, u64;
    num_complex::Complex64 => num_complex::Complex64, num_complex::Complex64;
}
