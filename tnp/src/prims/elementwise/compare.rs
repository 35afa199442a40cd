//! Comparisons, largest and smallest, truth, and tests of floats.

use super::{Binary, Check, Ternary, Unary};
use crate::tensor::B8;
use half::f16;
use nparity_model::FpEvents;
use num_complex::{Complex32, Complex64};

/// `a == b`
pub(crate) struct Equal;
/// `a != b`
pub(crate) struct NotEqual;
/// `a < b`
pub(crate) struct Less;
/// `a <= b`
pub(crate) struct LessEqual;
/// `a > b`
pub(crate) struct Greater;
/// `a >= b`
pub(crate) struct GreaterEqual;
/// The larger, or the NaN.
pub(crate) struct Maximum;
/// The smaller, or the NaN.
pub(crate) struct Minimum;
/// The larger that is not NaN.
pub(crate) struct Fmax;
/// The smaller that is not NaN.
pub(crate) struct Fmin;
/// Both true.
pub(crate) struct LogicalAnd;
/// One true.
pub(crate) struct LogicalOr;
/// Exactly one true.
pub(crate) struct LogicalXor;
/// Not true.
pub(crate) struct LogicalNot;
/// Is NaN.
pub(crate) struct IsNan;
/// Is infinite.
pub(crate) struct IsInf;
/// Is neither.
pub(crate) struct IsFinite;

macro_rules! comparisons {
    ($types:tt $($op:ident $sign:tt;)+) => {$(comparisons!(@op $op $sign $types);)+};
    (@op $op:ident $sign:tt [$($t:ty)+]) => {$(
        impl Binary<$t, $t, B8> for $op {
            #[inline(always)]
            fn call(a: $t, b: $t) -> B8 { B8::from(a $sign b) }
        }
    )+};
}
comparisons! {
    [i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64]
    Equal ==; NotEqual !=; Less <; LessEqual <=; Greater >; GreaterEqual >=;
}

macro_rules! other_comparisons {
    ($($op:ident $sign:tt;)+) => {$(
        impl Binary<B8, B8, B8> for $op {
            #[inline(always)]
            fn call(a: B8, b: B8) -> B8 { B8::from(a.get() $sign b.get()) }
        }
        impl Binary<i64, u64, B8> for $op {
            #[inline(always)]
            fn call(a: i64, b: u64) -> B8 { B8::from(i128::from(a) $sign i128::from(b)) }
        }
        impl Binary<u64, i64, B8> for $op {
            #[inline(always)]
            fn call(a: u64, b: i64) -> B8 { B8::from(i128::from(a) $sign i128::from(b)) }
        }
    )+};
}
other_comparisons! { Equal ==; NotEqual !=; Less <; LessEqual <=; Greater >; GreaterEqual >=; }

// Complex numbers are ordered by real part, then imaginary part; with a NaN in the deciding parts, not
// at all.
macro_rules! complex {
    ($($c:ty),+) => {$(
        impl Binary<$c, $c, B8> for Equal {
            #[inline]
            fn call(a: $c, b: $c) -> B8 { B8::from(a.re == b.re && a.im == b.im) }
        }
        impl Binary<$c, $c, B8> for NotEqual {
            #[inline]
            fn call(a: $c, b: $c) -> B8 { B8::from(a.re != b.re || a.im != b.im) }
        }
        complex!(@order $c, Less <, <);
        complex!(@order $c, LessEqual <, <=);
        complex!(@order $c, Greater >, >);
        complex!(@order $c, GreaterEqual >, >=);
        complex!(@extreme $c, Maximum, GreaterEqual, |a, _| a);
        complex!(@extreme $c, Minimum, LessEqual, |a, _| a);
        complex!(@extreme $c, Fmax, GreaterEqual, |_, b| b);
        complex!(@extreme $c, Fmin, LessEqual, |_, b| b);
    )+};
    (@order $c:ty, $op:ident $strict:tt, $last:tt) => {
        impl Binary<$c, $c, B8> for $op {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $c, b: $c) -> B8 {
                B8::from(
                    (a.re $strict b.re && !a.im.is_nan() && !b.im.is_nan())
                        || (a.re == b.re && a.im $last b.im),
                )
            }
            #[inline]
            fn events(a: $c, b: $c, _: B8) -> FpEvents {
                let real = a.re.is_nan() || b.re.is_nan();
                if real || (a.re == b.re && (a.im.is_nan() || b.im.is_nan())) {
                    FpEvents::INVALID
                } else {
                    FpEvents::NONE
                }
            }
        }
    };
    // The first argument wins if the one that matters is NaN, or by order.
    (@extreme $c:ty, $op:ident, $order:ident, $matters:expr) => {
        impl Binary<$c, $c, $c> for $op {
            #[inline]
            fn call(a: $c, b: $c) -> $c {
                let matters: fn($c, $c) -> $c = $matters;
                let z = matters(a, b);
                if z.re.is_nan() || z.im.is_nan() || <$order as Binary<$c, $c, B8>>::call(a, b).get() {
                    a
                } else {
                    b
                }
            }
        }
    };
}
complex! { Complex32, Complex64 }

macro_rules! extremes {
    ($($t:ty)+) => {$(
        extremes!(@one $t, Maximum >); extremes!(@one $t, Fmax >);
        extremes!(@one $t, Minimum <); extremes!(@one $t, Fmin <);
    )+};
    (@one $t:ty, $op:ident $sign:tt) => {
        impl Binary<$t, $t, $t> for $op {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { if a $sign b { a } else { b } }
        }
    };
}

macro_rules! float_extremes {
    // Which zero wins is NumPy's choice on this kind of machine: the second for maximum and minimum,
    // the first for fmax and fmin.
    ($($t:ty)+) => {$(
        float_extremes!(@nan $t, Maximum >);
        float_extremes!(@nan $t, Minimum <);
        float_extremes!(@number $t, Fmax >=);
        float_extremes!(@number $t, Fmin <=);
    )+};
    (@nan $t:ty, $op:ident $sign:tt) => {
        impl Binary<$t, $t, $t> for $op {
            #[inline(always)]
            #[allow(clippy::eq_op, reason = "the NaN test that vectorises")]
            fn call(a: $t, b: $t) -> $t { if (a $sign b) | (a != a) { a } else { b } }
        }
    };
    (@number $t:ty, $op:ident $sign:tt) => {
        impl Binary<$t, $t, $t> for $op {
            #[inline(always)]
            #[allow(clippy::eq_op, reason = "the NaN test that vectorises")]
            fn call(a: $t, b: $t) -> $t { if (a $sign b) | (b != b) { a } else { b } }
        }
    };
}
extremes! { B8 i8 i16 i32 i64 u8 u16 u32 u64 }
float_extremes! { f16 f32 f64 }

/// Whether an element counts as true.
trait Truth: Copy {
    fn truth(self) -> bool;
}
macro_rules! truths {
    ($($t:ty)+) => {$(
        impl Truth for $t {
            #[inline(always)]
            fn truth(self) -> bool { self != <$t>::default() }
        }
        impl Binary<$t, $t, B8> for LogicalAnd {
            #[inline(always)]
            fn call(a: $t, b: $t) -> B8 { B8::from(a.truth() & b.truth()) }
        }
        impl Binary<$t, $t, B8> for LogicalOr {
            #[inline(always)]
            fn call(a: $t, b: $t) -> B8 { B8::from(a.truth() | b.truth()) }
        }
        impl Binary<$t, $t, B8> for LogicalXor {
            #[inline(always)]
            fn call(a: $t, b: $t) -> B8 { B8::from(a.truth() ^ b.truth()) }
        }
        impl Unary<$t, B8> for LogicalNot {
            #[inline(always)]
            fn call(a: $t) -> B8 { B8::from(!a.truth()) }
        }
    )+};
}
truths! { B8 i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 Complex32 Complex64 }

macro_rules! tests {
    ($($t:ty, $a:ident => $nan:expr, $inf:expr;)+) => {$(
        impl Unary<$t, B8> for IsNan {
            #[inline(always)]
            #[allow(unused_variables, reason = "integers are never NaN")]
            fn call($a: $t) -> B8 { B8::from($nan) }
        }
        impl Unary<$t, B8> for IsInf {
            #[inline(always)]
            #[allow(unused_variables, reason = "integers are never infinite")]
            fn call($a: $t) -> B8 { B8::from($inf) }
        }
        impl Unary<$t, B8> for IsFinite {
            #[inline(always)]
            #[allow(unused_variables, reason = "integers are always finite")]
            fn call($a: $t) -> B8 { B8::from(!($nan | $inf)) }
        }
    )+};
    (integers $($t:ty)+) => { tests! { $($t, a => false, false;)+ } };
}
tests! { integers B8 i8 i16 i32 i64 u8 u16 u32 u64 }
tests! {
    f16, a => a.to_bits() & 0x7fff > 0x7c00, a.to_bits() & 0x7fff == 0x7c00;
    f32, a => a.is_nan(), a.is_infinite();
    f64, a => a.is_nan(), a.is_infinite();
    Complex32, a => a.re.is_nan() | a.im.is_nan(), a.re.is_infinite() | a.im.is_infinite();
    Complex64, a => a.re.is_nan() | a.im.is_nan(), a.re.is_infinite() | a.im.is_infinite();
}

/// Not below the second argument, then not above the third.
pub(crate) struct Clip;

macro_rules! clips {
    ($($t:ty)+) => {$(
        impl Ternary<$t> for Clip {
            #[inline(always)]
            fn call(a: $t, low: $t, high: $t) -> $t {
                Minimum::call(Maximum::call(a, low), high)
            }
        }
    )+};
}
clips! { B8 i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 }

// Complex numbers here are in the plain order of their parts: a NaN in a bound is only not greater.
macro_rules! complex_clips {
    ($($c:ty)+) => {$(
        impl Ternary<$c> for Clip {
            #[inline]
            fn call(a: $c, low: $c, high: $c) -> $c {
                let nan = |z: $c| z.re.is_nan() || z.im.is_nan();
                let above = |a: $c, b: $c| if a.re == b.re { a.im > b.im } else { a.re > b.re };
                let at_least = if nan(a) || above(a, low) { a } else { low };
                if nan(at_least) || above(high, at_least) { at_least } else { high }
            }
        }
    )+};
}
complex_clips! { Complex32 Complex64 }
