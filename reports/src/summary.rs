//! The verdict of a run and the totals that every report shows.

use crate::text::{count, thousands};
use nparity_harness::Facet;
use nparity_harness::results::{FacetTally, Finding, OpResult, RunResults, Tally};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How a run, or one subject in it, stands. The order is that of gravity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Every case conforms.
    Conforms,
    /// No divergence so far, but the run did not come to its end.
    Interrupted,
    /// No case was run: an error, not a pass.
    Empty,
    /// Some case differs, crashed or timed out, and it is not known already.
    Differs,
}

impl Standing {
    /// Whether a run that stands so may be called a success.
    pub const fn is_success(self) -> bool {
        matches!(self, Standing::Conforms)
    }

    /// One word for tables.
    pub const fn word(self) -> &'static str {
        match self {
            Standing::Conforms => "conforms",
            Standing::Interrupted => "interrupted",
            Standing::Empty => "no cases",
            Standing::Differs => "differs",
        }
    }
}

/// The totals of one subject.
#[derive(Clone, PartialEq, Debug)]
pub struct SubjectSummary<'a> {
    /// Its name.
    pub name: &'a str,
    /// How it stands.
    pub standing: Standing,
    /// Its ops, in the order of the results.
    pub ops: Vec<&'a OpResult>,
    /// Verdicts over all ops.
    pub tally: Tally,
    /// Facets over all ops, where they apply.
    pub facets: BTreeMap<Facet, FacetTally>,
    /// Its new divergences.
    pub divergences: usize,
    /// Its divergences that the corpus lists as known.
    pub known: usize,
    /// Its soft differences.
    pub soft: usize,
}

/// The totals of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary<'a> {
    /// How the run stands: as its worst subject does.
    pub standing: Standing,
    /// The verdict in one sentence.
    pub sentence: String,
    /// Verdicts over all subjects.
    pub tally: Tally,
    /// Distinct ops of which some case was compared.
    pub ops: usize,
    /// One entry per subject.
    pub subjects: Vec<SubjectSummary<'a>>,
    /// New divergences.
    pub divergences: Vec<&'a Finding>,
    /// Divergences that the corpus lists as known.
    pub known: Vec<&'a Finding>,
    /// Soft differences: reported, never a failure.
    pub soft: Vec<&'a Finding>,
}

/// Cases that were compared: what is missing or could not be traced was not.
pub fn compared(tally: &Tally) -> u64 {
    tally.conforms + failed(tally)
}

/// Cases that do not conform.
pub fn failed(tally: &Tally) -> u64 {
    tally.differs + tally.crashed + tally.timed_out
}

/// The share of compared cases in which NumPy itself raised, in percent; `None` without cases.
pub fn invalid_percent(tally: &Tally) -> Option<f64> {
    let cases = compared(tally);
    #[expect(clippy::cast_precision_loss, reason = "a percentage for readers")]
    (cases > 0).then(|| 100.0 * tally.raised as f64 / cases as f64)
}

fn add(sum: &mut Tally, more: &Tally) {
    sum.conforms += more.conforms;
    sum.differs += more.differs;
    sum.missing += more.missing;
    sum.not_traceable += more.not_traceable;
    sum.crashed += more.crashed;
    sum.timed_out += more.timed_out;
    sum.raised += more.raised;
}

impl SubjectSummary<'_> {
    /// The ops that it does not have, with the reasons.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str)> {
        self.ops
            .iter()
            .filter_map(|op| Some((op.op.as_str(), op.missing.as_deref()?)))
    }

    /// The ops of which some case does not conform.
    pub fn differing(&self) -> impl Iterator<Item = &OpResult> {
        self.ops
            .iter()
            .copied()
            .filter(|op| failed(&op.verdicts) > 0)
    }
}

impl<'a> SubjectSummary<'a> {
    fn of(name: &'a str, results: &'a RunResults) -> SubjectSummary<'a> {
        let ops: Vec<&OpResult> = results.ops.iter().filter(|op| op.subject == name).collect();
        let mut tally = Tally::default();
        let mut facets = BTreeMap::<Facet, FacetTally>::new();
        for op in &ops {
            add(&mut tally, &op.verdicts);
            for (facet, count) in &op.facets {
                let sum = facets.entry(*facet).or_default();
                sum.conforms += count.conforms;
                sum.differs += count.differs;
            }
        }
        facets.retain(|_, count| count.conforms + count.differs > 0);
        let (mut divergences, mut known, mut soft) = (0, 0, 0);
        let mine = |f: &&Finding| f.subjects.iter().any(|s| s == name);
        for finding in results.findings.iter().filter(mine) {
            match Class::of(finding) {
                Class::New => divergences += 1,
                Class::Known => known += 1,
                Class::Soft => soft += 1,
            }
        }
        // Cases that differ although no finding tells of this subject are not excused by what is known.
        let unexplained = tally.differs > 0 && known == 0;
        let standing = if divergences > 0 || tally.crashed + tally.timed_out > 0 || unexplained {
            Standing::Differs
        } else if compared(&tally) == 0 {
            Standing::Empty
        } else if results.interrupted {
            Standing::Interrupted
        } else {
            Standing::Conforms
        };
        SubjectSummary {
            name,
            standing,
            ops,
            tally,
            facets,
            divergences,
            known,
            soft,
        }
    }
}

enum Class {
    New,
    Known,
    Soft,
}

impl Class {
    fn of(finding: &Finding) -> Class {
        if finding.facet.is_soft() {
            Class::Soft
        } else if finding.known {
            Class::Known
        } else {
            Class::New
        }
    }
}

impl<'a> Summary<'a> {
    /// The totals of these results.
    pub fn of(results: &'a RunResults) -> Summary<'a> {
        let mut names: Vec<&str> = Vec::new();
        let of_findings = results.findings.iter().flat_map(|f| &f.subjects);
        let of_ops = results.ops.iter().map(|op| &op.subject);
        for name in results
            .about
            .subjects
            .iter()
            .chain(of_ops)
            .chain(of_findings)
        {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let subjects: Vec<SubjectSummary> = names
            .into_iter()
            .map(|name| SubjectSummary::of(name, results))
            .collect();
        let mut tally = Tally::default();
        subjects.iter().for_each(|s| add(&mut tally, &s.tally));
        let ops: BTreeSet<&str> = results
            .ops
            .iter()
            .filter(|op| compared(&op.verdicts) > 0)
            .map(|op| op.op.as_str())
            .collect();
        let (mut divergences, mut known, mut soft) = (Vec::new(), Vec::new(), Vec::new());
        for finding in &results.findings {
            match Class::of(finding) {
                Class::New => divergences.push(finding),
                Class::Known => known.push(finding),
                Class::Soft => soft.push(finding),
            }
        }
        let worst = subjects.iter().map(|s| s.standing).max();
        let mut standing = worst.unwrap_or(Standing::Empty);
        if !divergences.is_empty() {
            standing = Standing::Differs;
        }
        let mut summary = Summary {
            standing,
            sentence: String::new(),
            tally,
            ops: ops.len(),
            subjects,
            divergences,
            known,
            soft,
        };
        summary.sentence = summary.verdict(&numpy(&results.about.oracle));
        summary
    }

    fn verdict(&self, numpy: &str) -> String {
        let named = |standing: Standing| -> Vec<&str> {
            let those = self.subjects.iter().filter(|s| s.standing == standing);
            those.map(|s| s.name).collect()
        };
        let cases = count(compared(&self.tally), "case", "cases");
        let ops = count(self.ops as u64, "op", "ops");
        match self.standing {
            Standing::Conforms => {
                let names = named(Standing::Conforms);
                let verb = if names.len() == 1 {
                    "conforms"
                } else {
                    "conform"
                };
                let missing: BTreeSet<&str> = self
                    .subjects
                    .iter()
                    .flat_map(|s| s.missing().map(|(op, _)| op))
                    .collect();
                let missing = match missing.len() as u64 {
                    0 => String::new(),
                    n => format!(" ({} missing)", count(n, "op", "ops")),
                };
                let known = match self.known.len() as u64 {
                    0 => String::new(),
                    n => format!(
                        ", but for {}",
                        count(n, "known divergence", "known divergences")
                    ),
                };
                format!(
                    "{} {verb} to {numpy} in {cases} over {ops}{missing}{known}",
                    list(&names)
                )
            }
            Standing::Interrupted => {
                format!("Interrupted: no divergence from {numpy} in the first {cases} over {ops}")
            }
            Standing::Empty => {
                let names = named(Standing::Empty);
                let on = if names.is_empty() {
                    String::new()
                } else {
                    format!(" on {}", list(&names))
                };
                format!("No case was run{on}: nothing was measured, so nothing passes")
            }
            Standing::Differs => {
                let names = named(Standing::Differs);
                let verb = if names.len() == 1 {
                    "differs"
                } else {
                    "differ"
                };
                let differing: BTreeSet<&str> = self
                    .subjects
                    .iter()
                    .flat_map(|s| s.differing().map(|op| op.op.as_str()))
                    .collect();
                let mut parts = Vec::new();
                let mut part = |n: u64, one, many| {
                    if n > 0 {
                        parts.push(count(n, one, many));
                    }
                };
                part(self.divergences.len() as u64, "divergence", "divergences");
                part(self.tally.crashed, "crash", "crashes");
                part(self.tally.timed_out, "timeout", "timeouts");
                if parts.is_empty() {
                    parts.push(count(self.tally.differs, "case differs", "cases differ"));
                }
                format!(
                    "{} {verb} from {numpy}: {} in {} of {ops}, {} of {cases}",
                    list(&names),
                    parts.join(", "),
                    thousands(differing.len() as u64),
                    thousands(failed(&self.tally)),
                )
            }
        }
    }
}

/// `NumPy 2.4.6` out of the oracle's description; `NumPy` if it says no version.
fn numpy(oracle: &str) -> String {
    let version = oracle.split_once("NumPy ").map(|(_, rest)| {
        rest.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '+')))
            .next()
            .unwrap_or_default()
            .trim_end_matches('.')
    });
    match version {
        Some(version) if version.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("NumPy {version}")
        }
        _ => "NumPy".to_owned(),
    }
}

fn list(names: &[&str]) -> String {
    match names {
        [] => "the run".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_in_the_description() {
        assert_eq!(numpy("NumPy 2.4.6, Python 3.11.2"), "NumPy 2.4.6");
        assert_eq!(numpy("default: NumPy 2.5.0rc1 (AVX2)"), "NumPy 2.5.0rc1");
        assert_eq!(numpy("NumPy, some version"), "NumPy");
        assert_eq!(numpy(""), "NumPy");
    }
}
