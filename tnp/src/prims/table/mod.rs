//! The closed set of primitives, as data: what lowered graphs are made of.
//!
//! A primitive takes and gives tensors and immediates. Everything that touches elements goes through one;
//! what a function does besides (views, promotion, checks) leaves no node, so a function written with
//! primitives lowers without being told how.

mod macros;
mod param;

pub(crate) use param::{ElementLoop, OwnStart, PrimParam};

use super::reduce::{Extreme, ReduceDef};
use super::{cast as casting, elementwise as loops, gemm, reduce as reducing, sort, stats};
use crate::ops::{Arg, OpDef};
use crate::tensor::{Order, Shape};
use crate::{Error, Result, Tensor};
use macros::prims;
use nparity_model::{DType, Value};

/// One primitive.
pub(crate) struct PrimDef {
    pub(crate) op: &'static OpDef,
    /// The shape of what it makes, in words.
    pub(crate) shape: &'static str,
    /// The dtype of what it makes, in words.
    pub(crate) dtype: &'static str,
    /// Both, as code: checks the arguments, and tells dtype and shape of the results that are made new.
    pub(crate) rule: fn(&[Option<Arg>]) -> Result<Made>,
}

/// Dtypes and shapes of results.
pub(crate) type Made = Vec<(DType, Shape)>;

/// Every primitive.
pub(crate) fn rows() -> impl Iterator<Item = &'static PrimDef> {
    ROWS.iter().chain(crate::unwrapped::strided::PRIMS)
}

/// The primitive of an op, if it is one.
pub(crate) fn row_of(op: &OpDef) -> Option<&'static PrimDef> {
    rows().find(|row| row.op == op)
}

fn need(holds: bool, what: &str) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(Error::value(format!(
            "a primitive's arguments do not fit: {what}"
        )))
    }
}

fn broadcasts(shape: &[usize], to: &[usize]) -> bool {
    shape.len() <= to.len()
        && shape
            .iter()
            .rev()
            .zip(to.iter().rev())
            .all(|(&n, &m)| n == m || n == 1)
}

fn made(dtype: DType, shape: &[usize]) -> Result<Made> {
    crate::tensor::size_of_shape(shape, dtype.itemsize())?;
    Ok(vec![(dtype, shape.into())])
}

fn need_axis(t: &Tensor, axis: usize) -> Result<()> {
    need(axis < t.ndim(), "the axis is one of the tensor's")
}

prims! {
    /// The elements, converted to another dtype, in a fresh tensor of this memory order.
    [writes &[]; shape "that of `source`", dtype "`dtype`"]
    fn cast(source: Tensor, dtype: DType, order: Order) -> Tensor {
        rule { made(dtype, source.shape()) }
        run { casting::cast_kernel(source, dtype, order) }
    }

    /// Writes `source`, converted and broadcast, over `target`.
    [writes &["target"]; shape "`source` broadcasts to that of `target`", dtype "any"]
    fn assign(source: Tensor, target: Tensor) -> () {
        rule {
            need(broadcasts(source.shape(), target.shape()), "the source broadcasts to the target")?;
            Ok(Made::new())
        }
        run { casting::assign_kernel(source, target) }
    }

    /// Runs the loop of an element-wise function, found by name and dtypes, over inputs broadcast to `shape`,
    /// into `outputs`; under a mask only where it is true. Operands of other dtypes are converted in blocks;
    /// `silent` conversions raise no events. `ValueError` for an integer to a negative power.
    [writes &["outputs"]; shape "inputs and mask broadcast to `shape`, which is that of the outputs", dtype "the loop's; the mask is bool"]
    fn elementwise(inner: ElementLoop, shape: Vec<usize>, inputs: Vec<Tensor>, outputs: Vec<Tensor>, where_: Option<Tensor>, silent: bool) -> () {
        rule {
            need(inputs.len() + outputs.len() == inner.types.len(), "as many operands as the loop has")?;
            need(!outputs.is_empty(), "there is an output")?;
            need(inputs.iter().all(|t| broadcasts(t.shape(), shape)), "inputs broadcast")?;
            need(outputs.iter().all(|t| t.shape() == shape), "outputs have the shape")?;
            need(where_.is_none_or(|m| m.dtype() == DType::Bool && broadcasts(m.shape(), shape)), "the mask is bool and broadcasts")?;
            Ok(Made::new())
        }
        run { loops::drive_checked(inner, shape, inputs, outputs, where_, silent) }
    }

    /// Reduces over the marked axes in `dtype`, from `start` (a scalar, the first elements, or these as they
    /// come out of another dtype), under a mask only where it is true; reduced axes keep length 1.
    [writes &[]; shape "that of `a`, with 1 along reduced axes", dtype "`dtype`"]
    fn reduce(def: &'static ReduceDef, a: Tensor, axes: Vec<bool>, dtype: DType, start: OwnStart, where_: Option<Tensor>) -> Tensor {
        rule {
            need(axes.len() == a.ndim(), "one mark per axis")?;
            need((def.reduce)(dtype, dtype).is_some(), "the reduction is defined on the dtype")?;
            let valued = matches!(start, reducing::Start::Value(_));
            if let reducing::Start::Value(scalar) = start {
                need(scalar.dtype() == dtype, "the start is of the dtype")?;
            }
            need(valued || where_.is_none(), "a mask needs a start")?;
            need(where_.is_none_or(|m| m.dtype() == DType::Bool && broadcasts(m.shape(), a.shape())), "the mask is bool and broadcasts")?;
            need(valued || !a.shape().iter().zip(axes).any(|(&n, &r)| r && n == 0), "there are first elements")?;
            let shape: Shape = a.shape().iter().zip(axes).map(|(&n, &r)| if r { 1 } else { n }).collect();
            made(dtype, &shape)
        }
        run { reducing::reduce_kernel(def, a, axes, dtype, start, where_) }
    }

    /// The running reduction along an axis.
    [writes &[]; shape "that of `a`", dtype "`dtype`"]
    fn accumulate(def: &'static ReduceDef, a: Tensor, axis: usize, dtype: DType) -> Tensor {
        rule {
            need_axis(a, axis)?;
            need((def.accumulate)(dtype).is_some(), "the reduction is defined on the dtype")?;
            made(dtype, a.shape())
        }
        run { reducing::accumulate_kernel(def, a, axis, dtype) }
    }

    /// The first positions of the greatest or least elements along an axis that is not empty.
    [writes &[]; shape "that of `a` without the axis", dtype "int64"]
    fn arg_extreme(a: Tensor, axis: usize, which: Extreme) -> Tensor {
        rule {
            need_axis(a, axis)?;
            need(a.shape()[axis] > 0, "the axis is not empty")?;
            let mut shape: Shape = a.shape().into();
            shape.remove(axis);
            made(DType::I64, &shape)
        }
        run { reducing::arg_extreme_kernel(a, axis, which) }
    }

    /// Sorts the tensor's own elements along an axis; stable.
    [writes &["target"]; shape "any", dtype "any"]
    fn sort_in_place(target: Tensor, axis: usize) -> () {
        rule { need_axis(target, axis)?; Ok(Made::new()) }
        run { sort::sort_kernel(target, axis); Ok(()) }
    }

    /// The positions that sort along an axis; stable.
    [writes &[]; shape "that of `a`", dtype "int64"]
    fn argsort(a: Tensor, axis: usize) -> Tensor {
        rule { need_axis(a, axis)?; made(DType::I64, a.shape()) }
        run { sort::argsort_kernel(a, axis) }
    }

    /// Where each value would go in a sorted 1-d tensor. `ValueError` if the search meets an index out of
    /// range in `sorter`.
    [writes &[]; shape "that of `values`", dtype "int64; both tensors are of one dtype"]
    fn searchsorted(sorted: Tensor, values: Tensor, right: bool, sorter: Option<Vec<i64>>) -> Tensor {
        rule {
            need(sorted.ndim() == 1 && sorted.dtype() == values.dtype(), "one dimension, one dtype")?;
            need(sorter.is_none_or(|s| s.len() == sorted.size()), "one index per element")?;
            made(DType::I64, values.shape())
        }
        run { sort::searchsorted_kernel(sorted, values, right, sorter) }
    }

    /// Products of stacks of matrices `(..., m, k)` and `(..., k, n)`, whose leading axes broadcast to `batch`.
    [writes &[]; shape "`(*batch, m, n)`", dtype "`dtype`"]
    fn matmul(a: Tensor, b: Tensor, dtype: DType, batch: Vec<usize>) -> Tensor {
        rule {
            need(a.ndim() >= 2 && b.ndim() >= 2, "matrices")?;
            let (x, y) = (a.ndim() - 2, b.ndim() - 2);
            need(a.shape()[x + 1] == b.shape()[y], "the inner lengths are one")?;
            need(broadcasts(&a.shape()[..x], batch) && broadcasts(&b.shape()[..y], batch), "stacks broadcast")?;
            let mut shape: Shape = batch.into();
            shape.extend([a.shape()[x], b.shape()[y + 1]]);
            made(dtype, &shape)
        }
        run { gemm::matmul_kernel(a, b, dtype, batch) }
    }

    /// The sum over the last axis of `a` and the last but one of `b`, for every pair of the other axes.
    [writes &[]; shape "the other axes of `a`, then those of `b`", dtype "`dtype`"]
    fn dot(a: Tensor, b: Tensor, dtype: DType) -> Tensor {
        rule {
            need(a.ndim() >= 1 && b.ndim() >= 1, "vectors at least")?;
            let (x, y) = (a.ndim() - 1, b.ndim().saturating_sub(2));
            need(a.shape()[x] == b.shape()[y], "the axes have one length")?;
            let mut shape: Shape = a.shape()[..x].into();
            shape.extend(b.shape().iter().enumerate().filter(|(k, _)| *k != y).map(|(_, &n)| n));
            made(dtype, &shape)
        }
        run { gemm::dot_kernel(a, b, dtype) }
    }

    /// The product of two tensors of one dtype, one of them 0-d, as the matrix product rounds it.
    [writes &[]; shape "that of the other", dtype "`dtype`"]
    fn scale(a: Tensor, b: Tensor, dtype: DType) -> Tensor {
        rule {
            need(a.ndim() == 0 || b.ndim() == 0, "one is 0-d")?;
            need(a.dtype() == dtype && b.dtype() == dtype, "one dtype")?;
            made(dtype, if a.ndim() == 0 { b.shape() } else { a.shape() })
        }
        run { gemm::scale_kernel(a, b, dtype) }
    }

    /// `a - b`, with `b` broadcast to `a`, laid out as `a`, computed in a dtype other than bool.
    [writes &[]; shape "that of `a`", dtype "`dtype`"]
    fn subtract(a: Tensor, b: Tensor, dtype: DType) -> Tensor {
        rule {
            need(broadcasts(b.shape(), a.shape()) && dtype != DType::Bool, "`b` broadcasts; not bool")?;
            made(dtype, a.shape())
        }
        run { stats::subtract_kernel(a, b, dtype) }
    }

    /// `(a - b) ** 2`, with `b` broadcast to `a`, computed in a dtype other than bool; with `magnitude`, the
    /// squared magnitude of complex numbers.
    [writes &[]; shape "that of `a`", dtype "`dtype`, or its real part's with `magnitude`"]
    fn square_deviation(a: Tensor, b: Tensor, dtype: DType, magnitude: bool) -> Tensor {
        rule {
            need(broadcasts(b.shape(), a.shape()) && dtype != DType::Bool, "`b` broadcasts; not bool")?;
            let result = match (magnitude, dtype) {
                (true, DType::C64) => DType::F32,
                (true, DType::C128) => DType::F64,
                _ => dtype,
            };
            made(result, a.shape())
        }
        run { stats::square_deviation_kernel(a, b, dtype, magnitude) }
    }

    /// `a / counts`, as NumPy divides by its 64-bit counts.
    [writes &[]; shape "that of `a`, to which `counts` broadcast", dtype "float64 or complex128; `counts` are float64"]
    fn divide_by_counts(a: Tensor, counts: Tensor) -> Tensor {
        rule {
            need(counts.dtype() == DType::F64 && broadcasts(counts.shape(), a.shape()), "float64 counts that broadcast")?;
            made(if a.dtype().is_complex() { DType::C128 } else { DType::F64 }, a.shape())
        }
        run { stats::divide_by_counts_kernel(a, counts) }
    }
}

/// `docs/PRIMITIVES.md`: every primitive with its rules.
pub(crate) fn document() -> String {
    use std::fmt::Write as _;
    let mut text = "# Primitives\n\nThe closed set of which lowered graphs are made, generated from `tnp/src/prims/table/` (`cargo test -p tnp` \
         keeps this file in step; `UPDATE_DOCS=1` writes it). A primitive takes and gives tensors and plain immediates, never wrappers.\n\
         A written tensor is an argument before and a result after: the node itself works on a copy. Where the argument is a dtype, a\n\
         shape and an order of axes instead of a tensor, the result is a fresh tensor.\n"
        .to_owned();
    for row in rows() {
        let name = row.op.name.trim_matches('_');
        let params: Vec<&str> = row.op.params.iter().map(|p| p.name()).collect();
        let _ = write!(text, "\n## {name}({})\n\n", params.join(", "));
        for line in row.op.doc.lines() {
            let _ = writeln!(text, "{}", line.trim());
        }
        let _ = writeln!(text, "\n- shape: {}\n- dtype: {}", row.shape, row.dtype);
        if !row.op.traits.mutates.is_empty() {
            let _ = writeln!(text, "- writes: {}", row.op.traits.mutates.join(", "));
        }
    }
    text
}
