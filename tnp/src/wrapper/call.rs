//! Calling ops with a NumPy user's arguments: unwrap, bind, call, wrap.

use super::NdArray;
use crate::ops::{self, Arg, OpDef, ScalarRule};
use crate::tensor::Order;
use crate::{Error, Result, Tensor, unwrapped};
use nparity_model::{DType, Name, PyInt, Scalar, Value};
use num_complex::Complex64;

/// Calls an op: the one way from wrapper to unwrapped functions.
///
/// # Errors
/// Python's for arguments that do not bind, and what the function raises.
pub fn call(
    op: &'static OpDef,
    args: Vec<Value<NdArray>>,
    kwargs: Vec<(Name, Value<NdArray>)>,
) -> Result<Value<NdArray>> {
    // A trace needs tensors, but for what would be written: a NumPy scalar cannot be.
    let scalars = |param: Option<&str>| {
        op.traits.scalar_values
            && (!crate::trace::is_active()
                || param.is_some_and(|name| op.traits.mutates.contains(&name)))
    };
    let keeps = op.traits.scalars != ScalarRule::Unpack;
    let plain_args = args
        .iter()
        .enumerate()
        .map(|(i, value)| {
            let scalars = scalars(op.params.get(i).map(|p| p.name()));
            match value {
                Value::Array(array) if array.is_scalar() && !scalars && keeps => apart(array),
                value => unwrap(value, scalars),
            }
        })
        .collect();
    let plain_kwargs = kwargs
        .iter()
        .map(|(name, value)| (name.clone(), unwrap(value, scalars(Some(name.as_ref())))))
        .collect();
    let mut bound = ops::bind(op, plain_args, plain_kwargs)?;
    let result = (op.call)(&mut bound)?;
    let given = Given {
        args: &args,
        kwargs: &kwargs,
    };
    Ok(wrap(op, result, &given))
}

/// Calls an op with one argument per required parameter; that of a variadic parameter is a sequence.
pub(crate) fn call_required(
    op: &'static OpDef,
    mut args: Vec<Value<NdArray>>,
) -> Result<Value<NdArray>> {
    if op.traits.variadic.is_some()
        && let Some(Value::Tuple(items) | Value::List(items)) =
            args.pop_if(|last| matches!(last, Value::Tuple(_) | Value::List(_)))
    {
        args.extend(items);
    }
    call(op, args, Vec::new())
}

/// A NumPy scalar as an array of its own: functions that give views must not give one of the scalar.
fn apart(scalar: &NdArray) -> Arg {
    let tensor = scalar.tensor();
    if crate::trace::is_active() {
        // Recorded; there is room for one element.
        let copy = unwrapped::creation::copy(Value::Array(tensor.clone()), Order::K, false);
        return Value::Array(copy.unwrap_or_else(|_| tensor.clone()));
    }
    Value::Array(Tensor::from_scalar(&tensor.first()))
}

fn unwrap(value: &Value<NdArray>, scalars: bool) -> Arg {
    let mapped: std::result::Result<Arg, std::convert::Infallible> =
        value.try_map(&mut |array: &NdArray| {
            Ok(if scalars && array.is_scalar() {
                Value::Scalar(array.tensor().first())
            } else {
                Value::Array(array.tensor().clone())
            })
        });
    match mapped {
        Ok(arg) => arg,
    }
}

struct Given<'a> {
    args: &'a [Value<NdArray>],
    kwargs: &'a [(Name, Value<NdArray>)],
}

impl Given<'_> {
    /// The argument object that is this very window, among `out` arguments or (if `any`) all.
    fn same(&self, op: &OpDef, tensor: &Tensor, any: bool) -> Option<NdArray> {
        let mut found = None;
        let mut look = |value: &Value<NdArray>| {
            value.for_each(&mut |array: &NdArray| {
                if found.is_none() && !array.is_scalar() && array.tensor().same_window(tensor) {
                    found = Some(array.clone());
                }
            });
        };
        for (name, value) in self.kwargs {
            if any || name == "out" {
                look(value);
            }
        }
        for (i, value) in self.args.iter().enumerate() {
            let is_out = op.params.get(i).is_some_and(|p| p.name() == "out");
            if any || is_out {
                look(value);
            }
        }
        found
    }
}

impl Given<'_> {
    /// `out=...`: an array, of no dimensions too.
    fn wants_array(&self) -> bool {
        self.kwargs
            .iter()
            .any(|(name, value)| name == "out" && matches!(value, Value::Ellipsis))
    }
}

fn unpacks(rule: ScalarRule, given: &Given<'_>) -> bool {
    match rule {
        ScalarRule::Unpack => !given.wants_array(),
        ScalarRule::Keep => false,
        ScalarRule::UnlessEllipsis => match given.args.get(1) {
            Some(Value::Ellipsis) => false,
            Some(Value::Tuple(items)) => !items.iter().any(|i| matches!(i, Value::Ellipsis)),
            _ => true,
        },
    }
}

/// A method of a NumPy scalar gives scalars where it would give 0-d arrays, and so do the functions that
/// call the method (`np.transpose`); `np.copy` is none of them.
fn of_scalar(op: &OpDef, given: &Given<'_>) -> bool {
    let is_scalar = match given.args.first() {
        Some(Value::Scalar(_)) => true,
        Some(Value::Array(array)) => array.is_scalar(),
        _ => false,
    };
    let calls_method = op.traits.faces.attribute || ops::method(op.name).is_some();
    let calls_method = calls_method && !(op.traits.faces.function && op.name == "copy");
    is_scalar && calls_method && op.traits.scalars == ScalarRule::Keep
}

fn wrap(op: &OpDef, result: Arg, given: &Given<'_>) -> Value<NdArray> {
    let mapped: std::result::Result<Value<NdArray>, std::convert::Infallible> =
        result.try_map(&mut |tensor: &Tensor| {
            Ok(Value::Array(
                if let Some(same) = given.same(op, tensor, op.traits.may_return_argument) {
                    same
                } else if tensor.ndim() == 0
                    && (unpacks(op.traits.scalars, given) || of_scalar(op, given))
                {
                    NdArray::scalar_from_tensor(tensor.clone())
                } else {
                    NdArray::from_tensor(tensor.clone())
                },
            ))
        });
    match mapped {
        Ok(value) => value,
    }
}

/// What a wrapper function takes as an argument.
pub trait IntoValue {
    /// The argument as a value.
    fn into_value(self) -> Value<NdArray>;
}

macro_rules! into_value {
    ($($t:ty, $x:ident => $value:expr);* $(;)?) => {$(
        impl IntoValue for $t {
            fn into_value(self) -> Value<NdArray> {
                let $x = self;
                $value
            }
        }
    )*};
}
into_value! {
    Value<NdArray>, x => x;
    NdArray, x => Value::Array(x);
    &NdArray, x => Value::Array(x.clone());
    bool, x => Value::Bool(x);
    i32, x => Value::int(i64::from(x));
    i64, x => Value::int(x);
    usize, x => Value::Int(PyInt::from(x as u64));
    PyInt, x => Value::Int(x);
    f64, x => Value::Float(x);
    Complex64, x => Value::Complex(x);
    &str, x => Value::Str(x.to_owned());
    Scalar, x => Value::Scalar(x);
    DType, x => Value::DType(x);
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Value<NdArray> {
        self.map_or(Value::None, IntoValue::into_value)
    }
}

/// A Python list.
impl<T: IntoValue> IntoValue for Vec<T> {
    fn into_value(self) -> Value<NdArray> {
        Value::List(self.into_iter().map(IntoValue::into_value).collect())
    }
}

/// A Python list.
impl<T: IntoValue, const N: usize> IntoValue for [T; N] {
    fn into_value(self) -> Value<NdArray> {
        Value::List(self.into_iter().map(IntoValue::into_value).collect())
    }
}

macro_rules! into_tuple {
    ($($t:ident)*) => {
        /// A Python tuple.
        impl<$($t: IntoValue),*> IntoValue for ($($t,)*) {
            #[allow(non_snake_case, reason = "one binding per type parameter")]
            fn into_value(self) -> Value<NdArray> {
                let ($($t,)*) = self;
                Value::Tuple(vec![$($t.into_value()),*])
            }
        }
    };
}
into_tuple! {}
into_tuple! { A }
into_tuple! { A B }
into_tuple! { A B C }
into_tuple! { A B C D }

/// A call by name, with keywords: what [`np!`](crate::np) makes.
#[derive(Debug)]
pub struct Call {
    op: &'static OpDef,
    args: Vec<Value<NdArray>>,
    kwargs: Vec<(Name, Value<NdArray>)>,
}

impl Call {
    /// A call of the function with this name.
    ///
    /// # Errors
    /// `AttributeError` if there is none.
    pub fn function(name: &str) -> Result<Call> {
        let op = ops::function(name)
            .ok_or_else(|| Error::attribute(format!("module 'numpy' has no attribute '{name}'")))?;
        Ok(Call {
            op,
            args: Vec::new(),
            kwargs: Vec::new(),
        })
    }

    /// One more positional argument.
    #[must_use]
    pub fn arg(mut self, value: impl IntoValue) -> Call {
        self.args.push(value.into_value());
        self
    }

    /// One more keyword argument.
    #[must_use]
    pub fn kw(mut self, name: &'static str, value: impl IntoValue) -> Call {
        self.kwargs.push((name.into(), value.into_value()));
        self
    }

    /// Runs it.
    ///
    /// # Errors
    /// As [`call`].
    pub fn run(self) -> Result<Value<NdArray>> {
        call(self.op, self.args, self.kwargs)
    }

    /// Runs it and gives its one array.
    ///
    /// # Errors
    /// As [`call`]; `TypeError` if the result is not one array or NumPy scalar.
    pub fn array(self) -> Result<NdArray> {
        match self.run()? {
            Value::Array(array) => Ok(array),
            other => Err(Error::type_(format!(
                "the result is a {}, not one array",
                other.type_name()
            ))),
        }
    }
}

/// A NumPy call as it is written in Python: `np!(sum(&a, axis = 1, keepdims = true))`.
///
/// Gives a `Result` of the one array that results; see [`Call`](crate::wrapper::Call) for other results.
#[macro_export]
macro_rules! np {
    ($name:ident ( $($rest:tt)* )) => {
        $crate::wrapper::Call::function(stringify!($name))
            .and_then(|call| $crate::np!(@ call, $($rest)*).array())
    };
    (@ $call:expr, $key:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::np!(@ $call.kw(stringify!($key), $value), $($($rest)*)?)
    };
    (@ $call:expr, $value:expr $(, $($rest:tt)*)?) => {
        $crate::np!(@ $call.arg($value), $($($rest)*)?)
    };
    (@ $call:expr,) => { $call };
}

#[cfg(test)]
mod tests {
    use crate::wrapper;
    use nparity_model::DType;

    #[test]
    fn one_definition_has_all_faces() {
        let a = wrapper::zeros((2, 3)).unwrap();
        let t = wrapper::transpose(&a).unwrap();
        assert_eq!(t.tensor().shape(), [3, 2]);
        let b = np!(zeros((2, 3), dtype = DType::I8)).unwrap();
        assert_eq!(b.tensor().dtype(), DType::I8);
        let c = np!(transpose(&b, axes = (0, 1))).unwrap();
        assert!(c.tensor().shares_storage(b.tensor()));
        let wrong = np!(zeros(3, sort = 1)).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "TypeError: zeros() got an unexpected keyword argument 'sort'"
        );
    }
}
