"""Kernels of loops over local arrays: filled and summed up in parts, by neighbours, in triangles and rows; some of it again and again."""

ARRAYS = ["p", "q", "r"]


class Nest:
    """Writes the body of one kernel over `x`, which has four elements."""

    def __init__(self, random):
        self.random = random
        self.lines, self.indent, self.names = [], 1, 0

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # --- parts ------------------------------------------------------------------------------------

    def index(self, counters):
        """An element of an array of four; `counters` are (name, lowest, end) as far as they are known."""
        choices = [str(self.random.randrange(3)), "n - 1"]
        for name, low, end in counters:
            choices += [name, name, f"n - 1 - {name}", f"({name} + 1) % n"]
            choices += [f"{name} - 1"] * 2 if low > 0 else []
            choices += [f"{name} + 1"] if end < 4 else []
        return self.random.choice(choices)

    def element(self, counters, arrays=("x", "x", *ARRAYS)):
        return f"{self.random.choice(arrays)}[{self.index(counters)}]"

    def value(self, counters):
        a, b = self.element(counters), self.element(counters)
        return self.random.choice([f"0.1 * {a} * {b}", f"std::sin({a} + {b})", f"std::sin({a}) * {b}", f"0.2 * {a} - 0.1 * {b} * std::sin(sum)", f"0.3 * {a}", "0.0", "0.05"])

    def update(self, counters):
        target = self.random.choice([self.element(counters, ARRAYS)] * 4 + ["sum"])
        op = self.random.choice(["=", "+=", "+=", "-="]) if target != "sum" else "+="
        self.line(f"{target} {op} {self.value(counters)};")

    def open_loop(self, counters):
        i = self.name("i")
        low, (text, end) = self.random.choice([0, 0, 0, 1, 2]), self.random.choice([("n", 4)] * 5 + [("n - 1", 3), ("one", 1), ("none", 0), ("3", 3)])
        self.line(f"for (std::size_t {i} = {low}; {i} < {text}; ++{i}) {{")
        self.indent += 1
        return [*counters, (i, low, end)]

    def close(self):
        self.indent -= 1
        self.line("}")

    # --- statements -------------------------------------------------------------------------------

    def fill(self, counters):
        """Whole arrays, from nothing."""
        i = self.name("i")
        array = self.random.choice(ARRAYS)
        self.line(f"for (std::size_t {i} = 0; {i} < n; ++{i})")
        self.line(f"  {array}[{i}] = {self.random.choice(['0.0', '0.05', f'x[{i}]', f'0.5 * x[{i}] * x[0]', self.value([*counters, (i, 0, 4)])])};")

    def single(self, counters):
        self.update(counters)

    def loop(self, counters):
        inside = self.open_loop(counters)
        for _ in range(self.random.choice([1, 1, 2, 3])):
            if self.random.random() < 0.2:
                self.line(f"if ({self.element(inside)} > 0.2)")
                self.indent += 1
                self.update(inside)
                self.indent -= 1
            else:
                self.update(inside)
        self.close()

    def square(self, counters):
        inside = self.open_loop(counters)
        if self.random.random() < 0.5:
            self.update(inside)
        self.loop(inside)
        if self.random.random() < 0.5:
            self.update(inside)
        self.close()

    def packed(self, counters):
        """A counter that runs along with a triangle or with the rows of a matrix."""
        i, j, at, a, b = self.name("i"), self.name("j"), self.name("at"), self.random.choice(ARRAYS), self.random.choice(ARRAYS)
        kind = self.random.choice(["int", "std::size_t"])
        low, inner = self.random.choice([(0, f"{j} = {i} + 1; {j} < m"), (0, f"{j} = {i}; {j} < m"), (1, f"{j} = 0; {j} < {i}"), (0, f"{j} = 0; {j} < m"),
                                         (1, f"{j} = 1; {j} <= {i}")])
        self.line(f"{kind} {at} = {self.random.choice(['0', '0', '2'])};")
        self.line(f"for ({kind} {i} = {low}; {i} < m; ++{i}) {{")
        self.line(f"  for ({kind} {inner}; ++{j}) {{")
        self.line(f"    {a}[{j}] += 0.1 * matrix[{at}] * {b}[{i}];")
        self.line(f"    ++{at};")
        self.line("  }")
        stride = self.random.choice(["", f"{at} += 0;", f"sum += 0.1 * matrix[{at}] * {a}[{i}];"])
        self.line(f"  {stride}")
        self.line("}")
        self.line(self.random.choice([f"sum += 0.1 * matrix[{at}];", ""]))

    def rows(self, counters):
        i, j, row, a = self.name("i"), self.name("j"), self.name("row"), self.random.choice(ARRAYS)
        self.line(f"int {row} = 0;")
        self.line(f"for (int {i} = 0; {i} < 4; ++{i}) {{")
        self.line(f"  for (int {j} = 0; {j} < 4; ++{j})")
        self.line(f"    {a}[{self.random.choice([i, j])}] += 0.1 * matrix[{row} + {j}] * x[{j}];")
        self.line(f"  {row} += {self.random.choice(['4', '4', '3', i])};")
        self.line("}")

    def counted(self, names):
        """The head of a loop over 0..3, or over those beside a counter outside it."""
        i = self.name("i")
        ranges = [("0", "m"), ("0", "m"), ("1", "m"), ("0", "m - 1")]
        for k in names:
            ranges += [(f"{k} + 1", "m"), (k, "m"), ("0", k), ("0", f"{k} + 1")]
        low, end = self.random.choice(ranges)
        self.line(self.random.choice([f"for (int {i} = {low}; {i} < {end}; ++{i}) {{"] * 3 + [f"for (int {i} = {end} - 1; {i} >= {low}; --{i}) {{"] * 2 + [f"for (int {i} = {low}; {i} < {end}; {i} += 2) {{"]))
        self.indent += 1
        return [*names, i]

    def table(self, counters):
        """A matrix in one array, changed in place: eliminations, recurrences over rows and columns."""
        width = self.random.choice(["m", "4", "(m + 1)", "5"])

        def element(names):
            row, column = self.random.choice(names), self.random.choice(names + ["0", "2"])
            shifts = ["{0}"] * 6 + ["(m - 1 - {0})", "({0} / 2)"]
            row, column = (self.random.choice(shifts).format(name) for name in (row, column))
            if column in names and self.random.random() < 0.2:
                return f"matrix[{row} * {width} + {column} + 1]"
            return f"matrix[{row} * {width} + {column}]"

        def update(names):
            a, b, target = element(names), element(names), element(names)
            if self.random.random() < 0.2:
                at = self.name("at")
                self.line(f"const int {at} = {target[7:-1]};")
                target = f"matrix[{at}]"
            value = self.random.choice([f"0.1 * {a} * {b}", f"std::sin({a} + {b})", f"0.3 * {a}", f"{a} * {b}"])
            self.line(f"{target} {self.random.choice(['=', '=', '+=', '-='])} 0.5 * {value};")

        names = self.counted([])
        for _ in range(self.random.choice([1, 1, 2])):
            if self.random.random() < 0.4:
                update(names)
            names = self.counted(names)
        for _ in range(self.random.choice([1, 1, 2])):
            update(names)
        self.close()
        if self.random.random() < 0.5:
            update(names[:-1])
        for _ in names[1:]:
            self.close()

    STATEMENTS = [(fill, 3), (single, 1), (loop, 5), (square, 2), (packed, 2), (rows, 1), (table, 4)]

    def statements(self, count, counters):
        for _ in range(count):
            makers = [m for m, _ in self.STATEMENTS]
            self.random.choices(makers, [w for _, w in self.STATEMENTS])[0](self, counters)


def nest(random, used, name, calls):
    body = Nest(random)
    body.line("const std::size_t n = x.size(), one = n / 4, none = n / 5;")
    body.line("const int m = static_cast<int>(n);")
    body.line(random.choice(["std::vector<double> p(n), q(n), r(n);", "std::vector<double> p(n), q(n, 0.5);", "double p[4]{}, q[4]{};"]))
    if "r(n)" not in body.lines[-1]:
        body.line("std::array<double, 4> r{};")
    body.line("std::vector<double> matrix(20);")
    body.line("for (std::size_t i = 0; i < 20; ++i)")
    body.line("  matrix[i] = x[i % n] * x[(i + 1) % n];")
    body.line("double sum = 0.5;")
    for _ in range(random.choice([1, 2])):
        if random.random() < 0.7:
            k = body.name("k")
            body.line(f"for (std::size_t {k} = 0; {k} < {random.choice(['3', 'n', 'one'])}; ++{k}) {{")
            body.indent += 1
            if random.random() < 0.3:
                body.line(random.choice(["std::vector<double> q(n);", "double p[4]{};", "std::vector<double> r(n);"]))
            body.statements(random.choice([2, 3, 4, 5]), [(k, 0, 4)])
            body.close()
        else:
            body.statements(random.choice([2, 3, 4]), [])
    body.line("for (std::size_t i = 0; i < n; ++i)")
    body.line("  sum += std::sin(p[i]) * 0.5 + 0.25 * std::sin(q[i] - r[i]);")
    body.line("for (std::size_t i = 0; i < 20; ++i)")
    body.line("  sum += 0.1 * std::sin(matrix[i] + i);")
    body.line("return std::sin(sum) + 0.5 * x[0] - 0.25 * x[3];")
    signature = f"TREELIZE(kernel) inline double {name}(std::span<const double> x)"
    return "\n".join([signature + " {"] + body.lines + ["}", ""])
