//! Products of integer and bool matrices.

use super::Sizes;
use crate::tensor::{B8, Element};
use nparity_model::FpEvents;

/// A ring with wrapping arithmetic, or the bools with *or* and *and*.
pub(super) trait Ring: Element + Default {
    /// `sum + x y`
    fn multiply_add(sum: Self, x: Self, y: Self) -> Self;
}

macro_rules! rings {
    ($($t:ty)+) => {$(
        impl Ring for $t {
            #[inline(always)]
            fn multiply_add(sum: $t, x: $t, y: $t) -> $t {
                sum.wrapping_add(x.wrapping_mul(y))
            }
        }
    )+};
}
rings! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl Ring for B8 {
    #[inline(always)]
    fn multiply_add(sum: B8, x: B8, y: B8) -> B8 {
        B8::from(sum.get() | (x.get() & y.get()))
    }
}

/// Numbers of `b`'s rows and columns that stay in cache together.
const ROWS: usize = 64;
const COLUMNS: usize = 1024;

/// `sums += x * row`, packed.
#[inline(always)]
pub(super) unsafe fn add_row<T: Copy, F: Fn(T, T) -> T>(
    n: usize,
    sums: *mut T,
    row: *const T,
    step: F,
) {
    for j in 0..n {
        // SAFETY: the caller vouches for `n` elements of both.
        unsafe {
            sums.add(j)
                .write(step(sums.add(j).read(), row.add(j).read()))
        };
    }
}

#[inline(always)]
unsafe fn body<T: Ring>(sizes: &Sizes, a: *const u8, b: *const u8, c: *mut u8) {
    let Sizes { m, k, n, .. } = *sizes;
    // SAFETY: the caller's; rows of `b` and `c` are packed.
    unsafe {
        for i in 0..m {
            let row = c.offset(i as isize * sizes.c[0]).cast::<T>();
            for j in 0..n {
                row.add(j).write(T::default());
            }
        }
        for j in (0..n).step_by(COLUMNS) {
            let width = COLUMNS.min(n - j);
            for p0 in (0..k).step_by(ROWS) {
                for i in 0..m {
                    let sums = c.offset(i as isize * sizes.c[0]).cast::<T>().add(j);
                    for p in p0..k.min(p0 + ROWS) {
                        let x = (a.offset(i as isize * sizes.a[0] + p as isize * sizes.a[1]))
                            .cast::<T>()
                            .read();
                        let row = b.offset(p as isize * sizes.b[0]).cast::<T>().add(j);
                        add_row(width, sums, row, |sum, y| T::multiply_add(sum, x, y));
                    }
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn body_avx2<T: Ring>(sizes: &Sizes, a: *const u8, b: *const u8, c: *mut u8) {
    // SAFETY: the caller's.
    unsafe { body::<T>(sizes, a, b, c) }
}

/// A product of integers.
///
/// # Safety
/// As [`super::GemmLoop`]; rows of `b` and `c` are packed.
pub(super) unsafe fn product<T: Ring>(
    sizes: &Sizes,
    a: *const u8,
    b: *const u8,
    c: *mut u8,
) -> FpEvents {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the caller's, and the CPU has the feature.
        unsafe { body_avx2::<T>(sizes, a, b, c) };
        return FpEvents::NONE;
    }
    // SAFETY: the caller's.
    unsafe { body::<T>(sizes, a, b, c) };
    FpEvents::NONE
}
