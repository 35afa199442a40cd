//! Floating-point events from arguments and results.

use half::f16;
use nparity_model::FpEvents;

/// What the event rules ask of a float.
pub(super) trait Real: Copy {
    fn nan(self) -> bool;
    fn inf(self) -> bool;
    /// A NaN that an operation on it flags as *invalid*.
    fn signalling(self) -> bool;
    fn finite(self) -> bool {
        !self.nan() && !self.inf()
    }
}

macro_rules! real {
    ($($t:ty, $quiet:literal);+) => {$(
        impl Real for $t {
            #[inline]
            fn signalling(self) -> bool { self.is_nan() && self.to_bits() & (1 << $quiet) == 0 }
            #[inline]
            fn nan(self) -> bool { self.is_nan() }
            #[inline]
            fn inf(self) -> bool { self.is_infinite() }
        }
    )+};
}
real! { f16, 9; f32, 22; f64, 51 }

/// Of a function of one argument: a NaN from no NaN (or from a signalling one) is *invalid*, an infinity from a finite number
/// is *over*, or *divide* at a pole.
#[inline]
pub(super) fn unary<T: Real>(a: T, r: T, pole: bool) -> FpEvents {
    if r.nan() {
        if a.nan() && !a.signalling() {
            FpEvents::NONE
        } else {
            FpEvents::INVALID
        }
    } else if r.inf() && a.finite() {
        if pole {
            FpEvents::DIVIDE
        } else {
            FpEvents::OVER
        }
    } else {
        FpEvents::NONE
    }
}

/// As [`unary`], for two arguments.
#[inline]
pub(super) fn binary<T: Real>(a: T, b: T, r: T, pole: bool) -> FpEvents {
    if r.nan() {
        if (a.nan() || b.nan()) && !a.signalling() && !b.signalling() {
            FpEvents::NONE
        } else {
            FpEvents::INVALID
        }
    } else if r.inf() && a.finite() && b.finite() {
        if pole {
            FpEvents::DIVIDE
        } else {
            FpEvents::OVER
        }
    } else {
        FpEvents::NONE
    }
}

/// The event of rounding to half precision.
#[inline]
pub(super) fn rounded(wide: f32, narrow: f16) -> FpEvents {
    if narrow.is_infinite() && wide.is_finite() {
        FpEvents::OVER
    } else {
        FpEvents::NONE
    }
}

/// Arithmetic that keeps the events of each step, for formulas of several steps.
#[derive(Default)]
pub(super) struct Tracked(pub(super) FpEvents);

macro_rules! tracked {
    ($($name:ident $op:tt $pole:expr;)+) => {
        /// A float whose steps can be tracked.
        pub(super) trait Steps: Real {
            $(fn $name(self, other: Self, tracked: &mut Tracked) -> Self;)+
        }
        tracked!(@for f32 $($name $op $pole;)+);
        tracked!(@for f64 $($name $op $pole;)+);
    };
    (@for $t:ident $($name:ident $op:tt $pole:expr;)+) => {
        impl Steps for $t {
            $(
                #[inline]
                fn $name(self, other: $t, tracked: &mut Tracked) -> $t {
                    let result = self $op other;
                    if !result.is_finite() {
                        let pole: fn($t) -> bool = $pole;
                        tracked.0 |= binary(self, other, result, pole(other));
                    }
                    result
                }
            )+
        }
    };
}
tracked! {
    plus + |_| false;
    minus - |_| false;
    times * |_| false;
    over / |b| b == 0.0;
}
