//! The C library's mathematical functions that Rust's standard library lacks, or computes otherwise.

use nparity_model::FpEvents;
use num_complex::{Complex32, Complex64};
use std::ffi::c_int;

macro_rules! bindings {
    (
        real { $($name:ident $name32:ident;)* }
        complex { $($cname:ident $cname32:ident;)* }
    ) => {
        unsafe extern "C" {
            $(safe fn $name(x: f64) -> f64; safe fn $name32(x: f32) -> f32;)*
            // A C complex number is passed as a structure of two parts is.
            $(safe fn $cname(z: Complex64) -> Complex64; safe fn $cname32(z: Complex32) -> Complex32;)*
            safe fn ldexp(x: f64, exponent: c_int) -> f64;
            safe fn ldexpf(x: f32, exponent: c_int) -> f32;
            safe fn cpow(z: Complex64, w: Complex64) -> Complex64;
            safe fn cpowf(z: Complex32, w: Complex32) -> Complex32;
            safe fn feclearexcept(excepts: c_int) -> c_int;
            safe fn fetestexcept(excepts: c_int) -> c_int;
        }

        /// Functions of a real number.
        pub(super) trait RealMath: Copy {
            $(fn $name(self) -> Self;)*
            fn ldexp(self, exponent: i32) -> Self;
        }
        impl RealMath for f64 {
            #[inline] fn ldexp(self, exponent: i32) -> f64 { ldexp(self, exponent) }
            $(#[inline] fn $name(self) -> f64 { $name(self) })*
        }
        impl RealMath for f32 {
            #[inline] fn ldexp(self, exponent: i32) -> f32 { ldexpf(self, exponent) }
            $(#[inline] fn $name(self) -> f32 { $name32(self) })*
        }

        /// Functions of a complex number.
        pub(super) trait ComplexMath: Copy {
            $(fn $cname(self) -> Self;)*
            fn cpow(self, exponent: Self) -> Self;
        }
        impl ComplexMath for Complex64 {
            $(fn $cname(self) -> Complex64 { $cname(self) })*
            fn cpow(self, exponent: Complex64) -> Complex64 { cpow(self, exponent) }
        }
        impl ComplexMath for Complex32 {
            $(fn $cname(self) -> Complex32 { $cname32(self) })*
            fn cpow(self, exponent: Complex32) -> Complex32 { cpowf(self, exponent) }
        }
    };
}
bindings! {
    real {
        asinh asinhf;
        acosh acoshf;
        atanh atanhf;
    }
    complex {
        csqrt csqrtf;
        cexp cexpf;
        clog clogf;
        csin csinf;
        ccos ccosf;
        ctan ctanf;
        casin casinf;
        cacos cacosf;
        catan catanf;
        csinh csinhf;
        ccosh ccoshf;
        ctanh ctanhf;
        casinh casinhf;
        cacosh cacoshf;
        catanh catanhf;
    }
}

#[cfg(target_arch = "x86_64")]
mod flags {
    pub(super) const INVALID: i32 = 1;
    pub(super) const DIVIDE: i32 = 4;
    pub(super) const OVER: i32 = 8;
}
#[cfg(not(target_arch = "x86_64"))]
mod flags {
    pub(super) const INVALID: i32 = 1;
    pub(super) const DIVIDE: i32 = 2;
    pub(super) const OVER: i32 = 4;
}

/// The events that the CPU flags while `f` runs. Reliable only where `f` does little but call the C
/// library: such calls are opaque to the compiler, which otherwise computes ahead of branches.
pub(super) fn flagged<R>(f: impl FnOnce() -> R) -> (R, FpEvents) {
    const ALL: c_int = flags::INVALID | flags::DIVIDE | flags::OVER;
    feclearexcept(ALL);
    let result = f();
    let raised = fetestexcept(ALL);
    let mut events = FpEvents::NONE;
    for (flag, event) in [
        (flags::INVALID, FpEvents::INVALID),
        (flags::DIVIDE, FpEvents::DIVIDE),
        (flags::OVER, FpEvents::OVER),
    ] {
        if raised & flag != 0 {
            events = events | event;
        }
    }
    (result, events)
}
