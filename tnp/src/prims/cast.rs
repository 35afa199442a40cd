//! Conversion between dtypes, and copying.
//!
//! One table of 14 x 14 one-dimensional loops. Conversions are C's on x86-64, as NumPy's are: integers
//! wrap, floats become small integers by way of 32-bit truncation, and what does not fit gives the
//! "integer indefinite" value.

use super::nd::{NdLoop, broadcast_strides};
pub(crate) use super::table::{assign, cast};
use crate::tensor::{B8, Element, Order, Tensor, launch, memory_extent, with_element};
use crate::{Result, events};
use half::f16;
use nparity_model::{DType, FpEvents};
use num_complex::{Complex32, Complex64};

/// A 1-D conversion loop: `n` elements from `source` to `target`, strides in bytes.
///
/// # Safety
/// Both must point at `n` elements of the loop's dtypes at these strides, reachable for reading and
/// writing; they may be the same addresses only if both dtypes are the same.
pub(crate) type CastLoop = unsafe fn(
    n: usize,
    source: *const u8,
    source_stride: isize,
    target: *mut u8,
    target_stride: isize,
) -> FpEvents;

/// Conversion of one element, and what a CPU would flag.
pub(crate) trait CastTo<T>: Copy {
    fn cast(self) -> T;
    /// Floating-point events of the conversion to `result`.
    fn events(self, _result: T) -> FpEvents {
        FpEvents::NONE
    }
    /// Whether [`CastTo::events`] can be other than none.
    const FLAGS: bool = false;
}

unsafe fn cast_loop<S: Element + CastTo<T>, T: Element>(
    n: usize,
    source: *const u8,
    source_stride: isize,
    target: *mut u8,
    target_stride: isize,
) -> FpEvents {
    let mut flags = FpEvents::NONE;
    // SAFETY: the caller vouches for `n` elements at these strides; access is unaligned since
    // reinterpreting views may be.
    unsafe {
        if source_stride == size_of::<S>() as isize && target_stride == size_of::<T>() as isize {
            let (source, target) = (source.cast::<S>(), target.cast::<T>());
            for i in 0..n {
                let value = source.add(i).read_unaligned();
                let result = value.cast();
                if S::FLAGS {
                    flags |= value.events(result);
                }
                target.add(i).write_unaligned(result);
            }
        } else {
            for i in 0..n as isize {
                let value = source
                    .offset(i * source_stride)
                    .cast::<S>()
                    .read_unaligned();
                let result = value.cast();
                if S::FLAGS {
                    flags |= value.events(result);
                }
                target
                    .offset(i * target_stride)
                    .cast::<T>()
                    .write_unaligned(result);
            }
        }
    }
    flags
}

/// Floats to uint32, where C leaves undefined what does not fit and NumPy's answer depends on the place: its
/// compiler (GCC for x86-64) converts contiguous elements four at a time by the 32-bit instruction, 2^31 lower
/// from 2^31 up, and the rest one by one by the 64-bit instruction, keeping the lower half. That is NumPy's
/// baseline code, so it does not depend on the CPU.
unsafe fn float_to_u32<S: Element + CastTo<u32> + CastTo<f64>>(
    n: usize,
    source: *const u8,
    source_stride: isize,
    target: *mut u8,
    target_stride: isize,
) -> FpEvents {
    let contiguous = source_stride == size_of::<S>() as isize && target_stride == 4;
    let grouped = if contiguous { grouped::<S>(n) } else { 0 };
    let mut flags = FpEvents::NONE;
    for i in 0..grouped {
        // SAFETY: the caller's.
        unsafe {
            let x: f64 = CastTo::<f64>::cast(source.cast::<S>().add(i).read_unaligned());
            let (result, fits) = truncate_u32(x);
            if !fits {
                flags |= FpEvents::INVALID;
            }
            target.cast::<u32>().add(i).write_unaligned(result);
        }
    }
    // SAFETY: the caller's, for the rest.
    unsafe {
        flags
            | cast_loop::<S, u32>(
                n - grouped,
                source.offset(grouped as isize * source_stride),
                source_stride,
                target.offset(grouped as isize * target_stride),
                target_stride,
            )
    }
}

/// How many of `n` contiguous elements are converted in groups. Of complex numbers whole groups of pairs are
/// loaded, so the last element is never in one, and few complex128 are not worth it.
fn grouped<S: Element>(n: usize) -> usize {
    match S::DTYPE {
        DType::C64 | DType::C128 if n < 2 => 0,
        DType::C128 if n < 6 => 0,
        DType::C64 | DType::C128 => (n - 1) / 4 * 4,
        _ => n / 4 * 4,
    }
}

/// What the 32-bit instruction gives for uint32, and whether it was content.
#[inline]
fn truncate_u32(x: f64) -> (u32, bool) {
    const HALF: f64 = 2_147_483_648.0;
    let (low, flip) = if x >= HALF {
        (x - HALF, 1 << 31)
    } else {
        (x, 0)
    };
    let fits = low > -2_147_483_649.0 && low < HALF;
    (truncate32(low) as u32 ^ flip, fits)
}

/// The loop from one dtype to another.
pub(crate) fn cast_loop_for(source: DType, target: DType) -> CastLoop {
    match (source, target) {
        (DType::F32, DType::U32) => return float_to_u32::<f32>,
        (DType::F64, DType::U32) => return float_to_u32::<f64>,
        (DType::C64, DType::U32) => return float_to_u32::<Complex32>,
        (DType::C128, DType::U32) => return float_to_u32::<Complex64>,
        _ => {}
    }
    with_element!(source, S => with_element!(target, T => cast_loop::<S, T> as CastLoop))
}

// Integers among each other, and to floats: Rust's `as` is C's conversion.
macro_rules! plain {
    ($($s:ty => $($t:ty)+);* $(;)?) => {$($(
        impl CastTo<$t> for $s {
            #[inline]
            fn cast(self) -> $t { self as $t }
        }
    )+)*};
}
plain! {
    i8 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    i16 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    i32 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    i64 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    u8 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    u16 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    u32 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    u64 => i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    f32 => f32;
    f64 => f64;
}

impl CastTo<f64> for f32 {
    #[inline]
    fn cast(self) -> f64 {
        f64::from(self)
    }
    #[inline]
    fn events(self, _: f64) -> FpEvents {
        // The instruction flags a signalling NaN.
        if self.is_nan() && self.to_bits() & (1 << 22) == 0 {
            FpEvents::INVALID
        } else {
            FpEvents::NONE
        }
    }
    const FLAGS: bool = true;
}

// From bool: by way of u8. To bool: anything but zero (NaN is true).
macro_rules! bools {
    ($($t:ty)+) => {$(
        impl CastTo<$t> for B8 {
            #[inline]
            fn cast(self) -> $t { u8::from(self.get()).cast() }
        }
        impl CastTo<B8> for $t {
            #[inline]
            fn cast(self) -> B8 { B8::from(self != <$t>::default()) }
        }
    )+};
}
bools! { i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 Complex32 Complex64 }

impl CastTo<B8> for B8 {
    // A copy keeps the byte, which may be other than 0 and 1.
    #[inline]
    fn cast(self) -> B8 {
        self
    }
}

impl CastTo<f32> for f64 {
    #[inline]
    fn cast(self) -> f32 {
        self as f32
    }
    #[inline]
    fn events(self, result: f32) -> FpEvents {
        if result.is_infinite() && self.is_finite() {
            FpEvents::OVER
        } else if self.is_nan() && self.to_bits() & (1 << 51) == 0 {
            FpEvents::INVALID
        } else {
            FpEvents::NONE
        }
    }
    const FLAGS: bool = true;
}

// To half precision. Integers go by way of float32 as NumPy's loops do.
macro_rules! to_half {
    ($($s:ty)+) => {$(
        impl CastTo<f16> for $s {
            #[inline]
            fn cast(self) -> f16 { f16::from_f32(self as f32) }
            #[inline]
            fn events(self, result: f16) -> FpEvents {
                if result.is_infinite() { FpEvents::OVER } else { FpEvents::NONE }
            }
            const FLAGS: bool = true;
        }
    )+};
}
to_half! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl CastTo<f16> for f32 {
    #[inline]
    fn cast(self) -> f16 {
        f16::from_f32(self)
    }
    #[inline]
    fn events(self, result: f16) -> FpEvents {
        if result.is_infinite() && self.is_finite() {
            FpEvents::OVER
        } else {
            FpEvents::NONE
        }
    }
    const FLAGS: bool = true;
}

/// The nearest half. By way of float32, rounded to odd so that the second rounding sees what the first
/// one dropped (S. Boldo and G. Melquiond, *Emulation of a FMA and correctly rounded sums*).
#[inline]
pub(crate) fn half_of(x: f64) -> f16 {
    let near = x as f32;
    if f64::from(near) == x || x.is_nan() {
        return f16::from_f32(near);
    }
    let bits = near.to_bits();
    let toward_zero = if f64::from(near).abs() > x.abs() {
        bits - 1
    } else {
        bits
    };
    f16::from_f32(f32::from_bits(toward_zero | 1))
}

impl CastTo<f16> for f64 {
    #[inline]
    fn cast(self) -> f16 {
        half_of(self)
    }
    #[inline]
    fn events(self, result: f16) -> FpEvents {
        if result.is_infinite() && self.is_finite() {
            FpEvents::OVER
        } else {
            FpEvents::NONE
        }
    }
    const FLAGS: bool = true;
}

impl CastTo<f16> for f16 {
    #[inline]
    fn cast(self) -> f16 {
        self
    }
}

// From half precision: exact to float32, then as from there.
macro_rules! from_half {
    ($($t:ty)+) => {$(
        impl CastTo<$t> for f16 {
            #[inline]
            fn cast(self) -> $t { self.to_f32().cast() }
            #[inline]
            fn events(self, result: $t) -> FpEvents { self.to_f32().events(result) }
            const FLAGS: bool = <f32 as CastTo<$t>>::FLAGS;
        }
    )+};
}
from_half! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex32 Complex64 }

/// `cvttsd2si` to 32 bits.
#[inline]
fn truncate32(x: f64) -> i32 {
    if x > -2_147_483_649.0 && x < 2_147_483_648.0 {
        x as i32
    } else {
        i32::MIN
    }
}

/// `cvttsd2si` to 64 bits.
#[inline]
fn truncate64(x: f64) -> i64 {
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) {
        x as i64
    } else {
        i64::MIN
    }
}

/// A compiler's conversion to u64: values from 2^63 up are converted 2^63 lower.
#[inline]
fn truncate_u64(x: f64) -> u64 {
    const HALF: f64 = 9_223_372_036_854_775_808.0;
    if x >= HALF {
        (truncate64(x - HALF) as u64) ^ (1 << 63)
    } else {
        truncate64(x) as u64
    }
}

// Floats to integers. The event is *invalid* where the truncating instruction meets what it cannot hold.
macro_rules! float_to_int {
    ($($s:ty),+; $($t:ty, $value:expr, $low:expr, $high:expr);+ $(;)?) => {
        float_to_int!(@each [$($s),+] $(($t, $value, $low, $high))+);
    };
    (@each [$($s:ty),+] $entry:tt $($rest:tt)*) => {
        $(float_to_int!(@one $s, $entry);)+
        float_to_int!(@each [$($s),+] $($rest)*);
    };
    (@each [$($s:ty),+]) => {};
    (@one $s:ty, ($t:ty, $value:expr, $low:expr, $high:expr)) => {
        impl CastTo<$t> for $s {
            #[inline]
            fn cast(self) -> $t {
                let convert: fn(f64) -> $t = $value;
                convert(f64::from(self))
            }
            #[inline]
            fn events(self, _: $t) -> FpEvents {
                let x = f64::from(self);
                if x > $low && x < $high { FpEvents::NONE } else { FpEvents::INVALID }
            }
            const FLAGS: bool = true;
        }
    };
}
float_to_int! {
    f32, f64;
    i8, |x| truncate32(x) as i8, -2_147_483_649.0, 2_147_483_648.0;
    u8, |x| truncate32(x) as u8, -2_147_483_649.0, 2_147_483_648.0;
    i16, |x| truncate32(x) as i16, -2_147_483_649.0, 2_147_483_648.0;
    u16, |x| truncate32(x) as u16, -2_147_483_649.0, 2_147_483_648.0;
    i32, |x| truncate32(x), -2_147_483_649.0, 2_147_483_648.0;
    i64, |x| truncate64(x), -9_223_372_036_854_777_856.0, 9_223_372_036_854_775_808.0;
    u32, |x| truncate64(x) as u32, -9_223_372_036_854_777_856.0, 9_223_372_036_854_775_808.0;
    u64, |x| truncate_u64(x), -9_223_372_036_854_777_856.0, 18_446_744_073_709_551_616.0;
}

// Real to complex: imaginary part zero. Complex to real: the real part.
macro_rules! complex {
    ($($c:ty, $r:ty);+) => {$(
        complex!(@to $c, $r, i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);
        complex!(@from $c, $r, i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64);
    )+};
    (@to $c:ty, $r:ty, $($s:ty)+) => {$(
        impl CastTo<$c> for $s {
            #[inline]
            fn cast(self) -> $c { <$c>::new(<$s as CastTo<$r>>::cast(self), 0.0) }
            #[inline]
            fn events(self, result: $c) -> FpEvents { <$s as CastTo<$r>>::events(self, result.re) }
            const FLAGS: bool = <$s as CastTo<$r>>::FLAGS;
        }
    )+};
    (@from $c:ty, $r:ty, $($t:ty)+) => {$(
        impl CastTo<$t> for $c {
            #[inline]
            fn cast(self) -> $t { <$r as CastTo<$t>>::cast(self.re) }
            #[inline]
            fn events(self, result: $t) -> FpEvents { <$r as CastTo<$t>>::events(self.re, result) }
            const FLAGS: bool = <$r as CastTo<$t>>::FLAGS;
        }
    )+};
}
complex! { Complex32, f32; Complex64, f64 }

macro_rules! between_complex {
    ($($s:ty, $sr:ty => $t:ty, $tr:ty);+ $(;)?) => {$(
        impl CastTo<$t> for $s {
            #[inline]
            fn cast(self) -> $t { <$t>::new(self.re.cast(), self.im.cast()) }
            #[inline]
            fn events(self, result: $t) -> FpEvents {
                <$sr as CastTo<$tr>>::events(self.re, result.re) | <$sr as CastTo<$tr>>::events(self.im, result.im)
            }
            const FLAGS: bool = <$sr as CastTo<$tr>>::FLAGS;
        }
    )+};
}
between_complex! {
    Complex32, f32 => Complex32, f32;
    Complex32, f32 => Complex64, f64;
    Complex64, f64 => Complex32, f32;
    Complex64, f64 => Complex64, f64;
}

/// Writes `source`, converted, into `target`; `source` must broadcast to `target`'s shape. Overlapping
/// operands behave as if the source had been copied first. No casting rule is applied and `writeable`
/// is not asked: that is the caller's.
///
/// # Errors
/// Only `MemoryError` (a copy for overlapping operands).
pub(super) fn assign_kernel(source: &Tensor, target: &Tensor) -> Result<()> {
    if source.same_window(target) {
        return Ok(());
    }
    if source.may_overlap(target) {
        return assign_kernel(&copy(source, Order::K)?, target);
    }
    launch(&[source], &[target], |access| {
        let strides = broadcast_strides(target.shape(), source.shape(), source.strides());
        let plan = NdLoop::new(target.shape(), [target.strides(), &strides], false);
        let kernel = cast_loop_for(source.dtype(), target.dtype());
        let mut flags = FpEvents::NONE;
        plan.run([access.ptr(target), access.ptr(source)], &mut |n,
                                                                 [
            to,
            from,
        ],
                                                                 [
            to_step,
            from_step,
        ]| {
            // SAFETY: the plan stays within both windows, whose locks are held; the ranges are disjoint.
            flags |= unsafe { kernel(n, from, from_step, to, to_step) };
        });
        events::raise(flags);
    });
    Ok(())
}

/// A fresh tensor with the same elements.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn copy(source: &Tensor, order: Order) -> Result<Tensor> {
    cast(source, source.dtype(), order)
}

/// A fresh tensor of the same strides, with the same bytes over the whole span of the window (elements and
/// what lies between them), so that other windows within the span can be taken of it too.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn copy_in_place_layout(source: &Tensor) -> Result<Tensor> {
    let (low, high) =
        memory_extent(source.shape(), source.strides(), source.itemsize()).unwrap_or((0, 0));
    let len = (high - low) as usize;
    let block = Tensor::uninit(&[len], DType::U8, false)?;
    launch(&[source], &[], |access| {
        // SAFETY: the span lies within the source's storage, whose lock is held; the block is fresh and as long.
        unsafe {
            block
                .data_ptr()
                .copy_from_nonoverlapping(access.ptr(source).offset(low), len)
        };
    });
    block.window(
        source.dtype(),
        source.shape().into(),
        source.strides().into(),
        (-low) as usize,
    )
}

/// Copies the bytes of the whole span of `source` over that of `target`: two windows of the same dtype,
/// shape and strides in different storages.
pub(crate) fn copy_layout_into(source: &Tensor, target: &Tensor) {
    assert_eq!(
        (source.shape(), source.strides()),
        (target.shape(), target.strides()),
        "windows of one layout"
    );
    let Some((low, high)) = memory_extent(source.shape(), source.strides(), source.itemsize())
    else {
        return;
    };
    if source.shares_storage(target) {
        return;
    }
    launch(&[source], &[target], |access| {
        // SAFETY: both spans lie within their storages, whose locks are held, and the storages differ.
        unsafe {
            let from = access.ptr(source).offset(low);
            access
                .ptr(target)
                .offset(low)
                .copy_from_nonoverlapping(from, (high - low) as usize);
        }
    });
}

/// A fresh tensor of another dtype with the converted elements.
///
/// # Errors
/// `MemoryError`, `ValueError` if the new size overflows.
pub(super) fn cast_kernel(source: &Tensor, dtype: DType, order: Order) -> Result<Tensor> {
    let target = source.uninit_like(dtype, order)?;
    assign_kernel(source, &target)?;
    Ok(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_become_integers_as_on_x86() {
        let cast = |x: f64| -> (i8, i32, u32, u64) { (x.cast(), x.cast(), x.cast(), x.cast()) };
        assert_eq!(cast(300.7), (44, 300, 300, 300));
        assert_eq!(cast(-1.5), (-1, -1, u32::MAX, u64::MAX));
        assert_eq!(cast(f64::NAN), (0, i32::MIN, 0, 1 << 63));
        assert_eq!(<f64 as CastTo<u64>>::cast(f64::INFINITY), 0);
        assert_eq!(
            <f64 as CastTo<u64>>::cast(9.3e18),
            9_300_000_000_000_000_000
        );
        assert_eq!(
            <f64 as CastTo<f32>>::events(1e300, f32::INFINITY),
            FpEvents::OVER
        );
    }

    #[test]
    fn contiguous_floats_become_u32_in_groups_of_four() {
        fn cast_all<T: Element>(items: &[T]) -> Vec<u32> {
            let source = Tensor::from_elements(&[items.len()], items).unwrap();
            cast(&source, DType::U32, Order::C).unwrap().to_vec()
        }
        let half = 1 << 31;
        assert_eq!(cast_all(&[f64::NAN; 6]), [half, half, half, half, 0, 0]);
        assert_eq!(cast_all(&[5e9; 5])[3..], [0, 705_032_704]);
        assert_eq!(
            cast_all(&[-1.0, 3e9, 4_294_967_295.0, 7.5]),
            [u32::MAX, 3_000_000_000, u32::MAX, 7]
        );
        let nan = Complex64::new(f64::NAN, 0.0);
        assert_eq!(cast_all(&[nan; 5]), [0; 5]);
        assert_eq!(cast_all(&[nan; 8]), [half, half, half, half, 0, 0, 0, 0]);
        assert_eq!(
            cast_all(&[Complex32::new(f32::NAN, 0.0); 5])[3..],
            [half, 0]
        );
        events::take_fp();
    }

    #[test]
    fn overlapping_assignment_acts_as_on_a_copy() {
        let t = Tensor::from_elements(&[4], &[1i32, 2, 3, 4]).unwrap();
        let from = t
            .view(smallvec::smallvec![3], smallvec::smallvec![4], 0)
            .unwrap();
        let to = t
            .view(smallvec::smallvec![3], smallvec::smallvec![4], 4)
            .unwrap();
        assign(&from, &to).unwrap();
        assert_eq!(t.to_vec::<i32>(), [1, 1, 2, 3]);
    }
}
