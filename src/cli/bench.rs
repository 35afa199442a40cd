//! `nparity bench`: tnp and NumPy timed side by side, in one process.
//!
//! Each round times both sides of a row one after the other, and the least times count: machines are
//! noisy, and noise only adds. NumPy's time is that of the C call with its arguments made beforehand;
//! tnp's is that of its wrapper function, as a Rust user calls it.

use super::End;
use super::args::BenchArgs;
use anyhow::{Context, anyhow};
use nparity_harness::spec;
use nparity_model::{ArrayLiteral, Callee, DType, Program, Scalar, Statement, Value};
use nparity_oracles::{EmbeddedOracle, Environment, Request};
use std::time::Instant;
use tnp::wrapper::{self as np, NdArray};
use tnp::{Result, Tensor};

/// One call to time.
struct Row {
    op: &'static str,
    arity: usize,
    /// Elements lie between 0 and this.
    top: f64,
    call: fn(&[NdArray]) -> Result<NdArray>,
}

macro_rules! rows {
    ($($op:ident $arity:literal $top:literal |$a:ident| $call:expr;)+) => {
        &[$(Row { op: stringify!($op), arity: $arity, top: $top, call: |$a| $call }),+]
    };
}

const ROWS: &[Row] = rows! {
    add 2 1000.0 |a| np::add(&a[0], &a[1]);
    multiply 2 1000.0 |a| np::multiply(&a[0], &a[1]);
    sqrt 1 1000.0 |a| np::sqrt(&a[0]);
    exp 1 20.0 |a| np::exp(&a[0]);
    log 1 1000.0 |a| np::log(&a[0]);
    sin 1 1000.0 |a| np::sin(&a[0]);
    cos 1 1000.0 |a| np::cos(&a[0]);
    tan 1 1000.0 |a| np::tan(&a[0]);
    tanh 1 10.0 |a| np::tanh(&a[0]);
    power 2 10.0 |a| np::power(&a[0], &a[1]);
    less 2 1000.0 |a| np::less(&a[0], &a[1]);
    sum 1 1000.0 |a| np::sum(&a[0]);
    max 1 1000.0 |a| np::max(&a[0]);
};

const DTYPES: [DType; 3] = [DType::F32, DType::F64, DType::I32];

/// Seconds that a measurement takes at least.
const MEASURE: f64 = 0.01;

/// Prints the table; there is nothing to fail.
pub(super) fn bench(args: &BenchArgs) -> anyhow::Result<End> {
    let request = Request {
        python: args.python.clone(),
        ..Request::default()
    };
    let environment = Environment::find(&request)?;
    if args.programs {
        super::programs::run(
            &args.ops,
            &environment.interpreter.executable,
            args.seconds,
            args.explain,
        )?;
        return Ok(End::Conforms);
    }
    let numpy = EmbeddedOracle::start(&environment)
        .context("NumPy must be in this process to be timed beside tnp; `nparity doctor` explains what is found")?;
    let wanted = spec::find(&args.ops);
    let rows: Vec<&Row> = ROWS
        .iter()
        .filter(|row| wanted.iter().any(|spec| spec.name == row.op))
        .collect();
    if rows.is_empty() {
        let names: Vec<&str> = ROWS.iter().map(|row| row.op).collect();
        return Err(anyhow!(
            "no op to time matches {:?}; there are {}",
            args.ops,
            names.join(", ")
        ));
    }
    println!(
        "{:<10} {:<8} {:>9}  {:>11}  {:>11}  {:>6}",
        "op", "dtype", "elements", "tnp", "NumPy", "ratio"
    );
    for row in rows {
        for dtype in DTYPES {
            for &size in &args.sizes {
                let (ours, theirs) = measure(row, dtype, size, args.rounds.max(1), &numpy)?;
                let ratio = ours / theirs;
                let verdict = match bound(row.op, size) {
                    Some(bound) if ratio <= bound => format!("  within {bound}"),
                    Some(bound) => format!("  ABOVE {bound}"),
                    None => String::new(),
                };
                println!(
                    "{:<10} {:<8} {size:>9}  {:>11}  {:>11}  {ratio:>6.2}{verdict}",
                    row.op,
                    dtype.name(),
                    duration(ours),
                    duration(theirs),
                );
            }
        }
    }
    Ok(End::Conforms)
}

/// What a ratio should stay within: half of NumPy's time for a small call, hardly more for arrays.
fn bound(op: &str, size: usize) -> Option<f64> {
    match size {
        ..=10 => Some(0.5),
        1000.. if matches!(op, "add" | "multiply" | "sum" | "max") => Some(1.1),
        _ => None,
    }
}

fn measure(
    row: &Row,
    dtype: DType,
    size: usize,
    rounds: usize,
    numpy: &EmbeddedOracle,
) -> anyhow::Result<(f64, f64)> {
    let literals: Vec<ArrayLiteral> = (0..row.arity)
        .map(|k| literal(dtype, size, row.top, k as u64))
        .collect();
    let arrays = literals
        .iter()
        .map(|l| Tensor::from_bytes(&l.shape, l.dtype, &l.data).map(NdArray::from_tensor))
        .collect::<Result<Vec<_>>>()?;
    let mut program = Program::default();
    let vars: Vec<_> = literals
        .into_iter()
        .map(|l| Value::Array(program.literal(l)))
        .collect();
    program.push(Statement::new(Callee::Function(row.op.into()), vars));
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        ours = ours.min(time(|| (row.call)(&arrays))?);
        theirs = theirs.min(numpy.time(&program, MEASURE)?);
    }
    Ok((ours, theirs))
}

/// Seconds per call.
fn time(call: impl Fn() -> Result<NdArray>) -> Result<f64> {
    let mut calls = 1u32;
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            std::hint::black_box(call()?);
        }
        let elapsed = start.elapsed().as_secs_f64();
        if elapsed >= MEASURE || calls > 1 << 28 {
            return Ok(elapsed / f64::from(calls));
        }
        calls *= 2;
    }
}

/// Elements between 0 and `top`, the same in every run.
fn literal(dtype: DType, size: usize, top: f64, salt: u64) -> ArrayLiteral {
    let mut state = 0x9E37_79B9_7F4A_7C15u64 ^ salt;
    let mut data = Vec::with_capacity(size * dtype.itemsize());
    for _ in 0..size {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let unit = (state >> 33) as f64 / f64::from(1u32 << 31);
        let item: Scalar = match dtype {
            DType::F32 => ((unit * top) as f32).into(),
            DType::I32 => ((unit * top) as i32).into(),
            _ => (unit * top).into(),
        };
        data.extend_from_slice(item.bytes());
    }
    ArrayLiteral {
        dtype,
        shape: vec![size],
        data,
    }
}

pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}
