//! Functions that move elements without computing: shapes, joins, splits.

use super::types::Form::{Attribute, Function, Method, MethodOf};
use super::types::GivesKind::{First, Operands};
use super::types::GivesShape::{First as FirstShape, Unknown};
use super::ufuncs::ORDERS;
use super::{Family, Param, Role, Spec, kw, opt, req};
use crate::strategy::irregular;

const CFA: &[&str] = &["C", "F", "A"];
const RESHAPE: &[Param] = &[
    req("a", Role::Array),
    req("shape", Role::NewShape),
    kw("order", Role::Word(CFA), 30),
    kw("copy", Role::Flag, 10),
];
const RAVEL: &[Param] = &[req("a", Role::Array), opt("order", Role::Word(ORDERS), 50)];
const TRANSPOSE: &[Param] = &[req("a", Role::Array), opt("axes", Role::Permutation, 60)];
const SWAPAXES: &[Param] = &[
    req("a", Role::ArrayOf(1)),
    req("axis1", Role::Axis),
    req("axis2", Role::Axis),
];
const MOVEAXIS: &[Param] = &[
    req("a", Role::ArrayOf(1)),
    req("source", Role::SomeAxes),
    req("destination", Role::Destination),
];
const SQUEEZE: &[Param] = &[req("a", Role::Array), opt("axis", Role::UnitAxes, 60)];
const EXPAND_DIMS: &[Param] = &[req("a", Role::Array), req("axis", Role::NewAxes)];
const BROADCAST_TO: &[Param] = &[
    req("array", Role::Array),
    req("shape", Role::BroadcastShape),
];
const DIAGONAL: &[Param] = &[
    req("a", Role::ArrayOf(2)),
    opt("offset", Role::Int(-4, 4), 60),
    opt("axis1", Role::Axis, 40),
    opt("axis2", Role::OtherAxis, 100),
];
const FLIP: &[Param] = &[req("m", Role::Array), opt("axis", Role::Axes, 60)];
const ROLL: &[Param] = &[
    req("a", Role::Array),
    req("shift", Role::Roll),
    opt("axis", Role::AxisOrNone, 60),
];
const REPEAT: &[Param] = &[
    req("a", Role::Array),
    req("repeats", Role::Repeats),
    opt("axis", Role::AxisOrNone, 100),
];
const TILE: &[Param] = &[req("A", Role::Array), req("reps", Role::Repeats)];
const SPLIT: &[Param] = &[
    req("ary", Role::ArrayOf(1)),
    req("indices_or_sections", Role::Sections),
    opt("axis", Role::Axis, 100),
];
const PLAIN: &[Param] = &[req("a", Role::Array)];

const fn shape(name: &'static str, params: &'static [Param]) -> Spec {
    Spec::new(name, Family::Shape, params).gives(First, Unknown)
}

const fn join(name: &'static str) -> Spec {
    Spec::new(name, Family::Joining, &[])
        .gives(Operands, Unknown)
        .custom(irregular::join)
}

#[rustfmt::skip]
pub(super) const SPECS: &[Spec] = &[
    shape("reshape", RESHAPE).forms(&[Function, Method("reshape")]),
    shape("ravel", RAVEL).forms(&[Function, Method("ravel")]),
    shape("transpose", TRANSPOSE).forms(&[Function, MethodOf("transpose", 1), Attribute("T")]),
    shape("swapaxes", SWAPAXES).forms(&[Function, Method("swapaxes")]),
    shape("moveaxis", MOVEAXIS),
    shape("squeeze", SQUEEZE).forms(&[Function, Method("squeeze")]),
    shape("expand_dims", EXPAND_DIMS),
    shape("broadcast_to", BROADCAST_TO),
    shape("diagonal", DIAGONAL).forms(&[Function, Method("diagonal")]),
    shape("flip", FLIP).gives(First, FirstShape),
    shape("roll", ROLL).gives(First, FirstShape),
    shape("repeat", REPEAT).forms(&[Function, Method("repeat")]),
    shape("tile", TILE),
    shape("atleast_1d", PLAIN).forms(&[Function]),
    shape("ndarray.flatten", RAVEL).forms(&[MethodOf("flatten", 1)]),
    join("concatenate"),
    join("stack"),
    join("hstack"),
    join("vstack"),
    Spec::new("split", Family::Joining, SPLIT),
    Spec::new("array_split", Family::Joining, SPLIT),
    Spec::new("broadcast_arrays", Family::Joining, &[]).custom(irregular::broadcast_arrays),
];
