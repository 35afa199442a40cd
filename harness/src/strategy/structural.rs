//! Arguments that name parts of an array: axes, shapes, indices, sections.

use super::args::Call;
use super::layout::int_tuple;
use super::rng::Factor;
use super::shapes::{self, Dims};
use super::values::{self, Style};
use super::{Arg, Gen, Info};
use crate::spec::{Role, Spec};
use nparity_model::{DType, Value};

impl Gen {
    /// The argument of a role that depends on the first array's shape; `None` leaves it out.
    pub(crate) fn structural(&mut self, role: Role, spec: &Spec, call: &mut Call) -> Option<Arg> {
        let dims = call.first.dims;
        let rank = dims.rank();
        Some(match role {
            Role::Axis | Role::AxisOrNone => {
                if let Some(planned) = call.planned {
                    return planned.map(|axis| self.axis(axis, rank));
                }
                if role == Role::AxisOrNone && (rank == 0 || self.draw.chance(15)) {
                    call.axes = None;
                    return Some(Value::None);
                }
                if rank == 0 {
                    return None;
                }
                let axis = self.draw.below(rank);
                call.axes = Some(1 << axis);
                call.axes_count = None;
                self.axis(axis, rank)
            }
            Role::OtherAxis => {
                let axis = call.axes?.trailing_zeros() as usize;
                let other = (axis + 1 + self.draw.below(rank - 1)) % rank;
                self.axis(other, rank)
            }
            Role::Axes | Role::SomeAxes => self.axes(role, call),
            Role::UnitAxes => {
                let ones: Vec<usize> = (0..rank).filter(|&axis| dims.at(axis) == 1).collect();
                let axis = *ones.first()?;
                if ones.len() > 1 && self.draw.chance(40) {
                    int_tuple(ones.into_iter())
                } else {
                    self.axis(axis, rank)
                }
            }
            Role::NewAxes => {
                if self.draw.chance(70) {
                    let axis = self.draw.below(rank + 1);
                    self.axis(axis, rank + 1)
                } else {
                    let first = self.draw.below(rank + 2);
                    let second = (first + 1 + self.draw.below(rank + 1)) % (rank + 2);
                    Value::Tuple(vec![
                        self.axis(first, rank + 2),
                        self.axis(second, rank + 2),
                    ])
                }
            }
            Role::Destination => match call.axes_count {
                None => {
                    let axis = self.draw.below(rank);
                    self.axis(axis, rank)
                }
                Some(n) => {
                    let (order, _) = self.permutation(rank);
                    Value::Tuple(
                        order[..n]
                            .iter()
                            .map(|&axis| self.axis(axis, rank))
                            .collect(),
                    )
                }
            },
            Role::Permutation => {
                if self.draw.chance(12) {
                    return Some(Value::None);
                }
                let (order, rank) = self.permutation(rank);
                let items = order[..rank].iter();
                Value::Tuple(items.map(|&axis| self.axis(axis, rank)).collect())
            }
            Role::NewShape => self.new_shape(&dims),
            Role::BroadcastShape => {
                let mut larger = dims;
                for axis in 0..rank {
                    if larger.at(axis) == 1 && self.draw.chance(60) {
                        larger.set(axis, self.draw.below(4));
                    }
                }
                if larger.size() < 100 && rank < 5 && self.draw.chance(50) {
                    let size = self.draw.below(4);
                    larger.insert(0, size);
                }
                self.shape_value(&larger)
            }
            Role::Shape => {
                let mut fresh = shapes::shape(&mut self.draw, 0, false);
                if fresh.size() > 60 || (spec.name == "tile" && fresh.size() > 8) {
                    fresh = Dims::of(&[2, 2]);
                }
                if spec.name == "tile" && fresh.rank() == 0 {
                    return Some(Value::int(2));
                }
                self.shape_value(&fresh)
            }
            Role::Indices => self.indices(call),
            Role::Repeats => {
                let axis = self.plan_axis(call);
                let n = axis.map_or(dims.size(), |axis| dims.at(axis));
                if n > 8 || n == 0 || self.draw.chance(60) {
                    self.int(0, 3)
                } else {
                    let items = (0..n).map(|_| Value::int(self.draw.between(0, 3)));
                    Value::List(items.collect())
                }
            }
            Role::Sections => {
                let axis = self.plan_first_axis(call);
                let n = dims.at(axis);
                let divisors: Vec<i64> = (1..=n.max(1))
                    .filter(|d| n.is_multiple_of(*d))
                    .map(|d| d as i64)
                    .collect();
                if self.draw.chance(50) {
                    if spec.name == "array_split" && self.draw.chance(60) {
                        self.int(1, 4)
                    } else {
                        Value::int(self.draw.pick(&divisors))
                    }
                } else {
                    let count = self.draw.below(4);
                    let mut points: Vec<i64> = (0..count)
                        .map(|_| self.draw.between(-2, n as i64 + 1))
                        .collect();
                    if self.draw.chance(80) {
                        points.sort_unstable();
                    }
                    Value::List(points.into_iter().map(Value::int).collect())
                }
            }
            Role::Sorted => {
                let dtype = self.dtype(spec.dtypes);
                let n = self.draw.below(12);
                let dims = Dims::of(&[n]);
                let mut data = Vec::new();
                values::fill_sorted(&mut self.draw, dtype, n, &mut data);
                let mut var = self.push_literal(dtype, dims, data);
                if self.draw.chance(20) {
                    let part = super::layout::slice(None, None, Some(2));
                    let dims = Dims::of(&[n.div_ceil(2)]);
                    var = self.get(var, part, Info::array(dtype, dims));
                }
                call.first = self.infos[var.index()];
                call.first_var = Some(var);
                Value::Array(var)
            }
            Role::Needles => {
                call.dims = shapes::shape(&mut self.draw, 0, false);
                self.operand(Role::Operand, spec, call)
            }
            Role::Roll => self.int(-7, 7),
            _ => return None,
        })
    }

    /// An axis, from either end.
    pub(crate) fn axis(&mut self, axis: usize, rank: usize) -> Arg {
        let n = if self.draw.chance(40) {
            axis as i64 - rank as i64
        } else {
            axis as i64
        };
        if self.draw.chance(4) {
            Value::Scalar(n.into())
        } else {
            Value::int(n)
        }
    }

    /// None, an axis, or a tuple.
    fn axes(&mut self, role: Role, call: &mut Call) -> Arg {
        let rank = call.first.dims.rank();
        if role == Role::Axes && (rank == 0 || self.draw.chance(15)) {
            call.axes = None;
            return if rank == 0 && self.draw.chance(40) {
                call.axes = Some(0);
                Value::Tuple(Vec::new())
            } else {
                Value::None
            };
        }
        if rank == 0 {
            call.axes_count = Some(0);
            return Value::Tuple(Vec::new());
        }
        let count = 1 + self.draw.below(rank);
        if count == 1 && self.draw.chance(80) || rank == 1 && self.draw.chance(80) {
            let axis = self.draw.below(rank);
            call.axes = Some(1 << axis);
            return self.axis(axis, rank);
        }
        let count = if self.draw.chance(4) { 0 } else { count };
        let (order, _) = self.permutation(rank);
        call.axes = Some(order[..count].iter().fold(0, |mask, axis| mask | 1 << axis));
        call.axes_count = Some(count);
        Value::Tuple(
            order[..count]
                .iter()
                .map(|&axis| self.axis(axis, rank))
                .collect(),
        )
    }

    /// A permutation of the axes, in the first `rank` places.
    pub(crate) fn permutation(&mut self, rank: usize) -> ([usize; shapes::MAX_RANK], usize) {
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        for i in (1..rank).rev() {
            order.swap(i, self.draw.below(i + 1));
        }
        (order, rank)
    }

    /// An axis for an argument that comes before it, or the default (the flat array).
    fn plan_axis(&mut self, call: &mut Call) -> Option<usize> {
        let rank = call.first.dims.rank();
        let axis = (rank > 0 && self.draw.chance(65)).then(|| self.draw.below(rank));
        call.planned = Some(axis);
        axis
    }

    /// The same where the default is axis 0.
    fn plan_first_axis(&mut self, call: &mut Call) -> usize {
        let rank = call.first.dims.rank();
        let axis = self.draw.below(rank);
        call.planned = Some((axis > 0 || self.draw.chance(50)).then_some(axis));
        axis
    }

    /// Indices into the axis given later.
    fn indices(&mut self, call: &mut Call) -> Arg {
        let dims = call.first.dims;
        let axis = self.plan_axis(call);
        let n = axis.map_or(dims.size(), |axis| dims.at(axis)) as i64;
        if n == 0 {
            return Value::List(Vec::new());
        }
        match self.draw.below(4) {
            0 => self.int(-n, n - 1),
            1 => {
                let count = self.draw.below(4);
                let items = (0..count).map(|_| Value::int(self.draw.between(-n, n - 1)));
                Value::List(items.collect())
            }
            _ => self.index_array(n, None),
        }
    }

    /// An array of indices into an axis of this size, which is not 0.
    pub(crate) fn index_array(&mut self, n: i64, dims: Option<Dims>) -> Arg {
        let dims = dims.unwrap_or_else(|| {
            let rank = self.draw.below(3);
            let mut dims = Dims::SCALAR;
            for _ in 0..rank {
                dims.push(1 + self.draw.below(3));
            }
            dims
        });
        // Unsigned indices cannot be negative.
        let dtype = self.draw.pick(&[
            DType::I64,
            DType::I64,
            DType::I64,
            DType::I8,
            DType::I32,
            DType::U8,
            DType::U64,
        ]);
        let low = if matches!(dtype, DType::U8 | DType::U64) || n > 100 {
            0
        } else {
            -n
        };
        let high = (n - 1).min(100);
        let mut data = Vec::with_capacity(dims.size() * dtype.itemsize());
        for _ in 0..dims.size() {
            let at = self.draw.between(low, high);
            data.extend_from_slice(&at.to_le_bytes()[..dtype.itemsize()]);
        }
        Value::Array(self.push_literal(dtype, dims, data))
    }

    /// A shape with as many elements.
    pub(crate) fn new_shape(&mut self, dims: &Dims) -> Arg {
        let shape = self.regrouped(dims);
        // An axis may be left to NumPy, if the others say what it is.
        if self.draw.chance(30) && shape.rank() > 0 && dims.size() > 0 {
            let axis = self.draw.below(shape.rank());
            let items = shape.iter().enumerate();
            let items = items.map(|(i, n)| Value::int(if i == axis { -1 } else { n as i64 }));
            return Value::Tuple(items.collect());
        }
        self.shape_value(&shape)
    }

    /// Another shape of the same size.
    pub(crate) fn regrouped(&mut self, dims: &Dims) -> Dims {
        let size = dims.size();
        let mut shape = Dims::SCALAR;
        if size == 0 {
            shape = *dims;
            if shape.rank() < 4 && self.draw.chance(50) {
                shape.push(2);
            }
            return shape;
        }
        let mut rest = size;
        while rest > 1 && shape.rank() < 4 {
            let factors: Vec<usize> = (2..=rest)
                .filter(|d| rest.is_multiple_of(*d))
                .take(3)
                .collect();
            let factor = if self.draw.chance(25) {
                rest
            } else {
                self.draw.pick(&factors)
            };
            shape.push(factor);
            rest /= factor;
        }
        if rest > 1 {
            let last = shape.rank() - 1;
            shape.set(last, shape.at(last) * rest);
        }
        if self.draw.chance(20) {
            let at = self.draw.below(shape.rank() + 1);
            shape.insert(at, 1);
        }
        if shape.rank() == 0 && self.draw.chance(50) {
            shape.push(1);
        }
        shape
    }

    /// A small array of a spec's dtypes that nothing else depends on.
    pub(crate) fn small_array(&mut self, dtype: DType, dims: Dims) -> nparity_model::Var {
        self.array(dtype, dims, Style::Mixed, Factor::Layout2)
    }
}
