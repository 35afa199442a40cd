//! An index bound to an array: the view of its basic part and the offsets of its advanced part.

use super::parse::{Index, Item, resolve_slice};
use crate::prims::nd::broadcast_strides;
use crate::tensor::{B8, Shape, Strides};
use crate::unwrapped::arraylike::ShapeText;
use crate::{Error, Result, Tensor};

/// What an index does to an array.
pub(super) enum Plan {
    /// A view.
    View(Tensor),
    /// A boolean mask of all axes: the byte offsets of the elements where it is true.
    Mask(Vec<isize>),
    /// Advanced indexing.
    Advanced(Pending),
}

/// Advanced indexing, with index arrays not yet looked at.
pub(super) struct Pending {
    block: Block,
    fancy: Vec<Fancy>,
    position: usize,
}

/// The basic part of an advanced index: shape, strides and offset from the array's element 0.
struct Block {
    shape: Shape,
    strides: Strides,
    delta: isize,
}

/// Advanced indexing: the elements are the blocks `block` at each of `offsets`.
pub(super) struct Advanced {
    /// The broadcast shape of the index arrays.
    pub(super) shape: Shape,
    /// Where the axes of `shape` stand among the axes of `block` in the result.
    pub(super) position: usize,
    /// The basic part: a view of the array at index 0 of the advanced axes.
    pub(super) block: Tensor,
    /// Byte offsets from the block, in C order of `shape`.
    pub(super) offsets: Vec<isize>,
    /// The axes of `shape` as a result has them in memory, outermost first.
    pub(super) memory_order: Shape,
}

/// One index array with the axis that it indexes.
struct Fancy {
    values: Tensor,
    /// It was an integer, which is already checked.
    integer: bool,
    axis: usize,
    length: usize,
    stride: isize,
}

/// Binds an index to an array.
///
/// # Errors
/// `IndexError` as NumPy's: too many indices, out of bounds, masks that do not fit.
pub(super) fn plan(a: &Tensor, index: &Index) -> Result<Plan> {
    let used: usize = index
        .items
        .iter()
        .map(|item| match item {
            Item::Int(_) | Item::Slice(..) | Item::Ints(_) => 1,
            Item::Mask(mask) => mask.ndim(),
            Item::NewAxis | Item::Ellipsis | Item::Flag(_) => 0,
        })
        .sum();
    if used > a.ndim() {
        return Err(Error::index(format!(
            "too many indices for array: array is {}-dimensional, but {used} were indexed",
            a.ndim()
        )));
    }
    check_masks(a, index, a.ndim() - used)?;
    if let ([Item::Mask(mask)], true) = (index.items.as_slice(), index.single)
        && mask.ndim() == a.ndim()
    {
        return Ok(Plan::Mask(mask_offsets(a, mask)));
    }
    if let ([Item::Flag(flag)], true, 0) = (index.items.as_slice(), index.single, a.ndim()) {
        return Ok(Plan::Mask(if *flag { vec![0] } else { Vec::new() }));
    }
    let advanced = index
        .items
        .iter()
        .any(|i| matches!(i, Item::Ints(_) | Item::Mask(_) | Item::Flag(_)));
    let mut walk = Walk {
        a,
        axis: 0,
        delta: 0,
        shape: Shape::new(),
        strides: Strides::new(),
        fancy: Vec::new(),
        position: None,
        closed: false,
    };
    let mut open = a.ndim() - used;
    for item in &index.items {
        walk.step(item, advanced, &mut open)?;
    }
    walk.keep(open);
    let Walk {
        delta,
        shape,
        strides,
        fancy,
        position,
        ..
    } = walk;
    if !advanced {
        return Ok(Plan::View(a.view(shape, strides, delta)?));
    }
    Ok(Plan::Advanced(Pending {
        block: Block {
            shape,
            strides,
            delta,
        },
        fancy,
        position: position.unwrap_or(0),
    }))
}

fn check_masks(a: &Tensor, index: &Index, open: usize) -> Result<()> {
    let mut axis = 0;
    for item in &index.items {
        match item {
            Item::Int(_) | Item::Slice(..) | Item::Ints(_) => axis += 1,
            Item::Ellipsis => axis += open,
            Item::NewAxis | Item::Flag(_) => {}
            Item::Mask(mask) => {
                for &length in mask.shape() {
                    if a.shape()[axis] != length {
                        return Err(Error::index(format!(
                            "boolean index did not match indexed array along axis {axis}; size of axis is {} but size of corresponding boolean axis is {length}",
                            a.shape()[axis]
                        )));
                    }
                    axis += 1;
                }
            }
        }
    }
    Ok(())
}

struct Walk<'a> {
    a: &'a Tensor,
    axis: usize,
    delta: isize,
    shape: Shape,
    strides: Strides,
    fancy: Vec<Fancy>,
    /// Where the first advanced index stands; 0 once they are not neighbours.
    position: Option<usize>,
    /// Something basic came behind an advanced index.
    closed: bool,
}

impl Walk<'_> {
    fn step(&mut self, item: &Item, advanced: bool, open: &mut usize) -> Result<()> {
        let is_fancy = match item {
            Item::Int(_) => advanced,
            Item::Ints(_) | Item::Mask(_) | Item::Flag(_) => true,
            Item::Slice(..) | Item::NewAxis | Item::Ellipsis => false,
        };
        if is_fancy {
            match self.position {
                None => self.position = Some(self.shape.len()),
                Some(_) if self.closed => self.position = Some(0),
                Some(_) => {}
            }
        } else if self.position.is_some() {
            self.closed = true;
        }
        match item {
            Item::NewAxis => {
                self.shape.push(1);
                self.strides.push(0);
            }
            Item::Ellipsis => self.keep(std::mem::take(open)),
            Item::Slice(start, stop, step) => {
                let (length, stride) = self.here();
                let (start, step, count) = resolve_slice(start, stop, step, length)?;
                if count > 0 {
                    self.delta += stride.wrapping_mul(start as isize);
                }
                self.shape.push(count);
                self.strides.push(stride.wrapping_mul(step as isize));
                self.axis += 1;
            }
            Item::Int(at) if advanced => {
                let (length, _) = self.here();
                let at = check_index(*at, length, self.axis)?;
                self.fancy(Tensor::from_scalar(&at.into()), true);
            }
            Item::Int(at) => {
                let (length, stride) = self.here();
                let at = check_index(*at, length, self.axis)?;
                self.delta += stride.wrapping_mul(at as isize);
                self.axis += 1;
            }
            Item::Ints(values) => self.fancy(values.clone(), false),
            Item::Mask(mask) => {
                for values in nonzero_of(mask)? {
                    self.fancy(values, false);
                }
            }
            Item::Flag(flag) => self.fancy.push(Fancy {
                values: Tensor::zeros(&[usize::from(*flag)], nparity_model::DType::I64, false)?,
                integer: false,
                axis: self.axis,
                length: 1,
                stride: 0,
            }),
        }
        Ok(())
    }

    fn here(&self) -> (usize, isize) {
        (self.a.shape()[self.axis], self.a.strides()[self.axis])
    }

    /// Takes over the next axes as they are.
    fn keep(&mut self, count: usize) {
        for _ in 0..count {
            let (length, stride) = self.here();
            self.shape.push(length);
            self.strides.push(stride);
            self.axis += 1;
        }
    }

    fn fancy(&mut self, values: Tensor, integer: bool) {
        let (length, stride) = self.here();
        self.fancy.push(Fancy {
            values,
            integer,
            axis: self.axis,
            length,
            stride,
        });
        self.axis += 1;
    }
}

/// An index within an axis.
fn check_index(at: i64, length: usize, axis: usize) -> Result<i64> {
    let n = length as i64;
    if (-n..n).contains(&at) {
        Ok(if at < 0 { at + n } else { at })
    } else {
        Err(Error::index(format!(
            "index {at} is out of bounds for axis {axis} with size {length}"
        )))
    }
}

impl Pending {
    /// Broadcasts the index arrays and checks them.
    ///
    /// # Errors
    /// `IndexError` if they do not broadcast or one is out of bounds.
    pub(super) fn bind(self, a: &Tensor) -> Result<Advanced> {
        let Pending {
            block,
            fancy,
            position,
        } = self;
        let shapes: Vec<&[usize]> = fancy.iter().map(|f| f.values.shape()).collect();
        let Some(shape) = crate::unwrapped::broadcast::broadcast(&shapes) else {
            let arrays = fancy.iter().filter(|f| !f.integer);
            let list: String = arrays
                .map(|f| format!("{} ", compact(f.values.shape())))
                .collect();
            return Err(Error::index(format!(
                "shape mismatch: indexing arrays could not be broadcast together with shapes {list}"
            )));
        };
        let count: usize = shape.iter().product();
        let mut offsets = vec![0isize; count];
        // Indices that broadcast to nothing are not looked at.
        for f in fancy.iter().filter(|_| count > 0) {
            let checked = f
                .values
                .to_vec::<i64>()
                .into_iter()
                .map(|at| {
                    check_index(at, f.length, f.axis).map(|at| f.stride.wrapping_mul(at as isize))
                })
                .collect::<Result<Vec<isize>>>()?;
            // The values lie in C order now.
            let strides = crate::tensor::contiguous_strides(f.values.shape(), 1, false);
            let strides = broadcast_strides(&shape, f.values.shape(), &strides);
            let mut slots = offsets.iter_mut();
            crate::tensor::for_each_offset(&shape, &strides, |at| {
                if let Some(slot) = slots.next() {
                    *slot += checked[at as usize];
                }
            });
        }
        // Where there are basic axes too, the advanced ones lie in C order.
        let memory_order = if block.shape.is_empty() {
            crate::unwrapped::ufunc::sorted_axes(&shape, fancy.iter().map(|f| &f.values))
        } else {
            (0..shape.len()).collect()
        };
        let block = if count == 0 && !block.shape.contains(&0) {
            // An array without elements may have no place for the block; nothing is moved.
            let nothing = Tensor::zeros(&[], a.dtype(), false)?;
            let strides = smallvec::smallvec![0; block.shape.len()];
            nothing.view(block.shape, strides, 0)?
        } else {
            a.view(block.shape, block.strides, block.delta)?
        };
        Ok(Advanced {
            shape,
            position,
            block,
            offsets,
            memory_order,
        })
    }
}

fn compact(shape: &[usize]) -> String {
    ShapeText(shape).to_string().replace(", ", ",")
}

/// The byte offsets of the elements where a mask of the same shape is true, in C order.
fn mask_offsets(a: &Tensor, mask: &Tensor) -> Vec<isize> {
    let flags = mask.to_vec::<B8>();
    let mut offsets = Vec::with_capacity(flags.iter().filter(|f| f.get()).count());
    let mut flags = flags.iter();
    a.for_each_offset(|offset| {
        if flags.next().is_some_and(|f| f.get()) {
            offsets.push(offset);
        }
    });
    offsets
}

/// One int64 array per axis: the indices of the elements that are not zero (NaN is not). They are columns of
/// one block, as NumPy's are.
pub(super) fn nonzero_of(a: &Tensor) -> Result<Vec<Tensor>> {
    let flags = if a.dtype() == nparity_model::DType::Bool {
        a.to_vec::<B8>()
    } else {
        crate::prims::cast::cast(a, nparity_model::DType::Bool, crate::tensor::Order::C)?
            .to_vec::<B8>()
    };
    let n = a.ndim();
    let count = flags.iter().filter(|f| f.get()).count();
    let mut table = Vec::with_capacity(count * n);
    let mut index: Shape = smallvec::smallvec![0; n];
    for flag in &flags {
        if flag.get() {
            table.extend(index.iter().map(|&i| i as i64));
        }
        for axis in (0..n).rev() {
            index[axis] += 1;
            if index[axis] < a.shape()[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
    let table = Tensor::from_elements(&[count, n], &table)?;
    (0..n)
        .map(|axis| {
            table.view(
                smallvec::smallvec![count],
                smallvec::smallvec![table.strides()[0]],
                if count == 0 {
                    0
                } else {
                    axis as isize * table.strides()[1]
                },
            )
        })
        .collect()
}
