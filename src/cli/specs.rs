//! `nparity list --probe` and `--coverage`: how good the specs are.

use super::args::ListArgs;
use super::{End, run};
use anyhow::bail;
use nparity_harness::spec::{self, Spec};
use nparity_harness::strategy::case;
use nparity_harness::strategy::coverage::Coverage;
use nparity_harness::strategy::probe::probe as ask;

/// More than this share of a spec's valid calls refused by NumPy, or of its invalid ones taken, is its fault.
const TOLERATED: f64 = 0.05;

fn specs_of(args: &ListArgs) -> anyhow::Result<Vec<&'static Spec>> {
    let specs = spec::find(&args.ops);
    if specs.is_empty() {
        bail!(
            "--ops {:?} matches no op; `nparity list` shows them",
            args.ops
        );
    }
    Ok(specs)
}

#[expect(clippy::cast_precision_loss, reason = "a share for readers")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// Asks NumPy about each spec's cases; differs if some spec knows NumPy badly.
pub(super) fn probe(args: &ListArgs) -> anyhow::Result<End> {
    let oracle = run::open(&args.python)?;
    let mut faulty = 0;
    for spec in specs_of(args)? {
        let found = ask(oracle.as_ref(), spec, args.seed, args.cases)?;
        let (refused, taken) = (
            share(found.rejected, found.valid),
            share(found.accepted, found.invalid),
        );
        let fault = refused > TOLERATED || taken > TOLERATED;
        faulty += usize::from(fault);
        println!(
            "{:<22} valid {:>5}, refused {:>5.1} %   invalid {:>5}, taken {:>5.1} %{}",
            found.op,
            found.valid,
            100.0 * refused,
            found.invalid,
            100.0 * taken,
            if fault { "  <-" } else { "" }
        );
        let most = |count: &u64| *count > 0;
        if refused > TOLERATED
            && let Some((message, count)) = found
                .messages
                .iter()
                .filter(|(_, n)| most(n))
                .max_by_key(|(_, n)| **n)
        {
            println!("    refused {count} times: {message}");
        }
        if taken > TOLERATED
            && let Some((why, count)) = found
                .constraints
                .iter()
                .filter(|(_, n)| most(n))
                .max_by_key(|(_, n)| **n)
        {
            println!("    taken {count} times: {why}");
        }
    }
    println!("\n{faulty} specs above {:.0} %", 100.0 * TOLERATED);
    Ok(if faulty == 0 {
        End::Conforms
    } else {
        End::Differs
    })
}

/// Prints which share of pairs of levels each op's cases try. Needs no Python.
pub(super) fn coverage(args: &ListArgs) -> anyhow::Result<End> {
    println!(
        "{:<22} {:>6} {:>7} {:>8}  first pairs never tried",
        "op", "cases", "levels", "pairs"
    );
    for spec in specs_of(args)? {
        let mut found = Coverage::default();
        for index in 0..args.cases {
            found.add(&case(spec, args.seed, index));
        }
        let untried = found.untried();
        let tried = found.pairs.len() as u64;
        let examples: Vec<String> = (untried.iter().take(3))
            .map(|(a, b)| format!("{} with {}", a.name, b.name))
            .collect();
        println!(
            "{:<22} {:>6} {:>7} {:>6.1} %  {}",
            spec.name,
            found.cases,
            found.levels.len(),
            100.0 * share(tried, tried + untried.len() as u64),
            examples.join(", ")
        );
    }
    Ok(End::Conforms)
}
