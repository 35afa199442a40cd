//! Plainer dtypes and elements of array literals.

use super::Edit;
use super::literals::{each_literal, literals, one};
use super::measure;
use nparity_model::{ArrayLiteral, DType, Program, Scalar};

/// Literals whose elements are changed one by one have at most this many.
const FEW: usize = 48;

/// Toward `float64` and `int64`, all literals of a dtype first.
pub(super) fn dtypes(program: &Program) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut present: Vec<DType> = literals(program).map(|(_, l)| l.dtype).collect();
    present.sort_unstable();
    present.dedup();
    for dtype in present {
        for plainer in plainer_dtypes(dtype) {
            edits.push(Box::new(move |p| {
                Some(each_literal(p, |l| {
                    if l.dtype == dtype {
                        cast(l, plainer)
                    } else {
                        l.clone()
                    }
                }))
            }));
        }
    }
    for (k, literal) in literals(program) {
        for plainer in plainer_dtypes(literal.dtype) {
            edits.push(one(k, move |l| cast(l, plainer)));
        }
    }
    edits
}

/// Toward 0 and 1: all elements, then halves, then one by one.
pub(super) fn values(program: &Program) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for number in [0, 1] {
        edits.push(Box::new(move |p| {
            Some(each_literal(p, |l| fill(l, number, |_| true)))
        }));
    }
    for (k, literal) in literals(program) {
        let n = literal.size();
        for number in [0, 1] {
            edits.push(one(k, move |l| fill(l, number, |_| true)));
        }
        let mut part = n / 2;
        while part > 0 && n > 3 {
            for start in (0..n).step_by(part) {
                edits.push(one(k, move |l| {
                    fill(l, 0, |i| (start..start + part).contains(&i))
                }));
            }
            // Small parts only of small arrays.
            part = if n <= FEW || part > n / 16 {
                part / 2
            } else {
                0
            };
        }
        if n <= FEW {
            for (i, item) in literal.items().enumerate() {
                for plainer in plainer_scalars(&item) {
                    edits.push(one(k, move |l| with(l, i, &plainer)));
                }
            }
        }
    }
    edits
}

pub(super) fn plainer_dtypes(dtype: DType) -> impl Iterator<Item = DType> {
    let mut all = DType::ALL;
    all.sort_unstable_by_key(|d| measure::dtype(*d));
    all.into_iter()
        .take_while(move |d| measure::dtype(*d) < measure::dtype(dtype))
}

/// Plainer elements of the same dtype, the plainest first.
pub(super) fn plainer_scalars(x: &Scalar) -> Vec<Scalar> {
    let dtype = x.dtype();
    let mut found: Vec<Scalar> = Vec::new();
    if let Some(n) = x.as_integer() {
        // Halves, quarters, eighths, ones: as bisection would.
        let steps = [2, 4, 8].map(|part| n - n / part);
        let numbers = [0, 1, 2, -1]
            .into_iter()
            .chain(steps)
            .chain([n - n.signum()]);
        found.extend(numbers.map(|n| from_integer(n, dtype)));
    } else if let Some(x) = x.as_float() {
        let whole = x.trunc();
        let steps = [2.0, 4.0, 8.0].map(|part| whole - (whole / part).trunc());
        let plain = [0.0, 1.0, -0.0, 2.0, -1.0, 0.5, whole];
        let last = [whole - whole.signum(), -x];
        let numbers = plain.into_iter().chain(steps).chain(last);
        found.extend(numbers.map(|x| from_parts(x, 0.0, dtype)));
    } else if let Some(z) = x.as_complex() {
        let pairs = [
            (0.0, 0.0),
            (1.0, 0.0),
            (z.re, 0.0),
            (0.0, z.im),
            (z.re, 1.0),
            (1.0, z.im),
        ];
        let whole = [(z.re.trunc(), z.im), (z.re, z.im.trunc())];
        found.extend(
            pairs
                .into_iter()
                .chain(whole)
                .map(|(re, im)| from_parts(re, im, dtype)),
        );
    }
    let weight = measure::scalar(x);
    found.retain(|y| measure::scalar(y) < weight);
    found.dedup();
    found
}

fn with(literal: &ArrayLiteral, i: usize, item: &Scalar) -> ArrayLiteral {
    let mut literal = literal.clone();
    let size = literal.dtype.itemsize();
    if item.dtype() == literal.dtype
        && let Some(slot) = literal.data.get_mut(i * size..(i + 1) * size)
    {
        slot.copy_from_slice(item.bytes());
    }
    literal
}

fn fill(literal: &ArrayLiteral, number: i128, chosen: impl Fn(usize) -> bool) -> ArrayLiteral {
    let mut literal = literal.clone();
    let item = from_integer(number, literal.dtype);
    let size = literal.dtype.itemsize();
    for (i, slot) in literal.data.chunks_exact_mut(size).enumerate() {
        if chosen(i) {
            slot.copy_from_slice(item.bytes());
        }
    }
    literal
}

/// The literal in another dtype. This is no statement about casting: a candidate may hold any elements.
fn cast(literal: &ArrayLiteral, dtype: DType) -> ArrayLiteral {
    let data = literal
        .items()
        .flat_map(|x| {
            let item = if let Some(n) = x.as_integer() {
                from_integer(n, dtype)
            } else if let Some(x) = x.as_float() {
                from_parts(x, 0.0, dtype)
            } else {
                x.as_complex().map_or(x, |z| from_parts(z.re, z.im, dtype))
            };
            item.bytes().to_vec()
        })
        .collect();
    ArrayLiteral {
        dtype,
        shape: literal.shape.clone(),
        data,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "candidates may hold any elements"
)]
fn from_integer(n: i128, dtype: DType) -> Scalar {
    match dtype {
        DType::Bool => (n != 0).into(),
        DType::I8 => (n as i8).into(),
        DType::I16 => (n as i16).into(),
        DType::I32 => (n as i32).into(),
        DType::I64 => (n as i64).into(),
        DType::U8 => (n as u8).into(),
        DType::U16 => (n as u16).into(),
        DType::U32 => (n as u32).into(),
        DType::U64 => (n as u64).into(),
        _ => from_parts(n as f64, 0.0, dtype),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "candidates may hold any elements"
)]
fn from_parts(re: f64, im: f64, dtype: DType) -> Scalar {
    match dtype {
        DType::F16 => half::f16::from_f64(re).into(),
        DType::F32 => (re as f32).into(),
        DType::F64 => re.into(),
        DType::C64 => num_complex::Complex32::new(re as f32, im as f32).into(),
        DType::C128 => num_complex::Complex64::new(re, im).into(),
        _ => from_integer(re as i128, dtype),
    }
}
