#!/usr/bin/env python3
"""Every row of operators.def at its special points: zeros, ties, ends of the domain, infinite partials.

Writes a kernel and a table of points per row, for points.h, which compares adjoint, tangent, lanes and dual numbers
with what stands here. A partial is a number, `diff` (what long double differences say), `inf`, `-inf`, `nan` (any number
that is not finite), or `any`. A row without points, or one whose partials may be infinite and at none of its points are,
is an error.
"""
import pathlib
import re
import sys

HUGE = 800.0  # exp overflows
PI = "std::numbers::pi"

# row: [(orders and operands, partials by the operands)]
POINTS = {
    "neg": [((0,), (-1,))],
    "add": [((0, 0), (1, 1))],
    "sub": [((2, 2), (1, -1))],
    "mul": [((0, 3), (3, 0)), ((0, 0), (0, 0))],
    "div": [((0, 2), (0.5, 0)), ((3, 0), ("inf", "-inf")), ((0, 0), ("inf", "nan"))],
    "exp": [((0,), (1,)), ((-HUGE,), (0,)), ((HUGE,), ("inf",))],
    "exp2": [((0,), ("diff",)), ((1100,), ("inf",))],
    "expm1": [((0,), (1,)), ((-HUGE,), (0,)), ((HUGE,), ("inf",))],
    "log": [((1,), (1,)), ((0,), ("inf",))],
    "log2": [((1,), ("diff",)), ((0,), ("inf",))],
    "log10": [((1,), ("diff",)), ((0,), ("inf",))],
    "log1p": [((0,), (1,)), ((-1,), ("inf",))],
    "sqrt": [((4,), (0.25,)), ((0,), ("inf",)), ((-1,), ("nan",))],
    "cbrt": [((8,), (1 / 12,)), ((-8,), (1 / 12,)), ((0,), ("inf",))],
    "sin": [((0,), (1,))],
    "cos": [((0,), (0,))],
    "tan": [((0,), (1,))],
    "asin": [((0,), (1,)), ((1,), ("inf",)), ((-1,), ("inf",)), ((2,), ("nan",))],
    "acos": [((0,), (-1,)), ((1,), ("-inf",)), ((-1,), ("-inf",)), ((2,), ("nan",))],
    "atan": [((0,), (1,)), ((1e200,), (0,))],
    "sinh": [((0,), (1,)), ((HUGE,), ("inf",))],
    "cosh": [((0,), (0,)), ((HUGE,), ("inf",)), ((-HUGE,), ("-inf",))],
    "tanh": [((0,), (1,)), ((HUGE,), (0,))],
    "asinh": [((0,), (1,)), ((1e200,), ("any",))],
    "acosh": [((2,), ("diff",)), ((1,), ("inf",)), ((0.5,), ("nan",))],
    "atanh": [((0,), (1,)), ((1,), ("inf",)), ((-1,), ("inf",))],
    "erf": [((0,), ("diff",)), ((40,), (0,))],
    "erfc": [((0,), ("diff",)), ((40,), (0,))],
    "tgamma": [((1,), ("diff",)), ((-0.5,), ("diff",)), ((0,), ("nan",)), ((-2,), ("nan",)), ((200,), ("inf",))],
    "lgamma": [((1,), ("diff",)), ((-0.5,), ("diff",)), ((0,), ("nan",)), ((-2,), ("nan",))],
    "expint": [((1,), ("diff",)), ((-1,), ("diff",)), ((0,), ("inf",))],
    "comp_ellint_1": [((0,), (0,)), ((-0.5,), ("diff",)), ((1,), ("nan",))],
    "comp_ellint_2": [((0,), (0,)), ((-0.5,), ("diff",)), ((1,), ("nan",))],
    "fabs": [((0,), (0,)), ((-2,), (-1,))],
    "floor": [((1,), (0,))],
    "ceil": [((1,), (0,))],
    "trunc": [((1,), (0,))],
    "round": [((0.5,), (0,))],
    "rint": [((0.5,), (0,))],
    "nearbyint": [((0.5,), (0,))],
    "pow": [((-2, 3), (12, "nan")), ((-2, 0), (0, "nan")), ((0, 2), (0, 0)), ((0, 1), (1, 0)), ((0, 0), (0, 0)), ((0, 0.5), ("inf", 0)),
            ((0, -1), ("-inf", 0)), ((1, HUGE), (HUGE, 0)), ((-2, 0.5), ("nan", "nan")), ((10, 400), ("inf", "inf"))],
    "atan2": [((0, 1), (1, 0)), ((1, 0), (0, -1)), ((0, -2), (-0.5, 0)), ((0, 0), ("nan", "nan")), ((3e200, 4e200), (4 / 25 * 1e-200, -3 / 25 * 1e-200)),
              ((3e-200, -4e-200), (-4 / 25 * 1e200, -3 / 25 * 1e200))],
    "hypot": [((0, 0), (0, 0)), ((0, -2), (0, -1)), ((3e200, 4e200), (0.6, 0.8))],
    "beta": [((1, 1), ("diff", "diff")), ((0, 1), ("nan", "nan"))],
    "comp_ellint_3": [((0.5, 0), ("diff", "diff")), ((0.5, 0.25), ("diff", "diff")), ((-0.5, 0.25), ("diff", "diff")), ((0, 0), (0, "diff")),
                      ((0, 0.5), (0, "diff")), ((0.5, 1), ("nan", "nan"))],
    "ellint_1": [((0, 0.4), (0, 1)), ((0.5, 0), (0, 1)), ((1, PI + " / 2"), ("nan", "nan"))],
    "ellint_2": [((0, 0.4), (0, 1)), ((0.5, 0), (0, 1)), ((1, 0.7), ("any", "diff"))],
    "fmod": [((5, 3), (1, -1)), ((-5, 3), (1, 1)), ((1, 0), (1, "nan"))],
    "remainder": [((5, 3), (1, -2)), ((1, 0), (1, "nan"))],
    "fdim": [((1, 1), (0, 0)), ((2, 1), (1, -1))],
    "copysign": [((-2, 1), (-1, 0)), ((2, "-0.0"), (-1, 0))],
    "fmin": [((1, 1), (1, 0)), ((2, 1), (0, 1))],
    "fmax": [((1, 1), (1, 0)), ((1, 2), (0, 1))],
    "min": [((1, 1), (1, 0)), ((2, 1), (0, 1))],
    "max": [((1, 1), (1, 0)), ((1, 2), (0, 1))],
    "fma": [((0, 3, 1), (3, 0, 1))],
    "lerp": [((2, 5, 0), (1, 0, 3)), ((2, 5, 1), (0, 1, 3)), ((-2, 5, 1), (0, 1, 7)), ((2, 2, 1), (0, 1, 0)), ((2, 5, 2), (-1, 2, 3))],
    "ellint_3": [((0.5, 0, 0.4), ("diff",) * 3), ((0.5, 0.25, 0.4), ("diff",) * 3), ((0.5, 0.25, 4), ("diff",) * 3), ((0, 0, 0.4), (0, "diff", "diff")),
                 ((0.5, 0.3, 0), (0, 0, 1)), ((0.5, 1, 0.4), ("diff",) * 3)],
    "hypot3": [((0, 0, 0), (0, 0, 0)), ((0, 0, -2), (0, 0, -1))],
    "cyl_bessel_j": [((0, 0), (0,)), ((1, 0), (0.5,)), ((2, 0), (0,)), ((1, 1.3), ("diff",)), ((0, 1.3), ("diff",)), ((0.5, 0), ("inf",))],
    "cyl_neumann": [((0, 1.3), ("diff",)), ((1, 1.3), ("diff",)), ((0, 0), ("nan",)), ((1, 0), ("nan",))],
    "cyl_bessel_i": [((0, 0), (0,)), ((1, 0), (0.5,)), ((2, 0), (0,)), ((1, 1.3), ("diff",)), ((0.5, 0), ("inf",))],
    "cyl_bessel_k": [((0, 1.3), ("diff",)), ((1, 1.3), ("diff",)), ((0, 0), ("nan",)), ((1, 0), ("nan",))],
    "sph_bessel": [((0, 0), (0,)), ((1, 0), (1 / 3,)), ((2, 0), (0,)), ((1, 1.3), ("diff",))],
    "sph_neumann": [((0, 1.3), ("diff",)), ((1, 1.3), ("diff",)), ((0, 0), ("nan",))],
    "legendre": [((0, 1), (0,)), ((1, 1), (1,)), ((3, 1), (6,)), ((3, -1), (6,)), ((4, -1), (-10,)), ((3, 0), (-1.5,)), ((2, 0.3), ("diff",))],
    "hermite": [((0, 0), (0,)), ((3, 0), (-12,))],
    "laguerre": [((0, 0), (0,)), ((3, 0), (-3,))],
    "assoc_laguerre": [((0, 1, 0), (0,)), ((2, 1, 0), (-3,))],
    "assoc_legendre": [((4, 0, 1), (10,)), ((4, 1, 1), ("-inf",)), ((4, 2, 1), (-90,)), ((4, 2, -1), (90,)), ((4, 3, 1), (0,)), ((2, 1, 0.3), ("diff",)),
                       ((1, 2, 0.3), (0,))],
    "sph_legendre": [((2, 0, 0), (0,)), ((2, 2, 0), (0,)), ((2, 1, 0.7), ("diff",)), ((2, 1, 0), (-0.7725484040463793,)), ((2, 1, PI), (-0.7725484040463793,))],
}

# The library throws where their partials would be infinite.
THROWING = {"ellint_2", "ellint_3"}


def rows(table):
    """(name, spelling, arity, growth, how many operands at the front are orders) of each row."""
    text = r'^TREELIZE_(SIGN|FUNCTION)\((\w+), ([^,]+), (\d), \w+, "[^"]*", (\w+), \w+, (.*)\)$'
    for kind, name, spelling, arity, growth, partials in re.findall(text, table.read_text(), re.M):
        yield name, spelling if kind == "SIGN" else f"{spelling}(", int(arity), growth, partials.count("unknown")


def call(spelling, operands):
    if spelling.endswith("("):
        return f"{spelling}{', '.join(operands)})"
    return f"{spelling}{operands[0]}" if len(operands) == 1 else f"{operands[0]} {spelling} {operands[1]}"


def kernel(name, spelling, arity, orders):
    """Twice in a loop, once with a factor, and beside something else."""
    varying = arity - orders
    std = "std::" if spelling.endswith("(") else ""
    at = lambda index: ["n", "m"][:orders] + [index(i) for i in range(varying)]
    return f"""TREELIZE(kernel) inline void {name}(std::span<const double> x, double w, [[maybe_unused]] TREELIZE(nondiff) double n, [[maybe_unused]] TREELIZE(nondiff) double m, std::span<double> y) {{
  for (std::size_t i = 0; i < 2; ++i)
    y[i] = {std}{call(spelling, at(lambda i: f"x[{varying} * i + {i}]"))};
  y[2] = w * ({std}{call(spelling, at(lambda i: f"x[{i}]"))});
  y[3] = {" + ".join(f"x[{i}]" for i in range(varying))};
}}
"""


def expected(partial):
    special = {"diff": "{difference}", "inf": "{value, infinity}", "-inf": "{value, -infinity}", "nan": "{infinite}", "any": "{anything}"}
    return special.get(partial, f"{{value, {partial}}}")


def check(name, spelling, arity, orders):
    operands = (["a", "b", "c"][:arity])
    using = f"using std::{spelling[:-1]}; " if spelling.endswith("(") else ""
    yield f"  {{\n    const Row row = TREELIZE_ROW({name}, {arity - orders}, {orders}, {using}, {call(spelling, operands)});\n"
    for at, partials in POINTS[name]:
        n, m = (at[:orders] + (0, 0))[:2]
        if len(at) != arity or len(partials) != arity - orders:
            sys.exit(f"a point of {name} has the wrong number of operands or partials")
        yield f"    check(row, {n}, {m}, {{{', '.join(map(str, at[orders:]))}}}, {{{', '.join(map(expected, partials))}}});\n"
    yield "  }\n"


def main():
    table, folder = pathlib.Path(sys.argv[1]) / "treelize/detail/operators.def", pathlib.Path(sys.argv[2])
    header = "#pragma once\n#include <treelize/annotations.hpp>\n#include <algorithm>\n#include <cmath>\n#include <span>\nnamespace at {\n"
    body = '#include "points.treelize.hpp"\n#include "Points.h"\n\nint main() {\n'
    for name, spelling, arity, growth, orders in rows(table):
        if name not in POINTS:
            sys.exit(f"no special points of '{name}'")
        if growth != "Finite" and not any(p in ("inf", "-inf", "nan") for _, partials in POINTS[name] for p in partials) and not orders and name not in THROWING:
            sys.exit(f"no point where a partial of '{name}' is infinite")
        header += kernel(name, spelling, arity, orders)
        body += "".join(check(name, spelling, arity, orders))
    (folder / "points.hpp").write_text(header + "} // namespace at\n")
    (folder / "main.cpp").write_text(body + "  return finish();\n}\n")


main()
