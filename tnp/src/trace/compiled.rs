//! A traced function as a function again: prologue, graph, epilogue.

use super::backend::{Backend, CompiledGraph, Run};
use super::graph::{Graph, OutputSpec, Source, Window};
use super::{Fault, NodeError};
use crate::{Error, NdArray, Result, Tensor};
use nparity_model::Value;

/// What [`super::trace`] recorded.
#[derive(Debug)]
pub struct Traced {
    /// The graph.
    pub graph: Graph,
    /// Per returned array, how it is made of the graph's outputs and inputs.
    pub outputs: Vec<OutputSpec>,
    /// What the function returned while it was traced.
    pub returned: Vec<Value<NdArray>>,
    /// What it raised while it was traced.
    pub error: Option<Error>,
    pub(super) arguments: Vec<NdArray>,
    /// Events and warnings of the wrapper's own (an overflowing NumPy scalar, a deprecated spelling): like
    /// shapes, they were found out while tracing, and a call repeats them.
    pub(super) outside: super::recorder::Events,
}

/// A traced function with its graph compiled by a backend.
pub struct Compiled {
    graph: Graph,
    outputs: Vec<OutputSpec>,
    /// What was returned, arrays by their places among the outputs.
    returned: Vec<Value<()>>,
    arguments: Vec<Described>,
    outside: super::recorder::Events,
    run: CompiledGraph,
}

/// An error of a compiled function; what was written before it stays written.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    /// What was raised.
    pub error: Error,
    /// The node that raised it; `None` if the call did not come so far.
    pub node: Option<usize>,
    /// The graph does not hold for these arguments: the function must be traced again. Nothing was written.
    pub retrace: bool,
    /// What the traced function returned before that node, where it did (a traced function may catch
    /// the error of its last op).
    pub partial: Option<Vec<Value<NdArray>>>,
}

/// A value without its arrays.
fn shape_of(value: &Value<NdArray>) -> Value<()> {
    let mapped: std::result::Result<_, std::convert::Infallible> =
        value.try_map(&mut |_| Ok(Value::Array(())));
    match mapped {
        Ok(value) => value,
    }
}

/// What a graph takes for granted of an argument.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Described {
    scalar: bool,
    window: Window,
    /// The first argument that shares its memory, if an earlier one does, and whether any does.
    shares_with: Option<usize>,
    shared: bool,
    /// Length of memory that is shared.
    memory: usize,
}

impl Described {
    pub(super) fn all(arrays: &[NdArray]) -> Vec<Described> {
        arrays
            .iter()
            .enumerate()
            .map(|(i, array)| {
                let tensor = array.tensor();
                let first = first_sharing(arrays, i);
                let later = arrays[i + 1..]
                    .iter()
                    .any(|a| a.tensor().shares_storage(tensor));
                let shared = first.is_some() || later;
                // Where memory is shared, the graph's input is all of it, and offsets count.
                let base = if shared { 0 } else { tensor.offset() };
                Described {
                    scalar: array.is_scalar(),
                    window: Window::relative(tensor, base),
                    shares_with: first,
                    shared,
                    memory: tensor.storage().len(),
                }
            })
            .collect()
    }

    /// The first way in which arrays differ from the description.
    pub(super) fn mismatch(described: &[Described], arrays: &[NdArray]) -> Option<String> {
        if described.len() != arrays.len() {
            return Some(format!(
                "traced with {} arguments, called with {}",
                described.len(),
                arrays.len()
            ));
        }
        for (i, (then, array)) in described.iter().zip(arrays).enumerate() {
            let (tensor, window) = (array.tensor(), &then.window);
            if tensor.dtype() != window.dtype || tensor.shape() != window.shape.as_slice() {
                return Some(format!(
                    "argument {i} was {}{:?} when traced and is {}{:?}",
                    window.dtype,
                    window.shape,
                    tensor.dtype(),
                    tensor.shape()
                ));
            }
            if tensor.strides() != window.strides.as_slice() {
                return Some(format!(
                    "argument {i} had strides {:?} when traced and has {:?}",
                    window.strides,
                    tensor.strides()
                ));
            }
            if array.is_scalar() != then.scalar {
                return Some(format!(
                    "argument {i} changed between array and NumPy scalar"
                ));
            }
            if tensor.is_writeable() != window.writeable {
                return Some(format!(
                    "argument {i} changed between writeable and read-only"
                ));
            }
            let moved = then.shared
                && (tensor.offset() as isize != window.offset
                    || tensor.storage().len() != then.memory);
            if first_sharing(arrays, i) != then.shares_with || moved {
                return Some(format!(
                    "argument {i} and others share memory otherwise than when traced"
                ));
            }
        }
        None
    }
}

fn first_sharing(arrays: &[NdArray], i: usize) -> Option<usize> {
    (arrays[..i].iter()).position(|a| a.tensor().shares_storage(arrays[i].tensor()))
}

impl Traced {
    /// Compiles the graph.
    ///
    /// # Errors
    /// The faults of the graph, if it has any (see [`Graph::verify`]), or the backend's error.
    pub fn compile(&self, backend: &dyn Backend) -> Result<Compiled> {
        let faults = self.graph.verify();
        if !faults.is_empty() {
            let text: Vec<String> = faults.iter().map(Fault::to_string).collect();
            return Err(Error::runtime(format!(
                "the graph is unsound: {}",
                text.join("; ")
            )));
        }
        Ok(Compiled {
            run: backend.compile(&self.graph)?,
            graph: self.graph.clone(),
            outputs: self.outputs.clone(),
            returned: self.returned.iter().map(shape_of).collect(),
            arguments: Described::all(&self.arguments),
            outside: self.outside.clone(),
        })
    }
}

impl Compiled {
    /// Calls it on arguments of the same dtypes, shapes, strides and overlaps as it was traced with.
    ///
    /// # Errors
    /// What the function raises; [`Failure`] with a `TypeError` for arguments that are not alike.
    pub fn call(&self, arguments: &[NdArray]) -> Result<Vec<Value<NdArray>>, Failure> {
        let early = |error| Failure {
            error,
            node: None,
            retrace: false,
            partial: None,
        };
        let again = |error| Failure {
            error,
            node: None,
            retrace: true,
            partial: None,
        };
        self.check(arguments).map_err(again)?;
        crate::events::raise(self.outside.0);
        for warning in &self.outside.1 {
            crate::events::warn(warning.class, warning.message.clone());
        }
        // Prologue: unwrap.
        let inputs: Vec<Tensor> = self
            .graph
            .inputs
            .iter()
            .map(|i| input_tensor(&i.source, arguments))
            .collect::<Result<_>>()
            .map_err(early)?;
        match (self.run)(&inputs) {
            Ok(outputs) => {
                self.hold(&|value| {
                    let at = self.graph.outputs.iter().position(|v| *v == value)?;
                    outputs.get(at)
                })
                .map_err(again)?;
                self.write_back(&inputs, usize::MAX, &|value| {
                    let at = self.graph.outputs.iter().position(|v| *v == value);
                    Ok(
                        outputs[at.expect("the last value of a written input is an output")]
                            .clone(),
                    )
                })
                .map_err(early)?;
                self.wrap(arguments, &inputs, &outputs).map_err(early)
            }
            Err(NodeError {
                error,
                retrace: true,
                ..
            }) => Err(again(error)),
            Err(NodeError { node, error, .. }) => {
                // The nodes are pure, so the state before the error can be computed again.
                let mut prefix = Run::new(&self.graph, &inputs).nodes(node);
                self.hold(&|value| prefix.value(value)).map_err(again)?;
                let outputs = self.graph.nodes[node]
                    .raises
                    .then(|| prefix.values_of(&self.graph.outputs));
                // What it writes before it raises stays written.
                let raising = &self.graph.nodes[node];
                let out = raising.op.params.iter().any(|p| p.name() == "out");
                if out || !raising.op.traits.mutates.is_empty() {
                    prefix.node_in_place(raising);
                }
                self.write_back(&inputs, node, &|value| {
                    Ok(prefix.values_of(&[value])[0].clone())
                })
                .map_err(early)?;
                let partial = outputs
                    .map(|o| self.wrap(arguments, &inputs, &o))
                    .transpose()
                    .map_err(early)?;
                Err(Failure {
                    error,
                    node: Some(node),
                    retrace: false,
                    partial,
                })
            }
        }
    }

    /// Whether what was looked at while tracing is so now.
    fn hold<'a>(&self, value: &dyn Fn(super::graph::ValueId) -> Option<&'a Tensor>) -> Result<()> {
        for guard in &self.graph.guards {
            if let Some(tensor) = value(guard.value)
                && tensor.first().bytes() != guard.element.bytes()
            {
                return Err(Error::runtime(format!(
                    "{} was another number when traced, on which the function may have branched; trace again",
                    self.graph.name(guard.value)
                )));
            }
        }
        Ok(())
    }

    fn check(&self, arguments: &[NdArray]) -> Result<()> {
        match Described::mismatch(&self.arguments, arguments) {
            None => Ok(()),
            Some(what) => Err(Error::type_(format!("{what}; trace again"))),
        }
    }

    /// Gives every written input the value that it holds before node `end`.
    fn write_back(
        &self,
        inputs: &[Tensor],
        end: usize,
        value: &dyn Fn(super::graph::ValueId) -> Result<Tensor>,
    ) -> Result<()> {
        for (input, tensor) in self.graph.inputs.iter().zip(inputs) {
            if let Some((_, last)) = input.history.iter().rev().find(|(node, _)| *node < end) {
                let source = value(*last)?;
                crate::prims::cast::copy_layout_into(&source, tensor);
            }
        }
        Ok(())
    }

    /// Epilogue: wrap.
    fn wrap(
        &self,
        arguments: &[NdArray],
        inputs: &[Tensor],
        outputs: &[Tensor],
    ) -> Result<Vec<Value<NdArray>>> {
        let mut arrays: Vec<NdArray> = Vec::with_capacity(self.outputs.len());
        for spec in &self.outputs {
            let array = match spec {
                OutputSpec::Same { output } => arrays[*output].clone(),
                OutputSpec::Input {
                    argument: Some(argument),
                    ..
                } => arguments[*argument].clone(),
                OutputSpec::Input {
                    input,
                    window,
                    argument: None,
                } => NdArray::from_tensor(window.of(&inputs[*input])?),
                OutputSpec::Fresh {
                    output,
                    window,
                    scalar,
                } => {
                    let tensor = window.of(&outputs[*output])?;
                    if *scalar {
                        NdArray::scalar_from_tensor(tensor)
                    } else {
                        NdArray::from_tensor(tensor)
                    }
                }
            };
            arrays.push(array);
        }
        let mut next = arrays.into_iter();
        self.returned
            .iter()
            .map(|value| {
                value.try_map(&mut |_| Ok(Value::Array(next.next().expect("one array per spec"))))
            })
            .collect()
    }
}

fn input_tensor(source: &Source, arguments: &[NdArray]) -> Result<Tensor> {
    match source {
        Source::Argument(i) => Ok(arguments[*i].tensor().clone()),
        Source::Captured(tensor) => Ok(tensor.clone()),
        Source::SharedMemory(i) => {
            let tensor = arguments[*i].tensor();
            let itemsize = tensor.itemsize();
            let len = tensor.storage().len() / itemsize;
            tensor.window(
                tensor.dtype(),
                smallvec::smallvec![len],
                smallvec::smallvec![itemsize as isize],
                0,
            )
        }
    }
}
