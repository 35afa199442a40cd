//! Findings as the templates show them.

use crate::text::{Row, program, shortened, side_by_side, thousands, visible, visible_line};
use nparity_harness::results::Finding;
use serde::Serialize;

/// Characters of a headline, of a cell and of other one-line texts.
const LINE: usize = 300;
/// Characters of an outcome's cell.
const CELL: usize = 6_000;
/// Lines of differences.
const DIFFERENCES: usize = 100;

/// One finding.
#[derive(Serialize)]
pub(super) struct Card {
    id: String,
    op: String,
    facet: &'static str,
    summary: String,
    /// The whole summary, if the headline does not show it.
    rest: Option<String>,
    subjects: Vec<String>,
    count: String,
    program: String,
    subject_gave_nothing: bool,
    rows: Vec<Row>,
    differences: Vec<String>,
    python: Option<String>,
    rust: Option<String>,
    corpus: Option<String>,
    graph: Option<String>,
    signature: String,
    open: bool,
}

impl Card {
    /// A card with this number on its page.
    pub(super) fn new(number: usize, finding: &Finding, open: bool) -> Card {
        let line = |text: &str| shortened(&visible_line(text), LINE);
        let summary = line(&finding.summary);
        let whole = visible_line(&finding.summary);
        let rows = side_by_side(&finding.expected, finding.got.as_ref());
        let rows = rows.into_iter().map(|row| Row {
            label: row.label,
            expected: shortened(&visible(&row.expected), CELL),
            got: shortened(&visible(&row.got), CELL),
            differs: row.differs,
        });
        let mut differences: Vec<String> = finding
            .differences
            .iter()
            .filter(|d| **d != finding.summary)
            .take(DIFFERENCES)
            .map(|d| line(d))
            .collect();
        if finding.differences.len() > DIFFERENCES {
            let more = finding.differences.len() - DIFFERENCES;
            differences.push(format!("... and {} more", thousands(more as u64)));
        }
        Card {
            id: id(number),
            op: line(&finding.op),
            facet: finding.facet.name(),
            rest: (whole != summary).then_some(whole),
            summary,
            subjects: finding.subjects.iter().map(|s| line(s)).collect(),
            count: thousands(finding.count),
            program: visible(&program(&finding.program)),
            subject_gave_nothing: finding.got.is_none(),
            rows: rows.collect(),
            differences,
            python: Some(visible(&finding.python)).filter(|text| !text.trim().is_empty()),
            rust: finding.rust.as_deref().map(visible),
            corpus: finding.corpus.as_deref().map(visible_line),
            graph: finding.graph.as_deref().map(visible),
            signature: line(&finding.signature),
            open,
        }
    }
}

/// The anchor of the finding with this number.
pub(super) fn id(number: usize) -> String {
    format!("finding-{number}")
}
