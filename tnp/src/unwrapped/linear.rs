//! Products of vectors and matrices.

use super::arraylike::{assign_warning, warn_complex};
use super::broadcast::broadcast;
use super::reduce_args::check_output_cast;
use super::shape::flat;
use crate::ops::{Arg, Casting, Operand, Param, Traits, normalise_axis, ops};
use crate::prims::cast::{assign, cast, copy};
use crate::prims::gemm;
use crate::promotion::{can_cast, cast_scalar, promote_types, result_type};
use crate::tensor::{Order, Shape, Strides, contiguous_strides};
use crate::unwrapped::ufunc::{self, Kwargs};
use crate::{Error, Result, Tensor};
use nparity_model::{DType, DTypeKind, Value};

const SIGNATURE: &str = "(n?,k),(k,m?)->(n?,m?)";

/// The `out` of a generalised ufunc: an array, a tuple of one, or nothing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GufuncOut(pub Option<Tensor>);

impl Param for GufuncOut {
    fn from_arg(arg: Arg, _: &str) -> Result<GufuncOut> {
        match arg {
            Value::None | Value::Ellipsis => Ok(GufuncOut(None)),
            Value::Array(t) => Ok(GufuncOut(Some(t))),
            Value::Tuple(mut items) => match (items.pop(), items.is_empty()) {
                (Some(Value::None), true) => Ok(GufuncOut(None)),
                (Some(Value::Array(t)), true) => Ok(GufuncOut(Some(t))),
                (Some(_), true) => Err(Error::type_("return arrays must be of ArrayType")),
                _ => Err(Error::value(
                    "The 'out' tuple must have exactly one entry per ufunc output",
                )),
            },
            _ => Err(Error::type_("return arrays must be of ArrayType")),
        }
    }
    fn to_arg(&self) -> Arg {
        self.0.clone().map_or(Value::None, Value::Array)
    }
}

/// The `out` of `dot`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DotOut(pub Option<Tensor>);

impl Param for DotOut {
    fn from_arg(arg: Arg, _: &str) -> Result<DotOut> {
        match arg {
            Value::None => Ok(DotOut(None)),
            Value::Array(t) => Ok(DotOut(Some(t))),
            _ => Err(Error::type_("'out' must be an array")),
        }
    }
    fn to_arg(&self) -> Arg {
        self.0.clone().map_or(Value::None, Value::Array)
    }
}

ops! {
    /// Matrix product of stacks of matrices; a 1-d operand is a row on the left, a column on the right.
    [Traits { is_ufunc: true, ..Traits::FUNCTION.scalar_values() }]
    fn matmul(
        x1: Operand, x2: Operand; out: GufuncOut = GufuncOut(None);
        casting: Casting = Casting::SameKind, order: Order = Order::K, dtype: Option<DType> = None,
        subok: bool = true, signature: Arg = Value::None, axes: Arg = Value::None,
        axis: Arg = Value::None, keepdims: Arg = Value::Bool(false)
    ) -> Tensor {
        let _ = subok;
        if !matches!(axis, Value::None) {
            return Err(Error::type_(format!(
                "matmul: axis can only be used with a single shared core dimension, not with the 3 distinct ones implied by signature {SIGNATURE}."
            )));
        }
        if bool::from_arg(keepdims, "keepdims")? {
            return Err(Error::type_(format!(
                "matmul does not support keepdims: its signature {SIGNATURE} requires output 0 to have 2 core dimensions, but keepdims can only be used when all inputs have the same number of core dimensions and all outputs have no core dimensions."
            )));
        }
        if !matches!(axes, Value::None) {
            return Err(Error::not_implemented("matmul with axes= is out of scope; move the axes first"));
        }
        let dtype = match signature {
            Value::None => dtype,
            given => signature_dtype(&given)?,
        };
        // A Python number takes the other's dtype, to be refused for its lack of dimensions.
        let own = result_type(&[x1.clone(), x2.clone()]).unwrap_or(DType::F64);
        let tensor = |x: Operand| match x {
            Operand::Tensor(t) => Ok(t),
            Operand::Weak(weak) => weak.to_scalar(own).or_else(|_| weak.default_scalar()).map(|s| Tensor::from_scalar(&s)),
        };
        matrix_product(&tensor(x1)?, &tensor(x2)?, out.0, casting, order, dtype)
    }

    /// Sum of products over the last axis of `a` and the last but one of `b`.
    [Traits::FUNCTION.and_method().scalar_values()]
    fn dot(a: Tensor, b: Tensor; out: DotOut = DotOut(None)) -> Tensor {
        if is_scaling(&a, &b) {
            let Some(out) = out.0 else { return dot_product(&a, &b) };
            return ufunc::multiply(&a, &b, Kwargs::default().out(&out));
        }
        let result = dot_product(&a, &b)?;
        let Some(out) = out.0 else { return Ok(result) };
        if out.dtype() != result.dtype()
            || out.ndim() != result.ndim()
            || !out.is_c_contiguous()
            || !out.is_writeable()
        {
            return Err(Error::value(
                "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)",
            ));
        }
        if out.shape() != result.shape() {
            return Err(Error::value("output array has wrong dimensions"));
        }
        assign(&result, &out)?;
        // NumPy hands out a new scalar even then.
        Ok(if out.ndim() == 0 { result } else { out })
    }

    /// Sum of products over the last axes of both.
    [Traits::FUNCTION]
    fn inner(a: Tensor, b: Tensor) -> Tensor {
        if a.ndim() == 0 || b.ndim() == 0 {
            return dot_product(&a, &b);
        }
        if a.shape().last() != b.shape().last() {
            return Err(not_aligned(&a, &b, b.ndim() - 1));
        }
        dot_product(&a, &swapped(&b)?)
    }

    /// Sum of products of all elements, those of `a` conjugated.
    [Traits::FUNCTION]
    fn vdot(a: Tensor, b: Tensor) -> Tensor {
        let (a, b) = (flat(&a)?, flat(&b)?);
        if a.size() != b.size() {
            return Err(Error::value(format!(
                "cannot reshape array of size {} into shape ({},)",
                b.size(), a.size()
            )));
        }
        let a = if a.dtype().kind() == DTypeKind::Complex {
            ufunc::conjugate(&a, Kwargs::default())?
        } else {
            a
        };
        // NumPy does not look at floating-point events here.
        crate::events::quietly(|| dot_product(&a, &b))
    }

    /// Products of every element of `a` with every element of `b`, both flattened.
    [Traits::FUNCTION.keep_arrays()]
    fn outer(a: Tensor, b: Tensor; out: Option<Tensor> = None) -> Tensor {
        let (a, b) = (flat(&a)?, flat(&b)?);
        let column = a.view(
            smallvec::smallvec![a.size(), 1],
            smallvec::smallvec![a.strides()[0], a.itemsize() as isize],
            0,
        )?;
        let row = b.view(
            smallvec::smallvec![1, b.size()],
            smallvec::smallvec![0, b.strides()[0]],
            0,
        )?;
        let kwargs = out.as_ref().map_or_else(Kwargs::default, |out| Kwargs::default().out(out));
        ufunc::multiply(&column, &row, kwargs)
    }

    /// Sum of products over several axes.
    [Traits::FUNCTION.keep_arrays()]
    fn tensordot(a: Tensor, b: Tensor; axes: Arg = Value::int(2)) -> Tensor {
        let (a_axes, b_axes) = contracted(&a, axes)?;
        let position = |axis: i64, t: &Tensor| {
            normalise_axis(axis, t.ndim()).map_err(|_| Error::index("tuple index out of range"))
        };
        let mismatch = || Error::value("shape-mismatch for sum");
        if a_axes.len() != b_axes.len() {
            return Err(mismatch());
        }
        let mut pairs = Vec::with_capacity(a_axes.len());
        for (&i, &j) in a_axes.iter().zip(&b_axes) {
            let (i, j) = (position(i, &a)?, position(j, &b)?);
            if a.shape()[i] != b.shape()[j] {
                return Err(mismatch());
            }
            pairs.push((i, j));
        }
        let (a_axes, b_axes): (Vec<usize>, Vec<usize>) = pairs.into_iter().unzip();
        let a_kept: Vec<usize> = (0..a.ndim()).filter(|k| !a_axes.contains(k)).collect();
        let b_kept: Vec<usize> = (0..b.ndim()).filter(|k| !b_axes.contains(k)).collect();
        if a_kept.len() + a_axes.len() != a.ndim() || b_kept.len() + b_axes.len() != b.ndim() {
            return Err(Error::value("axes don't match array"));
        }
        let summed: usize = a_axes.iter().map(|&k| a.shape()[k]).product();
        let left = as_matrix(&a, &a_kept, &a_axes, summed)?;
        let right = as_matrix(&b, &b_axes, &b_kept, summed)?;
        let product = dot_product(&left, &right)?;
        let shape: Shape = a_kept.iter().map(|&k| a.shape()[k]).chain(b_kept.iter().map(|&k| b.shape()[k])).collect();
        let strides = contiguous_strides(&shape, product.itemsize(), false);
        product.view(shape, strides, 0)
    }
}

/// The axes that `tensordot` sums over.
fn contracted(a: &Tensor, axes: Arg) -> Result<(Vec<i64>, Vec<i64>)> {
    let several = |arg: Arg| match arg {
        Value::List(_) | Value::Tuple(_) => Vec::<i64>::from_arg(arg, "axes"),
        Value::Array(ref t) if t.ndim() > 0 => Vec::<i64>::from_arg(arg, "axes"),
        one => Ok(vec![i64::from_arg(one, "axes")?]),
    };
    match axes {
        Value::List(mut items) | Value::Tuple(mut items) => {
            match (items.pop(), items.pop(), items.is_empty()) {
                (Some(last), Some(first), true) => Ok((several(first)?, several(last)?)),
                (Some(_), Some(_), false) => {
                    Err(Error::value("too many values to unpack (expected 2)"))
                }
                (one, _, _) => Err(Error::value(format!(
                    "not enough values to unpack (expected 2, got {})",
                    usize::from(one.is_some())
                ))),
            }
        }
        count => {
            let count = i64::from_arg(count, "axes")?;
            if count > a.ndim() as i64 {
                return Err(Error::index("tuple index out of range"));
            }
            Ok(((-count..0).collect(), (0..count).collect()))
        }
    }
}

/// The tensor with the first axes as rows and the rest as columns, C-ordered.
fn as_matrix(t: &Tensor, rows: &[usize], columns: &[usize], summed: usize) -> Result<Tensor> {
    let order: Vec<usize> = rows.iter().chain(columns).copied().collect();
    let moved = t.view(
        order.iter().map(|&k| t.shape()[k]).collect(),
        order.iter().map(|&k| t.strides()[k]).collect(),
        0,
    )?;
    let packed = copy(&moved, Order::C)?;
    let first: usize = rows.iter().map(|&k| t.shape()[k]).product();
    let last: usize = columns.iter().map(|&k| t.shape()[k]).product();
    debug_assert!(first == summed || last == summed, "one side is summed over");
    let size = t.itemsize() as isize;
    packed.view(
        smallvec::smallvec![first, last],
        smallvec::smallvec![size * last.max(1) as isize, size],
        0,
    )
}

/// The last two axes exchanged; a 1-d tensor as it is.
fn swapped(t: &Tensor) -> Result<Tensor> {
    let n = t.ndim();
    if n < 2 {
        return Ok(t.clone());
    }
    let (mut shape, mut strides): (Shape, Strides) = (t.shape().into(), t.strides().into());
    shape.swap(n - 1, n - 2);
    strides.swap(n - 1, n - 2);
    t.view(shape, strides, 0)
}

#[cold]
fn not_aligned(a: &Tensor, b: &Tensor, axis: usize) -> Error {
    let last = a.ndim() - 1;
    Error::value(format!(
        "shapes {} and {} not aligned: {} (dim {last}) != {} (dim {axis})",
        shape_text(a.shape()),
        shape_text(b.shape()),
        a.shape()[last],
        b.shape()[axis]
    ))
}

fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        many => {
            let axes: Vec<String> = many.iter().map(ToString::to_string).collect();
            format!("({})", axes.join(","))
        }
    }
}

/// Whether a product with a 0-d operand is simply `np.multiply`: BLAS, which has its own way with it,
/// knows floats and at most matrices.
fn is_scaling(a: &Tensor, b: &Tensor) -> bool {
    let blas = matches!(
        promote_types(a.dtype(), b.dtype()),
        DType::F32 | DType::F64 | DType::C64 | DType::C128
    );
    (a.ndim() == 0 || b.ndim() == 0) && !(blas && a.ndim() <= 2 && b.ndim() <= 2)
}

/// Whether BLAS sees one number: at most matrices, of one element.
fn is_number(t: &Tensor) -> bool {
    t.ndim() <= 2 && t.size() == 1
}

fn dot_product(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let dtype = promote_types(a.dtype(), b.dtype());
    if is_scaling(a, b) {
        // NumPy converts first, which settles the layout.
        let converted = |t: &Tensor| {
            if t.dtype() == dtype {
                Ok(t.clone())
            } else {
                cast(t, dtype, Order::K)
            }
        };
        let (a, b) = (converted(a)?, converted(b)?);
        return ufunc::multiply(&a, &b, Kwargs::default());
    }
    let axis = b.ndim().saturating_sub(2);
    let one = a.ndim() == 0 || b.ndim() == 0;
    if !one && a.shape()[a.ndim() - 1] != b.shape()[axis] {
        return Err(not_aligned(a, b, axis));
    }
    let blas = matches!(dtype, DType::F32 | DType::F64 | DType::C64 | DType::C128);
    if blas && a.ndim() <= 2 && b.ndim() <= 2 && (is_number(a) || is_number(b)) {
        return number_product(a, b, dtype);
    }
    gemm::dot(a, b, dtype)
}

/// A product in which one operand is a number to BLAS: the other is scaled by it, and not even looked
/// at if the number is 0.
fn number_product(a: &Tensor, b: &Tensor, dtype: DType) -> Result<Tensor> {
    let shape: Shape = match (a.ndim(), b.ndim()) {
        (0, _) => b.shape().into(),
        (_, 0) => a.shape().into(),
        (n, m) => {
            let mut shape: Shape = a.shape()[..n - 1].into();
            shape.extend((m == 2).then(|| b.shape()[1]));
            shape
        }
    };
    let (number, other) = if is_number(b) { (b, a) } else { (a, b) };
    let scalar = number.first();
    let is_zero = scalar.as_integer() == Some(0)
        || scalar.as_float() == Some(0.0)
        || scalar
            .as_complex()
            .is_some_and(|z| z.re == 0.0 && z.im == 0.0);
    let number = Tensor::from_scalar(&cast_scalar(&scalar, dtype));
    let strides = contiguous_strides(&shape, dtype.itemsize(), false);
    let product = if is_number(other) {
        let other = Tensor::from_scalar(&cast_scalar(&other.first(), dtype));
        ufunc::multiply(&other, &number, Kwargs::default())?
    } else if is_zero {
        return Tensor::zeros(&shape, dtype, false);
    } else {
        gemm::scale(&number, other, dtype)?
    };
    if product.size() == 0 {
        return Tensor::zeros(&shape, dtype, false);
    }
    product.view(shape, strides, 0)
}

/// The one dtype of a signature; `matmul` has no mixed loops.
fn signature_dtype(signature: &Arg) -> Result<Option<DType>> {
    match signature {
        Value::Str(text) => match text
            .chars()
            .next()
            .map(|c| DType::parse(c.encode_utf8(&mut [0; 4])))
        {
            Some(Some(dtype)) => Ok(Some(dtype)),
            _ => Err(Error::value(format!(
                "a type-string for matmul, requires 1 typecode or 2 typecode(s) before and 1 after the -> sign, not '{text}'"
            ))),
        },
        Value::Tuple(items) => {
            let given = items.iter().find(|item| !matches!(item, Value::None));
            given
                .map(|item| DType::from_arg(item.clone(), "signature"))
                .transpose()
        }
        other => DType::from_arg(other.clone(), "signature").map(Some),
    }
}

fn matrix_product(
    x1: &Tensor,
    x2: &Tensor,
    out: Option<Tensor>,
    casting: Casting,
    order: Order,
    dtype: Option<DType>,
) -> Result<Tensor> {
    let dtype = dtype.unwrap_or_else(|| promote_types(x1.dtype(), x2.dtype()));
    for (i, x) in [x1, x2].into_iter().enumerate() {
        if !can_cast(x.dtype(), dtype, casting) {
            return Err(Error::ufunc_type(format!(
                "Cannot cast ufunc 'matmul' input {i} from dtype('{}') to dtype('{dtype}') with casting rule '{}'",
                x.dtype(),
                casting.name()
            )));
        }
    }
    if let Some(out) = &out {
        if casting == Casting::SameKind {
            check_output_cast("matmul", dtype, out.dtype())?;
        } else if !can_cast(dtype, out.dtype(), casting) {
            return Err(Error::ufunc_type(format!(
                "Cannot cast ufunc 'matmul' output from dtype('{dtype}') to dtype('{}') with casting rule '{}'",
                out.dtype(),
                casting.name()
            )));
        }
    }
    for (i, x) in [x1, x2].into_iter().enumerate() {
        if x.ndim() == 0 {
            return Err(Error::value(format!(
                "matmul: Input operand {i} does not have enough dimensions (has 0, gufunc core with signature {SIGNATURE} requires 1)"
            )));
        }
    }
    // A row on the left, a column on the right.
    let a = if x1.ndim() == 1 {
        x1.view(
            smallvec::smallvec![1, x1.size()],
            smallvec::smallvec![0, x1.strides()[0]],
            0,
        )?
    } else {
        x1.clone()
    };
    let b = if x2.ndim() == 1 {
        x2.view(
            smallvec::smallvec![x2.size(), 1],
            smallvec::smallvec![x2.strides()[0], x2.itemsize() as isize],
            0,
        )?
    } else {
        x2.clone()
    };
    let (rows, inner) = (a.shape()[a.ndim() - 2], a.shape()[a.ndim() - 1]);
    let (needed, columns) = (b.shape()[b.ndim() - 2], b.shape()[b.ndim() - 1]);
    if inner != needed {
        return Err(Error::value(format!(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {SIGNATURE} (size {needed} is different from {inner})"
        )));
    }
    // The core of the result, without the axes that 1-d operands lack.
    let mut core: Shape = Shape::new();
    core.extend((x1.ndim() > 1).then_some(rows));
    core.extend((x2.ndim() > 1).then_some(columns));
    if let Some(out) = &out {
        check_out_core(out, &core)?;
    }
    let (a_stack, b_stack) = (&a.shape()[..a.ndim() - 2], &b.shape()[..b.ndim() - 2]);
    let out_stack = out
        .as_ref()
        .map(|out| &out.shape()[..out.ndim() - core.len()]);
    let Some(batch) = broadcast(&[a_stack, b_stack]) else {
        return Err(stacks_differ(x1, x2, &core));
    };
    if let Some(stack) = out_stack {
        let length = |axis: usize| stack.len().checked_sub(axis + 1).map_or(1, |at| stack[at]);
        let fits = (batch.iter().rev().enumerate()).all(|(axis, &n)| n == 1 || n == length(axis));
        if !fits {
            return Err(Error::value(
                "output operand requires a reduction along dimension -1, but the reduction is not enabled. The dimension size of 1 does not match the expected output shape.",
            ));
        }
    }
    if let Some(out) = &out {
        out.check_writeable("output array")?;
    }
    warn_complex(a.dtype(), dtype);
    warn_complex(b.dtype(), dtype);
    let product = gemm::matmul(&a, &b, dtype, &batch)?;
    let mut shape: Shape = batch;
    // An `out` of fewer axes takes a result whose further axes have length 1.
    if let Some(out) = &out {
        let extra = (shape.len() + core.len()).saturating_sub(out.ndim());
        shape.drain(..extra);
    }
    shape.extend(core);
    let strides = contiguous_strides(&shape, product.itemsize(), false);
    let result = product.view(shape, strides, 0)?;
    match out {
        Some(out) => {
            assign_warning(&result, &out)?;
            Ok(out)
        }
        None if order == Order::F
            || (order == Order::A && x1.is_f_contiguous() && x2.is_f_contiguous()) =>
        {
            cast(&result, dtype, Order::F)
        }
        None => Ok(result),
    }
}

fn check_out_core(out: &Tensor, core: &[usize]) -> Result<()> {
    let Some(lead) = out.ndim().checked_sub(core.len()) else {
        return Err(Error::value(
            "output operand requires a reduction along dimension -1, but the reduction is not enabled. The dimension size of 1 does not match the expected output shape.",
        ));
    };
    for (k, (&have, &want)) in out.shape()[lead..].iter().zip(core).enumerate() {
        if have != want {
            return Err(Error::value(format!(
                "matmul: Output operand 0 has a mismatch in its core dimension {k}, with gufunc signature {SIGNATURE} (size {have} is different from {want})"
            )));
        }
    }
    Ok(())
}

#[cold]
fn stacks_differ(x1: &Tensor, x2: &Tensor, core: &[usize]) -> Error {
    let describe = |x: &Tensor| {
        let own = x.ndim().min(2);
        let stack = &x.shape()[..x.ndim() - own];
        let mut axes: Vec<String> = stack.iter().map(ToString::to_string).collect();
        axes.extend(core.iter().map(|_| "newaxis".to_owned()));
        format!("{}->({})", shape_text(x.shape()), axes.join(","))
    };
    Error::value(format!(
        "operands could not be broadcast together with remapped shapes [original->remapped]: {} {}  and requested shape {}",
        describe(x1),
        describe(x2),
        shape_text(core)
    ))
}
