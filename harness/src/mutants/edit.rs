//! Tools of the mutants: which op a statement calls, changing arrays and outcomes.

use crate::run::specs::spec_of;
use nparity_model::{Callee, DType, Observed, Outcome, Program, Scalar, Statement, Value};
use std::collections::HashMap;

/// A statement where a fault may show, and what a sound library made of its program.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The program.
    pub program: &'a Program,
    /// The sound outcome.
    pub sound: &'a Outcome,
    /// The statement.
    pub at: usize,
}

impl<'a> Scene<'a> {
    /// The statement.
    pub fn statement(self) -> &'a Statement {
        &self.program.statements[self.at]
    }

    /// The final state of a positional argument that is an array.
    pub fn array(self, argument: usize) -> Option<&'a Observed> {
        match self.argument(argument)? {
            Operand::Array(array) => Some(array),
            Operand::Scalar(_) => None,
        }
    }

    /// The dtype of a positional argument, if it is an array or a NumPy scalar.
    pub fn dtype(self, argument: usize) -> Option<DType> {
        Some(match self.argument(argument)? {
            Operand::Array(array) => array.dtype,
            Operand::Scalar(scalar) => scalar.dtype(),
        })
    }

    fn argument(self, argument: usize) -> Option<Operand<'a>> {
        match self.statement().args.get(argument)? {
            Value::Scalar(scalar) => Some(Operand::Scalar(scalar)),
            Value::Array(var) => match self.sound.vars.get(var.index())? {
                Value::Array(array) => Some(Operand::Array(array)),
                Value::Scalar(scalar) => Some(Operand::Scalar(scalar)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The message of the exception, if this statement raises.
    pub fn message(self) -> Option<&'a str> {
        let raised = self.sound.error.as_ref()?;
        (raised.at == self.at).then_some(raised.message.as_str())
    }
}

enum Operand<'a> {
    Array(&'a Observed),
    Scalar(&'a Scalar),
}

/// The name of the spec that a callee belongs to.
pub fn op(callee: &Callee) -> Option<&'static str> {
    spec_of(callee).map(|spec| spec.name)
}

/// Takes a keyword away. True if it was there.
pub fn without(statement: &mut Statement, keyword: &str) -> bool {
    let before = statement.kwargs.len();
    statement.kwargs.retain(|(name, _)| name != keyword);
    statement.kwargs.len() < before
}

/// Takes a parameter away that may be passed by keyword, or as the last positional argument in this place.
/// True if it was there.
pub fn without_argument(statement: &mut Statement, keyword: &str, place: usize) -> bool {
    if statement.args.len() == place + 1
        && matches!(statement.callee, Callee::Function(_) | Callee::Method(_))
    {
        statement.args.pop();
        return true;
    }
    without(statement, keyword)
}

/// Sets a keyword, replacing one that is there.
pub fn set(statement: &mut Statement, keyword: &'static str, value: Value<nparity_model::Var>) {
    without(statement, keyword);
    statement.kwargs.push((keyword.into(), value));
}

/// True for a plain call of a function without this keyword: one to which it may be added.
pub fn is_plain(statement: &Statement, keyword: &str) -> bool {
    matches!(statement.callee, Callee::Function(_))
        && statement.kwargs.iter().all(|(name, _)| name != keyword)
}

/// Applies a change to every item. True if some item was changed; none is left out, as `any` would.
pub fn change_all<T>(
    items: impl IntoIterator<Item = T>,
    mut change: impl FnMut(T) -> bool,
) -> bool {
    let mut any = false;
    for item in items {
        any |= change(item);
    }
    any
}

/// Changes every element of every array and NumPy scalar of a dtype in a value.
pub fn elements(
    value: &mut Value<Observed>,
    dtypes: fn(DType) -> bool,
    f: &mut dyn FnMut(usize, Scalar) -> Scalar,
) {
    match value {
        Value::Scalar(scalar) if dtypes(scalar.dtype()) => *scalar = f(0, *scalar),
        Value::Array(array) if dtypes(array.dtype) => {
            for i in 0..array.size() {
                let new = f(i, array.item(i));
                let size = array.dtype.itemsize();
                array.data[i * size..(i + 1) * size].copy_from_slice(new.bytes());
            }
        }
        Value::List(items) | Value::Tuple(items) => {
            items.iter_mut().for_each(|item| elements(item, dtypes, f));
        }
        _ => {}
    }
}

/// Calls `f` on every array in a value.
pub fn arrays(value: &mut Value<Observed>, f: &mut dyn FnMut(&mut Observed)) {
    match value {
        Value::Array(array) => f(array),
        Value::List(items) | Value::Tuple(items) => {
            items.iter_mut().for_each(|item| arrays(item, f));
        }
        _ => {}
    }
}

/// Changes the real and imaginary parts of inexact elements.
pub fn floats(value: &mut Value<Observed>, f: &mut dyn FnMut(usize, f64) -> f64) {
    elements(value, DType::is_inexact, &mut |i, scalar| match (
        scalar.as_float(),
        scalar.as_complex(),
    ) {
        (Some(x), _) => float(scalar.dtype(), f(i, x)),
        (_, Some(z)) => {
            let (re, im) = (f(i, z.re), f(i, z.im));
            let part = scalar.dtype().real();
            let mut bytes = float(part, re).bytes().to_vec();
            bytes.extend_from_slice(float(part, im).bytes());
            Scalar::from_bytes(scalar.dtype(), &bytes)
        }
        _ => scalar,
    });
}

/// A float of this float dtype.
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding is what is wanted"
)]
pub fn float(dtype: DType, value: f64) -> Scalar {
    match dtype {
        DType::F16 => half::f16::from_f64(value).into(),
        DType::F32 => (value as f32).into(),
        _ => value.into(),
    }
}

/// An integer or bool of this dtype, wrapped.
pub fn integer(dtype: DType, value: i128) -> Scalar {
    if dtype == DType::Bool {
        return (value != 0).into();
    }
    Scalar::from_bytes(dtype, &value.to_le_bytes())
}

/// Gives an array another dtype of the same values, as if it had been computed so; strides stay in proportion.
pub fn retype(array: &mut Observed, dtype: DType) {
    let items: Vec<Scalar> = (0..array.size()).map(|i| array.item(i)).collect();
    let (old, new) = (
        array.dtype.itemsize().cast_signed(),
        dtype.itemsize().cast_signed(),
    );
    for stride in &mut array.strides {
        *stride = *stride / old * new;
    }
    array.data = items
        .iter()
        .flat_map(|s| convert(*s, dtype).bytes().to_vec())
        .collect();
    array.dtype = dtype;
}

/// The same for a NumPy scalar or the arrays of any value.
pub fn retype_value(value: &mut Value<Observed>, from: fn(DType) -> bool, to: DType) {
    if let Value::Scalar(scalar) = value
        && from(scalar.dtype())
    {
        *scalar = convert(*scalar, to);
    }
    arrays(value, &mut |array| {
        if from(array.dtype) {
            retype(array, to);
        }
    });
}

/// The element in another dtype, as C would cast it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a cast"
)]
fn convert(scalar: Scalar, dtype: DType) -> Scalar {
    let (re, im) = match (scalar.as_integer(), scalar.as_float(), scalar.as_complex()) {
        (Some(n), _, _) if !dtype.is_inexact() => return integer(dtype, n),
        (Some(n), _, _) => (n as f64, 0.0),
        (_, Some(x), _) => (x, 0.0),
        (_, _, Some(z)) => (z.re, z.im),
        _ => return scalar,
    };
    if dtype.is_complex() {
        let mut bytes = float(dtype.real(), re).bytes().to_vec();
        bytes.extend_from_slice(float(dtype.real(), im).bytes());
        Scalar::from_bytes(dtype, &bytes)
    } else if dtype.is_float() {
        float(dtype, re)
    } else {
        integer(dtype, re as i128)
    }
}

/// Strides of a fresh array in C order.
pub fn c_strides(shape: &[usize], itemsize: usize) -> Vec<isize> {
    let mut strides = vec![0; shape.len()];
    let mut step = itemsize.cast_signed();
    for (stride, n) in strides.iter_mut().zip(shape).rev() {
        *stride = step;
        step *= (*n).max(1).cast_signed();
    }
    strides
}

/// Makes an array one of its own: fresh memory in C order.
pub fn detach(array: &mut Observed, number: u32) {
    array.storage = number;
    array.object = number;
    array.offset = 0;
    array.strides = c_strides(&array.shape, array.dtype.itemsize());
    array.c_contiguous = true;
    array.f_contiguous = array.size() == 0 || array.shape.iter().filter(|n| **n > 1).count() < 2;
    array.writeable = true;
}

/// A fresh 0-d array.
pub fn zero_dimensional(scalar: Scalar, number: u32) -> Value<Observed> {
    Value::Array(Observed {
        dtype: scalar.dtype(),
        shape: Vec::new(),
        strides: Vec::new(),
        data: scalar.bytes().to_vec(),
        storage: number,
        offset: 0,
        object: number,
        c_contiguous: true,
        f_contiguous: true,
        writeable: true,
    })
}

/// Numbers storages and objects again in the order in which the variables show them, as outcomes must.
pub fn renumber(outcome: &mut Outcome) {
    fn number(seen: &mut HashMap<u32, u32>, old: u32) -> u32 {
        let next = u32::try_from(seen.len()).unwrap_or(u32::MAX);
        *seen.entry(old).or_insert(next)
    }
    let (mut storages, mut objects) = (HashMap::new(), HashMap::new());
    for value in &mut outcome.vars {
        arrays(value, &mut |array| {
            array.storage = number(&mut storages, array.storage);
            array.object = number(&mut objects, array.object);
        });
    }
}

/// A number that no storage or object of a real outcome has.
pub const FRESH: u32 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversion_wraps_and_rounds() {
        assert_eq!(convert(200i64.into(), DType::I8), (-56i8).into());
        assert_eq!(convert(2.75f64.into(), DType::U8), 2u8.into());
        assert_eq!(
            convert(3u8.into(), DType::F16),
            half::f16::from_f64(3.0).into()
        );
        assert_eq!(convert(7i32.into(), DType::Bool), true.into());
    }

    #[test]
    fn fresh_arrays_have_c_strides() {
        assert_eq!(c_strides(&[2, 3, 4], 8), [96, 32, 8]);
        assert!(c_strides(&[], 8).is_empty());
    }
}
