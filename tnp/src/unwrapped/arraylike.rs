//! What is array-like: nested sequences of numbers become tensors.

use crate::ops::{Arg, Weak};
use crate::prims::cast::{assign, cast};
use crate::promotion::{cast_scalar, promote_types};
use crate::tensor::{MAX_NDIM, Order};
use crate::{Error, Result, Tensor, events};
use nparity_model::{DType, DTypeKind, PyInt, Scalar, Value};
use num_bigint::BigInt;
use num_traits::FromPrimitive;

/// The tensor of anything array-like, converted to `dtype` if one is given; an array of the dtype is
/// itself.
///
/// # Errors
/// NumPy's, for what is not array-like.
pub(crate) fn tensor_from(arg: Arg, dtype: Option<DType>) -> Result<Tensor> {
    match arg {
        Value::Array(tensor) => match dtype {
            Some(dtype) if dtype != tensor.dtype() => cast_warning(&tensor, dtype, Order::K),
            _ => Ok(tensor),
        },
        other => from_sequence(&other, dtype, MAX_NDIM, false),
    }
}

/// A fresh tensor of a number or nested sequence, of at most `max_ndim` dimensions.
pub(crate) fn from_sequence(
    arg: &Arg,
    dtype: Option<DType>,
    max_ndim: usize,
    fortran: bool,
) -> Result<Tensor> {
    let (shape, dtype) = discover(arg, dtype, max_ndim)?;
    let target = Tensor::zeros(&shape, dtype, fortran)?;
    fill(arg, &target)?;
    Ok(target)
}

/// The shape and dtype of a number or nested sequence.
///
/// # Errors
/// `ValueError` for ragged sequences, `NotImplementedError` for what needs an object array.
pub(crate) fn discover(
    arg: &Arg,
    dtype: Option<DType>,
    max_ndim: usize,
) -> Result<(Vec<usize>, DType)> {
    let mut discovery = Discovery {
        shape: Vec::new(),
        max_ndim,
        reached: false,
        ragged: false,
        dtype: None,
        object: None,
        fixed: dtype.is_some(),
    };
    discovery.visit(arg, 0);
    let Discovery {
        mut shape,
        max_ndim: ndim,
        ragged,
        object,
        dtype: found,
        ..
    } = discovery;
    shape.truncate(ndim);
    if ragged {
        return Err(Error::value(if ndim == max_ndim {
            format!(
                "setting an array element with a sequence. The requested array would exceed the maximum number of dimension of {max_ndim}."
            )
        } else {
            format!(
                "setting an array element with a sequence. The requested array has an inhomogeneous shape after {ndim} dimensions. The detected shape was {} + inhomogeneous part.",
                ShapeText(&shape)
            )
        }));
    }
    let dtype = match (dtype, object) {
        (Some(dtype), _) => dtype,
        (None, Some(what)) => {
            return Err(Error::not_implemented(format!(
                "an array of {what} would have object or string dtype, which is out of scope"
            )));
        }
        (None, None) => found.unwrap_or(DType::F64),
    };
    Ok((shape, dtype))
}

/// A shape as Python prints a tuple.
pub(crate) struct ShapeText<'a, T>(pub(crate) &'a [T]);

impl<T: std::fmt::Display> std::fmt::Display for ShapeText<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(")?;
        for (i, length) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{length}")?;
        }
        f.write_str(if self.0.len() == 1 { ",)" } else { ")" })
    }
}

/// Depth-first discovery of shape and dtype. As in NumPy, the first leaf fixes the number of dimensions,
/// and what does not fit it shrinks the usable dimensions and marks the whole as ragged.
struct Discovery {
    shape: Vec<usize>,
    max_ndim: usize,
    /// A leaf was met, so the shape is complete.
    reached: bool,
    ragged: bool,
    dtype: Option<DType>,
    /// Something that only an object or string array could hold.
    object: Option<String>,
    /// The dtype is given, so that of the elements does not matter.
    fixed: bool,
}

impl Discovery {
    fn visit(&mut self, arg: &Arg, depth: usize) {
        match arg {
            Value::Array(tensor) => {
                self.found(tensor.dtype());
                if !self.update(depth, tensor.shape(), false) {
                    self.ragged = true;
                }
            }
            Value::List(items) | Value::Tuple(items) if depth < self.max_ndim => {
                if !self.update(depth, &[items.len()], true) {
                    self.ragged = true;
                } else if items.is_empty() {
                    self.reached = true;
                    self.max_ndim = depth + 1;
                } else {
                    for item in items {
                        self.visit(item, depth + 1);
                    }
                }
            }
            leaf => {
                match leaf {
                    Value::List(_) | Value::Tuple(_) => self.ragged = true,
                    Value::Bool(_) => self.found(DType::Bool),
                    Value::Float(_) => self.found(DType::F64),
                    Value::Complex(_) => self.found(DType::C128),
                    Value::Scalar(s) => self.found(s.dtype()),
                    Value::Int(int) => match Weak::Int(int.clone()).default_scalar() {
                        Ok(s) => self.found(s.dtype()),
                        Err(_) => self.object = Some(format!("the Python int {int}")),
                    },
                    other => self.object = Some(format!("a Python {}", other.type_name())),
                }
                if !self.update(depth, &[], false) {
                    self.ragged = true;
                }
            }
        }
    }

    fn found(&mut self, dtype: DType) {
        if !self.fixed {
            self.dtype = Some(self.dtype.map_or(dtype, |d| promote_types(d, dtype)));
        }
    }

    /// Notes the lengths found from `depth` on; false if they do not fit what is known.
    fn update(&mut self, depth: usize, lengths: &[usize], sequence: bool) -> bool {
        let mut fits = true;
        let mut count = lengths.len();
        if depth + count > self.max_ndim {
            fits = false;
            count = self.max_ndim.saturating_sub(depth);
        } else if !sequence && self.max_ndim != depth + count {
            self.max_ndim = depth + count;
            fits = !self.reached;
        }
        for (i, &length) in lengths[..count].iter().enumerate() {
            let axis = depth + i;
            if !self.reached {
                self.shape.truncate(axis);
                self.shape.push(length);
            } else if self.shape.get(axis) != Some(&length) {
                fits = false;
                self.max_ndim = self.max_ndim.min(axis);
                break;
            }
        }
        if !sequence {
            self.reached = true;
        }
        fits
    }
}

/// Writes the leaves into a tensor of the discovered shape.
fn fill(arg: &Arg, target: &Tensor) -> Result<()> {
    match arg {
        Value::Array(tensor) => assign_warning(tensor, target),
        Value::List(items) | Value::Tuple(items) if target.ndim() > 0 => {
            let flat = target.ndim() == 1;
            if flat
                && items
                    .iter()
                    .all(|i| !matches!(i, Value::Array(_) | Value::List(_) | Value::Tuple(_)))
            {
                return fill_row(items, target);
            }
            for (i, item) in items.iter().enumerate() {
                fill(item, &target.subtensor(i)?)?;
            }
            Ok(())
        }
        leaf => {
            let scalar = pack(leaf, target.dtype())?;
            assign(&Tensor::from_scalar(&scalar), target)
        }
    }
}

/// A row of numbers: packed together and written at once.
fn fill_row(items: &[Arg], target: &Tensor) -> Result<()> {
    let mut bytes = Vec::with_capacity(items.len() * target.itemsize());
    for item in items {
        bytes.extend_from_slice(pack(item, target.dtype())?.bytes());
    }
    assign(
        &Tensor::from_bytes(target.shape(), target.dtype(), &bytes)?,
        target,
    )
}

/// One Python number, NumPy scalar or 0-d tensor as an element of the dtype, as assignment to an element
/// converts it.
///
/// # Errors
/// `OverflowError` for numbers out of range, `ValueError` for NaN as an integer, `TypeError` for what is
/// no number.
pub(crate) fn pack(value: &Arg, dtype: DType) -> Result<Scalar> {
    let integer = dtype.is_integer();
    match value {
        Value::Int(int) => Weak::Int(int.clone()).to_scalar(dtype),
        Value::Bool(x) => Ok(cast_scalar(&(*x).into(), dtype)),
        Value::Float(x) if integer => Weak::Int(whole(*x)?).to_scalar(dtype),
        Value::Float(x) => Ok(cast_scalar(&(*x).into(), dtype)),
        Value::Complex(z) => match dtype.kind() {
            DTypeKind::Complex | DTypeKind::Bool => Ok(cast_scalar(&(*z).into(), dtype)),
            _ => Err(not_a_number(dtype, "complex")),
        },
        Value::Scalar(s) if s.dtype() == dtype => Ok(*s),
        // NumPy's signed integers take foreign scalars by way of a Python int, which checks the range.
        Value::Scalar(s) if dtype.kind() == DTypeKind::Signed => {
            warn_complex(s.dtype(), dtype);
            let int = match (s.as_integer(), s.as_float(), s.as_complex()) {
                (Some(x), _, _) => PyInt::from(x),
                (_, Some(x), _) => whole(x)?,
                (_, _, Some(z)) => whole(z.re)?,
                _ => return Err(not_a_number(dtype, "object")),
            };
            Weak::Int(int).to_scalar(dtype)
        }
        Value::Scalar(s) => {
            warn_complex(s.dtype(), dtype);
            Ok(cast_scalar(s, dtype))
        }
        Value::Array(tensor) if tensor.ndim() == 0 => {
            warn_complex(tensor.dtype(), dtype);
            Ok(cast_scalar(&tensor.first(), dtype))
        }
        Value::Array(_) | Value::List(_) | Value::Tuple(_) => pack_sequence(value, dtype),
        Value::None => match dtype.kind() {
            DTypeKind::Bool => Ok(false.into()),
            DTypeKind::Float => Ok(cast_scalar(&f64::NAN.into(), dtype)),
            DTypeKind::Complex => Ok(cast_scalar(
                &num_complex::Complex64::new(f64::NAN, f64::NAN).into(),
                dtype,
            )),
            _ => Err(not_a_number(dtype, "NoneType")),
        },
        Value::Str(text) => pack_text(text, dtype),
        other if dtype == DType::Bool => {
            let _ = other;
            Ok(true.into())
        }
        other => Err(not_a_number(dtype, other.type_name())),
    }
}

/// A sequence has a truth value, and is no number otherwise.
fn pack_sequence(value: &Arg, dtype: DType) -> Result<Scalar> {
    let is_array = matches!(value, Value::Array(_));
    match dtype.kind() {
        DTypeKind::Bool => match <bool as crate::ops::Param>::from_arg(value.clone(), "") {
            Ok(flag) => Ok(flag.into()),
            Err(_) => Err(Error::value("setting an array element with a sequence.")),
        },
        DTypeKind::Complex if is_array => Err(Error::type_(
            "only 0-dimensional arrays can be converted to Python scalars",
        )),
        DTypeKind::Float => Err(Error::value("setting an array element with a sequence.")),
        _ if is_array => Err(Error::value("setting an array element with a sequence.")),
        _ => Err(not_a_number(dtype, value.type_name())),
    }
}

/// A str as a number, as `int()` and `float()` read it.
fn pack_text(text: &str, dtype: DType) -> Result<Scalar> {
    let bare = text.trim();
    match dtype.kind() {
        DTypeKind::Bool => Ok((!text.is_empty()).into()),
        DTypeKind::Signed | DTypeKind::Unsigned => match bare.parse::<PyInt>() {
            Ok(int) => Weak::Int(int).to_scalar(dtype),
            Err(_) => Err(Error::value(format!(
                "invalid literal for int() with base 10: '{text}'"
            ))),
        },
        DTypeKind::Float | DTypeKind::Complex => match bare.parse::<f64>() {
            Ok(x) => Ok(cast_scalar(&x.into(), dtype)),
            Err(_) if dtype.is_complex() => {
                Err(Error::value("complex() arg is a malformed string"))
            }
            Err(_) => Err(Error::value(format!(
                "could not convert string to float: '{text}'"
            ))),
        },
    }
}

/// `int(x)`
///
/// # Errors
/// Python's, for NaN and infinities.
pub(crate) fn whole(x: f64) -> Result<PyInt> {
    match BigInt::from_f64(x) {
        Some(int) => Ok(int.into()),
        None if x.is_nan() => Err(Error::value("cannot convert float NaN to integer")),
        None => Err(Error::overflow("cannot convert float infinity to integer")),
    }
}

fn not_a_number(dtype: DType, what: &str) -> Error {
    Error::type_(match dtype.kind() {
        DTypeKind::Float => {
            format!("float() argument must be a string or a real number, not '{what}'")
        }
        DTypeKind::Complex => {
            format!("must be real number, not {what}")
        }
        _ => format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{what}'"
        ),
    })
}

/// NumPy's `ComplexWarning`, where a conversion drops imaginary parts.
pub(crate) fn warn_complex(from: DType, to: DType) {
    if from.is_complex() && !to.is_complex() && to != DType::Bool {
        events::warn(
            "ComplexWarning",
            "Casting complex values to real discards the imaginary part",
        );
    }
}

/// [`cast`] by user's wish: warns where imaginary parts are dropped.
pub(crate) fn cast_warning(source: &Tensor, dtype: DType, order: Order) -> Result<Tensor> {
    warn_complex(source.dtype(), dtype);
    cast(source, dtype, order)
}

/// [`assign`] by user's wish: warns where imaginary parts are dropped.
pub(crate) fn assign_warning(source: &Tensor, target: &Tensor) -> Result<()> {
    warn_complex(source.dtype(), target.dtype());
    assign(source, target)
}

impl Tensor {
    /// `t[i]` of a tensor with an axis, `i` within its bounds.
    pub(crate) fn subtensor(&self, i: usize) -> Result<Tensor> {
        self.view(
            self.shape()[1..].into(),
            self.strides()[1..].into(),
            self.strides()[0].wrapping_mul(i as isize),
        )
    }
}
