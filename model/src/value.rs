//! What may be passed to, or returned by, a NumPy call.

use crate::{DType, PyInt, Scalar};
use num_complex::Complex64;
use serde::{Deserialize, Serialize};

/// A value on either side of a NumPy call, over the array type `A`.
///
/// `Value<Var>` stands in a program (arrays are variables), `Value<Observed>` in an outcome, and a
/// library's dynamic entry takes and gives `Value<ItsArray>`. [`Value::try_map`] goes from one to another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Value<A> {
    /// `None`; also `np.newaxis` in an index.
    None,
    /// `...`
    Ellipsis,
    /// A Python bool.
    Bool(bool),
    /// A Python int.
    Int(PyInt),
    /// A Python float.
    Float(#[serde(with = "float_bits")] f64),
    /// A Python complex.
    Complex(#[serde(with = "complex_bits")] Complex64),
    /// A Python str.
    Str(String),
    /// A NumPy scalar.
    Scalar(Scalar),
    /// A dtype object.
    DType(DType),
    /// A slice object.
    Slice(Box<Slice<A>>),
    /// A Python list.
    List(Vec<Value<A>>),
    /// A Python tuple.
    Tuple(Vec<Value<A>>),
    /// An array, or a variable that may hold anything.
    Array(A),
}

/// A slice object; its parts are `None` or an index in a sound program, anything in an unsound one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are Python's")]
pub struct Slice<A> {
    pub start: Value<A>,
    pub stop: Value<A>,
    pub step: Value<A>,
}

impl<A> Value<A> {
    /// A Python int.
    pub fn int(value: i64) -> Value<A> {
        Value::Int(PyInt::from(value))
    }

    /// A slice with optional integer parts.
    pub fn slice(start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> Value<A> {
        let part = |p: Option<i64>| p.map_or(Value::None, Value::int);
        Value::Slice(Box::new(Slice {
            start: part(start),
            stop: part(stop),
            step: part(step),
        }))
    }

    /// The same value with every array replaced, outermost first, left to right.
    ///
    /// # Errors
    /// The first error of `f`.
    pub fn try_map<B, E>(
        &self,
        f: &mut impl FnMut(&A) -> Result<Value<B>, E>,
    ) -> Result<Value<B>, E> {
        let all = |items: &[Value<A>], f: &mut _| {
            items
                .iter()
                .map(|v| v.try_map(f))
                .collect::<Result<Vec<_>, E>>()
        };
        Ok(match self {
            Value::None => Value::None,
            Value::Ellipsis => Value::Ellipsis,
            Value::Bool(x) => Value::Bool(*x),
            Value::Int(x) => Value::Int(x.clone()),
            Value::Float(x) => Value::Float(*x),
            Value::Complex(x) => Value::Complex(*x),
            Value::Str(x) => Value::Str(x.clone()),
            Value::Scalar(x) => Value::Scalar(*x),
            Value::DType(x) => Value::DType(*x),
            Value::Slice(s) => Value::Slice(Box::new(Slice {
                start: s.start.try_map(f)?,
                stop: s.stop.try_map(f)?,
                step: s.step.try_map(f)?,
            })),
            Value::List(items) => Value::List(all(items, f)?),
            Value::Tuple(items) => Value::Tuple(all(items, f)?),
            Value::Array(a) => f(a)?,
        })
    }

    /// Calls `f` on every array in the value, left to right.
    pub fn for_each<'a>(&'a self, f: &mut impl FnMut(&'a A)) {
        match self {
            Value::Array(a) => f(a),
            Value::List(items) | Value::Tuple(items) => items.iter().for_each(|v| v.for_each(f)),
            Value::Slice(s) => [&s.start, &s.stop, &s.step]
                .into_iter()
                .for_each(|v| v.for_each(f)),
            _ => {}
        }
    }

    /// Python's name of the value's type; an array says `ndarray`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::None => "NoneType",
            Value::Ellipsis => "ellipsis",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Float(_) => "float",
            Value::Complex(_) => "complex",
            Value::Str(_) => "str",
            Value::Scalar(s) => match s.dtype() {
                // `type(np.True_).__name__` is `bool` too, but a Python bool is another kind.
                DType::Bool => "numpy.bool",
                dtype => dtype.name(),
            },
            Value::DType(_) => "dtype",
            Value::Slice(_) => "slice",
            Value::List(_) => "list",
            Value::Tuple(_) => "tuple",
            Value::Array(_) => "ndarray",
        }
    }
}

/// JSON has no NaN or infinity and readers round: floats are text there (shortest form that reads back
/// to the same number; NaNs are one), bits elsewhere.
mod float_bits {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{value:?}"))
        } else {
            serializer.serialize_u64(value.to_bits())
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        if deserializer.is_human_readable() {
            let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
            text.parse()
                .map_err(|_| D::Error::custom(format!("{text:.40?} is not a float")))
        } else {
            Ok(f64::from_bits(u64::deserialize(deserializer)?))
        }
    }
}

mod complex_bits {
    use num_complex::Complex64;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Parts(
        #[serde(with = "super::float_bits")] f64,
        #[serde(with = "super::float_bits")] f64,
    );

    pub(super) fn serialize<S: Serializer>(
        value: &Complex64,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Parts(value.re, value.im).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Complex64, D::Error> {
        Parts::deserialize(deserializer).map(|p| Complex64::new(p.0, p.1))
    }
}
