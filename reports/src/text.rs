//! Programs and outcomes as a reader of Python would write them, for the eye.
//!
//! Long arrays are cut short here; scripts that run are [`nparity_harness::results::Finding::python`].

use nparity_harness::compare::render::element;
use nparity_harness::results::Finding;
use nparity_model::{ArrayLiteral, Callee, Observed, Outcome, Program, Scalar, Slice, Statement};
use nparity_model::{Value, Var};
use std::fmt::Write as _;

/// Elements of an array that are shown.
const SHOWN: usize = 64;
/// Characters of a string that are shown.
const SHOWN_CHARS: usize = 400;

/// A number with commas between groups of three digits.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 case`, `2,000 cases`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// The text with characters that a reader would not see, or that would act on a terminal or turn the
/// direction of text, written as escapes; newlines and tabs stay.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let hidden = (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || matches!(c, '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}')
            || (c as u32) & 0xfffe == 0xfffe;
        if hidden {
            let _ = write!(shown, "\\u{{{:x}}}", c as u32);
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The same on one line.
pub fn visible_line(text: &str) -> String {
    visible(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// The text, or its beginning and how long it is.
pub fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((at, _)) => format!(
            "{}... ({} characters)",
            &text[..at],
            thousands(text.chars().count() as u64)
        ),
    }
}

/// A tuple of numbers, as Python prints it.
pub fn tuple<T: ToString>(items: &[T]) -> String {
    let parts: Vec<String> = items.iter().map(T::to_string).collect();
    match parts.as_slice() {
        [one] => format!("({one},)"),
        _ => format!("({})", parts.join(", ")),
    }
}

fn elements(shape: &[usize], size: usize, item: &dyn Fn(usize) -> Scalar) -> String {
    fn nested(shape: &[usize], at: &mut usize, item: &dyn Fn(usize) -> Scalar, into: &mut String) {
        let Some((&length, rest)) = shape.split_first() else {
            into.push_str(&element(&item(*at)));
            *at += 1;
            return;
        };
        into.push('[');
        for i in 0..length {
            if i > 0 {
                into.push_str(", ");
            }
            if *at >= SHOWN {
                into.push_str("...");
                break;
            }
            nested(rest, at, item, into);
        }
        into.push(']');
    }
    let mut text = String::new();
    if size > 0 {
        nested(shape, &mut 0, item, &mut text);
    }
    text
}

fn array(
    dtype: nparity_model::DType,
    shape: &[usize],
    size: usize,
    item: &dyn Fn(usize) -> Scalar,
) -> String {
    if size == 0 {
        return format!("np.empty({}, dtype=np.{dtype})", tuple(shape));
    }
    format!(
        "np.array({}, dtype=np.{dtype})",
        elements(shape, size, item)
    )
}

/// An array literal.
pub fn literal(literal: &ArrayLiteral) -> String {
    array(literal.dtype, &literal.shape, literal.size(), &|i| {
        literal.item(i)
    })
}

/// An array of an outcome: elements, dtype and, where the elements do not tell it, shape.
pub fn observed(array_: &Observed) -> String {
    array(array_.dtype, &array_.shape, array_.size(), &|i| {
        array_.item(i)
    })
}

/// What an array of an outcome shows beside dtype, shape and elements.
pub fn layout(array: &Observed) -> String {
    let mut text = format!(
        "strides {}, memory block {} at offset {}, object {}",
        tuple(&array.strides),
        array.storage,
        array.offset,
        array.object
    );
    for (on, name) in [
        (array.c_contiguous, ", C-contiguous"),
        (array.f_contiguous, ", F-contiguous"),
        (!array.writeable, ", read-only"),
    ] {
        if on {
            text.push_str(name);
        }
    }
    text
}

/// A value; arrays are written by `array`.
pub fn value<A>(of: &Value<A>, array: &dyn Fn(&A) -> String) -> String {
    let all =
        |items: &[Value<A>]| -> Vec<String> { items.iter().map(|v| value(v, array)).collect() };
    match of {
        Value::None => "None".to_owned(),
        Value::Ellipsis => "...".to_owned(),
        Value::Bool(x) => if *x { "True" } else { "False" }.to_owned(),
        Value::Int(x) => shortened(&x.to_string(), SHOWN_CHARS),
        Value::Float(x) => special(&element(&Scalar::from(*x))),
        Value::Complex(z) => element(&Scalar::from(*z)),
        Value::Str(x) => quoted(x),
        Value::Scalar(x) => format!("np.{}({})", x.dtype(), special(&element(x))),
        Value::DType(x) => format!("np.{x}"),
        Value::Slice(s) => format!(
            "slice({}, {}, {})",
            value(&s.start, array),
            value(&s.stop, array),
            value(&s.step, array)
        ),
        Value::List(items) => format!("[{}]", all(items).join(", ")),
        Value::Tuple(items) => tuple(&all(items)),
        Value::Array(a) => array(a),
    }
}

fn special(text: &str) -> String {
    match text {
        "nan" => "np.nan".to_owned(),
        "inf" => "np.inf".to_owned(),
        "-inf" => "-np.inf".to_owned(),
        finite => finite.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let short = shortened(text, SHOWN_CHARS);
    let escaped = visible_line(&short.replace('\\', "\\\\").replace('\'', "\\'"));
    format!("'{escaped}'")
}

fn variable(var: &Var) -> String {
    format!("v{}", var.0)
}

fn argument(of: &Value<Var>) -> String {
    value(of, &variable)
}

/// An operand of an operator: `-1 ** v0` would be another program.
fn operand(of: &Value<Var>) -> String {
    let text = argument(of);
    if text.starts_with('-') {
        format!("({text})")
    } else {
        text
    }
}

/// What stands between the brackets of `v0[...]`.
fn index(of: &Value<Var>) -> String {
    match of {
        Value::Tuple(items) if items.len() > 1 => {
            items.iter().map(part).collect::<Vec<_>>().join(", ")
        }
        Value::Tuple(items) if items.len() == 1 => format!("{},", part(&items[0])),
        other => part(other),
    }
}

fn part(of: &Value<Var>) -> String {
    let Value::Slice(slice) = of else {
        return argument(of);
    };
    let Slice { start, stop, step } = &**slice;
    let shown = |v: &Value<Var>| match v {
        Value::None => String::new(),
        v => argument(v),
    };
    let mut text = format!("{}:{}", shown(start), shown(stop));
    if *step != Value::None {
        let _ = write!(text, ":{}", shown(step));
    }
    text
}

fn symbol(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "add" => "+",
        "sub" => "-",
        "mul" => "*",
        "truediv" => "/",
        "floordiv" => "//",
        "mod" => "%",
        "pow" => "**",
        "matmul" => "@",
        "and_" => "&",
        "or_" => "|",
        "xor" => "^",
        "lshift" => "<<",
        "rshift" => ">>",
        "eq" => "==",
        "ne" => "!=",
        "lt" => "<",
        "le" => "<=",
        "gt" => ">",
        "ge" => ">=",
        _ => return None,
    })
}

fn in_place(operator: &str) -> Option<&'static str> {
    match operator {
        "iand" => Some("&"),
        "ior" => Some("|"),
        _ => symbol(operator.strip_prefix('i')?),
    }
}

/// The statement with index `k`.
pub fn statement(k: usize, of: &Statement) -> String {
    let mut arguments: Vec<String> = of.args.iter().map(argument).collect();
    let keywords = of
        .kwargs
        .iter()
        .map(|(name, v)| format!("{}={}", visible_line(name), argument(v)));
    arguments.extend(keywords);
    let call = |name: &str| format!("{}({})", visible_line(name), arguments.join(", "));
    let method = |name: &str| {
        let (object, rest) = arguments
            .split_first()
            .map_or(("?", &[][..]), |(first, rest)| (first.as_str(), rest));
        format!("{object}.{}({})", visible_line(name), rest.join(", "))
    };
    let right = match (&of.callee, of.args.as_slice()) {
        (Callee::Literal(array), _) => literal(array),
        (Callee::Function(name), _) => call(&format!("np.{name}")),
        (Callee::Method(name), _) => method(name),
        (Callee::Attribute(name), [object, ..]) => {
            format!("{}.{}", argument(object), visible_line(name))
        }
        (Callee::Operator(name), [a, b]) => match (symbol(name), in_place(name)) {
            (Some(sign), _) => format!("{} {sign} {}", operand(a), operand(b)),
            (None, Some(sign)) => {
                return format!("{} {sign}= {}; v{k} = {0}", argument(a), argument(b));
            }
            (None, None) => call(&format!("operator.{name}")),
        },
        (Callee::Operator(name), [a]) => match &**name {
            "neg" => format!("-{}", operand(a)),
            "pos" => format!("+{}", operand(a)),
            "invert" => format!("~{}", operand(a)),
            "abs" => format!("abs({})", argument(a)),
            _ => call(&format!("operator.{name}")),
        },
        (Callee::Operator(name), _) => call(&format!("operator.{name}")),
        (Callee::UfuncMethod(ufunc, name), _) => call(&format!("np.{ufunc}.{name}")),
        (Callee::GetItem, [object, at, ..]) => format!("{}[{}]", argument(object), index(at)),
        (Callee::SetItem, [object, at, new, ..]) => {
            return format!("{}[{}] = {}", argument(object), index(at), argument(new));
        }
        (Callee::Builtin(name), _) => call(name),
        // Too few arguments to be written as Python would.
        (Callee::Attribute(name), _) => call(name),
        (Callee::GetItem, _) => call("getitem"),
        (Callee::SetItem, _) => call("setitem"),
    };
    format!("v{k} = {right}")
}

/// A program, one statement a line.
pub fn program(of: &Program) -> String {
    let lines = of
        .statements
        .iter()
        .enumerate()
        .map(|(k, s)| statement(k, s));
    lines.collect::<Vec<_>>().join("\n")
}

/// The Python script of a finding; its program where no script was made.
pub fn script(finding: &Finding) -> String {
    if finding.python.trim().is_empty() {
        program(&finding.program)
    } else {
        finding.python.clone()
    }
}

/// One line of two outcomes side by side.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Row {
    /// What is shown: `raises`, `v3`, `fp events`.
    pub label: String,
    /// On NumPy.
    pub expected: String,
    /// On the subject.
    pub got: String,
    /// Whether the two are not the same.
    pub differs: bool,
}

/// Two outcomes side by side: the exception, each variable, and the rest where it is not empty on both sides.
pub fn side_by_side(expected: &Outcome, got: Option<&Outcome>) -> Vec<Row> {
    let Some(got) = got else {
        return one_sided(expected);
    };
    let mut rows = Vec::new();
    let mut row = |label: String, expected: String, got: String| {
        let differs = expected != got;
        rows.push(Row {
            label,
            expected,
            got,
            differs,
        });
    };
    if expected.error.is_some() || got.error.is_some() {
        row("raises".into(), raised(expected), raised(got));
    }
    // Results of statements with a budget are written over afterwards, so the variables do not tell them.
    for (a, b) in expected.snapshots.iter().zip(&got.snapshots) {
        if a != b && a.statement == b.statement {
            let (a_text, b_text) = two_values(&a.value, &b.value);
            if a_text != b_text {
                row(format!("v{} when computed", a.statement), a_text, b_text);
            }
        }
    }
    for k in 0..expected.vars.len().max(got.vars.len()) {
        let label = format!("v{k}");
        match (expected.vars.get(k), got.vars.get(k)) {
            (Some(a), Some(b)) => {
                let (a, b) = two_values(a, b);
                row(label, a, b);
            }
            (Some(a), None) => row(label, value(a, &observed), "(not reached)".into()),
            (None, Some(b)) => row(label, "(not reached)".into(), value(b, &observed)),
            (None, None) => {}
        }
    }
    if !(expected.fp_events.is_empty() && got.fp_events.is_empty()) {
        row(
            "fp events".into(),
            expected.fp_events.to_string(),
            got.fp_events.to_string(),
        );
    }
    let names = |warnings: &[String]| match warnings {
        [] => "none".to_owned(),
        some => some.join(", "),
    };
    if !(expected.warnings.is_empty() && got.warnings.is_empty()) {
        row(
            "warnings".into(),
            names(&expected.warnings),
            names(&got.warnings),
        );
    }
    if !got.graph_faults.is_empty() {
        row("graph".into(), "sound".into(), got.graph_faults.join("\n"));
    }
    rows
}

fn one_sided(expected: &Outcome) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |label: String, text: String| {
        rows.push(Row {
            label,
            expected: text,
            got: "(no outcome)".into(),
            differs: true,
        });
    };
    if expected.error.is_some() {
        row("raises".into(), raised(expected));
    }
    for (k, v) in expected.vars.iter().enumerate() {
        row(format!("v{k}"), value(v, &observed));
    }
    rows
}

fn raised(outcome: &Outcome) -> String {
    outcome.error.as_ref().map_or_else(
        || "nothing".to_owned(),
        |e| format!("{} at v{}: {}", e.class, e.at, e.message),
    )
}

/// Two values; what the elements do not tell is added only where the two differ in it.
fn two_values(a: &Value<Observed>, b: &Value<Observed>) -> (String, String) {
    let (mut a_text, mut b_text) = (value(a, &observed), value(b, &observed));
    if let (Value::Array(x), Value::Array(y)) = (a, b) {
        let (x, y) = (layout(x), layout(y));
        if x != y {
            let _ = write!(a_text, "\n{x}");
            let _ = write!(b_text, "\n{y}");
        } else if a_text == b_text && different_elements(a, b) {
            let _ = write!(a_text, "\n(elements differ beyond those shown)");
            let _ = write!(b_text, "\n(see the repro)");
        }
    }
    (a_text, b_text)
}

/// Whether elements differ that a shortened array does not show; NaNs are one.
fn different_elements(a: &Value<Observed>, b: &Value<Observed>) -> bool {
    let (Value::Array(a), Value::Array(b)) = (a, b) else {
        return false;
    };
    (0..a.size().min(b.size())).any(|i| {
        let (x, y) = (a.item(i), b.item(i));
        x != y && element(&x) != element(&y)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nparity_model::DType;

    #[test]
    fn groups_digits() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(12_345_678), "12,345,678");
    }

    #[test]
    fn shows_what_hides() {
        assert_eq!(
            visible("a\u{1b}[31m\u{202e}b\n"),
            "a\\u{1b}[31m\\u{202e}b\n"
        );
        assert_eq!(visible_line("a\nb\t"), "a\\nb\\t");
        assert_eq!(visible("caf\u{e9} \u{4e2d}"), "caf\u{e9} \u{4e2d}");
    }

    #[test]
    fn writes_statements_as_python_does() {
        let v = |k| Value::Array(Var(k));
        let line = |callee, args| statement(3, &Statement::new(callee, args));
        let literal = |shape: Vec<usize>, items: &[i8]| {
            let items: Vec<Scalar> = items.iter().map(|x| Scalar::from(*x)).collect();
            Callee::Literal(ArrayLiteral::from_scalars(DType::I8, shape, &items))
        };
        assert_eq!(
            line(literal(vec![2, 2], &[1, 2, 3, -4]), vec![]),
            "v3 = np.array([[1, 2], [3, -4]], dtype=np.int8)"
        );
        assert_eq!(
            line(literal(vec![2, 0], &[]), vec![]),
            "v3 = np.empty((2, 0), dtype=np.int8)"
        );
        assert_eq!(
            line(literal(vec![], &[7]), vec![]),
            "v3 = np.array(7, dtype=np.int8)"
        );
        assert_eq!(
            line(Callee::Operator("pow".into()), vec![Value::int(-1), v(0)]),
            "v3 = (-1) ** v0"
        );
        assert_eq!(
            line(Callee::Operator("iadd".into()), vec![v(1), v(2)]),
            "v1 += v2; v3 = v1"
        );
        let index = Value::Tuple(vec![
            Value::slice(None, None, Some(-2)),
            Value::None,
            Value::Ellipsis,
        ]);
        assert_eq!(
            line(Callee::GetItem, vec![v(0), index]),
            "v3 = v0[::-2, None, ...]"
        );
        assert_eq!(
            line(
                Callee::SetItem,
                vec![
                    v(0),
                    Value::slice(Some(1), None, None),
                    Value::Float(f64::NAN)
                ]
            ),
            "v0[1:] = np.nan"
        );
        assert_eq!(
            line(Callee::Method("sum".into()), vec![v(0), Value::int(0)]),
            "v3 = v0.sum(0)"
        );
        assert_eq!(line(Callee::Method("sum".into()), vec![]), "v3 = ?.sum()");
    }

    #[test]
    fn cuts_long_arrays_short() {
        let items: Vec<Scalar> = (0..1000i16).map(Scalar::from).collect();
        let text = literal(&ArrayLiteral::from_scalars(
            DType::I16,
            vec![10, 100],
            &items,
        ));
        assert!(text.contains("63, ...], ...]"), "{text}");
    }
}
