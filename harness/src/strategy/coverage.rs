//! What the cases of an op tried, told from the programs alone.

use super::{Case, Intent};
use nparity_model::{Callee, DType, Program, Statement, Value, Var};
use std::collections::BTreeSet;

/// What was tried of one op: every pair of levels of two different factors.
///
/// Factors are the dtype, the rank and the layout of the first array of the call, the class and dtype of its
/// second operand, and the form in which it is called.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Cases looked at.
    pub cases: u64,
    /// Cases meant to be invalid.
    pub invalid: u64,
    /// Pairs of levels seen together, in the order of [`FACTORS`].
    pub pairs: BTreeSet<(Level, Level)>,
    /// Levels seen.
    pub levels: BTreeSet<Level>,
}

/// The names of the factors, in order.
pub const FACTORS: [&str; 6] = [
    "dtype",
    "rank",
    "layout",
    "second operand",
    "second dtype",
    "form",
];

/// One level of one factor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Level {
    /// The factor's place in [`FACTORS`].
    pub factor: u8,
    /// The level's name.
    pub name: &'static str,
}

impl Coverage {
    /// Takes note of a case.
    pub fn add(&mut self, case: &Case) {
        self.cases += 1;
        self.invalid += u64::from(case.intent != Intent::Valid);
        let found: Vec<Level> = (0..)
            .zip(levels(&case.program))
            .filter_map(|(factor, name)| name.map(|name| Level { factor, name }))
            .collect();
        for (i, level) in found.iter().enumerate() {
            self.levels.insert(*level);
            self.pairs
                .extend(found[i + 1..].iter().map(|other| (*level, *other)));
        }
    }

    /// Pairs of seen levels of different factors that were never tried together.
    pub fn untried(&self) -> Vec<(Level, Level)> {
        let mut untried = Vec::new();
        for a in &self.levels {
            for b in self.levels.iter().filter(|b| b.factor > a.factor) {
                if !self.pairs.contains(&(*a, *b)) {
                    untried.push((*a, *b));
                }
            }
        }
        untried
    }
}

/// The level of each factor, as far as a program shows it.
fn levels(program: &Program) -> [Option<&'static str>; 6] {
    let last = program.statements.iter().rev();
    let Some(call) = last
        .clone()
        .find(|s| !matches!(s.callee, Callee::Literal(_)))
    else {
        return [None; 6];
    };
    let first = call.args.iter().find_map(|v| match v {
        Value::Array(var) => Some(*var),
        _ => None,
    });
    let origin = first.and_then(|var| origin(program, var));
    let second = call.args.get(1).map(class);
    let second_dtype = match call.args.get(1) {
        Some(Value::Array(var)) => self::origin(program, *var).map(|o| o.dtype.name()),
        Some(Value::Scalar(s)) => Some(s.dtype().name()),
        _ => None,
    };
    [
        origin.as_ref().map(|o| o.dtype.name()),
        origin.as_ref().map(|o| o.rank),
        origin.as_ref().map(|o| o.layout),
        second,
        second_dtype,
        Some(form(&call.callee)),
    ]
}

struct Origin {
    dtype: DType,
    rank: &'static str,
    layout: &'static str,
}

/// Where a variable's elements come from: the literal behind its views, and the first view on the way.
fn origin(program: &Program, var: Var) -> Option<Origin> {
    let mut layout = "C";
    let mut at = var;
    loop {
        let statement = program.statements.get(at.index())?;
        if let Callee::Literal(literal) = &statement.callee {
            let rank = match literal.shape.len() {
                _ if literal.size() == 0 => "empty",
                0 => "0",
                1 => "1",
                2 => "2",
                3 => "3",
                _ => "4 or more",
            };
            return Some(Origin {
                dtype: literal.dtype,
                rank,
                layout,
            });
        }
        if layout == "C" {
            layout = view(statement);
        }
        at = match statement.args.first() {
            Some(Value::Array(var)) => *var,
            _ => return None,
        };
    }
}

/// What a statement does to the layout.
fn view(statement: &Statement) -> &'static str {
    match &statement.callee {
        Callee::Attribute(name) if name == "T" => "transposed",
        Callee::Attribute(_) => "part",
        Callee::Function(name) if name == "broadcast_to" => "broadcast",
        Callee::Function(name) if name == "swapaxes" => "transposed",
        Callee::Function(name) if name == "squeeze" => "squeezed",
        Callee::GetItem => "sliced",
        Callee::Method(name) if name == "copy" => "F",
        Callee::Function(name) if name == "array" => "F",
        _ => "computed",
    }
}

fn class(value: &Value<Var>) -> &'static str {
    match value {
        Value::Array(_) => "array",
        Value::Scalar(_) => "NumPy scalar",
        other => other.type_name(),
    }
}

fn form(callee: &Callee) -> &'static str {
    match callee {
        Callee::Literal(_) => "literal",
        Callee::Function(_) => "function",
        Callee::Method(_) => "method",
        Callee::Attribute(_) => "attribute",
        Callee::Operator(name) if name.starts_with('i') && name != "invert" => "in place",
        Callee::Operator(_) => "operator",
        Callee::UfuncMethod(..) => "ufunc method",
        Callee::GetItem => "getitem",
        Callee::SetItem => "setitem",
        Callee::Builtin(_) => "builtin",
    }
}
