//! Sorting and searching, in NumPy's order: NaN last, complex numbers lexicographically.

use super::nd::NdLoop;
pub(crate) use super::table::{argsort, searchsorted, sort_in_place};
use crate::tensor::{B8, Element, Shape, Strides, Tensor, launch, with_element};
use crate::{Error, Result};
use half::f16;
use nparity_model::DType;
use num_complex::{Complex32, Complex64};

/// An element type with a key that orders as NumPy sorts: -0 equals 0, NaNs equal each other.
pub(crate) trait Sorted: Element {
    type Key: Ord + Copy;
    fn key(self) -> Self::Key;
    /// Whether elements of equal keys are the same bits, so that stability cannot be seen.
    const EXACT: bool = false;
}

macro_rules! plain {
    ($($t:ty)+) => {$(
        impl Sorted for $t {
            type Key = $t;
            #[inline(always)]
            fn key(self) -> $t { self }
            const EXACT: bool = true;
        }
    )+};
}
plain! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl Sorted for B8 {
    type Key = bool;
    #[inline(always)]
    fn key(self) -> bool {
        self.get()
    }
}

// Floats of one sign order as their bits do; those of negative numbers turn around.
macro_rules! floats {
    ($($t:ty, $bits:ty);+) => {$(
        impl Sorted for $t {
            type Key = $bits;
            #[inline(always)]
            fn key(self) -> $bits {
                if self.is_nan() {
                    return <$bits>::MAX;
                }
                let bits = self.to_bits() as $bits;
                if bits < 0 { -(bits & <$bits>::MAX) } else { bits }
            }
        }
    )+};
}
floats! { f16, i16; f32, i32; f64, i64 }

macro_rules! complex {
    ($($c:ty, $bits:ty);+) => {$(
        impl Sorted for $c {
            type Key = (u8, $bits, $bits);
            #[inline(always)]
            fn key(self) -> (u8, $bits, $bits) {
                let class = u8::from(self.re.is_nan()) * 2 + u8::from(self.im.is_nan());
                (class, self.re.key(), self.im.key())
            }
        }
    )+};
}
complex! { Complex32, i32; Complex64, i64 }

/// Calls `line(first element)` for each line along `axis` of several tensors of one shape apart from
/// that axis. Each tensor comes with its shape's strides.
fn for_each_line<const N: usize>(
    shape: &[usize],
    axis: usize,
    strides: [&[isize]; N],
    pointers: [*mut u8; N],
    line: &mut dyn FnMut([*mut u8; N]),
) {
    let mut others: Shape = shape.into();
    others.remove(axis);
    let others_strides: [Strides; N] = strides.map(|s| {
        let mut s: Strides = s.into();
        s.remove(axis);
        s
    });
    let plan = NdLoop::new(
        &others,
        std::array::from_fn(|k| &others_strides[k][..]),
        true,
    );
    plan.run(pointers, &mut |n, at, steps| {
        for i in 0..n as isize {
            line(std::array::from_fn(|k| at[k].wrapping_offset(i * steps[k])));
        }
    });
}

type SortLine = unsafe fn(n: usize, data: *mut u8, stride: isize);

unsafe fn sort_line<T: Sorted>(n: usize, data: *mut u8, stride: isize) {
    fn sort<T: Sorted>(items: &mut [T]) {
        if T::EXACT {
            items.sort_unstable_by_key(|x| x.key());
        } else {
            items.sort_by_key(|x| x.key());
        }
    }
    // SAFETY: the caller vouches for `n` elements, to be written.
    unsafe {
        if stride == size_of::<T>() as isize && data.cast::<T>().is_aligned() {
            sort(std::slice::from_raw_parts_mut(data.cast::<T>(), n));
            return;
        }
        let at = |i: usize| data.offset(i as isize * stride).cast::<T>();
        let mut items: Vec<T> = (0..n).map(|i| at(i).read_unaligned()).collect();
        sort(&mut items);
        for (i, item) in items.into_iter().enumerate() {
            at(i).write_unaligned(item);
        }
    }
}

/// Sorts the tensor's own elements along an axis; stable.
pub(super) fn sort_kernel(t: &Tensor, axis: usize) {
    let n = t.shape()[axis];
    if n < 2 || t.shape().contains(&0) {
        return;
    }
    let stride = t.strides()[axis];
    // NumPy sorts bools as the bytes that they are.
    let dtype = if t.dtype() == DType::Bool {
        DType::U8
    } else {
        t.dtype()
    };
    let kernel = with_element!(dtype, T => sort_line::<T> as SortLine);
    launch(&[], &[t], |access| {
        for_each_line(
            t.shape(),
            axis,
            [t.strides()],
            [access.ptr(t)],
            // SAFETY: a line of the window, whose lock is held.
            &mut |[data]| unsafe { kernel(n, data, stride) },
        );
    });
}

type ArgsortLine =
    unsafe fn(n: usize, data: *const u8, stride: isize, target: *mut u8, target_stride: isize);

unsafe fn argsort_line<T: Sorted>(
    n: usize,
    data: *const u8,
    stride: isize,
    target: *mut u8,
    target_stride: isize,
) {
    // SAFETY: the caller vouches for `n` elements of both.
    unsafe {
        // Position breaks ties, which makes the fast unstable sort stable.
        let mut pairs: Vec<(T::Key, usize)> = (0..n)
            .map(|i| {
                let x = data.offset(i as isize * stride).cast::<T>();
                (x.read_unaligned().key(), i)
            })
            .collect();
        pairs.sort_unstable();
        for (i, (_, at)) in pairs.into_iter().enumerate() {
            let to = target.offset(i as isize * target_stride).cast::<i64>();
            to.write_unaligned(at as i64);
        }
    }
}

/// The positions that sort along an axis, as a fresh C-ordered int64 tensor; stable.
///
/// # Errors
/// `MemoryError`.
pub(super) fn argsort_kernel(t: &Tensor, axis: usize) -> Result<Tensor> {
    let result = Tensor::uninit(t.shape(), DType::I64, false)?;
    if t.shape().contains(&0) {
        return Ok(result);
    }
    let (n, stride) = (t.shape()[axis], t.strides()[axis]);
    let to_stride = result.strides()[axis];
    let kernel = with_element!(t.dtype(), T => argsort_line::<T> as ArgsortLine);
    launch(&[t], &[], |access| {
        for_each_line(
            t.shape(),
            axis,
            [t.strides(), result.strides()],
            [access.ptr(t), result.data_ptr()],
            // SAFETY: lines of the window, whose lock is held, and of the fresh result.
            &mut |[data, to]| unsafe { kernel(n, data, stride, to, to_stride) },
        );
    });
    Ok(result)
}

/// Where each value would go in a sorted 1-d tensor of the same dtype (after `sorter`, a valid or
/// invalid int64 permutation), as a fresh C-ordered int64 tensor of the values' shape.
///
/// # Errors
/// `ValueError` if the search meets an index out of range in `sorter`; `MemoryError`.
pub(super) fn searchsorted_kernel(
    sorted: &Tensor,
    values: &Tensor,
    right: bool,
    sorter: Option<&[i64]>,
) -> Result<Tensor> {
    with_element!(sorted.dtype(), T => {
        let keys: Vec<_> = sorted.to_vec::<T>().into_iter().map(Sorted::key).collect();
        let values: Vec<_> = values.to_vec::<T>().into_iter().map(Sorted::key).collect();
        search(&keys, &values, right, sorter)
    })
    .and_then(|found| Tensor::from_elements(values.shape(), &found))
}

/// NumPy's search: each begins from the bounds of the one before, which shows in arrays that are not
/// sorted.
fn search<K: Ord + Copy>(
    keys: &[K],
    values: &[K],
    right: bool,
    sorter: Option<&[i64]>,
) -> Result<Vec<i64>> {
    let before = |x: K, y: K| if right { x <= y } else { x < y };
    let mut found = Vec::with_capacity(values.len());
    let (mut low, mut high) = (0, keys.len());
    let mut last = values.first().copied();
    for &value in values {
        if last.is_some_and(|last| before(last, value)) {
            high = keys.len();
        } else {
            low = 0;
            high = keys.len().min(high + 1);
        }
        last = Some(value);
        while low < high {
            let middle = low + (high - low) / 2;
            let at = match sorter {
                None => middle,
                Some(sorter) => usize::try_from(sorter[middle])
                    .ok()
                    .filter(|at| *at < keys.len())
                    .ok_or_else(|| Error::value("Sorter index out of range."))?,
            };
            if before(keys[at], value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        found.push(low as i64);
    }
    Ok(found)
}

/// The positions that sort the rows of a C-contiguous 2-d tensor lexicographically (stable), and for
/// each place in that order whether its row differs from the one before. NaNs differ from all.
pub(crate) fn sort_rows(t: &Tensor) -> (Vec<usize>, Vec<bool>) {
    let (rows, width) = (t.shape()[0], t.shape()[1]);
    with_element!(t.dtype(), T => {
        let items = t.to_vec::<T>();
        let row = |i: usize| &items[i * width..(i + 1) * width];
        let mut order: Vec<usize> = (0..rows).collect();
        order.sort_by(|&i, &j| row(i).iter().map(|x| x.key()).cmp(row(j).iter().map(|x| x.key())));
        let starts = (0..rows)
            .map(|k| k == 0 || row(order[k]) != row(order[k - 1]))
            .collect();
        (order, starts)
    })
}

/// As [`sort_rows`] for the elements of a 1-d tensor; NaNs are alike if `equal_nan`.
pub(crate) fn sort_elements(t: &Tensor, equal_nan: bool) -> (Vec<usize>, Vec<bool>) {
    with_element!(t.dtype(), T => {
        let items = t.to_vec::<T>();
        let mut pairs: Vec<(<T as Sorted>::Key, usize)> =
            items.iter().enumerate().map(|(i, x)| (x.key(), i)).collect();
        pairs.sort_unstable();
        let order: Vec<usize> = pairs.into_iter().map(|(_, i)| i).collect();
        #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
        let is_nan = |x: T| x != x;
        let starts = (0..items.len())
            .map(|k| {
                k == 0 || {
                    let (x, before) = (items[order[k]], items[order[k - 1]]);
                    x != before && !(equal_nan && is_nan(x) && is_nan(before))
                }
            })
            .collect();
        (order, starts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_numpy_sorts() {
        let ascending = [
            f64::NEG_INFINITY,
            -2.0,
            -1e-310,
            0.0,
            1e-310,
            1.0,
            f64::INFINITY,
            f64::NAN,
        ];
        assert!(ascending.windows(2).all(|w| w[0].key() < w[1].key()));
        assert_eq!((-0.0f64).key(), 0.0f64.key());
        assert_eq!((-f64::NAN).key(), f64::NAN.key());
        let nan = f64::NAN;
        let ascending: Vec<_> = [
            (0.0, -1.0),
            (0.0, 5.0),
            (1.0, 1.0),
            (0.0, nan),
            (1.0, nan),
            (nan, 0.0),
            (nan, 1.0),
            (nan, nan),
        ]
        .into_iter()
        .map(|(re, im)| Complex64::new(re, im).key())
        .collect();
        assert!(ascending.windows(2).all(|w| w[0] < w[1]));
    }
}
