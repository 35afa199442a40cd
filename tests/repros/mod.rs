//! Generated: see `../repro.rs`.

pub mod case_absolute_a3db955d5586 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[0], DType::F64, &[])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("absolute".into()), vec![v0.clone()], vec![("dtype".into(), Value::DType(DType::C128))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_add_7ee91e293dfd {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[0, 5], DType::F64, &[])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[0, 5], DType::Bool, &[])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("add".into()), vec![v0.clone(), Value::Tuple(vec![Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(-65535)])], vec![("where".into(), v1.clone()), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_arccos_03a74bbd7466 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 224, 67])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("arccos".into()), vec![v0.clone()], vec![("where".into(), v1.clone()), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_arccosh_c12ce74f5a4f {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::C128, &[0, 0, 0, 0, 0, 0, 0, 0, 156, 117, 0, 136, 60, 228, 55, 126])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("arccosh".into()), vec![v0.clone()], vec![("where".into(), v1.clone()), ("dtype".into(), Value::Str("complex64".to_owned()))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_array_0e9bfcccf80a {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("array".into()), vec![Value::Scalar(Scalar::from_bytes(DType::I32, &[127, 255, 255, 255])), Value::DType(DType::I8)], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_array_split_361b0b324dde {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("array_split".into()), vec![v0.clone(), Value::List(vec![]), Value::Int("18446744073709551616".parse().expect("digits"))], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_asarray_3e3a50c1861d {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("asarray".into()), vec![Value::Scalar(Scalar::from_bytes(DType::F64, &[232, 102, 0, 247, 180, 231, 52, 126])), Value::DType(DType::I64)], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_astype_c6e901045400 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2, 2], DType::F64, &[0, 0, 0, 224, 255, 255, 239, 199, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Method("astype".into()), vec![v0.clone(), Value::DType(DType::U32)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_clip_1623f6fb67e1 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 64])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("clip".into()), vec![v0.clone(), Value::Complex(Complex64::new(1.5_f64, f64::from_bits(0x7ff8000000000000))), Value::Bool(false)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_clip_ea29dc1403cd {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Method("clip".into()), vec![Value::Scalar(Scalar::from_bytes(DType::F16, &[0, 0]))], vec![("out".into(), v0.clone())])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_copysign_8600d5e5c025 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("copysign".into()), vec![Value::int(0), Value::int(0)], vec![("casting".into(), Value::Str("equiv".to_owned()))])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_deg2rad_af8ac4e9be6b {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 80, 214, 251, 64])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("deg2rad".into()), vec![v0.clone()], vec![("where".into(), v1.clone()), ("dtype".into(), Value::Str("float16".to_owned()))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_dot_7fdb3dadbc02 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2, 1], DType::F64, &[0, 0, 0, 0, 0, 0, 240, 127, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1, 2], DType::C128, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 240, 63, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("dot".into()), vec![v0.clone(), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_equal_d848887c085c {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2], DType::I64, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("broadcast_to".into()), vec![v0.clone(), Value::Tuple(vec![Value::int(2), Value::int(2)])], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("equal".into()), vec![v1.clone(), Value::Int("18446744073709551616".parse().expect("digits"))], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_eye_0d5c87bbebec {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("eye".into()), vec![Value::int(0)], vec![("k".into(), Value::Float(0.0_f64))])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_eye_8dc5d6eba0c6 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("eye".into()), vec![Value::int(0)], vec![("k".into(), Value::Int("18446744073709551616".parse().expect("digits")))])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_eye_9d90e6080630 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("eye".into()), vec![Value::Int("18446744073709551616".parse().expect("digits"))], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_float_power_15d3db1b029f {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 240, 255])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 224, 63])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("float_power".into()), vec![v0.clone(), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_float_power_88178ba3fba6 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 128])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("float_power".into()), vec![v0.clone(), Value::Float(0.5_f64)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_float_power_af9cd94e8aca {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("float_power".into()), vec![Value::Complex(Complex64::new(3.5_f64, 8.0_f64)), Value::Float(f64::from_bits(0x7ff8000000000000))], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_floor_divide_2402669b13f1 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 240, 127])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::I64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::SetItem, vec![v1.clone(), Value::Bool(false), v0.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_fmax_fa4a9d43d7e4 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1, 1], DType::C128, &[0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 239, 127])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("fmax".into()), vec![v0.clone(), v0.clone()], vec![("dtype".into(), Value::DType(DType::C64))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_fmin_d315972c1308 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 224, 255, 255, 255, 239, 65])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("fmin".into()), vec![v0.clone(), Value::int(0)], vec![("where".into(), v1.clone()), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_fmin_fbdadcbda1d2 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1, 1], DType::F64, &[255, 255, 255, 255, 255, 255, 239, 127])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("fmin".into()), vec![v0.clone(), v0.clone()], vec![("dtype".into(), Value::DType(DType::F32))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_full_9b94d05090d4 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("full".into()), vec![Value::int(0), Value::Float(1e300_f64), Value::Str("float32".to_owned())], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_full_f0d7f718f9f9 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("full".into()), vec![Value::int(0), Value::Int("18446744073709551616".parse().expect("digits")), Value::DType(DType::Bool)], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_full_like_ab27e0385759 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("full_like".into()), vec![v0.clone(), Value::Int("18446744073709551616".parse().expect("digits"))], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_getitem_40f84783e6ae {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::GetItem, vec![v0.clone(), Value::Ellipsis], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("logaddexp".into()), vec![Value::int(0), Value::int(0), v0.clone()], vec![("casting".into(), Value::Str("equiv".to_owned()))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_greater_1920cbf8f50e {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Operator("gt".into()), vec![Value::int(0), Value::Scalar(Scalar::from_bytes(DType::C64, &[0, 0, 192, 127, 0, 0, 0, 0]))], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_heaviside_b99c403d2ee6 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("heaviside".into()), vec![Value::Scalar(Scalar::from_bytes(DType::U32, &[255, 255, 255, 127])), Value::Bool(false)], vec![("where".into(), v0.clone()), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_hstack_ac40dddac900 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::I8, &[0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::U8, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F16, &[0, 0])?));
    vars.push(("v2", v2.clone()));
    let v3 = dispatch(&Callee::Function("hstack".into()), vec![Value::List(vec![v0.clone(), v1.clone(), v2.clone()])], vec![])?;
    vars.push(("v3", v3.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_identity_3232a3f9f7ce {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("identity".into()), vec![Value::Int("18446744073709551616".parse().expect("digits"))], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_imag_1f5b5d6aee3b {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2, 2], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Attribute("T".into()), vec![v0.clone()], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Attribute("imag".into()), vec![v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_isfinite_8426a9ebb52a {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[31], DType::Bool, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::GetItem, vec![v1.clone(), Value::Slice(Box::new(Slice { start: Value::None, stop: Value::None, step: Value::int(2) }))], vec![])?;
    vars.push(("v2", v2.clone()));
    let v3 = dispatch(&Callee::Function("isfinite".into()), vec![v0.clone()], vec![("out".into(), v2.clone())])?;
    vars.push(("v3", v3.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_lcm_c7cfe030b0a0 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2], DType::I64, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("lcm".into()), vec![Value::List(vec![Value::Tuple(vec![Value::int(0)]), Value::Tuple(vec![Value::int(0)])]), v0.clone()], vec![("order".into(), Value::Str("A".to_owned()))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_less_adb550b2b060 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Operator("lt".into()), vec![Value::Scalar(Scalar::from_bytes(DType::C128, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 248, 127])), Value::int(1)], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_less_c2b00d2bcb95 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Operator("lt".into()), vec![Value::Float(1.7976931348623157e308_f64), Value::Scalar(Scalar::from_bytes(DType::C64, &[0, 0, 0, 0, 0, 0, 0, 0]))], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_log1p_ef6f2ba064d7 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 224, 67])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("log1p".into()), vec![v0.clone()], vec![("where".into(), Value::Bool(false)), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_logaddexp_8ba7313a6dce {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 224, 67])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("logaddexp".into()), vec![v0.clone(), Value::int(0)], vec![("where".into(), v1.clone()), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_logaddexp2_c7ba47e9c5c4 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 192, 255, 239, 64])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("logaddexp2".into()), vec![v0.clone(), v1.clone()], vec![("where".into(), Value::Bool(false)), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_logical_and_8a997ddca3a0 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("logical_and".into()), vec![v0.clone(), Value::int(0)], vec![("casting".into(), Value::Str("equiv".to_owned()))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_logical_or_a580a19892af {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("logical_or".into()), vec![v0.clone(), Value::int(0)], vec![("casting".into(), Value::Str("equiv".to_owned()))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_logical_xor_13a67867dd1c {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("logical_xor".into()), vec![Value::Scalar(Scalar::from_bytes(DType::I16, &[0, 0])), Value::int(0)], vec![("casting".into(), Value::Str("equiv".to_owned()))])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_matmul_6d3471648583 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::U64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Operator("imatmul".into()), vec![v0.clone(), Value::int(0)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_matmul_faa9f5580b95 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2], DType::C128, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 240, 63, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 240, 127])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("matmul".into()), vec![v0.clone(), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_matmul_ffe0bf5dbbee {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2], DType::F32, &[0, 0, 0, 0, 0, 0, 128, 127])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2, 2], DType::Bool, &[0, 0, 1, 1])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Operator("matmul".into()), vec![v0.clone(), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_maximum_04a0db2f189b {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1, 1], DType::F64, &[255, 255, 255, 255, 255, 255, 239, 127])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("maximum".into()), vec![v0.clone(), v0.clone()], vec![("dtype".into(), Value::DType(DType::F32))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_maximum_2fee9f458449 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("maximum".into()), vec![Value::List(vec![Value::int(-65535)]), v0.clone()], vec![("where".into(), v1.clone()), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_maximum_912905a363df {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("maximum".into()), vec![v0.clone(), Value::int(0)], vec![("dtype".into(), Value::DType(DType::Bool))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_minimum_14403b07d319 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1, 1], DType::F64, &[255, 255, 255, 255, 255, 255, 239, 127])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("minimum".into()), vec![v0.clone(), v1.clone()], vec![("dtype".into(), Value::Str("f4".to_owned()))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_multiply_818424d7d409 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 128])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("spacing".into()), vec![v0.clone()], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Operator("imul".into()), vec![v1.clone(), Value::int(0)], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_multiply_dc3f58a720d4 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::C128, &[0, 0, 0, 0, 0, 0, 240, 127, 0, 0, 0, 0, 0, 0, 248, 127])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("multiply".into()), vec![v0.clone(), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_multiply_e91948df2bc1 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Operator("imul".into()), vec![Value::Int("18446744073709551615".parse().expect("digits")), Value::Scalar(Scalar::from_bytes(DType::U64, &[255, 255, 255, 255, 255, 255, 255, 255]))], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_nextafter_34c46d4dc494 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 128])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("nextafter".into()), vec![v0.clone(), v1.clone()], vec![("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_nextafter_76cfdf6cebf8 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[20], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 254, 166, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[20], DType::F16, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("nextafter".into()), vec![v0.clone(), Value::List(vec![Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0)]), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_power_063979acc1fa {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::I64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("power".into()), vec![v0.clone(), Value::int(-1), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_power_4ef88de5d6f2 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 128])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("power".into()), vec![v0.clone(), Value::Float(0.5_f64)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_power_81e3a0f162a7 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1], DType::Bool, &[0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Operator("pow".into()), vec![v0.clone(), Value::int(2)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_power_e9a89b53a739 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[2], DType::C128, &[0, 0, 0, 0, 0, 0, 240, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 240, 63, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Operator("ipow".into()), vec![v0.clone(), Value::Float(-1.0_f64)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_power_eeeb0ef0906c {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::C128, &[0, 0, 0, 0, 0, 0, 240, 63, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Operator("ipow".into()), vec![v0.clone(), Value::Float(f64::from_bits(0x7ff8000000000000))], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_power_ff5571c6c132 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[7, 3], DType::F32, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 118, 23, 113, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::GetItem, vec![v0.clone(), Value::Slice(Box::new(Slice { start: Value::None, stop: Value::None, step: Value::int(3) }))], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[3, 3], DType::F32, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v2", v2.clone()));
    let v3 = dispatch(&Callee::Operator("ipow".into()), vec![v1.clone(), v2.clone()], vec![])?;
    vars.push(("v3", v3.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_repr_9b3ebfe37df3 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::C64, &[0, 0, 0, 0, 208, 234, 56, 71])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Builtin("repr".into()), vec![v0.clone()], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_roll_1aebbfd2c501 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("roll".into()), vec![Value::int(0), Value::int(0), Value::Float(0.0_f64)], vec![])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_roll_4e8b32740c8e {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("roll".into()), vec![v0.clone(), Value::int(0), Value::Int("18446744073709551616".parse().expect("digits"))], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_roll_c0875a96713c {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("roll".into()), vec![v0.clone(), Value::Str("1".to_owned())], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_setitem_87959c714940 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("spacing".into()), vec![Value::List(vec![Value::Float(-0.0_f64)])], vec![])?;
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::SetItem, vec![v0.clone(), Value::Slice(Box::new(Slice { start: Value::None, stop: Value::None, step: Value::int(0) })), Value::None], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_signbit_c3da40aa8ef3 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[64], DType::Bool, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::GetItem, vec![v0.clone(), Value::Slice(Box::new(Slice { start: Value::None, stop: Value::None, step: Value::int(-3) }))], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("signbit".into()), vec![Value::List(vec![Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0), Value::int(0)]), v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_spacing_6a33d1a01877 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 240, 191])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Operator("imod".into()), vec![v0.clone(), v0.clone()], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("spacing".into()), vec![v0.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_spacing_bf1346c124f4 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F32, &[255, 255, 127, 127])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("spacing".into()), vec![v0.clone()], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_split_8893e3c16cfb {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("split".into()), vec![v0.clone(), Value::None], vec![("axis".into(), Value::Int("18446744073709551616".parse().expect("digits")))])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_split_b507ddbdd4d4 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("split".into()), vec![v0.clone(), Value::Float(1.5_f64)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_sqrt_436fd8fa9cd2 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::F64, &[0, 0, 0, 0, 224, 255, 239, 64])?));
    vars.push(("v0", v0.clone()));
    let v1 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[], DType::Bool, &[0])?));
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("sqrt".into()), vec![v0.clone()], vec![("where".into(), v1.clone()), ("dtype".into(), Value::DType(DType::F16))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_std_88689ca2b142 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = dispatch(&Callee::Function("std".into()), vec![Value::int(0), Value::None], vec![("dtype".into(), Value::Str("".to_owned())), ("ddof".into(), Value::int(1))])?;
    vars.push(("v0", v0.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_strides_c7dfcebc2abb {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("broadcast_to".into()), vec![v0.clone(), Value::int(1)], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Attribute("strides".into()), vec![v1.clone()], vec![])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_tile_78b8b6d28870 {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[0], DType::F64, &[])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("tile".into()), vec![v0.clone(), Value::int(-1)], vec![])?;
    vars.push(("v1", v1.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub mod case_zeros_like_7d3dd2aa3c1c {
use tnp::model::{Callee, Slice};
use tnp::num_complex::Complex64;
use tnp::wrapper::dynamic::dispatch;
use tnp::{DType, NdArray, Scalar, Tensor, Value};

type Vars = Vec<(&'static str, Value<NdArray>)>;

fn program(vars: &mut Vars) -> tnp::Result<()> {
    let v0 = Value::Array(NdArray::from_tensor(Tensor::from_bytes(&[1], DType::F64, &[0, 0, 0, 0, 0, 0, 0, 0])?));
    vars.push(("v0", v0.clone()));
    let v1 = dispatch(&Callee::Function("broadcast_to".into()), vec![v0.clone(), Value::Tuple(vec![Value::int(2), Value::int(1)])], vec![])?;
    vars.push(("v1", v1.clone()));
    let v2 = dispatch(&Callee::Function("zeros_like".into()), vec![v1.clone()], vec![("shape".into(), Value::Tuple(vec![Value::int(2), Value::int(2)]))])?;
    vars.push(("v2", v2.clone()));
    Ok(())
}

pub fn main() {
    let mut vars = Vars::new();
    let result = program(&mut vars);
    let events = tnp::events::take_fp();
    for (name, value) in vars {
        let repr = dispatch(&Callee::Builtin("repr".into()), vec![value.clone()], Vec::new());
        match (&value, repr) {
            (Value::Array(_), Ok(Value::Str(text))) => println!("{name}: {text}"),
            (other, _) => println!("{name}: {other:?}"),
        }
    }
    if let Err(error) = result {
        println!("{error}");
    }
    println!("fp events: {events}");
}
}

pub fn all() {
    case_absolute_a3db955d5586::main();
    case_add_7ee91e293dfd::main();
    case_arccos_03a74bbd7466::main();
    case_arccosh_c12ce74f5a4f::main();
    case_array_0e9bfcccf80a::main();
    case_array_split_361b0b324dde::main();
    case_asarray_3e3a50c1861d::main();
    case_astype_c6e901045400::main();
    case_clip_1623f6fb67e1::main();
    case_clip_ea29dc1403cd::main();
    case_copysign_8600d5e5c025::main();
    case_deg2rad_af8ac4e9be6b::main();
    case_dot_7fdb3dadbc02::main();
    case_equal_d848887c085c::main();
    case_eye_0d5c87bbebec::main();
    case_eye_8dc5d6eba0c6::main();
    case_eye_9d90e6080630::main();
    case_float_power_15d3db1b029f::main();
    case_float_power_88178ba3fba6::main();
    case_float_power_af9cd94e8aca::main();
    case_floor_divide_2402669b13f1::main();
    case_fmax_fa4a9d43d7e4::main();
    case_fmin_d315972c1308::main();
    case_fmin_fbdadcbda1d2::main();
    case_full_9b94d05090d4::main();
    case_full_f0d7f718f9f9::main();
    case_full_like_ab27e0385759::main();
    case_getitem_40f84783e6ae::main();
    case_greater_1920cbf8f50e::main();
    case_heaviside_b99c403d2ee6::main();
    case_hstack_ac40dddac900::main();
    case_identity_3232a3f9f7ce::main();
    case_imag_1f5b5d6aee3b::main();
    case_isfinite_8426a9ebb52a::main();
    case_lcm_c7cfe030b0a0::main();
    case_less_adb550b2b060::main();
    case_less_c2b00d2bcb95::main();
    case_log1p_ef6f2ba064d7::main();
    case_logaddexp_8ba7313a6dce::main();
    case_logaddexp2_c7ba47e9c5c4::main();
    case_logical_and_8a997ddca3a0::main();
    case_logical_or_a580a19892af::main();
    case_logical_xor_13a67867dd1c::main();
    case_matmul_6d3471648583::main();
    case_matmul_faa9f5580b95::main();
    case_matmul_ffe0bf5dbbee::main();
    case_maximum_04a0db2f189b::main();
    case_maximum_2fee9f458449::main();
    case_maximum_912905a363df::main();
    case_minimum_14403b07d319::main();
    case_multiply_818424d7d409::main();
    case_multiply_dc3f58a720d4::main();
    case_multiply_e91948df2bc1::main();
    case_nextafter_34c46d4dc494::main();
    case_nextafter_76cfdf6cebf8::main();
    case_power_063979acc1fa::main();
    case_power_4ef88de5d6f2::main();
    case_power_81e3a0f162a7::main();
    case_power_e9a89b53a739::main();
    case_power_eeeb0ef0906c::main();
    case_power_ff5571c6c132::main();
    case_repr_9b3ebfe37df3::main();
    case_roll_1aebbfd2c501::main();
    case_roll_4e8b32740c8e::main();
    case_roll_c0875a96713c::main();
    case_setitem_87959c714940::main();
    case_signbit_c3da40aa8ef3::main();
    case_spacing_6a33d1a01877::main();
    case_spacing_bf1346c124f4::main();
    case_split_8893e3c16cfb::main();
    case_split_b507ddbdd4d4::main();
    case_sqrt_436fd8fa9cd2::main();
    case_std_88689ca2b142::main();
    case_strides_c7dfcebc2abb::main();
    case_tile_78b8b6d28870::main();
    case_zeros_like_7d3dd2aa3c1c::main();
}
