//! The recorder of primitives: it listens in the same run as that of ops, inside their bodies.
//!
//! An op is transparent to it: a body that is written with primitives lowers by construction. Where a body
//! looks at elements that come of traced inputs without a primitive (every such look passes the launch
//! point), what was recorded since the op began depends on values, and is replaced by the op's own node: a
//! *composite*. Primitives that nothing traced goes into are not recorded; what they make is a constant.

use super::recorder::{Checkpoint, Content, Events, Recorder};
use super::{API, LISTENING, PRIMS, Suspended, with_recorder};
use crate::ops::{Arg, OpDef, Returns};
use crate::{Result, Tensor, events};
use nparity_model::{FpEvents, Value};
use std::cell::RefCell;

thread_local! {
    static LOWERING: RefCell<Option<Lowering>> = const { RefCell::new(None) };
}

/// The recording of one function's primitives.
#[derive(Default)]
pub(super) struct Lowering {
    recorder: Recorder,
    op: Option<CurrentOp>,
    /// Why there is no lowered graph.
    broken: Option<String>,
}

/// The op whose body runs.
struct CurrentOp {
    args: Vec<Arg>,
    checkpoint: Checkpoint,
    /// Its body looked at elements.
    looked: bool,
    /// What primitives raised, and what the body raised besides.
    prims: Events,
    body: Events,
}

fn with<T>(f: impl FnOnce(&mut Lowering) -> T) -> Option<T> {
    let _suspended = Suspended::new(API | PRIMS);
    LOWERING.with_borrow_mut(|slot| slot.as_mut().map(f))
}

fn add(to: &mut Events, more: Events) {
    to.0 |= more.0;
    to.1.extend(more.1);
}

fn taken() -> Events {
    (events::take_fp(), events::take_warnings())
}

pub(super) fn begin(arguments: &[Tensor], names: &[String]) -> Result<()> {
    let mut lowering = Lowering::default();
    lowering.recorder.primitives = true;
    lowering.recorder.declare_arguments(arguments, names)?;
    LOWERING.set(Some(lowering));
    Ok(())
}

pub(super) fn end() -> Option<Lowering> {
    LOWERING.take()
}

impl Lowering {
    /// The recorder, if it has the whole function.
    pub(super) fn finish(self) -> Result<Recorder, String> {
        match self.broken.or(self.recorder.refusal.clone()) {
            Some(reason) => Err(reason),
            None => Ok(self.recorder),
        }
    }
}

/// An op begins.
pub(super) fn begin_op(_op: &'static OpDef, args: Vec<Arg>) {
    with(|lowering| {
        // While they hold what they hold before the op; it may write them, and be taken back.
        lowering.recorder.adopt_data(&args);
        let checkpoint = lowering.recorder.checkpoint();
        lowering.op = Some(CurrentOp {
            args,
            checkpoint,
            looked: false,
            prims: Events::default(),
            body: Events::default(),
        });
    });
}

/// An op has ended; adds what it raised to `inside`.
pub(super) fn end_op(op: &'static OpDef, result: &Result<Arg>, inside: &mut Events) {
    with(|lowering| {
        let Some(mut current) = lowering.op.take() else {
            return;
        };
        add(&mut current.body, std::mem::take(inside));
        let plain = result.as_ref().is_ok_and(|r| !tensors_only(r));
        if current.looked || plain || result.is_err() {
            lowering.recorder.take_back(&current.checkpoint);
            let recorded = lowering.recorder.arguments(op, &current.args);
            lowering
                .recorder
                .finish(op, recorded, result.as_ref().map_err(|_| ()));
        } else {
            lowering.recorder.keep();
            if events::is_quiet() {
                current.body.0 = FpEvents::NONE;
            }
            add(&mut lowering.recorder.outside, current.body.clone());
        }
        add(inside, current.body);
        add(inside, current.prims);
    });
}

fn tensors_only(result: &Arg) -> bool {
    match result {
        Value::Array(_) | Value::None => true,
        Value::List(items) | Value::Tuple(items) => items.iter().all(tensors_only),
        _ => false,
    }
}

/// Runs a primitive, and records it if it works on traced tensors.
#[inline]
pub(crate) fn primitive<R: Returns>(
    op: &'static OpDef,
    args: impl FnOnce() -> Vec<Arg>,
    body: impl FnOnce() -> Result<R>,
) -> Result<R> {
    if LISTENING.get() & PRIMS == 0 {
        return body();
    }
    recorded(op, args(), || body().map(Returns::into_arg)).map(R::from_arg)
}

#[cold]
fn recorded(op: &'static OpDef, args: Vec<Arg>, body: impl FnOnce() -> Result<Arg>) -> Result<Arg> {
    let node = with(|lowering| {
        if let Some(current) = &mut lowering.op {
            add(&mut current.body, taken());
        }
        let mut traced = false;
        for (param, arg) in op.params.iter().zip(&args) {
            arg.for_each(&mut |t: &Tensor| {
                // A constant that is written is a value from then on.
                let written = op.writes(param.name()) && lowering.recorder.knows(t);
                traced |= written || lowering.recorder.depends(t);
            });
        }
        traced.then(|| lowering.recorder.arguments(op, &args))
    })
    .flatten();
    let result = {
        let _suspended = Suspended::new(PRIMS);
        body()
    };
    with(|lowering| {
        if let Some(current) = &mut lowering.op {
            let raised = taken();
            if node.is_some() {
                add(&mut current.prims, raised);
            } else {
                add(&mut current.body, raised);
            }
        }
        match (node, &result) {
            (Some(node), Ok(result)) => lowering.recorder.finish(op, node, Ok(result)),
            (None, Ok(result)) => {
                let mut note = |t: &Tensor| {
                    if !lowering.recorder.knows(t) {
                        lowering.recorder.note_fresh(t, Content::Data);
                    }
                };
                result.for_each(&mut note);
                for (param, arg) in op.params.iter().zip(&args) {
                    if op.writes(param.name()) {
                        arg.for_each(&mut note);
                    }
                }
            }
            (_, Err(_)) => lowering.looked(&format!("{} raised", op.name)),
        }
    });
    result
}

impl Lowering {
    /// Something happened that the recording of primitives cannot hold.
    fn looked(&mut self, what: &str) {
        match &mut self.op {
            Some(current) => current.looked = true,
            None => {
                self.broken.get_or_insert_with(|| {
                    format!("between NumPy's functions {what}, which depends on the elements of a traced array")
                });
            }
        }
    }
}

/// A storage was made.
#[cold]
pub(crate) fn made_fresh(tensor: &Tensor, filled: bool) {
    if LISTENING.get() & PRIMS == 0 {
        return;
    }
    with(|lowering| {
        let content = if filled {
            Content::Data
        } else {
            Content::Nothing
        };
        lowering.recorder.note_fresh(tensor, content);
    });
}

/// Elements are looked at, or written, without a primitive or an op around.
#[cold]
pub(crate) fn touched(reads: &[&Tensor], writes: &[&Tensor]) {
    let listening = LISTENING.get();
    if listening & PRIMS != 0 {
        with(|lowering| {
            for tensor in writes.iter().chain(reads) {
                if lowering.recorder.depends(tensor) {
                    match &mut lowering.op {
                        Some(current) => current.looked = true,
                        None => lowering.recorder.looked_between(&[tensor]),
                    }
                }
            }
            for tensor in writes {
                if lowering.recorder.knows(tensor) {
                    lowering.looked("elements were written");
                } else {
                    lowering.recorder.note_fresh(tensor, Content::Data);
                }
            }
        });
    }
    if listening & API != 0 {
        with_recorder(|recorder| recorder.looked_between(reads));
    }
}
