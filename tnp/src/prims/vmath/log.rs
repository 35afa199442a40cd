//! Natural logarithm.

use super::{LN2, MANTISSA, ONE, horner};

/// `(2 atanh(s) - 2 s) / s^3` in `z = s^2`, up to `((√2 - 1) / (√2 + 1))^2`, to 59 bits.
const LOG: [f64; 8] = [
    0.6666666666666666,
    0.40000000000000885,
    0.28571428570799773,
    0.22222222392582885,
    0.1818179554736843,
    0.15386244744410074,
    0.13268638215602352,
    0.13088036242181927,
];

/// The same, to 42 bits.
const LOG_SINGLE: [f64; 5] = [
    0.6666666666737872,
    0.3999999879242714,
    0.2857175553681269,
    0.22191337347457216,
    0.1936388620332296,
];

/// ln 2 in so few bits that its multiples by exponents are exact, and the rest.
const LN2_SHORT: [f64; 2] = [0.693_147_180_559_663, 2.823_529_056_303_157_7e-13];

/// The bits of √½: mantissas are taken from there up to √2.
const SQRT_HALF: u64 = std::f64::consts::FRAC_1_SQRT_2.to_bits();

/// A positive normal `x = 2^k m` with m in [√½, √2): k and m.
#[inline(always)]
pub(super) fn split(x: f64) -> (f64, f64) {
    let moved = x.to_bits().wrapping_add(ONE - SQRT_HALF);
    // An exponent below the mantissa of 2^52 is a number.
    const TWO_52: f64 = 4_503_599_627_370_496.0;
    let biased = f64::from_bits((moved >> 52) | TWO_52.to_bits());
    let m = f64::from_bits((moved & MANTISSA).wrapping_add(SQRT_HALF));
    (biased - (TWO_52 + 1023.0), m)
}

/// The answers at zero, below it, and beyond all numbers, over `result`, which holds elsewhere.
#[inline(always)]
fn with_ends(x: f64, result: f64) -> f64 {
    let result = if x < f64::INFINITY { result } else { x };
    let result = if x < 0.0 { f64::NAN } else { result };
    if x == 0.0 { f64::NEG_INFINITY } else { result }
}

/// log x
#[inline(always)]
pub(crate) fn log(x: f64) -> f64 {
    const TWO_54: f64 = 18_014_398_509_481_984.0;
    let small = x < f64::MIN_POSITIVE;
    let (k, m) = split(if small { x * TWO_54 } else { x });
    let k = if small { k - 54.0 } else { k };
    let f = m - 1.0;
    let s = f / (f + 2.0);
    let z = s * s;
    let half = 0.5 * f * f;
    // 2 s = f - s f, and s f = half (1 - s): all but f itself is small.
    let tail = s.mul_add(half + z * horner(z, &LOG), k * LN2_SHORT[1]);
    with_ends(x, k.mul_add(LN2_SHORT[0], f - (half - tail)))
}

/// log x of a positive normal double, good for a float.
#[inline(always)]
pub(super) fn log_for_single(x: f64) -> f64 {
    let (k, m) = split(x);
    let f = m - 1.0;
    let s = f / (f + 2.0);
    let z = s * s;
    let p = (s * z).mul_add(horner(z, &LOG_SINGLE), s + s);
    k.mul_add(LN2[0], p)
}

/// log x
#[inline(always)]
pub(crate) fn log_single(x: f32) -> f32 {
    let x = f64::from(x);
    with_ends(x, log_for_single(x)) as f32
}
