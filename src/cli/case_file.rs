//! Commands on one corpus file: `show`, `repro`, `shrink`.

use super::args::{CaseArgs, GraphFormat, ReproArgs, ShrinkArgs, TraceArgs};
use super::{End, record, run};
use anyhow::bail;
use nparity::subjects;
use nparity_harness::corpus::{self, CorpusCase, Status};
use nparity_harness::repro;
use nparity_harness::run::Config;
use nparity_harness::run::finding::shrink_program;
use nparity_harness::run::specs::SpecPlan;
use nparity_reports::text;

pub(super) fn show(args: &CaseArgs) -> anyhow::Result<End> {
    let case = corpus::read(&args.case)?;
    println!("op         {}", case.op);
    println!("facet      {}", case.facet);
    println!("subject    {}", case.subject);
    let status = match case.status {
        Status::Fixed => "fixed".to_owned(),
        Status::Known => format!("known: {}", case.reason.as_deref().unwrap_or_default()),
    };
    println!("status     {status}");
    println!("signature  {}", case.signature);
    println!("recorded   {} (seed {})", case.oracle, case.seed);
    if !case.summary.is_empty() {
        println!("differed   {}", case.summary);
    }
    println!("\n{}\n", repro::short(&case.program));
    for row in text::side_by_side(&case.outcome, None) {
        println!("{:12} {}", row.label, row.expected);
    }
    Ok(End::Conforms)
}

pub(super) fn repro(args: &ReproArgs) -> anyhow::Result<End> {
    let case = corpus::read(&args.case)?;
    let notes = [
        format!("{}: {}", case.op, case.summary),
        format!("recorded by {}", case.oracle),
    ];
    if args.rust {
        let subject = subjects::open(&case.subject)?;
        let code = subject.rust(&case.program).ok_or_else(|| {
            anyhow::anyhow!(
                "{} cannot write itself as Rust; without --rust it is Python",
                case.subject
            )
        })?;
        for note in notes.iter().flat_map(|note| note.lines()) {
            println!("// {note}");
        }
        print!("{code}");
        return Ok(End::Conforms);
    }
    print!("{}", repro::script(&case.program, &notes));
    Ok(End::Conforms)
}

pub(super) fn trace(args: &TraceArgs) -> anyhow::Result<End> {
    let case = corpus::read(&args.case)?;
    println!("{}\n", repro::short(&case.program));
    let print = |graph: &tnp::trace::Graph| -> tnp::Result<String> {
        Ok(match args.format {
            GraphFormat::Table => graph.table(),
            GraphFormat::Code => graph.code(),
            GraphFormat::Json => graph.to_json()? + "\n",
            GraphFormat::Dot => graph.dot(),
        })
    };
    let (graph, lowered) = subjects::graphs(&case.program)?;
    print!("{}", print(&graph)?);
    if args.lower {
        println!();
        match lowered {
            Ok(graph) => print!("{}", print(&graph)?),
            Err(reason) => println!("not lowered: {reason}"),
        }
    }
    Ok(End::Conforms)
}

pub(super) fn shrink(args: &ShrinkArgs) -> anyhow::Result<End> {
    let case = corpus::read(&args.case)?;
    let name = args.subject.as_deref().unwrap_or(&case.subject);
    subjects::check(&[name])?;
    let oracle = run::open(&args.python)?;
    let opened = run::open_subjects(&[name], &oracle, &args.python)?;
    let Some(subject) = opened.first() else {
        bail!("no subject");
    };
    let plan = SpecPlan::all();
    let config = Config::default();
    let found = shrink_program(
        &config,
        oracle.as_ref(),
        &plan,
        subject.as_ref(),
        &case.op,
        case.program.clone(),
    )?;
    let Some(finding) = found else {
        println!(
            "{}: conforms on {name}; nothing to shrink",
            args.case.display()
        );
        return Ok(End::Conforms);
    };
    let shrunk = CorpusCase {
        facet: finding.facet,
        signature: finding.signature,
        summary: finding.summary,
        subject: name.to_owned(),
        oracle: oracle.describe(),
        source: record::source(&finding.program),
        program: finding.program,
        outcome: finding.expected,
        ..case
    };
    match &args.corpus {
        Some(folder) => {
            let written = corpus::write(folder, &shrunk)?;
            println!("{}", written.path().display());
        }
        None => print!("{}", shrunk.to_json()),
    }
    Ok(End::Differs)
}
