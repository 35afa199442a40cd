//! Our own library as a subject, in its two layers.

use super::observe::{Observer, View};
use nparity_harness::{Answer, Facet, FacetSet, Subject, Support};
use nparity_model::{Callee, Name, Outcome, Program, Raised, Snapshot, Statement, Value};
use tnp::wrapper::{NdArray, dynamic};
use tnp::{Error, Tensor};

/// `tnp:wrapper`: programs run on [`NdArray`]s, as a NumPy user's would.
#[derive(Debug, Default)]
pub struct Wrapper;

impl Subject for Wrapper {
    fn name(&self) -> &'static str {
        "tnp:wrapper"
    }

    fn facets(&self) -> FacetSet {
        FacetSet::ALL.without(Facet::Graph)
    }

    fn supports(&self, callee: &Callee) -> Support {
        support(dynamic::supports(callee), callee)
    }

    fn run(&self, program: &Program, resync: &[Snapshot]) -> Answer {
        Answer::Outcome(execute(program, resync, &mut |s, args, kwargs| {
            dynamic::dispatch(&s.callee, args, kwargs)
        }))
    }

    fn rust(&self, program: &Program) -> Option<String> {
        Some(super::rust_code::main_rs(program))
    }
}

pub(super) fn support(has: bool, callee: &Callee) -> Support {
    if has {
        Support::Yes
    } else {
        Support::Missing(format!("tnp has no {callee:?}"))
    }
}

pub(super) type Args<A> = Vec<Value<A>>;
pub(super) type Kwargs<A> = Vec<(Name, Value<A>)>;

/// Runs one statement, its arguments resolved.
pub(super) type Step<'a, A> =
    dyn FnMut(&Statement, Args<A>, Kwargs<A>) -> Result<Value<A>, Error> + 'a;

/// Runs the statements of a program one by one and observes the end.
pub(super) fn execute<A: View>(
    program: &Program,
    resync: &[Snapshot],
    call: &mut Step<'_, A>,
) -> Outcome {
    tnp::events::take_fp();
    tnp::events::take_warnings();
    let mut vars: Vec<Value<A>> = Vec::with_capacity(program.statements.len());
    let mut outcome = Outcome::default();
    for (k, statement) in program.statements.iter().enumerate() {
        match resolve_statement(statement, &vars)
            .and_then(|(args, kwargs)| call(statement, args, kwargs))
        {
            Ok(value) => vars.push(value),
            Err(error) => {
                outcome.error = Some(Raised {
                    at: k,
                    class: error.class,
                    message: error.message.into_owned(),
                });
                break;
            }
        }
        if statement.resync {
            let value = &vars[k];
            let seen = Observer::default().value(value);
            if let Some(snapshot) = resync.iter().find(|s| s.statement == k) {
                overwrite(value, &seen, &snapshot.value);
            }
            outcome.snapshots.push(Snapshot {
                statement: k,
                value: seen,
            });
        }
    }
    let mut observer = Observer::default();
    outcome.vars = vars.iter().map(|v| observer.value(v)).collect();
    outcome.fp_events = tnp::events::take_fp();
    let mut warnings: Vec<String> = tnp::events::take_warnings()
        .into_iter()
        .map(|w| w.class.to_owned())
        .collect();
    warnings.sort();
    warnings.dedup();
    outcome.warnings = warnings;
    outcome
}

/// A statement's arguments with the variables put in.
pub(super) fn resolve_statement<A: Clone>(
    statement: &Statement,
    vars: &[Value<A>],
) -> Result<(Args<A>, Kwargs<A>), Error> {
    let resolve = |value: &Value<nparity_model::Var>| {
        value.try_map(&mut |var| {
            vars.get(var.index()).cloned().ok_or_else(|| {
                Error::runtime(format!("the program uses v{} before it is defined", var.0))
            })
        })
    };
    let args = statement
        .args
        .iter()
        .map(resolve)
        .collect::<Result<_, Error>>()?;
    let kwargs = statement
        .kwargs
        .iter()
        .map(|(name, value)| Ok((name.clone(), resolve(value)?)))
        .collect::<Result<_, Error>>()?;
    Ok((args, kwargs))
}

/// Writes the oracle's elements over our own where both results are of one form (see [`Subject::run`]).
fn overwrite<A: View>(
    ours: &Value<A>,
    seen: &Value<nparity_model::Observed>,
    oracle: &Value<nparity_model::Observed>,
) {
    use nparity_model::DType;
    match (ours, seen, oracle) {
        (Value::Array(array), Value::Array(mine), Value::Array(theirs))
            if mine.dtype == theirs.dtype
                && mine.shape == theirs.shape
                && mine.data != theirs.data =>
        {
            array.overwrite(&theirs.data);
        }
        (Value::Array(array), Value::Scalar(mine), Value::Scalar(theirs))
            if mine.dtype() == theirs.dtype() && mine != theirs && mine.dtype() != DType::Bool =>
        {
            array.overwrite(theirs.bytes());
        }
        (Value::Tuple(a), Value::Tuple(b), Value::Tuple(c))
        | (Value::List(a), Value::List(b), Value::List(c)) => {
            a.iter()
                .zip(b)
                .zip(c)
                .for_each(|((a, b), c)| overwrite(a, b, c));
        }
        _ => {}
    }
}

/// `tnp:unwrapped`: the functions over [`Tensor`]s. The adapter normalises: a method is the function behind it;
/// operators, plain attributes and Python's builtins, which belong to wrappers, are those of the tensor's
/// wrapper. Tensors are neither scalars nor objects, so kind and identity do not apply.
#[derive(Debug, Default)]
pub struct Unwrapped;

impl Subject for Unwrapped {
    fn name(&self) -> &'static str {
        "tnp:unwrapped"
    }

    fn facets(&self) -> FacetSet {
        FacetSet::ALL
            .without(Facet::Graph)
            .without(Facet::Kind)
            .without(Facet::Identity)
    }

    fn supports(&self, callee: &Callee) -> Support {
        support(dynamic::supports(callee), callee)
    }

    fn run(&self, program: &Program, resync: &[Snapshot]) -> Answer {
        let mut declined = None;
        let outcome = execute(program, resync, &mut |statement, args, kwargs| {
            if writes_to_scalar(program, statement, &args) {
                declined = Some("tnp has no scalars among tensors to refuse a write");
            } else if asks_a_scalar(program, statement, &args) {
                declined = Some("tnp has no scalars among tensors, whose operators differ");
            }
            call_unwrapped(statement, args, kwargs)
        });
        match declined {
            Some(why) => Answer::Missing(why.into()),
            None => Answer::Outcome(outcome),
        }
    }
}

/// Whether the statement writes to what may be a scalar to NumPy, or apart from one: to computed memory of a
/// single element. Tensors are never scalars, and views of them are views.
fn writes_to_scalar(program: &Program, statement: &Statement, args: &Args<Tensor>) -> bool {
    let (Some(Value::Array(var)), Some(Value::Array(tensor))) =
        (statement.args.first(), args.first())
    else {
        return false;
    };
    let literal = program
        .statements
        .get(var.index())
        .is_some_and(|s| matches!(s.callee, Callee::Literal(_)));
    let writes = dynamic::find(&statement.callee).is_some_and(|op| !op.traits.mutates.is_empty());
    tensor.storage().len() == tensor.itemsize() && !literal && writes
}

/// Whether an operator or a builtin meets what may be a scalar to NumPy: their ways differ from those of 0-d
/// arrays (integer overflow is told, `repr` shows the type).
fn asks_a_scalar(program: &Program, statement: &Statement, args: &Args<Tensor>) -> bool {
    let literal = |value: &Value<nparity_model::Var>| match value {
        Value::Array(var) => (program.statements.get(var.index()))
            .is_some_and(|s| matches!(s.callee, Callee::Literal(_))),
        _ => false,
    };
    let wrapper_only = matches!(statement.callee, Callee::Operator(_) | Callee::Builtin(_));
    wrapper_only
        && (statement.args.iter().zip(args)).any(|(given, value)| {
            let mut scalar = false;
            value.for_each(&mut |tensor: &Tensor| scalar |= tensor.ndim() == 0);
            scalar && !literal(given)
        })
}

/// What belongs to wrappers, through the wrapper.
fn by_wrapper(
    callee: &Callee,
    args: Args<Tensor>,
    kwargs: Kwargs<Tensor>,
) -> Result<Value<Tensor>, Error> {
    let wrap = |value: Value<Tensor>| {
        value.try_map(&mut |tensor: &Tensor| {
            Ok::<_, Error>(Value::Array(NdArray::from_tensor(tensor.clone())))
        })
    };
    let args = args.into_iter().map(wrap).collect::<Result<_, _>>()?;
    let kwargs = (kwargs.into_iter())
        .map(|(name, value)| Ok((name, wrap(value)?)))
        .collect::<Result<_, Error>>()?;
    dynamic::dispatch(callee, args, kwargs)?
        .try_map(&mut |array: &NdArray| Ok(Value::Array(array.tensor().clone())))
}

fn call_unwrapped(
    statement: &Statement,
    args: Args<Tensor>,
    kwargs: Kwargs<Tensor>,
) -> Result<Value<Tensor>, Error> {
    if let Callee::Literal(literal) = &statement.callee {
        return Ok(Value::Array(Tensor::from_bytes(
            &literal.shape,
            literal.dtype,
            &literal.data,
        )?));
    }
    let Some(op) = dynamic::find(&statement.callee) else {
        return by_wrapper(&statement.callee, args, kwargs);
    };
    let mut bound = tnp::ops::bind(op, args, kwargs)?;
    (op.call)(&mut bound)
}

impl View for NdArray {
    fn tensor(&self) -> &Tensor {
        NdArray::tensor(self)
    }
    fn object(&self) -> Option<u64> {
        Some(self.id())
    }
    fn is_scalar(&self) -> bool {
        NdArray::is_scalar(self)
    }
}

impl View for Tensor {
    fn tensor(&self) -> &Tensor {
        self
    }
    fn object(&self) -> Option<u64> {
        None
    }
    fn is_scalar(&self) -> bool {
        false
    }
}
