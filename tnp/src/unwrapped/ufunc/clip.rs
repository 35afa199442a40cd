//! `clip`: a ufunc of three arguments behind a function with its own rules for missing bounds.

use super::def::{Kwargs, Loop, UfuncDef};
use super::macros::group;
use super::{args, ufuncs};
use crate::ops::{Arg, Casting, Operand, Param, Traits, Weak, ops};
use crate::prims::elementwise::{Clip, plain3};
use crate::tensor::{B8, Element, Order};
use crate::unwrapped::reduce_args::Source;
use crate::{DType, Error, Result, Tensor};
use half::f16;
use nparity_model::{DTypeKind, Value};
use num_complex::{Complex32, Complex64};

pub(super) static CLIP: UfuncDef = UfuncDef {
    name: "clip",
    nin: 3,
    nout: 1,
    identity: None,
    op: &defs::clip,
    groups: &[group!(plain3 Clip (T, T, T => T) T [
        B8 i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64 Complex32 Complex64
    ])],
};

/// Not given, as NumPy's `<no value>`: unlike `None`.
#[derive(Clone, PartialEq, Debug)]
enum Bound {
    NotGiven,
    Open,
    At(Operand),
}

impl Bound {
    fn read(arg: Option<Arg>) -> Result<Bound> {
        Ok(match arg {
            None => Bound::NotGiven,
            Some(Value::None) => Bound::Open,
            Some(arg) => Bound::At(Operand::from_arg(arg, "min")?),
        })
    }

    /// A Python int that no element can pass is no bound.
    fn within(self, dtype: DType, passes: impl Fn(i128, i128, i128) -> bool) -> Option<Operand> {
        match self {
            Bound::At(Operand::Weak(Weak::Int(int))) if dtype.is_integer() => {
                let bits = dtype.itemsize() as u32 * 8;
                let (low, high) = if dtype.kind() == DTypeKind::Signed {
                    (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
                } else {
                    (0, (1i128 << bits) - 1)
                };
                let value = int.to_i128().unwrap_or(if int.is_negative() {
                    i128::MIN
                } else {
                    i128::MAX
                });
                (!passes(value, low, high)).then_some(Operand::Weak(Weak::Int(int)))
            }
            Bound::At(operand) => Some(operand),
            Bound::Open | Bound::NotGiven => None,
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "NumPy's own parameter list")]
fn clipped(
    a: Tensor,
    low: Bound,
    high: Bound,
    out: Arg,
    where_: Arg,
    casting: Option<Casting>,
    order: Option<Order>,
    dtype: Option<DType>,
) -> Result<Tensor> {
    let low = low.within(a.dtype(), |x, least, _| x <= least);
    let high = high.within(a.dtype(), |x, _, most| x >= most);
    let kwargs = Kwargs {
        out: args::parse_out(&CLIP, out)?,
        where_: args::parse_mask(where_)?,
        casting: casting.unwrap_or(Casting::SameKind),
        order: order.unwrap_or(Order::K),
        dtype,
        signature: None,
    };
    let (def, inputs): (&'static UfuncDef, super::Inputs) = match (low, high) {
        (None, None) => (&ufuncs::positive, smallvec::smallvec![a.into()]),
        (None, Some(high)) => (&ufuncs::minimum, smallvec::smallvec![a.into(), high]),
        (Some(low), None) => (&ufuncs::maximum, smallvec::smallvec![a.into(), low]),
        (Some(low), Some(high)) => (&CLIP, smallvec::smallvec![a.into(), low, high]),
    };
    let mut outputs = super::execute::execute(def, &inputs, &kwargs)?;
    Ok(outputs.remove(0))
}

ops! {
    /// The elements, none below `a_min` or above `a_max`.
    [Traits::FUNCTION.scalar_values()]
    fn clip(
        a: Source;
        a_min: Unset = Unset(None), a_max: Unset = Unset(None), out: Arg = Value::None;
        min: Unset = Unset(None), max: Unset = Unset(None), where_: Arg = Value::Bool(true),
        casting: Option<Casting> = None, order: Option<Order> = None, dtype: Option<DType> = None
    ) -> Tensor {
        let (a, is_scalar) = a.split();
        let (given_min, given_max) = (a_min.0.is_some(), a_max.0.is_some());
        if !given_min && !given_max {
            let (low, high) = (Bound::read(min.0)?, Bound::read(max.0)?);
            let result = clipped(a, low, high, out, where_, casting, order, dtype)?;
            return Source::give(is_scalar, result);
        }
        for (given, name) in [(given_min, "a_min"), (given_max, "a_max")] {
            if !given {
                return Err(Error::type_(format!(
                    "clip() missing 1 required positional argument: '{name}'"
                )));
            }
        }
        if min.0.is_some() || max.0.is_some() {
            return Err(Error::value(
                "Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.",
            ));
        }
        let (low, high) = (Bound::read(a_min.0)?, Bound::read(a_max.0)?);
        let result = clipped(a, low, high, out, where_, casting, order, dtype)?;
        Source::give(is_scalar, result)
    }
}

/// An argument that can be left out, which is not the same as `None`.
#[derive(Clone, PartialEq, Debug)]
pub struct Unset(pub Option<Arg>);

impl Param for Unset {
    fn from_arg(arg: Arg, _: &str) -> Result<Unset> {
        Ok(Unset(match arg {
            Value::Ellipsis => None,
            arg => Some(arg),
        }))
    }
    fn to_arg(&self) -> Arg {
        self.0.clone().unwrap_or(Value::Ellipsis)
    }
}

/// The method, whose parameters differ.
pub mod method {
    use super::{Bound, clipped};
    use crate::ops::{Arg, Casting, Traits, ops};
    use crate::tensor::Order;
    use crate::unwrapped::reduce_args::Source;
    use crate::{DType, Tensor};
    use nparity_model::Value;

    ops! {
        /// The elements, none below `min` or above `max`.
        [Traits::FUNCTION.only_method().scalar_values()]
        fn clip(
            a: Source;
            min: Arg = Value::None, max: Arg = Value::None, out: Arg = Value::None;
            where_: Arg = Value::Bool(true), casting: Option<Casting> = None,
            order: Option<Order> = None, dtype: Option<DType> = None
        ) -> Tensor {
            let (a, is_scalar) = a.split();
            let (low, high) = (Bound::read(Some(min))?, Bound::read(Some(max))?);
            let result = clipped(a, low, high, out, where_, casting, order, dtype)?;
            Source::give(is_scalar, result)
        }
    }
}
