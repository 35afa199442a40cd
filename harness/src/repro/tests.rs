use super::*;
use nparity_model::{ArrayLiteral, DType, Scalar};

fn array(v: u32) -> Value<Var> {
    Value::Array(Var(v))
}

fn program() -> Program {
    let mut p = Program::default();
    p.literal(ArrayLiteral::from_scalars(
        DType::F64,
        vec![2, 2],
        &[
            (-0.0).into(),
            f64::INFINITY.into(),
            5e-324.into(),
            f64::NAN.into(),
        ],
    ));
    p.push(Statement::new(
        Callee::GetItem,
        vec![
            array(0),
            Value::Tuple(vec![
                Value::slice(None, None, Some(-1)),
                Value::None,
                Value::Ellipsis,
                Value::slice(Some(0), Some(1), None),
            ]),
        ],
    ));
    p.push(
        Statement::new(
            Callee::Function("add".into()),
            vec![array(1), Value::Scalar(Scalar::from(3i8))],
        )
        .kw("dtype", Value::DType(DType::F32)),
    );
    p.push(Statement::new(
        Callee::SetItem,
        vec![array(0), Value::Tuple(vec![]), Value::Float(-1.5)],
    ));
    p.push(Statement::new(
        Callee::Operator("iadd".into()),
        vec![array(0), Value::int(1)],
    ));
    p.push(Statement::new(
        Callee::Operator("pow".into()),
        vec![Value::int(-2), array(2)],
    ));
    p.push(
        Statement::new(Callee::Method("sum".into()), vec![array(0)])
            .kw("axis", Value::Tuple(vec![Value::int(-1)])),
    );
    p
}

#[test]
fn statements_read_as_python() {
    assert_eq!(
        short(&program()),
        "v0 = np.array([[-0.0, np.inf], [5e-324, np.nan]], dtype=np.float64)\n\
         v1 = v0[::-1, None, ..., 0:1]\n\
         v2 = np.add(v1, np.int8(3), dtype=np.dtype('float32'))\n\
         v0[()] = -1.5\n\
         v4 = operator.iadd(v0, 1)\n\
         v5 = (-2) ** v2\n\
         v6 = v0.sum(axis=(-1,))"
    );
}

#[test]
fn scripts_import_what_they_need_and_show_the_end() {
    let text = script(&program(), &["value of v2[0]\nsecond line".to_owned()]);
    assert!(text.starts_with("# value of v2[0]\n# second line\nimport operator\n"));
    assert!(text.contains("\n    v0[()] = -1.5\n"));
    assert!(text.ends_with("show(name, globals()[name])\n"));
    let empty = script(&Program::default(), &[]);
    assert!(empty.contains("    pass\n") && !empty.contains("operator"));
}

#[test]
fn literals_keep_their_bits() {
    let scalar = |x: Scalar| literal::scalar(&x);
    assert_eq!(scalar(0.1f32.into()), "np.float32(0.1)");
    assert_eq!(scalar(half::f16::from_f64(0.1).into()), "np.float16(0.1)");
    assert_eq!(scalar(half::f16::MAX.into()), "np.float16(65500.0)");
    assert_eq!(scalar(true.into()), "np.True_");
    assert_eq!(scalar(u64::MAX.into()), "np.uint64(18446744073709551615)");
    let z = num_complex::Complex64::new(1.5, -0.0);
    assert_eq!(scalar(z.into()), "np.complex128(complex(1.5, -0.0))");
    let z = num_complex::Complex32::new(1.0, -2.0);
    assert_eq!(scalar(z.into()), "np.complex64(1.0-2.0j)");
    let odd = f32::from_bits(0xffc0_0001);
    assert_eq!(
        scalar(odd.into()),
        "np.frombuffer(bytes.fromhex('0100c0ff'), np.float32)[0]"
    );
    let empty = ArrayLiteral::new(DType::I8, vec![0, 3], vec![]).unwrap();
    assert_eq!(literal::array(&empty), "np.zeros((0, 3), dtype=np.int8)");
    let full = ArrayLiteral::new(DType::Bool, vec![9], vec![1; 9]).unwrap();
    assert_eq!(literal::array(&full), "np.full((9,), True, dtype=bool)");
}

#[test]
fn short_decimals_of_narrow_floats_read_back() {
    // Every float16, and float32s all over the range, by way of a double as NumPy reads them.
    for bits in 0..=u16::MAX {
        let x = half::f16::from_bits(bits);
        if x.is_finite() {
            let text = literal::element(&x.into());
            let back = half::f16::from_f64(text.parse().unwrap());
            assert_eq!(back.to_bits(), bits, "{text}");
        }
    }
    for bits in (0..u32::MAX).step_by(65_521) {
        let x = f32::from_bits(bits);
        if x.is_finite() {
            let text = literal::element(&x.into());
            #[expect(clippy::cast_possible_truncation, reason = "as NumPy reads it")]
            let back = text.parse::<f64>().unwrap() as f32;
            assert_eq!(back.to_bits(), bits, "{text}");
        }
    }
}

#[test]
fn strings_and_odd_arguments_are_quoted() {
    let value: Value<Var> = Value::Str("a'b\\\n\u{e9}".to_owned());
    assert_eq!(expression(&value), "'a\\'b\\\\\\n\\U000000e9'");
    assert_eq!(expression(&Value::Tuple(vec![])), "()");
    let big: Value<Var> = Value::Int((1i128 << 70).into());
    assert_eq!(object(&big), "(1180591620717411303424)");
}
