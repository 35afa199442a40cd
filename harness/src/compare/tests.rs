//! Planted differences: each is found under its facet, and the pair without it conforms.

use super::*;
use nparity_model::{ArrayLiteral, ErrorClass, FpEvents, Name, Raised, Scalar, Statement, Var};

pub(super) fn floats(values: &[f64]) -> Vec<Scalar> {
    values.iter().map(|x| Scalar::from(*x)).collect()
}

/// A C-ordered array in memory of its own, object and storage `id`.
pub(super) fn array(id: u32, shape: &[usize], items: &[Scalar]) -> Observed {
    let dtype = items.first().map_or(DType::F64, Scalar::dtype);
    let mut strides = vec![0; shape.len()];
    let mut step = dtype.itemsize();
    for axis in (0..shape.len()).rev() {
        strides[axis] = step.cast_signed();
        step *= shape[axis];
    }
    Observed {
        dtype,
        shape: shape.to_vec(),
        strides,
        data: items.iter().flat_map(|s| s.bytes().to_vec()).collect(),
        storage: id,
        offset: 0,
        object: id,
        c_contiguous: true,
        f_contiguous: shape.len() < 2,
        writeable: true,
    }
}

pub(super) fn vector(id: u32, values: &[f64]) -> Value<Observed> {
    Value::Array(array(id, &[values.len()], &floats(values)))
}

pub(super) fn literal(values: &[f64]) -> ArrayLiteral {
    ArrayLiteral::from_scalars(DType::F64, vec![values.len()], &floats(values))
}

pub(super) fn call(name: &'static str, args: &[u32]) -> Statement {
    let args = args.iter().map(|v| Value::Array(Var(*v))).collect();
    Statement::new(Callee::Function(Name::Borrowed(name)), args)
}

/// `v0 = literal; v1 = name(v0)` and an outcome of it.
pub(super) fn unary(
    name: &'static str,
    input: &[f64],
    output: Value<Observed>,
) -> (Program, Outcome) {
    let mut program = Program::default();
    program.literal(literal(input));
    program.push(call(name, &[0]));
    let outcome = Outcome {
        vars: vec![vector(0, input), output],
        ..Outcome::default()
    };
    (program, outcome)
}

/// Alters an outcome of `v1 = f(v0)` with value `[3, -0]` and gives the first difference, after checking
/// that the unaltered one conforms.
fn planted(alter: impl FnOnce(&mut Outcome)) -> Difference {
    planted_in(Policy::EXACT, &[3.0, -0.0], alter)
}

fn planted_in(policy: Policy, result: &[f64], alter: impl FnOnce(&mut Outcome)) -> Difference {
    let (program, expected) = unary("f", &[1.0, 2.0], vector(1, result));
    let policies = [Policy::EXACT, policy];
    let mut got = expected.clone();
    let same = compare(&program, &policies, &expected, &got, FacetSet::ALL);
    assert!(same.conforms() && same.differences.is_empty());
    alter(&mut got);
    let found = compare(&program, &policies, &expected, &got, FacetSet::ALL);
    let first = found
        .differences
        .first()
        .expect("the planted difference")
        .clone();
    assert!(found.applicable.contains(first.facet), "{first:?}");
    let without = FacetSet::ALL.without(first.facet);
    let rest = compare(&program, &policies, &expected, &got, without);
    assert!(!rest.differing().contains(first.facet));
    first
}

pub(super) fn result(outcome: &mut Outcome) -> &mut Observed {
    match &mut outcome.vars[1] {
        Value::Array(array) => array,
        other => panic!("{other:?}"),
    }
}

#[test]
fn value_differs() {
    let d = planted(|o| result(o).data[8..].copy_from_slice(&0.0f64.to_le_bytes()));
    assert_eq!(
        d.to_string(),
        "value of v1[1]: expected -0.0, got 0.0 (1 of 2 elements differ)"
    );
    assert_eq!((d.facet, d.statement), (Facet::Value, 1));
    assert_eq!(d.class, "sign of zero");
}

#[test]
fn kind_differs() {
    let d = planted(|o| o.vars[1] = Value::List(vec![]));
    assert_eq!(d.facet, Facet::Kind);
    let d = planted(|o| o.vars[1] = Value::Scalar(Scalar::from(1.0)));
    assert_eq!(d.facet, Facet::Kind);
    assert_eq!(d.class, "ndarray -> numpy scalar");
}

#[test]
fn a_scalar_and_an_array_without_axes_differ_in_kind_only() {
    let (program, mut expected) = unary("sum", &[1.0], Value::Scalar(Scalar::from(1.0)));
    expected.fp_events = FpEvents::OVER;
    let mut got = expected.clone();
    got.vars[1] = Value::Array(array(1, &[], &floats(&[1.0])));
    let facets = FacetSet::ALL;
    let found = compare(&program, &[], &expected, &got, facets);
    assert_eq!(found.differing(), FacetSet::of(&[Facet::Kind]));
    assert!(compare(&program, &[], &expected, &got, facets.without(Facet::Kind)).conforms());
    got.vars[1] = Value::Array(array(1, &[], &floats(&[2.0])));
    let found = compare(&program, &[], &expected, &got, facets.without(Facet::Kind));
    assert_eq!(found.differing(), FacetSet::of(&[Facet::Value]));
}

#[test]
fn dtype_and_shape_differ() {
    let d = planted(|o| o.vars[1] = Value::Array(array(1, &[2], &[3f32.into(), 0f32.into()])));
    assert_eq!(d.facet, Facet::DType);
    assert_eq!(d.class, "float -> float (narrower)");
    assert_eq!(d.detail, "dtype of v1: expected float64, got float32");
    let d = planted(|o| o.vars[1] = Value::Array(array(1, &[2, 1], &floats(&[3.0, -0.0]))));
    assert_eq!((d.facet, d.class.as_str()), (Facet::Shape, "rank"));
    assert_eq!(d.detail, "shape of v1: expected (2,), got (2, 1)");
}

#[test]
fn layout_differs() {
    let d = planted(|o| result(o).strides = vec![16]);
    assert_eq!((d.facet, d.class.as_str()), (Facet::Layout, "strides"));
    let d = planted(|o| result(o).writeable = false);
    assert_eq!((d.facet, d.class.as_str()), (Facet::Layout, "writeable"));
    let d = planted(|o| result(o).f_contiguous = false);
    assert_eq!(d.facet, Facet::Layout);
}

#[test]
fn strides_of_axes_of_length_one_are_free() {
    let (program, expected) = unary(
        "f",
        &[1.0],
        Value::Array(array(1, &[1, 2], &floats(&[1.0, 2.0]))),
    );
    let mut got = expected.clone();
    result(&mut got).strides[0] = 4096;
    assert!(compare(&program, &[], &expected, &got, FacetSet::ALL).conforms());
}

#[test]
fn aliasing_offset_and_identity_differ() {
    let d = planted(|o| result(o).storage = 0);
    assert_eq!((d.facet, d.class.as_str()), (Facet::Aliasing, "a view"));
    let d = planted(|o| result(o).object = 0);
    assert_eq!((d.facet, d.statement), (Facet::Identity, 1));
    let (program, mut expected) = unary("f", &[1.0, 2.0], vector(1, &[2.0]));
    result(&mut expected).storage = 0;
    result(&mut expected).offset = 8;
    let mut got = expected.clone();
    result(&mut got).storage = 1;
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    assert_eq!(found.differing(), FacetSet::of(&[Facet::Aliasing]));
    result(&mut got).storage = 0;
    result(&mut got).offset = 0;
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    assert_eq!(
        found.differences[0].detail,
        "layout of v1: expected offset 8 bytes from v0, got 0"
    );
}

#[test]
fn offsets_in_memory_of_its_own_are_free() {
    let (program, expected) = unary("f", &[1.0], vector(1, &[1.0]));
    let mut got = expected.clone();
    result(&mut got).offset = 64;
    assert!(compare(&program, &[], &expected, &got, FacetSet::ALL).conforms());
}

#[test]
fn mutation_of_a_literal_differs() {
    let d = planted(|o| o.vars[0] = vector(0, &[1.0, 3.0]));
    assert_eq!((d.facet, d.statement, d.var), (Facet::Mutation, 1, Some(0)));
    assert!(
        d.detail
            .starts_with("mutation of v0[1]: expected 2.0, got 3.0")
    );
}

#[test]
fn a_lost_write_is_a_mutation_by_its_statement() {
    // v1 = f(v0); v2 = v1[:]; v2[...] = v0
    let mut program = Program::default();
    program.literal(literal(&[7.0]));
    program.push(call("f", &[0]));
    program.push(Statement::new(
        Callee::GetItem,
        vec![Value::Array(Var(1)), Value::slice(None, None, None)],
    ));
    program.push(Statement::new(
        Callee::SetItem,
        vec![Value::Array(Var(2)), Value::Ellipsis, Value::Array(Var(0))],
    ));
    let mut view = array(1, &[1], &floats(&[7.0]));
    view.object = 2;
    let expected = Outcome {
        vars: vec![
            vector(0, &[7.0]),
            vector(1, &[7.0]),
            Value::Array(view),
            Value::None,
        ],
        ..Outcome::default()
    };
    let mut got = expected.clone();
    got.vars[1] = vector(1, &[5.0]);
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    let d = found.first().unwrap();
    assert_eq!((d.facet, d.statement, d.var), (Facet::Mutation, 3, Some(1)));
}

fn raised(at: usize, class: ErrorClass, message: &str) -> Option<Raised> {
    Some(Raised {
        at,
        class,
        message: message.to_owned(),
    })
}

#[test]
fn raises_and_message_differ() {
    let d = planted(|o| {
        o.error = raised(1, ErrorClass::ValueError, "no");
        o.vars.pop();
    });
    assert_eq!(
        (d.facet, d.class.as_str()),
        (Facet::Raises, "none -> ValueError")
    );
    assert_eq!(
        d.detail,
        "raises: expected no exception at statement 1, got ValueError (no)"
    );
    let (program, mut expected) = unary("f", &[1.0], Value::None);
    expected.vars.pop();
    expected.error = raised(1, ErrorClass::IndexError, "index 5 is out of bounds");
    let mut got = expected.clone();
    got.error = raised(1, ErrorClass::AxisError, "index 5 is out of bounds");
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    assert_eq!(found.first().unwrap().class, "IndexError -> AxisError");
    got.error = raised(1, ErrorClass::IndexError, "oops");
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    assert!(found.conforms());
    assert_eq!(found.differing(), FacetSet::of(&[Facet::Message]));
    assert_eq!(found.differences[0].class, "index # is out of bounds");
}

#[test]
fn a_write_before_an_error_is_compared() {
    let (program, mut expected) = unary("copyto", &[1.0], Value::None);
    expected.vars = vec![vector(0, &[9.0])];
    expected.error = raised(1, ErrorClass::TypeError, "no");
    let mut got = expected.clone();
    assert!(compare(&program, &[], &expected, &got, FacetSet::ALL).conforms());
    got.vars = vec![vector(0, &[1.0])];
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    assert_eq!(found.differing(), FacetSet::of(&[Facet::Mutation]));
    // If one side went on, what it wrote then is no fault of its own.
    got.error = None;
    got.vars.push(Value::None);
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    assert_eq!(found.differing(), FacetSet::of(&[Facet::Raises]));
}

#[test]
fn events_warnings_and_graphs_differ() {
    let d = planted(|o| o.fp_events = FpEvents::INVALID);
    assert_eq!((d.facet, d.class.as_str()), (Facet::FpErr, "extra invalid"));
    assert_eq!(d.detail, "fperr: expected none, got invalid");
    let d = planted(|o| o.warnings = vec!["UserWarning".to_owned()]);
    assert_eq!(
        (d.facet, d.class.as_str()),
        (Facet::Warns, "extra UserWarning")
    );
    let d = planted(|o| o.graph_faults = vec!["node 3 is no tensor".to_owned()]);
    assert_eq!(
        (d.facet, d.class.as_str()),
        (Facet::Graph, "node # is no tensor")
    );
}

#[test]
fn facets_apply_where_the_case_shows_them() {
    let (program, expected) = unary("f", &[1.0], Value::Scalar(Scalar::from(1i8)));
    let found = compare(&program, &[], &expected, &expected.clone(), FacetSet::ALL);
    for (facet, applies) in [
        (Facet::Value, true),
        (Facet::DType, true),
        (Facet::Layout, false),
        (Facet::Aliasing, false),
        (Facet::Mutation, true),
        (Facet::Message, false),
        (Facet::FpErr, true),
    ] {
        assert_eq!(found.applicable.contains(facet), applies, "{facet}");
    }
    let few = FacetSet::of(&[Facet::Value]);
    assert_eq!(
        compare(&program, &[], &expected, &expected.clone(), few).applicable,
        few
    );
}

#[test]
fn consequences_come_after_their_cause() {
    let (mut program, mut expected) = unary("f", &[1.0], vector(1, &[2.0]));
    program.push(call("g", &[1]));
    expected.vars.push(vector(2, &[3.0]));
    let mut got = expected.clone();
    got.vars[1] = Value::Array(array(1, &[1], &[2f32.into()]));
    got.vars[2] = vector(2, &[4.0]);
    let found = compare(&program, &[], &expected, &got, FacetSet::ALL);
    assert_eq!(found.first().unwrap().facet, Facet::DType);
    assert_eq!(found.differences.len(), 2);
}

#[test]
fn values_render_in_a_line() {
    assert_eq!(
        render::value(&vector(0, &[1.0, f64::NAN])),
        "float64 (2,) [1.0, nan]"
    );
    assert_eq!(render::value(&Value::Scalar(Scalar::from(3i8))), "int8 3");
    let z = Value::Complex(num_complex(1.0, -0.0));
    assert_eq!(render::value(&z), "(1.0-0.0j)");
    let long = vector(0, &[0.5; 40]);
    assert_eq!(render::value(&long), "float64 (40,) [0.5, 0.5, 0.5, ...]");
    assert_eq!(render::shape(&[]), "()");
}

fn num_complex(re: f64, im: f64) -> num_complex::Complex64 {
    num_complex::Complex64::new(re, im)
}
