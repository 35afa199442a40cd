//! Our own library, traced: the program is recorded, its graph verified, and what the graph computes on
//! fresh arguments is what is compared.

use super::observe::Observer;
use super::tnp_subjects::{resolve_statement, support};
use nparity_harness::{Answer, FacetSet, Subject, Support};
use nparity_model::{Callee, Observed, Outcome, Program, Raised, Snapshot, Value};
use tnp::trace::{self, Backend, Eager, Fused, TraceError};
use tnp::wrapper::{NdArray, dynamic};
use tnp::{Error, Tensor};

/// Fuses whatever it can, small as it is.
static FUSED: Fused = Fused { always: true };

/// `tnp:traced`: array literals are the arguments of the traced function, the rest of the program is its
/// body; the graph must hold only tensors and be sound, and is run by the eager backend.
#[derive(Debug, Default)]
pub struct Traced {
    leaky: bool,
}

impl Traced {
    /// With a recorder that lets wrappers into the graph, to prove that a run notices.
    #[must_use]
    pub fn leaky() -> Traced {
        Traced { leaky: true }
    }
}

impl Subject for Traced {
    fn name(&self) -> &'static str {
        if self.leaky {
            "tnp:traced-leaky"
        } else {
            "tnp:traced"
        }
    }

    fn facets(&self) -> FacetSet {
        FacetSet::ALL
    }

    fn supports(&self, callee: &Callee) -> Support {
        support(dynamic::supports(callee), callee)
    }

    fn run(&self, program: &Program, resync: &[Snapshot]) -> Answer {
        trace::leak_wrappers(self.leaky);
        let answer = run(program, resync);
        trace::leak_wrappers(false);
        answer
    }
}

/// The graphs of a program: of NumPy's functions, and lowered to primitives.
///
/// # Errors
/// If the program cannot be traced.
pub fn graphs(
    program: &Program,
) -> Result<(trace::Graph, Result<trace::Graph, TraceError>), TraceError> {
    let recorded = record(program, &[])?;
    Ok((
        recorded.traced.graph,
        recorded.lowered.map(|lowered| lowered.graph),
    ))
}

/// A program, recorded.
struct Recorded {
    traced: trace::Traced,
    lowered: Result<trace::Traced, TraceError>,
    /// The statement that raised, while tracing.
    raised: Option<(usize, Error)>,
    /// Statements with snapshots and the forms of their results.
    snapshots: Vec<(usize, Value<NdArray>)>,
}

/// What the body of the traced function leaves behind besides its results.
#[derive(Default)]
struct Notes {
    raised: Option<(usize, Error)>,
    snapshots: Vec<(usize, Value<NdArray>)>,
}

fn literals(program: &Program) -> Result<Vec<NdArray>, Error> {
    program
        .statements
        .iter()
        .filter_map(|s| match &s.callee {
            Callee::Literal(l) => {
                Some(Tensor::from_bytes(&l.shape, l.dtype, &l.data).map(NdArray::from_tensor))
            }
            _ => None,
        })
        .collect()
}

/// The oracle's values as arrays.
fn held(resync: &[Snapshot]) -> Result<Vec<(usize, Value<NdArray>)>, Error> {
    resync
        .iter()
        .map(|s| Ok((s.statement, arrays_of(&s.value)?)))
        .collect()
}

fn record(program: &Program, resync: &[Snapshot]) -> Result<Recorded, TraceError> {
    // The oracle's values are arrays from outside: hidden inputs of the graph. They must outlive it.
    let held = held(resync)?;
    let names: Vec<String> = program
        .statements
        .iter()
        .enumerate()
        .filter(|(_, s)| matches!(s.callee, Callee::Literal(_)))
        .map(|(k, _)| format!("v{k}"))
        .collect();
    let mut notes = Notes::default();
    let (traced, lowered) = trace::trace_lowered(
        |args| body(program, &held, args, &mut notes),
        &literals(program)?,
        &names,
    )?;
    Ok(Recorded {
        traced,
        lowered,
        raised: notes.raised,
        snapshots: notes.snapshots,
    })
}

/// The traced function: gives the variables and the snapshots' copies as two tuples.
fn body(
    program: &Program,
    held: &[(usize, Value<NdArray>)],
    args: &[NdArray],
    notes: &mut Notes,
) -> Result<Vec<Value<NdArray>>, Error> {
    let mut literals = args.iter();
    let mut vars: Vec<Value<NdArray>> = Vec::with_capacity(program.statements.len());
    let mut copies: Vec<Value<NdArray>> = Vec::new();
    for (k, statement) in program.statements.iter().enumerate() {
        let result = match &statement.callee {
            Callee::Literal(_) => Ok(Value::Array(
                literals.next().expect("one argument per literal").clone(),
            )),
            callee => resolve_statement(statement, &vars)
                .and_then(|(args, kwargs)| dynamic::dispatch(callee, args, kwargs)),
        };
        match result {
            Ok(value) => vars.push(value),
            Err(error) => {
                notes.raised = Some((k, error));
                break;
            }
        }
        if statement.resync {
            copies.push(copy(&vars[k])?);
            notes.snapshots.push((k, vars[k].clone()));
            if let Some((_, oracle)) = held.iter().find(|(at, _)| *at == k) {
                overwrite(&vars[k], oracle)?;
            }
        }
    }
    Ok(vec![Value::Tuple(vars), Value::Tuple(copies)])
}

/// A copy of every array in a value, recorded.
fn copy(value: &Value<NdArray>) -> Result<Value<NdArray>, Error> {
    let callee = Callee::Function("copy".into());
    value.try_map(&mut |array| {
        dynamic::dispatch(&callee, vec![Value::Array(array.clone())], Vec::new())
    })
}

/// Writes the oracle's elements over our own where both are of one form, recorded.
fn overwrite(ours: &Value<NdArray>, oracle: &Value<NdArray>) -> Result<(), Error> {
    match (ours, oracle) {
        (Value::Array(array), Value::Array(theirs))
            if array.tensor().dtype() == theirs.tensor().dtype()
                && array.tensor().shape() == theirs.tensor().shape() =>
        {
            tnp::wrapper::copyto(array, theirs)
        }
        (Value::Tuple(a), Value::Tuple(b)) | (Value::List(a), Value::List(b)) => {
            a.iter().zip(b).try_for_each(|(a, b)| overwrite(a, b))
        }
        _ => Ok(()),
    }
}

fn arrays_of(value: &Value<Observed>) -> Result<Value<NdArray>, Error> {
    Ok(match value {
        Value::Scalar(scalar) => Value::Array(NdArray::from_scalar(scalar)),
        Value::Tuple(items) => Value::Tuple(items.iter().map(arrays_of).collect::<Result<_, _>>()?),
        Value::List(items) => Value::List(items.iter().map(arrays_of).collect::<Result<_, _>>()?),
        other => other.try_map(&mut |seen: &Observed| {
            Tensor::from_bytes(&seen.shape, seen.dtype, &seen.data)
                .map(|t| Value::Array(NdArray::from_tensor(t)))
        })?,
    })
}

fn run(program: &Program, resync: &[Snapshot]) -> Answer {
    tnp::events::take_fp();
    tnp::events::take_warnings();
    let recorded = match record(program, resync) {
        Ok(recorded) => recorded,
        Err(TraceError::Refused(reason)) => return Answer::NotTraceable(reason),
        Err(error) => return graph_fault(error.to_string()),
    };
    tnp::events::take_fp();
    tnp::events::take_warnings();
    // Each level of the graph, as each backend runs it; the first that shows something else is the answer.
    let mut levels: Vec<(&str, &trace::Traced, &dyn Backend)> =
        vec![("the graph", &recorded.traced, &Eager)];
    match &recorded.lowered {
        Ok(lowered) => {
            levels.push(("the lowered graph", lowered, &Eager));
            levels.push(("the fused graph", lowered, &FUSED));
        }
        Err(TraceError::Refused(_)) => {}
        Err(error) => return graph_fault(error.to_string()),
    }
    let mut first: Option<Outcome> = None;
    let mut compiled = Vec::new();
    for (what, traced, backend) in levels {
        let faults = traced.graph.verify();
        if !faults.is_empty() {
            return Answer::Outcome(Outcome {
                graph_faults: faults.iter().map(|f| format!("{what}: {f}")).collect(),
                ..Outcome::default()
            });
        }
        let function = match traced.compile(backend) {
            Ok(function) => function,
            Err(error) => return graph_fault(format!("{what}: {error}")),
        };
        let arguments = match literals(program) {
            Ok(arguments) => arguments,
            Err(error) => return Answer::Crashed(error.to_string()),
        };
        let outcome = match replay(&recorded, what, &function, &arguments) {
            Replay::Outcome(outcome) => outcome,
            Replay::Again(why) => return graph_fault(format!("{what}: {why}")),
        };
        match &first {
            None if outcome.graph_faults.is_empty() => first = Some(outcome),
            Some(first) if difference(first, &outcome).is_none() => {}
            _ => return Answer::Outcome(outcome),
        }
        compiled.push((what, function));
    }
    if let Some(fault) = on_other_elements(program, resync, &recorded, &compiled) {
        return graph_fault(fault);
    }
    Answer::Outcome(first.unwrap_or_default())
}

/// Calls the compiled functions on other elements, which must give what the function itself gives on them: a
/// trace that baked in an element does not. `None` is well.
fn on_other_elements(
    program: &Program,
    resync: &[Snapshot],
    recorded: &Recorded,
    compiled: &[(&str, trace::Compiled)],
) -> Option<String> {
    let arguments =
        || literals(program).map(|all| all.iter().map(other_elements).collect::<Vec<_>>());
    let held = held(resync).ok()?;
    tnp::events::take_fp();
    tnp::events::take_warnings();
    let mut notes = Notes::default();
    let values = body(program, &held, &arguments().ok()?, &mut notes);
    let expected = outcome_of(&values.ok()?, notes.raised.clone(), &notes.snapshots)?;
    for (what, function) in compiled {
        let recorded = Other {
            raised: recorded.raised.as_ref(),
            now: notes.raised.as_ref(),
        };
        match recorded.replay(function, &arguments().ok()?, &notes.snapshots) {
            Replay::Again(_) => {}
            Replay::Outcome(outcome) if !outcome.graph_faults.is_empty() => {
                return Some(format!(
                    "{what}, on other elements: {}",
                    outcome.graph_faults.join("; ")
                ));
            }
            Replay::Outcome(outcome) => {
                if let Some(what_differs) = difference(&expected, &outcome) {
                    return Some(format!("{what}, called on other elements: {what_differs}"));
                }
            }
        }
    }
    None
}

/// An array of the same layout with other elements: these moved on by one, and the first of them changed.
fn other_elements(array: &NdArray) -> NdArray {
    let tensor = array.tensor();
    let mut bytes = tensor.to_bytes();
    let size = tensor.dtype().itemsize();
    if bytes.len() >= size {
        bytes.rotate_left(size);
        let last = bytes.len() - size;
        if tensor.dtype().is_inexact() {
            bytes[last + size - 1] ^= 0x80;
        } else {
            bytes[last] ^= 1;
        }
    }
    Tensor::from_bytes(tensor.shape(), tensor.dtype(), &bytes)
        .map_or_else(|_| array.clone(), NdArray::from_tensor)
}

/// The first way in which two outcomes differ, bits compared.
fn difference(expected: &Outcome, got: &Outcome) -> Option<String> {
    let parts = |o: &Outcome| -> Vec<(String, String)> {
        // The wrapper may word an error in its own way.
        let error = o.error.as_ref().map(|e| (e.at, &e.class));
        let mut parts = vec![("error".to_owned(), format!("{error:?}"))];
        parts.extend((o.vars.iter().enumerate()).map(|(k, v)| (format!("v{k}"), format!("{v:?}"))));
        parts.push(("fp events".to_owned(), format!("{:?}", o.fp_events)));
        parts.push(("warnings".to_owned(), format!("{:?}", o.warnings)));
        parts.push(("snapshots".to_owned(), format!("{:?}", o.snapshots)));
        parts.push(("faults".to_owned(), format!("{:?}", o.graph_faults)));
        parts
    };
    let (a, b) = (parts(expected), parts(got));
    if a.len() != b.len() {
        return Some(format!(
            "{} variables, not {}",
            got.vars.len(),
            expected.vars.len()
        ));
    }
    a.into_iter()
        .zip(b)
        .find(|(a, b)| a != b)
        .map(|((name, a), (_, b))| format!("{name} is {b}, not {a}"))
}

/// What came of a call.
enum Replay {
    Outcome(Outcome),
    /// The graph does not hold for the arguments.
    Again(String),
}

/// What a graph computes on fresh arguments like those that it was traced with.
fn replay(
    recorded: &Recorded,
    what: &str,
    function: &trace::Compiled,
    arguments: &[NdArray],
) -> Replay {
    let raised = recorded.raised.as_ref();
    let other = Other {
        raised,
        now: raised,
    };
    match other.replay(function, arguments, &recorded.snapshots) {
        Replay::Outcome(mut outcome) => {
            for fault in &mut outcome.graph_faults {
                *fault = format!("{what}: {fault}");
            }
            Replay::Outcome(outcome)
        }
        again @ Replay::Again(_) => again,
    }
}

/// What the function raised while it was traced, and what it raises on these arguments.
struct Other<'a> {
    raised: Option<&'a (usize, Error)>,
    now: Option<&'a (usize, Error)>,
}

impl Other<'_> {
    fn replay(
        &self,
        function: &trace::Compiled,
        arguments: &[NdArray],
        snapshots: &[(usize, Value<NdArray>)],
    ) -> Replay {
        tnp::events::take_fp();
        tnp::events::take_warnings();
        let fault = |what: String| {
            Replay::Outcome(Outcome {
                graph_faults: vec![what],
                ..Outcome::default()
            })
        };
        let (values, raised) = match function.call(arguments) {
            Ok(values) => (values, self.raised.cloned()),
            Err(failure) if failure.retrace => return Replay::Again(failure.error.to_string()),
            Err(failure) => match (failure.partial, self.raised, self.now) {
                (Some(values), Some((at, _)), _) => (values, Some((*at, failure.error))),
                // It raises earlier than it did; what was computed by then is in nobody's hands.
                (_, _, Some((_, error))) if *error == failure.error => {
                    return Replay::Again("raises as the function does".to_owned());
                }
                _ => {
                    return fault(format!(
                        "it raises where the function did not: {}",
                        failure.error
                    ));
                }
            },
        };
        outcome_of(&values, raised, snapshots).map_or_else(
            || fault("the results have another form than the program's".to_owned()),
            Replay::Outcome,
        )
    }
}

/// What the values of the traced function, its events and its warnings show.
fn outcome_of(
    values: &[Value<NdArray>],
    raised: Option<(usize, Error)>,
    snapshots: &[(usize, Value<NdArray>)],
) -> Option<Outcome> {
    let [Value::Tuple(vars), Value::Tuple(copies)] = values else {
        return None;
    };
    let mut observer = Observer::default();
    let mut outcome = Outcome {
        error: raised.map(|(at, error)| Raised {
            at,
            class: error.class,
            message: error.message.into_owned(),
        }),
        vars: vars.iter().map(|v| observer.value(v)).collect(),
        fp_events: tnp::events::take_fp(),
        ..Outcome::default()
    };
    let mut warnings: Vec<String> = tnp::events::take_warnings()
        .into_iter()
        .map(|w| w.class.to_owned())
        .collect();
    warnings.sort();
    warnings.dedup();
    outcome.warnings = warnings;
    for ((statement, form), copy) in snapshots.iter().zip(copies) {
        let value = Observer::default().value(&in_form(form, copy));
        outcome.snapshots.push(Snapshot {
            statement: *statement,
            value,
        });
    }
    Some(outcome)
}

/// The copy of a result, as scalars where the result had scalars (a copy of a scalar is a 0-d array).
fn in_form(form: &Value<NdArray>, copy: &Value<NdArray>) -> Value<NdArray> {
    match (form, copy) {
        (Value::Array(form), Value::Array(copy))
            if form.is_scalar() && copy.tensor().ndim() == 0 =>
        {
            Value::Array(NdArray::scalar_from_tensor(copy.tensor().clone()))
        }
        (Value::Tuple(a), Value::Tuple(b)) => {
            Value::Tuple(a.iter().zip(b).map(|(a, b)| in_form(a, b)).collect())
        }
        (Value::List(a), Value::List(b)) => {
            Value::List(a.iter().zip(b).map(|(a, b)| in_form(a, b)).collect())
        }
        _ => copy.clone(),
    }
}

fn graph_fault(what: String) -> Answer {
    Answer::Outcome(Outcome {
        graph_faults: vec![what],
        ..Outcome::default()
    })
}
