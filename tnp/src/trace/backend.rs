//! What runs graphs: it sees tensors only.

use super::graph::{Graph, Node, ValueId, fresh_of_layout};
use crate::ops::Arg;
use crate::{Error, Result, Tensor, prims};
use nparity_model::Value;

/// A compiler of graphs.
pub trait Backend {
    /// Makes a function of the graph's inputs (in order) that gives its outputs (in order).
    ///
    /// # Errors
    /// If the graph holds something that the backend cannot run.
    fn compile(&self, graph: &Graph) -> Result<CompiledGraph>;
}

/// A graph as a function: tensors in, tensors out.
pub type CompiledGraph = Box<dyn Fn(&[Tensor]) -> Result<Vec<Tensor>, NodeError> + Send + Sync>;

/// The error of a node.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{error}")]
pub struct NodeError {
    /// The node's index.
    pub node: usize,
    /// What it raised.
    pub error: Error,
    /// The node did not raise; what it gave is of another dtype, shape or layout than the graph says (the
    /// function's results depend on elements): the function must be traced again.
    pub retrace: bool,
}

/// The interpreter: runs the nodes one after another by their ops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eager;

impl Backend for Eager {
    fn compile(&self, graph: &Graph) -> Result<CompiledGraph> {
        let graph = graph.clone();
        Ok(Box::new(move |inputs| {
            let run = Run::new(&graph, inputs).nodes(graph.nodes.len());
            match run.error {
                Some(error) => Err(error),
                None => Ok(run.values_of(&graph.outputs)),
            }
        }))
    }
}

/// An interpretation of the first nodes of a graph.
pub(super) struct Run<'a> {
    graph: &'a Graph,
    values: Vec<Option<Tensor>>,
    /// The last node gave another number of tensors than the graph says.
    odd: bool,
    /// The error that ended it.
    pub(super) error: Option<NodeError>,
}

impl<'a> Run<'a> {
    pub(super) fn new(graph: &'a Graph, inputs: &[Tensor]) -> Run<'a> {
        let mut values = vec![None; graph.values.len()];
        for (input, tensor) in graph.inputs.iter().zip(inputs) {
            values[input.value.0 as usize] = Some(tensor.clone());
        }
        for (value, tensor) in &graph.constants {
            values[value.0 as usize] = Some(tensor.clone());
        }
        Run {
            graph,
            values,
            odd: false,
            error: None,
        }
    }

    /// Runs the first `count` nodes, or up to the first error.
    pub(super) fn nodes(mut self, count: usize) -> Run<'a> {
        for (index, node) in self.graph.nodes.iter().take(count).enumerate() {
            if let Err(error) = self.node(node) {
                self.error = Some(NodeError {
                    node: index,
                    error,
                    retrace: false,
                });
                break;
            }
            if let Some(what) = self.unlike(node) {
                self.error = Some(NodeError {
                    node: index,
                    error: Error::runtime(what),
                    retrace: true,
                });
                break;
            }
        }
        self
    }

    pub(super) fn get(&self, value: ValueId) -> Result<&Tensor> {
        self.values
            .get(value.0 as usize)
            .and_then(Option::as_ref)
            .ok_or_else(|| {
                Error::runtime(format!(
                    "graph value {} has no tensor",
                    self.graph.name(value)
                ))
            })
    }

    /// A value, if it was computed.
    pub(super) fn value(&self, wanted: ValueId) -> Option<&Tensor> {
        self.get(wanted).ok()
    }

    /// The values, which must have been computed.
    pub(super) fn values_of(&self, wanted: &[ValueId]) -> Vec<Tensor> {
        wanted
            .iter()
            .map(|v| self.get(*v).expect("computed by an earlier node").clone())
            .collect()
    }

    /// How a node's results differ from what the graph says of them.
    pub(super) fn unlike(&self, node: &Node) -> Option<String> {
        if node.raises {
            return Some(format!(
                "{} raised when it was traced and does not now; trace again",
                node.op.name
            ));
        }
        if self.odd {
            return Some(format!(
                "{} gives another number of results than when it was traced; trace again",
                node.op.name
            ));
        }
        node.results.iter().find_map(|id| {
            let (info, tensor) = (self.graph.info(*id), self.get(*id).ok()?);
            let lies_so = tensor.size() == 0
                || (tensor
                    .shape()
                    .iter()
                    .zip(tensor.strides())
                    .zip(&info.strides))
                .all(|((&n, &now), &then)| n == 1 || now == then);
            let alike =
                tensor.dtype() == info.dtype && tensor.shape() == info.shape.as_slice() && lies_so;
            (!alike).then(|| {
                format!(
                    "{} was {}{:?} when traced and is {}{:?} (or its strides differ); trace again",
                    info.name,
                    info.dtype,
                    info.shape,
                    tensor.dtype(),
                    tensor.shape()
                )
            })
        })
    }

    pub(super) fn set(&mut self, value: ValueId, tensor: Option<Tensor>) {
        self.values[value.0 as usize] = tensor;
    }

    pub(super) fn node(&mut self, node: &Node) -> Result<()> {
        self.call(node, false)
    }

    /// Runs a node that raises on the memory itself, for what it writes before it raises.
    pub(super) fn node_in_place(&mut self, node: &Node) {
        // It raises again what was reported already.
        let before = crate::events::take_warnings();
        let _ = crate::events::quietly(|| self.call(node, true));
        crate::events::take_warnings();
        (before.into_iter()).for_each(|w| crate::events::warn(w.class, w.message));
    }

    fn call(&mut self, node: &Node, in_place: bool) -> Result<()> {
        // A written argument is copied, layout and all, so that the node is pure.
        let mut copies: Vec<(ValueId, Option<Tensor>)> = Vec::new();
        let kwargs = node.kwargs.iter().map(|(name, value)| (&**name, value));
        let args = (node.op.params.iter().zip(&node.args)).map(|(p, value)| (p.name(), value));
        for (name, value) in args.chain(kwargs) {
            if in_place || !node.op.writes(name) {
                continue;
            }
            value.for_each(&mut |id: &ValueId| copies.push((*id, None)));
        }
        for (id, copy) in &mut copies {
            *copy = Some(prims::cast::copy_in_place_layout(self.get(*id)?)?);
        }
        let resolve = |value: &Value<ValueId>| -> Result<Arg> {
            value.try_map(&mut |id| Ok(Value::Array(self.get(*id)?.clone())))
        };
        let is_written = |name: &str| node.op.writes(name);
        let written_one = |value: &Value<ValueId>| -> Result<Arg> {
            value.try_map(&mut |id| {
                let copy = copies
                    .iter()
                    .find(|(before, _)| before == id)
                    .and_then(|(_, copy)| copy.clone());
                let tensor = match copy {
                    Some(copy) => copy,
                    None => self.get(*id)?.clone(),
                };
                let writeable = self.graph.info(*id).writeable;
                Ok(Value::Array(if writeable {
                    tensor
                } else {
                    tensor.read_only()
                }))
            })
        };
        let mut made: Vec<Tensor> = Vec::new();
        let mut resolve_written = |value: &Value<ValueId>| -> Result<Arg> {
            let is_primitive = node.op.traits.primitive;
            let mut fresh = |value: &Value<ValueId>| -> Option<Result<Arg>> {
                let tensor = is_primitive.then(|| fresh_of_layout(value)).flatten()?;
                Some(tensor.map(|tensor| {
                    made.push(tensor.clone());
                    Value::Array(tensor)
                }))
            };
            if let Some(tensor) = fresh(value) {
                return tensor;
            }
            if is_primitive && let Value::List(items) = value {
                let items: Result<Vec<Arg>> = items
                    .iter()
                    .map(|item| fresh(item).unwrap_or_else(|| written_one(item)))
                    .collect();
                return items.map(Value::List);
            }
            written_one(value)
        };
        let mut args = Vec::with_capacity(node.args.len());
        for (param, value) in node.op.params.iter().zip(&node.args) {
            args.push(if is_written(param.name()) {
                resolve_written(value)?
            } else {
                resolve(value)?
            });
        }
        let mut bound: Vec<Option<Arg>> = vec![None; node.op.params.len()];
        for (slot, arg) in bound.iter_mut().zip(args) {
            *slot = Some(arg);
        }
        for (name, value) in &node.kwargs {
            let slot = node
                .op
                .params
                .iter()
                .position(|p| p.name() == name)
                .ok_or_else(|| {
                    Error::runtime(format!(
                        "graph node {} has no parameter {name}",
                        node.op.name
                    ))
                })?;
            bound[slot] = Some(if is_written(name) {
                resolve_written(value)?
            } else {
                resolve(value)?
            });
        }
        let missing = node
            .op
            .params
            .iter()
            .zip(&bound)
            .find(|(p, b)| p.default.is_none() && b.is_none());
        if let Some((param, _)) = missing {
            return Err(Error::runtime(format!(
                "graph node {} lacks {}",
                node.op.name,
                param.name()
            )));
        }
        let result = if node.quiet {
            crate::events::quietly(|| (node.op.call)(&mut bound))
        } else {
            (node.op.call)(&mut bound)
        }?;
        for write in &node.writes {
            let copy = copies.iter().find(|(before, _)| *before == write.before);
            self.values[write.after.0 as usize] = copy.and_then(|(_, copy)| copy.clone());
        }
        let mut tensors = Vec::new();
        result.for_each(&mut |tensor: &Tensor| tensors.push(tensor.clone()));
        tensors.extend(made);
        // A node that raised, and one whose number of results depends on elements: see `unlike`.
        self.odd = tensors.len() != node.results.len();
        if self.odd {
            return Ok(());
        }
        for (id, tensor) in node.results.iter().zip(tensors) {
            self.values[id.0 as usize] = Some(tensor);
        }
        Ok(())
    }
}
