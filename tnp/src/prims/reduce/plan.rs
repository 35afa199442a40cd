//! The order in which a reduction visits elements, and the loop over its rows.

use super::CHUNK;
use crate::tensor::Shape;
use smallvec::SmallVec;

/// The axes longer than 1 in the order in which NumPy's iterator nests them, outermost first, behind
/// those of length 1.
pub(crate) fn iteration_order(
    shape: &[usize],
    strides: &[isize],
    mask_strides: Option<&[isize]>,
) -> Shape {
    let mut order: Shape = (0..shape.len()).collect();
    // `inner` grows from the innermost axis outwards; each further axis moves inwards past those that
    // are clearly longer-strided, and looks past those that say nothing (stride 0).
    let mut inner: Shape = Shape::new();
    for axis in (0..shape.len()).rev().filter(|&a| shape[a] != 1) {
        let mut place = inner.len();
        for at in (0..inner.len()).rev() {
            match belongs_inside(axis, inner[at], strides, mask_strides) {
                Some(true) => place = at,
                Some(false) => break,
                None => {}
            }
        }
        inner.insert(place, axis);
    }
    let ones = (0..shape.len()).filter(|&a| shape[a] == 1);
    for (slot, axis) in order
        .iter_mut()
        .zip(ones.chain(inner.iter().rev().copied()))
    {
        *slot = axis;
    }
    order
}

/// Whether `axis` belongs inside `other`, if the operands say anything; in a conflict it does not.
fn belongs_inside(
    axis: usize,
    other: usize,
    strides: &[isize],
    mask_strides: Option<&[isize]>,
) -> Option<bool> {
    let mut said = None;
    for s in std::iter::once(strides).chain(mask_strides) {
        let (own, its) = (s[axis].unsigned_abs(), s[other].unsigned_abs());
        if own != 0 && its != 0 {
            if its <= own {
                said = Some(false);
            } else if said.is_none() {
                said = Some(true);
            }
        }
    }
    said
}

/// The rows of a reduction: accumulator, input, mask.
pub(super) struct Plan {
    shape: Shape,
    strides: SmallVec<[[isize; 3]; 4]>,
    reduced: SmallVec<[bool; 4]>,
}

impl Plan {
    /// Plans the rows over `shape` with the axes nested in this order; neighbours that continue each
    /// other are merged.
    pub(super) fn new(
        shape: &[usize],
        order: &[usize],
        strides: [&[isize]; 3],
        reduced: &[bool],
    ) -> Plan {
        let mut plan = Plan {
            shape: Shape::new(),
            strides: SmallVec::new(),
            reduced: SmallVec::new(),
        };
        for &axis in order.iter().filter(|&&a| shape[a] != 1) {
            let step = strides.map(|s| s[axis]);
            if let (Some(length), Some(last), Some(&was)) = (
                plan.shape.last_mut(),
                plan.strides.last_mut(),
                plan.reduced.last(),
            ) && was == reduced[axis]
                && (0..3).all(|k| last[k] == step[k].wrapping_mul(shape[axis] as isize))
            {
                *length *= shape[axis];
                *last = step;
                continue;
            }
            plan.shape.push(shape[axis]);
            plan.strides.push(step);
            plan.reduced.push(reduced[axis]);
        }
        if plan.shape.is_empty() {
            plan.shape.push(1);
            plan.strides.push([0; 3]);
            plan.reduced.push(true);
        }
        plan
    }

    /// How many elements of the innermost reduced axes fit in a buffer together, and whether they lie in
    /// more than one row.
    pub(super) fn core(&self) -> (usize, bool) {
        let reduced =
            (self.shape.iter().zip(&self.reduced).rev()).take_while(|(_, reduced)| **reduced);
        let mut core = 1;
        for (&n, _) in reduced.clone() {
            if core * n > CHUNK {
                break;
            }
            core *= n;
        }
        (core, reduced.count() > 1)
    }

    /// Calls `row(n, first, pointers, strides)` for each row; `first` says that its accumulators are
    /// visited for the first time. There must be elements.
    pub(super) fn run(
        &self,
        pointers: [*mut u8; 3],
        row: &mut dyn FnMut(usize, bool, [*mut u8; 3], [isize; 3]),
    ) {
        let outer = self.shape.len() - 1;
        let (length, inner) = (self.shape[outer], self.strides[outer]);
        if outer == 0 {
            return row(length, true, pointers, inner);
        }
        let mut index: Shape = smallvec::smallvec![0; outer];
        let mut at = pointers;
        // How many of the outer reduced axes are not at their start.
        let mut moved = 0usize;
        loop {
            row(length, moved == 0, at, inner);
            let mut axis = outer;
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                index[axis] += 1;
                for (p, s) in at.iter_mut().zip(self.strides[axis]) {
                    *p = p.wrapping_offset(s);
                }
                if index[axis] < self.shape[axis] {
                    if index[axis] == 1 && self.reduced[axis] {
                        moved += 1;
                    }
                    break;
                }
                for (p, s) in at.iter_mut().zip(self.strides[axis]) {
                    *p = p.wrapping_offset(-s.wrapping_mul(self.shape[axis] as isize));
                }
                if self.reduced[axis] {
                    moved -= 1;
                }
                index[axis] = 0;
            }
        }
    }
}
