//! Products of matrices.
//!
//! Floats go to the `matrixmultiply` crate, integers and bools to a blocked loop of our own; half
//! precision is computed in float32 and rounded once.

mod events;
mod integer;
mod real;

use super::cast::cast;
pub(crate) use super::table::{dot, matmul, scale};
use crate::tensor::{Order, Shape, Strides, Tensor, launch};
use crate::{Result, events as fp};
use half::f16;
use nparity_model::{DType, FpEvents};

/// Sizes `m x k` times `k x n`, and the strides in bytes along rows and columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) m: usize,
    pub(crate) k: usize,
    pub(crate) n: usize,
    pub(crate) a: [isize; 2],
    pub(crate) b: [isize; 2],
    pub(crate) c: [isize; 2],
}

/// One product, `c = a b`, and its events.
///
/// # Safety
/// `a` and `b` must be readable and `c` writable at the sizes and strides, aligned, and `c` apart from
/// the others.
type GemmLoop = unsafe fn(sizes: &Sizes, a: *const u8, b: *const u8, c: *mut u8) -> FpEvents;

fn loop_for(dtype: DType) -> GemmLoop {
    use integer::product as integer;
    match dtype {
        DType::Bool => integer::<crate::tensor::B8>,
        DType::I8 => integer::<i8>,
        DType::I16 => integer::<i16>,
        DType::I32 => integer::<i32>,
        DType::I64 => integer::<i64>,
        DType::U8 => integer::<u8>,
        DType::U16 => integer::<u16>,
        DType::U32 => integer::<u32>,
        DType::U64 => integer::<u64>,
        // In float32 accumulators, in order.
        DType::F16 => real::half_product,
        DType::F32 => real::product::<f32>,
        DType::F64 => real::product::<f64>,
        DType::C64 => real::complex_product::<f32>,
        DType::C128 => real::complex_product::<f64>,
    }
}

/// The tensor in this dtype, in a form that the loops take: aligned, strides in whole elements, and for
/// the loops that run along rows, rows packed.
fn prepared(t: &Tensor, dtype: DType, packed_rows: bool) -> Result<Tensor> {
    let size = dtype.itemsize() as isize;
    let rows = t.strides().last().copied().unwrap_or(size);
    let good = t.dtype() == dtype
        && (!packed_rows || rows == size || t.shape().last() == Some(&1))
        && t.data_ptr().addr().is_multiple_of(dtype.itemsize())
        && t.strides().iter().all(|s| s % size == 0);
    if good {
        Ok(t.clone())
    } else {
        cast(t, dtype, Order::C)
    }
}

/// `a @ b` in a dtype: stacks of matrices `(..., m, k)` and `(..., k, n)` whose leading axes broadcast
/// to `batch`; a fresh C-ordered tensor `(*batch, m, n)`.
///
/// # Errors
/// `MemoryError`.
pub(super) fn matmul_kernel(
    a: &Tensor,
    b: &Tensor,
    dtype: DType,
    batch: &[usize],
) -> Result<Tensor> {
    let rows = !matches!(dtype, DType::F32 | DType::F64 | DType::C64 | DType::C128);
    let (a, b) = (prepared(a, dtype, false)?, prepared(b, dtype, rows)?);
    let (x, y) = (a.ndim() - 2, b.ndim() - 2);
    let (m, k, n) = (a.shape()[x], a.shape()[x + 1], b.shape()[y + 1]);
    let mut shape: Shape = batch.into();
    shape.extend([m, n]);
    let c = Tensor::uninit(&shape, dtype, false)?;
    let z = batch.len();
    let sizes = Sizes {
        m,
        k,
        n,
        a: [a.strides()[x], a.strides()[x + 1]],
        b: [b.strides()[y], b.strides()[y + 1]],
        c: [c.strides()[z], c.strides()[z + 1]],
    };
    let lead = |t: &Tensor, own: usize| -> Strides {
        super::nd::broadcast_strides(batch, &t.shape()[..own], &t.strides()[..own])
    };
    let (a_lead, b_lead) = (lead(&a, x), lead(&b, y));
    run(
        &sizes,
        [&a, &b, &c],
        dtype,
        batch,
        [&a_lead, &b_lead, &c.strides()[..z]],
    );
    Ok(c)
}

/// The sum over the last axis of `a` and the last but one of `b`, for every pair of the other axes; a
/// fresh C-ordered tensor. The axes must have one length.
///
/// # Errors
/// `MemoryError`.
pub(super) fn dot_kernel(a: &Tensor, b: &Tensor, dtype: DType) -> Result<Tensor> {
    let rows = !matches!(dtype, DType::F32 | DType::F64 | DType::C64 | DType::C128);
    let (mut a, b) = (prepared(a, dtype, false)?, prepared(b, dtype, rows)?);
    if a.ndim() > 2 && !a.is_c_contiguous() {
        a = cast(&a, dtype, Order::C)?;
    }
    let x = a.ndim() - 1;
    let k = a.shape()[x];
    let m: usize = a.shape()[..x].iter().product();
    let size = dtype.itemsize() as isize;
    // Leading axes of `a` are rows of one matrix; axes of length 1 have any stride.
    let a_row = match x {
        0 => 0,
        1 => a.strides()[0],
        _ => size * k as isize,
    };
    let (stack, b_strides, n) = match b.ndim() {
        1 => (&[][..], [b.strides()[0], size], None),
        nd => (
            &b.shape()[..nd - 2],
            [b.strides()[nd - 2], b.strides()[nd - 1]],
            Some(b.shape()[nd - 1]),
        ),
    };
    let mut shape: Shape = a.shape()[..x].into();
    shape.extend(stack.iter().copied().chain(n));
    let c = Tensor::uninit(&shape, dtype, false)?;
    let n = n.unwrap_or(1);
    let matrices: usize = stack.iter().product();
    let sizes = Sizes {
        m,
        k,
        n,
        a: [a_row, if k == 1 { size } else { a.strides()[x] }],
        b: b_strides,
        c: [size * (n * matrices) as isize, size],
    };
    let a_lead: Strides = smallvec::smallvec![0; stack.len()];
    let c_lead = &c.strides()[x..x + stack.len()];
    run(
        &sizes,
        [&a, &b, &c],
        dtype,
        stack,
        [&a_lead, &b.strides()[..stack.len()], c_lead],
    );
    Ok(c)
}

fn run(
    sizes: &Sizes,
    [a, b, c]: [&Tensor; 3],
    dtype: DType,
    batch: &[usize],
    strides: [&[isize]; 3],
) {
    let kernel = loop_for(dtype);
    let mut flags = FpEvents::NONE;
    launch(&[a, b], &[], |access| {
        let plan = super::nd::NdLoop::new(batch, strides, true);
        plan.run(
            [access.ptr(a), access.ptr(b), c.data_ptr()],
            &mut |count, [a, b, c], [a_step, b_step, c_step]| {
                for i in 0..count as isize {
                    // SAFETY: matrices of the windows, whose locks are held, prepared for the loop; `c`
                    // is fresh.
                    flags |= unsafe {
                        kernel(
                            sizes,
                            a.offset(i * a_step),
                            b.offset(i * b_step),
                            c.offset(i * c_step),
                        )
                    };
                }
            },
        );
    });
    fp::raise(flags);
}

/// The element-wise product of two tensors of one dtype, one of them 0-d.
///
/// # Errors
/// `MemoryError`.
pub(super) fn scale_kernel(a: &Tensor, b: &Tensor, dtype: DType) -> Result<Tensor> {
    let (scalar, other) = if a.ndim() == 0 { (a, b) } else { (b, a) };
    // A column times a 1 x 1 matrix.
    let other = cast(other, dtype, Order::C)?;
    let column = other.view(
        smallvec::smallvec![other.size(), 1],
        smallvec::smallvec![dtype.itemsize() as isize; 2],
        0,
    )?;
    let one = scalar.view(
        smallvec::smallvec![1, 1],
        smallvec::smallvec![scalar.itemsize() as isize; 2],
        0,
    )?;
    let product = matmul(&column, &one, dtype, &[])?;
    let strides = crate::tensor::contiguous_strides(other.shape(), dtype.itemsize(), false);
    product.view(other.shape().into(), strides, 0)
}

/// The float types of the loops.
trait Part: num_traits::Float + std::ops::AddAssign + 'static {}
impl Part for f32 {}
impl Part for f64 {}

/// Half precision as float32.
fn widen(x: f16) -> f32 {
    x.to_f32()
}
