//! What programs give on real NumPy, embedded: every form of callee and value, errors, aliasing, events.

mod support;

use nparity_harness::Oracle;
use nparity_model::{
    ArrayLiteral, Callee, DType, ErrorClass, FpEvents, Program, PyInt, Scalar, Statement, Value,
};
use num_complex::Complex64;
use support::*;

#[test]
fn functions_take_keywords_and_dotted_names() {
    let mut p = Program::default();
    let a = p.literal(ArrayLiteral::from_scalars(
        DType::F64,
        vec![2, 2],
        &[2.0, 0.0, 0.0, 3.0].map(Scalar::from),
    ));
    p.push(
        call("sum", vec![var(a)])
            .kw("axis", Value::int(0))
            .kw("keepdims", Value::Bool(true)),
    );
    p.push(call("linalg.det", vec![var(a)]));
    p.push(call("add", vec![var(a), Value::int(1)]).kw("dtype", Value::DType(DType::F32)));
    let vars = results(&p);
    assert_eq!(elements(&vars[1]), [2.0, 3.0]);
    assert_eq!(array(&vars[1]).shape, [1, 2]);
    assert_eq!(vars[2], Value::Scalar(Scalar::from(6.0)));
    assert_eq!(array(&vars[3]).dtype, DType::F32);
    assert_eq!(array(&vars[3]).strides, [8, 4]);
}

#[test]
fn every_form_of_callee_is_called() {
    let mut p = Program::default();
    let a = p.literal(floats(&[1.0, 2.0, 3.0]));
    p.push(method("cumsum", vec![var(a)]));
    p.push(attribute("size", var(a)));
    p.push(operator("neg", vec![var(a)]));
    p.push(Statement::new(
        Callee::UfuncMethod("multiply".into(), "reduce".into()),
        vec![var(a)],
    ));
    p.push(Statement::new(
        Callee::GetItem,
        vec![var(a), Value::int(-1)],
    ));
    p.push(Statement::new(
        Callee::SetItem,
        vec![var(a), Value::int(0), Value::int(9)],
    ));
    p.push(Statement::new(Callee::Builtin("repr".into()), vec![var(a)]));
    p.push(Statement::new(Callee::Builtin("list".into()), vec![var(a)]));
    let vars = results(&p);
    assert_eq!(elements(&vars[1]), [1.0, 3.0, 6.0]);
    assert_eq!(vars[2], Value::int(3));
    assert_eq!(elements(&vars[3]), [-1.0, -2.0, -3.0]);
    assert_eq!(vars[4], Value::Scalar(Scalar::from(6.0)));
    assert_eq!(vars[5], Value::Scalar(Scalar::from(3.0)));
    assert_eq!(vars[6], Value::None);
    assert_eq!(vars[7], Value::Str("array([9., 2., 3.])".to_owned()));
    let nine = Value::Scalar(Scalar::from(9.0));
    assert!(matches!(&vars[8], Value::List(items) if items[0] == nine && items.len() == 3));
}

#[test]
fn values_pass_both_ways_unchanged() {
    let big: PyInt = "-123456789012345678901234567890".parse().unwrap();
    let values = vec![
        Value::None,
        Value::Ellipsis,
        Value::Bool(true),
        Value::int(-7),
        Value::Int(big),
        Value::Int(PyInt::from(u64::MAX)),
        Value::Float(-0.0),
        Value::Complex(Complex64::new(1.5, -2.0)),
        Value::Str("é\u{1f600}".to_owned()),
        Value::DType(DType::F16),
        Value::slice(None, Some(-1), Some(2)),
        Value::List(vec![Value::int(1), Value::List(Vec::new())]),
        Value::Tuple(vec![Value::Tuple(vec![Value::None])]),
    ];
    let scalars = DType::ALL.map(|d| Value::Scalar(Scalar::from_bytes(d, &[1; 16])));
    let mut p = Program::default();
    for value in values.iter().chain(&scalars) {
        // `[value][0]` is the value itself.
        p.push(operator(
            "getitem",
            vec![Value::List(vec![value.clone()]), Value::int(0)],
        ));
    }
    for (got, sent) in results(&p).iter().zip(values.iter().chain(&scalars)) {
        assert_eq!(format!("{got:?}"), format!("{sent:?}"));
    }
}

#[test]
fn every_dtype_passes_as_an_array() {
    let mut p = Program::default();
    for d in DType::ALL {
        let data = vec![1; 6 * d.itemsize()];
        let a = p.literal(ArrayLiteral::new(d, vec![2, 3], data).unwrap());
        p.push(attribute("T", var(a)));
    }
    for (pair, d) in results(&p).chunks(2).zip(DType::ALL) {
        assert_eq!(
            (array(&pair[0]).dtype, &array(&pair[0]).data),
            (d, &vec![1; 6 * d.itemsize()])
        );
        assert_eq!(array(&pair[1]).shape, [3, 2]);
        assert_eq!(array(&pair[1]).data.len(), 6 * d.itemsize());
    }
}

#[test]
fn named_tuples_are_tuples_and_longlong_is_int64() {
    let mut p = Program::default();
    let a = p.literal(floats(&[3.0, 1.0, 3.0]));
    p.push(call("unique_counts", vec![var(a)]));
    p.push(call(
        "zeros",
        vec![Value::int(2), Value::Str("q".to_owned())],
    ));
    p.push(call("shape", vec![var(a)]));
    let vars = results(&p);
    assert!(matches!(&vars[1], Value::Tuple(parts) if elements(&parts[1]) == [1.0, 2.0]));
    assert_eq!(array(&vars[2]).dtype, DType::I64);
    assert_eq!(vars[3], Value::Tuple(vec![Value::int(3)]));
}

#[test]
fn what_the_model_cannot_tell_is_marked() {
    let mut p = Program::default();
    let a = p.literal(floats(&[1.0]));
    let object = Value::Str("object".to_owned());
    p.push(method("astype", vec![var(a), object]));
    p.push(method("astype", vec![var(a), Value::Str(">f8".to_owned())]));
    p.push(call("longdouble", vec![Value::int(1)]));
    p.push(attribute("flat", var(a)));
    // 2^60 bytes in C order, of one element in memory.
    let shape = Value::Tuple(vec![Value::int(1 << 57)]);
    p.push(call("broadcast_to", vec![var(a), shape]));
    let marks: Vec<String> = results(&p)[1..]
        .iter()
        .map(|value| match value {
            Value::Str(mark) => mark.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(marks[0], "<unsupported: dtype object>");
    assert_eq!(marks[1], "<unsupported: dtype >f8>");
    assert_eq!(marks[2], "<unsupported: scalar longdouble>");
    assert_eq!(marks[3], "<unsupported: type flatiter>");
    assert!(marks[4].contains("too large"));
}

#[test]
fn an_error_ends_the_program_and_leaves_the_state() {
    let mut p = Program::default();
    let a = p.literal(floats(&[1.0, 2.0]));
    let three = p.literal(floats(&[1.0, 2.0, 3.0]));
    p.push(Statement::new(
        Callee::SetItem,
        vec![var(a), Value::int(0), Value::int(5)],
    ));
    p.push(call("add", vec![var(a), var(three)]));
    p.push(call("exp", vec![var(a)]));
    let outcome = run(&p);
    let error = outcome.error.unwrap();
    assert_eq!((error.at, error.class), (3, ErrorClass::ValueError));
    assert_eq!(
        error.message,
        "operands could not be broadcast together with shapes (2,) (3,) "
    );
    assert_eq!(outcome.vars.len(), 3);
    assert_eq!(elements(&outcome.vars[0]), [5.0, 2.0]);
}

#[test]
fn error_classes_are_numpys() {
    let class = |statement: Statement| {
        let mut p = Program::default();
        p.literal(floats(&[1.0, 2.0]));
        p.push(statement);
        let error = run(&p).error.expect("it raises");
        (error.class, error.message)
    };
    let a = || var(nparity_model::Var(0));
    let (axis, text) = class(call("sum", vec![a()]).kw("axis", Value::int(3)));
    assert_eq!(axis, ErrorClass::AxisError);
    assert_eq!(text, "axis 3 is out of bounds for array of dimension 1");
    assert_eq!(
        class(call("linalg.inv", vec![a()])).0,
        ErrorClass::LinAlgError
    );
    let cast = call("add", vec![a(), a()]).kw("dtype", Value::DType(DType::I8));
    assert_eq!(class(cast).0, ErrorClass::UFuncTypeError);
    assert_eq!(class(call("no_such", vec![])).0, ErrorClass::AttributeError);
    assert_eq!(
        class(call("zeros", vec![Value::int(1 << 40)])).0,
        ErrorClass::MemoryError
    );
    let over = call(
        "add",
        vec![Value::Scalar(Scalar::from(1_u8)), Value::int(300)],
    );
    assert_eq!(class(over).0, ErrorClass::OverflowError);
}

#[test]
fn views_share_memory_at_an_offset() {
    let mut p = Program::default();
    let a = p.literal(floats(&[0.0, 1.0, 2.0, 3.0]));
    let reversed = p.push(Statement::new(
        Callee::GetItem,
        vec![var(a), Value::slice(None, None, Some(-2))],
    ));
    p.push(method("copy", vec![var(a)]));
    p.push(call(
        "lib.stride_tricks.sliding_window_view",
        vec![var(a), Value::int(2)],
    ));
    p.push(call(
        "broadcast_to",
        vec![var(reversed), Value::Tuple(vec![Value::int(2); 2])],
    ));
    p.push(call("asarray", vec![var(a)]));
    p.push(operator("iadd", vec![var(reversed), Value::int(10)]));
    let vars = results(&p);
    let arrays: Vec<_> = vars.iter().map(array).collect();
    let storages: Vec<u32> = arrays.iter().map(|a| a.storage).collect();
    assert_eq!(storages, [0, 0, 1, 0, 0, 0, 0]);
    let offsets: Vec<isize> = arrays.iter().map(|a| a.offset).collect();
    assert_eq!(offsets, [0, 24, 0, 0, 24, 0, 24]);
    let objects: Vec<u32> = arrays.iter().map(|a| a.object).collect();
    assert_eq!(objects, [0, 1, 2, 3, 4, 0, 1]);
    // The write through the view is seen in the array that it views, and not in the copy.
    assert_eq!(elements(&vars[0]), [0.0, 11.0, 2.0, 13.0]);
    assert_eq!(elements(&vars[1]), [13.0, 11.0]);
    assert_eq!(elements(&vars[2]), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(arrays[1].strides, [-16]);
    assert_eq!(elements(&vars[4]), [13.0, 11.0, 13.0, 11.0]);
    assert_eq!((arrays[4].writeable, arrays[0].writeable), (false, true));
    assert_eq!(
        (arrays[1].c_contiguous, arrays[0].f_contiguous),
        (false, true)
    );
}

#[test]
fn snapshots_are_taken_before_later_writes() {
    let mut p = Program::default();
    let a = p.literal(floats(&[1.0]));
    let mut exp = call("exp", vec![var(a)]);
    exp.resync = true;
    let b = p.push(exp);
    p.push(operator("imul", vec![var(b), Value::int(0)]));
    let outcome = run(&p);
    assert_eq!(outcome.snapshots.len(), 1);
    assert_eq!(outcome.snapshots[0].statement, 1);
    assert_eq!(elements(&outcome.snapshots[0].value), [1.0_f64.exp()]);
    assert_eq!(elements(&outcome.vars[1]), [0.0]);
}

#[test]
fn events_and_warnings_belong_to_one_program() {
    let mut divide = Program::default();
    let a = divide.literal(floats(&[1.0, 0.0]));
    let b = divide.literal(floats(&[0.0, 0.0]));
    divide.push(call("divide", vec![var(a), var(b)]));
    let mut mean = Program::default();
    let empty = mean.literal(floats(&[]));
    mean.push(method("mean", vec![var(empty)]));
    let mut quiet = Program::default();
    quiet.literal(floats(&[1.0]));
    let mut complex = Program::default();
    let z = complex.push(call("ones", vec![Value::int(2), Value::DType(DType::C128)]));
    complex.push(method("astype", vec![var(z), Value::DType(DType::F64)]));
    let outcomes = embedded()
        .run(&[divide, mean, quiet.clone(), complex, quiet])
        .unwrap();
    assert_eq!(outcomes[0].fp_events, FpEvents::DIVIDE | FpEvents::INVALID);
    assert_eq!(outcomes[0].warnings, [""; 0]);
    assert_eq!(outcomes[1].fp_events, FpEvents::INVALID);
    assert_eq!(outcomes[1].warnings, ["RuntimeWarning"]);
    assert_eq!(outcomes[3].warnings, ["ComplexWarning"]);
    for quiet in [&outcomes[2], &outcomes[4]] {
        assert!(quiet.fp_events.is_empty() && quiet.warnings.is_empty());
    }
}

#[test]
fn programs_reach_neither_files_nor_modules_nor_settings() {
    let refused = |statement: Statement| {
        let mut p = Program::default();
        p.literal(floats(&[1.0]));
        p.push(statement);
        let error = run(&p).error.expect("it is refused");
        assert_eq!(
            error.class,
            ErrorClass::Other("Refused".to_owned()),
            "{error:?}"
        );
        assert_eq!(error.at, 1);
    };
    let a = || var(nparity_model::Var(0));
    let file = || Value::Str("/nonexistent".to_owned());
    refused(call("save", vec![file(), a()]));
    refused(call("lib.format.open_memmap", vec![file()]));
    refused(call("_core.multiarray.fromfile", vec![file()]));
    refused(call("ma.core.builtins.eval", vec![file()]));
    refused(call("seterr", vec![]));
    refused(method("tofile", vec![a(), file()]));
    refused(attribute("__class__", a()));
    refused(operator(
        "methodcaller",
        vec![Value::Str("tofile".to_owned())],
    ));
    refused(Statement::new(Callee::Builtin("eval".into()), vec![file()]));
    refused(Statement::new(Callee::GetItem, vec![a()]));
    refused(method("sum", vec![]));
}

#[test]
fn a_variable_that_is_not_defined_is_a_name_error() {
    let mut p = Program::default();
    p.push(call("exp", vec![var(nparity_model::Var(7))]));
    let error = run(&p).error.unwrap();
    assert_eq!(error.class, ErrorClass::Other("NameError".to_owned()));
}
