//! One word per element, padded so that columns line up.

use super::digits::{exponent, positional, scientific};
use half::f16;
use nparity_model::{DType, DTypeKind, Scalar};

/// Digits behind the point.
const PRECISION: usize = 8;

/// How the elements of an array are written.
pub(super) enum Formatter {
    Bool { padded: bool },
    Integer { width: usize },
    Float(FloatFormat),
    Complex(FloatFormat, FloatFormat),
}

impl Formatter {
    pub(super) fn new(dtype: DType, items: &[Scalar], zero_dim: bool) -> Formatter {
        match dtype.kind() {
            DTypeKind::Bool => Formatter::Bool { padded: !zero_dim },
            DTypeKind::Signed | DTypeKind::Unsigned => {
                let width = |x: Option<i128>| x.map_or(0, |x| x.to_string().len());
                let values = || items.iter().filter_map(Scalar::as_integer);
                Formatter::Integer {
                    width: width(values().max()).max(width(values().min())),
                }
            }
            DTypeKind::Float => {
                let values: Vec<f64> = items.iter().filter_map(Scalar::as_float).collect();
                Formatter::Float(FloatFormat::new(dtype, &values, false))
            }
            DTypeKind::Complex => {
                let values: Vec<_> = items.iter().filter_map(Scalar::as_complex).collect();
                let real: Vec<f64> = values.iter().map(|z| z.re).collect();
                let imaginary: Vec<f64> = values.iter().map(|z| z.im).collect();
                Formatter::Complex(
                    FloatFormat::new(dtype.real(), &real, false),
                    FloatFormat::new(dtype.real(), &imaginary, true),
                )
            }
        }
    }

    pub(super) fn word(&self, item: &Scalar) -> String {
        match self {
            Formatter::Bool { padded } => {
                let text = if item.as_integer() == Some(0) {
                    "False"
                } else {
                    "True"
                };
                if *padded {
                    format!("{text:>5}")
                } else {
                    text.to_owned()
                }
            }
            Formatter::Integer { width } => {
                format!("{:>width$}", item.as_integer().unwrap_or(0))
            }
            Formatter::Float(format) => format.word(item.as_float().unwrap_or(0.0)),
            Formatter::Complex(real, imaginary) => {
                let z = item.as_complex().unwrap_or_default();
                let (re, im) = (real.word(z.re), imaginary.word(z.im));
                let bare = im.trim_end();
                format!("{re}{bare}j{}", &im[bare.len()..])
            }
        }
    }
}

/// How the floats of an array are written.
pub(super) struct FloatFormat {
    dtype: DType,
    /// Positive numbers bear a sign.
    plus: bool,
    left: usize,
    right: usize,
    /// Digits of fraction and exponent, in exponential form.
    exponential: Option<(usize, usize)>,
}

impl FloatFormat {
    fn new(dtype: DType, values: &[f64], plus: bool) -> FloatFormat {
        let finite: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
        let mut format = FloatFormat {
            dtype,
            plus,
            left: 0,
            right: 0,
            exponential: None,
        };
        if !finite.is_empty() {
            if is_exponential(dtype, &finite) {
                let (mut fraction, mut digits) = (0, 0);
                for &x in &finite {
                    let (whole, behind, power) = scientific(x, dtype, PRECISION);
                    fraction = fraction.max(behind.len());
                    digits = digits.max(exponent(power, 0).len() - 1);
                    format.left = format.left.max(format.sign(x).len() + whole.len());
                }
                format.right = fraction + digits + 2;
                format.exponential = Some((fraction, digits));
            } else {
                for &x in &finite {
                    let (whole, behind) = positional(x, dtype, PRECISION);
                    format.left = format.left.max(format.sign(x).len() + whole.len());
                    format.right = format.right.max(behind.len());
                }
            }
        }
        if finite.len() < values.len() {
            let signed = plus || values.contains(&f64::NEG_INFINITY);
            let room = format.right + 1;
            let longest = 3 + usize::from(signed);
            format.left = format.left.max(longest.saturating_sub(room));
        }
        format
    }

    fn sign(&self, x: f64) -> &'static str {
        if x.is_sign_negative() && !x.is_nan() {
            "-"
        } else if self.plus {
            "+"
        } else {
            ""
        }
    }

    fn word(&self, x: f64) -> String {
        let sign = self.sign(x);
        if !x.is_finite() {
            let text = format!("{sign}{}", if x.is_nan() { "nan" } else { "inf" });
            let width = self.left + self.right + 1;
            return format!("{text:>width$}");
        }
        match self.exponential {
            Some((fraction, digits)) => {
                let (mut whole, mut behind, mut power) = scientific(x, self.dtype, PRECISION);
                if behind.len() < fraction && x != 0.0 {
                    // NumPy fills up with the digits of the exact value, not with zeros.
                    let exact = format!("{:.fraction$e}", x.abs());
                    let (mantissa, exponent) = exact.split_once('e').unwrap_or((&exact, "0"));
                    if let (Ok(exponent), Some((w, b))) =
                        (exponent.parse(), mantissa.split_once('.'))
                    {
                        (whole, behind, power) = (w.to_owned(), b.to_owned(), exponent);
                    }
                }
                let whole = format!("{sign}{whole}");
                format!(
                    "{whole:>left$}.{behind:0<fraction$}e{}",
                    exponent(power, digits),
                    left = self.left
                )
            }
            None => {
                let (whole, behind) = positional(x, self.dtype, PRECISION);
                let whole = format!("{sign}{whole}");
                format!(
                    "{whole:>left$}.{behind:<right$}",
                    left = self.left,
                    right = self.right
                )
            }
        }
    }
}

/// Whether exponential form is needed: by the largest and smallest number that is not zero, compared in the
/// dtype's own arithmetic.
fn is_exponential(dtype: DType, finite: &[f64]) -> bool {
    let sizes = || finite.iter().map(|x| x.abs()).filter(|x| *x != 0.0);
    let (Some(largest), Some(smallest)) = (sizes().reduce(f64::max), sizes().reduce(f64::min))
    else {
        return false;
    };
    let own = |x: f64| -> f64 {
        match dtype {
            DType::F16 => f16::from_f64(x).to_f64(),
            #[expect(clippy::cast_possible_truncation, reason = "that is the point")]
            DType::F32 => f64::from(x as f32),
            _ => x,
        }
    };
    let limit = match dtype {
        DType::F16 => 1e3,
        DType::F32 => 1e6,
        _ => 1e8,
    };
    largest >= limit || smallest < own(0.0001) || own(largest / smallest) > 1000.0
}
