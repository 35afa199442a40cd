//! One group of nodes as a program for the block machine.

use super::super::backend::Run;
use super::super::graph::{Graph, ValueId, ValueInfo};
use super::plan::{RowWork, Work};
use crate::prims::fused::{Place, Program, Reduction, Step, Walk};
use crate::prims::stats::{square_deviation_loop, subtract_loop};
use crate::tensor::{Shape, Strides};
use crate::{DType, Error, Result, Tensor};
use nparity_model::Scalar;
use smallvec::SmallVec;
use std::collections::HashMap;

/// What nodes of a group have in common: shape, and order of the axes in memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    shape: Shape,
    /// Axes longer than 1, outer to inner.
    axes: Shape,
}

/// An operand of a node.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Value(ValueId),
    Constant(Scalar),
}

impl Key {
    /// The key of a value that is whole in memory.
    pub(super) fn of(info: &ValueInfo) -> Option<Key> {
        let mut axes: Shape = (0..info.shape.len())
            .filter(|&a| info.shape[a] > 1)
            .collect();
        axes.sort_by_key(|&a| std::cmp::Reverse(info.strides[a]));
        let key = Key {
            shape: info.shape.clone(),
            axes,
        };
        key.is_flat(info).then_some(key)
    }

    pub(super) fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether a value lies in memory as those of the group do.
    pub(super) fn is_flat(&self, info: &ValueInfo) -> bool {
        if info.shape != self.shape {
            return false;
        }
        let mut step = info.dtype.itemsize() as isize;
        self.axes.iter().rev().all(|&a| {
            let fits = info.strides[a] == step;
            step = step.wrapping_mul(self.shape[a] as isize);
            fits
        })
    }

    /// How a value that broadcasts to the group's shape is walked in the group's order.
    fn walk(&self, info: &ValueInfo) -> Walk {
        let strides = crate::prims::nd::broadcast_strides(&self.shape, &info.shape, &info.strides);
        let mut walk = Walk {
            shape: SmallVec::new(),
            strides: SmallVec::new(),
        };
        for &axis in &self.axes {
            let (n, stride) = (self.shape[axis], strides[axis]);
            if let (Some(length), Some(last)) = (walk.shape.last_mut(), walk.strides.last_mut())
                && *last == stride.wrapping_mul(n as isize)
            {
                *length *= n;
                *last = stride;
                continue;
            }
            walk.shape.push(n);
            walk.strides.push(stride);
        }
        if walk.shape.is_empty() {
            walk.shape.push(1);
            walk.strides.push(0);
        }
        walk
    }
}

/// A group that still takes nodes.
pub(super) struct Builder {
    pub(super) key: Key,
    pub(super) nodes: Vec<usize>,
    works: Vec<Work>,
    /// What its reductions give.
    pub(super) reduced: Vec<ValueId>,
    row: Option<usize>,
    always: bool,
}

impl Builder {
    pub(super) fn new(key: Key, always: bool) -> Builder {
        Builder {
            key,
            always,
            nodes: Vec::new(),
            works: Vec::new(),
            reduced: Vec::new(),
            row: None,
        }
    }

    /// Whether it can reduce rows of this length.
    pub(super) fn takes_rows(&self, row: usize) -> bool {
        let c_order = self.key.axes.windows(2).all(|w| w[0] < w[1]);
        c_order && self.row.is_none_or(|own| own == row)
    }

    pub(super) fn push(&mut self, node: usize, work: Work) {
        if let Work::Rows { row, result, .. } = &work {
            self.row = Some(*row);
            self.reduced.push(*result);
        }
        self.nodes.push(node);
        self.works.push(work);
    }

    /// The group, if it is worth one.
    pub(super) fn finish(
        self,
        graph: &Graph,
        users: &HashMap<ValueId, Vec<usize>>,
    ) -> Option<Group> {
        let size = self.key.size();
        if !self.always && self.works.len() < 2 && size < 1 << 16 {
            return None;
        }
        let outside = |value: &ValueId| {
            users
                .get(value)
                .is_some_and(|all| all.iter().any(|user| !self.nodes.contains(user)))
        };
        let mut assembly = Assembly {
            graph,
            key: &self.key,
            places: HashMap::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            free: Vec::new(),
            uses: HashMap::new(),
            program: Program {
                size,
                row: self.row.unwrap_or(1),
                widest: 1,
                steps: Vec::new(),
                walks: Vec::new(),
                constants: Vec::new(),
                blocks: 0,
            },
        };
        for work in &self.works {
            for operand in work.operands() {
                if let Operand::Value(value) = operand {
                    *assembly.uses.entry(value).or_default() += 1;
                }
            }
        }
        for work in &self.works {
            assembly.work(work, &outside)?;
        }
        Some(Group {
            nodes: self.nodes,
            inputs: assembly.inputs,
            outputs: assembly.outputs,
            program: assembly.program,
        })
    }
}

impl Work {
    fn operands(&self) -> Vec<Operand> {
        match self {
            Work::Loop { inputs, .. } => inputs.clone(),
            Work::Cast { source, .. } => vec![*source],
            Work::Pair { a, b, .. } => vec![*a, *b],
            Work::Rows { a, .. } => vec![Operand::Value(*a)],
        }
    }
}

struct Assembly<'a> {
    graph: &'a Graph,
    key: &'a Key,
    places: HashMap<ValueId, Place>,
    inputs: Vec<(ValueId, ValueInfo)>,
    outputs: Vec<(ValueId, ValueInfo)>,
    /// Blocks that nobody wants any more.
    free: Vec<usize>,
    /// How often a value will still be read.
    uses: HashMap<ValueId, usize>,
    program: Program,
}

impl Assembly<'_> {
    fn block(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.program.blocks += 1;
            self.program.blocks - 1
        })
    }

    fn wide(&mut self, dtype: DType) {
        self.program.widest = self.program.widest.max(dtype.itemsize());
    }

    /// Where an operand lies; it is loaded if it must be.
    fn read(&mut self, operand: Operand) -> (Place, DType) {
        let value = match operand {
            Operand::Constant(scalar) => {
                self.program.constants.push(scalar);
                let place = Place::Constant(self.program.constants.len() - 1);
                return (place, scalar.dtype());
            }
            Operand::Value(value) => value,
        };
        let info = self.graph.info(value).clone();
        self.wide(info.dtype);
        if let Some(place) = self.places.get(&value) {
            return (*place, info.dtype);
        }
        self.inputs.push((value, info.clone()));
        let input = self.inputs.len() - 1;
        let one = info.shape.iter().product::<usize>() == 1;
        let place = if one {
            self.program.walks.push(None);
            Place::Single(input)
        } else if self.key.is_flat(&info) {
            self.program.walks.push(None);
            Place::Input(input)
        } else {
            self.program.walks.push(Some(self.key.walk(&info)));
            let to = Place::Block(self.block());
            self.program.steps.push(Step::Load { input, to });
            to
        };
        self.places.insert(value, place);
        (place, info.dtype)
    }

    /// A place for a result.
    fn write(&mut self, value: ValueId, outside: bool) -> Place {
        let info = self.graph.info(value).clone();
        self.wide(info.dtype);
        let place = if outside {
            self.outputs.push((value, info));
            Place::Output(self.outputs.len() - 1)
        } else {
            Place::Block(self.block())
        };
        self.places.insert(value, place);
        place
    }

    /// The operands have been read.
    fn done(&mut self, operands: &[Operand]) {
        for operand in operands {
            let Operand::Value(value) = operand else {
                continue;
            };
            let Some(left) = self.uses.get_mut(value) else {
                continue;
            };
            *left -= 1;
            if *left == 0
                && let Some(Place::Block(block)) = self.places.get(value)
            {
                self.free.push(*block);
            }
        }
    }

    /// The operand in another dtype, and the block that this took.
    fn converted(
        &mut self,
        operand: Operand,
        dtype: DType,
        silent: bool,
    ) -> (Place, Option<usize>) {
        let (source, own) = self.read(operand);
        if own == dtype {
            return (source, None);
        }
        self.wide(dtype);
        let block = self.block();
        let to = Place::Block(block);
        self.program.steps.push(Step::Cast {
            types: [own, dtype],
            operands: [source, to],
            silent,
        });
        (to, Some(block))
    }

    fn work(&mut self, work: &Work, outside: &dyn Fn(&ValueId) -> bool) -> Option<()> {
        match work {
            Work::Loop {
                inner,
                inputs,
                outputs,
                silent,
            } => {
                let mut operands: SmallVec<[Place; 4]> = SmallVec::new();
                let mut lent = Vec::new();
                for (input, dtype) in inputs.iter().zip(inner.types) {
                    let (place, block) = self.converted(*input, *dtype, *silent);
                    operands.push(place);
                    lent.extend(block);
                }
                for output in outputs {
                    let place = self.output(*output, outside);
                    operands.push(place);
                }
                self.program.steps.push(Step::Loop {
                    kernel: inner.kernel,
                    types: inner.types,
                    operands,
                });
                self.free.extend(lent);
                for output in outputs {
                    self.unwanted(*output);
                }
            }
            Work::Cast {
                source,
                dtype,
                result,
            } => {
                let (from, own) = self.read(*source);
                let to = self.output(*result, outside);
                self.program.steps.push(Step::Cast {
                    types: [own, *dtype],
                    operands: [from, to],
                    silent: false,
                });
                self.unwanted(*result);
            }
            Work::Pair {
                a,
                b,
                dtype,
                square,
                result,
            } => {
                let (x, y) = (self.read(*a).0, self.read(*b).0);
                let to = self.output(*result, outside);
                let (kernel, made) = match square {
                    Some(magnitude) => square_deviation_loop(*dtype, *magnitude),
                    None => (subtract_loop(*dtype), *dtype),
                };
                self.program.steps.push(Step::Pair {
                    kernel,
                    sizes: [made.itemsize(), dtype.itemsize(), dtype.itemsize()],
                    operands: [to, x, y],
                });
                self.unwanted(*result);
            }
            Work::Rows {
                a, what, result, ..
            } => {
                let (from, input) = self.read(Operand::Value(*a));
                self.outputs
                    .push((*result, self.graph.info(*result).clone()));
                let what = match what {
                    RowWork::Reduce(def, dtype, start) => {
                        Reduction::reduce(def, input, *dtype, start.value())?
                    }
                    RowWork::Extreme(which) => Reduction::position(input, *which),
                };
                self.program.steps.push(Step::Reduce {
                    from,
                    what,
                    output: self.outputs.len() - 1,
                });
            }
        }
        self.done(&work.operands());
        Some(())
    }

    fn output(&mut self, value: ValueId, outside: &dyn Fn(&ValueId) -> bool) -> Place {
        let is_outside = outside(&value);
        self.write(value, is_outside)
    }

    /// A result that nobody reads gives its block back.
    fn unwanted(&mut self, value: ValueId) {
        if !self.uses.contains_key(&value)
            && let Some(Place::Block(block)) = self.places.get(&value)
        {
            self.free.push(*block);
        }
    }
}

/// A fused walk and what it is between.
pub(in super::super) struct Group {
    pub(in super::super) nodes: Vec<usize>,
    inputs: Vec<(ValueId, ValueInfo)>,
    outputs: Vec<(ValueId, ValueInfo)>,
    program: Program,
}

impl Group {
    pub(super) fn size(&self) -> usize {
        self.program.size
    }

    pub(super) fn run(&self, run: &mut Run<'_>) -> Result<()> {
        let mut inputs: Vec<Tensor> = Vec::with_capacity(self.inputs.len());
        for (value, info) in &self.inputs {
            let tensor = run.get(*value)?;
            let lies_so = (tensor
                .shape()
                .iter()
                .zip(tensor.strides())
                .zip(&info.strides))
            .all(|((&n, &now), &then)| n == 1 || now == then);
            if tensor.dtype() != info.dtype || tensor.shape() != info.shape.as_slice() || !lies_so {
                return Err(Error::value(format!(
                    "{} is {}{:?} in the graph and is given as {}{:?} (or its strides differ)",
                    info.name,
                    info.dtype,
                    info.shape,
                    tensor.dtype(),
                    tensor.shape()
                )));
            }
            inputs.push(tensor.clone());
        }
        let outputs: Vec<Tensor> = self
            .outputs
            .iter()
            .map(|(_, info)| fresh(info))
            .collect::<Result<_>>()?;
        self.program
            .run(&inputs.iter().collect::<Vec<_>>(), &outputs)?;
        for ((value, _), tensor) in self.outputs.iter().zip(outputs) {
            run.set(*value, Some(tensor));
        }
        Ok(())
    }
}

/// A fresh tensor with the strides of a value that is whole in memory.
fn fresh(info: &ValueInfo) -> Result<Tensor> {
    let size: usize = info.shape.iter().product();
    let strides: Strides = info.strides.clone();
    let whole = Tensor::uninit(&[size], info.dtype, false)?;
    whole.window(info.dtype, info.shape.clone(), strides, 0)
}
