//! The runner on the toy world.

use super::toy::{Fault, Toy, ToyPlan};
use super::{Budget, Config, Finished, Progress, RunError, run};
use crate::{Facet, Subject};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn config(cases: usize) -> Config {
    Config {
        seed: 1,
        budget: Budget::Cases(cases),
        jobs: 2,
        batch: 64,
        ..Config::default()
    }
}

fn toy(fault: Fault) -> Toy {
    Toy { fault }
}

fn against(faults: &[Fault], config: &Config) -> Finished {
    let toys: Vec<Toy> = faults.iter().map(|f| toy(*f)).collect();
    let subjects: Vec<&dyn Subject> = toys.iter().map(|t| t as &dyn Subject).collect();
    run(config, &Toy::default(), &subjects, &ToyPlan::new(), &|_| {}).unwrap()
}

#[test]
fn a_sound_subject_conforms_in_every_case() {
    let done = AtomicU64::new(0);
    let sound = Toy::default();
    let plan = ToyPlan::new();
    let finished = run(&config(1000), &Toy::default(), &[&sound], &plan, &|p| {
        if let Progress::Cases {
            done: now,
            planned,
            failures,
        } = p
        {
            done.fetch_max(now, Ordering::Relaxed);
            assert_eq!((planned, failures), (Some(2000), 0));
        }
    })
    .unwrap();
    assert_eq!(done.into_inner(), 2000);
    assert_eq!(finished.profile.cases, 2000);
    let results = finished.results;
    assert!(results.findings.is_empty() && !results.interrupted);
    for op in &results.ops {
        assert_eq!(op.verdicts.conforms, 1000, "{}", op.op);
        let raised = op.verdicts.raised;
        assert_eq!(op.facets[&Facet::Value].conforms, 1000 - raised);
        assert_eq!(
            op.facets.get(&Facet::Message).map_or(0, |f| f.conforms),
            raised
        );
        assert_eq!(op.dtypes["uint8"].conforms, 1000);
    }
    // Unequal sizes raise, and that is counted.
    assert!((50..300).contains(&results.ops[0].verdicts.raised));
    assert_eq!(results.ops[1].verdicts.raised, 0);
}

#[test]
fn a_fault_is_one_finding_with_its_smallest_case() {
    let results = against(&[Fault::None, Fault::Saturates], &config(500)).results;
    let [finding] = results.findings.as_slice() else {
        panic!("{:?}", results.findings);
    };
    assert_eq!(finding.subjects, ["toy:saturates"]);
    assert_eq!((finding.op.as_str(), finding.facet), ("add", Facet::Value));
    assert_eq!(finding.count, results.ops[1].verdicts.differs);
    assert!(finding.count > 100);
    // One element is enough to saturate.
    let sizes: Vec<usize> = (finding.program.statements.iter())
        .filter_map(|s| match &s.callee {
            nparity_model::Callee::Literal(a) => Some(a.size()),
            _ => None,
        })
        .collect();
    assert_eq!(sizes, [1, 1]);
    assert_eq!(results.ops[0].verdicts.conforms, 500);
    assert_eq!(results.ops[3].verdicts.conforms, 500);
}

#[test]
fn a_panic_is_a_crash_and_the_run_goes_on() {
    let results = against(&[Fault::Panics], &config(300)).results;
    let add = &results.ops[0].verdicts;
    assert!(add.crashed > 50 && add.conforms > 50, "{add:?}");
    assert_eq!(add.crashed + add.conforms, 300);
    let [finding] = results.findings.as_slice() else {
        panic!("{:?}", results.findings);
    };
    assert!(
        finding.summary.contains("more than three"),
        "{}",
        finding.summary
    );
    assert!(finding.got.is_none());
    assert_eq!(finding.count, add.crashed);
}

#[test]
fn what_is_missing_is_never_passed() {
    let results = against(&[Fault::NoNegative, Fault::None], &config(100)).results;
    assert_eq!(results.ops[2].verdicts.missing, 100);
    assert_eq!(results.ops[2].verdicts.conforms, 0);
    assert_eq!(results.ops[2].missing.as_deref(), Some("no negative"));
    assert_eq!(results.ops[3].verdicts.conforms, 100);
    assert_eq!(results.ops[3].missing, None);
    assert!(results.findings.is_empty());
}

#[test]
fn results_do_not_depend_on_threads_or_batches() {
    let faults = [Fault::Saturates, Fault::Panics, Fault::NoNegative];
    let timeless = |jobs, batch| {
        let config = Config {
            jobs,
            batch,
            ..config(700)
        };
        let mut results = against(&faults, &config).results;
        results.about.started.clear();
        results.about.seconds = 0.0;
        results
    };
    let one = timeless(1, 700);
    assert_eq!(one, timeless(4, 1));
    assert_eq!(one, timeless(3, 64));
    let other = Config {
        seed: 2,
        ..config(700)
    };
    assert_ne!(one.ops, against(&faults, &other).results.ops);
}

#[test]
fn a_run_of_nothing_is_an_error() {
    let sound = Toy::default();
    let plan = ToyPlan::new();
    let none = run(&config(0), &sound, &[&sound], &plan, &|_| {});
    assert!(matches!(none, Err(RunError::Nothing("no case"))));
    let none = run(&config(1), &sound, &[], &plan, &|_| {});
    assert!(matches!(none, Err(RunError::Nothing("no subject"))));
    let time = Config {
        budget: Budget::Time(Duration::ZERO),
        ..config(1)
    };
    let none = run(&time, &sound, &[&sound], &plan, &|_| {});
    assert!(matches!(none, Err(RunError::Nothing(_))));
}

#[test]
fn time_is_a_budget_too() {
    let sound = Toy::default();
    let time = Config {
        budget: Budget::Time(Duration::from_millis(20)),
        ..config(0)
    };
    let results = run(&time, &sound, &[&sound], &ToyPlan::new(), &|_| {})
        .unwrap()
        .results;
    assert!(results.about.cases_per_op > 0);
    assert!(!results.interrupted);
}

#[test]
fn a_stop_keeps_what_was_found() {
    let faulty = toy(Fault::Saturates);
    let config = config(1_000_000);
    let finished = run(
        &config,
        &Toy::default(),
        &[&faulty],
        &ToyPlan::new(),
        &|p| {
            if matches!(p, Progress::Cases { done, .. } if done > 500) {
                config.stop.store(true, Ordering::Relaxed);
            }
        },
    )
    .unwrap();
    assert!(finished.results.interrupted);
    assert_eq!(finished.results.findings.len(), 1);
    assert!(finished.profile.cases < 10_000);
}

#[test]
fn an_oracle_that_fails_ends_the_run() {
    let sound = Toy::default();
    let dead = run(
        &config(10),
        &toy(Fault::Dead),
        &[&sound],
        &ToyPlan::new(),
        &|_| {},
    );
    assert!(matches!(dead, Err(RunError::Oracle(e)) if e.to_string() == "it died"));
}

#[test]
fn known_failures_are_marked() {
    let signature = against(&[Fault::Saturates], &config(50)).results.findings[0]
        .signature
        .clone();
    let config = Config {
        known: [(signature, "upstream".to_owned())].into(),
        ..config(50)
    };
    assert!(against(&[Fault::Saturates], &config).results.findings[0].known);
}
