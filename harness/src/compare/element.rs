//! One element against another.

use crate::policy::Ulps;
use nparity_model::{DType, DTypeKind, Scalar};
use num_complex::Complex64;

/// How far elements of one array may be from the expected ones.
#[derive(Debug)]
pub(super) enum Tolerance {
    /// Equal.
    Exact,
    /// ULP budgets.
    Ulp(Ulps),
    /// An absolute bound for each element; infinite where any answer will do, NaN where neither may be finite.
    Bounds(Vec<f64>),
    /// Any element will do.
    Any,
}

/// The relation of two elements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Relation {
    /// Equal, or NaN on both sides.
    Same,
    /// Different bits within the tolerance, so many ULPs apart where those are counted.
    Within(f64),
    /// Different only in the sign of a zero.
    ZeroSign,
    /// NaN on one side only.
    Nan,
    /// Different numbers.
    Number,
}

/// The relation of element `i`, given its bits on both sides.
pub(super) fn relate(
    want: &Scalar,
    got: &Scalar,
    tolerance: &Tolerance,
    i: usize,
    zero_sign_free: bool,
) -> Relation {
    if want == got {
        return Relation::Same;
    }
    let limit = match tolerance {
        Tolerance::Any => return Relation::Within(0.0),
        Tolerance::Bounds(bounds) => match bounds.get(i) {
            Some(bound) if bound.is_finite() => Limit::Absolute(*bound),
            Some(bound) if bound.is_nan() => {
                return if is_finite(want) == is_finite(got) {
                    Relation::Within(0.0)
                } else {
                    Relation::Number
                };
            }
            Some(_) => return Relation::Within(0.0),
            None => Limit::Exact,
        },
        Tolerance::Ulp(ulps) => Limit::Ulps(ulps.of(want.dtype())),
        Tolerance::Exact => Limit::Exact,
    };
    match want.dtype().kind() {
        DTypeKind::Bool | DTypeKind::Signed | DTypeKind::Unsigned => Relation::Number,
        DTypeKind::Float => relate_float(want, got, limit, zero_sign_free),
        DTypeKind::Complex => relate_complex(want, got, limit, zero_sign_free),
    }
}

#[derive(Clone, Copy)]
enum Limit {
    Exact,
    Ulps(f64),
    Absolute(f64),
}

fn relate_float(want: &Scalar, got: &Scalar, limit: Limit, zero_sign_free: bool) -> Relation {
    let (Some(x), Some(y)) = (want.as_float(), got.as_float()) else {
        return Relation::Number;
    };
    match special(x, y, zero_sign_free) {
        Some(relation) => relation,
        None => {
            let ulps = ulp_distance(want, got);
            let near = match limit {
                Limit::Exact => false,
                Limit::Ulps(budget) => ulps <= budget,
                Limit::Absolute(bound) => (x - y).abs() <= bound,
            };
            if near {
                Relation::Within(ulps)
            } else {
                Relation::Number
            }
        }
    }
}

/// The relation of two floats when it needs no tolerance: NaNs, infinities, zeros, equal ones.
fn special(x: f64, y: f64, zero_sign_free: bool) -> Option<Relation> {
    if x.is_nan() || y.is_nan() {
        return Some(if x.is_nan() && y.is_nan() {
            Relation::Same
        } else {
            Relation::Nan
        });
    }
    if x == y {
        return Some(if x.is_sign_negative() == y.is_sign_negative() {
            Relation::Same
        } else if zero_sign_free {
            Relation::Within(0.0)
        } else {
            Relation::ZeroSign
        });
    }
    (x.is_infinite() || y.is_infinite()).then_some(Relation::Number)
}

/// A complex number is judged as a vector where it is finite, part by part where it is not. A zero part must
/// have its sign in either case.
fn relate_complex(want: &Scalar, got: &Scalar, limit: Limit, zero_sign_free: bool) -> Relation {
    let (Some(x), Some(y)) = (want.as_complex(), got.as_complex()) else {
        return Relation::Number;
    };
    let real = want.dtype().real();
    let scale = [x.re, x.im]
        .into_iter()
        .filter(|part| part.is_finite())
        .fold(0.0, |scale, part| part.abs().max(scale));
    let unit = spacing(real, scale);
    let mut parts = [Relation::Same; 2];
    let mut error = [0.0; 2];
    for (part, (x, y)) in [(x.re, y.re), (x.im, y.im)].into_iter().enumerate() {
        match special(x, y, zero_sign_free) {
            Some(relation) => parts[part] = relation,
            None => error[part] = x - y,
        }
    }
    if let Some(worst) = [Relation::Number, Relation::Nan, Relation::ZeroSign]
        .into_iter()
        .find(|r| parts.contains(r))
    {
        return worst;
    }
    let (ulps, absolute) = (
        (error[0] / unit).hypot(error[1] / unit),
        error[0].hypot(error[1]),
    );
    let near = match limit {
        Limit::Exact => absolute == 0.0,
        Limit::Ulps(budget) => ulps <= budget,
        Limit::Absolute(bound) => absolute <= bound,
    };
    match (near, parts) {
        (false, _) => Relation::Number,
        (true, [Relation::Same, Relation::Same]) if absolute == 0.0 => Relation::Same,
        (true, _) => Relation::Within(ulps),
    }
}

/// How many representable numbers apart two finite floats of one dtype are.
fn ulp_distance(a: &Scalar, b: &Scalar) -> f64 {
    let distance = (ordered(a) - ordered(b)).unsigned_abs();
    #[expect(clippy::cast_precision_loss, reason = "budgets are small numbers")]
    let distance = distance as f64;
    distance
}

/// The float's place in the order of its dtype's numbers; both zeros are 0.
fn ordered(x: &Scalar) -> i128 {
    let mut word = [0; 8];
    let bytes = x.bytes();
    word[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(word);
    let sign = 1u64 << (bytes.len() * 8 - 1);
    let magnitude = i128::from(bits & (sign - 1));
    if bits & sign == 0 {
        magnitude
    } else {
        -magnitude
    }
}

/// The gap between a number of this size and the next larger one of the float dtype.
pub(super) fn spacing(dtype: DType, size: f64) -> f64 {
    let (digits, least) = match dtype {
        DType::F16 => (10, -14),
        DType::F32 => (23, -126),
        _ => (52, -1022),
    };
    let exponent = match (size.to_bits() >> 52) & 0x7ff {
        0 => -1022,
        biased => i32::try_from(biased).unwrap_or(0) - 1023,
    };
    power_of_two(exponent.max(least) - digits)
}

/// `2^exponent` for exponents from -1074 to 1023.
fn power_of_two(exponent: i32) -> f64 {
    let (normal, subnormal) = (exponent + 1023, exponent + 1074);
    if normal > 0 {
        f64::from_bits(u64::try_from(normal).unwrap_or(0) << 52)
    } else {
        f64::from_bits(1u64 << subnormal.clamp(0, 51))
    }
}

/// Machine epsilon of a float or complex dtype; 0 for others.
pub(super) fn epsilon(dtype: DType) -> f64 {
    match dtype.real() {
        DType::F16 => power_of_two(-10),
        DType::F32 => f64::from(f32::EPSILON),
        DType::F64 => f64::EPSILON,
        _ => 0.0,
    }
}

/// Largest finite number of a float or complex dtype.
pub(super) fn largest(dtype: DType) -> f64 {
    match dtype.real() {
        DType::F16 => 65504.0,
        DType::F32 => f64::from(f32::MAX),
        _ => f64::MAX,
    }
}

/// Smallest positive number of a float or complex dtype.
pub(super) fn smallest(dtype: DType) -> f64 {
    spacing(dtype.real(), 0.0)
}

/// The length of a complex number as a float. An infinite part does not count beside a finite one: bounds
/// ask what the finite parts may do.
pub(super) fn length(z: Complex64) -> f64 {
    match (z.re.is_finite(), z.im.is_finite()) {
        (true, true) => z.re.hypot(z.im).min(f64::MAX),
        (true, false) => z.re.abs(),
        (false, true) => z.im.abs(),
        (false, false) => f64::INFINITY,
    }
}

/// Whether an element, or both its parts, are finite.
pub(super) fn is_finite(x: &Scalar) -> bool {
    match (x.as_float(), x.as_complex()) {
        (Some(x), _) => x.is_finite(),
        (_, Some(z)) => z.re.is_finite() && z.im.is_finite(),
        _ => true,
    }
}

/// The element's size as a float, for bounds.
pub(super) fn magnitude(x: &Scalar) -> f64 {
    if let Some(value) = x.as_float() {
        value.abs()
    } else if let Some(value) = x.as_complex() {
        length(value)
    } else {
        #[expect(clippy::cast_precision_loss, reason = "a bound needs no more")]
        let value = x.as_integer().unwrap_or(0) as f64;
        value.abs()
    }
}

/// Whether two elements of possibly different dtypes are the same number; for subjects that do not show dtypes.
pub(super) fn same_number(a: &Scalar, b: &Scalar) -> bool {
    #[expect(
        clippy::cast_precision_loss,
        reason = "an integer that a float cannot hold differs from it below"
    )]
    let parts = |x: &Scalar| {
        x.as_float()
            .map(|re| (re, 0.0))
            .or_else(|| x.as_complex().map(|z| (z.re, z.im)))
            .or_else(|| x.as_integer().map(|n| (n as f64, 0.0)))
    };
    if let (Some(a), Some(b)) = (a.as_integer(), b.as_integer()) {
        return a == b;
    }
    let same = |x: f64, y: f64| x == y || (x.is_nan() && y.is_nan());
    match (parts(a), parts(b)) {
        (Some(a), Some(b)) => same(a.0, b.0) && same(a.1, b.1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(want: f64, got: f64, budget: f64) -> Relation {
        let ulps = Ulps {
            f16: budget,
            f32: budget,
            f64: budget,
        };
        relate(
            &Scalar::from(want),
            &Scalar::from(got),
            &Tolerance::Ulp(ulps),
            0,
            false,
        )
    }

    fn complex(re: f64, im: f64) -> Scalar {
        let mut bytes = re.to_le_bytes().to_vec();
        bytes.extend(im.to_le_bytes());
        Scalar::from_bytes(DType::C128, &bytes)
    }

    #[test]
    fn budgets_count_representable_numbers() {
        let next = 1.0f64.next_up();
        assert_eq!(relation(1.0, next, 1.0), Relation::Within(1.0));
        assert_eq!(relation(1.0, next.next_up(), 1.0), Relation::Number);
        assert_eq!(
            relation(1.0, 1.0f64.next_down(), 1.0),
            Relation::Within(1.0)
        );
        // Across zero, by way of the subnormals.
        assert_eq!(relation(5e-324, -5e-324, 2.0), Relation::Within(2.0));
        assert_eq!(relation(0.0, -0.0, 4.0), Relation::ZeroSign);
    }

    #[test]
    fn infinities_and_nans_have_no_budget() {
        assert_eq!(relation(f64::MAX, f64::INFINITY, 4.0), Relation::Number);
        assert_eq!(relation(f64::NAN, 1.0, 4.0), Relation::Nan);
        let negative = f64::from_bits(f64::NAN.to_bits() | 1 << 63 | 5);
        assert_eq!(relation(f64::NAN, negative, 0.0), Relation::Same);
    }

    #[test]
    fn complex_numbers_are_judged_as_vectors() {
        let ulps = Ulps {
            f16: 1.0,
            f32: 4.0,
            f64: 4.0,
        };
        let judge = |a, b| relate(&a, &b, &Tolerance::Ulp(ulps), 0, false);
        // The small part may be off by as much as an ulp of the large one.
        assert!(matches!(
            judge(complex(1.0, 1e-20), complex(1.0, 2e-17)),
            Relation::Within(_)
        ));
        assert_eq!(
            judge(complex(1.0, 1e-20), complex(1.0, 2e-15)),
            Relation::Number
        );
        assert_eq!(
            judge(complex(1.0, 0.0), complex(1.0, -0.0)),
            Relation::ZeroSign
        );
        assert_eq!(
            judge(complex(f64::NAN, 1.0), complex(1.0, f64::NAN)),
            Relation::Nan
        );
    }

    #[test]
    fn units_are_exact_down_to_the_subnormals() {
        assert_eq!(spacing(DType::F64, 1.0), f64::EPSILON);
        assert_eq!(smallest(DType::F64), 5e-324);
        assert_eq!(smallest(DType::F32), f64::from(f32::from_bits(1)));
        assert_eq!(smallest(DType::F16), 2f64.powi(-24));
        assert_eq!(epsilon(DType::C64), f64::from(f32::EPSILON));
    }

    #[test]
    fn numbers_of_different_dtypes() {
        assert!(same_number(&Scalar::from(3i8), &Scalar::from(3.0f64)));
        assert!(same_number(&Scalar::from(-1i8), &Scalar::from(-1i64)));
        assert!(!same_number(&Scalar::from(255u8), &Scalar::from(-1i8)));
    }
}
