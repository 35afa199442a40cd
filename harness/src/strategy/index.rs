//! Indexing: basic, advanced, boolean, and mixed; get and set.

use super::layout::{slice, whole};
use super::rng::Factor;
use super::shapes::{self, Dims};
use super::values::{self, Style};
use super::{Arg, Gen, Info};
use crate::spec::Spec;
use nparity_model::{Callee, DType, DTypeKind, Statement, Value};

/// An index, and what is known of the result.
pub(crate) struct Index {
    pub(crate) value: Arg,
    /// The shape of the result, where it is known.
    pub(crate) dims: Option<Dims>,
    /// Only ints, slices, None and Ellipsis: the result is a view.
    pub(crate) basic: bool,
    /// A full set of ints without an Ellipsis: the result is a scalar.
    pub(crate) scalar: bool,
}

/// `a[index]`
pub(crate) fn getitem(g: &mut Gen, spec: &Spec) {
    let (var, info) = g.first_array(spec, 0);
    let index = if g.breaking {
        g.broken_index(&info.dims)
    } else {
        g.index(&info.dims)
    };
    let result = match index.dims {
        Some(dims) if !index.scalar => Info {
            writeable: info.writeable || !index.basic,
            ..Info::array(info.dtype, dims)
        },
        _ => Info::unknown(),
    };
    let args = vec![Value::Array(var), index.value];
    g.push_op(spec, Statement::new(Callee::GetItem, args), result);
}

/// `a[index] = value`
pub(crate) fn setitem(g: &mut Gen, spec: &Spec) {
    let (mut var, mut info) = g.first_array(spec, 0);
    if !info.writeable && !g.breaking {
        let style = g.style(spec.domain, Factor::Style);
        var = g.literal(info.dtype, info.dims, style);
        info = g.infos[var.index()];
    }
    let broken = g.breaking && g.draw.chance(50);
    let index = if broken {
        g.broken_index(&info.dims)
    } else {
        g.index(&info.dims)
    };
    let value = if g.breaking {
        g.broken_item(&info, &index)
    } else {
        g.item_for(&info, &index)
    };
    let args = vec![Value::Array(var), index.value, value];
    g.push_op(spec, Statement::new(Callee::SetItem, args), Info::unknown());
}

impl Gen {
    /// A valid index of an array.
    pub(crate) fn index(&mut self, dims: &Dims) -> Index {
        let level = if self.draw.covering() {
            self.draw.level(Factor::Class2, 12)
        } else {
            self.draw.below(12)
        };
        let rank = dims.rank();
        match level {
            _ if rank == 0 => self.scalar_index(),
            0..=4 => self.basic_index(dims, rank),
            5 => {
                let mut index = self.basic_index(dims, rank);
                index.scalar = false;
                index
            }
            6 => self.full_index(dims),
            7 => self.mask_index(dims),
            8 => self.one_advanced(dims),
            9 | 10 => self.mixed_index(dims),
            _ => self.list_index(dims),
        }
    }

    fn scalar_index(&mut self) -> Index {
        let (value, dims, scalar) = match self.draw.below(5) {
            0 => (Value::Tuple(Vec::new()), Dims::SCALAR, true),
            1 => (Value::Ellipsis, Dims::SCALAR, false),
            2 => (Value::None, Dims::of(&[1]), false),
            3 => (
                Value::Tuple(vec![Value::None, Value::Ellipsis]),
                Dims::of(&[1]),
                false,
            ),
            _ => {
                let yes = self.draw.chance(60);
                return Index {
                    value: Value::Bool(yes),
                    dims: Some(Dims::of(&[usize::from(yes)])),
                    basic: false,
                    scalar: false,
                };
            }
        };
        Index {
            value,
            dims: Some(dims),
            basic: true,
            scalar,
        }
    }

    /// Ints, slices, new axes, one Ellipsis.
    pub(crate) fn basic_index(&mut self, dims: &Dims, most: usize) -> Index {
        let rank = dims.rank();
        let named = 1 + self.draw.below(most.max(1));
        let named = named.min(rank);
        // Where the Ellipsis stands: axes after it count from the end.
        let ellipsis = self.draw.chance(25).then(|| self.draw.below(named + 1));
        let mut items = Vec::with_capacity(named + 2);
        let mut result = Dims::SCALAR;
        let mut ints = 0;
        for i in 0..=named {
            if ellipsis == Some(i) {
                items.push(Value::Ellipsis);
                for axis in i..i + rank - named {
                    result.push(dims.at(axis));
                }
            }
            if result.rank() < 6 && self.draw.chance(8) {
                items.push(Value::None);
                result.push(1);
            }
            if i == named {
                break;
            }
            let axis = match ellipsis {
                Some(e) if i >= e => i + rank - named,
                _ => i,
            };
            let n = dims.at(axis);
            if n > 0 && self.draw.chance(30) {
                items.push(self.position(n));
                ints += 1;
            } else {
                let (part, size) = self.range(n);
                items.push(part);
                result.push(size);
            }
        }
        if ellipsis.is_none() {
            for axis in named..rank {
                result.push(dims.at(axis));
            }
        }
        let scalar = ints == rank && items.len() == rank;
        let single = items.len() == 1 && self.draw.chance(70);
        let value = match items.pop() {
            Some(only) if single => only,
            last => {
                items.extend(last);
                Value::Tuple(items)
            }
        };
        Index {
            value,
            dims: Some(result),
            basic: true,
            scalar,
        }
    }

    /// A position on an axis that is not empty.
    fn position(&mut self, n: usize) -> Arg {
        let n = n as i64;
        let at = self.draw.between(-n, n - 1);
        if self.draw.chance(10) {
            Value::Scalar(at.into())
        } else {
            Value::int(at)
        }
    }

    /// A slice and how many it takes.
    pub(crate) fn range(&mut self, n: usize) -> (Arg, usize) {
        let n = n as i64;
        let limit = |g: &mut Gen| match g.draw.below(8) {
            0..=3 => None,
            4 => Some(g.draw.pick(&[0, -1, 1, 100, -100, i64::MAX, i64::MIN])),
            _ => Some(g.draw.between(-n - 1, n + 1)),
        };
        let (start, stop) = (limit(self), limit(self));
        let step = match self.draw.below(8) {
            0..=3 => None,
            4 => Some(-1),
            5 => Some(2),
            6 => Some(-2),
            _ => Some(self.draw.pick(&[1, 3, -3, 100, i64::MIN + 1])),
        };
        (
            slice(start, stop, step),
            count(n, start, stop, step.unwrap_or(1)),
        )
    }

    /// An int for every axis.
    fn full_index(&mut self, dims: &Dims) -> Index {
        if dims.size() == 0 {
            return self.basic_index(dims, dims.rank());
        }
        let items = dims.iter().map(|n| self.position(n)).collect();
        Index {
            value: Value::Tuple(items),
            dims: Some(Dims::SCALAR),
            basic: true,
            scalar: true,
        }
    }

    /// A mask over the first axes.
    fn mask_index(&mut self, dims: &Dims) -> Index {
        let over = 1 + self.draw.below(dims.rank());
        let mut mask = Dims::SCALAR;
        dims.iter().take(over).for_each(|n| mask.push(n));
        let var = self.array(DType::Bool, mask, Style::Small, Factor::Layout2);
        let mut items = vec![Value::Array(var)];
        if over < dims.rank() && self.draw.chance(30) {
            items.push(whole());
        }
        let value = match items.pop() {
            Some(only) if items.is_empty() => only,
            last => {
                items.extend(last);
                Value::Tuple(items)
            }
        };
        Index {
            value,
            dims: None,
            basic: false,
            scalar: false,
        }
    }

    /// One array of indices along one axis.
    fn one_advanced(&mut self, dims: &Dims) -> Index {
        let axis = self.draw.below(dims.rank());
        let n = dims.at(axis);
        if n == 0 {
            return self.basic_index(dims, 1);
        }
        let rank = self.draw.below(3);
        let mut taken = Dims::SCALAR;
        (0..rank).for_each(|_| taken.push(1 + self.draw.below(3)));
        let indices = self.index_array(n as i64, Some(taken));
        let mut result = Dims::SCALAR;
        dims.iter().take(axis).for_each(|n| result.push(n));
        taken.iter().for_each(|n| result.push(n));
        dims.iter().skip(axis + 1).for_each(|n| result.push(n));
        let value = if axis == 0 {
            indices
        } else {
            let mut items: Vec<Arg> = (0..axis).map(|_| whole()).collect();
            items.push(indices);
            Value::Tuple(items)
        };
        Index {
            value,
            dims: Some(result),
            basic: false,
            // A 0-d index array alone on a 1-d array gives a scalar.
            scalar: result.rank() == 0,
        }
    }

    /// Arrays of indices, masks, slices, ints and new axes together.
    fn mixed_index(&mut self, dims: &Dims) -> Index {
        let shape = match self.draw.below(3) {
            0 => Dims::SCALAR,
            1 => Dims::of(&[2]),
            _ => Dims::of(&[2, 3]),
        };
        let mut items = Vec::with_capacity(dims.rank() + 1);
        for n in dims.iter() {
            if self.draw.chance(10) {
                items.push(Value::None);
            }
            items.push(match self.draw.below(5) {
                0 | 1 if n > 0 => {
                    let narrow = shapes::narrower(&mut self.draw, &shape);
                    self.index_array(n as i64, Some(narrow))
                }
                2 if n > 0 => self.position(n),
                3 => whole(),
                _ => self.range(n).0,
            });
        }
        if self.draw.chance(25) {
            let keep = self.draw.below(items.len() + 1);
            items.truncate(keep);
            items.push(Value::Ellipsis);
        }
        Index {
            value: Value::Tuple(items),
            dims: None,
            basic: false,
            scalar: false,
        }
    }

    /// A list of ints or bools.
    fn list_index(&mut self, dims: &Dims) -> Index {
        let n = dims.at(0);
        let items: Vec<Arg> = if self.draw.chance(25) && n < 9 {
            (0..n).map(|_| Value::Bool(self.draw.chance(50))).collect()
        } else if n == 0 {
            Vec::new()
        } else {
            let count = self.draw.below(5);
            (0..count).map(|_| self.position(n)).collect()
        };
        Index {
            value: Value::List(items),
            dims: None,
            basic: false,
            scalar: false,
        }
    }

    /// An index that NumPy refuses.
    fn broken_index(&mut self, dims: &Dims) -> Index {
        let rank = dims.rank();
        let (value, why) = match self.draw.below(11) {
            0 if rank > 0 => (Value::int(dims.at(0) as i64), "index out of range"),
            1 if rank > 0 => (Value::int(-(dims.at(0) as i64) - 1), "index out of range"),
            2 => (
                Value::Tuple((0..=rank).map(|_| whole()).collect()),
                "too many indices",
            ),
            3 => (
                Value::Tuple(vec![Value::Ellipsis, Value::Ellipsis]),
                "two ellipses",
            ),
            4 => (Value::Float(0.0), "float index"),
            5 => (slice(None, None, Some(0)), "zero step"),
            6 => (Value::Str("a".to_owned()), "str index"),
            7 if rank > 0 => {
                let n = dims.at(0) + 1;
                let var = self.literal(DType::Bool, Dims::of(&[n]), Style::Small);
                (Value::Array(var), "mask of a wrong length")
            }
            8 if rank > 1 && dims.at(0) > 0 && dims.at(1) > 0 => {
                let two = self.index_array(1, Some(Dims::of(&[2])));
                let three = self.index_array(1, Some(Dims::of(&[3])));
                (
                    Value::Tuple(vec![two, three]),
                    "index arrays do not broadcast",
                )
            }
            9 => (super::invalid::huge_int(), "huge index"),
            _ => {
                let var = self.literal(DType::F64, Dims::of(&[2]), Style::Small);
                (Value::Array(var), "float index array")
            }
        };
        self.broke(why);
        Index {
            value,
            dims: None,
            basic: false,
            scalar: false,
        }
    }

    /// A value to set.
    pub(crate) fn item_for(&mut self, info: &Info, index: &Index) -> Arg {
        let style = Style::Mixed;
        if let Some(dims) = index.dims
            && self.draw.chance(55)
            && dims.rank() > 0
        {
            let dtype = self.assigned_dtype(info.dtype);
            let narrow = shapes::narrower(&mut self.draw, &dims);
            if let Some((var, other)) = self.reused(crate::spec::DTypes::ALL, 0, false)
                && dims.broadcast(&other.dims) == Some(dims)
                && (!other.dtype.is_complex() || info.dtype.is_complex())
            {
                return Value::Array(var);
            }
            return Value::Array(self.array(dtype, narrow, style, Factor::Option));
        }
        let dtype = self.assigned_dtype(info.dtype);
        if self.draw.chance(35) {
            return Value::Scalar(values::scalar(&mut self.draw, dtype, style));
        }
        let kind = match dtype.kind() {
            // NaN and infinity do not go into integers.
            DTypeKind::Float if !info.dtype.is_inexact() => DTypeKind::Signed,
            DTypeKind::Unsigned => DTypeKind::Signed,
            kind => kind,
        };
        let near = if info.dtype.is_integer() {
            info.dtype
        } else {
            DType::I8
        };
        values::python(&mut self.draw, kind, style, near)
    }

    /// A dtype that can be assigned to another one.
    fn assigned_dtype(&mut self, to: DType) -> DType {
        if self.draw.covering() {
            let dtype = DType::ALL[self.draw.level(Factor::DType2, DType::COUNT)];
            return if dtype.is_complex() && !to.is_complex() {
                to
            } else {
                dtype
            };
        }
        if self.draw.chance(50) {
            return to;
        }
        let dtype = self.draw.pick(&DType::ALL);
        if dtype.is_complex() && !to.is_complex() {
            to
        } else {
            dtype
        }
    }

    /// A value that cannot be set.
    fn broken_item(&mut self, info: &Info, index: &Index) -> Arg {
        match self.draw.below(3) {
            0 if info.dtype.is_integer() => {
                self.broke("Python int out of range");
                Value::Int(values::too_big(&mut self.draw, info.dtype))
            }
            1 if !info.dtype.is_inexact() && info.dtype != DType::Bool => {
                let x = self.draw.pick(&[f64::NAN, f64::INFINITY]);
                self.broke("NaN or infinity into integers");
                Value::Float(x)
            }
            _ => match index.dims {
                Some(dims) => {
                    let wrong = shapes::incompatible(&mut self.draw, &dims).unwrap_or({
                        let mut larger = dims;
                        larger.push(2);
                        larger
                    });
                    self.broke("value does not broadcast");
                    Value::Array(self.literal(info.dtype, wrong, Style::Small))
                }
                None => self.item_for(info, index),
            },
        }
    }
}

/// How many positions a slice takes (Python's rule, saturating).
fn count(n: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> usize {
    let (low, high) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let clamp = |at: i64| {
        let at = if at < 0 { at.saturating_add(n) } else { at };
        at.clamp(low, high)
    };
    let first = start.map_or(if step > 0 { low } else { high }, clamp);
    let last = stop.map_or(if step > 0 { high } else { low }, clamp);
    let span = if step > 0 { last - first } else { first - last };
    if span <= 0 {
        0
    } else {
        ((span - 1) as u64 / step.unsigned_abs() + 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_count_as_pythons() {
        assert_eq!(count(5, None, None, 1), 5);
        assert_eq!(count(5, None, None, -2), 3);
        assert_eq!(count(5, Some(-1), Some(-100), -1), 5);
        assert_eq!(count(5, Some(1), Some(-1), 2), 2);
        assert_eq!(count(5, Some(i64::MAX), None, 1), 0);
        assert_eq!(count(5, Some(i64::MAX), None, i64::MIN + 1), 1);
        assert_eq!(count(0, None, None, -1), 0);
        assert_eq!(count(3, Some(-4), None, 1), 3);
    }
}
