//! Python's operators on arrays and NumPy scalars.
//!
//! An operator is a ufunc, and more: `array ** 2` takes a shorter way, `array += x` writes into the array,
//! NumPy scalars report integer overflow where arrays do not, and what is not comparable is unequal.

use super::{NdArray, call, call_ufunc};
use crate::ops;
use crate::unwrapped::ufunc::args::not_numeric as not_numeric_error;
use crate::unwrapped::ufunc::{UfuncDef, ufunc, ufuncs};
use crate::{DType, Error, ErrorClass, FpEvents, Result, Scalar, Tensor, events};
use nparity_model::{Name, Value};
use num_complex::Complex64;

/// What an operator of Python's `operator` module does.
#[derive(Clone, Copy, Debug)]
struct Operator {
    /// Python's name: `add`, `truediv`, `iadd`.
    name: &'static str,
    /// The ufunc behind it; `matmul` is none of ours.
    ufunc: &'static str,
    /// As Python writes it, for messages.
    symbol: &'static str,
    /// Writes into the left operand, if that is an array.
    in_place: bool,
}

macro_rules! operators {
    ($($name:literal $ufunc:literal $symbol:literal $($in_place:literal)?;)+) => {
        const OPERATORS: &[Operator] = &[$(
            Operator { name: $name, ufunc: $ufunc, symbol: $symbol, in_place: false },
            $(Operator {
                name: $in_place,
                ufunc: $ufunc,
                symbol: $symbol,
                in_place: true,
            },)?
        )+];
    };
}
operators! {
    "add" "add" "+" "iadd";
    "sub" "subtract" "-" "isub";
    "mul" "multiply" "*" "imul";
    "truediv" "divide" "/" "itruediv";
    "floordiv" "floor_divide" "//" "ifloordiv";
    "mod" "remainder" "%" "imod";
    "pow" "power" "** or pow()" "ipow";
    "matmul" "matmul" "@" "imatmul";
    "and_" "bitwise_and" "&" "iand";
    "or_" "bitwise_or" "|" "ior";
    "xor" "bitwise_xor" "^" "ixor";
    "lshift" "left_shift" "<<" "ilshift";
    "rshift" "right_shift" ">>" "irshift";
    "divmod" "divmod" "divmod()";
    "neg" "negative" "-";
    "pos" "positive" "+";
    "abs" "absolute" "abs()";
    "invert" "invert" "~";
    "inv" "invert" "~";
    "eq" "equal" "==";
    "ne" "not_equal" "!=";
    "lt" "less" "<";
    "le" "less_equal" "<=";
    "gt" "greater" ">";
    "ge" "greater_equal" ">=";
}

fn find(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|o| o.name == name)
}

/// Whether there is such an operator.
pub fn supports(name: &str) -> bool {
    find(name).is_some_and(|o| ufunc(o.ufunc).is_some() || ops::function(o.ufunc).is_some())
}

/// Applies the operator of this name to its operands.
///
/// # Errors
/// What Python raises.
pub fn operate(name: &str, args: Vec<Value<NdArray>>) -> Result<Value<NdArray>> {
    let operator = find(name)
        .ok_or_else(|| Error::attribute(format!("module 'operator' has no attribute '{name}'")))?;
    if operator.ufunc == "matmul" {
        return matmul(operator, args);
    }
    let def = ufunc(operator.ufunc).ok_or_else(|| {
        Error::attribute(format!(
            "module 'numpy' has no attribute '{}'",
            operator.ufunc
        ))
    })?;
    let given = args.len();
    match <[Value<NdArray>; 2]>::try_from(args) {
        Ok([a, b]) if def.nin == 2 => binary(operator, def, a, b),
        Ok(_) => Err(wrong_count(operator, def, given)),
        Err(args) => match <[Value<NdArray>; 1]>::try_from(args) {
            Ok([a]) if def.nin == 1 => unary(operator, def, a),
            _ => Err(wrong_count(operator, def, given)),
        },
    }
}

fn wrong_count(operator: &Operator, def: &UfuncDef, given: usize) -> Error {
    Error::type_(format!(
        "{} expected {} argument{}, got {given}",
        operator.name,
        def.nin,
        if def.nin == 1 { "" } else { "s" }
    ))
}

fn is_array(value: &Value<NdArray>) -> bool {
    matches!(value, Value::Array(a) if !a.is_scalar())
}

fn is_scalar(value: &Value<NdArray>) -> bool {
    matches!(value, Value::Array(a) if a.is_scalar()) || matches!(value, Value::Scalar(_))
}

/// A Python number or bool.
fn is_number(value: &Value<NdArray>) -> bool {
    matches!(
        value,
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Complex(_)
    )
}

fn unary(operator: &Operator, def: &'static UfuncDef, a: Value<NdArray>) -> Result<Value<NdArray>> {
    if !is_array(&a) && !is_scalar(&a) {
        return Err(Error::type_(format!(
            "bad operand type for unary {}: '{}'",
            operator.symbol,
            a.type_name()
        )));
    }
    let scalar = is_scalar(&a).then(|| value_of(&a)).flatten();
    let result = call_ufunc(def, [a])?;
    if let Some(before) = scalar.and_then(|s| s.as_integer())
        && let Some(after) = value_of(&result).and_then(|s| s.as_integer())
    {
        let exact = match def.name {
            "negative" => Some(-before),
            "absolute" => Some(before.abs()),
            _ => None,
        };
        if exact.is_some_and(|exact| exact != after) {
            events::raise(FpEvents::OVER);
        }
    }
    Ok(result)
}

fn binary(
    operator: &Operator,
    def: &'static UfuncDef,
    a: Value<NdArray>,
    b: Value<NdArray>,
) -> Result<Value<NdArray>> {
    if !is_array(&a) && !is_array(&b) && !is_scalar(&a) && !is_scalar(&b) {
        return Err(unsupported(operator, &a, &b));
    }
    if let Some(result) = not_numeric(operator, def, &a, &b) {
        return result;
    }
    if operator.in_place && is_array(&a) {
        return in_place(def, a, b);
    }
    if let Some(result) = pure_python(operator, &a, &b) {
        return result;
    }
    if let Some(result) = repeat(operator, &a, &b) {
        return result;
    }
    if operator.ufunc == "power"
        && is_array(&a)
        && let Some(short) = short_power(&a, &b)
    {
        return call_ufunc(short, [a]);
    }
    if (is_scalar(&a) || is_number(&a)) && (is_scalar(&b) || is_number(&b)) {
        return scalars(operator, def, a, b);
    }
    call_ufunc(def, [a, b])
}

/// Of two scalars: as the ufunc, but integer overflow is told and complex numbers are in the plain order of their parts.
fn scalars(
    operator: &Operator,
    def: &'static UfuncDef,
    a: Value<NdArray>,
    b: Value<NdArray>,
) -> Result<Value<NdArray>> {
    let (x, y) = (number(&a), number(&b));
    let complex = x.is_complex() || y.is_complex();
    match def.name {
        "floor_divide" | "remainder" | "divmod" if complex_scalar(&a) || complex_scalar(&b) => {
            return Err(unsupported(operator, &a, &b));
        }
        // A Python complex meets a real scalar in the ufunc, which is not quiet.
        "less" | "less_equal" | "greater" | "greater_equal"
            if complex
                && [&a, &b].iter().all(|v| {
                    is_number(v) || number(v).is_complex() || !is_number(&a) && !is_number(&b)
                }) =>
        {
            return complex_order(def, &a, &b);
        }
        _ => {}
    }
    let exact = match (x, y) {
        (Number::Int(x), Number::Int(y)) => match def.name {
            "add" => x.checked_add(y),
            "subtract" => x.checked_sub(y),
            // Two of 64 bits may exceed 128.
            "multiply" => Some(x.saturating_mul(y)),
            _ => None,
        },
        _ => None,
    };
    // Scalars take the C library's power even where the loop would take a square root, which differs at
    // minus infinity and minus zero.
    let a = match value_of(&a).and_then(|s| s.as_float()) {
        Some(x) if def.name == "power" && (x == 0.0 || x == f64::NEG_INFINITY) && is_half(&b) => {
            call_ufunc(&ufuncs::absolute, [a])?
        }
        _ => a,
    };
    let halves = |v: &Value<NdArray>| value_of(v).is_some_and(|s| s.dtype() == DType::F16);
    if def.name == "remainder" && (halves(&a) || halves(&b)) {
        // Scalars of half precision find the quotient too, and tell of its overflow.
        call_ufunc(&ufuncs::floor_divide, [a.clone(), b.clone()])?;
    }
    if def.name == "floor_divide" && (halves(&a) || halves(&b)) {
        // And the remainder beside the quotient.
        call_ufunc(&ufuncs::remainder, [a.clone(), b.clone()])?;
    }
    let result = call_ufunc(def, [a, b])?;
    if let Some(exact) = exact
        && let Some(scalar) = value_of(&result)
        && scalar.dtype().is_integer()
        && scalar.as_integer() != Some(exact)
    {
        events::raise(FpEvents::OVER);
    }
    Ok(result)
}

/// The order of two complex scalars: by their imaginary parts if the real ones are equal, else by these. Unlike
/// the loop for arrays it looks for no NaN, and flags none.
fn complex_order(
    def: &'static UfuncDef,
    a: &Value<NdArray>,
    b: &Value<NdArray>,
) -> Result<Value<NdArray>> {
    let ((a, p), (b, q)) = (parts(a)?, parts(b)?);
    let equal = call_ufunc(&ufuncs::equal, [a.clone(), b.clone()])?;
    let imaginary = call_ufunc(def, [p, q])?;
    let strict = match def.name {
        "less" | "less_equal" => &ufuncs::less,
        _ => &ufuncs::greater,
    };
    let real = call_ufunc(strict, [a, b])?;
    let tie = call_ufunc(&ufuncs::logical_and, [equal, imaginary])?;
    call_ufunc(&ufuncs::logical_or, [real, tie])
}

/// Real and imaginary part of a number, each as a scalar of its own.
fn parts(value: &Value<NdArray>) -> Result<(Value<NdArray>, Value<NdArray>)> {
    let of = |z: &Value<NdArray>, name| match (z, ops::attribute(name)) {
        (Value::Array(_), Some(op)) => call(op, vec![z.clone()], Vec::new()),
        _ => Ok(z.clone()),
    };
    Ok(match value {
        Value::Complex(z) => (Value::Float(z.re), Value::Float(z.im)),
        Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
            let real = match value {
                Value::Int(int) => match int.to_f64() {
                    Some(x) => Value::Float(x),
                    None => return Err(Error::overflow("int too large to convert to float")),
                },
                other => other.clone(),
            };
            (real, Value::Float(0.0))
        }
        Value::Scalar(item) => {
            let array = Value::Array(NdArray::from_scalar(item));
            (of(&array, "real")?, of(&array, "imag")?)
        }
        array => (of(array, "real")?, of(array, "imag")?),
    })
}

/// Whether an exponent is a half.
fn is_half(value: &Value<NdArray>) -> bool {
    match value {
        Value::Float(x) => *x == 0.5,
        other => value_of(other).and_then(|s| s.as_float()) == Some(0.5),
    }
}

/// A Python complex takes `np.float64` on its right for the Python float that it is, and answers itself.
fn pure_python(
    operator: &Operator,
    a: &Value<NdArray>,
    b: &Value<NdArray>,
) -> Option<Result<Value<NdArray>>> {
    let Value::Complex(x) = *a else { return None };
    if !is_scalar(b) {
        return None;
    }
    let y = value_of(b)
        .filter(|s| s.dtype() == DType::F64)?
        .as_float()?;
    let z = Complex64::new(y, 0.0);
    Some(Ok(match operator.ufunc {
        "add" => Value::Complex(Complex64::new(x.re + y, x.im + 0.0)),
        "subtract" => Value::Complex(Complex64::new(x.re - y, x.im - 0.0)),
        "multiply" => Value::Complex(Complex64::new(
            x.re * z.re - x.im * z.im,
            x.re * z.im + x.im * z.re,
        )),
        "divide" if y == 0.0 => {
            return Some(Err(Error {
                class: ErrorClass::ZeroDivisionError,
                message: "complex division by zero".into(),
            }));
        }
        "divide" => {
            let ratio = z.im / z.re;
            let scale = z.re + z.im * ratio;
            Value::Complex(Complex64::new(
                (x.re + x.im * ratio) / scale,
                (x.im - x.re * ratio) / scale,
            ))
        }
        "power" => return Some(complex_power(x, y)),
        "equal" => Value::Bool(x == z),
        "not_equal" => Value::Bool(x != z),
        _ => return None,
    }))
}

/// Python's power of a complex number to a real exponent.
fn complex_power(x: Complex64, y: f64) -> Result<Value<NdArray>> {
    let power = if y == 0.0 {
        Complex64::new(1.0, 0.0)
    } else if x.re == 0.0 && x.im == 0.0 {
        if y < 0.0 {
            return Err(Error {
                class: ErrorClass::ZeroDivisionError,
                message: "0.0 to a negative or complex power".into(),
            });
        }
        Complex64::new(0.0, 0.0)
    } else if y.fract() == 0.0 && y.abs() <= 100.0 {
        let (mut n, mut base, mut result) = (y.abs() as u32, x, Complex64::new(1.0, 0.0));
        while n > 0 {
            if n & 1 != 0 {
                result *= base;
            }
            base *= base;
            n >>= 1;
        }
        if y < 0.0 { result.inv() } else { result }
    } else {
        let (size, angle) = (x.re.hypot(x.im).powf(y), x.im.atan2(x.re) * y);
        Complex64::new(size * angle.cos(), size * angle.sin())
    };
    if power.re.is_infinite() || power.im.is_infinite() {
        return Err(Error::overflow("complex exponentiation"));
    }
    Ok(Value::Complex(power))
}

fn complex_scalar(value: &Value<NdArray>) -> bool {
    is_scalar(value) && number(value).is_complex()
}

/// A scalar operand's value, as far as the rules ask.
#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    Complex,
    Other,
}

impl Number {
    fn is_complex(self) -> bool {
        matches!(self, Number::Complex)
    }
}

fn number(value: &Value<NdArray>) -> Number {
    match value {
        Value::Bool(x) => Number::Int(i128::from(*x)),
        Value::Int(x) => x.to_i128().map_or(Number::Other, Number::Int),
        Value::Complex(_) => Number::Complex,
        other => match value_of(other) {
            Some(s) if s.dtype().is_complex() => Number::Complex,
            Some(s) => s.as_integer().map_or(Number::Other, Number::Int),
            None => Number::Other,
        },
    }
}

/// The value of a 0-d array or NumPy scalar. A trace does not look at values.
fn value_of(value: &Value<NdArray>) -> Option<Scalar> {
    match value {
        Value::Array(a) if a.tensor().ndim() == 0 => Some(a.tensor().first()),
        Value::Scalar(s) => Some(*s),
        _ => None,
    }
}

fn unsupported(operator: &Operator, a: &Value<NdArray>, b: &Value<NdArray>) -> Error {
    // Python's own objects know that it was an in-place operator.
    let python = operator.in_place && !matches!(a, Value::Array(_));
    let symbol = match operator.symbol {
        "** or pow()" if python => "**=".to_owned(),
        symbol if python => format!("{symbol}="),
        symbol => symbol.to_owned(),
    };
    Error::type_(format!(
        "unsupported operand type(s) for {symbol}: '{}' and '{}'",
        type_name(a),
        type_name(b)
    ))
}

/// The type as Python's messages name it: NumPy scalars in full.
fn type_name(value: &Value<NdArray>) -> String {
    match value {
        Value::Array(a) if a.is_scalar() => format!("numpy.{}", a.tensor().dtype()),
        Value::Scalar(s) => format!("numpy.{}", s.dtype()),
        other => other.type_name().to_owned(),
    }
}

/// The Python type of an array's elements, as object loops see them.
fn element_type(value: &Value<NdArray>) -> &'static str {
    let dtype = match value {
        Value::Array(a) => a.tensor().dtype(),
        Value::Scalar(s) => s.dtype(),
        other => return other.type_name(),
    };
    match dtype {
        DType::Bool => "bool",
        d if d.is_integer() => "int",
        d if d.is_float() => "float",
        _ => "complex",
    }
}

/// Operands that are no numbers: unequal to everything, and otherwise refused.
fn not_numeric(
    operator: &Operator,
    def: &UfuncDef,
    a: &Value<NdArray>,
    b: &Value<NdArray>,
) -> Option<Result<Value<NdArray>>> {
    let strange = |v: &Value<NdArray>| matches!(v, Value::None | Value::Str(_));
    let (other, text) = match (strange(a), strange(b)) {
        (true, false) => (b, matches!(a, Value::Str(_))),
        (false, true) => (a, matches!(b, Value::Str(_))),
        _ => return None,
    };
    if matches!(def.name, "equal" | "not_equal") {
        let answer = def.name == "not_equal";
        let Value::Array(array) = other else {
            return None;
        };
        return Some(if array.is_scalar() {
            Ok(if text {
                Value::Array(NdArray::from_scalar(&answer.into()))
            } else {
                Value::Bool(answer)
            })
        } else {
            full(array.tensor(), answer).map(|t| {
                Value::Array(if t.ndim() == 0 {
                    NdArray::scalar_from_tensor(t)
                } else {
                    NdArray::from_tensor(t)
                })
            })
        });
    }
    if text {
        // A comparison with a str on the left is the mirrored one.
        let mirrored = match def.name {
            "less" => "greater",
            "less_equal" => "greater_equal",
            "greater" => "less",
            "greater_equal" => "less_equal",
            name => name,
        };
        let def = if matches!(a, Value::Str(_)) {
            ufunc(mirrored).unwrap_or(def)
        } else {
            def
        };
        let plain = |v: &Value<NdArray>| match v {
            Value::Array(array) => Some(Value::Array(array.tensor().clone())),
            Value::Str(text) => Some(Value::Str(text.clone())),
            _ => None,
        };
        return not_numeric_error(def, &[plain(a), plain(b)]).map(Err);
    }
    Some(Err(if operator.in_place && is_array(a) {
        Error::ufunc_type(format!(
            "Cannot cast ufunc '{}' output from dtype('O') to dtype('{}') with casting rule 'same_kind'",
            def.name,
            match a {
                Value::Array(array) => array.tensor().dtype(),
                _ => DType::F64,
            }
        ))
    } else if matches!(
        def.name,
        "less" | "less_equal" | "greater" | "greater_equal"
    ) {
        Error::type_(format!(
            "'{}' not supported between instances of '{}' and '{}'",
            operator.symbol,
            element_type(a),
            element_type(b)
        ))
    } else {
        Error::type_(format!(
            "unsupported operand type(s) for {}: '{}' and '{}'",
            operator.symbol,
            element_type(a),
            element_type(b)
        ))
    }))
}

/// A bool array of one value.
fn full(like: &Tensor, value: bool) -> Result<Tensor> {
    let result = Tensor::zeros(like.shape(), DType::Bool, false)?;
    crate::prims::cast::assign(&Tensor::from_scalar(&value.into()), &result)?;
    Ok(result)
}

/// An integer scalar times a list repeats the list, as for Python's ints.
fn repeat(
    operator: &Operator,
    a: &Value<NdArray>,
    b: &Value<NdArray>,
) -> Option<Result<Value<NdArray>>> {
    if operator.ufunc != "multiply" {
        return None;
    }
    let (times, sequence) = match (a, b) {
        (Value::List(_) | Value::Tuple(_), _) => (b, a),
        (_, Value::List(_) | Value::Tuple(_)) => (a, b),
        _ => return None,
    };
    if !is_scalar(times) {
        return None;
    }
    let scalar = value_of(times)?;
    let Some(count) = scalar.as_integer().filter(|_| scalar.dtype().is_integer()) else {
        return Some(Err(Error::type_(format!(
            "can't multiply sequence by non-int of type '{}'",
            type_name(times)
        ))));
    };
    let count = usize::try_from(count).unwrap_or(0);
    let many = |items: &Vec<Value<NdArray>>| {
        let total = items.len().checked_mul(count)?;
        (total <= isize::MAX as usize / 64).then(|| {
            let mut all = Vec::with_capacity(total);
            for _ in 0..count {
                all.extend(items.iter().cloned());
            }
            all
        })
    };
    let repeated = match sequence {
        Value::List(items) => many(items).map(Value::List),
        Value::Tuple(items) => many(items).map(Value::Tuple),
        _ => return None,
    };
    Some(repeated.ok_or_else(|| Error::memory("")))
}

/// The ufunc that stands in for a power of an array with a Python number as exponent.
fn short_power(a: &Value<NdArray>, exponent: &Value<NdArray>) -> Option<&'static UfuncDef> {
    let Value::Array(array) = a else { return None };
    let dtype = array.tensor().dtype();
    let weak_int = matches!(exponent, Value::Int(_));
    let exponent = match exponent {
        Value::Int(x) => x.to_f64()?,
        Value::Float(x) if dtype.is_inexact() => *x,
        _ => return None,
    };
    if dtype.is_inexact() {
        if exponent == 2.0 {
            return Some(&ufuncs::square);
        } else if exponent == -1.0 && (weak_int || !dtype.is_complex()) {
            return Some(&ufuncs::reciprocal);
        } else if exponent == 0.5 {
            return Some(&ufuncs::sqrt);
        } else if exponent == 1.0 {
            return Some(&ufuncs::positive);
        }
    } else if !dtype.is_inexact() && exponent == 2.0 {
        return Some(&ufuncs::square);
    }
    None
}

/// `a OP= b`: the ufunc with the array as its output.
fn in_place(
    def: &'static UfuncDef,
    a: Value<NdArray>,
    b: Value<NdArray>,
) -> Result<Value<NdArray>> {
    let out: (Name, Value<NdArray>) = ("out".into(), a.clone());
    let (def, args) = match (def.name, short_power(&a, &b)) {
        ("power", Some(short)) => (short, vec![a]),
        _ => (def, vec![a, b]),
    };
    call(def.op, args, vec![out])
}

fn matmul(operator: &Operator, args: Vec<Value<NdArray>>) -> Result<Value<NdArray>> {
    let op = ops::function("matmul")
        .ok_or_else(|| Error::attribute("module 'numpy' has no attribute 'matmul'"))?;
    let given = args.len();
    let [a, b]: [Value<NdArray>; 2] = args.try_into().map_err(|_| {
        Error::type_(format!(
            "{} expected 2 arguments, got {given}",
            operator.name
        ))
    })?;
    if !is_array(&a) && !is_array(&b) {
        return Err(unsupported(operator, &a, &b));
    }
    if operator.in_place && is_array(&a) {
        let ndim = |value: &Value<NdArray>| match value {
            Value::Array(array) => array.tensor().ndim(),
            _ => 0,
        };
        if ndim(&a) > 0 && ndim(&b) == 1 {
            return Err(Error::value(
                "inplace matrix multiplication requires the first operand to have at least one and the second at least two dimensions.",
            ));
        }
        let out: (Name, Value<NdArray>) = ("out".into(), a.clone());
        return call(op, vec![a, b], vec![out]);
    }
    call(op, vec![a, b], Vec::new())
}

// The right operand is an array, or a number as a Python user would write it.
macro_rules! rust_operators {
    ($($trait:ident $method:ident $name:literal;)+) => {$(
        impl<T: super::IntoValue> std::ops::$trait<T> for &NdArray {
            type Output = Result<NdArray>;
            /// The operator as Python applies it.
            fn $method(self, other: T) -> Result<NdArray> {
                array_of(operate($name, vec![Value::Array(self.clone()), other.into_value()])?)
            }
        }
    )+};
}
rust_operators! {
    Add add "add";
    Sub sub "sub";
    Mul mul "mul";
    Div div "truediv";
    Rem rem "mod";
    BitAnd bitand "and_";
    BitOr bitor "or_";
    BitXor bitxor "xor";
    Shl shl "lshift";
    Shr shr "rshift";
}

impl std::ops::Neg for &NdArray {
    type Output = Result<NdArray>;
    fn neg(self) -> Result<NdArray> {
        array_of(operate("neg", vec![Value::Array(self.clone())])?)
    }
}

impl std::ops::Not for &NdArray {
    type Output = Result<NdArray>;
    fn not(self) -> Result<NdArray> {
        array_of(operate("invert", vec![Value::Array(self.clone())])?)
    }
}

fn array_of(value: Value<NdArray>) -> Result<NdArray> {
    match value {
        Value::Array(array) => Ok(array),
        other => Err(Error::type_(format!(
            "the result is a {}, not one array",
            other.type_name()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn i8s(items: &[i8]) -> NdArray {
        Tensor::from_elements(&[items.len()], items)
            .unwrap()
            .numpy()
    }

    #[test]
    fn scalars_tell_of_overflow_and_arrays_do_not() {
        events::take_fp();
        let a = i8s(&[100]);
        assert_eq!((&a + &a).unwrap().tensor().to_vec::<i8>(), [-56]);
        assert_eq!(events::take_fp(), FpEvents::NONE);
        let s = NdArray::from_scalar(&100i8.into());
        assert!((&s + &s).unwrap().is_scalar());
        assert_eq!(events::take_fp(), FpEvents::OVER);
    }

    #[test]
    fn in_place_keeps_the_object() {
        let a = i8s(&[1, 2]);
        let args = vec![Value::Array(a.clone()), Value::int(3)];
        let Value::Array(same) = operate("iadd", args).unwrap() else {
            panic!("an array")
        };
        assert_eq!(same, a);
        assert_eq!(a.tensor().to_vec::<i8>(), [4, 5]);
        let error = operate("itruediv", vec![Value::Array(a), Value::int(2)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "UFuncTypeError: Cannot cast ufunc 'divide' output from dtype('float64') to dtype('int8') with casting rule 'same_kind'"
        );
    }

    #[test]
    fn none_is_unequal() {
        let a = i8s(&[1, 2]);
        let result = operate("eq", vec![Value::Array(a.clone()), Value::None]).unwrap();
        assert!(matches!(result, Value::Array(r) if r.tensor().shape() == [2]));
        assert!(operate("add", vec![Value::Array(a), Value::None]).is_err());
    }
}
