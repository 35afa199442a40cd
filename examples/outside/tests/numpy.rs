//! Does `Bits` behave like NumPy? One cargo test per op.

use nparity::Subject;
use nparity::harness::adaptor::{Call, Declined, Table};
use nparity::model::{ArrayLiteral, DType, Observed, Value};
use outside::Bits;

fn make(literal: &ArrayLiteral) -> Option<Bits> {
    // NumPy gives scalars for operations on 0-d arrays; this library has none.
    let bools = literal.dtype == DType::Bool && !literal.shape.is_empty();
    bools.then(|| Bits {
        shape: literal.shape.clone(),
        data: literal.data.iter().map(|byte| *byte == 1).collect(),
    })
}

fn show(bits: &Bits) -> Observed {
    let mut strides = vec![0; bits.shape.len()];
    let mut step = 1;
    for (stride, n) in strides.iter_mut().zip(&bits.shape).rev() {
        *stride = step;
        step *= *n as isize;
    }
    Observed {
        dtype: DType::Bool,
        shape: bits.shape.clone(),
        strides,
        data: bits.data.iter().map(|bit| u8::from(*bit)).collect(),
        storage: 0,
        offset: 0,
        object: 0,
        c_contiguous: true,
        f_contiguous: bits.shape.len() < 2,
        writeable: true,
    }
}

fn binary(
    call: &Call<'_, Bits>,
    f: fn(&Bits, &Bits) -> Option<Bits>,
) -> Result<Value<Bits>, Declined> {
    let [a, b] = call.arrays()?;
    let result = f(a, b).ok_or_else(|| Declined::missing("broadcasting"))?;
    Ok(Value::Array(result))
}

fn subject() -> impl Subject {
    Table::new("bits", make, show)
        .op("bitwise_and", |call| binary(call, Bits::and))
        .op("bitwise_xor", |call| binary(call, Bits::xor))
        .op("logical_xor", |call| binary(call, Bits::xor))
        .op("invert", |call| {
            let [a] = call.arrays()?;
            Ok(Value::Array(a.not()))
        })
}

nparity::conformance_tests!(subject());
