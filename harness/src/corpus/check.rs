//! What a program or outcome from outside may not say: everything that code further on relies on.

use nparity_model::{DType, Observed, Outcome, Program, Value};

/// Most statements of a case. Generated ones have about ten.
const MAX_STATEMENTS: usize = 10_000;

/// Checks a program from outside.
///
/// # Errors
/// A path of fields and what is wrong there.
pub fn program(program: &Program) -> Result<(), String> {
    if program.statements.is_empty() {
        return Err("statements: no statement".to_owned());
    }
    if program.statements.len() > MAX_STATEMENTS {
        return Err(format!(
            "statements: {} statements, {MAX_STATEMENTS} are allowed",
            program.statements.len()
        ));
    }
    for (k, statement) in program.statements.iter().enumerate() {
        if let Some(var) = statement.uses().into_iter().find(|v| v.index() >= k) {
            return Err(format!(
                "statements[{k}]: uses v{}, which is not yet defined",
                var.0
            ));
        }
    }
    Ok(())
}

/// Checks an outcome from outside against its program.
///
/// # Errors
/// A path of fields and what is wrong there.
pub fn outcome(outcome: &Outcome, program: &Program) -> Result<(), String> {
    let statements = program.statements.len();
    let ran = match &outcome.error {
        Some(raised) if raised.at >= statements => {
            return Err(format!("error.at: statement {} of {statements}", raised.at));
        }
        Some(raised) => raised.at,
        None => statements,
    };
    if outcome.vars.len() != ran {
        return Err(format!(
            "vars: {} variables after {ran} statements",
            outcome.vars.len()
        ));
    }
    for (k, value) in outcome.vars.iter().enumerate() {
        arrays(value).map_err(|e| format!("vars[{k}]{e}"))?;
    }
    for (i, snapshot) in outcome.snapshots.iter().enumerate() {
        if snapshot.statement >= ran {
            return Err(format!(
                "snapshots[{i}].statement: statement {} after {ran} statements",
                snapshot.statement
            ));
        }
        arrays(&snapshot.value).map_err(|e| format!("snapshots[{i}].value{e}"))?;
    }
    Ok(())
}

fn arrays(value: &Value<Observed>) -> Result<(), String> {
    let mut result = Ok(());
    value.for_each(&mut |array| {
        if result.is_ok() {
            result = observed(array);
        }
    });
    result
}

fn observed(array: &Observed) -> Result<(), String> {
    let bytes = array
        .shape
        .iter()
        .try_fold(array.dtype.itemsize(), |n, &d| n.checked_mul(d))
        .ok_or_else(|| format!(".shape: {:?} has too many elements", array.shape))?;
    if array.shape.len() > 64 {
        return Err(format!(
            ".shape: {} dimensions, NumPy allows 64",
            array.shape.len()
        ));
    }
    if bytes != array.data.len() {
        return Err(format!(
            ".data: shape {:?} of {} needs {bytes} bytes, found {}",
            array.shape,
            array.dtype,
            array.data.len()
        ));
    }
    if array.strides.len() != array.shape.len() {
        return Err(format!(
            ".strides: {} strides for {} dimensions",
            array.strides.len(),
            array.shape.len()
        ));
    }
    if array.dtype == DType::Bool && array.data.iter().any(|b| *b > 1) {
        return Err(".data: a bool must be 00 or 01".to_owned());
    }
    Ok(())
}
