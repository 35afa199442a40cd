//! Universal functions.

use super::types::Form::{Builtin, Function, InPlace, Method, MethodOf, Operator};
use super::types::GivesKind::{Bool, First, Float, Operands, Real, Unknown};
use super::types::GivesShape::Broadcast;
use super::{DTypes, Domain, Family, Param, Role, Spec, kw, opt, req};
use crate::policy::Policy;
use crate::strategy::irregular;

const UNARY: &[Param] = &[
    req("x", Role::Array),
    opt("out", Role::Out, 15),
    kw("where", Role::Mask, 10),
    kw("casting", Role::Word(CASTING), 6),
    kw("order", Role::Word(ORDERS), 6),
    kw("dtype", Role::LoopDType, 12),
];
const BINARY: &[Param] = &[
    req("x1", Role::Array),
    req("x2", Role::Operand),
    opt("out", Role::Out, 15),
    kw("where", Role::Mask, 10),
    kw("casting", Role::Word(CASTING), 6),
    kw("order", Role::Word(ORDERS), 6),
    kw("dtype", Role::LoopDType, 12),
];
const SHIFT: &[Param] = &[
    req("x1", Role::Array),
    req("x2", Role::IntOperand),
    opt("out", Role::Out, 15),
    kw("where", Role::Mask, 10),
    kw("casting", Role::Word(CASTING), 6),
    kw("order", Role::Word(ORDERS), 6),
];
const POWER: &[Param] = &[
    req("x1", Role::Array),
    req("x2", Role::Exponent),
    opt("out", Role::Out, 15),
    kw("where", Role::Mask, 10),
    kw("casting", Role::Word(CASTING), 6),
    kw("dtype", Role::LoopDType, 8),
];
/// One loop only, or loops of few dtypes: no `dtype`.
const UNARY_ONE_LOOP: &[Param] = &[
    req("x", Role::Array),
    opt("out", Role::Out, 15),
    kw("where", Role::Mask, 10),
    kw("order", Role::Word(ORDERS), 6),
];
const BINARY_ONE_LOOP: &[Param] = &[
    req("x1", Role::Array),
    req("x2", Role::Operand),
    opt("out", Role::Out, 15),
    kw("where", Role::Mask, 10),
    kw("order", Role::Word(ORDERS), 6),
];
/// Two results, or operands of different kinds: no `out`, no `dtype`.
const UNARY_PLAIN: &[Param] = &[req("x", Role::Array), kw("order", Role::Word(ORDERS), 6)];
const BINARY_PLAIN: &[Param] = &[
    req("x1", Role::Array),
    req("x2", Role::Operand),
    kw("order", Role::Word(ORDERS), 6),
];
const CASTING: &[&str] = &[
    "same_kind",
    "same_kind",
    "unsafe",
    "same_kind",
    "safe",
    "equiv",
    "no",
];
pub(super) const ORDERS: &[&str] = &["C", "F", "A", "K"];

/// Correctly rounded, so the same everywhere.
const EXACT: Policy = Policy::EXACT.masked_by_where();
/// Exact but for complex numbers.
const PRODUCT: Policy = Policy::PRODUCT.masked_by_where();
/// Approximated, so not.
const ULP: Policy = Policy::TRANSCENDENTAL.masked_by_where();
/// Exact, but which zero comes out is the CPU's choice.
const ZERO: Policy = Policy::EXACT.zero_sign_free().masked_by_where();

const fn unary(name: &'static str, dtypes: DTypes) -> Spec {
    Spec::new(name, Family::Ufunc, UNARY)
        .of(dtypes)
        .gives(First, Broadcast)
        .policy(EXACT)
}

const fn binary(name: &'static str, dtypes: DTypes) -> Spec {
    Spec::new(name, Family::Ufunc, BINARY)
        .of(dtypes)
        .gives(Operands, Broadcast)
        .policy(EXACT)
}

/// A function on floats, approximated.
const fn float(name: &'static str, dtypes: DTypes, domain: Domain) -> Spec {
    unary(name, dtypes)
        .gives(Float, Broadcast)
        .domain(domain)
        .policy(ULP)
}

const fn test(name: &'static str, dtypes: DTypes) -> Spec {
    unary(name, dtypes).gives(Bool, Broadcast)
}

const fn compare(name: &'static str, forms: &'static [super::Form]) -> Spec {
    binary(name, DTypes::ALL)
        .gives(Bool, Broadcast)
        .forms(forms)
}

const ALL: DTypes = DTypes::ALL;
const REAL: DTypes = DTypes::REAL;
const NUMBER: DTypes = DTypes::NUMBER;
const INTEGRAL: DTypes = DTypes::INTEGRAL;
const INTEGER: DTypes = DTypes::INTEGER;
use Domain::{Any, Moderate, Positive, Small, Unit};

#[rustfmt::skip]
pub(super) const SPECS: &[Spec] = &[
    // Arithmetic.
    binary("add", ALL).forms(&[Function, Operator("add"), InPlace("iadd")]),
    binary("subtract", NUMBER).forms(&[Function, Operator("sub"), InPlace("isub")]),
    binary("multiply", ALL).policy(PRODUCT).forms(&[Function, Operator("mul"), InPlace("imul")]),
    binary("divide", ALL).gives(Float, Broadcast).forms(&[Function, Operator("truediv"), InPlace("itruediv")]),
    binary("floor_divide", REAL).forms(&[Function, Operator("floordiv"), InPlace("ifloordiv")]),
    binary("remainder", REAL).forms(&[Function, Operator("mod"), InPlace("imod")]),
    binary("fmod", REAL),
    Spec::new("divmod", Family::Ufunc, BINARY_PLAIN).of(REAL),
    Spec::new("power", Family::Ufunc, POWER).gives(Operands, Broadcast).domain(Small).policy(ULP).forms(&[Function, Operator("pow"), InPlace("ipow")]),
    Spec::new("float_power", Family::Ufunc, BINARY_ONE_LOOP).domain(Moderate).gives(Float, Broadcast).policy(ULP),
    unary("negative", NUMBER).forms(&[Function, Operator("neg")]),
    unary("positive", NUMBER).forms(&[Function, Operator("pos")]),
    unary("absolute", ALL).gives(Real, Broadcast).policy(Policy::ulp(1.0, 2.0, 2.0).masked_by_where()).forms(&[Function, Operator("abs")]),
    unary("fabs", REAL).gives(Float, Broadcast),
    unary("sign", NUMBER).policy(Policy::ulp(1.0, 4.0, 4.0).masked_by_where()),
    unary("square", ALL).policy(PRODUCT),
    unary("reciprocal", ALL),
    unary("conjugate", ALL).forms(&[Function, MethodOf("conj", 0), MethodOf("conjugate", 0)]),
    unary("sqrt", ALL).gives(Float, Broadcast).domain(Positive).policy(Policy::ulp(0.0, 4.0, 4.0).masked_by_where()),
    float("cbrt", REAL, Any),
    binary("maximum", ALL).policy(ZERO),
    binary("minimum", ALL).policy(ZERO),
    binary("fmax", ALL).policy(ZERO),
    binary("fmin", ALL).policy(ZERO),
    binary("gcd", INTEGER),
    binary("lcm", INTEGER).domain(Small),
    // Exponentials and logarithms.
    float("exp", ALL, Moderate),
    float("exp2", ALL, Moderate),
    float("expm1", ALL, Moderate),
    float("log", ALL, Positive),
    float("log2", ALL, Positive),
    float("log10", ALL, Positive),
    float("log1p", ALL, Positive),
    binary("logaddexp", REAL).gives(Float, Broadcast).domain(Moderate).policy(ULP),
    binary("logaddexp2", REAL).gives(Float, Broadcast).domain(Moderate).policy(ULP),
    // Trigonometry.
    float("sin", ALL, Moderate),
    float("cos", ALL, Moderate),
    float("tan", ALL, Moderate),
    float("arcsin", ALL, Unit),
    float("arccos", ALL, Unit),
    float("arctan", ALL, Moderate),
    binary("arctan2", REAL).gives(Float, Broadcast).policy(ULP),
    float("sinh", ALL, Moderate),
    float("cosh", ALL, Moderate),
    float("tanh", ALL, Moderate).policy(ULP.silences_casts()),
    float("arcsinh", ALL, Moderate),
    float("arccosh", ALL, Positive),
    float("arctanh", ALL, Unit),
    binary("hypot", REAL).gives(Float, Broadcast).policy(ULP),
    float("deg2rad", REAL, Any),
    float("rad2deg", REAL, Any),
    float("degrees", REAL, Any),
    float("radians", REAL, Any),
    // Floating point.
    unary("floor", REAL),
    unary("ceil", REAL),
    unary("trunc", REAL),
    unary("rint", ALL).gives(Float, Broadcast),
    test("isnan", ALL),
    test("isinf", ALL),
    test("isfinite", ALL),
    test("signbit", REAL),
    binary("copysign", REAL).gives(Float, Broadcast),
    binary("nextafter", REAL).gives(Float, Broadcast),
    unary("spacing", REAL).gives(Float, Broadcast),
    binary("heaviside", REAL).gives(Float, Broadcast),
    Spec::new("modf", Family::Ufunc, UNARY_PLAIN).of(REAL),
    Spec::new("frexp", Family::Ufunc, UNARY_PLAIN).of(REAL),
    Spec::new("ldexp", Family::Ufunc, SHIFT).of(REAL).gives(Float, Broadcast).policy(EXACT),
    // Bits.
    binary("bitwise_and", INTEGRAL).forms(&[Function, Operator("and_"), InPlace("iand")]),
    binary("bitwise_or", INTEGRAL).forms(&[Function, Operator("or_"), InPlace("ior")]),
    binary("bitwise_xor", INTEGRAL).forms(&[Function, Operator("xor"), InPlace("ixor")]),
    unary("invert", INTEGRAL).forms(&[Function, Operator("invert")]),
    Spec::new("left_shift", Family::Ufunc, SHIFT).of(INTEGER).gives(Operands, Broadcast).domain(Any).policy(EXACT).forms(&[Function, Operator("lshift"), InPlace("ilshift")]),
    Spec::new("right_shift", Family::Ufunc, SHIFT).of(INTEGER).gives(Operands, Broadcast).policy(EXACT).forms(&[Function, Operator("rshift"), InPlace("irshift")]),
    Spec::new("bitwise_count", Family::Ufunc, UNARY_ONE_LOOP).of(INTEGRAL).gives(Unknown, Broadcast).policy(EXACT),
    // Logic and comparison.
    compare("logical_and", &[Function]),
    compare("logical_or", &[Function]),
    compare("logical_xor", &[Function]),
    test("logical_not", ALL),
    compare("equal", &[Function, Operator("eq")]),
    compare("not_equal", &[Function, Operator("ne")]),
    compare("less", &[Function, Operator("lt")]),
    compare("less_equal", &[Function, Operator("le")]),
    compare("greater", &[Function, Operator("gt")]),
    compare("greater_equal", &[Function, Operator("ge")]),
];

/// Products of matrices, and builtins on numbers.
#[rustfmt::skip]
pub(super) const OPERATOR_SPECS: &[Spec] = &[
    Spec::new("matmul", Family::Linear, &[]).domain(Small).policy(Policy::MATMUL).custom(irregular::matmul)
        .forms(&[Function, Operator("matmul"), InPlace("imatmul")]),
    Spec::new("dot", Family::Linear, &[]).domain(Small).policy(Policy::MATMUL).custom(irregular::matmul)
        .forms(&[Function, Method("dot")]),
    Spec::new("float", Family::Conversion, &[]).of(REAL).custom(irregular::builtin).forms(&[Builtin("float")]),
    Spec::new("int", Family::Conversion, &[]).of(REAL).custom(irregular::builtin).forms(&[Builtin("int")]),
    Spec::new("bool", Family::Conversion, &[]).custom(irregular::builtin).forms(&[Builtin("bool")]),
    Spec::new("complex", Family::Conversion, &[]).custom(irregular::builtin).forms(&[Builtin("complex")]),
    Spec::new("len", Family::Conversion, &[]).custom(irregular::builtin).forms(&[Builtin("len")]),
];
