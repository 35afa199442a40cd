//! Operands beside the first array: second operands, masks, start values, `out`, and their dtypes.

use super::args::{Call, kind_rank};
use super::rng::Factor;
use super::shapes::{self, Dims};
use super::values::{self, Style};
use super::{Arg, Gen};
use crate::spec::{DTypes, Domain, Form, GivesKind, GivesShape, Role, Spec};
use nparity_model::{DType, DTypeKind, Value};

impl Gen {
    /// A second operand of any class.
    pub(crate) fn operand(&mut self, role: Role, spec: &Spec, call: &mut Call) -> Arg {
        // 0-3: same shape; 4-6: broadcast; 7: 0-d; 8: NumPy scalar; 9-12: Python numbers; 13: list; 14: the same variable.
        let mut class = if self.draw.covering() {
            self.draw.level(Factor::Class2, 15)
        } else {
            self.draw.pick(&[
                0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 9, 9, 10, 10, 11, 12, 13, 14,
            ])
        };
        let in_place = matches!(call.form, Form::InPlace(_));
        // An operator needs something of NumPy's on one side at least.
        if call.is_operator() && call.first_var.is_none() && class >= 13 {
            class = 9;
        }
        // Beside floats, users write floats.
        if class == 9
            && !self.draw.covering()
            && role == Role::Operand
            && call.first.dtype.is_inexact()
            && self.draw.chance(50)
        {
            class = 10;
        }
        let style = match role {
            Role::IntOperand => Domain::Shift.style(self.draw.level(Factor::Style2, 8)),
            Role::Exponent => {
                if call.kind <= 2 && self.draw.chance(4) {
                    self.broke("negative exponent");
                    Style::Small
                } else {
                    Style::Exponent
                }
            }
            _ => self.style(spec.domain, Factor::Style2),
        };
        let dtype = self.second_dtype(role, spec, call);
        match class {
            0..=6 | 14 => {
                if class == 14
                    && let Some(var) = call.first_var
                    && role != Role::Exponent
                    && (role == Role::Operand || call.first.dtype.is_integer())
                {
                    return Value::Array(var);
                }
                if let Some((var, info)) = self.reused(spec.dtypes, 0, false)
                    && call.dims.broadcast(&info.dims).is_some()
                    && role == Role::Operand
                    && !(in_place
                        && (call.dims.broadcast(&info.dims) != Some(call.dims)
                            || kind_rank(info.dtype) > kind_rank(call.first.dtype)))
                {
                    call.operand(info.dtype, info.dims);
                    return Value::Array(var);
                }
                let dims = match class {
                    4..=6 if in_place => shapes::narrower(&mut self.draw, &call.dims),
                    4..=6 => shapes::compatible(&mut self.draw, &call.dims),
                    _ => call.dims,
                };
                let var = self.array(dtype, dims, style, Factor::Layout2);
                call.operand(dtype, dims);
                Value::Array(var)
            }
            7 => {
                let var = self.array(dtype, Dims::SCALAR, style, Factor::Layout2);
                call.operand(dtype, Dims::SCALAR);
                Value::Array(var)
            }
            8 => {
                call.operand(dtype, Dims::SCALAR);
                Value::Scalar(values::scalar(&mut self.draw, dtype, style))
            }
            13 => {
                let kind = match dtype.kind() {
                    DTypeKind::Unsigned => DTypeKind::Signed,
                    kind => kind,
                };
                // A list hardens to the default dtype of its kind.
                let hard = match kind {
                    DTypeKind::Bool => DType::Bool,
                    DTypeKind::Float => DType::F64,
                    DTypeKind::Complex => DType::C128,
                    DTypeKind::Signed | DTypeKind::Unsigned => DType::I64,
                };
                let n = if call.dims.rank() > 0 {
                    call.dims.at(call.dims.rank() - 1)
                } else {
                    3
                };
                let n = if n > 20 { 1 } else { n };
                call.operand(hard, Dims::of(&[n]));
                values::nested(&mut self.draw, kind, &[n], style)
            }
            _ => self.python_operand(role, spec, call, class, style),
        }
    }

    /// A Python number that the op takes beside the first operand.
    fn python_operand(
        &mut self,
        role: Role,
        spec: &Spec,
        call: &mut Call,
        class: usize,
        style: Style,
    ) -> Arg {
        let in_place = matches!(call.form, Form::InPlace(_));
        let most = if in_place {
            kind_rank(call.first.dtype)
        } else {
            4
        };
        let kind = match class {
            10 if spec.dtypes.contains(DType::F64) && most >= 3 && role != Role::IntOperand => {
                DTypeKind::Float
            }
            12 if spec.dtypes.contains(DType::C64) && most >= 4 && role != Role::IntOperand => {
                DTypeKind::Complex
            }
            11 => DTypeKind::Bool,
            _ if most == 0 => DTypeKind::Bool,
            _ => DTypeKind::Signed,
        };
        let noted = match kind {
            DTypeKind::Bool => DType::Bool,
            DTypeKind::Float => DType::F64,
            DTypeKind::Complex => DType::C128,
            // A weak int takes the other side's dtype.
            _ if call.first.dtype == DType::Bool => DType::I64,
            _ => call.first.dtype,
        };
        if kind == DTypeKind::Signed
            && self.draw.chance(5)
            && call.first.dtype.is_integer()
            && role != Role::Exponent
            && self.intent == super::Intent::Valid
        {
            self.broke("Python int out of range");
            call.operand(noted, Dims::SCALAR);
            return Value::Int(values::too_big(&mut self.draw, call.first.dtype));
        }
        call.kind = call.kind.max(kind_rank(noted));
        values::python(&mut self.draw, kind, style, call.first.dtype)
    }

    /// A dtype for a second operand.
    fn second_dtype(&mut self, role: Role, spec: &Spec, call: &Call) -> DType {
        let first = call.first.dtype;
        let same = !self.draw.covering() && self.draw.chance(45);
        if role == Role::IntOperand {
            if same && first.is_integer() && first != DType::U64 {
                return first;
            }
            let unsigned = first == DType::U64;
            return match DTypes::INTEGER.nth(self.draw.level(Factor::DType2, 8)) {
                d if unsigned && d.kind() == DTypeKind::Signed => DType::U8,
                DType::U64 if !unsigned => DType::U32,
                d => d,
            };
        }
        if same && spec.dtypes.contains(first) {
            return first;
        }
        let n = spec.dtypes.len();
        let dtype = spec.dtypes.nth(self.draw.level(Factor::DType2, n));
        if matches!(call.form, Form::InPlace(_)) && kind_rank(dtype) > kind_rank(first) {
            return first;
        }
        // Only floats hold both 64-bit kinds, and an op on integers does not take them.
        let floats = spec.dtypes.contains(DType::F64);
        if !self.draw.covering() && !floats && (dtype == DType::U64) != (first == DType::U64) {
            return first;
        }
        dtype
    }

    /// A dtype that the op can compute in.
    pub(super) fn loop_dtype(&mut self, spec: &Spec, call: &Call) -> DType {
        let dtypes = match spec.gives.kind {
            GivesKind::Bool => return DType::Bool,
            GivesKind::Float => DTypes::INEXACT,
            _ => spec.dtypes,
        };
        let n = DType::COUNT;
        let from = self.draw.below(n);
        (0..n)
            .map(|i| DType::ALL[(from + i) % n])
            .find(|d| dtypes.contains(*d) && kind_rank(*d) >= call.kind && *d != DType::Bool)
            .unwrap_or(DType::F64)
    }

    /// A mask that broadcasts into the operands.
    pub(super) fn mask(&mut self, call: &mut Call) -> Arg {
        call.masked = true;
        if self.draw.chance(12) {
            return Value::Bool(self.draw.chance(60));
        }
        let dims = shapes::narrower(&mut self.draw, &call.dims);
        Value::Array(self.array(DType::Bool, dims, Style::Small, Factor::Option))
    }

    /// A start value.
    pub(super) fn initial(&mut self, call: &Call) -> Arg {
        match call.first.dtype.kind() {
            DTypeKind::Float | DTypeKind::Complex if self.draw.chance(50) => {
                values::python(&mut self.draw, DTypeKind::Float, Style::Small, DType::F64)
            }
            DTypeKind::Bool => Value::Bool(self.draw.chance(50)),
            _ => values::python(&mut self.draw, DTypeKind::Signed, Style::Ties, DType::I8),
        }
    }

    /// An array for the result: fresh, or a view, or one of the inputs.
    pub(super) fn out(&mut self, spec: &Spec, call: &Call, dims: Dims) -> Arg {
        let reduces = spec.gives.shape == GivesShape::Reduced;
        let fits = |d: DType| match spec.gives.kind {
            GivesKind::Bool => true,
            GivesKind::Index => d == DType::I64,
            GivesKind::Float => d.is_inexact() && kind_rank(d) >= call.kind,
            GivesKind::Real if kind_rank(call.first.dtype) == 4 => d.is_inexact(),
            _ => kind_rank(d) >= call.kind.max(u8::from(reduces) * 2),
        };
        // The first operand itself: what NumPy users write to save memory.
        if !reduces
            && self.draw.chance(25)
            && let Some(var) = call.first_var
            && call.first.dims == dims
            && call.first.writeable
            && fits(call.first.dtype)
            && call
                .dtype
                .is_none_or(|d| kind_rank(d) <= kind_rank(call.first.dtype))
        {
            return Value::Array(var);
        }
        let wide = |d: DType| !matches!(d, DType::U64) && d != DType::Bool;
        let dtype = if let Some(dtype) = call.dtype.filter(|_| self.draw.chance(60)) {
            dtype
        } else if call.uniform && fits(call.first.dtype) && self.draw.chance(60) {
            call.first.dtype
        } else {
            let from = self.draw.below(DType::COUNT);
            (0..DType::COUNT)
                .map(|i| DType::ALL[(from + i) % DType::COUNT])
                .find(|d| {
                    fits(*d)
                        && (call.uniform || wide(*d))
                        && call.dtype.is_none_or(|l| kind_rank(l) <= kind_rank(*d))
                })
                .unwrap_or(DType::C128)
        };
        let mut var = self.array(dtype, dims, Style::Small, Factor::Option);
        // NumPy 2.4 strays from an output with strides here: `compare` tells the whole story.
        let astray =
            dtype == DType::Bool && matches!(spec.name, "isnan" | "isinf" | "isfinite" | "signbit");
        if astray || !self.infos[var.index()].writeable {
            var = self.literal(dtype, dims, Style::Small);
        }
        Value::Array(var)
    }
}
