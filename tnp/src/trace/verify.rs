//! The invariant, checked.

use super::graph::{Graph, ValueClass, ValueId};
use crate::Tensor;
use crate::tensor::{MAX_NDIM, Shape, size_of_shape};
use nparity_model::Value;
use std::collections::HashSet;

/// What is wrong with a graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// A value is a wrapper.
    #[error("value {0} is a wrapper, not a tensor: no backend can take it")]
    Wrapper(String),
    /// A value is used before it is defined, or never defined.
    #[error("{user} uses {value}, which is not defined before it")]
    Undefined {
        /// The node.
        user: String,
        /// The value.
        value: String,
    },
    /// A value is defined twice.
    #[error("value {0} is defined twice")]
    Redefined(String),
    /// Shape, strides and dtype of a value do not go together.
    #[error("value {value}: {what}")]
    Metadata {
        /// The value.
        value: String,
        /// What does not fit.
        what: String,
    },
    /// A node's arguments do not fit its op.
    #[error("node {node}: {what}")]
    Arguments {
        /// The node.
        node: String,
        /// What does not fit.
        what: String,
    },
    /// A node that writes an argument does not say what the argument is afterwards.
    #[error("node {0} writes an argument in place; a node must be pure")]
    Impure(String),
}

impl Graph {
    /// Checks that every value is a tensor with sound metadata, that the graph is in single assignment
    /// form, and that nodes are pure calls of ops with arguments that bind. Empty means sound.
    pub fn verify(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for info in &self.values {
            if info.class != ValueClass::Tensor {
                faults.push(Fault::Wrapper(info.name.clone()));
            }
            let what = if info.shape.len() != info.strides.len() {
                Some(format!(
                    "{} axes and {} strides",
                    info.shape.len(),
                    info.strides.len()
                ))
            } else if info.shape.len() > MAX_NDIM {
                Some(format!("{} axes", info.shape.len()))
            } else {
                size_of_shape(&info.shape, info.dtype.itemsize())
                    .err()
                    .map(|e| e.message.into_owned())
            };
            if let Some(what) = what {
                faults.push(Fault::Metadata {
                    value: info.name.clone(),
                    what,
                });
            }
        }
        let mut defined: HashSet<ValueId> = HashSet::new();
        let define = |value: ValueId, defined: &mut HashSet<ValueId>, faults: &mut Vec<Fault>| {
            if !defined.insert(value) {
                faults.push(Fault::Redefined(self.name(value).to_owned()));
            }
        };
        let inputs = self
            .inputs
            .iter()
            .map(|i| i.value)
            .chain(self.constants.iter().map(|c| c.0));
        for value in inputs {
            define(value, &mut defined, &mut faults);
        }
        for (value, tensor) in &self.constants {
            if let Some(info) = self.values.get(value.0 as usize)
                && (info.dtype != tensor.dtype() || info.shape.as_slice() != tensor.shape())
            {
                faults.push(Fault::Metadata {
                    value: info.name.clone(),
                    what: "not what its constant is".to_owned(),
                });
            }
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let name = || {
                node.results
                    .first()
                    .map_or(node.op.name, |v| self.name(*v))
                    .to_owned()
            };
            let kwargs = node.kwargs.iter().map(|(_, v)| v);
            for value in node.args.iter().chain(kwargs) {
                value.for_each(&mut |id: &ValueId| {
                    if !defined.contains(id) {
                        faults.push(Fault::Undefined {
                            user: name(),
                            value: self.name(*id).to_owned(),
                        });
                    }
                });
            }
            for what in argument_faults(node) {
                faults.push(Fault::Arguments { node: name(), what });
            }
            if faults.is_empty()
                && !node.raises
                && let Some(what) = self.rule_fault(node)
            {
                faults.push(Fault::Metadata {
                    value: name(),
                    what,
                });
            }
            let unsaid = written_values(node)
                .into_iter()
                .any(|v| !node.writes.iter().any(|w| w.before == v));
            if unsaid && !node.raises {
                faults.push(Fault::Impure(name()));
            }
            if node.raises && index + 1 != self.nodes.len() {
                faults.push(Fault::Arguments {
                    node: name(),
                    what: "it raised, and is not the last".to_owned(),
                });
            }
            let mut made: Vec<ValueId> = node.writes.iter().map(|w| w.after).collect();
            made.extend(
                node.results
                    .iter()
                    .filter(|r| !node.writes.iter().any(|w| w.after == **r)),
            );
            for value in made {
                define(value, &mut defined, &mut faults);
            }
        }
        for value in &self.outputs {
            if !defined.contains(value) {
                faults.push(Fault::Undefined {
                    user: "output".to_owned(),
                    value: self.name(*value).to_owned(),
                });
            }
        }
        faults
    }
}

impl Graph {
    /// What is wrong with a primitive by its own rule: its arguments, or what the graph says of its results.
    fn rule_fault(&self, node: &super::graph::Node) -> Option<String> {
        let row = crate::prims::table::row_of(node.op)?;
        // Stand-ins with the right dtypes and shapes, all elements in one place.
        let stand_in = |id: &ValueId| -> crate::Result<Value<Tensor>> {
            let info = self.info(*id);
            let one = Tensor::zeros(&[], nparity_model::DType::C128, false)?;
            let strides = smallvec::smallvec![0; info.shape.len()];
            one.window(info.dtype, info.shape.clone(), strides, 0)
                .map(Value::Array)
        };
        let mut args: Vec<Option<crate::ops::Arg>> = Vec::new();
        let mut filled = Vec::new();
        for (param, value) in node.op.params.iter().zip(&node.args) {
            let written = node.op.writes(param.name());
            let arg = super::graph::map_layouts(
                value,
                written,
                &mut |layout| {
                    let (dtype, shape) = layout?;
                    filled.push((dtype, Shape::from(shape.as_slice())));
                    let one = Tensor::zeros(&[], nparity_model::DType::C128, false)?;
                    let strides = smallvec::smallvec![0; shape.len()];
                    one.window(dtype, shape.as_slice().into(), strides, 0)
                },
                &mut |value| value.try_map(&mut |id| stand_in(id)),
            );
            match arg {
                Ok(arg) => args.push(Some(arg)),
                Err(error) => return Some(error.message.into_owned()),
            }
        }
        let made = match (row.rule)(&args) {
            Ok(made) => made,
            Err(error) => return Some(error.message.into_owned()),
        };
        let fresh = node
            .results
            .iter()
            .filter(|r| !node.writes.iter().any(|w| w.after == **r));
        let said = fresh.map(|r| (self.info(*r).dtype, self.info(*r).shape.clone()));
        let expected: Vec<_> = made.into_iter().chain(filled).collect();
        (!said.eq(expected.iter().cloned()))
            .then(|| format!("by its rule the node makes {expected:?}"))
    }
}

fn argument_faults(node: &super::graph::Node) -> Vec<String> {
    let mut faults = Vec::new();
    if node.args.len() > node.op.params.len() {
        faults.push(format!(
            "{} takes {} arguments",
            node.op.name,
            node.op.params.len()
        ));
    }
    for (name, _) in &node.kwargs {
        if !node.op.params.iter().any(|p| p.name() == name) {
            faults.push(format!("{} has no parameter {name}", node.op.name));
        }
    }
    for param in node
        .op
        .params
        .iter()
        .skip(node.args.len())
        .filter(|p| p.default.is_none())
    {
        if !node.kwargs.iter().any(|(name, _)| name == param.name()) {
            faults.push(format!("{} lacks {}", node.op.name, param.name()));
        }
    }
    faults
}

/// The values that stand where the op writes.
fn written_values(node: &super::graph::Node) -> Vec<ValueId> {
    let mut found = Vec::new();
    let mut look = |name: &str, value: &Value<ValueId>| {
        if node.op.writes(name) {
            value.for_each(&mut |id: &ValueId| found.push(*id));
        }
    };
    for (param, value) in node.op.params.iter().zip(&node.args) {
        look(param.name(), value);
    }
    for (name, value) in &node.kwargs {
        look(name, value);
    }
    found
}
