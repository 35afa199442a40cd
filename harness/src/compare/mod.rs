//! Compares two outcomes of one program, facet by facet.
//!
//! [`compare`] is called for every case of a run, and nearly all outcomes are equal: that is decided first,
//! without allocation. Only then are differences looked for, each attributed to a facet and to the statement
//! at fault, so that consequences of a fault come after it.
//!
//! | module | judges |
//! | --- | --- |
//! | `element` | one element against another: ULPs, NaNs, zeros |
//! | `bounds` | how far reductions and matrix products may be off, from the inputs of the case |
//! | `products` | how far complex products may be off |
//! | `loops` | in which dtype a ufunc computed what it cast into a wider `out` |
//! | `unfixed` | elements that NumPy itself does not fix |
//! | `unordered` | answers that are not unique |
//! | `values` | elements of a result, under its policy |
//! | `structure` | layout, shared memory, identity |
//! | `writes` | which statement wrote to which variable |
//! | [`render`] | values as short text |

mod bounds;
mod element;
mod events;
mod inputs;
mod loops;
mod products;
pub mod render;
mod structure;
mod unfixed;
mod unordered;
mod values;
mod writes;

#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod policy_tests;
#[cfg(test)]
mod tests;

use crate::{Facet, FacetSet, Policy};
use inputs::python_number;
use nparity_model::{Callee, DType, FpEvents, Observed, Outcome, Program, Raised, Value};
use std::fmt;

/// What came of a comparison.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comparison {
    /// The differences, those of earlier statements first.
    pub differences: Vec<Difference>,
    /// The facets that this case shows at all, of those that were asked for.
    pub applicable: FacetSet,
    /// The largest distances within a ULP budget, by statement.
    pub ulps: Vec<(usize, f64)>,
}

impl Comparison {
    /// True if nothing but soft facets differs.
    pub fn conforms(&self) -> bool {
        self.first().is_none()
    }

    /// The first difference that is not soft: the fault, where later ones may be consequences.
    pub fn first(&self) -> Option<&Difference> {
        self.differences.iter().find(|d| !d.facet.is_soft())
    }

    /// The facets that differ, soft ones included.
    pub fn differing(&self) -> FacetSet {
        self.differences
            .iter()
            .fold(FacetSet::EMPTY, |set, d| set.with(d.facet))
    }
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The facet.
    pub facet: Facet,
    /// The statement at fault, as far as can be told.
    pub statement: usize,
    /// The variable that shows it.
    pub var: Option<usize>,
    /// What kind of difference, coarsely: equal for all cases of one fault.
    pub class: String,
    /// One line: `value of v2[1, 0]: expected -0.0, got 0.0`.
    pub detail: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

/// Compares `got` with `expected` on these facets; `policies` holds one policy per statement.
pub fn compare(
    program: &Program,
    policies: &[Policy],
    expected: &Outcome,
    got: &Outcome,
    facets: FacetSet,
) -> Comparison {
    let mut comparison = Comparison {
        applicable: applicable(program, expected, facets),
        ..Comparison::default()
    };
    let same_vars = expected.vars == got.vars;
    let equal = same_vars
        && expected.error == got.error
        && expected.snapshots == got.snapshots
        && expected.fp_events == got.fp_events
        && expected.warnings == got.warnings
        && got.graph_faults.is_empty();
    if equal {
        return comparison;
    }
    let mut judge = Judge {
        program,
        policies,
        expected,
        got,
        facets,
        same_vars,
        has_writers: !same_vars && writes::any_writer(program, expected),
        differences: Vec::new(),
        ulps: Vec::new(),
        tainted: vec![false; expected.vars.len()],
        tainted_storages: Vec::new(),
        events_open: false,
        unfinished: Vec::new(),
    };
    judge.run();
    let Judge {
        mut differences,
        ulps,
        ..
    } = judge;
    differences.sort_by_key(|d| (d.statement, d.facet));
    comparison.differences = differences;
    comparison.ulps = ulps;
    comparison
}

/// The facets that a case shows, of those asked for; literals do not count.
fn applicable(program: &Program, expected: &Outcome, facets: FacetSet) -> FacetSet {
    #[derive(Default)]
    struct Seen {
        arrays: usize,
        typed: bool,
        results: bool,
    }
    fn look(value: &Value<Observed>, seen: &mut Seen) {
        match value {
            Value::None => {}
            Value::Array(_) => {
                seen.arrays += 1;
                seen.typed = true;
                seen.results = true;
            }
            Value::Scalar(_) => {
                seen.typed = true;
                seen.results = true;
            }
            Value::List(items) | Value::Tuple(items) => {
                seen.results = true;
                items.iter().for_each(|item| look(item, seen));
            }
            _ => seen.results = true,
        }
    }
    let mut seen = Seen::default();
    let mut literals = 0;
    for (statement, value) in program.statements.iter().zip(&expected.vars) {
        if matches!(statement.callee, Callee::Literal(_)) {
            literals += 1;
        } else {
            look(value, &mut seen);
        }
    }
    let mut set = FacetSet::of(&[Facet::Raises, Facet::FpErr, Facet::Warns, Facet::Graph]);
    let conditions = [
        (Facet::Kind, seen.results),
        (Facet::Value, seen.results),
        (Facet::DType, seen.typed),
        (Facet::Shape, seen.typed),
        (Facet::Layout, seen.arrays > 0),
        (
            Facet::Aliasing,
            seen.arrays > 0 && seen.arrays + literals > 1,
        ),
        (
            Facet::Identity,
            seen.arrays > 0 && seen.arrays + literals > 1,
        ),
        (Facet::Mutation, literals > 0),
        (Facet::Message, expected.error.is_some()),
    ];
    for (facet, holds) in conditions {
        if holds {
            set = set.with(facet);
        }
    }
    set.intersection(facets)
}

struct Judge<'a> {
    program: &'a Program,
    policies: &'a [Policy],
    expected: &'a Outcome,
    got: &'a Outcome,
    facets: FacetSet,
    /// The final states are equal, so only snapshots, errors and events may differ.
    same_vars: bool,
    has_writers: bool,
    differences: Vec<Difference>,
    ulps: Vec<(usize, f64)>,
    /// Variables whose elements rightly differ, or depend on such elements: not compared.
    tainted: Vec<bool>,
    tainted_storages: Vec<u32>,
    /// Some order of evaluation overflows, so events depend on it.
    events_open: bool,
    /// Outputs that NumPy left half written.
    unfinished: Vec<usize>,
}

impl<'a> Judge<'a> {
    fn run(&mut self) {
        let same_end = self.raises();
        let count = self.expected.vars.len().min(self.got.vars.len());
        if same_end && self.expected.vars.len() != self.got.vars.len() {
            let text = format!(
                "{} variables, got {}",
                self.expected.vars.len(),
                self.got.vars.len()
            );
            self.report(Facet::Kind, count, None, &[], "variables", &text);
        }
        self.taint_outputs();
        for k in 0..count {
            self.variable(k, same_end);
        }
        if !self.same_vars {
            structure::sharing(self, count);
        }
        self.drop_tainted();
        if same_end && self.tainted_storages.is_empty() && !self.tainted.contains(&true) {
            self.events();
        }
        for fault in &self.got.graph_faults {
            let class = without_digits(fault);
            let at = self.last_statement();
            self.report(Facet::Graph, at, None, &[], &class, fault);
        }
    }

    /// Adds a difference; `text` is what follows "expected" (or the whole, for graph faults).
    fn report(
        &mut self,
        facet: Facet,
        statement: usize,
        var: Option<usize>,
        path: &[usize],
        class: &str,
        text: &str,
    ) {
        if !self.facets.contains(facet) {
            return;
        }
        let detail = match var {
            Some(var) => format!(
                "{facet} of {}: expected {text}",
                render::variable(var, path)
            ),
            None if facet == Facet::Graph => format!("{facet}: {text}"),
            None => format!("{facet}: expected {text}"),
        };
        self.differences.push(Difference {
            facet,
            statement,
            var,
            class: class.to_owned(),
            detail,
        });
    }

    fn last_statement(&self) -> usize {
        match &self.expected.error {
            Some(raised) => raised.at,
            None => self.program.statements.len().saturating_sub(1),
        }
    }

    /// Compares the exceptions; true if both programs ended at the same statement in the same way.
    fn raises(&mut self) -> bool {
        let (expected, got) = (&self.expected.error, &self.got.error);
        let place = |raised: &Option<Raised>| raised.as_ref().map_or(usize::MAX, |r| r.at);
        let at = place(expected).min(place(got));
        // Whoever went on beyond this statement raised nothing there.
        let here = |raised: &'a Option<Raised>| raised.as_ref().filter(|r| r.at == at);
        match (here(expected), here(got)) {
            (None, None) => true,
            (Some(want), Some(have)) if want.class == have.class => {
                if want.message != have.message {
                    let text = format!("{:?}, got {:?}", want.message, have.message);
                    let class = without_digits(&want.message);
                    self.report(Facet::Message, at, None, &[], &class, &text);
                }
                true
            }
            (want, have) => {
                let name = |raised: Option<&'a Raised>| raised.map_or("none", |r| r.class.name());
                let describe = |raised: Option<&Raised>| match raised {
                    Some(raised) => format!("{} ({})", raised.class, raised.message),
                    None => "no exception".to_owned(),
                };
                let class = format!("{} -> {}", name(want), name(have));
                let text = format!(
                    "{} at statement {at}, got {}",
                    describe(want),
                    describe(have)
                );
                self.report(Facet::Raises, at, None, &[], &class, &text);
                false
            }
        }
    }

    fn events(&mut self) {
        let at = self.last_statement();
        let (want, got) = (self.expected.fp_events, self.got.fp_events);
        let settled =
            |events: FpEvents| FpEvents::from_bits(events.bits() & !self.optional_events().bits());
        if want != got
            && settled(want) != settled(got)
            && !self.events_open
            && !self.events_depend_on_order()
        {
            let class = fp_class(want.bits(), got.bits());
            let text = format!("{want}, got {got}");
            self.report(Facet::FpErr, at, None, &[], &class, &text);
        }
        let (want, got) = (&self.expected.warnings, &self.got.warnings);
        if want != got {
            let missing = want.iter().filter(|w| !got.contains(w));
            let extra = got.iter().filter(|g| !want.contains(g));
            let class: Vec<String> = missing
                .map(|w| format!("missing {w}"))
                .chain(extra.map(|g| format!("extra {g}")))
                .collect();
            let list = |names: &[String]| {
                if names.is_empty() {
                    "none".to_owned()
                } else {
                    names.join(", ")
                }
            };
            let text = format!("{}, got {}", list(want), list(got));
            self.report(Facet::Warns, at, None, &[], &class.join(", "), &text);
        }
    }

    /// Compares kind, dtype, shape and layout of a value, and hands its elements on.
    fn value(
        &mut self,
        k: usize,
        path: &mut Vec<usize>,
        want: &'a Value<Observed>,
        got: &'a Value<Observed>,
        how: values::How,
    ) {
        match (want, got) {
            (Value::Tuple(w), Value::Tuple(g)) | (Value::List(w), Value::List(g)) => {
                if w.len() != g.len() && how.structure {
                    let text = format!("{} {}s, got {}", w.len(), want.type_name(), g.len());
                    self.report(Facet::Kind, k, Some(k), path, "length", &text);
                }
                for (i, (w, g)) in w.iter().zip(g).enumerate() {
                    path.push(i);
                    self.value(k, path, w, g, how);
                    path.pop();
                }
            }
            (Value::Array(w), Value::Array(g)) => {
                if how.structure {
                    structure::layout(self, k, path, w, g);
                }
                self.elements(k, path, values::Side::Array(w), values::Side::Array(g), how);
            }
            _ => {
                let kinds = (kind_name(want), kind_name(got));
                if kinds.0 != kinds.1 && how.structure {
                    let text = format!("{}, got {}", render_kind(want), render_kind(got));
                    let class = format!("{} -> {}", kinds.0, kinds.1);
                    self.report(Facet::Kind, k, Some(k), path, &class, &text);
                }
                let side = |value: &'a Value<Observed>| match value {
                    Value::Array(array) => Some(values::Side::Array(array)),
                    other => python_number(other).map(values::Side::One),
                };
                match (want, got) {
                    (Value::Int(w), Value::Int(g)) if w == g => {}
                    _ => match (side(want), side(got)) {
                        (Some(w), Some(g)) => self.elements(k, path, w, g, how),
                        _ if kinds.0 == kinds.1 && want != got && how.values => {
                            let text =
                                format!("{}, got {}", render::value(want), render::value(got));
                            self.report(Facet::Value, k, Some(k), path, kinds.0, &text);
                        }
                        _ => {}
                    },
                }
            }
        }
    }
}

/// Python's name of a value's kind, all NumPy scalars being one kind.
fn kind_name(value: &Value<Observed>) -> &'static str {
    match value {
        Value::Scalar(_) => "numpy scalar",
        other => other.type_name(),
    }
}

fn render_kind(value: &Value<Observed>) -> String {
    match value {
        Value::Scalar(_) => "a NumPy scalar".to_owned(),
        Value::Array(array) => format!("an array of shape {}", render::shape(&array.shape)),
        other => render::value(other),
    }
}

fn fp_class(want: u8, got: u8) -> String {
    let set = nparity_model::FpEvents::from_bits;
    match (set(want & !got), set(got & !want)) {
        (missing, extra) if extra.is_empty() => format!("missing {missing}"),
        (missing, extra) if missing.is_empty() => format!("extra {extra}"),
        (missing, extra) => format!("missing {missing}, extra {extra}"),
    }
}

/// A text with every number replaced, so that cases of one fault have one text.
pub(crate) fn without_digits(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().take(200) {
        if !c.is_ascii_digit() {
            plain.push(c);
        } else if !plain.ends_with('#') {
            plain.push('#');
        }
    }
    plain
}

/// What kind of change from one dtype to another.
fn dtype_class(want: DType, got: DType) -> String {
    let relation = match want.itemsize().cmp(&got.itemsize()) {
        std::cmp::Ordering::Less => " (wider)",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => " (narrower)",
    };
    let name = |d: DType| format!("{:?}", d.kind()).to_lowercase();
    format!("{} -> {}{relation}", name(want), name(got))
}
