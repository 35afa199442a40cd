//! Arrays and NumPy scalars.

use crate::Tensor;
use nparity_model::Scalar;
use std::cell::Cell;

/// Array or NumPy scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `numpy.ndarray`, of any number of dimensions.
    Array,
    /// `numpy.generic`: a 0-d value, immutable.
    Scalar,
}

/// What a NumPy user holds: an array or a NumPy scalar. Cloning gives the same object (`is`).
#[derive(Clone, Debug)]
pub struct NdArray {
    tensor: Tensor,
    kind: Kind,
    id: u64,
}

/// Equality of objects (`is`), not of elements.
impl PartialEq for NdArray {
    fn eq(&self, other: &NdArray) -> bool {
        self.id == other.id
    }
}

thread_local! {
    /// Identities handed out by this thread: a block of a process-wide range.
    static NEXT_ID: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

fn fresh_id() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    const BLOCK: u64 = 1 << 16;
    static BLOCKS: AtomicU64 = AtomicU64::new(0);
    NEXT_ID.with(|cell| {
        let (mut next, mut end) = cell.get();
        if next == end {
            next = BLOCKS.fetch_add(BLOCK, Ordering::Relaxed);
            end = next + BLOCK;
        }
        cell.set((next + 1, end));
        next
    })
}

impl NdArray {
    /// The array of a tensor: one of the two doors between the layers. Costs nothing, leaves no node in
    /// a graph, and makes a new object on the same memory.
    pub fn from_tensor(tensor: Tensor) -> NdArray {
        NdArray {
            tensor,
            kind: Kind::Array,
            id: fresh_id(),
        }
    }

    /// The NumPy scalar of a 0-d tensor.
    ///
    /// # Panics
    /// If the tensor is not 0-d.
    pub fn scalar_from_tensor(tensor: Tensor) -> NdArray {
        assert_eq!(tensor.ndim(), 0, "a scalar has no axes");
        NdArray {
            tensor,
            kind: Kind::Scalar,
            id: fresh_id(),
        }
    }

    /// A NumPy scalar.
    pub fn from_scalar(scalar: &Scalar) -> NdArray {
        NdArray::scalar_from_tensor(Tensor::from_scalar(scalar))
    }

    /// The tensor: the other door between the layers.
    pub fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    /// The tensor, by value.
    pub fn into_tensor(self) -> Tensor {
        self.tensor
    }

    /// Array or scalar.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether it is a NumPy scalar.
    pub fn is_scalar(&self) -> bool {
        self.kind == Kind::Scalar
    }

    /// The identity of the object (`id(a)`).
    pub fn id(&self) -> u64 {
        self.id
    }
}

impl Tensor {
    /// The array of this tensor; see [`NdArray::from_tensor`].
    pub fn numpy(self) -> NdArray {
        NdArray::from_tensor(self)
    }
}
