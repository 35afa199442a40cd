//! Elements and scalars: boundary values are frequent, not rare.

use super::rng::Draw;
use half::f16;
use nparity_model::{DType, DTypeKind, PyInt, Scalar, Value, Var};

/// How the elements of one array are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Small integers and halves.
    Small,
    /// Small numbers, wide ones and boundary values together.
    Mixed,
    /// Full mantissas, any size of integer; finite.
    Wide,
    /// Mostly boundary values.
    Edge,
    /// In [-1, 1], ends included.
    Unit,
    /// Above 0.
    Positive,
    /// Finite, of moderate size, full mantissas.
    Moderate,
    /// 0 to a little over the number of bits of the dtype, at times negative.
    Shift,
    /// Few different values.
    Ties,
    /// Integers from 0 on, mostly small; floats of both signs.
    Exponent,
}

/// What a function's arguments should mostly be, so that its answers say something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Anything.
    Any,
    /// Within [-1, 1].
    Unit,
    /// Above 0.
    Positive,
    /// Of moderate size, so that a product or an exponential stays finite.
    Moderate,
    /// A shift count or a small exponent.
    Shift,
    /// Small numbers, as in sums whose exact value all orders of addition agree on.
    Small,
}

impl Domain {
    /// A style for one array; every domain is left at times.
    pub(crate) fn style(self, level: usize) -> Style {
        use Style::{Edge, Mixed, Moderate, Positive, Shift, Small, Ties, Unit, Wide};
        let styles: [Style; 8] = match self {
            Domain::Any => [Mixed, Mixed, Mixed, Small, Small, Wide, Edge, Edge],
            Domain::Unit => [Unit, Unit, Unit, Unit, Mixed, Small, Edge, Unit],
            Domain::Positive => [
                Positive, Positive, Positive, Mixed, Mixed, Small, Edge, Wide,
            ],
            Domain::Moderate => [
                Moderate, Moderate, Moderate, Mixed, Mixed, Small, Edge, Small,
            ],
            Domain::Shift => [Shift, Shift, Shift, Shift, Small, Shift, Mixed, Edge],
            Domain::Small => [Small, Ties, Moderate, Small, Mixed, Wide, Edge, Ties],
        };
        styles[level % 8]
    }
}

const F64_EDGES: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    5e-324,
    -5e-324,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::MIN,
    9_007_199_254_740_992.0,
    -9_007_199_254_740_993.0,
    1e300,
    1e-300,
    2_147_483_648.0,
    9_223_372_036_854_775_808.0,
    0.1,
];

const F32_EDGES: [f32; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    1e-45,
    -1e-45,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    16_777_216.0,
    -16_777_215.0,
    1e30,
    1e-30,
    2_147_483_648.0,
    255.0,
    0.1,
];

/// The same for half precision, as bits.
const F16_EDGES: [u16; 24] = [
    0x0000, 0x8000, 0x3c00, 0xbc00, 0x7e00, 0x7c00, 0xfc00, 0x3800, 0xb800, 0x3e00, 0x4100, 0xc100,
    0x0001, 0x8001, 0x0400, 0x7bff, 0xfbff, 0x6800, 0xe7ff, 0x7800, 0x0800, 0x5bf8, 0x63d0, 0x2e66,
];

fn int_edges(bits: u32, signed: bool) -> [i64; 16] {
    let (min, max) = if signed {
        (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits))
    } else {
        (0, (u64::MAX >> (64 - bits)) as i64)
    };
    let half = if signed {
        min / 2
    } else {
        (1u64 << (bits - 1)) as i64
    };
    let below = if signed { -1 } else { half.wrapping_sub(1) };
    let low = if signed { min.wrapping_add(1) } else { 1 };
    [
        0,
        1,
        below,
        min,
        max,
        low,
        max.wrapping_sub(1),
        half,
        2,
        if signed { -2 } else { 10 },
        min,
        max,
        3,
        if signed { -max } else { 7 },
        0,
        below,
    ]
}

/// A float of a style from 64 random bits; `None` for a boundary value (index in the low bits).
#[inline]
fn float(r: u64, style: Style) -> Result<f64, usize> {
    let edge = || Err((r >> 8) as usize % 24);
    let halves = |r: u64| ((r >> 16) % 33) as f64 * 0.5 - 8.0;
    // A mantissa in [1, 2) and a sign from the bits, scaled by 2**e.
    let full = |r: u64, e: i32| {
        let exponent = ((1023 + e) as u64) << 52;
        f64::from_bits((r << 52 & 1 << 63) | exponent | (r >> 12))
    };
    match style {
        Style::Small => Ok(halves(r)),
        Style::Ties => Ok(((r >> 16) % 4) as f64 - 1.0),
        Style::Mixed => match r & 0xf {
            0..=4 => edge(),
            5..=9 => Ok(halves(r)),
            _ => Ok(full(r, ((r >> 4) & 0xf) as i32 - 8)),
        },
        Style::Wide => Ok(full(r, (r & 0x1f) as i32 - 16)),
        Style::Edge => {
            if r & 0xf < 12 {
                edge()
            } else {
                Ok(halves(r))
            }
        }
        Style::Unit => match r & 0xf {
            0 => Ok(1.0),
            1 => Ok(-1.0),
            2 => Ok(-0.0),
            _ => Ok(full(r, -1 - ((r >> 4) & 7) as i32)),
        },
        Style::Positive => match r & 0xf {
            0 => edge(),
            _ => Ok(full(r, ((r >> 4) & 0xf) as i32 - 8).abs()),
        },
        Style::Moderate => match r & 0xf {
            0 => Ok(0.0),
            1 => Ok(1.0),
            _ => Ok(full(r, ((r >> 4) & 7) as i32 - 4)),
        },
        Style::Shift => Ok(((r >> 16) % 13) as f64 - 4.0),
        Style::Exponent => match r & 7 {
            0 => edge(),
            _ => Ok(((r >> 16) % 17) as f64 * 0.5 - 3.0),
        },
    }
}

/// An integer of a style from 64 random bits; the low bytes count.
#[inline]
fn integer(r: u64, style: Style, signed: bool, bits: u32, edges: &[i64; 16]) -> i64 {
    let small = |r: u64| {
        let n = ((r >> 16) % 17) as i64;
        if signed { n - 6 } else { n }
    };
    let wide = |r: u64| {
        let shift = 64 - bits + (r as u32 & 0x3f) % bits;
        if signed {
            (r as i64) >> shift
        } else {
            (r >> shift) as i64
        }
    };
    match style {
        Style::Small => small(r),
        Style::Ties => ((r >> 16) % 3) as i64,
        Style::Mixed => match r & 0xf {
            0..=4 => edges[(r >> 8) as usize & 15],
            5..=10 => small(r),
            _ => wide(r >> 4),
        },
        Style::Wide => wide(r),
        Style::Edge => edges[(r >> 8) as usize & 15],
        Style::Unit => ((r >> 16) % 3) as i64 - i64::from(signed),
        Style::Positive => ((r >> 16) % 40) as i64 + 1,
        Style::Moderate => {
            let n = ((r >> 16) % 25) as i64;
            if signed { n - 12 } else { n }
        }
        Style::Shift => match r & 0xf {
            0 if signed => -(((r >> 16) % 3) as i64),
            1 => i64::from(bits) + ((r >> 16) % 3) as i64 - 1,
            _ => ((r >> 16) % u64::from(bits)) as i64,
        },
        Style::Exponent => match r & 7 {
            0 => ((r >> 16) % 70) as i64,
            _ => ((r >> 16) % 9) as i64,
        },
    }
}

/// Appends `n` elements in C order, little endian.
pub(crate) fn fill(draw: &mut Draw, dtype: DType, n: usize, style: Style, out: &mut Vec<u8>) {
    out.reserve_exact(n * dtype.itemsize());
    let push_f64 = |r: u64, out: &mut Vec<u8>| {
        let x = float(r, style).unwrap_or_else(|edge| F64_EDGES[edge]);
        out.extend_from_slice(&x.to_le_bytes());
    };
    let push_f32 = |r: u64, out: &mut Vec<u8>| {
        let x = float(r, style).map_or_else(|edge| F32_EDGES[edge], |x| x as f32);
        out.extend_from_slice(&x.to_le_bytes());
    };
    match dtype {
        DType::Bool => {
            let mut word = draw.bits();
            for i in 0..n {
                if i & 63 == 63 {
                    word = draw.bits();
                }
                out.push((word >> (i & 63)) as u8 & 1);
            }
        }
        DType::F64 => (0..n).for_each(|_| push_f64(draw.bits(), out)),
        DType::C128 => (0..2 * n).for_each(|_| push_f64(draw.bits(), out)),
        DType::F32 => (0..n).for_each(|_| push_f32(draw.bits(), out)),
        DType::C64 => (0..2 * n).for_each(|_| push_f32(draw.bits(), out)),
        DType::F16 => {
            for _ in 0..n {
                let bits = match float(draw.bits(), style) {
                    Ok(x) => f16::from_f64(x).to_bits(),
                    Err(edge) => F16_EDGES[edge],
                };
                out.extend_from_slice(&bits.to_le_bytes());
            }
        }
        DType::I8
        | DType::I16
        | DType::I32
        | DType::I64
        | DType::U8
        | DType::U16
        | DType::U32
        | DType::U64 => {
            let size = dtype.itemsize();
            let bits = 8 * size as u32;
            let signed = dtype.kind() == DTypeKind::Signed;
            let edges = int_edges(bits, signed);
            for _ in 0..n {
                let x = integer(draw.bits(), style, signed, bits, &edges);
                out.extend_from_slice(&x.to_le_bytes()[..size]);
            }
        }
    }
}

/// Appends a small number (integers cut) as an element of a dtype.
pub(crate) fn put(dtype: DType, x: f64, out: &mut Vec<u8>) {
    match dtype {
        DType::Bool => out.push(u8::from(x != 0.0)),
        DType::F16 => out.extend_from_slice(&f16::from_f64(x).to_le_bytes()),
        DType::F32 => out.extend_from_slice(&(x as f32).to_le_bytes()),
        DType::F64 => out.extend_from_slice(&x.to_le_bytes()),
        DType::C64 => {
            out.extend_from_slice(&(x as f32).to_le_bytes());
            out.extend_from_slice(&[0; 4]);
        }
        DType::C128 => {
            out.extend_from_slice(&x.to_le_bytes());
            out.extend_from_slice(&[0; 8]);
        }
        DType::I8
        | DType::I16
        | DType::I32
        | DType::I64
        | DType::U8
        | DType::U16
        | DType::U32
        | DType::U64 => {
            out.extend_from_slice(&(x as i64).to_le_bytes()[..dtype.itemsize()]);
        }
    }
}

/// A NumPy scalar.
pub(crate) fn scalar(draw: &mut Draw, dtype: DType, style: Style) -> Scalar {
    let mut bytes = Vec::new();
    fill(draw, dtype, 1, style, &mut bytes);
    Scalar::from_bytes(dtype, &bytes)
}

/// A Python number of a kind: `Bool`, `Signed` for an int, `Float`, `Complex`. Ints fit `near`.
pub(crate) fn python(draw: &mut Draw, kind: DTypeKind, style: Style, near: DType) -> Value<Var> {
    let part = |draw: &mut Draw| float(draw.bits(), style).unwrap_or_else(|e| F64_EDGES[e]);
    match kind {
        DTypeKind::Bool => Value::Bool(draw.chance(50)),
        DTypeKind::Float => Value::Float(part(draw)),
        DTypeKind::Complex => {
            let (re, im) = (part(draw), part(draw));
            Value::Complex(num_complex::Complex64::new(re, im))
        }
        DTypeKind::Signed | DTypeKind::Unsigned => {
            let dtype = if near.is_integer() { near } else { DType::I32 };
            let bits = 8 * dtype.itemsize() as u32;
            let signed = dtype.kind() == DTypeKind::Signed;
            let edges = int_edges(bits, signed);
            let x = integer(draw.bits(), style, signed, bits, &edges);
            // Cut to the dtype's range, as the element would be.
            let x = match dtype {
                DType::I8 => i64::from(x as i8),
                DType::I16 => i64::from(x as i16),
                DType::I32 => i64::from(x as i32),
                DType::U8 => i64::from(x as u8),
                DType::U16 => i64::from(x as u16),
                DType::U32 => i64::from(x as u32),
                DType::U64 if x < 0 => return Value::Int(PyInt::from(x as u64)),
                _ => x,
            };
            Value::int(x)
        }
    }
}

/// A Python int that does not fit a dtype.
pub(crate) fn too_big(draw: &mut Draw, dtype: DType) -> PyInt {
    let bits = 8 * dtype.itemsize().min(8) as u32;
    let unsigned = dtype.kind() == DTypeKind::Unsigned;
    let value: i128 = match draw.below(6) {
        0 if unsigned => -1,
        0 => 1 << (bits - 1),
        1 if unsigned => -(1 << (bits - 1)),
        1 => -(1 << (bits - 1)) - 1,
        2 => 1 << bits,
        3 => 1 << 64,
        4 => -(1 << 63) - 1,
        _ => 1 << 100,
    };
    PyInt::from(value)
}

/// Nested lists of Python numbers of a shape.
pub(crate) fn nested(
    draw: &mut Draw,
    kind: DTypeKind,
    sizes: &[usize],
    style: Style,
) -> Value<Var> {
    match sizes {
        [] => python(draw, kind, style, DType::I64),
        [n, rest @ ..] => {
            let items = (0..*n).map(|_| nested(draw, kind, rest, style)).collect();
            if draw.chance(80) {
                Value::List(items)
            } else {
                Value::Tuple(items)
            }
        }
    }
}

/// Elements in ascending order, NaN last.
pub(crate) fn fill_sorted(draw: &mut Draw, dtype: DType, n: usize, out: &mut Vec<u8>) {
    let unsigned = matches!(dtype.kind(), DTypeKind::Unsigned | DTypeKind::Bool);
    let mut items: Vec<f64> = (0..n)
        .map(|_| {
            let x = draw.below(25) as f64 * 0.5;
            if unsigned { x } else { x - 6.0 }
        })
        .collect();
    items.sort_by(f64::total_cmp);
    if dtype.is_float() && n > 2 && draw.chance(15) {
        items[n - 1] = if draw.chance(50) {
            f64::NAN
        } else {
            f64::INFINITY
        };
    }
    items.iter().for_each(|x| put(dtype, *x, out));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_fill_their_bytes_and_are_valid() {
        let styles = [
            Style::Small,
            Style::Mixed,
            Style::Wide,
            Style::Edge,
            Style::Unit,
            Style::Positive,
            Style::Moderate,
            Style::Shift,
            Style::Ties,
            Style::Exponent,
        ];
        let mut draw = Draw::new(1, 1, 1, None);
        for dtype in DType::ALL {
            for style in styles {
                let mut bytes = Vec::new();
                fill(&mut draw, dtype, 70, style, &mut bytes);
                nparity_model::ArrayLiteral::new(dtype, vec![70], bytes).unwrap();
            }
        }
    }

    #[test]
    fn python_ints_fit_and_too_big_ones_do_not() {
        let mut draw = Draw::new(5, 1, 1, None);
        for dtype in DType::ALL.into_iter().filter(|d| d.is_integer()) {
            let bits = 8 * dtype.itemsize() as u32;
            let (low, high): (i128, i128) = if dtype.kind() == DTypeKind::Signed {
                (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
            } else {
                (0, (1 << bits) - 1)
            };
            for _ in 0..200 {
                let Value::Int(x) = python(&mut draw, DTypeKind::Signed, Style::Mixed, dtype)
                else {
                    panic!("an int was asked for");
                };
                assert!((low..=high).contains(&x.to_i128().unwrap()));
                let big = too_big(&mut draw, dtype).to_i128().unwrap();
                assert!(!(low..=high).contains(&big), "{dtype} {big}");
            }
        }
    }
}
