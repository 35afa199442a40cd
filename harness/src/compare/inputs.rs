//! Arguments of a statement as plain arrays, for bounds that depend on them.

use super::writes::{Held, held_before};
use nparity_model::{DType, Observed, Outcome, Program, Scalar, Statement, Value, Var};

/// An array argument as it was when the statement ran.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Input {
    pub(super) dtype: DType,
    pub(super) shape: Vec<usize>,
    pub(super) items: Vec<Scalar>,
}

impl Input {
    fn scalar(item: Scalar) -> Input {
        Input {
            dtype: item.dtype(),
            shape: Vec::new(),
            items: vec![item],
        }
    }

    /// The elements as sizes.
    pub(super) fn magnitudes(&self) -> Vec<f64> {
        self.items.iter().map(super::element::magnitude).collect()
    }
}

/// Where arguments are looked up.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) program: &'a Program,
    pub(super) expected: &'a Outcome,
    /// The statement.
    pub(super) at: usize,
}

impl<'a> Scene<'a> {
    pub(super) fn statement(&self) -> &'a Statement {
        &self.program.statements[self.at]
    }

    /// The argument with this name, or else at this position.
    pub(super) fn argument(&self, name: &str, position: Option<usize>) -> Option<&'a Value<Var>> {
        let statement = self.statement();
        statement
            .kwargs
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v)
            .or_else(|| statement.args.get(position?))
    }

    /// Positional argument `i` as an array.
    pub(super) fn input(&self, i: usize) -> Option<Input> {
        self.read(self.statement().args.get(i)?)
    }

    /// An argument as an array; `None` if it is no array_like or no longer known.
    pub(super) fn read(&self, value: &Value<Var>) -> Option<Input> {
        match value {
            Value::Array(var) => match held_before(self.program, self.expected, *var, self.at)? {
                Held::Literal(literal) => Some(Input {
                    dtype: literal.dtype,
                    shape: literal.shape.clone(),
                    items: literal.items().collect(),
                }),
                Held::Value(value) => read_observed(value),
            },
            Value::List(items) | Value::Tuple(items) => {
                stack(items.iter().map(|item| self.read(item)))
            }
            plain => python_number(plain).map(Input::scalar),
        }
    }
}

fn read_observed(value: &Value<Observed>) -> Option<Input> {
    match value {
        Value::Array(array) => Some(Input {
            dtype: array.dtype,
            shape: array.shape.clone(),
            items: (0..array.size()).map(|i| array.item(i)).collect(),
        }),
        Value::List(items) | Value::Tuple(items) => stack(items.iter().map(read_observed)),
        plain => python_number(plain).map(Input::scalar),
    }
}

/// Nested sequences of equal shapes.
fn stack(parts: impl Iterator<Item = Option<Input>>) -> Option<Input> {
    let mut whole: Option<Input> = None;
    let mut count = 0;
    for part in parts {
        let part = part?;
        count += 1;
        match &mut whole {
            None => whole = Some(part),
            Some(whole) if whole.shape == part.shape => whole.items.extend(part.items),
            Some(_) => return None,
        }
    }
    let mut whole = whole?;
    whole.shape.insert(0, count);
    Some(whole)
}

/// A Python or NumPy number as one element.
pub(super) fn python_number<A>(value: &Value<A>) -> Option<Scalar> {
    Some(match value {
        Value::Bool(x) => Scalar::from(*x),
        Value::Int(x) => match x.to_i64() {
            Some(x) => Scalar::from(x),
            None => Scalar::from(x.to_f64()?),
        },
        Value::Float(x) => Scalar::from(*x),
        Value::Complex(x) => Scalar::from(*x),
        Value::Scalar(x) => *x,
        _ => return None,
    })
}
