//! A backend of one's own: it counts floating-point operations, and has the work done by another one.
//!
//! A backend is handed a graph and gives back a function of tensors. There is nothing in a graph but tensors
//! and plain immediates, so nothing has to be unwrapped. `cargo run -p tnp --example flops`

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tnp::trace::{Backend, CompiledGraph, Fused, Graph, trace_lowered};
use tnp::{NdArray, Result, Value, wrapper as np};

/// Counts, and delegates.
struct Flops<B> {
    inner: B,
    total: Arc<AtomicUsize>,
}

impl<B: Backend> Backend for Flops<B> {
    fn compile(&self, graph: &Graph) -> Result<CompiledGraph> {
        // Shapes and dtypes are known before anything runs. A sum touches what it reads, others what they make.
        let mut flops = 0;
        for node in &graph.nodes {
            let reduces = node.op.name == "prims.reduce";
            let mut touched = Vec::new();
            if reduces {
                let args = node.args.iter();
                args.for_each(|arg| arg.for_each(&mut |value| touched.push(*value)));
            } else {
                touched.extend(&node.results);
            }
            for value in touched {
                let info = graph.info(value);
                if info.dtype.is_inexact() {
                    flops += info.shape.iter().product::<usize>();
                }
            }
        }
        let (run, total) = (self.inner.compile(graph)?, Arc::clone(&self.total));
        Ok(Box::new(move |inputs| {
            total.fetch_add(flops, Ordering::Relaxed);
            run(inputs)
        }))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let x = np::ones((1000, 1000))?;
    let mean_of_squares = |args: &[NdArray]| {
        let square = np::multiply(&args[0], &args[0])?;
        Ok(vec![Value::Array(tnp::np!(sum(&square, axis = 1))?)])
    };
    let arguments = std::slice::from_ref(&x);
    let (_, lowered) = trace_lowered(mean_of_squares, arguments, &["x".to_owned()])?;
    let lowered = lowered?;
    println!("{}", lowered.graph.table());
    let total = Arc::new(AtomicUsize::new(0));
    let backend = Flops {
        inner: Fused::default(),
        total: Arc::clone(&total),
    };
    let compiled = lowered.compile(&backend)?;
    for _ in 0..3 {
        compiled.call(arguments)?;
    }
    println!("{} operations in 3 calls", total.load(Ordering::Relaxed));
    Ok(())
}
