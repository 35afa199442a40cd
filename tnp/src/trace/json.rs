//! Graphs as JSON, there and back.
//!
//! A node's target is the name of a row of the op table, so a graph can be kept, sent and compared. What is
//! read may be anybody's: indices are checked here, everything else by [`Graph::verify`] and by the ops
//! themselves when the graph is run.

use super::graph::{
    Graph, Guard, Input, Node, Source, ValueClass, ValueId, ValueInfo, Write, fresh_of_layout,
    layout_value,
};
use crate::ops::{self, OpDef};
use crate::{Error, Result, Tensor, prims};
use nparity_model::{ArrayLiteral, DType, Name, Scalar, Value};
use serde::{Deserialize, Serialize};

/// The form of the file; another number is another form.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    graph: u32,
    values: Vec<ValueFile>,
    inputs: Vec<InputFile>,
    constants: Vec<(u32, TensorFile)>,
    nodes: Vec<NodeFile>,
    outputs: Vec<u32>,
    guards: Vec<(u32, Scalar)>,
}

#[derive(Serialize, Deserialize)]
struct ValueFile {
    name: String,
    dtype: DType,
    shape: Vec<usize>,
    strides: Vec<isize>,
    writeable: bool,
}

#[derive(Serialize, Deserialize)]
struct InputFile {
    value: u32,
    source: SourceFile,
    history: Vec<(usize, u32)>,
}

#[derive(Serialize, Deserialize)]
enum SourceFile {
    Argument(usize),
    SharedMemory(usize),
    Captured(TensorFile),
}

/// Elements in C order, and the order in which the axes lie in memory.
#[derive(Serialize, Deserialize)]
struct TensorFile {
    layout: Value<()>,
    data: ArrayLiteral,
}

#[derive(Serialize, Deserialize)]
struct NodeFile {
    op: String,
    /// Which of the ops of this name.
    face: usize,
    args: Vec<Value<u32>>,
    kwargs: Vec<(Name, Value<u32>)>,
    results: Vec<u32>,
    writes: Vec<(u32, u32)>,
    raises: bool,
    quiet: bool,
}

/// Ops by name, primitives included.
fn named(name: &str) -> impl Iterator<Item = &'static OpDef> {
    let primitives = prims::table::rows()
        .map(|row| row.op)
        .filter(|op| op.name.starts_with("prims."));
    ops::all()
        .chain(primitives)
        .filter(move |op| op.name == name)
}

fn to_file(value: &Value<ValueId>) -> Value<u32> {
    let mapped: std::result::Result<_, std::convert::Infallible> =
        value.try_map(&mut |id| Ok(Value::Array(id.0)));
    match mapped {
        Ok(value) => value,
    }
}

impl TensorFile {
    fn of(tensor: &Tensor) -> Result<TensorFile> {
        // A handle that may be written, since a layout is that of a fresh tensor.
        let layout = layout_value(tensor).ok_or_else(|| {
            Error::not_implemented(
                "a graph with an array that is a part of a larger one cannot be written; copy the array first",
            )
        })?;
        let layout = layout.try_map(&mut |_| Ok::<_, Error>(Value::None))?;
        Ok(TensorFile {
            layout,
            data: ArrayLiteral {
                dtype: tensor.dtype(),
                shape: tensor.shape().to_vec(),
                data: tensor.to_bytes(),
            },
        })
    }

    fn tensor(self) -> Result<Tensor> {
        let tensor =
            fresh_of_layout(&self.layout).ok_or_else(|| bad("a layout of another form"))??;
        let data = Tensor::from_bytes(&self.data.shape, self.data.dtype, &self.data.data)?;
        if tensor.dtype() != data.dtype() || tensor.shape() != data.shape() {
            return Err(bad("a constant whose layout is not that of its data"));
        }
        tensor.assign_from(&data)?;
        Ok(tensor)
    }
}

fn bad(what: &str) -> Error {
    Error::value(format!("not a graph: {what}"))
}

impl Graph {
    /// The graph as JSON.
    ///
    /// # Errors
    /// If it captured a part of a larger array.
    pub fn to_json(&self) -> Result<String> {
        let values = self.values.iter().map(|info| ValueFile {
            name: info.name.clone(),
            dtype: info.dtype,
            shape: info.shape.to_vec(),
            strides: info.strides.to_vec(),
            writeable: info.writeable,
        });
        let inputs = self.inputs.iter().map(|input| {
            Ok(InputFile {
                value: input.value.0,
                source: match &input.source {
                    Source::Argument(i) => SourceFile::Argument(*i),
                    Source::SharedMemory(i) => SourceFile::SharedMemory(*i),
                    Source::Captured(tensor) => SourceFile::Captured(TensorFile::of(tensor)?),
                },
                history: input.history.iter().map(|(n, v)| (*n, v.0)).collect(),
            })
        });
        let nodes = self.nodes.iter().map(|node| NodeFile {
            op: node.op.name.to_owned(),
            face: named(node.op.name)
                .position(|op| op == node.op)
                .unwrap_or(0),
            args: node.args.iter().map(to_file).collect(),
            kwargs: (node.kwargs.iter())
                .map(|(name, value)| (name.clone(), to_file(value)))
                .collect(),
            results: node.results.iter().map(|v| v.0).collect(),
            writes: node
                .writes
                .iter()
                .map(|w| (w.before.0, w.after.0))
                .collect(),
            raises: node.raises,
            quiet: node.quiet,
        });
        let file = File {
            graph: VERSION,
            values: values.collect(),
            inputs: inputs.collect::<Result<_>>()?,
            constants: (self.constants.iter())
                .map(|(value, tensor)| Ok((value.0, TensorFile::of(tensor)?)))
                .collect::<Result<_>>()?,
            nodes: nodes.collect(),
            outputs: self.outputs.iter().map(|v| v.0).collect(),
            guards: self.guards.iter().map(|g| (g.value.0, g.element)).collect(),
        };
        serde_json::to_string_pretty(&file).map_err(|e| Error::runtime(e.to_string()))
    }

    /// The graph of such a text. Whether it is sound is for [`Graph::verify`] to say.
    ///
    /// # Errors
    /// `ValueError` naming the place if it is none.
    pub fn from_json(text: &str) -> Result<Graph> {
        let file: File = serde_json::from_str(text).map_err(|e| bad(&e.to_string()))?;
        if file.graph != VERSION {
            return Err(bad(&format!("version {}, not {VERSION}", file.graph)));
        }
        let (values, nodes) = (file.values.len(), file.nodes.len());
        let id = |value: u32| {
            if (value as usize) < values {
                Ok(ValueId(value))
            } else {
                Err(bad(&format!("value {value} of {values}")))
            }
        };
        let ids = |all: Vec<u32>| all.into_iter().map(id).collect::<Result<Vec<_>>>();
        let value = |value: &Value<u32>| value.try_map(&mut |v| id(*v).map(Value::Array));
        let mut graph = Graph::default();
        for info in file.values {
            graph.values.push(ValueInfo {
                name: info.name,
                class: ValueClass::Tensor,
                dtype: info.dtype,
                shape: info.shape.into(),
                strides: info.strides.into(),
                writeable: info.writeable,
            });
        }
        for input in file.inputs {
            let mut history = Vec::new();
            for (node, value) in input.history {
                if node >= nodes {
                    return Err(bad(&format!("node {node} of {nodes}")));
                }
                history.push((node, id(value)?));
            }
            graph.inputs.push(Input {
                value: id(input.value)?,
                source: match input.source {
                    SourceFile::Argument(i) => Source::Argument(i),
                    SourceFile::SharedMemory(i) => Source::SharedMemory(i),
                    SourceFile::Captured(tensor) => Source::Captured(tensor.tensor()?),
                },
                history,
            });
        }
        for (value, tensor) in file.constants {
            graph.constants.push((id(value)?, tensor.tensor()?));
        }
        for node in file.nodes {
            let op = named(&node.op)
                .nth(node.face)
                .ok_or_else(|| bad(&format!("there is no op {}", node.op)))?;
            graph.nodes.push(Node {
                op,
                args: node.args.iter().map(value).collect::<Result<_>>()?,
                kwargs: (node.kwargs.iter())
                    .map(|(name, v)| Ok((name.clone(), value(v)?)))
                    .collect::<Result<_>>()?,
                results: ids(node.results)?,
                writes: (node.writes.into_iter())
                    .map(|(before, after)| {
                        Ok(Write {
                            before: id(before)?,
                            after: id(after)?,
                        })
                    })
                    .collect::<Result<_>>()?,
                raises: node.raises,
                quiet: node.quiet,
            });
        }
        graph.outputs = ids(file.outputs)?;
        for (value, element) in file.guards {
            graph.guards.push(Guard {
                value: id(value)?,
                element,
            });
        }
        Ok(graph)
    }
}
