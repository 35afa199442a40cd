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
