//! `nparity list`: the ops, and what each subject has of them. Needs no Python.

use super::End;
use super::args::ListArgs;
use super::run;
use super::specs;
use nparity::subjects;
use nparity_harness::Subject;
use nparity_harness::run::Plan;
use nparity_harness::run::coverage::{Has, has};
use nparity_harness::{spec, strategy};
use std::collections::BTreeSet;

pub(super) fn list(args: &ListArgs) -> anyhow::Result<End> {
    if args.tracing {
        tracing(&args.ops);
        return Ok(End::Conforms);
    }
    if args.probe {
        return specs::probe(args);
    }
    if args.coverage {
        return specs::coverage(args);
    }
    let plan = run::plan(&args.ops)?;
    let names: Vec<&str> = if args.subjects.is_empty() {
        subjects::DEFAULT.to_vec()
    } else {
        args.subjects.iter().map(String::as_str).collect()
    };
    subjects::check(&names)?;
    let opened: Vec<Box<dyn Subject>> = (names.iter())
        .filter(|name| **name != subjects::NUMPY)
        .map(|name| Ok(subjects::open(name)?))
        .collect::<anyhow::Result<_>>()?;
    let width = plan.ops().iter().map(|op| op.name.len()).max().unwrap_or(0);
    let family = plan
        .ops()
        .iter()
        .map(|op| op.family.len())
        .max()
        .unwrap_or(0);
    let mut line = format!("{:width$}  {:family$}", "op", "family");
    for subject in &opened {
        line.push_str(&format!("  {}", subject.name()));
    }
    println!("{line}  policy");
    for (number, op) in plan.ops().iter().enumerate() {
        let mut line = format!("{:width$}  {:family$}", op.name, op.family);
        for subject in &opened {
            let word = match has(subject.as_ref(), &plan, number) {
                Has::All => "yes",
                Has::Some => "partly",
                Has::None(_) => "no",
            };
            line.push_str(&format!("  {word:0$}", subject.name().len()));
        }
        println!("{line}  {}", op.policy);
    }
    println!(
        "\n{} ops; subjects: {}",
        plan.ops().len(),
        subjects::NAMES.join(", ")
    );
    Ok(End::Conforms)
}

/// Calls that each op is traced with.
const CALLS: u64 = 200;

/// `docs/TRACING.md`: what of each op lowers, what stays a node of its own, what is refused.
fn tracing(ops: &str) {
    println!(
        "# How calls trace\n\nOf {CALLS} generated programs per op, those that call it and trace: how many lower to primitives alone, and which ops stay\n\
         nodes of their own in the others (their bodies look at elements, or they raise); and why others are not traced.\n\
         Written by `nparity list --tracing`.\n\n| op | primitives alone | nodes of their own | not traced |\n| --- | --- | --- | --- |"
    );
    for spec in spec::find(ops) {
        let (mut alone, mut traced) = (0, 0);
        let (mut composites, mut refusals) = (BTreeSet::new(), BTreeSet::new());
        for index in 0..CALLS {
            let program = strategy::case(spec, 0, index).program;
            match subjects::graphs(&program) {
                Ok((_, Ok(lowered))) => {
                    traced += 1;
                    let raises = |node: &&tnp::trace::graph::Node| !node.raises;
                    let mut names = lowered.composites().filter(raises).peekable();
                    alone += usize::from(names.peek().is_none());
                    composites.extend(names.map(|node| format!("`{}`", node.op.name)));
                }
                Ok((_, Err(error))) | Err(error) => {
                    // The mend stands behind the semicolon.
                    let text = error.to_string();
                    let reason = text.split(';').next().unwrap_or(&text);
                    refusals.insert(
                        reason
                            .trim_start_matches("not traceable: ")
                            .replace('|', "\\|"),
                    );
                }
            }
        }
        tnp::events::take_fp();
        tnp::events::take_warnings();
        let list = |items: BTreeSet<String>| items.into_iter().collect::<Vec<_>>().join("; ");
        println!(
            "| `{}` | {alone} of {traced} | {} | {} |",
            spec.name,
            list(composites),
            list(refusals)
        );
    }
}
