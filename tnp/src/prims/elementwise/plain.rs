//! Loops that go element by element, at any strides.

use super::libm::flagged;
use super::{Binary, Check, Finite, MAX_OPERANDS, Status, Ternary, Unary};
use crate::tensor::Element;
use nparity_model::FpEvents;

unsafe fn read<T>(p: *mut u8, stride: isize, i: usize) -> T {
    // SAFETY: the caller vouches for element `i`; it may be unaligned.
    unsafe { p.offset(stride * i as isize).cast::<T>().read_unaligned() }
}

unsafe fn write<T>(p: *mut u8, stride: isize, i: usize, value: T) {
    // SAFETY: as for `read`.
    unsafe {
        p.offset(stride * i as isize)
            .cast::<T>()
            .write_unaligned(value);
    }
}

/// The loop of a function of one argument; see [`super::Kernel`] for the contract.
pub(crate) unsafe fn plain1<O: Unary<A, R>, A: Element, R: Finite>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    let mut events = FpEvents::NONE;
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements at these strides.
        unsafe {
            let a: A = read(p[0], s[0], i);
            let r = O::call(a);
            if O::CHECK == Check::Each || (O::CHECK == Check::NonFinite && !r.finite()) {
                events = events | O::events(a, r);
            }
            write(p[1], s[1], i, r);
        }
    }
    events.into()
}

/// The loop of a function of two arguments; see [`super::Kernel`] for the contract.
pub(crate) unsafe fn plain2<O: Binary<A, B, R>, A: Element, B: Element, R: Finite>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    let mut events = FpEvents::NONE;
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements at these strides.
        unsafe {
            let a: A = read(p[0], s[0], i);
            let b: B = read(p[1], s[1], i);
            let r = O::call(a, b);
            if O::CHECK == Check::Each || (O::CHECK == Check::NonFinite && !r.finite()) {
                events = events | O::events(a, b, r);
            }
            write(p[2], s[2], i, r);
        }
    }
    events.into()
}

/// The loop of a function of one argument with two results, checked at each element.
pub(crate) unsafe fn plain1_2<O: Unary<A, (R, Q)>, A: Element, R: Element, Q: Element>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    let mut events = FpEvents::NONE;
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements at these strides.
        unsafe {
            let a: A = read(p[0], s[0], i);
            let r = O::call(a);
            if O::CHECK != Check::Never {
                events = events | O::events(a, r);
            }
            write(p[1], s[1], i, r.0);
            write(p[2], s[2], i, r.1);
        }
    }
    events.into()
}

/// The loop of a function of two arguments with two results, checked at each element.
pub(crate) unsafe fn plain2_2<
    O: Binary<A, B, (R, Q)>,
    A: Element,
    B: Element,
    R: Element,
    Q: Element,
>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    let mut events = FpEvents::NONE;
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements at these strides.
        unsafe {
            let a: A = read(p[0], s[0], i);
            let b: B = read(p[1], s[1], i);
            let r = O::call(a, b);
            if O::CHECK != Check::Never {
                events = events | O::events(a, b, r);
            }
            write(p[2], s[2], i, r.0);
            write(p[3], s[3], i, r.1);
        }
    }
    events.into()
}

/// The loop of a function of three arguments of one type; see [`super::Kernel`] for the contract.
pub(crate) unsafe fn plain3<O: Ternary<A>, A: Element>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    for i in 0..n {
        // SAFETY: the caller vouches for `n` elements at these strides.
        unsafe {
            let a: A = read(p[0], s[0], i);
            let b: A = read(p[1], s[1], i);
            let c: A = read(p[2], s[2], i);
            write(p[3], s[3], i, O::call(a, b, c));
        }
    }
    Status::default()
}

/// The loop of a complex function of one argument that is little more than calls into the C library: its
/// events are those that the CPU flags.
pub(crate) unsafe fn flagged1<O: Unary<A, R>, A: Element, R: Finite>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    let run = || {
        for i in 0..n {
            // SAFETY: the caller vouches for `n` elements at these strides.
            unsafe { write(p[1], s[1], i, O::call(read(p[0], s[0], i))) };
        }
    };
    flagged(run).1.into()
}

/// As [`flagged1`], for two arguments.
pub(crate) unsafe fn flagged2<O: Binary<A, B, R>, A: Element, B: Element, R: Finite>(
    n: usize,
    p: &[*mut u8; MAX_OPERANDS],
    s: &[isize; MAX_OPERANDS],
) -> Status {
    let run = || {
        for i in 0..n {
            // SAFETY: the caller vouches for `n` elements at these strides.
            unsafe {
                write(
                    p[2],
                    s[2],
                    i,
                    O::call(read(p[0], s[0], i), read(p[1], s[1], i)),
                )
            };
        }
    };
    flagged(run).1.into()
}
