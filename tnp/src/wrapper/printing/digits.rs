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
            DType::F32 => {
                let own = x as f32;
                Digits::nearest(x, &format!("{own:e}"), |text| text.parse() == Ok(own))
            }
            _ => Digits::nearest(x, &format!("{x:e}"), |text| text.parse() == Ok(x)),
        }
    }

    /// As many digits as `shortest` has, of the exact value: between two that are equally near, the even one.
    /// The neighbours of a power of two are not equally far, so that this need not read back to the number.
    fn nearest(x: f64, shortest: &str, reads_back: impl Fn(&str) -> bool) -> Digits {
        let digits = Digits::parse(shortest);
        let exact = format!("{x:.*e}", digits.digits.len() - 1);
        if x.is_finite() && reads_back(&exact) {
            Digits::parse(&exact)
        } else {
            digits
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

/// As the conversion of wider floats: digit by digit, until what the digits say or the next higher number of as
/// many digits reads back to the same half.
fn shortest_half(x: f64) -> Digits {
    // A half has at most 24 binary digits behind the point, so these are all its digits.
    let exact = Digits::parse(&format!("{x:.30e}"));
    let scale = |exponent: i32, count: usize| exponent - (count as i32 - 1);
    let reads_back = |number: u64, power: i32| {
        format!("{number}e{power}")
            .parse()
            .is_ok_and(|y| f16::from_f64(y) == f16::from_f64(x))
    };
    let mut below = 0u64;
    for (k, digit) in exact.digits.iter().take(17).enumerate() {
        below = below * 10 + u64::from(digit - b'0');
        let power = scale(exact.exponent, k + 1);
        let (low, high) = (reads_back(below, power), reads_back(below + 1, power));
        let rest = &exact.digits[k + 1..];
        let up = match (low, high) {
            (false, false) => continue,
            (true, true) => match rest.split_first() {
                Some((b'5', zeros)) if zeros.iter().all(|d| *d == b'0') => below % 2 == 1,
                Some((next, _)) => *next >= b'5',
                None => false,
            },
            (_, high) => high,
        };
        let digits = (below + u64::from(up)).to_string();
        let exponent = power + digits.len() as i32 - 1;
        let kept = digits.trim_end_matches('0').len().max(1);
        return Digits {
            digits: digits.as_bytes()[..kept].to_vec(),
            exponent,
        };
    }
    exact
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
        // 2^-6 lies nearer to its lower neighbour, so 0.01562 is no name for it.
        assert_eq!(positional(0.015625, DType::F16, 8).1, "01563");
        assert_eq!(positional(47338.8125, DType::F32, 8).1, "812");
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
