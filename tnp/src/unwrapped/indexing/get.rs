//! Reading by index: `a[index]`, `take`, `nonzero`.

use super::parse::{Item, parse};
use super::plan::{Advanced, Plan, nonzero_of, plan};
use crate::ops::{Arg, Casting, Param, Traits, TupleOf, normalise_axis, ops};
use crate::prims::cast::{cast, copy};
use crate::prims::gather::{Block, transfer};
use crate::promotion::can_cast;
use crate::tensor::{Order, Shape, Strides, for_each_offset};
use crate::unwrapped::arraylike::tensor_from;
use crate::{Error, Result, Tensor};
use nparity_model::{DType, Value};

impl Advanced {
    /// The shape of the result.
    pub(super) fn result_shape(&self) -> Shape {
        let basic = self.block.shape();
        let mut shape = Shape::from_slice(&basic[..self.position]);
        shape.extend_from_slice(&self.shape);
        shape.extend_from_slice(&basic[self.position..]);
        shape
    }

    /// A tensor of the result's shape split into byte offsets of its blocks and their strides.
    pub(super) fn split(&self, result: &Tensor) -> (Vec<isize>, Strides) {
        let (at, n) = (self.position, self.shape.len());
        let mut block_strides = Strides::from_slice(&result.strides()[..at]);
        block_strides.extend_from_slice(&result.strides()[at + n..]);
        let mut offsets = Vec::with_capacity(self.offsets.len());
        for_each_offset(&self.shape, &result.strides()[at..at + n], |o| {
            offsets.push(o);
        });
        (offsets, block_strides)
    }

    /// The elements in a fresh tensor, laid out as NumPy's: the advanced axes outermost.
    fn read(&self, a: &Tensor) -> Result<Tensor> {
        let (at, n) = (self.position, self.shape.len());
        let mut order: Shape = self.memory_order.iter().map(|&k| at + k).collect();
        let inner = self.block.axes_by_stride();
        order.extend(inner.iter().map(|&k| if k < at { k } else { k + n }));
        let result = Tensor::uninit_ordered(&self.result_shape(), a.dtype(), &order)?;
        let (targets, strides) = self.split(&result);
        transfer(
            &self.block,
            &self.offsets,
            &result,
            &targets,
            &Block {
                shape: self.block.shape(),
                source_strides: self.block.strides(),
                target_strides: &strides,
            },
        );
        Ok(result)
    }
}

/// The elements at these byte offsets, in a fresh 1-d tensor.
fn read_at(a: &Tensor, offsets: &[isize]) -> Result<Tensor> {
    let result = Tensor::uninit(&[offsets.len()], a.dtype(), false)?;
    let step = a.itemsize() as isize;
    let targets: Vec<isize> = (0..offsets.len() as isize).map(|i| i * step).collect();
    let block = Block {
        shape: &[],
        source_strides: &[],
        target_strides: &[],
    };
    transfer(a, offsets, &result, &targets, &block);
    Ok(result)
}

/// What to do with indices out of bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `IndexError`
    Raise,
    /// Modulo the length.
    Wrap,
    /// The nearest end.
    Clip,
}

impl Param for Mode {
    fn from_arg(arg: Arg, name: &str) -> Result<Mode> {
        match &arg {
            Value::Str(text) => match text.as_str() {
                "raise" => Ok(Mode::Raise),
                "wrap" => Ok(Mode::Wrap),
                "clip" => Ok(Mode::Clip),
                _ => Err(Error::value(format!(
                    "clipmode must be one of 'clip', 'raise', or 'wrap' (got '{text}')"
                ))),
            },
            Value::None => Ok(Mode::Raise),
            other => match i64::from_arg(other.clone(), name)? {
                0 => Ok(Mode::Clip),
                1 => Ok(Mode::Wrap),
                2 => Ok(Mode::Raise),
                other => Err(Error::value(format!(
                    "integer clipmode must be RAISE, WRAP, or CLIP from 'numpy.{other}'"
                ))),
            },
        }
    }
    fn to_arg(&self) -> Arg {
        Value::Str(
            match self {
                Mode::Raise => "raise",
                Mode::Wrap => "wrap",
                Mode::Clip => "clip",
            }
            .to_owned(),
        )
    }
}

impl Mode {
    /// The index within an axis.
    pub(super) fn fit(self, at: i64, length: usize, axis: Option<usize>) -> Result<usize> {
        let n = length as i64;
        match self {
            Mode::Raise if (-n..n).contains(&at) => Ok(if at < 0 { at + n } else { at } as usize),
            Mode::Raise => Err(Error::index(match axis {
                Some(axis) => {
                    format!("index {at} is out of bounds for axis {axis} with size {length}")
                }
                None => format!("index {at} is out of bounds for size {length}"),
            })),
            Mode::Wrap => Ok(at.rem_euclid(n) as usize),
            Mode::Clip => Ok(at.clamp(0, n - 1) as usize),
        }
    }
}

/// Indices as int64: arrays by a same-kind cast, anything else number by number.
pub(super) fn as_indices(indices: Arg) -> Result<Tensor> {
    match indices {
        Value::Array(tensor) => {
            let dtype = tensor.dtype();
            if dtype.is_inexact() {
                return Err(Error::type_(format!(
                    "Cannot cast {} from dtype('{dtype}') to dtype('int64') according to the rule 'same_kind'",
                    if tensor.ndim() == 0 {
                        "scalar"
                    } else {
                        "array data"
                    }
                )));
            }
            cast(&tensor, DType::I64, Order::K)
        }
        other => tensor_from(other, Some(DType::I64)),
    }
}

ops! {
    /// `a[index]`: a view for a basic index, a copy for an advanced one.
    [Traits::FUNCTION.only_method().unless_ellipsis().scalar_values()]
    fn __getitem__(a: Arg, index: Arg) -> Tensor {
        let a = match a {
            Value::Array(a) => a,
            Value::Scalar(s) => {
                let fits = match &index {
                    Value::Ellipsis | Value::None => true,
                    Value::Tuple(items) => items.iter().all(|i| matches!(i, Value::Ellipsis | Value::None)),
                    _ => false,
                };
                if !fits {
                    return Err(Error::index("invalid index to scalar variable."));
                }
                Tensor::from_scalar(&s)
            }
            other => tensor_from(other, None)?,
        };
        let index = parse(index)?;
        // One element is a NumPy scalar, which does not see later writes to the array.
        let element = index.items.iter().all(|item| matches!(item, Item::Int(_)));
        match plan(&a, &index)? {
            Plan::View(view) if index.scalar_array || element && view.ndim() == 0 => copy(&view, Order::K),
            Plan::View(view) => Ok(view),
            Plan::Mask(offsets) => read_at(&a, &offsets),
            Plan::Advanced(pending) => pending.bind(&a)?.read(&a),
        }
    }

    /// The indices of the elements that are not zero, one array per axis.
    [Traits::FUNCTION.and_method()]
    fn nonzero(a: Tensor) -> TupleOf<Tensor> {
        if a.ndim() == 0 {
            return Err(Error::value(
                "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.",
            ));
        }
        Ok(TupleOf(nonzero_of(&a)?))
    }

    /// The elements at these indices along an axis, or of the flattened array.
    [Traits::FUNCTION.and_method().scalar_values()]
    fn take(a: Tensor, indices: Arg; axis: Option<i64> = None, out: Option<Arg> = None, mode: Mode = Mode::Raise) -> Tensor {
        let indices = as_indices(indices)?;
        let (a, axis) = match axis {
            None => (crate::unwrapped::shape::flat(&a)?, 0),
            Some(axis) if a.ndim() == 0 && (axis == 0 || axis == -1) => (a.view(smallvec::smallvec![1], smallvec::smallvec![0], 0)?, 0),
            Some(axis) => {
                let axis = normalise_axis(axis, a.ndim())?;
                (a, axis)
            }
        };
        let length = a.shape()[axis];
        let mut shape = Shape::from_slice(&a.shape()[..axis]);
        shape.extend_from_slice(indices.shape());
        shape.extend_from_slice(&a.shape()[axis + 1..]);
        let out = match out {
            None => None,
            Some(Value::Array(out)) => Some(out),
            Some(_) => return Err(Error::type_("output must be an array")),
        };
        if let Some(out) = &out {
            if out.shape() != shape.as_slice() {
                return Err(Error::value("output array does not match result of ndarray.take"));
            }
            if !can_cast(out.dtype(), a.dtype(), Casting::Safe) {
                return Err(Error::type_(format!(
                    "Cannot cast {} from dtype('{}') to dtype('{}') according to the rule 'safe'",
                    if out.ndim() == 0 { "scalar" } else { "array data" }, out.dtype(), a.dtype()
                )));
            }
            out.check_writeable("output array")?;
        }
        if length == 0 && shape.iter().product::<usize>() != 0 {
            return Err(Error::index("cannot do a non-empty take from an empty axes."));
        }
        let unread = length == 0 || a.shape()[..axis].contains(&0);
        let stride = a.strides()[axis];
        let values = indices.to_vec::<i64>();
        let offsets = values
            .iter()
            .map(|&at| {
                if unread && (length > 0 || mode != Mode::Raise || a.shape()[..axis].contains(&0)) {
                    return Ok(0);
                }
                mode.fit(at, length, Some(axis)).map(|at| stride.wrapping_mul(at as isize))
            })
            .collect::<Result<Vec<isize>>>()?;
        let result = Tensor::uninit(&shape, a.dtype(), false)?;
        let n = indices.ndim();
        let mut block_shape = Shape::from_slice(&a.shape()[..axis]);
        block_shape.extend_from_slice(&a.shape()[axis + 1..]);
        let mut from = Strides::from_slice(&a.strides()[..axis]);
        from.extend_from_slice(&a.strides()[axis + 1..]);
        let mut to = Strides::from_slice(&result.strides()[..axis]);
        to.extend_from_slice(&result.strides()[axis + n..]);
        let mut targets = Vec::with_capacity(offsets.len());
        for_each_offset(indices.shape(), &result.strides()[axis..axis + n], |o| targets.push(o));
        transfer(&a, &offsets, &result, &targets, &Block { shape: &block_shape, source_strides: &from, target_strides: &to });
        match out {
            None => Ok(result),
            Some(out) => {
                crate::unwrapped::arraylike::assign_warning(&result, &out)?;
                Ok(out)
            }
        }
    }
}
