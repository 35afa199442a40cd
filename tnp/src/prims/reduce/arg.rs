//! Positions of extremes: `argmax`, `argmin`.

use crate::Result;
use crate::prims::nd::NdLoop;
use crate::tensor::{B8, Element, Shape, Strides, Tensor, launch, with_element};
use half::f16;
use nparity_model::DType;
use num_complex::Complex;

/// Which extreme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extreme {
    Max,
    Min,
}

/// An element type with NumPy's order of extremes: NaN comes before everything.
trait Ranked: Element {
    /// Whether `self` is strictly greater.
    fn above(self, other: Self) -> bool;
    fn is_nan(self) -> bool {
        false
    }
}

macro_rules! ranked {
    ($($t:ty)+; $($f:ty)+) => {
        $(impl Ranked for $t {
            #[inline(always)]
            fn above(self, other: $t) -> bool { self > other }
        })+
        $(impl Ranked for $f {
            #[inline(always)]
            fn above(self, other: $f) -> bool { self > other }
            #[inline(always)]
            fn is_nan(self) -> bool { <$f>::is_nan(self) }
        })+
    };
}
ranked! { i8 i16 i32 i64 u8 u16 u32 u64; f16 f32 f64 }

impl Ranked for B8 {
    #[inline(always)]
    fn above(self, other: B8) -> bool {
        self.get() & !other.get()
    }
}

impl<T: num_traits::Float> Ranked for Complex<T>
where
    Complex<T>: Element,
{
    #[inline(always)]
    fn above(self, other: Complex<T>) -> bool {
        self.re > other.re || (self.re == other.re && self.im > other.im)
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.re.is_nan() || self.im.is_nan()
    }
}

pub(in crate::prims) type ArgLoop = unsafe fn(n: usize, input: *const u8, stride: isize) -> usize;

/// Elements looked at together: a block is searched for the position only if it holds a better one.
const BLOCK: usize = 64;

#[inline(always)]
unsafe fn position_body<T: Ranked, const MAX: bool>(
    n: usize,
    input: *const u8,
    stride: isize,
) -> usize {
    // SAFETY: the caller vouches for `n` elements, at least one.
    let load = |i: usize| unsafe {
        input
            .offset(i as isize * stride)
            .cast::<T>()
            .read_unaligned()
    };
    let better = |x: T, y: T| if MAX { x.above(y) } else { y.above(x) };
    let (mut best, mut at) = (load(0), 0);
    if best.is_nan() {
        return 0;
    }
    let mut begin = 1;
    while begin < n {
        let end = n.min(begin + BLOCK);
        if end - begin == BLOCK && stride == size_of::<T>() as isize {
            let mut any = false;
            // SAFETY: a whole packed block.
            let block = unsafe { input.cast::<T>().add(begin).cast::<[T; BLOCK]>() };
            // SAFETY: as above.
            for x in unsafe { block.read_unaligned() } {
                any |= better(x, best) | x.is_nan();
            }
            if !any {
                begin = end;
                continue;
            }
        }
        for i in begin..end {
            let x = load(i);
            if x.is_nan() {
                return i;
            }
            if better(x, best) {
                (best, at) = (x, i);
            }
        }
        begin = end;
    }
    at
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn position_avx2<T: Ranked, const MAX: bool>(
    n: usize,
    input: *const u8,
    stride: isize,
) -> usize {
    // SAFETY: the caller's.
    unsafe { position_body::<T, MAX>(n, input, stride) }
}

unsafe fn position<T: Ranked, const MAX: bool>(n: usize, input: *const u8, stride: isize) -> usize {
    #[cfg(target_arch = "x86_64")]
    if n >= BLOCK && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the caller's, and the CPU has the feature.
        return unsafe { position_avx2::<T, MAX>(n, input, stride) };
    }
    // SAFETY: the caller's.
    unsafe { position_body::<T, MAX>(n, input, stride) }
}

/// The loop that finds the first extreme of a row.
pub(in crate::prims) fn arg_loop(dtype: DType, which: Extreme) -> ArgLoop {
    with_element!(dtype, T => match which {
        Extreme::Max => position::<T, true> as ArgLoop,
        Extreme::Min => position::<T, false> as ArgLoop,
    })
}

/// The first positions of the extremes along an axis that is not empty, as a fresh C-ordered int64
/// tensor without the axis.
///
/// # Errors
/// `MemoryError`.
pub(in crate::prims) fn arg_extreme_kernel(
    a: &Tensor,
    axis: usize,
    which: Extreme,
) -> Result<Tensor> {
    let kernel = arg_loop(a.dtype(), which);
    let mut shape: Shape = a.shape().into();
    let length = shape.remove(axis);
    let mut strides: Strides = a.strides().into();
    let stride = strides.remove(axis);
    let result = Tensor::uninit(&shape, DType::I64, false)?;
    launch(&[a], &[], |access| {
        let plan = NdLoop::new(&shape, [result.strides(), &strides], false);
        plan.run([result.data_ptr(), access.ptr(a)], &mut |n,
                                                           [to, from],
                                                           [
            to_step,
            from_step,
        ]| {
            for i in 0..n as isize {
                // SAFETY: behind each element of the plan lie `length` elements along the axis; the
                // result is fresh.
                unsafe {
                    let at = kernel(length, from.offset(i * from_step), stride);
                    to.offset(i * to_step)
                        .cast::<i64>()
                        .write_unaligned(at as i64);
                }
            }
        });
    });
    Ok(result)
}
