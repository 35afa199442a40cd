//! Which nodes go together.

use super::super::graph::{Graph, Node, ValueId, Write, fresh_dtype};
use super::Stage;
use super::group::{Builder, Key, Operand};
use crate::prims::fused::Reduction;
use crate::prims::reduce::{Extreme, ReduceDef};
use crate::prims::table::{ElementLoop, OwnStart, PrimParam, defs};
use crate::trace::graph::ValueInfo;
use nparity_model::{DType, Value};
use std::collections::{HashMap, HashSet};

/// Calls `f` with every value that a node reads.
pub(super) fn reads_of(node: &Node, f: &mut dyn FnMut(ValueId)) {
    let kwargs = node.kwargs.iter().map(|(_, v)| v);
    for value in node.args.iter().chain(kwargs) {
        value.for_each(&mut |id: &ValueId| f(*id));
    }
    for write in &node.writes {
        f(write.before);
    }
}

/// What a node does, if a group can do it.
pub(super) enum Work {
    /// A loop of an element-wise function.
    Loop {
        inner: ElementLoop,
        inputs: Vec<Operand>,
        outputs: Vec<ValueId>,
        silent: bool,
    },
    /// A conversion.
    Cast {
        source: Operand,
        dtype: DType,
        result: ValueId,
    },
    /// `a - b` or its square, in a dtype.
    Pair {
        a: Operand,
        b: Operand,
        dtype: DType,
        square: Option<bool>,
        result: ValueId,
    },
    /// The reduction of rows.
    Rows {
        a: ValueId,
        row: usize,
        what: RowWork,
        result: ValueId,
    },
}

/// What becomes of rows.
pub(super) enum RowWork {
    Reduce(&'static ReduceDef, DType, OwnStart),
    Extreme(Extreme),
}

/// Replaces primitives that compute what an earlier one did, and drops windows that nobody looks through.
/// Gives the nodes that are left.
///
/// What raises stays. A result that the caller gets stays its own: two results may not share memory.
pub(super) fn simplify(graph: &mut Graph) -> Vec<usize> {
    let mut same: HashMap<ValueId, ValueId> = HashMap::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut left = Vec::new();
    for index in 0..graph.nodes.len() {
        let rename = |value: &Value<ValueId>| -> Value<ValueId> {
            let renamed: Result<_, std::convert::Infallible> =
                value.try_map(&mut |id| Ok(Value::Array(*same.get(id).unwrap_or(id))));
            match renamed {
                Ok(value) => value,
            }
        };
        let node = &graph.nodes[index];
        let args: Vec<_> = node.args.iter().map(rename).collect();
        let kwargs: Vec<_> = (node.kwargs.iter())
            .map(|(name, value)| (name.clone(), rename(value)))
            .collect();
        let writes: Vec<_> = (node.writes.iter())
            .map(|w| Write {
                before: *same.get(&w.before).unwrap_or(&w.before),
                after: w.after,
            })
            .collect();
        let node = &mut graph.nodes[index];
        (node.args, node.kwargs, node.writes) = (args, kwargs, writes);
        let node = &graph.nodes[index];
        let pure = node.op.traits.primitive && node.writes.is_empty() && !node.raises;
        let own = node.results.iter().any(|r| graph.outputs.contains(r));
        if pure && !own {
            // Printed, not compared: -0.0 equals 0.0, and NaN not itself. A window that may be written is another
            // than one that may not.
            let writeable: Vec<bool> = (node.results.iter())
                .map(|r| graph.info(*r).writeable)
                .collect();
            let text = format!(
                "{} {} {:?} {:?} {writeable:?}",
                node.op.name, node.quiet, node.args, node.kwargs
            );
            match known.get(&text) {
                Some(earlier) => {
                    let earlier = graph.nodes[*earlier].results.clone();
                    same.extend(node.results.iter().copied().zip(earlier));
                    continue;
                }
                None => {
                    known.insert(text, index);
                }
            }
        }
        left.push(index);
    }
    // Windows raise nothing, so they may go; other dead nodes raise events.
    let mut wanted: HashSet<ValueId> = graph.outputs.iter().copied().collect();
    let mut kept = Vec::new();
    for index in left.into_iter().rev() {
        let node = &graph.nodes[index];
        let window = node.op == &crate::unwrapped::strided::defs::as_strided;
        if window && !node.results.iter().any(|r| wanted.contains(r)) {
            continue;
        }
        reads_of(node, &mut |value| {
            wanted.insert(value);
        });
        kept.push(index);
    }
    kept.reverse();
    kept
}

/// The stages of a graph.
pub(super) fn plan(graph: &Graph, nodes: &[usize], always: bool) -> Vec<Stage> {
    let mut stages = Vec::new();
    let mut open: Vec<Builder> = Vec::new();
    let mut owner: HashMap<ValueId, Key> = HashMap::new();
    let users = users(graph, nodes);
    for &index in nodes {
        let node = &graph.nodes[index];
        let work = work_of(graph, node);
        let key = work.as_ref().and_then(|work| match work {
            // Rows join the group that makes them, or are walked by themselves.
            Work::Rows { a, .. } => owner
                .get(a)
                .cloned()
                .or_else(|| Key::of(graph.info(*a)).filter(|key| key.size() > 0)),
            _ => key_of_results(graph, node),
        });
        let joins = match (&work, &key) {
            (Some(Work::Rows { row, .. }), Some(key)) => open
                .iter()
                .find(|b| b.key == *key)
                .is_none_or(|b| b.takes_rows(*row)),
            (Some(_), Some(_)) => true,
            _ => false,
        };
        // Close the groups whose values the node wants, except the one that it joins.
        let mut wanted: Vec<Key> = Vec::new();
        reads_of(node, &mut |value| {
            if let Some(of) = owner.get(&value)
                && !(joins && key.as_ref() == Some(of) && !is_reduced(&open, of, value))
                && !wanted.contains(of)
            {
                wanted.push(of.clone());
            }
        });
        for of in wanted {
            close(graph, &users, &of, &mut open, &mut owner, &mut stages);
        }
        match (work, key) {
            (Some(work), Some(key)) if joins => {
                let at = match open.iter().position(|b| b.key == key) {
                    Some(at) => at,
                    // Rows that another reduction makes have another shape than what is reduced there.
                    None if matches!(&work, Work::Rows { a, .. } if Key::of(graph.info(*a)).as_ref() != Some(&key)) =>
                    {
                        stages.push(Stage::Node(index));
                        continue;
                    }
                    None => {
                        open.push(Builder::new(key.clone(), always));
                        open.len() - 1
                    }
                };
                for value in node
                    .results
                    .iter()
                    .chain(node.writes.iter().map(|w| &w.after))
                {
                    owner.insert(*value, key.clone());
                }
                open[at].push(index, work);
            }
            _ => stages.push(Stage::Node(index)),
        }
    }
    let keys: Vec<Key> = open.iter().map(|b| b.key.clone()).collect();
    for key in keys {
        close(graph, &users, &key, &mut open, &mut owner, &mut stages);
    }
    stages
}

/// Whether a value is what a reduction of an open group gives: it has another shape, and is whole only when
/// the group has run.
fn is_reduced(open: &[Builder], key: &Key, value: ValueId) -> bool {
    open.iter()
        .any(|b| b.key == *key && b.reduced.contains(&value))
}

fn close(
    graph: &Graph,
    users: &HashMap<ValueId, Vec<usize>>,
    key: &Key,
    open: &mut Vec<Builder>,
    owner: &mut HashMap<ValueId, Key>,
    stages: &mut Vec<Stage>,
) {
    let Some(at) = open.iter().position(|b| b.key == *key) else {
        return;
    };
    let builder = open.remove(at);
    for index in &builder.nodes {
        let node = &graph.nodes[*index];
        for value in node
            .results
            .iter()
            .chain(node.writes.iter().map(|w| &w.after))
        {
            owner.remove(value);
        }
    }
    // A node alone gains nothing, unless it is large enough for threads.
    let nodes = builder.nodes.clone();
    match builder.finish(graph, users) {
        Some(group) => stages.push(Stage::Group(Box::new(group))),
        None => stages.extend(nodes.into_iter().map(Stage::Node)),
    }
}

/// Which nodes want a value; `usize::MAX` stands for the caller.
fn users(graph: &Graph, nodes: &[usize]) -> HashMap<ValueId, Vec<usize>> {
    let mut users: HashMap<ValueId, Vec<usize>> = HashMap::new();
    for &index in nodes {
        let node = &graph.nodes[index];
        reads_of(node, &mut |value| {
            users.entry(value).or_default().push(index)
        });
    }
    for value in &graph.outputs {
        users.entry(*value).or_default().push(usize::MAX);
    }
    users
}

/// Shape and memory order of what a node makes, if it is whole in memory.
fn key_of_results(graph: &Graph, node: &Node) -> Option<Key> {
    let mut values = node
        .results
        .iter()
        .chain(node.writes.iter().map(|w| &w.after));
    let key = Key::of(graph.info(*values.next()?))?;
    let alike = values.all(|v| Key::of(graph.info(*v)).as_ref() == Some(&key));
    (alike && key.size() > 0).then_some(key)
}

fn operand(value: &Value<ValueId>) -> Option<Operand> {
    match value {
        Value::Array(id) => Some(Operand::Value(*id)),
        Value::Scalar(scalar) => Some(Operand::Constant(*scalar)),
        _ => None,
    }
}

/// A plain immediate, back from the graph.
fn plain<T: PrimParam>(value: &Value<ValueId>) -> Option<T> {
    let arg = value
        .try_map(&mut |_| Err::<Value<crate::Tensor>, ()>(()))
        .ok()?;
    T::take(arg, "").ok()
}

fn dtype_of(graph: &Graph, operand: &Operand) -> DType {
    match operand {
        Operand::Value(id) => graph.info(*id).dtype,
        Operand::Constant(scalar) => scalar.dtype(),
    }
}

fn work_of(graph: &Graph, node: &Node) -> Option<Work> {
    if node.raises || node.quiet || !node.kwargs.is_empty() {
        return None;
    }
    let op = node.op;
    if op == &defs::elementwise {
        return loop_of(graph, node);
    }
    let result = *node.results.first()?;
    let [first, rest @ ..] = node.args.as_slice() else {
        return None;
    };
    if op == &defs::cast {
        let source = operand(first)?;
        let dtype = plain::<DType>(&rest[0])?;
        if grouped(dtype_of(graph, &source), dtype) {
            return None;
        }
        return Some(Work::Cast {
            source,
            dtype,
            result,
        });
    }
    if op == &defs::subtract || op == &defs::square_deviation {
        let (a, b) = (operand(first)?, operand(&rest[0])?);
        let dtype = plain::<DType>(&rest[1])?;
        let square = match rest.get(2) {
            Some(magnitude) => Some(plain::<bool>(magnitude)?),
            None => None,
        };
        if dtype == DType::Bool || dtype_of(graph, &a) != dtype || dtype_of(graph, &b) != dtype {
            return None;
        }
        return Some(Work::Pair {
            a,
            b,
            dtype,
            square,
            result,
        });
    }
    if op == &defs::reduce {
        let def = plain::<&'static ReduceDef>(first)?;
        let Operand::Value(a) = operand(&rest[0])? else {
            return None;
        };
        let marks = plain::<Vec<bool>>(&rest[1])?;
        let dtype = plain::<DType>(&rest[2])?;
        let start = plain::<OwnStart>(&rest[3])?;
        if !matches!(rest[4], Value::None) || matches!(start, OwnStart::FirstThrough(_)) {
            return None;
        }
        Reduction::reduce(def, graph.info(a).dtype, dtype, start.value())?;
        let info = graph.info(a);
        let kept = marks.iter().take_while(|m| !**m).count();
        let trailing = kept < marks.len() && marks[kept..].iter().all(|m| *m);
        let row: usize = info.shape[kept..].iter().product();
        if !trailing || !rows_of(info, row) || !rows_of(graph.info(result), 1) {
            return None;
        }
        return Some(Work::Rows {
            a,
            row,
            what: RowWork::Reduce(def, dtype, start),
            result,
        });
    }
    if op == &defs::arg_extreme {
        let Operand::Value(a) = operand(first)? else {
            return None;
        };
        let axis = plain::<usize>(&rest[0])?;
        let which = plain::<Extreme>(&rest[1])?;
        let info = graph.info(a);
        let row = *info.shape.last()?;
        if axis + 1 != info.shape.len() || !rows_of(info, row) || !rows_of(graph.info(result), 1) {
            return None;
        }
        return Some(Work::Rows {
            a,
            row,
            what: RowWork::Extreme(which),
            result,
        });
    }
    None
}

/// Whether a conversion depends on which elements meet in one loop, as NumPy's does (see `prims::cast`).
fn grouped(from: DType, to: DType) -> bool {
    from.is_inexact() && to == DType::U32
}

/// Whether rows of this length lie one after the other, several of them, each in a block.
fn rows_of(info: &ValueInfo, row: usize) -> bool {
    let contiguous =
        crate::tensor::is_contiguous(&info.shape, &info.strides, info.dtype.itemsize(), false);
    contiguous && row > 0 && row * info.dtype.itemsize() <= 256 << 10
}

fn loop_of(graph: &Graph, node: &Node) -> Option<Work> {
    let [inner, _, inputs, outputs, mask, silent] = node.args.as_slice() else {
        return None;
    };
    let inner = plain::<ElementLoop>(inner)?;
    let silent = plain::<bool>(silent)?;
    // Integer powers raise. Other powers look at whether the exponent is one for all.
    let is_power = matches!(inner.name, "power" | "float_power");
    if !matches!(mask, Value::None) || is_power && inner.types[0].is_integer() {
        return None;
    }
    let (Value::List(inputs), Value::List(outputs)) = (inputs, outputs) else {
        return None;
    };
    let inputs = inputs.iter().map(operand).collect::<Option<Vec<_>>>()?;
    let converts = |(input, inner): (&Operand, &DType)| grouped(dtype_of(graph, input), *inner);
    if inputs.iter().zip(inner.types).any(converts) {
        return None;
    }
    let inner_out = &inner.types[inputs.len()..];
    // The values that the outputs become, in their order.
    let mut fresh = node
        .results
        .iter()
        .filter(|r| !node.writes.iter().any(|w| w.after == **r));
    let mut made = Vec::new();
    for (output, dtype) in outputs.iter().zip(inner_out) {
        let (value, own) = match output {
            Value::Array(before) => {
                let write = node.writes.iter().find(|w| w.before == *before)?;
                (write.after, graph.info(write.after).dtype)
            }
            layout => (*fresh.next()?, fresh_dtype(layout)?),
        };
        // What is converted on its way out goes by itself.
        if own != *dtype || made.contains(&value) {
            return None;
        }
        made.push(value);
    }
    let key = Key::of(graph.info(*made.first()?))?;
    if is_power {
        // They see an exponent as one for all exactly where the interpreter shows it so.
        let one = match &inputs[1] {
            Operand::Constant(_) => true,
            Operand::Value(id) => graph.info(*id).shape.iter().product::<usize>() == 1,
        };
        let flat = matches!(&inputs[1], Operand::Value(id) if key.is_flat(graph.info(*id)));
        let converts = dtype_of(graph, &inputs[1]) != inner.types[1];
        if key.size() == 1 || !(one || flat) || converts {
            return None;
        }
    }
    Some(Work::Loop {
        inner,
        inputs,
        outputs: made,
        silent,
    })
}
