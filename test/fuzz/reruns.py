"""Kernels whose iterations run more than once in the reverse sweep: from snapshots, in parallel loops, for a running
extremum, and beside loops that are reversed at once. What they read is overwritten before and after them.
"""

# Whoever takes a step twice draws another number.
STEPS = """inline unsigned drawn = 1;
TREELIZE(nondiff) inline void restart() { drawn = 1; }
TREELIZE(nondiff) inline double draw() {
  drawn = drawn * 1103515245u + 12345u;
  return 0.25 + static_cast<double>(drawn >> 24) / 256;
}
TREELIZE(nondiff) inline void skip(double) { drawn += 3; }
"""


class Reruns:
    """Writes the body of one kernel over `x`, which has four elements."""

    def __init__(self, random, is_parallel, has_steps=False):
        self.random, self.is_parallel, self.has_steps = random, is_parallel, has_steps
        self.lines, self.indent, self.names = [], 1, 0

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # --- parts ------------------------------------------------------------------------------------

    def operand(self, i="0"):
        """What iterations only read; some of it linearly, which no adjoint asks for."""
        return self.random.choice(["c", "c", "d", f"w[{i}]", f"w[{i}]", f"w[3 - {i}]", f"w[at[{i}]]", "table.gain", f"table.rows[{i}]", f"x[{i}]"])

    def linear(self, i="0"):
        a, b = self.operand(i), self.operand(i)
        return self.random.choice([a, f"0.5 * {a}", f"{a} - 0.25 * {b}", f"0.1 * {a} * {b}", f"std::sin({a} * {b})", f"({a} > {b} ? {a} : 0.5)", f"0.1 * {a} * m"])

    def overwritten(self):
        """Operands get other values."""
        i = self.name("i")
        every = f"for (int {i} = 0; {i} < 4; ++{i})"
        for _ in range(self.random.choice([1, 2, 3])):
            self.line(self.random.choice(["c = 0.5;", "c = 0.3 * d;", "d *= x[1];", "m = 3 - m;", f"w[{self.random.randrange(4)}] = 0.25;", "w.assign(4, 0.5);",
                                          "w = std::vector<double>{0.5, c, d, x[2]};", "w = u;", "std::swap(w, spare);", "std::swap(at[0], at[2]);", "at = {1, 1, 3, 0};",
                                          "table.gain = 0.75;", "std::swap(table.rows[1], table.rows[2]);", "table = Table{0.5, {x[3], 0.25, x[0], 1}};",
                                          f"{every} w[{i}] *= 0.5;", f"{every} table.rows[{i}] = 0.3 * u[{i}];"]))

    def taken(self):
        """A step that must be taken once: its lines here, and as a factor the number that it yields."""
        if not self.has_steps or self.random.random() < 0.3:
            return ""
        drawn = self.name("drawn")
        number = self.random.choice(["draw()", "draw()", "0.1 * (std::rand() % 7)"])
        self.line(f"  const double {drawn} = {number};")
        if self.random.random() < 0.3:
            self.line(f"  skip({drawn});")
        return f" * {drawn}"

    # --- loops ------------------------------------------------------------------------------------

    def step(self, i):
        self.line(self.random.choice([f"u[{i}] = std::sin(u[{i}]) + 0.3 * {self.linear(i)};", f"u[{i}] = 0.5 * u[{i}] * u[{i}] - 0.2 * {self.linear(i)};",
                                      f"u[{i}] += 0.1 * std::cos(u[{i}] * {self.operand(i)});", f"u[{i}] = 0.6 * u[{i}] + 0.3 * {self.linear(i)};"]))

    def main_loop(self):
        t, i = self.name("t"), self.name("i")
        self.line(f"for (int {t} = 0; {t} < steps; ++{t}) {{")
        self.indent += 1
        drawn = self.taken()
        if drawn:
            self.line(f"sum += 0.1 * u[1]{drawn};")
        if self.random.random() < 0.4:
            self.line(f"double local = {self.linear()};")
            self.line("sum += 0.1 * local * u[0];")
        self.line(f"for (int {i} = 0; {i} < 4; ++{i})")
        self.indent += 1
        self.step(i)
        self.indent -= 1
        if self.random.random() < 0.3:
            self.line(f"if (u[1] > {self.linear()}) m = 1 + {t} % 2;")
        if self.random.random() < 0.3:
            self.line(f"sum += 0.05 * {self.linear()} * u[2];")
        if self.random.random() < 0.2:
            self.line("std::swap(u, spare);")
        self.indent -= 1
        self.line("}")

    def parallel_loop(self):
        i, k = self.name("i"), self.name("k")
        if self.is_parallel:
            self.line("#pragma omp parallel for")
        self.line(f"for (int {i} = 0; {i} < 4; ++{i}) {{")
        drawn = self.taken()
        self.line(f"  double e = {self.linear(i)};")
        self.line(f"  for (int {k} = 0; {k} < m + 1; ++{k})")
        self.line(f"    e = std::sin(e){drawn} + 0.3 * {self.linear(i)};")
        self.line(f"  u[{i}] {self.random.choice(['=', '+='])} 0.4 * e;")
        self.line("}")

    def extremum(self):
        i, most = self.name("i"), self.name("most")
        self.line(f"double {most} = {self.random.choice(['-10', '-10', self.linear()])};")
        self.line(f"for (int {i} = 0; {i} < 4; ++{i}) {{")
        drawn = self.taken()
        self.line(f"  const double e = std::sin(u[{i}] * {self.operand(i)}){drawn} + {self.linear(i)};")
        self.line(self.random.choice([f"  {most} = std::max({most}, e);", f"  if (e > {most}) {most} = e;"]))
        self.line("}")
        self.line(f"sum += 0.5 * {most};")

    def fused(self):
        i = self.name("i")
        self.line(f"for (int {i} = 0; {i} < 4; ++{i}) {{")
        drawn = self.taken()
        self.line(f"  const double e = std::sin(u[{i}]){drawn} * {self.operand(i)};")
        self.line(f"  sum += e * e + {self.linear(i)};")
        self.line("}")

    LOOPS = [(main_loop, 3), (parallel_loop, 2), (extremum, 2), (fused, 2)]

    def body(self):
        if self.has_steps:
            self.line("restart();")
            self.line("std::srand(1);")
        self.line("const int steps = 5;")
        self.line("std::vector<double> u{x[0], x[1] * x[1], 0.5 * x[2], x[3] * x[0]}, w{0.5, x[1], x[2] * x[3], 0.25}, spare{x[3], 0.5, x[0], x[1]};")
        self.line("std::array<int, 4> at{2, 0, 3, 1};")
        self.line("Table table{x[2], {x[0], 0.5, x[1] * x[2], x[3]}};")
        self.line("double c = 0.3 * x[0], d = x[1] * x[2], sum = 0.1 * x[3];")
        self.line("int m = 2;")
        for _ in range(self.random.choice([1, 2, 3])):
            if self.random.random() < 0.3:
                self.overwritten()
            self.random.choices([m for m, _ in self.LOOPS], [w for _, w in self.LOOPS])[0](self)
            self.overwritten()
        self.line("for (int i = 0; i < 4; ++i)")
        self.line("  sum += std::sin(u[i] + 0.5 * w[i]) + 0.2 * table.rows[i] * spare[at[i]];")
        self.line("return std::sin(sum) + c * d + table.gain * m;")


def steps(random, used, name, calls):
    """The same with steps in the iterations, which must be taken once."""
    body = Reruns(random, random.random() < 0.8, has_steps=True)
    body.body()
    return "\n".join([f"TREELIZE(kernel) inline double {name}(std::span<const double> x) {{"] + body.lines + ["}", ""])


def reruns(random, used, name, calls):
    body = Reruns(random, random.random() < 0.6)
    body.body()
    item = random.choice(["", "", f", checkpoint = {random.choice([1, 2, 3])}", f", checkpoint = {random.choice([1, 2, 3])}"])
    signature = f"TREELIZE(kernel{item}) inline double {name}(std::span<const double> x)"
    return "\n".join([signature + " {"] + body.lines + ["}", ""])
