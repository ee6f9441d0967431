"""Expressions of random kernels: one production per row of the operator tables.

Variables hold values of moderate size and the productions keep it so: what a function cannot take
(a negative logarithm, a large exponent) never reaches it. @a @b @c are any expressions, @u lies in
[-1, 1], @s in [-0.9, 0.9], @p in [0.5, 2.5], @i @j are integers that are not negative.
"""
import re

DIFFERENTIABLE = {
    "neg": "-@a",
    "add": "@a + @b",
    "sub": "@a - @b",
    "mul": "@a * @u",
    "div": "@a / @p",
    "exp": "std::exp(@u)",
    "exp2": "std::exp2(@u)",
    "expm1": "std::expm1(@u)",
    "log": "std::log(@p)",
    "log2": "std::log2(@p)",
    "log10": "std::log10(@p)",
    "log1p": "std::log1p(@s)",
    "sqrt": "std::sqrt(@p)",
    "cbrt": "std::cbrt(@p)",
    "sin": "std::sin(@a)",
    "cos": "std::cos(@a)",
    "tan": "std::tan(@u)",
    "asin": "std::asin(@s)",
    "acos": "std::acos(@s)",
    "atan": "std::atan(@a)",
    "sinh": "std::sinh(@u)",
    "cosh": "std::cosh(@u)",
    "tanh": "std::tanh(@a)",
    "asinh": "std::asinh(@a)",
    "acosh": "std::acosh(1.0 + @p)",
    "atanh": "std::atanh(@s)",
    "erf": "std::erf(@a)",
    "erfc": "std::erfc(@u)",
    "tgamma": "std::tgamma(@p)",
    "lgamma": "std::lgamma(@p)",
    "expint": "std::expint(@p)",
    "comp_ellint_1": "std::comp_ellint_1(0.4 + 0.5 * @u)",
    "comp_ellint_2": "std::comp_ellint_2(0.4 + 0.5 * @u)",
    "fabs": "std::fabs(@a)",
    "floor": "std::floor(@a)",
    "ceil": "std::ceil(@a)",
    "trunc": "std::trunc(@a)",
    "round": "std::round(@a)",
    "rint": "std::rint(@a)",
    "nearbyint": "std::nearbyint(@a)",
    "pow": "std::pow(@p, @u)",
    "atan2": "std::atan2(@a, @p)",
    "hypot": "std::hypot(@a, @p)",
    "beta": "std::beta(@p, 0.5 + @p)",
    "comp_ellint_3": "std::comp_ellint_3(@s, -@p)",
    "ellint_1": "std::ellint_1(0.4 + 0.5 * @u, @u)",
    "ellint_2": "std::ellint_2(0.4 + 0.5 * @u, @u)",
    "fmod": "std::fmod(@a, @p)",
    "remainder": "std::remainder(@a, @p)",
    "fdim": "std::fdim(@a, @b)",
    "copysign": "std::copysign(@p, @a)",
    "fmin": "std::fmin(@a, @b)",
    "fmax": "std::fmax(@a, @b)",
    "min": "std::min(@a, @b)",
    "max": "std::max(@a, @b)",
    "fma": "std::fma(@a, @u, @c)",
    "lerp": "std::lerp(@a, @b, @u)",
    "ellint_3": "std::ellint_3(@s, -@p, @u)",
    "cyl_bessel_j": "std::cyl_bessel_j(1.5, @p)",
    "cyl_neumann": "std::cyl_neumann(0.5, @p)",
    "cyl_bessel_i": "std::cyl_bessel_i(0, @p)",
    "cyl_bessel_k": "std::cyl_bessel_k(0.5, @p)",
    "sph_bessel": "std::sph_bessel(2, @p)",
    "sph_neumann": "std::sph_neumann(1, @p)",
    "legendre": "std::legendre(3, @s)",
    "hermite": "std::hermite(3, @u)",
    "laguerre": "std::laguerre(3, @p)",
    "assoc_laguerre": "std::assoc_laguerre(2, 1, @p)",
    "assoc_legendre": "std::assoc_legendre(2, 1, @s)",
    "sph_legendre": "std::sph_legendre(2, 1, @p)",
    "hypot3": "std::hypot(@a, @b, @p)",
}

PASSIVE = {
    "lt": "@a < @b",
    "le": "@a <= @b",
    "gt": "@a > @b",
    "ge": "@a >= @b",
    "eq": "@i % 3 == @j % 3",
    "ne": "@i % 2 != @j % 2",
    "land": "(@a < @b && @i > 1)",
    "lor": "(@a > @b || @i < 2)",
    "lnot": "!(@a > @b)",
    "mod": "@i % 3 > 0",
    "shl": "(@i << 2) > @j",
    "shr": "(@i >> 1) < @j",
    "band": "(@i & 3) != 1",
    "bxor": "(@i ^ 5) > @j",
    "bor": "(@i | 2) > @j",
    "bnot": "(~@i & 7) > 4",
}

# Other expressions, by the name under which their use is counted.
OTHER = {
    "ternary": "(@condition ? @a : @b)",
    "power": "std::pow(@u, 3)",
    "square": "@u * @u",
    "from integer": "@i * @u",
    "from condition": "(@condition) * @a",
    "cast": "static_cast<double>(@i + 1) * @u",
    "least of three": "std::min({@a, @b, @c})",
    "greatest of three": "std::max({@a, @b, @c})",
    "clamp": "std::clamp(@a, -0.7, 1.3)",
    "table": "table[(@i) % 4] * @a",
    "real condition": "(@a > 0.1 && @b < 0.8 ? @u : 0.3)",
}


def rows(table, macro):
    """The names of a table's rows, as the source of the tool has them."""
    return re.findall(rf"^{macro}\((\w+),", table.read_text(), re.M)


def check_complete(source):
    """Every row of the two operator tables has a production here."""
    wanted = {
        "operators.def": (rows(source / "runtime/include/treelize/detail/operators.def", "TREELIZE_(?:SIGN|FUNCTION)"), DIFFERENTIABLE),
        "Operators.def": (rows(source / "tool/ir/Operators.def", "TREELIZE_PASSIVE_OPERATOR"), PASSIVE),
    }
    for name, (found, productions) in wanted.items():
        missing = set(found) - set(productions)
        if missing or not found:
            raise SystemExit(f"test/fuzz/operators.py has no production for these rows of {name}: {sorted(missing)}")


class Expressions:
    """Random expressions over the variables of a scope (an object with real() and integer())."""

    def __init__(self, random, used):
        self.random, self.used = random, used

    def real(self, scope, depth):
        if depth <= 0 or self.random.random() < 0.15:
            return self.atom(scope)
        kind, table = self.random.choice([("operator", DIFFERENTIABLE)] * 4 + [("expression", OTHER)])
        name = self.random.choice(list(table))
        self.used.add(f"{kind} {name}")
        return f"({self.fill(table[name], scope, depth - 1)})"

    def atom(self, scope):
        if self.random.random() < 0.1:
            return self.random.choice(["0.25", "0.6", "1.4", "(-0.8)", "0.1", "0.05", "0.002", "2e-3", "0.0"])
        return scope.real()

    def condition(self, scope, depth):
        name = self.random.choice(list(PASSIVE))
        self.used.add(f"operator {name}")
        return self.fill(PASSIVE[name], scope, depth - 1)

    def fill(self, text, scope, depth):
        def argument(match):
            hole = match.group(1)
            if hole == "condition":
                return self.condition(scope, depth)
            if hole in "ij":
                return scope.integer()
            value = self.real(scope, depth)
            return {"u": f"std::sin({value})", "s": f"(0.9 * std::sin({value}))", "p": f"(1.5 + std::cos({value}))"}.get(hole, value)

        return re.sub(r"@(\w+)", argument, text)
