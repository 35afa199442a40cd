//! Fewer statements.

use super::Edit;
use nparity_model::{Callee, Program, Value, Var};

/// Keeps part of the program: a beginning, what one statement needs, or all but one.
pub(super) fn cut(program: &Program) -> Vec<Edit> {
    let n = program.statements.len();
    let mut edits: Vec<Edit> = Vec::new();
    for k in 0..n {
        edits.push(Box::new(move |p| {
            let needed = ancestors(p, k);
            Some(keep(p, |i| needed[i]))
        }));
    }
    for k in 1..n {
        edits.push(Box::new(move |p| Some(keep(p, |i| i < k))));
    }
    for k in (0..n).rev() {
        edits.push(Box::new(move |p| {
            let gone = descendants(p, k);
            Some(keep(p, |i| !gone[i]))
        }));
    }
    edits
}

/// Replaces a variable by one of its statement's arguments, or by another literal, and drops its statement.
pub(super) fn rewire(program: &Program) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let literals: Vec<usize> = program
        .statements
        .iter()
        .enumerate()
        .filter(|(_, s)| matches!(s.callee, Callee::Literal(_)))
        .map(|(k, _)| k)
        .collect();
    for (k, statement) in program.statements.iter().enumerate() {
        let mut sources: Vec<usize> = statement.uses().iter().map(|v| v.index()).collect();
        if matches!(statement.callee, Callee::Literal(_)) {
            sources.extend(literals.iter().copied().filter(|l| *l < k));
        }
        sources.sort_unstable();
        sources.dedup();
        for source in sources {
            edits.push(Box::new(move |p| Some(substitute(p, k, source))));
        }
    }
    edits
}

/// Whether each statement is one that statement `k` needs, itself included.
fn ancestors(program: &Program, k: usize) -> Vec<bool> {
    let mut needed = vec![false; program.statements.len()];
    needed[k] = true;
    for i in (0..=k).rev() {
        if needed[i] {
            for var in program.statements[i].uses() {
                if let Some(slot) = needed.get_mut(var.index()) {
                    *slot = true;
                }
            }
        }
    }
    needed
}

/// Whether each statement needs statement `k`, itself included.
fn descendants(program: &Program, k: usize) -> Vec<bool> {
    let mut gone = vec![false; program.statements.len()];
    gone[k] = true;
    for i in k + 1..gone.len() {
        gone[i] = program.statements[i]
            .uses()
            .iter()
            .any(|v| gone.get(v.index()).copied().unwrap_or(false));
    }
    gone
}

/// The program with these statements only; their variables are renumbered.
fn keep(program: &Program, kept: impl Fn(usize) -> bool) -> Program {
    let mut next = 0;
    let renumber: Vec<u32> = (0..program.statements.len())
        .map(|i| {
            let number = next;
            next += u32::from(kept(i));
            number
        })
        .collect();
    rename(program, &kept, &|var| {
        renumber.get(var.index()).copied().unwrap_or(var.0)
    })
}

/// The program with variable `k` replaced by an earlier one, and without statement `k`.
fn substitute(program: &Program, k: usize, by: usize) -> Program {
    let number = |i: usize| u32::try_from(i - usize::from(i > k)).unwrap_or(u32::MAX);
    rename(program, &|i| i != k, &|var| {
        number(if var.index() == k { by } else { var.index() })
    })
}

fn rename(
    program: &Program,
    kept: &impl Fn(usize) -> bool,
    number: &impl Fn(Var) -> u32,
) -> Program {
    let statements = program
        .statements
        .iter()
        .enumerate()
        .filter(|(i, _)| kept(*i))
        .map(|(_, statement)| {
            let mut statement = statement.clone();
            let kwargs = statement.kwargs.iter_mut().map(|(_, v)| v);
            for value in statement.args.iter_mut().chain(kwargs) {
                each_var(value, &mut |var| *var = Var(number(*var)));
            }
            statement
        })
        .collect();
    Program { statements }
}

/// Calls `f` on every variable in the value.
fn each_var(value: &mut Value<Var>, f: &mut impl FnMut(&mut Var)) {
    match value {
        Value::Array(var) => f(var),
        Value::List(items) | Value::Tuple(items) => {
            items.iter_mut().for_each(|item| each_var(item, f));
        }
        Value::Slice(s) => {
            for part in [&mut s.start, &mut s.stop, &mut s.step] {
                each_var(part, f);
            }
        }
        _ => {}
    }
}
