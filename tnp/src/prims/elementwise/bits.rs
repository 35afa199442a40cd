//! Bits: logic and shifts.

use super::{Binary, Unary};
use crate::tensor::B8;

/// `a & b`
pub(crate) struct BitwiseAnd;
/// `a | b`
pub(crate) struct BitwiseOr;
/// `a ^ b`
pub(crate) struct BitwiseXor;
/// `~a`; of bools, *not*.
pub(crate) struct Invert;
/// `a << b`; 0 once every bit is out.
pub(crate) struct LeftShift;
/// `a >> b`; 0 or -1 once every bit is out.
pub(crate) struct RightShift;
/// Bits set in `|a|`.
pub(crate) struct BitwiseCount;

macro_rules! integers {
    ($($kind:ident $($t:ty)+;)+) => {$($(
        impl Binary<$t, $t, $t> for BitwiseAnd {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a & b }
        }
        impl Binary<$t, $t, $t> for BitwiseOr {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a | b }
        }
        impl Binary<$t, $t, $t> for BitwiseXor {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t { a ^ b }
        }
        impl Unary<$t, $t> for Invert {
            #[inline(always)]
            fn call(a: $t) -> $t { !a }
        }
        impl Binary<$t, $t, $t> for LeftShift {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t {
                let within = (b as u64) < u64::from(<$t>::BITS);
                if within { a.wrapping_shl(b as u32) } else { 0 }
            }
        }
        impl Binary<$t, $t, $t> for RightShift {
            #[inline(always)]
            fn call(a: $t, b: $t) -> $t {
                let within = (b as u64) < u64::from(<$t>::BITS);
                if within { a.wrapping_shr(b as u32) } else { integers!(@gone $kind a) }
            }
        }
        impl Unary<$t, u8> for BitwiseCount {
            #[inline(always)]
            fn call(a: $t) -> u8 { integers!(@size $kind a).count_ones() as u8 }
        }
    )+)+};
    (@gone signed $a:ident) => { if $a < 0 { -1 } else { 0 } };
    (@gone unsigned $a:ident) => { 0 };
    (@size signed $a:ident) => { $a.unsigned_abs() };
    (@size unsigned $a:ident) => { $a };
}
integers! {
    signed i8 i16 i32 i64;
    unsigned u8 u16 u32 u64;
}

impl Binary<B8, B8, B8> for BitwiseXor {
    #[inline(always)]
    fn call(a: B8, b: B8) -> B8 {
        B8::from(a.get() ^ b.get())
    }
}
impl Unary<B8, B8> for Invert {
    #[inline(always)]
    fn call(a: B8) -> B8 {
        B8::from(!a.get())
    }
}
