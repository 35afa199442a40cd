//! Elementary functions without branches, for loops that the compiler vectorises.
//!
//! Every function is straight-line code of additions, fused multiply-adds, bit operations and selections, so
//! a loop of it compiles to vector instructions, and gives the same bits element by element as many at a time: a
//! fused multiply-add rounds once, whether a CPU instruction or the C library computes it. Arguments that this
//! code does not serve (huge ones of sine, zero and negative bases of powers, …) are named by a second function,
//! `…_rare`; the loop computes those again by the C library ([`super::elementwise`]).
//!
//! Single precision is computed in double precision and rounded once: errors are a hair above half a ULP.
//!
//! The polynomials are our own (`tools/minimax.py`); the methods are the textbook ones (J.-M. Muller, *Elementary
//! Functions*): argument reduction by multiples of ln 2 or π/2 split in parts (Cody and Waite), polynomials on the
//! rest, and the scale put back by exponent bits.
//!
//! | function | method | largest error seen, ULP: f64, f32 (`tests`) |
//! | --- | --- | --- |
//! | exp | `2^k e^r`, r in two parts | 0.62, 0.50 |
//! | log | `k ln 2 + 2 atanh s` | 0.67, 0.50 |
//! | sin, cos | x - k π/2 in two parts; two polynomials and a selection | 0.63, 0.50 |
//! | tan | their quotient | 1.71, 0.50 |
//! | tanh | `t / (t + 2)` with `t = e^2x - 1` | 1.51, 0.50 |
//! | pow | `e^(y log x)`, the logarithm in two parts | 0.61, 0.50 |

mod exp;
mod log;
mod pow;
mod trig;

pub(crate) use exp::{exp, exp_single, tanh, tanh_single};
pub(crate) use log::{log, log_single};
pub(crate) use pow::{pow, pow_rare, pow_single, pow_single_rare};
pub(crate) use trig::{
    cos, cos_single, sin, sin_single, tan, tan_single, trig_rare, trig_single_rare,
};

/// `1.5 * 2^52`: a double below `2^51` in size, added to it, is rounded to an integer, which then stands in
/// the low bits of the sum in two's complement.
const MAGIC: f64 = 6_755_399_441_055_744.0;

/// The bits of 1.0.
const ONE: u64 = 1.0_f64.to_bits();

/// Bits of the mantissa.
const MANTISSA: u64 = (1 << 52) - 1;

/// ln 2, in two parts.
const LN2: [f64; 2] = [std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17];

/// The polynomial with these coefficients, constant first.
#[inline(always)]
fn horner<const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    let mut sum = coefficients[N - 1];
    let mut i = N - 1;
    while i > 0 {
        i -= 1;
        sum = sum.mul_add(x, coefficients[i]);
    }
    sum
}

/// `2^k` of the integer that lies in the low bits of `shifted` (see [`MAGIC`]); it must be a normal number.
#[inline(always)]
fn power_of_two(shifted: f64) -> f64 {
    f64::from_bits((shifted.to_bits() << 52).wrapping_add(ONE))
}

#[cfg(test)]
mod tests;
