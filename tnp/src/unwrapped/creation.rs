//! Array creation from other arrays, sequences and shapes.

pub(crate) use super::arraylike::tensor_from;
use super::arraylike::{cast_warning, discover, from_sequence};
use crate::ops::{Arg, Operand, Param, ShapeArg, Traits, ops};
use crate::promotion::promote_weak;
use crate::tensor::{MAX_NDIM, Order, Shape, Strides};
use crate::{Error, Result, Tensor};
use nparity_model::{DType, Value};

const NO_COPY: &str = "Unable to avoid copy while creating an array as requested.
If using `np.array(obj, copy=False)` replace it with `np.asarray(obj)` to allow a copy when needed (no behavior change in NumPy 1.x).
For more details, see https://numpy.org/devdocs/numpy_2_0_migration_guide.html#adapting-to-changes-in-the-copy-keyword.";

/// Whether a function copies its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyMode(pub(crate) Option<bool>);

impl CopyMode {
    /// `copy=None`: only where it cannot be avoided.
    pub const IF_NEEDED: CopyMode = CopyMode(None);
    /// `copy=True`
    pub const ALWAYS: CopyMode = CopyMode(Some(true));
}

impl Param for CopyMode {
    fn from_arg(arg: Arg, name: &str) -> Result<CopyMode> {
        Ok(CopyMode(match arg {
            Value::None => None,
            Value::Str(_) => {
                return Err(Error::value(
                    "strings are not allowed for 'copy' keyword. Use True/False/None instead.",
                ));
            }
            other => Some(bool::from_arg(other, name)?),
        }))
    }
    fn to_arg(&self) -> Arg {
        self.0.map_or(Value::None, Value::Bool)
    }
}

/// What every array constructor does: the array of `object`, of this dtype and memory order, copied or not.
pub(crate) fn as_tensor(
    object: Arg,
    dtype: Option<DType>,
    order: Order,
    copy: CopyMode,
) -> Result<Tensor> {
    // A NumPy scalar by itself is converted as an array is.
    let object = match object {
        Value::Scalar(s) if dtype.is_some_and(|d| d != s.dtype()) && copy.0 != Some(false) => {
            return cast_warning(
                &Tensor::from_scalar(&s),
                dtype.unwrap_or(s.dtype()),
                Order::C,
            );
        }
        object => object,
    };
    let Value::Array(tensor) = object else {
        if copy.0 == Some(false) {
            discover(&object, dtype, MAX_NDIM)?;
            return Err(Error::value(NO_COPY));
        }
        return from_sequence(&object, dtype, MAX_NDIM, order == Order::F);
    };
    let right_dtype = dtype.is_none_or(|d| d == tensor.dtype());
    let right_order = match order {
        Order::C => tensor.is_c_contiguous(),
        Order::F => tensor.is_f_contiguous(),
        Order::A | Order::K => true,
    };
    if right_dtype && right_order && copy.0 != Some(true) {
        return Ok(tensor);
    }
    if copy.0 == Some(false) {
        return Err(Error::value(NO_COPY));
    }
    // NumPy reads `A` only where it need not convert.
    let order = match order {
        Order::A if !right_dtype => Order::K,
        order => order,
    };
    cast_warning(&tensor, dtype.unwrap_or(tensor.dtype()), order)
}

/// The tensor with axes of length 1 before the others, up to `ndmin` dimensions.
fn with_ndmin(tensor: Tensor, ndmin: i64, fortran: bool) -> Result<Tensor> {
    let ndmin = usize::try_from(ndmin).unwrap_or(0);
    if ndmin <= tensor.ndim() {
        return Ok(tensor);
    }
    let lead = ndmin - tensor.ndim();
    let outer =
        if fortran || (tensor.is_f_contiguous() && !tensor.is_c_contiguous()) || tensor.ndim() == 0
        {
            tensor.itemsize() as isize
        } else {
            tensor.strides()[0].wrapping_mul(tensor.shape()[0] as isize)
        };
    let mut shape: Shape = smallvec::smallvec![1; lead];
    let mut strides: Strides = smallvec::smallvec![outer; lead];
    shape.extend_from_slice(tensor.shape());
    strides.extend_from_slice(tensor.strides());
    tensor.view(shape, strides, 0)
}

/// A fresh array's order: only C and F are possible.
fn fresh_order(order: Order) -> Result<bool> {
    match order {
        Order::C => Ok(false),
        Order::F => Ok(true),
        Order::A | Order::K => Err(Error::value("only 'C' or 'F' order is permitted")),
    }
}

/// A fresh array, float64 by default, zeroed or to be filled at once.
fn fresh(shape: &ShapeArg, dtype: Option<DType>, order: Order, zeroed: bool) -> Result<Tensor> {
    let fortran = fresh_order(order)?;
    let (shape, dtype) = (shape.for_new_array()?, dtype.unwrap_or(DType::F64));
    if zeroed {
        Tensor::zeros(&shape, dtype, fortran)
    } else {
        Tensor::uninit(&shape, dtype, fortran)
    }
}

/// A `device=` argument: only the CPU.
pub(crate) fn check_device(device: Option<&Arg>) -> Result<()> {
    match device {
        None => Ok(()),
        Some(Value::Str(text)) if text == "cpu" => Ok(()),
        Some(Value::Str(text)) => Err(Error::value(format!(
            "Device not understood. Only \"cpu\" is allowed, but received: {text}"
        ))),
        Some(other) => Err(Error::type_(format!(
            "expected str, got {}",
            other.type_name()
        ))),
    }
}

/// The layout of the `_like` functions.
fn like(
    prototype: &Tensor,
    dtype: Option<DType>,
    order: Order,
    shape: Option<&ShapeArg>,
) -> Result<Tensor> {
    let dtype = dtype.unwrap_or(prototype.dtype());
    let Some(shape) = shape else {
        return zeroed(prototype.uninit_like(dtype, order)?);
    };
    let shape = shape.for_new_array()?;
    // Another number of axes has no order to keep.
    let fortran = match prototype.resolve_order(order) {
        _ if matches!(order, Order::K) && shape.len() != prototype.ndim() => false,
        Some(fortran) => fortran,
        None => {
            return zeroed(Tensor::uninit_ordered(
                &shape,
                dtype,
                &prototype.axes_by_stride(),
            )?);
        }
    };
    Tensor::zeros(&shape, dtype, fortran)
}

/// The fresh tensor, wholly zero.
pub(super) fn zeroed(tensor: Tensor) -> Result<Tensor> {
    let zero = Tensor::from_scalar(&crate::promotion::cast_scalar(
        &false.into(),
        tensor.dtype(),
    ));
    crate::prims::cast::assign(&zero, &tensor)?;
    Ok(tensor)
}

fn filled(tensor: Tensor, value: i64) -> Result<Tensor> {
    let one = Tensor::from_scalar(&crate::promotion::cast_scalar(
        &value.into(),
        tensor.dtype(),
    ));
    crate::prims::cast::assign(&one, &tensor)?;
    Ok(tensor)
}

/// The tensor filled with a value. A Python number is first converted to the dtype that it takes beside the
/// tensor's, whether or not there are elements; everything else is converted as an array.
fn fill_with(tensor: Tensor, fill_value: Arg) -> Result<Tensor> {
    let number = matches!(
        fill_value,
        Value::Int(_) | Value::Float(_) | Value::Complex(_)
    );
    let source = match number.then(|| Operand::from_arg(fill_value.clone(), "fill_value")) {
        Some(operand) => match operand? {
            Operand::Weak(weak) => {
                Tensor::from_scalar(&weak.to_scalar(promote_weak(tensor.dtype(), &weak))?)
            }
            Operand::Tensor(tensor) => tensor,
        },
        None => tensor_from(fill_value, None)?,
    };
    super::indexing::assign_broadcast(&source, &tensor)?;
    Ok(tensor)
}

ops! {
    /// An array of anything array-like.
    [Traits::FUNCTION.keep_arrays().may_return_argument().scalar_values()]
    fn array(object: Arg; dtype: Option<DType> = None; copy_: CopyMode = CopyMode::ALWAYS, order: Order = Order::K, subok: bool = false, ndmin: i64 = 0, like: Option<Arg> = None) -> Tensor {
        let _ = (subok, like);
        if ndmin > MAX_NDIM as i64 {
            return Err(Error::value(format!("ndmin must be <= ndmax ({MAX_NDIM})")));
        }
        with_ndmin(as_tensor(object, dtype, order, copy_)?, ndmin, order == Order::F)
    }

    /// The argument itself if it is such an array, else an array of it.
    [Traits::FUNCTION.keep_arrays().may_return_argument().scalar_values()]
    fn asarray(a: Arg; dtype: Option<DType> = None, order: Order = Order::K; device: Option<Arg> = None, copy_: CopyMode = CopyMode::IF_NEEDED, like: Option<Arg> = None) -> Tensor {
        let _ = like;
        check_device(device.as_ref())?;
        as_tensor(a, dtype, order, copy_)
    }

    /// As [`asarray`].
    [Traits::FUNCTION.keep_arrays().may_return_argument().scalar_values()]
    fn asanyarray(a: Arg; dtype: Option<DType> = None, order: Order = Order::K; device: Option<Arg> = None, copy_: CopyMode = CopyMode::IF_NEEDED, like: Option<Arg> = None) -> Tensor {
        let _ = like;
        check_device(device.as_ref())?;
        as_tensor(a, dtype, order, copy_)
    }

    /// A C-contiguous array of at least one dimension.
    [Traits::FUNCTION.keep_arrays().may_return_argument().scalar_values()]
    fn ascontiguousarray(a: Arg; dtype: Option<DType> = None; like: Option<Arg> = None) -> Tensor {
        let _ = like;
        with_ndmin(as_tensor(a, dtype, Order::C, CopyMode::IF_NEEDED)?, 1, false)
    }

    /// An F-contiguous array of at least one dimension.
    [Traits::FUNCTION.keep_arrays().may_return_argument().scalar_values()]
    fn asfortranarray(a: Arg; dtype: Option<DType> = None; like: Option<Arg> = None) -> Tensor {
        let _ = like;
        with_ndmin(as_tensor(a, dtype, Order::F, CopyMode::IF_NEEDED)?, 1, true)
    }

    /// A copy.
    [Traits::FUNCTION.keep_arrays().scalar_values()]
    fn copy(a: Arg; order: Order = Order::K, subok: bool = false) -> Tensor {
        let _ = subok;
        as_tensor(a, None, order, CopyMode::ALWAYS)
    }

    /// A new array of zeros.
    [Traits::FUNCTION.keep_arrays()]
    fn zeros(shape: ShapeArg; dtype: Option<DType> = None, order: Order = Order::C; device: Option<Arg> = None, like: Option<Arg> = None) -> Tensor {
        let _ = like;
        check_device(device.as_ref())?;
        fresh(&shape, dtype, order, true)
    }

    /// A new array of ones.
    [Traits::FUNCTION.keep_arrays()]
    fn ones(shape: ShapeArg; dtype: Option<DType> = None, order: Order = Order::C; device: Option<Arg> = None, like: Option<Arg> = None) -> Tensor {
        let _ = like;
        check_device(device.as_ref())?;
        filled(fresh(&shape, dtype, order, false)?, 1)
    }

    /// A new array whose elements are not to be relied on (here, zeros: memory of others is never shown).
    [Traits::FUNCTION.keep_arrays()]
    fn empty(shape: ShapeArg; dtype: Option<DType> = None, order: Order = Order::C; device: Option<Arg> = None, like: Option<Arg> = None) -> Tensor {
        let _ = like;
        check_device(device.as_ref())?;
        fresh(&shape, dtype, order, true)
    }

    /// A new array filled with a value.
    [Traits::FUNCTION.keep_arrays()]
    fn full(shape: ShapeArg, fill_value: Arg; dtype: Option<DType> = None, order: Order = Order::C; device: Option<Arg> = None, like: Option<Arg> = None) -> Tensor {
        let _ = like;
        check_device(device.as_ref())?;
        let dtype = match dtype {
            Some(dtype) => dtype,
            None => tensor_from(fill_value.clone(), None)?.dtype(),
        };
        fill_with(fresh(&shape, Some(dtype), order, false)?, fill_value)
    }

    /// An array of zeros with the shape and dtype of another.
    [Traits::FUNCTION.keep_arrays()]
    fn zeros_like(a: Tensor; dtype: Option<DType> = None, order: Order = Order::K, subok: bool = true, shape: Option<ShapeArg> = None; device: Option<Arg> = None) -> Tensor {
        let _ = subok;
        check_device(device.as_ref())?;
        like(&a, dtype, order, shape.as_ref())
    }

    /// An array of ones with the shape and dtype of another.
    [Traits::FUNCTION.keep_arrays()]
    fn ones_like(a: Tensor; dtype: Option<DType> = None, order: Order = Order::K, subok: bool = true, shape: Option<ShapeArg> = None; device: Option<Arg> = None) -> Tensor {
        let _ = subok;
        check_device(device.as_ref())?;
        filled(like(&a, dtype, order, shape.as_ref())?, 1)
    }

    /// An array with the shape and dtype of another, elements not to be relied on (here, zeros).
    [Traits::FUNCTION.keep_arrays()]
    fn empty_like(prototype: Tensor; dtype: Option<DType> = None, order: Order = Order::K, subok: bool = true, shape: Option<ShapeArg> = None; device: Option<Arg> = None) -> Tensor {
        let _ = subok;
        check_device(device.as_ref())?;
        like(&prototype, dtype, order, shape.as_ref())
    }

    /// An array filled with a value, with the shape and dtype of another.
    [Traits::FUNCTION.keep_arrays()]
    fn full_like(a: Tensor, fill_value: Arg; dtype: Option<DType> = None, order: Order = Order::K, subok: bool = true, shape: Option<ShapeArg> = None; device: Option<Arg> = None) -> Tensor {
        let _ = subok;
        check_device(device.as_ref())?;
        fill_with(like(&a, dtype, order, shape.as_ref())?, fill_value)
    }

    /// Converts or copies an array.
    [Traits::FUNCTION.keep_arrays().may_return_argument()]
    fn astype(x: Arg, dtype: DType; copy_: bool = true; device: Option<Arg> = None) -> Tensor {
        check_device(device.as_ref())?;
        let Value::Array(x) = x else {
            return Err(Error::type_(format!(
                "Input should be a NumPy array or scalar. It is a <class '{}'> instead.", x.type_name()
            )));
        };
        if !copy_ && x.dtype() == dtype {
            return Ok(x);
        }
        cast_warning(&x, dtype, Order::K)
    }
}
