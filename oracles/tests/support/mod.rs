//! Programs in few words, and the oracles of this test process.

#![allow(dead_code, reason = "each test binary uses a part")]

use nparity_harness::Oracle;
use nparity_model::{
    ArrayLiteral, Callee, DType, Observed, Outcome, Program, Scalar, Statement, Value, Var,
};
use nparity_oracles::{EmbeddedOracle, Environment, Request};
use std::sync::OnceLock;

/// The environment for all tests of a process, made on the first run.
pub(crate) fn environment() -> &'static Environment {
    static FOUND: OnceLock<Environment> = OnceLock::new();
    FOUND.get_or_init(|| {
        Environment::find(&Request::default()).unwrap_or_else(|error| panic!("{error}"))
    })
}

pub(crate) fn embedded() -> EmbeddedOracle {
    EmbeddedOracle::start(environment()).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn run(program: &Program) -> Outcome {
    let mut outcomes = embedded().run(std::slice::from_ref(program)).unwrap();
    assert_eq!(outcomes.len(), 1);
    outcomes.remove(0)
}

/// The outcome of a program that must not raise.
pub(crate) fn results(program: &Program) -> Vec<Value<Observed>> {
    let outcome = run(program);
    assert_eq!(outcome.error, None);
    assert_eq!(outcome.vars.len(), program.statements.len());
    outcome.vars
}

pub(crate) fn floats(values: &[f64]) -> ArrayLiteral {
    let items: Vec<Scalar> = values.iter().map(|x| Scalar::from(*x)).collect();
    ArrayLiteral::from_scalars(DType::F64, vec![values.len()], &items)
}

pub(crate) fn bytes(values: &[i8]) -> ArrayLiteral {
    let items: Vec<Scalar> = values.iter().map(|x| Scalar::from(*x)).collect();
    ArrayLiteral::from_scalars(DType::I8, vec![values.len()], &items)
}

pub(crate) fn var(v: Var) -> Value<Var> {
    Value::Array(v)
}

pub(crate) fn call(name: &'static str, args: Vec<Value<Var>>) -> Statement {
    Statement::new(Callee::Function(name.into()), args)
}

pub(crate) fn method(name: &'static str, args: Vec<Value<Var>>) -> Statement {
    Statement::new(Callee::Method(name.into()), args)
}

pub(crate) fn attribute(name: &'static str, object: Value<Var>) -> Statement {
    Statement::new(Callee::Attribute(name.into()), vec![object])
}

pub(crate) fn operator(name: &'static str, args: Vec<Value<Var>>) -> Statement {
    Statement::new(Callee::Operator(name.into()), args)
}

pub(crate) fn array(value: &Value<Observed>) -> &Observed {
    match value {
        Value::Array(array) => array,
        other => panic!("not an array: {other:?}"),
    }
}

pub(crate) fn elements(value: &Value<Observed>) -> Vec<f64> {
    let array = array(value);
    (0..array.size())
        .map(|i| {
            let item = array.item(i);
            item.as_float()
                .or_else(|| item.as_integer().map(|n| n as f64))
                .expect("a real dtype")
        })
        .collect()
}
