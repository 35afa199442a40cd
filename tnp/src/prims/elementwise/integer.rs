//! Integer powers and divisors.

use super::{Binary, MAX_OPERANDS, Status};
use crate::tensor::Element;

/// Greatest common divisor.
pub(crate) struct Gcd;
/// Least common multiple.
pub(crate) struct Lcm;

macro_rules! divisors {
    ($($t:ty, $size:expr;)+) => {$(
        impl Binary<$t, $t, $t> for Gcd {
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                let size = $size;
                let (mut a, mut b) = (size(a), size(b));
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a as $t
            }
        }
        impl Binary<$t, $t, $t> for Lcm {
            #[inline]
            fn call(a: $t, b: $t) -> $t {
                let size = $size;
                let divisor = size(<Gcd as Binary<$t, $t, $t>>::call(a, b));
                if divisor == 0 { 0 } else { (size(a) / divisor).wrapping_mul(size(b)) as $t }
            }
        }
    )+};
}
divisors! {
    i8, i8::unsigned_abs; i16, i16::unsigned_abs; i32, i32::unsigned_abs; i64, i64::unsigned_abs;
    u8, |x: u8| x; u16, |x: u16| x; u32, |x: u32| x; u64, |x: u64| x;
}

/// An integer that can be raised to an integer power.
pub(crate) trait IntegerPower: Element {
    /// The power, wrapping; `None` for a negative exponent.
    fn power(self, exponent: Self) -> Option<Self>;
}

macro_rules! powers {
    ($($t:ty)+) => {$(
        impl IntegerPower for $t {
            #[inline]
            fn power(self, exponent: $t) -> Option<$t> {
                let mut exponent = u64::try_from(exponent).ok()?;
                let (mut base, mut result): ($t, $t) = (self, 1);
                while exponent != 0 {
                    if exponent & 1 != 0 {
                        result = result.wrapping_mul(base);
                    }
                    base = base.wrapping_mul(base);
                    exponent >>= 1;
                }
                Some(result)
            }
        }
    )+};
}
powers! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// The loop of integer powers; stops at the first negative exponent. See [`super::Kernel`].
pub(crate) unsafe fn integer_power<T: IntegerPower>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    for i in 0..n as isize {
        // SAFETY: the caller vouches for `n` elements at these strides.
        unsafe {
            let a = p[0].offset(s[0] * i).cast::<T>().read_unaligned();
            let b = p[1].offset(s[1] * i).cast::<T>().read_unaligned();
            let Some(r) = a.power(b) else {
                return Status {
                    negative_power: true,
                    ..Status::default()
                };
            };
            p[2].offset(s[2] * i).cast::<T>().write_unaligned(r);
        }
    }
    Status::default()
}
