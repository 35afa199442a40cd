//! Functions of real floats. Half precision is computed in single precision and rounded once.

use super::fp;
use super::libm::RealMath;
use super::{Binary, Check, Unary};
use crate::tensor::B8;
use half::f16;
use nparity_model::FpEvents;
use num_traits::{Float, FloatConst};

macro_rules! unary {
    ($($(#[$doc:meta])+ $name:ident |$a:ident: $t:ident| $value:expr, $pole:expr;)+) => {$(
        $(#[$doc])+
        pub(crate) struct $name;
        unary!(@one $name, f32, $a, $t, $value, $pole);
        unary!(@one $name, f64, $a, $t, $value, $pole);
        impl Unary<f16, f16> for $name {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: f16) -> f16 { f16::from_f32(<$name as Unary<f32, f32>>::call(a.to_f32())) }
            #[inline]
            fn events(a: f16, r: f16) -> FpEvents {
                <$name as Unary<f32, f32>>::events(a.to_f32(), r.to_f32())
            }
        }
    )+};
    (@one $name:ident, $type:ty, $a:ident, $t:ident, $value:expr, $pole:expr) => {
        impl Unary<$type, $type> for $name {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call($a: $type) -> $type {
                #[allow(dead_code, reason = "not every function names its type")]
                type $t = $type;
                $value
            }
            #[inline]
            fn events(a: $type, r: $type) -> FpEvents {
                let pole: fn($type) -> bool = $pole;
                fp::unary(a, r, pole(a))
            }
        }
    };
}

unary! {
    /// Square root.
    Sqrt |a: T| a.sqrt(), |_| false;
    /// Cube root.
    Cbrt |a: T| a.cbrt(), |_| false;
    /// e^a
    Exp |a: T| a.exp(), |_| false;
    /// 2^a
    Exp2 |a: T| a.exp2(), |_| false;
    /// e^a - 1
    Expm1 |a: T| a.exp_m1(), |_| false;
    /// Natural logarithm.
    Log |a: T| a.ln(), |a| a == 0.0;
    /// Binary logarithm.
    Log2 |a: T| a.log2(), |a| a == 0.0;
    /// Decimal logarithm.
    Log10 |a: T| a.log10(), |a| a == 0.0;
    /// log(1 + a)
    Log1p |a: T| a.ln_1p(), |a| a == -1.0;
    /// Sine.
    Sin |a: T| a.sin(), |_| false;
    /// Cosine.
    Cos |a: T| a.cos(), |_| false;
    /// Tangent.
    Tan |a: T| a.tan(), |_| false;
    /// Inverse sine.
    Arcsin |a: T| a.asin(), |_| false;
    /// Inverse cosine.
    Arccos |a: T| a.acos(), |_| false;
    /// Inverse tangent.
    Arctan |a: T| a.atan(), |_| false;
    /// Hyperbolic sine.
    Sinh |a: T| a.sinh(), |_| false;
    /// Hyperbolic cosine.
    Cosh |a: T| a.cosh(), |_| false;
    /// Hyperbolic tangent.
    Tanh |a: T| a.tanh(), |_| false;
    /// Inverse hyperbolic sine.
    Arcsinh |a: T| RealMath::asinh(a), |_| false;
    /// Inverse hyperbolic cosine.
    Arccosh |a: T| RealMath::acosh(a), |_| false;
    /// Inverse hyperbolic tangent.
    Arctanh |a: T| RealMath::atanh(a), |a| a.abs() == 1.0;
    /// Degrees to radians.
    Deg2rad |a: T| a * (T::PI() / 180.0), |_| false;
    /// Radians to degrees.
    Rad2deg |a: T| a * (180.0 / T::PI()), |_| false;
    /// Largest integer not above.
    Floor |a: T| a.floor(), |_| false;
    /// Smallest integer not below.
    Ceil |a: T| a.ceil(), |_| false;
    /// Integer part.
    Trunc |a: T| a.trunc(), |_| false;
    /// Nearest integer, ties to even.
    Rint |a: T| a.round_ties_even(), |_| false;
}

macro_rules! binary {
    ($($(#[$doc:meta])+ $name:ident |$a:ident, $b:ident: $t:ident| $value:expr, $pole:expr;)+) => {$(
        $(#[$doc])+
        pub(crate) struct $name;
        binary!(@one $name, f32, $a, $b, $t, $value, $pole);
        binary!(@one $name, f64, $a, $b, $t, $value, $pole);
        impl Binary<f16, f16, f16> for $name {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: f16, b: f16) -> f16 {
                f16::from_f32(<$name as Binary<f32, f32, f32>>::call(a.to_f32(), b.to_f32()))
            }
            #[inline]
            fn events(a: f16, b: f16, r: f16) -> FpEvents {
                <$name as Binary<f32, f32, f32>>::events(a.to_f32(), b.to_f32(), r.to_f32())
            }
        }
    )+};
    (@one $name:ident, $type:ty, $a:ident, $b:ident, $t:ident, $value:expr, $pole:expr) => {
        impl Binary<$type, $type, $type> for $name {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call($a: $type, $b: $type) -> $type {
                #[allow(dead_code, reason = "not every function names its type")]
                type $t = $type;
                $value
            }
            #[inline]
            fn events(a: $type, b: $type, r: $type) -> FpEvents {
                let pole: fn($type, $type) -> bool = $pole;
                fp::binary(a, b, r, pole(a, b))
            }
        }
    };
}

binary! {
    /// a^b
    Power |a, b: T| a.powf(b), |a, _| a == 0.0;
    /// a^b by the general way, whatever b is.
    FloatPower |a, b: T| a.powf(b), |a, _| a == 0.0;
    /// Angle of the point (b, a).
    Arctan2 |a, b: T| a.atan2(b), |_, _| false;
    /// Length of the vector (a, b).
    Hypot |a, b: T| a.hypot(b), |_, _| false;
}

/// The logarithm of a sum, from the logarithms of its terms: the larger, and what the other adds.
#[inline]
fn logaddexp<T: Float>(a: T, b: T, doubling: T, addition: impl Fn(T) -> T) -> T {
    if a == b {
        // Equal infinities too.
        return a + doubling;
    }
    let difference = a - b;
    if difference > T::zero() {
        a + addition(-difference)
    } else if difference <= T::zero() {
        b + addition(difference)
    } else {
        difference
    }
}

/// log(e^a + e^b)
pub(crate) struct Logaddexp;
/// log2(2^a + 2^b)
pub(crate) struct Logaddexp2;

macro_rules! logarithms_of_sums {
    ($($op:ident |$t:ident| $doubling:expr, $addition:expr;)+) => {$(
        logarithms_of_sums!(@one $op, f32, $t, $doubling, $addition);
        logarithms_of_sums!(@one $op, f64, $t, $doubling, $addition);
        impl Binary<f16, f16, f16> for $op {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: f16, b: f16) -> f16 {
                f16::from_f32(<$op as Binary<f32, f32, f32>>::call(a.to_f32(), b.to_f32()))
            }
            #[inline]
            fn events(_: f16, _: f16, r: f16) -> FpEvents { unordered(r.is_nan()) }
        }
    )+};
    (@one $op:ident, $type:ty, $t:ident, $doubling:expr, $addition:expr) => {
        impl Binary<$type, $type, $type> for $op {
            const CHECK: Check = Check::Each;
            #[inline]
            fn call(a: $type, b: $type) -> $type {
                #[allow(dead_code, reason = "not every function names its type")]
                type $t = $type;
                logaddexp(a, b, $doubling, $addition)
            }
            #[inline]
            fn events(a: $type, b: $type, r: $type) -> FpEvents {
                if a.is_finite() && b.is_finite() && (a - b).is_infinite() {
                    return FpEvents::OVER;
                }
                unordered(r.is_nan())
            }
        }
    };
}
logarithms_of_sums! {
    Logaddexp |T| T::LN_2(), |x| x.exp().ln_1p();
    Logaddexp2 |T| 1.0, |x| T::LOG2_E() * x.exp2().ln_1p();
}

/// The event of a comparison with a NaN.
#[inline]
fn unordered(nan: bool) -> FpEvents {
    if nan {
        FpEvents::INVALID
    } else {
        FpEvents::NONE
    }
}

/// The size of a with the sign of b.
pub(crate) struct Copysign;
/// The next float from a towards b.
pub(crate) struct Nextafter;
/// The distance to the next float away from zero.
pub(crate) struct Spacing;
/// 0 below zero, 1 above, b at zero.
pub(crate) struct Heaviside;
/// Whether the sign is negative, of zeros and NaNs too.
pub(crate) struct Signbit;
/// Fractional and integral part.
pub(crate) struct Modf;
/// Mantissa in [0.5, 1) and power of two.
pub(crate) struct Frexp;
/// a times 2^b
pub(crate) struct Ldexp;

macro_rules! by_bits {
    ($($t:ty, $bits:ty, $zero:expr, $equal:expr;)+) => {$(
        impl Unary<$t, B8> for Signbit {
            #[inline(always)]
            fn call(a: $t) -> B8 { B8::from(a.to_bits() >> (<$bits>::BITS - 1) != 0) }
        }
        impl Binary<$t, $t, $t> for Copysign {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                <$t>::from_bits((a.to_bits() & !SIGN) | (b.to_bits() & SIGN))
            }
        }
        impl Binary<$t, $t, $t> for Nextafter {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                if a.is_nan() || b.is_nan() {
                    return if a.is_nan() { a } else { b };
                }
                if a == b {
                    return $equal(a, b);
                }
                let bits = a.to_bits();
                if a == $zero {
                    let sign = b.to_bits() & (1 << (<$bits>::BITS - 1));
                    return <$t>::from_bits(sign | 1);
                }
                let away = (a < b) == (a > $zero);
                <$t>::from_bits(if away { bits + 1 } else { bits - 1 })
            }
            #[inline]
            fn events(a: $t, _: $t, r: $t) -> FpEvents {
                if r.is_infinite() && a.is_finite() { FpEvents::OVER } else { FpEvents::NONE }
            }
        }
    )+};
}
by_bits! {
    // Of equal zeros C's function gives the second, NumPy's own for half precision the first.
    f16, u16, f16::ZERO, |a, _| a;
    f32, u32, 0.0, |_, b| b;
    f64, u64, 0.0, |_, b| b;
}

macro_rules! spacing {
    ($($t:ty)+) => {$(
        impl Unary<$t, $t> for Spacing {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn events(a: $t, _: $t) -> FpEvents {
                if a.is_finite() { FpEvents::OVER } else { FpEvents::NONE }
            }
            #[inline]
            fn call(a: $t) -> $t {
                if a == 0.0 {
                    <$t>::from_bits(1)
                } else if a.is_finite() {
                    <$t>::from_bits(a.to_bits() + 1) - a
                } else {
                    <$t>::NAN
                }
            }
        }
    )+};
}
spacing! { f32 f64 }

/// In half precision NumPy measures upwards: the result is positive.
impl Unary<f16, f16> for Spacing {
    const CHECK: Check = Check::NonFinite;
    #[inline]
    fn events(a: f16, _: f16) -> FpEvents {
        if a.is_finite() {
            FpEvents::OVER
        } else {
            FpEvents::INVALID
        }
    }
    #[inline]
    fn call(a: f16) -> f16 {
        if !a.is_finite() {
            return f16::NAN;
        }
        let up = <Nextafter as Binary<f16, f16, f16>>::call(a, f16::INFINITY);
        f16::from_f32(up.to_f32() - a.to_f32())
    }
}

macro_rules! heaviside {
    ($($t:ty)+) => {$(
        impl Binary<$t, $t, $t> for Heaviside {
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                if a.is_nan() { a } else if a == 0.0 { b } else if a < 0.0 { 0.0 } else { 1.0 }
            }
        }
        impl Unary<$t, ($t, $t)> for Modf {
            #[inline]
            fn call(a: $t) -> ($t, $t) {
                let whole = a.trunc();
                let part = if a.is_infinite() { 0.0 } else { a - whole };
                (part.copysign(a), whole)
            }
        }
    )+};
}
heaviside! { f32 f64 }

impl Binary<f16, f16, f16> for Heaviside {
    #[inline]
    fn call(a: f16, b: f16) -> f16 {
        f16::from_f32(<Heaviside as Binary<f32, f32, f32>>::call(
            a.to_f32(),
            b.to_f32(),
        ))
    }
}
impl Unary<f16, (f16, f16)> for Modf {
    #[inline]
    fn call(a: f16) -> (f16, f16) {
        let (part, whole) = <Modf as Unary<f32, (f32, f32)>>::call(a.to_f32());
        (f16::from_f32(part), f16::from_f32(whole))
    }
}

impl Unary<f64, (f64, i32)> for Frexp {
    #[inline]
    fn call(a: f64) -> (f64, i32) {
        if a == 0.0 || !a.is_finite() {
            return (a, 0);
        }
        // Subnormal numbers are made normal first.
        let (normal, shift) = if a.abs() < f64::MIN_POSITIVE {
            (a * 2f64.powi(64), -64)
        } else {
            (a, 0)
        };
        let bits = normal.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32 - 1022;
        let mantissa = f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52));
        (mantissa, exponent + shift)
    }
}
impl Unary<f32, (f32, i32)> for Frexp {
    #[inline]
    fn call(a: f32) -> (f32, i32) {
        let (mantissa, exponent) = <Frexp as Unary<f64, (f64, i32)>>::call(f64::from(a));
        (mantissa as f32, exponent)
    }
}
impl Unary<f16, (f16, i32)> for Frexp {
    #[inline]
    fn call(a: f16) -> (f16, i32) {
        let (mantissa, exponent) = <Frexp as Unary<f64, (f64, i32)>>::call(a.to_f64());
        (f16::from_f64(mantissa), exponent)
    }
}

/// `a * 2^b`, rounded once; the exponent saturates as a C long put into an int does in NumPy.
#[inline]
fn scaled<T: RealMath>(a: T, b: i64) -> T {
    a.ldexp(b.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
}

macro_rules! ldexp {
    ($($n:ty)+) => {$(
        impl Binary<f64, $n, f64> for Ldexp {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: f64, b: $n) -> f64 { scaled(a, i64::from(b)) }
            #[inline]
            fn events(a: f64, _: $n, r: f64) -> FpEvents { fp::unary(a, r, false) }
        }
        impl Binary<f32, $n, f32> for Ldexp {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: f32, b: $n) -> f32 { scaled(a, i64::from(b)) }
            #[inline]
            fn events(a: f32, _: $n, r: f32) -> FpEvents { fp::unary(a, r, false) }
        }
        impl Binary<f16, $n, f16> for Ldexp {
            const CHECK: Check = Check::NonFinite;
            #[inline]
            fn call(a: f16, b: $n) -> f16 { f16::from_f32(scaled(a.to_f32(), i64::from(b))) }
            #[inline]
            fn events(a: f16, _: $n, r: f16) -> FpEvents { fp::unary(a, r, false) }
        }
    )+};
}
ldexp! { i32 i64 }
