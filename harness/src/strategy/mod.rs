//! Makes cases from specs: valid calls, calls with one constraint broken, and programs.
//!
//! [`case`] is a pure function of spec, seed and index, so that any thread, process or shard count gives the
//! same cases. Choices come from one small generator (`rng`); the first cases of an op walk through a
//! covering array over dtypes, rank, layouts, argument classes and forms, the rest is random.

mod args;
pub mod coverage;
pub(crate) mod index;
mod invalid;
pub(crate) mod irregular;
mod layout;
mod operands;
pub mod probe;
mod program;
mod proptest;
mod rng;
mod shapes;
mod structural;
pub(crate) mod values;

#[cfg(test)]
mod tests;

pub use layout::Layout;
pub use proptest::{CaseStrategy, CaseTree};

use crate::spec::{DTypes, Spec};
use nparity_model::{DType, Program, Statement, Value, Var};
use rng::{COVERING_ROWS, Draw, hash_name};
use shapes::Dims;

/// An argument in a program.
pub(crate) type Arg = Value<Var>;

/// One case of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The op under test, by its spec's name.
    pub op: &'static str,
    /// Its number within the op.
    pub index: u64,
    /// What it was meant to be.
    pub intent: Intent,
    /// The program.
    pub program: Program,
}

/// What a case was meant to be. NumPy's answer is what counts; this only measures the generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// NumPy should accept it.
    Valid,
    /// NumPy should raise, for this reason.
    Invalid(&'static str),
}

/// Case number `index` of an op: a pure function of its arguments.
pub fn case(spec: &Spec, seed: u64, index: u64) -> Case {
    let role = SCHEDULE[(index % SCHEDULE.len() as u64) as usize];
    let row = match role {
        Kind::Covering(n) => {
            let row = index / SCHEDULE.len() as u64 * COVERING_PER_ROUND + n;
            (row < COVERING_ROWS).then_some(row)
        }
        Kind::Invalid | Kind::Program => None,
    };
    let mut generator = Gen::new(Draw::new(seed, hash_name(spec.name), index, row));
    match role {
        Kind::Invalid => generator.breaking = true,
        Kind::Program => generator.programs = true,
        // Past the covering array, a third of the valid cases are programs.
        Kind::Covering(_) => generator.programs = row.is_none() && generator.draw.chance(30),
    }
    generator.case(spec);
    Case {
        op: spec.name,
        index,
        intent: generator.intent,
        program: generator.program,
    }
}

/// What a case is for, by its index.
#[derive(Clone, Copy)]
enum Kind {
    /// A row of the covering array, until they are used up.
    Covering(u64),
    /// A call with a constraint broken.
    Invalid,
    /// Several statements.
    Program,
}

const COVERING_PER_ROUND: u64 = 15;

/// The kinds of twenty cases in a row: three invalid, two programs.
const SCHEDULE: [Kind; 20] = {
    let mut kinds = [Kind::Invalid; 20];
    let (mut i, mut n) = (0, 0);
    while i < 20 {
        kinds[i] = match i {
            3 | 10 | 17 => Kind::Invalid,
            6 | 13 => Kind::Program,
            _ => {
                n += 1;
                Kind::Covering(n - 1)
            }
        };
        i += 1;
    }
    kinds
};

/// What the generator knows of a variable. Hints only: NumPy has the last word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub(crate) dtype: DType,
    pub(crate) dims: Dims,
    /// Dtype and shape are as said.
    pub(crate) known: bool,
    /// It is an array (not a scalar, list, tuple, None), as far as known.
    pub(crate) is_array: bool,
    pub(crate) writeable: bool,
    /// It has uninitialised elements.
    pub(crate) undefined: bool,
}

impl Info {
    pub(crate) fn array(dtype: DType, dims: Dims) -> Info {
        Info {
            dtype,
            dims,
            known: true,
            is_array: true,
            writeable: true,
            undefined: false,
        }
    }

    /// Nothing is known.
    pub(crate) fn unknown() -> Info {
        Info {
            known: false,
            is_array: false,
            ..Info::array(DType::F64, Dims::SCALAR)
        }
    }

    pub(crate) fn read_only(mut self) -> Info {
        self.writeable = false;
        self
    }
}

/// A case under construction.
pub(crate) struct Gen {
    pub(crate) draw: Draw,
    pub(crate) program: Program,
    pub(crate) infos: Vec<Info>,
    pub(crate) intent: Intent,
    /// A constraint is to be broken, and has not been yet.
    pub(crate) breaking: bool,
    /// Several statements are wanted.
    programs: bool,
    /// Arrays may be variables made before.
    pub(crate) reuse: bool,
}

impl Gen {
    fn new(draw: Draw) -> Gen {
        Gen {
            draw,
            program: Program {
                statements: Vec::with_capacity(6),
            },
            infos: Vec::with_capacity(6),
            intent: Intent::Valid,
            breaking: false,
            programs: false,
            reuse: false,
        }
    }

    fn case(&mut self, spec: &Spec) {
        if self.programs {
            self.several(spec);
        } else {
            self.op(spec);
        }
    }

    /// The call of an op, with the arrays that it needs.
    pub(crate) fn op(&mut self, spec: &Spec) {
        match spec.custom {
            Some(custom) => custom(self, spec),
            None => self.call(spec),
        }
    }

    /// Adds a statement.
    #[inline]
    pub(crate) fn push(&mut self, statement: Statement, info: Info) -> Var {
        self.infos.push(info);
        self.program.push(statement)
    }

    /// Adds the statement under test.
    pub(crate) fn push_op(&mut self, spec: &Spec, mut statement: Statement, info: Info) -> Var {
        let reals = spec.policy.of_reals();
        let policy = if reals == spec.policy || self.may_be_complex(&statement) {
            spec.policy
        } else {
            reals
        };
        statement.resync = !policy.is_exact();
        self.push(statement, info)
    }

    /// Whether a statement may meet a complex number, as far as known.
    fn may_be_complex(&self, statement: &Statement) -> bool {
        fn complex(value: &Arg, infos: &[Info]) -> bool {
            match value {
                Value::Array(var) => infos
                    .get(var.index())
                    .is_none_or(|info| !info.known || info.dtype.is_complex()),
                Value::Scalar(item) => item.dtype().is_complex(),
                Value::DType(dtype) => dtype.is_complex(),
                Value::List(items) | Value::Tuple(items) => {
                    items.iter().any(|item| complex(item, infos))
                }
                Value::Complex(_) => true,
                Value::Str(name) => DType::parse(name).is_some_and(DType::is_complex),
                _ => false,
            }
        }
        let kwargs = statement.kwargs.iter().map(|(_, value)| value);
        let mut values = statement.args.iter().chain(kwargs);
        values.any(|value| complex(value, &self.infos))
    }

    /// Marks the case as broken for this reason.
    pub(crate) fn broke(&mut self, why: &'static str) {
        self.breaking = false;
        self.intent = Intent::Invalid(why);
    }

    /// A variable made before that fits, if arrays may be used again.
    pub(crate) fn reused(
        &mut self,
        dtypes: DTypes,
        min_rank: usize,
        nonempty: bool,
    ) -> Option<(Var, Info)> {
        if !self.reuse || self.infos.is_empty() || self.draw.chance(20) {
            return None;
        }
        let n = self.infos.len();
        let from = self.draw.below(n);
        // Later variables first: views and results rather than literals.
        (0..n).map(|i| (from + n - i) % n).find_map(|i| {
            let info = self.infos[i];
            let fits = info.known
                && info.is_array
                && !info.undefined
                && dtypes.contains(info.dtype)
                && info.dims.rank() >= min_rank
                && !(nonempty && info.dims.size() == 0);
            fits.then_some((Var(i as u32), info))
        })
    }
}
