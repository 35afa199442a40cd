//! Broadcasting of shapes and arrays.

use super::arraylike::ShapeText;
use crate::ops::{Arg, ShapeArg, Traits, TupleOf, ops};
use crate::prims::nd::broadcast_strides;
use crate::tensor::Shape;
use crate::{Error, Result, Tensor};
use nparity_model::Value;

/// The shape that all broadcast to, if there is one.
pub(crate) fn broadcast(shapes: &[&[usize]]) -> Option<Shape> {
    let n = shapes.iter().map(|s| s.len()).max().unwrap_or(0);
    let mut result: Shape = smallvec::smallvec![1; n];
    for shape in shapes {
        let lead = n - shape.len();
        for (axis, &length) in shape.iter().enumerate() {
            let here = &mut result[lead + axis];
            match (*here, length) {
                (_, 1) => {}
                (1, _) => *here = length,
                (a, b) if a == b => {}
                _ => return None,
            }
        }
    }
    Some(result)
}

/// The common shape, or NumPy's error naming the first arguments that do not fit.
pub(crate) fn broadcast_or_mismatch(shapes: &[&[usize]]) -> Result<Shape> {
    if let Some(shape) = broadcast(shapes) {
        return Ok(shape);
    }
    for k in 1..shapes.len() {
        if broadcast(&shapes[..=k]).is_some() {
            continue;
        }
        let first = (0..k)
            .find(|&i| broadcast(&[shapes[i], shapes[k]]).is_none())
            .unwrap_or(0);
        return Err(Error::value(format!(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg {first} with shape {} and arg {k} with shape {}.",
            ShapeText(shapes[first]),
            ShapeText(shapes[k])
        )));
    }
    Err(Error::value(
        "shape mismatch: objects cannot be broadcast to a single shape",
    ))
}

/// The tensor seen in a shape that it broadcasts to.
pub(crate) fn view_as(tensor: &Tensor, shape: &[usize]) -> Result<Tensor> {
    let strides = broadcast_strides(shape, tensor.shape(), tensor.strides());
    tensor.view(Shape::from_slice(shape), strides, 0)
}

fn shape_of(arg: &Arg) -> Result<Vec<usize>> {
    let shape = <ShapeArg as crate::ops::Param>::from_arg(arg.clone(), "shape")?;
    shape.for_new_array()
}

ops! {
    /// A read-only view of the array in a shape that it broadcasts to.
    [Traits::FUNCTION.keep_arrays()]
    fn broadcast_to(array: Tensor, shape: ShapeArg; subok: bool = false) -> Tensor {
        let _ = subok;
        let wanted: Vec<usize> = match shape.0.iter().map(|&d| usize::try_from(d)).collect() {
            Ok(wanted) => wanted,
            Err(_) => return Err(Error::value("all elements of broadcast shape must be non-negative")),
        };
        if wanted.is_empty() && array.ndim() > 0 {
            return Err(Error::value("cannot broadcast a non-scalar to a scalar array"));
        }
        let fits = broadcast(&[array.shape(), &wanted]).is_some_and(|s| s.as_slice() == wanted);
        if !fits {
            let remapped: String = if array.ndim() > wanted.len() {
                return Err(Error::value("input operand has more dimensions than allowed by the axis remapping"));
            } else {
                ShapeText(array.shape()).to_string().replace(", ", ",")
            };
            return Err(Error::value(format!(
                "operands could not be broadcast together with remapped shapes [original->remapped]: {remapped}  and requested shape {}",
                ShapeText(&wanted).to_string().replace(", ", ",")
            )));
        }
        crate::tensor::size_of_shape(&wanted, array.itemsize())?;
        Ok(view_as(&array, &wanted)?.read_only())
    }

    /// The arrays as views of one shape.
    [Traits::FUNCTION.keep_arrays().variadic("args").may_return_argument()]
    fn broadcast_arrays(args: Vec<Tensor>; ; subok: bool = false) -> TupleOf<Tensor> {
        let _ = subok;
        let shapes: Vec<&[usize]> = args.iter().map(Tensor::shape).collect();
        let shape = broadcast_or_mismatch(&shapes)?;
        let views = args.iter().map(|t| if t.shape() == shape.as_slice() { Ok(t.clone()) } else { view_as(t, &shape) });
        Ok(TupleOf(views.collect::<Result<_>>()?))
    }

    /// The shape that the shapes broadcast to.
    [Traits::FUNCTION.variadic("args")]
    fn broadcast_shapes(args: Vec<Arg>) -> Arg {
        let shapes = args.iter().map(shape_of).collect::<Result<Vec<_>>>()?;
        let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
        let shape = broadcast_or_mismatch(&shapes)?;
        Ok(Value::Tuple(shape.iter().map(|&d| Value::int(d as i64)).collect()))
    }
}
