//! What a spec is made of.

use crate::policy::Policy;
use crate::strategy::Gen;
pub use crate::strategy::values::Domain;
use nparity_model::DType;
use std::fmt;

/// What NumPy accepts for one function, and how its results are judged. Says nothing of any library under test.
#[derive(Clone, Copy)]
pub struct Spec {
    /// NumPy's name: `add`, `linalg.det`, `ndarray.T`, `getitem`.
    pub name: &'static str,
    /// For grouping in reports and for `--ops`.
    pub family: Family,
    /// The equivalent forms in which it is called.
    pub forms: &'static [Form],
    /// Dtypes of the first array (and of operands) in valid calls.
    pub dtypes: DTypes,
    /// The parameters, in NumPy's order.
    pub params: &'static [Param],
    /// What the values should mostly be.
    pub domain: Domain,
    /// What of the result is known beforehand.
    pub gives: Gives,
    /// How the values are judged.
    pub policy: Policy,
    /// Zero-size arrays are an error (no identity).
    pub nonempty: bool,
    /// An irregular function writes its own call.
    pub(crate) custom: Option<Custom>,
}

/// Writes the call of an irregular function.
pub(crate) type Custom = fn(&mut Gen, &Spec);

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spec")
            .field("name", &self.name)
            .field("family", &self.family)
            .finish_non_exhaustive()
    }
}

/// Groups of functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Family {
    Ufunc,
    Reduction,
    Creation,
    Shape,
    Joining,
    Indexing,
    Sorting,
    Linear,
    Method,
    Attribute,
    Printing,
    Conversion,
}

impl Family {
    /// The family's name.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Ufunc => "ufunc",
            Family::Reduction => "reduction",
            Family::Creation => "creation",
            Family::Shape => "shape",
            Family::Joining => "joining",
            Family::Indexing => "indexing",
            Family::Sorting => "sorting",
            Family::Linear => "linear",
            Family::Method => "method",
            Family::Attribute => "attribute",
            Family::Printing => "printing",
            Family::Conversion => "conversion",
        }
    }
}

/// One way to call an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `np.name(...)`
    Function,
    /// `a.method(...)`, with the function's parameters.
    Method(&'static str),
    /// `a.method(...)`, with the first `n` parameters after the array, optional ones positionally.
    MethodOf(&'static str, usize),
    /// A function of the `operator` module.
    Operator(&'static str),
    /// An in-place one: `iadd`.
    InPlace(&'static str),
    /// An attribute of the first argument.
    Attribute(&'static str),
    /// A builtin of the first argument.
    Builtin(&'static str),
}

/// A set of dtypes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DTypes(u16);

impl DTypes {
    /// Every dtype.
    pub const ALL: DTypes = DTypes((1 << DType::COUNT) - 1);
    /// The bool.
    pub const BOOL: DTypes = DTypes(1);
    /// Signed and unsigned integers.
    pub const INTEGER: DTypes = DTypes(0b1_1111_1110);
    /// Floats.
    pub const FLOAT: DTypes = DTypes(0b1110_0000_0000);
    /// Complex numbers.
    pub const COMPLEX: DTypes = DTypes(0b11_0000_0000_0000);
    /// Bool and integers.
    pub const INTEGRAL: DTypes = DTypes::BOOL.or(DTypes::INTEGER);
    /// All but the complex numbers.
    pub const REAL: DTypes = DTypes::INTEGRAL.or(DTypes::FLOAT);
    /// Floats and complex numbers.
    pub const INEXACT: DTypes = DTypes::FLOAT.or(DTypes::COMPLEX);
    /// All but the bool.
    pub const NUMBER: DTypes = DTypes::INTEGER.or(DTypes::INEXACT);
    /// Integers and floats.
    pub const NUMBER_REAL: DTypes = DTypes::INTEGER.or(DTypes::FLOAT);

    /// Both sets together.
    #[must_use]
    pub const fn or(self, other: DTypes) -> DTypes {
        DTypes(self.0 | other.0)
    }

    /// Whether the dtype is in the set.
    pub const fn contains(self, dtype: DType) -> bool {
        self.0 & 1 << dtype as u16 != 0
    }

    /// Number of dtypes.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True without dtypes.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The `n`th dtype in table order, from 0, wrapping around. The set is not empty.
    pub(crate) fn nth(self, n: usize) -> DType {
        let mut rest = self.0;
        for _ in 0..n % self.len() {
            rest &= rest - 1;
        }
        DType::ALL[rest.trailing_zeros() as usize]
    }

    /// The dtypes, in table order.
    pub fn iter(self) -> impl Iterator<Item = DType> {
        DType::ALL.into_iter().filter(move |d| self.contains(*d))
    }

    /// The dtypes that are not in the set.
    #[must_use]
    pub const fn complement(self) -> DTypes {
        DTypes(DTypes::ALL.0 & !self.0)
    }
}

/// A parameter: its name, its role, and how it is passed.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// NumPy's name.
    pub name: &'static str,
    /// What it must be.
    pub role: Role,
    /// How it is passed.
    pub pass: Pass,
}

/// How a parameter is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Always, positionally.
    Required,
    /// This often in a hundred, positionally where nothing is left out before it, else by keyword.
    Optional(u8),
    /// This often in a hundred, by keyword only.
    Keyword(u8),
}

/// What an argument must be for the call to be valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The first array, of the spec's dtypes; an array, a NumPy scalar, a Python number or nested lists.
    Array,
    /// The same, an array with at least this many axes.
    ArrayOf(u8),
    /// An operand that broadcasts with the first array: every argument class.
    Operand,
    /// The same of integers: shift counts, exponents of `ldexp`.
    IntOperand,
    /// The same as an exponent: not negative where both are integers.
    Exponent,
    /// An axis of the first array.
    Axis,
    /// An axis, or None.
    AxisOrNone,
    /// None, an axis, or a tuple of different axes.
    Axes,
    /// The same without None.
    SomeAxes,
    /// An axis or axes of size 1.
    UnitAxes,
    /// An axis or axes that the result will have.
    NewAxes,
    /// A second axis (`swapaxes`, `diagonal`), different from the one before.
    OtherAxis,
    /// Axis or list of axes, as many as in the parameter before (`moveaxis`).
    Destination,
    /// A permutation of the axes, or None.
    Permutation,
    /// A shape with as many elements as the first array, with a -1 at times.
    NewShape,
    /// A shape that the first array broadcasts to.
    BroadcastShape,
    /// A fresh shape.
    Shape,
    /// True or False.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A dtype to convert to.
    DType,
    /// A dtype that a ufunc or reduction can compute in.
    LoopDType,
    /// A small int in this range.
    Int(i8, i8),
    /// A number of any class to fill with.
    Fill,
    /// A mask that broadcasts into the result.
    Mask,
    /// A mask for a reduction that has no identity: comes with `initial`.
    MaskWithInitial,
    /// An array for the result.
    Out,
    /// A start value of a reduction.
    Initial,
    /// A bound of `clip`: an operand or None.
    Bound,
    /// Indices into the axis given later, or into the flat array.
    Indices,
    /// Repeats: an int or one per element of the axis.
    Repeats,
    /// Sections or split points.
    Sections,
    /// A sorted 1-d array.
    Sorted,
    /// Values to search for.
    Needles,
    /// The shift of `roll`.
    Roll,
}

/// What of a result is known beforehand: enough to make an `out` for it and to go on with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gives {
    /// The kind of elements.
    pub kind: GivesKind,
    /// The shape.
    pub shape: GivesShape,
}

/// The kind of a result's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum GivesKind {
    /// Of the operands.
    Operands,
    /// Of the operands, but not an integer or bool.
    Float,
    /// Of the operands, real.
    Real,
    Bool,
    /// Python's and NumPy's default int.
    Index,
    /// As the first argument.
    First,
    /// Not known.
    Unknown,
}

/// The shape of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum GivesShape {
    Broadcast,
    Reduced,
    First,
    Unknown,
}
