//! Functions of complex numbers: the C library's, or NumPy's formulas on top of them.

use super::divide::SmithQuotient;
use super::fp::Tracked;
use super::libm::ComplexMath;
use super::{
    Arccos, Arccosh, Arcsin, Arcsinh, Arctan, Arctanh, Binary, Cos, Cosh, Exp, Exp2, Expm1, Log,
    Log1p, Log2, Log10, Multiply, Power, Rint, Sin, Sinh, Sqrt, Tan, Tanh, Unary,
};
use num_complex::{Complex32, Complex64};
use num_traits::FloatConst;

// Events are those that the CPU flags: these run in `flagged1` and `flagged2` loops.
macro_rules! functions {
    ($($op:ident |$z:ident, $t:ident| $value:expr;)+) => {$(
        functions!(@one $op, Complex32, f32, $z, $t, $value);
        functions!(@one $op, Complex64, f64, $z, $t, $value);
    )+};
    (@one $op:ident, $c:ty, $part:ty, $z:ident, $t:ident, $value:expr) => {
        impl Unary<$c, $c> for $op {
            #[inline]
            fn call($z: $c) -> $c {
                #[allow(dead_code, reason = "not every function names its type")]
                type $t = $part;
                $value
            }
        }
    };
}
functions! {
    Sqrt |z, T| z.csqrt();
    Exp |z, T| z.cexp();
    Exp2 |z, T| (z * T::LN_2()).cexp();
    Expm1 |z, T| {
        let half = (z.im / 2.0).sin();
        num_complex::Complex::new(
            z.re.exp_m1() * z.im.cos() - 2.0 * half * half,
            z.re.exp() * z.im.sin(),
        )
    };
    Log |z, T| z.clog();
    Log2 |z, T| { let l = z.clog(); num_complex::Complex::new(l.re * T::LOG2_E(), l.im * T::LOG2_E()) };
    Log10 |z, T| { let l = z.clog(); num_complex::Complex::new(l.re * T::LOG10_E(), l.im * T::LOG10_E()) };
    Log1p |z, T| {
        let x = z.re + 1.0;
        num_complex::Complex::new(x.hypot(z.im).ln(), z.im.atan2(x))
    };
    Sin |z, T| z.csin();
    Cos |z, T| z.ccos();
    Tan |z, T| z.ctan();
    Arcsin |z, T| z.casin();
    Arccos |z, T| z.cacos();
    Arctan |z, T| z.catan();
    Sinh |z, T| z.csinh();
    Cosh |z, T| z.ccosh();
    Tanh |z, T| z.ctanh();
    Arcsinh |z, T| z.casinh();
    Arccosh |z, T| z.cacosh();
    Arctanh |z, T| z.catanh();
}

macro_rules! others {
    ($($c:ty, $t:ty);+) => {$(
        impl Unary<$c, $c> for Rint {
            #[inline]
            fn call(z: $c) -> $c { <$c>::new(z.re.round_ties_even(), z.im.round_ties_even()) }
        }
        impl Binary<$c, $c, $c> for Power {
            fn call(a: $c, b: $c) -> $c {
                let one = <$c>::new(1.0, 0.0);
                if b.re == 0.0 && b.im == 0.0 {
                    return one;
                }
                if a.re == 0.0 && a.im == 0.0 {
                    return if b.re > 0.0 {
                        <$c>::new(0.0, 0.0)
                    } else {
                        // The event is *invalid*, which this division raises.
                        let nan: $t = std::hint::black_box(0.0) / std::hint::black_box(0.0);
                        <$c>::new(nan, nan)
                    };
                }
                if b.im == 0.0 && b.re.is_nan() {
                    // NumPy compares the NaN, which is *invalid*.
                    std::hint::black_box(std::hint::black_box(<$t>::INFINITY) - std::hint::black_box(<$t>::INFINITY));
                }
                let small = b.im == 0.0 && b.re.abs() < 100.0 && b.re.fract() == 0.0;
                if !small {
                    return a.cpow(b);
                }
                let whole = b.re as i64;
                // Small whole exponents by repeated squaring.
                let times = <Multiply as Binary<$c, $c, $c>>::call;
                match whole {
                    1 => a,
                    2 => times(a, a),
                    3 => times(a, times(a, a)),
                    _ => {
                        let mut n = whole.unsigned_abs();
                        let (mut base, mut result) = (a, one);
                        loop {
                            if n & 1 != 0 {
                                result = times(result, base);
                            }
                            n >>= 1;
                            if n == 0 {
                                break;
                            }
                            base = times(base, base);
                        }
                        if whole < 0 {
                            if result.re.is_nan() || result.im.is_nan() {
                                // The division compares its parts, which is *invalid*.
                                std::hint::black_box(std::hint::black_box(<$t>::INFINITY) - std::hint::black_box(<$t>::INFINITY));
                            }
                            result = one.quotient(result, &mut Tracked::default());
                        }
                        result
                    }
                }
            }
        }
    )+};
}
others! { Complex32, f32; Complex64, f64 }
