//! NumPy's results as inputs, where a small subject lacks what makes them.
//!
//! Most cases of an op hold more than a call of it: the operands are slices, broadcasts, or come from a
//! constructor. A subject that lacks those would never be asked about the op. So, for a subject that
//! says [`Subject::takes_stand_ins`], a statement that it lacks is replaced by a literal of the array that
//! NumPy made there, and what nothing needs any more is dropped. What comes out is another program, which
//! NumPy is asked about again: nothing is judged but what the subject did itself, and the arrays that came
//! from views are separate ones on both sides, so that no aliasing is expected of them.
//!
//! So are literals of a dtype that the subject lacks: they become literals of one that it has, the same for
//! the whole program, with elements that are as near as is simple (any input will do).
//!
//! A statement of the op under test is never replaced: what is missing is not passed.

use super::runner::ask;
use super::{case, specs::spec_of};
use crate::{Oracle, OracleError, Subject, Support};
use nparity_model::{
    ArrayLiteral, Callee, DType, Observed, Outcome, Program, Scalar, Statement, Value, Var,
};
use num_complex::{Complex32, Complex64};

/// Whether NumPy's results could make a case of an op one that the subject has.
pub(crate) fn possible(subject: &dyn Subject, op: &str, program: &Program) -> bool {
    let mut calls = (program.statements.iter())
        .filter(|s| is_of(op, s))
        .map(|s| subject.supports(&s.callee) == Support::Yes)
        .peekable();
    subject.takes_stand_ins() && calls.peek().is_some() && calls.all(|has| has)
}

fn is_of(op: &str, statement: &Statement) -> bool {
    spec_of(&statement.callee).is_some_and(|spec| spec.name == op)
}

/// The program that a subject is asked about in place of a case that it lacks something of; `None` if
/// there is none. A function of its arguments alone.
pub(crate) fn stand_in(
    subject: &dyn Subject,
    op: &str,
    program: &Program,
    expected: &Outcome,
) -> Option<Program> {
    if !possible(subject, op, program) {
        return None;
    }
    let mut statements = program.statements.clone();
    // A statement that nothing needs can go if the subject lacks it, or if it only makes an input.
    let mut needed = vec![false; statements.len()];
    for k in (0..statements.len()).rev() {
        let statement = &mut statements[k];
        let literal = matches!(statement.callee, Callee::Literal(_));
        if !literal {
            if matches!(subject.supports(&statement.callee), Support::Yes) {
                needed[k] = true;
            } else if needed[k] {
                let literal = made(&statement.callee, expected.vars.get(k)?)?;
                *statement = Statement::new(Callee::Literal(literal), Vec::new());
            }
        }
        if needed[k] {
            for var in statement.uses() {
                *needed.get_mut(var.index())? = true;
            }
        }
    }
    let mut program = keep(&statements, &needed);
    make_literals_taken(subject, &mut program)?;
    Some(program)
}

/// The programs that a subject is asked about instead, with NumPy's outcomes, where there are any.
///
/// # Errors
/// If the oracle fails.
pub(crate) fn stand_ins<'a>(
    oracle: &dyn Oracle,
    subject: &dyn Subject,
    op: &str,
    cases: impl Iterator<Item = (&'a Program, &'a Outcome)>,
) -> Result<Vec<Option<(Program, Outcome)>>, OracleError> {
    let programs: Vec<Option<Program>> = cases
        .map(|(program, expected)| {
            if case::missing(subject, program).is_none()
                && literals(program).all(|l| subject.takes_literal(l))
            {
                return None;
            }
            stand_in(subject, op, program, expected)
        })
        .collect();
    let asked: Vec<Program> = programs.iter().flatten().cloned().collect();
    let outcomes = if asked.is_empty() {
        Vec::new()
    } else {
        ask(oracle, &asked)?
    };
    let mut outcomes = outcomes.into_iter();
    Ok(programs
        .into_iter()
        .map(|program| program.and_then(|p| outcomes.next().map(|outcome| (p, outcome))))
        .collect())
}

fn literals(program: &Program) -> impl Iterator<Item = &ArrayLiteral> {
    program.statements.iter().filter_map(|s| match &s.callee {
        Callee::Literal(literal) => Some(literal),
        _ => None,
    })
}

/// Literals that the subject lacks become ones that it has; `None` if it has none.
fn make_literals_taken(subject: &dyn Subject, program: &mut Program) -> Option<()> {
    // The dtype that the program has already, else each in turn from the first literal's on.
    let taken = literals(program).find(|l| subject.takes_literal(l));
    let (first, turn) = match taken.or_else(|| literals(program).next()) {
        Some(literal) => (literal.dtype, literal.data.len()),
        None => return Some(()),
    };
    let n = DType::ALL.len();
    let at = DType::ALL.iter().position(|d| *d == first)?;
    let dtypes: Vec<DType> = (0..n)
        .map(|k| match taken {
            Some(_) => DType::ALL[(at + k) % n],
            None => DType::ALL[(at + turn + k) % n],
        })
        .collect();
    for statement in &mut program.statements {
        if let Callee::Literal(literal) = &mut statement.callee
            && !subject.takes_literal(literal)
        {
            let shapes = [literal.shape.clone(), vec![literal.size()]];
            let mut candidates = shapes.iter().flat_map(|shape| {
                let cast = |dtype: &DType| cast(literal, *dtype, shape);
                dtypes.iter().filter_map(cast)
            });
            let other = candidates.find(|l| subject.takes_literal(l))?;
            *literal = other;
        }
    }
    Some(())
}

/// Elements of another dtype, of their low bits; a bool says whether they are odd, a float is the integer.
fn cast(literal: &ArrayLiteral, dtype: DType, shape: &[usize]) -> Option<ArrayLiteral> {
    let data = literal
        .items()
        .flat_map(|item| {
            let integer = item.as_integer().unwrap_or_else(|| {
                let real = item.as_float().or(item.as_complex().map(|z| z.re));
                real.unwrap_or_default() as i128
            });
            let scalar = match dtype {
                DType::Bool => Scalar::from(integer % 2 != 0),
                DType::F16 => Scalar::from(half::f16::from_f64(integer as f64)),
                DType::F32 => Scalar::from(integer as f32),
                DType::F64 => Scalar::from(integer as f64),
                DType::C64 => Scalar::from(Complex32::new(integer as f32, 0.0)),
                DType::C128 => Scalar::from(Complex64::new(integer as f64, 0.0)),
                _ => Scalar::from_bytes(dtype, &integer.to_le_bytes()),
            };
            scalar.bytes().to_vec()
        })
        .collect();
    ArrayLiteral::new(dtype, shape.to_vec(), data).ok()
}

/// The literal of what a statement made, if that is an array whose elements NumPy fixes.
fn made(callee: &Callee, value: &Value<Observed>) -> Option<ArrayLiteral> {
    let uninitialised = matches!(callee, Callee::Function(name) if name.starts_with("empty"));
    match value {
        Value::Array(array) if !uninitialised => {
            ArrayLiteral::new(array.dtype, array.shape.clone(), array.data.clone()).ok()
        }
        _ => None,
    }
}

/// These statements only, their variables renumbered.
fn keep(statements: &[Statement], needed: &[bool]) -> Program {
    let mut program = Program::default();
    let mut numbers = vec![Var(0); statements.len()];
    for (k, statement) in statements.iter().enumerate().filter(|(k, _)| needed[*k]) {
        let renumbered = |value: &Value<Var>| -> Value<Var> {
            let mapped: Result<_, std::convert::Infallible> =
                value.try_map(&mut |var: &Var| Ok(Value::Array(numbers[var.index()])));
            match mapped {
                Ok(value) => value,
            }
        };
        let mut statement = statement.clone();
        statement.args = statement.args.iter().map(renumbered).collect();
        for (_, value) in &mut statement.kwargs {
            *value = renumbered(value);
        }
        numbers[k] = program.push(statement);
    }
    program
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Fault, Toy};
    use super::*;

    fn call(program: &mut Program, name: &'static str, args: &[Var]) -> Var {
        let args = args.iter().map(|v| Value::Array(*v)).collect();
        program.push(Statement::new(Callee::Function(name.into()), args))
    }

    fn literal(data: &[u8]) -> ArrayLiteral {
        ArrayLiteral::new(DType::U8, vec![data.len()], data.to_vec()).unwrap()
    }

    #[test]
    fn what_is_missing_becomes_its_result_and_what_it_needed_goes() {
        let mut program = Program::default();
        let a = program.literal(literal(&[1]));
        let b = call(&mut program, "negative", &[a]);
        let c = call(&mut program, "add", &[b, b]);
        call(&mut program, "negative", &[c]);
        let subject = Toy {
            fault: Fault::NoNegative,
        };
        // Those who do not ask for stand-ins see none.
        assert!(!possible(&Toy::default(), "add", &program));
        let expected = ask(&Toy::default(), std::slice::from_ref(&program))
            .unwrap()
            .remove(0);
        let mut small = Program::default();
        let b = small.literal(literal(&[255]));
        call(&mut small, "add", &[b, b]);
        assert_eq!(stand_in(&subject, "add", &program, &expected), Some(small));
        // Literals of a dtype that is lacking become ones of one that is there.
        let wide = ArrayLiteral::new(DType::I16, vec![2], vec![3, 1, 7, 0]).unwrap();
        assert_eq!(cast(&wide, DType::U8, &[2]), Some(literal(&[3, 7])));
        assert_eq!(cast(&wide, DType::Bool, &[2]).unwrap().data, [1, 1]);
        // The op itself is asked for, or the case is missing.
        assert_eq!(stand_in(&subject, "negative", &program, &expected), None);
        assert_eq!(stand_in(&subject, "sqrt", &program, &expected), None);
        // Where NumPy raised, there is no result.
        let raised = Outcome::default();
        assert_eq!(stand_in(&subject, "add", &program, &raised), None);
    }
}
