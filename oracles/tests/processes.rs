//! Which Python runs, and what happens to processes: start without an environment, workers, two first runs.

mod support;

use nparity_harness::Oracle;
use nparity_model::{ErrorClass, FpEvents, Program, Value};
use nparity_oracles::python::candidates::Surroundings;
use nparity_oracles::python::mapped_libpythons;
use nparity_oracles::{Environment, Request, Worker, WorkerOracle};
use std::path::Path;
use std::process::Command;
use std::thread;
use support::*;

#[test]
fn the_mapped_libpython_is_the_chosen_one() {
    let oracle = embedded();
    let environment = environment();
    let chosen = environment.interpreter.libpython().expect("embedded");
    assert_eq!(mapped_libpythons(), [chosen]);
    assert_eq!(
        Path::new(&oracle.hello().prefix),
        environment.interpreter.prefix
    );
    assert_eq!(
        Path::new(&oracle.hello().module_file),
        environment.numpy.path.join("__init__.py")
    );
    let description = oracle.describe();
    assert!(description.contains("NumPy 2.4."), "{description}");
    assert!(description.contains("in process"), "{description}");
}

/// Runs in a process without any environment variable but the interpreter's name.
#[test]
#[ignore = "started by `starts_without_an_environment`"]
fn without_an_environment() {
    the_mapped_libpython_is_the_chosen_one();
    let mut p = Program::default();
    let a = p.literal(floats(&[1.0]));
    p.push(call("add", vec![var(a), Value::int(1)]));
    assert_eq!(elements(&results(&p)[1]), [2.0]);
}

#[test]
fn starts_without_an_environment() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "without_an_environment"])
        .env_clear()
        .env("NPARITY_PYTHON", &environment().interpreter.executable)
        .current_dir("/")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}

fn strict() -> WorkerOracle {
    WorkerOracle::start(environment(), Worker::new("strict").without_simd()).unwrap()
}

#[test]
fn strict_uses_no_simd_and_is_the_c_librarys_maths() {
    let oracle = strict();
    assert_eq!(oracle.name(), "strict");
    assert!(
        oracle.describe().ends_with("SIMD off"),
        "{}",
        oracle.describe()
    );
    let values: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.37 - 185.0).collect();
    let mut p = Program::default();
    let a = p.literal(floats(&values));
    p.push(call("exp", vec![var(a)]));
    let outcomes = oracle.run(&[p]).unwrap();
    if cfg!(all(target_arch = "x86_64", target_env = "gnu")) {
        let expected: Vec<f64> = values.iter().map(|x| x.exp()).collect();
        assert_eq!(elements(&outcomes[0].vars[1]), expected);
    }
}

#[test]
fn a_worker_answers_as_the_embedded_one_does() {
    let mut divide = Program::default();
    let a = divide.literal(floats(&[1.0, -1.0]));
    divide.push(call("divide", vec![var(a), Value::int(0)]));
    let mut error = Program::default();
    let b = error.literal(bytes(&[1, 2, 3]));
    error.push(method("reshape", vec![var(b), Value::int(2)]));
    // More than one frame's worth of answers.
    let mut large = Program::default();
    large.push(call("arange", vec![Value::int(1 << 20)]));
    let batch = [divide, error, large.clone(), large.clone(), large];
    let worker = WorkerOracle::start(environment(), Worker::new("default")).unwrap();
    let outcomes = worker.run(&batch).unwrap();
    assert_eq!(outcomes, embedded().run(&batch).unwrap());
    assert_eq!(outcomes[0].fp_events, FpEvents::DIVIDE);
    let class = outcomes[1].error.as_ref().map(|e| e.class.clone());
    assert_eq!(class, Some(ErrorClass::ValueError));
    assert_eq!(worker.run(&[]).unwrap(), []);
}

#[test]
fn a_killed_worker_is_reported_and_replaced() {
    let oracle = strict();
    let mut p = Program::default();
    p.literal(floats(&[1.0]));
    let batch = vec![p; 3];
    oracle.run(&batch).unwrap();
    let id = oracle.process_id().unwrap().to_string();
    assert!(
        Command::new("kill")
            .args(["-9", &id])
            .status()
            .unwrap()
            .success()
    );
    let error = oracle.run(&batch).unwrap_err().to_string();
    assert_eq!(
        error,
        "the strict worker died (signal 9) in a batch of 3 programs, each of which it survives alone"
    );
    assert_eq!(oracle.run(&batch).unwrap().len(), 3);
}

#[test]
fn a_worker_without_its_module_says_so() {
    let worker = Worker::new("python:no_such").module("no_such");
    let error = WorkerOracle::start(environment(), worker)
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("cannot import no_such"), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn two_first_runs_make_one_environment() {
    let folder = tempfile::tempdir().unwrap();
    // An interpreter that certainly has no NumPy.
    let bare = folder.path().join("bare");
    let made = Command::new(&environment().interpreter.executable)
        .args(["-I", "-m", "venv", "--without-pip"])
        .arg(&bare)
        .status()
        .unwrap();
    assert!(made.success());
    let request = Request {
        python: Some(bare.join("bin/python")),
        home: Some(folder.path().join("home")),
    };
    let find = || {
        let mut lines = Vec::new();
        let found = Environment::find_telling(&request, &Surroundings::default(), &mut |line| {
            lines.push(line.to_owned());
        });
        (found.unwrap_or_else(|error| panic!("{error}")), lines)
    };
    let (first, second) = thread::scope(|scope| {
        let other = scope.spawn(find);
        (find(), other.join().unwrap())
    });
    assert_eq!(first.0.interpreter, second.0.interpreter);
    let prefix = &first.0.interpreter.prefix;
    assert!(
        prefix.starts_with(folder.path().join("home")),
        "{}",
        prefix.display()
    );
    let lines: Vec<String> = [first.1, second.1].concat();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("making an environment"), "{lines:?}");
    // A third one finds it, and nothing half-made is left.
    assert_eq!(find().1, [""; 0]);
    let entries = std::fs::read_dir(folder.path().join("home")).unwrap();
    assert_eq!(entries.count(), 2, "the environment and its lock");
}
