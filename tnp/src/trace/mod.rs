//! Tracing: while a trace is on, every call of an op becomes one node of a graph.
//!
//! [`trace`] runs a function once on concrete arguments and records. Every value in the [`Graph`] is a
//! tensor; wrapping and unwrapping happen outside: a node does in one what "wrap, call, unwrap" did, the
//! *prologue* unwraps the arguments, the *epilogue* wraps the results, writes back what the function
//! wrote into its arguments, and rebuilds results that share memory as views ([`Compiled`]).
//!
//! | module | holds |
//! | --- | --- |
//! | [`graph`] | the data |
//! | `recorder` | from calls to nodes; mutation functionalised by storage |
//! | `fused` | the backend that fuses |
//! | `jit` | `compile(f)` and its cache |
//! | `json` | graphs as text, there and back |
//! | `lowering` | the second recorder, which sees primitives |
//! | `verify` | the invariant, checked |
//! | `print` | the FX table |
//! | `backend` | what runs graphs; the eager one |
//! | `compiled` | prologue, backend, epilogue |

mod backend;
mod compiled;
mod fused;
pub mod graph;
mod jit;
mod json;
mod lowering;
mod print;
mod recorder;
#[cfg(test)]
mod tests;
mod verify;

pub use backend::{Backend, CompiledGraph, Eager, NodeError};
pub use compiled::{Compiled, Failure, Traced};
pub use fused::Fused;
pub use graph::Graph;
pub use jit::{Counts, Jit, compile};
pub use verify::Fault;

use crate::ops::{Arg, OpDef};
use crate::{Error, NdArray, Result, Tensor, events};
use graph::{OutputSpec, ValueClass};
use nparity_model::Value;
use recorder::Recorder;
use std::cell::{Cell, RefCell};

thread_local! {
    /// Which recorders listen now: [`API`] between ops, [`PRIMS`] between primitives.
    static LISTENING: Cell<u8> = const { Cell::new(0) };
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
    static LEAK_WRAPPERS: Cell<bool> = const { Cell::new(false) };
}

/// The recorder of ops listens.
const API: u8 = 1;
/// The recorder of primitives listens.
const PRIMS: u8 = 2;

/// Whether a trace is on in this thread and not suspended inside an op.
#[inline]
pub fn is_active() -> bool {
    LISTENING.get() & API != 0
}

/// Whether a trace is on in this thread, even if it is suspended.
pub(crate) fn is_tracing() -> bool {
    RECORDER.with_borrow(Option::is_some)
}

/// Whether anything listens.
#[inline]
pub(crate) fn is_watched() -> bool {
    LISTENING.get() != 0
}

pub(crate) use lowering::{made_fresh, primitive, touched};

/// A deliberately unsound recorder, to prove that the invariant is watched: results of ops stand in the
/// graph as wrappers, as in the captures that this project began with. For tests; per thread.
#[doc(hidden)]
pub fn leak_wrappers(on: bool) {
    LEAK_WRAPPERS.set(on);
}

/// Runs an op's body with recording suspended and records it as one node.
pub(crate) fn record(
    op: &'static OpDef,
    args: Vec<Arg>,
    body: impl FnOnce() -> Result<Arg>,
) -> Result<Arg> {
    let recorded = with_recorder(|recorder| {
        recorder.note_outside();
        recorder.arguments(op, &args)
    });
    lowering::begin_op(op, args);
    let result = {
        let _suspended = Suspended::new(API);
        body()
    };
    // What the op raised, its node raises again.
    let mut inside = (events::take_fp(), events::take_warnings());
    lowering::end_op(op, &result, &mut inside);
    if events::is_quiet() {
        inside.0 = nparity_model::FpEvents::NONE;
    }
    with_recorder(|recorder| recorder.inside.push(inside));
    if let Some(recorded) = recorded {
        with_recorder(|recorder| {
            recorder.finish(op, recorded, result.as_ref().map_err(|_| ()));
            if LEAK_WRAPPERS.get()
                && let Some(node) = recorder.graph.nodes.last()
                && let Some(value) = node.results.first()
            {
                recorder.graph.values[value.0 as usize].class = ValueClass::Wrapper;
            }
        });
    }
    result
}

/// Nothing listens while a recorder works: it looks at tensors itself.
fn with_recorder<T>(f: impl FnOnce(&mut Recorder) -> T) -> Option<T> {
    let _suspended = Suspended::new(API | PRIMS);
    RECORDER.with_borrow_mut(|slot| slot.as_mut().map(f))
}

/// These recorders do not listen while this lives.
struct Suspended(u8);

impl Suspended {
    fn new(which: u8) -> Suspended {
        let before = LISTENING.get();
        LISTENING.set(before & !which);
        Suspended(before)
    }
}

impl Drop for Suspended {
    fn drop(&mut self) {
        LISTENING.set(self.0);
    }
}

/// Ends the recording even if the traced function panics.
struct Session;

impl Drop for Session {
    fn drop(&mut self) {
        LISTENING.set(0);
        RECORDER.set(None);
        lowering::end();
    }
}

/// What cannot be traced, and why.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TraceError {
    /// The program did something that a graph cannot hold; the text names the operation and the mend.
    #[error("not traceable: {0}")]
    Refused(String),
    /// A trace is on already in this thread.
    #[error("a trace is already on in this thread; nested traces are not supported")]
    Nested,
    /// The arguments could not be taken.
    #[error(transparent)]
    Arguments(#[from] Error),
}

/// Runs `f` on the arguments and records what it does.
///
/// `f` gives values that hold arrays at any depth (a tuple, a list); an error of `f` is part of the
/// trace: the graph ends with the node that raised, and running it raises again.
///
/// # Errors
/// [`TraceError`] if the program does what a graph cannot hold.
pub fn trace<F>(f: F, arguments: &[NdArray]) -> Result<Traced, TraceError>
where
    F: FnOnce(&[NdArray]) -> Result<Vec<Value<NdArray>>>,
{
    let names: Vec<String> = match arguments.len() {
        1..=3 => ["x", "y", "z"]
            .iter()
            .take(arguments.len())
            .map(|&n| n.to_owned())
            .collect(),
        n => (0..n).map(|i| format!("x{i}")).collect(),
    };
    trace_named(f, arguments, &names)
}

/// [`trace`], with names for the placeholders.
///
/// # Errors
/// As [`trace`].
///
/// # Panics
/// If there are not as many names as arguments.
pub fn trace_named<F>(f: F, arguments: &[NdArray], names: &[String]) -> Result<Traced, TraceError>
where
    F: FnOnce(&[NdArray]) -> Result<Vec<Value<NdArray>>>,
{
    trace_levels(f, arguments, names, false).map(|(traced, _)| traced)
}

/// [`trace_named`], recording at two levels in one run: the calls of NumPy's functions, and the primitives
/// that these are made of. The second graph is the first one lowered; what of it could not be lowered
/// stands in it as the function's own node ([`Graph::composites`]). There is none if the function looks at
/// elements of its own accord between NumPy's functions.
///
/// # Errors
/// As [`trace`].
///
/// # Panics
/// As [`trace_named`].
pub fn trace_lowered<F>(
    f: F,
    arguments: &[NdArray],
    names: &[String],
) -> Result<(Traced, Result<Traced, TraceError>), TraceError>
where
    F: FnOnce(&[NdArray]) -> Result<Vec<Value<NdArray>>>,
{
    let (traced, lowered) = trace_levels(f, arguments, names, true)?;
    let lowered = lowered.expect("asked for").map_err(TraceError::Refused);
    Ok((traced, lowered))
}

/// `docs/PRIMITIVES.md`: every primitive with its shape and dtype rule.
pub fn primitives_document() -> String {
    crate::prims::table::document()
}

type Lowered = Option<Result<Traced, String>>;

fn trace_levels<F>(
    f: F,
    arguments: &[NdArray],
    names: &[String],
    lower: bool,
) -> Result<(Traced, Lowered), TraceError>
where
    F: FnOnce(&[NdArray]) -> Result<Vec<Value<NdArray>>>,
{
    assert_eq!(names.len(), arguments.len(), "one name per argument");
    if is_tracing() {
        return Err(TraceError::Nested);
    }
    let mut recorder = Recorder::default();
    let tensors: Vec<Tensor> = arguments.iter().map(|a| a.tensor().clone()).collect();
    recorder.declare_arguments(&tensors, names)?;
    RECORDER.set(Some(recorder));
    let session = Session;
    if lower {
        lowering::begin(&tensors, names)?;
    }
    LISTENING.set(if lower { API | PRIMS } else { API });
    let result = f(arguments);
    LISTENING.set(0);
    let mut recorder = RECORDER.take().expect("the session's recorder");
    let lowered = lowering::end();
    drop(session);
    recorder.note_outside();
    // The caller sees everything, as without a trace.
    for (fp, warnings) in recorder.inside.drain(..).chain([recorder.outside.clone()]) {
        events::raise(fp);
        warnings
            .into_iter()
            .for_each(|w| events::warn(w.class, w.message));
    }
    if let Some(reason) = recorder.refusal.take() {
        return Err(TraceError::Refused(reason));
    }
    let (returned, error) = match result {
        Ok(values) => (values, None),
        Err(error) => (Vec::new(), Some(error)),
    };
    let lowered = lowered.map(|lowering| {
        let mut low = lowering.finish()?;
        low.outside.0 |= recorder.outside.0;
        low.outside.1.extend(recorder.outside.1.iter().cloned());
        Ok(low.into_traced(arguments, &returned, error.clone()))
    });
    Ok((recorder.into_traced(arguments, &returned, error), lowered))
}

impl Recorder {
    fn into_traced(
        mut self,
        arguments: &[NdArray],
        returned: &[Value<NdArray>],
        error: Option<Error>,
    ) -> Traced {
        let outputs = outputs(&mut self, arguments, returned);
        Traced {
            outside: self.outside,
            graph: self.graph,
            outputs,
            returned: returned.to_vec(),
            error,
            arguments: arguments.to_vec(),
        }
    }
}

/// Where each returned array lives, and the graph's outputs.
fn outputs(
    recorder: &mut Recorder,
    arguments: &[NdArray],
    returned: &[Value<NdArray>],
) -> Vec<OutputSpec> {
    let arrays = graph::arrays_of(returned);
    let mut specs: Vec<OutputSpec> = Vec::new();
    for (i, array) in arrays.iter().enumerate() {
        if let Some(output) = arrays[..i].iter().position(|earlier| earlier == array) {
            specs.push(OutputSpec::Same { output });
            continue;
        }
        let (base, window, input) = recorder.place(array.tensor());
        specs.push(match input {
            Some(input) => {
                let argument = arguments.iter().position(|argument| argument == array);
                OutputSpec::Input {
                    input,
                    window,
                    argument,
                }
            }
            None => {
                let known = recorder.graph.outputs.iter().position(|v| *v == base);
                let output = known.unwrap_or_else(|| {
                    recorder.graph.outputs.push(base);
                    recorder.graph.outputs.len() - 1
                });
                OutputSpec::Fresh {
                    output,
                    window,
                    scalar: array.is_scalar(),
                }
            }
        });
    }
    for guard in &recorder.graph.guards {
        if !recorder.graph.outputs.contains(&guard.value) {
            recorder.graph.outputs.push(guard.value);
        }
    }
    // What the epilogue writes back comes behind what was returned.
    for input in &recorder.graph.inputs {
        if let Some((_, last)) = input.history.last()
            && !recorder.graph.outputs.contains(last)
        {
            recorder.graph.outputs.push(*last);
        }
    }
    specs
}
