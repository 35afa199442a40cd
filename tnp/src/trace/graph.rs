//! The graph: straight-line code over tensors, in static single assignment.

use crate::ops::OpDef;
use crate::tensor::{Shape, Strides};
use crate::{NdArray, Tensor};
use nparity_model::{DType, Name, Scalar, Value};

/// A value of a graph: the index of its entry in [`Graph::values`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(pub u32);

/// What is known of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueInfo {
    /// Its name in print, unique.
    pub name: String,
    /// What it is; anything but a tensor breaks the invariant ([`Graph::verify`]).
    pub class: ValueClass,
    /// Element type.
    pub dtype: DType,
    /// Shape.
    pub shape: Shape,
    /// Strides in bytes.
    pub strides: Strides,
    /// Whether the program may write it; a node that writes a read-only value raises.
    pub writeable: bool,
}

/// What kind of thing a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueClass {
    /// A tensor: what a backend can take.
    Tensor,
    /// A wrapper: what must never stand in a graph. A sound recorder cannot make it; it exists so that
    /// an unsound one is seen ([`super::Fault`]).
    Wrapper,
}

/// One call.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The op, found by name in the table.
    pub op: &'static OpDef,
    /// Positional arguments: values, and immediates of plain data.
    pub args: Vec<Value<ValueId>>,
    /// Keyword arguments that are not at their defaults.
    pub kwargs: Vec<(Name, Value<ValueId>)>,
    /// The tensors in the op's result, left to right.
    pub results: Vec<ValueId>,
    /// Arguments that the op writes, and the values that they have afterwards. The node itself is pure:
    /// it works on a copy of such an argument.
    pub writes: Vec<Write>,
    /// The node raised when it was traced, and is the last.
    pub raises: bool,
    /// Its floating-point events do not count.
    pub quiet: bool,
}

/// One written argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// The value before.
    pub before: ValueId,
    /// The value after.
    pub after: ValueId,
}

/// Where an input comes from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// The argument of this index.
    Argument(usize),
    /// The whole memory shared by several arguments: the flat window of the storage of this one.
    SharedMemory(usize),
    /// An array that the function took from outside.
    Captured(Tensor),
}

/// One input.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Its value.
    pub value: ValueId,
    /// Where it comes from.
    pub source: Source,
    /// The value that its memory holds after each node that wrote it: (node, value), in order.
    pub history: Vec<(usize, ValueId)>,
}

/// A graph: inputs, nodes, outputs; all values are tensors.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// Every value, by [`ValueId`].
    pub values: Vec<ValueInfo>,
    /// Placeholders.
    pub inputs: Vec<Input>,
    /// Constants: tensors made of plain data in the program (a list passed as an array).
    pub constants: Vec<(ValueId, Tensor)>,
    /// Calls, in order.
    pub nodes: Vec<Node>,
    /// Results.
    pub outputs: Vec<ValueId>,
    /// What the function looked at between calls; the graph holds only while it is so.
    pub guards: Vec<Guard>,
}

/// A value of one element that the traced function turned into a plain number (`bool(a)`, `a.item()`), on which
/// it may have branched. A call with another element must be traced again.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// The value, one of the graph's outputs.
    pub value: ValueId,
    /// The element that it had.
    pub element: Scalar,
}

/// How the results of a graph become what the function returned: outside the graph.
#[derive(Clone, PartialEq, Debug)]
pub enum OutputSpec {
    /// Memory of graph output `output`, seen through a window relative to it.
    Fresh {
        /// Index in [`Graph::outputs`].
        output: usize,
        /// The window.
        window: Window,
        /// Array or scalar.
        scalar: bool,
    },
    /// Memory of input `input`, seen through a window relative to it.
    Input {
        /// Index in [`Graph::inputs`].
        input: usize,
        /// The window.
        window: Window,
        /// It is the argument itself (`is`).
        argument: Option<usize>,
    },
    /// The very object that an earlier output is.
    Same {
        /// Index among the outputs.
        output: usize,
    },
}

/// A window relative to a tensor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// Element type.
    pub dtype: DType,
    /// Bytes from the tensor's element 0.
    pub offset: isize,
    /// Shape.
    pub shape: Shape,
    /// Strides in bytes.
    pub strides: Strides,
    /// Whether it may be written.
    pub writeable: bool,
}

impl Window {
    /// The window `tensor` relative to `base`, which shares its memory.
    pub(super) fn relative(tensor: &Tensor, base_offset: usize) -> Window {
        Window {
            dtype: tensor.dtype(),
            offset: tensor.offset() as isize - base_offset as isize,
            shape: tensor.shape().into(),
            strides: tensor.strides().into(),
            writeable: tensor.is_writeable(),
        }
    }

    /// The window of this tensor.
    pub(super) fn of(&self, base: &Tensor) -> crate::Result<Tensor> {
        let offset = base.offset().saturating_add_signed(self.offset);
        let tensor = base.window(self.dtype, self.shape.clone(), self.strides.clone(), offset)?;
        Ok(if self.writeable {
            tensor
        } else {
            tensor.read_only()
        })
    }
}

/// The layout of a fresh tensor as an immediate: dtype, shape, and the axes from outer to inner. `None` if
/// the tensor is not the whole of its storage in some order of axes.
pub(super) fn layout_value(tensor: &Tensor) -> Option<Value<ValueId>> {
    let (shape, strides) = (tensor.shape(), tensor.strides());
    let mut axes: Vec<usize> = (0..shape.len()).collect();
    axes.sort_by_key(|&a| (std::cmp::Reverse(strides[a]), std::cmp::Reverse(shape[a])));
    let list = |items: &[usize]| Value::List(items.iter().map(|&x| Value::int(x as i64)).collect());
    let mut step = tensor.itemsize() as isize;
    let lies_so = tensor.size() == 0
        || axes.iter().rev().all(|&a| {
            let fits = strides[a] == step;
            step = step.wrapping_mul(shape[a] as isize);
            fits
        });
    let whole = tensor.offset() == 0 && tensor.nbytes() == tensor.storage().len();
    (lies_so && whole && tensor.is_writeable())
        .then(|| Value::Tuple(vec![Value::DType(tensor.dtype()), list(shape), list(&axes)]))
}

/// Dtype, shape and axes of such an immediate.
struct Layout {
    dtype: DType,
    shape: Vec<usize>,
    axes: Vec<usize>,
}

fn layout_of<A>(value: &Value<A>) -> Option<crate::Result<Layout>> {
    let Value::Tuple(items) = value else {
        return None;
    };
    let [Value::DType(dtype), Value::List(shape), Value::List(axes)] = items.as_slice() else {
        return None;
    };
    let numbers = |items: &[Value<A>]| -> Option<Vec<usize>> {
        items
            .iter()
            .map(|x| match x {
                Value::Int(x) => x.to_i64().and_then(|x| usize::try_from(x).ok()),
                _ => None,
            })
            .collect()
    };
    let (shape, axes) = (numbers(shape)?, numbers(axes)?);
    let mut sorted = axes.clone();
    sorted.sort_unstable();
    Some(if sorted.into_iter().eq(0..shape.len()) {
        Ok(Layout {
            dtype: *dtype,
            shape,
            axes,
        })
    } else {
        Err(crate::Error::value("a layout's axes are its own"))
    })
}

/// The fresh tensor that such an immediate describes, zeroed: a graph may be anybody's.
pub(super) fn fresh_of_layout<A>(value: &Value<A>) -> Option<crate::Result<Tensor>> {
    layout_of(value).map(|layout| {
        let layout = layout?;
        Tensor::zeros_ordered(&layout.shape, layout.dtype, &layout.axes)
    })
}

/// The dtype of such an immediate.
pub(super) fn fresh_dtype<A>(value: &Value<A>) -> Option<DType> {
    layout_of(value)?.ok().map(|layout| layout.dtype)
}

/// An argument with tensors made of its layouts, if it stands where a primitive writes, by one function, and
/// of everything else by another.
pub(super) fn map_layouts<A>(
    value: &Value<A>,
    written: bool,
    layout: &mut dyn FnMut(crate::Result<(DType, Vec<usize>)>) -> crate::Result<Tensor>,
    other: &mut dyn FnMut(&Value<A>) -> crate::Result<Value<Tensor>>,
) -> crate::Result<Value<Tensor>> {
    if written {
        if let Some(found) = layout_of(value) {
            return layout(found.map(|l| (l.dtype, l.shape))).map(Value::Array);
        }
        if let Value::List(items) = value {
            let items: crate::Result<Vec<_>> = items
                .iter()
                .map(|item| map_layouts(item, true, layout, other))
                .collect();
            return items.map(Value::List);
        }
    }
    other(value)
}

impl Graph {
    /// Nodes that are no primitives: of a lowered graph, what was not lowered.
    pub fn composites(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| !node.op.traits.primitive)
    }

    /// What is known of a value.
    pub fn info(&self, value: ValueId) -> &ValueInfo {
        &self.values[value.0 as usize]
    }

    /// A value's name.
    pub fn name(&self, value: ValueId) -> &str {
        self.values
            .get(value.0 as usize)
            .map_or("<undefined>", |info| &info.name)
    }

    /// Adds a value named after `stem`.
    pub(super) fn add_value(&mut self, stem: &str, tensor: &Tensor) -> ValueId {
        let id = ValueId(u32::try_from(self.values.len()).expect("a graph is shorter than that"));
        let stem = stem.trim_matches('_');
        let taken = self.values.iter().filter(|v| {
            v.name == stem
                || v.name.strip_prefix(stem).is_some_and(|rest| {
                    rest.strip_prefix('_')
                        .is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
                })
        });
        let name = match taken.count() {
            0 => stem.to_owned(),
            n => format!("{stem}_{n}"),
        };
        self.values.push(ValueInfo {
            name,
            class: ValueClass::Tensor,
            dtype: tensor.dtype(),
            shape: tensor.shape().into(),
            strides: tensor.strides().into(),
            writeable: tensor.is_writeable(),
        });
        id
    }
}

/// The objects that a traced function returned, in the order of their arrays.
pub(super) fn arrays_of(values: &[Value<NdArray>]) -> Vec<NdArray> {
    let mut arrays = Vec::new();
    values
        .iter()
        .for_each(|v| v.for_each(&mut |array: &NdArray| arrays.push(array.clone())));
    arrays
}
