//! Graphs in print: the FX table.

use super::graph::{Graph, Node, ValueId};
use nparity_model::{Slice, Value};
use std::fmt::Write as _;

impl Graph {
    /// The table of `torch.fx`'s `print_tabular`: opcode, name, target, args, kwargs.
    pub fn table(&self) -> String {
        let mut rows: Vec<[String; 5]> = Vec::new();
        for input in &self.inputs {
            let name = self.name(input.value).to_owned();
            rows.push([
                "placeholder".into(),
                name.clone(),
                name,
                "()".into(),
                "{}".into(),
            ]);
        }
        for (value, tensor) in &self.constants {
            let data = format!("({}, {:?})", tensor.dtype(), tensor.shape());
            rows.push([
                "constant".into(),
                self.name(*value).into(),
                "constant".into(),
                data,
                "{}".into(),
            ]);
        }
        for node in &self.nodes {
            rows.push(self.row(node));
        }
        for guard in &self.guards {
            let element = self.value(&Value::Scalar(guard.element));
            rows.push([
                "guard".into(),
                self.name(guard.value).into(),
                "guard".into(),
                format!("({}, {element})", self.name(guard.value)),
                "{}".into(),
            ]);
        }
        let outputs: Vec<&str> = self.outputs.iter().map(|v| self.name(*v)).collect();
        let args = format!(
            "({},)",
            tuple(&outputs.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>())
        );
        rows.push([
            "output".into(),
            "output".into(),
            "output".into(),
            args,
            "{}".into(),
        ]);
        let header = ["opcode", "name", "target", "args", "kwargs"];
        let mut widths = header.map(str::len);
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut text = String::new();
        let mut line = |cells: [&str; 5]| {
            let padded: Vec<String> = cells
                .iter()
                .zip(widths)
                .map(|(c, w)| format!("{c:<w$}"))
                .collect();
            let _ = writeln!(text, "{}", padded.join("  ").trim_end());
        };
        line(header);
        let rules = widths.map(|w| "-".repeat(w));
        line([&rules[0], &rules[1], &rules[2], &rules[3], &rules[4]]);
        for row in &rows {
            line([&row[0], &row[1], &row[2], &row[3], &row[4]]);
        }
        text
    }

    /// The graph in Graphviz's language.
    pub fn dot(&self) -> String {
        let quoted =
            |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let label = |value: ValueId| {
            let info = self.info(value);
            let shape: Vec<String> = info.shape.iter().map(ToString::to_string).collect();
            format!("{} {}", info.dtype, tuple(&shape))
        };
        let mut text = "digraph graph_of_tensors {\n  node [shape=box]\n".to_owned();
        let mut maker: std::collections::HashMap<ValueId, String> =
            std::collections::HashMap::new();
        let sources = self.inputs.iter().map(|i| (i.value, "ellipse"));
        for (value, shape) in sources.chain(self.constants.iter().map(|c| (c.0, "note"))) {
            let name = quoted(self.name(value));
            let what = quoted(&format!("{}\\n{}", self.name(value), label(value)));
            let _ = writeln!(
                text,
                "  {name} [shape={shape}, label={}]",
                what.replace("\\\\n", "\\n")
            );
            maker.insert(value, name);
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let name = quoted(&format!("node {index}"));
            let made = node
                .results
                .iter()
                .chain(node.writes.iter().map(|w| &w.after));
            let mut lines = vec![self.row(node)[2].clone()];
            for value in made {
                let line = format!("{}: {}", self.name(*value), label(*value));
                if !lines.contains(&line) {
                    lines.push(line);
                }
                maker.insert(*value, name.clone());
            }
            let what = quoted(&lines.join("\n")).replace('\n', "\\n");
            let _ = writeln!(text, "  {name} [label={what}]");
            let kwargs = node.kwargs.iter().map(|(_, v)| v);
            let mut from = Vec::new();
            for value in node.args.iter().chain(kwargs) {
                value.for_each(&mut |id: &ValueId| from.push(*id));
            }
            for value in from {
                if let Some(from) = maker.get(&value) {
                    let _ = writeln!(
                        text,
                        "  {from} -> {name} [label={}]",
                        quoted(self.name(value))
                    );
                }
            }
        }
        for value in &self.outputs {
            if let Some(from) = maker.get(value) {
                let _ = writeln!(
                    text,
                    "  {from} -> output [label={}]",
                    quoted(self.name(*value))
                );
            }
        }
        text.push_str("  output [shape=ellipse]\n}\n");
        text
    }

    /// The graph as straight-line code: Python that runs where its nodes are NumPy's functions.
    pub fn code(&self) -> String {
        let mut text = "import numpy as np\nfrom numpy import *\n\nNaN = nan\n\n\n".to_owned();
        for (value, tensor) in &self.constants {
            let _ = writeln!(
                text,
                "# {} is {}{:?}",
                self.name(*value),
                tensor.dtype(),
                tensor.shape()
            );
        }
        let captured =
            |i: &&super::graph::Input| matches!(i.source, super::graph::Source::Captured(_));
        let mut params: Vec<&str> = self.inputs.iter().map(|i| self.name(i.value)).collect();
        params.extend(self.constants.iter().map(|(v, _)| self.name(*v)));
        for input in self.inputs.iter().filter(captured) {
            let _ = writeln!(text, "# {} was captured", self.name(input.value));
        }
        let _ = writeln!(text, "def graph({}):", params.join(", "));
        for node in &self.nodes {
            for write in &node.writes {
                let (after, before) = (self.name(write.after), self.name(write.before));
                let _ = writeln!(text, "    {after} = {before}.copy(order=\"K\")");
            }
            let made: Vec<&str> = node
                .results
                .iter()
                .filter(|r| !node.writes.iter().any(|w| w.after == **r))
                .map(|v| self.name(*v))
                .collect();
            let call = self.call(node);
            if made.is_empty() {
                let _ = writeln!(text, "    {call}");
            } else {
                let _ = writeln!(text, "    {} = {call}", made.join(", "));
            }
        }
        let outputs: Vec<String> = self
            .outputs
            .iter()
            .map(|v| self.name(*v).to_owned())
            .collect();
        let _ = writeln!(text, "    return {}", tuple(&outputs));
        text
    }

    /// A node's call in code; what it writes is the value afterwards.
    fn call(&self, node: &Node) -> String {
        let after = |param: &str, value: &Value<ValueId>| -> Value<ValueId> {
            let mapped: std::result::Result<_, std::convert::Infallible> =
                value.try_map(&mut |id| {
                    let write = node.writes.iter().find(|w| w.before == *id);
                    Ok(Value::Array(match write {
                        Some(write) if node.op.writes(param) => write.after,
                        _ => *id,
                    }))
                });
            match mapped {
                Ok(value) => value,
            }
        };
        let mut args: Vec<String> = (node.op.params.iter().zip(&node.args))
            .map(|(param, value)| self.value(&after(param.name(), value)))
            .collect();
        let kwargs: Vec<String> = (node.kwargs.iter())
            .map(|(name, value)| format!("{name}={}", self.value(&after(name, value))))
            .collect();
        let faces = node.op.traits.faces;
        match (node.op.name, args.as_slice()) {
            ("__getitem__", [a, index]) => format!("{a}[{index}]"),
            ("__setitem__", [a, index, value]) => format!("{a}[{index}] = {value}"),
            (name, [a]) if faces.attribute && !faces.function => format!("{a}.{name}"),
            (name, [_, ..]) if faces.method && !faces.function => {
                let own = args.remove(0);
                args.extend(kwargs);
                format!("{own}.{name}({})", args.join(", "))
            }
            (name, _) => {
                args.extend(kwargs);
                let module = if faces.function { "np." } else { "" };
                format!("{module}{name}({})", args.join(", "))
            }
        }
    }

    fn row(&self, node: &Node) -> [String; 5] {
        let mut made: Vec<String> = node
            .results
            .iter()
            .map(|v| self.name(*v).to_owned())
            .collect();
        for write in &node.writes {
            if !node.results.contains(&write.after) {
                made.push(self.name(write.after).to_owned());
            }
        }
        let name = match made.as_slice() {
            [] if node.raises => "(raises)".to_owned(),
            [] => "()".to_owned(),
            [one] => one.clone(),
            many => many.join(", "),
        };
        let args: Vec<String> = node.args.iter().map(|v| self.value(v)).collect();
        let kwargs: Vec<String> = node
            .kwargs
            .iter()
            .map(|(k, v)| format!("'{k}': {}", self.value(v)))
            .collect();
        [
            "call_function".into(),
            name,
            node.op.name.into(),
            tuple(&args),
            format!("{{{}}}", kwargs.join(", ")),
        ]
    }

    /// An argument as Python would print it, values by name.
    fn value(&self, value: &Value<ValueId>) -> String {
        let all =
            |items: &[Value<ValueId>]| items.iter().map(|v| self.value(v)).collect::<Vec<_>>();
        match value {
            Value::None => "None".into(),
            Value::Ellipsis => "...".into(),
            Value::Bool(true) => "True".into(),
            Value::Bool(false) => "False".into(),
            Value::Int(x) => x.to_string(),
            Value::Float(x) => format!("{x:?}"),
            Value::Complex(z) => format!("({:?}{:+?}j)", z.re, z.im),
            Value::Str(s) => format!("'{s}'"),
            Value::Scalar(s) => {
                let number = s
                    .as_integer()
                    .map(|x| x.to_string())
                    .or_else(|| s.as_float().map(|x| format!("{x:?}")))
                    .or_else(|| s.as_complex().map(|z| format!("{:?}{:+?}j", z.re, z.im)));
                format!("{}({})", s.dtype(), number.unwrap_or_default())
            }
            Value::DType(d) => d.name().into(),
            Value::Slice(s) => {
                let Slice { start, stop, step } = s.as_ref();
                format!(
                    "slice({}, {}, {})",
                    self.value(start),
                    self.value(stop),
                    self.value(step)
                )
            }
            Value::List(items) => format!("[{}]", all(items).join(", ")),
            Value::Tuple(items) => tuple(&all(items)),
            Value::Array(id) => self.name(*id).to_owned(),
        }
    }
}

fn tuple(items: &[String]) -> String {
    match items {
        [one] => format!("({one},)"),
        many => format!("({})", many.join(", ")),
    }
}
