//! In which dtype a ufunc computed: `np.exp(f4, out=f8)` runs the loop for f4 and casts its result, whose
//! errors are ULPs of f4.

use super::bounds::Target;
use super::element::{epsilon, spacing};
use super::inputs::Scene;
use super::writes::given_result;
use crate::policy::Ulps;
use nparity_model::{DType, Scalar, Value, Var};

/// Absolute bounds if the result was computed in a narrower dtype than it has; `None` if it was not.
pub(super) fn bounds(ulps: Ulps, scene: Scene<'_>, target: &Target<'_>) -> Option<Vec<f64>> {
    let place = given_result(scene.program, scene.expected, scene.at)?;
    let narrow = narrowest(scene, place, target);
    if epsilon(narrow) <= epsilon(target.dtype) {
        return None;
    }
    let bound = |item: &Scalar| {
        let finite = parts(item).into_iter().filter(|part| part.is_finite());
        let size = finite.fold(0.0, |size: f64, part| size.max(part.abs()));
        ulps.of(narrow) * spacing(narrow, size)
    };
    Some(target.items.iter().map(bound).collect())
}

/// The narrowest float dtype in which the loop may have run. The rules by which NumPy chooses a loop are not
/// told here: a loop is at least as wide as its widest float operand, and what it gave is a number of its dtype.
fn narrowest(scene: Scene<'_>, place: Option<usize>, target: &Target<'_>) -> DType {
    match scene.argument("dtype", None) {
        Some(Value::DType(dtype)) => return dtype.real(),
        Some(Value::Str(name)) => {
            return DType::parse(name).map_or(target.dtype.real(), DType::real);
        }
        _ => {}
    }
    let wider = |a: DType, b: DType| if epsilon(b) < epsilon(a) { b } else { a };
    let operands = (scene.statement().args.iter().enumerate())
        .filter(|(i, _)| Some(*i) != place)
        .filter_map(|(_, value)| operand(scene, value));
    let of_operands = operands
        .filter(|dtype| dtype.is_inexact())
        .map(DType::real)
        .fold(DType::F16, wider);
    let fits = |dtype: DType| target.items.iter().all(|item| is_number_of(dtype, item));
    let of_values = [DType::F16, DType::F32].into_iter().find(|d| fits(*d));
    wider(of_operands, of_values.unwrap_or(DType::F64))
}

/// The dtype of an operand; none for a Python number, which takes the others'.
fn operand(scene: Scene<'_>, value: &Value<Var>) -> Option<DType> {
    match value {
        Value::Array(var) => match scene.expected.vars.get(var.index())? {
            Value::Array(array) => Some(array.dtype),
            Value::Scalar(item) => Some(item.dtype()),
            _ => None,
        },
        Value::Scalar(item) => Some(item.dtype()),
        Value::List(_) | Value::Tuple(_) => scene.read(value).map(|input| input.dtype),
        _ => None,
    }
}

/// The parts of a float or complex number.
fn parts(item: &Scalar) -> [f64; 2] {
    match (item.as_float(), item.as_complex()) {
        (Some(x), _) => [x, 0.0],
        (_, Some(z)) => [z.re, z.im],
        _ => [0.0; 2],
    }
}

/// Whether a number can be written in the float dtype.
fn is_number_of(dtype: DType, item: &Scalar) -> bool {
    // Then it is a whole multiple of the gap between its neighbours there.
    let whole = |part: f64| !part.is_finite() || (part / spacing(dtype, part)).fract() == 0.0;
    parts(item).into_iter().all(whole)
}
