//! The tensor type.

use super::{
    Element, MAX_NDIM, Order, Shape, Storage, Strides, contiguous_strides, is_contiguous, launch,
    memory_extent, size_of_shape,
};
use crate::{Error, Result};
use nparity_model::{DType, Scalar};
use std::sync::Arc;

/// A strided window on shared storage; cloning makes another handle on the same window.
///
/// Invariant: every element lies within the storage (checked by every constructor), so kernels may
/// trust shape, strides and offset.
#[derive(Clone, Debug)]
pub struct Tensor {
    storage: Arc<Storage>,
    dtype: DType,
    writeable: bool,
    offset: usize,
    shape: Shape,
    strides: Strides,
}

/// Handles are equal when they are the same window of the same storage (not when elements are equal).
impl PartialEq for Tensor {
    fn eq(&self, other: &Tensor) -> bool {
        self.same_window(other)
    }
}

impl Tensor {
    /// A fresh tensor of zeros.
    ///
    /// # Errors
    /// `ValueError` for too many dimensions or elements, `MemoryError`.
    pub fn zeros(shape: &[usize], dtype: DType, fortran: bool) -> Result<Tensor> {
        Tensor::fresh(
            shape,
            dtype,
            contiguous_strides(shape, dtype.itemsize(), fortran),
            true,
        )
    }

    /// A fresh contiguous tensor whose memory the caller fills wholly before showing it to anyone.
    pub(crate) fn uninit(shape: &[usize], dtype: DType, fortran: bool) -> Result<Tensor> {
        Tensor::fresh(
            shape,
            dtype,
            contiguous_strides(shape, dtype.itemsize(), fortran),
            false,
        )
    }

    /// A fresh tensor whose axes lie in memory in the given order (outermost first), to be filled
    /// wholly by the caller before anyone sees it.
    pub(crate) fn uninit_ordered(
        shape: &[usize],
        dtype: DType,
        outer_to_inner: &[usize],
    ) -> Result<Tensor> {
        Tensor::ordered(shape, dtype, outer_to_inner, false)
    }

    /// As [`Tensor::uninit_ordered`], of zeros.
    pub(crate) fn zeros_ordered(
        shape: &[usize],
        dtype: DType,
        outer_to_inner: &[usize],
    ) -> Result<Tensor> {
        Tensor::ordered(shape, dtype, outer_to_inner, true)
    }

    fn ordered(
        shape: &[usize],
        dtype: DType,
        outer_to_inner: &[usize],
        zeroed: bool,
    ) -> Result<Tensor> {
        let mut strides: Strides = smallvec::smallvec![0; shape.len()];
        let mut step = dtype.itemsize() as isize;
        for &axis in outer_to_inner.iter().rev() {
            strides[axis] = step;
            step = step.wrapping_mul(shape[axis].max(1) as isize);
        }
        Tensor::fresh(shape, dtype, strides, zeroed)
    }

    fn fresh(shape: &[usize], dtype: DType, strides: Strides, zeroed: bool) -> Result<Tensor> {
        if shape.len() > MAX_NDIM {
            return Err(Error::value(format!(
                "maximum supported dimension for an ndarray is currently {MAX_NDIM}, found {}",
                shape.len()
            )));
        }
        let size = size_of_shape(shape, dtype.itemsize())?;
        // NumPy gives a fresh array without elements no strides to speak of.
        let strides = if size == 0 {
            smallvec::smallvec![0; shape.len()]
        } else {
            strides
        };
        let tensor = Tensor {
            storage: Storage::allocate(size * dtype.itemsize(), zeroed)?,
            dtype,
            writeable: true,
            offset: 0,
            shape: Shape::from_slice(shape),
            strides,
        };
        if crate::trace::is_watched() {
            crate::trace::made_fresh(&tensor, zeroed);
        }
        Ok(tensor)
    }

    /// A fresh C-ordered tensor of these bytes (C order, native endianness).
    ///
    /// # Errors
    /// As [`Tensor::zeros`]; `ValueError` if the bytes do not fill the shape.
    pub fn from_bytes(shape: &[usize], dtype: DType, bytes: &[u8]) -> Result<Tensor> {
        let tensor = Tensor::uninit(shape, dtype, false)?;
        if bytes.len() != tensor.nbytes() {
            return Err(Error::value("buffer size does not match the shape"));
        }
        // SAFETY: the storage is fresh and has exactly this many bytes.
        unsafe {
            tensor
                .data_ptr()
                .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
        };
        if crate::trace::is_watched() {
            crate::trace::made_fresh(&tensor, true);
        }
        Ok(tensor)
    }

    /// A fresh C-ordered tensor of these elements, which must fill the shape.
    pub(crate) fn from_elements<T: Element>(shape: &[usize], items: &[T]) -> Result<Tensor> {
        let tensor = Tensor::uninit(shape, T::DTYPE, false)?;
        assert_eq!(items.len(), tensor.size(), "the elements fill the shape");
        // SAFETY: the storage is fresh and holds exactly these elements.
        unsafe {
            tensor
                .data_ptr()
                .cast::<T>()
                .copy_from_nonoverlapping(items.as_ptr(), items.len())
        };
        if crate::trace::is_watched() {
            crate::trace::made_fresh(&tensor, true);
        }
        Ok(tensor)
    }

    /// A 0-d tensor.
    ///
    /// # Panics
    /// Never: one element can always be allocated inline.
    pub fn from_scalar(scalar: &Scalar) -> Tensor {
        Tensor::from_bytes(&[], scalar.dtype(), scalar.bytes()).expect("one element fits inline")
    }

    /// Another window on the same storage, writeable if this one is.
    ///
    /// # Errors
    /// `ValueError` if an element would lie outside the storage.
    pub fn window(
        &self,
        dtype: DType,
        shape: Shape,
        strides: Strides,
        offset: usize,
    ) -> Result<Tensor> {
        assert_eq!(shape.len(), strides.len(), "one stride per axis");
        if shape.len() > MAX_NDIM {
            return Err(Error::value(format!(
                "maximum supported dimension for an ndarray is currently {MAX_NDIM}, found {}",
                shape.len()
            )));
        }
        let inside = memory_extent(&shape, &strides, dtype.itemsize()).is_none_or(|(low, high)| {
            offset.checked_add_signed(low).is_some()
                && offset
                    .checked_add_signed(high)
                    .is_some_and(|end| end <= self.storage.len())
        });
        if !inside {
            return Err(Error::value(
                "strides is incompatible with shape of requested array and size of buffer",
            ));
        }
        Ok(Tensor {
            storage: Arc::clone(&self.storage),
            dtype,
            writeable: self.writeable,
            // An empty window may start anywhere; keep it inside for tidy arithmetic.
            offset: offset.min(self.storage.len()),
            shape,
            strides,
        })
    }

    /// A window of the same dtype whose element 0 lies `delta` bytes further.
    ///
    /// # Errors
    /// As [`Tensor::window`].
    pub fn view(&self, shape: Shape, strides: Strides, delta: isize) -> Result<Tensor> {
        let offset = self.offset.saturating_add_signed(delta);
        self.window(self.dtype, shape, strides, offset)
    }

    /// The same window, read-only.
    #[must_use]
    pub fn read_only(mut self) -> Tensor {
        self.writeable = false;
        self
    }

    /// Element type.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Lengths of the axes.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Strides in bytes.
    #[inline]
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// Byte offset of element 0 in the storage.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Number of axes.
    #[inline]
    pub fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements.
    #[inline]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// Bytes per element.
    #[inline]
    pub fn itemsize(&self) -> usize {
        self.dtype.itemsize()
    }

    /// Bytes of all elements.
    pub fn nbytes(&self) -> usize {
        self.size() * self.itemsize()
    }

    /// The storage.
    #[inline]
    pub fn storage(&self) -> &Arc<Storage> {
        &self.storage
    }

    /// Whether elements may be assigned.
    #[inline]
    pub fn is_writeable(&self) -> bool {
        self.writeable
    }

    /// `flags.c_contiguous`
    #[inline]
    pub fn is_c_contiguous(&self) -> bool {
        is_contiguous(&self.shape, &self.strides, self.itemsize(), false)
    }

    /// `flags.f_contiguous`
    #[inline]
    pub fn is_f_contiguous(&self) -> bool {
        is_contiguous(&self.shape, &self.strides, self.itemsize(), true)
    }

    /// Whether both are the same window: storage, offset, dtype, shape and strides.
    pub fn same_window(&self, other: &Tensor) -> bool {
        Arc::ptr_eq(&self.storage, &other.storage)
            && self.offset == other.offset
            && self.dtype == other.dtype
            && self.shape == other.shape
            && self.strides == other.strides
    }

    /// Whether both lie in one storage.
    pub fn shares_storage(&self, other: &Tensor) -> bool {
        Arc::ptr_eq(&self.storage, &other.storage)
    }

    /// Whether the byte ranges that both span meet (`np.may_share_memory`).
    pub fn may_overlap(&self, other: &Tensor) -> bool {
        let range = |t: &Tensor| {
            memory_extent(&t.shape, &t.strides, t.itemsize())
                .map(|(low, high)| (t.offset as isize + low, t.offset as isize + high))
        };
        match (self.shares_storage(other), range(self), range(other)) {
            (true, Some((a, b)), Some((c, d))) => a < d && c < b,
            _ => false,
        }
    }

    /// The address of element 0; to be used only by a launch (see [`super::Access`]) or on fresh storage.
    #[inline]
    pub(crate) fn data_ptr(&self) -> *mut u8 {
        // SAFETY: `offset` is at most the storage's length.
        unsafe { self.storage.data().add(self.offset) }
    }

    /// NumPy's error if the tensor is read-only.
    ///
    /// # Errors
    /// `ValueError` naming the destination (`assignment destination`, `output array`).
    pub fn check_writeable(&self, what: &str) -> Result<()> {
        if self.writeable {
            Ok(())
        } else {
            Err(Error::value(format!("{what} is read-only")))
        }
    }

    /// The element of a tensor of size 1, or element 0 of any tensor that has one.
    ///
    /// # Panics
    /// Without elements.
    pub fn first(&self) -> Scalar {
        assert!(!self.shape.contains(&0), "there is an element");
        launch(&[self], &[], |access| {
            // SAFETY: element 0 exists, and the launch holds the storage's lock.
            let bytes = unsafe { std::slice::from_raw_parts(access.ptr(self), self.itemsize()) };
            Scalar::from_bytes(self.dtype, bytes)
        })
    }

    /// The elements at these byte offsets from element 0, each that of an element.
    pub(crate) fn scalars_at(&self, offsets: &[isize]) -> Vec<Scalar> {
        let bounds = memory_extent(&self.shape, &self.strides, self.itemsize());
        let (low, high) = bounds.unwrap_or((0, 0));
        assert!(
            offsets
                .iter()
                .all(|&o| o >= low && o + self.itemsize() as isize <= high),
            "the offsets are those of elements"
        );
        launch(&[self], &[], |access| {
            let base = access.ptr(self);
            offsets
                .iter()
                .map(|&offset| {
                    // SAFETY: within the window's bytes (asserted), and the lock is held.
                    let bytes =
                        unsafe { std::slice::from_raw_parts(base.offset(offset), self.itemsize()) };
                    Scalar::from_bytes(self.dtype, bytes)
                })
                .collect()
        })
    }

    /// The elements' bytes in C order, whatever the strides.
    pub fn to_bytes(&self) -> Vec<u8> {
        let itemsize = self.itemsize();
        let mut bytes = Vec::with_capacity(self.nbytes());
        launch(&[self], &[], |access| {
            let base = access.ptr(self);
            if self.is_c_contiguous() {
                // SAFETY: the elements lie back to back within the storage, and its lock is held.
                bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(base, self.nbytes()) });
            } else {
                self.for_each_offset(|offset| {
                    // SAFETY: `offset` is that of an element.
                    bytes.extend_from_slice(unsafe {
                        std::slice::from_raw_parts(base.offset(offset), itemsize)
                    });
                });
            }
        });
        bytes
    }

    /// Writes the elements of `source`, converted, over this tensor's own, whatever `writeable` says.
    ///
    /// # Errors
    /// `ValueError` if the source does not broadcast to this shape, `MemoryError`.
    pub fn assign_from(&self, source: &Tensor) -> Result<()> {
        let lead = self.ndim().checked_sub(source.ndim());
        let fits = lead.is_some_and(|lead| {
            source
                .shape
                .iter()
                .zip(&self.shape[lead..])
                .all(|(&s, &t)| s == t || s == 1)
        });
        if !fits {
            return Err(Error::value(
                "could not broadcast input array into the destination's shape",
            ));
        }
        crate::prims::cast::assign(source, self)
    }

    /// The elements in C order.
    pub(crate) fn to_vec<T: Element>(&self) -> Vec<T> {
        assert_eq!(T::DTYPE, self.dtype, "the element type of the dtype");
        let mut items = Vec::with_capacity(self.size());
        launch(&[self], &[], |access| {
            let base = access.ptr(self);
            self.for_each_offset(|offset| {
                // SAFETY: `offset` is that of an element, and the lock is held. Reinterpreting views
                // may be unaligned.
                items.push(unsafe { base.offset(offset).cast::<T>().read_unaligned() });
            });
        });
        items
    }

    /// Calls `f` with each element's byte offset from element 0, in C order.
    pub(crate) fn for_each_offset(&self, f: impl FnMut(isize)) {
        super::for_each_offset(&self.shape, &self.strides, f);
    }

    /// The axes in the order in which they lie in memory, outermost first, as NumPy's `order='K'` sees
    /// it: by falling absolute stride, ties as they stand.
    pub(crate) fn axes_by_stride(&self) -> Shape {
        let mut axes: Shape = (0..self.ndim()).collect();
        axes.sort_by_key(|&a| std::cmp::Reverse(self.strides[a].unsigned_abs()));
        axes
    }

    /// Whether a result in this order, made from this tensor, is laid out in Fortran order; `None` for
    /// `K` on a tensor that is neither C- nor F-contiguous.
    pub(crate) fn resolve_order(&self, order: Order) -> Option<bool> {
        match order {
            Order::C => Some(false),
            Order::F => Some(true),
            Order::A => Some(self.is_f_contiguous() && !self.is_c_contiguous()),
            Order::K if self.is_c_contiguous() => Some(false),
            Order::K if self.is_f_contiguous() => Some(true),
            Order::K => None,
        }
    }

    /// A fresh tensor of this shape, in this order after this tensor's layout, to be filled wholly by
    /// the caller before anyone sees it.
    pub(crate) fn uninit_like(&self, dtype: DType, order: Order) -> Result<Tensor> {
        match self.resolve_order(order) {
            Some(fortran) => Tensor::uninit(&self.shape, dtype, fortran),
            None => Tensor::uninit_ordered(&self.shape, dtype, &self.axes_by_stride()),
        }
    }
}
