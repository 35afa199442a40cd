//! Values as short text, for summaries and for showing two sides next to each other.

use nparity_model::{DType, Observed, Scalar, Value};
use std::fmt::Write;

/// Longest text of an array's elements.
const MAX_ELEMENTS: usize = 24;

/// An element as Python prints it, without its dtype.
pub fn element(x: &Scalar) -> String {
    if let Some(value) = x.as_float() {
        return match x.dtype() {
            #[expect(clippy::cast_possible_truncation, reason = "it came from this type")]
            DType::F32 | DType::F16 => float(value, format!("{:?}", value as f32)),
            _ => float(value, format!("{value:?}")),
        };
    }
    if let Some(z) = x.as_complex() {
        let part = |value: f64| match x.dtype() {
            #[expect(clippy::cast_possible_truncation, reason = "it came from this type")]
            DType::C64 => float(value, format!("{:?}", value as f32)),
            _ => float(value, format!("{value:?}")),
        };
        let im = part(z.im);
        let sign = if im.starts_with('-') { "" } else { "+" };
        return format!("({}{sign}{im}j)", part(z.re));
    }
    match (x.dtype(), x.as_integer()) {
        (DType::Bool, Some(0)) => "False".to_owned(),
        (DType::Bool, _) => "True".to_owned(),
        (_, Some(n)) => n.to_string(),
        (_, None) => String::new(),
    }
}

fn float(value: f64, finite: String) -> String {
    if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        finite
    }
}

/// A shape as Python prints it: `(2, 3)`, `(2,)`, `()`.
pub fn shape(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => {
            let parts: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", parts.join(", "))
        }
    }
}

/// The place of element `i` in C order: `[1, 0]`; nothing for an array without axes.
pub(super) fn place(i: usize, shape: &[usize]) -> String {
    if shape.is_empty() {
        return String::new();
    }
    let mut rest = i;
    let mut index: Vec<String> = shape
        .iter()
        .rev()
        .map(|&n| {
            let at = rest % n.max(1);
            rest /= n.max(1);
            at.to_string()
        })
        .collect();
    index.reverse();
    format!("[{}]", index.join(", "))
}

fn elements(array: &Observed, axis: usize, start: usize, out: &mut String) {
    let Some(&n) = array.shape.get(axis) else {
        out.push_str(&element(&array.item(start)));
        return;
    };
    let step: usize = array.shape[axis + 1..].iter().product();
    out.push('[');
    for i in 0..n {
        if i > 0 {
            out.push_str(", ");
        }
        if array.size() > MAX_ELEMENTS && n > 6 && i == 3 {
            out.push_str("...");
            break;
        }
        elements(array, axis + 1, start + i * step, out);
    }
    out.push(']');
}

/// A value in one line: `float64 (2,) [1.0, nan]`, `int8 3`, `(…, …)`.
pub fn value(value: &Value<Observed>) -> String {
    match value {
        Value::Array(array) => {
            let mut text = format!("{} {} ", array.dtype, shape(&array.shape));
            if array.size() == 0 {
                text.push_str("[]");
            } else if array.size() > 100_000 {
                let _ = write!(text, "[{} elements]", array.size());
            } else {
                elements(array, 0, 0, &mut text);
            }
            text
        }
        Value::Scalar(x) => format!("{} {}", x.dtype(), element(x)),
        Value::None => "None".to_owned(),
        Value::Ellipsis => "...".to_owned(),
        Value::Bool(x) => element(&Scalar::from(*x)),
        Value::Int(x) => x.to_string(),
        Value::Float(x) => element(&Scalar::from(*x)),
        Value::Complex(x) => element(&Scalar::from(*x)),
        Value::Str(x) => format!("{x:?}"),
        Value::DType(x) => format!("dtype('{x}')"),
        Value::Slice(s) => format!(
            "slice({}, {}, {})",
            self::value(&s.start),
            self::value(&s.stop),
            self::value(&s.step)
        ),
        Value::List(items) => format!("[{}]", all(items)),
        Value::Tuple(items) if items.len() == 1 => format!("({},)", all(items)),
        Value::Tuple(items) => format!("({})", all(items)),
    }
}

fn all(items: &[Value<Observed>]) -> String {
    let parts: Vec<String> = items.iter().map(value).collect();
    parts.join(", ")
}

/// A variable, or a part of its tuple: `v2`, `v2[0]`.
pub(super) fn variable(var: usize, path: &[usize]) -> String {
    let mut text = format!("v{var}");
    for i in path {
        let _ = write!(text, "[{i}]");
    }
    text
}
