#!/usr/bin/env python3
"""Polynomials for tnp/src/prims/vmath: near-minimax coefficients, rounded to doubles.

Needs mpmath. Each row fits `f` on [0, b] (or [-b, b]) by interpolation at Chebyshev nodes and
rounds the coefficients to doubles. Prints Rust constants and the largest error met on a fine grid, in bits.
"""
from mpmath import mp, mpf, cos, sin, exp, log, atanh, pi, chebyt, sqrt, lu_solve, matrix

mp.prec = 400


def double(x):
    """The nearest double, as an exact mpf."""
    return mpf(float(x))


def fit(f, a, b, degree):
    """Coefficients c[0..degree], as doubles, of the polynomial nearest to f on [a, b]."""
    n = degree + 1
    nodes = [(a + b) / 2 + (b - a) / 2 * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    rows = matrix(n, n)
    rhs = matrix(n, 1)
    for i, x in enumerate(nodes):
        for j in range(n):
            rows[i, j] = x**j
        rhs[i] = f(x)
    return [double(c) for c in lu_solve(rows, rhs)]


def show(name, coefficients, error):
    print(f"/// Error {float(log(error, 2)):.1f} bits.")
    body = ",\n    ".join(repr(float(c)) for c in coefficients)
    print(f"const {name}: [f64; {len(coefficients)}] = [\n    {body},\n];")


def worst(f, g, a, b, n=2000):
    """The largest |f - g| on a grid."""
    return max(abs(f(x) - g(x)) for x in (a + (b - a) * (mpf(i) + mpf("0.37")) / n for i in range(n)))


def poly(c):
    return lambda x: sum(k * x**i for i, k in enumerate(c))


def main():
    half_ln2 = log(2) / 2 * mpf("1.0001")
    # e^r = 1 + r + r^2 q(r)
    q = lambda r: (exp(r) - 1 - r) / r**2
    for name, degree in (("EXP", 10), ("EXP_SINGLE", 6)):
        # Not quite symmetric: no node falls on zero, where q is 0 / 0.
        c = fit(q, -half_ln2 * mpf("1.002"), half_ln2, degree)
        show(name, c, worst(lambda r: r**2 * q(r), lambda r: r**2 * poly(c)(r), -half_ln2, half_ln2))
    # 2 atanh(s) = 2 s + s z p(z), z = s^2, s up to (sqrt 2 - 1) / (sqrt 2 + 1)
    top = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf("1.001")
    p = lambda z: (2 * atanh(sqrt(z)) - 2 * sqrt(z)) / (sqrt(z) * z)
    for name, degree in (("LOG", 7), ("LOG_SINGLE", 4)):
        c = fit(p, top / 10**6, top, degree)
        show(name, c, worst(lambda z: z * p(z), lambda z: z * poly(c)(z), top / 10**6, top))
    # The same beyond the cubic term, 2 s (1 + z / 3 + z^2 t(z)), for powers.
    t = lambda z: (atanh(sqrt(z)) / sqrt(z) - 1 - z / 3) / z**2
    c = fit(t, top / 10**4, top, 7)
    show("LOG_TAIL", c, worst(lambda z: z**2 * t(z), lambda z: z**2 * poly(c)(z), top / 10**4, top))
    quarter = (pi / 4) ** 2 * mpf("1.0005")
    # sin r = r + r z s(z); cos r = 1 - z / 2 + z^2 c(z)
    s = lambda z: (sin(sqrt(z)) - sqrt(z)) / (sqrt(z) * z)
    k = lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2
    for suffix, ds, dk in (("", 7, 7), ("_SINGLE", 3, 3)):
        cs = fit(s, quarter / 10**6, quarter, ds)
        show("SIN" + suffix, cs, worst(lambda z: z * s(z), lambda z: z * poly(cs)(z), quarter / 10**6, quarter))
        ck = fit(k, quarter / 10**6, quarter, dk)
        show("COS" + suffix, ck, worst(lambda z: z**2 * k(z), lambda z: z**2 * poly(ck)(z), quarter / 10**6, quarter))
    for name, value in (("LN2", log(2)), ("PI_2", pi / 2), ("THIRD", mpf(1) / 3)):
        parts = []
        for _ in range(3):
            parts.append(double(value))
            value -= parts[-1]
        print(f"{name} {[float(x) for x in parts]}")
    # ln 2 with so few bits that a multiple by an exponent is exact, and the rest.
    high = mp.floor(log(2) * 2**41) / 2**41
    print(f"LN2_SHORT {float(high)!r} {float(double(log(2) - high))!r}")


if __name__ == "__main__":
    main()
