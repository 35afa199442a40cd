//! Exception classes and floating-point events.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! error_classes {
    ($($variant:ident $name:literal $parents:expr),* $(,)?) => {
        /// The class of an exception, public NumPy or Python ones.
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[expect(missing_docs, reason = "the names are Python's and NumPy's")]
        pub enum ErrorClass {
            $($variant,)*
            /// Any other class, by name.
            Other(String),
        }

        impl ErrorClass {
            /// The class's name.
            pub fn name(&self) -> &str {
                match self {
                    $(ErrorClass::$variant => $name,)*
                    ErrorClass::Other(name) => name,
                }
            }

            /// The class of this name (`type(e).__name__`); NumPy's private subclasses of `UFuncTypeError`
            /// count as `UFuncTypeError`.
            pub fn from_name(name: &str) -> ErrorClass {
                match name {
                    $($name => ErrorClass::$variant,)*
                    "_UFuncNoLoopError" | "_UFuncBinaryResolutionError" | "_UFuncCastingError"
                    | "_UFuncInputCastingError" | "_UFuncOutputCastingError" => ErrorClass::UFuncTypeError,
                    "_ArrayMemoryError" => ErrorClass::MemoryError,
                    other => ErrorClass::Other(other.to_owned()),
                }
            }

            /// The classes that an `except` clause could name to catch this one, itself first.
            pub fn ancestry(&self) -> Vec<&str> {
                let parents: &[&str] = match self {
                    $(ErrorClass::$variant => $parents,)*
                    ErrorClass::Other(_) => &["Exception"],
                };
                std::iter::once(self.name()).chain(parents.iter().copied()).collect()
            }
        }
    };
}

error_classes! {
    ValueError "ValueError" &["Exception"],
    TypeError "TypeError" &["Exception"],
    IndexError "IndexError" &["LookupError", "Exception"],
    KeyError "KeyError" &["LookupError", "Exception"],
    AttributeError "AttributeError" &["Exception"],
    OverflowError "OverflowError" &["ArithmeticError", "Exception"],
    ZeroDivisionError "ZeroDivisionError" &["ArithmeticError", "Exception"],
    FloatingPointError "FloatingPointError" &["ArithmeticError", "Exception"],
    NotImplementedError "NotImplementedError" &["RuntimeError", "Exception"],
    RuntimeError "RuntimeError" &["Exception"],
    MemoryError "MemoryError" &["Exception"],
    AxisError "AxisError" &["ValueError", "IndexError", "LookupError", "Exception"],
    UFuncTypeError "UFuncTypeError" &["TypeError", "Exception"],
    DTypePromotionError "DTypePromotionError" &["TypeError", "Exception"],
    LinAlgError "LinAlgError" &["ValueError", "Exception"],
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of floating-point events: what `np.errstate` sees. `under` is left out: NumPy ignores it by
/// default, and which operations flag it depends on the CPU.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct FpEvents(u8);

impl FpEvents {
    /// No event.
    pub const NONE: FpEvents = FpEvents(0);
    /// Division by zero.
    pub const DIVIDE: FpEvents = FpEvents(1);
    /// Overflow.
    pub const OVER: FpEvents = FpEvents(2);
    /// Invalid value.
    pub const INVALID: FpEvents = FpEvents(8);

    /// NumPy's bits (`NPY_FPE_*`), with unknown ones dropped.
    pub const fn from_bits(bits: u8) -> FpEvents {
        FpEvents(bits & 0b1011)
    }

    /// NumPy's bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// True if no event is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: FpEvents) -> FpEvents {
        FpEvents(self.0 | other.0)
    }

    /// True if every event of `other` is in `self`.
    pub const fn contains(self, other: FpEvents) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for FpEvents {
    type Output = FpEvents;
    #[inline]
    fn bitor(self, other: FpEvents) -> FpEvents {
        self.union(other)
    }
}

impl std::ops::BitOrAssign for FpEvents {
    #[inline]
    fn bitor_assign(&mut self, other: FpEvents) {
        *self = self.union(other);
    }
}

impl fmt::Display for FpEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = [
            (Self::DIVIDE, "divide"),
            (Self::OVER, "over"),
            (Self::INVALID, "invalid"),
        ]
        .into_iter()
        .filter_map(|(event, name)| self.contains(event).then_some(name))
        .collect();
        f.write_str(
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join("+")
            }
            .as_str(),
        )
    }
}

impl fmt::Debug for FpEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
