//! The ufuncs that reduce, and their loops.

use super::accumulate::running;
use super::pairwise::{Sum, Summand, add_complex_sum, add_sum};
use super::{AccumulateLoop, ReduceDef, ReduceLoop};
use crate::prims::cast::CastTo;
use crate::tensor::{B8, Element, with_element};
use half::f16;
use nparity_model::{DType, DTypeKind, FpEvents};
use num_complex::{Complex, Complex32, Complex64};

/// A binary function on elements of one type.
pub(super) trait Op<T: Copy>: 'static {
    /// Whether elements may be grouped and exchanged at will.
    const FREE: bool = false;
    /// Whether events can arise.
    const FLAGS: bool = false;
    fn apply(a: T, b: T) -> T;
    /// Whether a result may have raised an event, now or earlier in the chain.
    fn suspicious(_: T) -> bool {
        false
    }
    /// The events of one application.
    fn events(_a: T, _b: T, _result: T) -> FpEvents {
        FpEvents::NONE
    }
}

/// Whether a sum tells that something may have overflowed on the way: such a sum is never finite again.
#[inline(always)]
pub(super) fn sum_is_suspicious<T: Sum>(sum: T) -> bool {
    !sum.is_finite()
}

/// Events of `a + b`, or of any real function that maps finite numbers to a finite one unless it
/// overflows, and makes a NaN of other things only if the operation is invalid.
#[inline(always)]
pub(super) fn add_events<T: Sum>(a: T, b: T, result: T) -> FpEvents {
    if result.is_finite() || a.is_nan() || b.is_nan() {
        FpEvents::NONE
    } else if result.is_nan() {
        FpEvents::INVALID
    } else if a.is_finite() && b.is_finite() {
        FpEvents::OVER
    } else {
        FpEvents::NONE
    }
}

pub(super) struct Add;
pub(super) struct Multiply;
pub(super) struct Maximum;
pub(super) struct Minimum;
pub(super) struct And;
pub(super) struct Or;

macro_rules! integer_ops {
    ($($t:ty)+) => {$(
        integer_ops!(@ $t, Add, |a, b| a.wrapping_add(b));
        integer_ops!(@ $t, Multiply, |a, b| a.wrapping_mul(b));
        integer_ops!(@ $t, Maximum, |a, b| if a >= b { a } else { b });
        integer_ops!(@ $t, Minimum, |a, b| if a <= b { a } else { b });
    )+};
    (@ $t:ty, $op:ident, |$a:ident, $b:ident| $body:expr) => {
        impl Op<$t> for $op {
            const FREE: bool = true;
            #[inline(always)]
            fn apply($a: $t, $b: $t) -> $t { $body }
        }
    };
}
integer_ops! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! bool_ops {
    ($($op:ident => |$a:ident, $b:ident| $body:expr);+ $(;)?) => {$(
        impl Op<B8> for $op {
            const FREE: bool = true;
            #[inline(always)]
            fn apply(a: B8, b: B8) -> B8 {
                let ($a, $b) = (a.get(), b.get());
                B8::from($body)
            }
        }
    )+};
}
bool_ops! {
    Add => |a, b| a | b; Or => |a, b| a | b; Maximum => |a, b| a | b;
    Multiply => |a, b| a & b; And => |a, b| a & b; Minimum => |a, b| a & b;
}

// The first operand stays if it is NaN, else the second replaces it unless the comparison holds. Of two
// zeros the second is taken, as CPUs' instructions do, except in half precision.
macro_rules! float_extremes {
    ($($t:ty, $above:tt $below:tt);+) => {$(
        impl Op<$t> for Maximum {
            const FREE: bool = true;
            #[inline(always)]
            fn apply(a: $t, b: $t) -> $t { if a $above b || a.is_nan() { a } else { b } }
        }
        impl Op<$t> for Minimum {
            const FREE: bool = true;
            #[inline(always)]
            fn apply(a: $t, b: $t) -> $t { if a $below b || a.is_nan() { a } else { b } }
        }
    )+};
}
float_extremes! { f16, >= <=; f32, > <; f64, > < }

macro_rules! float_arithmetic {
    ($($t:ty),+) => {$(
        float_arithmetic!(@ $t, Add, |a, b| a + b);
        float_arithmetic!(@ $t, Multiply, |a, b| a * b);
    )+};
    (@ $t:ty, $op:ident, |$a:ident, $b:ident| $body:expr) => {
        impl Op<$t> for $op {
            const FLAGS: bool = true;
            #[inline(always)]
            fn apply($a: $t, $b: $t) -> $t { $body }
            #[inline(always)]
            fn suspicious(x: $t) -> bool { !x.is_finite() }
            #[inline]
            fn events(a: $t, b: $t, result: $t) -> FpEvents { add_events(a, b, result) }
        }
    };
}
float_arithmetic! { f32, f64 }

macro_rules! half_arithmetic {
    ($($op:ident)+) => {$(
        impl Op<f16> for $op {
            const FLAGS: bool = true;
            #[inline(always)]
            fn apply(a: f16, b: f16) -> f16 {
                f16::from_f32(<$op as Op<f32>>::apply(a.to_f32(), b.to_f32()))
            }
            #[inline(always)]
            fn suspicious(x: f16) -> bool { !x.is_finite() }
            #[inline]
            fn events(a: f16, b: f16, result: f16) -> FpEvents {
                add_events(a.to_f32(), b.to_f32(), result.to_f32())
            }
        }
    )+};
}
half_arithmetic! { Add Multiply }

macro_rules! complex_ops {
    ($($t:ty)+) => {$(
        impl Op<Complex<$t>> for Add {
            const FLAGS: bool = true;
            #[inline(always)]
            fn apply(a: Complex<$t>, b: Complex<$t>) -> Complex<$t> {
                Complex::new(a.re + b.re, a.im + b.im)
            }
            #[inline(always)]
            fn suspicious(z: Complex<$t>) -> bool { !(z.re.is_finite() && z.im.is_finite()) }
            #[inline]
            fn events(a: Complex<$t>, b: Complex<$t>, r: Complex<$t>) -> FpEvents {
                add_events(a.re, b.re, r.re) | add_events(a.im, b.im, r.im)
            }
        }
        impl Op<Complex<$t>> for Multiply {
            const FLAGS: bool = true;
            #[inline(always)]
            fn apply(a: Complex<$t>, b: Complex<$t>) -> Complex<$t> {
                Complex::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
            }
            #[inline(always)]
            fn suspicious(z: Complex<$t>) -> bool { !(z.re.is_finite() && z.im.is_finite()) }
            #[inline]
            fn events(a: Complex<$t>, b: Complex<$t>, r: Complex<$t>) -> FpEvents {
                let (p, q) = (a.re * b.re, a.im * b.im);
                let (s, t) = (a.re * b.im, a.im * b.re);
                add_events(a.re, b.re, p)
                    | add_events(a.im, b.im, q)
                    | add_events(a.re, b.im, s)
                    | add_events(a.im, b.re, t)
                    | add_events(p, q, r.re)
                    | add_events(s, t, r.im)
            }
        }
        impl Op<Complex<$t>> for Maximum {
            #[inline(always)]
            fn apply(a: Complex<$t>, b: Complex<$t>) -> Complex<$t> {
                let stays = (a.re > b.re && !a.im.is_nan() && !b.im.is_nan())
                    || (a.re == b.re && a.im >= b.im);
                if a.re.is_nan() || a.im.is_nan() || stays { a } else { b }
            }
        }
        impl Op<Complex<$t>> for Minimum {
            #[inline(always)]
            fn apply(a: Complex<$t>, b: Complex<$t>) -> Complex<$t> {
                let stays = (a.re < b.re && !a.im.is_nan() && !b.im.is_nan())
                    || (a.re == b.re && a.im <= b.im);
                if a.re.is_nan() || a.im.is_nan() || stays { a } else { b }
            }
        }
    )+};
}
complex_ops! { f32 f64 }

/// Elements folded side by side where order is free.
const LANES: usize = 32;

/// The fold of packed elements, side by side in lanes. There must be at least [`LANES`].
#[inline(always)]
unsafe fn fold_packed_body<T: Element, O: Op<T>>(n: usize, input: *const T) -> T {
    // SAFETY: the caller vouches for `n` elements, LANES at the least.
    unsafe {
        let mut lanes = input.cast::<[T; LANES]>().read_unaligned();
        let mut i = LANES;
        while i + LANES <= n {
            // By index: iterators over arrays by value do not always become vectors.
            for (k, lane) in lanes.iter_mut().enumerate() {
                *lane = O::apply(*lane, input.add(i + k).read_unaligned());
            }
            i += LANES;
        }
        let mut all = lanes[0];
        for lane in &lanes[1..] {
            all = O::apply(all, *lane);
        }
        while i < n {
            all = O::apply(all, input.add(i).read_unaligned());
            i += 1;
        }
        all
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn fold_packed_avx2<T: Element, O: Op<T>>(n: usize, input: *const T) -> T {
    // SAFETY: the caller's.
    unsafe { fold_packed_body::<T, O>(n, input) }
}

unsafe fn fold_packed<T: Element, O: Op<T>>(n: usize, input: *const T) -> T {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the caller's, and the CPU has the feature.
        return unsafe { fold_packed_avx2::<T, O>(n, input) };
    }
    // SAFETY: the caller's.
    unsafe { fold_packed_body::<T, O>(n, input) }
}

/// The loop of any op.
unsafe fn fold<T: Element, O: Op<T>>(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    stride: isize,
) -> FpEvents {
    // SAFETY: the caller vouches for `n` elements at the strides.
    unsafe {
        if acc_stride != 0 {
            return each::<T, O>(n, acc, acc_stride, input, stride);
        }
        let acc = acc.cast::<T>();
        let before = acc.read_unaligned();
        if O::FREE && n >= LANES && stride == size_of::<T>() as isize {
            acc.write_unaligned(O::apply(before, fold_packed::<T, O>(n, input.cast())));
            return FpEvents::NONE;
        }
        let load = |i: usize| {
            (input.offset(i as isize * stride))
                .cast::<T>()
                .read_unaligned()
        };
        let mut total = before;
        for i in 0..n {
            total = O::apply(total, load(i));
        }
        acc.write_unaligned(total);
        let mut flags = FpEvents::NONE;
        if O::FLAGS && O::suspicious(total) {
            let mut total = before;
            for i in 0..n {
                let next = O::apply(total, load(i));
                flags |= O::events(total, load(i), next);
                total = next;
            }
        }
        flags
    }
}

/// The accumulators of a row, one by one.
unsafe fn each<T: Element, O: Op<T>>(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    stride: isize,
) -> FpEvents {
    let size = size_of::<T>() as isize;
    let mut flags = FpEvents::NONE;
    // SAFETY: the caller vouches for `n` elements at the strides.
    unsafe {
        if acc_stride == size && stride == size {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                return each_packed_avx2::<T, O>(n, acc.cast(), input.cast());
            }
            return each_packed::<T, O>(n, acc.cast(), input.cast());
        }
        for i in 0..n as isize {
            let at = acc.offset(i * acc_stride).cast::<T>();
            let (a, x) = (
                at.read_unaligned(),
                input.offset(i * stride).cast::<T>().read_unaligned(),
            );
            let result = O::apply(a, x);
            if O::FLAGS && O::suspicious(result) {
                flags |= O::events(a, x, result);
            }
            at.write_unaligned(result);
        }
    }
    flags
}

/// Packed elements at a time, so that old accumulators are still known when a result is suspicious.
const BLOCK: usize = 64;

#[inline(always)]
unsafe fn each_packed<T: Element, O: Op<T>>(n: usize, acc: *mut T, input: *const T) -> FpEvents {
    let mut flags = FpEvents::NONE;
    let mut begin = 0;
    while begin < n {
        let count = BLOCK.min(n - begin);
        // SAFETY: the caller vouches for `n` elements.
        unsafe {
            let (acc, input) = (acc.add(begin), input.add(begin));
            let mut old = std::mem::MaybeUninit::<[T; BLOCK]>::uninit();
            let old = old.as_mut_ptr().cast::<T>();
            if O::FLAGS {
                old.copy_from_nonoverlapping(acc, count);
            }
            let mut suspicious = false;
            for i in 0..count {
                let result = O::apply(acc.add(i).read_unaligned(), input.add(i).read_unaligned());
                if O::FLAGS {
                    suspicious |= O::suspicious(result);
                }
                acc.add(i).write_unaligned(result);
            }
            if suspicious {
                for i in 0..count {
                    let (a, x) = (old.add(i).read(), input.add(i).read_unaligned());
                    flags |= O::events(a, x, acc.add(i).read_unaligned());
                }
            }
        }
        begin += count;
    }
    flags
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn each_packed_avx2<T: Element, O: Op<T>>(
    n: usize,
    acc: *mut T,
    input: *const T,
) -> FpEvents {
    // SAFETY: the caller's.
    unsafe { each_packed::<T, O>(n, acc, input) }
}

/// Sums of floats: pairwise within a row.
unsafe fn float_sum<T: Element + Summand>(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    stride: isize,
) -> FpEvents
where
    Add: Op<T>,
{
    // SAFETY: the caller's.
    unsafe {
        if acc_stride == 0 {
            add_sum::<T>(n, acc.cast(), input, stride)
        } else {
            each::<T, Add>(n, acc, acc_stride, input, stride)
        }
    }
}

/// Sums of complex numbers: pairwise within a row.
unsafe fn complex_row_sum<T: Summand<Sum = T> + Sum>(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    stride: isize,
) -> FpEvents
where
    Complex<T>: Element,
    Add: Op<Complex<T>>,
{
    // SAFETY: the caller's; a complex number is a pair.
    unsafe {
        if acc_stride == 0 {
            add_complex_sum::<T>(n, acc.cast(), input, stride)
        } else {
            each::<Complex<T>, Add>(n, acc, acc_stride, input, stride)
        }
    }
}

/// Products of half-precision floats: rounded once per inner loop.
unsafe fn half_product(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    stride: isize,
) -> FpEvents {
    let mut flags = FpEvents::NONE;
    // SAFETY: the caller vouches for `n` elements at the strides.
    unsafe {
        if acc_stride != 0 {
            return each::<f16, Multiply>(n, acc, acc_stride, input, stride);
        }
        let acc = acc.cast::<f16>();
        let mut total = acc.read_unaligned().to_f32();
        for i in 0..n as isize {
            let x = input.offset(i * stride).cast::<f16>().read_unaligned();
            let next = total * x.to_f32();
            flags |= add_events(total, x.to_f32(), next);
            total = next;
        }
        let rounded = f16::from_f32(total);
        if rounded.is_infinite() && total.is_finite() {
            flags |= FpEvents::OVER;
        }
        acc.write_unaligned(rounded);
    }
    flags
}

fn multiply_or_half_loop(input: DType, acc: DType) -> Option<ReduceLoop> {
    match (input, acc) {
        (DType::F16, DType::F16) => Some(half_product),
        _ => multiply_loop(input, acc),
    }
}

/// Sums of small integers and bools in a wide integer; also counts, with `S` seen as a truth.
unsafe fn wide_sum<S: Element + Widen<A>, A: Element>(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    stride: isize,
) -> FpEvents
where
    Add: Op<A>,
{
    // SAFETY: the caller vouches for `n` elements at the strides.
    unsafe {
        if acc_stride == 0 && stride == size_of::<S>() as isize {
            let acc = acc.cast::<A>();
            #[cfg(target_arch = "x86_64")]
            let sum = if std::arch::is_x86_feature_detected!("avx2") {
                wide_packed_avx2::<S, A>(n, acc.read_unaligned(), input.cast())
            } else {
                wide_packed::<S, A>(n, acc.read_unaligned(), input.cast())
            };
            #[cfg(not(target_arch = "x86_64"))]
            let sum = wide_packed::<S, A>(n, acc.read_unaligned(), input.cast());
            acc.write_unaligned(sum);
            return FpEvents::NONE;
        }
        for i in 0..n as isize {
            let at = acc.offset(i * acc_stride).cast::<A>();
            let x = input.offset(i * stride).cast::<S>().read_unaligned();
            at.write_unaligned(Add::apply(at.read_unaligned(), x.widen()));
        }
    }
    FpEvents::NONE
}

#[inline(always)]
unsafe fn wide_packed<S: Element + Widen<A>, A: Element>(n: usize, first: A, input: *const S) -> A
where
    Add: Op<A>,
{
    let mut total = first;
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements.
        total = Add::apply(total, unsafe { input.add(i).read_unaligned() }.widen());
    }
    total
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn wide_packed_avx2<S: Element + Widen<A>, A: Element>(
    n: usize,
    first: A,
    input: *const S,
) -> A
where
    Add: Op<A>,
{
    // SAFETY: the caller's.
    unsafe { wide_packed::<S, A>(n, first, input) }
}

/// Exact conversion to a wide integer.
pub(super) trait Widen<A>: Copy {
    fn widen(self) -> A;
}
macro_rules! widen {
    ($($s:ty => $a:ty),+) => {$(
        impl Widen<$a> for $s {
            #[inline(always)]
            fn widen(self) -> $a { <$s as CastTo<$a>>::cast(self) }
        }
    )+};
}
widen! { B8 => i64, i8 => i64, i16 => i64, i32 => i64, u8 => u64, u16 => u64, u32 => u64 }

/// Folds of truths.
unsafe fn truth_fold<S: Element + CastTo<B8>, O: Truths>(
    n: usize,
    acc: *mut u8,
    acc_stride: isize,
    input: *const u8,
    stride: isize,
) -> FpEvents {
    // SAFETY: the caller vouches for `n` elements at the strides.
    unsafe {
        let load = |i: usize| {
            let x = input.offset(i as isize * stride).cast::<S>();
            x.read_unaligned().cast().get()
        };
        if acc_stride != 0 {
            for i in 0..n {
                let at = acc.offset(i as isize * acc_stride).cast::<B8>();
                at.write(B8::from(O::apply(at.read().get(), load(i))));
            }
            return FpEvents::NONE;
        }
        let acc = acc.cast::<B8>();
        let mut total = acc.read().get();
        let mut begin = 0;
        // A block is folded without looking, then the fold may be settled.
        while begin < n && O::SETTLED != Some(total) {
            let end = n.min(begin + 512);
            for i in begin..end {
                total = O::apply(total, load(i));
            }
            begin = end;
        }
        acc.write(B8::from(total));
    }
    FpEvents::NONE
}

/// A binary function of truths.
trait Truths: 'static {
    /// The value that the fold never leaves again.
    const SETTLED: Option<bool>;
    fn apply(a: bool, b: bool) -> bool;
}
impl Truths for And {
    const SETTLED: Option<bool> = Some(false);
    #[inline(always)]
    fn apply(a: bool, b: bool) -> bool {
        a & b
    }
}
impl Truths for Or {
    const SETTLED: Option<bool> = Some(true);
    #[inline(always)]
    fn apply(a: bool, b: bool) -> bool {
        a | b
    }
}

fn add_loop(input: DType, acc: DType) -> Option<ReduceLoop> {
    use DType::*;
    Some(match (input, acc) {
        (Bool, Bool) => fold::<B8, Add>,
        (I8, I8) => fold::<i8, Add>,
        (I16, I16) => fold::<i16, Add>,
        (I32, I32) => fold::<i32, Add>,
        (I64, I64) => fold::<i64, Add>,
        (U8, U8) => fold::<u8, Add>,
        (U16, U16) => fold::<u16, Add>,
        (U32, U32) => fold::<u32, Add>,
        (U64, U64) => fold::<u64, Add>,
        (F16, F16) => float_sum::<f16>,
        (F32, F32) => float_sum::<f32>,
        (F64, F64) => float_sum::<f64>,
        (C64, C64) => complex_row_sum::<f32>,
        (C128, C128) => complex_row_sum::<f64>,
        (Bool, I64) => wide_sum::<B8, i64>,
        (I8, I64) => wide_sum::<i8, i64>,
        (I16, I64) => wide_sum::<i16, i64>,
        (I32, I64) => wide_sum::<i32, i64>,
        (U8, U64) => wide_sum::<u8, u64>,
        (U16, U64) => wide_sum::<u16, u64>,
        (U32, U64) => wide_sum::<u32, u64>,
        _ => return None,
    })
}

macro_rules! loops {
    ($($reduce:ident, $running:ident, $op:ident: $($dtype:ident $t:ty),+;)+) => {$(
        fn $reduce(input: DType, acc: DType) -> Option<ReduceLoop> {
            if input != acc {
                return None;
            }
            Some(match input {
                $(DType::$dtype => fold::<$t, $op>,)+
                #[allow(unreachable_patterns, reason = "some functions take all dtypes")]
                _ => return None,
            })
        }
        loops!(@running $running, $op: $($dtype $t),+);
    )+};
    (@running $running:ident, $op:ident: $($dtype:ident $t:ty),+) => {
        fn $running(dtype: DType) -> Option<AccumulateLoop> {
            Some(match dtype {
                $(DType::$dtype => running::<$t, $op>,)+
                #[allow(unreachable_patterns, reason = "some functions take all dtypes")]
                _ => return None,
            })
        }
    };
}
loops! {
    multiply_loop, multiply_running, Multiply: Bool B8, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16,
        U32 u32, U64 u64, F16 f16, F32 f32, F64 f64, C64 Complex32, C128 Complex64;
    maximum_loop, maximum_running, Maximum: Bool B8, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16,
        U32 u32, U64 u64, F16 f16, F32 f32, F64 f64, C64 Complex32, C128 Complex64;
    minimum_loop, minimum_running, Minimum: Bool B8, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16,
        U32 u32, U64 u64, F16 f16, F32 f32, F64 f64, C64 Complex32, C128 Complex64;
}
loops! {@running add_running, Add: Bool B8, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32,
U64 u64, F16 f16, F32 f32, F64 f64, C64 Complex32, C128 Complex64}

fn truth_loop<O: Truths>(input: DType, acc: DType) -> Option<ReduceLoop> {
    (acc == DType::Bool).then(|| with_element!(input, S => truth_fold::<S, O> as ReduceLoop))
}

/// Only on bools: other elements are converted first.
fn truth_running<O: Op<B8>>(dtype: DType) -> Option<AccumulateLoop> {
    (dtype == DType::Bool).then_some(running::<B8, O>)
}

const BASE: ReduceDef = ReduceDef {
    name: "",
    identity: None,
    widens: false,
    logical: false,
    grouped: |_| false,
    reduce: |_, _| None,
    accumulate: |_| None,
};

/// `np.add`
pub(crate) static ADD: ReduceDef = ReduceDef {
    name: "add",
    identity: Some(0),
    widens: true,
    grouped: |dtype| matches!(dtype.kind(), DTypeKind::Float | DTypeKind::Complex),
    reduce: add_loop,
    accumulate: add_running,
    ..BASE
};
/// `np.multiply`
pub(crate) static MULTIPLY: ReduceDef = ReduceDef {
    name: "multiply",
    identity: Some(1),
    widens: true,
    grouped: |dtype| dtype == DType::F16,
    reduce: multiply_or_half_loop,
    accumulate: multiply_running,
    ..BASE
};
/// `np.maximum`
pub(crate) static MAXIMUM: ReduceDef = ReduceDef {
    name: "maximum",
    reduce: maximum_loop,
    accumulate: maximum_running,
    ..BASE
};
/// `np.minimum`
pub(crate) static MINIMUM: ReduceDef = ReduceDef {
    name: "minimum",
    reduce: minimum_loop,
    accumulate: minimum_running,
    ..BASE
};
/// `np.logical_and`
pub(crate) static LOGICAL_AND: ReduceDef = ReduceDef {
    name: "logical_and",
    identity: Some(1),
    logical: true,
    reduce: truth_loop::<And>,
    accumulate: truth_running::<And>,
    ..BASE
};
/// `np.logical_or`
pub(crate) static LOGICAL_OR: ReduceDef = ReduceDef {
    name: "logical_or",
    identity: Some(0),
    logical: true,
    reduce: truth_loop::<Or>,
    accumulate: truth_running::<Or>,
    ..BASE
};
