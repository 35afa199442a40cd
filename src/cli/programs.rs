//! `nparity bench --programs`: whole programs, compiled by the fused backend, beside NumPy.
//!
//! The twins are in `benches/programs.py`; both sides make the same arrays, and their checksums must agree.

use super::bench::duration;
use anyhow::{Context, anyhow, bail};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tnp::trace::{Backend, Compiled, Eager, Fused, trace_lowered, trace_named};
use tnp::wrapper::{self as np, NdArray};
use tnp::{DType, Result, Tensor, Value};

const TWINS: &str = include_str!("../../benches/programs.py");

/// A program: its arguments, and what is traced.
struct Bench {
    name: &'static str,
    arguments: fn() -> Result<Vec<NdArray>>,
    body: fn(&[NdArray]) -> Result<Vec<NdArray>>,
}

const BENCHES: &[Bench] = &[
    Bench {
        name: "arithmetic",
        arguments: || {
            (0..4)
                .map(|k| np::multiply(&unit(1_000_000, k)?, 10.0))
                .collect()
        },
        body: |a| {
            let product = np::multiply(&a[0], &a[1])?;
            let wave = np::multiply(&a[2], &np::sin(&a[3])?)?;
            Ok(vec![np::add(&product, &wave)?])
        },
    },
    Bench {
        name: "black_scholes",
        arguments: || (0..3).map(|k| np::add(&unit(1_000_000, k)?, 0.5)).collect(),
        body: |a| {
            let (s, k, t) = (&a[0], &a[1], &a[2]);
            let root = np::multiply(0.2, &np::sqrt(t)?)?;
            let log = np::log(&np::divide(s, k)?)?;
            let d1 = np::divide(&np::add(&log, &np::multiply(0.07, t)?)?, &root)?;
            let d2 = np::subtract(&d1, &root)?;
            let discounted = np::multiply(k, &np::exp(&np::multiply(-0.05, t)?)?)?;
            let call = np::subtract(
                &np::multiply(s, &cdf(&d1)?)?,
                &np::multiply(&discounted, &cdf(&d2)?)?,
            )?;
            let put = np::subtract(
                &np::multiply(&discounted, &cdf(&np::negative(&d2)?)?)?,
                &np::multiply(s, &cdf(&np::negative(&d1)?)?)?,
            )?;
            Ok(vec![call, put])
        },
    },
    Bench {
        name: "layer_norm",
        arguments: || {
            Ok(vec![
                np::reshape(&single(4096 * 1024, 0)?, (4096, 1024))?,
                single(1024, 1)?,
                single(1024, 2)?,
            ])
        },
        body: |a| {
            let x = &a[0];
            let mean = tnp::np!(mean(x, axis = -1, keepdims = true))?;
            let var = tnp::np!(var(x, axis = -1, keepdims = true))?;
            let centred = np::subtract(x, &mean)?;
            let normal = np::divide(&centred, &np::sqrt(&np::add(&var, 1e-5)?)?)?;
            Ok(vec![np::add(&np::multiply(&normal, &a[1])?, &a[2])?])
        },
    },
    Bench {
        name: "mandelbrot",
        arguments: || {
            let re = np::subtract(&np::multiply(&unit(1_000_000, 0)?, 3.0)?, 2.0)?;
            let im = np::subtract(&np::multiply(&unit(1_000_000, 1)?, 2.0)?, 1.0)?;
            let parts: Vec<u8> = [0.0f64, 1.0].iter().flat_map(|x| x.to_ne_bytes()).collect();
            let j = Tensor::from_bytes(&[], DType::C128, &parts)?.numpy();
            let c = np::add(&re, &np::multiply(&j, &im)?)?;
            let c = np::reshape(&c, (1000, 1000))?;
            let z = np::multiply(&c, 1.5)?;
            let n = Tensor::zeros(&[1000, 1000], DType::I64, false)?.numpy();
            Ok(vec![z, c, n])
        },
        body: |a| {
            let (z, c, n) = (&a[0], &a[1], &a[2]);
            let m = np::less_equal(&np::absolute(z)?, 2)?;
            let next = np::add(&np::multiply(z, z)?, c)?;
            let w = tnp::np!(where(&m, &next, z))?;
            tnp::np!(add(n, &m, out = n))?;
            Ok(vec![w])
        },
    },
    Bench {
        name: "k_means",
        arguments: || {
            Ok(vec![
                np::reshape(&unit(800_000, 0)?, (100_000, 8))?,
                np::reshape(&unit(128, 1)?, (16, 8))?,
            ])
        },
        body: |a| {
            let (p, c) = (np::expand_dims(&a[0], 1)?, np::expand_dims(&a[1], 0)?);
            let square = np::square(&np::subtract(&p, &c)?)?;
            let distance = tnp::np!(sum(&square, axis = -1))?;
            Ok(vec![tnp::np!(argmin(&distance, axis = -1))?])
        },
    },
    Bench {
        name: "small",
        arguments: || Ok(vec![unit(10, 0)?, unit(10, 1)?]),
        body: |a| {
            let (x, y) = (&a[0], &a[1]);
            let mut r = np::add(x, y)?;
            for _ in 0..3 {
                r = np::multiply(&r, x)?;
                r = np::add(&r, y)?;
                r = np::sqrt(&r)?;
            }
            Ok(vec![r])
        },
    },
];

/// The normal distribution's, by a formula with tanh.
fn cdf(x: &NdArray) -> Result<NdArray> {
    let cube = np::multiply(&np::multiply(&np::multiply(0.044715, x)?, x)?, x)?;
    let inner = np::multiply(0.797_884_560_802_865_4, &np::add(x, &cube)?)?;
    np::multiply(0.5, &np::add(1.0, &np::tanh(&inner)?)?)
}

fn unit(n: usize, salt: usize) -> Result<NdArray> {
    let bytes: Vec<u8> = (0..n)
        .map(|i| (i + salt) as f64 * 0.618_033_988_749_894_9)
        .flat_map(|x| (x - x.floor()).to_ne_bytes())
        .collect();
    Tensor::from_bytes(&[n], DType::F64, &bytes).map(NdArray::from_tensor)
}

fn single(n: usize, salt: usize) -> Result<NdArray> {
    tnp::np!(astype(&unit(n, salt)?, DType::F32))
}

/// Times every program.
pub(super) fn run(names: &str, python: &Path, seconds: f64, explain: bool) -> anyhow::Result<()> {
    let script = tempfile::Builder::new().suffix(".py").tempfile()?;
    std::fs::write(script.path(), TWINS)?;
    println!(
        "{:<14} {:>11} {:>11} {:>11} {:>11}  {:>7} {:>7}",
        "program", "NumPy", "numexpr", "tnp eager", "tnp fused", "faster", "eager"
    );
    let wanted: Vec<&str> = names.split(',').collect();
    for bench in BENCHES {
        if names != "*" && !wanted.contains(&bench.name) {
            continue;
        }
        let failed = |e: tnp::Error| anyhow!("{}: {e}", bench.name);
        let arguments = (bench.arguments)().map_err(failed)?;
        let example = (bench.arguments)().map_err(failed)?;
        let names: Vec<String> = (0..arguments.len()).map(|i| format!("x{i}")).collect();
        let body =
            |args: &[NdArray]| Ok((bench.body)(args)?.into_iter().map(Value::Array).collect());
        let (_, lowered) = trace_lowered(body, &example, &names)?;
        let lowered = lowered?;
        if explain {
            print!("{}", Fused::default().explain(&lowered.graph));
        }
        let compile = |backend: &dyn Backend| lowered.compile(backend).map_err(failed);
        let (eager, fused) = (compile(&Eager)?, compile(&Fused::default())?);
        let numpy = Command::new(python)
            .arg(script.path())
            .args([bench.name, &seconds.to_string()])
            .output()
            .with_context(|| format!("{} could not be started", python.display()))?;
        if !numpy.status.success() {
            bail!("{}: {}", bench.name, String::from_utf8_lossy(&numpy.stderr));
        }
        let text = String::from_utf8_lossy(&numpy.stdout);
        let mut numbers = text.split_whitespace().map(str::parse::<f64>);
        let mut number = || numbers.next().and_then(std::result::Result::ok);
        let (theirs, checksum) = number()
            .zip(number())
            .ok_or_else(|| anyhow!("{}: NumPy gave {text:?}", bench.name))?;
        let numexpr = number();
        let call = |compiled: &Compiled| compiled.call(&arguments).map_err(|f| failed(f.error));
        let own = checksum_of(&call(&fused)?).map_err(failed)?;
        if (own - checksum).abs() > 1e-6 * checksum.abs() {
            bail!(
                "{}: the checksum is {own}, and NumPy's is {checksum}",
                bench.name
            );
        }
        let (slow, fast) = (
            least(|| call(&eager), seconds)?,
            least(|| call(&fused), seconds)?,
        );
        println!(
            "{:<14} {:>11} {:>11} {:>11} {:>11}  {:>6.2}x {:>6.2}x",
            bench.name,
            duration(theirs),
            numexpr.map_or("-".to_owned(), duration),
            duration(slow),
            duration(fast),
            theirs / fast,
            theirs / slow
        );
        if bench.name == "small" {
            let once = least(|| Ok(trace_named(body, &example, &names)?), seconds)?;
            let nodes = 10;
            println!(
                "tracing {nodes} nodes: {} each",
                duration(once / f64::from(nodes))
            );
        }
    }
    Ok(())
}

fn checksum_of(results: &[Value<NdArray>]) -> Result<f64> {
    let mut total = 0.0;
    for result in results {
        if let Value::Array(array) = result {
            let sum = np::sum(&np::absolute(array)?)?;
            let scalar = sum.tensor().first();
            total += scalar
                .as_float()
                .unwrap_or_else(|| scalar.as_integer().unwrap_or(0) as f64);
        }
    }
    Ok(total)
}

fn least<T>(call: impl Fn() -> anyhow::Result<T>, seconds: f64) -> anyhow::Result<f64> {
    let (mut best, begun) = (f64::INFINITY, Instant::now());
    while begun.elapsed() < Duration::from_secs_f64(seconds) || best.is_infinite() {
        let start = Instant::now();
        std::hint::black_box(call()?);
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}
