//! What a ufunc is: a name, its loops, and its row of the op table.

use crate::ops::Casting;
use crate::ops::{OpDef, Operand};
use crate::prims::elementwise::Kernel;
use crate::tensor::Order;
use crate::{DType, Tensor};
use smallvec::SmallVec;

/// A NumPy universal function.
pub struct UfuncDef {
    /// NumPy's name (`__name__`): `absolute`, `conjugate`.
    pub name: &'static str,
    /// Number of inputs.
    pub nin: usize,
    /// Number of outputs.
    pub nout: usize,
    /// What an empty reduction gives, if anything.
    pub identity: Option<Identity>,
    /// The row of the op table.
    pub op: &'static OpDef,
    /// Loops in NumPy's order, in groups of one element function.
    pub(crate) groups: &'static [&'static [Loop]],
}

/// The neutral element of a ufunc.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Identity {
    /// An integer, converted to the reduction's dtype: 0, 1 or -1 (all bits).
    Int(i64),
    /// Minus infinity.
    NegativeInfinity,
}

/// One inner loop.
pub struct Loop {
    /// Dtypes of the operands, inputs first.
    pub types: &'static [DType],
    /// The loop.
    pub(crate) kernel: Kernel,
}

impl std::fmt::Debug for UfuncDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<ufunc '{}'>", self.name)
    }
}

impl std::fmt::Debug for Loop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Loop({:?})", self.types)
    }
}

impl UfuncDef {
    /// Every loop, in NumPy's order.
    pub fn loops(&self) -> impl Iterator<Item = &'static Loop> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// The loop for exactly these input dtypes.
    pub fn loop_for(&self, inputs: &[DType]) -> Option<&'static Loop> {
        self.loops().find(|l| l.types[..self.nin] == *inputs)
    }
}

/// The results of a ufunc, `nout` of them.
pub type Outputs = SmallVec<[Tensor; 2]>;

/// The keyword arguments that every ufunc takes.
#[derive(Clone, Debug)]
pub struct Kwargs {
    /// Where results go, per output; fresh tensors without.
    pub out: SmallVec<[Option<Tensor>; 2]>,
    /// Where to compute (bool, broadcast); elsewhere outputs keep what they hold.
    pub where_: Option<Tensor>,
    /// Which conversions of inputs and outputs are allowed.
    pub casting: Casting,
    /// Memory order of fresh results.
    pub order: Order,
    /// `dtype=`: the dtype of the outputs of the loop.
    pub dtype: Option<DType>,
    /// `signature=`: dtypes of the loop, inputs first.
    pub signature: Option<SmallVec<[Option<DType>; 4]>>,
}

impl Default for Kwargs {
    fn default() -> Kwargs {
        Kwargs {
            out: SmallVec::new(),
            where_: None,
            casting: Casting::SameKind,
            order: Order::K,
            dtype: None,
            signature: None,
        }
    }
}

impl Kwargs {
    /// With one output tensor.
    #[must_use]
    pub fn out(mut self, out: &Tensor) -> Kwargs {
        self.out = smallvec::smallvec![Some(out.clone())];
        self
    }

    /// With a dtype.
    #[must_use]
    pub fn dtype(mut self, dtype: Option<DType>) -> Kwargs {
        self.dtype = dtype;
        self
    }
}

/// Inputs as a ufunc takes them.
pub type Inputs = SmallVec<[Operand; 2]>;
