//! Shapes, strides and their arithmetic.

use crate::{Error, Result};
use smallvec::SmallVec;

/// NumPy's limit on dimensions.
pub const MAX_NDIM: usize = 64;

/// Lengths of the axes.
pub type Shape = SmallVec<[usize; 4]>;

/// Distances between neighbours along the axes, in bytes.
pub type Strides = SmallVec<[isize; 4]>;

/// Memory order of a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Last axis fastest.
    #[default]
    C,
    /// First axis fastest.
    F,
    /// F if the input is F- and not C-contiguous, else C.
    A,
    /// As the input's strides go.
    K,
}

/// Number of elements, if it and the bytes fit NumPy's signed sizes.
///
/// # Errors
/// NumPy's `ValueError` when they do not.
pub(crate) fn size_of_shape(shape: &[usize], itemsize: usize) -> Result<usize> {
    // NumPy ignores zero-length axes here: a (0, 2**62) array is refused as well.
    let mut size: usize = 1;
    let mut bytes: usize = itemsize;
    for &length in shape {
        if length == 0 {
            size = 0;
            continue;
        }
        bytes = bytes
            .checked_mul(length)
            .filter(|b| *b <= isize::MAX as usize)
            .ok_or_else(|| {
                Error::value("array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.")
            })?;
        size *= length;
    }
    Ok(size)
}

/// Strides of a fresh array. As NumPy does, a zero-length axis counts as length 1 in the products.
pub(crate) fn contiguous_strides(shape: &[usize], itemsize: usize, fortran: bool) -> Strides {
    let mut strides: Strides = SmallVec::from_elem(0, shape.len());
    let mut step = itemsize as isize;
    let n = shape.len();
    for k in 0..n {
        let axis = if fortran { k } else { n - 1 - k };
        strides[axis] = step;
        step = step.wrapping_mul(shape[axis].max(1) as isize);
    }
    strides
}

/// Whether the elements lie back to back in C (or F) order; axes of length 1 have free strides, and an
/// array without elements is both.
pub(crate) fn is_contiguous(
    shape: &[usize],
    strides: &[isize],
    itemsize: usize,
    fortran: bool,
) -> bool {
    let n = shape.len();
    let mut step = itemsize as isize;
    for k in 0..n {
        let axis = if fortran { k } else { n - 1 - k };
        match shape[axis] {
            0 => return true,
            1 => {}
            length => {
                if strides[axis] != step {
                    // A later zero-length axis still makes the array contiguous.
                    return shape.contains(&0);
                }
                step *= length as isize;
            }
        }
    }
    true
}

/// Lowest and highest byte offset (exclusive) touched, relative to element 0; `None` without elements.
pub(crate) fn memory_extent(
    shape: &[usize],
    strides: &[isize],
    itemsize: usize,
) -> Option<(isize, isize)> {
    let (mut low, mut high) = (0isize, 0isize);
    for (&length, &stride) in shape.iter().zip(strides) {
        match length {
            0 => return None,
            length => {
                let reach = stride * (length as isize - 1);
                if reach < 0 {
                    low += reach
                } else {
                    high += reach
                }
            }
        }
    }
    Some((low, high + itemsize as isize))
}

/// Calls `f` with each element's byte offset from element 0, in C order.
pub(crate) fn for_each_offset(shape: &[usize], strides: &[isize], mut f: impl FnMut(isize)) {
    if shape.contains(&0) {
        return;
    }
    let n = shape.len();
    if n == 0 {
        return f(0);
    }
    let (length, stride) = (shape[n - 1], strides[n - 1]);
    let mut index: Shape = SmallVec::from_elem(0, n - 1);
    let mut offset = 0isize;
    loop {
        for i in 0..length {
            f(offset + stride * i as isize);
        }
        let mut axis = n - 1;
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            offset += strides[axis];
            if index[axis] < shape[axis] {
                break;
            }
            offset -= strides[axis] * shape[axis] as isize;
            index[axis] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contiguity_follows_numpy() {
        assert!(is_contiguous(&[2, 3], &[24, 8], 8, false));
        assert!(!is_contiguous(&[2, 3], &[24, 8], 8, true));
        assert!(is_contiguous(&[1, 3], &[999, 8], 8, false));
        assert!(is_contiguous(&[1, 3], &[999, 8], 8, true));
        assert!(is_contiguous(&[0, 3], &[7, 5], 8, true));
        assert!(is_contiguous(&[], &[], 8, false));
        assert_eq!(
            contiguous_strides(&[2, 0, 3], 8, false).as_slice(),
            &[24, 24, 8]
        );
    }

    #[test]
    fn sizes_that_overflow_are_refused() {
        assert!(size_of_shape(&[1 << 40, 1 << 40], 8).is_err());
        assert!(size_of_shape(&[0, 1 << 62], 8).is_err());
        assert_eq!(size_of_shape(&[0, 5], 8).unwrap(), 0);
    }
}
