//! The plain `ndarray` crate as a library under test.
//!
//! Which of its functions answer which NumPy calls; `array.rs` beside it says how a literal becomes an
//! array and what can be seen of one. This is all that a third party writes to test its own library.

#[macro_use]
mod array;

use array::{Array, Element, View, index, integer, make, show};
use ndarray::{ArrayD, Axis, IxDyn};
use nparity_harness::Subject;
use nparity_harness::adaptor::{Call, Declined, Table};
use nparity_model::{ErrorClass, Value};

type Answer = Result<Value<Array>, Declined>;

/// The view of an array that another function describes.
fn view(array: &Array, view: View) -> Answer {
    Ok(Value::Array(
        each!(array, a => Element::array(a.view(view))),
    ))
}

fn array<'a>(call: &Call<'a, Array>) -> Result<(&'a Array, &'a [Value<Array>]), Declined> {
    match call.args() {
        [Value::Array(array), rest @ ..] => Ok((array, rest)),
        _ => Err(Declined::missing("no array")),
    }
}

fn shape(array: &Array) -> Vec<usize> {
    each!(array, a => a.shape())
}

type Pair<T> = Option<(ArrayD<T>, ArrayD<T>)>;

/// Two operands of one dtype, broadcast to each other.
fn pair<T: Element>(x: &Value<Array>, y: &Value<Array>) -> Result<Pair<T>, Declined> {
    let (Some(a), Some(b)) = (T::operand(x), T::operand(y)) else {
        return Ok(None);
    };
    let (m, n) = (a.ndim(), b.ndim());
    let size = |shape: &[usize], k: usize| shape[shape.len() - k];
    let shape: Vec<usize> = (1..=m.max(n))
        .rev()
        .map(|k| {
            let p = if k <= m { size(a.shape(), k) } else { 1 };
            let q = if k <= n { size(b.shape(), k) } else { 1 };
            if p == 1 { q } else { p }
        })
        .collect();
    match (a.broadcast(&*shape), b.broadcast(&*shape)) {
        (Some(a), Some(b)) => Ok(Some((a.to_owned(), b.to_owned()))),
        _ => Err(Declined::value_error("ndarray: could not broadcast")),
    }
}

fn setitem(call: &Call<'_, Array>) -> Answer {
    let [Value::Array(target), at, value] = call.exactly()? else {
        return Err(Declined::missing("no array"));
    };
    let at = index(at, &shape(target))?;
    each!(target, a => {
        let value = Element::operand(value).ok_or_else(|| Declined::missing("casts"))?;
        a.view(at).with(|mut to| match value.broadcast(to.raw_dim()) {
            Some(value) => { to.assign(&value); Ok(Value::None) }
            None => Err(Declined::value_error("ndarray: could not broadcast array")),
        })
    })
}

/// The sizes in a shape argument, as one tuple or several integers.
fn sizes(args: &[Value<Array>]) -> Result<Vec<usize>, Declined> {
    let items = match args {
        [Value::Tuple(items) | Value::List(items)] => items.as_slice(),
        items => items,
    };
    let size = |x| integer(x).and_then(|x| usize::try_from(x).ok());
    (items.iter().map(size).collect::<Option<_>>()).ok_or_else(|| Declined::missing("such sizes"))
}

fn transpose(call: &Call<'_, Array>) -> Answer {
    call.only(usize::MAX, &[])?;
    let (a, axes) = (array(call)?.0, array(call)?.1);
    match axes {
        [] if call.kwarg("axes").is_none() => {
            view(a, View::Permuted((0..shape(a).len()).rev().collect()))
        }
        [_, ..] => view(a, View::Permuted(sizes(axes)?)),
        _ => Err(Declined::missing("axes as a keyword")),
    }
}

fn reshape(call: &Call<'_, Array>) -> Answer {
    call.only(usize::MAX, &[])?;
    let (a, shape) = array(call)?;
    if shape.is_empty() {
        return Err(Declined::missing("no shape"));
    }
    let shape = sizes(shape)?;
    each!(a, x => match x.get().into_shape_with_order(IxDyn(&shape)) {
        Err(error) => Err(Declined::value_error(error)),
        Ok(_) if x.with(|v| v.is_standard_layout()) => view(a, View::Reshaped(shape)),
        Ok(copy) => Ok(Element::value(copy)),
    })
}

/// A binary function of two operands of one shape.
macro_rules! binary {
    ($f:expr, $($t:ty),+) => {
        |call: &Call<'_, Array>| -> Answer {
            let [x, y] = call.exactly()?;
            $(if let Some((a, b)) = pair::<$t>(x, y)? {
                let f: fn(&ArrayD<$t>, &ArrayD<$t>) -> ArrayD<_> = $f;
                return Ok(Element::value(f(&a, &b)));
            })+
            Err(Declined::missing("these two dtypes"))
        }
    };
}

macro_rules! in_place {
    ($op:tt, $($t:ty),+) => {
        |call: &Call<'_, Array>| -> Answer {
            let [Value::Array(x), y] = call.exactly()? else {
                return Err(Declined::missing("no array"));
            };
            $(if let (Some(a), Some(b)) = (<$t>::shared(x), <$t>::operand(y)) {
                return a.with(|mut a| match b.broadcast(a.raw_dim()) {
                    Some(b) => { a $op &b; Ok(Value::Array(x.clone())) }
                    None => Err(Declined::value_error("ndarray: could not broadcast")),
                });
            })+
            Err(Declined::missing("these two dtypes"))
        }
    };
}

macro_rules! compare {
    ($op:tt) => {
        binary!(|a, b| ndarray::Zip::from(a).and(b).map_collect(|x, y| x $op y), f64, f32, i64, i32, u8, bool)
    };
}

macro_rules! unary {
    ($f:expr, $($t:ty),+) => {
        |call: &Call<'_, Array>| -> Answer {
            let [x] = call.arrays()?;
            $(if let Some(a) = <$t>::shared(x) {
                let f: fn(ArrayD<$t>) -> ArrayD<$t> = $f;
                return Ok(Element::value(f(a.get())));
            })+
            Err(Declined::missing("this dtype"))
        }
    };
}

/// A reduction over one axis or all.
macro_rules! reduce {
    ($all:expr, $one:expr, $($t:ty),+) => {
        |call: &Call<'_, Array>| -> Answer {
            call.only(2, &["axis"])?;
            let (x, rest) = array(call)?;
            $(if let Some(a) = <$t>::shared(x) {
                let a = a.get();
                let (all, one): (fn(&ArrayD<$t>) -> $t, fn(&ArrayD<$t>, Axis) -> ArrayD<$t>) = ($all, $one);
                return match rest.first().or(call.kwarg("axis")) {
                    None | Some(Value::None) => Ok(Value::Scalar(all(&a).into())),
                    Some(axis) => {
                        let k = integer(axis).ok_or_else(|| Declined::missing("several axes"))?;
                        let k = if k < 0 { k + a.ndim() as i64 } else { k };
                        match usize::try_from(k) {
                            Ok(k) if k < a.ndim() => Ok(Element::value(one(&a, Axis(k)))),
                            _ => Err(Declined::Raises(ErrorClass::AxisError, "ndarray: no such axis".into())),
                        }
                    }
                };
            })+
            Err(Declined::missing("this dtype"))
        }
    };
}

/// The subject.
pub fn subject() -> impl Subject {
    // Each as a function and as Python's operator.
    macro_rules! table {
        ($table:expr; $($name:literal $operator:literal $f:expr;)+) => {
            $table $(.op($name, $f).op($operator, $f))+
        };
    }
    let table = Table::new("example:ndarray", make, show);
    table!(table;
        "add" "(add)" binary!(|a, b| a + b, f64, f32, i64, i32, u8);
        "subtract" "(sub)" binary!(|a, b| a - b, f64, f32, i64, i32, u8);
        "multiply" "(mul)" binary!(|a, b| a * b, f64, f32, i64, i32, u8);
        "divide" "(truediv)" binary!(|a, b| a / b, f64, f32);
        "remainder" "(mod)" binary!(|a, b| a % b, f64, f32, i64, i32, u8);
        "bitwise_and" "(and_)" binary!(|a, b| a & b, i64, i32, u8, bool);
        "bitwise_or" "(or_)" binary!(|a, b| a | b, i64, i32, u8, bool);
        "bitwise_xor" "(xor)" binary!(|a, b| a ^ b, i64, i32, u8, bool);
        "less" "(lt)" compare!(<);
        "less_equal" "(le)" compare!(<=);
        "equal" "(eq)" compare!(==);
        "not_equal" "(ne)" compare!(!=);
        "negative" "(neg)" unary!(|a| -a, f64, f32, i64, i32);
        "absolute" "(abs)" unary!(|a| a.abs(), f64, f32);
        "transpose" ".transpose" transpose;
        "reshape" ".reshape" reshape;
        "sum" ".sum" reduce!(|a| a.sum(), |a, k| a.sum_axis(k), f64, f32, i64, i32, u8);
        "prod" ".prod" reduce!(|a| a.product(), |a, k| a.product_axis(k), f64, f32, i64, i32, u8);
        "mean" ".mean" reduce!(
            |a| a.mean().unwrap_or(f64::NAN),
            |a, k| a.mean_axis(k).expect("an axis that is not empty"),
            f64
        );
    )
    .op("(iadd)", in_place!(+=, f64, f32, i64, i32, u8))
    .op("(isub)", in_place!(-=, f64, f32, i64, i32, u8))
    .op("(imul)", in_place!(*=, f64, f32, i64, i32, u8))
    .op("(itruediv)", in_place!(/=, f64, f32))
    .op("sqrt", unary!(|a| a.sqrt(), f64, f32))
    .op("exp", unary!(|a| a.exp(), f64, f32))
    .op("floor", unary!(|a| a.floor(), f64, f32))
    .op("ceil", unary!(|a| a.ceil(), f64, f32))
    .op("sign", unary!(|a| a.signum(), f64, f32))
    .op("rint", unary!(|a| a.round(), f64, f32))
    .op(".T ", transpose)
    .op("[]=", setitem)
    .op("[]", |call| match call.exactly()? {
        [Value::Array(a), at] => view(a, index(at, &shape(a))?),
        _ => Err(Declined::missing("no array")),
    })
}
