"""Kernels that hand numbers on from iteration to iteration: in locals that take from each other, and in neighbours of arrays."""

FACTORS = ["0.4", "0.3 * x[{i}]", "x[1]", "0.5 * std::sin({s})", "1 / (2.5 + x[{i}])", "0.3 * std::sqrt(2 + {s} * {s})", "0.1 * {s} * {s}"]
TERMS = ["x[{i}]", "0.5", "x[{i}] * x[2]", "std::exp(-x[{i}] * x[{i}])", "0.0", "0.2 * p[{i}]", "q[{i}] * x[{i}]"]
STATES = ["s", "t", "u"]


class Recurrence:
    def __init__(self, random):
        self.random, self.lines, self.indent = random, [], 1

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def factor(self, i):
        return self.random.choice(FACTORS).format(i=i, s=self.random.choice(STATES))

    def term(self, i):
        return self.random.choice(TERMS).format(i=i)

    def sum(self, i):
        parts = [f"{self.factor(i)} * {state}" for state in self.random.sample(STATES, self.random.choice([1, 2]))]
        return " + ".join([self.random.choice(["", "-"]) + parts[0]] + parts[1:] + [self.term(i)] * self.random.choice([0, 1]))

    def state(self, i, step):
        self.line(f"{self.random.choice(STATES)} = {self.sum(i)};")

    def added(self, i, step):
        self.line(f"{self.random.choice(STATES)} {self.random.choice(['+=', '-='])} 0.5 * ({self.sum(i)});")

    def divided(self, i, step):
        s = self.random.choice(STATES)
        self.line(self.random.choice([f"{s} = {s} / (1.5 + {s} * {s});", f"{s} /= 2 + x[{i}];", f"{s} = std::sqrt(0.5 + {s} * {s}) * x[{i}];"]))

    def chosen(self, i, step):
        s = self.random.choice(STATES)
        self.line(self.random.choice([f"{s} = std::max({s}, {self.term(i)});", f"{s} = std::min(0.4 * {s}, {self.term(i)});",
                                      f"{s} = x[{i}] < 0.1 ? {self.sum(i)} : {s};"]))

    def branch(self, i, step):
        self.line(f"if (x[{i}] > {self.random.choice(['0.0', 'x[1]'])}) {{")
        self.indent += 1
        for _ in range(self.random.choice([1, 2])):
            self.random.choice([self.state, self.added, self.divided])(i, step)
        self.indent -= 1
        self.line("}")

    def neighbour(self, i, step):
        """One that the last iteration has left, or the next one will find."""
        a, by = self.random.choice("pq"), self.random.choice(["", f" / (2 + q[{i}] * q[{i}])"])
        last = f"{a}[{i} {step} 1]"
        self.line(self.random.choice([f"{a}[{i}] += {self.factor(i)} * {last}{by};", f"{a}[{i}] = ({self.term(i)} - {self.factor(i)} * {last}){by};",
                                      f"{a}[{i}] -= 0.3 * {last} * {a}[{i}];", f"{a}[{i}] = std::max({a}[{i}], 0.5 * {last});"]))

    def total(self, i, step):
        self.line(f"sum += {self.random.choice(STATES + [f'p[{i}]', f'q[{i}]'])} * {self.term(i)};")

    STATEMENTS = [(state, 4), (added, 2), (divided, 1), (chosen, 1), (branch, 1), (neighbour, 4), (total, 1)]

    def loop(self, number):
        i = f"i{number}"
        up = self.random.random() < 0.5
        self.line(f"for (std::size_t {i} = 1; {i} < n; ++{i}) {{" if up else f"for (std::size_t {i} = n - 1; {i}-- > 0;) {{")
        self.indent += 1
        makers, weights = zip(*self.STATEMENTS)
        for make in self.random.choices(makers, weights, k=self.random.choice([1, 2, 3, 5])):
            make(self, i, "-" if up else "+")
        self.indent -= 1
        self.line("}")


def recurrence(random, used, name, calls):
    body = Recurrence(random)
    body.line("const std::size_t n = x.size();")
    body.line("std::vector<double> p(x.begin(), x.end()), q(n, 0.5);")
    body.line("double s = x[0], t = 0.5, u = 0.0, sum = 0.1;")
    if outer := random.random() < 0.4:
        body.line("for (int k = 0; k < 3; ++k) {")
        body.indent += 1
    for number in range(random.choice([1, 2, 3])):
        body.loop(number)
    if outer:
        body.indent -= 1
        body.line("}")
    body.line("return std::sin(sum) + s * t + 0.5 * u + p[0] * q[n - 1] + 0.3 * p[n - 1] + 0.2 * q[0];")
    signature = f"TREELIZE(kernel) inline double {name}(std::span<const double> x)"
    return "\n".join([signature + " {"] + body.lines + ["}", ""])
