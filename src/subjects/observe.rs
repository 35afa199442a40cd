//! What a user can see of tnp's values, in the form that outcomes have.

use nparity_model::outcome::{LARGEST, UNSUPPORTED};
use nparity_model::{Observed, Scalar, Value};
use std::sync::Arc;
use tnp::Tensor;

/// An array of either layer.
pub(super) trait View: Clone {
    fn tensor(&self) -> &Tensor;
    /// The identity of the object, where objects have one.
    fn object(&self) -> Option<u64>;
    fn is_scalar(&self) -> bool;

    /// Writes these elements (C order) over the array's own.
    fn overwrite(&self, data: &[u8]) {
        let tensor = self.tensor();
        // The bytes are as many as the tensor's (the caller compared shapes), so neither can fail but for memory.
        if let Ok(source) = Tensor::from_bytes(tensor.shape(), tensor.dtype(), data) {
            let _ = tensor.assign_from(&source);
        }
    }
}

/// Numbers storages and objects in the order in which they are seen.
#[derive(Default)]
pub(super) struct Observer {
    storages: Vec<*const tnp::tensor::Storage>,
    objects: Vec<u64>,
}

impl Observer {
    pub(super) fn value<A: View>(&mut self, value: &Value<A>) -> Value<Observed> {
        let seen: Result<Value<Observed>, std::convert::Infallible> =
            value.try_map(&mut |array| Ok(self.array(array)));
        match seen {
            Ok(value) => value,
        }
    }

    fn array<A: View>(&mut self, array: &A) -> Value<Observed> {
        let tensor = array.tensor();
        if array.is_scalar() {
            return Value::Scalar(Scalar::from_bytes(tensor.dtype(), &seen_bytes(tensor)));
        }
        // A view without memory of its own (`broadcast_to`) may show more than fits anywhere.
        let bytes = tensor
            .shape()
            .iter()
            .try_fold(tensor.itemsize(), |n, &d| n.checked_mul(d));
        if bytes.is_none_or(|n| n > LARGEST) {
            return Value::Str(format!(
                "{UNSUPPORTED}array of shape {:?}, too large>",
                tensor.shape()
            ));
        }
        let storage = number(&mut self.storages, Arc::as_ptr(tensor.storage()));
        let object = match array.object() {
            Some(id) => number(&mut self.objects, id),
            // Each sight of it counts as an object of its own; identity does not apply.
            None => {
                self.objects.push(u64::MAX);
                self.objects.len() as u32 - 1
            }
        };
        Value::Array(Observed {
            dtype: tensor.dtype(),
            shape: tensor.shape().to_vec(),
            strides: tensor.strides().to_vec(),
            data: seen_bytes(tensor),
            storage,
            offset: tensor.offset() as isize,
            object,
            c_contiguous: tensor.is_c_contiguous(),
            f_contiguous: tensor.is_f_contiguous(),
            writeable: tensor.is_writeable(),
        })
    }
}

/// The elements' bytes; of a bool a user sees true for any byte but zero.
fn seen_bytes(tensor: &Tensor) -> Vec<u8> {
    let mut bytes = tensor.to_bytes();
    if tensor.dtype() == nparity_model::DType::Bool {
        bytes.iter_mut().for_each(|b| *b = u8::from(*b != 0));
    }
    bytes
}

fn number<T: PartialEq>(seen: &mut Vec<T>, item: T) -> u32 {
    let at = seen.iter().position(|s| *s == item).unwrap_or_else(|| {
        seen.push(item);
        seen.len() - 1
    });
    at as u32
}
