//! Running reductions: `ufunc.accumulate`.

use super::op::Op;
use super::{AccumulateLoop, ReduceDef, iteration_order};
use crate::prims::cast;
use crate::prims::nd::NdLoop;
use crate::tensor::{Element, Tensor, launch};
use crate::{Result, events};
use nparity_model::{DType, FpEvents};

/// The running loop of any op.
///
/// # Safety
/// As [`AccumulateLoop`].
pub(super) unsafe fn running<T: Element, O: Op<T>>(
    n: usize,
    source: *const u8,
    source_stride: isize,
    target: *mut u8,
    target_stride: isize,
) -> FpEvents {
    let mut flags = FpEvents::NONE;
    if n == 0 {
        return flags;
    }
    // SAFETY: the caller vouches for `n` elements at the strides.
    unsafe {
        let load = |i: isize| {
            source
                .offset(i * source_stride)
                .cast::<T>()
                .read_unaligned()
        };
        let mut total = load(0);
        target.cast::<T>().write_unaligned(total);
        for i in 1..n as isize {
            let x = load(i);
            let next = O::apply(total, x);
            if O::FLAGS && O::suspicious(next) {
                flags |= O::events(total, x, next);
            }
            target
                .offset(i * target_stride)
                .cast::<T>()
                .write_unaligned(next);
            total = next;
        }
    }
    flags
}

/// The running reduction along `axis` in this dtype, into a fresh tensor of the layout of `a`.
///
/// # Errors
/// `MemoryError`.
pub(in crate::prims) fn accumulate_kernel(
    def: &ReduceDef,
    a: &Tensor,
    axis: usize,
    dtype: DType,
) -> Result<Tensor> {
    let order = iteration_order(a.shape(), a.strides(), None);
    let result = Tensor::uninit_ordered(a.shape(), dtype, &order)?;
    let source = if a.dtype() == dtype {
        a
    } else {
        cast::assign(a, &result)?;
        &result
    };
    let kernel: AccumulateLoop = (def.accumulate)(dtype)
        .expect("the ufunc is defined on the dtype that its caller resolved");
    let length = a.shape()[axis];
    let mut shape: crate::tensor::Shape = a.shape().into();
    shape[axis] = if length == 0 { 0 } else { 1 };
    let mut flags = FpEvents::NONE;
    launch(&[source], &[&result], |access| {
        let plan = NdLoop::new(&shape, [result.strides(), source.strides()], false);
        let steps = [result.strides()[axis], source.strides()[axis]];
        plan.run([access.ptr(&result), access.ptr(source)], &mut |n,
                                                                  [
            to,
            from,
        ],
                                                                  [
            to_step,
            from_step,
        ]| {
            for i in 0..n as isize {
                // SAFETY: the plan goes over the first elements of the axis, behind each of which
                // lie `length` elements of both windows, whose locks are held.
                flags |= unsafe {
                    kernel(
                        length,
                        from.offset(i * from_step),
                        steps[1],
                        to.offset(i * to_step),
                        steps[0],
                    )
                };
            }
        });
    });
    events::raise(flags);
    Ok(result)
}
