//! Calls that NumPy should refuse: one constraint broken at a time.

use super::args::{Call, kind_rank};
use super::layout::int_tuple;
use super::rng::Factor;
use super::shapes::{self, Dims};
use super::values::{self, Style};
use super::{Arg, Gen, Info};
use crate::spec::{DTypes, Form, GivesKind, GivesShape, Role, Spec};
use nparity_model::{DType, PyInt, Value};

impl Gen {
    /// An argument that breaks what its role asks for; `None` if nothing can be broken here.
    pub(crate) fn broken(&mut self, role: Role, spec: &Spec, call: &mut Call) -> Option<Arg> {
        let dims = call.first.dims;
        let rank = dims.rank();
        let (value, why) = match role {
            Role::Array | Role::ArrayOf(_) => return self.broken_array(role, spec, call),
            Role::Operand | Role::IntOperand | Role::Exponent | Role::Bound | Role::Needles => {
                return self.broken_operand(role, spec, call);
            }
            Role::Axis | Role::AxisOrNone | Role::OtherAxis => self.broken_axis(rank),
            Role::Axes | Role::SomeAxes | Role::Destination => {
                if self.draw.chance(50) || rank == 0 {
                    self.broken_axis(rank)
                } else {
                    let axis = self.draw.below(rank);
                    let good = self.axis(axis, rank);
                    if self.draw.chance(60) {
                        let again = self.axis(axis, rank);
                        (Value::Tuple(vec![good, again]), "duplicate axes")
                    } else {
                        let (bad, why) = self.broken_axis(rank);
                        (Value::Tuple(vec![good, bad]), why)
                    }
                }
            }
            Role::UnitAxes => match (0..rank).find(|&axis| dims.at(axis) != 1) {
                Some(axis) if self.draw.chance(60) => {
                    (self.axis(axis, rank), "squeezed axis longer than 1")
                }
                _ => self.broken_axis(rank),
            },
            Role::NewAxes => {
                if self.draw.chance(60) {
                    self.broken_axis(rank + 1)
                } else {
                    (int_tuple([0, 0].into_iter()), "duplicate axes")
                }
            }
            Role::Permutation => self.broken_permutation(rank),
            Role::NewShape => self.broken_new_shape(&dims),
            Role::BroadcastShape => {
                let wrong = shapes::incompatible(&mut self.draw, &dims);
                match (wrong, self.draw.below(3)) {
                    (_, 0) if rank > 0 => {
                        let mut smaller = dims;
                        smaller.remove(0);
                        (int_tuple(smaller.iter()), "fewer axes than the array")
                    }
                    (_, 1) | (None, _) => (Value::int(-2), "negative size"),
                    (Some(wrong), _) => (int_tuple(wrong.iter()), "shape does not fit"),
                }
            }
            Role::Shape => match self.draw.below(5) {
                0 => (Value::int(-1 - self.draw.between(0, 3)), "negative size"),
                1 => (Value::Float(2.0), "float size"),
                2 => {
                    let huge = 1 << 40;
                    (
                        Value::Tuple(vec![Value::int(huge), Value::int(huge)]),
                        "huge shape",
                    )
                }
                3 => (
                    Value::Tuple(vec![Value::int(2), Value::int(-3)]),
                    "negative size",
                ),
                _ => (Value::Str("2".to_owned()), "str size"),
            },
            Role::Flag => return None,
            Role::Word(words) => {
                let word = self.draw.pick(words);
                match self.draw.below(3) {
                    0 => (Value::Str("bogus".to_owned()), "unknown word"),
                    1 => (Value::int(3), "int instead of a word"),
                    _ => (Value::Str(format!("{word}_")), "misspelt word"),
                }
            }
            Role::DType | Role::LoopDType => self.broken_dtype(role, spec, call)?,
            Role::Int(..) | Role::Roll => match self.draw.below(3) {
                0 => (Value::Float(1.5), "float instead of an int"),
                1 => (Value::Str("1".to_owned()), "str instead of an int"),
                _ => (huge_int(), "huge int"),
            },
            Role::Fill => {
                let dtype = DType::I8;
                call.dtype = Some(dtype);
                (
                    Value::Int(values::too_big(&mut self.draw, DType::I64)),
                    "Python int out of range",
                )
            }
            Role::Mask | Role::MaskWithInitial => self.broken_mask(role, call)?,
            Role::Out => self.broken_out(spec, call)?,
            Role::Initial => {
                call.initial = true;
                if matches!(spec.name, "min" | "max" | "amin" | "amax") && self.draw.chance(50) {
                    (Value::Str("x".to_owned()), "str initial")
                } else if call.first.dtype.is_integer() {
                    let big = values::too_big(&mut self.draw, DType::I64);
                    (Value::Int(big), "Python int out of range")
                } else {
                    return None;
                }
            }
            Role::Indices => self.broken_indices(call),
            Role::Repeats => match self.draw.below(3) {
                0 => (Value::int(-1), "negative repeats"),
                1 => (Value::Float(1.5), "float repeats"),
                _ if dims.size() != 1 => (
                    Value::List((0..dims.size() + 2).map(|_| Value::int(1)).collect()),
                    "repeats of a wrong length",
                ),
                _ => return None,
            },
            Role::Sections => {
                call.planned = Some(None);
                let n = dims.at(0) as i64;
                match self.draw.below(3) {
                    0 => (Value::int(0), "zero sections"),
                    1 if spec.name == "split" => (Value::int(n + 1), "sections that do not divide"),
                    _ => (Value::Float(1.5), "float sections"),
                }
            }
            Role::Sorted => {
                let dtype = self.dtype(spec.dtypes);
                let var = self.small_array(dtype, Dims::of(&[2, 3]));
                call.first = self.infos[var.index()];
                call.first_var = Some(var);
                (Value::Array(var), "2-d instead of 1-d")
            }
        };
        self.broke(why);
        Some(value)
    }

    /// The call itself is wrong: an unknown keyword, too few or too many arguments.
    pub(crate) fn break_call(&mut self, spec: &Spec, call: &mut Call) {
        if call.is_operator() || matches!(call.form, Form::Attribute(_) | Form::Builtin(_)) {
            return;
        }
        // A method with var-arguments would take more of them.
        let more = !matches!(
            spec.name,
            "reshape" | "transpose" | "ndarray.view" | "atleast_1d"
        );
        match self.draw.below(3) {
            0 if call.kwargs.is_empty() && more => {
                while call.args.len() <= 2 + spec.params.len() {
                    call.args.push(Value::int(0));
                }
                self.broke("too many arguments");
            }
            1 if call.args.len() > 1 && call.kwargs.is_empty() && more => {
                // Only what is required may not be left out.
                let required = spec
                    .params
                    .iter()
                    .filter(|p| p.pass == crate::spec::Pass::Required)
                    .count();
                if call.args.len() == required {
                    call.args.pop();
                    self.broke("missing argument");
                } else {
                    self.unknown_keyword(call);
                }
            }
            _ => self.unknown_keyword(call),
        }
    }

    fn unknown_keyword(&mut self, call: &mut Call) {
        let name = self.draw.pick(&["bogus", "axes_", "dtyp", "keepdim"]);
        call.kwargs.push((name.into(), Value::int(1)));
        self.broke("unknown keyword");
    }

    /// An axis that is none.
    pub(crate) fn broken_axis(&mut self, rank: usize) -> (Arg, &'static str) {
        let n = rank as i64;
        match self.draw.below(10) {
            0..=2 => (Value::int(n + self.draw.between(0, 2)), "axis out of range"),
            3..=5 => (
                Value::int(-n - 1 - self.draw.between(0, 2)),
                "axis out of range",
            ),
            6 | 7 => (Value::Float(0.0), "float axis"),
            8 => (Value::Str("0".to_owned()), "str axis"),
            _ => (huge_int(), "huge axis"),
        }
    }

    fn broken_array(&mut self, role: Role, spec: &Spec, call: &mut Call) -> Option<Arg> {
        let wrong = spec.dtypes.complement();
        let min_rank = if let Role::ArrayOf(rank) = role {
            rank
        } else {
            0
        };
        if spec.nonempty && self.draw.chance(50) {
            let dtype = self.dtype(spec.dtypes);
            let var = self.small_array(dtype, Dims::of(&[0]));
            self.note_first(call, var);
            self.broke("empty array");
            return Some(Value::Array(var));
        }
        if min_rank > 0 && self.draw.chance(60) {
            let dtype = self.dtype(spec.dtypes);
            let mut dims = Dims::SCALAR;
            (1..min_rank).for_each(|_| dims.push(3));
            let var = self.small_array(dtype, dims);
            // What follows is chosen as if the array had its axes.
            self.note_first(call, var);
            call.first.dims = Dims::of(&[1, 1]);
            self.broke("too few axes");
            return Some(Value::Array(var));
        }
        if !wrong.is_empty() && self.draw.chance(85) {
            let n = wrong.len();
            let dtype = wrong.nth(self.draw.below(n));
            let dims = shapes::shape(&mut self.draw, usize::from(min_rank), spec.nonempty);
            let var = self.array(dtype, dims, Style::Small, Factor::Layout);
            self.note_first(call, var);
            self.broke("dtype");
            return Some(Value::Array(var));
        }
        if matches!(call.form, Form::Function) && role == Role::Array && self.draw.chance(40) {
            let row = |n: i64| Value::List((0..n).map(Value::int).collect());
            let ragged = Value::List(vec![row(2), row(3)]);
            call.first = Info {
                is_array: false,
                ..Info::array(DType::I64, Dims::of(&[2]))
            };
            call.dims = call.first.dims;
            self.broke("ragged list");
            return Some(ragged);
        }
        None
    }

    fn note_first(&mut self, call: &mut Call, var: nparity_model::Var) {
        let info = self.infos[var.index()];
        call.first = info;
        call.first_var = Some(var);
        call.dims = info.dims;
        call.kind = kind_rank(info.dtype);
    }

    fn broken_operand(&mut self, role: Role, spec: &Spec, call: &mut Call) -> Option<Arg> {
        let wrong = spec.dtypes.complement();
        let numbers = matches!(role, Role::Operand | Role::IntOperand | Role::Exponent);
        match self.draw.below(6) {
            0 | 1 if role != Role::Needles => {
                let dims = shapes::incompatible(&mut self.draw, &call.dims)?;
                let dtype = self
                    .draw
                    .pick(&[call.first.dtype, call.first.dtype, DType::U8]);
                let var = self.array(dtype, dims, Style::Small, Factor::Layout2);
                self.broke("shapes do not broadcast");
                Some(Value::Array(var))
            }
            2 if call.first.dtype.is_integer() && numbers => {
                let big = values::too_big(&mut self.draw, call.first.dtype);
                self.broke("Python int out of range");
                Some(Value::Int(big))
            }
            3 if call.first.dtype.is_float() && numbers && call.first_var.is_some() => {
                self.broke("Python int beyond floats");
                let digits = format!("1{:0>400}", 0);
                digits.parse().ok().map(Value::Int)
            }
            4 if matches!(call.form, Form::InPlace(_)) && call.first.writeable => {
                // A kind that does not fit the left side, or a result that would have to grow.
                if kind_rank(call.first.dtype) < 3 && spec.dtypes.contains(DType::F64) {
                    self.broke("in place into a lower kind");
                    return Some(Value::Float(1.5));
                }
                let mut dims = call.first.dims;
                dims.insert(0, 2);
                let var = self.array(call.first.dtype, dims, Style::Small, Factor::Layout2);
                self.broke("in place into a smaller array");
                Some(Value::Array(var))
            }
            _ if role == Role::IntOperand => {
                self.broke("float instead of integers");
                Some(Value::Float(1.0))
            }
            _ if role == Role::Exponent && call.first.dtype.is_integer() => {
                self.broke("negative exponent");
                Some(Value::int(-2))
            }
            _ if !wrong.is_empty() && numbers => {
                let n = wrong.len();
                let dtype = wrong.nth(self.draw.below(n));
                let dims = call.dims;
                let var = self.array(dtype, dims, Style::Small, Factor::Layout2);
                self.broke("dtype");
                Some(Value::Array(var))
            }
            // Anything else that fits nothing: a shape.
            _ if role != Role::Needles => {
                let dims = shapes::incompatible(&mut self.draw, &call.dims)?;
                let var = self.array(call.first.dtype, dims, Style::Small, Factor::Layout2);
                self.broke("shapes do not broadcast");
                Some(Value::Array(var))
            }
            _ => None,
        }
    }

    fn broken_permutation(&mut self, rank: usize) -> (Arg, &'static str) {
        match self.draw.below(4) {
            0 if rank > 1 => (
                Value::Tuple(vec![Value::int(0); rank]),
                "repeated axis in a permutation",
            ),
            1 => (int_tuple(0..rank + 1), "permutation too long"),
            2 if rank > 0 => (int_tuple(0..rank - 1), "permutation too short"),
            _ => {
                let (bad, why) = self.broken_axis(rank);
                let mut items: Vec<Arg> = (1..rank as i64).map(Value::int).collect();
                items.push(bad);
                (Value::Tuple(items), why)
            }
        }
    }

    fn broken_new_shape(&mut self, dims: &Dims) -> (Arg, &'static str) {
        let size = dims.size() as i64;
        match self.draw.below(6) {
            0 => (
                Value::Tuple(vec![Value::int(-1), Value::int(-1)]),
                "two unknown sizes",
            ),
            1 => (Value::int(size + 1), "another number of elements"),
            2 if size > 1 => (
                Value::Tuple(vec![Value::int(-1), Value::int(size + 1)]),
                "size that does not divide",
            ),
            3 => (Value::int(-2), "negative size"),
            4 => (
                Value::Tuple(vec![Value::int(1 << 40), Value::int(1 << 40)]),
                "huge shape",
            ),
            _ => (Value::Float(size as f64), "float size"),
        }
    }

    fn broken_dtype(
        &mut self,
        role: Role,
        spec: &Spec,
        call: &mut Call,
    ) -> Option<(Arg, &'static str)> {
        if self.draw.chance(40) {
            let name = self.draw.pick(&["foo", "int7", "float8", ""]);
            return Some((Value::Str(name.to_owned()), "unknown dtype"));
        }
        if role == Role::DType {
            return Some((Value::int(1), "int instead of a dtype"));
        }
        // One that has no loop, or that the operands cannot be cast to.
        let dtypes = match spec.gives.kind {
            GivesKind::Bool => DTypes::NUMBER,
            GivesKind::Float => DTypes::INTEGRAL,
            _ => spec.dtypes.complement(),
        };
        let dtype = if dtypes.is_empty() || self.draw.chance(40) {
            let n = DType::COUNT;
            let from = self.draw.below(n);
            (0..n)
                .map(|i| DType::ALL[(from + i) % n])
                .find(|d| kind_rank(*d) < call.kind)?
        } else {
            let n = dtypes.len();
            dtypes.nth(self.draw.below(n))
        };
        call.dtype = Some(dtype);
        Some((Value::DType(dtype), "dtype without a loop"))
    }

    fn broken_mask(&mut self, role: Role, call: &mut Call) -> Option<(Arg, &'static str)> {
        if role == Role::MaskWithInitial && !call.initial && self.draw.chance(50) {
            let var = self.small_array(DType::Bool, call.dims);
            return Some((Value::Array(var), "mask without an initial value"));
        }
        if self.draw.chance(50) {
            let var = self.small_array(DType::I64, call.dims);
            return Some((Value::Array(var), "mask of ints"));
        }
        let dims = shapes::incompatible(&mut self.draw, &call.dims)?;
        let var = self.small_array(DType::Bool, dims);
        Some((Value::Array(var), "mask of a wrong shape"))
    }

    fn broken_out(&mut self, spec: &Spec, call: &Call) -> Option<(Arg, &'static str)> {
        let dims = match spec.gives.shape {
            GivesShape::Reduced => call
                .first
                .dims
                .reduced(call.axes.unwrap_or(u32::MAX), false),
            _ => call.dims,
        };
        let dtype = match spec.gives.kind {
            GivesKind::Bool => DType::Bool,
            GivesKind::Index => DType::I64,
            _ => DType::C128,
        };
        Some(match self.draw.below(5) {
            0 => {
                let mut wrong = dims;
                wrong.push(2 + self.draw.below(2));
                (self.out_array(dtype, wrong), "out of a wrong shape")
            }
            1 => {
                let wrong = shapes::incompatible(&mut self.draw, &dims)?;
                (self.out_array(dtype, wrong), "out of a wrong shape")
            }
            2 => {
                let base = self.small_array(dtype, dims);
                let args = vec![Value::Array(base), int_tuple(dims.iter())];
                let statement = nparity_model::Statement::new(
                    nparity_model::Callee::Function("broadcast_to".into()),
                    args,
                );
                let info = Info::array(dtype, dims).read_only();
                (Value::Array(self.push(statement, info)), "read-only out")
            }
            3 => (Value::List(Vec::new()), "out that is no array"),
            _ => {
                let lower = match (spec.gives.kind, call.kind) {
                    (GivesKind::Float, _) => DType::I32,
                    (_, 0) => return None,
                    (_, 1..=2) => DType::Bool,
                    (_, 3) => DType::I64,
                    _ => DType::F64,
                };
                (self.out_array(lower, dims), "out of a lower kind")
            }
        })
    }

    fn out_array(&mut self, dtype: DType, dims: Dims) -> Arg {
        Value::Array(self.literal(dtype, dims, Style::Small))
    }

    fn broken_indices(&mut self, call: &mut Call) -> (Arg, &'static str) {
        call.planned = Some(None);
        let n = call.first.dims.size() as i64;
        match self.draw.below(4) {
            0 => (Value::int(n), "index out of range"),
            1 => (
                Value::List(vec![Value::int(0), Value::int(-n - 1)]),
                "index out of range",
            ),
            2 => (Value::Float(0.0), "float index"),
            _ => {
                let var = self.small_array(DType::F64, Dims::of(&[2]));
                (Value::Array(var), "float indices")
            }
        }
    }
}

/// An int beyond 64 bits.
pub(crate) fn huge_int() -> Arg {
    Value::Int(PyInt::from(1_i128 << 70))
}
