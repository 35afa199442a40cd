//! Pairwise summation, to the bit as NumPy does it.
//!
//! Fewer than 8 numbers are added in order; up to 128 go to 8 accumulators; more are split in halves of
//! whole eights. Real and imaginary parts of complex numbers count as numbers of their own.

use super::op::{add_events, sum_is_suspicious};
use half::f16;
use nparity_model::FpEvents;

/// Numbers summed without splitting.
const BLOCK: usize = 128;

/// A number as stored, and the type in which it is summed.
pub(super) trait Summand: Copy {
    type Sum: Sum;
    fn widen(self) -> Self::Sum;
    fn narrow(sum: Self::Sum) -> Self;
}

/// A type of sums.
pub(super) trait Sum: Copy + std::ops::Add<Output = Self> {
    const NEGATIVE_ZERO: Self;
    fn is_finite(self) -> bool;
    fn is_nan(self) -> bool;
}

macro_rules! sums {
    ($($t:ty)+) => {$(
        impl Sum for $t {
            const NEGATIVE_ZERO: $t = -0.0;
            #[inline(always)]
            fn is_finite(self) -> bool { <$t>::is_finite(self) }
            #[inline(always)]
            fn is_nan(self) -> bool { <$t>::is_nan(self) }
        }
        impl Summand for $t {
            type Sum = $t;
            #[inline(always)]
            fn widen(self) -> $t { self }
            #[inline(always)]
            fn narrow(sum: $t) -> $t { sum }
        }
    )+};
}
sums! { f32 f64 }

impl Summand for f16 {
    type Sum = f32;
    #[inline(always)]
    fn widen(self) -> f32 {
        self.to_f32()
    }
    #[inline(always)]
    fn narrow(sum: f32) -> f16 {
        f16::from_f32(sum)
    }
}

/// Addition, watched or not.
pub(super) trait Adder<T> {
    fn add(&mut self, a: T, b: T) -> T;
}

/// Just adds.
pub(super) struct Plain;
impl<T: Sum> Adder<T> for Plain {
    #[inline(always)]
    fn add(&mut self, a: T, b: T) -> T {
        a + b
    }
}

/// Gathers the events of each addition.
pub(super) struct Watched(pub(super) FpEvents);
impl<T: Sum> Adder<T> for Watched {
    #[inline]
    fn add(&mut self, a: T, b: T) -> T {
        let sum = a + b;
        self.0 |= add_events(a, b, sum);
        sum
    }
}

/// The sum of `n` numbers at this stride.
///
/// # Safety
/// The pointer must be good for them.
#[inline(always)]
pub(super) unsafe fn sum<T: Summand, A: Adder<T::Sum>>(
    n: usize,
    input: *const u8,
    stride: isize,
    adder: &mut A,
) -> T::Sum {
    // SAFETY: the caller's.
    unsafe {
        // A stride known to the compiler makes vector loads of the eight accumulators.
        if stride == size_of::<T>() as isize {
            split::<T, A, true>(n, input, stride, adder)
        } else {
            split::<T, A, false>(n, input, stride, adder)
        }
    }
}

unsafe fn split<T: Summand, A: Adder<T::Sum>, const PACKED: bool>(
    n: usize,
    input: *const u8,
    stride: isize,
    adder: &mut A,
) -> T::Sum {
    // SAFETY: the caller's; both halves are parts of the input.
    unsafe {
        if n <= BLOCK {
            return block::<T, A, PACKED>(n, input, stride, adder);
        }
        let half = n / 2 - n / 2 % 8;
        let left = split::<T, A, PACKED>(half, input, stride, adder);
        let right = split::<T, A, PACKED>(
            n - half,
            input.offset(half as isize * stride),
            stride,
            adder,
        );
        adder.add(left, right)
    }
}

#[inline(always)]
unsafe fn block<T: Summand, A: Adder<T::Sum>, const PACKED: bool>(
    n: usize,
    input: *const u8,
    stride: isize,
    adder: &mut A,
) -> T::Sum {
    let stride = if PACKED {
        size_of::<T>() as isize
    } else {
        stride
    };
    // SAFETY: the caller vouches for `n` numbers; access is unaligned since reinterpreting views may be.
    let load = |i: usize| unsafe {
        (input.offset(i as isize * stride))
            .cast::<T>()
            .read_unaligned()
            .widen()
    };
    if n < 8 {
        let mut sum = T::Sum::NEGATIVE_ZERO;
        for i in 0..n {
            sum = adder.add(sum, load(i));
        }
        return sum;
    }
    let mut r: [T::Sum; 8] = std::array::from_fn(load);
    let whole = n - n % 8;
    let mut i = 8;
    while i < whole {
        for (k, sum) in r.iter_mut().enumerate() {
            *sum = adder.add(*sum, load(i + k));
        }
        i += 8;
    }
    let (a, b) = (adder.add(r[0], r[1]), adder.add(r[2], r[3]));
    let (c, d) = (adder.add(r[4], r[5]), adder.add(r[6], r[7]));
    let (left, right) = (adder.add(a, b), adder.add(c, d));
    let mut sum = adder.add(left, right);
    for i in whole..n {
        sum = adder.add(sum, load(i));
    }
    sum
}

/// The sums of the real and the imaginary parts of `n / 2` complex numbers at this stride.
///
/// # Safety
/// The pointer must be good for them.
pub(super) unsafe fn complex_sum<T: Summand, A: Adder<T::Sum>>(
    n: usize,
    input: *const u8,
    stride: isize,
    adder: &mut A,
) -> [T::Sum; 2] {
    let load = |i: usize| -> [T::Sum; 2] {
        // SAFETY: the caller vouches for `n / 2` pairs.
        unsafe {
            (input.offset(i as isize * stride))
                .cast::<[T; 2]>()
                .read_unaligned()
                .map(Summand::widen)
        }
    };
    if n < 8 {
        let mut sum = [T::Sum::NEGATIVE_ZERO; 2];
        for i in 0..n / 2 {
            let x = load(i);
            sum = [adder.add(sum[0], x[0]), adder.add(sum[1], x[1])];
        }
        return sum;
    }
    if n > BLOCK {
        let half = n / 2 - n / 2 % 8;
        // SAFETY: both halves are parts of the input.
        unsafe {
            let left = complex_sum::<T, A>(half, input, stride, adder);
            let rest = input.offset(half as isize / 2 * stride);
            let right = complex_sum::<T, A>(n - half, rest, stride, adder);
            return [adder.add(left[0], right[0]), adder.add(left[1], right[1])];
        }
    }
    let mut r: [[T::Sum; 2]; 4] = std::array::from_fn(load);
    let whole = n - n % 8;
    let mut i = 4;
    while i < whole / 2 {
        for (k, sum) in r.iter_mut().enumerate() {
            let x = load(i + k);
            *sum = [adder.add(sum[0], x[0]), adder.add(sum[1], x[1])];
        }
        i += 4;
    }
    let mut sum: [T::Sum; 2] = std::array::from_fn(|p| {
        let (left, right) = (adder.add(r[0][p], r[1][p]), adder.add(r[2][p], r[3][p]));
        adder.add(left, right)
    });
    for i in whole / 2..n / 2 {
        let x = load(i);
        sum = [adder.add(sum[0], x[0]), adder.add(sum[1], x[1])];
    }
    sum
}

/// `*acc += sum of input`, with its events.
///
/// # Safety
/// As [`super::ReduceLoop`] with `acc_stride` 0.
pub(super) unsafe fn add_sum<T: Summand>(
    n: usize,
    acc: *mut T,
    input: *const u8,
    stride: isize,
) -> FpEvents {
    // SAFETY: the caller's.
    unsafe {
        let before = acc.read_unaligned().widen();
        let after = before + sum::<T, _>(n, input, stride, &mut Plain);
        let narrow = T::narrow(after);
        acc.write_unaligned(narrow);
        if !sum_is_suspicious(narrow.widen()) {
            return FpEvents::NONE;
        }
        // Something overflowed or was not finite: add again and look at every step.
        let mut watch = Watched(FpEvents::NONE);
        let again = sum::<T, _>(n, input, stride, &mut watch);
        let total = watch.add(before, again);
        if total.is_finite() {
            watch.0 |= FpEvents::OVER;
        }
        watch.0
    }
}

/// As [`add_sum`] for complex numbers.
///
/// # Safety
/// As [`super::ReduceLoop`] with `acc_stride` 0.
pub(super) unsafe fn add_complex_sum<T: Summand<Sum = T> + Sum>(
    n: usize,
    acc: *mut [T; 2],
    input: *const u8,
    stride: isize,
) -> FpEvents {
    // SAFETY: the caller's.
    unsafe {
        let before = acc.read_unaligned();
        let [re, im] = complex_sum::<T, _>(2 * n, input, stride, &mut Plain);
        let after = [before[0] + re, before[1] + im];
        acc.write_unaligned(after);
        if !after.into_iter().any(sum_is_suspicious) {
            return FpEvents::NONE;
        }
        let mut watch = Watched(FpEvents::NONE);
        let again = complex_sum::<T, _>(2 * n, input, stride, &mut watch);
        watch.add(before[0], again[0]);
        watch.add(before[1], again[1]);
        watch.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sums_split_in_whole_eights() {
        // 1.0 is lost against 1e16 unless it meets its like first, so the value shows the order.
        let data: Vec<f64> = (0..300)
            .map(|i| if i % 50 == 0 { 1e16 } else { 1.0 })
            .collect();
        let at = |from: usize, n: usize| -> f64 {
            // SAFETY: within the vector.
            unsafe { sum::<f64, _>(n, data[from..].as_ptr().cast(), 8, &mut Plain) }
        };
        assert_eq!(
            at(0, 300),
            (at(0, 72) + at(72, 72)) + (at(144, 72) + at(216, 84))
        );
        assert_eq!(at(1, 7), 7.0);
        assert!(at(0, 0).is_sign_negative());
    }
}
