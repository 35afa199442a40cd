//! Tensor primitives and their kernels: the only layer that touches elements.
//!
//! Only 1-D inner loops are generic over element types; the n-d loop around them ([`nd`]) is not, which
//! keeps compile time in bounds. Mixed dtypes meet in one cast table ([`cast`]).

pub(crate) mod cast;
pub(crate) mod elementwise;
pub(crate) mod fused;
pub(crate) mod gather;
pub(crate) mod gemm;
pub(crate) mod nd;
pub(crate) mod reduce;
pub(crate) mod sort;
pub(crate) mod stats;
pub(crate) mod table;
pub(crate) mod vmath;

pub use elementwise::use_libm;
