//! The promises of the plan, over every spec.

use super::coverage::Coverage;
use super::{CaseStrategy, Intent, case};
use crate::spec;
use nparity_model::Callee;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;

#[test]
fn cases_are_sound_and_pure() {
    for spec in spec::all() {
        for index in (0..60).chain(500..600) {
            let one = case(spec, 7, index);
            one.program.check().unwrap();
            assert!(
                one.program.statements.len() <= 40,
                "{} {index}: a long program",
                spec.name
            );
            // NaNs would make the programs themselves unequal.
            let bytes = |c: &super::Case| nparity_model::wire::encode(&c.program);
            assert_eq!(bytes(&one), bytes(&case(spec, 7, index)));
        }
        assert_ne!(
            (0..20)
                .map(|i| case(spec, 1, i).program)
                .collect::<Vec<_>>(),
            (0..20)
                .map(|i| case(spec, 2, i).program)
                .collect::<Vec<_>>(),
            "{}: the seed counts",
            spec.name
        );
    }
}

#[test]
fn about_a_seventh_of_the_cases_is_invalid() {
    for op in ["add", "sum", "reshape", "getitem", "matmul"] {
        let spec = spec::get(op).unwrap();
        let cases = (0..1000).map(|index| case(spec, 0, index));
        let invalid = cases.filter(|c| c.intent != Intent::Valid).count();
        assert!((100..220).contains(&invalid), "{op}: {invalid}");
    }
}

#[test]
fn elementwise_arrays_are_not_tiny() {
    let spec = spec::get("add").unwrap();
    let (mut elements, mut arrays) = (0, 0);
    for index in 0..2000 {
        for statement in case(spec, 0, index).program.statements {
            if let Callee::Literal(literal) = statement.callee {
                elements += literal.size();
                arrays += 1;
            }
        }
    }
    assert!(elements >= 6 * arrays);
}

#[test]
fn five_hundred_cases_pair_dtypes_layouts_and_classes() {
    let spec = spec::get("add").unwrap();
    let mut coverage = Coverage::default();
    (0..500).for_each(|index| coverage.add(&case(spec, 3, index)));
    let levels = |factor| {
        coverage
            .levels
            .iter()
            .filter(|l| l.factor == factor)
            .count()
    };
    assert_eq!(levels(0), 14);
    assert_eq!(levels(4), 14);
    // The covering array holds each pair once; four in ten go to operands without a dtype of their own
    // (Python numbers, lists, the first array again).
    let pairs = coverage
        .pairs
        .iter()
        .filter(|(a, b)| a.factor == 0 && b.factor == 4)
        .count();
    assert!(pairs > 110, "{pairs} of 196 pairs of dtypes");
}

#[test]
fn proptest_shrinks_a_case() {
    let strategy = CaseStrategy::new(spec::get("add").unwrap());
    let mut tree = strategy.new_tree(&mut TestRunner::deterministic()).unwrap();
    let before = tree.current().program.statements.len();
    while tree.simplify() {}
    assert!(tree.current().program.statements.len() <= before);
}
