//! Prints the cases of a plan as JSON lines, or times their generation.
//!
//! ```text
//! cargo run --release --example cases -- 'add,sum' 100 [SEED]     one case a line
//! cargo run --release --example cases -- --time '*' 2000          microseconds per case, per op
//! ```

use nparity_harness::{spec, strategy};
use nparity_model::Callee;
use std::io::{BufWriter, Write as _};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let timed = args.first().is_some_and(|a| a == "--time");
    if timed {
        args.remove(0);
    }
    let globs = args.first().map_or("*", String::as_str);
    let count: u64 = args.get(1).map_or(Ok(10), |a| a.parse())?;
    let seed: u64 = args.get(2).map_or(Ok(0), |a| a.parse())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut all, mut spent) = (0, 0.0);
    for spec in spec::find(globs) {
        if timed {
            let start = Instant::now();
            let (mut elements, mut arrays, mut statements) = (0, 0, 0);
            for index in 0..count {
                let case = strategy::case(spec, seed, index);
                statements += case.program.statements.len();
                for statement in &case.program.statements {
                    if let Callee::Literal(literal) = &statement.callee {
                        elements += literal.size();
                        arrays += 1;
                    }
                }
            }
            let seconds = start.elapsed().as_secs_f64();
            all += count;
            spent += seconds;
            writeln!(
                out,
                "{:20} {:6.2} us/case {:6.1} elements/array {:5.2} statements/case",
                spec.name,
                seconds * 1e6 / count as f64,
                elements as f64 / f64::from(arrays.max(1)),
                statements as f64 / count as f64,
            )?;
        } else {
            for index in 0..count {
                let case = strategy::case(spec, seed, index);
                let intent = match case.intent {
                    strategy::Intent::Valid => serde_json::Value::Null,
                    strategy::Intent::Invalid(why) => why.into(),
                };
                let line = serde_json::json!({
                    "op": case.op, "index": index, "intent": intent, "program": case.program,
                });
                writeln!(out, "{line}")?;
            }
        }
    }
    if timed {
        writeln!(out, "mean {:.2} us/case", spent * 1e6 / all.max(1) as f64)?;
    }
    Ok(())
}
