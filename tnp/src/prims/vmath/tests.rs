//! Errors against an arbitrary-precision reference, over the whole range; and that vectors, strides and lanes do
//! not change an answer.

use super::*;
use crate::prims::elementwise::{MAX_OPERANDS, vector1};
use astro_float::{BigFloat, Consts, RoundingMode::ToEven};

/// Bits of the reference.
const BITS: usize = 192;

/// The exact number.
fn big(x: f64) -> BigFloat {
    // The crate leaves subnormal numbers without a leading digit.
    let mut number = BigFloat::from_f64(x * 2f64.powi(if x.abs() < 1.0 { 200 } else { 0 }), BITS);
    if x.abs() < 1.0 && x != 0.0 {
        let exponent = number.exponent().expect("a number");
        number.set_exponent(exponent - 200);
    }
    number
}

/// A number in `size * 2^exponent`, roughly.
fn rough(x: &BigFloat) -> (f64, i32) {
    match x.as_raw_parts() {
        Some((words, _, _, exponent, _)) if !x.is_zero() => {
            let top = *words.last().expect("a number has digits");
            (top as f64 / 2f64.powi(64), exponent)
        }
        _ => (0.0, 0),
    }
}

/// How far `got` lies from `exact`, in units in the last place of a type with these digits and least exponent.
fn ulps(got: f64, exact: &BigFloat, digits: i32, least: i32, largest: f64) -> f64 {
    let (_, exponent) = rough(exact);
    let ulp = (exponent - digits).max(least);
    if !got.is_finite() {
        // Right if the exact result rounds to infinity.
        let limit = big(largest);
        let over = exact.abs().cmp(&limit).is_some_and(|order| order >= 0);
        return if over && got.is_infinite() && (got > 0.0) == exact.is_positive() {
            0.0
        } else {
            f64::INFINITY
        };
    }
    let difference = big(got).sub(exact, BITS, ToEven);
    let (size, exponent) = rough(&difference);
    size * 2f64.powi((exponent - ulp).clamp(-1000, 1000))
}

fn ulps_double(got: f64, exact: &BigFloat) -> f64 {
    ulps(got, exact, 53, -1074, f64::MAX)
}

fn ulps_single(got: f32, exact: &BigFloat) -> f64 {
    ulps(f64::from(got), exact, 24, -149, f64::from(f32::MAX))
}

/// A sequence of bits that looks random.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / 2f64.powi(53)
    }
}

/// Arguments of all sizes: any bits, moderate ones, neighbours of one, and what is near a multiple of π/2.
fn doubles(count: usize) -> Vec<f64> {
    let mut bits = Bits(7);
    let mut all = vec![
        0.5,
        1.0,
        2.0,
        f64::MIN_POSITIVE,
        5e-324,
        1e-310,
        f64::MAX,
        709.782712893384,
        709.79,
        -745.13,
        -745.2,
        -708.5,
        22.0,
        1e-9,
    ];
    for i in 0..count {
        all.push(match i % 5 {
            0 => f64::from_bits(bits.next()),
            1 => (bits.unit() - 0.5) * 20.0,
            2 => (bits.unit() - 0.5) * 1500.0,
            3 => 1.0 + (bits.unit() - 0.5) * 2f64.powi(-(bits.next() as i32 & 31)),
            _ => f64::from(bits.next() as u32 & 0xff_ffff) * std::f64::consts::FRAC_PI_2,
        });
    }
    all.retain(|x| x.is_finite() && *x != 0.0);
    all
}

fn floats(count: usize) -> Vec<f32> {
    let mut all: Vec<f32> = doubles(count).into_iter().map(|x| x as f32).collect();
    let mut bits = Bits(9);
    all.extend((0..count / 4).map(|_| f32::from_bits(bits.next() as u32)));
    all.retain(|x| x.is_finite() && *x != 0.0);
    all
}

type Reference = fn(&BigFloat, &mut Consts) -> BigFloat;

fn check(
    name: &str,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
    reference: Reference,
    domain: fn(f64) -> bool,
    bounds: [f64; 2],
) {
    let mut constants = Consts::new().expect("memory for constants");
    let mut worst = (0.0, 0.0);
    for x in doubles(4000).into_iter().filter(|x| domain(*x)) {
        let error = ulps_double(double(x), &reference(&big(x), &mut constants));
        if error > worst.0 {
            worst = (error, x);
        }
    }
    println!("{name}: f64 {:.3} ulp at {:e}", worst.0, worst.1);
    assert!(
        worst.0 <= bounds[0],
        "{name}({:e}) is {} ulp off",
        worst.1,
        worst.0
    );
    let mut worst = (0.0, 0.0);
    for x in floats(2000).into_iter().filter(|x| domain(f64::from(*x))) {
        let error = ulps_single(single(x), &reference(&big(f64::from(x)), &mut constants));
        if error > worst.0 {
            worst = (error, x);
        }
    }
    println!("{name}: f32 {:.3} ulp at {:e}", worst.0, worst.1);
    assert!(
        worst.0 <= bounds[1],
        "{name}({:e}) is {} ulp off in single precision",
        worst.1,
        worst.0
    );
}

#[test]
fn exp_is_accurate() {
    check(
        "exp",
        exp,
        exp_single,
        |x, c| x.exp(BITS, ToEven, c),
        |x| x.abs() < 800.0,
        [0.65, 0.51],
    );
}

#[test]
fn log_is_accurate() {
    check(
        "log",
        log,
        log_single,
        |x, c| x.ln(BITS, ToEven, c),
        |x| x > 0.0,
        [1.0, 0.51],
    );
}

#[test]
fn sin_is_accurate() {
    check(
        "sin",
        sin,
        sin_single,
        |x, c| x.sin(BITS, ToEven, c),
        |x| !trig_rare(x),
        [0.9, 0.51],
    );
}

#[test]
fn cos_is_accurate() {
    check(
        "cos",
        cos,
        cos_single,
        |x, c| x.cos(BITS, ToEven, c),
        |x| !trig_rare(x),
        [0.9, 0.51],
    );
}

#[test]
fn tan_is_accurate() {
    check(
        "tan",
        tan,
        tan_single,
        |x, c| x.tan(BITS, ToEven, c),
        |x| !trig_rare(x),
        [2.0, 0.51],
    );
}

#[test]
fn tanh_is_accurate() {
    check(
        "tanh",
        tanh,
        tanh_single,
        |x, c| x.tanh(BITS, ToEven, c),
        |x| x.abs() < 800.0,
        [2.0, 0.51],
    );
}

#[test]
fn pow_is_accurate() {
    let mut constants = Consts::new().expect("memory for constants");
    let mut bits = Bits(3);
    let mut worst = [(0.0, 0.0, 0.0); 2];
    for i in 0..4000 {
        let x = match i % 3 {
            0 => f64::from_bits(bits.next() >> 1),
            1 => bits.unit() * 10.0,
            _ => 1.0 + (bits.unit() - 0.5) * 2f64.powi(-(bits.next() as i32 & 31)),
        };
        // Exponents that keep the result among the numbers, for the most part.
        let reach = 760.0 / x.ln().abs();
        let y = match i % 4 {
            0 => (bits.unit() - 0.5) * 2.0 * reach.min(1e300),
            1 => (bits.unit() * 40.0 - 20.0).round(),
            2 => bits.unit() * 3.0,
            _ => 0.5,
        };
        // By hand: the crate's own power takes very long on some arguments.
        let exact = |x: f64, y: f64, c: &mut Consts| {
            let log = big(x).ln(BITS, ToEven, c);
            big(y).mul(&log, BITS, ToEven).exp(BITS, ToEven, c)
        };
        if !pow_rare(x, y) {
            let error = ulps_double(pow(x, y), &exact(x, y, &mut constants));
            if error > worst[0].0 {
                worst[0] = (error, x, y);
            }
        }
        let (x, y) = (x as f32, y as f32);
        if !pow_single_rare(x, y) {
            let error = ulps_single(
                pow_single(x, y),
                &exact(f64::from(x), f64::from(y), &mut constants),
            );
            if error > worst[1].0 {
                worst[1] = (error, f64::from(x), f64::from(y));
            }
        }
    }
    println!("pow: {worst:?}");
    assert!(worst[0].0 <= 0.75, "pow: {:?}", worst[0]);
    assert!(
        worst[1].0 <= 0.51,
        "pow in single precision: {:?}",
        worst[1]
    );
}

#[test]
fn exact_powers_are_exact() {
    for x in 1..200_u32 {
        for y in 0..6_i32 {
            let x = f64::from(x);
            assert_eq!(pow(x, f64::from(y)), x.powi(y), "{x}^{y}");
            assert_eq!(pow(x * x, 0.5), x, "sqrt {}", x * x);
        }
    }
}

#[test]
fn special_values() {
    let inf = f64::INFINITY;
    assert_eq!(
        (exp(inf), exp(-inf), exp(0.0), exp(-0.0)),
        (inf, 0.0, 1.0, 1.0)
    );
    assert!(
        exp(f64::NAN).is_nan()
            && log(f64::NAN).is_nan()
            && log(-1.0).is_nan()
            && log(-inf).is_nan()
    );
    assert_eq!(
        (log(0.0), log(-0.0), log(inf), log(1.0)),
        (-inf, -inf, inf, 0.0)
    );
    for f in [sin, tan, tanh] {
        assert_eq!(f(0.0).to_bits(), 0.0_f64.to_bits());
        assert_eq!(f(-0.0).to_bits(), (-0.0_f64).to_bits());
        assert_eq!(f(5e-324), 5e-324);
        assert!(f(f64::NAN).is_nan());
    }
    for f in [sin_single, tan_single, tanh_single] {
        assert_eq!(f(-0.0).to_bits(), (-0.0_f32).to_bits());
        assert_eq!(f(1e-45), 1e-45);
    }
    assert_eq!((tanh(inf), tanh(-inf), cos(0.0)), (1.0, -1.0, 1.0));
    assert_eq!(
        (
            exp_single(f32::INFINITY),
            exp_single(f32::NEG_INFINITY),
            exp_single(89.0)
        ),
        (f32::INFINITY, 0.0, f32::INFINITY)
    );
    assert_eq!(
        (
            pow(2.0, 1e300),
            pow(2.0, -1e300),
            pow(0.5, 1e300),
            pow(1.0, 1e300)
        ),
        (inf, 0.0, 0.0, 1.0)
    );
    assert_eq!((pow(7.0, 0.0), pow(7.0, 1.0)), (1.0, 7.0));
}

/// The vectorised loop at a stride, and with the result over the argument.
fn by_loop(x: &[f64], kernel: crate::prims::elementwise::Kernel, stride: usize) -> Vec<f64> {
    let mut spread: Vec<f64> = vec![0.0; x.len() * stride];
    x.iter()
        .enumerate()
        .for_each(|(i, v)| spread[i * stride] = *v);
    let p = spread.as_mut_ptr().cast::<u8>();
    let mut ptrs = [std::ptr::null_mut(); MAX_OPERANDS];
    ptrs[..2].copy_from_slice(&[p, p]);
    let mut strides = [0; MAX_OPERANDS];
    strides[..2].copy_from_slice(&[8 * stride as isize; 2]);
    // SAFETY: `x.len()` elements at this stride, in place.
    unsafe { kernel(x.len(), &ptrs, &strides) };
    spread.into_iter().step_by(stride).collect()
}

#[test]
fn lanes_strides_and_cpus_do_not_matter() {
    use crate::prims::elementwise::{Cos, Exp, Log, Sin, Tan, Tanh};
    let x = doubles(3000);
    let same = |kernel, f: fn(f64) -> f64, rare: fn(f64) -> bool| {
        for stride in [1, 3] {
            for (x, y) in x
                .iter()
                .zip(by_loop(&x, kernel, stride))
                .filter(|(x, _)| !rare(**x))
            {
                let expected = f(*x);
                assert!(
                    expected.to_bits() == y.to_bits() || (expected.is_nan() && y.is_nan()),
                    "{x:e}: {expected:e} and {y:e}"
                );
            }
        }
    };
    same(vector1::<Exp, f64, f64>, exp, |_| false);
    same(vector1::<Log, f64, f64>, log, |_| false);
    same(vector1::<Tanh, f64, f64>, tanh, |_| false);
    same(vector1::<Sin, f64, f64>, sin, trig_rare);
    same(vector1::<Cos, f64, f64>, cos, trig_rare);
    same(vector1::<Tan, f64, f64>, tan, trig_rare);
}
