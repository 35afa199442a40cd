//! Floating-point events of products of matrices, found after the fact where a result is not finite.

use nparity_model::FpEvents;
use num_complex::Complex;
use num_traits::Float;

/// Multiplications looked at before the search gives up: events of huge matrices show early.
const BUDGET: usize = 1 << 22;

/// A number whose products and sums may raise events.
pub(super) trait Watched: Copy {
    const ZERO: Self;
    fn is_finite(self) -> bool;
    /// `sum + x y` and its events.
    fn step(sum: Self, x: Self, y: Self) -> (Self, FpEvents);
}

fn real_event<T: Float>(a: T, b: T, result: T) -> FpEvents {
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

fn real_step<T: Float>(sum: T, x: T, y: T) -> (T, FpEvents) {
    let product = x * y;
    let next = sum + product;
    (
        next,
        real_event(x, y, product) | real_event(sum, product, next),
    )
}

macro_rules! watched {
    ($($t:ty)+) => {$(
        impl Watched for $t {
            const ZERO: $t = 0.0;
            fn is_finite(self) -> bool { <$t>::is_finite(self) }
            fn step(sum: $t, x: $t, y: $t) -> ($t, FpEvents) { real_step(sum, x, y) }
        }
        impl Watched for Complex<$t> {
            const ZERO: Complex<$t> = Complex::new(0.0, 0.0);
            fn is_finite(self) -> bool { self.re.is_finite() && self.im.is_finite() }
            fn step(sum: Self, x: Self, y: Self) -> (Self, FpEvents) {
                let (re, f) = real_step(sum.re, x.re, y.re);
                let (re, g) = real_step(re, -x.im, y.im);
                let (im, h) = real_step(sum.im, x.re, y.im);
                let (im, i) = real_step(im, x.im, y.re);
                (Complex::new(re, im), f | g | h | i)
            }
        }
    )+};
}
watched! { f32 f64 }

/// The events of the results that are not finite.
///
/// # Safety
/// As [`super::GemmLoop`], after the product.
pub(super) unsafe fn find<T: Watched>(
    sizes: &super::Sizes,
    a: *const u8,
    b: *const u8,
    c: *const u8,
) -> FpEvents {
    let mut flags = FpEvents::NONE;
    let both = FpEvents::OVER | FpEvents::INVALID;
    let mut spent = 0;
    for i in 0..sizes.m as isize {
        for j in 0..sizes.n as isize {
            // SAFETY: the caller's.
            let result = unsafe { c.offset(i * sizes.c[0] + j * sizes.c[1]).cast::<T>().read() };
            if result.is_finite() {
                continue;
            }
            let mut sum = T::ZERO;
            for p in 0..sizes.k as isize {
                // SAFETY: the caller's.
                let (x, y) = unsafe {
                    (
                        a.offset(i * sizes.a[0] + p * sizes.a[1]).cast::<T>().read(),
                        b.offset(p * sizes.b[0] + j * sizes.b[1]).cast::<T>().read(),
                    )
                };
                let (next, events) = T::step(sum, x, y);
                flags |= events;
                sum = next;
            }
            spent += sizes.k;
            if flags.contains(both) || spent > BUDGET {
                return flags;
            }
        }
    }
    flags
}
