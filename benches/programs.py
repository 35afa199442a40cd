"""The NumPy twins of the programs that `nparity bench --programs` times.

Run as `python programs.py NAME SECONDS`: prints the least seconds per call, a checksum of the results, and
the same for numexpr where it is installed and can express the program.
"""

import sys
import time

import numpy as np


def unit(n, salt, dtype=np.float64):
    """Numbers between 0 and 1, the same as the Rust side makes."""
    x = (np.arange(n, dtype=np.float64) + salt) * 0.6180339887498949
    return (x - np.floor(x)).astype(dtype)


def arithmetic():
    a, b, c, d = (unit(1_000_000, k) * 10 for k in range(4))
    return lambda: a * b + c * np.sin(d), "a*b + c*sin(d)", dict(a=a, b=b, c=c, d=d)


def cdf(x):
    return 0.5 * (1.0 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


def black_scholes():
    s, k, t = (unit(1_000_000, j) + 0.5 for j in range(3))

    def price():
        root = 0.2 * np.sqrt(t)
        d1 = (np.log(s / k) + 0.07 * t) / root
        d2 = d1 - root
        discounted = k * np.exp(-0.05 * t)
        call = s * cdf(d1) - discounted * cdf(d2)
        put = discounted * cdf(-d2) - s * cdf(-d1)
        return call, put

    return price, None, {}


def layer_norm():
    x = unit(4096 * 1024, 0, np.float32).reshape(4096, 1024)
    scale, shift = unit(1024, 1, np.float32), unit(1024, 2, np.float32)

    def norm():
        mean = np.mean(x, axis=-1, keepdims=True)
        var = np.var(x, axis=-1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5) * scale + shift

    return norm, None, {}


def mandelbrot():
    shape = (1000, 1000)
    c = ((unit(1_000_000, 0) * 3 - 2) + 1j * (unit(1_000_000, 1) * 2 - 1)).reshape(shape)
    z = (c * 1.5).copy()
    n = np.zeros(shape, dtype=np.int64)

    def step():
        m = np.abs(z) <= 2
        w = np.where(m, z * z + c, z)
        np.add(n, m, out=n)
        return w

    return step, None, {}


def k_means():
    points, centres = unit(800_000, 0).reshape(100_000, 8), unit(128, 1).reshape(16, 8)

    def assign():
        difference = np.expand_dims(points, 1) - np.expand_dims(centres, 0)
        return np.argmin(np.sum(np.square(difference), axis=-1), axis=-1)

    return assign, None, {}


def small():
    x, y = unit(10, 0), unit(10, 1)

    def chain():
        r = x + y
        for _ in range(3):
            r = np.sqrt(r * x + y)
        return r

    return chain, None, {}


def least(call, seconds):
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end or best == float("inf"):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def main():
    name, seconds = sys.argv[1], float(sys.argv[2])
    call, expression, names = globals()[name]()
    result = call()
    results = result if isinstance(result, tuple) else (result,)
    checksum = sum(float(np.sum(np.abs(r))) for r in results)
    print(repr(least(call, seconds)), repr(checksum), end="")
    if expression:
        try:
            import numexpr
        except ImportError:
            pass
        else:
            print("", repr(least(lambda: numexpr.evaluate(expression, names), seconds)), end="")
    print()


main()
