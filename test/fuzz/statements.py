"""Statements of random kernels: a table of productions over the variables in scope.

A production is a function that writes lines; STATEMENTS lists them all with their weights, and every use is
counted, so that a run can tell that no kind of statement was left out. Values stay of moderate size.
"""
from contextlib import contextmanager

import callables
import containers
import control
import objects
import values
from operators import Expressions

WITH_ARRAY = {*control.WITH_ARRAY, *containers.WITH_ARRAY, *callables.WITH_ARRAY, *objects.WITH_ARRAY}
WITH_RECORD = {control.method_call, values.structured_binding, *callables.WITH_RECORD}
LOOPS = {*control.LOOPS, *containers.LOOPS, values.grow, objects.links}
NESTED = {*control.BRANCHES, *LOOPS, *objects.NESTED, *callables.NESTED, values.scope}
OUTSIDE_TRY = {*callables.STAY_CALLS, *containers.MAY_THROW, *objects.HEAP, *objects.VALUES, objects.links}
STATEMENTS = [(p, 2) for p in values.DECLARATIONS] + [(p, 3) for p in values.ASSIGNMENTS + control.PLAIN + control.BRANCHES + control.LOOPS + [values.scope]]
STATEMENTS += [(p, 1) for p in objects.VALUES + objects.HEAP + objects.NESTED + objects.WITH_ARRAY + containers.PLAIN + containers.LOOPS +
               containers.WITH_ARRAY + callables.PLAIN + callables.WITH_ARRAY + callables.WITH_RECORD + callables.NESTED]


class Variables:
    """What can be named here: reals to read and to write, arrays, records, integers."""

    def __init__(self, random):
        self.random = random
        self.readable, self.writable, self.arrays, self.records, self.integers = [], [], [], [], ["1", "2"]

    def marks(self):
        return [len(v) for v in (self.readable, self.writable, self.arrays, self.records, self.integers)]

    def cut(self, marks):
        for v, size in zip((self.readable, self.writable, self.arrays, self.records, self.integers), marks):
            del v[size:]

    def index(self, size):
        return self.random.choice([str(self.random.randrange(size)), f"({self.integer()}) % {size}"])

    def element(self, writable):
        places = [(name, size) for name, size, const in self.arrays if not (writable and const)]
        name, size = self.random.choice(places)
        return f"{name}[{self.index(size)}]"

    def real(self):
        if self.arrays and (not self.readable or self.random.random() < 0.4):
            return self.element(False)
        recent = self.random.random() < 0.5
        return self.random.choice(self.readable[-3:] if recent else self.readable)

    def target(self):
        if any(not const for _, _, const in self.arrays) and (not self.writable or self.random.random() < 0.4):
            return self.element(True)
        return self.random.choice(self.writable)

    def integer(self):
        return self.random.choice(self.integers)


class Statements:
    """Writes the body of one function."""

    def __init__(self, random, used, result, calls=()):
        self.random, self.used, self.result, self.calls = random, used, result, list(calls)
        self.expressions = Expressions(random, used)
        self.variables = Variables(random)
        self.lines, self.indent, self.names, self.loops, self.loop_kind, self.pinned, self.tries = [], 1, 0, 0, [], [], 0

    # --- parts ------------------------------------------------------------------------------------

    def real(self, depth=2):
        return self.expressions.real(self.variables, depth)

    def small(self):
        return f"std::sin({self.real()})"

    def condition(self):
        return self.expressions.condition(self.variables, 2)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def new_real(self, name, writable=True):
        self.variables.readable.append(name)
        if writable:
            self.variables.writable.append(name)

    @contextmanager
    def block(self, opening, closing="}"):
        marks = self.variables.marks()
        self.line(opening)
        self.indent += 1
        yield
        self.use_locals(marks)
        self.indent -= 1
        if closing:
            self.line(closing)

    def use_locals(self, marks):
        """What a block computed matters outside it, most of the time."""
        local = self.variables.readable[marks[0]:]
        self.variables.cut(marks)
        if local and self.variables.writable and self.random.random() < 0.7:
            self.line(f"{self.variables.target()} += 0.3 * std::sin({self.random.choice(local)});")

    def some_statements(self):
        self.statements(self.random.choice([1, 1, 2]))

    def statements(self, count):
        for _ in range(count):
            table = [row for row in STATEMENTS if self.allowed(row[0])]
            production = self.random.choices(table, [row[1] for row in table])[0][0]
            self.used.add(f"statement {production.__name__}")
            production(self)

    def allowed(self, production):
        if production is control.leave_loop:
            return self.loop_kind[-1:] == ["loop"]
        if production is control.next_turn:
            return "loop" in self.loop_kind
        if production in WITH_ARRAY and not any(not const for _, _, const in self.variables.arrays):
            return False
        if production in WITH_RECORD and not self.variables.records:
            return False
        if production in OUTSIDE_TRY and self.tries:
            return False
        return production not in NESTED or (self.indent < 4 and (production not in LOOPS or self.loops < 2))

    @contextmanager
    def loop(self, opening, closing="}"):
        self.loops += 1
        self.loop_kind.append("loop")
        with self.block(opening, closing):
            yield
        self.loop_kind.pop()
        self.loops -= 1

    def pinned_array(self):
        """An array that something refers to from now on: it stays where it is."""
        name = self.array()[0]
        self.pinned.append(name)
        return name

    def array(self):
        return self.random.choice([a for a in self.variables.arrays if not a[2]])
