//! Functions that make arrays.

use super::types::Form::{Function, Method};
use super::types::GivesKind::{First, Unknown as AnyKind};
use super::types::GivesShape::{First as FirstShape, Unknown};
use super::ufuncs::ORDERS;
use super::{DTypes, Domain, Family, Param, Role, Spec, kw, opt, req};
use crate::policy::Policy;
use crate::strategy::irregular;

const CF: &[&str] = &["C", "F"];
const FRESH: &[Param] = &[
    req("shape", Role::Shape),
    opt("dtype", Role::DType, 70),
    opt("order", Role::Word(CF), 20),
];
const FULL: &[Param] = &[
    req("shape", Role::Shape),
    req("fill_value", Role::Fill),
    opt("dtype", Role::DType, 50),
    opt("order", Role::Word(CF), 20),
];
const LIKE: &[Param] = &[
    req("a", Role::Array),
    opt("dtype", Role::DType, 40),
    opt("order", Role::Word(ORDERS), 30),
    kw("shape", Role::Shape, 15),
];
const FULL_LIKE: &[Param] = &[
    req("a", Role::Array),
    req("fill_value", Role::Fill),
    opt("dtype", Role::DType, 40),
    opt("order", Role::Word(ORDERS), 30),
    kw("shape", Role::Shape, 15),
];
const ARRAY: &[Param] = &[
    req("object", Role::Array),
    opt("dtype", Role::DType, 40),
    kw("copy", Role::Flag, 15),
    kw("order", Role::Word(ORDERS), 30),
    kw("ndmin", Role::Int(0, 4), 20),
];
const ASARRAY: &[Param] = &[
    req("a", Role::Array),
    opt("dtype", Role::DType, 35),
    opt("order", Role::Word(ORDERS), 30),
    kw("copy", Role::Flag, 15),
];
const COPY: &[Param] = &[req("a", Role::Array), opt("order", Role::Word(ORDERS), 50)];
const EYE: &[Param] = &[
    req("N", Role::Int(0, 5)),
    opt("M", Role::Int(0, 5), 50),
    opt("k", Role::Int(-4, 4), 50),
    opt("dtype", Role::DType, 40),
    opt("order", Role::Word(CF), 20),
];
const IDENTITY: &[Param] = &[req("n", Role::Int(0, 5)), opt("dtype", Role::DType, 50)];

const fn creation(name: &'static str, params: &'static [Param]) -> Spec {
    Spec::new(name, Family::Creation, params)
}

#[rustfmt::skip]
pub(super) const SPECS: &[Spec] = &[
    creation("array", ARRAY).gives(AnyKind, Unknown),
    creation("asarray", ASARRAY).gives(AnyKind, Unknown),
    creation("copy", COPY).gives(First, FirstShape).forms(&[Function, Method("copy")]),
    creation("zeros", FRESH),
    creation("ones", FRESH),
    creation("empty", FRESH).policy(Policy::UNDEFINED),
    creation("full", FULL),
    creation("zeros_like", LIKE),
    creation("ones_like", LIKE),
    creation("empty_like", LIKE).policy(Policy::UNDEFINED),
    creation("full_like", FULL_LIKE),
    creation("arange", &[]).of(DTypes::NUMBER_REAL).domain(Domain::Small).custom(irregular::arange),
    creation("linspace", &[]).domain(Domain::Small).policy(Policy::ulp(2.0, 4.0, 4.0)).custom(irregular::linspace),
    creation("eye", EYE),
    creation("identity", IDENTITY),
];
