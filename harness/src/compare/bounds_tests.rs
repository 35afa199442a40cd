//! The bounds cover every order of evaluation, and not much more.

use super::bounds::{self, Target};
use super::inputs::Scene;
use crate::policy::Reduction;
use nparity_model::{ArrayLiteral, Callee, DType, Outcome, Program, Scalar, Statement, Value, Var};
use proptest::prelude::*;

/// The bound of one reduction of these numbers, all axes, given one side's result.
fn bound(what: Reduction, numbers: &[f32], result: f32) -> f64 {
    let items: Vec<Scalar> = numbers.iter().map(|x| Scalar::from(*x)).collect();
    let mut program = Program::default();
    let input = ArrayLiteral::from_scalars(DType::F32, vec![items.len()], &items);
    let var = program.literal(input.clone());
    let call = Statement::new(Callee::Function("f".into()), vec![Value::Array(var)]);
    // A write makes the literal's data the only witness of the input.
    program.push(call);
    program.push(Statement::new(
        Callee::Method("fill".into()),
        vec![Value::Array(Var(0)), Value::int(0)],
    ));
    let expected = Outcome::default();
    let scene = Scene {
        program: &program,
        expected: &expected,
        at: 1,
    };
    let target = Target {
        dtype: DType::F32,
        shape: &[],
        items: &[result.into()],
    };
    bounds::reduction(what, scene, &target)[0]
}

fn pairwise(x: &[f32]) -> f32 {
    match x {
        [] => 0.0,
        [one] => *one,
        _ => {
            let (a, b) = x.split_at(x.len() / 2);
            pairwise(a) + pairwise(b)
        }
    }
}

fn numbers() -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(-1e6f32..1e6, 1..200)
}

#[expect(clippy::cast_precision_loss, reason = "a few numbers")]
fn variance(x: &[f32], sum: impl Fn(&[f32]) -> f32) -> f32 {
    let n = x.len() as f32;
    let mean = sum(x) / n;
    let squares: Vec<f32> = x.iter().map(|x| (x - mean) * (x - mean)).collect();
    sum(&squares) / n
}

fn forward(x: &[f32]) -> f32 {
    x.iter().sum()
}

fn backward(x: &[f32]) -> f32 {
    x.iter().rev().sum()
}

proptest! {
    #[test]
    fn any_order_of_a_sum_is_within(x in numbers()) {
        let results = [forward(&x), backward(&x), pairwise(&x)];
        let bound = bound(Reduction::Sum, &x, results[0]);
        for other in results {
            prop_assert!(f64::from((results[0] - other).abs()) <= bound);
        }
        // A lost term of average size is out, however long the sum.
        let average = x.iter().map(|x| f64::from(x.abs())).sum::<f64>() / x.len() as f64;
        prop_assert!(bound < average || average == 0.0);
    }

    #[test]
    fn any_order_of_a_product_is_within(x in prop::collection::vec(0.5f32..2.0, 1..60)) {
        let (a, b): (f32, f32) = (x.iter().product(), x.iter().rev().product());
        let bound = bound(Reduction::Prod, &x, a);
        prop_assert!(f64::from((a - b).abs()) <= bound);
        prop_assert!(bound < 1e-4 * f64::from(a));
    }

    #[test]
    fn any_order_of_a_variance_is_within(x in numbers()) {
        let (a, b) = (variance(&x, forward), variance(&x, pairwise));
        let limit = bound(Reduction::Var, &x, a);
        prop_assert!(f64::from((a - b).abs()) <= limit, "{a} {b} {limit}");
        let (a, b) = (a.sqrt(), b.sqrt());
        let limit = bound(Reduction::Std, &x, a);
        prop_assert!(f64::from((a - b).abs()) <= limit, "{a} {b} {limit}");
    }
}
