//! An index as a user writes it, made typed.

use crate::ops::Arg;
use crate::prims::cast::cast;
use crate::tensor::Order;
use crate::unwrapped::arraylike::tensor_from;
use crate::{Error, Result, Tensor};
use nparity_model::{DType, ErrorClass, PyInt, Value};

/// One position of an index.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Int(i64),
    Slice(Part, Part, Part),
    NewAxis,
    Ellipsis,
    /// Integers, as int64.
    Ints(Tensor),
    /// A boolean array of one axis or more.
    Mask(Tensor),
    /// A single bool: an advanced index without an axis of its own.
    Flag(bool),
}

/// A part of a slice, not yet clipped.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Open,
    At(PyInt),
    /// No index at all: an error once the slice is used.
    Unfit,
}

/// A whole index.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) items: Vec<Item>,
    /// A 0-d integer array stood for an integer: what would be a view is a copy.
    pub(super) scalar_array: bool,
    /// The index is not a tuple, or one of length 1.
    pub(super) single: bool,
}

const INVALID: &str = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices";

/// Reads an index.
///
/// # Errors
/// `IndexError` for what cannot index, `OverflowError` for integers beyond 64 bits.
pub(super) fn parse(index: Arg) -> Result<Index> {
    let given = match index {
        Value::Tuple(items) => items,
        one => vec![one],
    };
    let mut parsed = Index {
        items: Vec::with_capacity(given.len() + 1),
        scalar_array: false,
        single: given.len() == 1,
    };
    for item in given {
        let item = parsed.item(item)?;
        if matches!(item, Item::Ellipsis)
            && parsed.items.iter().any(|i| matches!(i, Item::Ellipsis))
        {
            return Err(Error::index(
                "an index can only have a single ellipsis ('...')",
            ));
        }
        parsed.items.push(item);
    }
    Ok(parsed)
}

impl Index {
    fn item(&mut self, item: Arg) -> Result<Item> {
        Ok(match item {
            Value::None => Item::NewAxis,
            Value::Ellipsis => Item::Ellipsis,
            Value::Int(int) => integer(&int)?,
            Value::Slice(slice) => {
                Item::Slice(part(&slice.start), part(&slice.stop), part(&slice.step))
            }
            Value::Bool(flag) => Item::Flag(flag),
            Value::Scalar(s) => match s.as_integer() {
                Some(x) if s.dtype() == DType::Bool => Item::Flag(x != 0),
                Some(x) => integer(&x.into())?,
                None => return Err(Error::index(INVALID)),
            },
            Value::Array(tensor) => self.tensor(tensor, false)?,
            Value::List(items) | Value::Tuple(items) if items.is_empty() => {
                Item::Ints(Tensor::zeros(&[0], DType::I64, false)?)
            }
            sequence @ (Value::List(_) | Value::Tuple(_)) => {
                match tensor_from(sequence, None) {
                    Ok(tensor) => self.tensor(tensor, true)?,
                    // An object array.
                    Err(e) if e.class == ErrorClass::NotImplementedError => {
                        return Err(Error::index(INVALID));
                    }
                    Err(e) => return Err(e),
                }
            }
            Value::Float(_) | Value::Complex(_) | Value::Str(_) | Value::DType(_) => {
                return Err(Error::index(INVALID));
            }
        })
    }

    fn tensor(&mut self, tensor: Tensor, sequence: bool) -> Result<Item> {
        let dtype = tensor.dtype();
        match tensor.ndim() {
            0 if dtype == DType::Bool => Ok(Item::Flag(
                tensor.first().as_integer().is_some_and(|x| x != 0),
            )),
            0 if dtype.is_integer() => {
                self.scalar_array = true;
                integer(&tensor.first().as_integer().unwrap_or(0).into())
            }
            _ if dtype == DType::Bool => Ok(Item::Mask(tensor)),
            _ if dtype.is_integer() => Ok(Item::Ints(if dtype == DType::I64 {
                tensor
            } else {
                cast(&tensor, DType::I64, Order::K)?
            })),
            _ if sequence => Err(Error::index(INVALID)),
            _ => Err(Error::index(
                "arrays used as indices must be of integer (or boolean) type",
            )),
        }
    }
}

fn integer(int: &PyInt) -> Result<Item> {
    match (int.to_i64(), int.to_i128()) {
        (Some(x), _) => Ok(Item::Int(x)),
        (None, Some(x)) if u64::try_from(x).is_ok() => {
            Err(Error::overflow("Python int too large to convert to C long"))
        }
        _ => Err(Error::index(INVALID)),
    }
}

fn part(value: &Arg) -> Part {
    match value {
        Value::None => Part::Open,
        Value::Int(int) => Part::At(int.clone()),
        Value::Bool(x) => Part::At(i64::from(*x).into()),
        Value::Scalar(s) if s.dtype().is_integer() => {
            s.as_integer().map_or(Part::Unfit, |x| Part::At(x.into()))
        }
        Value::Array(t) if t.ndim() == 0 && t.dtype().is_integer() => t
            .first()
            .as_integer()
            .map_or(Part::Unfit, |x| Part::At(x.into())),
        _ => Part::Unfit,
    }
}

impl Part {
    /// The part within 64 bits, which is as good as any for an axis.
    fn value(&self) -> Result<Option<i64>> {
        match self {
            Part::Open => Ok(None),
            Part::At(int) => Ok(Some(int.to_i64().unwrap_or(if int.is_negative() {
                i64::MIN
            } else {
                i64::MAX
            }))),
            Part::Unfit => Err(Error::type_(
                "slice indices must be integers or None or have an __index__ method",
            )),
        }
    }
}

/// Start, step and number of elements of a slice on an axis, as NumPy resolves it.
///
/// # Errors
/// Python's, for unfit parts and a step of zero.
pub(super) fn resolve_slice(
    start: &Part,
    stop: &Part,
    step: &Part,
    length: usize,
) -> Result<(i64, i64, usize)> {
    let step = step.value()?.unwrap_or(1);
    if step == 0 {
        return Err(Error::value("slice step cannot be zero"));
    }
    // -step must exist.
    let step = step.max(-i64::MAX);
    let n = i64::try_from(length).unwrap_or(i64::MAX);
    let (low, high) = if step < 0 { (-1, n - 1) } else { (0, n) };
    let clip = |at: i64| (if at < 0 { at.saturating_add(n) } else { at }).clamp(low, high);
    let start = start
        .value()?
        .map_or(if step < 0 { high } else { low }, clip);
    let stop = stop
        .value()?
        .map_or(if step < 0 { low } else { high }, clip);
    let count = if step < 0 {
        if stop < start {
            (start - stop - 1) / -step + 1
        } else {
            0
        }
    } else if start < stop {
        (stop - start - 1) / step + 1
    } else {
        0
    };
    // As in NumPy, an empty slice begins at 0 and keeps the stride.
    Ok(if count == 0 {
        (0, 1, 0)
    } else {
        (start, step, count as usize)
    })
}
