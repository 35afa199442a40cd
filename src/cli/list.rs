//! `nparity list`: the ops, and what each subject has of them. Needs no Python.

use super::End;
use super::args::ListArgs;
use super::run;
use nparity::subjects;
use nparity_harness::Subject;
use nparity_harness::run::Plan;
use nparity_harness::run::coverage::{Has, has};

pub(super) fn list(args: &ListArgs) -> anyhow::Result<End> {
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
