//! Value policies at work: what is near enough, what is open, what follows from it.

use super::tests::{array, call, floats, literal, result, unary, vector};
use super::*;
use nparity_model::{ArrayLiteral, Scalar, Snapshot, Statement, Var};

#[test]
fn nans_are_one() {
    let (program, expected) = unary("f", &[1.0], vector(1, &[f64::NAN]));
    let mut got = expected.clone();
    result(&mut got).data = (-f64::NAN).to_le_bytes().to_vec();
    assert!(compare(&program, &[], &expected, &got, FacetSet::ALL).conforms());
    let (program, expected) = unary("f", &[1.0], Value::Float(f64::NAN));
    assert!(compare(&program, &[], &expected, &expected.clone(), FacetSet::ALL).conforms());
}

#[test]
fn budgets_hold_for_snapshots_and_the_final_state_is_exact() {
    let (mut program, mut expected) = unary("exp", &[1.0], vector(1, &[1f64.exp()]));
    program.statements[1].resync = true;
    expected.snapshots = vec![Snapshot {
        statement: 1,
        value: expected.vars[1].clone(),
    }];
    let policies = [Policy::EXACT, Policy::TRANSCENDENTAL];
    let mut got = expected.clone();
    got.snapshots[0].value = vector(0, &[1f64.exp().next_up()]);
    let found = compare(&program, &policies, &expected, &got, FacetSet::ALL);
    assert!(found.conforms());
    assert_eq!(found.ulps, [(1, 1.0)]);
    got.snapshots[0].value = vector(0, &[1f64.exp() * 1.2]);
    let found = compare(&program, &policies, &expected, &got, FacetSet::ALL);
    assert_eq!(found.differing(), FacetSet::of(&[Facet::Value]));
    got.snapshots = expected.snapshots.clone();
    got.vars[1] = vector(1, &[1f64.exp().next_up()]);
    assert!(!compare(&program, &policies, &expected, &got, FacetSet::ALL).conforms());
}

#[test]
fn what_depends_on_an_open_value_is_not_compared() {
    // v1 = exp(v0); v2 = floor(v1): without resynchronisation nothing can be said of v2.
    let (mut program, mut expected) = unary("exp", &[1.0], vector(1, &[3.0]));
    program.push(call("floor", &[1]));
    expected.vars.push(vector(2, &[3.0]));
    let policies = [Policy::EXACT, Policy::TRANSCENDENTAL, Policy::EXACT];
    let mut got = expected.clone();
    got.vars[2] = vector(2, &[2.0]);
    assert!(!compare(&program, &policies, &expected, &got, FacetSet::ALL).conforms());
    got.vars[1] = vector(1, &[3f64.next_down()]);
    assert!(compare(&program, &policies, &expected, &got, FacetSet::ALL).conforms());
}

#[test]
fn undefined_elements_are_masked() {
    let policy = Policy::EXACT.masked_by_where();
    let mut program = Program::default();
    program.literal(literal(&[1.0, 2.0]));
    program.literal(ArrayLiteral::from_scalars(
        DType::Bool,
        vec![2],
        &[true.into(), false.into()],
    ));
    program.push(call("negative", &[0]).kw("where", Value::Array(Var(1))));
    let mask = Value::Array(array(1, &[2], &[true.into(), false.into()]));
    let expected = Outcome {
        vars: vec![vector(0, &[1.0, 2.0]), mask, vector(2, &[-1.0, 1e300])],
        ..Outcome::default()
    };
    let policies = [Policy::EXACT, Policy::EXACT, policy];
    let mut got = expected.clone();
    got.vars[2] = vector(2, &[-1.0, 77.0]);
    assert!(compare(&program, &policies, &expected, &got, FacetSet::ALL).conforms());
    assert!(!compare(&program, &[], &expected, &got, FacetSet::ALL).conforms());
    got.vars[2] = vector(2, &[1.0, 77.0]);
    assert!(!compare(&program, &policies, &expected, &got, FacetSet::ALL).conforms());
    let (program, expected) = unary("empty_like", &[1.0], vector(1, &[5.0]));
    let mut got = expected.clone();
    got.vars[1] = vector(1, &[6.0]);
    let policies = [Policy::EXACT, Policy::UNDEFINED];
    assert!(compare(&program, &policies, &expected, &got, FacetSet::ALL).conforms());
}

#[test]
fn sums_are_bounded_by_their_terms() {
    let judge = |policy, input: &[f64], want: f64, got: f64| {
        let (program, expected) = unary("sum", input, Value::Scalar(want.into()));
        let mut other = expected.clone();
        other.vars[1] = Value::Scalar(got.into());
        compare(
            &program,
            &[Policy::EXACT, policy],
            &expected,
            &other,
            FacetSet::ALL,
        )
        .conforms()
    };
    // Cancellation: both 0 and 2 are right to the last bit of the terms.
    assert!(judge(Policy::SUM, &[1e16, 1.0, 1.0, -1e16], 0.0, 2.0));
    assert!(!judge(Policy::SUM, &[1e16, 1.0, 1.0, -1e16], 0.0, 20.0));
    // No cancellation: a few ULPs at most; one term: none.
    assert!(judge(Policy::SUM, &[0.1, 0.2, 0.3], 0.6, 0.6f64.next_up()));
    assert!(!judge(Policy::SUM, &[0.1, 0.2, 0.3], 0.6, 0.6 + 1e-14));
    assert!(!judge(Policy::SUM, &[0.1], 0.1, 0.1f64.next_up()));
    assert!(judge(Policy::MEAN, &[0.1, 0.2], 0.15, 0.15f64.next_up()));
    assert!(!judge(Policy::MEAN, &[0.1, 0.2], 0.15, 0.16));
    assert!(judge(Policy::VAR, &[1e8, 1e8 + 1.0], 0.25, 0.25 + 1e-15));
    assert!(!judge(Policy::VAR, &[1.0, 2.0], 0.25, 0.26));
    assert!(judge(Policy::STD, &[1.0, 2.0], 0.5, 0.5f64.next_up()));
    assert!(!judge(Policy::STD, &[1.0, 2.0], 0.5, 0.51));
    assert!(!judge(Policy::PROD, &[2.0, 3.0], 6.0, 6.1));
    // Some order overflows.
    assert!(judge(
        Policy::PROD,
        &[1e300, 1e300, 1e-300],
        f64::INFINITY,
        1e300
    ));
    assert!(judge(
        Policy::SUM,
        &[1e308, 1e308, -1e308],
        f64::INFINITY,
        1e308
    ));
}

#[test]
fn reductions_along_an_axis_have_bounds_of_their_own() {
    let mut program = Program::default();
    let items = floats(&[1e16, 1.0, -1e16, 2.0]);
    program.literal(ArrayLiteral::from_scalars(DType::F64, vec![2, 2], &items));
    program.push(call("sum", &[0]).kw("axis", Value::int(-2)));
    let outcome = |result: &[f64]| Outcome {
        vars: vec![Value::Array(array(0, &[2, 2], &items)), vector(1, result)],
        ..Outcome::default()
    };
    let policies = [Policy::EXACT, Policy::SUM];
    let judge = |got: &[f64]| {
        compare(
            &program,
            &policies,
            &outcome(&[0.0, 3.0]),
            &outcome(got),
            FacetSet::ALL,
        )
        .conforms()
    };
    assert!(judge(&[2.0, 3.0]));
    assert!(!judge(&[0.0, 3.1]));
}

#[test]
fn products_are_bounded_by_their_terms() {
    let mut program = Program::default();
    program.literal(literal(&[1e16, 1.0]));
    program.literal(literal(&[1.0, 1.0]));
    program.push(call("dot", &[0, 1]));
    let outcome = |result: f64| Outcome {
        vars: vec![
            vector(0, &[1e16, 1.0]),
            vector(1, &[1.0, 1.0]),
            Value::Scalar(result.into()),
        ],
        ..Outcome::default()
    };
    let policies = [Policy::EXACT, Policy::EXACT, Policy::MATMUL];
    let judge = |got| {
        compare(
            &program,
            &policies,
            &outcome(1e16),
            &outcome(got),
            FacetSet::ALL,
        )
        .conforms()
    };
    assert!(judge(1e16 + 2.0));
    assert!(!judge(1e16 + 64.0));
}

#[test]
fn unstable_orders_are_judged_by_their_property() {
    let index = |values: &[i64]| {
        let items: Vec<Scalar> = values.iter().map(|x| Scalar::from(*x)).collect();
        Value::Array(array(1, &[values.len()], &items))
    };
    let judge = |policy, statement: Statement, want: Value<Observed>, got: Value<Observed>| {
        let (mut program, expected) = unary("argsort", &[2.0, 1.0, 2.0, 0.0], want);
        program.statements[1] = statement;
        let mut other = expected.clone();
        other.vars[1] = got;
        compare(
            &program,
            &[Policy::EXACT, policy],
            &expected,
            &other,
            FacetSet::ALL,
        )
        .conforms()
    };
    let sort = || call("argsort", &[0]);
    let p = Policy::ARGSORT;
    assert!(judge(p, sort(), index(&[3, 1, 0, 2]), index(&[3, 1, 2, 0])));
    assert!(!judge(
        p,
        sort(),
        index(&[3, 1, 0, 2]),
        index(&[1, 3, 2, 0])
    ));
    assert!(!judge(
        p,
        sort(),
        index(&[3, 1, 0, 2]),
        index(&[3, 1, 2, 2])
    ));
    assert!(!judge(
        p,
        sort(),
        index(&[3, 1, 0, 2]),
        index(&[3, 1, 2, 4])
    ));
    let stable = || sort().kw("kind", Value::Str("stable".to_owned()));
    assert!(!judge(
        p,
        stable(),
        index(&[3, 1, 0, 2]),
        index(&[3, 1, 2, 0])
    ));
    let kth = |name| {
        let mut statement = call(name, &[0]);
        statement.args.push(Value::int(1));
        statement
    };
    let p = Policy::ARGPARTITION;
    assert!(judge(
        p,
        kth("argpartition"),
        index(&[3, 1, 0, 2]),
        index(&[3, 1, 2, 0])
    ));
    assert!(!judge(
        p,
        kth("argpartition"),
        index(&[3, 1, 0, 2]),
        index(&[1, 3, 2, 0])
    ));
    let p = Policy::PARTITION;
    let want = vector(1, &[0.0, 1.0, 2.0, 3.0]);
    assert!(judge(
        p,
        kth("partition"),
        want.clone(),
        vector(1, &[0.0, 1.0, 3.0, 2.0])
    ));
    assert!(!judge(
        p,
        kth("partition"),
        want.clone(),
        vector(1, &[2.0, 1.0, 0.0, 3.0])
    ));
    let p = Policy::SET;
    assert!(judge(
        p,
        sort(),
        want.clone(),
        vector(1, &[3.0, 1.0, 0.0, 2.0])
    ));
    assert!(!judge(p, sort(), want, vector(1, &[3.0, 1.0, 0.0, 0.0])));
    let p = Policy::SORT;
    assert!(judge(
        p,
        sort(),
        vector(1, &[0.0, -0.0]),
        vector(1, &[-0.0, 0.0])
    ));
    assert!(!judge(
        p,
        stable(),
        vector(1, &[0.0, -0.0]),
        vector(1, &[-0.0, 0.0])
    ));
}

#[test]
fn a_number_that_was_not_replaced_makes_what_follows_incomparable() {
    let sum = 0.6f64;
    let (mut program, mut expected) = unary("sum", &[0.1, 0.2, 0.3], Value::Scalar(sum.into()));
    program.statements[1].resync = true;
    program.push(call("floor", &[1]));
    expected.vars.push(Value::Scalar(3.0.into()));
    expected.snapshots = vec![Snapshot {
        statement: 1,
        value: expected.vars[1].clone(),
    }];
    let policies = [Policy::EXACT, Policy::SUM, Policy::EXACT];
    let judge =
        |got: &Outcome| compare(&program, &policies, &expected, got, FacetSet::ALL).conforms();
    let mut got = expected.clone();
    got.snapshots[0].value = Value::Scalar(sum.next_up().into());
    assert!(judge(&got));
    // It was replaced, so what follows counts.
    got.vars[2] = Value::Scalar(4.0.into());
    assert!(!judge(&got));
    got.vars[1] = got.snapshots[0].value.clone();
    assert!(judge(&got));
    got.vars[1] = Value::Scalar(0.7.into());
    assert!(!judge(&got));
}
