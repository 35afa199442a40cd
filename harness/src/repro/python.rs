//! Statements and programs as Python.

use super::literal;
use nparity_model::{Callee, Program, Statement, Value, Var};
use std::fmt::Write;

/// One statement: `v2 = np.add(v0, v1, dtype=np.dtype('int8'))`.
pub fn statement(program: &Program, k: usize) -> String {
    match program.statements.get(k) {
        Some(s) if s.callee == Callee::SetItem && s.args.len() == 3 => format!(
            "{}[{}] = {}",
            object(&s.args[0]),
            index(&s.args[1]),
            expression(&s.args[2])
        ),
        Some(s) => format!("v{k} = {}", call(s)),
        None => String::new(),
    }
}

/// A program, one statement a line.
pub fn short(program: &Program) -> String {
    let lines: Vec<String> = (0..program.statements.len())
        .map(|k| statement(program, k))
        .collect();
    lines.join("\n")
}

const SHOW: &str = r#"

def show(name, value):
    if isinstance(value, np.ndarray):
        about = f"{value.dtype} {value.shape} strides={value.strides} writeable={value.flags.writeable}"
        print(f"{name}: array {about}\n{value!r}")
    else:
        print(f"{name}: {type(value).__name__} {value!r}")

"#;

/// A script that runs the program, shows every variable as it is in the end, and what was raised.
///
/// The notes become comments at the top, one line each.
pub fn script(program: &Program, notes: &[String]) -> String {
    let mut text = String::new();
    for line in notes.iter().flat_map(|note| note.lines()) {
        let _ = writeln!(text, "{}", format!("# {line}").trim_end());
    }
    let operators = program.statements.iter().any(uses_operator_module);
    text.push_str(if operators {
        "import operator\n\nimport numpy as np\n"
    } else {
        "import numpy as np\n"
    });
    text.push_str(SHOW);
    text.push_str("\ntry:\n");
    let mut bound = Vec::new();
    for (k, s) in program.statements.iter().enumerate() {
        let _ = writeln!(text, "    {}", statement(program, k));
        // The variable of a setitem is None, should a later statement ask for it.
        if s.callee == Callee::SetItem
            && program
                .statements
                .iter()
                .any(|t| t.uses().contains(&var(k)))
        {
            let _ = writeln!(text, "    v{k} = None");
        }
        if s.callee != Callee::SetItem {
            bound.push(format!("\"v{k}\""));
        }
    }
    if program.statements.is_empty() {
        text.push_str("    pass\n");
    }
    text.push_str("except Exception as error:\n    print(f\"{type(error).__name__}: {error}\")\n");
    if bound.len() == 1 {
        bound.push(String::new());
    }
    if !bound.is_empty() {
        let _ = writeln!(text, "for name in ({}):", bound.join(", ").trim_end());
        text.push_str("    if name in globals():\n        show(name, globals()[name])\n");
    }
    text
}

fn var(k: usize) -> Var {
    Var(u32::try_from(k).unwrap_or(u32::MAX))
}

fn uses_operator_module(statement: &Statement) -> bool {
    matches!(&statement.callee, Callee::Operator(name) if symbol(name, statement.args.len()).is_none())
}

/// Python's sign for an operator function, unless it works in place.
fn symbol(name: &str, operands: usize) -> Option<&'static str> {
    Some(match (name, operands) {
        ("add", 2) => "+",
        ("sub", 2) => "-",
        ("mul", 2) => "*",
        ("truediv", 2) => "/",
        ("floordiv", 2) => "//",
        ("mod", 2) => "%",
        ("pow", 2) => "**",
        ("matmul", 2) => "@",
        ("and_", 2) => "&",
        ("or_", 2) => "|",
        ("xor", 2) => "^",
        ("lshift", 2) => "<<",
        ("rshift", 2) => ">>",
        ("eq", 2) => "==",
        ("ne", 2) => "!=",
        ("lt", 2) => "<",
        ("le", 2) => "<=",
        ("gt", 2) => ">",
        ("ge", 2) => ">=",
        ("neg", 1) => "-",
        ("pos", 1) => "+",
        ("invert" | "inv", 1) => "~",
        _ => return None,
    })
}

fn call(s: &Statement) -> String {
    match (&s.callee, s.args.as_slice()) {
        (Callee::Literal(array), _) => literal::array(array),
        (Callee::Function(name), args) => format!("np.{name}({})", arguments(args, s)),
        (Callee::UfuncMethod(ufunc, method), args) => {
            format!("np.{ufunc}.{method}({})", arguments(args, s))
        }
        (Callee::Builtin(name), args) => format!("{name}({})", arguments(args, s)),
        (Callee::Method(name), [this, args @ ..]) => {
            format!("{}.{name}({})", object(this), arguments(args, s))
        }
        (Callee::Attribute(name), [this]) => format!("{}.{name}", object(this)),
        (Callee::GetItem, [this, at]) => format!("{}[{}]", object(this), index(at)),
        (Callee::Operator(name), args) => match (symbol(name, args.len()), args) {
            (Some(sign), [a, b]) => format!("{} {sign} {}", operand(a), operand(b)),
            (Some(sign), [a]) => format!("{sign}{}", operand(a)),
            _ => format!("operator.{name}({})", arguments(args, s)),
        },
        // Not what a generator makes; still a valid call that fails in Python as it does here.
        (Callee::SetItem, args) => format!("operator.setitem({})", arguments(args, s)),
        (Callee::GetItem, args) => format!("operator.getitem({})", arguments(args, s)),
        (Callee::Method(name) | Callee::Attribute(name), args) => {
            format!("np.ndarray.{name}({})", arguments(args, s))
        }
    }
}

fn arguments(args: &[Value<Var>], s: &Statement) -> String {
    let named = s
        .kwargs
        .iter()
        .map(|(name, value)| format!("{name}={}", expression(value)));
    let all: Vec<String> = args.iter().map(expression).chain(named).collect();
    all.join(", ")
}

/// A value as an expression.
fn expression(value: &Value<Var>) -> String {
    match value {
        Value::None => "None".to_owned(),
        Value::Ellipsis => "...".to_owned(),
        Value::Bool(x) => if *x { "True" } else { "False" }.to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Float(x) => literal::float(*x),
        Value::Complex(z) => literal::complex(z.re, z.im),
        Value::Str(text) => string(text),
        Value::Scalar(x) => literal::scalar(x),
        Value::DType(d) => format!("np.dtype('{d}')"),
        Value::Slice(s) => format!(
            "slice({}, {}, {})",
            expression(&s.start),
            expression(&s.stop),
            expression(&s.step)
        ),
        Value::List(items) => format!("[{}]", all(items, expression)),
        Value::Tuple(items) if items.len() == 1 => format!("({},)", expression(&items[0])),
        Value::Tuple(items) => format!("({})", all(items, expression)),
        Value::Array(var) => format!("v{}", var.0),
    }
}

fn all(items: &[Value<Var>], f: impl Fn(&Value<Var>) -> String) -> String {
    let parts: Vec<String> = items.iter().map(f).collect();
    parts.join(", ")
}

/// The expression in brackets where a dot or an index follows and Python needs them.
fn object(value: &Value<Var>) -> String {
    let bare = matches!(
        value,
        Value::Array(_) | Value::Scalar(_) | Value::Str(_) | Value::List(_) | Value::Tuple(_)
    );
    if bare {
        expression(value)
    } else {
        format!("({})", expression(value))
    }
}

/// The expression in brackets where a sign stands before or behind it and Python needs them: `(-1) ** v0`.
fn operand(value: &Value<Var>) -> String {
    let text = expression(value);
    if text.starts_with('-') {
        format!("({text})")
    } else {
        text
    }
}

/// What stands between the brackets of an index.
fn index(value: &Value<Var>) -> String {
    let part = |value: &Value<Var>| match value {
        Value::Slice(s) => {
            let side = |v: &Value<Var>| match v {
                Value::None => String::new(),
                v => expression(v),
            };
            let step = match &s.step {
                Value::None => String::new(),
                v => format!(":{}", expression(v)),
            };
            format!("{}:{}{step}", side(&s.start), side(&s.stop))
        }
        other => expression(other),
    };
    match value {
        Value::Tuple(items) if items.is_empty() => "()".to_owned(),
        Value::Tuple(items) if items.len() == 1 => format!("{},", part(&items[0])),
        Value::Tuple(items) => all(items, part),
        other => part(other),
    }
}

/// A Python string literal.
fn string(text: &str) -> String {
    let mut quoted = String::from("'");
    for c in text.chars() {
        match c {
            '\'' => quoted.push_str("\\'"),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() || !c.is_ascii() => {
                let _ = write!(quoted, "\\U{:08x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('\'');
    quoted
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
