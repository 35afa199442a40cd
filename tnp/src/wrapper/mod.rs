//! NumPy as its users see it: [`NdArray`]s in, [`NdArray`]s out.

mod array;
pub mod attributes;
mod call;
pub mod dynamic;

pub use array::{Kind, NdArray};
pub(crate) use call::call_required;
pub use call::{Call, IntoValue, call};

pub use crate::unwrapped::broadcast::wrapped::*;
pub use crate::unwrapped::creation::wrapped::*;
pub use crate::unwrapped::indexing::wrapped::*;
pub use crate::unwrapped::shape::wrapped::*;
pub use crate::unwrapped::strided::wrapped::copyto;
