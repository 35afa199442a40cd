//! Small shapes without allocation, and how they are drawn.

use super::rng::{Draw, Factor};

/// The most axes that a generated array has, views with new axes included.
pub(crate) const MAX_RANK: usize = 8;

/// A shape.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dims {
    rank: u8,
    // What stands past the rank does not count.
    sizes: [u16; MAX_RANK],
}

impl PartialEq for Dims {
    fn eq(&self, other: &Dims) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Dims {
    /// The shape of a scalar.
    pub(crate) const SCALAR: Dims = Dims {
        rank: 0,
        sizes: [0; MAX_RANK],
    };

    /// A shape of these sizes, cut at [`MAX_RANK`] axes.
    pub(crate) fn of(sizes: &[usize]) -> Dims {
        let mut dims = Dims::SCALAR;
        sizes.iter().for_each(|&n| dims.push(n));
        dims
    }

    /// Adds an axis at the end, if there is room.
    #[inline]
    pub(crate) fn push(&mut self, size: usize) {
        if let Some(slot) = self.sizes.get_mut(usize::from(self.rank)) {
            *slot = size as u16;
            self.rank += 1;
        }
    }

    /// Inserts an axis, if there is room.
    pub(crate) fn insert(&mut self, axis: usize, size: usize) {
        if self.rank() < MAX_RANK {
            let rank = self.rank();
            self.sizes.copy_within(axis..rank, axis + 1);
            self.sizes[axis] = size as u16;
            self.rank += 1;
        }
    }

    /// Removes an axis.
    pub(crate) fn remove(&mut self, axis: usize) -> usize {
        let size = self.at(axis);
        let rank = self.rank();
        self.sizes.copy_within(axis + 1..rank, axis);
        self.rank -= 1;
        size
    }

    #[inline]
    pub(crate) fn rank(&self) -> usize {
        usize::from(self.rank)
    }

    #[inline]
    pub(crate) fn at(&self, axis: usize) -> usize {
        usize::from(self.sizes[axis])
    }

    #[inline]
    pub(crate) fn set(&mut self, axis: usize, size: usize) {
        self.sizes[axis] = size as u16;
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.sizes[..self.rank()].iter().map(|n| usize::from(*n))
    }

    /// Number of elements.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        self.iter().product()
    }

    pub(crate) fn to_vec(self) -> Vec<usize> {
        self.iter().collect()
    }

    pub(crate) fn reversed(&self) -> Dims {
        let mut dims = *self;
        dims.sizes[..usize::from(self.rank)].reverse();
        dims
    }

    /// What both broadcast to.
    pub(crate) fn broadcast(&self, other: &Dims) -> Option<Dims> {
        let rank = self.rank().max(other.rank());
        let mut dims = Dims {
            rank: rank as u8,
            sizes: [1; MAX_RANK],
        };
        for back in 1..=rank {
            let size = |d: &Dims| d.rank().checked_sub(back).map_or(1, |axis| d.at(axis));
            dims.sizes[rank - back] = match (size(self), size(other)) {
                (a, b) if a == b => a,
                (1, b) => b,
                (a, 1) => a,
                _ => return None,
            } as u16;
        }
        Some(dims)
    }

    /// The shape after a reduction over the axes in `mask`.
    pub(crate) fn reduced(&self, mask: u32, keepdims: bool) -> Dims {
        let mut dims = Dims::SCALAR;
        for (axis, size) in self.iter().enumerate() {
            match mask & 1 << axis {
                0 => dims.push(size),
                _ if keepdims => dims.push(1),
                _ => {}
            }
        }
        dims
    }

    /// The shape with axes permuted: axis `i` of the result is axis `order[i]` of this.
    pub(crate) fn permuted(&self, order: &[usize]) -> Dims {
        let mut dims = Dims::SCALAR;
        order.iter().for_each(|&axis| dims.push(self.at(axis)));
        dims
    }
}

/// Kinds of shapes, the levels of [`Factor::Rank`].
const KINDS: usize = 8;

/// A shape with at least `min` axes. `nonempty` leaves out sizes of 0.
pub(crate) fn shape(draw: &mut Draw, min: usize, nonempty: bool) -> Dims {
    let kind = if draw.covering() {
        draw.level(Factor::Rank, KINDS)
    } else {
        // 1-d and 2-d are where most code lives; the rest stays common.
        draw.pick(&[0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5, 6, 7])
    };
    let mut dims = Dims::SCALAR;
    match kind {
        0 => {}
        1 => dims.push(1 + draw.below(14)),
        2 => (0..2).for_each(|_| dims.push(small_axis(draw, 6))),
        3 => (0..3).for_each(|_| dims.push(small_axis(draw, 4))),
        4 => (0..4).for_each(|_| dims.push(small_axis(draw, 3))),
        5 => dims.push(long_axis(draw)),
        6 => {
            dims.push(small_axis(draw, 4));
            let at = draw.below(2);
            let size = 8 + draw.below(14);
            dims.insert(at, size);
        }
        _ => {
            let rank = 1 + draw.below(3);
            (0..rank).for_each(|_| dims.push(small_axis(draw, 4)));
            let axis = draw.below(rank);
            dims.set(axis, usize::from(nonempty));
        }
    }
    while dims.rank() < min {
        let size = small_axis(draw, 4);
        dims.insert(0, size);
    }
    dims
}

/// An axis of 1 to about `most + 1`, more often above 1.
#[inline]
fn small_axis(draw: &mut Draw, most: usize) -> usize {
    if draw.chance(14) {
        1
    } else {
        2 + draw.below(most)
    }
}

/// An axis past the unrolling of a SIMD loop, and past the block of a pairwise sum at times.
fn long_axis(draw: &mut Draw) -> usize {
    if draw.chance(15) {
        120 + draw.below(180)
    } else {
        9 + draw.below(40)
    }
}

/// A shape that broadcasts with `dims`.
pub(crate) fn compatible(draw: &mut Draw, dims: &Dims) -> Dims {
    let mut other = *dims;
    for axis in 0..other.rank() {
        if draw.chance(30) {
            other.set(axis, 1);
        } else if other.at(axis) == 1 && draw.chance(40) {
            other.set(axis, 2 + draw.below(2));
        }
    }
    let drop = draw.below(other.rank() + 1);
    if drop > 0 && draw.chance(60) {
        (0..drop).for_each(|_| {
            other.remove(0);
        });
    } else if other.rank() < 4 && other.size() < 40 && draw.chance(12) {
        let size = 1 + draw.below(3);
        other.insert(0, size);
    }
    other
}

/// A shape that broadcasts *into* `dims` (no axis grows).
pub(crate) fn narrower(draw: &mut Draw, dims: &Dims) -> Dims {
    let mut other = *dims;
    if draw.chance(50) {
        return other;
    }
    for axis in 0..other.rank() {
        if draw.chance(35) {
            other.set(axis, 1);
        }
    }
    let drop = draw.below(other.rank() + 1);
    (0..drop).for_each(|_| {
        other.remove(0);
    });
    other
}

/// A shape that does not broadcast with `dims`, if there is one.
pub(crate) fn incompatible(draw: &mut Draw, dims: &Dims) -> Option<Dims> {
    let axis = (0..dims.rank()).rev().find(|&axis| dims.at(axis) != 1)?;
    let mut other = *dims;
    let size = dims.at(axis);
    other.set(
        axis,
        if size == 0 {
            2
        } else {
            size + 1 + draw.below(2)
        },
    );
    Some(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broadcast_is_numpys() {
        let of = |a: &[usize]| Dims::of(a);
        assert_eq!(of(&[3, 1]).broadcast(&of(&[4])), Some(of(&[3, 4])));
        assert_eq!(of(&[3, 2]).broadcast(&of(&[3])), None);
        assert_eq!(of(&[0]).broadcast(&of(&[1])), Some(of(&[0])));
        assert_eq!(of(&[2, 3, 4]).reduced(0b101, false), of(&[3]));
        assert_eq!(of(&[2, 3, 4]).reduced(0b101, true), of(&[1, 3, 1]));
    }

    #[test]
    fn drawn_shapes_hold_their_promise() {
        let mut sum = 0;
        for i in 0..2000 {
            let mut draw = Draw::new(3, 4, i, None);
            let dims = shape(&mut draw, 1, i % 2 == 0);
            assert!(dims.rank() >= 1);
            assert!(i % 2 == 1 || dims.size() > 0);
            sum += dims.size();
            let other = compatible(&mut draw, &dims);
            assert!(dims.broadcast(&other).is_some(), "{dims:?} {other:?}");
            let other = narrower(&mut draw, &dims);
            assert_eq!(dims.broadcast(&other), Some(dims));
            if let Some(other) = incompatible(&mut draw, &dims) {
                assert_eq!(dims.broadcast(&other), None);
            }
        }
        assert!(sum / 2000 >= 6);
    }
}
