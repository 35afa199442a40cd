//! `ndarray`'s arrays as nparity sees them: literals, what can be seen, and NumPy's views.

use ndarray::{ArrayD, ArrayViewMutD, IxDyn, SliceInfoElem};
use nparity_harness::adaptor::Declined;
use nparity_model::{ArrayLiteral, DType, ErrorClass, Observed, Scalar, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// A Python variable: a view of an array that other variables may share.
#[derive(Clone)]
pub(super) struct Shared<T> {
    base: Rc<RefCell<ArrayD<T>>>,
    views: Vec<View>,
}

/// How a view is taken of another.
#[derive(Clone)]
pub(super) enum View {
    Slice(Vec<SliceInfoElem>),
    Permuted(Vec<usize>),
    Reshaped(Vec<usize>),
}

impl<T: Clone> Shared<T> {
    pub(super) fn new(array: ArrayD<T>) -> Shared<T> {
        Shared {
            base: Rc::new(RefCell::new(array)),
            views: Vec::new(),
        }
    }

    pub(super) fn view(&self, view: View) -> Shared<T> {
        let mut taken = self.clone();
        taken.views.push(view);
        taken
    }

    /// Calls `f` with `ndarray`'s own view.
    pub(super) fn with<R>(&self, f: impl FnOnce(ArrayViewMutD<'_, T>) -> R) -> R {
        let mut base = self.base.borrow_mut();
        let view = self
            .views
            .iter()
            .fold(base.view_mut(), |a, view| match view {
                View::Slice(index) => a.slice_move(index.as_slice()),
                View::Permuted(axes) => a.permuted_axes(axes.as_slice()),
                View::Reshaped(shape) => a
                    .into_shape_with_order(IxDyn(shape))
                    .expect("only standard layout is reshaped"),
            });
        f(view)
    }

    pub(super) fn get(&self) -> ArrayD<T> {
        self.with(|a| a.to_owned())
    }

    pub(super) fn shape(&self) -> Vec<usize> {
        self.with(|a| a.shape().to_vec())
    }
}

/// `ndarray`'s dtypes are Rust types; these stand for them.
pub(super) trait Element: Copy + Into<Scalar> + 'static {
    const DTYPE: DType;
    fn of(scalar: Scalar) -> Option<Self>;
    fn python(number: &Value<Array>) -> Option<Self>;
    fn array(shared: Shared<Self>) -> Array;
    fn shared(array: &Array) -> Option<&Shared<Self>>;

    fn value(array: ArrayD<Self>) -> Value<Array> {
        Value::Array(Self::array(Shared::new(array)))
    }

    /// An operand: an array, or a number that takes the array's dtype.
    fn operand(value: &Value<Array>) -> Option<ArrayD<Self>> {
        let number = |x| ArrayD::from_elem(IxDyn(&[]), x);
        match value {
            Value::Array(array) => Self::shared(array).map(Shared::get),
            Value::Scalar(s) if s.dtype() == Self::DTYPE => Self::of(*s).map(number),
            other => Self::python(other).map(number),
        }
    }
}

pub(super) fn float(number: &Value<Array>) -> Option<f64> {
    match number {
        Value::Float(x) => Some(*x),
        other => integer(other).map(|x| x as f64),
    }
}

pub(super) fn integer(number: &Value<Array>) -> Option<i64> {
    match number {
        Value::Int(x) => x.to_i64(),
        _ => None,
    }
}

macro_rules! dtypes {
    ($($variant:ident $t:ty: $of:expr, $python:expr;)+) => {
        #[derive(Clone)]
        pub(super) enum Array { $($variant(Shared<$t>)),+ }

        $(impl Element for $t {
            const DTYPE: DType = DType::$variant;
            fn of(scalar: Scalar) -> Option<$t> { ($of)(scalar) }
            fn python(number: &Value<Array>) -> Option<$t> { ($python)(number) }
            fn array(shared: Shared<$t>) -> Array { Array::$variant(shared) }
            fn shared(array: &Array) -> Option<&Shared<$t>> {
                if let Array::$variant(shared) = array { Some(shared) } else { None }
            }
        })+

        pub(super) fn make(literal: &ArrayLiteral) -> Option<Array> {
            $(if literal.dtype == DType::$variant {
                let items = literal.items().map(<$t>::of).collect::<Option<Vec<$t>>>()?;
                let array = ArrayD::from_shape_vec(IxDyn(&literal.shape), items).ok()?;
                return Some(Array::$variant(Shared::new(array)));
            })+
            None
        }

        /// The same expression for an array of each dtype.
        macro_rules! each {
            ($array:expr, $a:ident => $e:expr) => {
                match $array { $(Array::$variant($a) => $e),+ }
            };
        }
    };
}
dtypes! {
    F64 f64: |s: Scalar| s.as_float(), float;
    F32 f32: |s: Scalar| s.as_float().map(|x| x as f32), |x| float(x).map(|x| x as f32);
    I64 i64: |s: Scalar| s.as_integer()?.try_into().ok(), integer;
    I32 i32: |s: Scalar| s.as_integer()?.try_into().ok(), |x| integer(x)?.try_into().ok();
    U8 u8: |s: Scalar| s.as_integer()?.try_into().ok(), |x| integer(x)?.try_into().ok();
    Bool bool: |s: Scalar| s.as_integer().map(|x| x != 0), |_: &_| None;
}

pub(super) fn show(array: &Array) -> Observed {
    fn observed<T: Element>(a: ArrayViewMutD<'_, T>) -> Observed {
        let itemsize = T::DTYPE.itemsize() as isize;
        Observed {
            dtype: T::DTYPE,
            shape: a.shape().to_vec(),
            strides: a.strides().iter().map(|s| s * itemsize).collect(),
            data: (a
                .iter()
                .flat_map(|x| Into::<Scalar>::into(*x).bytes().to_vec()))
            .collect(),
            storage: 0,
            offset: 0,
            object: 0,
            c_contiguous: a.is_standard_layout(),
            f_contiguous: a.t().is_standard_layout(),
            writeable: true,
        }
    }
    each!(array, a => a.with(observed))
}

/// NumPy's basic index in `ndarray`'s terms. Bounds are clipped as Python's, since `ndarray` panics beyond the
/// ends; the sense of a negative step is left as it is.
pub(super) fn index(index: &Value<Array>, shape: &[usize]) -> Result<View, Declined> {
    let error = |what: &str| Declined::Raises(ErrorClass::IndexError, format!("ndarray: {what}"));
    let items = match index {
        Value::Tuple(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let takes_axis = |item: &&Value<Array>| matches!(item, Value::Int(_) | Value::Slice(_));
    let used = items.iter().filter(takes_axis).count();
    let rest = (shape.len().checked_sub(used)).ok_or_else(|| error("too many indices"))?;
    let all = SliceInfoElem::from(..);
    let mut elements = Vec::new();
    let mut axes = shape.iter().map(|n| *n as i64);
    let mut ellipsis = false;
    for item in items {
        let mut n = 0;
        if takes_axis(&item) {
            n = axes.next().unwrap_or(0);
        }
        let bound = |value: &Value<Array>| match value {
            Value::None => Ok(None),
            other => match integer(other) {
                Some(x) => Ok(Some(x.clamp(-n, n) as isize)),
                None => Err(Declined::missing("such slices")),
            },
        };
        match item {
            Value::Int(_) => match integer(item) {
                Some(at) if (-n..n).contains(&at) => {
                    elements.push(SliceInfoElem::Index(at as isize));
                }
                _ => return Err(error("index out of bounds")),
            },
            Value::Slice(slice) => elements.push(SliceInfoElem::Slice {
                start: bound(&slice.start)?.unwrap_or(0),
                end: bound(&slice.stop)?,
                step: match &slice.step {
                    Value::None => 1,
                    step => match integer(step) {
                        Some(0) => return Err(Declined::value_error("ndarray: step of 0")),
                        Some(step) => step as isize,
                        None => return Err(Declined::missing("such steps")),
                    },
                },
            }),
            Value::None => elements.push(SliceInfoElem::NewAxis),
            Value::Ellipsis if !ellipsis => {
                ellipsis = true;
                elements.extend(vec![all; rest]);
                axes.by_ref().take(rest).for_each(drop);
            }
            _ => return Err(Declined::missing("advanced indexing")),
        }
    }
    if !ellipsis {
        elements.extend(vec![all; rest]);
    }
    Ok(View::Slice(elements))
}
