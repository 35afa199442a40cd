//! Quotients and remainders.

use super::fp::{self, Steps, Tracked};
use super::{Binary, Check, Unary};
use half::f16;
use nparity_model::FpEvents;
use num_complex::{Complex32, Complex64};

/// `a / b`
pub(crate) struct Divide;
/// `a // b`
pub(crate) struct FloorDivide;
/// `a % b`, with the sign of `b`.
pub(crate) struct Remainder;
/// C's remainder, with the sign of `a`.
pub(crate) struct Fmod;
/// `(a // b, a % b)`
pub(crate) struct Divmod;
/// `1 / a`
pub(crate) struct Reciprocal;

macro_rules! integers {
    ($($kind:ident $($t:ty)+;)+) => {$($(
        impl Binary<$t, $t, $t> for FloorDivide {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                if b == 0 { return 0; }
                let quotient = a.wrapping_div(b);
                integers!(@floor $kind a b quotient)
            }
            #[inline]
            fn events(a: $t, b: $t, _: $t) -> FpEvents {
                if b == 0 {
                    FpEvents::DIVIDE
                } else if integers!(@overflows $kind a b $t) {
                    FpEvents::OVER
                } else {
                    FpEvents::NONE
                }
            }
        }
        impl Binary<$t, $t, $t> for Remainder {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                if b == 0 { return 0; }
                let remainder = a.wrapping_rem(b);
                integers!(@modulo $kind a b remainder)
            }
            #[inline]
            fn events(_: $t, b: $t, _: $t) -> FpEvents {
                if b == 0 { FpEvents::DIVIDE } else { FpEvents::NONE }
            }
        }
        impl Binary<$t, $t, $t> for Fmod {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $t, b: $t) -> $t { if b == 0 { 0 } else { a.wrapping_rem(b) } }
            #[inline]
            fn events(_: $t, b: $t, _: $t) -> FpEvents {
                if b == 0 { FpEvents::DIVIDE } else { FpEvents::NONE }
            }
        }
        impl Binary<$t, $t, ($t, $t)> for Divmod {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $t, b: $t) -> ($t, $t) {
                (<FloorDivide as Binary<$t, $t, $t>>::call(a, b), <Remainder as Binary<$t, $t, $t>>::call(a, b))
            }
            #[inline]
            fn events(a: $t, b: $t, r: ($t, $t)) -> FpEvents {
                <FloorDivide as Binary<$t, $t, $t>>::events(a, b, r.0)
            }
        }
        impl Unary<$t, $t> for Reciprocal {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $t) -> $t {
                // Zero gives what the CPU makes of a float infinity.
                if a == 0 { integers!(@infinite $t) } else { <$t>::wrapping_div(1, a) }
            }
            #[inline]
            fn events(a: $t, _: $t) -> FpEvents {
                if a == 0 { integers!(@zero $t) } else { FpEvents::NONE }
            }
        }
    )+)+};
    (@floor signed $a:ident $b:ident $q:ident) => {
        if ($a < 0) != ($b < 0) && $a.wrapping_rem($b) != 0 { $q - 1 } else { $q }
    };
    (@floor unsigned $a:ident $b:ident $q:ident) => { $q };
    (@modulo signed $a:ident $b:ident $r:ident) => {
        if $r != 0 && ($a < 0) != ($b < 0) { $r + $b } else { $r }
    };
    (@modulo unsigned $a:ident $b:ident $r:ident) => { { let _ = $a; $r } };
    (@overflows signed $a:ident $b:ident $t:ty) => { $a == <$t>::MIN && $b == -1 };
    (@overflows unsigned $a:ident $b:ident $t:ty) => { { let _ = $a; false } };
    (@infinite $t:ty) => { super::super::cast::CastTo::<$t>::cast(f64::INFINITY) };
    (@zero $t:ty) => { FpEvents::DIVIDE | super::super::cast::CastTo::<$t>::events(f64::INFINITY, 0) };
}
integers! {
    signed i8 i16 i32 i64;
    unsigned u8 u16 u32 u64;
}

macro_rules! floats {
    ($($t:ty)+) => {$(
        impl Binary<$t, $t, $t> for Divide {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a / b }
            #[inline]
            fn events(a: $t, b: $t, r: $t) -> FpEvents { fp::binary(a, b, r, b == 0.0) }
        }
        impl Unary<$t, $t> for Reciprocal {
            const CHECK: Check = Check::NonFinite;
            #[inline(always)]
            fn call(a: $t) -> $t { 1.0 / a }
            #[inline]
            fn events(a: $t, r: $t) -> FpEvents { fp::unary(a, r, a == 0.0) }
        }
        impl Binary<$t, $t, $t> for Fmod {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: $t, b: $t) -> $t { a % b }
            #[inline]
            fn events(a: $t, b: $t, r: $t) -> FpEvents { fp::binary(a, b, r, false) }
        }
        impl Binary<$t, $t, ($t, $t)> for Divmod {
            const CHECK: Check = Check::Each;
            // Python's algorithm: the remainder is exact, the quotient made to fit it.
            #[inline]
            fn call(a: $t, b: $t) -> ($t, $t) {
                let remainder = a % b;
                if b == 0.0 {
                    return (a / b, remainder);
                }
                let mut quotient = (a - remainder) / b;
                let modulo = if remainder == 0.0 {
                    (0.0 as $t).copysign(b)
                } else if (b < 0.0) != (remainder < 0.0) {
                    quotient -= 1.0;
                    remainder + b
                } else {
                    remainder
                };
                let floor = if quotient == 0.0 {
                    (0.0 as $t).copysign(a / b)
                } else {
                    let floor = quotient.floor();
                    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
                };
                (floor, modulo)
            }
            #[inline]
            fn events(a: $t, b: $t, r: ($t, $t)) -> FpEvents {
                let quotient = <FloorDivide as Binary<$t, $t, $t>>::events(a, b, r.0);
                quotient | fp::binary(a, b, r.1, false)
            }
        }
        impl Binary<$t, $t, $t> for FloorDivide {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                if b == 0.0 { a / b } else { <Divmod as Binary<$t, $t, ($t, $t)>>::call(a, b).0 }
            }
            fn events(a: $t, b: $t, r: $t) -> FpEvents {
                let events = fp::binary(a, b, r, b == 0.0);
                // An infinite quotient less its floor is no number.
                if events == FpEvents::OVER { FpEvents::OVER | FpEvents::INVALID } else { events }
            }
        }
        impl Binary<$t, $t, $t> for Remainder {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                if b == 0.0 { a % b } else { <Divmod as Binary<$t, $t, ($t, $t)>>::call(a, b).1 }
            }
            #[inline]
            fn events(a: $t, b: $t, r: $t) -> FpEvents { fp::binary(a, b, r, false) }
        }
    )+};
}
floats! { f32 f64 }

macro_rules! halves {
    ($($op:ident)+) => {$(
        impl Binary<f16, f16, f16> for $op {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: f16, b: f16) -> f16 {
                f16::from_f32(<$op as Binary<f32, f32, f32>>::call(a.to_f32(), b.to_f32()))
            }
            fn events(a: f16, b: f16, r: f16) -> FpEvents {
                let (a, b) = (a.to_f32(), b.to_f32());
                let wide = <$op as Binary<f32, f32, f32>>::call(a, b);
                <$op as Binary<f32, f32, f32>>::events(a, b, wide) | fp::rounded(wide, r)
            }
        }
    )+};
}
halves! { Divide FloorDivide Remainder Fmod }

impl Unary<f16, f16> for Reciprocal {
    const CHECK: Check = Check::NonFinite;
    #[inline(always)]
    fn call(a: f16) -> f16 {
        f16::from_f32(1.0 / a.to_f32())
    }
    #[inline]
    fn events(a: f16, r: f16) -> FpEvents {
        fp::unary(a, r, a == f16::ZERO)
    }
}

impl Binary<f16, f16, (f16, f16)> for Divmod {
    const CHECK: Check = Check::Each;
    #[inline]
    fn call(a: f16, b: f16) -> (f16, f16) {
        let (q, r) = <Divmod as Binary<f32, f32, (f32, f32)>>::call(a.to_f32(), b.to_f32());
        (f16::from_f32(q), f16::from_f32(r))
    }
    fn events(a: f16, b: f16, r: (f16, f16)) -> FpEvents {
        let (a, b) = (a.to_f32(), b.to_f32());
        let wide = <Divmod as Binary<f32, f32, (f32, f32)>>::call(a, b);
        <Divmod as Binary<f32, f32, (f32, f32)>>::events(a, b, wide)
            | fp::rounded(wide.0, r.0)
            | fp::rounded(wide.1, r.1)
    }
}

/// The event of asking which part is larger, of NaNs.
#[inline]
fn unordered(nan: bool) -> FpEvents {
    if nan {
        FpEvents::INVALID
    } else {
        FpEvents::NONE
    }
}

/// Complex quotients by Smith's algorithm: by the larger part of the divisor.
pub(super) trait SmithQuotient: Copy {
    fn quotient(self, other: Self, t: &mut Tracked) -> Self;
}
macro_rules! smith {
    ($($c:ty, $t:ty);+) => {$(
        impl SmithQuotient for $c {
            #[inline]
            fn quotient(self, b: $c, t: &mut Tracked) -> $c {
                let a = self;
                let (re, im) = (b.re.abs(), b.im.abs());
                if re >= im {
                    if re == 0.0 && im == 0.0 {
                        return <$c>::new(a.re.over(re, t), a.im.over(re, t));
                    }
                    let ratio = b.im.over(b.re, t);
                    let scale = (1.0 as $t).over(b.re.plus(b.im.times(ratio, t), t), t);
                    <$c>::new(
                        a.re.plus(a.im.times(ratio, t), t).times(scale, t),
                        a.im.minus(a.re.times(ratio, t), t).times(scale, t),
                    )
                } else {
                    let ratio = b.re.over(b.im, t);
                    let scale = (1.0 as $t).over(b.im.plus(b.re.times(ratio, t), t), t);
                    <$c>::new(
                        a.re.times(ratio, t).plus(a.im, t).times(scale, t),
                        a.im.times(ratio, t).minus(a.re, t).times(scale, t),
                    )
                }
            }
        }
        impl Binary<$c, $c, $c> for Divide {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $c, b: $c) -> $c { a.quotient(b, &mut Tracked::default()) }
            #[inline]
            fn events(a: $c, b: $c, _: $c) -> FpEvents {
                let mut tracked = Tracked(unordered(b.re.is_nan() || b.im.is_nan()));
                a.quotient(b, &mut tracked);
                tracked.0
            }
        }
        impl Unary<$c, $c> for Reciprocal {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $c) -> $c { inverse(a, &mut Tracked::default()) }
            #[inline]
            fn events(a: $c, _: $c) -> FpEvents {
                let mut tracked = Tracked(unordered(a.re.is_nan() || a.im.is_nan()));
                inverse(a, &mut tracked);
                tracked.0
            }
        }
    )+};
}
smith! { Complex32, f32; Complex64, f64 }

/// The reciprocal of a complex number, by the larger part.
#[inline]
fn inverse<T: Steps + num_traits::Float>(
    a: num_complex::Complex<T>,
    t: &mut Tracked,
) -> num_complex::Complex<T> {
    if a.im.abs() <= a.re.abs() {
        let ratio = a.im.over(a.re, t);
        let scale = a.re.plus(a.im.times(ratio, t), t);
        num_complex::Complex::new(T::one().over(scale, t), (-ratio).over(scale, t))
    } else {
        let ratio = a.re.over(a.im, t);
        let scale = a.re.times(ratio, t).plus(a.im, t);
        num_complex::Complex::new(ratio.over(scale, t), (-T::one()).over(scale, t))
    }
}
