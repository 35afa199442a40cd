//! Which statements write to which variables, and what a variable held when a statement ran.

use nparity_model::{ArrayLiteral, Callee, Observed, Outcome, Program, Statement, Value, Var};

const IN_PLACE_METHODS: &[&str] = &[
    "sort",
    "partition",
    "fill",
    "put",
    "resize",
    "setfield",
    "itemset",
    "byteswap",
    "__setitem__",
];
const IN_PLACE_FUNCTIONS: &[&str] = &[
    "copyto",
    "put",
    "putmask",
    "place",
    "fill_diagonal",
    "put_along_axis",
    "random.shuffle",
];
const IN_PLACE_OPERATORS: &[&str] = &[
    "iadd",
    "isub",
    "imul",
    "itruediv",
    "ifloordiv",
    "imod",
    "ipow",
    "imatmul",
    "iand",
    "ior",
    "ixor",
    "ilshift",
    "irshift",
    "setitem",
];

/// Whether the statement is known to write to its first argument.
fn writes_first_argument(callee: &Callee) -> bool {
    match callee {
        Callee::SetItem => true,
        Callee::Method(name) => IN_PLACE_METHODS.contains(&name.as_ref()),
        Callee::Function(name) => IN_PLACE_FUNCTIONS.contains(&name.as_ref()),
        Callee::Operator(name) => IN_PLACE_OPERATORS.contains(&name.as_ref()),
        Callee::UfuncMethod(_, method) => method == "at",
        _ => false,
    }
}

/// The `out` argument by keyword, unless it is `None`.
pub(super) fn out_argument(statement: &Statement) -> Option<&Value<Var>> {
    statement
        .kwargs
        .iter()
        .find(|(name, value)| name == "out" && !matches!(value, Value::None))
        .map(|(_, value)| value)
}

/// Whether the result of statement `k` is an array that it was given to write into; and if that array is a
/// positional `out`, its place among the arguments.
pub(super) fn given_result(
    program: &Program,
    outcome: &Outcome,
    k: usize,
) -> Option<Option<usize>> {
    let statement = &program.statements[k];
    let Some(Value::Array(result)) = outcome.vars.get(k) else {
        return None;
    };
    let is_result = |value: &Value<Var>| match value {
        Value::Array(var) => matches!(outcome.vars.get(var.index()),
            Some(Value::Array(passed)) if passed.object == result.object),
        _ => false,
    };
    if out_argument(statement).is_some_and(is_result) {
        return Some(None);
    }
    let operator = matches!(statement.callee, Callee::Operator(_));
    let place = statement.args.iter().rposition(is_result)?;
    Some((place > 0 && !operator).then_some(place))
}

/// Calls `f` with every variable that statement `k` may write to, as far as its form and the identity of its
/// result tell.
fn written(program: &Program, outcome: &Outcome, k: usize, f: &mut impl FnMut(Var)) {
    let statement = &program.statements[k];
    if writes_first_argument(&statement.callee)
        && let Some(Value::Array(var)) = statement.args.first()
    {
        f(*var);
    }
    if let Some(out) = out_argument(statement) {
        out.for_each(&mut |var| f(*var));
    }
    // A positional `out` comes back as the result.
    for argument in statement.args.iter().skip(1) {
        if let Value::Array(var) = argument
            && let (Some(Value::Array(result)), Some(Value::Array(passed))) =
                (outcome.vars.get(k), outcome.vars.get(var.index()))
            && result.object == passed.object
        {
            f(*var);
        }
    }
}

/// The last statement of `statements` that may write to memory of variable `var`.
pub(super) fn last_writer(
    program: &Program,
    outcome: &Outcome,
    var: usize,
    statements: std::ops::Range<usize>,
) -> Option<usize> {
    statements.rev().find(|&k| {
        let mut hit = false;
        written(program, outcome, k, &mut |target| {
            hit |= target.index() == var || share(outcome, target.index(), var);
        });
        hit
    })
}

/// Whether some statement writes in place at all; most programs have none.
pub(super) fn any_writer(program: &Program, outcome: &Outcome) -> bool {
    (0..program.statements.len()).any(|k| {
        let mut hit = false;
        written(program, outcome, k, &mut |_| hit = true);
        hit
    })
}

/// Whether two variables hold arrays with common memory, to the oracle.
pub(super) fn share(outcome: &Outcome, a: usize, b: usize) -> bool {
    let (Some(a), Some(b)) = (outcome.vars.get(a), outcome.vars.get(b)) else {
        return false;
    };
    let mut found = false;
    a.for_each(&mut |x: &Observed| {
        b.for_each(&mut |y: &Observed| found |= x.storage == y.storage);
    });
    found
}

/// What a variable held when a statement ran.
pub(super) enum Held<'a> {
    Value(&'a Value<Observed>),
    Literal(&'a ArrayLiteral),
}

/// The value of `var` just before statement `k`, if the outcome still tells.
pub(super) fn held_before<'a>(
    program: &'a Program,
    outcome: &'a Outcome,
    var: Var,
    k: usize,
) -> Option<Held<'a>> {
    let made = var.index();
    let end = program.statements.len();
    if last_writer(program, outcome, made, k..end).is_none() {
        return outcome.vars.get(made).map(Held::Value);
    }
    if last_writer(program, outcome, made, made + 1..k).is_some() {
        return None;
    }
    match &program.statements.get(made)?.callee {
        Callee::Literal(literal) => Some(Held::Literal(literal)),
        _ => snapshot(outcome, made).map(Held::Value),
    }
}

/// The snapshot of statement `k`.
pub(super) fn snapshot(outcome: &Outcome, k: usize) -> Option<&Value<Observed>> {
    outcome
        .snapshots
        .iter()
        .find(|s| s.statement == k)
        .map(|s| &s.value)
}
