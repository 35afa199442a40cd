//! Sine, cosine, tangent.

use super::{MAGIC, horner};
use std::f64::consts::FRAC_2_PI;

/// `(sin r - r) / r^3` in `z = r^2`, `|r| <= π/4`, to 57 bits.
const SIN: [f64; 8] = [
    -0.16666666666666666,
    0.008333333333333333,
    -0.00019841269841269839,
    2.755731922398109e-06,
    -2.5052108382383915e-08,
    1.605904277950008e-10,
    -7.646961149666242e-13,
    2.7912341519094136e-15,
];

/// `(cos r - 1 + z / 2) / z^2`, to 60 bits.
const COS: [f64; 8] = [
    0.041666666666666664,
    -0.001388888888888889,
    2.4801587301587298e-05,
    -2.755731922398349e-07,
    2.0876756986338432e-09,
    -1.1470745068819507e-11,
    4.779375998635532e-14,
    -1.5518059396448145e-16,
];

/// The same two, to 36 and 40 bits.
const SIN_SINGLE: [f64; 4] = [
    -0.16666666663849594,
    0.008333331872516647,
    -0.00019840085552884788,
    2.724977263466968e-06,
];
const COS_SINGLE: [f64; 4] = [
    0.041666666664316454,
    -0.0013888887670186107,
    2.4800599390234894e-05,
    -2.730083136496977e-07,
];

/// π/2, in three parts.
const PI_2: [f64; 3] = [
    std::f64::consts::FRAC_PI_2,
    6.123233995736766e-17,
    -1.4973849048591698e-33,
];

/// Up to here `k = x 2/π` is exact enough to leave a rest below π/4 and a little.
const FAR: f64 = (1_u64 << 26) as f64;

/// Whether the functions below do not serve x.
#[inline(always)]
pub(crate) fn trig_rare(x: f64) -> bool {
    x.abs() > FAR
}

/// Whether the functions below do not serve x.
#[inline(always)]
pub(crate) fn trig_single_rare(x: f32) -> bool {
    x.abs() > FAR as f32
}

/// Sine and cosine of x less a multiple of π/2, and the bits of this multiple's number.
#[inline(always)]
fn octant(x: f64) -> (f64, f64, u64) {
    let shifted = x.mul_add(FRAC_2_PI, MAGIC);
    let k = shifted - MAGIC;
    // Exact: a multiple of 2^-53 or of x's last place, and below one.
    let first = k.mul_add(-PI_2[0], x);
    let product = k * PI_2[1];
    let lost = k.mul_add(PI_2[1], -product);
    let r = first - product;
    let low = ((first - r) - product) - k.mul_add(PI_2[2], lost);
    let z = r * r;
    let half = 0.5 * z;
    let near = 1.0 - half;
    let sin = r + (r * z).mul_add(horner(z, &SIN), low * near);
    let correction = (z * z).mul_add(horner(z, &COS), -(r * low));
    let cos = near + (((1.0 - near) - half) + correction);
    // Of a zero, the sign would be lost.
    (if x == 0.0 { x } else { sin }, cos, shifted.to_bits())
}

/// The same, good for floats.
#[inline(always)]
fn octant_single(x: f64) -> (f64, f64, u64) {
    let shifted = x.mul_add(FRAC_2_PI, MAGIC);
    let k = shifted - MAGIC;
    let r = k.mul_add(-PI_2[1], k.mul_add(-PI_2[0], x));
    let z = r * r;
    let sin = (r * z).mul_add(horner(z, &SIN_SINGLE), r);
    let cos = (z * z).mul_add(horner(z, &COS_SINGLE), z.mul_add(-0.5, 1.0));
    (if x == 0.0 { x } else { sin }, cos, shifted.to_bits())
}

/// By the number of the quarter turn: sine or cosine, and its sign.
#[inline(always)]
fn chosen(even: f64, odd: f64, quarter: u64) -> f64 {
    let value = if quarter & 1 == 0 { even } else { odd };
    f64::from_bits(value.to_bits() ^ ((quarter & 2) << 62))
}

#[inline(always)]
fn quotient(sin: f64, cos: f64, quarter: u64) -> f64 {
    let odd = quarter & 1 != 0;
    let (above, below) = if odd { (-cos, sin) } else { (sin, cos) };
    above / below
}

macro_rules! functions {
    ($($t:ty, $octant:ident: $sin:ident $cos:ident $tan:ident;)+) => {$(
        /// sin x
        #[inline(always)]
        pub(crate) fn $sin(x: $t) -> $t {
            let (sin, cos, quarter) = $octant(f64::from(x));
            chosen(sin, cos, quarter) as $t
        }
        /// cos x
        #[inline(always)]
        pub(crate) fn $cos(x: $t) -> $t {
            let (sin, cos, quarter) = $octant(f64::from(x));
            // cos x = sin (x + π/2)
            chosen(sin, cos, quarter.wrapping_add(1)) as $t
        }
        /// tan x
        #[inline(always)]
        pub(crate) fn $tan(x: $t) -> $t {
            let (sin, cos, quarter) = $octant(f64::from(x));
            quotient(sin, cos, quarter) as $t
        }
    )+};
}
functions! {
    f64, octant: sin cos tan;
    f32, octant_single: sin_single cos_single tan_single;
}
