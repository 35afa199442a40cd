//! JUnit XML: a test suite per subject, a test case per op.

use crate::summary::{compared, failed};
use crate::text::{script, shortened, thousands, visible, visible_line};
use crate::{ReportError, Standing, SubjectSummary, Summary};
use nparity_harness::results::{Finding, OpResult, RunResults};
use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeSet;

/// Characters of a failure's message; viewers show it on one line.
const MESSAGE: usize = 500;

/// The results as JUnit XML.
///
/// # Errors
/// If the XML writer fails.
pub fn xml(results: &RunResults) -> Result<String, ReportError> {
    let summary = Summary::of(results);
    let mut report = Report::new("nparity");
    for subject in &summary.subjects {
        report.add_test_suite(suite(subject, results));
    }
    if summary.subjects.is_empty() {
        let mut suite = TestSuite::new("nparity");
        suite.add_test_case(no_case("run"));
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}

fn suite(subject: &SubjectSummary, results: &RunResults) -> TestSuite {
    let mut suite = TestSuite::new(visible_line(subject.name));
    let about = &results.about;
    suite.add_property(Property::new("oracle", visible_line(&about.oracle)));
    suite.add_property(Property::new("seed", about.seed.to_string()));
    suite.add_property(Property::new("nparity", visible_line(&about.version)));
    if results.interrupted {
        suite.add_property(("interrupted", "true"));
    }
    let mut named = BTreeSet::new();
    for op in &subject.ops {
        named.insert(op.op.as_str());
        let findings = findings(results, subject.name, &op.op);
        suite.add_test_case(case(subject.name, op, &findings));
    }
    // A statement beside the op under test may be the one that differs.
    let others: BTreeSet<&str> = results
        .findings
        .iter()
        .filter(|f| f.subjects.iter().any(|s| s == subject.name))
        .map(|f| f.op.as_str())
        .filter(|op| !named.contains(op))
        .collect();
    for op in others {
        let op = OpResult {
            op: op.to_owned(),
            subject: subject.name.to_owned(),
            ..OpResult::default()
        };
        let findings = findings(results, subject.name, &op.op);
        suite.add_test_case(case(subject.name, &op, &findings));
    }
    if subject.standing == Standing::Empty {
        suite.add_test_case(no_case(subject.name));
    }
    suite
}

fn findings<'a>(results: &'a RunResults, subject: &str, op: &str) -> Vec<&'a Finding> {
    let of_both = |f: &&Finding| f.op == op && f.subjects.iter().any(|s| s == subject);
    results.findings.iter().filter(of_both).collect()
}

fn no_case(name: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message("no case was run: nothing was measured, so nothing passes");
    let mut case = TestCase::new("(no cases)", status);
    case.set_classname(visible_line(name));
    case
}

fn case(subject: &str, op: &OpResult, findings: &[&Finding]) -> TestCase {
    let fails = |f: &&&Finding| !f.known && !f.facet.is_soft();
    let new: Vec<&Finding> = findings.iter().filter(fails).copied().collect();
    let known = findings.iter().any(|f| f.known && !f.facet.is_soft());
    let tally = &op.verdicts;
    let status = if !new.is_empty() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(format!("differs:{}", new[0].facet));
        let more = match new.len() {
            1 => String::new(),
            n => format!(" (and {} more)", n - 1),
        };
        let message = shortened(&visible_line(&new[0].summary), MESSAGE);
        status.set_message(format!("{message}{more}"));
        let texts: Vec<String> = new.iter().map(|f| description(f)).collect();
        status.set_description(texts.join("\n"));
        status
    } else if tally.crashed + tally.timed_out > 0 || (tally.differs > 0 && !known) {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type("differs");
        status.set_message(format!(
            "{} of {} cases do not conform: {} differ, {} crashed, {} timed out",
            thousands(failed(tally)),
            thousands(compared(tally)),
            thousands(tally.differs),
            thousands(tally.crashed),
            thousands(tally.timed_out)
        ));
        status
    } else if let Some(reason) = &op.missing {
        skipped(format!("missing: {}", visible_line(reason)))
    } else if compared(tally) == 0 {
        skipped(match tally.not_traceable {
            0 => "no case was run".to_owned(),
            n => format!("no case could be traced ({} tried)", thousands(n)),
        })
    } else {
        TestCaseStatus::success()
    };
    let mut case = TestCase::new(visible_line(&op.op), status);
    case.set_classname(visible_line(subject));
    case.add_property(Property::new("cases", compared(tally).to_string()));
    case.add_property(Property::new("invalid_calls", tally.raised.to_string()));
    let excused: Vec<String> = findings
        .iter()
        .filter(|f| !fails(f))
        .map(|f| {
            let kind = if f.known { "known" } else { "soft" };
            format!("{kind}: {}", visible_line(&f.summary))
        })
        .collect();
    if !excused.is_empty() {
        case.set_system_out(excused.join("\n"));
    }
    case
}

fn skipped(reason: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(reason);
    status
}

fn description(finding: &Finding) -> String {
    let mut text = format!("{}\n", visible_line(&finding.summary));
    for difference in finding
        .differences
        .iter()
        .filter(|d| **d != finding.summary)
    {
        text.push_str(&format!("  {}\n", visible_line(difference)));
    }
    if let Some(file) = &finding.corpus {
        text.push_str(&format!("corpus: {}\n", visible_line(file)));
    }
    text.push('\n');
    text.push_str(&visible(&script(finding)));
    text
}
