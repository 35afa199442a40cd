//! A short summary in Markdown, for pull requests and job pages.

use crate::summary::{compared, failed, invalid_percent};
use crate::text::{count, script, shortened, thousands, visible, visible_line};
use crate::{Standing, Summary};
use nparity_harness::results::{Finding, RunResults};
use std::fmt::Write as _;

/// Divergences that are shown in full; job pages have limits.
const SHOWN: usize = 20;
/// Characters of a line of text.
const LINE: usize = 300;

/// The results as Markdown.
pub fn summary(results: &RunResults) -> String {
    let summary = Summary::of(results);
    let mut text = String::new();
    let mark = match summary.standing {
        Standing::Conforms => "\u{2705}",
        Standing::Interrupted => "\u{26a0}\u{fe0f}",
        Standing::Empty | Standing::Differs => "\u{274c}",
    };
    let _ = writeln!(text, "## {mark} {}\n", inline(&summary.sentence));
    if results.interrupted {
        let _ = writeln!(
            text,
            "**Interrupted**: this is what was found until then.\n"
        );
    }
    let about = &results.about;
    let _ = writeln!(
        text,
        "{}, nparity {}, seed {}, {:.1} s\n",
        inline(&about.oracle),
        inline(&about.version),
        about.seed,
        about.seconds
    );
    if !summary.subjects.is_empty() {
        text.push_str("| subject | verdict | ops | missing | cases | invalid | not conforming |\n");
        text.push_str("| --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
        for subject in &summary.subjects {
            let ops = subject.ops.iter().filter(|op| compared(&op.verdicts) > 0);
            let invalid = invalid_percent(&subject.tally)
                .map_or_else(|| "n/a".to_owned(), |share| format!("{share:.0} %"));
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {invalid} | {} |",
                inline(subject.name),
                subject.standing.word(),
                ops.count(),
                subject.missing().count(),
                thousands(compared(&subject.tally)),
                thousands(failed(&subject.tally)),
            );
        }
        text.push('\n');
    }
    section(&mut text, "Divergences", &summary.divergences);
    list(&mut text, "Known divergences", &summary.known);
    list(&mut text, "Soft differences", &summary.soft);
    for subject in &summary.subjects {
        let missing: Vec<String> = subject.missing().map(|(op, _)| inline(op)).collect();
        if !missing.is_empty() {
            let _ = writeln!(
                text,
                "**Missing in {}**: {}\n",
                inline(subject.name),
                missing.join(", ")
            );
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn section(text: &mut String, title: &str, findings: &[&Finding]) {
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(text, "### {title} ({})\n", findings.len());
    for finding in findings.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "**{}** ({}): {}\n",
            inline(&finding.op),
            finding.facet,
            inline(&finding.summary)
        );
        let subjects: Vec<String> = finding.subjects.iter().map(|s| inline(s)).collect();
        let _ = write!(
            text,
            "In {} of {}",
            count(finding.count, "case", "cases"),
            subjects.join(", ")
        );
        if let Some(file) = &finding.corpus {
            let _ = write!(text, "; corpus file {}", inline(file));
        }
        text.push_str("\n\n");
        fenced(text, "python", &visible(&script(finding)));
    }
    if findings.len() > SHOWN {
        let _ = writeln!(text, "... and {} more\n", findings.len() - SHOWN);
    }
}

fn list(text: &mut String, title: &str, findings: &[&Finding]) {
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(text, "### {title} ({})\n", findings.len());
    for finding in findings.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "- {}: {}",
            inline(&finding.op),
            inline(&finding.summary)
        );
    }
    if findings.len() > SHOWN {
        let _ = writeln!(text, "- ... and {} more", findings.len() - SHOWN);
    }
    text.push('\n');
}

/// A code block whose fence is longer than any run of backticks inside.
fn fenced(text: &mut String, language: &str, code: &str) {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(text, "{fence}{language}\n{}\n{fence}\n", code.trim_end());
}

/// Text that Markdown and HTML leave as it is, on one line.
fn inline(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in shortened(&visible_line(text), LINE).chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // `@name` would notify somebody.
            '@' => escaped.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
