//! Element-wise steps of means and variances, fused where NumPy makes temporaries.

use super::cast::cast;
use super::nd::{NdLoop, broadcast_strides};
use super::reduce::iteration_order;
pub(crate) use super::table::{divide_by_counts, square_deviation, subtract};
use crate::tensor::{Element, Order, Tensor, launch};
use crate::{Result, events};
use half::f16;
use nparity_model::{DType, DTypeKind, FpEvents};
use num_complex::{Complex32, Complex64};

pub(crate) type Loop3 =
    unsafe fn(n: usize, pointers: [*mut u8; 3], strides: [isize; 3]) -> FpEvents;

/// A step from two elements to one.
trait Step<T, R>: 'static {
    fn apply(a: T, b: T) -> R;
    /// The events, asked for when the result is not finite.
    fn events(_a: T, _b: T, _result: R) -> FpEvents {
        FpEvents::NONE
    }
    fn finite(_: R) -> bool {
        true
    }
}

struct Subtract;
/// `(a - b) ** 2`
struct Square;
/// The squared magnitude of `a - b`.
struct Magnitude;

macro_rules! integer_steps {
    ($($t:ty)+) => {$(
        impl Step<$t, $t> for Subtract {
            #[inline(always)]
            fn apply(a: $t, b: $t) -> $t { a.wrapping_sub(b) }
        }
        impl Step<$t, $t> for Square {
            #[inline(always)]
            fn apply(a: $t, b: $t) -> $t { let d = a.wrapping_sub(b); d.wrapping_mul(d) }
        }
    )+};
}
integer_steps! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// The events of a real subtraction or multiplication with this result.
#[inline]
fn real_events(a: f64, b: f64, result: f64) -> FpEvents {
    if result.is_finite() || a.is_nan() || b.is_nan() {
        FpEvents::NONE
    } else if result.is_nan() {
        FpEvents::INVALID
    } else if a.is_finite() && b.is_finite() {
        FpEvents::OVER
    } else {
        FpEvents::NONE
    }
}

macro_rules! float_steps {
    ($($t:ty, $sub:expr, $mul:expr);+ $(;)?) => {$(
        impl Step<$t, $t> for Subtract {
            #[inline(always)]
            fn apply(a: $t, b: $t) -> $t { $sub(a, b) }
            #[inline]
            fn events(a: $t, b: $t, result: $t) -> FpEvents {
                real_events(a.into(), b.into(), result.into())
            }
            #[inline(always)]
            fn finite(x: $t) -> bool { x.is_finite() }
        }
        impl Step<$t, $t> for Square {
            #[inline(always)]
            fn apply(a: $t, b: $t) -> $t { let d = $sub(a, b); $mul(d, d) }
            #[inline]
            fn events(a: $t, b: $t, result: $t) -> FpEvents {
                let d = $sub(a, b);
                real_events(a.into(), b.into(), d.into()) | real_events(d.into(), d.into(), result.into())
            }
            #[inline(always)]
            fn finite(x: $t) -> bool { x.is_finite() }
        }
    )+};
}
float_steps! {
    f16, |a: f16, b: f16| f16::from_f32(a.to_f32() - b.to_f32()), |a: f16, b: f16| f16::from_f32(a.to_f32() * b.to_f32());
    f32, |a: f32, b: f32| a - b, |a: f32, b: f32| a * b;
    f64, |a: f64, b: f64| a - b, |a: f64, b: f64| a * b;
}

macro_rules! complex_steps {
    ($($c:ty, $t:ty);+) => {$(
        impl Step<$c, $c> for Subtract {
            #[inline(always)]
            fn apply(a: $c, b: $c) -> $c { a - b }
            #[inline]
            fn events(a: $c, b: $c, r: $c) -> FpEvents {
                <Subtract as Step<$t, $t>>::events(a.re, b.re, r.re)
                    | <Subtract as Step<$t, $t>>::events(a.im, b.im, r.im)
            }
            #[inline(always)]
            fn finite(z: $c) -> bool { z.re.is_finite() && z.im.is_finite() }
        }
        impl Step<$c, $c> for Square {
            #[inline(always)]
            fn apply(a: $c, b: $c) -> $c {
                let d = a - b;
                <$c>::new(d.re * d.re - d.im * d.im, d.re * d.im + d.im * d.re)
            }
            #[inline]
            fn events(a: $c, b: $c, r: $c) -> FpEvents {
                let d = a - b;
                let real = |x: $t, y: $t, z: $t| real_events(x.into(), y.into(), z.into());
                let (p, q, s) = (d.re * d.re, d.im * d.im, d.re * d.im);
                <Subtract as Step<$c, $c>>::events(a, b, d)
                    | real(d.re, d.re, p) | real(d.im, d.im, q) | real(d.re, d.im, s)
                    | real(p, q, r.re) | real(s, s, r.im)
            }
            #[inline(always)]
            fn finite(z: $c) -> bool { z.re.is_finite() && z.im.is_finite() }
        }
        impl Step<$c, $t> for Magnitude {
            #[inline(always)]
            fn apply(a: $c, b: $c) -> $t {
                let d = a - b;
                d.re * d.re + d.im * d.im
            }
            #[inline]
            fn events(a: $c, b: $c, result: $t) -> FpEvents {
                let d = a - b;
                let real = |x: $t, y: $t, z: $t| real_events(x.into(), y.into(), z.into());
                let (p, q) = (d.re * d.re, d.im * d.im);
                <Subtract as Step<$c, $c>>::events(a, b, d)
                    | real(d.re, d.re, p) | real(d.im, d.im, q) | real(p, q, result)
            }
            #[inline(always)]
            fn finite(x: $t) -> bool { x.is_finite() }
        }
    )+};
}
complex_steps! { Complex32, f32; Complex64, f64 }

unsafe fn step_loop<T: Element, R: Element, S: Step<T, R>>(
    n: usize,
    [to, a, b]: [*mut u8; 3],
    [to_step, a_step, b_step]: [isize; 3],
) -> FpEvents {
    let mut flags = FpEvents::NONE;
    // SAFETY: the caller vouches for `n` elements at the strides; the target is fresh.
    unsafe {
        let load_a = |i: isize| a.offset(i * a_step).cast::<T>().read_unaligned();
        let load_b = |i: isize| b.offset(i * b_step).cast::<T>().read_unaligned();
        let mut finite = true;
        if b_step == 0 && a_step == size_of::<T>() as isize && to_step == size_of::<R>() as isize {
            let (to, a, y) = (to.cast::<R>(), a.cast::<T>(), load_b(0));
            for i in 0..n {
                let result = S::apply(a.add(i).read_unaligned(), y);
                finite &= S::finite(result);
                to.add(i).write_unaligned(result);
            }
        } else {
            for i in 0..n as isize {
                let result = S::apply(load_a(i), load_b(i));
                finite &= S::finite(result);
                to.offset(i * to_step).cast::<R>().write_unaligned(result);
            }
        }
        if !finite {
            for i in 0..n as isize {
                let result = to.offset(i * to_step).cast::<R>().read_unaligned();
                flags |= S::events(load_a(i), load_b(i), result);
            }
        }
    }
    flags
}

macro_rules! real_loop {
    ($dtype:expr, $step:ident) => {
        match $dtype {
            DType::Bool => unreachable!("refused by the callers: NumPy has no boolean subtract"),
            DType::I8 => step_loop::<i8, i8, $step>,
            DType::I16 => step_loop::<i16, i16, $step>,
            DType::I32 => step_loop::<i32, i32, $step>,
            DType::I64 => step_loop::<i64, i64, $step>,
            DType::U8 => step_loop::<u8, u8, $step>,
            DType::U16 => step_loop::<u16, u16, $step>,
            DType::U32 => step_loop::<u32, u32, $step>,
            DType::U64 => step_loop::<u64, u64, $step>,
            DType::F16 => step_loop::<f16, f16, $step>,
            DType::F32 => step_loop::<f32, f32, $step>,
            DType::F64 => step_loop::<f64, f64, $step>,
            DType::C64 => step_loop::<Complex32, Complex32, $step>,
            DType::C128 => step_loop::<Complex64, Complex64, $step>,
        }
    };
}

/// `a` and `b` (which broadcasts to `a`) through a loop, computed in `dtype`.
fn step(a: &Tensor, b: &Tensor, dtype: DType, result: DType, kernel: Loop3) -> Result<Tensor> {
    let order = iteration_order(a.shape(), a.strides(), None);
    let target = Tensor::uninit_ordered(a.shape(), result, &order)?;
    let convert = |t: &Tensor| {
        if t.dtype() == dtype {
            Ok(t.clone())
        } else {
            cast(t, dtype, Order::K)
        }
    };
    let (a, b) = (convert(a)?, convert(b)?);
    let mut flags = FpEvents::NONE;
    launch(&[&a, &b], &[], |access| {
        let b_strides = broadcast_strides(a.shape(), b.shape(), b.strides());
        let plan = NdLoop::new(
            a.shape(),
            [target.strides(), a.strides(), &b_strides],
            false,
        );
        plan.run(
            [target.data_ptr(), access.ptr(&a), access.ptr(&b)],
            &mut |n, pointers, strides| {
                // SAFETY: the plan stays within the windows, whose locks are held; the target is fresh.
                flags |= unsafe { kernel(n, pointers, strides) };
            },
        );
    });
    events::raise(flags);
    Ok(target)
}

/// `a - b`, with `b` broadcast to `a`, computed in a dtype other than bool.
///
/// # Errors
/// `MemoryError`.
pub(super) fn subtract_kernel(a: &Tensor, b: &Tensor, dtype: DType) -> Result<Tensor> {
    step(a, b, dtype, dtype, subtract_loop(dtype))
}

/// `(a - b) ** 2`, with `b` broadcast to `a`, computed in a dtype other than bool; with `magnitude`,
/// complex numbers give the squared magnitude, in the real dtype.
///
/// # Errors
/// `MemoryError`.
pub(super) fn square_deviation_kernel(
    a: &Tensor,
    b: &Tensor,
    dtype: DType,
    magnitude: bool,
) -> Result<Tensor> {
    let (kernel, result) = square_deviation_loop(dtype, magnitude);
    step(a, b, dtype, result, kernel)
}

/// The loop of [`square_deviation`] and the dtype of its results.
pub(crate) fn square_deviation_loop(dtype: DType, magnitude: bool) -> (Loop3, DType) {
    match (magnitude, dtype) {
        (true, DType::C64) => (step_loop::<Complex32, f32, Magnitude>, DType::F32),
        (true, DType::C128) => (step_loop::<Complex64, f64, Magnitude>, DType::F64),
        _ => (real_loop!(dtype, Square), dtype),
    }
}

/// The loop of [`subtract`].
pub(crate) fn subtract_loop(dtype: DType) -> Loop3 {
    real_loop!(dtype, Subtract)
}

/// `t / counts` in float64 or complex128, as NumPy divides by its 64-bit counts; `counts` are float64
/// and have the shape of `t`, or none.
///
/// # Errors
/// `MemoryError`.
pub(super) fn divide_by_counts_kernel(t: &Tensor, counts: &Tensor) -> Result<Tensor> {
    let complex = t.dtype().kind() == DTypeKind::Complex;
    let wide = cast(t, if complex { DType::C128 } else { DType::F64 }, Order::K)?;
    let mut flags = FpEvents::NONE;
    launch(&[counts], &[&wide], |access| {
        let strides = broadcast_strides(wide.shape(), counts.shape(), counts.strides());
        let plan = NdLoop::new(wide.shape(), [wide.strides(), &strides], false);
        plan.run([access.ptr(&wide), access.ptr(counts)], &mut |n,
                                                                [
            to,
            count,
        ],
                                                                [
            to_step,
            count_step,
        ]| {
            for i in 0..n as isize {
                // SAFETY: the plan stays within the windows, whose locks are held.
                unsafe {
                    let count = count.offset(i * count_step).cast::<f64>().read_unaligned();
                    let to = to.offset(i * to_step);
                    if complex {
                        let z = to.cast::<Complex64>().read_unaligned();
                        let quotient = complex_quotient(z, count);
                        if !(quotient.re.is_finite() && quotient.im.is_finite()) {
                            flags |= complex_quotient_events(z, count, quotient);
                        }
                        to.cast::<Complex64>().write_unaligned(quotient);
                    } else {
                        let x = to.cast::<f64>().read_unaligned();
                        let quotient = x / count;
                        if !quotient.is_finite() {
                            flags |= quotient_events(x, count, quotient);
                        }
                        to.cast::<f64>().write_unaligned(quotient);
                    }
                }
            }
        });
    });
    events::raise(flags);
    Ok(wide)
}

/// Smith's division by a real number that counts as complex, as NumPy divides.
fn complex_quotient(z: Complex64, count: f64) -> Complex64 {
    if count == 0.0 {
        return Complex64::new(z.re / count.abs(), z.im / count.abs());
    }
    let ratio = 0.0 / count;
    let scale = 1.0 / (count + 0.0 * ratio);
    Complex64::new((z.re + z.im * ratio) * scale, (z.im - z.re * ratio) * scale)
}

/// Each part is multiplied by the ratio 0 on its way into the other, which is invalid for an infinity.
fn complex_quotient_events(z: Complex64, count: f64, quotient: Complex64) -> FpEvents {
    if count == 0.0 {
        quotient_events(z.re, count, quotient.re) | quotient_events(z.im, count, quotient.im)
    } else if z.re.is_infinite() || z.im.is_infinite() {
        FpEvents::INVALID
    } else {
        FpEvents::NONE
    }
}

fn quotient_events(x: f64, count: f64, quotient: f64) -> FpEvents {
    if x.is_nan() || count.is_nan() || quotient.is_finite() {
        FpEvents::NONE
    } else if quotient.is_nan() {
        FpEvents::INVALID
    } else if count == 0.0 && x.is_finite() {
        FpEvents::DIVIDE
    } else {
        FpEvents::NONE
    }
}
