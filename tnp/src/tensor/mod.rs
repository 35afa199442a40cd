//! Tensors: a dtype and a strided window on shared storage.

mod access;
mod element;
mod layout;
mod storage;
#[expect(clippy::module_inception, reason = "the type of the module's name")]
mod tensor;

pub use layout::{MAX_NDIM, Order, Shape, Strides};
pub use storage::{Storage, set_allocation_limit};
pub use tensor::Tensor;

pub(crate) use access::launch;
pub(crate) use element::{B8, Element, with_element};
pub(crate) use layout::{
    contiguous_strides, for_each_offset, is_contiguous, memory_extent, size_of_shape,
};
