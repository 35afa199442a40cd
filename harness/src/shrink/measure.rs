//! The size of a program: what "smaller" means.

use nparity_model::{Callee, DType, Program, Scalar, Value, Var};

/// Statements, then arguments, then elements and axes of literals, then dtypes, then elements: natural
/// numbers in lexicographic order, so there is no endless descent.
pub(super) type Measure = [u64; 5];

pub(super) fn of(program: &Program) -> Measure {
    let [statements, arguments, elements, dtypes, values] = &mut [0u64; 5];
    for statement in &program.statements {
        *statements += 1;
        if let Callee::Literal(literal) = &statement.callee {
            *elements += as_u64(literal.size() + 2 * literal.shape.len());
            *dtypes += dtype(literal.dtype);
            *values += literal.items().map(|x| scalar(&x)).sum::<u64>();
        }
        *arguments += as_u64(statement.kwargs.len());
        let all = statement
            .args
            .iter()
            .chain(statement.kwargs.iter().map(|(_, v)| v));
        for value in all {
            argument(value, arguments, dtypes, values);
        }
    }
    [*statements, *arguments, *elements, *dtypes, *values]
}

fn as_u64(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX / 4)
}

fn argument(value: &Value<Var>, nodes: &mut u64, dtypes: &mut u64, values: &mut u64) {
    *nodes += u64::from(!matches!(value, Value::None));
    match value {
        Value::None | Value::Ellipsis => {}
        Value::Bool(x) => *values += u64::from(*x),
        Value::Int(n) => match n.to_i64() {
            Some(n) => *values += integer(i128::from(n)),
            None => *values += 3000 + as_u64(n.to_string().len()),
        },
        Value::Float(x) => {
            *dtypes += 1;
            *values += float(*x);
        }
        Value::Complex(z) => {
            *dtypes += 2;
            *values += float(z.re) + float(z.im);
        }
        Value::Str(text) => *values += as_u64(text.len()),
        Value::Scalar(x) => {
            *dtypes += 3 + dtype(x.dtype());
            *values += scalar(x);
        }
        Value::DType(d) => *dtypes += dtype(*d),
        Value::Slice(s) => {
            for part in [&s.start, &s.stop, &s.step] {
                argument(part, nodes, dtypes, values);
            }
        }
        Value::List(items) | Value::Tuple(items) => {
            for item in items {
                argument(item, nodes, dtypes, values);
            }
        }
        Value::Array(var) => *values += u64::from(var.0),
    }
}

/// `float64` and `int64` are what a reader expects; of the others, the wider is the plainer.
pub(super) const fn dtype(dtype: DType) -> u64 {
    match dtype {
        DType::F64 => 0,
        DType::I64 => 1,
        DType::Bool => 2,
        DType::I32 => 3,
        DType::F32 => 4,
        DType::U64 => 5,
        DType::U8 => 6,
        DType::I8 => 7,
        DType::I16 => 8,
        DType::U32 => 9,
        DType::U16 => 10,
        DType::F16 => 11,
        DType::C128 => 12,
        DType::C64 => 13,
    }
}

pub(super) fn scalar(x: &Scalar) -> u64 {
    if let Some(n) = x.as_integer() {
        integer(n)
    } else if let Some(x) = x.as_float() {
        float(x)
    } else {
        x.as_complex().map_or(0, |z| float(z.re) + float(z.im))
    }
}

fn integer(n: i128) -> u64 {
    match n {
        0 => 0,
        1 => 1,
        _ => {
            let size = n.unsigned_abs();
            // Small numbers by size, large ones by length.
            let weight = if size < 1024 {
                u64::try_from(size).unwrap_or(1024)
            } else {
                1024 + u64::from(128 - size.leading_zeros())
            };
            2 * weight + u64::from(n < 0)
        }
    }
}

fn float(x: f64) -> u64 {
    if x.is_nan() {
        return 5001;
    }
    if x.is_infinite() {
        return 5000 + u64::from(x < 0.0) * 2;
    }
    if x == 0.0 {
        return if x.is_sign_negative() { 2 } else { 0 };
    }
    if x.fract() == 0.0 && x.abs() < 9e15 {
        #[expect(clippy::cast_possible_truncation, reason = "whole and in range")]
        return integer(x as i128);
    }
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff).abs_diff(1023).min(1023);
    let mantissa = bits & ((1 << 52) - 1);
    let digits = 52 - u64::from(mantissa.trailing_zeros().min(52));
    // Above any whole number: few digits first, then a size near 1.
    3000 + digits + exponent / 8 + u64::from(x < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_numbers_are_small() {
        let order = [
            0.0,
            1.0,
            -0.0,
            2.0,
            -2.0,
            1e9,
            0.5,
            0.1,
            f64::INFINITY,
            f64::NAN,
        ];
        let weights: Vec<u64> = order.iter().map(|x| float(*x)).collect();
        assert!(weights.is_sorted(), "{weights:?}");
        assert!(integer(-1) > integer(1) && integer(-1) < integer(2) + 1);
    }
}
