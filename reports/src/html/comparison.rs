//! Several runs side by side.

use super::card::Card;
use super::run::{Cell, Circumstances};
use crate::text::{shortened, visible_line};
use crate::{ReportError, Standing, Summary};
use nparity_harness::results::{Finding, OpResult, RunResults};
use serde::Serialize;
use std::collections::HashSet;

/// Characters of names.
const LINE: usize = 300;

/// A run and what it is called beside others.
#[derive(Clone, Copy, Debug)]
pub struct NamedRun<'a> {
    /// Its name, such as the stem of its file.
    pub name: &'a str,
    /// Its results.
    pub results: &'a RunResults,
}

/// The HTML page of several runs side by side: a table of op by run and subject, and the divergences
/// with the runs that show them.
///
/// # Errors
/// If a template fails: a fault of this crate.
pub fn comparison(runs: &[NamedRun]) -> Result<String, ReportError> {
    super::render("comparison.html", Page::new(runs))
}

#[derive(Serialize)]
struct Page {
    title: String,
    runs: Vec<Run>,
    rows: Vec<Row>,
    columns: Vec<Column>,
    findings: Vec<Shared>,
}

#[derive(Serialize)]
struct Run {
    name: String,
    standing: Standing,
    word: &'static str,
    sentence: String,
    interrupted: bool,
    about: Circumstances,
}

#[derive(Serialize)]
struct Column {
    run: String,
    subject: String,
}

#[derive(Serialize)]
struct Row {
    op: String,
    cells: Vec<Cell>,
    /// Some column says something else than another; what was not run says nothing.
    differs: bool,
}

#[derive(Serialize)]
struct Shared {
    card: Card,
    kind: &'static str,
    marks: Vec<Cell>,
}

impl Page {
    fn new(named: &[NamedRun]) -> Page {
        let line = |text: &str| shortened(&visible_line(text), LINE);
        let mut runs = Vec::new();
        let mut columns: Vec<(&NamedRun, &str)> = Vec::new();
        for run in named {
            let summary = Summary::of(run.results);
            columns.extend(summary.subjects.iter().map(|s| (run, s.name)));
            runs.push(Run {
                name: line(run.name),
                standing: summary.standing,
                word: summary.standing.word(),
                sentence: line(&summary.sentence),
                interrupted: run.results.interrupted,
                about: Circumstances::of(&run.results.about),
            });
        }
        Page {
            title: "nparity: runs side by side".to_owned(),
            rows: rows(&columns),
            findings: findings(&columns),
            columns: columns
                .iter()
                .map(|(run, subject)| Column {
                    run: line(run.name),
                    subject: line(subject),
                })
                .collect(),
            runs,
        }
    }
}

fn rows(columns: &[(&NamedRun, &str)]) -> Vec<Row> {
    let mut ops: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for (run, _) in columns {
        let new = run.results.ops.iter().map(|op| op.op.as_str());
        ops.extend(new.filter(|op| seen.insert(*op)));
    }
    ops.into_iter()
        .map(|op| {
            let cells: Vec<Cell> = columns
                .iter()
                .map(|(run, subject)| {
                    let of_both = |o: &&OpResult| o.op == op && o.subject == *subject;
                    cell(run.results.ops.iter().find(of_both))
                })
                .collect();
            Row {
                op: shortened(&visible_line(op), LINE),
                differs: disagree(&cells),
                cells,
            }
        })
        .collect()
}

fn disagree(cells: &[Cell]) -> bool {
    let mut said = cells.iter().map(|c| c.class).filter(|class| *class != "u");
    let first = said.next();
    said.any(|class| Some(class) != first)
}

fn cell(op: Option<&OpResult>) -> Cell {
    match op {
        None => Cell {
            class: "u",
            symbol: "\u{b7}",
            tip: "not run".to_owned(),
        },
        Some(op) => match &op.missing {
            Some(reason) => Cell {
                class: "m",
                symbol: "missing",
                tip: format!("missing: {}", shortened(&visible_line(reason), LINE)),
            },
            None => Cell::of_op(op),
        },
    }
}

/// Every signature once, with the columns that show it.
fn findings(columns: &[(&NamedRun, &str)]) -> Vec<Shared> {
    let mut all: Vec<&Finding> = Vec::new();
    let mut seen = HashSet::new();
    for (run, _) in columns {
        let new = run.results.findings.iter();
        all.extend(new.filter(|f| seen.insert(&f.signature)));
    }
    all.into_iter()
        .enumerate()
        .map(|(i, finding)| {
            let shows = |run: &NamedRun, subject: &str| {
                run.results.findings.iter().any(|f| {
                    f.signature == finding.signature && f.subjects.iter().any(|s| s == subject)
                })
            };
            Shared {
                card: Card::new(i + 1, finding, false),
                kind: if finding.facet.is_soft() {
                    "soft"
                } else if finding.known {
                    "known"
                } else {
                    ""
                },
                marks: columns
                    .iter()
                    .map(|(run, subject)| mark(shows(run, subject)))
                    .collect(),
            }
        })
        .collect()
}

fn mark(shown: bool) -> Cell {
    if shown {
        Cell {
            class: "x",
            symbol: "\u{2717}",
            tip: "shows it".to_owned(),
        }
    } else {
        Cell {
            class: "u",
            symbol: "\u{b7}",
            tip: "not seen".to_owned(),
        }
    }
}
