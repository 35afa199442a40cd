//! Graph capture: tensors only, mutation functionalised, results and arguments as the program leaves them.

use nparity_model::Value;
use tnp::trace::{Eager, trace};
use tnp::{NdArray, Tensor, wrapper as np};

fn floats(values: &[f64]) -> NdArray {
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    Tensor::from_bytes(&[values.len()], tnp::DType::F64, &bytes)
        .unwrap()
        .numpy()
}

fn data(array: &NdArray) -> Vec<f64> {
    array
        .tensor()
        .to_bytes()
        .chunks_exact(8)
        .map(|b| f64::from_le_bytes(b.try_into().unwrap()))
        .collect()
}

fn array(value: &Value<NdArray>) -> &NdArray {
    let Value::Array(array) = value else {
        panic!("an array, not {value:?}")
    };
    array
}

#[test]
fn a_write_through_a_view_reaches_the_argument() {
    let x = floats(&[1.0, 2.0, 3.0]);
    let y = floats(&[7.0, 8.0, 9.0]);
    let f = |args: &[NdArray]| {
        let reversed = np::transpose(&args[0])?;
        np::copyto(&reversed, &args[1])?;
        Ok(vec![Value::Array(np::transpose(&args[0])?)])
    };
    let traced = trace(f, &[x.clone(), y.clone()]).unwrap();
    assert_eq!(traced.graph.verify(), []);
    assert_eq!(data(&x), [7.0, 8.0, 9.0], "tracing runs the function");
    let compiled = traced.compile(&Eager).unwrap();
    let (a, b) = (floats(&[0.0; 3]), floats(&[4.0, 5.0, 6.0]));
    let results = compiled.call(&[a.clone(), b]).unwrap();
    assert_eq!(data(&a), [4.0, 5.0, 6.0]);
    assert!(array(&results[0]).tensor().shares_storage(a.tensor()));
}

#[test]
fn writes_before_an_error_stay() {
    let f = |args: &[NdArray]| {
        np::copyto(&args[0], 5.0)?;
        np::transpose(&args[0])?;
        tnp::np!(transpose(&args[0], axes = (7,)))?;
        Ok(vec![])
    };
    let traced = trace(f, &[floats(&[1.0, 2.0])]).unwrap();
    assert!(traced.error.is_some());
    let compiled = traced.compile(&Eager).unwrap();
    let a = floats(&[1.0, 2.0]);
    let failure = compiled.call(std::slice::from_ref(&a)).unwrap_err();
    assert_eq!(failure.error, traced.error.unwrap());
    assert_eq!(data(&a), [5.0, 5.0]);
}

#[test]
fn arguments_that_share_memory_stay_shared() {
    let x = floats(&[1.0, 2.0, 3.0, 4.0]);
    let view = |t: &NdArray, from: isize| {
        t.tensor()
            .view(smallvec::smallvec![3], smallvec::smallvec![8], 8 * from)
            .unwrap()
            .numpy()
    };
    let f = |args: &[NdArray]| {
        np::copyto(&args[0], &args[1])?;
        Ok(vec![Value::Array(args[1].clone())])
    };
    let traced = trace(f, &[view(&x, 0), view(&x, 1)]).unwrap();
    assert_eq!(data(&x), [2.0, 3.0, 4.0, 4.0]);
    let compiled = traced.compile(&Eager).unwrap();
    let y = floats(&[1.0, 2.0, 3.0, 4.0]);
    let results = compiled.call(&[view(&y, 0), view(&y, 1)]).unwrap();
    assert_eq!(data(&y), [2.0, 3.0, 4.0, 4.0]);
    assert_eq!(data(array(&results[0])), [3.0, 4.0, 4.0]);
    let apart = compiled
        .call(&[floats(&[0.0; 3]), floats(&[0.0; 3])])
        .unwrap_err();
    assert!(
        apart.error.message.contains("share memory otherwise"),
        "{apart}"
    );
}

#[test]
fn captured_arrays_are_hidden_inputs() {
    let captured = floats(&[1.0, 2.0]);
    let f = |args: &[NdArray]| {
        np::copyto(&args[0], &captured)?;
        Ok(vec![])
    };
    let traced = trace(f, &[floats(&[0.0; 2])]).unwrap();
    let compiled = traced.compile(&Eager).unwrap();
    np::copyto(&captured, 9.0).unwrap();
    let a = floats(&[0.0; 2]);
    compiled.call(std::slice::from_ref(&a)).unwrap();
    assert_eq!(data(&a), [9.0, 9.0]);
}

#[test]
fn a_recorder_that_leaks_wrappers_is_caught() {
    tnp::trace::leak_wrappers(true);
    let traced = trace(
        |args| Ok(vec![Value::Array(np::transpose(&args[0])?)]),
        &[floats(&[1.0])],
    )
    .unwrap();
    tnp::trace::leak_wrappers(false);
    let faults = traced.graph.verify();
    assert!(
        matches!(faults.as_slice(), [tnp::trace::Fault::Wrapper(_)]),
        "{faults:?}"
    );
    assert!(traced.compile(&Eager).is_err());
}
