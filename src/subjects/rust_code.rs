//! A program as Rust code over tnp's public interface: every form that a program may have is a call by name.

use nparity_model::{ArrayLiteral, Callee, Program, Scalar, Statement, Value, Var};
use std::fmt::Write;

/// The bytes as an array expression.
fn bytes(data: &[u8]) -> String {
    let items: Vec<String> = data.iter().map(ToString::to_string).collect();
    format!("&[{}]", items.join(", "))
}

/// A float that has the same bits.
fn float(x: f64) -> String {
    if x.is_finite() {
        format!("{x:?}_f64")
    } else {
        format!("f64::from_bits({:#x})", x.to_bits())
    }
}

fn scalar(x: &Scalar) -> String {
    format!(
        "Scalar::from_bytes(DType::{:?}, {})",
        x.dtype(),
        bytes(x.bytes())
    )
}

fn list(items: &[Value<Var>]) -> String {
    let items: Vec<String> = items.iter().map(value).collect();
    format!("vec![{}]", items.join(", "))
}

/// A value; variables are cloned, which shares their memory.
fn value(v: &Value<Var>) -> String {
    match v {
        Value::None => "Value::None".to_owned(),
        Value::Ellipsis => "Value::Ellipsis".to_owned(),
        Value::Bool(x) => format!("Value::Bool({x})"),
        Value::Int(x) => match x.to_i64() {
            Some(x) => format!("Value::int({x})"),
            None => format!("Value::Int(\"{x}\".parse().expect(\"digits\"))"),
        },
        Value::Float(x) => format!("Value::Float({})", float(*x)),
        Value::Complex(z) => format!(
            "Value::Complex(Complex64::new({}, {}))",
            float(z.re),
            float(z.im)
        ),
        Value::Str(x) => format!("Value::Str({x:?}.to_owned())"),
        Value::Scalar(x) => format!("Value::Scalar({})", scalar(x)),
        Value::DType(x) => format!("Value::DType(DType::{x:?})"),
        Value::Slice(x) => format!(
            "Value::Slice(Box::new(Slice {{ start: {}, stop: {}, step: {} }}))",
            value(&x.start),
            value(&x.stop),
            value(&x.step)
        ),
        Value::List(items) => format!("Value::List({})", list(items)),
        Value::Tuple(items) => format!("Value::Tuple({})", list(items)),
        Value::Array(var) => format!("v{}.clone()", var.0),
    }
}

fn literal(literal: &ArrayLiteral) -> String {
    format!(
        "Value::Array(NdArray::from_tensor(Tensor::from_bytes(&{:?}, DType::{:?}, {})?))",
        literal.shape,
        literal.dtype,
        bytes(&literal.data)
    )
}

fn callee(callee: &Callee) -> String {
    match callee {
        Callee::Function(name) => format!("Callee::Function({name:?}.into())"),
        Callee::Method(name) => format!("Callee::Method({name:?}.into())"),
        Callee::Attribute(name) => format!("Callee::Attribute({name:?}.into())"),
        Callee::Operator(name) => format!("Callee::Operator({name:?}.into())"),
        Callee::Builtin(name) => format!("Callee::Builtin({name:?}.into())"),
        Callee::UfuncMethod(name, method) => {
            format!("Callee::UfuncMethod({name:?}.into(), {method:?}.into())")
        }
        Callee::GetItem => "Callee::GetItem".to_owned(),
        Callee::SetItem => "Callee::SetItem".to_owned(),
        // It is no call: `statement` writes it.
        Callee::Literal(_) => "Callee::GetItem".to_owned(),
    }
}

fn statement(s: &Statement) -> String {
    if let Callee::Literal(array) = &s.callee {
        return literal(array);
    }
    let kwargs: Vec<String> = (s.kwargs.iter())
        .map(|(name, v)| format!("({name:?}.into(), {})", value(v)))
        .collect();
    format!(
        "dispatch(&{}, {}, vec![{}])?",
        callee(&s.callee),
        list(&s.args),
        kwargs.join(", ")
    )
}

/// A `main.rs` that runs the program on tnp and shows every variable as it is in the end, what was raised, and the
/// floating-point events. It needs the crate `tnp` and nothing else.
pub(super) fn main_rs(program: &Program) -> String {
    let mut text = String::from(
        "use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

",
    );
    // Not every program needs them all.
    text.insert_str(0, "#![allow(unused_imports)]\n\n");
    text.push_str("fn program(vars: &mut Vars) -> tnp::Result<()> {\n");
    for (k, s) in program.statements.iter().enumerate() {
        let _ = writeln!(text, "    let v{k} = {};", statement(s));
        let _ = writeln!(text, "    vars.push((\"v{k}\", v{k}.clone()));");
    }
    text.push_str(
        "    Ok(())
}

fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin(\"repr\".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!(\"{name}: {text}\"),
            (other, _) => println!(\"{name}: {other:?}\"),
        }
    }
    if let Err(error) = result {
        println!(\"{error}\");
    }
    println!(\"fp events: {events}\");
}
",
    );
    text
}
