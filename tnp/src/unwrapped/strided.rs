//! Windows of tensors by strides, and assignment: what a trace makes of views and writes.

use crate::ops::{Arg, Casting, Param, Traits, ops};
use crate::prims::table::{Made, PrimDef};
use crate::tensor::{Shape, Strides};
use crate::{Error, Tensor, prims, promotion};
use nparity_model::{DType, Value};

ops! {
    /// The window of `a`'s memory with this dtype, shape and strides, its element 0 lying `offset` bytes
    /// behind `a`'s; a view.
    [Traits::INTERNAL.primitive()]
    fn as_strided(a: Tensor, dtype: DType, shape: Vec<i64>, strides: Vec<i64>, offset: i64) -> Tensor {
        let (shape, strides) = window_of(&shape, &strides)?;
        a.window(dtype, shape, strides, a.offset().saturating_add_signed(offset as isize))
    }

    /// A copy of `a` (and of what lies between its elements) in which the window of this dtype, shape,
    /// strides and byte offset holds the elements of `source`.
    [Traits::INTERNAL.primitive()]
    fn as_strided_scatter(a: Tensor, source: Tensor, dtype: DType, shape: Vec<i64>, strides: Vec<i64>, offset: i64) -> Tensor {
        let copy = prims::cast::copy_in_place_layout(&a)?;
        let (shape, strides) = window_of(&shape, &strides)?;
        let offset = copy.offset().saturating_add_signed(offset as isize);
        copy.window(dtype, shape, strides, offset)?.assign_from(&source)?;
        Ok(copy)
    }

    /// Copies values from one array to another, broadcasting as necessary.
    [Traits::FUNCTION.mutates(&["dst"])]
    fn copyto(dst: Tensor, src: Arg; casting: Casting = Casting::SameKind, where_: Option<Tensor> = None) -> () {
        let src = <Tensor as crate::ops::Param>::from_arg(src, "src")?;
        if !promotion::can_cast(src.dtype(), dst.dtype(), casting) {
            let what = if src.ndim() == 0 { "scalar" } else { "array data" };
            return Err(Error::type_(format!(
                "Cannot cast {what} from dtype('{}') to dtype('{}') according to the rule '{}'",
                src.dtype(), dst.dtype(), casting.name()
            )));
        }
        dst.check_writeable("assignment destination")?;
        if where_.is_some() {
            return Err(Error::not_implemented("copyto with where= is not there yet; use np.where"));
        }
        dst.assign_from(&src)
    }
}

/// The two windows as primitives.
pub(crate) static PRIMS: &[PrimDef] = &[
    PrimDef {
        op: &defs::as_strided,
        shape: "`shape`, which with `strides` stays within the memory of `a`",
        dtype: "`dtype`",
        rule: |args| made_window(args, 1),
    },
    PrimDef {
        op: &defs::as_strided_scatter,
        shape: "that of `a`; `source` broadcasts to `shape`",
        dtype: "that of `a`",
        rule: |args| match args.first() {
            Some(Some(Value::Array(a))) => Ok(vec![(a.dtype(), a.shape().into())]),
            _ => Err(Error::type_("a window is of a tensor")),
        },
    },
];

/// Dtype and shape of the window whose dtype is argument `at`.
fn made_window(args: &[Option<Arg>], at: usize) -> crate::Result<Made> {
    let arg = |k: usize| args.get(k).cloned().flatten().unwrap_or(Value::None);
    let dtype = DType::from_arg(arg(at), "dtype")?;
    let (shape, strides) = (
        Vec::<i64>::from_arg(arg(at + 1), "shape")?,
        Vec::<i64>::from_arg(arg(at + 2), "strides")?,
    );
    Ok(vec![(dtype, window_of(&shape, &strides)?.0)])
}

fn window_of(shape: &[i64], strides: &[i64]) -> crate::Result<(Shape, Strides)> {
    let shape = shape
        .iter()
        .map(|&d| {
            usize::try_from(d).map_err(|_| Error::value("negative dimensions are not allowed"))
        })
        .collect::<crate::Result<Shape>>()?;
    if shape.len() != strides.len() {
        return Err(Error::value("as many strides as axes are needed"));
    }
    Ok((shape, strides.iter().map(|&s| s as isize).collect()))
}
