//! Moving elements between places given by offsets; the only thing that matters of a dtype is its size.

use super::nd::NdLoop;
use crate::tensor::{Tensor, launch};

/// The part that moves as one: axes that every place has, with the strides of both sides.
pub(crate) struct Block<'a> {
    pub(crate) shape: &'a [usize],
    pub(crate) source_strides: &'a [isize],
    pub(crate) target_strides: &'a [isize],
}

/// An element type for moving: as many bytes, no meaning.
trait Word: Copy {}
impl Word for u8 {}
impl Word for u16 {}
impl Word for u32 {}
impl Word for u64 {}
impl Word for [u64; 2] {}

/// Runs a block with `W` as the word of an item size.
macro_rules! with_word {
    ($itemsize:expr, $w:ident => $body:expr) => {
        match $itemsize {
            1 => {
                type $w = u8;
                $body
            }
            2 => {
                type $w = u16;
                $body
            }
            4 => {
                type $w = u32;
                $body
            }
            8 => {
                type $w = u64;
                $body
            }
            _ => {
                type $w = [u64; 2];
                $body
            }
        }
    };
}

/// Copies, for every k, the block at `source_offsets[k]` to that at `target_offsets[k]`, in order (the
/// last wins where targets meet). Both tensors have one dtype, and their storages must not overlap.
///
/// Every offset, with the block, must lie within its tensor's window of the storage: callers derive them
/// from checked indices.
pub(crate) fn transfer(
    source: &Tensor,
    source_offsets: &[isize],
    target: &Tensor,
    target_offsets: &[isize],
    block: &Block<'_>,
) {
    assert_eq!(source.dtype(), target.dtype(), "one dtype");
    assert_eq!(
        source_offsets.len(),
        target_offsets.len(),
        "one target per source"
    );
    if block.shape.contains(&0) || source_offsets.is_empty() {
        return;
    }
    let plan = NdLoop::new(
        block.shape,
        [block.target_strides, block.source_strides],
        false,
    );
    launch(&[source], &[target], |access| {
        let (from, to) = (access.ptr(source), access.ptr(target));
        let pairs = source_offsets.iter().zip(target_offsets);
        if block.shape.iter().all(|&n| n == 1) {
            with_word!(source.itemsize(), W => for (&s, &t) in pairs {
                // SAFETY: both offsets are those of elements, and the locks are held.
                unsafe { move_one::<W>(from.offset(s), to.offset(t)) };
            });
        } else {
            with_word!(source.itemsize(), W => for (&s, &t) in pairs {
                plan.run([to.wrapping_offset(t), from.wrapping_offset(s)], &mut |n, [to, from], [to_step, from_step]| {
                    // SAFETY: the plan stays within the block, which lies within both windows.
                    unsafe { move_run::<W>(n, from, from_step, to, to_step) };
                });
            });
        }
    });
}

/// # Safety
/// Both must be addresses of elements of the word's size.
#[inline]
unsafe fn move_one<W: Word>(from: *const u8, to: *mut u8) {
    // SAFETY: the caller's; access is unaligned since reinterpreting views may be.
    unsafe {
        to.cast::<W>()
            .write_unaligned(from.cast::<W>().read_unaligned())
    };
}

/// # Safety
/// Both must be addresses of `n` elements of the word's size at these strides, not overlapping.
#[inline]
unsafe fn move_run<W: Word>(
    n: usize,
    from: *const u8,
    from_step: isize,
    to: *mut u8,
    to_step: isize,
) {
    let size = size_of::<W>() as isize;
    // SAFETY: the caller's.
    unsafe {
        if from_step == size && to_step == size {
            to.copy_from_nonoverlapping(from, n * size_of::<W>());
        } else {
            for i in 0..n as isize {
                move_one::<W>(from.offset(i * from_step), to.offset(i * to_step));
            }
        }
    }
}
