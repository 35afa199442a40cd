//! Functions that change shapes and axes; views wherever NumPy gives views.

use crate::ops::{Traits, normalise_axis, ops};
use crate::tensor::{Shape, Strides};
use crate::{Error, Tensor};

ops! {
    /// The array with its axes permuted, reversed by default; a view.
    [Traits::FUNCTION.keep_arrays()]
    fn transpose(a: Tensor; axes: Option<Vec<i64>> = None) -> Tensor {
        let n = a.ndim();
        let order: Vec<usize> = match axes {
            None => (0..n).rev().collect(),
            Some(axes) => {
                if axes.len() != n {
                    return Err(Error::value("axes don't match array"));
                }
                let mut order = Vec::with_capacity(n);
                for axis in axes {
                    let axis = normalise_axis(axis, n)?;
                    if order.contains(&axis) {
                        return Err(Error::value("repeated axis in transpose"));
                    }
                    order.push(axis);
                }
                order
            }
        };
        let shape: Shape = order.iter().map(|&k| a.shape()[k]).collect();
        let strides: Strides = order.iter().map(|&k| a.strides()[k]).collect();
        a.view(shape, strides, 0)
    }
}
