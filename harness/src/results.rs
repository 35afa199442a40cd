//! What a run found: the data that every report is made from.

use crate::Facet;
use nparity_model::{Outcome, Program};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything about one run; written as JSON, rendered as HTML and JUnit.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunResults {
    /// When, with what.
    pub about: About,
    /// One entry per op and subject, in op order.
    pub ops: Vec<OpResult>,
    /// Distinct divergences, one per failure signature.
    pub findings: Vec<Finding>,
    /// The run was interrupted and holds what was found until then.
    pub interrupted: bool,
}

/// The circumstances of a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct About {
    /// `nparity` version.
    pub version: String,
    /// The oracle's [`crate::Oracle::describe`].
    pub oracle: String,
    /// Subjects, by name.
    pub subjects: Vec<String>,
    /// The seed of the plan.
    pub seed: u64,
    /// Cases planned per op.
    pub cases_per_op: usize,
    /// Start, RFC 3339 in UTC.
    pub started: String,
    /// Wall time in seconds.
    pub seconds: f64,
    /// The command line.
    pub command: String,
}

/// One op on one subject.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OpResult {
    /// NumPy's name.
    pub op: String,
    /// The spec's family, for grouping: `ufunc`, `reduction`, `indexing`, ...
    pub family: String,
    /// The subject.
    pub subject: String,
    /// Why the subject does not have it, if it does not.
    pub missing: Option<String>,
    /// The value policy in words: `exact`, `2 ulp (f8), 4 ulp (f4)`.
    pub policy: String,
    /// Verdict counts over all cases.
    pub verdicts: Tally,
    /// Per facet, where it applies.
    pub facets: BTreeMap<Facet, FacetTally>,
    /// Per dtype of the first array argument (name of the dtype).
    pub dtypes: BTreeMap<String, FacetTally>,
    /// Largest ULP error seen within budget, if the policy has one.
    pub worst_ulp: Option<f64>,
}

/// Counts of verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the verdicts")]
pub struct Tally {
    pub conforms: u64,
    pub differs: u64,
    pub missing: u64,
    pub not_traceable: u64,
    pub crashed: u64,
    pub timed_out: u64,
    /// Cases in which NumPy itself raised: how much of the invalid space was tried.
    pub raised: u64,
}

/// Counts of one facet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FacetTally {
    pub conforms: u64,
    pub differs: u64,
}

/// One distinct divergence, with its smallest case.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What makes it this divergence and no other; cases with equal signatures are one finding.
    pub signature: String,
    /// The op of the statement that differs.
    pub op: String,
    /// The first facet that differs.
    pub facet: Facet,
    /// Subjects that show it.
    pub subjects: Vec<String>,
    /// How many cases showed it.
    pub count: u64,
    /// The shrunk program.
    pub program: Program,
    /// NumPy's outcome of it.
    pub expected: Outcome,
    /// The subject's, if it gave one.
    pub got: Option<Outcome>,
    /// What differs, in one line: `value of v2[3]: expected -0.0, got 0.0`.
    pub summary: String,
    /// All differences, one line each.
    pub differences: Vec<String>,
    /// A Python script that shows it on NumPy.
    pub python: String,
    /// Rust code that shows it on the subject, where the subject can print itself.
    pub rust: Option<String>,
    /// The corpus file, if it was written.
    pub corpus: Option<String>,
    /// The traced graph as an FX table, from subjects that trace.
    pub graph: Option<String>,
    /// True if it comes from a corpus entry of status `known`.
    pub known: bool,
}
