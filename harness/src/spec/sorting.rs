//! Sorting, searching, sets.

use super::types::Form::{Function, Method, MethodOf};
use super::types::GivesKind::{First, Index};
use super::types::GivesShape::{First as FirstShape, Unknown};
use super::{Domain, Family, Param, Role, Spec, kw, opt, req};
use crate::policy::Policy;
use crate::strategy::irregular;

const KINDS: &[&str] = &["stable", "quicksort", "mergesort", "heapsort"];
const SORT: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::AxisOrNone, 60),
    opt("kind", Role::Word(KINDS), 50),
];
const SORT_IN_PLACE: &[Param] = &[
    req("a", Role::ArrayOf(1)),
    opt("axis", Role::Axis, 60),
    opt("kind", Role::Word(KINDS), 50),
];
const SEARCHSORTED: &[Param] = &[
    req("a", Role::Sorted),
    req("v", Role::Needles),
    opt("side", Role::Word(&["left", "right"]), 50),
];
const UNIQUE: &[Param] = &[
    req("ar", Role::Array),
    kw("return_index", Role::Flag, 25),
    kw("return_inverse", Role::Flag, 25),
    kw("return_counts", Role::Flag, 25),
    kw("equal_nan", Role::Flag, 15),
];
const PLAIN: &[Param] = &[req("a", Role::ArrayOf(1))];

const fn sorting(name: &'static str, params: &'static [Param]) -> Spec {
    Spec::new(name, Family::Sorting, params).domain(Domain::Small)
}

#[rustfmt::skip]
pub(super) const SPECS: &[Spec] = &[
    sorting("sort", SORT).gives(First, Unknown).policy(Policy::SORT),
    sorting("ndarray.sort", SORT_IN_PLACE).gives(First, FirstShape).policy(Policy::SORT).forms(&[MethodOf("sort", 2)]).custom(irregular::sort_in_place),
    sorting("argsort", SORT).gives(Index, Unknown).policy(Policy::ARGSORT).forms(&[Function, Method("argsort")]),
    sorting("searchsorted", SEARCHSORTED).gives(Index, Unknown).forms(&[Function, Method("searchsorted")]),
    sorting("unique", UNIQUE).policy(Policy::EXACT.zero_sign_free()),
    sorting("nonzero", PLAIN).forms(&[Function, Method("nonzero")]),
];
