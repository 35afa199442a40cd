//! Exponential, and the hyperbolic tangent which is made of one.

use super::{LN2, MAGIC, horner, power_of_two};
use std::f64::consts::LOG2_E;

/// `(e^r - 1 - r) / r^2` on `|r| <= ln 2 / 2`, to 61 bits.
const EXP: [f64; 11] = [
    0.5,
    0.1666666666666667,
    0.041666666666666664,
    0.008333333333326079,
    0.0013888888888889557,
    0.00019841269875015902,
    2.4801587310140583e-05,
    2.7557255153008924e-06,
    2.7557290071445907e-07,
    2.5105319682271336e-08,
    2.090862961009634e-09,
];

/// The same, to 38 bits.
const EXP_SINGLE: [f64; 7] = [
    0.5000000000001825,
    0.1666666671933188,
    0.04166666668292285,
    0.008333298335566187,
    0.0013888863978589628,
    0.00019899397094503578,
    2.485300436094475e-05,
];

/// `x = k ln 2 + high + low`: k, shifted (see [`MAGIC`]) and as a number, and the rest.
#[inline(always)]
fn reduced(x: f64) -> (f64, f64, f64, f64) {
    let shifted = x.mul_add(LOG2_E, MAGIC);
    let k = shifted - MAGIC;
    // Exact: both terms are multiples of 2^-54 or less, and the difference is small.
    let high = k.mul_add(-LN2[0], x);
    (shifted, k, high, -k * LN2[1])
}

/// `e^(high + low)`, with `|high + low|` up to ln 2 / 2 and `low` tiny.
#[inline(always)]
pub(super) fn exp_of_rest(high: f64, low: f64) -> f64 {
    let r = high + low;
    let sum = 1.0 + high;
    let lost = high - (sum - 1.0);
    sum + (lost + (r * r).mul_add(horner(r, &EXP), low))
}

/// `x 2^k`, rounded once where the result is subnormal; k as it comes of [`reduced`].
#[inline(always)]
pub(super) fn scaled(x: f64, k: f64) -> f64 {
    let half = k.mul_add(0.5, MAGIC);
    let rest = (k - (half - MAGIC)) + MAGIC;
    x * power_of_two(half) * power_of_two(rest)
}

/// `x` between the bounds; a NaN stays.
#[inline(always)]
fn clamped(x: f64, low: f64, high: f64) -> f64 {
    let x = if x > high { high } else { x };
    if x < low { low } else { x }
}

/// e^(x + more), where `more` is small beside x.
#[inline(always)]
pub(super) fn exp_of_sum(x: f64, more: f64) -> f64 {
    // Beyond these, the result is infinite, or zero.
    let bounded = clamped(x, -746.0, 710.0);
    let more = if bounded == x { more } else { 0.0 };
    let (_, k, high, low) = reduced(bounded);
    scaled(exp_of_rest(high, low + more), k)
}

/// e^x
#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    let (_, k, high, low) = reduced(clamped(x, -746.0, 710.0));
    scaled(exp_of_rest(high, low), k)
}

/// e^x of a double, good for a float.
#[inline(always)]
pub(super) fn exp_for_single(x: f64) -> f64 {
    let shifted = clamped(x, -150.0, 150.0).mul_add(LOG2_E, MAGIC);
    let k = shifted - MAGIC;
    let r = k.mul_add(-LN2[1], k.mul_add(-LN2[0], clamped(x, -150.0, 150.0)));
    let p = (r * r).mul_add(horner(r, &EXP_SINGLE), r);
    let scale = power_of_two(shifted);
    scale.mul_add(p, scale)
}

/// e^x
#[inline(always)]
pub(crate) fn exp_single(x: f32) -> f32 {
    exp_for_single(f64::from(x)) as f32
}

/// tanh x
#[inline(always)]
pub(crate) fn tanh(x: f64) -> f64 {
    // Beyond 22, tanh is 1 to all places.
    let (shifted, _, high, low) = reduced(clamped(2.0 * x.abs(), 0.0, 44.0));
    let r = high + low;
    let p = high + (r * r).mul_add(horner(r, &EXP), low);
    let scale = power_of_two(shifted);
    // e^2|x| - 1, without cancellation.
    let t = scale.mul_add(p, scale - 1.0);
    (t / (t + 2.0)).copysign(x)
}

/// tanh x
#[inline(always)]
pub(crate) fn tanh_single(x: f32) -> f32 {
    let y = clamped(2.0 * f64::from(x).abs(), 0.0, 44.0);
    let shifted = y.mul_add(LOG2_E, MAGIC);
    let k = shifted - MAGIC;
    let r = k.mul_add(-LN2[0], y);
    let p = (r * r).mul_add(horner(r, &EXP_SINGLE), r);
    let scale = power_of_two(shifted);
    let t = scale.mul_add(p, scale - 1.0);
    ((t / (t + 2.0)) as f32).copysign(x)
}
