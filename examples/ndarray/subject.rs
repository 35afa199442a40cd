//! The plain `ndarray` crate as a library under test.
//!
//! Everything that a third party writes to test its own library: how a literal becomes an array, what
//! can be seen of an array, and which of its functions answer which NumPy calls.

use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn, Zip};
use nparity_harness::Subject;
use nparity_harness::adaptor::{Call, Declined, Table};
use nparity_model::{ArrayLiteral, DType, Observed, Scalar, Value};

/// `ndarray`'s dtypes are Rust types; these four stand for them.
#[derive(Clone)]
enum Array {
    F64(ArrayD<f64>),
    I64(ArrayD<i64>),
    U8(ArrayD<u8>),
    Bool(ArrayD<bool>),
}

type Answer = Result<Value<Array>, Declined>;

fn make(literal: &ArrayLiteral) -> Option<Array> {
    fn build<T>(literal: &ArrayLiteral, item: impl Fn(Scalar) -> Option<T>) -> Option<ArrayD<T>> {
        let items = literal.items().map(item).collect::<Option<Vec<T>>>()?;
        ArrayD::from_shape_vec(IxDyn(&literal.shape), items).ok()
    }
    match literal.dtype {
        DType::F64 => build(literal, |s| s.as_float()).map(Array::F64),
        DType::I64 => build(literal, |s| {
            s.as_integer().and_then(|x| i64::try_from(x).ok())
        })
        .map(Array::I64),
        DType::U8 => build(literal, |s| {
            s.as_integer().and_then(|x| u8::try_from(x).ok())
        })
        .map(Array::U8),
        DType::Bool => build(literal, |s| s.as_integer().map(|x| x != 0)).map(Array::Bool),
        _ => None,
    }
}

fn show(array: &Array) -> Observed {
    fn view<T: Copy + Into<Scalar>>(view: ArrayViewD<'_, T>, dtype: DType) -> Observed {
        let itemsize = dtype.itemsize() as isize;
        Observed {
            dtype,
            shape: view.shape().to_vec(),
            strides: view.strides().iter().map(|s| s * itemsize).collect(),
            data: view
                .iter()
                .flat_map(|x| Into::<Scalar>::into(*x).bytes().to_vec())
                .collect(),
            storage: 0,
            offset: 0,
            object: 0,
            c_contiguous: view.is_standard_layout(),
            f_contiguous: view.t().is_standard_layout(),
            writeable: true,
        }
    }
    match array {
        Array::F64(a) => view(a.view(), DType::F64),
        Array::I64(a) => view(a.view(), DType::I64),
        Array::U8(a) => view(a.view(), DType::U8),
        Array::Bool(a) => view(a.view(), DType::Bool),
    }
}

/// A binary operator. `ndarray` broadcasts only the right operand, and panics where it cannot.
macro_rules! binary {
    ($op:tt, $($variant:ident),+) => {
        |call: &Call<'_, Array>| -> Answer {
            match call.arrays()? {
                $([Array::$variant(a), Array::$variant(b)] if b.broadcast(a.raw_dim()).is_some() => {
                    Ok(Value::Array(Array::$variant(a $op b)))
                })+
                $([Array::$variant(_), Array::$variant(_)] => {
                    Err(Declined::value_error("ndarray: could not broadcast array"))
                })+
                _ => Err(Declined::missing("operands of two dtypes")),
            }
        }
    };
}

/// A comparison, by `Zip` over arrays of one shape.
macro_rules! compare {
    ($op:tt) => {
        |call: &Call<'_, Array>| -> Answer {
            match call.arrays()? {
                [Array::F64(a), Array::F64(b)] if a.shape() == b.shape() => {
                    Ok(Value::Array(Array::Bool(Zip::from(a).and(b).map_collect(|x, y| x $op y))))
                }
                [Array::I64(a), Array::I64(b)] if a.shape() == b.shape() => {
                    Ok(Value::Array(Array::Bool(Zip::from(a).and(b).map_collect(|x, y| x $op y))))
                }
                _ => Err(Declined::missing("comparison of other operands")),
            }
        }
    };
}

fn float(call: &Call<'_, Array>, f: fn(f64) -> f64) -> Answer {
    match call.arrays()? {
        [Array::F64(a)] => Ok(Value::Array(Array::F64(a.mapv(f)))),
        _ => Err(Declined::missing("other dtypes")),
    }
}

/// A reduction over one axis or all.
fn reduce(
    call: &Call<'_, Array>,
    all: fn(&ArrayD<f64>) -> f64,
    one: fn(&ArrayD<f64>, Axis) -> ArrayD<f64>,
) -> Answer {
    let (array, axis) = match call.args() {
        [Value::Array(Array::F64(a))] => (a, call.kwarg("axis")),
        [Value::Array(Array::F64(a)), axis] => (a, Some(axis)),
        _ => return Err(Declined::missing("other dtypes")),
    };
    match axis {
        None | Some(Value::None) => Ok(Value::Scalar(all(array).into())),
        Some(Value::Int(axis)) => match axis.to_i64().and_then(|k| usize::try_from(k).ok()) {
            Some(k) if k < array.ndim() => Ok(Value::Array(Array::F64(one(array, Axis(k))))),
            _ => Err(Declined::value_error("ndarray: no such axis")),
        },
        _ => Err(Declined::missing("several axes")),
    }
}

/// The subject.
pub fn subject() -> impl Subject {
    Table::new("example:ndarray", make, show)
        .op("add", binary!(+, F64, I64, U8))
        .op("subtract", binary!(-, F64, I64, U8))
        .op("multiply", binary!(*, F64, I64, U8))
        .op("divide", binary!(/, F64))
        .op("remainder", binary!(%, F64))
        .op("bitwise_and", binary!(&, I64, U8, Bool))
        .op("bitwise_or", binary!(|, I64, U8, Bool))
        .op("less", compare!(<))
        .op("equal", compare!(==))
        .op("sqrt", |call| float(call, f64::sqrt))
        .op("exp", |call| float(call, f64::exp))
        .op("floor", |call| float(call, f64::floor))
        .op("sign", |call| float(call, f64::signum))
        .op("rint", |call| float(call, f64::round))
        .op("sum", |call| {
            reduce(call, |a| a.sum(), |a, axis| a.sum_axis(axis))
        })
        .op("prod", |call| {
            reduce(
                call,
                |a| a.product(),
                |a, axis| a.map_axis(axis, |lane| lane.product()),
            )
        })
        .op("mean", |call| {
            reduce(
                call,
                |a| a.mean().unwrap_or(f64::NAN),
                |a, axis| match a.mean_axis(axis) {
                    Some(mean) => mean,
                    None => ArrayD::from_elem(IxDyn(&[]), f64::NAN),
                },
            )
        })
        .op("transpose", |call| match call.arrays()? {
            [Array::F64(a)] => Ok(Value::Array(Array::F64(a.t().to_owned()))),
            [Array::I64(a)] => Ok(Value::Array(Array::I64(a.t().to_owned()))),
            [Array::U8(a)] => Ok(Value::Array(Array::U8(a.t().to_owned()))),
            [Array::Bool(a)] => Ok(Value::Array(Array::Bool(a.t().to_owned()))),
        })
}
