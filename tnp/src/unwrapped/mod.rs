//! NumPy's functions on tensors: [`Tensor`](crate::Tensor) in, [`Tensor`](crate::Tensor) out.
//!
//! The layer is total: `out`, `where`, `keepdims`, `casting`, `dtype` and weak scalars are arguments
//! here, not something a wrapper does around it. Written only with [`crate::prims`] and each other.

pub(crate) mod arraylike;
pub mod broadcast;
pub mod creation;
pub mod indexing;
pub mod joining;
pub mod linear;
pub mod methods;
pub mod ranges;
mod reduce_args;
pub mod reductions;
pub mod repeating;
mod same_value;
pub mod select;
pub mod shape;
pub mod sorting;
pub mod splitting;
pub mod statistics;
pub mod strided;
pub mod ufunc;

pub use reduce_args::{Initial, KeepDims, OneAxis, Out, OutArray, Source, Where};

use crate::ops::OpDef;

/// The op table, family by family.
pub(crate) const FAMILIES: &[&[&OpDef]] = &[
    creation::OPS,
    shape::OPS,
    broadcast::OPS,
    indexing::GET,
    indexing::SET,
    methods::OPS,
    reductions::OPS,
    reductions::method::OPS,
    statistics::OPS,
    ranges::OPS,
    joining::OPS,
    splitting::OPS,
    repeating::OPS,
    select::OPS,
    sorting::OPS,
    sorting::method::OPS,
    linear::OPS,
    strided::OPS,
    ufunc::OPS,
    ufunc::clip::OPS,
    ufunc::clip::method::OPS,
];
