//! Indexing, selecting and setting elements.

use super::types::Form::{Function, Method};
use super::types::GivesKind::{First, Operands};
use super::types::GivesShape::{Broadcast, Unknown};
use super::{Family, Param, Role, Spec, kw, opt, req};
use crate::policy::Policy;
use crate::strategy::{index, irregular};

const MODES: &[&str] = &["raise", "wrap", "clip"];
const TAKE: &[Param] = &[
    req("a", Role::ArrayOf(1)),
    req("indices", Role::Indices),
    opt("axis", Role::AxisOrNone, 100),
    kw("mode", Role::Word(MODES), 30),
];
const CLIP: &[Param] = &[
    req("a", Role::Array),
    req("a_min", Role::Bound),
    req("a_max", Role::Bound),
    opt("out", Role::Out, 12),
];

const fn indexing(name: &'static str, params: &'static [Param]) -> Spec {
    Spec::new(name, Family::Indexing, params).gives(First, Unknown)
}

#[rustfmt::skip]
pub(super) const SPECS: &[Spec] = &[
    indexing("getitem", &[]).custom(index::getitem),
    indexing("setitem", &[]).custom(index::setitem),
    indexing("take", TAKE).forms(&[Function, Method("take")]),
    indexing("where", &[]).gives(Operands, Unknown).custom(irregular::where_),
    indexing("clip", CLIP).gives(Operands, Broadcast).policy(Policy::EXACT.zero_sign_free()).forms(&[Function, Method("clip")]),
];
