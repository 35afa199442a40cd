//! Sums, differences, products, and what is made of sign and size.

use super::fp::{self, Steps, Tracked};
use super::{Binary, Check, Unary};
use crate::tensor::B8;
use half::f16;
use nparity_model::FpEvents;
use num_complex::{Complex32, Complex64};

/// `a + b`; of bools, *or*.
pub(crate) struct Add;
/// `a - b`
pub(crate) struct Subtract;
/// `a * b`; of bools, *and*.
pub(crate) struct Multiply;
/// `-a`
pub(crate) struct Negative;
/// `a`
pub(crate) struct Positive;
/// Size: `|a|`.
pub(crate) struct Absolute;
/// Direction: `a / |a|`, or 0.
pub(crate) struct Sign;
/// `a * a`
pub(crate) struct Square;
/// Complex conjugate; real numbers as they are.
pub(crate) struct Conjugate;

macro_rules! integers {
    ($($t:ty)+) => {$(
        impl Binary<$t, $t, $t> for Add {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a.wrapping_add(b) }
        }
        impl Binary<$t, $t, $t> for Subtract {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a.wrapping_sub(b) }
        }
        impl Binary<$t, $t, $t> for Multiply {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a.wrapping_mul(b) }
        }
        impl Unary<$t, $t> for Negative {
            #[inline(always)]
            fn call(a: $t) -> $t { a.wrapping_neg() }
        }
        impl Unary<$t, $t> for Square {
            #[inline(always)]
            fn call(a: $t) -> $t { a.wrapping_mul(a) }
        }
    )+};
}
// Of signed integers too: wrapping arithmetic is the same.
integers! { u8 u16 u32 u64 }

macro_rules! signs {
    (signed $($t:ty)+) => {$(
        impl Unary<$t, $t> for Absolute {
            #[inline(always)]
            fn call(a: $t) -> $t { a.wrapping_abs() }
        }
        impl Unary<$t, $t> for Sign {
            #[inline(always)]
            fn call(a: $t) -> $t { a.signum() }
        }
    )+};
    (unsigned $($t:ty)+) => {$(
        impl Unary<$t, $t> for Absolute {
            #[inline(always)]
            fn call(a: $t) -> $t { a }
        }
        impl Unary<$t, $t> for Sign {
            #[inline(always)]
            fn call(a: $t) -> $t { <$t>::from(a > 0) }
        }
    )+};
}
signs! { signed i8 i16 i32 i64 }
signs! { unsigned u8 u16 u32 u64 }

macro_rules! unchanged {
    ($($t:ty)+) => {$(
        impl Unary<$t, $t> for Positive {
            #[inline(always)]
            fn call(a: $t) -> $t { a }
        }
    )+};
}
unchanged! { u8 u16 u32 u64 Complex64 }

impl Binary<B8, B8, B8> for Add {
    #[inline(always)]
    fn call(a: B8, b: B8) -> B8 {
        B8::from(a.get() | b.get())
    }
}
impl Binary<B8, B8, B8> for Multiply {
    #[inline(always)]
    fn call(a: B8, b: B8) -> B8 {
        B8::from(a.get() & b.get())
    }
}
impl Unary<B8, B8> for Absolute {
    #[inline(always)]
    fn call(a: B8) -> B8 {
        a
    }
}

macro_rules! float_binary {
    ($($op:ident $sign:tt;)+) => {$(
        float_binary!(@for f32 $op $sign);
        float_binary!(@for f64 $op $sign);
        impl Binary<f16, f16, f16> for $op {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: f16, b: f16) -> f16 { f16::from_f32(a.to_f32() $sign b.to_f32()) }
            #[inline]
            fn events(a: f16, b: f16, r: f16) -> FpEvents { fp::binary(a, b, r, false) }
        }
    )+};
    (@for $t:ident $op:ident $sign:tt) => {
        impl Binary<$t, $t, $t> for $op {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a $sign b }
            #[inline]
            fn events(a: $t, b: $t, r: $t) -> FpEvents { fp::binary(a, b, r, false) }
        }
    };
}
float_binary! { Add +; Subtract -; Multiply *; }

macro_rules! float_signs {
    ($($t:ty)+) => {$(
        impl Unary<$t, $t> for Negative {
            #[inline(always)]
            fn call(a: $t) -> $t { -a }
        }
        impl Unary<$t, $t> for Absolute {
            #[inline(always)]
            fn call(a: $t) -> $t { a.abs() }
        }
        impl Unary<$t, $t> for Sign {
            #[inline(always)]
            fn call(a: $t) -> $t {
                if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else if a == 0.0 { 0.0 } else { a }
            }
        }
        impl Unary<$t, $t> for Square {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $t) -> $t { a * a }
            #[inline]
            fn events(a: $t, r: $t) -> FpEvents { fp::unary(a, r, false) }
        }
    )+};
}
float_signs! { f32 f64 }

impl Unary<f16, f16> for Negative {
    #[inline(always)]
    fn call(a: f16) -> f16 {
        f16::from_bits(a.to_bits() ^ 0x8000)
    }
}
impl Unary<f16, f16> for Absolute {
    #[inline(always)]
    fn call(a: f16) -> f16 {
        f16::from_bits(a.to_bits() & 0x7fff)
    }
}
impl Unary<f16, f16> for Sign {
    #[inline(always)]
    fn call(a: f16) -> f16 {
        f16::from_f32(<Sign as Unary<f32, f32>>::call(a.to_f32()))
    }
}
impl Unary<f16, f16> for Square {
    const CHECK: Check = Check::NonFinite;
    #[inline(always)]
    fn call(a: f16) -> f16 {
        f16::from_f32(a.to_f32() * a.to_f32())
    }
    #[inline]
    fn events(a: f16, r: f16) -> FpEvents {
        fp::unary(a, r, false)
    }
}

macro_rules! complex {
    ($($c:ty, $t:ty);+) => {$(
        impl Binary<$c, $c, $c> for Add {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $c, b: $c) -> $c { <$c>::new(a.re + b.re, a.im + b.im) }
            #[inline]
            fn events(a: $c, b: $c, r: $c) -> FpEvents {
                fp::binary(a.re, b.re, r.re, false) | fp::binary(a.im, b.im, r.im, false)
            }
        }
        impl Binary<$c, $c, $c> for Subtract {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $c, b: $c) -> $c { <$c>::new(a.re - b.re, a.im - b.im) }
            #[inline]
            fn events(a: $c, b: $c, r: $c) -> FpEvents {
                fp::binary(a.re, b.re, r.re, false) | fp::binary(a.im, b.im, r.im, false)
            }
        }
        impl Binary<$c, $c, $c> for Multiply {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $c, b: $c) -> $c {
                <$c>::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
            }
            fn events(a: $c, b: $c, _: $c) -> FpEvents {
                let mut t = Tracked::default();
                let (x, y) = (a.re.times(b.re, &mut t), a.im.times(b.im, &mut t));
                x.minus(y, &mut t);
                let (x, y) = (a.re.times(b.im, &mut t), a.im.times(b.re, &mut t));
                x.plus(y, &mut t);
                t.0
            }
        }
        impl Unary<$c, $c> for Square {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $c) -> $c { <Multiply as Binary<$c, $c, $c>>::call(a, a) }
            fn events(a: $c, r: $c) -> FpEvents {
                <Multiply as Binary<$c, $c, $c>>::events(a, a, r)
            }
        }
        impl Unary<$c, $c> for Negative {
            #[inline(always)]
            fn call(a: $c) -> $c { <$c>::new(-a.re, -a.im) }
        }
        impl Unary<$c, $c> for Conjugate {
            #[inline(always)]
            fn call(a: $c) -> $c { <$c>::new(a.re, -a.im) }
        }
        impl Unary<$c, $t> for Absolute {
            #[inline]
            fn call(a: $c) -> $t { a.re.hypot(a.im) }
        }
        impl Unary<$c, $c> for Sign {
            const CHECK: Check = Check::Each;
            #[inline]
            fn events(a: $c, _: $c) -> FpEvents { fp::binary(a.re, a.im, a.re.hypot(a.im), false) }
            #[inline]
            fn call(a: $c) -> $c {
                let size = a.re.hypot(a.im);
                if size.is_nan() {
                    <$c>::new(<$t>::NAN, <$t>::NAN)
                } else if size.is_infinite() {
                    match (a.re.is_infinite(), a.im.is_infinite()) {
                        (true, true) => <$c>::new(<$t>::NAN, <$t>::NAN),
                        (true, false) => <$c>::new((1.0 as $t).copysign(a.re), 0.0),
                        (_, _) => <$c>::new(0.0, (1.0 as $t).copysign(a.im)),
                    }
                } else if size == 0.0 {
                    <$c>::new(0.0, 0.0)
                } else {
                    <$c>::new(a.re / size, a.im / size)
                }
            }
        }
    )+};
}
complex! { Complex32, f32; Complex64, f64 }
