//! What `ufunc.reduce` takes, and the reduction itself: checks in NumPy's order with NumPy's errors.

use super::arraylike::{assign_warning, pack, tensor_from, warn_complex};
use crate::ops::{Arg, Axes, Casting, Param};
use crate::prims::cast::copy;
use crate::prims::reduce::{ReduceDef, Start, reduce};
use crate::promotion::{can_cast, cast_scalar, promote_types};
use crate::tensor::{Order, Shape, Strides};
use crate::{Error, Result, Tensor};
use nparity_model::{DType, DTypeKind, Scalar, Value};

/// How NumPy's signatures print a default that stands for "not given".
const NO_VALUE: &str = "<no value>";

fn is_no_value(arg: &Arg) -> bool {
    matches!(arg, Value::Str(text) if text == NO_VALUE)
}

fn no_value() -> Arg {
    Value::Str(NO_VALUE.to_owned())
}

/// The `initial` of a reduction.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Initial {
    /// Not given: the ufunc's identity, if it has one.
    #[default]
    Default,
    /// `None`: begin with the first element.
    None,
    /// This value.
    Value(Arg),
}

impl Param for Initial {
    fn from_arg(arg: Arg, _: &str) -> Result<Initial> {
        Ok(match arg {
            Value::None => Initial::None,
            arg if is_no_value(&arg) => Initial::Default,
            arg => Initial::Value(arg),
        })
    }
    fn to_arg(&self) -> Arg {
        match self {
            Initial::Default => no_value(),
            Initial::None => Value::None,
            Initial::Value(arg) => arg.clone(),
        }
    }
}

/// The `keepdims` of a reduction: an integer to NumPy, not just any truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeepDims(pub Option<bool>);

impl KeepDims {
    /// Whether reduced axes stay with length 1.
    pub fn get(self) -> bool {
        self.0.unwrap_or(false)
    }
}

impl Param for KeepDims {
    fn from_arg(arg: Arg, name: &str) -> Result<KeepDims> {
        if is_no_value(&arg) {
            return Ok(KeepDims(None));
        }
        Ok(KeepDims(Some(match arg {
            Value::Bool(x) => x,
            Value::Float(_) => {
                return Err(Error::type_("integer argument expected, got float"));
            }
            other => i64::from_arg(other, name)? != 0,
        })))
    }
    fn to_arg(&self) -> Arg {
        self.0.map_or_else(no_value, Value::Bool)
    }
}

/// The operand of a reduction, which remembers whether it came as a NumPy scalar: a scalar's methods
/// give scalars even if `out` took the result.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    pub(crate) tensor: Tensor,
    is_scalar: bool,
}

impl Source {
    /// The result, seen from the operand.
    pub(crate) fn give(is_scalar: bool, result: Tensor) -> Result<Tensor> {
        if is_scalar && result.ndim() == 0 {
            copy(&result, Order::C)
        } else {
            Ok(result)
        }
    }

    /// The tensor, and whether it was a scalar.
    pub(crate) fn split(self) -> (Tensor, bool) {
        (self.tensor, self.is_scalar)
    }
}

impl From<Tensor> for Source {
    fn from(tensor: Tensor) -> Source {
        Source {
            tensor,
            is_scalar: false,
        }
    }
}

impl Param for Source {
    fn from_arg(arg: Arg, name: &str) -> Result<Source> {
        let is_scalar = matches!(arg, Value::Scalar(_));
        Ok(Source {
            tensor: Tensor::from_arg(arg, name)?,
            is_scalar,
        })
    }
    fn to_arg(&self) -> Arg {
        Value::Array(self.tensor.clone())
    }
}

/// The `where` of a reduction; `None` is everywhere.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Where(pub(crate) Option<Tensor>);

impl Where {
    /// The mask.
    ///
    /// # Errors
    /// `TypeError` for an array that is not bool.
    pub(crate) fn mask(self) -> Result<Option<Tensor>> {
        match self.0 {
            Some(t) if t.dtype() != DType::Bool => Err(Error::type_(format!(
                "Cannot cast {} from dtype('{}') to dtype('bool') according to the rule 'safe'",
                if t.ndim() == 0 {
                    "scalar"
                } else {
                    "array data"
                },
                t.dtype()
            ))),
            mask => Ok(mask),
        }
    }
}

impl Param for Where {
    fn from_arg(arg: Arg, _: &str) -> Result<Where> {
        Ok(Where(match arg {
            Value::Bool(true) => None,
            Value::None => Some(Tensor::from_scalar(&false.into())),
            arg if is_no_value(&arg) => None,
            Value::Str(text) => Some(Tensor::from_scalar(&(!text.is_empty()).into())),
            Value::Array(t) => Some(t),
            other => Some(tensor_from(other, Some(DType::Bool))?),
        }))
    }
    fn to_arg(&self) -> Arg {
        self.0.clone().map_or_else(no_value, Value::Array)
    }
}

/// The `out` of a reduction: an array or nothing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Out(pub Option<Tensor>);

impl Param for Out {
    fn from_arg(arg: Arg, _: &str) -> Result<Out> {
        match arg {
            Value::None => Ok(Out(None)),
            Value::Array(t) => Ok(Out(Some(t))),
            Value::Ellipsis => Err(Error::type_(
                "out=... is only allowed as a keyword argument.",
            )),
            _ => Err(Error::type_("return arrays must be of ArrayType")),
        }
    }
    fn to_arg(&self) -> Arg {
        self.0.clone().map_or(Value::None, Value::Array)
    }
}

/// The `out` of functions that are not ufuncs; the words of the error differ.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OutArray(pub Option<Tensor>);

impl Param for OutArray {
    fn from_arg(arg: Arg, _: &str) -> Result<OutArray> {
        match arg {
            Value::None => Ok(OutArray(None)),
            Value::Array(t) => Ok(OutArray(Some(t))),
            _ => Err(Error::type_("output must be an array")),
        }
    }
    fn to_arg(&self) -> Arg {
        self.0.clone().map_or(Value::None, Value::Array)
    }
}

/// The `axis` of functions that take one or none; a bool is not an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OneAxis(pub Option<i64>);

impl Param for OneAxis {
    fn from_arg(arg: Arg, name: &str) -> Result<OneAxis> {
        match arg {
            Value::None => Ok(OneAxis(None)),
            Value::Bool(_) => Err(Error::type_("an integer is required for the axis")),
            other => i64::from_arg(other, name).map(|axis| OneAxis(Some(axis))),
        }
    }
    fn to_arg(&self) -> Arg {
        self.0.to_arg()
    }
}

/// The arguments of `ufunc.reduce`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReduceArgs {
    pub(crate) axis: Axes,
    pub(crate) dtype: Option<DType>,
    pub(crate) out: Option<Tensor>,
    pub(crate) keepdims: bool,
    pub(crate) initial: Initial,
    pub(crate) where_: Option<Tensor>,
}

/// The marks of the axes to reduce. A single axis 0 or -1 of a 0-d array is let through.
pub(crate) fn reduced_axes(axis: &Axes, ndim: usize) -> Result<Vec<bool>> {
    if ndim == 0 && matches!(axis, Axes::One(0 | -1)) {
        return Ok(Vec::new());
    }
    let mut reduced = vec![false; ndim];
    for axis in axis.normalise(ndim)? {
        reduced[axis] = true;
    }
    Ok(reduced)
}

/// The dtype in which a ufunc reduces.
pub(crate) fn reduction_dtype(
    def: &'static ReduceDef,
    a: DType,
    dtype: Option<DType>,
    out: Option<DType>,
) -> Result<DType> {
    if def.logical {
        return match dtype {
            None | Some(DType::Bool) => Ok(DType::Bool),
            Some(_) => Err(Error::type_(format!(
                "No loop matching the specified signature and casting was found for ufunc {}",
                def.name
            ))),
        };
    }
    Ok(match (dtype, out) {
        (Some(dtype), _) => dtype,
        (None, Some(out)) => promote_types(a, out),
        (None, None) if def.widens => match a.kind() {
            DTypeKind::Bool | DTypeKind::Signed => DType::I64,
            DTypeKind::Unsigned => DType::U64,
            DTypeKind::Float | DTypeKind::Complex => a,
        },
        (None, None) => a,
    })
}

/// `ufunc.reduce`
pub(crate) fn reduce_with(
    def: &'static ReduceDef,
    a: &Tensor,
    args: &ReduceArgs,
) -> Result<Tensor> {
    let reduced = reduced_axes(&args.axis, a.ndim())?;
    let out_dtype = args.out.as_ref().map(Tensor::dtype);
    let dtype = reduction_dtype(def, a.dtype(), args.dtype, out_dtype)?;
    let initial = match &args.initial {
        Initial::Default => def.identity.map(|x| identity(x, dtype)),
        Initial::None => None,
        Initial::Value(arg) => Some(pack(arg, dtype)?),
    };
    // Accumulators lie in `out`, whatever its dtype: what begins the reduction passes through it.
    let through = out_dtype.filter(|out| *out != dtype);
    check_operands(def, a, &reduced, args)?;
    if args.where_.is_some() && initial.is_none() {
        return Err(Error::value(format!(
            "reduction operation '{}' does not have an identity, so to use a where mask one has to specify 'initial'",
            def.name
        )));
    }
    let empties_a_result = (a.shape().iter().zip(&reduced)).all(|(&n, &r)| r || n != 0);
    if initial.is_none() && a.shape().contains(&0) && empties_a_result {
        return Err(Error::value(format!(
            "zero-size array to reduction operation {} which has no identity",
            def.name
        )));
    }
    if !def.logical {
        warn_complex(a.dtype(), dtype);
    }
    if let Some(out) = through {
        warn_complex(out, dtype);
    }
    let initial = match (initial, through) {
        (Some(x), Some(out)) => Some(cast_scalar(&cast_scalar(&x, out), dtype)),
        (initial, _) => initial,
    };
    let start = match (&initial, through) {
        (Some(x), _) => Start::Value(x),
        (None, None) => Start::First,
        (None, Some(out)) => Start::FirstThrough(out),
    };
    let whole = reduce(def, a, &reduced, dtype, start, args.where_.as_ref())?;
    let result = if args.keepdims {
        whole
    } else {
        without_axes(&whole, &reduced)?
    };
    match &args.out {
        None => Ok(result),
        Some(out) => {
            assign_warning(&result, out)?;
            Ok(out.clone())
        }
    }
}

fn identity(value: i8, dtype: DType) -> Scalar {
    cast_scalar(&value.into(), dtype)
}

/// A view without the marked axes.
pub(crate) fn without_axes(t: &Tensor, reduced: &[bool]) -> Result<Tensor> {
    let kept = || (0..t.ndim()).filter(|&axis| !reduced[axis]);
    let shape: Shape = kept().map(|axis| t.shape()[axis]).collect();
    let strides: Strides = kept().map(|axis| t.strides()[axis]).collect();
    t.view(shape, strides, 0)
}

/// A shape as messages of the iterator print it; `None` is a missing axis, dropped in front.
fn shape_text(shape: impl Iterator<Item = Option<usize>>) -> String {
    let axes: Vec<String> = shape
        .skip_while(Option::is_none)
        .map(|n| n.map_or("newaxis".to_owned(), |n| n.to_string()))
        .collect();
    match axes.as_slice() {
        [one] => format!("({one},)"),
        many => format!("({})", many.join(",")),
    }
}

fn plain_shape(t: &Tensor) -> String {
    shape_text(t.shape().iter().copied().map(Some))
}

/// Shapes of `out` and `where` against the input.
fn check_operands(
    def: &'static ReduceDef,
    a: &Tensor,
    reduced: &[bool],
    args: &ReduceArgs,
) -> Result<()> {
    let name = def.name;
    // The axes of the input seen from `out`.
    let mut out_axes: Vec<Option<usize>> = Vec::new();
    if let Some(out) = &args.out {
        out.check_writeable("output array")?;
        let expected = if args.keepdims {
            a.ndim()
        } else {
            reduced.iter().filter(|&&r| !r).count()
        };
        if out.ndim() != expected {
            let must = if args.keepdims {
                " (must match the operand's when keepdims=True)"
            } else {
                ""
            };
            return Err(Error::value(format!(
                "output parameter for reduction operation {name} has the wrong number of dimensions: Found {} but expected {expected}{must}",
                out.ndim()
            )));
        }
        let mut next = 0..out.ndim();
        for &r in reduced {
            out_axes.push(if args.keepdims {
                next.next()
            } else if r {
                None
            } else {
                next.next()
            });
        }
    }
    if args
        .where_
        .as_ref()
        .is_some_and(|mask| mask.ndim() > a.ndim())
    {
        return Err(Error::value(
            "input operand has more dimensions than allowed by the axis remapping",
        ));
    }
    let out_length = |axis: usize| -> Option<usize> {
        (args.out.as_ref())
            .zip(out_axes.get(axis).copied().flatten())
            .filter(|_| !reduced[axis])
            .map(|(out, own)| out.shape()[own])
    };
    let mask_length = |axis: usize| -> Option<usize> {
        let mask = args.where_.as_ref()?;
        let own = axis.checked_sub(a.ndim() - mask.ndim())?;
        Some(mask.shape()[own])
    };
    let mut common: Shape = a.shape().into();
    for (axis, length) in common.iter_mut().enumerate() {
        for other in [out_length(axis), mask_length(axis)].into_iter().flatten() {
            if *length == 1 {
                *length = other;
            } else if other != 1 && other != *length {
                return Err(cannot_broadcast(a, &out_axes, args));
            }
        }
    }
    if let Some(out) = args.out.as_ref().filter(|_| args.keepdims)
        && let Some(axis) = (0..a.ndim()).find(|&k| reduced[k] && out.shape()[k] != 1)
    {
        let length = out.shape()[axis];
        return Err(
            if a.shape()
                .iter()
                .zip(out.shape())
                .all(|(&n, &m)| n == m || n == 1 || m == 1)
            {
                Error::value(format!(
                    "operand was set up as a reduction along axis {axis}, but the length of the axis is {length} (it has to be 1)"
                ))
            } else {
                cannot_broadcast(a, &out_axes, args)
            },
        );
    }
    if common.as_slice() != a.shape() {
        return Err(Error::value(format!(
            "non-broadcastable operand with shape {} doesn't match the broadcast shape {}",
            plain_shape(a),
            shape_text(common.iter().copied().map(Some))
        )));
    }
    if let Some(axis) =
        (0..a.ndim()).find(|&axis| out_length(axis).is_some_and(|n| n != common[axis]))
    {
        let own = out_axes[axis].unwrap_or(axis);
        return Err(Error::value(format!(
            "output operand requires a reduction along dimension {own}, but the reduction is not enabled. The dimension size of {} does not match the expected output shape.",
            out_length(axis).unwrap_or(1)
        )));
    }
    Ok(())
}

#[cold]
fn cannot_broadcast(a: &Tensor, out_axes: &[Option<usize>], args: &ReduceArgs) -> Error {
    let mut text =
        "operands could not be broadcast together with remapped shapes [original->remapped]: "
            .to_owned();
    if let Some(out) = &args.out {
        let remapped = (0..a.ndim()).map(|axis| out_axes[axis].map(|own| out.shape()[own]));
        let mut remapped = shape_text(remapped);
        if a.ndim() > 1 {
            // The comma of one axis is there only if there is no other axis, newaxis or not.
            remapped = remapped.replace(",)", ")");
        }
        text += &format!("{}->{remapped} ", plain_shape(out));
    }
    text += &format!("{} ", plain_shape(a));
    if let Some(mask) = &args.where_ {
        text += &format!("{} ", plain_shape(mask));
    }
    Error::value(text)
}

/// Refuses a conversion that the rule forbids, in the words of the ufunc machinery.
pub(crate) fn check_output_cast(name: &str, from: DType, to: DType) -> Result<()> {
    if can_cast(from, to, Casting::SameKind) {
        Ok(())
    } else {
        Err(Error::ufunc_type(format!(
            "Cannot cast ufunc '{name}' output from dtype('{from}') to dtype('{to}') with casting rule 'same_kind'"
        )))
    }
}
