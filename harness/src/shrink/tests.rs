use super::*;
use nparity_model::{DType, Scalar, Var};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

fn literal() -> impl Strategy<Value = ArrayLiteral> {
    let shapes = prop::collection::vec(0usize..5, 0..4);
    (0..DType::COUNT, shapes, any::<u64>()).prop_map(|(dtype, shape, mut seed)| {
        let dtype = DType::ALL[dtype];
        let bytes = shape.iter().product::<usize>() * dtype.itemsize();
        let data = (0..bytes)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let byte = (seed >> 56) as u8;
                if dtype == DType::Bool { byte & 1 } else { byte }
            })
            .collect();
        ArrayLiteral::new(dtype, shape, data).unwrap()
    })
}

fn argument(vars: u32) -> impl Strategy<Value = Value<Var>> {
    let leaf = prop_oneof![
        (0..vars).prop_map(|v| Value::Array(Var(v))),
        any::<i64>().prop_map(Value::int),
        any::<i128>().prop_map(|n| Value::Int(n.into())),
        any::<f64>().prop_map(Value::Float),
        any::<bool>().prop_map(Value::Bool),
        any::<i8>().prop_map(|n| Value::Scalar(n.into())),
        any::<f64>().prop_map(|n| Value::Scalar(n.into())),
        (0..DType::COUNT).prop_map(|d| Value::DType(DType::ALL[d])),
        Just(Value::Str("i2".to_owned())),
        any::<i8>().prop_map(|n| Value::slice(Some(n.into()), None, Some(2))),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Tuple),
            prop::collection::vec(inner, 0..3).prop_map(Value::List),
        ]
    })
}

fn programs() -> impl Strategy<Value = Program> {
    let first = prop::collection::vec(literal(), 1..4);
    let calls = prop::collection::vec(
        (
            prop::collection::vec(argument(3), 1..4),
            prop::collection::vec(argument(3), 0..3),
        ),
        0..5,
    );
    (first, calls).prop_map(|(literals, calls)| {
        let mut program = Program::default();
        while program.statements.len() < 3 {
            let n = program.statements.len() % literals.len();
            program.literal(literals[n].clone());
        }
        for (args, kwargs) in calls {
            let mut statement = Statement::new(Callee::Function("add".into()), args);
            for (i, value) in kwargs.into_iter().enumerate() {
                statement = statement.kw(["axis", "dtype", "where"][i % 3], value);
            }
            program.push(statement);
        }
        program
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn candidates_are_sound_and_smaller(program in programs()) {
        let size = measure::of(&program);
        for smaller in candidates(&program).take(2000) {
            prop_assert_eq!(smaller.check(), Ok(()));
            prop_assert!(measure::of(&smaller) < size);
            for statement in &smaller.statements {
                if let Callee::Literal(l) = &statement.callee {
                    let again = ArrayLiteral::new(l.dtype, l.shape.clone(), l.data.clone());
                    prop_assert_eq!(again.as_ref(), Ok(l));
                }
            }
        }
    }

    #[test]
    fn anything_that_always_fails_shrinks_to_almost_nothing(program in programs()) {
        let small = shrink(&program, &mut |batch| vec![true; batch.len()], Limits::default());
        prop_assert!(small.statements.len() <= 1);
        prop_assert_eq!(candidates(&small).count(), 0);
    }

    #[test]
    fn what_never_fails_again_stays(program in programs()) {
        let same = shrink(&program, &mut |batch| vec![false; batch.len()], Limits::default());
        prop_assert_eq!(same, program);
    }
}

/// Asks one program at a time.
fn shrunk(program: &Program, fails: impl Fn(&Program) -> bool) -> Program {
    let mut ask = |batch: &[Program]| batch.iter().map(&fails).collect();
    shrink(program, &mut ask, Limits::default())
}

fn floats(shape: &[usize], first: f64) -> ArrayLiteral {
    let n: usize = shape.iter().product();
    let items: Vec<Scalar> = (0..n)
        .map(|i| Scalar::from(first + i as f64 * 0.37))
        .collect();
    ArrayLiteral::from_scalars(DType::F64, shape.to_vec(), &items)
}

fn array(v: u32) -> Value<Var> {
    Value::Array(Var(v))
}

/// `v1 = v0.T; v3 = add(v1, v2, dtype=, where=); v4 = sum(v3, axis=1)`
fn chain() -> Program {
    let mut p = Program::default();
    let a = p.literal(floats(&[4, 3], 5.0));
    p.push(Statement::new(
        Callee::Attribute("T".into()),
        vec![Value::Array(a)],
    ));
    p.literal(floats(&[3, 4], -9.0));
    p.push(
        Statement::new(Callee::Function("add".into()), vec![array(1), array(2)])
            .kw("dtype", Value::DType(DType::F32))
            .kw("where", Value::Bool(true)),
    );
    p.push(
        Statement::new(Callee::Function("sum".into()), vec![array(3)]).kw("axis", Value::int(1)),
    );
    p
}

fn calls(program: &Program, name: &str) -> Option<Statement> {
    let found = program
        .statements
        .iter()
        .find(|s| s.callee == Callee::Function(name.to_owned().into()));
    found.cloned()
}

#[test]
fn a_fault_of_one_call_is_left_with_its_operand() {
    let small = shrunk(&chain(), |p| {
        calls(p, "add").is_some_and(|s| s.uses().len() == 2)
    });
    assert_eq!(small.statements.len(), 2);
    let Callee::Literal(operand) = &small.statements[0].callee else {
        panic!("{small:?}");
    };
    assert_eq!((operand.size(), operand.shape.len()), (1, 0));
    assert_eq!(operand.item(0), Scalar::from(0.0));
    assert_eq!(small.statements[1].kwargs, []);
    assert_eq!(small.statements[1].args, [array(0), array(0)]);
}

#[test]
fn a_keyword_that_matters_stays() {
    let small = shrunk(&chain(), |p| {
        calls(p, "add").is_some_and(|s| s.kwargs.iter().any(|(n, _)| n == "dtype"))
    });
    let kwargs = &small.statements.last().unwrap().kwargs;
    assert_eq!(kwargs, &[("dtype".into(), Value::DType(DType::F64))]);
}

#[test]
fn axes_of_one_length_shrink_together() {
    // Fails while the two literals have a common first length and an element is -0.0.
    let mut p = Program::default();
    let mut items: Vec<Scalar> = (0..35).map(|i| Scalar::from(f64::from(i) + 0.5)).collect();
    items[17] = Scalar::from(-0.0);
    p.literal(ArrayLiteral::from_scalars(DType::F64, vec![5, 7], &items));
    p.literal(floats(&[5], 1.0));
    p.push(Statement::new(
        Callee::Function("add".into()),
        vec![array(0), array(1)],
    ));
    let small = shrunk(&p, |p| {
        let literals: Vec<_> = literals::literals(p).map(|(_, l)| l).collect();
        let [a, b] = literals.as_slice() else {
            return false;
        };
        !a.shape.is_empty()
            && a.shape.first() == b.shape.first()
            && a.items().any(|x| x == Scalar::from(-0.0))
    });
    let shapes: Vec<_> = literals::literals(&small)
        .map(|(_, l)| l.shape.clone())
        .collect();
    assert_eq!(shapes, [[1], [1]]);
    assert_eq!(
        literals::literals(&small).next().unwrap().1.item(0),
        Scalar::from(-0.0)
    );
}

#[test]
fn dtypes_and_values_become_plain() {
    let mut p = Program::default();
    let items: Vec<Scalar> = (0..6).map(|i| Scalar::from(20i16 * i)).collect();
    p.literal(ArrayLiteral::from_scalars(DType::I16, vec![6], &items));
    p.push(Statement::new(
        Callee::Function("sum".into()),
        vec![array(0)],
    ));
    // Any signed integer above 50.
    let small = shrunk(&p, |p| {
        p.statements.len() == 2
            && literals::literals(p).any(|(_, l)| {
                l.dtype.kind() == nparity_model::DTypeKind::Signed
                    && l.items().any(|x| x.as_integer().is_some_and(|n| n > 50))
            })
    });
    let (_, literal) = literals::literals(&small).next().unwrap();
    assert_eq!((literal.dtype, literal.size()), (DType::I64, 1));
    assert_eq!(literal.item(0), Scalar::from(51i64));
}

#[test]
fn results_are_replaced_by_literals_when_they_are_known() {
    let program = chain();
    let view = nparity_model::Observed {
        dtype: DType::F64,
        shape: vec![3, 4],
        strides: vec![8, 24],
        data: floats(&[3, 4], 2.0).data,
        storage: 0,
        offset: 0,
        object: 1,
        c_contiguous: false,
        f_contiguous: true,
        writeable: true,
    };
    let outcome = Outcome {
        vars: vec![Value::None, Value::Array(view)],
        ..Outcome::default()
    };
    // Fails while `add` has a first operand above 2.
    let fails = |p: &Program| {
        let Some(Value::Array(v)) = calls(p, "add").and_then(|s| s.args.first().cloned()) else {
            return false;
        };
        match &p.statements[v.index()].callee {
            Callee::Literal(l) => l.items().any(|x| x.as_float().is_some_and(|x| x > 2.0)),
            _ => true,
        }
    };
    let mut ask = |batch: &[Program]| batch.iter().map(fails).collect();
    let small = shrink_with_outcome(&program, &outcome, &mut ask, Limits::default());
    assert_eq!(small.statements.len(), 2);
}

#[test]
fn limits_end_the_search() {
    let mut asked = 0;
    let limits = Limits {
        attempts: 10,
        ..Limits::default()
    };
    shrink(
        &chain(),
        &mut |batch| {
            asked += batch.len();
            vec![false; batch.len()]
        },
        limits,
    );
    assert_eq!(asked, 10);
}

#[test]
fn proptest_reaches_the_same_end() {
    let fails = |p: &Program| calls(p, "add").is_some_and(|s| s.uses().len() == 2);
    let mut tree = ProgramTree::new(chain());
    let mut more = tree.simplify();
    while more {
        more = if fails(&tree.current()) {
            tree.simplify()
        } else {
            tree.complicate()
        };
    }
    assert_eq!(tree.current(), shrunk(&chain(), fails));
}
