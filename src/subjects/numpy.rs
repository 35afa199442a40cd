//! NumPy itself as a subject: the proof that a run finds only faults.

use nparity_harness::{Answer, Facet, FacetSet, Oracle, Subject, Support};
use nparity_model::{
    ArrayLiteral, Callee, DType, Observed, Outcome, Program, Snapshot, Statement, Value, Var,
};
use std::collections::HashMap;
use std::sync::Arc;

/// An oracle in the place of a subject.
pub struct NumPy {
    oracle: Arc<dyn Oracle>,
}

impl NumPy {
    /// NumPy by this oracle.
    pub fn new(oracle: Arc<dyn Oracle>) -> NumPy {
        NumPy { oracle }
    }
}

impl Subject for NumPy {
    fn name(&self) -> &'static str {
        "numpy"
    }

    fn facets(&self) -> FacetSet {
        FacetSet::ALL.without(Facet::Graph)
    }

    fn supports(&self, _callee: &Callee) -> Support {
        Support::Yes
    }

    fn run(&self, program: &Program, resync: &[Snapshot]) -> Answer {
        let (extended, places) = with_writes(program, resync);
        match self.oracle.run(std::slice::from_ref(&extended)) {
            Ok(mut outcomes) if outcomes.len() == 1 => {
                Answer::Outcome(places.restore(outcomes.remove(0)))
            }
            Ok(_) => Answer::Crashed("NumPy gave no outcome".to_owned()),
            Err(error) => Answer::Crashed(error.to_string()),
        }
    }
}

/// Where the statements of the program went.
struct Places {
    /// The place of each original statement, in order.
    of: Vec<usize>,
    /// NumPy scalars that are replaced, by original statement.
    scalars: HashMap<usize, Value<Observed>>,
}

/// An oracle cannot write other values over its results, a program can: after each statement that goes on with
/// given elements come statements that write them.
fn with_writes(program: &Program, resync: &[Snapshot]) -> (Program, Places) {
    let mut extended = Program::default();
    let mut places = Places {
        of: Vec::new(),
        scalars: HashMap::new(),
    };
    for (k, statement) in program.statements.iter().enumerate() {
        let mut statement = statement.clone();
        let values = (statement.args.iter_mut()).chain(statement.kwargs.iter_mut().map(|(_, v)| v));
        for value in values {
            *value = places.moved(value);
        }
        let resynced = statement.resync;
        let var = extended.push(statement);
        places.of.push(var.index());
        let Some(given) = resync.iter().find(|s| resynced && s.statement == k) else {
            continue;
        };
        match &given.value {
            Value::Scalar(_) => {
                places.scalars.insert(k, given.value.clone());
            }
            given => write(&mut extended, &Value::Array(var), given),
        }
    }
    (extended, places)
}

/// Writes given elements into the arrays of a result.
fn write(program: &mut Program, target: &Value<Var>, given: &Value<Observed>) {
    match given {
        Value::Array(array) if array.writeable => {
            // Bools of uninitialised memory may be any byte, which no literal may.
            let (dtype, target) = if array.dtype == DType::Bool {
                let bytes = program.push(Statement::new(
                    Callee::Method("view".into()),
                    vec![target.clone(), Value::DType(DType::U8)],
                ));
                (DType::U8, Value::Array(bytes))
            } else {
                (array.dtype, target.clone())
            };
            if let Ok(literal) = ArrayLiteral::new(dtype, array.shape.clone(), array.data.clone()) {
                let source = program.literal(literal);
                program.push(Statement::new(
                    Callee::SetItem,
                    vec![target, Value::Ellipsis, Value::Array(source)],
                ));
            }
        }
        Value::Tuple(items) | Value::List(items) => {
            for (i, item) in (0..).zip(items) {
                let part = program.push(Statement::new(
                    Callee::GetItem,
                    vec![target.clone(), Value::int(i)],
                ));
                write(program, &Value::Array(part), item);
            }
        }
        _ => {}
    }
}

impl Places {
    fn moved(&self, value: &Value<Var>) -> Value<Var> {
        let mapped = value.try_map(&mut |var: &Var| {
            Ok::<_, std::convert::Infallible>(match self.scalars.get(&var.index()) {
                Some(Value::Scalar(scalar)) => Value::Scalar(*scalar),
                _ => {
                    let place = self.of.get(var.index()).copied().unwrap_or(var.index());
                    Value::Array(Var(u32::try_from(place).unwrap_or(u32::MAX)))
                }
            })
        });
        match mapped {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }

    /// The outcome in terms of the original program.
    fn restore(&self, outcome: Outcome) -> Outcome {
        let original = |place: usize| self.of.partition_point(|p| *p < place);
        let mut vars: Vec<Value<Observed>> = (self.of.iter().enumerate())
            .map_while(|(k, place)| {
                let value = outcome.vars.get(*place)?;
                Some(self.scalars.get(&k).unwrap_or(value).clone())
            })
            .collect();
        renumber(&mut vars);
        Outcome {
            error: outcome.error.map(|mut raised| {
                raised.at = original(raised.at);
                raised
            }),
            vars,
            snapshots: (outcome.snapshots.into_iter())
                .map(|s| Snapshot {
                    statement: original(s.statement),
                    value: s.value,
                })
                .collect(),
            ..outcome
        }
    }
}

/// Numbers memory and objects again in the order in which the variables show them.
fn renumber(vars: &mut [Value<Observed>]) {
    fn number(seen: &mut HashMap<u32, u32>, old: u32) -> u32 {
        let next = u32::try_from(seen.len()).unwrap_or(u32::MAX);
        *seen.entry(old).or_insert(next)
    }
    let (mut storages, mut objects) = (HashMap::new(), HashMap::new());
    for value in vars {
        let renumbered = value.try_map(&mut |array: &Observed| {
            let mut array = array.clone();
            array.storage = number(&mut storages, array.storage);
            array.object = number(&mut objects, array.object);
            Ok::<_, std::convert::Infallible>(Value::Array(array))
        });
        match renumbered {
            Ok(new) => *value = new,
            Err(never) => match never {},
        }
    }
}
