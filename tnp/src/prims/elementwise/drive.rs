//! Runs a 1-D loop over n-d operands: broadcasting, masks, and conversion in blocks.

use super::{Kernel, MAX_OPERANDS, Status};
use crate::prims::cast::cast_loop_for;
use crate::prims::nd::{NdLoop, broadcast_strides};
use crate::prims::table::ElementLoop;
use crate::tensor::{B8, Tensor, launch};
use crate::{DType, Error, Result, events};
use nparity_model::{FpEvents, Scalar};
use smallvec::SmallVec;
use std::mem::MaybeUninit;

/// Bytes of one operand's block, so that the blocks of all operands stay in the first-level cache.
const BLOCK: usize = 8192;

/// One run of a loop over tensors. Inputs and mask broadcast to `shape`, outputs have it.
struct Job<'a> {
    kernel: Kernel,
    /// Dtypes of the loop's operands, inputs first; tensors of other dtypes are converted.
    types: &'a [DType],
    shape: &'a [usize],
    inputs: &'a [Tensor],
    /// An input may overlap an output only if both are the same window.
    outputs: &'a [Tensor],
    /// Bool tensor: where to compute.
    mask: Option<&'a Tensor>,
    /// The events of conversions of inputs do not count.
    silent: bool,
}

/// Operands and mask.
const SLOTS: usize = MAX_OPERANDS + 1;

/// How an operand meets the loop.
#[derive(Clone, Copy)]
struct Slot {
    /// The tensor's dtype, the loop's dtype.
    own: DType,
    inner: DType,
    output: bool,
    buffered: bool,
}

/// Runs the job and raises the floating-point events of conversions; the loop's own are in the status.
fn drive(job: &Job<'_>) -> Status {
    let operands: SmallVec<[&Tensor; SLOTS]> = job.inputs.iter().chain(job.outputs).collect();
    let slots: SmallVec<[Slot; MAX_OPERANDS]> = operands
        .iter()
        .zip(job.types)
        .enumerate()
        .map(|(k, (tensor, inner))| {
            let output = k >= job.inputs.len();
            // A loop wants to write no input that it still has to read.
            let aliased = !output && job.outputs.iter().any(|o| o.may_overlap(tensor));
            Slot {
                own: tensor.dtype(),
                inner: *inner,
                output,
                buffered: aliased || tensor.dtype() != *inner,
            }
        })
        .collect();
    let buffered = slots.iter().any(|s| s.buffered);
    let mut reads: SmallVec<[&Tensor; SLOTS]> = job.inputs.iter().collect();
    reads.extend(job.mask);
    let writes: SmallVec<[&Tensor; 2]> = job.outputs.iter().collect();
    launch(&reads, &writes, |access| {
        let empty: SmallVec<[isize; 4]> = smallvec::smallvec![0; job.shape.len()];
        let mut strides: [SmallVec<[isize; 4]>; SLOTS] = std::array::from_fn(|_| empty.clone());
        let mut pointers = [std::ptr::null_mut(); SLOTS];
        for (k, tensor) in operands.iter().enumerate() {
            strides[k] = broadcast_strides(job.shape, tensor.shape(), tensor.strides());
            pointers[k] = access.ptr(tensor);
        }
        if let Some(mask) = job.mask {
            strides[MAX_OPERANDS] = broadcast_strides(job.shape, mask.shape(), mask.strides());
            pointers[MAX_OPERANDS] = access.ptr(mask);
        }
        let plan = NdLoop::new(
            job.shape,
            std::array::from_fn(|k| strides[k].as_slice()),
            false,
        );
        let mut status = Status::default();
        let mut cast_events = FpEvents::NONE;
        let silent = job.silent;
        plan.run(pointers, &mut |n, at, steps| {
            let mut segment = |start: usize, n: usize| {
                if status.negative_power {
                    return;
                }
                let at: [*mut u8; MAX_OPERANDS] = std::array::from_fn(|k| {
                    at[k].wrapping_offset(steps[k].wrapping_mul(start as isize))
                });
                let steps: [isize; MAX_OPERANDS] = std::array::from_fn(|k| steps[k]);
                // SAFETY: the plan stays within the windows of the operands, whose locks are held.
                let met = unsafe {
                    if buffered {
                        run_buffered(job.kernel, &slots, n, &at, &steps, silent, &mut cast_events)
                    } else {
                        (job.kernel)(n, &at, &steps)
                    }
                };
                status.events |= met.events;
                status.negative_power |= met.negative_power;
            };
            if job.mask.is_none() {
                segment(0, n);
            } else {
                // SAFETY: as above, for the mask.
                let masked = |i: usize| unsafe {
                    at[MAX_OPERANDS]
                        .wrapping_offset(steps[MAX_OPERANDS].wrapping_mul(i as isize))
                        .cast::<B8>()
                        .read()
                        .get()
                };
                let mut i = 0;
                while i < n {
                    let value = masked(i);
                    let start = i;
                    while i < n && masked(i) == value {
                        i += 1;
                    }
                    if value {
                        segment(start, i - start);
                    }
                }
            }
        });
        events::raise(cast_events);
        status
    })
}

#[repr(align(64))]
struct Blocks([[MaybeUninit<u8>; BLOCK]; MAX_OPERANDS]);

/// Runs a loop block by block, with converted copies of some operands.
///
/// # Safety
/// As for the kernel, with the slots' own dtypes.
#[inline(never)]
unsafe fn run_buffered(
    kernel: Kernel,
    slots: &[Slot],
    n: usize,
    at: &[*mut u8; MAX_OPERANDS],
    steps: &[isize; MAX_OPERANDS],
    silent: bool,
    cast_events: &mut FpEvents,
) -> Status {
    let widest = slots.iter().map(|s| s.inner.itemsize()).max().unwrap_or(1);
    let length = BLOCK / widest;
    let mut blocks = Blocks([[MaybeUninit::uninit(); BLOCK]; MAX_OPERANDS]);
    let mut status = Status::default();
    let mut start = 0;
    while start < n {
        let m = length.min(n - start);
        let (mut inner_at, mut inner_steps) = (*at, *steps);
        for (k, slot) in slots.iter().enumerate() {
            let outer = at[k].wrapping_offset(steps[k].wrapping_mul(start as isize));
            if !slot.buffered {
                inner_at[k] = outer;
                continue;
            }
            let block = blocks.0[k].as_mut_ptr().cast::<u8>();
            inner_at[k] = block;
            inner_steps[k] = slot.inner.itemsize() as isize;
            if !slot.output {
                let repeated = steps[k] == 0;
                if repeated {
                    inner_steps[k] = 0;
                }
                if start == 0 || !repeated {
                    let count = if repeated { 1 } else { m };
                    // SAFETY: the block holds `length` elements of the loop's dtype, and the caller
                    // vouches for the operand.
                    let met = unsafe {
                        cast_loop_for(slot.own, slot.inner)(
                            count,
                            outer,
                            steps[k],
                            block,
                            slot.inner.itemsize() as isize,
                        )
                    };
                    if !silent {
                        *cast_events |= met;
                    }
                }
            }
        }
        // SAFETY: each operand is the caller's or a block.
        let met = unsafe { kernel(m, &inner_at, &inner_steps) };
        status.events |= met.events;
        if met.negative_power {
            status.negative_power = true;
            return status;
        }
        for (k, slot) in slots.iter().enumerate() {
            if slot.buffered && slot.output {
                // SAFETY: the kernel filled the block; the caller vouches for the operand.
                *cast_events |= unsafe {
                    cast_loop_for(slot.inner, slot.own)(
                        m,
                        inner_at[k],
                        inner_steps[k],
                        at[k].wrapping_offset(steps[k].wrapping_mul(start as isize)),
                        steps[k],
                    )
                };
            }
        }
        start += m;
    }
    status
}

/// The primitive `elementwise`.
pub(in crate::prims) fn drive_checked(
    inner: ElementLoop,
    shape: &[usize],
    inputs: &[Tensor],
    outputs: &[Tensor],
    mask: Option<&Tensor>,
    silent: bool,
) -> Result<()> {
    finish(drive(&Job {
        kernel: inner.kernel,
        types: inner.types,
        shape,
        inputs,
        outputs,
        mask,
        silent,
    }))
}

/// What a loop met, as events and errors.
pub(crate) fn finish(status: Status) -> Result<()> {
    events::raise(status.events);
    if status.negative_power {
        return Err(Error::value(
            "Integers to negative integer powers are not allowed.",
        ));
    }
    Ok(())
}

/// An input of [`drive_contiguous`].
#[derive(Clone, Copy)]
pub(crate) enum Flat<'a> {
    /// A contiguous tensor of the result's size.
    Tensor(&'a Tensor),
    /// A tensor of one element.
    One(&'a Tensor),
    /// One element.
    Scalar(&'a Scalar),
}

/// Runs a loop over contiguous operands of its own dtypes into a fresh contiguous output.
pub(crate) fn drive_contiguous(kernel: Kernel, inputs: &[Flat<'_>], output: &Tensor) -> Status {
    let mut reads: SmallVec<[&Tensor; 2]> = SmallVec::new();
    for input in inputs {
        if let Flat::Tensor(t) | Flat::One(t) = input {
            reads.push(t);
        }
    }
    launch(&reads, &[], |access| {
        let mut at = [std::ptr::null_mut(); MAX_OPERANDS];
        let mut steps = [0isize; MAX_OPERANDS];
        for (k, input) in inputs.iter().enumerate() {
            (at[k], steps[k]) = match input {
                Flat::Tensor(t) => (access.ptr(t), t.itemsize() as isize),
                Flat::One(t) => (access.ptr(t), 0),
                Flat::Scalar(s) => (s.bytes().as_ptr().cast_mut(), 0),
            };
        }
        at[inputs.len()] = output.data_ptr();
        steps[inputs.len()] = output.itemsize() as isize;
        // SAFETY: the operands are contiguous windows of the output's size, or one element each, whose
        // locks are held; the output is fresh and known to nobody else.
        unsafe { kernel(output.size(), &at, &steps) }
    })
}

/// Fills fresh memory with zero bytes.
pub(crate) fn clear(fresh: &Tensor) {
    launch(&[], &[fresh], |access| {
        // SAFETY: a fresh tensor spans its whole storage.
        unsafe { access.ptr(fresh).write_bytes(0, fresh.nbytes()) };
    });
}
