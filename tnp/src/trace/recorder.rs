//! The recorder: turns calls into nodes, and writes into new values.
//!
//! Mutation is functionalised by storage. For each storage that the program touches the recorder keeps
//! one *base* value, which stands for its memory now. A tensor argument is the value known for its
//! window at the storage's present version, or `as_strided` of the base. A write makes a new value for
//! the written window, scatters it into the base, and so begins the storage's next version.

use super::graph::{Graph, Guard, Input, Node, Source, ValueId, Window, Write};
use crate::ops::{Arg, OpDef};
use crate::prims::cast::copy_in_place_layout;
use crate::tensor::Storage;
use crate::unwrapped::strided;
use crate::{Result, Tensor};
use nparity_model::{Name, Value};
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// The recording of one function.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) graph: Graph,
    storages: HashMap<usize, Memory>,
    /// Why the program cannot be traced, if it met such an operation.
    pub(super) refusal: Option<String>,
    /// Events and warnings that ops raised while tracing.
    pub(super) inside: Vec<Events>,
    /// Those that the wrapper raised between ops: they belong to no node.
    pub(super) outside: Events,
    /// It sees primitives, and knows which storages were made while it listened.
    pub(super) primitives: bool,
    /// Storages made while tracing: they can be no captured arrays. A weak handle keeps the address from
    /// being given to another storage.
    pub(super) fresh: HashMap<usize, (Weak<Storage>, Content)>,
    /// What the storages were before the current op, where something changed.
    journal: Option<Vec<(usize, Option<Memory>)>>,
}

/// What is in a storage that was made while tracing and that no value stands for yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Nothing.
    Nothing,
    /// Plain data, which no traced tensor had a part in.
    Data,
}

/// Where a recording can be taken back to.
pub(super) struct Checkpoint {
    nodes: usize,
    values: usize,
    constants: usize,
    inputs: usize,
}

/// Floating-point events and warnings.
pub(super) type Events = (nparity_model::FpEvents, Vec<crate::events::Warning>);

/// One storage as the recorder knows it.
#[derive(Clone)]
struct Memory {
    /// Its memory now.
    base: ValueId,
    /// The window that `base` is of it; holding it keeps the storage's address from being reused.
    tensor: Tensor,
    /// Values known for windows at the present version.
    known: HashMap<Window, ValueId>,
    /// The input that it is, if it is one.
    input: Option<usize>,
    /// It holds what was plain data when it was met, and still does.
    constant: bool,
}

fn key(tensor: &Tensor) -> usize {
    Arc::as_ptr(tensor.storage()).addr()
}

impl Recorder {
    /// Takes what was raised since the last op.
    pub(super) fn note_outside(&mut self) {
        self.outside.0 |= crate::events::take_fp();
        self.outside.1.extend(crate::events::take_warnings());
    }

    /// Declares the arguments. Those that share memory become one input.
    pub(super) fn declare_arguments(
        &mut self,
        arguments: &[Tensor],
        names: &[String],
    ) -> Result<()> {
        for (i, tensor) in arguments.iter().enumerate() {
            let shared = arguments
                .iter()
                .filter(|other| other.shares_storage(tensor))
                .count()
                > 1;
            if !shared {
                self.declare(tensor, Source::Argument(i), &names[i]);
            } else if !self.storages.contains_key(&key(tensor)) {
                let itemsize = tensor.itemsize();
                let len = tensor.storage().len() / itemsize;
                // A storage that is not a whole number of elements keeps its odd tail out of reach.
                let flat = tensor.window(
                    tensor.dtype(),
                    smallvec::smallvec![len],
                    smallvec::smallvec![itemsize as isize],
                    0,
                )?;
                self.declare(
                    &flat,
                    Source::SharedMemory(i),
                    &format!("{}_memory", names[i]),
                );
            }
        }
        Ok(())
    }

    pub(super) fn declare(&mut self, tensor: &Tensor, source: Source, name: &str) -> ValueId {
        let value = self.graph.add_value(name, tensor);
        self.graph.inputs.push(Input {
            value,
            source,
            history: Vec::new(),
        });
        let input = Some(self.graph.inputs.len() - 1);
        self.adopt(tensor, value, input);
        value
    }

    /// Notes what a storage was, if it can come to be taken back.
    fn touch(&mut self, key: usize) {
        if let Some(journal) = &mut self.journal
            && !journal.iter().any(|(k, _)| *k == key)
        {
            journal.push((key, self.storages.get(&key).cloned()));
        }
    }

    /// Begins what [`Recorder::take_back`] can undo.
    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        self.journal = Some(Vec::new());
        Checkpoint {
            nodes: self.graph.nodes.len(),
            values: self.graph.values.len(),
            constants: self.graph.constants.len(),
            inputs: self.graph.inputs.len(),
        }
    }

    /// Keeps what was recorded since the checkpoint.
    pub(super) fn keep(&mut self) {
        self.journal = None;
    }

    /// Takes back what was recorded since the checkpoint.
    pub(super) fn take_back(&mut self, to: &Checkpoint) {
        for (key, memory) in self.journal.take().into_iter().flatten().rev() {
            match memory {
                Some(memory) => self.storages.insert(key, memory),
                None => self.storages.remove(&key),
            };
        }
        self.graph.nodes.truncate(to.nodes);
        self.graph.values.truncate(to.values);
        self.graph.constants.truncate(to.constants);
        self.graph.inputs.truncate(to.inputs);
        for input in &mut self.graph.inputs {
            input.history.retain(|(node, _)| *node < to.nodes);
        }
    }

    /// Whether a tensor's elements come of the traced function's inputs.
    pub(super) fn depends(&self, tensor: &Tensor) -> bool {
        match self.storages.get(&key(tensor)) {
            Some(memory) => !memory.constant,
            None => !self.fresh.contains_key(&key(tensor)),
        }
    }

    /// Whether a value stands for its storage.
    pub(super) fn knows(&self, tensor: &Tensor) -> bool {
        self.storages.contains_key(&key(tensor))
    }

    /// Notes a storage that was made while tracing.
    pub(super) fn note_fresh(&mut self, tensor: &Tensor, content: Content) {
        let handle = Arc::downgrade(tensor.storage());
        self.fresh.insert(key(tensor), (handle, content));
    }

    /// Makes values of unknown tensors that hold data, while they still hold it.
    pub(super) fn adopt_data(&mut self, args: &[Arg]) {
        for arg in args {
            arg.for_each(&mut |tensor: &Tensor| {
                let data = self.fresh.get(&key(tensor)).map(|f| f.1);
                if !self.knows(tensor) && data == Some(Content::Data) {
                    self.adopt_constant(tensor);
                }
            });
        }
    }

    /// A copy of a whole storage as a constant.
    fn adopt_constant(&mut self, tensor: &Tensor) {
        let itemsize = tensor.itemsize();
        let whole = tensor.nbytes() == tensor.storage().len();
        let base = if whole {
            tensor.clone()
        } else {
            tensor
                .window(
                    tensor.dtype(),
                    smallvec::smallvec![tensor.storage().len() / itemsize],
                    smallvec::smallvec![itemsize as isize],
                    0,
                )
                .expect("a storage's own elements lie in it")
        };
        let copy = crate::prims::cast::copy_in_place_layout(&base)
            .expect("there is memory for what is in memory already");
        let value = self.graph.add_value("constant", &base);
        self.graph.constants.push((value, copy));
        self.adopt(&base, value, None);
        self.memory(&base).constant = true;
    }

    fn adopt(&mut self, tensor: &Tensor, base: ValueId, input: Option<usize>) {
        self.touch(key(tensor));
        let memory = Memory {
            base,
            tensor: tensor.clone(),
            known: HashMap::new(),
            input,
            constant: false,
        };
        self.storages.insert(key(tensor), memory);
    }

    /// The value of a tensor that stands as an argument.
    fn value_of(&mut self, tensor: &Tensor) -> ValueId {
        let Some(memory) = self.storages.get(&key(tensor)) else {
            if self.primitives {
                if self.fresh.contains_key(&key(tensor)) {
                    self.adopt_constant(tensor);
                    return self.value_of(tensor);
                }
                return self.declare(tensor, Source::Captured(tensor.clone()), "captured");
            }
            // Nobody but the argument itself (held by the caller and by us) knows this memory, so it
            // cannot change: a constant. Otherwise it was captured from outside: a hidden input.
            if Arc::strong_count(tensor.storage()) <= 2 {
                let value = self.graph.add_value("constant", tensor);
                // A copy: the program may yet write to the memory through a view of it.
                let kept = copy_in_place_layout(tensor).unwrap_or_else(|error| {
                    self.refusal.get_or_insert_with(|| error.to_string());
                    tensor.clone()
                });
                self.graph.constants.push((value, kept));
                self.adopt(tensor, value, None);
                return value;
            }
            return self.declare(tensor, Source::Captured(tensor.clone()), "captured");
        };
        if memory.tensor.same_window(tensor)
            && memory.tensor.is_writeable() == tensor.is_writeable()
        {
            return memory.base;
        }
        let geometry = Window::relative(tensor, memory.tensor.offset());
        if let Some(value) = memory.known.get(&geometry) {
            return *value;
        }
        let base = memory.base;
        let value = self.graph.add_value("as_strided", tensor);
        let mut args = vec![Value::Array(base)];
        args.extend(geometry_args(&geometry));
        self.push(&strided::defs::as_strided, args, vec![value]);
        self.touch(key(tensor));
        self.memory(tensor).known.insert(geometry, value);
        value
    }

    fn memory(&mut self, tensor: &Tensor) -> &mut Memory {
        self.storages
            .get_mut(&key(tensor))
            .expect("a tensor that became a value has a known storage")
    }

    fn push(&mut self, op: &'static OpDef, args: Vec<Value<ValueId>>, results: Vec<ValueId>) {
        self.graph.nodes.push(Node {
            op,
            args,
            kwargs: Vec::new(),
            results,
            writes: Vec::new(),
            raises: false,
            quiet: false,
        });
    }

    /// A number that stands as an immediate: a 0-d tensor that holds plain data.
    fn immediate(&self, tensor: &Tensor) -> Option<Value<ValueId>> {
        if tensor.ndim() > 0 {
            return None;
        }
        let plain = match self.storages.get(&key(tensor)) {
            Some(memory) => memory.constant,
            None if self.primitives => self.fresh.contains_key(&key(tensor)),
            None => Arc::strong_count(tensor.storage()) <= 2,
        };
        plain.then(|| Value::Scalar(tensor.first()))
    }

    /// Arguments as the node has them, before the op runs.
    pub(super) fn arguments(&mut self, op: &'static OpDef, args: &[Arg]) -> Arguments {
        let mut positional = Vec::new();
        let mut kwargs: Vec<(Name, Value<ValueId>)> = Vec::new();
        let (mut written, mut made) = (Vec::new(), Vec::new());
        for (param, arg) in op.params.iter().zip(args) {
            let at_default = param.default.is_some_and(|default| default() == *arg);
            let is_written = op.writes(param.name());
            let mapped: std::result::Result<_, std::convert::Infallible> =
                arg.try_map(&mut |tensor| {
                    if is_written {
                        if let Some(layout) = self.layout_of_fresh(op, tensor) {
                            made.push(tensor.clone());
                            return Ok(layout);
                        }
                        written.push(tensor.clone());
                    } else if let Some(scalar) = self.immediate(tensor) {
                        return Ok(scalar);
                    }
                    Ok(Value::Array(self.value_of(tensor)))
                });
            let Ok(value) = mapped;
            if param.default.is_none() && kwargs.is_empty() {
                positional.push(value);
            } else if !at_default {
                kwargs.push((param.name().into(), value));
            }
        }
        Arguments {
            positional,
            kwargs,
            written,
            made,
        }
    }

    /// The layout of a tensor that a primitive is about to fill and that nobody has seen.
    fn layout_of_fresh(&self, op: &OpDef, tensor: &Tensor) -> Option<Value<ValueId>> {
        let unseen = op.traits.primitive
            && !self.knows(tensor)
            && matches!(self.fresh.get(&key(tensor)), Some((_, Content::Nothing)));
        if unseen {
            super::graph::layout_value(tensor)
        } else {
            None
        }
    }

    /// Records the call after the op ran: its results, and the new values of what it wrote.
    pub(super) fn finish(
        &mut self,
        op: &'static OpDef,
        arguments: Arguments,
        result: Result<&Arg, ()>,
    ) {
        let node = self.graph.nodes.len();
        self.graph.nodes.push(Node {
            op,
            args: arguments.positional,
            kwargs: arguments.kwargs,
            results: Vec::new(),
            writes: Vec::new(),
            raises: result.is_err(),
            quiet: crate::events::is_quiet(),
        });
        let Ok(result) = result else { return };
        let stem = stem_of(&self.graph.nodes[node]);
        let mut written: Vec<(Tensor, ValueId)> = Vec::new();
        for tensor in arguments.written {
            if written.iter().any(|(w, _)| w.same_window(&tensor)) {
                continue;
            }
            let before = self.value_of(&tensor);
            let after = self.graph.add_value(&stem, &tensor);
            self.graph.nodes[node].writes.push(Write { before, after });
            written.push((tensor, after));
        }
        let mut results = Vec::new();
        result.for_each(&mut |tensor: &Tensor| {
            if let Some((_, after)) = written.iter().find(|(w, _)| w.same_window(tensor)) {
                results.push(*after);
                return;
            }
            let value = self.graph.add_value(&stem, tensor);
            results.push(value);
            self.touch(key(tensor));
            match self.storages.get_mut(&key(tensor)) {
                Some(memory) => {
                    let window = Window::relative(tensor, memory.tensor.offset());
                    memory.known.entry(window).or_insert(value);
                }
                None => self.adopt(tensor, value, None),
            }
        });
        for tensor in &arguments.made {
            let value = self.graph.add_value(&stem, tensor);
            results.push(value);
            self.adopt(tensor, value, None);
        }
        self.graph.nodes[node].results = results;
        for (tensor, after) in written {
            self.write(&tensor, after);
        }
        if !result_is_tensors(result) {
            self.refusal.get_or_insert_with(|| {
                format!(
                    "{} gives a plain Python value that depends on the elements of a traced array; \
                     return the array and take the value outside of the traced function",
                    op.name
                )
            });
        }
    }

    /// Elements were looked at between ops.
    ///
    /// One element becomes a guard; a graph cannot hold more.
    pub(super) fn looked_between(&mut self, reads: &[&Tensor]) {
        for tensor in reads {
            let constant = self
                .storages
                .get(&key(tensor))
                .is_none_or(|memory| memory.constant);
            if constant {
                continue;
            }
            if tensor.size() != 1 {
                self.refusal.get_or_insert_with(|| {
                    "elements of a traced array were looked at between NumPy's functions; return the array and \
                     look at its elements outside of the traced function"
                        .to_owned()
                });
                continue;
            }
            let value = self.value_of(tensor);
            if !self.graph.guards.iter().any(|guard| guard.value == value) {
                self.graph.guards.push(Guard {
                    value,
                    element: tensor.first(),
                });
            }
        }
    }

    /// The window `tensor` of its storage now holds `value`.
    fn write(&mut self, tensor: &Tensor, value: ValueId) {
        let memory = self.memory(tensor);
        let window = Window::relative(tensor, memory.tensor.offset());
        let (base, base_tensor) = (memory.base, memory.tensor.clone());
        let new_base = if base_tensor.same_window(tensor) {
            value
        } else {
            let scattered = self.graph.add_value("as_strided_scatter", &base_tensor);
            let mut args = vec![Value::Array(base), Value::Array(value)];
            args.extend(geometry_args(&window));
            self.push(&strided::defs::as_strided_scatter, args, vec![scattered]);
            scattered
        };
        let last = self.graph.nodes.len() - 1;
        self.touch(key(tensor));
        let memory = self.memory(tensor);
        memory.constant = false;
        memory.base = new_base;
        memory.known.clear();
        memory.known.insert(window, value);
        if let Some(input) = memory.input {
            self.graph.inputs[input].history.push((last, new_base));
        }
    }

    /// Where a returned tensor lives: (the base value of its storage, the window on it, the input).
    pub(super) fn place(&mut self, tensor: &Tensor) -> (ValueId, Window, Option<usize>) {
        if !self.storages.contains_key(&key(tensor)) {
            if self.primitives {
                self.value_of(tensor);
            } else {
                self.declare(tensor, Source::Captured(tensor.clone()), "captured");
            }
        }
        let memory = self.memory(tensor);
        let window = Window::relative(tensor, memory.tensor.offset());
        (memory.base, window, memory.input)
    }
}

/// A call's arguments, as recorded.
pub(super) struct Arguments {
    positional: Vec<Value<ValueId>>,
    kwargs: Vec<(Name, Value<ValueId>)>,
    written: Vec<Tensor>,
    /// Fresh tensors that the op fills.
    made: Vec<Tensor>,
}

/// What values of a node are named after: the op, or the function whose loop a primitive runs.
fn stem_of(node: &Node) -> String {
    match node.args.first() {
        Some(Value::Tuple(items)) if node.op.traits.primitive => match items.first() {
            Some(Value::Str(name)) => name.clone(),
            _ => node.op.name.to_owned(),
        },
        Some(Value::Str(name)) if node.op.traits.primitive => name.clone(),
        _ => node.op.name.trim_start_matches("prims.").to_owned(),
    }
}

fn geometry_args(window: &Window) -> [Value<ValueId>; 4] {
    [
        Value::DType(window.dtype),
        Value::List(window.shape.iter().map(|&d| Value::int(d as i64)).collect()),
        Value::List(
            window
                .strides
                .iter()
                .map(|&s| Value::int(s as i64))
                .collect(),
        ),
        Value::int(window.offset as i64),
    ]
}

/// Whether a result is made of tensors only (and `None`), at any depth.
fn result_is_tensors(result: &Arg) -> bool {
    match result {
        Value::Array(_) | Value::None => true,
        Value::List(items) | Value::Tuple(items) => items.iter().all(result_is_tensors),
        _ => false,
    }
}
