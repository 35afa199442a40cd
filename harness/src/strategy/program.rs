//! Programs of several statements: views of views, writes through aliases, results used again.
//!
//! A program is some arrays, a few steps on them, the op under test on what is there by then, and a few
//! steps more. A step is a short form of one call whose arguments are variables where they fit, so that
//! a fault in one statement shows in another: a copy where NumPy gives a view, a write that is not seen
//! through an alias, an overlap that is not handled.

use super::layout::{int_tuple, slice, whole};
use super::rng::Factor;
use super::shapes::{self, Dims};
use super::values::{self, Style};
use super::{Arg, Gen, Info};
use crate::policy::Policy;
use crate::spec::{DTypes, Spec};
use nparity_model::{Callee, DType, DTypeKind, Statement, Value, Var};

/// Statements that a program may have at most, those that build its layouts included.
const MOST: usize = 14;

/// Programs in a hundred that end in an exception after everything else.
const RAISING: u32 = 15;

impl Gen {
    /// A program around an op.
    pub(crate) fn several(&mut self, spec: &Spec) {
        self.reuse = true;
        let dtypes = if spec.dtypes.is_empty() {
            DTypes::ALL
        } else {
            spec.dtypes
        };
        let dtype = self.dtype(dtypes);
        let dims = self.program_shape();
        let style = self.style(spec.domain, Factor::Style);
        self.array(dtype, dims, style, Factor::Layout);
        for _ in 0..self.draw.below(4) {
            self.step();
        }
        self.op(spec);
        // What the op gave is looked at, written to and read again.
        let result = Var(self.program.statements.len() as u32 - 1);
        for i in 0..self.draw.below(4) {
            if self.program.statements.len() >= MOST {
                break;
            }
            if i == 0 && self.draw.chance(45) {
                self.follow(result);
            } else {
                self.step();
            }
        }
        if self.program.statements.len() < MOST && self.draw.chance(RAISING) {
            self.raising_step();
        }
    }

    /// An exception at the end: what was written before it must still be seen.
    fn raising_step(&mut self) {
        if let Some((v, _)) = self.subject() {
            let args = vec![Value::Array(v), Value::int(1 << 20)];
            self.broke("an index out of range, after other statements");
            self.push(Statement::new(Callee::GetItem, args), Info::unknown());
        }
    }

    /// A shape with room for views.
    fn program_shape(&mut self) -> Dims {
        let dims = shapes::shape(&mut self.draw, 1, false);
        if dims.size() > 60 {
            Dims::of(&[12])
        } else {
            dims
        }
    }

    /// A variable to work on: the newest ones more often.
    fn subject(&mut self) -> Option<(Var, Info)> {
        let n = self.infos.len();
        let newest = self.draw.chance(50);
        let from = if newest { n - 1 } else { self.draw.below(n) };
        (0..n)
            .map(|i| (from + n - i) % n)
            .find(|&i| {
                let info = self.infos[i];
                info.known && info.is_array && !info.undefined
            })
            .map(|i| (Var(i as u32), self.infos[i]))
    }

    /// One statement on some variable.
    fn step(&mut self) {
        let Some((v, info)) = self.subject() else {
            return;
        };
        match self.draw.below(14) {
            0..=3 => self.view_step(v, info),
            4 | 5 => self.set_step(v, info),
            6 | 7 => self.in_place_step(v, info),
            8 => self.overlap_step(v, info),
            9 => self.binary_step(v, info),
            10 => self.reduction_step(v, info),
            11 => self.copy_step(v, info),
            12 => self.method_step(v, info),
            _ => self.augmented_item_step(v, info),
        }
    }

    /// A view of a variable, mostly of a known shape.
    fn view_step(&mut self, v: Var, info: Info) {
        let dims = info.dims;
        let rank = dims.rank();
        let view = |dims: Dims| Info { dims, ..info };
        let array = Value::Array(v);
        match self.draw.below(9) {
            0 | 1 if rank > 0 => {
                let index = self.basic_index(&dims, rank);
                let known = match index.dims {
                    Some(dims) if !index.scalar => view(dims),
                    _ => Info::unknown(),
                };
                self.get(v, index.value, known);
            }
            2 => {
                let statement = Statement::new(Callee::Attribute("T".into()), vec![array]);
                self.push(statement, view(dims.reversed()));
            }
            3 if rank > 1 => {
                let (order, rank) = self.permutation(rank);
                let order = &order[..rank];
                let args = vec![array, int_tuple(order.iter().copied())];
                let statement = Statement::new(Callee::Method("transpose".into()), args);
                self.push(statement, view(dims.permuted(order)));
            }
            4 => {
                let shape = self.regrouped(&dims);
                let args = vec![array, int_tuple(shape.iter())];
                let statement = Statement::new(Callee::Method("reshape".into()), args);
                // A view or a copy: only NumPy knows, and the aliasing facet asks.
                self.push(
                    statement,
                    Info {
                        writeable: true,
                        ..view(shape)
                    },
                );
            }
            5 => {
                let statement = Statement::new(Callee::Method("ravel".into()), vec![array]);
                self.push(
                    statement,
                    Info {
                        writeable: true,
                        ..view(Dims::of(&[dims.size()]))
                    },
                );
            }
            6 if info.dtype.is_complex() => {
                let part = self.draw.pick(&["real", "imag"]);
                let statement = Statement::new(Callee::Attribute(part.into()), vec![array]);
                let info = Info {
                    dtype: info.dtype.real(),
                    ..info
                };
                self.push(statement, info);
            }
            7 if rank > 1 => {
                let args = vec![array];
                let statement = Statement::new(Callee::Function("diagonal".into()), args);
                self.push(statement, Info::unknown());
            }
            _ if rank > 0 => {
                let axis = self.draw.below(rank);
                let part = slice(None, None, Some(-1));
                self.get_along(v, axis, part, info);
            }
            _ => {
                self.get(v, Value::Tuple(vec![Value::None]), view(Dims::of(&[1])));
            }
        }
    }

    /// `v[index] = value`
    fn set_step(&mut self, v: Var, info: Info) {
        if !info.writeable && self.draw.chance(90) {
            return;
        }
        let index = if self.draw.chance(60) && info.dims.rank() > 0 {
            self.basic_index(&info.dims, info.dims.rank())
        } else {
            self.index(&info.dims)
        };
        let value = self.item_for(&info, &index);
        let args = vec![Value::Array(v), index.value, value];
        self.push(Statement::new(Callee::SetItem, args), Info::unknown());
    }

    /// A number that goes into the dtype without a change of kind.
    fn number_for(&mut self, dtype: DType) -> Arg {
        match dtype.kind() {
            DTypeKind::Bool => Value::Bool(self.draw.chance(50)),
            DTypeKind::Unsigned | DTypeKind::Signed => Value::int(self.draw.between(0, 5)),
            DTypeKind::Float | DTypeKind::Complex => {
                if self.draw.chance(50) {
                    Value::int(self.draw.between(-3, 3))
                } else {
                    values::python(&mut self.draw, DTypeKind::Float, Style::Small, dtype)
                }
            }
        }
    }

    /// `v += w` and the like; `w` is a number or a variable that fits.
    fn in_place_step(&mut self, v: Var, info: Info) {
        if !info.writeable && self.draw.chance(90) {
            return;
        }
        let name = match info.dtype.kind() {
            DTypeKind::Bool => self.draw.pick(&["iand", "ior", "ixor"]),
            DTypeKind::Signed | DTypeKind::Unsigned => {
                self.draw
                    .pick(&["iadd", "isub", "imul", "ifloordiv", "iand", "ior"])
            }
            DTypeKind::Float => self
                .draw
                .pick(&["iadd", "isub", "imul", "itruediv", "imod"]),
            // Products of complex numbers are not the same everywhere.
            DTypeKind::Complex => self.draw.pick(&["iadd", "isub"]),
        };
        let other = self
            .fitting(&info)
            .unwrap_or_else(|| self.number_for(info.dtype));
        let args = vec![Value::Array(v), other];
        // The result is the left side itself.
        self.push(Statement::new(Callee::Operator(name.into()), args), info);
    }

    /// A variable of the same dtype that broadcasts into the shape.
    fn fitting(&mut self, info: &Info) -> Option<Arg> {
        if self.draw.chance(40) {
            return None;
        }
        let n = self.infos.len();
        let from = self.draw.below(n);
        (0..n)
            .map(|i| (from + i) % n)
            .find(|&i| {
                let other = &self.infos[i];
                other.known
                    && other.is_array
                    && !other.undefined
                    && other.dtype == info.dtype
                    && info.dims.broadcast(&other.dims) == Some(info.dims)
            })
            .map(|i| Value::Array(Var(i as u32)))
    }

    /// A ufunc whose operands and `out` overlap.
    fn overlap_step(&mut self, v: Var, info: Info) {
        let rank = info.dims.rank();
        if rank == 0 || !info.writeable {
            return;
        }
        let axis = self.draw.below(rank);
        let n = info.dims.at(axis);
        if n < 3 {
            return;
        }
        let mut dims = info.dims;
        let (low, high) = if self.draw.chance(70) {
            dims.set(axis, n - 1);
            (slice(None, Some(-1), None), slice(Some(1), None, None))
        } else {
            (whole(), slice(None, None, Some(-1)))
        };
        let info = Info { dims, ..info };
        let a = self.get_along(v, axis, low, info);
        let b = self.get_along(v, axis, high, info);
        let name = match info.dtype {
            DType::Bool => self.draw.pick(&["logical_xor", "logical_or"]),
            _ => self.draw.pick(&["add", "subtract"]),
        };
        let out = if self.draw.chance(60) { b } else { a };
        let (x, y) = if self.draw.chance(70) { (a, b) } else { (b, a) };
        let statement = Statement::new(
            Callee::Function(name.into()),
            vec![Value::Array(x), Value::Array(y)],
        )
        .kw("out", Value::Array(out));
        self.push(statement, info);
    }

    /// `v + w`, `v < w`
    fn binary_step(&mut self, v: Var, info: Info) {
        let compares = self.draw.chance(25) || info.dtype == DType::Bool;
        let name = if compares {
            self.draw.pick(&["lt", "ge", "eq", "ne"])
        } else {
            self.draw.pick(&["add", "sub", "add"])
        };
        let other = self
            .fitting(&info)
            .unwrap_or_else(|| self.number_for(info.dtype));
        let args = vec![Value::Array(v), other];
        let dtype = if compares { DType::Bool } else { info.dtype };
        let result = match info.dims.rank() {
            0 => Info::unknown(),
            _ => Info::array(dtype, info.dims),
        };
        self.push(Statement::new(Callee::Operator(name.into()), args), result);
    }

    /// `v.sum(axis)` and the like.
    fn reduction_step(&mut self, v: Var, info: Info) {
        let rank = info.dims.rank();
        let (name, policy) = self.draw.pick(&[
            ("sum", Policy::SUM),
            ("any", Policy::EXACT),
            ("all", Policy::EXACT),
            ("mean", Policy::MEAN),
        ]);
        let mut args = vec![Value::Array(v)];
        if rank > 0 && self.draw.chance(60) {
            let axis = self.draw.below(rank);
            args.push(self.axis(axis, rank));
        }
        let mut statement = Statement::new(Callee::Method(name.into()), args);
        statement.resync = !policy.is_exact();
        self.push(statement, Info::unknown());
    }

    /// A copy, or another dtype.
    fn copy_step(&mut self, v: Var, info: Info) {
        let array = Value::Array(v);
        let fresh = Info::array(info.dtype, info.dims);
        match self.draw.below(4) {
            0 => {
                let args = vec![array];
                self.push(Statement::new(Callee::Method("copy".into()), args), fresh);
            }
            1 => {
                let args = vec![array];
                self.push(
                    Statement::new(Callee::Function("asarray".into()), args),
                    info,
                );
            }
            2 => {
                let from = self.draw.below(DType::COUNT);
                let dtype = DType::ALL[from];
                let dtype = if info.dtype.is_complex() && !dtype.is_complex() {
                    DType::C128
                } else {
                    dtype
                };
                let args = vec![array, Value::DType(dtype)];
                let statement = Statement::new(Callee::Method("astype".into()), args);
                self.push(statement, Info::array(dtype, info.dims));
            }
            _ => {
                let args = vec![array];
                let flat = Info::array(info.dtype, Dims::of(&[info.dims.size()]));
                self.push(Statement::new(Callee::Method("flatten".into()), args), flat);
            }
        }
    }

    /// A method that writes, or reads elements.
    fn method_step(&mut self, v: Var, info: Info) {
        let array = Value::Array(v);
        match self.draw.below(4) {
            0 if info.writeable => {
                let number = self.number_for(info.dtype);
                let statement = Statement::new(Callee::Method("fill".into()), vec![array, number]);
                self.push(statement, Info::unknown());
            }
            1 if info.writeable && info.dims.rank() > 0 => {
                let mut statement = Statement::new(Callee::Method("sort".into()), vec![array])
                    .kw("kind", Value::Str("stable".to_owned()));
                statement.resync = true;
                self.push(statement, Info::unknown());
            }
            2 => {
                let statement = Statement::new(Callee::Method("tolist".into()), vec![array]);
                self.push(statement, Info::unknown());
            }
            _ => {
                let statement = Statement::new(Callee::Attribute("strides".into()), vec![array]);
                self.push(statement, Info::unknown());
            }
        }
    }

    /// `v[index] += x`, which Python takes apart: get, in place, set.
    fn augmented_item_step(&mut self, v: Var, info: Info) {
        if !info.writeable || info.dims.rank() == 0 || info.dtype == DType::Bool {
            return;
        }
        let index = self.index(&info.dims);
        let item = self.get(v, index.value.clone(), Info::unknown());
        let args = vec![Value::Array(item), self.number_for(info.dtype)];
        let sum = self.push(
            Statement::new(Callee::Operator("iadd".into()), args),
            Info::unknown(),
        );
        let args = vec![Value::Array(v), index.value, Value::Array(sum)];
        self.push(Statement::new(Callee::SetItem, args), Info::unknown());
    }

    /// Goes on with a result of which little need be known.
    fn follow(&mut self, result: Var) {
        let info = self.infos[result.index()];
        let array = Value::Array(result);
        if info.undefined {
            return;
        }
        if info.known && info.is_array {
            match self.draw.below(3) {
                0 => self.set_step(result, info),
                1 => self.in_place_step(result, info),
                _ => self.view_step(result, info),
            }
            return;
        }
        let last = self.program.statements.last();
        // Only what gives an array or a scalar of one for sure.
        let gives_array = last.is_some_and(|s| match &s.callee {
            Callee::Function(name) => !matches!(
                name.as_ref(),
                "split"
                    | "array_split"
                    | "nonzero"
                    | "divmod"
                    | "modf"
                    | "frexp"
                    | "where"
                    | "broadcast_arrays"
                    | "unique"
                    | "empty"
                    | "empty_like"
                    | "linspace"
            ),
            Callee::GetItem | Callee::Operator(_) => true,
            _ => false,
        });
        if !gives_array {
            return;
        }
        let statement = match self.draw.below(4) {
            0 => Statement::new(Callee::Operator("eq".into()), vec![array.clone(), array]),
            1 => Statement::new(Callee::Attribute("T".into()), vec![array]),
            2 => Statement::new(Callee::GetItem, vec![array, Value::Ellipsis]),
            _ => Statement::new(Callee::Function("ravel".into()), vec![array]),
        };
        self.push(statement, Info::unknown());
    }
}
