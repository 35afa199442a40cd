//! Error bounds of reductions and matrix products, computed from the inputs of the very case.
//!
//! A relative tolerance would be wrong in both directions: `1e16 + 1 - 1e16` may rightly come out as 0 or 2,
//! while a sum of ten positive numbers must be right to a few ULPs. The bounds here grow with the number of
//! terms and with the size of the terms, as rounding errors do. Where the inputs are no longer known (they
//! were overwritten later), the elements of the result stand in for them, generously.

use super::element::{epsilon, is_finite, largest, magnitude, smallest};
use super::inputs::{Input, Scene};
use crate::policy::Reduction;
use nparity_model::{Callee, DType, Scalar, Value, Var};

/// A complex operation is a few real ones.
const COMPLEX_FACTOR: f64 = 4.0;
/// When the inputs are unknown: as if the terms were this many times as many and as large.
const BLIND_FACTOR: f64 = 1024.0;

/// A result whose elements are bounded.
pub(super) struct Target<'a> {
    pub(super) dtype: DType,
    pub(super) shape: &'a [usize],
    pub(super) items: &'a [Scalar],
}

#[expect(clippy::cast_precision_loss, reason = "bounds need no more")]
fn real(n: usize) -> f64 {
    n as f64
}

/// Terms of one result element.
#[derive(Clone, Copy, Default)]
struct Lane {
    count: usize,
    /// Sum of the sizes.
    total: f64,
    /// Sum of the logarithms of the sizes above 1, and below.
    log_over: f64,
    log_under: f64,
}

impl Lane {
    fn add(&mut self, size: f64) {
        self.count += 1;
        if size.is_finite() {
            self.total += size;
            if size > 1.0 {
                self.log_over += size.log2();
            } else if size > 0.0 {
                self.log_under += size.log2();
            }
        }
    }
}

/// A bound for each element of a reduction's result; infinite where any answer will do.
pub(super) fn reduction(what: Reduction, scene: Scene<'_>, target: &Target<'_>) -> Vec<f64> {
    let eps = accumulator_epsilon(scene, target.dtype);
    let factor = if target.dtype.is_complex() {
        COMPLEX_FACTOR
    } else {
        1.0
    };
    let input = scene
        .input(0)
        .filter(|input| !input.items.is_empty() || target.items.is_empty());
    let Some(input) = input else {
        return blind(target, eps);
    };
    let mut lanes = match what {
        Reduction::CumSum | Reduction::CumProd => running_lanes(scene, &input, target),
        _ => lanes(scene, &input, target),
    };
    if let Some(initial) = scene.argument("initial", None).and_then(|v| scene.read(v)) {
        for lane in &mut lanes {
            initial.magnitudes().into_iter().for_each(|x| lane.add(x));
        }
    }
    // `where=` leaves an unknown part of a lane, at least one element of those that count.
    let masked = scene.argument("where", None).is_some();
    lanes
        .iter()
        .zip(target.items)
        .map(|(lane, item)| {
            let n = real(lane.count);
            let divisor = if masked { 1.0 } else { n.max(1.0) };
            let want = magnitude(item);
            let want = if want.is_finite() { want } else { 0.0 };
            let rounding = factor * eps * (n - 1.0).max(0.0);
            let least = smallest(target.dtype);
            if what.adds() && lane.total >= largest(target.dtype) {
                return f64::INFINITY;
            }
            match what {
                Reduction::Sum | Reduction::CumSum => rounding * lane.total,
                Reduction::Mean => {
                    rounding * lane.total / divisor + factor * eps * want + 2.0 * least
                }
                Reduction::Prod | Reduction::CumProd => {
                    let range = largest(target.dtype).log2();
                    if lane.log_over >= range || lane.log_under <= 4.0 - range {
                        f64::INFINITY
                    } else {
                        rounding * want
                    }
                }
                Reduction::Var | Reduction::Std => {
                    // Squares overflow long before sums do.
                    if lane.total >= largest(target.dtype).sqrt() / n.max(1.0) {
                        return f64::INFINITY;
                    }
                    let mean_error = n * eps * lane.total / divisor;
                    // `ddof` may divide by as little as 1 instead of n.
                    let shift = n * mean_error * mean_error + 2.0 * least;
                    let square = if what == Reduction::Std {
                        want * want
                    } else {
                        want
                    };
                    let bound = factor * ((n + 4.0) * eps * square + shift);
                    if what == Reduction::Var {
                        bound
                    } else if bound >= square {
                        want.max((square + bound).sqrt() - want)
                    } else {
                        want - (square - bound).sqrt() + 2.0 * eps * want
                    }
                }
            }
        })
        .collect()
}

impl Reduction {
    const fn adds(self) -> bool {
        matches!(self, Reduction::Sum | Reduction::Mean | Reduction::CumSum)
    }
}

/// The epsilon of the dtype in which the op accumulates: the result's, or a coarser one that was asked for.
fn accumulator_epsilon(scene: Scene<'_>, result: DType) -> f64 {
    let own = epsilon(result);
    let asked = match scene.argument("dtype", None) {
        Some(Value::DType(dtype)) => epsilon(*dtype),
        Some(Value::Str(name)) => DType::parse(name).map_or(0.0, epsilon),
        // `out` may be wider than what is computed.
        _ if super::writes::out_argument(scene.statement()).is_some() => {
            scene.input(0).map_or(0.0, |input| epsilon(input.dtype))
        }
        _ => 0.0,
    };
    own.max(asked)
}

/// Bounds when the inputs are unknown.
fn blind(target: &Target<'_>, eps: f64) -> Vec<f64> {
    let scale = target
        .items
        .iter()
        .map(magnitude)
        .filter(|x| x.is_finite())
        .fold(1.0, f64::max);
    let bound = if BLIND_FACTOR * scale >= largest(target.dtype) {
        f64::INFINITY
    } else {
        BLIND_FACTOR * eps * scale
    };
    // An overflow may have made the infinity or NaN, in some order of evaluation.
    let own = |x: &Scalar| if is_finite(x) { bound } else { f64::INFINITY };
    target.items.iter().map(own).collect()
}

/// The axes that a reduction runs over; `None` for all.
fn axes(scene: Scene<'_>, ndim: usize) -> Option<Vec<usize>> {
    let default_first = matches!(scene.statement().callee, Callee::UfuncMethod(..));
    let normal = |axis: &Value<Var>| match axis {
        Value::Int(n) => {
            let n = n.to_i64()?;
            let ndim = i64::try_from(ndim).ok()?;
            usize::try_from(if n < 0 { n + ndim } else { n }).ok()
        }
        Value::Scalar(s) => usize::try_from(s.as_integer()?).ok(),
        _ => None,
    };
    match scene.argument("axis", Some(1)) {
        None if default_first => Some(vec![0]),
        None | Some(Value::None) => None,
        Some(Value::Tuple(axes)) => Some(axes.iter().filter_map(normal).collect()),
        Some(axis) => normal(axis).map(|axis| vec![axis]),
    }
}

/// The terms of each element of the result.
fn lanes(scene: Scene<'_>, input: &Input, target: &Target<'_>) -> Vec<Lane> {
    let ndim = input.shape.len();
    let reduced: Vec<bool> = match axes(scene, ndim) {
        None => vec![true; ndim],
        Some(axes) => (0..ndim).map(|axis| axes.contains(&axis)).collect(),
    };
    let kept: usize = input
        .shape
        .iter()
        .zip(&reduced)
        .filter_map(|(n, reduced)| (!reduced).then_some(*n))
        .product();
    let sizes = input.magnitudes();
    if kept != target.items.len() {
        // Another form of reduction: all elements may be terms of each result.
        let mut whole = Lane::default();
        sizes.into_iter().for_each(|x| whole.add(x));
        return vec![whole; target.items.len()];
    }
    let mut lanes = vec![Lane::default(); kept];
    let mut index = vec![0; ndim];
    for size in sizes {
        let lane = (0..ndim)
            .filter(|axis| !reduced[*axis])
            .fold(0, |at, axis| at * input.shape[axis] + index[axis]);
        lanes[lane].add(size);
        advance(&mut index, &input.shape);
    }
    lanes
}

/// The next index in C order.
pub(super) fn advance(index: &mut [usize], shape: &[usize]) {
    for axis in (0..shape.len()).rev() {
        index[axis] += 1;
        if index[axis] < shape[axis] {
            return;
        }
        index[axis] = 0;
    }
}

/// The terms of each element of a running reduction.
fn running_lanes(scene: Scene<'_>, input: &Input, target: &Target<'_>) -> Vec<Lane> {
    let sizes = input.magnitudes();
    if sizes.len() != target.items.len() {
        let mut whole = Lane::default();
        sizes.into_iter().for_each(|x| whole.add(x));
        return vec![whole; target.items.len()];
    }
    let axis = axes(scene, input.shape.len()).and_then(|axes| axes.first().copied());
    let (length, step) = match axis {
        Some(axis) if axis < input.shape.len() => {
            (input.shape[axis], input.shape[axis + 1..].iter().product())
        }
        _ => (sizes.len(), 1),
    };
    let mut lanes = vec![Lane::default(); sizes.len()];
    for i in 0..sizes.len() {
        if (i / step) % length > 0 {
            lanes[i] = lanes[i - step];
        }
        lanes[i].add(sizes[i]);
    }
    lanes
}

/// A bound for each element of a matrix product.
pub(super) fn matmul(scene: Scene<'_>, target: &Target<'_>) -> Vec<f64> {
    let inputs = factors(scene);
    let mut bounds = finite_matmul(scene, target, inputs.as_deref());
    // BLAS multiplies complex numbers in vectors of parts, in which an infinity meets zeros of its own making:
    // which parts become NaN depends on the kernel, and only that something is not finite is certain.
    let meets = inputs
        .as_ref()
        .is_none_or(|all| all.iter().any(|input| !input.items.iter().all(is_finite)));
    if target.dtype.is_complex() && meets {
        for (bound, item) in bounds.iter_mut().zip(target.items) {
            if !is_finite(item) && bound.is_finite() {
                *bound = f64::NAN;
            }
        }
    }
    bounds
}

/// The factors of a matrix product, if they are still known.
fn factors(scene: Scene<'_>) -> Option<Vec<Input>> {
    let args = &scene.statement().args;
    let inputs: Vec<Input> = args.iter().filter_map(|value| scene.read(value)).collect();
    let arrays = args
        .iter()
        .filter(|v| matches!(v, Value::Array(_) | Value::List(_)))
        .count();
    (inputs.len() >= arrays && !inputs.is_empty()).then_some(inputs)
}

/// Whether a product of two elements is too small to be told from zero, but is none: rounded by itself or
/// fused with a sum, it leaves zeros of different signs.
pub(super) fn matmul_underflows(scene: Scene<'_>, target: &Target<'_>) -> bool {
    let Some(inputs) = factors(scene) else {
        return true;
    };
    let least = |input: &Input| {
        let sizes = input.magnitudes().into_iter().filter(|x| *x > 0.0);
        sizes.fold(f64::INFINITY, f64::min)
    };
    inputs.iter().map(least).product::<f64>() < smallest(target.dtype)
}

/// [`matmul`] of what is finite.
fn finite_matmul(scene: Scene<'_>, target: &Target<'_>, inputs: Option<&[Input]>) -> Vec<f64> {
    let eps = accumulator_epsilon(scene, target.dtype);
    let factor = if target.dtype.is_complex() {
        COMPLEX_FACTOR
    } else {
        1.0
    };
    let Some(inputs) = inputs else {
        return blind(target, eps);
    };
    let limit = largest(target.dtype);
    if let [a, b] = inputs
        && let Some((k, sums)) = absolute_product(a, b, target.shape)
    {
        return sums
            .into_iter()
            .map(|sum| {
                if sum >= limit {
                    f64::INFINITY
                } else {
                    factor * eps * real(k) * sum + 2.0 * real(k) * smallest(target.dtype)
                }
            })
            .collect();
    }
    // Any sum of products of the inputs' elements is at most the product of their norms.
    let norm = |input: &Input| {
        let squares = input.magnitudes().into_iter().filter(|x| x.is_finite());
        squares.map(|x| x * x).sum::<f64>().sqrt()
    };
    let size: f64 = inputs.iter().map(norm).product();
    let terms: f64 = inputs.iter().map(|i| real(i.items.len().max(1))).product();
    let bound = if size >= limit {
        f64::INFINITY
    } else {
        factor * eps * terms * size + 2.0 * terms * smallest(target.dtype)
    };
    vec![bound; target.items.len()]
}

/// `|a| @ |b|` and the number of terms, for the plain cases: vectors and matrices.
fn absolute_product(a: &Input, b: &Input, shape: &[usize]) -> Option<(usize, Vec<f64>)> {
    let (rows, k) = match a.shape.as_slice() {
        [k] => (1, *k),
        [rows, k] => (*rows, *k),
        _ => return None,
    };
    let (inner, columns) = match b.shape.as_slice() {
        [k] => (*k, 1),
        [k, columns] => (*k, *columns),
        _ => return None,
    };
    if inner != k || rows * columns != shape.iter().product::<usize>() {
        return None;
    }
    let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
    let (a, b) = (a.magnitudes(), b.magnitudes());
    let mut sums = vec![0.0; rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            sums[row * columns + column] = (0..k)
                .map(|i| finite(a[row * k + i]) * finite(b[i * columns + column]))
                .sum();
        }
    }
    Some((k, sums))
}
