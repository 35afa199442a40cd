//! Parameter types of primitives: how an argument stands in a graph, and how a kernel takes it.

use crate::ops::{Arg, Param};
use crate::prims::elementwise::Kernel;
use crate::prims::reduce::{Extreme, ReduceDef, Start};
use crate::tensor::Order;
use crate::{Error, Result, Tensor};
use nparity_model::{DType, Scalar, Value};

/// A type that a primitive's parameter may have.
pub(crate) trait PrimParam: Sized {
    /// What the entry takes.
    type Ref<'a>: Copy;
    /// The argument as it stands in a graph.
    fn give(value: Self::Ref<'_>) -> Arg;
    /// Back from a graph, which may be anybody's.
    fn take(arg: Arg, name: &str) -> Result<Self>;
    /// For the entry.
    fn lend(&self) -> Self::Ref<'_>;
}

fn wrong(name: &str, arg: &Arg) -> Error {
    Error::type_(format!(
        "a primitive's {name} cannot be {}",
        arg.type_name()
    ))
}

impl PrimParam for Tensor {
    type Ref<'a> = &'a Tensor;
    fn give(value: &Tensor) -> Arg {
        Value::Array(value.clone())
    }
    fn take(arg: Arg, name: &str) -> Result<Tensor> {
        match arg {
            Value::Array(tensor) => Ok(tensor),
            Value::Scalar(scalar) => Ok(Tensor::from_scalar(&scalar)),
            other => Err(wrong(name, &other)),
        }
    }
    fn lend(&self) -> &Tensor {
        self
    }
}

impl PrimParam for Option<Tensor> {
    type Ref<'a> = Option<&'a Tensor>;
    fn give(value: Option<&Tensor>) -> Arg {
        value.cloned().map_or(Value::None, Value::Array)
    }
    fn take(arg: Arg, name: &str) -> Result<Option<Tensor>> {
        match arg {
            Value::None => Ok(None),
            other => <Tensor as PrimParam>::take(other, name).map(Some),
        }
    }
    fn lend(&self) -> Option<&Tensor> {
        self.as_ref()
    }
}

/// Several tensors.
impl PrimParam for Vec<Tensor> {
    type Ref<'a> = &'a [Tensor];
    fn give(value: &[Tensor]) -> Arg {
        Value::List(value.iter().cloned().map(Value::Array).collect())
    }
    fn take(arg: Arg, name: &str) -> Result<Vec<Tensor>> {
        match arg {
            Value::List(items) | Value::Tuple(items) => items
                .into_iter()
                .map(|item| <Tensor as PrimParam>::take(item, name))
                .collect(),
            other => Err(wrong(name, &other)),
        }
    }
    fn lend(&self) -> &[Tensor] {
        self
    }
}

macro_rules! plain {
    ($($t:ty),+) => {$(
        impl PrimParam for $t {
            type Ref<'a> = $t;
            fn give(value: $t) -> Arg {
                Param::to_arg(&value)
            }
            fn take(arg: Arg, name: &str) -> Result<$t> {
                Param::from_arg(arg, name)
            }
            fn lend(&self) -> $t {
                *self
            }
        }
    )+};
}
plain! { bool, DType, Order }

/// An axis or a length.
impl PrimParam for usize {
    type Ref<'a> = usize;
    fn give(value: usize) -> Arg {
        Value::int(value as i64)
    }
    fn take(arg: Arg, name: &str) -> Result<usize> {
        usize::try_from(i64::from_arg(arg, name)?)
            .map_err(|_| Error::value(format!("a primitive's {name} cannot be negative")))
    }
    fn lend(&self) -> usize {
        *self
    }
}

macro_rules! lists {
    ($($t:ty, $plain:ty);+ $(;)?) => {$(
        impl PrimParam for Vec<$t> {
            type Ref<'a> = &'a [$t];
            fn give(value: &[$t]) -> Arg {
                Value::List(value.iter().map(|&x| <$plain as PrimParam>::give(x)).collect())
            }
            fn take(arg: Arg, name: &str) -> Result<Vec<$t>> {
                match arg {
                    Value::List(items) | Value::Tuple(items) => items
                        .into_iter()
                        .map(|item| <$plain as PrimParam>::take(item, name))
                        .collect(),
                    other => Err(wrong(name, &other)),
                }
            }
            fn lend(&self) -> &[$t] {
                self
            }
        }
    )+};
}
lists! { usize, usize; bool, bool; }

impl PrimParam for Option<Vec<i64>> {
    type Ref<'a> = Option<&'a [i64]>;
    fn give(value: Option<&[i64]>) -> Arg {
        value.map_or(Value::None, |items| {
            Value::List(items.iter().map(|&x| Value::int(x)).collect())
        })
    }
    fn take(arg: Arg, name: &str) -> Result<Option<Vec<i64>>> {
        match arg {
            Value::None => Ok(None),
            other => Vec::from_arg(other, name).map(Some),
        }
    }
    fn lend(&self) -> Option<&[i64]> {
        self.as_deref()
    }
}

/// The inner loop of an element-wise primitive, by the name of its function and the dtypes of its operands.
#[derive(Clone, Copy)]
pub(crate) struct ElementLoop {
    pub(crate) name: &'static str,
    pub(crate) types: &'static [DType],
    pub(crate) kernel: Kernel,
}

impl PrimParam for ElementLoop {
    type Ref<'a> = ElementLoop;
    fn give(value: ElementLoop) -> Arg {
        let types = value.types.iter().map(|&d| Value::DType(d)).collect();
        Value::Tuple(vec![Value::Str(value.name.to_owned()), Value::List(types)])
    }
    fn take(arg: Arg, name: &str) -> Result<ElementLoop> {
        let parts: Option<(&str, Vec<DType>)> = match &arg {
            Value::Tuple(items) | Value::List(items) => match items.as_slice() {
                [Value::Str(name), Value::List(types)] => types
                    .iter()
                    .map(|t| match t {
                        Value::DType(d) => Some(*d),
                        _ => None,
                    })
                    .collect::<Option<Vec<DType>>>()
                    .map(|types| (name.as_str(), types)),
                _ => None,
            },
            _ => None,
        };
        let (function, types) = parts.ok_or_else(|| wrong(name, &arg))?;
        crate::unwrapped::ufunc::element_loop(function, &types)
            .ok_or_else(|| Error::value(format!("there is no loop {function} for {types:?}")))
    }
    fn lend(&self) -> ElementLoop {
        *self
    }
}

/// A reduction, by the name of its function.
impl PrimParam for &'static ReduceDef {
    type Ref<'a> = &'static ReduceDef;
    fn give(value: &'static ReduceDef) -> Arg {
        Value::Str(value.name.to_owned())
    }
    fn take(arg: Arg, name: &str) -> Result<&'static ReduceDef> {
        match &arg {
            Value::Str(text) => crate::prims::reduce::ALL
                .iter()
                .copied()
                .find(|def| def.name == text)
                .ok_or_else(|| Error::value(format!("there is no reduction {text}"))),
            other => Err(wrong(name, other)),
        }
    }
    fn lend(&self) -> &'static ReduceDef {
        self
    }
}

/// [`Start`] with its own value.
pub(crate) enum OwnStart {
    Value(Scalar),
    First,
    FirstThrough(DType),
}

impl OwnStart {
    /// The value, if it is one.
    pub(crate) fn value(&self) -> Option<Scalar> {
        match self {
            OwnStart::Value(scalar) => Some(*scalar),
            _ => None,
        }
    }
}

impl PrimParam for OwnStart {
    type Ref<'a> = Start<'a>;
    fn give(value: Start<'_>) -> Arg {
        match value {
            Start::Value(scalar) => Value::Scalar(*scalar),
            Start::First => Value::None,
            Start::FirstThrough(dtype) => Value::DType(dtype),
        }
    }
    fn take(arg: Arg, name: &str) -> Result<OwnStart> {
        match arg {
            Value::Scalar(scalar) => Ok(OwnStart::Value(scalar)),
            Value::None => Ok(OwnStart::First),
            Value::DType(dtype) => Ok(OwnStart::FirstThrough(dtype)),
            other => Err(wrong(name, &other)),
        }
    }
    fn lend(&self) -> Start<'_> {
        match self {
            OwnStart::Value(scalar) => Start::Value(scalar),
            OwnStart::First => Start::First,
            OwnStart::FirstThrough(dtype) => Start::FirstThrough(*dtype),
        }
    }
}

impl PrimParam for Extreme {
    type Ref<'a> = Extreme;
    fn give(value: Extreme) -> Arg {
        Value::Str(
            match value {
                Extreme::Max => "max",
                Extreme::Min => "min",
            }
            .to_owned(),
        )
    }
    fn take(arg: Arg, name: &str) -> Result<Extreme> {
        match &arg {
            Value::Str(text) if text == "max" => Ok(Extreme::Max),
            Value::Str(text) if text == "min" => Ok(Extreme::Min),
            other => Err(wrong(name, other)),
        }
    }
    fn lend(&self) -> Extreme {
        *self
    }
}
