//! Reductions and accumulations.

use super::arraylike::{assign_warning, warn_complex};
use super::reduce_args::{
    Initial, KeepDims, OneAxis, Out, OutArray, ReduceArgs, Source, Where, check_output_cast,
    reduce_with, reduction_dtype,
};
use super::shape::flat;
use crate::ops::{Axes, Casting, Traits, normalise_axis, ops};
use crate::prims::cast::{assign, cast};
use crate::prims::reduce::{
    ADD, Extreme, LOGICAL_AND, LOGICAL_OR, MAXIMUM, MINIMUM, MULTIPLY, ReduceDef, accumulate,
    arg_extreme,
};
use crate::prims::stats::subtract;
use crate::promotion::{can_cast, promote_types};
use crate::tensor::{Order, Shape, contiguous_strides};
use crate::{Error, Result, Tensor};
use nparity_model::DType;

/// Traits of a reduction with `initial`, which tells NumPy scalars from 0-d arrays.
const REDUCTION: Traits = Traits::FUNCTION.scalar_values();

macro_rules! reduce_args {
    ($($field:ident: $value:expr),* $(,)?) => {
        &{
            #[allow(clippy::needless_update, reason = "some reductions take every argument")]
            let args = ReduceArgs { $($field: $value,)* ..ReduceArgs::default() };
            args
        }
    };
}

ops! {
    /// Sum of elements over axes.
    [REDUCTION.and_method()]
    fn sum(
        a: Source; axis: Axes = Axes::All, dtype: Option<DType> = None, out: Out = Out(None),
        keepdims: KeepDims = KeepDims(None), initial: Initial = Initial::Default, where_: Where = Where(None)
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let result = reduce_with(&ADD, &a, reduce_args! {
            axis: axis, dtype: dtype, out: out.0, keepdims: keepdims.get(), initial: initial, where_: where_.mask()?
        })?;
        Source::give(is_scalar, result)
    }

    /// Product of elements over axes.
    [REDUCTION.and_method()]
    fn prod(
        a: Source; axis: Axes = Axes::All, dtype: Option<DType> = None, out: Out = Out(None),
        keepdims: KeepDims = KeepDims(None), initial: Initial = Initial::Default, where_: Where = Where(None)
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let result = reduce_with(&MULTIPLY, &a, reduce_args! {
            axis: axis, dtype: dtype, out: out.0, keepdims: keepdims.get(), initial: initial, where_: where_.mask()?
        })?;
        Source::give(is_scalar, result)
    }

    /// Greatest element over axes; NaN wins.
    [REDUCTION.and_method()]
    fn max(
        a: Source; axis: Axes = Axes::All, out: Out = Out(None), keepdims: KeepDims = KeepDims(None),
        initial: Initial = Initial::Default, where_: Where = Where(None)
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let result = reduce_with(&MAXIMUM, &a, reduce_args! {
            axis: axis, out: out.0, keepdims: keepdims.get(), initial: initial, where_: where_.mask()?
        })?;
        Source::give(is_scalar, result)
    }

    /// Least element over axes; NaN wins.
    [REDUCTION.and_method()]
    fn min(
        a: Source; axis: Axes = Axes::All, out: Out = Out(None), keepdims: KeepDims = KeepDims(None),
        initial: Initial = Initial::Default, where_: Where = Where(None)
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let result = reduce_with(&MINIMUM, &a, reduce_args! {
            axis: axis, out: out.0, keepdims: keepdims.get(), initial: initial, where_: where_.mask()?
        })?;
        Source::give(is_scalar, result)
    }

    /// `max` by another name.
    [REDUCTION]
    fn amax(
        a: Source; axis: Axes = Axes::All, out: Out = Out(None), keepdims: KeepDims = KeepDims(None),
        initial: Initial = Initial::Default, where_: Where = Where(None)
    ) -> Tensor {
        max(a, axis, out, keepdims, initial, where_)
    }

    /// `min` by another name.
    [REDUCTION]
    fn amin(
        a: Source; axis: Axes = Axes::All, out: Out = Out(None), keepdims: KeepDims = KeepDims(None),
        initial: Initial = Initial::Default, where_: Where = Where(None)
    ) -> Tensor {
        min(a, axis, out, keepdims, initial, where_)
    }

    /// Whether any element over the axes is true.
    [REDUCTION]
    fn any(
        a: Source; axis: Axes = Axes::All, out: Out = Out(None), keepdims: KeepDims = KeepDims(None);
        where_: Where = Where(None)
    ) -> Tensor {
        truth(&LOGICAL_OR, a, axis, None, out, keepdims, where_)
    }

    /// Whether all elements over the axes are true.
    [REDUCTION]
    fn all(
        a: Source; axis: Axes = Axes::All, out: Out = Out(None), keepdims: KeepDims = KeepDims(None);
        where_: Where = Where(None)
    ) -> Tensor {
        truth(&LOGICAL_AND, a, axis, None, out, keepdims, where_)
    }

    /// Range of elements, greatest less least, over axes.
    [REDUCTION]
    fn ptp(a: Tensor; axis: Axes = Axes::All, out: Out = Out(None), keepdims: KeepDims = KeepDims(None)) -> Tensor {
        let most = reduce_with(&MAXIMUM, &a, reduce_args! {
            axis: axis.clone(), out: out.0.clone(), keepdims: keepdims.get()
        })?;
        let least = reduce_with(&MINIMUM, &a, reduce_args! { axis: axis, keepdims: keepdims.get() })?;
        let dtype = promote_types(most.dtype(), least.dtype());
        if dtype == DType::Bool {
            return Err(Error::type_(
                "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
            ));
        }
        match &out.0 {
            None => subtract(&most, &least, dtype),
            Some(out) => {
                check_output_cast("subtract", dtype, out.dtype())?;
                assign(&subtract(&most, &least, dtype)?, out)?;
                Ok(out.clone())
            }
        }
    }

    /// Number of elements that are not zero.
    [REDUCTION]
    fn count_nonzero(a: Tensor; axis: Axes = Axes::All; keepdims: KeepDims = KeepDims(Some(false))) -> Tensor {
        let truths = match a.dtype() {
            DType::Bool => a,
            _ => cast(&a, DType::Bool, Order::K)?,
        };
        reduce_with(&ADD, &truths, reduce_args! {
            axis: axis, dtype: Some(DType::I64), keepdims: keepdims.get()
        })
    }

    /// Position of the first greatest element along an axis, or in the flattened array.
    [REDUCTION.and_method()]
    fn argmax(a: Source; axis: OneAxis = OneAxis(None), out: OutArray = OutArray(None); keepdims: bool = false) -> Tensor {
        let (a, is_scalar) = a.split();
        Source::give(is_scalar, position(&a, axis.0, out.0, keepdims, Extreme::Max)?)
    }

    /// Position of the first least element along an axis, or in the flattened array.
    [REDUCTION.and_method()]
    fn argmin(a: Source; axis: OneAxis = OneAxis(None), out: OutArray = OutArray(None); keepdims: bool = false) -> Tensor {
        let (a, is_scalar) = a.split();
        Source::give(is_scalar, position(&a, axis.0, out.0, keepdims, Extreme::Min)?)
    }

    /// Running sums along an axis, or of the flattened array.
    [Traits::FUNCTION.keep_arrays().and_method()]
    fn cumsum(a: Tensor; axis: OneAxis = OneAxis(None), dtype: Option<DType> = None, out: OutArray = OutArray(None)) -> Tensor {
        running(&ADD, &a, axis.0, dtype, out.0)
    }

    /// Running products along an axis, or of the flattened array.
    [Traits::FUNCTION.keep_arrays().and_method()]
    fn cumprod(a: Tensor; axis: OneAxis = OneAxis(None), dtype: Option<DType> = None, out: OutArray = OutArray(None)) -> Tensor {
        running(&MULTIPLY, &a, axis.0, dtype, out.0)
    }
}

/// The array and axis that functions with `axis=None` for "flattened" work on; a 0-d array counts as
/// one of one element.
pub(crate) fn along(a: &Tensor, axis: Option<i64>) -> Result<(Tensor, usize)> {
    match axis {
        Some(axis) if a.ndim() > 0 => Ok((a.clone(), normalise_axis(axis, a.ndim())?)),
        Some(axis) => Ok((flat(a)?, normalise_axis(axis, 1)?)),
        None => Ok((flat(a)?, 0)),
    }
}

fn truth(
    def: &'static ReduceDef,
    a: Source,
    axis: Axes,
    dtype: Option<DType>,
    out: Out,
    keepdims: KeepDims,
    where_: Where,
) -> Result<Tensor> {
    let (a, is_scalar) = a.split();
    let args = ReduceArgs {
        axis,
        dtype: dtype.or(Some(DType::Bool)),
        out: out.0,
        keepdims: keepdims.get(),
        where_: where_.mask()?,
        ..ReduceArgs::default()
    };
    Source::give(is_scalar, reduce_with(def, &a, &args)?)
}

/// The methods `any` and `all`, which take a dtype where the functions take `out`.
pub mod method {
    use super::{
        Axes, KeepDims, LOGICAL_AND, LOGICAL_OR, Out, REDUCTION, Source, Where, ops, truth,
    };
    use crate::Tensor;
    use nparity_model::DType;

    ops! {
        /// Whether any element over the axes is true.
        [REDUCTION.only_method()]
        fn any(
            a: Source; axis: Axes = Axes::All, dtype: Option<DType> = None, out: Out = Out(None),
            keepdims: KeepDims = KeepDims(Some(false)); where_: Where = Where(None)
        ) -> Tensor {
            truth(&LOGICAL_OR, a, axis, dtype, out, keepdims, where_)
        }

        /// Whether all elements over the axes are true.
        [REDUCTION.only_method()]
        fn all(
            a: Source; axis: Axes = Axes::All, dtype: Option<DType> = None, out: Out = Out(None),
            keepdims: KeepDims = KeepDims(Some(false)); where_: Where = Where(None)
        ) -> Tensor {
            truth(&LOGICAL_AND, a, axis, dtype, out, keepdims, where_)
        }
    }
}

fn position(
    a: &Tensor,
    axis: Option<i64>,
    out: Option<Tensor>,
    keepdims: bool,
    which: Extreme,
) -> Result<Tensor> {
    let name = match which {
        Extreme::Max => "argmax",
        Extreme::Min => "argmin",
    };
    let (work, along) = along(a, axis)?;
    if work.shape()[along] == 0 {
        return Err(Error::value(format!(
            "attempt to get {name} of an empty sequence"
        )));
    }
    let mut shape: Shape = work.shape().into();
    shape.remove(along);
    if keepdims {
        shape = match axis {
            None => smallvec::smallvec![1; a.ndim()],
            Some(_) if a.ndim() == 0 => Shape::new(),
            Some(_) => {
                let mut kept: Shape = a.shape().into();
                kept[along] = 1;
                kept
            }
        };
    }
    if let Some(out) = &out {
        if out.shape() != shape.as_slice() {
            return Err(Error::value(format!(
                "output array does not match result of np.{name}."
            )));
        }
        if !can_cast(out.dtype(), DType::I64, Casting::Safe) {
            return Err(Error::type_(format!(
                "Cannot cast {} from dtype('{}') to dtype('int64') according to the rule 'safe'",
                if out.ndim() == 0 {
                    "scalar"
                } else {
                    "array data"
                },
                out.dtype()
            )));
        }
        out.check_writeable("WRITEBACKIFCOPY base")?;
    }
    let found = arg_extreme(&work, along, which)?;
    let strides = contiguous_strides(&shape, found.itemsize(), false);
    let found = found.view(shape, strides, 0)?;
    match out {
        None => Ok(found),
        Some(out) => {
            assign(&found, &out)?;
            Ok(out)
        }
    }
}

fn running(
    def: &'static ReduceDef,
    a: &Tensor,
    axis: Option<i64>,
    dtype: Option<DType>,
    out: Option<Tensor>,
) -> Result<Tensor> {
    let (work, axis) = along(a, axis)?;
    let dtype = reduction_dtype(def, a.dtype(), dtype, out.as_ref().map(Tensor::dtype))?;
    if let Some(out) = &out {
        let fits = out.ndim() >= work.ndim() && out.shape()[..work.ndim()] == *work.shape();
        if work.ndim() == 1 && out.shape() != work.shape() {
            return Err(Error::value(
                "provided out is the wrong size for the accumulation.",
            ));
        }
        if !fits || out.ndim() != work.ndim() {
            let text = |shape: &[usize]| {
                let axes: Vec<String> = shape.iter().map(ToString::to_string).collect();
                format!("({})", axes.join(","))
            };
            if out.ndim() < work.ndim() {
                return Err(Error::value(format!(
                    "Iterator input op_axes[0][{}] (=={}) is not a valid axis of op[0], which has {} dimensions ",
                    out.ndim() - 1,
                    out.ndim(),
                    out.ndim()
                )));
            }
            return Err(Error::value(format!(
                "operands could not be broadcast together with remapped shapes [original->remapped]: {}->{} {}->{} ",
                text(out.shape()),
                text(&out.shape()[..work.ndim()]),
                text(work.shape()),
                text(work.shape())
            )));
        }
        out.check_writeable("output array")?;
        warn_complex(out.dtype(), dtype);
    }
    warn_complex(a.dtype(), dtype);
    let result = accumulate(def, &work, axis, dtype)?;
    match out {
        None => Ok(result),
        Some(out) => {
            assign_warning(&result, &out)?;
            Ok(out)
        }
    }
}
