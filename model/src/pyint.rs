//! Python's `int`.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// A Python `int`, of any size; small values without allocation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyInt(Repr);

// Invariant: `Big` never holds a value that fits `i64`, so equality is structural.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}

impl PyInt {
    /// The value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(value) => Some(*value),
            Repr::Big(_) => None,
        }
    }

    /// The value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small(value) => Some(i128::from(*value)),
            Repr::Big(big) => big.to_i128(),
        }
    }

    /// The nearest float, `None` when it would overflow (Python's OverflowError).
    pub fn to_f64(&self) -> Option<f64> {
        match &self.0 {
            #[expect(
                clippy::cast_precision_loss,
                reason = "rounds to nearest, as Python does"
            )]
            Repr::Small(value) => Some(*value as f64),
            Repr::Big(big) => big.to_f64().filter(|x| x.is_finite()),
        }
    }

    /// True below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(value) => *value < 0,
            Repr::Big(big) => big.sign() == num_bigint::Sign::Minus,
        }
    }
}

impl From<i64> for PyInt {
    fn from(value: i64) -> PyInt {
        PyInt(Repr::Small(value))
    }
}

impl From<i128> for PyInt {
    fn from(value: i128) -> PyInt {
        BigInt::from(value).into()
    }
}

impl From<u64> for PyInt {
    fn from(value: u64) -> PyInt {
        i128::from(value).into()
    }
}

impl From<BigInt> for PyInt {
    fn from(value: BigInt) -> PyInt {
        match value.to_i64() {
            Some(small) => PyInt(Repr::Small(small)),
            None => PyInt(Repr::Big(Box::new(value))),
        }
    }
}

impl From<&PyInt> for BigInt {
    fn from(value: &PyInt) -> BigInt {
        match &value.0 {
            Repr::Small(small) => BigInt::from(*small),
            Repr::Big(big) => (**big).clone(),
        }
    }
}

impl std::str::FromStr for PyInt {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        text.parse::<BigInt>()
            .map(PyInt::from)
            .map_err(|e| format!("{text:.40?} is not an integer: {e}"))
    }
}

impl fmt::Display for PyInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Big(big) => big.fmt(f),
        }
    }
}

impl fmt::Debug for PyInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Longest decimal text accepted from a file, far above anything NumPy would take as a number.
const MAX_DIGITS: usize = 4300;

impl Serialize for PyInt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PyInt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        if text.len() > MAX_DIGITS {
            return Err(D::Error::custom(format!(
                "an integer of {} digits",
                text.len()
            )));
        }
        text.parse().map_err(D::Error::custom)
    }
}
