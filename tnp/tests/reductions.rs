//! Reductions, sorting and products through the wrapper.

use nparity_model::{DType, FpEvents, Scalar, Value};
use tnp::{NdArray, Tensor, events, np};

fn f64s(shape: &[usize], items: &[f64]) -> NdArray {
    let bytes: Vec<u8> = items.iter().flat_map(|x| x.to_ne_bytes()).collect();
    Tensor::from_bytes(shape, DType::F64, &bytes)
        .unwrap()
        .numpy()
}

fn scalar(array: &NdArray) -> Scalar {
    assert!(array.is_scalar(), "a full reduction gives a NumPy scalar");
    array.tensor().first()
}

fn floats(array: &NdArray) -> Vec<f64> {
    let bytes = array.tensor().to_bytes();
    (bytes.chunks_exact(8))
        .map(|c| f64::from_ne_bytes(c.try_into().unwrap()))
        .collect()
}

#[test]
fn small_integers_are_summed_wide_unless_out_says_otherwise() {
    let a = Tensor::from_bytes(&[2], DType::I8, &[100, 100])
        .unwrap()
        .numpy();
    assert_eq!(scalar(&np!(sum(&a)).unwrap()), 200i64.into());
    let out = Tensor::zeros(&[], DType::I8, false).unwrap().numpy();
    let same = np!(sum(&a, out = &out)).unwrap();
    assert_eq!(same.id(), out.id(), "the result is `out`");
    assert_eq!(out.tensor().first(), (-56i8).into());
}

#[test]
fn errors_have_numpys_words() {
    let empty = f64s(&[0, 3], &[]);
    assert_eq!(
        np!(max(&empty)).unwrap_err().to_string(),
        "ValueError: zero-size array to reduction operation maximum which has no identity"
    );
    assert_eq!(
        np!(sum(&empty, axis = 2)).unwrap_err().to_string(),
        "AxisError: axis 2 is out of bounds for array of dimension 2"
    );
    assert_eq!(np!(max(&empty, axis = 1)).unwrap().tensor().shape(), [0]);
}

#[test]
fn a_sum_keeps_its_sign_of_zero_and_tells_of_overflow() {
    let zero = f64s(&[1], &[-0.0]);
    let bits = |a: NdArray| a.tensor().to_bytes();
    assert_eq!(bits(np!(sum(&zero)).unwrap()), 0.0f64.to_ne_bytes());
    assert_eq!(
        bits(np!(sum(&zero, initial = None::<i64>)).unwrap()),
        (-0.0f64).to_ne_bytes()
    );
    events::take_fp();
    np!(sum(f64s(&[2], &[1e308, 1e308]))).unwrap();
    assert_eq!(events::take_fp(), FpEvents::OVER);
}

#[test]
fn means_and_variances_warn_as_numpy_does() {
    let a = f64s(&[2, 3], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(floats(&np!(mean(&a, axis = 0)).unwrap()), [1.5, 2.5, 3.5]);
    assert_eq!(
        floats(&np!(var(&a, axis = 1, ddof = 1)).unwrap()),
        [1.0, 1.0]
    );
    events::take_warnings();
    np!(var(&a, ddof = 6)).unwrap();
    let warnings = events::take_warnings();
    assert_eq!(warnings[0].message, "Degrees of freedom <= 0 for slice");
}

#[test]
fn distinct_elements_count_nan_once() {
    let a = f64s(&[5], &[f64::NAN, 1.0, f64::NAN, -0.0, 0.0]);
    let all = tnp::wrapper::Call::function("unique")
        .unwrap()
        .arg(&a)
        .kw("return_counts", true)
        .run();
    let Value::Tuple(parts) = all.unwrap() else {
        panic!("a tuple")
    };
    let Value::Array(values) = &parts[0] else {
        panic!("an array")
    };
    assert_eq!(values.tensor().shape(), [3]);
    let Value::Array(counts) = &parts[1] else {
        panic!("an array")
    };
    let two_one_two: Vec<u8> = [2i64, 1, 2].iter().flat_map(|x| x.to_ne_bytes()).collect();
    assert_eq!(counts.tensor().to_bytes(), two_one_two);
}

#[test]
fn products_check_their_core_dimensions() {
    let a = f64s(&[2, 3], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(
        floats(&np!(matmul(&a, f64s(&[3], &[1.0, 2.0, 3.0]))).unwrap()),
        [8.0, 26.0]
    );
    assert_eq!(
        np!(matmul(&a, &a)).unwrap_err().to_string(),
        "ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 2 is different from 3)"
    );
    assert_eq!(
        np!(dot(&a, &a)).unwrap_err().to_string(),
        "ValueError: shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)"
    );
}
