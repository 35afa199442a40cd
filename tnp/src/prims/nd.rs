//! The n-d loop: drives a 1-D kernel over strided operands.

use crate::tensor::{Shape, Strides};
use smallvec::SmallVec;

/// Element 0 of `N` operands of one shape, with their strides.
pub(crate) struct NdLoop<const N: usize> {
    shape: Shape,
    /// Per axis, outermost first.
    strides: SmallVec<[[isize; N]; 4]>,
}

impl<const N: usize> NdLoop<N> {
    /// Plans the loop over `shape`.
    ///
    /// Axes are sorted so that the last runs along memory (by the operands' absolute strides, first
    /// operand decides, as NumPy's iterator does) unless `keep_order`, and neighbours that continue
    /// each other are merged.
    pub(crate) fn new(shape: &[usize], strides: [&[isize]; N], keep_order: bool) -> NdLoop<N> {
        let n = shape.len();
        let mut axes: Shape = (0..n).filter(|&a| shape[a] != 1).collect();
        if !keep_order && axes.len() > 1 {
            // Insertion sort with NumPy's partial order: two axes are exchanged only if some operand
            // says so and no earlier one objects.
            for i in 1..axes.len() {
                let mut j = i;
                while j > 0 && outer_first(&strides, axes[j], axes[j - 1]) {
                    axes.swap(j, j - 1);
                    j -= 1;
                }
            }
        }
        let mut merged_shape = Shape::new();
        let mut merged: SmallVec<[[isize; N]; 4]> = SmallVec::new();
        for &axis in &axes {
            let step: [isize; N] = std::array::from_fn(|k| strides[k][axis]);
            if let (Some(length), Some(last)) = (merged_shape.last_mut(), merged.last_mut())
                && (0..N).all(|k| last[k] == step[k].wrapping_mul(shape[axis] as isize))
            {
                *length *= shape[axis];
                *last = step;
                continue;
            }
            merged_shape.push(shape[axis]);
            merged.push(step);
        }
        if merged_shape.is_empty() {
            merged_shape.push(if shape.contains(&0) { 0 } else { 1 });
            merged.push([0; N]);
        }
        NdLoop {
            shape: merged_shape,
            strides: merged,
        }
    }

    /// Calls `kernel(n, pointers, strides)` for each innermost run. Nothing happens without elements.
    pub(crate) fn run(
        &self,
        pointers: [*mut u8; N],
        kernel: &mut dyn FnMut(usize, [*mut u8; N], [isize; N]),
    ) {
        if self.shape.contains(&0) {
            return;
        }
        let outer = self.shape.len() - 1;
        let (length, inner) = (self.shape[outer], self.strides[outer]);
        if outer == 0 {
            return kernel(length, pointers, inner);
        }
        let mut index: Shape = smallvec::smallvec![0; outer];
        let mut at = pointers;
        loop {
            kernel(length, at, inner);
            let mut axis = outer;
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                index[axis] += 1;
                for (at, stride) in at.iter_mut().zip(self.strides[axis]) {
                    *at = at.wrapping_offset(stride);
                }
                if index[axis] < self.shape[axis] {
                    break;
                }
                for (at, stride) in at.iter_mut().zip(self.strides[axis]) {
                    *at = at.wrapping_offset(-stride.wrapping_mul(self.shape[axis] as isize));
                }
                index[axis] = 0;
            }
        }
    }
}

/// Whether axis `a` belongs outside axis `b`, by the first operand that tells them apart.
fn outer_first<const N: usize>(strides: &[&[isize]; N], a: usize, b: usize) -> bool {
    for s in strides {
        let (x, y) = (s[a].unsigned_abs(), s[b].unsigned_abs());
        if x != 0 && y != 0 && x != y {
            return x > y;
        }
    }
    false
}

/// Strides of an operand seen in a broadcast shape: 0 along axes that it lacks or has with length 1.
///
/// The operand's shape must broadcast to `shape`.
pub(crate) fn broadcast_strides(
    shape: &[usize],
    operand_shape: &[usize],
    operand_strides: &[isize],
) -> Strides {
    let lead = shape.len() - operand_shape.len();
    (0..shape.len())
        .map(|axis| match axis.checked_sub(lead) {
            Some(own) if operand_shape[own] != 1 => operand_strides[own],
            _ => 0,
        })
        .collect()
}
