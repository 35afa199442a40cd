//! Reductions and accumulations: one [`ReduceDef`] per ufunc, from which `ufunc.reduce` and
//! `ufunc.accumulate` come. `np.sum` *is* `add.reduce`.
//!
//! Sums of floats are bit-equal to NumPy's: elements are visited in the order of its iterator (axes
//! sorted by the strides in memory), and what its inner loop sees at once is summed pairwise: a run along
//! memory, or rows packed into a buffer of at most [`CHUNK`] elements where one accumulator takes several
//! rows or elements must be converted. Such sums are added one after the other.

mod accumulate;
mod arg;
mod op;
mod pairwise;
mod plan;

pub(super) use accumulate::accumulate_kernel;
pub(crate) use arg::Extreme;
pub(super) use arg::{ArgLoop, arg_extreme_kernel, arg_loop};
pub(crate) use op::{ADD, LOGICAL_AND, LOGICAL_OR, MAXIMUM, MINIMUM, MULTIPLY};

pub(crate) use super::table::{accumulate, arg_extreme, reduce};

use super::cast::{CastLoop, assign, cast, cast_loop_for};
use super::nd::broadcast_strides;
use crate::tensor::{B8, Order, Shape, Strides, Tensor, launch};
use crate::{Result, events};
use nparity_model::{DType, FpEvents, Scalar};
use plan::Plan;
pub(crate) use plan::iteration_order;

/// Elements in a buffer, NumPy's default buffer size.
pub(crate) const CHUNK: usize = 8192;

/// A 1-D reduction loop, `acc[i] = acc[i] op input[i]`, strides in bytes. With `acc_stride` 0 the whole
/// input goes into the one accumulator.
///
/// # Safety
/// Both must point at `n` elements of the loop's dtypes at these strides; they must not overlap.
pub(crate) type ReduceLoop = unsafe fn(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    input_stride: isize,
) -> FpEvents;

/// A 1-D running reduction, `target[0] = source[0]; target[i] = target[i - 1] op source[i]`.
///
/// # Safety
/// As [`ReduceLoop`]; the two may be the same addresses.
pub(crate) type AccumulateLoop = CastLoop;

/// What a binary ufunc does when it reduces.
pub(crate) struct ReduceDef {
    /// The ufunc's name.
    pub(crate) name: &'static str,
    /// The result without elements, if there is one.
    pub(crate) identity: Option<i8>,
    /// Whether small integers are summed as 64-bit ones by default.
    pub(crate) widens: bool,
    /// Whether the result is bool whatever goes in.
    pub(crate) logical: bool,
    /// Whether the result depends on which elements meet in one inner loop.
    pub(crate) grouped: fn(DType) -> bool,
    /// The loop for an input and an accumulator dtype, if there is a direct one. There is one for every
    /// pair of equal dtypes of which the ufunc is defined.
    pub(crate) reduce: fn(DType, DType) -> Option<ReduceLoop>,
    /// The running loop in one dtype.
    pub(crate) accumulate: fn(DType) -> Option<AccumulateLoop>,
}

/// Every reduction.
pub(crate) static ALL: &[&ReduceDef] = &[
    &ADD,
    &MULTIPLY,
    &MAXIMUM,
    &MINIMUM,
    &LOGICAL_AND,
    &LOGICAL_OR,
];

/// What stands in the accumulators before the reduction.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a> {
    /// This value, of the accumulator's dtype.
    Value(&'a Scalar),
    /// The first elements along the axes, converted.
    First,
    /// The first elements along the axes as they came out of another dtype, that of `out`.
    FirstThrough(DType),
}

/// Reduces `a` over the marked axes into a fresh tensor that keeps them with length 1, axes laid out as
/// those of `a`.
///
/// If the first elements begin the reduction, there must be such elements, and no `mask`. `mask` must
/// broadcast to the shape of `a`.
///
/// # Errors
/// `MemoryError`.
pub(super) fn reduce_kernel(
    def: &ReduceDef,
    a: &Tensor,
    reduced: &[bool],
    acc_dtype: DType,
    start: Start<'_>,
    mask: Option<&Tensor>,
) -> Result<Tensor> {
    let shape: Shape = (a.shape().iter().zip(reduced))
        .map(|(&n, &r)| if r { 1 } else { n })
        .collect();
    let mask_strides = mask.map(|m| broadcast_strides(a.shape(), m.shape(), m.strides()));
    let order = iteration_order(a.shape(), a.strides(), mask_strides.as_deref());
    // Axes of length 1 stand outermost in the order of the visit, but where they belong in memory.
    let result = if order.iter().filter(|&&axis| shape[axis] != 1).is_sorted() {
        Tensor::uninit(&shape, acc_dtype, false)?
    } else {
        Tensor::uninit_ordered(&shape, acc_dtype, &order)?
    };
    if let Start::Value(initial) = start {
        fill_fresh(&result, initial);
    }
    if a.shape().contains(&0) {
        return Ok(result);
    }
    if let Start::FirstThrough(dtype) = start {
        let first = a.view(shape, a.strides().into(), 0)?;
        assign(&cast(&first, dtype, Order::K)?, &result)?;
    }
    let acc_strides: Strides = (result.strides().iter().zip(reduced))
        .map(|(&s, &r)| if r { 0 } else { s })
        .collect();
    let zeros: Strides = smallvec::smallvec![0; a.ndim()];
    let plan = Plan::new(
        a.shape(),
        &order,
        [
            &acc_strides,
            a.strides(),
            mask_strides.as_deref().unwrap_or(&zeros),
        ],
        reduced,
    );
    let mut run = Run::new(def, a.dtype(), acc_dtype, start);
    run.pack(def, acc_dtype, &plan);
    let reads: &[&Tensor] = match &mask {
        Some(mask) => &[a, mask],
        None => &[a],
    };
    launch(reads, &[], |access| {
        let pointers = [
            result.data_ptr(),
            access.ptr(a),
            mask.map_or(std::ptr::null_mut(), |m| access.ptr(m)),
        ];
        // SAFETY: the plan stays within the windows, whose locks are held; the result is fresh.
        plan.run(pointers, &mut |n, first, at, strides| unsafe {
            if mask.is_some() {
                run.masked(n, at, strides);
            } else {
                run.row(n, first, [at[0], at[1]], [strides[0], strides[1]]);
            }
        });
        // SAFETY: as above.
        unsafe { run.flush() };
    });
    events::raise(run.flags);
    Ok(result)
}

/// Writes one element all over a fresh contiguous tensor.
fn fill_fresh(tensor: &Tensor, scalar: &Scalar) {
    let (itemsize, base) = (tensor.itemsize(), tensor.data_ptr());
    for i in 0..tensor.size() {
        // SAFETY: the storage is fresh, contiguous, and has this many elements.
        unsafe {
            base.add(i * itemsize)
                .copy_from_nonoverlapping(scalar.bytes().as_ptr(), itemsize);
        }
    }
}

/// The work on rows: straight through the loop, or by way of a buffer.
struct Run {
    kernel: ReduceLoop,
    /// Conversion of the first elements, and into the buffer.
    cast: CastLoop,
    buffer: Option<Buffer>,
    acc_size: isize,
    /// Whether elements are converted before they are reduced.
    converts: bool,
    start: Head,
    flags: FpEvents,
}

/// What becomes of the first element that an accumulator meets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// It is an element like others.
    Reduced,
    /// It becomes the accumulator.
    Copied,
    /// It is in the accumulator already.
    Skipped,
}

struct Buffer {
    bytes: Vec<u64>,
    /// Elements that go in before it is full.
    capacity: usize,
    /// Elements in it.
    filled: usize,
    /// Elements gone past since it was empty, those masked out included.
    passed: usize,
    /// Where its elements go.
    acc: *mut u8,
}

impl Run {
    fn new(def: &ReduceDef, input: DType, acc: DType, start: Start<'_>) -> Run {
        let direct = (def.reduce)(input, acc);
        Run {
            kernel: direct
                .or_else(|| (def.reduce)(acc, acc))
                .expect("the ufunc is defined on the dtype that its caller resolved"),
            cast: cast_loop_for(input, acc),
            buffer: direct.is_none().then(|| Buffer::new(CHUNK)),
            acc_size: acc.itemsize() as isize,
            converts: direct.is_none(),
            start: match start {
                Start::Value(_) => Head::Reduced,
                Start::First => Head::Copied,
                Start::FirstThrough(_) => Head::Skipped,
            },
            flags: FpEvents::NONE,
        }
    }

    /// Decides on packing rows: always if elements are converted, and if their grouping matters.
    fn pack(&mut self, def: &ReduceDef, acc: DType, plan: &Plan) {
        let (core, rows) = plan.core();
        if let Some(buffer) = &mut self.buffer {
            buffer.capacity = CHUNK / core * core;
        } else if rows && (def.grouped)(acc) {
            self.buffer = Some(Buffer::new(CHUNK / core * core));
        }
    }

    /// # Safety
    /// The pointers must be good for `n` elements at the strides.
    unsafe fn row(
        &mut self,
        mut n: usize,
        first: bool,
        [acc, mut input]: [*mut u8; 2],
        [acc_stride, stride]: [isize; 2],
    ) {
        // SAFETY: the caller's.
        unsafe {
            if first && self.start != Head::Reduced {
                let head = if acc_stride == 0 { 1 } else { n };
                if self.start == Head::Copied {
                    self.flags |= (self.cast)(head, input, stride, acc, acc_stride);
                }
                n -= head;
                input = input.wrapping_offset(stride * head as isize);
                if n == 0 {
                    return;
                }
            }
            if self.buffer.is_none() {
                self.flags |= (self.kernel)(n, acc, acc_stride, input, stride);
            } else {
                self.begin_row(n, acc);
                self.buffered(n, [acc, input], [acc_stride, stride]);
            }
        }
    }

    /// Empties the buffer if it is another accumulator's or has no room for the row.
    ///
    /// # Safety
    /// As [`Run::flush`].
    unsafe fn begin_row(&mut self, n: usize, acc: *mut u8) {
        let Some(buffer) = &self.buffer else { return };
        if buffer.acc != acc || buffer.passed + n > buffer.capacity {
            // SAFETY: the caller's.
            unsafe { self.flush() };
            if let Some(buffer) = &mut self.buffer {
                (buffer.acc, buffer.passed) = (acc, 0);
            }
        }
        if let Some(buffer) = &mut self.buffer {
            buffer.passed += n;
        }
    }

    /// Converts elements into the buffer, to be reduced when it is full; rows longer than it, and rows
    /// of accumulators, go through it at once.
    ///
    /// # Safety
    /// As [`Run::row`].
    unsafe fn buffered(
        &mut self,
        n: usize,
        [acc, input]: [*mut u8; 2],
        [acc_stride, stride]: [isize; 2],
    ) {
        // SAFETY: the caller's; the buffer has room for CHUNK elements.
        unsafe {
            let Some(buffer) = &mut self.buffer else {
                return;
            };
            if buffer.bytes.is_empty() {
                buffer.bytes = vec![0; CHUNK * self.acc_size as usize / 8 + 1];
            }
            let base = buffer.bytes.as_mut_ptr().cast::<u8>();
            if acc_stride == 0 && buffer.filled + n <= buffer.capacity {
                let to = base.offset(buffer.filled as isize * self.acc_size);
                self.flags |= (self.cast)(n, input, stride, to, self.acc_size);
                buffer.filled += n;
                return;
            }
            self.flush();
            let mut done = 0;
            while done < n {
                let count = CHUNK.min(n - done);
                let (at, to) = (done as isize * stride, done as isize * acc_stride);
                self.flags |= (self.cast)(count, input.offset(at), stride, base, self.acc_size);
                self.flags |= (self.kernel)(count, acc.offset(to), acc_stride, base, self.acc_size);
                done += count;
            }
        }
    }

    /// Reduces what is in the buffer.
    ///
    /// # Safety
    /// The accumulator of the rows before must still be good.
    unsafe fn flush(&mut self) {
        if let Some(buffer) = &mut self.buffer
            && buffer.filled > 0
        {
            let base = buffer.bytes.as_ptr().cast::<u8>();
            // SAFETY: the buffer holds `filled` elements.
            self.flags |=
                unsafe { (self.kernel)(buffer.filled, buffer.acc, 0, base, self.acc_size) };
            buffer.filled = 0;
        }
    }

    /// Each run of true mask elements is reduced by itself; in a buffer it may go on in the next row.
    ///
    /// # Safety
    /// As [`Run::row`]; the third pointer at `n` mask elements.
    unsafe fn masked(
        &mut self,
        n: usize,
        [acc, input, mask]: [*mut u8; 3],
        [acc_stride, stride, mask_stride]: [isize; 3],
    ) {
        // SAFETY: the caller's.
        let on = |i: usize| unsafe { mask.offset(i as isize * mask_stride).cast::<B8>().read() };
        // SAFETY: the caller's.
        unsafe { self.begin_row(n, acc) };
        let mut i = 0;
        while i < n {
            if !on(i).get() {
                // SAFETY: the caller's. NumPy converts what is masked out as well, which may be seen.
                unsafe {
                    self.flush();
                    if self.converts {
                        let aside = [0u64; 2].as_mut_ptr().cast();
                        let masked_out = input.offset(i as isize * stride);
                        self.flags |= (self.cast)(1, masked_out, 0, aside, 0);
                    }
                }
                i += 1;
                continue;
            }
            let begin = i;
            while i < n && on(i).get() {
                i += 1;
            }
            let at = begin as isize;
            // SAFETY: a part of the row.
            unsafe {
                let pointers = [acc.offset(at * acc_stride), input.offset(at * stride)];
                if self.buffer.is_some() {
                    self.buffered(i - begin, pointers, [acc_stride, stride]);
                } else {
                    self.flags |=
                        (self.kernel)(i - begin, pointers[0], acc_stride, pointers[1], stride);
                }
            }
        }
    }
}

impl Buffer {
    fn new(capacity: usize) -> Buffer {
        Buffer {
            bytes: Vec::new(),
            capacity,
            filled: 0,
            passed: 0,
            acc: std::ptr::null_mut(),
        }
    }
}
