//! The fused backend gives the interpreter's bits and events, on random programs; `compile` and its cache.

use nparity_model::Value;
use tnp::trace::{Backend, CompiledGraph, Eager, Fused, Graph, NodeError, compile, trace_lowered};
use tnp::{DType, FpEvents, NdArray, Result, Tensor, events, wrapper as np};

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn float(&mut self) -> f64 {
        const SPECIAL: [f64; 8] = [
            0.0,
            -0.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e300,
            5e-324,
            -1.0,
        ];
        match self.below(8) {
            0 => SPECIAL[self.below(SPECIAL.len())],
            _ => self.below(2000) as f64 / 100.0 - 10.0,
        }
    }

    fn floats(&mut self, shape: &[usize]) -> NdArray {
        let n: usize = shape.iter().product();
        let bytes: Vec<u8> = (0..n).flat_map(|_| self.float().to_ne_bytes()).collect();
        Tensor::from_bytes(shape, DType::F64, &bytes)
            .unwrap()
            .numpy()
    }

    fn ints(&mut self, shape: &[usize]) -> NdArray {
        let n: usize = shape.iter().product();
        let bytes: Vec<u8> = (0..n)
            .flat_map(|_| (self.below(200) as i32 - 100).to_ne_bytes())
            .collect();
        Tensor::from_bytes(shape, DType::I32, &bytes)
            .unwrap()
            .numpy()
    }
}

/// A random program over arrays of broadcastable shapes; every value that it makes is returned, or some are.
fn program(seed: u64, args: &[NdArray]) -> Result<Vec<Value<NdArray>>> {
    let mut random = Random(seed);
    let mut vars: Vec<NdArray> = args.to_vec();
    for _ in 0..12 {
        let a = vars[random.below(vars.len())].clone();
        let b = vars[random.below(vars.len())].clone();
        let made = match random.below(19) {
            0 => np::add(&a, &b),
            1 => np::multiply(&a, &b),
            2 => np::subtract(&a, &b),
            3 => np::divide(&a, &b),
            4 => np::add(&a, 1.5),
            5 => np::sin(&a),
            6 => np::exp(&a),
            7 => np::absolute(&a),
            8 => np::maximum(&a, &b),
            9 => tnp::np!(where(&np::less(&a, &b)?, &a, &b)),
            10 => tnp::np!(astype(&a, DType::F32)),
            11 => tnp::np!(sum(&a, axis = -1, keepdims = true)),
            12 => tnp::np!(max(&a, axis = -1, keepdims = true)),
            13 => tnp::np!(mean(&a, axis = -1, keepdims = true)),
            14 => tnp::np!(var(&a, axis = -1, keepdims = true)),
            15 => tnp::np!(argmin(&a, axis = -1, keepdims = true)),
            16 => tnp::np!(power(&a, 2)),
            17 => tnp::np!(add(&a, &b, out = &vars[0])),
            _ => np::less_equal(&a, &b),
        };
        // Calls that NumPy refuses (a shape for `out`, a bool subtraction) leave nothing.
        if let Ok(made) = made
            && made.tensor().ndim() == 2
        {
            vars.push(made);
        }
    }
    let kept = vars.len() - 1 - random.below(4).min(vars.len() - 1);
    Ok(vars.drain(kept..).map(Value::Array).collect())
}

fn arguments(random: &mut Random, rows: usize, columns: usize) -> Vec<NdArray> {
    vec![
        random.floats(&[rows, columns]),
        random.floats(&[1, columns]),
        random.floats(&[rows, 1]),
        random.ints(&[rows, columns]),
        np::transpose(random.floats(&[columns, rows])).unwrap(),
        random.floats(&[1, 1]),
    ]
}

type Seen = (Vec<(DType, Vec<usize>, Vec<isize>, Vec<u8>)>, FpEvents);

fn seen(arrays: impl Iterator<Item = NdArray>) -> Seen {
    let fp = events::take_fp();
    let arrays = arrays.map(|a| {
        let t = a.tensor();
        (
            t.dtype(),
            t.shape().to_vec(),
            t.strides().to_vec(),
            t.to_bytes(),
        )
    });
    (arrays.collect(), fp)
}

fn agrees(seed: u64, rows: usize, columns: usize) {
    let mut random = Random(seed);
    let args = arguments(&mut random, rows, columns);
    let names: Vec<String> = (0..args.len()).map(|i| format!("x{i}")).collect();
    let (_, lowered) = trace_lowered(|args| program(seed, args), &args, &names).unwrap();
    let lowered = lowered.unwrap();
    assert_eq!(lowered.graph.verify(), []);
    let mut answers = Vec::new();
    let backends: [&dyn Backend; 3] = [&Eager, &Fused::default(), &Fused { always: true }];
    for backend in backends {
        let args = arguments(&mut Random(seed ^ 77), rows, columns);
        let compiled = lowered.compile(backend).unwrap();
        events::take_fp();
        let results = compiled.call(&args).unwrap();
        let arrays = results.into_iter().map(|value| match value {
            Value::Array(array) => array,
            other => panic!("an array, not {other:?}"),
        });
        answers.push(seen(arrays.chain([args[0].clone()])));
    }
    assert!(
        answers[0] == answers[1] && answers[0] == answers[2],
        "seed {seed}\n{}",
        lowered.graph.table()
    );
}

#[test]
fn fused_agrees_with_eager_on_small_arrays() {
    for seed in 0..400 {
        agrees(seed, 1 + seed as usize % 5, 1 + seed as usize % 11);
    }
}

#[test]
fn fused_agrees_with_eager_on_large_arrays() {
    for seed in 0..12 {
        agrees(seed, 700, 300 + seed as usize);
    }
}

/// Counts floating-point operations, and has the work done by another backend: what a backend is.
///
/// It is handed a graph and gives back a function of tensors. Nothing in a graph is a wrapper.
struct Flops<B>(B, std::sync::Arc<std::sync::atomic::AtomicUsize>);

impl<B: Backend> Backend for Flops<B> {
    fn compile(&self, graph: &Graph) -> Result<CompiledGraph> {
        let mut flops = 0;
        for node in &graph.nodes {
            for value in node
                .results
                .iter()
                .chain(node.writes.iter().map(|w| &w.after))
            {
                let info = graph.info(*value);
                if info.dtype.is_inexact() {
                    flops += info.shape.iter().product::<usize>();
                }
            }
        }
        let (inner, total) = (self.0.compile(graph)?, self.1.clone());
        Ok(Box::new(
            move |inputs: &[Tensor]| -> Result<Vec<Tensor>, NodeError> {
                total.fetch_add(flops, std::sync::atomic::Ordering::Relaxed);
                inner(inputs)
            },
        ))
    }
}

#[test]
fn a_backend_of_somebody_else() {
    let total = std::sync::Arc::default();
    let backend = Flops(Eager, std::sync::Arc::clone(&total));
    let x = tnp::np!(arange(6.0)).unwrap();
    let body = |args: &[NdArray]| Ok(vec![Value::Array(np::add(&np::sin(&args[0])?, 1.0)?)]);
    let (traced, lowered) =
        trace_lowered(body, std::slice::from_ref(&x), &["x".to_owned()]).unwrap();
    for level in [traced, lowered.unwrap()] {
        level
            .compile(&backend)
            .unwrap()
            .call(std::slice::from_ref(&x))
            .unwrap();
    }
    assert_eq!(total.load(std::sync::atomic::Ordering::Relaxed), 24);
}

fn array(value: &Value<NdArray>) -> &NdArray {
    let Value::Array(array) = value else {
        panic!("an array, not {value:?}")
    };
    array
}

fn data(array: &NdArray) -> Vec<f64> {
    let bytes = array.tensor().to_bytes();
    bytes
        .chunks_exact(8)
        .map(|b| f64::from_ne_bytes(b.try_into().unwrap()))
        .collect()
}

#[test]
fn compile_keeps_one_form_per_kind_of_arguments() {
    let f = compile(|args| {
        let x = array(&args[0]);
        let Value::Int(axis) = &args[1] else {
            panic!("an int")
        };
        Ok(vec![Value::Array(tnp::np!(sum(
            x,
            axis = axis.to_i64().unwrap()
        ))?)])
    })
    .limit(2);
    let call = |shape: (i64, i64), axis: i64| {
        let x = np::ones((shape.0, shape.1)).unwrap();
        data(array(
            &f.call(&[Value::Array(x), Value::int(axis)]).unwrap()[0],
        ))
    };
    assert_eq!(call((2, 3), 0), [2.0; 3]);
    assert_eq!(call((2, 3), 0), [2.0; 3]);
    assert_eq!(f.counts().compilations, 1);
    assert_eq!(call((2, 3), 1), [3.0; 2]);
    assert_eq!(call((3, 3), 1), [3.0; 3]);
    assert_eq!(f.counts().compilations, 3);
    assert_eq!(f.counts().evicted, 1);
    assert_eq!(call((2, 3), 0), [2.0; 3]);
    assert_eq!(f.counts().compilations, 4);
    let text = f.explain();
    assert!(text.contains("argument 1 is Int"), "{text}");
    assert!(text.contains("argument 0 was float64[2, 3]"), "{text}");
}

#[test]
fn a_guard_that_does_not_hold_traces_again() {
    let f = compile(|args| {
        let x = array(&args[0]);
        let total = np::sum(x)?;
        let positive = total.tensor().first().as_float().unwrap_or(0.0) > 0.0;
        Ok(vec![Value::Array(if positive {
            np::add(x, 1.0)?
        } else {
            np::negative(x)?
        })])
    });
    let call = |x: f64| {
        let x = np::full(2, x).unwrap();
        data(array(&f.call(&[Value::Array(x)]).unwrap()[0]))
    };
    assert_eq!(call(1.0), [2.0; 2]);
    assert_eq!(call(1.0), [2.0; 2]);
    assert_eq!(f.counts().compilations, 1);
    assert_eq!(call(-1.0), [1.0; 2]);
    assert_eq!(f.counts().compilations, 2);
    assert!(
        f.explain().contains("was another number when traced"),
        "{}",
        f.explain()
    );
}

#[test]
fn what_cannot_be_traced_still_runs() {
    let f = compile(|args| {
        let x = array(&args[0]);
        Ok(vec![Value::int(
            x.tensor().to_bytes().iter().map(|b| i64::from(*b)).sum(),
        )])
    });
    let x = tnp::np!(arange(3)).unwrap();
    for _ in 0..3 {
        assert_eq!(f.call(&[Value::Array(x.clone())]).unwrap(), [Value::int(3)]);
    }
    assert_eq!((f.counts().compilations, f.counts().untraced), (1, 2));
}

#[test]
fn writes_and_overlap_are_part_of_the_kind() {
    let f = compile(|args| {
        let (x, y) = (array(&args[0]), array(&args[1]));
        np::copyto(x, y)?;
        Ok(vec![])
    });
    let memory = tnp::np!(arange(4.0)).unwrap();
    let view = |from: isize| {
        let t = memory.tensor();
        t.view(smallvec::smallvec![3], smallvec::smallvec![8], 8 * from)
            .unwrap()
            .numpy()
    };
    let apart = || [np::zeros(3).unwrap(), np::ones(3).unwrap()];
    let call = |[x, y]: [NdArray; 2]| f.call(&[Value::Array(x), Value::Array(y)]).unwrap();
    for _ in 0..2 {
        let [x, y] = apart();
        call([x.clone(), y]);
        assert_eq!(data(&x), [1.0; 3]);
    }
    call([view(0), view(1)]);
    assert_eq!(data(&memory), [1.0, 2.0, 3.0, 3.0]);
    call([view(0), view(1)]);
    assert_eq!(data(&memory), [2.0, 3.0, 3.0, 3.0]);
    assert_eq!(f.counts().compilations, 2);
}

#[test]
fn graphs_are_text_and_back() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let args = arguments(&mut random, 3, 4);
        let names: Vec<String> = (0..args.len()).map(|i| format!("x{i}")).collect();
        let (traced, lowered) = trace_lowered(|args| program(seed, args), &args, &names).unwrap();
        for level in [traced, lowered.unwrap()] {
            let text = level.graph.to_json().unwrap();
            let graph = Graph::from_json(&text).unwrap();
            assert_eq!(graph.verify(), []);
            assert_eq!(graph.to_json().unwrap(), text);
            assert_eq!(graph.table(), level.graph.table());
        }
    }
}

#[test]
fn hostile_text_is_refused() {
    let x = tnp::np!(arange(3.0)).unwrap();
    let body = |args: &[NdArray]| Ok(vec![Value::Array(np::add(&args[0], 1.0)?)]);
    let (_, lowered) = trace_lowered(body, std::slice::from_ref(&x), &["x".to_owned()]).unwrap();
    let text = lowered.unwrap().graph.to_json().unwrap();
    for (from, to) in [
        ("\"outputs\": [\n    1", "\"outputs\": [\n    7"),
        ("prims.elementwise", "prims.nothing"),
        ("\"graph\": 1", "\"graph\": 2"),
        ("{", "["),
    ] {
        let broken = text.replacen(from, to, 1);
        assert!(
            broken != text && Graph::from_json(&broken).is_err(),
            "{from}"
        );
    }
    // A lie about a shape is a graph, and not a sound one.
    let lie = text.replacen("\"shape\": [\n        3", "\"shape\": [\n        4", 1);
    assert!(lie != text && !Graph::from_json(&lie).unwrap().verify().is_empty());
}

#[test]
fn graphs_as_code_and_as_drawing() {
    let x = tnp::np!(arange(3.0)).unwrap();
    let body = |args: &[NdArray]| {
        np::copyto(&args[0], &np::add(&args[0], 1.0)?)?;
        Ok(vec![Value::Array(np::transpose(&args[0])?)])
    };
    let traced = tnp::trace::trace(body, std::slice::from_ref(&x)).unwrap();
    insta::assert_snapshot!(traced.graph.code(), @r##"
    import numpy as np
    from numpy import *

    NaN = nan


    def graph(x):
        add = np.add(x, 1.0)
        copyto = x.copy(order="K")
        np.copyto(copyto, add)
        transpose = np.transpose(copyto)
        return (copyto,)
    "##);
    insta::assert_snapshot!(traced.graph.dot(), @r##"
    digraph graph_of_tensors {
      node [shape=box]
      "x" [shape=ellipse, label="x\nfloat64 (3,)"]
      "node 0" [label="add\nadd: float64 (3,)"]
      "x" -> "node 0" [label="x"]
      "node 1" [label="copyto\ncopyto: float64 (3,)"]
      "x" -> "node 1" [label="x"]
      "node 0" -> "node 1" [label="add"]
      "node 2" [label="transpose\ntranspose: float64 (3,)"]
      "node 1" -> "node 2" [label="copyto"]
      "node 1" -> output [label="copyto"]
      output [shape=ellipse]
    }
    "##);
}

/// A node that raises half-way has written what the function itself has, and what came before it stays as it was.
#[test]
fn a_raising_node_writes_what_the_function_writes() {
    let ints = |items: [i64; 3]| {
        let bytes: Vec<u8> = items.iter().flat_map(|x| x.to_ne_bytes()).collect();
        Tensor::from_bytes(&[3], DType::I64, &bytes)
            .unwrap()
            .numpy()
    };
    let body = |args: &[NdArray]| {
        let before = tnp::np!(copy(&args[0]))?;
        let raised = tnp::np!(power(&args[0], &args[0], out = &args[0])).is_err();
        assert!(raised || before.tensor().ndim() == 1);
        Ok(vec![Value::Array(before)])
    };
    for example in [[3, -1, 2], [1, 2, 3]] {
        let args = [ints(example)];
        let (traced, lowered) = trace_lowered(body, &args, &["x".to_owned()]).unwrap();
        let lowered = lowered.unwrap();
        for (level, backend) in [
            (&traced, &Eager as &dyn Backend),
            (&lowered, &Eager),
            (&lowered, &Fused { always: true }),
        ] {
            let expected = ints([2, -5, 4]);
            body(std::slice::from_ref(&expected)).unwrap();
            let x = ints([2, -5, 4]);
            let failure = level
                .compile(backend)
                .unwrap()
                .call(std::slice::from_ref(&x))
                .unwrap_err();
            assert!(
                failure.error.message.contains("negative integer powers"),
                "{failure}"
            );
            assert_eq!(x.tensor().to_bytes(), expected.tensor().to_bytes());
            if let Some(values) = failure.partial {
                assert_eq!(
                    array(&values[0]).tensor().to_bytes(),
                    ints([2, -5, 4]).tensor().to_bytes()
                );
            }
        }
    }
}

/// Two windows that differ only in whether they may be written are two.
#[test]
fn windows_keep_their_flags() {
    let body = |args: &[NdArray]| {
        let shown = np::broadcast_to(&args[0], 2)?;
        let seen = np::isnan(&shown)?;
        tnp::np!(copyto(&args[0], 1.0)).map_or_else(|_| Ok(()), |_| Ok(()))?;
        Ok(vec![Value::Array(seen), Value::Array(shown)])
    };
    let args = [np::zeros(2).unwrap()];
    let (_, lowered) = trace_lowered(body, &args, &["x".to_owned()]).unwrap();
    let results = lowered
        .unwrap()
        .compile(&Fused { always: true })
        .unwrap()
        .call(&args)
        .unwrap();
    assert!(!array(&results[1]).tensor().is_writeable());
    assert!(array(&results[0]).tensor().is_writeable());
}
