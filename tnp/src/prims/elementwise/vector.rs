//! Loops of elementary functions ([`vmath`]): vectorised for what the CPU has, at run time.
//!
//! The answers depend neither on the CPU nor on strides nor on an element's place. With [`use_libm`] the C
//! library computes everything instead: its bits are NumPy's own without SIMD dispatch (the strict oracle).

use super::float::{Cos, Exp, FloatPower, Log, Power, Sin, Tan, Tanh};
use super::{Binary, Finite, MAX_OPERANDS, Status, Unary, fast1, plain1, plain2, simd};
use crate::prims::vmath;
use crate::tensor::Element;
use nparity_model::FpEvents;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};

static LIBM: AtomicBool = AtomicBool::new(false);

/// Switches the C library's elementary functions on or off, for the whole process.
pub fn use_libm(on: bool) {
    LIBM.store(on, Ordering::Relaxed);
}

/// Elements at a time: operands and results lie in the first-level cache.
const BLOCK: usize = 512;

/// An elementary function of one argument; [`Unary::call`] is the C library's.
pub(crate) trait Vector1<T>: Unary<T, T> {
    /// The events that it can raise.
    const EVENTS: FpEvents;
    /// The function, without branches.
    fn fast(a: T) -> T;
    /// Whether `fast` does not serve this argument.
    #[inline(always)]
    fn rare(_a: T) -> bool {
        false
    }
}

/// An elementary function of two arguments; [`Binary::call`] is the C library's.
pub(crate) trait Vector2<T>: Binary<T, T, T> {
    /// The function, without branches.
    fn fast(a: T, b: T) -> T;
    /// Whether `fast` does not serve these arguments.
    fn rare(a: T, b: T) -> bool;
    /// A loop of one argument that stands in where the second is the same for all elements. NumPy's does so
    /// too, and its results differ where the functions do: `(-inf) ** 0.5`.
    fn with(b: T) -> Option<super::Kernel>;
}

macro_rules! vector1 {
    ($($name:ident $events:expr, $f64:ident $f32:ident $(, $rare64:ident $rare32:ident)?;)+) => {$(
        impl Vector1<f64> for $name {
            const EVENTS: FpEvents = $events;
            #[inline(always)]
            fn fast(a: f64) -> f64 { vmath::$f64(a) }
            $(#[inline(always)]
            fn rare(a: f64) -> bool { vmath::$rare64(a) })?
        }
        impl Vector1<f32> for $name {
            const EVENTS: FpEvents = $events;
            #[inline(always)]
            fn fast(a: f32) -> f32 { vmath::$f32(a) }
            $(#[inline(always)]
            fn rare(a: f32) -> bool { vmath::$rare32(a) })?
        }
    )+};
}
vector1! {
    Exp FpEvents::OVER, exp exp_single;
    Log FpEvents::DIVIDE.union(FpEvents::INVALID), log log_single;
    Sin FpEvents::INVALID, sin sin_single, trig_rare trig_single_rare;
    Cos FpEvents::INVALID, cos cos_single, trig_rare trig_single_rare;
    Tan FpEvents::INVALID, tan tan_single, trig_rare trig_single_rare;
    Tanh FpEvents::NONE, tanh tanh_single;
}

macro_rules! vector2 {
    ($($name:ident<$t:ty>: $fast:ident $rare:ident;)+) => {$(
        impl Vector2<$t> for $name {
            #[inline(always)]
            fn fast(a: $t, b: $t) -> $t { vmath::$fast(a, b) }
            #[inline(always)]
            fn rare(a: $t, b: $t) -> bool { vmath::$rare(a, b) }
            fn with(b: $t) -> Option<super::Kernel> {
                Some(if b == 2.0 {
                    fast1::<super::Square, $t, $t>
                } else if b == 1.0 {
                    fast1::<super::Positive, <$t as super::Moves>::Raw, <$t as super::Moves>::Raw>
                } else if b == 0.5 {
                    fast1::<super::Sqrt, $t, $t>
                } else if b == -1.0 {
                    fast1::<super::Reciprocal, $t, $t>
                } else {
                    return None;
                })
            }
        }
    )+};
}
impl Vector2<f64> for FloatPower {
    #[inline(always)]
    fn fast(a: f64, b: f64) -> f64 {
        vmath::pow(a, b)
    }
    #[inline(always)]
    fn rare(a: f64, b: f64) -> bool {
        vmath::pow_rare(a, b)
    }
    fn with(_: f64) -> Option<super::Kernel> {
        None
    }
}

vector2! {
    Power<f64>: pow pow_rare;
    Power<f32>: pow_single pow_single_rare;
}

/// Reads up to [`BLOCK`] elements into `block`.
///
/// # Safety
/// `from` reaches `n <= BLOCK` elements at this stride.
#[inline(always)]
unsafe fn load<T: Element>(
    n: usize,
    from: *const u8,
    stride: isize,
    block: &mut [MaybeUninit<T>; BLOCK],
) {
    // SAFETY: the caller's; elements may be unaligned.
    unsafe {
        if stride == size_of::<T>() as isize {
            std::ptr::copy_nonoverlapping(from, block.as_mut_ptr().cast(), n * size_of::<T>());
        } else {
            for (i, slot) in block[..n].iter_mut().enumerate() {
                slot.write(
                    from.offset(i as isize * stride)
                        .cast::<T>()
                        .read_unaligned(),
                );
            }
        }
    }
}

/// Writes the first `n` elements of `block`; as [`load`].
#[inline(always)]
unsafe fn store<T: Element>(n: usize, to: *mut u8, stride: isize, block: &[MaybeUninit<T>; BLOCK]) {
    // SAFETY: the caller's, and the elements were computed.
    unsafe {
        if stride == size_of::<T>() as isize {
            std::ptr::copy_nonoverlapping(block.as_ptr().cast(), to, n * size_of::<T>());
        } else {
            for (i, slot) in block[..n].iter().enumerate() {
                to.offset(i as isize * stride)
                    .cast::<T>()
                    .write_unaligned(slot.assume_init());
            }
        }
    }
}

/// The whole loop; compiled once for each kind of CPU. Operands go through blocks of their own, so it does not
/// matter whether the result lies where an argument was.
#[inline(always)]
unsafe fn run1<O: Vector1<T>, T: Element + Finite + PartialEq>(
    n: usize,
    p: [*mut u8; 2],
    s: [isize; 2],
) -> FpEvents {
    let mut events = FpEvents::NONE;
    let mut a = [const { MaybeUninit::<T>::uninit() }; BLOCK];
    let mut r = [const { MaybeUninit::<T>::uninit() }; BLOCK];
    let mut start = 0;
    while start < n {
        let count = BLOCK.min(n - start);
        let at = |k: usize| p[k].wrapping_offset(start as isize * s[k]);
        // SAFETY: the caller vouches for `n` elements; the first `count` of a block are written before they are read.
        unsafe {
            load(count, at(0), s[0], &mut a);
            let mut rare = false;
            let mut probe = T::Probe::default();
            for (x, y) in a[..count].iter().zip(&mut r[..count]) {
                let x = x.assume_init();
                let value = O::fast(x);
                rare |= O::rare(x);
                // Of a NaN comes a NaN, without an event.
                #[allow(clippy::eq_op, reason = "a NaN is not equal to itself")]
                if x == x {
                    probe = probe | value.probe();
                }
                y.write(value);
            }
            if rare {
                for (x, y) in a[..count].iter().zip(&mut r[..count]) {
                    if O::rare(x.assume_init()) {
                        let value = O::call(x.assume_init());
                        probe = probe | value.probe();
                        y.write(value);
                    }
                }
            }
            if T::found(probe) && events != O::EVENTS {
                for (x, y) in a[..count].iter().zip(&r[..count]) {
                    if !y.assume_init().finite() {
                        events |= O::events(x.assume_init(), y.assume_init());
                    }
                }
            }
            store(count, at(1), s[1], &r);
        }
        start += count;
    }
    events
}

/// As [`run1`], for two arguments.
#[inline(always)]
unsafe fn run2<O: Vector2<T>, T: Element + Finite + PartialEq>(
    n: usize,
    p: [*mut u8; 3],
    s: [isize; 3],
) -> FpEvents {
    let mut events = FpEvents::NONE;
    let mut a = [const { MaybeUninit::<T>::uninit() }; BLOCK];
    let mut b = [const { MaybeUninit::<T>::uninit() }; BLOCK];
    let mut r = [const { MaybeUninit::<T>::uninit() }; BLOCK];
    let mut start = 0;
    while start < n {
        let count = BLOCK.min(n - start);
        let at = |k: usize| p[k].wrapping_offset(start as isize * s[k]);
        // SAFETY: as in `run1`.
        unsafe {
            load(count, at(0), s[0], &mut a);
            load(count, at(1), s[1], &mut b);
            let mut rare = false;
            let mut probe = T::Probe::default();
            for i in 0..count {
                let (x, y) = (a[i].assume_init(), b[i].assume_init());
                let value = O::fast(x, y);
                rare |= O::rare(x, y);
                probe = probe | value.probe();
                r[i].write(value);
            }
            if rare {
                for i in 0..count {
                    let (x, y) = (a[i].assume_init(), b[i].assume_init());
                    if O::rare(x, y) {
                        let value = O::call(x, y);
                        probe = probe | value.probe();
                        r[i].write(value);
                    }
                }
            }
            if T::found(probe) {
                for i in 0..count {
                    let (x, y) = (a[i].assume_init(), b[i].assume_init());
                    if !r[i].assume_init().finite() {
                        events |= O::events(x, y, r[i].assume_init());
                    }
                }
            }
            store(count, at(2), s[2], &r);
        }
        start += count;
    }
    events
}

/// `run` for the CPU at hand.
macro_rules! versions {
    ($dispatch:ident, $run:ident, $wide:ident, $narrow:ident, $bound:ident, $operands:literal) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(
            enable = "avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt"
        )]
        unsafe fn $wide<O: $bound<T>, T: Element + Finite + PartialEq>(
            n: usize,
            p: [*mut u8; $operands],
            s: [isize; $operands],
        ) -> FpEvents {
            // SAFETY: the caller's.
            unsafe { $run::<O, T>(n, p, s) }
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
        unsafe fn $narrow<O: $bound<T>, T: Element + Finite + PartialEq>(
            n: usize,
            p: [*mut u8; $operands],
            s: [isize; $operands],
        ) -> FpEvents {
            // SAFETY: the caller's.
            unsafe { $run::<O, T>(n, p, s) }
        }

        #[inline(always)]
        unsafe fn $dispatch<O: $bound<T>, T: Element + Finite + PartialEq>(
            n: usize,
            p: [*mut u8; $operands],
            s: [isize; $operands],
        ) -> FpEvents {
            // SAFETY: the caller's, and the CPU was asked.
            unsafe {
                #[cfg(target_arch = "x86_64")]
                match simd::level() {
                    simd::Level::Avx512 => $wide::<O, T>(n, p, s),
                    simd::Level::Avx2 => $narrow::<O, T>(n, p, s),
                    simd::Level::Base => $run::<O, T>(n, p, s),
                }
                #[cfg(not(target_arch = "x86_64"))]
                $run::<O, T>(n, p, s)
            }
        }
    };
}
versions! { dispatch1, run1, wide1, narrow1, Vector1, 2 }
versions! { dispatch2, run2, wide2, narrow2, Vector2, 3 }

/// The loop of an elementary function of one argument; see [`super::Kernel`] for the contract.
#[expect(
    clippy::extra_unused_type_parameters,
    reason = "the table names all operands' types"
)]
pub(crate) unsafe fn vector1<O: Vector1<T>, T: Element + Finite + PartialEq, R>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    // SAFETY: the caller's, for both.
    unsafe {
        if LIBM.load(Ordering::Relaxed) {
            return plain1::<O, T, T>(n, p, s);
        }
        dispatch1::<O, T>(n, [p[0], p[1]], [s[0], s[1]]).into()
    }
}

/// The loop of an elementary function of two arguments; see [`super::Kernel`] for the contract.
#[expect(
    clippy::extra_unused_type_parameters,
    reason = "the table names all operands' types"
)]
pub(crate) unsafe fn vector2<O: Vector2<T>, T: Element + Finite + PartialEq, B, R>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    // SAFETY: the caller's, for both.
    unsafe {
        if s[1] == 0
            && n > 0
            && let Some(simple) = O::with(p[1].cast::<T>().read_unaligned())
        {
            return simple(n, &[p[0], p[2], p[2], p[2]], &[s[0], s[2], s[2], s[2]]);
        }
        if LIBM.load(Ordering::Relaxed) {
            return plain2::<O, T, T, T>(n, p, s);
        }
        dispatch2::<O, T>(n, [p[0], p[1], p[2]], [s[0], s[1], s[2]]).into()
    }
}
