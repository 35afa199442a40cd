//! Binding of positional and keyword arguments to parameters, with Python's errors.

use super::{Arg, OpDef, ParamKind};
use crate::{Error, Result};
use nparity_model::{Name, Value};

/// One entry per parameter of `op`, `None` where the default stands.
///
/// # Errors
/// Python's `TypeError`s: too many arguments, unknown or repeated keywords, missing arguments.
pub fn bind(op: &OpDef, mut args: Vec<Arg>, kwargs: Vec<(Name, Arg)>) -> Result<Vec<Option<Arg>>> {
    let mut bound: Vec<Option<Arg>> = vec![None; op.params.len()];
    let mut ufunc_out = None;
    if op.traits.is_ufunc {
        ufunc_out = positional_outputs(op, &mut args, &kwargs)?;
    }
    // The arguments of a `*param` travel as one tuple.
    let mut rest = None;
    if let Some(at) = op
        .traits
        .variadic
        .and_then(|name| op.params.iter().position(|p| p.name() == name))
        && (args.len() > at || !kwargs.iter().any(|(name, _)| *name == op.params[at].name()))
    {
        rest = Some((at, Value::Tuple(args.split_off(at.min(args.len())))));
    }
    let positional = op
        .params
        .iter()
        .take_while(|p| p.kind != ParamKind::Keyword)
        .count();
    let given = args.len();
    if given > positional {
        let required = op.params.iter().filter(|p| p.default.is_none()).count();
        let takes = if required == positional {
            format!("{positional}")
        } else {
            format!("from {required} to {positional}")
        };
        let plural = if positional == 1 { "" } else { "s" };
        let was = if given == 1 { "was" } else { "were" };
        return Err(Error::type_(format!(
            "{}() takes {takes} positional argument{plural} but {given} {was} given",
            op.name
        )));
    }
    for (slot, arg) in bound.iter_mut().zip(args) {
        *slot = Some(arg);
    }
    if let Some((at, tuple)) = rest {
        bound[at] = Some(tuple);
    }
    for (name, arg) in kwargs {
        let name = if op.traits.is_ufunc && name == "sig" {
            "signature".into()
        } else {
            name
        };
        let slot = op
            .params
            .iter()
            .position(|p| p.kind != ParamKind::PositionalOnly && p.name() == name)
            .ok_or_else(|| {
                Error::type_(format!(
                    "{}() got an unexpected keyword argument '{name}'",
                    op.name
                ))
            })?;
        if bound[slot].replace(arg).is_some() {
            return Err(Error::type_(format!(
                "{}() got multiple values for argument '{name}'",
                op.name
            )));
        }
    }
    if let Some(out) = ufunc_out
        && let Some(at) = op.params.iter().position(|p| p.name() == "out")
    {
        bound[at] = Some(out);
    }
    let missing: Vec<String> = op
        .params
        .iter()
        .zip(&bound)
        .filter(|(p, b)| p.default.is_none() && b.is_none())
        .map(|(p, _)| format!("'{}'", p.name()))
        .collect();
    if !missing.is_empty() {
        let list = match missing.as_slice() {
            [one] => one.clone(),
            [a, b] => format!("{a} and {b}"),
            [head @ .., last] => format!("{}, and {last}", head.join(", ")),
            [] => unreachable!("not empty"),
        };
        let plural = if missing.len() == 1 { "" } else { "s" };
        return Err(Error::type_(format!(
            "{}() missing {} required positional argument{plural}: {list}",
            op.name,
            missing.len()
        )));
    }
    Ok(bound)
}

/// Takes the outputs that a ufunc's positional arguments give behind its inputs.
fn positional_outputs(
    op: &OpDef,
    args: &mut Vec<Arg>,
    kwargs: &[(Name, Arg)],
) -> Result<Option<Arg>> {
    let nin = op
        .params
        .iter()
        .filter(|p| p.kind == ParamKind::PositionalOnly)
        .count();
    let default = op.params.get(nin).and_then(|p| p.default).map(|d| d());
    let nout = match default {
        Some(Value::Tuple(items)) => items.len(),
        _ => 1,
    };
    let given = args.len();
    if given < nin || given > nin + nout {
        let was = if given == 1 { "was" } else { "were" };
        return Err(Error::type_(format!(
            "{}() takes from {nin} to {} positional arguments but {given} {was} given",
            op.name,
            nin + nout
        )));
    }
    let mut outs = args.split_off(nin);
    if outs.is_empty() {
        return Ok(None);
    }
    if kwargs.iter().any(|(name, _)| name == "out") {
        return Err(Error::type_(
            "cannot specify 'out' as both a positional and keyword argument",
        ));
    }
    if outs.iter().any(|o| matches!(o, Value::Ellipsis)) {
        return Err(Error::type_(
            "out=... is only allowed as a keyword argument.",
        ));
    }
    if outs.iter().all(|o| matches!(o, Value::None)) {
        return Ok(None);
    }
    if nout == 1 {
        return Ok(outs.pop());
    }
    outs.resize(nout, Value::None);
    Ok(Some(Value::Tuple(outs)))
}
