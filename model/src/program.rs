//! Cases as straight-line programs.

use crate::{DType, Scalar, Value, hex};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::borrow::Cow;

/// A name in a program: static where our code wrote it, owned where it was read.
pub type Name = Cow<'static, str>;

/// A variable: the result of the statement with this index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Var(pub u32);

impl Var {
    /// The index of the statement that makes it.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A short straight-line NumPy program; the form of a case everywhere.
///
/// Statement `k` binds variable `k` to its result (`None` for a setitem). A statement uses only earlier
/// variables ([`Program::check`]).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// The statements, in order.
    pub statements: Vec<Statement>,
}

/// One statement: `v_k = callee(*args, **kwargs)`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Statement {
    /// What is called.
    pub callee: Callee,
    /// Positional arguments; for methods, attributes, operators and indexing the object comes first.
    #[serde(default)]
    pub args: Vec<Value<Var>>,
    /// Keyword arguments.
    #[serde(default)]
    pub kwargs: Vec<(Name, Value<Var>)>,
    /// The result may differ within a budget: both sides record it ([`crate::Outcome::snapshots`]), and
    /// the subject goes on with the oracle's values, so that what follows is compared exactly.
    #[serde(default)]
    pub resync: bool,
}

/// What a statement calls.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Callee {
    /// A fresh C-ordered array.
    Literal(ArrayLiteral),
    /// A function of the NumPy namespace: `add`, `linalg.svd`.
    Function(Name),
    /// A method of the first argument: `sum`, `astype`.
    Method(Name),
    /// An attribute of the first argument: `T`, `size`.
    Attribute(Name),
    /// A function of Python's `operator` module: `add`, `iadd`, `neg`, `eq`, `matmul`.
    Operator(Name),
    /// A method of a ufunc: `(add, reduce)`.
    UfuncMethod(Name, Name),
    /// `args[0][args[1]]`
    GetItem,
    /// `args[0][args[1]] = args[2]`
    SetItem,
    /// The type of Python's builtins applied to the first argument: `float`, `int`, `bool`, `complex`,
    /// `repr`, `str`, `len`, `list`.
    Builtin(Name),
}

/// A fresh array: data, never code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayLiteral {
    /// Element type.
    pub dtype: DType,
    /// Shape; the number of elements is the product.
    pub shape: Vec<usize>,
    /// `itemsize` bytes per element, C order, little endian.
    pub data: Vec<u8>,
}

impl ArrayLiteral {
    /// A literal, checked: the byte count must fit, bools must be 0 or 1.
    ///
    /// # Errors
    /// A sentence that says what does not fit.
    pub fn new(dtype: DType, shape: Vec<usize>, data: Vec<u8>) -> Result<ArrayLiteral, String> {
        let bytes = shape
            .iter()
            .try_fold(dtype.itemsize(), |n, &d| n.checked_mul(d))
            .ok_or_else(|| format!("shape {shape:?} has too many elements"))?;
        if shape.len() > 64 {
            return Err(format!("{} dimensions, NumPy allows 64", shape.len()));
        }
        if bytes != data.len() {
            return Err(format!(
                "shape {shape:?} of {dtype} needs {bytes} bytes of data, found {}",
                data.len()
            ));
        }
        if dtype == DType::Bool && data.iter().any(|b| *b > 1) {
            return Err("a bool must be 00 or 01".to_owned());
        }
        Ok(ArrayLiteral { dtype, shape, data })
    }

    /// A literal of scalars, which must all have the dtype and fill the shape.
    ///
    /// # Panics
    /// If they do not.
    pub fn from_scalars(dtype: DType, shape: Vec<usize>, items: &[Scalar]) -> ArrayLiteral {
        let data = items
            .iter()
            .flat_map(|s| {
                assert_eq!(s.dtype(), dtype);
                s.bytes().iter().copied()
            })
            .collect();
        ArrayLiteral::new(dtype, shape, data).expect("the items fill the shape")
    }

    /// Number of elements.
    pub fn size(&self) -> usize {
        self.data.len() / self.dtype.itemsize()
    }

    /// Element `i` in C order.
    pub fn item(&self, i: usize) -> Scalar {
        Scalar::from_bytes(self.dtype, &self.data[i * self.dtype.itemsize()..])
    }

    /// The elements in C order.
    pub fn items(&self) -> impl Iterator<Item = Scalar> + '_ {
        (0..self.size()).map(|i| self.item(i))
    }
}

#[derive(Serialize, Deserialize)]
struct LiteralRepr {
    dtype: DType,
    shape: Vec<usize>,
    #[serde(with = "hex")]
    bits: Vec<u8>,
}

impl Serialize for ArrayLiteral {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LiteralRepr {
            dtype: self.dtype,
            shape: self.shape.clone(),
            bits: self.data.clone(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ArrayLiteral {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let repr = LiteralRepr::deserialize(deserializer)?;
        ArrayLiteral::new(repr.dtype, repr.shape, repr.bits).map_err(D::Error::custom)
    }
}

impl Statement {
    /// A statement with positional arguments.
    pub fn new(callee: Callee, args: Vec<Value<Var>>) -> Statement {
        Statement {
            callee,
            args,
            kwargs: Vec::new(),
            resync: false,
        }
    }

    /// The same with one more keyword.
    #[must_use]
    pub fn kw(mut self, name: impl Into<Name>, value: Value<Var>) -> Statement {
        self.kwargs.push((name.into(), value));
        self
    }

    /// The variables that the statement uses, in order, with repeats.
    pub fn uses(&self) -> Vec<Var> {
        let mut found = Vec::new();
        let values = self.args.iter().chain(self.kwargs.iter().map(|(_, v)| v));
        values.for_each(|v| v.for_each(&mut |var| found.push(*var)));
        found
    }
}

impl Program {
    /// Adds a statement and gives its variable.
    pub fn push(&mut self, statement: Statement) -> Var {
        let var = Var(u32::try_from(self.statements.len()).expect("a program is short"));
        self.statements.push(statement);
        var
    }

    /// Adds an array literal and gives its variable.
    pub fn literal(&mut self, literal: ArrayLiteral) -> Var {
        self.push(Statement::new(Callee::Literal(literal), Vec::new()))
    }

    /// Checks that statements use earlier variables only.
    ///
    /// # Errors
    /// A sentence naming the first statement that does not.
    pub fn check(&self) -> Result<(), String> {
        for (k, statement) in self.statements.iter().enumerate() {
            if let Some(var) = statement.uses().into_iter().find(|v| v.index() >= k) {
                return Err(format!(
                    "statement {k} uses v{}, which is not yet defined",
                    var.0
                ));
            }
            let names = || statement.kwargs.iter().map(|(name, _)| name);
            if let Some(name) = names().enumerate().find_map(|(i, name)| {
                names()
                    .take(i)
                    .any(|earlier| earlier == name)
                    .then_some(name)
            }) {
                // Python has no such call.
                return Err(format!("statement {k} gives keyword {name} twice"));
            }
        }
        Ok(())
    }
}
