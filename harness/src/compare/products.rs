//! Error bounds of complex products, from the factors of the very case.

use super::bounds::{Target, advance};
use super::element::{epsilon, largest, length, magnitude, smallest};
use super::inputs::{Input, Scene};
use super::writes::given_result;
use nparity_model::{DType, Observed, Outcome, Program, Scalar, Value, Var};
use num_complex::Complex64;

/// How far two evaluations may be apart, in `eps |x||y|`: see [`crate::policy::Rule::Product`].
const BUDGET: f64 = 2.25;

/// What is known of the elements of a product.
pub(super) struct Products {
    /// A bound for each element; infinite where any answer will do.
    pub(super) bounds: Vec<f64>,
    /// The sign of a zero part is free.
    pub(super) free_zeros: Vec<bool>,
}

/// Bounds for the elements of `x * y`, or of `x * x` if there is one operand.
pub(super) fn bounds(scene: Scene<'_>, target: &Target<'_>) -> Products {
    let dtype = computed_in(scene, target.dtype);
    let (eps, limit, least) = (epsilon(dtype), largest(dtype), smallest(dtype));
    let bound = |size: f64| {
        if size >= limit {
            f64::INFINITY
        } else {
            BUDGET * eps * size + 4.0 * least
        }
    };
    let Some((x, y)) = factors(scene, target.shape) else {
        // The size of a product is the product of the sizes. Infinities and NaNs may come from an overflow.
        let size = |item: &Scalar| match item.as_complex() {
            Some(z) if !z.is_finite() => f64::INFINITY,
            _ => magnitude(item),
        };
        return Products {
            bounds: target.items.iter().map(|z| bound(size(z))).collect(),
            free_zeros: vec![true; target.items.len()],
        };
    };
    let both = || x.iter().zip(&y);
    Products {
        bounds: both()
            .map(|(x, y)| bound(finite_length(*x) * finite_length(*y)))
            .collect(),
        free_zeros: both()
            .map(|(x, y)| underflows(*x, *y, least / (eps * eps)))
            .collect(),
    }
}

/// The dtype that the product was computed in, for its errors: complex64 if that may be.
fn computed_in(scene: Scene<'_>, own: DType) -> DType {
    let asked = match scene.argument("dtype", None) {
        Some(Value::DType(dtype)) => Some(*dtype),
        Some(Value::Str(name)) => DType::parse(name),
        _ => None,
    };
    let single = |var: &Var| {
        matches!(scene.expected.vars.get(var.index()),
            Some(Value::Array(array)) if array.dtype == DType::C64)
    };
    let single_scalar =
        |arg: &Value<Var>| matches!(arg, Value::Scalar(item) if item.dtype() == DType::C64);
    let narrow = match asked {
        Some(dtype) => dtype == DType::C64,
        None => {
            given_result(scene.program, scene.expected, scene.at).is_some()
                && (scene.statement().uses().iter().any(single)
                    || scene.statement().args.iter().any(single_scalar))
        }
    };
    if narrow { DType::C64 } else { own }
}

/// The size of what is finite.
fn finite_length(z: Complex64) -> f64 {
    let size = length(z);
    if size.is_finite() { size } else { 0.0 }
}

/// Whether a partial product is not zero, but so small that its rounding error may be too small to be told from
/// zero: the error is a multiple of about `eps * eps` times the product, and is all that the fused form leaves
/// of two products that cancel.
fn underflows(x: Complex64, y: Complex64, least: f64) -> bool {
    [x.re, x.im].into_iter().any(|p| {
        let factors = [y.re, y.im].into_iter().filter(|q| p != 0.0 && *q != 0.0);
        factors.map(|q| (p * q).abs()).any(|size| size < least)
    })
}

/// Whether a part of a complex product is a sum of a NaN that was passed on and of `inf * 0`, which is invalid: not
/// where both are one fused operation, which IEEE 754 lets off (7.2 c) and x86 does not flag.
pub(super) fn fuses_nan(scene: Scene<'_>) -> bool {
    let shape = match scene.expected.vars.get(scene.at) {
        Some(Value::Array(array)) => array.shape.as_slice(),
        Some(Value::Scalar(_)) => &[],
        _ => return false,
    };
    // What is too large for the dtype that the product is computed in is infinite there.
    let limit = largest(computed_in(scene, DType::C128));
    let infinite = |x: f64| x.abs() > limit;
    let fuses = |(a, b): (f64, f64), (c, d): (f64, f64)| {
        (a.is_nan() || b.is_nan()) && (infinite(c) && d == 0.0 || c == 0.0 && infinite(d))
    };
    let part = |p, q| fuses(p, q) || fuses(q, p);
    factors(scene, shape).is_none_or(|(x, y)| {
        x.iter()
            .zip(&y)
            .any(|(x, y)| part((x.re, y.re), (x.im, y.im)) || part((x.re, y.im), (x.im, y.re)))
    })
}

/// Both factors of each element of the result, if they are still known.
fn factors(scene: Scene<'_>, shape: &[usize]) -> Option<(Vec<Complex64>, Vec<Complex64>)> {
    let out = given_result(scene.program, scene.expected, scene.at);
    let x = scene.input(0)?;
    let unary = out == Some(Some(1)) || scene.statement().args.len() == 1;
    let y = if unary { x.clone() } else { scene.input(1)? };
    Some((spread(&x, shape)?, spread(&y, shape)?))
}

/// The elements broadcast to a shape.
fn spread(input: &Input, shape: &[usize]) -> Option<Vec<Complex64>> {
    #[expect(clippy::cast_precision_loss, reason = "a bound needs no more")]
    let real = |item: &Scalar| match item.as_float() {
        Some(x) => x,
        None => item.as_integer().unwrap_or(0) as f64,
    };
    let skipped = shape.len().checked_sub(input.shape.len())?;
    let size: usize = shape.iter().product();
    let mut index = vec![0; shape.len()];
    let mut items = Vec::with_capacity(size);
    for _ in 0..size {
        let places = input.shape.iter().zip(&index[skipped..]);
        let at = places.fold(0, |at, (n, i)| at * n + if *n == 1 { 0 } else { *i });
        let item = input.items.get(at)?;
        items.push(item.as_complex().unwrap_or_else(|| real(item).into()));
        advance(&mut index, shape);
    }
    Some(items)
}

/// Whether a complex number goes into or comes out of statement `k`.
pub(super) fn meets_complex(program: &Program, expected: &Outcome, k: usize) -> bool {
    let statement = &program.statements[k];
    let kwargs = statement.kwargs.iter().map(|(_, value)| value);
    is_complex(expected.vars.get(k))
        || (statement.uses().iter()).any(|var| is_complex(expected.vars.get(var.index())))
        || (statement.args.iter().chain(kwargs)).any(names_complex)
}

/// Whether a result is or holds complex numbers; unknown ones may.
fn is_complex(value: Option<&Value<Observed>>) -> bool {
    match value {
        None | Some(Value::Complex(_)) => true,
        Some(Value::Array(array)) => array.dtype.is_complex(),
        Some(Value::Scalar(item)) => item.dtype().is_complex(),
        Some(Value::List(items) | Value::Tuple(items)) => {
            items.iter().any(|item| is_complex(Some(item)))
        }
        Some(_) => false,
    }
}

/// Whether an argument is a complex number or asks for them.
fn names_complex(value: &Value<Var>) -> bool {
    match value {
        Value::Complex(_) => true,
        Value::Scalar(item) => item.dtype().is_complex(),
        Value::DType(dtype) => dtype.is_complex(),
        Value::Str(name) => DType::parse(name).is_some_and(DType::is_complex),
        Value::List(items) | Value::Tuple(items) => items.iter().any(names_complex),
        _ => false,
    }
}
