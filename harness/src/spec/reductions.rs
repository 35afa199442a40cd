//! Reductions and accumulations.

use super::types::Form::{Function, Method};
use super::types::GivesKind::{Bool, Float, Index, Operands, Real};
use super::types::GivesShape::{Reduced, Unknown};
use super::{DTypes, Domain, Family, Param, Role, Spec, kw, opt, req};
use crate::policy::Policy;

const SUM: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::Axes, 65),
    opt("dtype", Role::LoopDType, 20),
    opt("out", Role::Out, 12),
    kw("keepdims", Role::Flag, 25),
    kw("initial", Role::Initial, 15),
    kw("where", Role::Mask, 15),
];
const EXTREME: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::Axes, 65),
    opt("out", Role::Out, 12),
    kw("keepdims", Role::Flag, 25),
    kw("initial", Role::Initial, 12),
    kw("where", Role::MaskWithInitial, 15),
];
const PTP: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::Axes, 65),
    opt("out", Role::Out, 12),
    kw("keepdims", Role::Flag, 25),
];
const MEAN: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::Axes, 65),
    opt("dtype", Role::LoopDType, 15),
    opt("out", Role::Out, 12),
    kw("keepdims", Role::Flag, 25),
    kw("where", Role::Mask, 12),
];
const VAR: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::Axes, 65),
    opt("dtype", Role::LoopDType, 12),
    opt("out", Role::Out, 10),
    opt("ddof", Role::Int(0, 2), 30),
    kw("keepdims", Role::Flag, 25),
    kw("where", Role::Mask, 10),
];
const TRUTH: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::Axes, 65),
    opt("out", Role::Out, 12),
    kw("keepdims", Role::Flag, 25),
    kw("where", Role::Mask, 15),
];
const ARG: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::AxisOrNone, 65),
    opt("out", Role::Out, 12),
    kw("keepdims", Role::Flag, 25),
];
const CUMULATIVE: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::AxisOrNone, 70),
    opt("dtype", Role::LoopDType, 20),
];
const COUNT: &[Param] = &[
    req("a", Role::Array),
    opt("axis", Role::Axes, 60),
    kw("keepdims", Role::Flag, 25),
];

const fn reduction(name: &'static str, params: &'static [Param]) -> Spec {
    Spec::new(name, Family::Reduction, params)
        .gives(Operands, Reduced)
        .domain(Domain::Small)
}

/// Which zero comes out is the CPU's choice.
const ZERO: Policy = Policy::EXACT.zero_sign_free();

#[rustfmt::skip]
pub(super) const SPECS: &[Spec] = &[
    reduction("sum", SUM).policy(Policy::SUM).forms(&[Function, Method("sum")]),
    reduction("prod", SUM).policy(Policy::PROD).forms(&[Function, Method("prod")]),
    reduction("min", EXTREME).policy(ZERO).nonempty().forms(&[Function, Method("min")]),
    reduction("max", EXTREME).policy(ZERO).nonempty().forms(&[Function, Method("max")]),
    reduction("amin", EXTREME).policy(ZERO).nonempty(),
    reduction("amax", EXTREME).policy(ZERO).nonempty(),
    reduction("ptp", PTP).of(DTypes::NUMBER).policy(ZERO).nonempty(),
    reduction("mean", MEAN).gives(Float, Reduced).policy(Policy::MEAN).forms(&[Function, Method("mean")]),
    reduction("var", VAR).gives(Real, Reduced).policy(Policy::VAR).forms(&[Function, Method("var")]),
    reduction("std", VAR).gives(Real, Reduced).policy(Policy::STD).forms(&[Function, Method("std")]),
    reduction("any", TRUTH).gives(Bool, Reduced).forms(&[Function, Method("any")]),
    reduction("all", TRUTH).gives(Bool, Reduced).forms(&[Function, Method("all")]),
    reduction("argmin", ARG).gives(Index, Reduced).nonempty().forms(&[Function, Method("argmin")]),
    reduction("argmax", ARG).gives(Index, Reduced).nonempty().forms(&[Function, Method("argmax")]),
    reduction("count_nonzero", COUNT).gives(Index, Reduced),
    reduction("cumsum", CUMULATIVE).gives(Operands, Unknown).policy(Policy::CUMSUM).forms(&[Function, Method("cumsum")]),
    reduction("cumprod", CUMULATIVE).gives(Operands, Unknown).policy(Policy::CUMPROD).forms(&[Function, Method("cumprod")]),
];
