"""Kernels of steps on whole vectors: copied, swapped, made anew, handed to functions and held by objects, some of them growing."""
import nests

ARRAYS = nests.ARRAYS


class Vectors(nests.Nest):
    """Every vector always has four elements or more."""

    def pick(self):
        return self.random.choice(ARRAYS)

    def whole(self, counters):
        """A vector as long as one of them."""
        a, b, factor = self.pick(), self.pick(), self.random.choice(["0.5", "x[1]", "0.25 * x[0]"])
        return self.random.choice([a, f"scaled({a}, {factor})", f"summed({a}, {b}, {factor})", f"summed({a}, scaled({b}, {factor}), 0.5)"])

    def copy(self, counters):
        self.line(f"{self.pick()} = {self.whole(counters)};")

    def swap(self, counters):
        a, b = self.random.sample(ARRAYS, 2)
        self.line(self.random.choice([f"std::swap({a}, {b});", f"{a}.swap({b});"]))

    def made(self, counters):
        """One of the iteration's own."""
        t, i, a = self.name("t"), self.name("i"), self.pick()
        self.line(self.random.choice([f"std::vector<double> {t}({a}.size());", f"std::vector<double> {t}(n);", f"std::vector<double> {t} = {self.whole(counters)};",
                                      f"std::vector<double> {t}({a}.size() + 1, {self.element(counters)});", f"std::vector<double> {t}({a}.begin(), {a}.end());"]))
        for _ in range(self.random.choice([0, 1, 2])):
            self.line(f"for (std::size_t {i} = 0; {i} < {self.random.choice(['n', f'{t}.size()'])}; ++{i})")
            source = f"{t}[{i}]" if self.random.random() < 0.5 else self.element(counters)
            self.line(f"  {t}[{i}] {self.random.choice(['=', '+=', '*='])} 0.5 * {source} * {self.element(counters)};")
        self.line(self.random.choice([f"{self.pick()} = {t};", f"std::swap({self.pick()}, {t});", f"{self.pick()} = std::move({t});", f"sum += {t}[1] * {t}[n - 1];",
                                      f"for (double e : {t}) sum += 0.1 * e * e;"]))

    def held(self, counters):
        """By an object."""
        d = self.name("d")
        self.line(f"Duo {d}{{{self.whole(counters)}, {self.whole(counters)}}};")
        if self.random.random() < 0.5:
            self.line(f"Duo {d}c = {d};")
            self.line(f"{d}c.mix({self.element(counters)});")
            self.line(self.random.choice([f"{d} = {d}c;", f"std::swap({d}, {d}c);", f"{d}.one = {d}c.two;"]))
        self.line(f"{d}.mix({self.element(counters)});")
        self.line(self.random.choice([f"{self.pick()} = {d}.one;", f"sum += {d}.total();", f"std::swap({self.pick()}, {d}.two);"]))

    def grown(self, counters):
        a = self.pick()
        self.line(self.random.choice([f"if ({a}.size() < 6) {a}.push_back({self.value(counters)});", f"if ({a}.size() > 4) {a}.pop_back();",
                                      f"{a} = std::vector<double>(5, {self.element(counters)});", f"{a}.resize(4 + {a}.size() % 2);",
                                      f"{a}.assign(x.begin(), x.end());"]))

    STATEMENTS = [*nests.Nest.STATEMENTS[:3], (copy, 4), (swap, 1), (made, 4), (held, 2), (grown, 1)]


def steps(random, used, name, calls):
    body = Vectors(random)
    body.line("const std::size_t n = x.size(), one = n / 4, none = n / 5;")
    body.line(random.choice(["std::vector<double> p(n), q(n), r(n);", "std::vector<double> p(x.begin(), x.end()), q = p, r(4);",
                             "std::vector<double> p(n, x[2]), q(5), r = q;"]))
    body.line("double sum = 0.5;")
    makers = [row for row in Vectors.STATEMENTS if row[0] is not Vectors.grown or random.random() < 0.4]
    body.STATEMENTS = makers
    for _ in range(random.choice([1, 2])):
        k = body.name("k")
        body.line(f"for (std::size_t {k} = 0; {k} < {random.choice(['3', 'n', 'one', 'none'])}; ++{k}) {{")
        body.indent += 1
        body.statements(random.choice([2, 3, 4, 5]), [(k, 0, 4)])
        body.close()
        if random.random() < 0.3:
            body.statements(1, [])
    for a in ARRAYS:
        body.line(f"for (double e : {a})")
        body.line("  sum += 0.25 * std::sin(e);")
    body.line("return std::sin(sum) + 0.5 * x[0] - 0.25 * x[3];")
    signature = f"TREELIZE(kernel) inline double {name}(std::span<const double> x)"
    return "\n".join([signature + " {"] + body.lines + ["}", ""])
