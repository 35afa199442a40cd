//! A toy world for tests: a NumPy that knows uint8 vectors, and a subject that knows them a little less well.

use super::plan::{Judgement, Plan, PlannedOp};
use crate::compare::compare;
use crate::policy::Policy;
use crate::shrink::Limits;
use crate::{Answer, FacetSet, Oracle, OracleError, Subject, Support};
use nparity_model::{
    ArrayLiteral, Callee, DType, ErrorClass, Observed, Outcome, Program, Raised, Snapshot,
    Statement, Value,
};

/// Evaluates literals, `add` (wraps, raises for unequal sizes) and `negative` on uint8 vectors.
#[derive(Default)]
pub(crate) struct Toy {
    pub(crate) fault: Fault,
}

/// What is wrong with a toy.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Fault {
    #[default]
    None,
    /// `add` saturates.
    Saturates,
    /// `add` of more than three elements panics.
    Panics,
    /// `negative` is missing.
    NoNegative,
    /// The oracle gives up.
    Dead,
}

fn array(data: Vec<u8>, number: usize) -> Value<Observed> {
    let number = u32::try_from(number).unwrap();
    Value::Array(Observed {
        dtype: DType::U8,
        shape: vec![data.len()],
        strides: vec![1],
        data,
        storage: number,
        offset: 0,
        object: number,
        c_contiguous: true,
        f_contiguous: true,
        writeable: true,
    })
}

impl Toy {
    fn statement(
        &self,
        statement: &Statement,
        vars: &[Value<Observed>],
    ) -> Result<Vec<u8>, String> {
        let operand = |i: usize| match statement.args.get(i) {
            Some(Value::Array(var)) => match &vars[var.index()] {
                Value::Array(a) => a.data.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        match &statement.callee {
            Callee::Literal(literal) => Ok(literal.data.clone()),
            Callee::Function(name) if name == "add" => {
                let (a, b) = (operand(0), operand(1));
                if self.fault == Fault::Panics && a.len() > 3 {
                    panic!("more than three");
                }
                if a.len() != b.len() {
                    return Err("operands could not be broadcast together".to_owned());
                }
                let add = |(x, y): (&u8, &u8)| match self.fault {
                    Fault::Saturates => x.saturating_add(*y),
                    _ => x.wrapping_add(*y),
                };
                Ok(a.iter().zip(&b).map(add).collect())
            }
            Callee::Function(name) if name == "negative" => {
                Ok(operand(0).iter().map(|x| x.wrapping_neg()).collect())
            }
            other => panic!("{other:?}"),
        }
    }

    fn outcome(&self, program: &Program) -> Outcome {
        let mut outcome = Outcome::default();
        for (at, statement) in program.statements.iter().enumerate() {
            match self.statement(statement, &outcome.vars) {
                Ok(data) => outcome.vars.push(array(data, at)),
                Err(message) => {
                    let class = ErrorClass::ValueError;
                    outcome.error = Some(Raised { at, class, message });
                    break;
                }
            }
        }
        outcome
    }
}

impl Oracle for Toy {
    fn name(&self) -> &str {
        "toy"
    }

    fn describe(&self) -> String {
        "a toy".to_owned()
    }

    fn run(&self, batch: &[Program]) -> Result<Vec<Outcome>, OracleError> {
        if self.fault == Fault::Dead {
            return Err(OracleError("it died".to_owned()));
        }
        Ok(batch.iter().map(|p| self.outcome(p)).collect())
    }
}

impl Subject for Toy {
    fn name(&self) -> &str {
        match self.fault {
            Fault::None => "toy:sound",
            Fault::Saturates => "toy:saturates",
            Fault::Panics => "toy:panics",
            Fault::NoNegative => "toy:no-negative",
            Fault::Dead => "toy:dead",
        }
    }

    fn facets(&self) -> FacetSet {
        FacetSet::ALL
    }

    fn supports(&self, callee: &Callee) -> Support {
        match callee {
            Callee::Function(name) if self.fault == Fault::NoNegative && name == "negative" => {
                Support::Missing("no negative".to_owned())
            }
            _ => Support::Yes,
        }
    }

    fn takes_stand_ins(&self) -> bool {
        self.fault == Fault::NoNegative
    }

    fn run(&self, program: &Program, _resync: &[Snapshot]) -> Answer {
        Answer::Outcome(self.outcome(program))
    }
}

/// `add` and `negative`, on vectors of nought to six elements; the second of `add` is sometimes longer.
pub(crate) struct ToyPlan(Vec<PlannedOp>);

impl ToyPlan {
    pub(crate) fn new() -> ToyPlan {
        let op = |name: &str| PlannedOp {
            name: name.to_owned(),
            family: "ufunc".to_owned(),
            policy: "exact".to_owned(),
        };
        ToyPlan(vec![op("add"), op("negative")])
    }
}

impl Plan for ToyPlan {
    fn ops(&self) -> &[PlannedOp] {
        &self.0
    }

    fn case(&self, op: usize, seed: u64, index: u64) -> Program {
        // SplitMix64, so that a case depends on all three.
        let mut state = seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (op as u64) << 60;
        let mut next = move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let size = usize::try_from(next() % 7).unwrap();
        let longer = usize::from(next() % 8 == 0);
        let mut vector = |size: usize| {
            let data = (0..size).map(|_| next().to_le_bytes()[0]).collect();
            ArrayLiteral::new(DType::U8, vec![size], data).unwrap()
        };
        let mut program = Program::default();
        let a = program.literal(vector(size));
        let mut args = vec![Value::Array(a)];
        if op == 0 {
            args.push(Value::Array(program.literal(vector(size + longer))));
        }
        let name = self.0[op].name.clone().into();
        program.push(Statement::new(Callee::Function(name), args));
        program
    }

    fn judge(
        &self,
        op: &str,
        program: &Program,
        expected: &Outcome,
        got: &Outcome,
        facets: FacetSet,
    ) -> Judgement {
        let policies = vec![Policy::EXACT; program.statements.len()];
        let comparison = compare(program, &policies, expected, got, facets);
        Judgement::of(op, program, comparison)
    }

    fn shrink(
        &self,
        program: &Program,
        _expected: &Outcome,
        still_fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
        _limits: Limits,
    ) -> Program {
        let mut smallest = program.clone();
        loop {
            let shorter = |at: usize| {
                let mut candidate = smallest.clone();
                for statement in &mut candidate.statements {
                    if let Callee::Literal(literal) = &mut statement.callee {
                        if at < literal.data.len() {
                            literal.data.remove(at);
                        }
                        literal.shape = vec![literal.data.len()];
                    }
                }
                candidate
            };
            let candidates: Vec<Program> = (0..7).map(shorter).collect();
            let fails = still_fails(&candidates);
            let smaller = candidates.into_iter().zip(fails);
            match smaller
                .into_iter()
                .find(|(c, fails)| *fails && *c != smallest)
            {
                Some((candidate, _)) => smallest = candidate,
                None => return smallest,
            }
        }
    }
}
