//! Means and variances.

use super::reduce_args::{KeepDims, Out, ReduceArgs, Source, Where, reduce_with};
use crate::ops::{Arg, Axes, Operand, Param, Traits, normalise_axis, ops};
use crate::prims::cast::{assign, cast};
use crate::prims::nd::broadcast_strides;
use crate::prims::reduce::ADD;
use crate::prims::stats::{divide_by_counts, square_deviation};
use crate::promotion::{promote_types, promote_weak};
use crate::tensor::Order;
use crate::unwrapped::ufunc::{self, Kwargs};
use crate::{Error, Result, Tensor, events};
use nparity_model::{DType, DTypeKind, Value};

/// The marker of an argument that was not given.
fn not_given() -> Arg {
    Value::Str("<no value>".to_owned())
}

fn given(arg: &Arg) -> bool {
    *arg != not_given()
}

/// A dtype that is read only when it is needed: NumPy warns of empty slices before it finds fault with it.
#[derive(Clone, Debug, PartialEq)]
pub struct LateDType(Arg);

impl LateDType {
    /// Not given.
    pub const NONE: LateDType = LateDType(Value::None);

    fn get(self) -> Result<Option<DType>> {
        Option::from_arg(self.0, "dtype")
    }
}

impl Param for LateDType {
    fn from_arg(arg: Arg, _: &str) -> Result<LateDType> {
        Ok(LateDType(arg))
    }
    fn to_arg(&self) -> Arg {
        self.0.clone()
    }
}

ops! {
    /// Arithmetic mean over axes.
    [Traits::FUNCTION.and_method().scalar_values()]
    fn mean(
        a: Source; axis: Axes = Axes::All, dtype: LateDType = LateDType::NONE, out: Arg = Value::None,
        keepdims: KeepDims = KeepDims(None); where_: Where = Where(None)
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let counts = count_items(&a, &axis, keepdims.get(), where_.0.as_ref())?;
        if counts_any(&counts, |n| n == 0.0) {
            events::warn("RuntimeWarning", "Mean of empty slice");
        }
        let dtype = dtype.get()?;
        let half = dtype.is_none() && a.dtype() == DType::F16;
        let dtype = dtype.or(match a.dtype().kind() {
            DTypeKind::Bool | DTypeKind::Signed | DTypeKind::Unsigned => Some(DType::F64),
            _ if half => Some(DType::F32),
            _ => None,
        });
        let (out, where_) = (Out::from_arg(out, "out")?.0, where_.mask()?);
        let is_out = out.is_some();
        let total = reduce_with(&ADD, &a, &ReduceArgs {
            axis, dtype, out, keepdims: keepdims.get(), where_, ..ReduceArgs::default()
        })?;
        let quotient = divide_by_counts(&total, &counts)?;
        if half && !is_out {
            // A scalar is rounded once, an array by way of its float32 elements.
            return if total.ndim() == 0 {
                cast(&quotient, DType::F16, Order::K)
            } else {
                assign(&quotient, &total)?;
                cast(&total, DType::F16, Order::K)
            };
        }
        assign(&quotient, &total)?;
        Source::give(is_scalar, total)
    }

    /// Variance over axes: the mean of squared deviations from the mean.
    [Traits::FUNCTION.and_method().scalar_values()]
    fn var(
        a: Source; axis: Axes = Axes::All, dtype: LateDType = LateDType::NONE, out: Arg = Value::None,
        ddof: Arg = Value::int(0), keepdims: KeepDims = KeepDims(None);
        where_: Where = Where(None), mean_: Arg = not_given(), correction: Arg = not_given()
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let ddof = degrees(ddof, correction)?;
        let result = variance(&a, axis, dtype, out, ddof, keepdims.get(), where_, mean_)?;
        Source::give(is_scalar, result)
    }

    /// Standard deviation over axes: the root of the variance.
    [Traits::FUNCTION.and_method().scalar_values()]
    fn std(
        a: Source; axis: Axes = Axes::All, dtype: LateDType = LateDType::NONE, out: Arg = Value::None,
        ddof: Arg = Value::int(0), keepdims: KeepDims = KeepDims(None);
        where_: Where = Where(None), mean_: Arg = not_given(), correction: Arg = not_given()
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let ddof = degrees(ddof, correction)?;
        let is_out = !matches!(out, Value::None);
        let result = variance(&a, axis, dtype, out, ddof, keepdims.get(), where_, mean_)?;
        if result.ndim() == 0 && !is_out {
            let root = ufunc::sqrt(&result, Kwargs::default())?;
            return cast(&root, result.dtype(), Order::K);
        }
        ufunc::sqrt(&result, Kwargs::default().out(&result))?;
        Source::give(is_scalar, result)
    }
}

/// Degrees of freedom to take off.
#[derive(Clone, Copy)]
struct Degrees {
    ddof: f64,
    /// Whether NumPy can subtract them from its 64-bit counts.
    exact: bool,
}

/// `ddof`, or `correction`, its name in the array API.
fn degrees(ddof: Arg, correction: Arg) -> Result<Degrees> {
    let number = |arg: Arg| match arg {
        Value::None => Err(Error::type_(
            "'<=' not supported between instances of 'int' and 'NoneType'",
        )),
        Value::Str(_) => Err(Error::ufunc_type(
            "ufunc 'less_equal' did not contain a loop with signature matching types (<class 'numpy.dtypes.Int64DType'>, <class 'numpy.dtypes.StrDType'>) -> None",
        )),
        other => {
            let exact = match &other {
                Value::Int(int) => int.to_i64().is_some(),
                _ => true,
            };
            f64::from_arg(other, "ddof").map(|ddof| Degrees { ddof, exact })
        }
    };
    if given(&correction) {
        if number(ddof)?.ddof != 0.0 {
            return Err(Error::value(
                "ddof and correction can't be provided simultaneously.",
            ));
        }
        number(correction)
    } else {
        number(ddof)
    }
}

/// How many elements go into each result, as float64: one number, or as many as there are results.
fn count_items(a: &Tensor, axis: &Axes, keepdims: bool, mask: Option<&Tensor>) -> Result<Tensor> {
    let Some(mask) = mask else {
        let each: Vec<usize> = match axis {
            Axes::All => a.shape().to_vec(),
            // A repeated axis is noticed only by the sum.
            Axes::One(axis) => vec![a.shape()[normalise_axis(*axis, a.ndim())?]],
            Axes::Many(axes) => axes
                .iter()
                .map(|&axis| Ok(a.shape()[normalise_axis(axis, a.ndim())?]))
                .collect::<Result<_>>()?,
        };
        let count: usize = each.iter().product();
        return Ok(Tensor::from_scalar(&(count as f64).into()));
    };
    let fits = mask.ndim() <= a.ndim()
        && mask
            .shape()
            .iter()
            .rev()
            .zip(a.shape().iter().rev())
            .all(|(&m, &n)| m == n || m == 1);
    if !fits {
        let text = |shape: &[usize]| match shape {
            [one] => format!("({one},)"),
            many => {
                let axes: Vec<String> = many.iter().map(ToString::to_string).collect();
                format!("({})", axes.join(","))
            }
        };
        return Err(if mask.ndim() > a.ndim() {
            Error::value(if a.ndim() == 0 {
                "cannot broadcast a non-scalar to a scalar array"
            } else {
                "input operand has more dimensions than allowed by the axis remapping"
            })
        } else {
            Error::value(format!(
                "operands could not be broadcast together with remapped shapes [original->remapped]: {}  and requested shape {}",
                text(mask.shape()),
                text(a.shape())
            ))
        });
    }
    let strides = broadcast_strides(a.shape(), mask.shape(), mask.strides());
    let everywhere = mask.view(a.shape().into(), strides, 0)?;
    let counts = reduce_with(
        &ADD,
        &everywhere,
        &ReduceArgs {
            axis: axis.clone(),
            dtype: Some(DType::I64),
            keepdims,
            ..ReduceArgs::default()
        },
    )?;
    cast(&counts, DType::F64, Order::K)
}

fn counts_any(counts: &Tensor, test: impl Fn(f64) -> bool) -> bool {
    counts.to_vec::<f64>().into_iter().any(test)
}

#[expect(clippy::too_many_arguments, reason = "NumPy's own parameter list")]
fn variance(
    a: &Tensor,
    axis: Axes,
    dtype: LateDType,
    out: Arg,
    Degrees { ddof, exact }: Degrees,
    keepdims: bool,
    where_: Where,
    mean: Arg,
) -> Result<Tensor> {
    let counts = count_items(a, &axis, keepdims, where_.0.as_ref())?;
    let wide = count_items(a, &axis, true, where_.0.as_ref())?;
    if counts_any(&counts, |n| ddof >= n) {
        events::warn("RuntimeWarning", "Degrees of freedom <= 0 for slice");
    }
    let dtype = dtype.get()?;
    let mask = where_.mask()?;
    let kind = a.dtype().kind();
    let dtype = dtype.or(match kind {
        DTypeKind::Bool | DTypeKind::Signed | DTypeKind::Unsigned => Some(DType::F64),
        DTypeKind::Float | DTypeKind::Complex => None,
    });
    let (center, common) = if given(&mean) {
        match Operand::from_arg(mean, "mean")? {
            Operand::Tensor(t) => {
                let common = promote_types(a.dtype(), t.dtype());
                (t, common)
            }
            Operand::Weak(weak) => {
                let common = promote_weak(a.dtype(), &weak);
                (Tensor::from_scalar(&weak.to_scalar(common)?), common)
            }
        }
    } else {
        let total = reduce_with(
            &ADD,
            a,
            &ReduceArgs {
                axis: axis.clone(),
                dtype,
                keepdims: true,
                where_: mask.clone(),
                ..ReduceArgs::default()
            },
        )?;

        assign(&divide_by_counts(&total, &wide)?, &total)?;
        let common = promote_types(a.dtype(), total.dtype());
        (total, common)
    };
    if common == DType::Bool {
        return Err(Error::type_(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
        ));
    }
    let fits = center.ndim() <= a.ndim()
        && center
            .shape()
            .iter()
            .rev()
            .zip(a.shape().iter().rev())
            .all(|(&m, &n)| m == n || m == 1);
    if !fits {
        return Err(Error::value(
            "the mean does not broadcast to the array's shape",
        ));
    }
    let magnitude = matches!(kind, DTypeKind::Bool | DTypeKind::Complex);
    let squares = square_deviation(a, &center, common, magnitude)?;
    let out = Out::from_arg(out, "out")?.0;
    let total = reduce_with(
        &ADD,
        &squares,
        &ReduceArgs {
            axis,
            dtype,
            out,
            keepdims,
            where_: mask,
            ..ReduceArgs::default()
        },
    )?;
    if !exact {
        return Err(Error::overflow("Python int too large to convert to C long"));
    }
    let free: Vec<f64> = counts
        .to_vec::<f64>()
        .into_iter()
        .map(|n| {
            let left = n - ddof;
            if left < 0.0 { 0.0 } else { left }
        })
        .collect();
    let free = Tensor::from_elements(counts.shape(), &free)?;
    let quotient = divide_by_counts(&total, &free)?;
    assign(&quotient, &total)?;
    Ok(total)
}
