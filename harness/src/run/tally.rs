//! Counts and witnesses: what a worker keeps of its cases.
//!
//! Everything here merges commutatively, so threads may be merged in any order.

use crate::results::{FacetTally, OpResult, Tally};
use crate::{Facet, FacetSet};
use nparity_model::DType;
use std::collections::BTreeMap;

/// What one worker saw, or several together.
#[derive(Clone, Debug)]
pub struct Seen {
    /// By op, then by subject.
    pub counts: Vec<Counts>,
    /// By failure signature.
    pub witnesses: BTreeMap<String, Witness>,
    subjects: usize,
}

/// One op on one subject.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Counts {
    /// Verdicts.
    pub verdicts: Tally,
    facets: [FacetTally; Facet::ALL.len()],
    dtypes: [FacetTally; DType::COUNT],
    worst_ulp: Option<f64>,
    /// The least case that the subject cannot run, and why.
    missing: Option<(u64, String)>,
}

/// The least case that shows a failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The op and the index of its case.
    pub case: (usize, u64),
    /// The first subject that shows it there.
    pub subject: usize,
    /// All subjects that show it somewhere, in order.
    pub subjects: Vec<usize>,
    /// How many cases show it, counted per subject.
    pub count: u64,
}

impl Seen {
    /// Nothing yet.
    pub fn new(ops: usize, subjects: usize) -> Seen {
        Seen {
            counts: vec![Counts::default(); ops * subjects],
            witnesses: BTreeMap::new(),
            subjects,
        }
    }

    /// The counts of an op on a subject.
    pub fn of(&mut self, op: usize, subject: usize) -> &mut Counts {
        &mut self.counts[op * self.subjects + subject]
    }

    /// A case that failed.
    pub fn witness(&mut self, signature: String, case: (usize, u64), subject: usize) {
        let new = Witness {
            case,
            subject,
            subjects: vec![subject],
            count: 1,
        };
        match self.witnesses.entry(signature) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(new);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => entry.get_mut().merge(new),
        }
    }

    /// Adds what another worker saw.
    pub fn merge(&mut self, other: Seen) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            mine.merge(theirs);
        }
        for (signature, theirs) in other.witnesses {
            match self.witnesses.get_mut(&signature) {
                Some(mine) => mine.merge(theirs),
                None => {
                    self.witnesses.insert(signature, theirs);
                }
            }
        }
    }
}

impl Witness {
    fn merge(&mut self, other: Witness) {
        self.count += other.count;
        if (other.case, other.subject) < (self.case, self.subject) {
            self.case = other.case;
            self.subject = other.subject;
        }
        for subject in other.subjects {
            if let Err(at) = self.subjects.binary_search(&subject) {
                self.subjects.insert(at, subject);
            }
        }
    }
}

impl Counts {
    /// A case that the subject cannot run.
    pub fn missing(&mut self, index: u64, why: &str) {
        self.verdicts.missing += 1;
        if self
            .missing
            .as_ref()
            .is_none_or(|(least, _)| index < *least)
        {
            self.missing = Some((index, why.to_owned()));
        }
    }

    /// A case without an outcome differs for its dtype; there is no facet to count.
    pub fn dead(&mut self, dtype: DType) {
        self.dtypes[dtype as usize].differs += 1;
    }

    /// A case that was compared: the facets that were, and those that differ.
    pub fn compared(&mut self, checked: FacetSet, differing: FacetSet, dtype: Option<DType>) {
        let fails = differing.iter().any(|f| !f.is_soft());
        let count = |tally: &mut FacetTally, differs: bool| {
            if differs {
                tally.differs += 1;
            } else {
                tally.conforms += 1;
            }
        };
        if fails {
            self.verdicts.differs += 1;
        } else {
            self.verdicts.conforms += 1;
        }
        for facet in checked.iter() {
            count(&mut self.facets[facet as usize], differing.contains(facet));
        }
        if let Some(dtype) = dtype {
            count(&mut self.dtypes[dtype as usize], fails);
        }
    }

    /// The error of a result that is within its budget.
    pub fn ulp(&mut self, error: Option<f64>) {
        if error > self.worst_ulp {
            self.worst_ulp = error;
        }
    }

    fn merge(&mut self, other: Counts) {
        let Tally {
            conforms,
            differs,
            missing,
            not_traceable,
            crashed,
            timed_out,
            raised,
        } = other.verdicts;
        let mine = &mut self.verdicts;
        mine.conforms += conforms;
        mine.differs += differs;
        mine.missing += missing;
        mine.not_traceable += not_traceable;
        mine.crashed += crashed;
        mine.timed_out += timed_out;
        mine.raised += raised;
        let theirs = other.facets.iter().chain(&other.dtypes);
        for (mine, theirs) in self.facets.iter_mut().chain(&mut self.dtypes).zip(theirs) {
            mine.conforms += theirs.conforms;
            mine.differs += theirs.differs;
        }
        self.ulp(other.worst_ulp);
        if let Some((index, why)) = other.missing
            && self
                .missing
                .as_ref()
                .is_none_or(|(least, _)| index < *least)
        {
            self.missing = Some((index, why));
        }
    }

    /// The counts as a report wants them; facets and dtypes that never occurred are left out.
    pub fn into_result(
        self,
        op: String,
        family: String,
        policy: String,
        subject: String,
    ) -> OpResult {
        let seen = |tally: &FacetTally| tally.conforms + tally.differs > 0;
        let ran = self.verdicts.conforms
            + self.verdicts.differs
            + self.verdicts.not_traceable
            + self.verdicts.crashed
            + self.verdicts.timed_out;
        OpResult {
            op,
            family,
            subject,
            missing: self.missing.filter(|_| ran == 0).map(|(_, why)| why),
            policy,
            verdicts: self.verdicts,
            facets: Facet::ALL
                .iter()
                .map(|f| (*f, self.facets[*f as usize]))
                .filter(|(_, tally)| seen(tally))
                .collect(),
            dtypes: DType::ALL
                .iter()
                .map(|d| (d.name().to_owned(), self.dtypes[*d as usize]))
                .filter(|(_, tally)| seen(tally))
                .collect(),
            worst_ulp: self.worst_ulp,
        }
    }
}
