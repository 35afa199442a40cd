//! From a spec to a call: each parameter's role says how its argument is made.

use super::layout::int_tuple;
use super::rng::Factor;
use super::shapes::{self, Dims};
use super::values::{self, Style};
use super::{Arg, Gen, Info};
use crate::spec::{DTypes, Domain, Form, GivesKind, GivesShape, Pass, Role, Spec};
use nparity_model::{Callee, DType, DTypeKind, Name, Statement, Value, Var};

/// A call under construction, and what is known of it.
pub(crate) struct Call {
    pub(crate) args: Vec<Arg>,
    pub(crate) kwargs: Vec<(Name, Arg)>,
    /// The first array.
    pub(crate) first: Info,
    /// Its variable, if it is one.
    pub(crate) first_var: Option<Var>,
    /// What the operands broadcast to so far.
    pub(crate) dims: Dims,
    /// The highest kind of the operands so far.
    pub(crate) kind: u8,
    /// All array operands have the dtype of the first one.
    pub(crate) uniform: bool,
    pub(crate) form: Form,
    /// Axes named so far, as a set; `None` is all.
    pub(crate) axes: Option<u32>,
    /// How many axes `axes` names, for a parameter that must match.
    pub(crate) axes_count: Option<usize>,
    /// An axis that an argument was made for: `Some(None)` is the default.
    pub(crate) planned: Option<Option<usize>>,
    pub(crate) keepdims: bool,
    pub(crate) initial: bool,
    pub(crate) masked: bool,
    pub(crate) dtype: Option<DType>,
    /// Where the `out` argument goes; it is made last, when the result is known.
    out: Option<OutSlot>,
    /// Nothing was left out yet.
    positional: bool,
}

#[derive(Clone, Copy)]
enum OutSlot {
    Positional(usize),
    Keyword(usize),
}

/// Bool, unsigned, signed, float, complex in casting order.
pub(crate) fn kind_rank(dtype: DType) -> u8 {
    match dtype.kind() {
        DTypeKind::Bool => 0,
        DTypeKind::Unsigned => 1,
        DTypeKind::Signed => 2,
        DTypeKind::Float => 3,
        DTypeKind::Complex => 4,
    }
}

impl Call {
    pub(crate) fn new(form: Form) -> Call {
        Call {
            args: Vec::with_capacity(3),
            kwargs: Vec::new(),
            first: Info::unknown(),
            first_var: None,
            dims: Dims::SCALAR,
            kind: 0,
            uniform: true,
            form,
            axes: None,
            axes_count: None,
            planned: None,
            keepdims: false,
            initial: false,
            masked: false,
            dtype: None,
            out: None,
            positional: true,
        }
    }

    /// Takes note of an operand.
    pub(crate) fn operand(&mut self, dtype: DType, dims: Dims) {
        self.kind = self.kind.max(kind_rank(dtype));
        self.uniform &= dtype == self.first.dtype;
        if let Some(both) = self.dims.broadcast(&dims) {
            self.dims = both;
        }
    }

    pub(crate) fn is_operator(&self) -> bool {
        matches!(self.form, Form::Operator(_) | Form::InPlace(_))
    }
}

impl Gen {
    /// The form of a call.
    pub(crate) fn form(&mut self, spec: &Spec) -> Form {
        match spec.forms {
            [only] => *only,
            // More of a function's call than of an operator's can be broken.
            forms if self.breaking && self.draw.chance(50) => forms[0],
            forms => forms[self.draw.level(Factor::Form, forms.len())],
        }
    }

    /// A call of a regular spec.
    pub(crate) fn call(&mut self, spec: &Spec) {
        let form = self.form(spec);
        self.call_as(spec, form);
    }

    /// A call of a regular spec in a given form.
    pub(crate) fn call_as(&mut self, spec: &Spec, form: Form) {
        let mut call = Call::new(form);
        let count = match form {
            Form::Function | Form::Method(_) => spec.params.len(),
            Form::MethodOf(_, n) => (1 + n).min(spec.params.len()),
            Form::Operator(_) | Form::InPlace(_) => spec
                .params
                .iter()
                .filter(|p| p.pass == Pass::Required)
                .count(),
            Form::Attribute(_) | Form::Builtin(_) => 1,
        };
        let params = &spec.params[..count.min(spec.params.len())];
        // Which parameter is to be broken; one past the last is the call itself.
        let target = if self.breaking {
            self.draw
                .below(params.len() + usize::from(!call.is_operator()))
        } else {
            usize::MAX
        };
        for (i, param) in params.iter().enumerate() {
            let broken = self.breaking && i >= target;
            let wanted = match param.pass {
                Pass::Required => true,
                Pass::Optional(percent) | Pass::Keyword(percent) => {
                    i == target || self.draw.chance(u32::from(percent))
                }
            };
            if !wanted {
                call.positional &= param.pass == Pass::Required;
                continue;
            }
            let value = match if broken {
                self.broken(param.role, spec, &mut call)
            } else {
                None
            } {
                Some(value) => Some(value),
                None => self.argument(param.role, spec, &mut call),
            };
            let Some(value) = value else {
                call.positional = false;
                continue;
            };
            let by_position = match param.pass {
                Pass::Required => true,
                Pass::Optional(_) if matches!(form, Form::MethodOf(..)) => call.positional,
                Pass::Optional(_) => call.positional && self.draw.chance(60),
                Pass::Keyword(_) => false,
            };
            let is_out = param.role == Role::Out && value == Value::Ellipsis;
            if by_position {
                if is_out {
                    call.out = Some(OutSlot::Positional(call.args.len()));
                }
                call.args.push(value);
            } else {
                call.positional = false;
                if is_out {
                    call.out = Some(OutSlot::Keyword(call.kwargs.len()));
                }
                let name = self.parameter_name(param.name, form);
                call.kwargs.push((name.into(), value));
            }
        }
        if self.breaking {
            self.break_call(spec, &mut call);
        }
        self.finish(spec, call);
    }

    /// `clip` has other names as a method.
    fn parameter_name(&mut self, name: &'static str, form: Form) -> &'static str {
        match (name, form) {
            ("a_min", Form::Method(_)) => "min",
            ("a_max", Form::Method(_)) => "max",
            _ => name,
        }
    }

    /// Makes the `out` argument and the statement.
    fn finish(&mut self, spec: &Spec, mut call: Call) {
        let reduces = spec.gives.shape == GivesShape::Reduced;
        let dims = match spec.gives.shape {
            GivesShape::Broadcast => Some(call.dims),
            GivesShape::Reduced => Some(
                call.first
                    .dims
                    .reduced(call.axes.unwrap_or(u32::MAX), call.keepdims),
            ),
            GivesShape::First => Some(call.first.dims),
            GivesShape::Unknown => None,
        };
        if let (Some(slot), Some(dims)) = (call.out, dims) {
            let out = self.out(spec, &call, dims);
            match slot {
                OutSlot::Positional(i) => call.args[i] = out,
                OutSlot::Keyword(i) => call.kwargs[i].1 = out,
            }
        }
        // NumPy 2.4 itself dies (segmentation fault) on a comparison with a Python int that does not fit
        // the other side's dtype, if there is a mask.
        if call.masked
            && spec.gives.kind == GivesKind::Bool
            && call.args.iter().any(|a| matches!(a, Value::Int(_)))
        {
            call.kwargs.retain(|(name, _)| name != "where");
            call.masked = false;
        }
        let operator = call.is_operator();
        let callee = match call.form {
            Form::Function => Callee::Function(spec.name.into()),
            Form::Method(name) | Form::MethodOf(name, _) => Callee::Method(name.into()),
            Form::Operator(name) | Form::InPlace(name) => Callee::Operator(name.into()),
            Form::Attribute(name) => Callee::Attribute(name.into()),
            Form::Builtin(name) => Callee::Builtin(name.into()),
        };
        // A Python number, list or NumPy scalar may stand on the left of an operator.
        if operator
            && matches!(call.form, Form::Operator(_))
            && call.args.len() == 2
            && !matches!(call.args[1], Value::Array(_))
            && matches!(call.args[0], Value::Array(_) | Value::Scalar(_))
            && self.draw.chance(40)
        {
            call.args.swap(0, 1);
        }
        let known_kind = match spec.gives.kind {
            GivesKind::Bool => Some(DType::Bool),
            GivesKind::Index => Some(DType::I64),
            GivesKind::First => Some(call.first.dtype),
            GivesKind::Operands if call.uniform && !reduces => Some(call.first.dtype),
            GivesKind::Float | GivesKind::Real | GivesKind::Operands if call.uniform => {
                Some(call.first.dtype).filter(|d| d.is_float())
            }
            _ => None,
        };
        let info = match (known_kind, dims) {
            (Some(dtype), Some(dims)) if dims.rank() > 0 => Info {
                known: self.intent == super::Intent::Valid && call.dtype.is_none(),
                undefined: call.masked && call.out.is_none() && !reduces,
                ..Info::array(dtype, dims)
            },
            _ => Info {
                undefined: call.masked && call.out.is_none() && !reduces,
                ..Info::unknown()
            },
        };
        let statement = Statement {
            callee,
            args: call.args,
            kwargs: call.kwargs,
            resync: false,
        };
        self.push_op(spec, statement, info);
    }

    /// The argument of a role; `None` leaves it out.
    fn argument(&mut self, role: Role, spec: &Spec, call: &mut Call) -> Option<Arg> {
        Some(match role {
            Role::Array => return Some(self.first(spec, 0, call)),
            Role::ArrayOf(rank) => {
                let (var, info) = self.first_array(spec, usize::from(rank));
                call.first = info;
                call.first_var = Some(var);
                call.dims = info.dims;
                call.kind = kind_rank(info.dtype);
                Value::Array(var)
            }
            Role::Operand | Role::IntOperand | Role::Exponent => self.operand(role, spec, call),
            Role::Bound => {
                if self.draw.chance(20) {
                    Value::None
                } else {
                    self.operand(Role::Operand, spec, call)
                }
            }
            Role::Flag => {
                let flag = self.draw.chance(70);
                call.keepdims = flag;
                Value::Bool(flag)
            }
            Role::Word(words) => Value::Str(self.draw.pick(words).to_owned()),
            Role::Int(low, high) => self.int(i64::from(low), i64::from(high)),
            Role::DType => {
                let dtype = DType::ALL[self.draw.level(Factor::DType2, DType::COUNT)];
                call.dtype = Some(dtype);
                self.dtype_value(dtype)
            }
            Role::LoopDType => {
                let dtype = self.loop_dtype(spec, call);
                call.dtype = Some(dtype);
                self.dtype_value(dtype)
            }
            Role::Fill => {
                let kind = self.draw.pick(&[
                    DTypeKind::Bool,
                    DTypeKind::Signed,
                    DTypeKind::Signed,
                    DTypeKind::Float,
                    DTypeKind::Float,
                    DTypeKind::Complex,
                ]);
                if self.draw.chance(35) {
                    let dtype = DType::ALL[self.draw.below(DType::COUNT)];
                    Value::Scalar(values::scalar(&mut self.draw, dtype, Style::Mixed))
                } else {
                    values::python(&mut self.draw, kind, Style::Mixed, DType::I8)
                }
            }
            Role::Out => Value::Ellipsis,
            Role::Mask => self.mask(call),
            Role::MaskWithInitial => {
                if !call.initial {
                    let initial = self.initial(call);
                    call.kwargs.push(("initial".into(), initial));
                }
                self.mask(call)
            }
            Role::Initial => {
                call.initial = true;
                self.initial(call)
            }
            Role::Axis
            | Role::AxisOrNone
            | Role::Axes
            | Role::SomeAxes
            | Role::UnitAxes
            | Role::NewAxes
            | Role::OtherAxis
            | Role::Destination
            | Role::Permutation
            | Role::NewShape
            | Role::BroadcastShape
            | Role::Shape
            | Role::Indices
            | Role::Repeats
            | Role::Sections
            | Role::Sorted
            | Role::Needles
            | Role::Roll => return self.structural(role, spec, call),
        })
    }

    /// A small int, at times a NumPy one.
    pub(crate) fn int(&mut self, low: i64, high: i64) -> Arg {
        let n = self.draw.between(low, high);
        if self.draw.chance(6) {
            Value::Scalar(n.into())
        } else {
            Value::int(n)
        }
    }

    /// A dtype as an object or by name.
    pub(crate) fn dtype_value(&mut self, dtype: DType) -> Arg {
        if self.draw.chance(80) {
            Value::DType(dtype)
        } else {
            Value::Str(dtype.name().to_owned())
        }
    }

    /// A dtype of the spec, covered.
    pub(crate) fn dtype(&mut self, dtypes: DTypes) -> DType {
        let n = dtypes.len();
        dtypes.nth(self.draw.level(Factor::DType, n))
    }

    pub(crate) fn style(&mut self, domain: Domain, factor: Factor) -> Style {
        let level = self.draw.level(factor, 8);
        domain.style(level)
    }

    /// The first array as a variable.
    pub(crate) fn first_array(&mut self, spec: &Spec, min_rank: usize) -> (Var, Info) {
        if let Some(found) = self.reused(spec.dtypes, min_rank, spec.nonempty) {
            return found;
        }
        let dtype = self.dtype(spec.dtypes);
        let dims = shapes::shape(&mut self.draw, min_rank, spec.nonempty);
        let style = self.style(spec.domain, Factor::Style);
        let var = self.array(dtype, dims, style, Factor::Layout);
        (var, self.infos[var.index()])
    }

    /// The first array or what stands for one.
    fn first(&mut self, spec: &Spec, min_rank: usize, call: &mut Call) -> Arg {
        let level = if self.draw.covering() {
            self.draw.level(Factor::Class, 16)
        } else {
            self.draw.below(24)
        };
        let must_be_array = matches!(
            call.form,
            Form::Method(_) | Form::MethodOf(..) | Form::Attribute(_) | Form::Builtin(_)
        ) || spec.params.len() == 1;
        let dtype = match level {
            // A NumPy scalar: its operators are a path of their own.
            13 | 14 => {
                let dtype = self.dtype(spec.dtypes);
                let style = self.style(spec.domain, Factor::Style);
                let scalar = values::scalar(&mut self.draw, dtype, style);
                call.first = Info {
                    is_array: false,
                    ..Info::array(dtype, Dims::SCALAR)
                };
                call.kind = kind_rank(dtype);
                return Value::Scalar(scalar);
            }
            15 if !must_be_array && !call.is_operator() => self.dtype(spec.dtypes),
            _ => {
                let (var, info) = if matches!(call.form, Form::InPlace(_)) {
                    self.in_place_target(spec)
                } else {
                    self.first_array(spec, min_rank)
                };
                call.first = info;
                call.first_var = Some(var);
                call.dims = info.dims;
                call.kind = kind_rank(info.dtype);
                return Value::Array(var);
            }
        };
        // Nested lists, or a Python number.
        let (kind, dtype) = match dtype.kind() {
            DTypeKind::Bool => (DTypeKind::Bool, DType::Bool),
            DTypeKind::Float => (DTypeKind::Float, DType::F64),
            DTypeKind::Complex => (DTypeKind::Complex, DType::C128),
            DTypeKind::Signed | DTypeKind::Unsigned => (DTypeKind::Signed, DType::I64),
        };
        let mut dims = shapes::shape(&mut self.draw, min_rank, spec.nonempty);
        if dims.size() > 40 {
            dims = Dims::of(&[3, 2]);
        }
        let style = self.style(spec.domain, Factor::Style);
        call.first = Info {
            is_array: false,
            ..Info::array(dtype, dims)
        };
        call.dims = dims;
        call.kind = kind_rank(dtype);
        let mut sizes = [0; shapes::MAX_RANK];
        for (slot, size) in sizes.iter_mut().zip(dims.iter()) {
            *slot = size;
        }
        values::nested(&mut self.draw, kind, &sizes[..dims.rank()], style)
    }

    /// A writeable array of a dtype that the result of the op can be cast to.
    fn in_place_target(&mut self, spec: &Spec) -> (Var, Info) {
        let dtypes = match spec.gives.kind {
            GivesKind::Float => DTypes::INEXACT,
            _ => spec.dtypes,
        };
        if let Some((var, info)) = self.reused(dtypes, 0, spec.nonempty)
            && info.writeable
        {
            return (var, info);
        }
        let dtype = self.dtype(dtypes);
        let dims = shapes::shape(&mut self.draw, 0, spec.nonempty);
        let style = self.style(spec.domain, Factor::Style);
        let mut var = self.array(dtype, dims, style, Factor::Layout);
        if !self.infos[var.index()].writeable {
            var = self.literal(dtype, dims, style);
        }
        (var, self.infos[var.index()])
    }

    /// A tuple of the sizes.
    pub(crate) fn shape_value(&mut self, dims: &Dims) -> Arg {
        if dims.rank() == 1 && self.draw.chance(40) {
            Value::int(dims.at(0) as i64)
        } else if self.draw.chance(12) {
            Value::List(dims.iter().map(|n| Value::int(n as i64)).collect())
        } else {
            int_tuple(dims.iter())
        }
    }
}
