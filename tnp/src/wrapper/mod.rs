//! NumPy as its users see it: [`NdArray`]s in, [`NdArray`]s out.

mod array;
pub mod attributes;
pub mod builtins;
mod call;
pub mod dynamic;
pub mod operators;
pub mod printing;
mod ufunc;

pub use array::{Kind, NdArray};
pub(crate) use call::call_required;
pub use call::{Call, IntoValue, call};
pub(crate) use ufunc::call_ufunc;

pub use crate::unwrapped::broadcast::wrapped::*;
pub use crate::unwrapped::creation::wrapped::*;
pub use crate::unwrapped::indexing::wrapped::*;
pub use crate::unwrapped::joining::wrapped::*;
pub use crate::unwrapped::linear::wrapped::*;
pub use crate::unwrapped::ranges::wrapped::*;
pub use crate::unwrapped::reductions::wrapped::*;
pub use crate::unwrapped::repeating::wrapped::*;
pub use crate::unwrapped::select::wrapped::*;
pub use crate::unwrapped::shape::wrapped::*;
pub use crate::unwrapped::sorting::wrapped::*;
pub use crate::unwrapped::splitting::wrapped::*;
pub use crate::unwrapped::statistics::wrapped::*;
pub use crate::unwrapped::strided::wrapped::copyto;
pub use crate::unwrapped::ufunc::wrapped::*;
