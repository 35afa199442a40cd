//! Arrays of every layout, made by view statements, so that both sides build the same strides.

use super::rng::Factor;
use super::shapes::Dims;
use super::values::{self, Style};
use super::{Arg, Gen, Info};
use nparity_model::{ArrayLiteral, Callee, DType, Slice, Statement, Value, Var};

/// The layouts of a generated array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Layout {
    /// Fresh, C order.
    C,
    /// Fresh, F order.
    F,
    /// Axes reversed or swapped.
    Transposed,
    /// Every other element of an axis.
    Strided,
    /// An axis backwards.
    Reversed,
    /// The end of a longer array.
    Offset,
    /// Stride 0 along some axis; read-only.
    Broadcast,
    /// A block within a larger array.
    Block,
    /// A part of a complex array, or every third element backwards.
    Part,
    /// New axes, then taken away or moved.
    NewAxis,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Layout; 10] = [
        Layout::C,
        Layout::F,
        Layout::Transposed,
        Layout::Strided,
        Layout::Reversed,
        Layout::Offset,
        Layout::Broadcast,
        Layout::Block,
        Layout::Part,
        Layout::NewAxis,
    ];
}

/// A slice without allocation for its parts.
pub(crate) fn slice(start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> Arg {
    let part = |p: Option<i64>| p.map_or(Value::None, Value::int);
    Value::Slice(Box::new(Slice {
        start: part(start),
        stop: part(stop),
        step: part(step),
    }))
}

/// `slice(None)`
pub(crate) fn whole() -> Arg {
    slice(None, None, None)
}

/// A tuple of ints.
pub(crate) fn int_tuple(items: impl Iterator<Item = usize>) -> Arg {
    Value::Tuple(items.map(|n| Value::int(n as i64)).collect())
}

impl Gen {
    /// A fresh array.
    pub(crate) fn literal(&mut self, dtype: DType, dims: Dims, style: Style) -> Var {
        let mut data = Vec::new();
        values::fill(&mut self.draw, dtype, dims.size(), style, &mut data);
        self.push_literal(dtype, dims, data)
    }

    pub(crate) fn push_literal(&mut self, dtype: DType, dims: Dims, data: Vec<u8>) -> Var {
        let shape = dims.to_vec();
        let literal = ArrayLiteral { dtype, shape, data };
        self.push(
            Statement::new(Callee::Literal(literal), Vec::new()),
            Info::array(dtype, dims),
        )
    }

    /// `v[index]`, of a shape known by the caller.
    pub(crate) fn get(&mut self, v: Var, index: Arg, info: Info) -> Var {
        let args = vec![Value::Array(v), index];
        self.push(Statement::new(Callee::GetItem, args), info)
    }

    /// `v[:, :, part]` with the part at an axis.
    pub(crate) fn get_along(&mut self, v: Var, axis: usize, part: Arg, info: Info) -> Var {
        let index = if axis == 0 && self.draw.chance(50) {
            part
        } else if self.draw.chance(20) && axis + 1 == info.dims.rank() {
            Value::Tuple(vec![Value::Ellipsis, part])
        } else {
            let mut items = Vec::with_capacity(axis + 1);
            items.resize_with(axis, whole);
            items.push(part);
            Value::Tuple(items)
        };
        self.get(v, index, info)
    }

    /// An array of this dtype and shape in some layout.
    pub(crate) fn array(&mut self, dtype: DType, dims: Dims, style: Style, factor: Factor) -> Var {
        let n = Layout::ALL.len();
        let layout = if self.draw.covering() {
            Layout::ALL[self.draw.level(factor, n)]
        } else if self.draw.chance(45) {
            Layout::C
        } else {
            self.draw.pick(&Layout::ALL)
        };
        self.array_in(dtype, dims, style, layout)
    }

    /// An array of this dtype and shape in this layout, or the nearest that the shape allows.
    pub(crate) fn array_in(
        &mut self,
        dtype: DType,
        dims: Dims,
        style: Style,
        layout: Layout,
    ) -> Var {
        let info = Info::array(dtype, dims);
        let rank = dims.rank();
        if rank == 0 {
            if layout == Layout::C || layout == Layout::F {
                return self.literal(dtype, dims, style);
            }
            // A 0-d view into a longer array.
            let base = self.literal(dtype, Dims::of(&[3]), style);
            let at = self.draw.between(-3, 2);
            return self.get(
                base,
                Value::Tuple(vec![Value::int(at), Value::Ellipsis]),
                info,
            );
        }
        let axis = self.draw.below(rank);
        let size = dims.at(axis);
        match layout {
            Layout::C => self.literal(dtype, dims, style),
            Layout::F => {
                let base = self.literal(dtype, dims, style);
                let order = Value::Str("F".to_owned());
                let statement = if self.draw.chance(50) {
                    Statement::new(
                        Callee::Method("copy".into()),
                        vec![Value::Array(base), order],
                    )
                } else {
                    Statement::new(Callee::Function("array".into()), vec![Value::Array(base)])
                        .kw("order", order)
                };
                self.push(statement, info)
            }
            Layout::Transposed => self.transposed(dtype, dims, style),
            Layout::Strided => {
                let step = 2 + self.draw.below(2);
                let mut larger = dims;
                let spare = self.draw.below(step);
                larger.set(axis, (size * step).saturating_sub(spare));
                let base = self.literal(dtype, larger, style);
                let part = slice(None, None, Some(step as i64));
                self.get_along(base, axis, part, info)
            }
            Layout::Reversed => {
                let base = self.literal(dtype, dims, style);
                let part = slice(None, None, Some(-1));
                let once = self.get_along(base, axis, part, info);
                if rank > 1 && self.draw.chance(40) {
                    let part = slice(None, None, Some(-1));
                    self.get_along(once, (axis + 1) % rank, part, info)
                } else {
                    once
                }
            }
            Layout::Offset => {
                let by = 1 + self.draw.below(3);
                let mut larger = dims;
                larger.set(0, dims.at(0) + by);
                let base = self.literal(dtype, larger, style);
                let part = slice(Some(by as i64), None, None);
                self.get_along(base, 0, part, info)
            }
            Layout::Broadcast => {
                let mut smaller = dims;
                smaller.set(axis, 1);
                if axis == 0 && self.draw.chance(50) {
                    smaller.remove(0);
                }
                let base = self.literal(dtype, smaller, style);
                let args = vec![Value::Array(base), int_tuple(dims.iter())];
                let statement = Statement::new(Callee::Function("broadcast_to".into()), args);
                self.push(statement, info.read_only())
            }
            Layout::Block => {
                let mut larger = dims;
                let mut items = Vec::with_capacity(rank);
                for axis in 0..rank {
                    let n = dims.at(axis);
                    let (size, part) = match self.draw.below(4) {
                        0 => (n + 1, slice(Some(1), None, None)),
                        1 => (n + 1, slice(None, Some(-1), None)),
                        2 => (n + 2, slice(Some(1), Some(n as i64 + 1), None)),
                        _ => (n, whole()),
                    };
                    larger.set(axis, size);
                    items.push(part);
                }
                let base = self.literal(dtype, larger, style);
                self.get(base, Value::Tuple(items), info)
            }
            Layout::Part => {
                let complex = match dtype {
                    DType::F32 => DType::C64,
                    DType::F64 => DType::C128,
                    _ => {
                        let mut larger = dims;
                        larger.set(axis, size * 3);
                        let base = self.literal(dtype, larger, style);
                        let part = slice(None, None, Some(-3));
                        return self.get_along(base, axis, part, info);
                    }
                };
                let base = self.literal(complex, dims, style);
                let name = self.draw.pick(&["real", "imag"]);
                let args = vec![Value::Array(base)];
                self.push(Statement::new(Callee::Attribute(name.into()), args), info)
            }
            Layout::NewAxis => {
                // One axis of size 1 is put in (or was there) and the array is built around it.
                let mut smaller = dims;
                let ones = (0..rank).find(|&axis| dims.at(axis) == 1);
                let Some(axis) = ones else {
                    let mut larger = dims;
                    larger.insert(axis, 1);
                    let base = self.literal(dtype, larger, style);
                    let args = vec![Value::Array(base), Value::int(axis as i64)];
                    let squeeze = Statement::new(Callee::Function("squeeze".into()), args);
                    return self.push(squeeze, info);
                };
                smaller.remove(axis);
                let base = self.literal(dtype, smaller, style);
                self.get_along(base, axis, Value::None, info)
            }
        }
    }

    fn transposed(&mut self, dtype: DType, dims: Dims, style: Style) -> Var {
        let info = Info::array(dtype, dims);
        let rank = dims.rank();
        if rank == 1 {
            let base = self.literal(dtype, dims, style);
            let args = vec![Value::Array(base)];
            return self.push(Statement::new(Callee::Attribute("T".into()), args), info);
        }
        if rank == 2 || self.draw.chance(50) {
            let base = self.literal(dtype, dims.reversed(), style);
            let args = vec![Value::Array(base)];
            return self.push(Statement::new(Callee::Attribute("T".into()), args), info);
        }
        let (i, j) = (self.draw.below(rank), self.draw.below(rank));
        let mut swapped = dims;
        swapped.set(i, dims.at(j));
        swapped.set(j, dims.at(i));
        let base = self.literal(dtype, swapped, style);
        let args = vec![
            Value::Array(base),
            Value::int(i as i64),
            Value::int(j as i64 - rank as i64),
        ];
        self.push(
            Statement::new(Callee::Function("swapaxes".into()), args),
            info,
        )
    }
}
