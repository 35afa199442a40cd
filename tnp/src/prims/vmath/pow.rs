//! Powers of positive numbers.

use super::LN2;
use super::exp::{exp_for_single, exp_of_sum};
use super::horner;
use super::log::{log_for_single, split};

/// `(atanh(s) / s - 1 - z / 3) / z^2` in `z = s^2`, to 66 bits.
const LOG_TAIL: [f64; 8] = [
    0.2,
    0.14285714285714687,
    0.11111111110825868,
    0.09090909168133246,
    0.07692297436586999,
    0.0666740470685239,
    0.058530562731927104,
    0.058622265344905236,
];

/// 1/3, in two parts.
const THIRD: [f64; 2] = [1.0 / 3.0, 1.850371707708594e-17];

/// `a + b` in two parts, `|a| >= |b|`.
#[inline(always)]
fn sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    (s, b - (s - a))
}

/// `(a + a2) (b + b2)` in two parts.
#[inline(always)]
fn product(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let p = a.0 * b.0;
    let lost = a.0.mul_add(b.0, -p);
    sum(p, lost + a.0.mul_add(b.1, a.1 * b.0))
}

/// The logarithm of a positive normal number in two parts, to about 2^-66 of its size.
#[inline(always)]
fn log_in_parts(x: f64) -> (f64, f64) {
    let (k, m) = split(x);
    // s = f / (2 + f), in two parts.
    let f = m - 1.0;
    let (below, below_lost) = sum(2.0, f);
    let s = f / below;
    let s_lost = (s.mul_add(-below, f) - s * below_lost) / below;
    let s = (s, s_lost);
    let z = product(s, s);
    // 2 atanh(s) = 2 (s + s z (1/3 + z tail)).
    let tail = z.0 * horner(z.0, &LOG_TAIL);
    let (third, third_lost) = sum(THIRD[0], tail);
    let cubic = product(product(s, z), (third, third_lost + THIRD[1]));
    let (a, a_lost) = sum(s.0, cubic.0);
    let (log_m, log_m_lost) = (2.0 * a, 2.0 * (a_lost + (s.1 + cubic.1)));
    let high = k * LN2[0];
    let high_lost = k.mul_add(LN2[0], -high);
    // |k ln 2| is 0 or larger than |log m|.
    let (sum_high, sum_lost) = sum(high, log_m);
    let (sum_high, sum_lost) = if k == 0.0 {
        (log_m, 0.0)
    } else {
        (sum_high, sum_lost)
    };
    sum(
        sum_high,
        sum_lost + (k.mul_add(LN2[1], high_lost) + log_m_lost),
    )
}

/// Whether [`pow`] does not serve the arguments.
#[inline(always)]
pub(crate) fn pow_rare(x: f64, y: f64) -> bool {
    // Not a positive normal number (NaN too), or no number in the exponent.
    !(f64::MIN_POSITIVE..f64::INFINITY).contains(&x) | !y.is_finite()
}

/// x^y
#[inline(always)]
pub(crate) fn pow(x: f64, y: f64) -> f64 {
    let (high, low) = log_in_parts(x);
    let p = y * high;
    let lost = y.mul_add(high, -p) + y * low;
    exp_of_sum(p, lost)
}

/// Whether [`pow_single`] does not serve the arguments.
#[inline(always)]
pub(crate) fn pow_single_rare(x: f32, y: f32) -> bool {
    !(x > 0.0 && x < f32::INFINITY) | !y.is_finite()
}

/// x^y
#[inline(always)]
pub(crate) fn pow_single(x: f32, y: f32) -> f32 {
    exp_for_single(f64::from(y) * log_for_single(f64::from(x))) as f32
}
