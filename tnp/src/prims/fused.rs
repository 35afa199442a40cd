//! Many element-wise primitives, and reductions behind them, as one walk over memory, block by block.
//!
//! The loops are those of the primitives themselves, on blocks that stay in the first-level cache, so every
//! element and every event is what the primitives one after the other give. Large walks are shared among
//! threads of their own: not among rayon's workers, since a worker that waits takes up other work, which may
//! want a lock that the walk holds.

use super::cast::cast_loop_for;
use super::elementwise::{Kernel, MAX_OPERANDS};
use super::reduce::{ArgLoop, Extreme, ReduceDef, ReduceLoop, arg_loop};
use super::stats::Loop3;
use crate::tensor::{Tensor, launch};
use crate::{Result, events};
use nparity_model::{DType, FpEvents, Scalar};
use smallvec::SmallVec;
use std::mem::MaybeUninit;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of a block of the widest elements.
const BLOCK: usize = 16 << 10;

/// From this many bytes of elements on, a walk is worth threads.
const LARGE: usize = 1 << 20;

/// Threads of a large walk. The system is asked once: it reads files to answer.
static THREADS: LazyLock<usize> = LazyLock::new(|| {
    std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(8)
});

/// Where an operand of a step lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In an input, element for element.
    Input(usize),
    /// In an input of one element.
    Single(usize),
    /// In an output, element for element.
    Output(usize),
    /// In a block.
    Block(usize),
    /// In the immediates.
    Constant(usize),
}

/// One step on a block.
pub(crate) enum Step {
    /// The elements of an input that is broadcast or strided.
    Load { input: usize, to: Place },
    /// A loop of an element-wise function.
    Loop {
        kernel: Kernel,
        types: &'static [DType],
        operands: SmallVec<[Place; 4]>,
    },
    /// A conversion, perhaps without its events.
    Cast {
        types: [DType; 2],
        operands: [Place; 2],
        silent: bool,
    },
    /// A step of a variance: target, then operands.
    Pair {
        kernel: Loop3,
        sizes: [usize; 3],
        operands: [Place; 3],
    },
    /// A reduction of whole rows.
    Reduce {
        from: Place,
        what: Reduction,
        output: usize,
    },
}

/// What becomes of a row.
pub(crate) struct Reduction {
    input: DType,
    loops: RowLoop,
}

enum RowLoop {
    /// Into an accumulator that begins with this, or with the first element.
    Reduce(ReduceLoop, Option<Scalar>, usize),
    /// The position of its extreme.
    Position(ArgLoop),
}

impl Reduction {
    /// The reduction of rows in their own dtype. `None` if it is not one loop per row.
    pub(crate) fn reduce(
        def: &ReduceDef,
        input: DType,
        dtype: DType,
        start: Option<Scalar>,
    ) -> Option<Reduction> {
        // Elements that are converted on the way are reduced from a buffer.
        let direct = (def.reduce)(input, dtype)?;
        let good = start.is_some() || input == dtype;
        good.then(|| Reduction {
            input,
            loops: RowLoop::Reduce(direct, start, dtype.itemsize()),
        })
    }

    pub(crate) fn position(input: DType, which: Extreme) -> Reduction {
        Reduction {
            input,
            loops: RowLoop::Position(arg_loop(input, which)),
        }
    }

    /// Reduces rows of `row` elements each.
    ///
    /// # Safety
    /// `from` must have `count` rows, one after the other, and `to` room for as many results.
    unsafe fn run(&self, count: usize, row: usize, from: *const u8, to: *mut u8) -> FpEvents {
        let size = self.input.itemsize();
        let mut met = FpEvents::NONE;
        // SAFETY: the caller's.
        unsafe {
            match &self.loops {
                RowLoop::Reduce(kernel, Some(start), acc) => {
                    for k in 0..count {
                        let (from, to) = (from.add(k * row * size), to.add(k * acc));
                        to.copy_from_nonoverlapping(start.bytes().as_ptr(), *acc);
                        met |= kernel(row, to, 0, from, size as isize);
                    }
                }
                RowLoop::Reduce(kernel, None, acc) => {
                    for k in 0..count {
                        let (from, to) = (from.add(k * row * size), to.add(k * acc));
                        to.copy_from_nonoverlapping(from, *acc);
                        if row > 1 {
                            met |= kernel(row - 1, to, 0, from.add(size), size as isize);
                        }
                    }
                }
                RowLoop::Position(kernel) => {
                    for k in 0..count {
                        let at = kernel(row, from.add(k * row * size), size as isize);
                        to.cast::<i64>().add(k).write_unaligned(at as i64);
                    }
                }
            }
        }
        met
    }
}

/// An input that is not walked element for element: its lengths and strides, outer to inner.
pub(crate) struct Walk {
    pub(crate) shape: SmallVec<[usize; 4]>,
    pub(crate) strides: SmallVec<[isize; 4]>,
}

/// One fused walk.
pub(crate) struct Program {
    /// Elements.
    pub(crate) size: usize,
    /// Length of the rows of reductions; 1 without.
    pub(crate) row: usize,
    /// Bytes of the widest element.
    pub(crate) widest: usize,
    pub(crate) steps: Vec<Step>,
    /// Per input, how it is walked where it is not element for element.
    pub(crate) walks: Vec<Option<Walk>>,
    pub(crate) constants: Vec<Scalar>,
    /// Number of blocks.
    pub(crate) blocks: usize,
}

/// Addresses that threads share: the launch holds the locks, and threads work on ranges that do not meet.
struct Shared<'a> {
    inputs: Vec<(*mut u8, usize)>,
    outputs: Vec<(*mut u8, usize)>,
    program: &'a Program,
}

// SAFETY: inputs are only read, and outputs written in ranges that are one thread's each.
unsafe impl Sync for Shared<'_> {}

impl Program {
    /// Walks `inputs` into `outputs`: fresh, whole in memory in the walk's order, known to nobody else.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(crate) fn run(&self, inputs: &[&Tensor], outputs: &[Tensor]) -> Result<()> {
        let rows = (BLOCK / self.widest / self.row).max(1);
        let block = rows * self.row;
        let count = self.size.div_ceil(block);
        let threads = if self.size * self.widest >= LARGE && count > 1 {
            *THREADS
        } else {
            1
        };
        launch(inputs, &[], |access| {
            let shared = Shared {
                inputs: inputs
                    .iter()
                    .map(|t| (access.ptr(t), t.itemsize()))
                    .collect(),
                outputs: outputs
                    .iter()
                    .map(|t| (t.data_ptr(), t.itemsize()))
                    .collect(),
                program: self,
            };
            if threads == 1 {
                let met = shared.blocks(block, &mut self.scratch(block), 0..count);
                events::raise(met);
                return Ok(());
            }
            let next = AtomicUsize::new(0);
            let shared = &shared;
            // Some blocks at a time keep neighbours together.
            let span = (count / (threads * 8)).max(1);
            let work = || -> FpEvents {
                let mut scratch = self.scratch(block);
                let mut met = FpEvents::NONE;
                loop {
                    let start = next.fetch_add(span, Ordering::Relaxed);
                    if start >= count {
                        return met;
                    }
                    let which = start..count.min(start + span);
                    met |= shared.blocks(block, &mut scratch, which);
                }
            };
            let met = std::thread::scope(|scope| {
                // A thread that the system refuses is one fewer.
                let others: Vec<_> = (1..threads)
                    .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
                    .collect();
                let own = work();
                others
                    .into_iter()
                    .map(|t| {
                        t.join()
                            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    })
                    .fold(own, |a, b| a | b)
            });
            events::raise(met);
            Ok(())
        })
    }

    fn scratch(&self, block: usize) -> Scratch {
        let bytes = (block * self.widest).next_multiple_of(64);
        Scratch {
            bytes: Vec::with_capacity(bytes / 64 * self.blocks),
            block: bytes,
        }
    }
}

/// The blocks of one thread.
struct Scratch {
    /// Never read before it is written.
    bytes: Vec<MaybeUninit<[u64; 8]>>,
    block: usize,
}

impl Shared<'_> {
    fn blocks(
        &self,
        block: usize,
        scratch: &mut Scratch,
        which: std::ops::Range<usize>,
    ) -> FpEvents {
        let mut met = FpEvents::NONE;
        for k in which {
            let start = k * block;
            let n = block.min(self.program.size - start);
            for step in &self.program.steps {
                // SAFETY: the program's places hold `n` elements of the step's dtypes from `start` on: inputs
                // and outputs have its size, blocks its length; a step never writes what it reads.
                met |= unsafe { self.step(step, start, n, scratch) };
            }
        }
        met
    }

    /// The address of a place's element `start`, and the stride there.
    fn at(
        &self,
        place: Place,
        size: usize,
        start: usize,
        scratch: &mut Scratch,
    ) -> (*mut u8, isize) {
        let step = size as isize;
        match place {
            Place::Input(k) => (self.inputs[k].0.wrapping_add(start * size), step),
            Place::Single(k) => (self.inputs[k].0, 0),
            Place::Output(k) => (self.outputs[k].0.wrapping_add(start * size), step),
            Place::Block(k) => {
                let base = scratch.bytes.as_mut_ptr().cast::<u8>();
                (base.wrapping_add(k * scratch.block), step)
            }
            Place::Constant(k) => {
                let bytes = self.program.constants[k].bytes();
                (bytes.as_ptr().cast_mut(), 0)
            }
        }
    }

    /// # Safety
    /// See the only call.
    unsafe fn step(&self, step: &Step, start: usize, n: usize, scratch: &mut Scratch) -> FpEvents {
        match step {
            Step::Load { input, to } => {
                let (from, size) = self.inputs[*input];
                let (to, _) = self.at(*to, size, start, scratch);
                if let Some(walk) = &self.program.walks[*input] {
                    // SAFETY: the caller's; the walk has the program's size and stays in the window.
                    unsafe { load(walk, from, size, start, n, to) };
                }
                FpEvents::NONE
            }
            Step::Loop {
                kernel,
                types,
                operands,
            } => {
                let mut at = [std::ptr::null_mut(); MAX_OPERANDS];
                let mut steps = [0; MAX_OPERANDS];
                for (k, (place, dtype)) in operands.iter().zip(*types).enumerate() {
                    (at[k], steps[k]) = self.at(*place, dtype.itemsize(), start, scratch);
                }
                // SAFETY: the caller's.
                unsafe { kernel(n, &at, &steps) }.events
            }
            Step::Cast {
                types: [from, to],
                operands,
                silent,
            } => {
                let (source, step) = self.at(operands[0], from.itemsize(), start, scratch);
                let (target, to_step) = self.at(operands[1], to.itemsize(), start, scratch);
                // SAFETY: the caller's.
                let met = unsafe { cast_loop_for(*from, *to)(n, source, step, target, to_step) };
                if *silent { FpEvents::NONE } else { met }
            }
            Step::Pair {
                kernel,
                sizes,
                operands,
            } => {
                let places: [(*mut u8, isize); 3] =
                    std::array::from_fn(|k| self.at(operands[k], sizes[k], start, scratch));
                // SAFETY: the caller's.
                unsafe { kernel(n, places.map(|p| p.0), places.map(|p| p.1)) }
            }
            Step::Reduce { from, what, output } => {
                let row = self.program.row;
                let (from, _) = self.at(*from, what.input.itemsize(), start, scratch);
                let (to, size) = self.outputs[*output];
                // SAFETY: a block is whole rows, and the output has a place for each.
                unsafe { what.run(n / row, row, from, to.add(start / row * size)) }
            }
        }
    }
}

/// Copies `n` elements of a walk from element `start` on.
///
/// # Safety
/// The walk must stay within memory that may be read, and `to` have room.
unsafe fn load(walk: &Walk, from: *const u8, size: usize, start: usize, n: usize, mut to: *mut u8) {
    let last = walk.shape.len() - 1;
    let (length, stride) = (walk.shape[last], walk.strides[last]);
    let mut index: SmallVec<[usize; 4]> = smallvec::smallvec![0; last + 1];
    let mut rest = start;
    for axis in (0..=last).rev() {
        index[axis] = rest % walk.shape[axis];
        rest /= walk.shape[axis];
    }
    let mut left = n;
    // SAFETY: the caller's.
    unsafe {
        while left > 0 {
            let offset: isize = index
                .iter()
                .zip(&walk.strides)
                .map(|(&i, &s)| i as isize * s)
                .sum();
            let count = left.min(length - index[last]);
            copy_run(size, count, from.offset(offset), stride, to);
            to = to.add(count * size);
            left -= count;
            index[last] = 0;
            for axis in (0..last).rev() {
                index[axis] += 1;
                if index[axis] < walk.shape[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
    }
}

/// # Safety
/// `from` must have `n` elements of this size at the stride, `to` room for them.
unsafe fn copy_run(size: usize, n: usize, from: *const u8, stride: isize, to: *mut u8) {
    unsafe fn words<W: Copy>(n: usize, from: *const u8, stride: isize, to: *mut u8) {
        let to = to.cast::<W>();
        // SAFETY: the caller's.
        unsafe {
            if stride == 0 {
                let x = from.cast::<W>().read_unaligned();
                for i in 0..n {
                    to.add(i).write_unaligned(x);
                }
            } else {
                for i in 0..n {
                    let x = from.offset(i as isize * stride).cast::<W>();
                    to.add(i).write_unaligned(x.read_unaligned());
                }
            }
        }
    }
    // SAFETY: the caller's.
    unsafe {
        if stride == size as isize {
            return to.copy_from_nonoverlapping(from, n * size);
        }
        match size {
            1 => words::<u8>(n, from, stride, to),
            2 => words::<u16>(n, from, stride, to),
            4 => words::<u32>(n, from, stride, to),
            8 => words::<u64>(n, from, stride, to),
            _ => words::<[u64; 2]>(n, from, stride, to),
        }
    }
}
