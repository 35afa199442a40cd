//! The fused backend: element-wise primitives over one shape, and reductions of their rows, as one walk over
//! memory without temporaries of full size; everything else as the interpreter runs it, node by node.
//!
//! [`partition`](plan) gathers nodes into groups when the graph is compiled. A node joins the open group of
//! its shape and memory order; a group is closed before a node that wants one of its values and is not in it.
//! So a group only ever reads what was computed before it. Nodes that can raise are never in a group.

mod group;
mod plan;

use super::backend::{Backend, CompiledGraph, NodeError, Run};
use super::graph::{Graph, ValueId};
use crate::{Error, Result};
use group::Group;

/// The backend that fuses. It takes any graph; what it can fuse are primitives, so it wants lowered ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fused {
    /// Also what is not worth it, single small nodes: for tests.
    pub always: bool,
}

/// What is done, in order.
pub(super) enum Stage {
    /// A node by itself.
    Node(usize),
    /// A fused walk.
    Group(Box<Group>),
}

impl Backend for Fused {
    fn compile(&self, graph: &Graph) -> Result<CompiledGraph> {
        let mut graph = graph.clone();
        let nodes = plan::simplify(&mut graph);
        let stages = plan::plan(&graph, &nodes, self.always);
        let dead = last_uses(&graph, &stages);
        Ok(Box::new(move |inputs| {
            let mut run = Run::new(&graph, inputs);
            for (stage, dead) in stages.iter().zip(&dead) {
                match stage {
                    Stage::Node(index) => {
                        let node = &graph.nodes[*index];
                        let failed = |error, retrace| NodeError {
                            node: *index,
                            error,
                            retrace,
                        };
                        run.node(node).map_err(|error| failed(error, false))?;
                        if let Some(what) = run.unlike(node) {
                            return Err(failed(Error::runtime(what), true));
                        }
                    }
                    Stage::Group(group) => group.run(&mut run).map_err(|error| NodeError {
                        node: group.nodes[0],
                        error,
                        retrace: false,
                    })?,
                }
                for value in dead {
                    run.set(*value, None);
                }
            }
            Ok(run.values_of(&graph.outputs))
        }))
    }
}

impl Fused {
    /// How a graph is run: a line per stage, walks with the values that they make.
    pub fn explain(&self, graph: &Graph) -> String {
        let mut graph = graph.clone();
        let nodes = plan::simplify(&mut graph);
        let made = |index: &usize| {
            let node = &graph.nodes[*index];
            let values = node
                .results
                .iter()
                .chain(node.writes.iter().map(|w| &w.after));
            let names: Vec<&str> = values.map(|v| graph.name(*v)).collect();
            names.join(", ")
        };
        let mut text = String::new();
        for stage in plan::plan(&graph, &nodes, self.always) {
            text += &match stage {
                Stage::Node(index) => {
                    format!("node  {} = {}\n", made(&index), graph.nodes[index].op.name)
                }
                Stage::Group(group) => {
                    let names: Vec<String> = group.nodes.iter().map(made).collect();
                    format!("walk  {} ({} elements)\n", names.join(", "), group.size())
                }
            };
        }
        text
    }
}

/// Per stage, the values that nobody wants after it.
fn last_uses(graph: &Graph, stages: &[Stage]) -> Vec<Vec<ValueId>> {
    let mut last: Vec<Option<usize>> = vec![None; graph.values.len()];
    for (at, stage) in stages.iter().enumerate() {
        let nodes = match stage {
            Stage::Node(index) => std::slice::from_ref(index),
            Stage::Group(group) => &group.nodes,
        };
        for index in nodes {
            let node = &graph.nodes[*index];
            plan::reads_of(node, &mut |value| last[value.0 as usize] = Some(at));
            for value in node
                .results
                .iter()
                .chain(node.writes.iter().map(|w| &w.after))
            {
                last[value.0 as usize].get_or_insert(at);
            }
        }
    }
    let mut dead = vec![Vec::new(); stages.len()];
    for (value, at) in last.iter().enumerate() {
        let value = ValueId(value as u32);
        if let Some(at) = at
            && !graph.outputs.contains(&value)
        {
            dead[*at].push(value);
        }
    }
    dead
}
