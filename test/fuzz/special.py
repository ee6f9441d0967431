"""Kernels of one operator each, at points where its derivative is infinite, or its value: the operands are the inputs
themselves. Of two outputs the other one is asked for (Inputs/Check.h knows its derivative), or a zero is the factor.
"""
import re

import operators

OPERANDS = ["a", "b", "a"]


def bare(text):
    """`std::pow(@p, @u)` of the inputs: `std::pow(a, b)`."""
    operands = iter(OPERANDS)
    return re.sub(r"@\w", lambda hole: next(operands), text)


def wrapped(random, value, zero):
    """The value as straight code, in loops, behind a function, within others."""
    times = f"{zero} * " if zero else ""
    return random.choice([
        [f"y[0] = {times}{value};"],
        [f"const double v = {value};", f"y[0] = {times}v;"],
        ["double sum = 0;", f"for (int i = 0; i < 2; ++i) sum += {times}{value};", "y[0] = sum;"],
        ["double sum = 0;", f"for (int i = 0; i < 2; ++i) {{ const double v = {value}; sum += {times}v * v; }}", "y[0] = sum;"],
        [f"y[0] = {times}std::sin({value});"],
        [f"y[0] = {times}std::sqrt(std::fabs({value}));"],
        ["std::vector<double> v{a, b};", f"y[0] = {times}{re.sub(r'(?<![a-z_])b(?![a-z_(])', 'v[1]', re.sub(r'(?<![a-z_])a(?![a-z_(])', 'v[0]', value))};"],
        [f"const auto f = [](double a, double b) {{ return 0 * b + {value}; }};", f"y[0] = {times}f(a, b);"],
        [f"if (a > -1e308) y[0] = {times}{value};", "else y[0] = 1;"],
    ])


def kernel(random, name, zero):
    value = f"({bare(random.choice(list(operators.DIFFERENTIABLE.values())))})"
    lines = ["const double a = x[0], b = x[1];", *wrapped(random, value, zero), "y[1] = 0.5 * a - 0.25 * b;"]
    signature = f"TREELIZE(kernel) inline void {name}(std::span<const double> x, std::span<double> y)"
    return "\n".join([signature + " {"] + [f"  {line}" for line in lines] + ["}", ""])


def unasked(random, used, name, calls):
    return kernel(random, name, "")


def times_zero(random, used, name, calls):
    return kernel(random, name, "x[2]")
