//! `nparity mutants`: seeded faults, and how many cases it takes to find each.

use super::args::MutantsArgs;
use super::{End, run};
use anyhow::bail;
use nparity::subjects;
use nparity_harness::mutants::{self, Found, Mutant};
use nparity_harness::run::specs::SpecPlan;
use nparity_harness::spec;
use std::io::Write as _;

pub(super) fn mutants(args: &MutantsArgs) -> anyhow::Result<End> {
    subjects::check(&[&args.subject])?;
    let chosen: Vec<&Mutant> = mutants::all()
        .filter(|m| spec::matches(&args.faults, m.name))
        .collect();
    if chosen.is_empty() {
        bail!("--faults {:?} matches no fault", args.faults);
    }
    if args.cases == 0 {
        bail!("a hunt needs at least one case: --cases 1 or more");
    }
    let oracle = run::open(&args.python)?;
    let opened = run::open_subjects(&[&args.subject], &oracle, &args.python)?;
    let Some(sound) = opened.first() else {
        bail!("no subject");
    };
    let plan = SpecPlan::all();
    let width = chosen.iter().map(|m| m.name.len()).max().unwrap_or(0);
    let mut survived = 0;
    let mut most = 0;
    for mutant in &chosen {
        let found = mutants::hunt(
            mutant,
            sound.as_ref(),
            oracle.as_ref(),
            &plan,
            args.seed,
            args.cases,
        )?;
        let dead = !found.is_empty() && found.iter().all(|f| f.cases.is_some());
        survived += usize::from(!dead);
        most = found
            .iter()
            .filter_map(|f| f.cases)
            .max()
            .unwrap_or(0)
            .max(most);
        let cells: Vec<String> = found.iter().map(cell).collect();
        let mark = if dead { "found" } else { "SURVIVES" };
        println!("{:width$}  {mark:8}  {}", mutant.name, cells.join(", "));
        std::io::stdout().flush()?;
    }
    println!(
        "{} faults, {} found within {} cases per op (at most {most} needed), {survived} survive",
        chosen.len(),
        chosen.len() - survived,
        args.cases
    );
    Ok(if survived > 0 {
        End::Differs
    } else {
        End::Conforms
    })
}

/// An op and the number of cases it took.
fn cell(found: &Found) -> String {
    match found.cases {
        Some(cases) => format!("{} {cases}", found.op),
        None => format!("{} -", found.op),
    }
}
