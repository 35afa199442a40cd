//! Floating-point events that NumPy itself does not fix: they depend on the CPU's kernels, not on the call.

use super::element::{is_finite, largest};
use super::inputs::Scene;
use super::{Judge, products, unfixed};
use crate::policy::Rule;
use nparity_model::{Callee, DType, FpEvents, Observed, Scalar, Value};

impl Judge<'_> {
    /// Events that may be there or not.
    pub(super) fn optional_events(&self) -> FpEvents {
        let mut optional = FpEvents::NONE;
        for at in 0..self.expected.vars.len() {
            let scene = Scene {
                program: self.program,
                expected: self.expected,
                at,
            };
            if zero_to_minus_infinity(scene) {
                optional |= FpEvents::DIVIDE;
            }
            if to_infinity(scene) || huge_size(scene) || huge_quotient(scene) {
                optional |= FpEvents::OVER;
            }
            if matches!(self.policy(at).rule, Rule::Product) && products::fuses_nan(scene) {
                optional |= FpEvents::INVALID;
            }
            if self.blas_meets_infinity(scene) {
                // Where a NaN or infinity stands in a sum, the order decides whether another term overflows.
                optional |= FpEvents::INVALID | FpEvents::OVER;
            }
            if sorts_half_nans(scene) || unfixed::converts(scene) {
                optional |= FpEvents::INVALID;
            }
        }
        optional
    }

    /// A matrix product of floats with an infinity or NaN: BLAS kernels multiply it with the zeros that fill
    /// their blocks, and flag the NaN that nobody sees.
    fn blas_meets_infinity(&self, scene: Scene<'_>) -> bool {
        matches!(self.policy(scene.at).rule, Rule::MatMul)
            && is_float(scene.expected.vars.get(scene.at))
            && (non_finite(scene.expected.vars.get(scene.at))
                || scene.statement().args.iter().any(|arg| {
                    scene
                        .read(arg)
                        .is_none_or(|input| input.items.iter().any(|x| !is_finite(x)))
                }))
    }
}

/// `0 ** -inf` is infinite, and C leaves open whether that is a division by zero (C17 F.10.4.4).
fn zero_to_minus_infinity(scene: Scene<'_>) -> bool {
    is_power(scene)
        && any_number(scene, 0, |x| x == 0.0)
        && any_number(scene, 1, |x| x == f64::NEG_INFINITY)
}

/// A finite number to an infinite power is exact; some of NumPy's loops (that for single precision on AVX-512,
/// that for double precision without dispatch) flag an overflow on their way there.
fn to_infinity(scene: Scene<'_>) -> bool {
    is_power(scene) && any_number(scene, 1, f64::is_infinite)
}

/// The size of a complex number that is too large: NumPy's loop for contiguous numbers flags no overflow, its
/// loops for others do, and which one runs depends on the CPU.
fn huge_size(scene: Scene<'_>) -> bool {
    let absolute = match &scene.statement().callee {
        Callee::Function(name) => matches!(name.as_ref(), "absolute" | "abs"),
        Callee::Operator(name) => name.as_ref() == "abs",
        _ => false,
    };
    absolute
        && non_finite(scene.expected.vars.get(scene.at))
        && scene.input(0).is_none_or(|input| input.dtype.is_complex())
}

/// A quotient of complex numbers: NumPy's compiler evaluates both branches of the formula and keeps one, so
/// that an overflow in the other is flagged, or not.
fn huge_quotient(scene: Scene<'_>) -> bool {
    let divides = match &scene.statement().callee {
        Callee::Function(name) => matches!(
            name.as_ref(),
            "divide" | "true_divide" | "reciprocal" | "power" | "pow" | "float_power"
        ),
        Callee::Operator(name) => {
            matches!(name.as_ref(), "truediv" | "itruediv" | "pow" | "ipow")
        }
        _ => false,
    };
    let parts = |k: usize| -> Option<Vec<(f64, f64)>> {
        let real = |x: &Scalar| x.as_float().map(|re| (re, 0.0));
        let part = |x: &Scalar| x.as_complex().map(|z| (z.re, z.im)).or_else(|| real(x));
        Some(scene.input(k)?.items.iter().filter_map(part).collect())
    };
    let largest_part = |items: Vec<(f64, f64)>| {
        let sizes = items.into_iter().map(|(re, im)| re.abs().max(im.abs()));
        sizes.filter(|x| x.is_finite()).fold(1.0, f64::max)
    };
    let largest_ratio = |items: Vec<(f64, f64)>| {
        let ratios = items
            .into_iter()
            .map(|(re, im)| (re / im).abs().max((im / re).abs()));
        ratios.filter(|x| !x.is_nan()).fold(1.0, f64::max)
    };
    let limit = match scene.expected.vars.get(scene.at) {
        Some(Value::Array(array)) if array.dtype.is_complex() => largest(array.dtype),
        Some(Value::Scalar(item)) if item.dtype().is_complex() => largest(item.dtype()),
        _ => return false,
    };
    if !divides {
        return false;
    }
    match (parts(0), parts(1)) {
        (Some(x), Some(y)) => largest_part(x) * largest_ratio(y) >= limit,
        _ => true,
    }
}

fn is_power(scene: Scene<'_>) -> bool {
    match &scene.statement().callee {
        Callee::Function(name) => matches!(name.as_ref(), "power" | "pow" | "float_power"),
        Callee::Operator(name) => matches!(name.as_ref(), "pow" | "ipow"),
        _ => false,
    }
}

/// Whether some element of operand `k` is such a real number; unknown ones may be.
fn any_number(scene: Scene<'_>, k: usize, test: fn(f64) -> bool) -> bool {
    scene.input(k).is_none_or(|input| {
        #[expect(clippy::cast_precision_loss, reason = "only its size is asked for")]
        let number = |x: &Scalar| x.as_float().or(x.as_integer().map(|x| x as f64));
        input.items.iter().filter_map(number).any(test)
    })
}

/// Sorting half precision: NumPy's vector sort puts NaNs of its own in the place of those it met, which are
/// signalling; operations on them flag what those on the NaNs before would not.
fn sorts_half_nans(scene: Scene<'_>) -> bool {
    let sorts = match &scene.statement().callee {
        Callee::Function(name) | Callee::Method(name) => {
            matches!(name.as_ref(), "sort" | "partition" | "unique")
        }
        _ => false,
    };
    let half = |k: usize| matches!(scene.expected.vars.get(k), Some(Value::Array(array)) if array.dtype == DType::F16);
    sorts && scene.statement().uses().iter().any(|v| half(v.index()))
}

fn is_float(value: Option<&Value<Observed>>) -> bool {
    match value {
        Some(Value::Array(array)) => array.dtype.is_inexact(),
        Some(Value::Scalar(item)) => item.dtype().is_inexact(),
        _ => false,
    }
}

fn non_finite(value: Option<&Value<Observed>>) -> bool {
    match value {
        Some(Value::Array(array)) => array
            .data
            .chunks_exact(array.dtype.itemsize())
            .any(|bytes| !is_finite(&Scalar::from_bytes(array.dtype, bytes))),
        Some(Value::Scalar(item)) => !is_finite(item),
        _ => false,
    }
}
