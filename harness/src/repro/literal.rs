//! Numbers and arrays as Python expressions that give back the same bits.

use nparity_model::{ArrayLiteral, DType, Scalar};
use std::fmt::Write;

/// A Python float.
pub(super) fn float(x: f64) -> String {
    if x.is_nan() {
        "np.nan".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "np.inf" } else { "-np.inf" }.to_owned()
    } else {
        format!("{x:?}")
    }
}

/// A Python complex. `1-0j` would be `1+0j`, so signs of zeros need the call.
pub(super) fn complex(re: f64, im: f64) -> String {
    format!("complex({}, {})", float(re), float(im))
}

/// The shortest decimal that gives this number when Python reads it as a double and NumPy rounds it to the
/// dtype.
fn narrow(x: f64, short: String, back: impl Fn(f64) -> bool) -> String {
    if x.is_finite() && short.parse::<f64>().is_ok_and(back) {
        short
    } else {
        float(x)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the value came from this type"
)]
fn part(x: f64, dtype: DType) -> String {
    match dtype {
        DType::F32 => narrow(x, format!("{:?}", x as f32), |y| y as f32 == x as f32),
        DType::F16 => {
            let same = |y: f64| half::f16::from_f64(y) == half::f16::from_f64(x);
            // Few digits tell numbers of 11 bits apart.
            let digits = (0..6)
                .map(|n| format!("{x:.n$e}"))
                .find(|text| text.parse::<f64>().is_ok_and(same));
            match digits.and_then(|text| text.parse::<f64>().ok()) {
                Some(y) => narrow(x, format!("{y:?}"), same),
                None => float(x),
            }
        }
        _ => float(x),
    }
}

/// An element without its dtype, as it stands in a list.
pub(super) fn element(x: &Scalar) -> String {
    match (x.as_integer(), x.as_float(), x.as_complex()) {
        (Some(n), _, _) if x.dtype() == DType::Bool => {
            if n == 0 { "False" } else { "True" }.to_owned()
        }
        (Some(n), _, _) => n.to_string(),
        (_, Some(value), _) => part(value, x.dtype()),
        (_, _, Some(z)) => {
            let real = x.dtype().real();
            let plain = |v: f64| v.is_finite() && !(v == 0.0 && v.is_sign_negative());
            if plain(z.re) && plain(z.im) {
                let sign = if z.im < 0.0 { "" } else { "+" };
                format!("{}{sign}{}j", part(z.re, real), part(z.im, real))
            } else {
                format!("complex({}, {})", part(z.re, real), part(z.im, real))
            }
        }
        _ => String::new(),
    }
}

/// Whether the element is a NaN other than the one that `np.nan` gives.
fn has_payload(x: &Scalar) -> bool {
    let part = |bytes: &[u8]| -> bool {
        let default: &[u8] = match bytes.len() {
            2 => &[0x00, 0x7e],
            4 => &[0x00, 0x00, 0xc0, 0x7f],
            _ => &[0, 0, 0, 0, 0, 0, 0xf8, 0x7f],
        };
        bytes != default
    };
    let bytes = x.bytes();
    if let Some(value) = x.as_float() {
        value.is_nan() && part(bytes)
    } else if let Some(z) = x.as_complex() {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        (z.re.is_nan() && part(re)) || (z.im.is_nan() && part(im))
    } else {
        false
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A NumPy scalar.
pub(super) fn scalar(x: &Scalar) -> String {
    if has_payload(x) {
        return format!(
            "np.frombuffer(bytes.fromhex('{}'), np.{})[0]",
            hex(x.bytes()),
            x.dtype()
        );
    }
    match x.dtype() {
        DType::Bool => format!("np.{}_", element(x)),
        dtype => format!("np.{dtype}({})", element(x)),
    }
}

/// `float64` as an attribute of `np`; `np.bool` is `np.bool_` before NumPy 2.
fn dtype_name(dtype: DType) -> String {
    match dtype {
        DType::Bool => "bool".to_owned(),
        other => format!("np.{other}"),
    }
}

/// A fresh array.
pub(super) fn array(literal: &ArrayLiteral) -> String {
    let dtype = dtype_name(literal.dtype);
    let shape = crate::compare::render::shape(&literal.shape);
    let n = literal.size();
    if n == 0 {
        return format!("np.zeros({shape}, dtype={dtype})");
    }
    if literal.items().any(|x| has_payload(&x)) {
        // A copy, since memory of a bytes object cannot be written to.
        return format!(
            "np.frombuffer(bytes.fromhex('{}'), dtype={dtype}).reshape({shape}).copy()",
            hex(&literal.data)
        );
    }
    let first = literal.item(0);
    if n > 8 && literal.items().all(|x| x == first) {
        return format!("np.full({shape}, {}, dtype={dtype})", element(&first));
    }
    let mut text = String::from("np.array(");
    nested(literal, 0, 0, &mut text);
    let _ = write!(text, ", dtype={dtype})");
    text
}

fn nested(literal: &ArrayLiteral, axis: usize, start: usize, out: &mut String) {
    let Some(&n) = literal.shape.get(axis) else {
        out.push_str(&element(&literal.item(start)));
        return;
    };
    let step: usize = literal.shape[axis + 1..].iter().product();
    out.push('[');
    for i in 0..n {
        if i > 0 {
            out.push_str(", ");
        }
        nested(literal, axis + 1, start + i * step, out);
    }
    out.push(']');
}
