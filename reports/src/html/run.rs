//! The page of one run.

use super::card::{self, Card};
use crate::summary::{compared, failed, invalid_percent};
use crate::text::{shortened, thousands, visible_line};
use crate::{ReportError, Standing, SubjectSummary, Summary};
use nparity_harness::Facet;
use nparity_harness::results::{About, FacetTally, OpResult, RunResults};
use nparity_model::DType;
use serde::Serialize;
use std::collections::BTreeSet;

/// Cards that are open when the page is.
const OPEN: usize = 3;
/// Characters of names and reasons.
const LINE: usize = 300;

/// The HTML page of a run.
///
/// # Errors
/// If a template fails: a fault of this crate.
pub fn run(results: &RunResults) -> Result<String, ReportError> {
    super::render("run.html", Page::new(results))
}

#[derive(Serialize)]
struct Page {
    title: String,
    standing: Standing,
    word: &'static str,
    sentence: String,
    interrupted: bool,
    about: Circumstances,
    numbers: Vec<Number>,
    subjects: Vec<Subject>,
    divergences: Vec<Card>,
    soft: Vec<Card>,
    known: Vec<Card>,
}

/// Where a run comes from.
#[derive(Serialize)]
pub(super) struct Circumstances {
    version: String,
    oracle: String,
    seed: u64,
    cases_per_op: String,
    started: String,
    seconds: String,
    command: String,
}

impl Circumstances {
    pub(super) fn of(about: &About) -> Circumstances {
        let line = |text: &str| shortened(&visible_line(text), LINE);
        Circumstances {
            version: line(&about.version),
            oracle: line(&about.oracle),
            seed: about.seed,
            cases_per_op: thousands(about.cases_per_op as u64),
            started: line(&about.started),
            seconds: format!("{:.1}", about.seconds),
            command: visible_line(&about.command),
        }
    }
}

#[derive(Serialize)]
struct Number {
    label: &'static str,
    value: String,
    note: String,
    bad: bool,
}

#[derive(Serialize)]
struct Subject {
    id: String,
    name: String,
    standing: Standing,
    word: &'static str,
    cases: String,
    ops: String,
    not_conforming: String,
    facets: Vec<FacetHead>,
    dtypes: Vec<String>,
    families: Vec<Family>,
    missing: Vec<Missing>,
    open: bool,
}

#[derive(Serialize)]
struct FacetHead {
    name: &'static str,
    soft: bool,
    cell: Cell,
}

#[derive(Serialize)]
struct Family {
    name: String,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    op: String,
    finding: Option<String>,
    differs: bool,
    cases: Cell,
    facets: Vec<Cell>,
    dtypes: Vec<Cell>,
    invalid: String,
    policy: String,
    worst_ulp: String,
}

#[derive(Serialize)]
struct Missing {
    op: String,
    reason: String,
}

/// A cell of a matrix: its colour, a symbol that says the same, and the counts.
#[derive(Serialize)]
pub(super) struct Cell {
    /// `p` conforms, `x` differs, `s` soft difference, `n` not applicable, `u` not tried, `m` missing.
    pub(super) class: &'static str,
    pub(super) symbol: &'static str,
    pub(super) tip: String,
}

impl Cell {
    fn of(tally: Option<&FacetTally>, soft: bool, without: Cell) -> Cell {
        match tally {
            Some(t) if t.differs > 0 => Cell {
                class: if soft { "s" } else { "x" },
                symbol: if soft { "~" } else { "\u{2717}" },
                tip: format!(
                    "{} of {} differ",
                    thousands(t.differs),
                    thousands(t.conforms + t.differs)
                ),
            },
            Some(t) if t.conforms > 0 => Cell {
                class: "p",
                symbol: "\u{2713}",
                tip: format!("{} conform", thousands(t.conforms)),
            },
            _ => without,
        }
    }

    fn not_applicable() -> Cell {
        Cell {
            class: "n",
            symbol: "n/a",
            tip: "not applicable".to_owned(),
        }
    }

    fn not_tried() -> Cell {
        Cell {
            class: "u",
            symbol: "\u{b7}",
            tip: "not tried".to_owned(),
        }
    }

    /// An op as a whole.
    pub(super) fn of_op(op: &OpResult) -> Cell {
        let tally = &op.verdicts;
        let (cases, bad) = (compared(tally), failed(tally));
        let mut parts = Vec::new();
        for (n, what) in [
            (tally.conforms, "conform"),
            (tally.differs, "differ"),
            (tally.crashed, "crashed"),
            (tally.timed_out, "timed out"),
            (tally.not_traceable, "not traceable"),
            (tally.missing, "with something missing"),
        ] {
            if n > 0 {
                parts.push(format!("{} {what}", thousands(n)));
            }
        }
        let tip = if parts.is_empty() {
            "no case was run".to_owned()
        } else {
            parts.join(", ")
        };
        let (class, symbol) = if bad > 0 {
            ("x", "\u{2717}")
        } else if cases > 0 {
            ("p", "\u{2713}")
        } else {
            ("u", "\u{b7}")
        };
        Cell { class, symbol, tip }
    }
}

impl Page {
    fn new(results: &RunResults) -> Page {
        let summary = Summary::of(results);
        let (new, soft) = (summary.divergences.len(), summary.soft.len());
        // One numbering over the page, so that anchors are unique.
        let cards = |findings: &[&_], from: usize, open: usize| -> Vec<Card> {
            let numbered = findings.iter().enumerate();
            numbered
                .map(|(i, f)| Card::new(from + i + 1, f, i < open))
                .collect()
        };
        let sentence = shortened(&visible_line(&summary.sentence), 1_000);
        Page {
            title: format!("nparity: {}", summary.standing.word()),
            standing: summary.standing,
            word: summary.standing.word(),
            sentence,
            interrupted: results.interrupted,
            about: Circumstances::of(&results.about),
            numbers: numbers(&summary, results),
            subjects: subjects(&summary),
            divergences: cards(&summary.divergences, 0, OPEN),
            soft: cards(&summary.soft, new, 0),
            known: cards(&summary.known, new + soft, 0),
        }
    }
}

fn numbers(summary: &Summary, results: &RunResults) -> Vec<Number> {
    let tally = &summary.tally;
    let cases = compared(tally);
    let mut numbers = Vec::new();
    let mut number = |label, value: String, note: String, bad| {
        numbers.push(Number {
            label,
            value,
            note,
            bad,
        });
    };
    let missing: BTreeSet<&str> = summary
        .subjects
        .iter()
        .flat_map(|s| s.missing().map(|(op, _)| op))
        .collect();
    let note = match missing.len() {
        0 => String::new(),
        n if summary.subjects.len() == 1 => format!("{} missing", thousands(n as u64)),
        n => format!("{} missing somewhere", thousands(n as u64)),
    };
    number("ops", thousands(summary.ops as u64), note, summary.ops == 0);
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rate for readers; a float that is no rate saturates"
    )]
    let rate = match results.about.seconds {
        s if s > 0.0 => format!("{} a second", thousands((cases as f64 / s) as u64)),
        _ => String::new(),
    };
    number("cases", thousands(cases), rate, cases == 0);
    number(
        "not conforming",
        thousands(failed(tally)),
        String::new(),
        failed(tally) > 0,
    );
    let new = summary.divergences.len();
    number(
        "divergences",
        thousands(new as u64),
        match summary.known.len() {
            0 if new == 0 => String::new(),
            0 => "distinct".to_owned(),
            n => format!("distinct; {} more known", thousands(n as u64)),
        },
        new > 0,
    );
    let invalid = invalid_percent(tally);
    number(
        "invalid calls",
        invalid.map_or("n/a".to_owned(), |share| format!("{share:.0} %")),
        format!("{} in which NumPy raises", thousands(tally.raised)),
        false,
    );
    for (label, n) in [("crashed", tally.crashed), ("timed out", tally.timed_out)] {
        if n > 0 {
            number(label, thousands(n), "cases".to_owned(), true);
        }
    }
    if tally.not_traceable > 0 {
        number(
            "not traceable",
            thousands(tally.not_traceable),
            "cases refused".to_owned(),
            false,
        );
    }
    numbers
}

fn subjects(summary: &Summary) -> Vec<Subject> {
    // Where the first divergence of an op and subject is told.
    let told = |subject: &str, op: &str| {
        let all = summary.divergences.iter().chain(&summary.soft);
        all.chain(&summary.known)
            .position(|f| f.op == op && f.subjects.iter().any(|s| s == subject))
            .map(|i| card::id(i + 1))
    };
    let enumerated = summary.subjects.iter().enumerate();
    enumerated
        .map(|(i, subject)| self::subject(i, subject, &told))
        .collect()
}

fn subject(
    number: usize,
    subject: &SubjectSummary,
    told: &dyn Fn(&str, &str) -> Option<String>,
) -> Subject {
    let line = |text: &str| shortened(&visible_line(text), LINE);
    let dtypes = dtypes(&subject.ops);
    let mut families: Vec<Family> = Vec::new();
    let present = subject.ops.iter().filter(|op| op.missing.is_none());
    for op in present {
        let name = line(&op.family);
        let row = row(op, &dtypes, told(subject.name, &op.op));
        match families.iter_mut().find(|f| f.name == name) {
            Some(family) => family.rows.push(row),
            None => families.push(Family {
                name,
                rows: vec![row],
            }),
        }
    }
    let facets = Facet::ALL.iter().map(|facet| FacetHead {
        name: facet.name(),
        soft: facet.is_soft(),
        cell: Cell::of(
            subject.facets.get(facet),
            facet.is_soft(),
            Cell::not_applicable(),
        ),
    });
    let run = subject.ops.iter().filter(|op| compared(&op.verdicts) > 0);
    Subject {
        id: format!("subject-{}", number + 1),
        name: line(subject.name),
        standing: subject.standing,
        word: subject.standing.word(),
        cases: thousands(compared(&subject.tally)),
        ops: thousands(run.count() as u64),
        not_conforming: thousands(failed(&subject.tally)),
        facets: facets.collect(),
        dtypes: dtypes.iter().map(|d| line(d)).collect(),
        families,
        missing: subject
            .missing()
            .map(|(op, reason)| Missing {
                op: line(op),
                reason: line(reason),
            })
            .collect(),
        open: number == 0 || subject.standing != Standing::Conforms,
    }
}

/// The dtypes that any op was tried with, in NumPy's order, then the unknown ones.
fn dtypes(ops: &[&OpResult]) -> Vec<String> {
    let tried: BTreeSet<&String> = ops.iter().flat_map(|op| op.dtypes.keys()).collect();
    let mut sorted: Vec<String> = tried.into_iter().cloned().collect();
    sorted.sort_by_key(|name| DType::parse(name).map_or(DType::COUNT, |d| d as usize));
    sorted
}

fn row(op: &OpResult, dtypes: &[String], finding: Option<String>) -> Row {
    let facets = Facet::ALL.iter().map(|facet| {
        Cell::of(
            op.facets.get(facet),
            facet.is_soft(),
            Cell::not_applicable(),
        )
    });
    let dtypes = dtypes
        .iter()
        .map(|dtype| Cell::of(op.dtypes.get(dtype), false, Cell::not_tried()));
    Row {
        op: shortened(&visible_line(&op.op), LINE),
        finding,
        differs: failed(&op.verdicts) > 0,
        cases: Cell::of_op(op),
        facets: facets.collect(),
        dtypes: dtypes.collect(),
        invalid: invalid_percent(&op.verdicts)
            .map_or("n/a".to_owned(), |share| format!("{share:.0} %")),
        policy: shortened(&visible_line(&op.policy), LINE),
        worst_ulp: op.worst_ulp.map_or(String::new(), |ulp| {
            format!("{ulp:.3}")
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned()
        }),
    }
}
