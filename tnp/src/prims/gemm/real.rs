//! Products of float and complex matrices.

use super::{Part, Sizes, events, integer::add_row, widen};
use half::f16;
use nparity_model::FpEvents;
use num_complex::Complex;

/// A float type with a general product.
pub(super) trait Real: Part + events::Watched {
    /// # Safety
    /// As [`super::GemmLoop`].
    unsafe fn gemm(sizes: &Sizes, a: *const u8, b: *const u8, c: *mut u8);
    /// # Safety
    /// As [`super::GemmLoop`].
    unsafe fn complex_gemm(sizes: &Sizes, a: *const u8, b: *const u8, c: *mut u8);
}

macro_rules! reals {
    ($($t:ty, $gemm:ident, $complex:ident);+) => {$(
        impl Real for $t {
            unsafe fn gemm(s: &Sizes, a: *const u8, b: *const u8, c: *mut u8) {
                let e = size_of::<$t>() as isize;
                // SAFETY: the caller's.
                unsafe {
                    matrixmultiply::$gemm(
                        s.m, s.k, s.n, 1.0,
                        a.cast(), s.a[0] / e, s.a[1] / e,
                        b.cast(), s.b[0] / e, s.b[1] / e,
                        0.0, c.cast(), s.c[0] / e, s.c[1] / e,
                    );
                }
            }
            unsafe fn complex_gemm(s: &Sizes, a: *const u8, b: *const u8, c: *mut u8) {
                use matrixmultiply::CGemmOption::Standard;
                let e = 2 * size_of::<$t>() as isize;
                // SAFETY: the caller's.
                unsafe {
                    matrixmultiply::$complex(
                        Standard, Standard, s.m, s.k, s.n, [1.0, 0.0],
                        a.cast(), s.a[0] / e, s.a[1] / e,
                        b.cast(), s.b[0] / e, s.b[1] / e,
                        [0.0, 0.0], c.cast(), s.c[0] / e, s.c[1] / e,
                    );
                }
            }
        }
    )+};
}
reals! { f32, sgemm, cgemm; f64, dgemm, zgemm }

/// Whether one loop over rows beats packing panels.
fn is_small(s: &Sizes) -> bool {
    s.m == 1 || s.n == 1 || s.m * s.n * s.k <= 512
}

/// Sums side by side in a dot product.
const LANES: usize = 16;

#[inline(always)]
unsafe fn dot_body<T: Part>(
    k: usize,
    a: *const u8,
    a_step: isize,
    b: *const u8,
    b_step: isize,
) -> T {
    let size = size_of::<T>() as isize;
    // SAFETY: the caller vouches for `k` elements of both.
    unsafe {
        if a_step == size && b_step == size && k >= LANES {
            let (a, b) = (a.cast::<T>(), b.cast::<T>());
            let mut lanes = [T::zero(); LANES];
            let mut p = 0;
            while p + LANES <= k {
                for (l, lane) in lanes.iter_mut().enumerate() {
                    *lane += a.add(p + l).read() * b.add(p + l).read();
                }
                p += LANES;
            }
            let mut width = LANES / 2;
            while width > 0 {
                for l in 0..width {
                    lanes[l] += lanes[l + width];
                }
                width /= 2;
            }
            while p < k {
                lanes[0] += a.add(p).read() * b.add(p).read();
                p += 1;
            }
            return lanes[0];
        }
        let mut sum = T::zero();
        for p in 0..k as isize {
            sum +=
                a.offset(p * a_step).cast::<T>().read() * b.offset(p * b_step).cast::<T>().read();
        }
        sum
    }
}

#[inline(always)]
unsafe fn small_body<T: Part>(s: &Sizes, a: *const u8, b: *const u8, c: *mut u8) {
    let size = size_of::<T>() as isize;
    // SAFETY: the caller's.
    unsafe {
        if s.m == 1 && s.n > 1 && s.b[1] == size && s.c[1] == size {
            // Rows of `b`, each times its factor.
            let sums = c.cast::<T>();
            for j in 0..s.n {
                sums.add(j).write(T::zero());
            }
            for p in 0..s.k as isize {
                let x = a.offset(p * s.a[1]).cast::<T>().read();
                add_row(s.n, sums, b.offset(p * s.b[0]).cast(), |sum: T, y| {
                    sum + x * y
                });
            }
            return;
        }
        for i in 0..s.m as isize {
            for j in 0..s.n as isize {
                let (row, column) = (a.offset(i * s.a[0]), b.offset(j * s.b[1]));
                let sum = dot_body::<T>(s.k, row, s.a[1], column, s.b[0]);
                c.offset(i * s.c[0] + j * s.c[1]).cast::<T>().write(sum);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn small_avx2<T: Part>(s: &Sizes, a: *const u8, b: *const u8, c: *mut u8) {
    // SAFETY: the caller's.
    unsafe { small_body::<T>(s, a, b, c) }
}

unsafe fn small<T: Part>(s: &Sizes, a: *const u8, b: *const u8, c: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the caller's, and the CPU has the feature.
        return unsafe { small_avx2::<T>(s, a, b, c) };
    }
    // SAFETY: the caller's.
    unsafe { small_body::<T>(s, a, b, c) }
}

/// A product of floats.
///
/// # Safety
/// As [`super::GemmLoop`].
pub(super) unsafe fn product<T: Real>(
    sizes: &Sizes,
    a: *const u8,
    b: *const u8,
    c: *mut u8,
) -> FpEvents {
    // SAFETY: the caller's.
    unsafe {
        if is_small(sizes) || sizes.k == 0 {
            small::<T>(sizes, a, b, c);
        } else {
            T::gemm(sizes, a, b, c);
        }
        events::find::<T>(sizes, a, b, c)
    }
}

/// A product of complex numbers.
///
/// # Safety
/// As [`super::GemmLoop`].
pub(super) unsafe fn complex_product<T: Real>(
    sizes: &Sizes,
    a: *const u8,
    b: *const u8,
    c: *mut u8,
) -> FpEvents
where
    Complex<T>: events::Watched,
{
    let s = sizes;
    // SAFETY: the caller's.
    unsafe {
        if s.m * s.n * s.k <= 512 {
            for i in 0..s.m as isize {
                for j in 0..s.n as isize {
                    let (mut re, mut im) = (T::zero(), T::zero());
                    for p in 0..s.k as isize {
                        let x = a
                            .offset(i * s.a[0] + p * s.a[1])
                            .cast::<Complex<T>>()
                            .read();
                        let y = b
                            .offset(p * s.b[0] + j * s.b[1])
                            .cast::<Complex<T>>()
                            .read();
                        re += x.re * y.re - x.im * y.im;
                        im += x.re * y.im + x.im * y.re;
                    }
                    c.offset(i * s.c[0] + j * s.c[1])
                        .cast::<Complex<T>>()
                        .write(Complex::new(re, im));
                }
            }
        } else {
            T::complex_gemm(s, a, b, c);
        }
        events::find::<Complex<T>>(s, a, b, c)
    }
}

/// A product in half precision: sums in float32, in order, rounded once.
///
/// # Safety
/// As [`super::GemmLoop`]; rows of `b` and `c` are packed.
pub(super) unsafe fn half_product(s: &Sizes, a: *const u8, b: *const u8, c: *mut u8) -> FpEvents {
    let mut flags = FpEvents::NONE;
    let e = size_of::<f32>() as isize;
    // SAFETY: the caller's.
    unsafe {
        let b32: Vec<f32> = (0..s.k * s.n)
            .map(|at| {
                let (p, j) = (at / s.n, at % s.n);
                widen(b.offset(p as isize * s.b[0]).cast::<f16>().add(j).read())
            })
            .collect();
        let mut sums = vec![0.0f32; s.n];
        let mut factors = vec![0.0f32; s.k];
        for i in 0..s.m as isize {
            sums.fill(0.0);
            for (p, factor) in factors.iter_mut().enumerate() {
                *factor = widen(
                    a.offset(i * s.a[0] + p as isize * s.a[1])
                        .cast::<f16>()
                        .read(),
                );
            }
            for (p, &x) in factors.iter().enumerate() {
                let row = b32.as_ptr().add(p * s.n);
                add_row(s.n, sums.as_mut_ptr(), row, |sum, y| sum + x * y);
            }
            let one_row = Sizes {
                m: 1,
                k: s.k,
                n: s.n,
                a: [0, e],
                b: [e * s.n as isize, e],
                c: [0, e],
            };
            flags |= events::find::<f32>(
                &one_row,
                factors.as_ptr().cast(),
                b32.as_ptr().cast(),
                sums.as_ptr().cast(),
            );
            let row = c.offset(i * s.c[0]).cast::<f16>();
            for (j, &sum) in sums.iter().enumerate() {
                let rounded = f16::from_f32(sum);
                if rounded.is_infinite() && sum.is_finite() {
                    flags |= FpEvents::OVER;
                }
                row.add(j).write(rounded);
            }
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_panels_agree() {
        let (m, k, n) = (9, 17, 11);
        let a: Vec<f64> = (0..m * k).map(|i| (i % 7) as f64 - 3.0).collect();
        let b: Vec<f64> = (0..k * n).map(|i| (i % 5) as f64 - 2.0).collect();
        let (mut c, mut d) = (vec![0.0f64; m * n], vec![0.0f64; m * n]);
        let (row_k, row_n) = (8 * k as isize, 8 * n as isize);
        let sizes = Sizes {
            m,
            k,
            n,
            a: [row_k, 8],
            b: [row_n, 8],
            c: [row_n, 8],
        };
        // SAFETY: the vectors have these sizes.
        unsafe {
            f64::gemm(
                &sizes,
                a.as_ptr().cast(),
                b.as_ptr().cast(),
                c.as_mut_ptr().cast(),
            );
            small::<f64>(
                &sizes,
                a.as_ptr().cast(),
                b.as_ptr().cast(),
                d.as_mut_ptr().cast(),
            );
        }
        assert_eq!(c, d);
    }
}
