//! Running a ufunc: resolve, check, broadcast, allocate, drive.

use super::def::{Kwargs, Loop, Outputs, UfuncDef};
use super::resolve::{default_dtype, is_logical, resolve};
use crate::ops::{Casting, Operand, Weak};
use crate::prims::cast;
use crate::prims::elementwise::{Flat, clear, drive_contiguous, elementwise, finish};
use crate::prims::table::ElementLoop;
use crate::promotion::{can_cast, cast_scalar};
use crate::tensor::{Order, Shape};
use crate::{DType, Error, Result, Tensor, events};
use nparity_model::{PyInt, Scalar};
use num_bigint::BigInt;
use smallvec::{SmallVec, smallvec};

/// Runs a ufunc on its inputs.
///
/// # Errors
/// NumPy's.
pub(crate) fn execute(def: &UfuncDef, operands: &[Operand], kwargs: &Kwargs) -> Result<Outputs> {
    for out in kwargs.out.iter().flatten() {
        out.check_writeable("output array")?;
    }
    if let Some(outputs) = exact_comparison(def, operands, kwargs)? {
        return Ok(outputs);
    }
    let found = resolve(def, operands, kwargs)?;
    let mut inputs = convert(def, found, operands, kwargs)?;
    if kwargs.where_.is_none() {
        convert_small(found, &mut inputs, kwargs.casting)?;
    }
    check_casting(def, found, operands, kwargs)?;
    let outs: SmallVec<[Option<Tensor>; 2]> = (0..def.nout)
        .map(|i| kwargs.out.get(i).cloned().flatten())
        .collect();
    let shape = broadcast_shape(&inputs, &outs, kwargs.where_.as_ref())?;
    for out in outs.iter().flatten() {
        if out.shape() != shape.as_slice() {
            return Err(Error::value(format!(
                "non-broadcastable output operand with shape {} doesn't match the broadcast shape {}",
                Tuple(out.shape()),
                Tuple(&shape)
            )));
        }
    }
    warn_of_lost_parts(found, operands, kwargs, def.nin);
    if kwargs.where_.is_some() {
        // Under a mask the old elements pass through the loop's dtype, and may raise events there, which a loop
        // that runs may clear.
        let mask = kwargs.where_.as_ref();
        let silent =
            clears_events(def, found) && !shape.contains(&0) && mask.map_or(Ok(true), any)?;
        for (out, inner) in outs.iter().zip(&found.types[def.nin..]) {
            if let Some(out) = out
                && out.dtype() != *inner
            {
                let convert = || cast::cast(out, *inner, Order::K);
                if silent {
                    events::quietly(convert)
                } else {
                    convert()
                }?;
            }
        }
    }
    // Operands that an output would overwrite before they are read are copied first.
    for input in &mut inputs {
        if outs
            .iter()
            .flatten()
            .any(|o| o.may_overlap(input) && !o.same_window(input))
        {
            *input = cast::copy(input, Order::K)?;
        }
    }
    let mask = match &kwargs.where_ {
        Some(mask) if outs.iter().flatten().any(|o| o.may_overlap(mask)) => {
            Some(cast::copy(mask, Order::K)?)
        }
        mask => mask.clone(),
    };
    let order = match trivial_order(def, found, &inputs, &outs, mask.as_ref(), kwargs.order) {
        Some(order) => order,
        None => axis_order(&shape, &inputs, &outs, mask.as_ref(), kwargs.order),
    };
    for (input, inner) in inputs.iter_mut().zip(found.types) {
        if input.dtype() == *inner {
            continue;
        }
        if input.ndim() == 0 {
            // NumPy's iterator converts these as it is made, whether or not anything is computed.
            *input = cast::cast(input, *inner, Order::K)?;
        } else if let Some(mask) = &mask
            && !shape.contains(&0)
        {
            // A mask keeps elements from the loop, not from conversion and its events.
            *input = if clears_events(def, found) && any(mask)? {
                events::quietly(|| cast::cast(input, *inner, Order::K))?
            } else {
                cast::cast(input, *inner, Order::K)?
            };
        }
    }
    let mut outputs = Outputs::new();
    for (i, out) in outs.into_iter().enumerate() {
        outputs.push(match out {
            Some(out) => out,
            None => {
                let fresh = Tensor::uninit_ordered(&shape, found.types[def.nin + i], &order)?;
                if mask.is_some() {
                    clear(&fresh);
                }
                fresh
            }
        });
    }
    let inner = ElementLoop {
        name: def.name,
        types: found.types,
        kernel: found.kernel,
    };
    let silent = clears_events(def, found);
    elementwise(inner, &shape, &inputs, &outputs, mask.as_ref(), silent)?;
    Ok(outputs)
}

/// Whether some element of a mask is true.
fn any(mask: &Tensor) -> Result<bool> {
    Ok(mask.to_vec::<crate::tensor::B8>().iter().any(|b| b.get()))
}

/// The order of a fresh result where NumPy needs no iterator: operands of the loop's own dtypes, all of one
/// shape (or 0-d inputs), each contiguous in the same order. An order that is both is C.
fn trivial_order(
    def: &UfuncDef,
    found: &Loop,
    inputs: &[Tensor],
    outs: &[Option<Tensor>],
    mask: Option<&Tensor>,
    order: Order,
) -> Option<Shape> {
    let operands = || {
        inputs.iter().zip(found.types).chain(
            outs.iter()
                .zip(&found.types[def.nin..])
                .filter_map(|(o, t)| o.as_ref().map(|o| (o, t))),
        )
    };
    if def.nout != 1 || mask.is_some() || operands().any(|(t, inner)| t.dtype() != *inner) {
        return None;
    }
    // Whether it is C and F, as far as is settled.
    let mut settled = match order {
        Order::C => Some((true, false)),
        Order::F => Some((false, true)),
        Order::A | Order::K => None,
    };
    let mut shape: Option<&[usize]> = None;
    for (k, (tensor, _)) in operands().enumerate() {
        if tensor.ndim() == 0 && k < def.nin {
            continue;
        }
        if **shape.get_or_insert(tensor.shape()) != *tensor.shape() {
            return None;
        }
        if tensor.ndim() == 1 {
            continue;
        }
        let own = (tensor.is_c_contiguous(), tensor.is_f_contiguous());
        if own == (false, false) || *settled.get_or_insert(own) != own {
            return None;
        }
    }
    let ndim = shape.map_or(0, <[usize]>::len);
    Some(if settled == Some((false, true)) {
        (0..ndim).rev().collect()
    } else {
        (0..ndim).collect()
    })
}

/// Converts inputs of no or one dimension before anything else is checked, as NumPy does on its way to a
/// loop without an iterator: their events are raised even if the call fails later, or computes nothing. The
/// first input that is larger, or may not be cast, ends it.
fn convert_small(found: &Loop, inputs: &mut [Tensor], casting: Casting) -> Result<()> {
    const LARGEST: usize = 8192;
    for (input, inner) in inputs.iter_mut().zip(found.types) {
        if input.dtype() == *inner {
            continue;
        }
        if !can_cast(input.dtype(), *inner, casting) || input.ndim() > 1 || input.size() > LARGEST {
            break;
        }
        *input = cast::cast(input, *inner, Order::K)?;
    }
    Ok(())
}

/// Whether NumPy's loop clears the floating-point status when it is through, and with it the events of the
/// conversions of its operands: those whose steps raise flags that mean nothing (comparisons with NaN).
fn clears_events(def: &UfuncDef, found: &Loop) -> bool {
    let single_or_double = matches!(found.types[0], DType::F32 | DType::F64);
    match def.name {
        "isnan" | "isinf" | "isfinite" | "signbit" | "clip" => true,
        "maximum" | "minimum" | "fmax" | "fmin" => single_or_double || found.types[0].is_complex(),
        "negative" | "sign" | "absolute" | "logical_and" | "logical_or" | "equal" | "not_equal"
        | "less" | "less_equal" | "greater" | "greater_equal" => single_or_double,
        _ => false,
    }
}

/// The short way, for one output and operands that need no conversion: contiguous of one shape, or one
/// element beside it. `None` if it does not apply.
#[inline]
pub(crate) fn execute_simple(def: &UfuncDef, operands: &[Operand]) -> Option<Result<Tensor>> {
    let (found, shape, inputs): (&Loop, &[usize], SmallVec<[Part<'_>; 2]>) = match operands {
        [Operand::Tensor(a)] => (
            def.loop_for(&[a.dtype()])?,
            a.shape(),
            smallvec![Part::Tensor(a)],
        ),
        [Operand::Tensor(a), Operand::Tensor(b)] => {
            let found = def.loop_for(&[a.dtype(), b.dtype()])?;
            if a.shape() == b.shape() && b.ndim() > 0 {
                (
                    found,
                    a.shape(),
                    smallvec![Part::Tensor(a), Part::Tensor(b)],
                )
            } else if b.ndim() == 0 {
                (found, a.shape(), smallvec![Part::Tensor(a), Part::One(b)])
            } else if a.ndim() == 0 {
                (found, b.shape(), smallvec![Part::One(a), Part::Tensor(b)])
            } else {
                return None;
            }
        }
        [Operand::Tensor(a), Operand::Weak(w)] => {
            let found = def.loop_for(&[a.dtype(), a.dtype()])?;
            let scalar = weak_beside(w, a.dtype())?;
            (
                found,
                a.shape(),
                smallvec![Part::Tensor(a), Part::Scalar(scalar)],
            )
        }
        [Operand::Weak(w), Operand::Tensor(a)] => {
            let found = def.loop_for(&[a.dtype(), a.dtype()])?;
            let scalar = weak_beside(w, a.dtype())?;
            (
                found,
                a.shape(),
                smallvec![Part::Scalar(scalar), Part::Tensor(a)],
            )
        }
        _ => return None,
    };
    if def.nout != 1
        || inputs
            .iter()
            .any(|p| matches!(p, Part::Tensor(t) if !t.is_c_contiguous()))
    {
        return None;
    }
    let flat: SmallVec<[Flat<'_>; 2]> = inputs
        .iter()
        .map(|p| match p {
            Part::Tensor(t) => Flat::Tensor(t),
            Part::One(t) => Flat::One(t),
            Part::Scalar(s) => Flat::Scalar(s),
        })
        .collect();
    let output = match Tensor::uninit(shape, found.types[def.nin], false) {
        Ok(output) => output,
        Err(error) => return Some(Err(error)),
    };
    let status = drive_contiguous(found.kernel, &flat, &output);
    Some(finish(status).map(|()| output))
}

enum Part<'a> {
    Tensor(&'a Tensor),
    One(&'a Tensor),
    Scalar(Scalar),
}

/// A weak number as an element of its partner's dtype, where that is how NumPy sees it and nothing can
/// go wrong.
fn weak_beside(weak: &Weak, dtype: DType) -> Option<Scalar> {
    let fits = match weak {
        Weak::Int(_) => dtype != DType::Bool,
        Weak::Float(_) => dtype.is_inexact(),
        Weak::Complex(_) => dtype.is_complex(),
    };
    if fits {
        weak.to_scalar(dtype).ok()
    } else {
        None
    }
}

/// Comparisons with a Python int that no element can equal.
fn exact_comparison(
    def: &UfuncDef,
    operands: &[Operand],
    kwargs: &Kwargs,
) -> Result<Option<Outputs>> {
    let [a, b] = operands else { return Ok(None) };
    if !matches!(
        def.name,
        "equal" | "not_equal" | "less" | "less_equal" | "greater" | "greater_equal"
    ) {
        return Ok(None);
    }
    // Numbers in the same order as the operands, and the tensor among these.
    let (x, y, tensor) = match (a, b) {
        (Operand::Tensor(t), Operand::Weak(Weak::Int(int))) if beyond(int, t.dtype()) => {
            (0, sign(int), Some(t))
        }
        (Operand::Weak(Weak::Int(int)), Operand::Tensor(t)) if beyond(int, t.dtype()) => {
            (sign(int), 0, Some(t))
        }
        (Operand::Weak(Weak::Int(a)), Operand::Weak(Weak::Int(b)))
            if a.to_i64().is_none() || b.to_i64().is_none() =>
        {
            match BigInt::from(a).cmp(&BigInt::from(b)) {
                std::cmp::Ordering::Less => (0, 1, None),
                std::cmp::Ordering::Equal => (0, 0, None),
                std::cmp::Ordering::Greater => (1, 0, None),
            }
        }
        _ => return Ok(None),
    };
    let pair: [Operand; 2] = [
        Tensor::from_scalar(&i64::from(x).into()).into(),
        Tensor::from_scalar(&i64::from(y).into()).into(),
    ];
    let answer = execute(def, &pair, &Kwargs::default())?.remove(0);
    // Bools of the shape and layout of the tensor, all the answer, meet the outputs and the mask.
    let same = match tensor {
        Some(tensor) => {
            let order = sorted_axes(tensor.shape(), std::iter::once(tensor));
            let same = Tensor::uninit_ordered(tensor.shape(), DType::Bool, &order)?;
            cast::assign(&answer, &same)?;
            same
        }
        None => answer.clone(),
    };
    let inputs: [Operand; 2] = [same.into(), answer.into()];
    match execute(&super::ufuncs::logical_and, &inputs, kwargs) {
        Ok(outputs) => Ok(Some(outputs)),
        Err(mut error) => {
            error.message = error.message.replace("logical_and", def.name).into();
            Err(error)
        }
    }
}

/// Whether an int is out of the range of an integer dtype.
fn beyond(int: &PyInt, dtype: DType) -> bool {
    dtype.is_integer() && Weak::Int(int.clone()).to_scalar(dtype).is_err()
}

fn sign(int: &PyInt) -> i32 {
    if int.is_negative() { -1 } else { 1 }
}

/// The warning of conversions that drop imaginary parts.
fn warn_of_lost_parts(found: &Loop, operands: &[Operand], kwargs: &Kwargs, nin: usize) {
    let loses = |from: DType, to: DType| from.is_complex() && !to.is_complex() && to != DType::Bool;
    let inputs = operands.iter().zip(found.types).any(|(o, inner)| match o {
        Operand::Tensor(t) => loses(t.dtype(), *inner),
        Operand::Weak(weak) => loses(default_dtype(weak), *inner),
    });
    let outputs = kwargs
        .out
        .iter()
        .zip(&found.types[nin..])
        .any(|(o, inner)| {
            o.as_ref().is_some_and(|out| {
                // Under a mask the old elements pass through the loop's dtype.
                loses(*inner, out.dtype()) || kwargs.where_.is_some() && loses(out.dtype(), *inner)
            })
        });
    if inputs || outputs {
        events::warn(
            "ComplexWarning",
            "Casting complex values to real discards the imaginary part",
        );
    }
}

/// The operands as tensors: weak numbers become elements of the loop's dtypes.
fn convert(
    def: &UfuncDef,
    found: &Loop,
    operands: &[Operand],
    kwargs: &Kwargs,
) -> Result<SmallVec<[Tensor; 2]>> {
    let mut inputs = SmallVec::new();
    for (operand, inner) in operands.iter().zip(found.types) {
        inputs.push(match operand {
            Operand::Tensor(tensor) => tensor.clone(),
            Operand::Weak(weak) => {
                let own = weak_dtype(def, weak)?;
                if let Weak::Int(int) = weak
                    && *inner == DType::Bool
                    && int.to_i64().is_none()
                    && def.nin > 1
                {
                    return Err(Error::overflow("Python int too large to convert to C long"));
                }
                if !weak_fits(def, found, own, *inner, kwargs) {
                    // An error, in its turn among those of the other operands. Beside single precision, a
                    // Python complex is complex64.
                    inputs.push(Tensor::from_scalar(&match weak {
                        Weak::Complex(_) if matches!(inner, DType::F16 | DType::F32) => {
                            weak.to_scalar(DType::C64)?
                        }
                        weak => weak.default_scalar()?,
                    }));
                    continue;
                }
                if kwargs.casting == Casting::Equiv
                    && def.nin > 1
                    && own != *inner
                    && !takes_any_int(def, *inner)
                {
                    return Err(Error::type_(format!(
                        "cannot cast Python {} to {inner} under the casting rule 'equiv'",
                        weak.to_value::<Tensor>().type_name()
                    )));
                }
                if def.nin == 1 {
                    // Alone, it is an array like any other, and wraps.
                    Tensor::from_scalar(&cast_scalar(&weak.default_scalar()?, *inner))
                } else if own.is_integer() && *inner == DType::Bool {
                    // A C long on its way to a bool.
                    Tensor::from_scalar(&cast_scalar(&weak.to_scalar(own)?, DType::Bool))
                } else {
                    Tensor::from_scalar(&weak.to_scalar(*inner)?)
                }
            }
        });
    }
    Ok(inputs)
}

/// Whether the loop has its own way with Python ints: comparisons of integers, and functions of truth.
fn takes_any_int(def: &UfuncDef, inner: DType) -> bool {
    let comparison = matches!(
        def.name,
        "equal" | "not_equal" | "less" | "less_equal" | "greater" | "greater_equal"
    );
    comparison && inner.is_integer() || is_logical(def) && inner == DType::Bool
}

/// The dtype that a weak number has in the casting rule: alone, that of an array of it.
fn weak_dtype(def: &UfuncDef, weak: &Weak) -> Result<DType> {
    if def.nin == 1 {
        Ok(weak.default_scalar()?.dtype())
    } else {
        Ok(default_dtype(weak))
    }
}

/// Whether a weak number may become an element of the loop's dtype; beside others it is only asked for
/// its kind.
fn weak_fits(def: &UfuncDef, found: &Loop, own: DType, inner: DType, kwargs: &Kwargs) -> bool {
    if def.nin == 1 {
        return own == inner || can_cast(own, inner, kwargs.casting);
    }
    own.is_integer() && inner != DType::Bool
        || own.kind() as u8 <= inner.kind() as u8
        || is_logical(def) && found.types[0] == DType::Bool
        || can_cast(own, inner, kwargs.casting)
}

/// The casting rule on inputs and outputs.
fn check_casting(
    def: &UfuncDef,
    found: &Loop,
    operands: &[Operand],
    kwargs: &Kwargs,
) -> Result<()> {
    let logical = is_logical(def) && found.types[0] == DType::Bool;
    for (i, operand) in operands.iter().enumerate() {
        let inner = found.types[i];
        let (own, fits) = match operand {
            Operand::Tensor(t) => {
                let own = t.dtype();
                (
                    own,
                    own == inner || logical || can_cast(own, inner, kwargs.casting),
                )
            }
            Operand::Weak(weak) => {
                let own = weak_dtype(def, weak)?;
                (own, weak_fits(def, found, own, inner, kwargs))
            }
        };
        if !fits {
            return Err(cannot_cast_input(def, i, own, inner, kwargs));
        }
    }
    for (i, out) in kwargs.out.iter().enumerate() {
        if let Some(out) = out
            && out.dtype() != found.types[def.nin + i]
            && !can_cast(found.types[def.nin + i], out.dtype(), kwargs.casting)
        {
            return Err(cannot_cast(
                def,
                &if def.nout == 1 {
                    "output".to_owned()
                } else {
                    format!("output {}", def.nin + i)
                },
                found.types[def.nin + i],
                out.dtype(),
                kwargs,
            ));
        }
    }
    Ok(())
}

#[cold]
fn cannot_cast_input(def: &UfuncDef, i: usize, from: DType, to: DType, kwargs: &Kwargs) -> Error {
    let what = if def.nin == 1 {
        "input".to_owned()
    } else {
        format!("input {i}")
    };
    cannot_cast(def, &what, from, to, kwargs)
}

#[cold]
fn cannot_cast(def: &UfuncDef, what: &str, from: DType, to: DType, kwargs: &Kwargs) -> Error {
    Error::ufunc_type(format!(
        "Cannot cast ufunc '{}' {what} from dtype('{from}') to dtype('{to}') with casting rule '{}'",
        def.name,
        kwargs.casting.name()
    ))
}

/// A shape as Python prints it in ufunc errors: without spaces.
struct Tuple<'a>(&'a [usize]);

impl std::fmt::Display for Tuple<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            [one] => write!(f, "({one},)"),
            many => {
                f.write_str("(")?;
                for (i, d) in many.iter().enumerate() {
                    write!(f, "{}{d}", if i == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// The shape that all operands broadcast to.
fn broadcast_shape(
    inputs: &[Tensor],
    outs: &[Option<Tensor>],
    mask: Option<&Tensor>,
) -> Result<Shape> {
    let all = || inputs.iter().chain(outs.iter().flatten()).chain(mask);
    let ndim = all().map(Tensor::ndim).max().unwrap_or(0);
    let mut shape: Shape = smallvec![1; ndim];
    for tensor in all() {
        let lead = ndim - tensor.ndim();
        for (have, &length) in shape[lead..].iter_mut().zip(tensor.shape()) {
            if length != 1 && *have != length {
                if *have != 1 {
                    let mut text =
                        String::from("operands could not be broadcast together with shapes ");
                    for tensor in all() {
                        text.push_str(&format!("{} ", Tuple(tensor.shape())));
                    }
                    return Err(Error::value(text));
                }
                *have = length;
            }
        }
    }
    Ok(shape)
}

/// The axes of fresh results, outermost in memory first.
///
/// For `K`, axes are sorted by the operands' strides: one goes outside another if its strides are larger
/// in some operand and in none smaller or equal; axes that no operand tells apart stay where they are.
fn axis_order(
    shape: &[usize],
    inputs: &[Tensor],
    outs: &[Option<Tensor>],
    mask: Option<&Tensor>,
    order: Order,
) -> Shape {
    let ndim = shape.len();
    let given = || inputs.iter().chain(outs.iter().flatten()).chain(mask);
    let fortran = match order {
        Order::C => false,
        Order::F => true,
        Order::A => given().all(Tensor::is_f_contiguous),
        Order::K => {
            if ndim < 2 || given().all(|t| t.is_c_contiguous() && t.ndim() == ndim) {
                false
            } else {
                return sorted_axes(shape, given());
            }
        }
    };
    if fortran {
        (0..ndim).rev().collect()
    } else {
        (0..ndim).collect()
    }
}

pub(crate) fn sorted_axes<'a>(
    shape: &[usize],
    operands: impl Iterator<Item = &'a Tensor>,
) -> Shape {
    let ndim = shape.len();
    let strides: SmallVec<[SmallVec<[usize; 4]>; 4]> = operands
        .map(|t| {
            let lead = ndim - t.ndim();
            (0..ndim)
                .map(|axis| match axis.checked_sub(lead) {
                    Some(own) if t.shape()[own] != 1 => t.strides()[own].unsigned_abs(),
                    _ => 0,
                })
                .collect()
        })
        .collect();
    // `None`: no operand compares the axes; else whether `a` belongs outside `b`.
    let outside = |a: usize, b: usize| -> Option<bool> {
        let mut answer = None;
        for s in &strides {
            if s[a] != 0 && s[b] != 0 {
                if s[a] <= s[b] {
                    return Some(false);
                }
                answer = Some(true);
            }
        }
        answer
    };
    // Sorted from the innermost axis outwards; C order is where it starts.
    let mut axes: Shape = (0..ndim).rev().collect();
    for i in 1..ndim {
        let axis = axes[i];
        let mut position = i;
        for j in (0..i).rev() {
            match outside(axes[j], axis) {
                None => {}
                Some(true) => position = j,
                Some(false) => break,
            }
        }
        axes.remove(i);
        axes.insert(position, axis);
    }
    axes.reverse();
    axes
}
