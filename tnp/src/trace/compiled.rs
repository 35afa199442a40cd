//! A traced function as a function again: prologue, graph, epilogue.

use super::backend::{Backend, CompiledGraph, Run};
use super::graph::{Graph, OutputSpec, Source};
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
    returned: Vec<Value<NdArray>>,
    arguments: Vec<NdArray>,
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
            returned: self.returned.clone(),
            arguments: self.arguments.clone(),
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
                let prefix = Run::new(&self.graph, &inputs).nodes(node);
                self.hold(&|value| prefix.value(value)).map_err(again)?;
                let outputs = self.graph.nodes[node]
                    .raises
                    .then(|| prefix.values_of(&self.graph.outputs));
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
        if arguments.len() != self.arguments.len() {
            return Err(Error::type_(format!(
                "traced with {} arguments, called with {}; trace again",
                self.arguments.len(),
                arguments.len()
            )));
        }
        for (i, (now, then)) in arguments.iter().zip(&self.arguments).enumerate() {
            let (a, b) = (now.tensor(), then.tensor());
            if a.dtype() != b.dtype() || a.shape() != b.shape() || a.strides() != b.strides() {
                return Err(Error::type_(format!(
                    "argument {i} was {}{:?} when traced and is {}{:?} (or its strides differ); trace again",
                    b.dtype(),
                    b.shape(),
                    a.dtype(),
                    a.shape()
                )));
            }
            for (j, (other_now, other_then)) in
                arguments.iter().zip(&self.arguments).enumerate().take(i)
            {
                let alike = match b.shares_storage(other_then.tensor()) {
                    false => !a.shares_storage(other_now.tensor()),
                    true => {
                        a.shares_storage(other_now.tensor())
                            && a.offset() == b.offset()
                            && other_now.tensor().offset() == other_then.tensor().offset()
                    }
                };
                if !alike {
                    return Err(Error::type_(format!(
                        "arguments {j} and {i} share memory otherwise than when traced; trace again"
                    )));
                }
            }
        }
        Ok(())
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
