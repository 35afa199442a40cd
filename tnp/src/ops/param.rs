//! Parameter types: how a NumPy user's arguments become typed ones.

use super::Arg;
use crate::tensor::Order;
use crate::{Error, Result, Tensor};
use nparity_model::{DType, PyInt, Scalar, Value};
use num_complex::Complex64;

/// A type that a parameter may have.
pub trait Param: Sized {
    /// The typed argument.
    ///
    /// # Errors
    /// What NumPy raises for such an argument in the parameter `name`.
    fn from_arg(arg: Arg, name: &str) -> Result<Self>;

    /// The argument as a value, for graphs and signatures; [`Param::from_arg`] reads it back.
    fn to_arg(&self) -> Arg;
}

/// A Python number without a dtype of its own: it takes the dtype of what it meets (NEP 50).
#[derive(Clone, PartialEq, Debug)]
pub enum Weak {
    /// A Python int.
    Int(PyInt),
    /// A Python float.
    Float(f64),
    /// A Python complex.
    Complex(Complex64),
}

/// An array operand: a tensor, or a weak Python number.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A tensor.
    Tensor(Tensor),
    /// A Python number.
    Weak(Weak),
}

impl Operand {
    /// The operand as a tensor; weak numbers take their default dtype.
    ///
    /// # Errors
    /// For an int that fits no 64-bit integer (NumPy would make an object array, which is out of scope).
    pub fn into_tensor(self) -> Result<Tensor> {
        match self {
            Operand::Tensor(tensor) => Ok(tensor),
            Operand::Weak(weak) => Ok(Tensor::from_scalar(&weak.default_scalar()?)),
        }
    }
}

impl Weak {
    /// The number with its default dtype: int64 (uint64 above its range), float64, complex128.
    ///
    /// # Errors
    /// For an int that fits neither.
    pub fn default_scalar(&self) -> Result<Scalar> {
        Ok(match self {
            Weak::Int(int) => match (
                int.to_i64(),
                int.to_i128().and_then(|x| u64::try_from(x).ok()),
            ) {
                (Some(small), _) => small.into(),
                (None, Some(large)) => large.into(),
                (None, None) => {
                    return Err(Error::not_implemented(format!(
                        "the Python int {int} would make an object array; object dtype is out of scope"
                    )));
                }
            },
            Weak::Float(x) => (*x).into(),
            Weak::Complex(z) => (*z).into(),
        })
    }

    /// The number as a value.
    pub fn to_value<A>(&self) -> Value<A> {
        match self {
            Weak::Int(int) => Value::Int(int.clone()),
            Weak::Float(x) => Value::Float(*x),
            Weak::Complex(z) => Value::Complex(*z),
        }
    }
}

impl From<Tensor> for Operand {
    fn from(tensor: Tensor) -> Operand {
        Operand::Tensor(tensor)
    }
}
impl From<&Tensor> for Operand {
    fn from(tensor: &Tensor) -> Operand {
        Operand::Tensor(tensor.clone())
    }
}
impl From<i64> for Operand {
    fn from(x: i64) -> Operand {
        Operand::Weak(Weak::Int(x.into()))
    }
}
impl From<f64> for Operand {
    fn from(x: f64) -> Operand {
        Operand::Weak(Weak::Float(x))
    }
}
impl From<Complex64> for Operand {
    fn from(z: Complex64) -> Operand {
        Operand::Weak(Weak::Complex(z))
    }
}
/// A Python bool is as strong as `np.bool`.
impl From<bool> for Operand {
    fn from(x: bool) -> Operand {
        Operand::Tensor(Tensor::from_scalar(&x.into()))
    }
}

impl Param for Operand {
    fn from_arg(arg: Arg, name: &str) -> Result<Operand> {
        Ok(match arg {
            Value::Array(tensor) => Operand::Tensor(tensor),
            Value::Scalar(scalar) => Operand::Tensor(Tensor::from_scalar(&scalar)),
            Value::Bool(x) => x.into(),
            Value::Int(int) => Operand::Weak(Weak::Int(int)),
            Value::Float(x) => x.into(),
            Value::Complex(z) => z.into(),
            other => Operand::Tensor(Tensor::from_arg(other, name)?),
        })
    }
    fn to_arg(&self) -> Arg {
        match self {
            Operand::Tensor(tensor) => Value::Array(tensor.clone()),
            Operand::Weak(weak) => weak.to_value(),
        }
    }
}

/// Anything array-like.
impl Param for Tensor {
    fn from_arg(arg: Arg, _: &str) -> Result<Tensor> {
        crate::unwrapped::creation::tensor_from(arg, None)
    }
    fn to_arg(&self) -> Arg {
        Value::Array(self.clone())
    }
}

impl<T: Param> Param for Option<T> {
    fn from_arg(arg: Arg, name: &str) -> Result<Self> {
        if matches!(arg, Value::None) {
            Ok(None)
        } else {
            T::from_arg(arg, name).map(Some)
        }
    }
    fn to_arg(&self) -> Arg {
        self.as_ref().map_or(Value::None, Param::to_arg)
    }
}

/// The raw value, for functions that look at it themselves.
impl Param for Arg {
    fn from_arg(arg: Arg, _: &str) -> Result<Arg> {
        Ok(arg)
    }
    fn to_arg(&self) -> Arg {
        self.clone()
    }
}

/// The truth of a value, as Python's `bool(x)` or a C `p` argument takes it.
impl Param for bool {
    fn from_arg(arg: Arg, _: &str) -> Result<bool> {
        Ok(match arg {
            Value::Bool(x) => x,
            Value::None => false,
            Value::Int(x) => x != PyInt::from(0i64),
            Value::Float(x) => x != 0.0,
            Value::Complex(z) => z.re != 0.0 || z.im != 0.0,
            Value::Str(s) => !s.is_empty(),
            Value::List(items) | Value::Tuple(items) => !items.is_empty(),
            Value::Scalar(s) => truth(&s),
            Value::Array(t) => match t.size() {
                0 => {
                    return Err(Error::value(
                        "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.",
                    ));
                }
                1 => truth(&t.first()),
                _ => {
                    return Err(Error::value(
                        "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
                    ));
                }
            },
            Value::Ellipsis | Value::DType(_) | Value::Slice(_) => true,
        })
    }
    fn to_arg(&self) -> Arg {
        Value::Bool(*self)
    }
}

fn truth(scalar: &Scalar) -> bool {
    match (scalar.as_integer(), scalar.as_float(), scalar.as_complex()) {
        (Some(x), _, _) => x != 0,
        (_, Some(x), _) => x != 0.0,
        (_, _, Some(z)) => z.re != 0.0 || z.im != 0.0,
        _ => unreachable!("a scalar is one of the three"),
    }
}

/// What `operator.index` gives, or Python's TypeError.
pub(crate) fn index(arg: &Arg) -> Result<PyInt> {
    let refused = |what: &str| {
        Error::type_(format!(
            "'{what}' object cannot be interpreted as an integer"
        ))
    };
    match arg {
        Value::Int(x) => Ok(x.clone()),
        Value::Bool(x) => Ok(i64::from(*x).into()),
        Value::Scalar(s) if s.dtype().is_integer() => {
            Ok(s.as_integer().expect("an integer").into())
        }
        Value::Array(t) if t.ndim() == 0 && t.dtype().is_integer() => {
            Ok(t.first().as_integer().expect("an integer").into())
        }
        Value::Array(t) if t.dtype().is_integer() => Err(Error::type_(
            "only integer scalar arrays can be converted to a scalar index",
        )),
        Value::Array(_) => Err(Error::type_(
            "only integer scalar arrays can be converted to a scalar index",
        )),
        other => Err(refused(other.type_name())),
    }
}

/// An index or count: `operator.index`, within 64 bits.
impl Param for i64 {
    fn from_arg(arg: Arg, _: &str) -> Result<i64> {
        index(&arg)?
            .to_i64()
            .ok_or_else(|| Error::overflow("Python int too large to convert to C long"))
    }
    fn to_arg(&self) -> Arg {
        Value::int(*self)
    }
}

impl Param for f64 {
    fn from_arg(arg: Arg, _: &str) -> Result<f64> {
        match arg {
            Value::Float(x) => Ok(x),
            Value::Int(x) => x
                .to_f64()
                .ok_or_else(|| Error::overflow("int too large to convert to float")),
            Value::Bool(x) => Ok(f64::from(u8::from(x))),
            Value::Scalar(s) if s.as_integer().is_some() => Ok(s.as_integer().unwrap_or(0) as f64),
            Value::Scalar(s) if s.as_float().is_some() => Ok(s.as_float().unwrap_or(0.0)),
            Value::Array(t) if t.size() == 1 => f64::from_arg(Value::Scalar(t.first()), ""),
            other => Err(Error::type_(format!(
                "must be real number, not {}",
                other.type_name()
            ))),
        }
    }
    fn to_arg(&self) -> Arg {
        Value::Float(*self)
    }
}

impl Param for String {
    fn from_arg(arg: Arg, name: &str) -> Result<String> {
        match arg {
            Value::Str(s) => Ok(s),
            other => Err(Error::type_(format!(
                "{name} must be str, not {}",
                other.type_name()
            ))),
        }
    }
    fn to_arg(&self) -> Arg {
        Value::Str(self.clone())
    }
}

impl Param for DType {
    fn from_arg(arg: Arg, _: &str) -> Result<DType> {
        match arg {
            Value::DType(dtype) => Ok(dtype),
            Value::None => Ok(DType::F64),
            Value::Str(text) => DType::parse(&text)
                .ok_or_else(|| Error::type_(format!("data type '{text}' not understood"))),
            other => Err(Error::type_(format!(
                "Cannot interpret '{}' as a data type",
                Brief(&other)
            ))),
        }
    }
    fn to_arg(&self) -> Arg {
        Value::DType(*self)
    }
}

/// A short Python repr of a plain value, for messages.
struct Brief<'a>(&'a Arg);
impl std::fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Value::Int(x) => write!(f, "{x}"),
            Value::Float(x) => write!(f, "{x:?}"),
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Ellipsis => f.write_str("Ellipsis"),
            other => f.write_str(other.type_name()),
        }
    }
}

impl Param for Order {
    fn from_arg(arg: Arg, _: &str) -> Result<Order> {
        match &arg {
            Value::Str(text) => match text.as_str() {
                "C" | "c" => Ok(Order::C),
                "F" | "f" => Ok(Order::F),
                "A" | "a" => Ok(Order::A),
                "K" | "k" => Ok(Order::K),
                _ => Err(Error::value(format!(
                    "order must be one of 'C', 'F', 'A', or 'K' (got '{text}')"
                ))),
            },
            Value::None => Ok(Order::C),
            other => Err(Error::type_(format!(
                "order must be str, not {}",
                other.type_name()
            ))),
        }
    }
    fn to_arg(&self) -> Arg {
        Value::Str(
            match self {
                Order::C => "C",
                Order::F => "F",
                Order::A => "A",
                Order::K => "K",
            }
            .to_owned(),
        )
    }
}

/// A casting rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names are NumPy's")]
pub enum Casting {
    No,
    Equiv,
    Safe,
    SameKind,
    Unsafe,
    SameValue,
}

impl Casting {
    /// NumPy's name.
    pub const fn name(self) -> &'static str {
        match self {
            Casting::No => "no",
            Casting::Equiv => "equiv",
            Casting::Safe => "safe",
            Casting::SameKind => "same_kind",
            Casting::Unsafe => "unsafe",
            Casting::SameValue => "same_value",
        }
    }
}

impl Param for Casting {
    fn from_arg(arg: Arg, _: &str) -> Result<Casting> {
        use Casting::{Equiv, No, Safe, SameKind, SameValue, Unsafe};
        match &arg {
            Value::Str(text) => {
                [No, Equiv, Safe, SameKind, Unsafe, SameValue].into_iter().find(|c| c.name() == text).ok_or_else(|| {
                    Error::value(format!(
                        "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe', 'same_value' (got '{text}')"
                    ))
                })
            }
            other => Err(Error::type_(format!("casting must be str, not {}", other.type_name()))),
        }
    }
    fn to_arg(&self) -> Arg {
        Value::Str(self.name().to_owned())
    }
}

/// The `axis` of a reduction: none (all axes), one, or several; not yet checked against an array.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Axes {
    /// `axis=None`
    #[default]
    All,
    /// `axis=k`
    One(i64),
    /// `axis=(i, j, ...)`
    Many(Vec<i64>),
}

impl Axes {
    /// The axes as positions in an array of `ndim` dimensions, in the order given.
    ///
    /// # Errors
    /// `AxisError` out of bounds; `ValueError` for a repeated axis.
    pub fn normalise(&self, ndim: usize) -> Result<Vec<usize>> {
        match self {
            Axes::All => Ok((0..ndim).collect()),
            Axes::One(axis) => Ok(vec![normalise_axis(*axis, ndim)?]),
            Axes::Many(axes) => {
                // All bounds are checked before any axis is found to stand twice.
                let axes = (axes.iter())
                    .map(|axis| normalise_axis(*axis, ndim))
                    .collect::<Result<Vec<_>>>()?;
                if (1..axes.len()).any(|i| axes[..i].contains(&axes[i])) {
                    return Err(Error::value("duplicate value in 'axis'"));
                }
                Ok(axes)
            }
        }
    }
}

/// An axis as a position.
///
/// # Errors
/// `AxisError` out of bounds.
pub(crate) fn normalise_axis(axis: i64, ndim: usize) -> Result<usize> {
    let n = ndim as i64;
    if (-n..n).contains(&axis) {
        Ok(axis.rem_euclid(n) as usize)
    } else {
        Err(Error::axis_bounds("", axis, ndim))
    }
}

/// An axis of a reduction; a bool is none.
fn axis_number(arg: Arg, name: &str) -> Result<i64> {
    match arg {
        Value::Bool(_) => Err(Error::type_("an integer is required")),
        other => i64::from_arg(other, name),
    }
}

impl Param for Axes {
    fn from_arg(arg: Arg, name: &str) -> Result<Axes> {
        Ok(match arg {
            Value::None => Axes::All,
            Value::Tuple(items) => Axes::Many(
                items
                    .into_iter()
                    .map(|item| axis_number(item, name))
                    .collect::<Result<_>>()?,
            ),
            other => Axes::One(axis_number(other, name)?),
        })
    }
    fn to_arg(&self) -> Arg {
        match self {
            Axes::All => Value::None,
            Axes::One(axis) => Value::int(*axis),
            Axes::Many(axes) => Value::Tuple(axes.iter().map(|a| Value::int(*a)).collect()),
        }
    }
}

/// A shape as given: an int or a sequence of ints, perhaps negative, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeArg(pub Vec<i64>);

impl ShapeArg {
    /// The shape of a new array.
    ///
    /// # Errors
    /// `ValueError` for negative lengths.
    pub fn for_new_array(&self) -> Result<Vec<usize>> {
        self.0
            .iter()
            .map(|&d| {
                usize::try_from(d).map_err(|_| Error::value("negative dimensions are not allowed"))
            })
            .collect()
    }
}

impl Param for ShapeArg {
    fn from_arg(arg: Arg, _: &str) -> Result<ShapeArg> {
        let one = |item: Arg| {
            if matches!(item, Value::Bool(_)) {
                return Err(Error::type_("an integer is required"));
            }
            index(&item)?
                .to_i64()
                .ok_or_else(|| Error::value("Maximum allowed dimension exceeded"))
        };
        let lengths = match arg {
            Value::Tuple(items) | Value::List(items) => {
                items.into_iter().map(one).collect::<Result<Vec<_>>>()?
            }
            Value::Array(t) if t.ndim() == 1 && (t.size() == 0 || t.dtype().is_integer()) => {
                crate::prims::cast::cast(&t, DType::I64, Order::C)?.to_vec::<i64>()
            }
            Value::Array(t) if t.ndim() == 1 => {
                return Err(Error::type_(format!(
                    "'numpy.{}' object cannot be interpreted as an integer",
                    t.dtype()
                )));
            }
            Value::None => return Err(Error::type_("Use () not None as shape arguments")),
            Value::Float(_) | Value::Complex(_) | Value::Bool(_) => {
                return Err(Error::type_(format!(
                    "expected a sequence of integers or a single integer, got '{}'",
                    Brief(&arg)
                )));
            }
            other => vec![one(other)?],
        };
        if lengths.len() > crate::tensor::MAX_NDIM {
            return Err(Error::value(format!(
                "maximum supported dimension for an ndarray is currently {}, found {}",
                crate::tensor::MAX_NDIM,
                lengths.len()
            )));
        }
        Ok(ShapeArg(lengths))
    }
    fn to_arg(&self) -> Arg {
        Value::Tuple(self.0.iter().map(|d| Value::int(*d)).collect())
    }
}

/// A sequence.
impl<T: Param> Param for Vec<T> {
    fn from_arg(arg: Arg, name: &str) -> Result<Vec<T>> {
        match arg {
            Value::List(items) | Value::Tuple(items) => items
                .into_iter()
                .map(|item| T::from_arg(item, name))
                .collect(),
            // Iterating over an array gives its rows.
            Value::Array(t) if t.ndim() > 0 => (0..t.shape()[0])
                .map(|i| {
                    let (shape, strides) = (t.shape()[1..].into(), t.strides()[1..].into());
                    T::from_arg(
                        Value::Array(t.view(shape, strides, t.strides()[0] * i as isize)?),
                        name,
                    )
                })
                .collect(),
            Value::Array(_) => Err(Error::type_("iteration over a 0-d array")),
            other => Err(Error::type_(format!(
                "'{}' object is not iterable",
                other.type_name()
            ))),
        }
    }
    fn to_arg(&self) -> Arg {
        Value::List(self.iter().map(Param::to_arg).collect())
    }
}
