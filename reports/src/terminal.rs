//! The plain text summary at the end of a run.

use crate::summary::{compared, failed, invalid_percent};
use crate::text::{count, program, shortened, side_by_side, thousands, visible, visible_line};
use crate::{Standing, SubjectSummary, Summary};
use anstyle::{AnsiColor, Effects, Style};
use nparity_harness::Facet;
use nparity_harness::results::{FacetTally, Finding, RunResults};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// Divergences that are shown with their smallest programs.
const SHOWN: usize = 3;
/// Differing ops that are listed per subject.
const SHOWN_OPS: usize = 30;
/// Characters of a line.
const LINE: usize = 200;

/// Whether ANSI colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Plain text.
    Never,
    /// ANSI escapes.
    Always,
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().effects(Effects::DIMMED);
const BOLD: Style = Style::new().effects(Effects::BOLD);
const PLAIN: Style = Style::new();

/// The results for a terminal: totals by facet and subject, the ops that differ, the first divergences
/// with their smallest programs, and the verdict as the last line.
pub fn summary(results: &RunResults, colour: Colour) -> String {
    let summary = Summary::of(results);
    let paint = Painter { colour };
    let mut text = String::new();
    if !summary.subjects.is_empty() {
        totals(&mut text, &summary.subjects, paint);
    }
    for subject in &summary.subjects {
        differing(&mut text, subject, paint);
    }
    for (i, finding) in summary.divergences.iter().take(SHOWN).enumerate() {
        show(&mut text, i + 1, finding, paint);
    }
    if summary.divergences.len() > SHOWN {
        let more = summary.divergences.len() - SHOWN;
        let _ = writeln!(text, "... and {more} more divergences: see the report\n");
    }
    if results.interrupted {
        let line = "interrupted: this is what was found until then";
        let _ = writeln!(text, "{}", paint.with(DOUBTFUL, line));
    }
    let style = match summary.standing {
        Standing::Conforms => GOOD,
        Standing::Interrupted => DOUBTFUL,
        Standing::Empty | Standing::Differs => BAD,
    };
    let sentence = visible_line(&summary.sentence);
    let _ = writeln!(text, "{}", paint.with(style | Effects::BOLD, &sentence));
    text
}

#[derive(Clone, Copy)]
struct Painter {
    colour: Colour,
}

impl Painter {
    fn with(self, style: Style, text: &str) -> String {
        match self.colour {
            Colour::Never => text.to_owned(),
            Colour::Always => format!("{style}{text}{style:#}"),
        }
    }
}

struct Cell {
    text: String,
    style: Style,
}

fn cell(style: Style, text: impl Into<String>) -> Cell {
    let text = text.into();
    Cell { text, style }
}

fn number(n: u64, style: Style) -> Cell {
    cell(if n == 0 { FAINT } else { style }, thousands(n))
}

/// Rows of cells, the first column to the left, the others to the right.
fn table(text: &mut String, rows: &[Vec<Cell>], paint: Painter) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|i| {
            rows.iter()
                .filter_map(|r| r.get(i))
                .map(|c| c.text.width())
                .max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    for row in rows {
        for (
            i,
            Cell {
                text: content,
                style,
            },
        ) in row.iter().enumerate()
        {
            let space = " ".repeat(widths[i] - content.width());
            let painted = paint.with(*style, content);
            match (i, i + 1 == row.len()) {
                (0, true) => text.push_str(&painted),
                (0, false) => text.extend([painted.as_str(), &space]),
                _ => text.extend(["  ", &space, &painted]),
            }
        }
        text.push('\n');
    }
    text.push('\n');
}

fn totals(text: &mut String, subjects: &[SubjectSummary], paint: Painter) {
    let mut rows = Vec::new();
    let mut row = |label: &str, of: &dyn Fn(&SubjectSummary) -> Cell| {
        let mut cells = vec![cell(PLAIN, label)];
        cells.extend(subjects.iter().map(of));
        rows.push(cells);
    };
    row("", &|s| cell(BOLD, shortened(&visible_line(s.name), LINE)));
    row("ops", &|s| {
        let run = s.ops.iter().filter(|op| compared(&op.verdicts) > 0);
        number(run.count() as u64, PLAIN)
    });
    row("missing ops", &|s| {
        number(s.missing().count() as u64, DOUBTFUL)
    });
    row("cases", &|s| match compared(&s.tally) {
        0 => cell(BAD, "0"),
        n => number(n, PLAIN),
    });
    row("invalid calls", &|s| match invalid_percent(&s.tally) {
        Some(share) => cell(PLAIN, format!("{share:.0} %")),
        None => cell(FAINT, "n/a"),
    });
    for facet in Facet::ALL {
        let label = if facet.is_soft() {
            format!("{facet} (soft)")
        } else {
            facet.to_string()
        };
        row(&label, &|s| facet_cell(*facet, s.facets.get(facet)));
    }
    for (label, of) in [
        (
            "crashed",
            (|s| s.tally.crashed) as fn(&SubjectSummary) -> u64,
        ),
        ("timed out", |s| s.tally.timed_out),
        ("not traceable", |s| s.tally.not_traceable),
        ("known divergences", |s| s.known as u64),
    ] {
        if subjects.iter().any(|s| of(s) > 0) {
            row(label, &|s| number(of(s), DOUBTFUL));
        }
    }
    row("verdict", &|s| {
        let style = match s.standing {
            Standing::Conforms => GOOD,
            Standing::Interrupted => DOUBTFUL,
            Standing::Empty | Standing::Differs => BAD,
        };
        cell(style, s.standing.word())
    });
    table(text, &rows, paint);
}

fn facet_cell(facet: Facet, tally: Option<&FacetTally>) -> Cell {
    match tally {
        None => cell(FAINT, "n/a"),
        Some(t) if t.differs == 0 => cell(GOOD, "ok"),
        Some(t) => cell(
            if facet.is_soft() { DOUBTFUL } else { BAD },
            format!("{} differ", thousands(t.differs)),
        ),
    }
}

/// The ops of a subject that do not conform, with the facets in which any of them differs.
fn differing(text: &mut String, subject: &SubjectSummary, paint: Painter) {
    let ops: Vec<_> = subject.differing().collect();
    if ops.is_empty() {
        return;
    }
    let differs = |facet: &Facet| {
        ops.iter()
            .any(|op| op.facets.get(facet).is_some_and(|t| t.differs > 0))
    };
    let facets: Vec<Facet> = Facet::ALL.iter().copied().filter(differs).collect();
    let mut heading = vec![cell(
        BOLD,
        format!("{} differs in", visible_line(subject.name)),
    )];
    heading.push(cell(BOLD, "cases"));
    heading.extend(facets.iter().map(|f| cell(BOLD, f.name())));
    for (any, name) in [
        (subject.tally.crashed > 0, "crashed"),
        (subject.tally.timed_out > 0, "timed out"),
    ] {
        if any {
            heading.push(cell(BOLD, name));
        }
    }
    let mut rows = vec![heading];
    for op in ops.iter().take(SHOWN_OPS) {
        let tally = &op.verdicts;
        let mut row = vec![
            cell(PLAIN, shortened(&visible_line(&op.op), LINE)),
            cell(
                PLAIN,
                format!(
                    "{} of {}",
                    thousands(failed(tally)),
                    thousands(compared(tally))
                ),
            ),
        ];
        row.extend(facets.iter().map(|f| match op.facets.get(f) {
            None => cell(FAINT, "n/a"),
            Some(t) => number(t.differs, if f.is_soft() { DOUBTFUL } else { BAD }),
        }));
        if subject.tally.crashed > 0 {
            row.push(number(tally.crashed, BAD));
        }
        if subject.tally.timed_out > 0 {
            row.push(number(tally.timed_out, BAD));
        }
        rows.push(row);
    }
    if ops.len() > SHOWN_OPS {
        rows.push(vec![cell(
            FAINT,
            format!("... and {} more", ops.len() - SHOWN_OPS),
        )]);
    }
    table(text, &rows, paint);
}

fn show(text: &mut String, n: usize, finding: &Finding, paint: Painter) {
    let headline = format!(
        "{n}. {} ({}): {}",
        shortened(&visible_line(&finding.op), LINE),
        finding.facet,
        shortened(&visible_line(&finding.summary), LINE)
    );
    let _ = writeln!(text, "{}", paint.with(BOLD, &headline));
    let subjects: Vec<String> = finding.subjects.iter().map(|s| visible_line(s)).collect();
    let _ = writeln!(
        text,
        "   in {} of {}",
        count(finding.count, "case", "cases"),
        subjects.join(", ")
    );
    for line in visible(&program(&finding.program)).lines() {
        let _ = writeln!(text, "     {}", shortened(line, LINE));
    }
    for row in side_by_side(&finding.expected, finding.got.as_ref()) {
        if row.differs {
            let shown = |side: &str| shortened(&visible(side).replace('\n', "; "), LINE);
            let _ = writeln!(text, "   {}", row.label);
            let _ = writeln!(
                text,
                "     expected  {}",
                paint.with(GOOD, &shown(&row.expected))
            );
            let _ = writeln!(text, "     got       {}", paint.with(BAD, &shown(&row.got)));
        }
    }
    if let Some(file) = &finding.corpus {
        let _ = writeln!(
            text,
            "   corpus file {}",
            shortened(&visible_line(file), LINE)
        );
    }
    text.push('\n');
}
