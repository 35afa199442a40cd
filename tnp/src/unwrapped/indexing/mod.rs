//! `a[index]` and `a[index] = value`.
//!
//! [`parse`] turns what a user wrote into typed [`parse::Item`]s, [`plan`] binds them to a shape: a view for
//! the basic part, broadcast integer arrays for the advanced part. [`get`] and [`set`] then move elements.

pub mod get;
mod parse;
mod plan;
pub mod set;

pub use get::{__getitem__, nonzero, take};
pub use set::{__setitem__, put};

pub(crate) use set::assign_broadcast;

/// The wrapper functions of this family.
pub mod wrapped {
    pub use super::get::wrapped::*;
    pub use super::set::wrapped::*;
}

pub(crate) use get::OPS as GET;
pub(crate) use set::OPS as SET;
