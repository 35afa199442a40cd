//! Choosing between two elements by a bool: the loop behind `where`.

use super::{MAX_OPERANDS, Status};
use crate::tensor::{B8, Element};

/// The loop `(bool, T, T) -> T`; only the size of `T` matters. See [`super::Kernel`] for the contract.
pub(crate) unsafe fn select<T: Element>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    let size = size_of::<T>() as isize;
    // SAFETY: the caller vouches for `n` elements at these strides.
    unsafe {
        let (mask, x, y, to) = (
            p[0].cast::<B8>(),
            p[1].cast::<T>(),
            p[2].cast::<T>(),
            p[3].cast::<T>(),
        );
        let runs = |stride: isize| stride == 0 || stride == size;
        if s[0] == 1 && s[3] == size && runs(s[1]) && runs(s[2]) {
            let (a, b) = (usize::from(s[1] != 0), usize::from(s[2] != 0));
            for i in 0..n {
                let (x, y) = (x.add(i * a).read_unaligned(), y.add(i * b).read_unaligned());
                to.add(i)
                    .write_unaligned(if mask.add(i).read().get() { x } else { y });
            }
        } else {
            for i in 0..n as isize {
                let from = if mask.offset(i * s[0]).read().get() {
                    p[1].offset(i * s[1])
                } else {
                    p[2].offset(i * s[2])
                };
                p[3].offset(i * s[3])
                    .cast::<T>()
                    .write_unaligned(from.cast::<T>().read_unaligned());
            }
        }
    }
    Status::default()
}
