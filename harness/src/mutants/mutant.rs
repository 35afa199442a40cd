//! What a mutant is, and the subject that has it.

use super::edit::{self, Scene};
use crate::{Answer, FacetSet, Subject, Support};
use nparity_model::{Callee, Observed, Outcome, Program, Snapshot, Statement, Value};

/// One realistic fault.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// A short name, with hyphens.
    pub name: &'static str,
    /// What is wrong, in one line.
    pub about: &'static str,
    /// The ops that it touches, by their specs' names; it must be found on each.
    pub ops: &'static [&'static str],
    /// How it comes about.
    pub(super) fault: Fault,
}

/// How a fault comes about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// Statements of the ops are called otherwise. True if something was changed.
    Call(fn(&mut Statement, Scene<'_>) -> bool),
    /// Statements of the ops that raise do not: they are called so instead. True if something was changed.
    NoRaise(fn(&mut Statement, Scene<'_>) -> bool),
    /// Results of the ops come out otherwise.
    Result(fn(&mut Value<Observed>, Scene<'_>)),
    /// Any part of the outcome of a program that calls one of the ops is otherwise.
    Outcome(fn(&mut Outcome, Scene<'_>)),
    /// A statement of the ops ends the process, or this thread: a panic.
    Panic(fn(Scene<'_>) -> bool),
}

/// A subject with one fault.
pub struct Mutated<'a> {
    inner: &'a dyn Subject,
    mutant: &'a Mutant,
    name: String,
}

impl<'a> Mutated<'a> {
    /// The subject with the fault.
    pub fn new(inner: &'a dyn Subject, mutant: &'a Mutant) -> Mutated<'a> {
        Mutated {
            inner,
            mutant,
            name: format!("mutant:{}", mutant.name),
        }
    }

    fn touches(&self, statement: &Statement) -> bool {
        edit::op(&statement.callee).is_some_and(|op| self.mutant.ops.contains(&op))
    }

    /// Calls statements otherwise, where the fault says so; what came of the sound program is known.
    fn changed(
        &self,
        program: &Program,
        sound: &Outcome,
        change: fn(&mut Statement, Scene<'_>) -> bool,
        wanted: fn(&Outcome, usize) -> bool,
    ) -> Option<Program> {
        let mut changed = program.clone();
        let mut any = false;
        for (at, statement) in changed.statements.iter_mut().enumerate() {
            if self.touches(statement) && wanted(sound, at) {
                let scene = Scene { program, sound, at };
                any |= change(statement, scene);
            }
        }
        any.then_some(changed)
    }

    fn apply(&self, program: &Program, sound: Outcome, resync: &[Snapshot]) -> Answer {
        let rerun = |changed: Option<Program>, sound: Outcome| match changed {
            Some(changed) => self.inner.run(&changed, resync),
            None => Answer::Outcome(sound),
        };
        match self.mutant.fault {
            Fault::Call(change) => {
                let changed = self.changed(program, &sound, change, |sound, at| {
                    sound.error.as_ref().is_none_or(|e| at <= e.at)
                });
                rerun(changed, sound)
            }
            Fault::NoRaise(change) => {
                let changed = self.changed(program, &sound, change, |sound, at| {
                    sound.error.as_ref().is_some_and(|e| at == e.at)
                });
                rerun(changed, sound)
            }
            Fault::Result(change) => {
                let mut outcome = sound.clone();
                let results = (outcome.vars.iter_mut().enumerate())
                    .chain((outcome.snapshots.iter_mut()).map(|s| (s.statement, &mut s.value)));
                for (at, value) in results {
                    if (program.statements.get(at)).is_some_and(|s| self.touches(s)) {
                        let scene = Scene {
                            program,
                            sound: &sound,
                            at,
                        };
                        change(value, scene);
                    }
                }
                edit::renumber(&mut outcome);
                Answer::Outcome(outcome)
            }
            Fault::Outcome(change) => {
                let mut outcome = sound.clone();
                if let Some(at) = program.statements.iter().position(|s| self.touches(s)) {
                    let scene = Scene {
                        program,
                        sound: &sound,
                        at,
                    };
                    change(&mut outcome, scene);
                    edit::renumber(&mut outcome);
                }
                Answer::Outcome(outcome)
            }
            Fault::Panic(panics) => {
                for (at, statement) in program.statements.iter().enumerate() {
                    let scene = Scene {
                        program,
                        sound: &sound,
                        at,
                    };
                    if self.touches(statement) && panics(scene) {
                        panic!("index out of bounds: the len is 0 but the index is 0");
                    }
                }
                Answer::Outcome(sound)
            }
        }
    }
}

impl Subject for Mutated<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn facets(&self) -> FacetSet {
        self.inner.facets()
    }

    fn supports(&self, callee: &Callee) -> Support {
        self.inner.supports(callee)
    }

    fn run(&self, program: &Program, resync: &[Snapshot]) -> Answer {
        match self.inner.run(program, resync) {
            Answer::Outcome(sound) => self.apply(program, sound, resync),
            other => other,
        }
    }
}
