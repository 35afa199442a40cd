//! Ufuncs through their faces; breadth is the differential run's.

use super::{Kwargs, add, divmod, ufuncs};
use crate::wrapper::{self, Call, IntoValue};
use crate::{DType, FpEvents, NdArray, Tensor, events, np};

fn i64s(items: &[i64]) -> Tensor {
    Tensor::from_elements(&[items.len()], items).unwrap()
}

#[test]
fn every_face_of_one_ufunc() {
    let a = i64s(&[1, 2, 3]);
    let sum = add(&a, 1, Kwargs::default()).unwrap();
    assert_eq!(sum.to_vec::<i64>(), [2, 3, 4]);
    let wrapped = wrapper::add(a.clone().numpy(), 0.5).unwrap();
    assert_eq!(wrapped.tensor().to_vec::<f64>(), [1.5, 2.5, 3.5]);
    let small = np!(add(
        a.clone().numpy(),
        1,
        dtype = DType::I8,
        casting = "unsafe"
    ))
    .unwrap();
    assert_eq!(small.tensor().to_vec::<i8>(), [2, 3, 4]);
    let (q, r) = divmod(&a, 2, Kwargs::default()).unwrap();
    assert_eq!(
        (q.to_vec::<i64>(), r.to_vec::<i64>()),
        (vec![0, 1, 1], vec![1, 0, 1])
    );
    assert!(ufuncs::add.loop_for(&[DType::F32, DType::F32]).is_some());
    let absolute = Call::function("abs").unwrap().arg(-3i64).array().unwrap();
    assert!(absolute.is_scalar());
}

#[test]
fn overlapping_out_acts_as_on_copies() {
    let t = i64s(&[1, 2, 3, 4]);
    let view = |delta| {
        t.view(smallvec::smallvec![3], smallvec::smallvec![8], delta)
            .unwrap()
    };
    add(view(0), view(8), Kwargs::default().out(&view(8))).unwrap();
    assert_eq!(t.to_vec::<i64>(), [1, 3, 5, 7]);
}

#[test]
fn a_mask_leaves_the_rest_alone() {
    let out = i64s(&[9, 9, 9]);
    let mask = Tensor::from_bytes(&[3], DType::Bool, &[1, 0, 1]).unwrap();
    let kwargs = Kwargs {
        where_: Some(mask),
        ..Kwargs::default().out(&out)
    };
    add(i64s(&[1, 2, 3]), i64s(&[1, 1, 1]), kwargs).unwrap();
    assert_eq!(out.to_vec::<i64>(), [2, 9, 4]);
}

#[test]
fn events_are_those_of_the_operation() {
    events::take_fp();
    let zeros = Tensor::zeros(&[5], DType::F64, false).unwrap();
    let call = |name: &str, x: f64| {
        let args = [zeros.clone().numpy().into_value(), x.into_value()];
        args.into_iter()
            .fold(Call::function(name).unwrap(), Call::arg)
            .run()
            .unwrap();
        events::take_fp()
    };
    assert_eq!(call("divide", 0.0), FpEvents::INVALID);
    assert_eq!(call("power", -1.0), FpEvents::DIVIDE);
    assert_eq!(call("add", f64::INFINITY), FpEvents::NONE);
}

#[test]
fn errors_have_numpys_words() {
    let wrong = |r: crate::Result<NdArray>| r.unwrap_err().to_string();
    let bools = Tensor::zeros(&[2], DType::Bool, false).unwrap().numpy();
    assert!(
        wrong(wrapper::subtract(&bools, &bools)).starts_with("TypeError: numpy boolean subtract")
    );
    let a = i64s(&[1, 2]).numpy();
    assert_eq!(
        wrong(wrapper::add(&a, i64s(&[1, 2, 3]).numpy())),
        "ValueError: operands could not be broadcast together with shapes (2,) (3,) "
    );
    assert_eq!(
        wrong(wrapper::power(&a, -1)),
        "ValueError: Integers to negative integer powers are not allowed."
    );
    let bytes = Tensor::zeros(&[2], DType::U8, false).unwrap().numpy();
    assert_eq!(
        wrong(wrapper::add(&bytes, 300)),
        "OverflowError: Python integer 300 out of bounds for uint8"
    );
}
