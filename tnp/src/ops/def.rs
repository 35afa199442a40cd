//! What the table holds.

use crate::{NdArray, Result, Tensor};
use nparity_model::{DType, PyInt, Value};

/// An argument or result at tensor level.
pub type Arg = Value<Tensor>;

/// One function: plain data and a function pointer.
pub struct OpDef {
    /// NumPy's name: `reshape`, `linalg.det`; for methods and attributes without a function of that
    /// name, the method's.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The parameters, in order.
    pub params: &'static [ParamDef],
    /// Runs it; one entry per parameter, `None` where the default stands.
    pub call: fn(&mut [Option<Arg>]) -> Result<Arg>,
    /// How it behaves at the wrapper and in traces.
    pub traits: Traits,
}

/// One parameter.
pub struct ParamDef {
    /// The Rust identifier; NumPy's name with an underscore behind keywords (`where_`).
    pub ident: &'static str,
    /// How it may be passed.
    pub kind: ParamKind,
    /// Its default; `None` for required ones.
    pub default: Option<fn() -> Arg>,
}

/// How a parameter may be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// By position only.
    PositionalOnly,
    /// By position or keyword.
    Positional,
    /// By keyword only.
    Keyword,
}

/// Which 0-d results become NumPy scalars at the wrapper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarRule {
    /// 0-d results become scalars, unless they were written to `out`.
    Unpack,
    /// Results stay arrays.
    Keep,
    /// 0-d results become scalars unless the second argument is, or holds, an Ellipsis (indexing).
    UnlessEllipsis,
}

/// Under which spellings the op is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faces {
    /// `np.NAME(...)`
    pub function: bool,
    /// `a.NAME(...)`, with `a` as the first parameter.
    pub method: bool,
    /// `a.NAME`
    pub attribute: bool,
}

/// Behaviour of an op that is not in its function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Traits {
    /// Spellings.
    pub faces: Faces,
    /// Scalars or arrays.
    pub scalars: ScalarRule,
    /// A result that is the same window as an argument *is* that argument (`asarray(a) is a`), where
    /// other functions make a new view object.
    pub may_return_argument: bool,
    /// Parameters whose arrays are written, besides `out`.
    pub mutates: &'static [&'static str],
    /// The `function` module of NumPy is not `numpy`: a ufunc. Decides the wording of argument errors.
    pub is_ufunc: bool,
    /// The parameter that takes any number of positional arguments (`*shape`, `*args`), as one tuple.
    pub variadic: Option<&'static str>,
    /// NumPy scalars arrive as [`Value::Scalar`], not as 0-d tensors: the function tells them apart.
    pub scalar_values: bool,
    /// A primitive: what lowered graphs are made of.
    pub primitive: bool,
}

impl Traits {
    /// A function whose 0-d results become scalars.
    pub const FUNCTION: Traits = Traits {
        faces: Faces {
            function: true,
            method: false,
            attribute: false,
        },
        scalars: ScalarRule::Unpack,
        may_return_argument: false,
        mutates: &[],
        is_ufunc: false,
        variadic: None,
        scalar_values: false,
        primitive: false,
    };

    /// Reached by no NumPy spelling: only by graphs.
    pub const INTERNAL: Traits = Traits {
        faces: Faces {
            function: false,
            method: false,
            attribute: false,
        },
        scalars: ScalarRule::Keep,
        ..Traits::FUNCTION
    };

    /// Also a method.
    #[must_use]
    pub const fn and_method(mut self) -> Traits {
        self.faces.method = true;
        self
    }

    /// Only a method.
    #[must_use]
    pub const fn only_method(mut self) -> Traits {
        self.faces = Faces {
            function: false,
            method: true,
            attribute: false,
        };
        self
    }

    /// Also an attribute.
    #[must_use]
    pub const fn and_attribute(mut self) -> Traits {
        self.faces.attribute = true;
        self
    }

    /// Only an attribute.
    #[must_use]
    pub const fn only_attribute(mut self) -> Traits {
        self.faces = Faces {
            function: false,
            method: false,
            attribute: true,
        };
        self
    }

    /// 0-d results stay arrays.
    #[must_use]
    pub const fn keep_arrays(mut self) -> Traits {
        self.scalars = ScalarRule::Keep;
        self
    }

    /// 0-d results become scalars unless the index holds an Ellipsis.
    #[must_use]
    pub const fn unless_ellipsis(mut self) -> Traits {
        self.scalars = ScalarRule::UnlessEllipsis;
        self
    }

    /// A result that equals an argument's window is that argument.
    #[must_use]
    pub const fn may_return_argument(mut self) -> Traits {
        self.may_return_argument = true;
        self
    }

    /// This parameter takes the positional arguments from its place on, as one tuple.
    #[must_use]
    pub const fn variadic(mut self, param: &'static str) -> Traits {
        self.variadic = Some(param);
        self
    }

    /// The function tells NumPy scalars from 0-d arrays.
    #[must_use]
    pub const fn scalar_values(mut self) -> Traits {
        self.scalar_values = true;
        self
    }

    /// A primitive.
    #[must_use]
    pub const fn primitive(mut self) -> Traits {
        self.primitive = true;
        self
    }

    /// These parameters are written.
    #[must_use]
    pub const fn mutates(mut self, params: &'static [&'static str]) -> Traits {
        self.mutates = params;
        self
    }
}

impl ParamDef {
    /// NumPy's name.
    pub fn name(&self) -> &'static str {
        self.ident.trim_end_matches('_')
    }
}

impl OpDef {
    /// Whether arrays in this parameter are written.
    pub fn writes(&self, param: &str) -> bool {
        param == "out" || self.traits.mutates.contains(&param)
    }
}

/// An op is its row of the table.
impl PartialEq for OpDef {
    fn eq(&self, other: &OpDef) -> bool {
        std::ptr::eq(self, other)
    }
}

impl std::fmt::Debug for OpDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OpDef({})", self.name)
    }
}

/// What a function may return, in all three forms.
pub trait Returns: Sized {
    /// The wrapper's form.
    type Wrapped;
    /// The dynamic form.
    fn into_arg(self) -> Arg;
    /// Back from what [`Returns::into_arg`] gave.
    fn from_arg(arg: Arg) -> Self;
    /// The wrapper's form from the wrapped dynamic one.
    fn from_wrapped(value: Value<NdArray>) -> Self::Wrapped;
}

/// A result came back in another form than it was given; the recorder must hand results on unchanged.
const CHANGED: &str = "results come back as they were given";

impl Returns for Tensor {
    type Wrapped = NdArray;
    fn into_arg(self) -> Arg {
        Value::Array(self)
    }
    fn from_arg(arg: Arg) -> Tensor {
        let Value::Array(tensor) = arg else {
            panic!("{CHANGED}")
        };
        tensor
    }
    fn from_wrapped(value: Value<NdArray>) -> NdArray {
        let Value::Array(array) = value else {
            panic!("{CHANGED}")
        };
        array
    }
}

macro_rules! plain_returns {
    ($($t:ty, $variant:ident);* $(;)?) => {$(
        impl Returns for $t {
            type Wrapped = $t;
            fn into_arg(self) -> Arg { Value::$variant(self) }
            fn from_arg(arg: Arg) -> $t {
                let Value::$variant(x) = arg else { panic!("{CHANGED}") };
                x
            }
            fn from_wrapped(value: Value<NdArray>) -> $t {
                let Value::$variant(x) = value else { panic!("{CHANGED}") };
                x
            }
        }
    )*};
}
plain_returns! { bool, Bool; PyInt, Int; f64, Float; String, Str; DType, DType }

impl Returns for () {
    type Wrapped = ();
    fn into_arg(self) -> Arg {
        Value::None
    }
    fn from_arg(_: Arg) {}
    fn from_wrapped(_: Value<NdArray>) {}
}

impl Returns for Arg {
    type Wrapped = Value<NdArray>;
    fn into_arg(self) -> Arg {
        self
    }
    fn from_arg(arg: Arg) -> Arg {
        arg
    }
    fn from_wrapped(value: Value<NdArray>) -> Value<NdArray> {
        value
    }
}

/// A list of results.
impl<T: Returns> Returns for Vec<T> {
    type Wrapped = Vec<T::Wrapped>;
    fn into_arg(self) -> Arg {
        Value::List(self.into_iter().map(Returns::into_arg).collect())
    }
    fn from_arg(arg: Arg) -> Vec<T> {
        let Value::List(items) = arg else {
            panic!("{CHANGED}")
        };
        items.into_iter().map(T::from_arg).collect()
    }
    fn from_wrapped(value: Value<NdArray>) -> Self::Wrapped {
        let Value::List(items) = value else {
            panic!("{CHANGED}")
        };
        items.into_iter().map(T::from_wrapped).collect()
    }
}

/// A tuple of results, of any length.
#[derive(Clone, Debug, PartialEq)]
pub struct TupleOf<T>(pub Vec<T>);

impl<T: Returns> Returns for TupleOf<T> {
    type Wrapped = Vec<T::Wrapped>;
    fn into_arg(self) -> Arg {
        Value::Tuple(self.0.into_iter().map(Returns::into_arg).collect())
    }
    fn from_arg(arg: Arg) -> TupleOf<T> {
        let Value::Tuple(items) = arg else {
            panic!("{CHANGED}")
        };
        TupleOf(items.into_iter().map(T::from_arg).collect())
    }
    fn from_wrapped(value: Value<NdArray>) -> Self::Wrapped {
        let Value::Tuple(items) = value else {
            panic!("{CHANGED}")
        };
        items.into_iter().map(T::from_wrapped).collect()
    }
}

impl<A: Returns, B: Returns> Returns for (A, B) {
    type Wrapped = (A::Wrapped, B::Wrapped);
    fn into_arg(self) -> Arg {
        Value::Tuple(vec![self.0.into_arg(), self.1.into_arg()])
    }
    fn from_arg(arg: Arg) -> (A, B) {
        let Value::Tuple(items) = arg else {
            panic!("{CHANGED}")
        };
        let [a, b]: [Arg; 2] = items.try_into().unwrap_or_else(|_| panic!("{CHANGED}"));
        (A::from_arg(a), B::from_arg(b))
    }
    fn from_wrapped(value: Value<NdArray>) -> Self::Wrapped {
        let Value::Tuple(items) = value else {
            panic!("{CHANGED}")
        };
        let [a, b]: [Value<NdArray>; 2] = items.try_into().unwrap_or_else(|_| panic!("{CHANGED}"));
        (A::from_wrapped(a), B::from_wrapped(b))
    }
}
