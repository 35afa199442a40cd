//! A function that exists only here has every face that NumPy's functions have, with nothing written for it
//! but its definition; and `docs/PRIMITIVES.md` is in step with the table.

use crate::ops::{Operand, Traits, ops};
use crate::trace::{Eager, trace_lowered};
use crate::unwrapped::ufunc::{self, Kwargs};
use crate::wrapper::NdArray;
use crate::{DType, Tensor};
use nparity_model::Value;

#[allow(unreachable_pub, reason = "the macro makes public items")]
mod scratch {
    use super::*;

    ops! {
        /// `a * a + 1`, a function that NumPy does not have.
        [Traits::FUNCTION]
        fn squared_and_one(a: Tensor; scale: Operand = Operand::from(1.0)) -> Tensor {
            let square = ufunc::multiply(&a, &a, Kwargs::default())?;
            ufunc::add(&square, scale, Kwargs::default())
        }
    }
}

fn floats(values: &[f64]) -> NdArray {
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    NdArray::from_tensor(Tensor::from_bytes(&[values.len()], DType::F64, &bytes).unwrap())
}

#[test]
fn a_scratch_op_has_every_face() {
    let x = floats(&[1.0, 2.0]);
    let expected = [2.0, 5.0];
    let data = |array: &NdArray| array.tensor().to_vec::<f64>();
    // Unwrapped, wrapper, dynamic.
    let unwrapped = scratch::squared_and_one(x.tensor().clone(), 1.0.into()).unwrap();
    assert_eq!(unwrapped.to_vec::<f64>(), expected);
    assert_eq!(
        data(&scratch::wrapped::squared_and_one(&x).unwrap()),
        expected
    );
    let mut bound = [Some(Value::Array(x.tensor().clone())), None];
    let Value::Array(dynamic) = (scratch::OPS[0].call)(&mut bound).unwrap() else {
        panic!("an array")
    };
    assert_eq!(dynamic.to_vec::<f64>(), expected);
    // Traced, and lowered.
    let f = |args: &[NdArray]| {
        Ok(vec![Value::Array(scratch::wrapped::squared_and_one(
            &args[0],
        )?)])
    };
    let (traced, lowered) = trace_lowered(f, &[x], &["x".to_owned()]).unwrap();
    let lowered = lowered.unwrap();
    assert_eq!(traced.graph.nodes.len(), 1);
    assert_eq!(lowered.graph.composites().count(), 0);
    insta::assert_snapshot!(lowered.graph.table(), @r"
    opcode         name      target             args                                                                                                       kwargs
    -------------  --------  -----------------  ---------------------------------------------------------------------------------------------------------  ------
    placeholder    x         x                  ()                                                                                                         {}
    call_function  multiply  prims.elementwise  (('multiply', [float64, float64, float64]), [2], [x, x], [(float64, [2], [0])], None, False)               {}
    call_function  add       prims.elementwise  (('add', [float64, float64, float64]), [2], [multiply, float64(1.0)], [(float64, [2], [0])], None, False)  {}
    output         output    output             ((add,),)                                                                                                  {}
    ");
    let y = floats(&[3.0, 4.0]);
    for trace in [&traced, &lowered] {
        assert_eq!(trace.graph.verify(), []);
        let compiled = trace.compile(&Eager).unwrap();
        let results = compiled.call(std::slice::from_ref(&y)).unwrap();
        let Value::Array(result) = &results[0] else {
            panic!("an array")
        };
        assert_eq!(data(result), [10.0, 17.0]);
    }
}

#[test]
fn primitives_are_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/PRIMITIVES.md");
    let text = crate::trace::primitives_document();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        there == text,
        "docs/PRIMITIVES.md is out of step; run with UPDATE_DOCS=1"
    );
}

#[test]
fn a_primitive_with_the_wrong_metadata_is_caught() {
    let f = |args: &[NdArray]| Ok(vec![Value::Array(crate::wrapper::add(&args[0], 1)?)]);
    let (_, lowered) = trace_lowered(f, &[floats(&[1.0])], &["x".to_owned()]).unwrap();
    let mut graph = lowered.unwrap().graph;
    assert_eq!(graph.verify(), []);
    let result = graph.outputs[0].0 as usize;
    graph.values[result].dtype = DType::F32;
    assert_eq!(graph.verify().len(), 1);
    graph.values[result].dtype = DType::F64;
    graph.values[result].shape = smallvec::smallvec![2];
    assert_eq!(graph.verify().len(), 1);
}
