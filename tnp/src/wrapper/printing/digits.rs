//! Decimal digits of floats: the fewest that tell a number from its neighbours, or correctly rounded ones.

use half::f16;
use nparity_model::DType;

/// `0.d1d2...` is not how it is kept: the value is `d1.d2d3... * 10^exponent`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Digits {
    /// At least one, ASCII.
    digits: Vec<u8>,
    exponent: i32,
}

impl Digits {
    fn parse(scientific: &str) -> Digits {
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
        Digits {
            digits: mantissa.bytes().filter(u8::is_ascii_digit).collect(),
            exponent: exponent.parse().unwrap_or(0),
        }
    }

    /// The fewest digits that read back to the same number of the dtype.
    pub(super) fn shortest(x: f64, dtype: DType) -> Digits {
        let x = x.abs();
        match dtype.real() {
            DType::F16 => shortest_half(x),
            #[expect(clippy::cast_possible_truncation, reason = "it came from a float32")]
            DType::F32 => Digits::nearest(x, &format!("{:e}", x as f32)),
            _ => Digits::nearest(x, &format!("{x:e}")),
        }
    }

    /// As many digits as `shortest` has, of the exact value: between two that are equally near, the even one.
    fn nearest(x: f64, shortest: &str) -> Digits {
        let count = Digits::parse(shortest).digits.len();
        if x.is_finite() && count > 1 {
            Digits::parse(&format!("{x:.*e}", count - 1))
        } else {
            Digits::parse(shortest)
        }
    }

    /// Number of digits behind the point in positional form.
    fn fraction_length(&self) -> usize {
        let behind = self.digits.len() as i32 - 1 - self.exponent;
        if self.is_zero() {
            0
        } else {
            behind.max(0) as usize
        }
    }

    fn is_zero(&self) -> bool {
        self.digits.iter().all(|d| *d == b'0')
    }

    /// Digits before and behind the point, neither with superfluous zeros.
    fn positional(&self) -> (String, String) {
        let digits = String::from_utf8_lossy(&self.digits);
        if self.is_zero() {
            return ("0".to_owned(), String::new());
        }
        if self.exponent < 0 {
            let zeros = "0".repeat((-self.exponent - 1) as usize);
            return ("0".to_owned(), format!("{zeros}{digits}"));
        }
        let whole = self.exponent as usize + 1;
        if digits.len() <= whole {
            let zeros = "0".repeat(whole - digits.len());
            (format!("{digits}{zeros}"), String::new())
        } else {
            (digits[..whole].to_owned(), digits[whole..].to_owned())
        }
    }
}

/// Digits before and behind the point, at most `precision` of the latter, trailing zeros dropped.
pub(super) fn positional(x: f64, dtype: DType, precision: usize) -> (String, String) {
    let shortest = Digits::shortest(x, dtype);
    if shortest.fraction_length() <= precision {
        return shortest.positional();
    }
    let text = format!("{:.precision$}", x.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    (whole.to_owned(), fraction.trim_end_matches('0').to_owned())
}

/// The digit before the point, those behind it (at most `precision`, trailing zeros dropped), and the exponent.
pub(super) fn scientific(x: f64, dtype: DType, precision: usize) -> (String, String, i32) {
    let mut found = Digits::shortest(x, dtype);
    if found.digits.len() > precision + 1 {
        found = Digits::parse(&format!("{:.precision$e}", x.abs()));
    }
    let text = String::from_utf8_lossy(&found.digits).into_owned();
    let fraction = text[1..].trim_end_matches('0').to_owned();
    (text[..1].to_owned(), fraction, found.exponent)
}

/// `+08`, `-05`, `+100`: a sign and at least two digits.
pub(super) fn exponent(exponent: i32, digits: usize) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{:0>1$}", exponent.unsigned_abs(), digits.max(2))
}

fn shortest_half(x: f64) -> Digits {
    let wanted = f16::from_f64(x);
    for precision in 0..5 {
        let text = format!("{x:.precision$e}");
        if text
            .parse::<f64>()
            .is_ok_and(|y| f16::from_f64(y) == wanted)
        {
            let mut digits = Digits::parse(&text);
            while digits.digits.len() > 1 && digits.digits.last() == Some(&b'0') {
                digits.digits.pop();
            }
            return digits;
        }
    }
    Digits::parse(&format!("{x:e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_fewest_and_ties_round_to_even() {
        assert_eq!(positional(0.1, DType::F64, 8), ("0".into(), "1".into()));
        // 2^-9 has nine digits behind the point: a tie at the eighth.
        assert_eq!(positional(0.001953125, DType::F64, 8).1, "00195312");
        assert_eq!(positional(0.005859375, DType::F64, 8).1, "00585938");
        let x = f64::from(f16::from_f64(1.1));
        assert_eq!(positional(x, DType::F16, 8), ("1".into(), "1".into()));
        assert_eq!(
            scientific(123.0, DType::F64, 8),
            ("1".into(), "23".into(), 2)
        );
        assert_eq!(exponent(-5, 0), "-05");
        assert_eq!(exponent(7, 3), "+007");
    }
}
