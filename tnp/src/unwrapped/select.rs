//! Choosing elements: `where`.

use super::arraylike::{ShapeText, warn_complex};
use super::broadcast::broadcast;
use crate::ops::{Arg, Operand, Param, Traits, Weak, ops};
use crate::prims::cast::cast;
use crate::prims::elementwise::{Kernel, Moves, elementwise, select};
use crate::prims::table::ElementLoop;
use crate::promotion::{promote_weak, result_type};
use crate::tensor::{Order, Shape, with_element};
use crate::{Error, Result, Tensor};
use nparity_model::{DType, Value};

/// The common dtype of operands: as [`result_type`], but Python ints alone are int64.
pub(crate) fn common_dtype(operands: &[Operand]) -> Result<DType> {
    let all_weak = operands.iter().all(|o| matches!(o, Operand::Weak(_)));
    if !all_weak {
        return result_type(operands);
    }
    let mut weak = operands.iter().filter_map(|o| match o {
        Operand::Weak(w) => Some(w),
        Operand::Tensor(_) => None,
    });
    let first = match weak.next() {
        Some(Weak::Float(_)) => DType::F64,
        Some(Weak::Complex(_)) => DType::C128,
        _ => DType::I64,
    };
    Ok(weak.fold(first, |d, w| match (d, w) {
        (DType::I64, Weak::Float(_)) => DType::F64,
        _ => promote_weak(d, w),
    }))
}

/// The operand in a dtype; Python ints that do not fit wrap, as NumPy's arrays of them do.
pub(crate) fn in_dtype(operand: &Operand, dtype: DType) -> Result<Tensor> {
    match operand {
        Operand::Tensor(tensor) if tensor.dtype() == dtype => Ok(tensor.clone()),
        Operand::Tensor(tensor) => {
            warn_complex(tensor.dtype(), dtype);
            cast(tensor, dtype, Order::K)
        }
        Operand::Weak(Weak::Int(int)) if int.to_i64().is_none() && dtype.is_integer() => {
            let wide = Weak::Int(int.clone()).to_scalar(if int.is_negative() {
                DType::I64
            } else {
                DType::U64
            })?;
            cast(&Tensor::from_scalar(&wide), dtype, Order::C)
        }
        Operand::Weak(weak) => {
            let scalar = match weak {
                Weak::Int(int) if int.to_i64().is_some() => weak.default_scalar()?,
                _ => weak.to_scalar(dtype)?,
            };
            cast(&Tensor::from_scalar(&scalar), dtype, Order::C)
        }
    }
}

/// The name of the loop that chooses.
pub(crate) const SELECT: &str = "select";

/// The loop that chooses between elements of a dtype.
pub(crate) fn loop_of(types: &[DType]) -> Option<ElementLoop> {
    static LOOPS: std::sync::LazyLock<Vec<[DType; 4]>> =
        std::sync::LazyLock::new(|| DType::ALL.iter().map(|&d| [DType::Bool, d, d, d]).collect());
    let types = LOOPS.iter().find(|l| l.as_slice() == types)?;
    let kernel = with_element!(types[3], T => select::<<T as Moves>::Raw> as Kernel);
    Some(ElementLoop {
        name: SELECT,
        types,
        kernel,
    })
}

/// `x` where the mask is true, `y` elsewhere; all broadcast.
pub(crate) fn choose_where(mask: &Tensor, x: Operand, y: Operand) -> Result<Tensor> {
    let dtype = common_dtype(&[x.clone(), y.clone()])?;
    // Shapes first: numbers are converted, with their events, only where they meet the others.
    let shape_of = |operand: &Operand| match operand {
        Operand::Tensor(t) => Shape::from_slice(t.shape()),
        Operand::Weak(_) => Shape::new(),
    };
    let shapes = [mask.shape().into(), shape_of(&x), shape_of(&y)];
    let Some(shape) = broadcast(&[&shapes[0], &shapes[1], &shapes[2]]) else {
        let compact = |shape: &[usize]| ShapeText(shape).to_string().replace(", ", ",");
        return Err(Error::value(format!(
            "operands could not be broadcast together with shapes {} {} {} ",
            compact(&shapes[0]),
            compact(&shapes[1]),
            compact(&shapes[2])
        )));
    };
    // The layout is that of the operands as they are given.
    let order = {
        let tensor_of = |operand: &Operand| match operand {
            Operand::Tensor(t) => Some(t.clone()),
            Operand::Weak(_) => None,
        };
        let given = [Some(mask.clone()), tensor_of(&x), tensor_of(&y)];
        super::ufunc::sorted_axes(&shape, given.iter().flatten())
    };
    let (x, y) = (in_dtype(&x, dtype)?, in_dtype(&y, dtype)?);
    let flags = cast(mask, DType::Bool, Order::K)?;
    let result = Tensor::uninit_ordered(&shape, dtype, &order)?;
    let inner = loop_of(&[DType::Bool, dtype, dtype, dtype])
        .ok_or_else(|| Error::runtime("every dtype has a loop that selects"))?;
    let outputs = [result];
    elementwise(inner, &shape, &[flags, x, y], &outputs, None, false)?;
    let [result] = outputs;
    Ok(result)
}

ops! {
    /// Elements of `x` where the condition is true, of `y` elsewhere; with a condition alone, [`nonzero`](crate::unwrapped::indexing::nonzero).
    [Traits::FUNCTION.keep_arrays()]
    fn where_(condition: Tensor; x: Arg = Value::Ellipsis, y: Arg = Value::Ellipsis) -> Arg {
        match (x, y) {
            (Value::Ellipsis, Value::Ellipsis) => {
                if condition.ndim() == 0 {
                    return Err(Error::value("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead."));
                }
                let indices = super::indexing::nonzero(condition)?;
                Ok(Value::Tuple(indices.0.into_iter().map(Value::Array).collect()))
            }
            (Value::Ellipsis, _) | (_, Value::Ellipsis) => Err(Error::value("either both or neither of x and y should be given")),
            (x, y) => {
                let (x, y) = (Operand::from_arg(x, "x")?, Operand::from_arg(y, "y")?);
                Ok(Value::Array(choose_where(&condition, x, y)?))
            }
        }
    }
}
