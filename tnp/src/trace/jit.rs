//! `compile(f)`: a function that is traced and compiled as it is called, once per kind of arguments.

use super::compiled::{Compiled, Described};
use super::{Eager, Fused, TraceError, Traced, trace_lowered};
use crate::{NdArray, Result, events};
use nparity_model::Value;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// Compiled forms that are kept unless [`Jit::limit`] says otherwise.
const LIMIT: usize = 16;

/// Reasons for compilations that [`Jit::explain`] remembers.
const REMEMBERED: usize = 32;

/// What [`compile`] gives.
///
/// Arguments are values: arrays in them (at any depth) are what the graph is a function of, everything else
/// (axes, Python numbers, flags) is static, and another value of it is another compilation.
pub struct Jit<F> {
    f: F,
    limit: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last used first.
    entries: Vec<Arc<Entry>>,
    counts: Counts,
    reasons: Vec<String>,
}

/// How often what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Calls.
    pub calls: usize,
    /// Traces, each with a compilation where it could be one.
    pub compilations: usize,
    /// Calls that ran without a graph, since the function cannot be traced on such arguments.
    pub untraced: usize,
    /// Compiled forms that gave way to later ones.
    pub evicted: usize,
}

struct Entry {
    /// The arguments, arrays by what a graph takes for granted of them.
    form: Vec<Value<usize>>,
    arrays: Vec<Described>,
    /// `Err`: why it cannot be traced.
    compiled: Result<Compiled, String>,
}

/// A function that compiles itself: `f` is run, traced, on the first call with arguments of a kind; later
/// calls run its graph, lowered and fused.
///
/// It is traced again when dtype, shape, strides, kind (array or NumPy scalar), writeability or the overlap of
/// arrays changes, when a static argument does, or when a guard of the graph does not hold. `f` should have no
/// effects but on its arguments: a graph does not repeat others.
///
/// ```
/// use tnp::{Value, trace, wrapper as np};
///
/// let square = trace::compile(|args| {
///     let Value::Array(x) = &args[0] else { panic!("an array") };
///     Ok(vec![Value::Array(np::multiply(x, x)?)])
/// });
/// let x = tnp::np!(arange(4.0))?;
/// square.call(&[Value::Array(x.clone())])?;
/// square.call(&[Value::Array(x)])?;
/// assert_eq!(square.counts().compilations, 1);
/// # Ok::<(), tnp::Error>(())
/// ```
pub fn compile<F>(f: F) -> Jit<F>
where
    F: Fn(&[Value<NdArray>]) -> Result<Vec<Value<NdArray>>>,
{
    Jit {
        f,
        limit: LIMIT,
        state: Mutex::default(),
    }
}

impl<F> Jit<F>
where
    F: Fn(&[Value<NdArray>]) -> Result<Vec<Value<NdArray>>>,
{
    /// Keeps at most this many compiled forms; the one that was not used for longest gives way.
    #[must_use]
    pub fn limit(mut self, limit: usize) -> Jit<F> {
        self.limit = limit.max(1);
        self
    }

    /// Calls the function.
    ///
    /// # Errors
    /// What the function raises.
    pub fn call(&self, args: &[Value<NdArray>]) -> Result<Vec<Value<NdArray>>> {
        // Inside of another trace it is a part of that.
        if super::is_tracing() {
            return (self.f)(args);
        }
        let mut arrays: Vec<NdArray> = Vec::new();
        let form: Vec<Value<usize>> = args.iter().map(|arg| form_of(arg, &mut arrays)).collect();
        let found = {
            let mut state = self.state();
            state.counts.calls += 1;
            let at = (state.entries.iter()).position(|e| mismatch(e, &form, &arrays).is_none());
            at.map(|at| {
                let entry = state.entries.remove(at);
                state.entries.insert(0, Arc::clone(&entry));
                entry
            })
        };
        let Some(entry) = found else {
            return self.trace(args, form, &arrays, None);
        };
        let Ok(compiled) = &entry.compiled else {
            self.state().counts.untraced += 1;
            return (self.f)(args);
        };
        let before = (events::take_fp(), events::take_warnings());
        let result = compiled.call(&arrays);
        let after = (events::take_fp(), events::take_warnings());
        let again = matches!(&result, Err(failure) if failure.retrace);
        for (fp, warnings) in [Some(before), (!again).then_some(after)]
            .into_iter()
            .flatten()
        {
            events::raise(fp);
            warnings
                .into_iter()
                .for_each(|w| events::warn(w.class, w.message));
        }
        match result {
            Ok(values) => Ok(values),
            Err(failure) if failure.retrace => {
                self.state().entries.retain(|e| !Arc::ptr_eq(e, &entry));
                self.trace(
                    args,
                    form,
                    &arrays,
                    Some(failure.error.message.into_owned()),
                )
            }
            Err(failure) => Err(failure.error),
        }
    }

    /// How often what happened.
    pub fn counts(&self) -> Counts {
        self.state().counts
    }

    /// What was compiled, how often, and why again, in words.
    pub fn explain(&self) -> String {
        let state = self.state();
        let Counts {
            calls,
            compilations,
            untraced,
            evicted,
        } = state.counts;
        let mut text = format!(
            "{calls} calls, {compilations} compilations, {untraced} calls without a graph, {evicted} compiled forms evicted\n"
        );
        for reason in &state.reasons {
            let _ = writeln!(text, "compiled: {reason}");
        }
        for entry in &state.entries {
            if let Err(reason) = &entry.compiled {
                let _ = writeln!(text, "not traceable: {reason}");
            }
        }
        text
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A panic of the traced function happens outside of the lock, and leaves the state sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the function, traced, and keeps what it was compiled to.
    fn trace(
        &self,
        args: &[Value<NdArray>],
        form: Vec<Value<usize>>,
        arrays: &[NdArray],
        guard: Option<String>,
    ) -> Result<Vec<Value<NdArray>>> {
        let described = Described::all(arrays);
        let mut result = None;
        let names: Vec<String> = (0..arrays.len()).map(|i| format!("x{i}")).collect();
        let traced = trace_lowered(
            |_| {
                let given = (self.f)(args);
                result = Some(given.clone());
                given
            },
            arrays,
            &names,
        );
        let compiled = compile_lowered(traced);
        let reason = {
            let state = self.state();
            guard.unwrap_or_else(|| match state.entries.first() {
                None => "first call".to_owned(),
                Some(last) => {
                    mismatch(last, &form, arrays).unwrap_or_else(|| "as before".to_owned())
                }
            })
        };
        let mut state = self.state();
        state.counts.compilations += 1;
        if state.reasons.len() < REMEMBERED {
            state.reasons.push(reason);
        }
        state.entries.insert(
            0,
            Arc::new(Entry {
                form,
                arrays: described,
                compiled,
            }),
        );
        while state.entries.len() > self.limit {
            state.entries.pop();
            state.counts.evicted += 1;
        }
        drop(state);
        match result {
            Some(result) => result,
            // The arguments could not be taken at all.
            None => (self.f)(args),
        }
    }
}

type Levels = Result<(Traced, Result<Traced, TraceError>), TraceError>;

/// The lowered graph, fused; the graph of functions where there is no lowered one.
fn compile_lowered(traced: Levels) -> Result<Compiled, String> {
    let (traced, lowered) = traced.map_err(|error| error.to_string())?;
    let compiled = match lowered {
        Ok(lowered) => lowered.compile(&Fused::default()),
        Err(_) => traced.compile(&Eager),
    };
    compiled.map_err(|error| error.to_string())
}

/// A value with its arrays numbered.
fn form_of(value: &Value<NdArray>, arrays: &mut Vec<NdArray>) -> Value<usize> {
    let mapped: std::result::Result<_, std::convert::Infallible> = value.try_map(&mut |array| {
        arrays.push(array.clone());
        Ok(Value::Array(arrays.len() - 1))
    });
    match mapped {
        Ok(value) => value,
    }
}

/// Why an entry does not serve these arguments.
fn mismatch(entry: &Entry, form: &[Value<usize>], arrays: &[NdArray]) -> Option<String> {
    if entry.form.len() != form.len() {
        return Some(format!(
            "{} arguments, not {}",
            form.len(),
            entry.form.len()
        ));
    }
    for (i, (now, then)) in form.iter().zip(&entry.form).enumerate() {
        if !same_form(now, then) {
            return Some(format!("argument {i} is {now:?}, not {then:?}"));
        }
    }
    Described::mismatch(&entry.arrays, arrays)
}

/// Whether static parts are the same, floats by their bits.
fn same_form(a: &Value<usize>, b: &Value<usize>) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::Complex(a), Value::Complex(b)) => {
            (a.re.to_bits(), a.im.to_bits()) == (b.re.to_bits(), b.im.to_bits())
        }
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_form(a, b))
        }
        _ => a == b,
    }
}
