//! Loops that vectorise: for element functions of a few instructions.
//!
//! On x86-64 they are compiled for AVX2 (a CPU without it runs the plain loops), elsewhere for the
//! baseline; one version of each keeps compile time in bounds. Operands that are contiguous or one
//! repeated element take them; others go element by element. Floating-point events are looked for after
//! each block, while it lies in the first-level cache, and only if some result was not finite.

use super::{Binary, Check, Finite, MAX_OPERANDS, Status, Unary, plain, simd};
use crate::tensor::Element;
use nparity_model::FpEvents;

/// Elements between two looks at the results.
const BLOCK: usize = 1024;

/// Below this many elements the call of the vector body costs more than it saves.
const SHORT: usize = 4;

macro_rules! read {
    ($p:expr, $i:expr) => {
        $p.add($i).read_unaligned()
    };
}

/// The loop of a function of one argument; see [`super::Kernel`] for the contract.
#[inline(never)]
pub(crate) unsafe fn fast1<O: Unary<A, R>, A: Element, R: Finite>(
    n: usize,
    ptrs: &[*mut u8; MAX_OPERANDS],
    strides: &[isize; MAX_OPERANDS],
) -> Status {
    // SAFETY: the caller's, for all of them.
    unsafe {
        let vector = n >= SHORT
            && strides[0] == size_of::<A>() as isize
            && strides[1] == size_of::<R>() as isize;
        if !vector || !simd::vectors() {
            return plain::plain1::<O, A, R>(n, ptrs, strides);
        }
        let (a, r) = (ptrs[0].cast::<A>(), ptrs[1].cast::<R>());
        unary::<O, A, R>(n, a, r).into()
    }
}

/// # Safety
/// The caller's, and [`simd::vectors`].
#[cfg_attr(
    target_arch = "x86_64",
    target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")
)]
unsafe fn unary<O: Unary<A, R>, A: Element, R: Finite>(
    n: usize,
    a: *const A,
    r: *mut R,
) -> FpEvents {
    let mut events = FpEvents::NONE;
    let mut start = 0;
    // SAFETY: the caller vouches for `n` elements behind each pointer.
    unsafe {
        while start < n {
            let end = if O::CHECK == Check::Never {
                n
            } else {
                n.min(start + BLOCK)
            };
            let mut probe = R::Probe::default();
            for i in start..end {
                let result = O::call(read!(a, i));
                if O::CHECK != Check::Never {
                    probe = probe | result.probe();
                }
                r.add(i).write_unaligned(result);
            }
            if R::found(probe) {
                events = events | unary_events::<O, A, R>(end - start, a.add(start), r.add(start));
            }
            start = end;
        }
    }
    events
}

#[cold]
unsafe fn unary_events<O: Unary<A, R>, A: Element, R: Finite>(
    n: usize,
    a: *const A,
    r: *const R,
) -> FpEvents {
    let mut events = FpEvents::NONE;
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements behind each pointer.
        let (x, result) = unsafe { (read!(a, i), read!(r, i)) };
        if !result.finite() {
            events = events | O::events(x, result);
        }
    }
    events
}

/// The loop of a function of two arguments; see [`super::Kernel`] for the contract.
#[inline(never)]
pub(crate) unsafe fn fast2<O: Binary<A, B, R>, A: Element, B: Element, R: Finite>(
    n: usize,
    ptrs: &[*mut u8; MAX_OPERANDS],
    strides: &[isize; MAX_OPERANDS],
) -> Status {
    let (size_a, size_b, size_r) = (size_of::<A>(), size_of::<B>(), size_of::<R>());
    let repeats_a = strides[0] == 0;
    let repeats_b = strides[1] == 0;
    let vector = n >= SHORT
        && strides[2] == size_r as isize
        && (repeats_a || strides[0] == size_a as isize)
        && (repeats_b || strides[1] == size_b as isize)
        && !(repeats_a && repeats_b);
    // SAFETY: the caller's, for all of them.
    unsafe {
        if !vector || !simd::vectors() {
            return plain::plain2::<O, A, B, R>(n, ptrs, strides);
        }
        let (a, b, r) = (
            ptrs[0].cast::<A>(),
            ptrs[1].cast::<B>(),
            ptrs[2].cast::<R>(),
        );
        binary::<O, A, B, R>(n, a, b, r, repeats_a, repeats_b).into()
    }
}

/// # Safety
/// The caller's, and [`simd::vectors`].
#[cfg_attr(
    target_arch = "x86_64",
    target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")
)]
unsafe fn binary<O: Binary<A, B, R>, A: Element, B: Element, R: Finite>(
    n: usize,
    a: *const A,
    b: *const B,
    r: *mut R,
    repeats_a: bool,
    repeats_b: bool,
) -> FpEvents {
    let mut events = FpEvents::NONE;
    let mut start = 0;
    // SAFETY: the caller vouches for `n` elements behind each pointer, one behind a repeated one.
    unsafe {
        while start < n {
            let end = if O::CHECK == Check::Never {
                n
            } else {
                n.min(start + BLOCK)
            };
            let mut probe = R::Probe::default();
            macro_rules! run {
                ($i:ident, $x:expr, $y:expr) => {
                    for $i in start..end {
                        let result = O::call($x, $y);
                        if O::CHECK != Check::Never {
                            probe = probe | result.probe();
                        }
                        r.add($i).write_unaligned(result);
                    }
                };
            }
            if repeats_a {
                let x = read!(a, 0);
                run!(i, x, read!(b, i));
            } else if repeats_b {
                let y = read!(b, 0);
                run!(i, read!(a, i), y);
            } else {
                run!(i, read!(a, i), read!(b, i));
            }
            if R::found(probe) {
                let (at_a, at_b) = (
                    if repeats_a { a } else { a.add(start) },
                    if repeats_b { b } else { b.add(start) },
                );
                events = events
                    | binary_events::<O, A, B, R>(
                        end - start,
                        at_a,
                        at_b,
                        r.add(start),
                        repeats_a,
                        repeats_b,
                    );
            }
            start = end;
        }
    }
    events
}

#[cold]
unsafe fn binary_events<O: Binary<A, B, R>, A: Element, B: Element, R: Finite>(
    n: usize,
    a: *const A,
    b: *const B,
    r: *const R,
    repeats_a: bool,
    repeats_b: bool,
) -> FpEvents {
    let mut events = FpEvents::NONE;
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements behind each pointer, one behind a repeated one.
        let (x, y, result) = unsafe {
            (
                read!(a, if repeats_a { 0 } else { i }),
                read!(b, if repeats_b { 0 } else { i }),
                read!(r, i),
            )
        };
        if !result.finite() {
            events = events | O::events(x, y, result);
        }
    }
    events
}

/// The loop of a function of two arguments with the arguments exchanged: `a > b` is `b < a`.
pub(crate) unsafe fn swapped2<O: Binary<A, B, R>, A: Element, B: Element, R: Finite>(
    n: usize,
    ptrs: &[*mut u8; MAX_OPERANDS],
    strides: &[isize; MAX_OPERANDS],
) -> Status {
    let (ptrs, strides) = (
        [ptrs[1], ptrs[0], ptrs[2], ptrs[3]],
        [strides[1], strides[0], strides[2], strides[3]],
    );
    // SAFETY: the caller's, with the inputs exchanged.
    unsafe { fast2::<O, A, B, R>(n, &ptrs, &strides) }
}

/// The loop of a test that no element of the dtype passes, or all do.
pub(crate) unsafe fn constant<const ANSWER: bool>(
    n: usize,
    ptrs: &[*mut u8; MAX_OPERANDS],
    strides: &[isize; MAX_OPERANDS],
) -> Status {
    for i in 0..n as isize {
        // SAFETY: the caller vouches for `n` bools at this stride.
        unsafe { ptrs[1].offset(i * strides[1]).write(u8::from(ANSWER)) };
    }
    Status::default()
}
