//! The dynamic entry of ufuncs: keyword arguments as NumPy reads them.

use super::def::{Inputs, Kwargs, UfuncDef};
use super::resolve::{class, is_logical};
use crate::ops::{Arg, Casting, Operand, Param, ParamDef, ParamKind, Traits, Weak};
use crate::tensor::Order;
use crate::{DType, Error, Result, Tensor, events};
use nparity_model::Value;
use smallvec::SmallVec;

/// How every ufunc behaves.
pub(crate) const UFUNC: Traits = Traits {
    is_ufunc: true,
    ..Traits::FUNCTION
};

const fn input(ident: &'static str) -> ParamDef {
    ParamDef {
        ident,
        kind: ParamKind::PositionalOnly,
        default: None,
    }
}

const fn keyword(ident: &'static str, default: fn() -> Arg) -> ParamDef {
    ParamDef {
        ident,
        kind: ParamKind::Keyword,
        default: Some(default),
    }
}

macro_rules! params {
    ($($name:ident: $($x:literal)+, $out:expr;)+) => {$(
        pub(crate) const $name: &[ParamDef] = &[
            $(input($x),)+
            ParamDef { ident: "out", kind: ParamKind::Positional, default: Some($out) },
            keyword("where_", || Value::Bool(true)),
            keyword("casting", || Value::Str("same_kind".to_owned())),
            keyword("order", || Value::Str("K".to_owned())),
            keyword("dtype", || Value::None),
            keyword("subok", || Value::Bool(true)),
            keyword("signature", || Value::None),
        ];
    )+};
}
params! {
    UNARY: "x", || Value::None;
    BINARY: "x1" "x2", || Value::None;
    UNARY_TWO: "x", || Value::Tuple(vec![Value::None, Value::None]);
    BINARY_TWO: "x1" "x2", || Value::Tuple(vec![Value::None, Value::None]);
}

/// Runs a ufunc on bound arguments, one entry per parameter.
pub(crate) fn dynamic(def: &'static UfuncDef, given: &mut [Option<Arg>]) -> Result<Arg> {
    let kwargs = parse(def, &mut given[def.nin..])?;
    if let Some(error) = no_object_cast(def, &given[..def.nin], &kwargs)
        .or_else(|| not_numeric(def, &given[..def.nin]))
    {
        return Err(error);
    }
    let mut inputs = Inputs::new();
    for slot in &mut given[..def.nin] {
        inputs.push(Operand::from_arg(slot.take().unwrap_or(Value::None), "x")?);
    }
    let mut outputs = super::call(def, inputs, &kwargs)?;
    Ok(if def.nout == 1 {
        Value::Array(outputs.remove(0))
    } else {
        Value::Tuple(outputs.into_iter().map(Value::Array).collect())
    })
}

/// The error of arguments that are no numbers.
pub(crate) fn not_numeric(def: &UfuncDef, inputs: &[Option<Arg>]) -> Option<Error> {
    let is_text = |i: &Option<Arg>| matches!(i, Some(Value::Str(_)));
    if inputs.iter().any(is_text) {
        if !names_types(def) {
            return Some(Error::type_(format!(
                "ufunc '{}' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''",
                def.name
            )));
        }
        // These look for loops by classes, the arithmetic ones by dtypes.
        let by_class = !matches!(
            def.name,
            "add"
                | "subtract"
                | "multiply"
                | "maximum"
                | "minimum"
                | "fmax"
                | "fmin"
                | "gcd"
                | "lcm"
        );
        let dtype = |dtype: DType| {
            if by_class {
                class(dtype)
            } else {
                format!("dtype('{dtype}')")
            }
        };
        let python = |name: &str, own: DType| {
            if by_class {
                format!("<class 'numpy.dtypes._Py{name}DType'>")
            } else {
                dtype(own)
            }
        };
        let described = |i: &Option<Arg>| match i {
            Some(Value::Str(_)) if by_class => "<class 'numpy.dtypes.StrDType'>".to_owned(),
            Some(Value::Str(text)) => format!("dtype('<U{}')", text.chars().count().max(1)),
            Some(Value::Array(t)) => dtype(t.dtype()),
            Some(Value::Scalar(s)) => dtype(s.dtype()),
            Some(Value::Bool(_)) => dtype(DType::Bool),
            Some(Value::Int(_)) => python("Long", DType::I64),
            Some(Value::Float(_)) => python("Float", DType::F64),
            Some(Value::Complex(_)) => python("Complex", DType::C128),
            Some(other) => other.type_name().to_owned(),
            None => "None".to_owned(),
        };
        return Some(Error::ufunc_type(format!(
            "ufunc '{}' did not contain a loop with signature matching types {} -> None",
            def.name,
            match inputs {
                [one] => described(one),
                many => format!(
                    "({})",
                    many.iter().map(described).collect::<Vec<_>>().join(", ")
                ),
            }
        )));
    }
    if let [Some(Value::Int(int))] = inputs
        && Weak::Int(int.clone()).default_scalar().is_err()
        && def.loops().all(|l| !l.types[0].is_integer())
    {
        return Some(Error::type_(format!(
            "loop of ufunc does not support argument 0 of type int which has no callable {} method",
            def.name
        )));
    }
    if inputs.iter().any(|i| matches!(i, Some(Value::None))) {
        let names: Vec<String> = inputs
            .iter()
            .map(|i| format!("'{}'", i.as_ref().map_or("NoneType", |v| v.type_name())))
            .collect();
        return Some(Error::type_(if def.nin == 1 {
            format!(
                "loop of ufunc does not support argument 0 of type NoneType which has no callable {} method",
                def.name
            )
        } else {
            format!(
                "unsupported operand type(s) for {}: {}",
                def.name,
                names.join(" and ")
            )
        }));
    }
    None
}

/// Functions of truth take `None`, as an object: the error of operands that may not be cast to objects, or
/// of an output that may not be cast from one. (Their results as objects are out of scope.)
fn no_object_cast(def: &UfuncDef, inputs: &[Option<Arg>], kwargs: &Kwargs) -> Option<Error> {
    if !is_logical(def) || !inputs.iter().any(|i| matches!(i, Some(Value::None))) {
        return None;
    }
    let cannot = |what: &str, from: &str, to: &str| {
        Some(Error::ufunc_type(format!(
            "Cannot cast ufunc '{}' {what} from dtype('{from}') to dtype('{to}') with casting rule '{}'",
            def.name,
            kwargs.casting.name()
        )))
    };
    if matches!(kwargs.casting, Casting::No | Casting::Equiv) {
        let strong = inputs
            .iter()
            .enumerate()
            .find_map(|(k, input)| match input {
                Some(Value::Array(t)) => Some((k, t.dtype())),
                _ => None,
            });
        if let Some((k, dtype)) = strong {
            return cannot(&format!("input {k}"), dtype.name(), "O");
        }
    }
    let out = kwargs.out.iter().flatten().next()?;
    if kwargs.casting == Casting::Unsafe {
        return None;
    }
    cannot("output", "O", out.dtype().name())
}

/// Whether the error of a missing loop names the types.
fn names_types(def: &UfuncDef) -> bool {
    matches!(
        def.name,
        "absolute"
            | "negative"
            | "positive"
            | "sign"
            | "add"
            | "subtract"
            | "multiply"
            | "maximum"
            | "minimum"
            | "fmax"
            | "fmin"
            | "gcd"
            | "lcm"
            | "equal"
            | "not_equal"
            | "less"
            | "less_equal"
            | "greater"
            | "greater_equal"
    )
}

fn parse(def: &UfuncDef, given: &mut [Option<Arg>]) -> Result<Kwargs> {
    let [out, where_, casting, order, dtype, _subok, signature] = given else {
        return Err(Error::type_("a ufunc has seven keyword parameters"));
    };
    let mut kwargs = Kwargs::default();
    let without_out = out.is_none();
    if let Some(out) = out.take() {
        kwargs.out = parse_out(def, out)?;
    }
    if let Some(mask) = where_.take() {
        if without_out && !matches!(mask, Value::Bool(true)) {
            events::warn(
                "UserWarning",
                "'where' used without 'out', expect unitialized memory in output. If this is intentional, use out=None.",
            );
        }
        kwargs.where_ = parse_mask(mask)?;
    }
    if let Some(casting) = casting.take() {
        kwargs.casting = Casting::from_arg(casting, "casting")?;
    }
    if let Some(order) = order.take() {
        kwargs.order = match order {
            Value::None => Order::K,
            order => Order::from_arg(order, "order")?,
        };
    }
    if let Some(dtype) = dtype.take() {
        kwargs.dtype = Option::<DType>::from_arg(dtype, "dtype")?;
    }
    match signature.take() {
        None | Some(Value::None) => {}
        Some(_) if kwargs.dtype.is_some() => {
            return Err(Error::type_("cannot specify both 'signature' and 'dtype'"));
        }
        Some(signature) => kwargs.signature = Some(parse_signature(def, signature)?),
    }
    Ok(kwargs)
}

pub(crate) fn parse_out(def: &UfuncDef, out: Arg) -> Result<SmallVec<[Option<Tensor>; 2]>> {
    let one = |arg: Arg| match arg {
        Value::None => Ok(None),
        Value::Array(tensor) => Ok(Some(tensor)),
        _ => Err(Error::type_("return arrays must be of ArrayType")),
    };
    match out {
        Value::None | Value::Ellipsis => Ok(SmallVec::new()),
        Value::Tuple(items) => {
            if items.iter().any(|i| matches!(i, Value::Ellipsis)) {
                return Err(Error::type_(
                    "must use `...` as `out=...` and not per-operand/in a tuple",
                ));
            }
            if items.len() != def.nout {
                return Err(Error::value(
                    "The 'out' tuple must have exactly one entry per ufunc output",
                ));
            }
            items.into_iter().map(one).collect()
        }
        _ if def.nout > 1 => Err(Error::type_("'out' must be a tuple of arrays")),
        array => Ok(smallvec::smallvec![one(array)?]),
    }
}

pub(crate) fn parse_mask(mask: Arg) -> Result<Option<Tensor>> {
    if matches!(mask, Value::Bool(true)) {
        return Ok(None);
    }
    let given = matches!(mask, Value::Array(_));
    let tensor = match mask {
        Value::None => Tensor::from_scalar(&false.into()),
        mask => Tensor::from_arg(mask, "where")?,
    };
    // Python objects become bools one by one, whatever they are.
    let tensor = if given || tensor.dtype() == DType::Bool {
        tensor
    } else {
        crate::prims::cast::cast(&tensor, DType::Bool, Order::K)?
    };
    if tensor.dtype() == DType::Bool {
        return Ok(Some(tensor));
    }
    let what = if tensor.ndim() == 0 {
        "scalar"
    } else {
        "array data"
    };
    Err(Error::type_(format!(
        "Cannot cast {what} from dtype('{}') to dtype('bool') according to the rule 'safe'",
        tensor.dtype()
    )))
}

fn parse_signature(def: &UfuncDef, signature: Arg) -> Result<SmallVec<[Option<DType>; 4]>> {
    let count = def.nin + def.nout;
    match signature {
        Value::Str(text) => {
            let (inputs, outputs) = text.split_once("->").unwrap_or((&text, ""));
            let letters: Option<SmallVec<[Option<DType>; 4]>> = inputs
                .chars()
                .chain(outputs.chars())
                .map(|c| DType::parse(c.encode_utf8(&mut [0; 4])).map(Some))
                .collect();
            match letters {
                Some(letters) if letters.len() == count && inputs.chars().count() == def.nin => {
                    Ok(letters)
                }
                Some(letters) if letters.len() == 1 && outputs.is_empty() => Err(one_type()),
                _ => Err(Error::value(format!(
                    "a type-string for {}, {} typecode(s) before and {} after the -> sign",
                    def.name, def.nin, def.nout
                ))),
            }
        }
        Value::Tuple(items) if items.len() == count => items
            .into_iter()
            .map(|item| Option::<DType>::from_arg(item, "signature"))
            .collect(),
        Value::Tuple(items) if items.len() == 1 => Err(one_type()),
        Value::Tuple(_) => Err(Error::value(format!(
            "a type-tuple must be specified of length {count} for ufunc '{}'",
            def.name
        ))),
        _ => Err(Error::type_(
            "the signature object to ufunc must be a string or a tuple.",
        )),
    }
}

fn one_type() -> Error {
    Error::type_("Use `dtype` or  fill the tuple with more than one 'None'.")
}

/// The arguments of a call as values, one per parameter, for a trace.
pub(crate) fn to_args(inputs: &[Operand], kwargs: &Kwargs) -> Vec<Arg> {
    let mut args: Vec<Arg> = inputs.iter().map(Param::to_arg).collect();
    let out = |o: &Option<Tensor>| o.clone().map_or(Value::None, Value::Array);
    args.push(match kwargs.out.as_slice() {
        [] => Value::None,
        [one] => out(one),
        many => Value::Tuple(many.iter().map(out).collect()),
    });
    args.push(
        kwargs
            .where_
            .clone()
            .map_or(Value::Bool(true), Value::Array),
    );
    args.push(kwargs.casting.to_arg());
    args.push(kwargs.order.to_arg());
    args.push(kwargs.dtype.to_arg());
    args.push(Value::Bool(true));
    args.push(kwargs.signature.as_ref().map_or(Value::None, |fixed| {
        Value::Tuple(fixed.iter().map(Param::to_arg).collect())
    }));
    args
}
