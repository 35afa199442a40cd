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

/// The program of the discussion that this project began with (numpy_pytorch_interop, issue 142):
/// wrappers are made inside the traced function, and none of them stands in the graph.
#[test]
fn the_original_discussion_gives_a_graph_of_tensors() {
    let f = |args: &[NdArray]| {
        let a = args[0].tensor().clone().numpy();
        let b = args[1].tensor().clone().numpy();
        Ok(vec![
            Value::Array(np::add(&a, 1)?),
            Value::Array(np::add(&b, 1)?),
        ])
    };
    let traced = trace(f, &[floats(&[1.0, 2.0]), floats(&[3.0, 4.0])]).unwrap();
    assert_eq!(traced.graph.verify(), []);
    insta::assert_snapshot!(traced.graph.table(), @r"
    opcode         name    target  args             kwargs
    -------------  ------  ------  ---------------  ------
    placeholder    x       x       ()               {}
    placeholder    y       y       ()               {}
    call_function  add     add     (x, 1)           {}
    call_function  add_1   add     (y, 1)           {}
    output         output  output  ((add, add_1),)  {}
    ");
    let compiled = traced.compile(&Eager).unwrap();
    let results = compiled
        .call(&[floats(&[10.0, 20.0]), floats(&[30.0, 40.0])])
        .unwrap();
    assert_eq!(data(array(&results[0])), [11.0, 21.0]);
    assert_eq!(data(array(&results[1])), [31.0, 41.0]);
}

#[test]
fn in_place_arithmetic_on_a_view_is_a_new_value_scattered_into_its_memory() {
    let f = |args: &[NdArray]| {
        let tail = tnp::wrapper::dynamic::dispatch(
            &nparity_model::Callee::GetItem,
            vec![
                Value::Array(args[0].clone()),
                Value::slice(Some(1), None, None),
            ],
            Vec::new(),
        )?;
        let Value::Array(tail) = tail else {
            panic!("a slice gives an array")
        };
        tnp::np!(multiply(&tail, 10.0, out = &tail))?;
        Ok(vec![Value::Array(np::add(&args[0], &args[0])?)])
    };
    let traced = trace(f, &[floats(&[1.0, 2.0, 3.0])]).unwrap();
    assert_eq!(traced.graph.verify(), []);
    insta::assert_snapshot!(traced.graph.table(), @r"
    opcode         name                target              args                                      kwargs
    -------------  ------------------  ------------------  ----------------------------------------  ----------------
    placeholder    x                   x                   ()                                        {}
    call_function  getitem             __getitem__         (x, slice(1, None, None))                 {}
    call_function  multiply            multiply            (getitem, 10.0)                           {'out': getitem}
    call_function  as_strided_scatter  as_strided_scatter  (x, multiply, float64, [2], [8], 8)       {}
    call_function  add                 add                 (as_strided_scatter, as_strided_scatter)  {}
    output         output              output              ((add, as_strided_scatter),)              {}
    ");
    let compiled = traced.compile(&Eager).unwrap();
    let x = floats(&[1.0, 2.0, 3.0]);
    let results = compiled.call(std::slice::from_ref(&x)).unwrap();
    assert_eq!(data(&x), [1.0, 20.0, 30.0]);
    assert_eq!(data(array(&results[0])), [2.0, 40.0, 60.0]);
}

/// Graphs broken by hand, each in one way.
#[test]
fn broken_graphs_are_caught() {
    use tnp::trace::Fault;
    use tnp::trace::graph::{ValueClass, ValueId};
    let f = |args: &[NdArray]| {
        let sum = np::add(&args[0], 1.0)?;
        np::copyto(&args[0], &sum)?;
        Ok(vec![Value::Array(np::sqrt(&sum)?)])
    };
    let names = ["x".to_owned()];
    let (traced, lowered) = tnp::trace::trace_lowered(f, &[floats(&[1.0])], &names).unwrap();
    for sound in [traced.graph, lowered.unwrap().graph] {
        assert_eq!(sound.verify(), []);
        let broken = |change: &dyn Fn(&mut tnp::trace::Graph)| {
            let mut graph = sound.clone();
            change(&mut graph);
            graph.verify()
        };
        let first = sound.nodes[0].results[0];
        let wrapper = broken(&|g| g.values[first.0 as usize].class = ValueClass::Wrapper);
        assert!(matches!(&wrapper[..], [Fault::Wrapper(_)]), "{wrapper:?}");
        let dangling = broken(&|g| g.nodes[1].args[0] = Value::Array(ValueId(999)));
        assert!(
            matches!(&dangling[0], Fault::Undefined { .. }),
            "{dangling:?}"
        );
        // A node that wants what it makes: a cycle of one.
        let cycle = broken(&|g| {
            let last = g.nodes.len() - 1;
            let own = g.nodes[last].results[0];
            let args = &mut g.nodes[last].args;
            match args
                .iter_mut()
                .find(|a| matches!(a, Value::List(items) if matches!(items[..], [Value::Array(_)])))
            {
                Some(inputs) => *inputs = Value::List(vec![Value::Array(own)]),
                None => args[0] = Value::Array(own),
            }
        });
        assert!(matches!(&cycle[0], Fault::Undefined { .. }), "{cycle:?}");
        let later = broken(&|g| g.nodes.swap(0, 2));
        assert!(
            later.iter().any(|f| matches!(f, Fault::Undefined { .. })),
            "{later:?}"
        );
        let twice = broken(&|g| g.nodes[2].results = vec![first]);
        assert!(
            twice.iter().any(|f| matches!(f, Fault::Redefined(_))),
            "{twice:?}"
        );
        let writes = sound
            .nodes
            .iter()
            .position(|n| !n.writes.is_empty())
            .unwrap();
        let impure = broken(&|g| g.nodes[writes].writes.clear());
        assert!(
            impure.iter().any(|f| matches!(f, Fault::Impure(_))),
            "{impure:?}"
        );
        let metadata = broken(&|g| g.values[first.0 as usize].strides.push(8));
        assert!(
            matches!(&metadata[0], Fault::Metadata { .. }),
            "{metadata:?}"
        );
        let lacking = broken(&|g| g.nodes[0].args.clear());
        assert!(
            matches!(&lacking[0], Fault::Arguments { .. }),
            "{lacking:?}"
        );
    }
}
