//! The calls that no list of roles describes.

use super::args::kind_rank;
use super::layout::int_tuple;
use super::rng::Factor;
use super::shapes::{self, Dims};
use super::values::{self, Style};
use super::{Arg, Gen, Info};
use crate::spec::{Form, Spec};
use nparity_model::{Callee, DType, DTypeKind, Statement, Value, Var};

fn function(spec: &Spec, args: Vec<Arg>) -> Statement {
    Statement::new(Callee::Function(spec.name.into()), args)
}

fn method(name: &'static str, args: Vec<Arg>) -> Statement {
    Statement::new(Callee::Method(name.into()), args)
}

/// `matmul` and `dot`: shapes with a core dimension in common.
pub(crate) fn matmul(g: &mut Gen, spec: &Spec) {
    let form = g.form(spec);
    let is_dot = spec.name == "dot";
    let kind = if g.draw.covering() {
        g.draw.level(Factor::Rank, 8)
    } else {
        g.draw.below(8)
    };
    // In place, the left side must be a stack of matrices that the product fits into.
    let square = matches!(form, Form::InPlace(_));
    let kind = if square { 3 + kind % 4 } else { kind };
    let size = |g: &mut Gen| {
        if g.draw.chance(5) {
            0
        } else {
            1 + g.draw.below(5)
        }
    };
    let k = if g.draw.chance(6) {
        17 + g.draw.below(30)
    } else {
        size(g)
    };
    let (m, n, b) = (size(g), size(g), 1 + g.draw.below(3));
    let (left, right): (&[usize], &[usize]) = match kind {
        0 => (&[k], &[k]),
        1 => (&[m, k], &[k]),
        2 => (&[k], &[k, n]),
        3 | 4 => (&[m, k], &[k, n]),
        5 => (&[b, m, k], &[k, n]),
        6 => (&[b, m, k], &[b, k, n]),
        _ if is_dot => (&[], &[k, n]),
        _ => (&[1, b, m, k], &[2, 1, k, n]),
    };
    let (left, mut right) = (Dims::of(left), Dims::of(right));
    if square {
        let last = right.rank() - 1;
        right.set(last, k);
    }
    let dtype = g.dtype(spec.dtypes);
    let other = if square || (!g.draw.covering() && g.draw.chance(60)) {
        dtype
    } else {
        DType::ALL[g.draw.level(Factor::DType2, DType::COUNT)]
    };
    if g.breaking && g.draw.chance(70) {
        let axis = right.rank().saturating_sub(2);
        if right.rank() > 0 && left.rank() > 0 {
            right.set(axis, right.at(axis) + 1);
            g.broke("core dimensions differ");
        }
    }
    let styles = (
        g.style(spec.domain, Factor::Style),
        g.style(spec.domain, Factor::Style2),
    );
    let mut a = g.array(dtype, left, styles.0, Factor::Layout);
    if square && !g.infos[a.index()].writeable {
        a = g.literal(dtype, left, styles.0);
    }
    let second = if g.breaking {
        g.broke(if is_dot {
            "too many arguments"
        } else {
            "scalar operand"
        });
        if is_dot {
            Value::Array(a)
        } else {
            Value::int(2)
        }
    } else if g.draw.chance(8) && left == right && dtype == other {
        Value::Array(a)
    } else {
        Value::Array(g.array(other, right, styles.1, Factor::Layout2))
    };
    let mut args = vec![Value::Array(a), second];
    if g.intent == super::Intent::Invalid("too many arguments") {
        args.extend([Value::None, Value::int(1)]);
    }
    let statement = match form {
        Form::Operator(name) | Form::InPlace(name) => {
            Statement::new(Callee::Operator(name.into()), args)
        }
        Form::Method(name) => method(name, args),
        _ => function(spec, args),
    };
    let plain = g.intent == super::Intent::Valid && form == Form::Function;
    let statement = if plain && matches!(kind, 3 | 4) && dtype == other && g.draw.chance(20) {
        let out = g.literal(dtype, Dims::of(&[m, n]), Style::Small);
        statement.kw("out", Value::Array(out))
    } else {
        statement
    };
    g.push_op(spec, statement, Info::unknown());
}

/// `float(a)`, `int(a)`, `bool(a)`, `complex(a)`, `len(a)`: mostly one element.
pub(crate) fn builtin(g: &mut Gen, spec: &Spec) {
    let dtype = g.dtype(spec.dtypes);
    let style = g.style(spec.domain, Factor::Style);
    let length = spec.name == "len";
    let style = match (spec.name, style) {
        // `int` of NaN and infinity raises, which the edges still try.
        ("int", Style::Mixed) if dtype.is_float() => Style::Moderate,
        (_, style) => style,
    };
    if g.breaking {
        let dims = match (length, g.draw.chance(30)) {
            (true, _) => Dims::SCALAR,
            (false, true) => Dims::of(&[0]),
            (false, false) => Dims::of(&[2, 2]),
        };
        let var = g.array(dtype, dims, style, Factor::Layout);
        g.broke("not one element");
        push_builtin(g, spec, Value::Array(var));
        return;
    }
    let value = if length {
        let dims = shapes::shape(&mut g.draw, 1, false);
        Value::Array(g.array(dtype, dims, style, Factor::Layout))
    } else if g.draw.chance(35) {
        Value::Scalar(values::scalar(&mut g.draw, dtype, style))
    } else {
        // A truth value of one element may have any rank; a number must have none.
        let rank = if spec.name == "bool" {
            g.draw.below(3)
        } else {
            0
        };
        let mut dims = Dims::SCALAR;
        (0..rank).for_each(|_| dims.push(1));
        Value::Array(g.array(dtype, dims, style, Factor::Layout))
    };
    push_builtin(g, spec, value);
}

fn push_builtin(g: &mut Gen, spec: &Spec, value: Arg) {
    let statement = Statement::new(Callee::Builtin(spec.name.into()), vec![value]);
    g.push_op(spec, statement, Info::unknown());
}

/// `arange(stop)`, `arange(start, stop)`, `arange(start, stop, step)`, with a dtype at times.
pub(crate) fn arange(g: &mut Gen, spec: &Spec) {
    let float = g.draw.chance(40);
    let number = |g: &mut Gen, low: i64, high: i64| -> Arg {
        let n = g.draw.between(low, high);
        if float && g.draw.chance(70) {
            let quarters = g.draw.between(0, 3) as f64 * 0.25;
            Value::Float(n as f64 + quarters)
        } else {
            g.int(n, n)
        }
    };
    let count = 1 + if g.draw.covering() {
        g.draw.level(Factor::Rank, 3)
    } else {
        g.draw.below(3)
    };
    let mut args = Vec::with_capacity(3);
    match count {
        1 => args.push(number(g, -2, 14)),
        _ => args.extend([number(g, -8, 8), number(g, -10, 20)]),
    }
    if count == 3 {
        let step = g.draw.pick(&[1, 2, 3, -1, -2, 5]);
        args.push(if float && g.draw.chance(60) {
            Value::Float(step as f64 * 0.375)
        } else {
            Value::int(step)
        });
    }
    let mut statement = function(spec, args);
    if g.draw.chance(45) {
        let n = spec.dtypes.len();
        let mut dtype = spec.dtypes.nth(g.draw.level(Factor::DType, n));
        if float && dtype.is_integer() {
            dtype = DType::F32;
        }
        let value = g.dtype_value(dtype);
        statement = statement.kw("dtype", value);
    }
    if g.breaking {
        statement = match g.draw.below(5) {
            0 => {
                let args = vec![Value::int(0), Value::int(5), Value::int(0)];
                g.broke("zero step");
                function(spec, args)
            }
            1 => {
                g.broke("NaN bound");
                function(spec, vec![Value::Float(f64::NAN)])
            }
            2 => {
                g.broke("infinite length");
                function(spec, vec![Value::Float(f64::INFINITY)])
            }
            3 => {
                g.broke("missing argument");
                function(spec, Vec::new())
            }
            _ => {
                g.broke("unknown keyword");
                statement.kw("bogus", Value::int(1))
            }
        };
    }
    g.push_op(spec, statement, Info::unknown());
}

/// `linspace(start, stop, num, endpoint=, dtype=)`, with arrays as bounds at times.
pub(crate) fn linspace(g: &mut Gen, spec: &Spec) {
    let bound = |g: &mut Gen| -> Arg {
        match g.draw.below(8) {
            0 => {
                let dtype = g.dtype(spec.dtypes);
                Value::Scalar(values::scalar(&mut g.draw, dtype, Style::Small))
            }
            1 => {
                let dtype = g.dtype(spec.dtypes);
                let dims = Dims::of(&[2]);
                Value::Array(g.array(dtype, dims, Style::Small, Factor::Layout))
            }
            2 | 3 => values::python(&mut g.draw, DTypeKind::Float, Style::Wide, DType::F64),
            4 | 5 => values::python(&mut g.draw, DTypeKind::Float, Style::Small, DType::F64),
            _ => values::python(&mut g.draw, DTypeKind::Signed, Style::Small, DType::I64),
        }
    };
    let mut args = vec![bound(g), bound(g)];
    let num = g.draw.pick(&[0, 1, 2, 3, 5, 7, 10, 11, 50]);
    if g.draw.chance(85) {
        args.push(g.int(num, num));
    }
    let mut statement = function(spec, args);
    if g.draw.chance(30) {
        let endpoint = Value::Bool(g.draw.chance(30));
        statement = statement.kw("endpoint", endpoint);
    }
    if g.draw.chance(10) {
        statement = statement.kw("retstep", Value::Bool(true));
    }
    if g.draw.chance(30) {
        let dtype = g.draw.pick(&[
            DType::F32,
            DType::F64,
            DType::F16,
            DType::I64,
            DType::I32,
            DType::C128,
        ]);
        let value = g.dtype_value(dtype);
        statement = statement.kw("dtype", value);
    }
    if g.breaking {
        let (num, why) = match g.draw.below(3) {
            0 => (Value::int(-1), "negative count"),
            1 => (Value::Float(3.0), "float count"),
            _ => (Value::Str("3".to_owned()), "str count"),
        };
        statement.args.truncate(2);
        statement.args.push(num);
        g.broke(why);
    }
    g.push_op(spec, statement, Info::unknown());
}

/// `concatenate`, `stack`, `hstack`, `vstack`: lists of arrays that fit.
pub(crate) fn join(g: &mut Gen, spec: &Spec) {
    let stacks = spec.name == "stack";
    let free_axis = matches!(spec.name, "concatenate" | "stack");
    let dims = shapes::shape(&mut g.draw, usize::from(!stacks), false);
    let rank = dims.rank() + usize::from(stacks);
    let flat = spec.name == "concatenate" && g.draw.chance(10);
    let axis = match spec.name {
        "hstack" => usize::from(dims.rank() > 1),
        "vstack" | "dstack" => 0,
        _ if g.draw.chance(40) => 0,
        _ => g.draw.below(rank),
    };
    let count = 1 + g.draw.below(3);
    let first = g.dtype(spec.dtypes);
    let mut items = Vec::with_capacity(count);
    let wrong = g.breaking && g.draw.chance(60);
    for i in 0..count {
        let mut dims = dims;
        // Only the joined axis may differ; `vstack` joins rows of one length.
        let may_differ = !(stacks || spec.name == "vstack" && dims.rank() == 1);
        if i > 0 && may_differ && g.draw.chance(50) {
            dims.set(axis, g.draw.below(4));
        }
        if wrong && i + 1 == count {
            if g.draw.chance(50) && dims.rank() < 5 {
                dims.insert(0, 2);
            } else if let Some(other) = (0..dims.rank()).find(|a| stacks || *a != axis) {
                dims.set(other, dims.at(other) + 1);
            }
            if count > 1 {
                g.broke("shapes do not fit");
            }
        }
        let dtype = match i {
            0 => first,
            1 => DType::ALL[g.draw.level(Factor::DType2, DType::COUNT)],
            _ if g.draw.chance(60) => first,
            _ => g.draw.pick(&DType::ALL),
        };
        let factor = if i == 0 {
            Factor::Layout
        } else {
            Factor::Layout2
        };
        let style = g.style(spec.domain, Factor::Style);
        items.push(Value::Array(g.array(dtype, dims, style, factor)));
    }
    let mut list = if g.draw.chance(70) {
        Value::List(items)
    } else {
        Value::Tuple(items)
    };
    let mut axis_value = flat.then_some(Value::None);
    if free_axis && !flat && (axis > 0 || g.draw.chance(40)) {
        axis_value = Some(g.axis(axis, rank));
    }
    if g.breaking {
        if g.draw.chance(40) {
            list = Value::List(Vec::new());
            g.broke("no arrays");
        } else if free_axis {
            let (bad, why) = g.broken_axis(rank);
            axis_value = Some(bad);
            g.broke(why);
        }
    }
    let mut args = vec![list];
    if g.draw.chance(50) {
        args.extend(axis_value.take());
    }
    let mut statement = function(spec, args);
    if let Some(axis) = axis_value {
        statement = statement.kw("axis", axis);
    }
    if g.draw.chance(15) {
        let dtype = g
            .draw
            .pick(&[DType::F64, DType::C128, DType::C64, DType::F32, DType::I64]);
        statement = statement.kw("dtype", Value::DType(dtype));
        if kind_rank(dtype) < 4 || g.draw.chance(50) {
            statement = statement.kw("casting", Value::Str("unsafe".to_owned()));
        }
    }
    if g.breaking {
        g.broke("unknown keyword");
        statement = statement.kw("bogus", Value::int(0));
    }
    g.push_op(spec, statement, Info::unknown());
}

/// `broadcast_arrays(a, b, ...)`
pub(crate) fn broadcast_arrays(g: &mut Gen, spec: &Spec) {
    let (a, info) = g.first_array(spec, 0);
    let mut args = vec![Value::Array(a)];
    let mut dims = info.dims;
    for _ in 0..g.draw.below(3) {
        let dtype = DType::ALL[g.draw.level(Factor::DType2, DType::COUNT)];
        let other = shapes::compatible(&mut g.draw, &dims);
        dims = dims.broadcast(&other).unwrap_or(dims);
        args.push(Value::Array(g.array(
            dtype,
            other,
            Style::Small,
            Factor::Layout2,
        )));
    }
    if g.breaking
        && let Some(wrong) = shapes::incompatible(&mut g.draw, &dims)
    {
        args.push(Value::Array(g.literal(DType::I64, wrong, Style::Small)));
        g.broke("shapes do not broadcast");
    }
    g.push_op(spec, function(spec, args), Info::unknown());
}

/// `where(condition)` and `where(condition, x, y)`.
pub(crate) fn where_(g: &mut Gen, spec: &Spec) {
    let dims = shapes::shape(&mut g.draw, 0, false);
    let condition = if g.draw.chance(75) {
        DType::Bool
    } else {
        g.draw.pick(&DType::ALL)
    };
    let style = Style::Ties;
    if g.draw.chance(20) {
        let dims = if dims.rank() == 0 {
            Dims::of(&[4])
        } else {
            dims
        };
        let c = g.array(condition, dims, style, Factor::Layout);
        let mut args = vec![Value::Array(c)];
        if g.breaking {
            args.push(Value::int(1));
            g.broke("only one of x and y");
        }
        g.push_op(spec, function(spec, args), Info::unknown());
        return;
    }
    let narrow = shapes::narrower(&mut g.draw, &dims);
    let c = g.array(condition, narrow, style, Factor::Layout);
    let mut call = super::args::Call::new(Form::Function);
    call.dims = dims;
    let dtype = g.dtype(spec.dtypes);
    let style = g.style(spec.domain, Factor::Style);
    let x = if g.draw.chance(80) {
        let x = g.array(dtype, dims, style, Factor::Layout2);
        call.first_var = Some(x);
        Value::Array(x)
    } else {
        let kind = g
            .draw
            .pick(&[DTypeKind::Bool, DTypeKind::Signed, DTypeKind::Float]);
        values::python(&mut g.draw, kind, style, DType::I8)
    };
    call.first = Info::array(dtype, dims);
    call.kind = kind_rank(dtype);
    let y = if g.breaking && g.draw.chance(60) {
        g.broken(crate::spec::Role::Operand, spec, &mut call)
    } else {
        None
    };
    let y = match y {
        Some(y) => y,
        None => g.operand(crate::spec::Role::Operand, spec, &mut call),
    };
    let mut statement = function(spec, vec![Value::Array(c), x, y]);
    if g.breaking {
        g.broke("unknown keyword");
        statement = statement.kw("bogus", Value::int(0));
    }
    g.push_op(spec, statement, Info::unknown());
}

/// `a.sort()` in place.
pub(crate) fn sort_in_place(g: &mut Gen, spec: &Spec) {
    let var = writeable(g, spec, 1);
    let info = g.infos[var.index()];
    let mut args = vec![Value::Array(var)];
    let rank = info.dims.rank();
    if g.breaking && g.draw.chance(50) {
        let (bad, why) = g.broken_axis(rank);
        args.push(bad);
        g.broke(why);
    } else if g.draw.chance(60) {
        let axis = g.draw.below(rank);
        args.push(g.axis(axis, rank));
    }
    let mut statement = method("sort", args);
    if g.breaking {
        g.broke("unknown word");
        statement = statement.kw("kind", Value::Str("bogus".to_owned()));
    } else if g.draw.chance(60) {
        let kind = g.draw.pick(&["stable", "quicksort", "heapsort"]);
        statement = statement.kw("kind", Value::Str(kind.to_owned()));
    }
    g.push_op(spec, statement, Info::unknown());
}

/// The first array, writeable.
fn writeable(g: &mut Gen, spec: &Spec, min_rank: usize) -> Var {
    let (var, info) = g.first_array(spec, min_rank);
    if info.writeable {
        return var;
    }
    let style = g.style(spec.domain, Factor::Style);
    g.literal(info.dtype, info.dims, style)
}

/// `a.view()` and `a.view(dtype)`.
pub(crate) fn view(g: &mut Gen, spec: &Spec) {
    let (var, info) = g.first_array(spec, 0);
    let mut args = vec![Value::Array(var)];
    let mut result = info;
    if g.breaking {
        let (bad, why) = if g.draw.chance(50) {
            (Value::Str("foo".to_owned()), "unknown dtype")
        } else {
            (Value::int(3), "int instead of a dtype")
        };
        args.push(bad);
        g.broke(why);
    } else if g.draw.chance(75) {
        // Mostly a dtype of the same size; others need a contiguous last axis that divides.
        let n = DType::COUNT;
        let from = g.draw.below(n);
        let same = g.draw.chance(75);
        let dtype = (0..n)
            .map(|i| DType::ALL[(from + i) % n])
            // Any byte of a bool but 0 and 1 is not a value of NumPy's.
            .find(|d| *d != DType::Bool && (!same || d.itemsize() == info.dtype.itemsize()))
            .unwrap_or(info.dtype);
        let value = g.dtype_value(dtype);
        args.push(value);
        result.dtype = dtype;
        result.known &= dtype.itemsize() == info.dtype.itemsize();
    }
    g.push_op(spec, method("view", args), result);
}

/// `a.fill(x)`
pub(crate) fn fill(g: &mut Gen, spec: &Spec) {
    let var = writeable(g, spec, 0);
    let info = g.infos[var.index()];
    let value = if g.breaking {
        g.broke("value that does not fit");
        if info.dtype.is_integer() && g.draw.chance(70) {
            Value::Int(values::too_big(&mut g.draw, info.dtype))
        } else {
            let three = (0..3).map(Value::int).collect();
            Value::List(three)
        }
    } else {
        let index = super::index::Index {
            value: Value::Ellipsis,
            dims: None,
            basic: true,
            scalar: false,
        };
        g.item_for(&info, &index)
    };
    g.push_op(
        spec,
        method("fill", vec![Value::Array(var), value]),
        Info::unknown(),
    );
}

/// `a.item()`, `a.item(i)`, `a.item(i, j)`, `a.item((i, j))`.
pub(crate) fn item(g: &mut Gen, spec: &Spec) {
    let one = g.draw.chance(30);
    let (var, dims) = if one {
        let dtype = g.dtype(spec.dtypes);
        let style = g.style(spec.domain, Factor::Style);
        let mut dims = Dims::SCALAR;
        (0..g.draw.below(3)).for_each(|_| dims.push(1));
        (g.array(dtype, dims, style, Factor::Layout), dims)
    } else {
        let (var, info) = g.first_array(spec, 0);
        (var, info.dims)
    };
    let mut args = vec![Value::Array(var)];
    let size = dims.size();
    if g.breaking {
        let (bad, why) = match g.draw.below(4) {
            0 if size != 1 => {
                g.broke("not one element");
                g.push_op(spec, method("item", args), Info::unknown());
                return;
            }
            1 => (Value::Float(0.0), "float index"),
            2 => (int_tuple((0..=dims.rank()).map(|_| 0)), "too many indices"),
            _ => (Value::int(size as i64), "index out of range"),
        };
        args.push(bad);
        g.broke(why);
    } else if size > 0 && !(size == 1 && g.draw.chance(50)) {
        if dims.rank() > 0 && g.draw.chance(50) {
            let items: Vec<Arg> = dims
                .iter()
                .map(|n| Value::int(g.draw.between(-(n as i64), n as i64 - 1)))
                .collect();
            if g.draw.chance(50) {
                args.extend(items)
            } else {
                args.push(Value::Tuple(items))
            }
        } else {
            let size = size as i64;
            args.push(g.int(-size, size - 1));
        }
    }
    g.push_op(spec, method("item", args), Info::unknown());
}
