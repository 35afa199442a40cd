//! Smaller shapes of array literals.

use super::Edit;
use nparity_model::{ArrayLiteral, Callee, Program, Value, Var};

/// Shapes that belong together are changed together first: axes of one length in all literals, and numbers
/// equal to it in arguments (`reshape`, `split`). Then literals one by one.
pub(super) fn shapes(program: &Program) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let literals: Vec<(usize, &ArrayLiteral)> = literals(program).collect();
    edits.push(Box::new(|p| {
        let ones = |literal: &ArrayLiteral| {
            (0..literal.shape.len()).fold(literal.clone(), |l, axis| truncate(&l, axis, 1, false))
        };
        Some(each_literal(p, ones))
    }));
    let most = literals
        .iter()
        .map(|(_, l)| l.shape.len())
        .max()
        .unwrap_or(0);
    for axis in 0..most {
        for renumber in [false, true] {
            // Axes are aligned at the end, as broadcasting does.
            edits.push(Box::new(move |p| {
                let mut p = each_literal(p, |l| match l.shape.len().checked_sub(most - axis) {
                    Some(own) => drop_axis(l, own),
                    None => l.clone(),
                });
                if renumber {
                    axes_down(&mut p);
                }
                Some(p)
            }));
        }
    }
    let mut lengths: Vec<usize> = literals.iter().flat_map(|(_, l)| l.shape.clone()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    for length in lengths.into_iter().rev().filter(|n| *n > 1) {
        for shorter in shorter(length) {
            for (last, numbers) in [(false, false), (true, false), (false, true)] {
                edits.push(Box::new(move |p| {
                    let mut p = each_literal(p, |l| {
                        (0..l.shape.len())
                            .filter(|axis| l.shape[*axis] == length)
                            .fold(l.clone(), |l, axis| truncate(&l, axis, shorter, last))
                    });
                    if numbers {
                        replace_numbers(&mut p, length, shorter);
                    }
                    Some(p)
                }));
            }
        }
    }
    for (k, literal) in literals {
        for axis in 0..literal.shape.len() {
            edits.push(one(k, move |l| drop_axis(l, axis)));
        }
        for (axis, &length) in literal.shape.iter().enumerate() {
            for shorter in shorter(length) {
                edits.push(one(k, move |l| truncate(l, axis, shorter, false)));
                edits.push(one(k, move |l| truncate(l, axis, shorter, true)));
            }
            for i in (0..length).filter(|_| (2..=16).contains(&length)) {
                edits.push(one(k, move |l| select(l, axis, |at| at != i)));
            }
        }
    }
    edits
}

pub(super) fn literals(program: &Program) -> impl Iterator<Item = (usize, &ArrayLiteral)> {
    let statements = program.statements.iter().enumerate();
    statements.filter_map(|(k, s)| match &s.callee {
        Callee::Literal(literal) => Some((k, literal)),
        _ => None,
    })
}

/// The program with every literal replaced.
pub(super) fn each_literal(p: &Program, f: impl Fn(&ArrayLiteral) -> ArrayLiteral) -> Program {
    let mut p = p.clone();
    for statement in &mut p.statements {
        if let Callee::Literal(literal) = &mut statement.callee {
            *literal = f(literal);
        }
    }
    p
}

/// An edit of the literal at statement `k`.
pub(super) fn one(
    k: usize,
    f: impl Fn(&ArrayLiteral) -> ArrayLiteral + Send + Sync + 'static,
) -> Edit {
    Box::new(move |p| {
        let mut p = p.clone();
        match &mut p.statements.get_mut(k)?.callee {
            Callee::Literal(literal) => *literal = f(literal),
            _ => return None,
        }
        Some(p)
    })
}

fn shorter(length: usize) -> Vec<usize> {
    let mut found: Vec<usize> = [1, 2, length / 2, length.saturating_sub(1)]
        .into_iter()
        .filter(|n| *n > 0 && *n < length)
        .collect();
    found.dedup();
    found
}

fn truncate(literal: &ArrayLiteral, axis: usize, length: usize, last: bool) -> ArrayLiteral {
    let n = literal.shape.get(axis).copied().unwrap_or(0);
    let start = if last { n.saturating_sub(length) } else { 0 };
    select(literal, axis, |at| (start..start + length).contains(&at))
}

/// The literal with only these places of an axis.
fn select(literal: &ArrayLiteral, axis: usize, kept: impl Fn(usize) -> bool) -> ArrayLiteral {
    let Some(&n) = literal.shape.get(axis) else {
        return literal.clone();
    };
    let inner = literal.shape[axis + 1..].iter().product::<usize>() * literal.dtype.itemsize();
    let mut shape = literal.shape.clone();
    shape[axis] = (0..n).filter(|i| kept(*i)).count();
    let data = if inner == 0 {
        Vec::new()
    } else {
        let rows = literal.data.chunks_exact(inner).enumerate();
        rows.filter(|(i, _)| kept(i % n))
            .flat_map(|(_, row)| row.iter().copied())
            .collect()
    };
    ArrayLiteral {
        dtype: literal.dtype,
        shape,
        data,
    }
}

/// The literal at place 0 of an axis; an empty axis stays.
fn drop_axis(literal: &ArrayLiteral, axis: usize) -> ArrayLiteral {
    let mut shorter = truncate(literal, axis, 1, false);
    if shorter.shape.get(axis) == Some(&1) {
        shorter.shape.remove(axis);
    }
    shorter
}

/// Calls `f` on every Python int among the arguments, with the keyword's name.
fn each_int(p: &mut Program, f: &impl Fn(Option<&str>, i64) -> i64) {
    fn walk(name: Option<&str>, value: &mut Value<Var>, f: &impl Fn(Option<&str>, i64) -> i64) {
        match value {
            Value::Int(n) => {
                if let Some(n) = n.to_i64() {
                    *value = Value::int(f(name, n));
                }
            }
            Value::List(items) | Value::Tuple(items) => {
                items.iter_mut().for_each(|item| walk(name, item, f));
            }
            _ => {}
        }
    }
    for statement in &mut p.statements {
        for value in &mut statement.args {
            walk(None, value, f);
        }
        for (name, value) in &mut statement.kwargs {
            walk(Some(name), value, f);
        }
    }
}

/// Axis arguments, one less: for programs that lost an axis.
fn axes_down(p: &mut Program) {
    each_int(p, &|name, n| match name {
        Some(name) if name.starts_with("axis") || name == "axes" => match n {
            1.. => n - 1,
            ..-1 => n + 1,
            _ => n,
        },
        _ => n,
    });
}

fn replace_numbers(p: &mut Program, from: usize, to: usize) {
    let (Ok(from), Ok(to)) = (i64::try_from(from), i64::try_from(to)) else {
        return;
    };
    each_int(p, &|_, n| if n == from { to } else { n });
}
