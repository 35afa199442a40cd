//! Rows, brackets, line breaks and summaries.

use crate::Tensor;
use nparity_model::Scalar;

/// Characters per line.
pub(super) const LINE_WIDTH: usize = 75;
/// Arrays with more elements are summarised.
pub(super) const THRESHOLD: usize = 1000;
/// Rows shown at each end of a summarised axis.
const EDGE_ITEMS: usize = 3;

pub(super) struct Layout<'a> {
    shape: Vec<usize>,
    summarised: bool,
    separator: &'a str,
    indent: usize,
    width: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn new(tensor: &Tensor, separator: &'a str, prefix: usize, width: usize) -> Self {
        Layout {
            shape: tensor.shape().to_vec(),
            summarised: tensor.size() > THRESHOLD,
            separator,
            indent: prefix + 1,
            width,
        }
    }

    /// The indices of an axis that are shown, and after how many the dots stand.
    fn rows(&self, axis: usize) -> (Vec<usize>, Option<usize>) {
        let length = self.shape[axis];
        if self.summarised && length > 2 * EDGE_ITEMS {
            let rows = (0..EDGE_ITEMS).chain(length - EDGE_ITEMS..length);
            (rows.collect(), Some(EDGE_ITEMS))
        } else {
            ((0..length).collect(), None)
        }
    }

    /// The elements that are shown, in order.
    pub(super) fn shown(&self, tensor: &Tensor) -> Vec<Scalar> {
        let mut offsets = vec![0isize];
        for axis in 0..self.shape.len() {
            let (rows, _) = self.rows(axis);
            let stride = tensor.strides()[axis];
            offsets = offsets
                .iter()
                .flat_map(|&o| {
                    rows.iter()
                        .map(move |&r| o + stride.wrapping_mul(r as isize))
                })
                .collect();
        }
        tensor.scalars_at(&offsets)
    }

    /// The text of these words, one per element shown.
    pub(super) fn write(&self, words: &[String]) -> String {
        let mut words = words.iter();
        self.rows_from(0, self.indent, self.width, &mut words)
    }

    fn rows_from(
        &self,
        axis: usize,
        indent: usize,
        width: usize,
        words: &mut std::slice::Iter<'_, String>,
    ) -> String {
        let left = self.shape.len() - axis;
        if left == 0 {
            return words.next().cloned().unwrap_or_default();
        }
        let hanging = " ".repeat(indent);
        let (rows, dots) = self.rows(axis);
        let bare = self.separator.trim_end();
        let mut text = String::new();
        if left == 1 {
            let room = width - bare.len().max(1);
            let mut line = hanging.clone();
            let mut extend = |line: &mut String, word: &str| {
                if line.len() + word.len() > room && line.len() > hanging.len() {
                    text.push_str(line.trim_end());
                    text.push('\n');
                    line.clone_from(&hanging);
                }
                line.push_str(word);
            };
            for k in 0..rows.len() {
                if dots == Some(k) {
                    extend(&mut line, "...");
                    line.push_str(self.separator);
                }
                extend(&mut line, words.next().map_or("", String::as_str));
                if k + 1 < rows.len() {
                    line.push_str(self.separator);
                }
            }
            text.push_str(&line);
        } else {
            let between = format!("{bare}{}", "\n".repeat(left - 1));
            for k in 0..rows.len() {
                if dots == Some(k) {
                    text.push_str(&hanging);
                    text.push_str("...");
                    text.push_str(&between);
                }
                text.push_str(&hanging);
                text.push_str(&self.rows_from(axis + 1, indent + 1, width - 1, words));
                if k + 1 < rows.len() {
                    text.push_str(&between);
                }
            }
        }
        format!("[{}]", text.get(indent..).unwrap_or(""))
    }
}
