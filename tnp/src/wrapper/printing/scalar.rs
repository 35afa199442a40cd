//! NumPy scalars.

use super::digits::{exponent, positional, scientific};
use nparity_model::{DType, Scalar};

/// `str(x)`
pub(super) fn str(scalar: &Scalar) -> String {
    match (scalar.as_integer(), scalar.as_float(), scalar.as_complex()) {
        (Some(x), _, _) if scalar.dtype() == DType::Bool => {
            if x == 0 { "False" } else { "True" }.to_owned()
        }
        (Some(x), _, _) => x.to_string(),
        (_, Some(x), _) => float(x, scalar.dtype(), ".0"),
        (_, _, Some(z)) => {
            let dtype = scalar.dtype().real();
            let imaginary = float(z.im, dtype, "");
            if z.re == 0.0 && z.re.is_sign_positive() {
                return format!("{imaginary}j");
            }
            let plus = if imaginary.starts_with('-') { "" } else { "+" };
            format!("({}{plus}{imaginary}j)", float(z.re, dtype, ""))
        }
        _ => String::new(),
    }
}

/// `repr(x)`
pub(super) fn repr(scalar: &Scalar) -> String {
    let text = str(scalar);
    if scalar.dtype() == DType::Bool {
        return format!("np.{text}_");
    }
    let bare = text
        .strip_prefix('(')
        .and_then(|t| t.strip_suffix(')'))
        .unwrap_or(&text);
    format!("np.{}({bare})", scalar.dtype())
}

/// The fewest digits, positional for numbers of middling size; whole numbers end in `end`.
fn float(x: f64, dtype: DType, end: &str) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_infinite() {
        return format!("{sign}inf");
    }
    let limit = match dtype {
        DType::F16 => 1e3,
        DType::F32 => 1e6,
        _ => 1e16,
    };
    let size = x.abs();
    if size == 0.0 || (size < limit && size >= lowest(dtype)) {
        let (whole, fraction) = positional(x, dtype, usize::MAX);
        if fraction.is_empty() {
            format!("{sign}{whole}{end}")
        } else {
            format!("{sign}{whole}.{fraction}")
        }
    } else {
        let (whole, fraction, power) = scientific(x, dtype, usize::MAX - 1);
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}e{}", exponent(power, 2))
    }
}

/// 1e-4, where C compares it with a number of the dtype.
fn lowest(_: DType) -> f64 {
    1e-4
}
