//! The table of ufuncs: names, loops in NumPy's order, neutral elements.

use super::def::{Identity, Loop, UfuncDef};
use super::macros::ufuncs;
use crate::prims::elementwise::*;
use crate::tensor::{B8, Element};
use half::f16;
use num_complex::{Complex32, Complex64};

ufuncs! {
    /// Sum of the arguments.
    add(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
        bits2 Add (T, T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Add (T, T => T) for T in [f16];
        fast2 Add (T, T => T) for T in [f32 f64 Complex32 Complex64];
    }

    /// Difference of the arguments.
    subtract(x1, x2) -> one, identity None, also [] {
        bits2 Subtract (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Subtract (T, T => T) for T in [f16];
        fast2 Subtract (T, T => T) for T in [f32 f64 Complex32 Complex64];
    }

    /// Product of the arguments.
    multiply(x1, x2) -> one, identity Some(Identity::Int(1)), also [] {
        bits2 Multiply (T, T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Multiply (T, T => T) for T in [f16];
        fast2 Multiply (T, T => T) for T in [f32 f64 Complex32 Complex64];
    }

    /// Quotient of the arguments, true division.
    divide(x1, x2) -> one, identity None, also [true_divide] {
        plain2 Divide (T, T => T) for T in [f16];
        fast2 Divide (T, T => T) for T in [f32 f64];
        plain2 Divide (T, T => T) for T in [Complex32 Complex64];
    }

    /// Largest integer not above the quotient.
    floor_divide(x1, x2) -> one, identity None, also [] {
        plain2 FloorDivide (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64];
    }

    /// Remainder of floor division, with the sign of the divisor.
    remainder(x1, x2) -> one, identity None, also [mod_] {
        plain2 Remainder (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64];
    }

    /// Remainder of truncating division, with the sign of the dividend.
    fmod(x1, x2) -> one, identity None, also [] {
        plain2 Fmod (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64];
    }

    /// Quotient and remainder of floor division.
    divmod(x1, x2) -> two, identity None, also [] {
        plain2_2 Divmod (T, T => T, T) for T in [i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64];
    }

    /// The first argument raised to the power of the second.
    power(x1, x2) -> one, identity None, also [pow] {
        integer_power Power (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Power (T, T => T) for T in [f16];
        vector2 Power (T, T => T) for T in [f32 f64];
        flagged2 Power (T, T => T) for T in [Complex32 Complex64];
    }

    /// The first argument raised to the power of the second, in double precision.
    float_power(x1, x2) -> one, identity None, also [] {
        vector2 FloatPower (T, T => T) for T in [f64];
        flagged2 Power (T, T => T) for T in [Complex64];
    }

    /// Minus the argument.
    negative(x) -> one, identity None, also [] {
        bits1 Negative (T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
        plain1 Negative (T => T) for T in [f16];
        fast1 Negative (T => T) for T in [f32 f64 Complex32 Complex64];
    }

    /// The argument.
    positive(x) -> one, identity None, also [] {
        same1 Positive (T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64 Complex32 Complex64];
    }

    /// Absolute value.
    absolute(x) -> one, identity None, also [abs] {
        same1 Positive (T => T) for T in [B8];
        fast1 Absolute (T => T) for T in [i8];
        same1 Positive (T => T) for T in [u8];
        fast1 Absolute (T => T) for T in [i16];
        same1 Positive (T => T) for T in [u16];
        fast1 Absolute (T => T) for T in [i32];
        same1 Positive (T => T) for T in [u32];
        fast1 Absolute (T => T) for T in [i64];
        same1 Positive (T => T) for T in [u64];
        plain1 Absolute (T => T) for T in [f16];
        fast1 Absolute (T => T) for T in [f32 f64];
        plain1 Absolute (Complex32 => f32) for T in [f32];
        plain1 Absolute (Complex64 => f64) for T in [f64];
    }

    /// Absolute value, of floats.
    fabs(x) -> one, identity None, also [] {
        plain1 Absolute (T => T) for T in [f16];
        fast1 Absolute (T => T) for T in [f32 f64];
    }

    /// -1, 0 or 1 by the sign; of complex numbers, the direction.
    sign(x) -> one, identity None, also [] {
        plain1 Sign (T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64];
        plain1 Sign (T => T) for T in [Complex32 Complex64];
    }

    /// The argument times itself.
    square(x) -> one, identity None, also [] {
        bits1 Square (T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
        plain1 Square (T => T) for T in [f16];
        fast1 Square (T => T) for T in [f32 f64 Complex32 Complex64];
    }

    /// One over the argument.
    reciprocal(x) -> one, identity None, also [] {
        plain1 Reciprocal (T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
        plain1 Reciprocal (T => T) for T in [f16];
        fast1 Reciprocal (T => T) for T in [f32 f64];
        plain1 Reciprocal (T => T) for T in [Complex32 Complex64];
    }

    /// Complex conjugate.
    conjugate(x) -> one, identity None, also [conj] {
        same1 Positive (T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64];
        fast1 Conjugate (T => T) for T in [Complex32 Complex64];
    }

    /// Square root.
    sqrt(x) -> one, identity None, also [] {
        plain1 Sqrt (T => T) for T in [f16];
        fast1 Sqrt (T => T) for T in [f32 f64];
        flagged1 Sqrt (T => T) for T in [Complex32 Complex64];
    }

    /// Cube root.
    cbrt(x) -> one, identity None, also [] {
        plain1 Cbrt (T => T) for T in [f16 f32 f64];
    }

    /// e to the power of the argument.
    exp(x) -> one, identity None, also [] {
        plain1 Exp (T => T) for T in [f16];
        vector1 Exp (T => T) for T in [f32 f64];
        flagged1 Exp (T => T) for T in [Complex32 Complex64];
    }

    /// 2 to the power of the argument.
    exp2(x) -> one, identity None, also [] {
        plain1 Exp2 (T => T) for T in [f16 f32 f64];
        flagged1 Exp2 (T => T) for T in [Complex32 Complex64];
    }

    /// exp(x) - 1.
    expm1(x) -> one, identity None, also [] {
        plain1 Expm1 (T => T) for T in [f16 f32 f64];
        flagged1 Expm1 (T => T) for T in [Complex32 Complex64];
    }

    /// Natural logarithm.
    log(x) -> one, identity None, also [] {
        plain1 Log (T => T) for T in [f16];
        vector1 Log (T => T) for T in [f32 f64];
        flagged1 Log (T => T) for T in [Complex32 Complex64];
    }

    /// Logarithm to the base 2.
    log2(x) -> one, identity None, also [] {
        plain1 Log2 (T => T) for T in [f16 f32 f64];
        flagged1 Log2 (T => T) for T in [Complex32 Complex64];
    }

    /// Logarithm to the base 10.
    log10(x) -> one, identity None, also [] {
        plain1 Log10 (T => T) for T in [f16 f32 f64];
        flagged1 Log10 (T => T) for T in [Complex32 Complex64];
    }

    /// log(1 + x).
    log1p(x) -> one, identity None, also [] {
        plain1 Log1p (T => T) for T in [f16 f32 f64];
        flagged1 Log1p (T => T) for T in [Complex32 Complex64];
    }

    /// Sine.
    sin(x) -> one, identity None, also [] {
        plain1 Sin (T => T) for T in [f16];
        vector1 Sin (T => T) for T in [f32 f64];
        flagged1 Sin (T => T) for T in [Complex32 Complex64];
    }

    /// Cosine.
    cos(x) -> one, identity None, also [] {
        plain1 Cos (T => T) for T in [f16];
        vector1 Cos (T => T) for T in [f32 f64];
        flagged1 Cos (T => T) for T in [Complex32 Complex64];
    }

    /// Tangent.
    tan(x) -> one, identity None, also [] {
        plain1 Tan (T => T) for T in [f16];
        vector1 Tan (T => T) for T in [f32 f64];
        flagged1 Tan (T => T) for T in [Complex32 Complex64];
    }

    /// Inverse sine.
    arcsin(x) -> one, identity None, also [asin] {
        plain1 Arcsin (T => T) for T in [f16 f32 f64];
        flagged1 Arcsin (T => T) for T in [Complex32 Complex64];
    }

    /// Inverse cosine.
    arccos(x) -> one, identity None, also [acos] {
        plain1 Arccos (T => T) for T in [f16 f32 f64];
        flagged1 Arccos (T => T) for T in [Complex32 Complex64];
    }

    /// Inverse tangent.
    arctan(x) -> one, identity None, also [atan] {
        plain1 Arctan (T => T) for T in [f16 f32 f64];
        flagged1 Arctan (T => T) for T in [Complex32 Complex64];
    }

    /// Hyperbolic sine.
    sinh(x) -> one, identity None, also [] {
        plain1 Sinh (T => T) for T in [f16 f32 f64];
        flagged1 Sinh (T => T) for T in [Complex32 Complex64];
    }

    /// Hyperbolic cosine.
    cosh(x) -> one, identity None, also [] {
        plain1 Cosh (T => T) for T in [f16 f32 f64];
        flagged1 Cosh (T => T) for T in [Complex32 Complex64];
    }

    /// Hyperbolic tangent.
    tanh(x) -> one, identity None, also [] {
        plain1 Tanh (T => T) for T in [f16];
        vector1 Tanh (T => T) for T in [f32 f64];
        flagged1 Tanh (T => T) for T in [Complex32 Complex64];
    }

    /// Inverse hyperbolic sine.
    arcsinh(x) -> one, identity None, also [asinh] {
        plain1 Arcsinh (T => T) for T in [f16 f32 f64];
        flagged1 Arcsinh (T => T) for T in [Complex32 Complex64];
    }

    /// Inverse hyperbolic cosine.
    arccosh(x) -> one, identity None, also [acosh] {
        plain1 Arccosh (T => T) for T in [f16 f32 f64];
        flagged1 Arccosh (T => T) for T in [Complex32 Complex64];
    }

    /// Inverse hyperbolic tangent.
    arctanh(x) -> one, identity None, also [atanh] {
        plain1 Arctanh (T => T) for T in [f16 f32 f64];
        flagged1 Arctanh (T => T) for T in [Complex32 Complex64];
    }

    /// Angle of the point (x2, x1), in all four quadrants.
    arctan2(x1, x2) -> one, identity None, also [atan2] {
        plain2 Arctan2 (T, T => T) for T in [f16 f32 f64];
    }

    /// Length of the hypotenuse.
    hypot(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
        plain2 Hypot (T, T => T) for T in [f16 f32 f64];
    }

    /// Degrees to radians.
    deg2rad(x) -> one, identity None, also [] {
        plain1 Deg2rad (T => T) for T in [f16];
        fast1 Deg2rad (T => T) for T in [f32 f64];
    }

    /// Radians to degrees.
    rad2deg(x) -> one, identity None, also [] {
        plain1 Rad2deg (T => T) for T in [f16];
        fast1 Rad2deg (T => T) for T in [f32 f64];
    }

    /// Radians to degrees.
    degrees(x) -> one, identity None, also [] {
        plain1 Rad2deg (T => T) for T in [f16];
        fast1 Rad2deg (T => T) for T in [f32 f64];
    }

    /// Degrees to radians.
    radians(x) -> one, identity None, also [] {
        plain1 Deg2rad (T => T) for T in [f16];
        fast1 Deg2rad (T => T) for T in [f32 f64];
    }

    /// Largest integer not above the argument.
    floor(x) -> one, identity None, also [] {
        same1 Positive (T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain1 Floor (T => T) for T in [f16];
        fast1 Floor (T => T) for T in [f32 f64];
    }

    /// Smallest integer not below the argument.
    ceil(x) -> one, identity None, also [] {
        same1 Positive (T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain1 Ceil (T => T) for T in [f16];
        fast1 Ceil (T => T) for T in [f32 f64];
    }

    /// The argument without its fraction.
    trunc(x) -> one, identity None, also [] {
        same1 Positive (T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain1 Trunc (T => T) for T in [f16];
        fast1 Trunc (T => T) for T in [f32 f64];
    }

    /// Nearest integer, ties to even.
    rint(x) -> one, identity None, also [] {
        plain1 Rint (T => T) for T in [f16];
        fast1 Rint (T => T) for T in [f32 f64];
        plain1 Rint (T => T) for T in [Complex32 Complex64];
    }

    /// Whether the argument is NaN.
    isnan(x) -> one, identity None, also [] {
        never1 IsNan (T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        fast1 IsNan (T => B8) for T in [f16 f32 f64];
        plain1 IsNan (T => B8) for T in [Complex32 Complex64];
    }

    /// Whether the argument is infinite.
    isinf(x) -> one, identity None, also [] {
        never1 IsInf (T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        fast1 IsInf (T => B8) for T in [f16 f32 f64];
        plain1 IsInf (T => B8) for T in [Complex32 Complex64];
    }

    /// Whether the argument is neither infinite nor NaN.
    isfinite(x) -> one, identity None, also [] {
        always1 IsFinite (T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        fast1 IsFinite (T => B8) for T in [f16 f32 f64];
        plain1 IsFinite (T => B8) for T in [Complex32 Complex64];
    }

    /// Whether the sign is negative, of zeros and NaNs too.
    signbit(x) -> one, identity None, also [] {
        plain1 Signbit (T => B8) for T in [f16 f32 f64];
    }

    /// The size of the first argument with the sign of the second.
    copysign(x1, x2) -> one, identity None, also [] {
        plain2 Copysign (T, T => T) for T in [f16 f32 f64];
    }

    /// The next float from the first argument towards the second.
    nextafter(x1, x2) -> one, identity None, also [] {
        plain2 Nextafter (T, T => T) for T in [f16 f32 f64];
    }

    /// Distance to the next float away from zero.
    spacing(x) -> one, identity None, also [] {
        plain1 Spacing (T => T) for T in [f16 f32 f64];
    }

    /// The larger argument; NaN if one is.
    maximum(x1, x2) -> one, identity None, also [] {
        fast2 Maximum (T, T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Maximum (T, T => T) for T in [f16];
        fast2 Maximum (T, T => T) for T in [f32 f64];
        plain2 Maximum (T, T => T) for T in [Complex32 Complex64];
    }

    /// The smaller argument; NaN if one is.
    minimum(x1, x2) -> one, identity None, also [] {
        fast2 Minimum (T, T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Minimum (T, T => T) for T in [f16];
        fast2 Minimum (T, T => T) for T in [f32 f64];
        plain2 Minimum (T, T => T) for T in [Complex32 Complex64];
    }

    /// The larger argument that is not NaN.
    fmax(x1, x2) -> one, identity None, also [] {
        fast2 Maximum (T, T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Fmax (T, T => T) for T in [f16];
        fast2 Fmax (T, T => T) for T in [f32 f64];
        plain2 Fmax (T, T => T) for T in [Complex32 Complex64];
    }

    /// The smaller argument that is not NaN.
    fmin(x1, x2) -> one, identity None, also [] {
        fast2 Minimum (T, T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Fmin (T, T => T) for T in [f16];
        fast2 Fmin (T, T => T) for T in [f32 f64];
        plain2 Fmin (T, T => T) for T in [Complex32 Complex64];
    }

    /// 0 below zero, 1 above, the second argument at zero.
    heaviside(x1, x2) -> one, identity None, also [] {
        plain2 Heaviside (T, T => T) for T in [f16 f32 f64];
    }

    /// log(exp(x1) + exp(x2)).
    logaddexp(x1, x2) -> one, identity Some(Identity::NegativeInfinity), also [] {
        plain2 Logaddexp (T, T => T) for T in [f16 f32 f64];
    }

    /// log2(2**x1 + 2**x2).
    logaddexp2(x1, x2) -> one, identity Some(Identity::NegativeInfinity), also [] {
        plain2 Logaddexp2 (T, T => T) for T in [f16 f32 f64];
    }

    /// Greatest common divisor.
    gcd(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
        plain2 Gcd (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Least common multiple.
    lcm(x1, x2) -> one, identity None, also [] {
        plain2 Lcm (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Fractional and integral part.
    modf(x) -> two, identity None, also [] {
        plain1_2 Modf (T => T, T) for T in [f16 f32 f64];
    }

    /// Mantissa and exponent to the base 2.
    frexp(x) -> two, identity None, also [] {
        plain1_2 Frexp (T => T, i32) for T in [f16 f32 f64];
    }

    /// x1 * 2**x2.
    ldexp(x1, x2) -> one, identity None, also [] {
        plain2 Ldexp (T, i32 => T) for T in [f16 f32 f64];
        plain2 Ldexp (T, i64 => T) for T in [f16 f32 f64];
    }

    /// Bits set in both arguments.
    bitwise_and(x1, x2) -> one, identity Some(Identity::Int(-1)), also [] {
        fast2 LogicalAnd (T, T => T) for T in [B8];
        bits2 BitwiseAnd (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Bits set in one of the arguments.
    bitwise_or(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
        fast2 LogicalOr (T, T => T) for T in [B8];
        bits2 BitwiseOr (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Bits set in exactly one argument.
    bitwise_xor(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
        fast2 BitwiseXor (T, T => T) for T in [B8];
        bits2 BitwiseXor (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Every bit flipped; of bools, not.
    invert(x) -> one, identity None, also [bitwise_not bitwise_invert] {
        bits1 Invert (T => T) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Bits moved to the left.
    left_shift(x1, x2) -> one, identity None, also [bitwise_left_shift] {
        plain_bits2 LeftShift (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Bits moved to the right.
    right_shift(x1, x2) -> one, identity None, also [bitwise_right_shift] {
        plain2 RightShift (T, T => T) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Bits set in the absolute value.
    bitwise_count(x) -> one, identity None, also [] {
        plain1 BitwiseCount (T => u8) for T in [i8 u8 i16 u16 i32 u32 i64 u64];
    }

    /// Whether both arguments are true.
    logical_and(x1, x2) -> one, identity Some(Identity::Int(1)), also [] {
        plain_bits2 LogicalAnd (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64 Complex32 Complex64];
    }

    /// Whether one of the arguments is true.
    logical_or(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
        plain_bits2 LogicalOr (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64 Complex32 Complex64];
    }

    /// Whether exactly one argument is true.
    logical_xor(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
        plain_bits2 LogicalXor (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64 Complex32 Complex64];
    }

    /// Whether the argument is not true.
    logical_not(x) -> one, identity None, also [] {
        plain_bits1 LogicalNot (T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64 Complex32 Complex64];
    }

    /// x1 == x2.
    equal(x1, x2) -> one, identity None, also [] {
        bits2 Equal (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Equal (i64, u64 => B8) for T in [i64];
        plain2 Equal (u64, i64 => B8) for T in [u64];
        plain2 Equal (T, T => B8) for T in [f16];
        fast2 Equal (T, T => B8) for T in [f32 f64];
        plain2 Equal (T, T => B8) for T in [Complex32 Complex64];
    }

    /// x1 != x2.
    not_equal(x1, x2) -> one, identity None, also [] {
        bits2 NotEqual (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 NotEqual (i64, u64 => B8) for T in [i64];
        plain2 NotEqual (u64, i64 => B8) for T in [u64];
        plain2 NotEqual (T, T => B8) for T in [f16];
        fast2 NotEqual (T, T => B8) for T in [f32 f64];
        plain2 NotEqual (T, T => B8) for T in [Complex32 Complex64];
    }

    /// x1 < x2.
    less(x1, x2) -> one, identity None, also [] {
        fast2 Less (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Less (i64, u64 => B8) for T in [i64];
        plain2 Less (u64, i64 => B8) for T in [u64];
        plain2 Less (T, T => B8) for T in [f16];
        fast2 Less (T, T => B8) for T in [f32 f64];
        plain2 Less (T, T => B8) for T in [Complex32 Complex64];
    }

    /// x1 <= x2.
    less_equal(x1, x2) -> one, identity None, also [] {
        fast2 LessEqual (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 LessEqual (i64, u64 => B8) for T in [i64];
        plain2 LessEqual (u64, i64 => B8) for T in [u64];
        plain2 LessEqual (T, T => B8) for T in [f16];
        fast2 LessEqual (T, T => B8) for T in [f32 f64];
        plain2 LessEqual (T, T => B8) for T in [Complex32 Complex64];
    }

    /// x1 > x2.
    greater(x1, x2) -> one, identity None, also [] {
        swapped2 Less (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 Greater (i64, u64 => B8) for T in [i64];
        plain2 Greater (u64, i64 => B8) for T in [u64];
        plain2 Greater (T, T => B8) for T in [f16];
        swapped2 Less (T, T => B8) for T in [f32 f64];
        plain2 Greater (T, T => B8) for T in [Complex32 Complex64];
    }

    /// x1 >= x2.
    greater_equal(x1, x2) -> one, identity None, also [] {
        swapped2 LessEqual (T, T => B8) for T in [B8 i8 u8 i16 u16 i32 u32 i64 u64];
        plain2 GreaterEqual (i64, u64 => B8) for T in [i64];
        plain2 GreaterEqual (u64, i64 => B8) for T in [u64];
        plain2 GreaterEqual (T, T => B8) for T in [f16];
        swapped2 LessEqual (T, T => B8) for T in [f32 f64];
        plain2 GreaterEqual (T, T => B8) for T in [Complex32 Complex64];
    }
}
