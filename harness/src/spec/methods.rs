//! Methods, attributes and conversions of arrays.

use super::types::Form::{Attribute, Builtin, MethodOf};
use super::types::GivesKind::{First, Unknown as AnyKind};
use super::types::GivesShape::{First as FirstShape, Unknown};
use super::ufuncs::ORDERS;
use super::{DTypes, Family, Form, Param, Role, Spec, kw, req};
use crate::strategy::irregular;

const ASTYPE: &[Param] = &[
    req("a", Role::ArrayOf(0)),
    req("dtype", Role::DType),
    kw("order", Role::Word(ORDERS), 25),
    kw(
        "casting",
        Role::Word(&["unsafe", "same_kind", "safe", "equiv", "no"]),
        20,
    ),
    kw("copy", Role::Flag, 20),
];
const FILL: &[Param] = &[req("a", Role::ArrayOf(0)), req("value", Role::Fill)];
const SELF: &[Param] = &[req("a", Role::ArrayOf(0))];

const fn attribute(name: &'static str, forms: &'static [Form]) -> Spec {
    Spec::new(name, Family::Attribute, SELF).forms(forms)
}

const fn method(name: &'static str, params: &'static [Param], forms: &'static [Form]) -> Spec {
    Spec::new(name, Family::Method, params).forms(forms)
}

#[rustfmt::skip]
pub(super) const SPECS: &[Spec] = &[
    method("ndarray.astype", ASTYPE, &[MethodOf("astype", 4)]).gives(AnyKind, FirstShape),
    method("ndarray.view", &[], &[MethodOf("view", 1)]).custom(irregular::view),
    method("ndarray.fill", FILL, &[MethodOf("fill", 1)]).custom(irregular::fill),
    method("ndarray.item", &[], &[MethodOf("item", 1)]).custom(irregular::item),
    method("ndarray.tolist", SELF, &[MethodOf("tolist", 0)]),
    attribute("ndarray.T", &[Attribute("T")]).gives(First, Unknown),
    attribute("ndarray.size", &[Attribute("size")]),
    attribute("ndarray.shape", &[Attribute("shape")]),
    attribute("ndarray.ndim", &[Attribute("ndim")]),
    attribute("ndarray.strides", &[Attribute("strides")]),
    attribute("ndarray.dtype", &[Attribute("dtype")]),
    attribute("ndarray.itemsize", &[Attribute("itemsize")]),
    attribute("ndarray.nbytes", &[Attribute("nbytes")]),
    attribute("ndarray.real", &[Attribute("real")]).gives(AnyKind, FirstShape),
    attribute("ndarray.imag", &[Attribute("imag")]).gives(AnyKind, FirstShape),
    Spec::new("repr", Family::Printing, SELF).of(DTypes::ALL).forms(&[Builtin("repr")]),
    Spec::new("str", Family::Printing, SELF).of(DTypes::ALL).forms(&[Builtin("str")]),
];
