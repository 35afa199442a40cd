//! `repr` and `str` of arrays and NumPy scalars, with NumPy's default print options.

mod digits;
mod elements;
mod layout;
mod scalar;

use super::NdArray;
use crate::{DType, Tensor};
use elements::Formatter;
use layout::{LINE_WIDTH, Layout, THRESHOLD};

/// `str(a)`
pub fn str(array: &NdArray) -> String {
    let tensor = array.tensor();
    if tensor.ndim() == 0 {
        return scalar::str(&tensor.first());
    }
    body(tensor, " ", 0, LINE_WIDTH)
}

/// `repr(a)`
pub fn repr(array: &NdArray) -> String {
    let tensor = array.tensor();
    if array.is_scalar() {
        return scalar::repr(&tensor.first());
    }
    const PREFIX: &str = "array(";
    let text = body(tensor, ", ", PREFIX.len(), LINE_WIDTH - ")".len());
    let size = tensor.size();
    let mut extras = Vec::new();
    if (size == 0 && tensor.shape() != [0]) || size > THRESHOLD {
        extras.push(format!(
            "shape={}",
            crate::unwrapped::arraylike::ShapeText(tensor.shape())
        ));
    }
    let implied = matches!(
        tensor.dtype(),
        DType::Bool | DType::I64 | DType::F64 | DType::C128
    );
    if !implied || size == 0 {
        extras.push(format!("dtype={}", tensor.dtype()));
    }
    if extras.is_empty() {
        return format!("{PREFIX}{text})");
    }
    let text = format!("{PREFIX}{text},");
    let extras = format!("{})", extras.join(", "));
    let last_line = text.len() - text.rfind('\n').map_or(0, |at| at + 1);
    let spacer = if last_line + extras.len() + 1 > LINE_WIDTH {
        format!("\n{}", " ".repeat(PREFIX.len()))
    } else {
        " ".to_owned()
    };
    format!("{text}{spacer}{extras}")
}

/// The nested rows, behind a prefix of this many characters.
fn body(tensor: &Tensor, separator: &str, prefix: usize, width: usize) -> String {
    if tensor.size() == 0 {
        return "[]".to_owned();
    }
    let layout = Layout::new(tensor, separator, prefix, width);
    let shown = layout.shown(tensor);
    let formatter = Formatter::new(tensor.dtype(), &shown, tensor.ndim() == 0);
    let words: Vec<String> = shown.iter().map(|s| formatter.word(s)).collect();
    layout.write(&words)
}
