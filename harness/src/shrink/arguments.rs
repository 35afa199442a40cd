//! Fewer and simpler arguments.

use super::Edit;
use super::elements::{plainer_dtypes, plainer_scalars};
use nparity_model::{Callee, DType, Program, Slice, Statement, Value, Var};

/// Leaves arguments out: keywords, then trailing positional ones.
pub(super) fn drop(program: &Program) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (k, statement) in program.statements.iter().enumerate() {
        if statement.kwargs.len() > 1 {
            edits.push(at(k, |s| s.kwargs.clear()));
        }
        for i in 0..statement.kwargs.len() {
            edits.push(at(k, move |s| {
                if i < s.kwargs.len() {
                    s.kwargs.remove(i);
                }
            }));
        }
        let fixed = matches!(statement.callee, Callee::GetItem | Callee::SetItem);
        for keep in 1..statement.args.len() {
            if !fixed {
                edits.push(at(k, move |s| s.args.truncate(keep)));
            }
        }
    }
    edits
}

fn at(k: usize, f: impl Fn(&mut Statement) + Send + Sync + 'static) -> Edit {
    Box::new(move |p| {
        let mut p = p.clone();
        f(p.statements.get_mut(k)?);
        Some(p)
    })
}

/// Puts simpler values in the place of arguments.
pub(super) fn simplify(program: &Program) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (k, statement) in program.statements.iter().enumerate() {
        for (i, value) in statement.args.iter().enumerate() {
            for simple in simpler(value) {
                edits.push(at(k, move |s| {
                    if let Some(slot) = s.args.get_mut(i) {
                        *slot = simple.clone();
                    }
                }));
            }
        }
        for (i, (_, value)) in statement.kwargs.iter().enumerate() {
            for simple in simpler(value) {
                edits.push(at(k, move |s| {
                    if let Some((_, slot)) = s.kwargs.get_mut(i) {
                        *slot = simple.clone();
                    }
                }));
            }
        }
    }
    edits
}

/// Simpler values, the simplest first.
fn simpler(value: &Value<Var>) -> Vec<Value<Var>> {
    match value {
        Value::None | Value::Ellipsis | Value::Bool(false) => Vec::new(),
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Int(n) => {
            let mut found = vec![Value::None, Value::int(0), Value::int(1), Value::int(-1)];
            if let Some(n) = n.to_i64() {
                found.extend([n / 2, n - n.signum()].map(Value::int));
            } else {
                // The least that does not fit any dtype, of either sign.
                let edge = 1i128 << 64;
                found.extend([edge, -edge].map(|n| Value::Int(n.into())));
            }
            found
        }
        Value::Float(x) => {
            let mut found = vec![Value::int(0), Value::int(1)];
            found.extend([0.0, 1.0, -1.0, x.trunc(), -0.0].map(Value::Float));
            found
        }
        Value::Complex(z) => vec![Value::Float(z.re), Value::Float(z.im), Value::Float(1.0)],
        Value::Str(text) => DType::parse(text)
            .map(|d| {
                plainer_dtypes(d)
                    .map(|d| Value::Str(d.code().to_owned()))
                    .collect()
            })
            .unwrap_or_default(),
        Value::Scalar(x) => {
            let mut found: Vec<Value<Var>> = match (x.dtype(), x.as_integer(), x.as_float()) {
                (DType::Bool, Some(n), _) => vec![Value::Bool(n != 0)],
                (_, Some(n), _) => vec![Value::Int(n.into())],
                (_, _, Some(x)) => vec![Value::Float(x)],
                _ => x.as_complex().map(Value::Complex).into_iter().collect(),
            };
            found.extend(plainer_scalars(x).into_iter().map(Value::Scalar));
            found
        }
        Value::DType(d) => plainer_dtypes(*d).map(Value::DType).collect(),
        Value::Slice(s) => {
            let mut found = Vec::new();
            let parts = [&s.start, &s.stop, &s.step];
            for (i, part) in parts.into_iter().enumerate() {
                for simple in simpler(part) {
                    let mut parts = parts.map(Clone::clone);
                    parts[i] = simple;
                    let [start, stop, step] = parts;
                    found.push(Value::Slice(Box::new(Slice { start, stop, step })));
                }
            }
            found
        }
        Value::List(items) => sequences(items).into_iter().map(Value::List).collect(),
        Value::Tuple(items) => {
            let mut found: Vec<Value<Var>> = match items.as_slice() {
                [one] => vec![one.clone()],
                _ => Vec::new(),
            };
            found.extend(sequences(items).into_iter().map(Value::Tuple));
            found
        }
        Value::Array(var) => (0..var.0).map(|v| Value::Array(Var(v))).collect(),
    }
}

/// The sequence without one of its items, and with one of them simpler.
fn sequences(items: &[Value<Var>]) -> Vec<Vec<Value<Var>>> {
    let mut found = Vec::new();
    for i in 0..items.len() {
        let mut shorter = items.to_vec();
        shorter.remove(i);
        found.push(shorter);
    }
    for (i, item) in items.iter().enumerate() {
        for simple in simpler(item) {
            let mut same = items.to_vec();
            same[i] = simple;
            found.push(same);
        }
    }
    found
}
