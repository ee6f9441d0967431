"""Kernels of steps that change what they are told by: cursors over nodes that are linked by indices and by pointers,
permutations in place, ties, exchanges, aliases through references.

Every index stays in 0..3: indices are set to elements of `p`, to members `next` and to numbers modulo four.
"""

CELLS = ["Cell {0}[4] = {{{1}}};", "std::array<Cell, 4> {0}{{{{{1}}}}};", "std::vector<Cell> {0}{{{1}}};"]
LATE_CELLS = ["LateCell {0}[4] = {{{1}}};", "std::vector<LateCell> {0}{{{1}}};"]
PAIRS = ["std::pair<int, double> {0}[4] = {{{1}}};", "std::vector<std::pair<int, double>> {0}{{{1}}};"]


class Cursors:
    """Writes the body of one kernel over `x`, which has four elements."""

    def __init__(self, random):
        self.random = random
        self.lines, self.indent, self.names = [], 1, 0
        self.integers = ["k", "at"]

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # --- parts ------------------------------------------------------------------------------------

    def index(self, depth=2):
        """A number in 0..3, told by what the statement may be changing."""
        places = [str(self.random.randrange(4)), *self.integers, "cur.next", "late.next"]
        if depth:
            inner = self.index(depth - 1)
            places += [f"p[{inner}]", f"p[{inner}]", f"cells[{inner}].next", f"lates[{inner}].next", f"pairs[{inner}].first"]
            places += [f"({inner} + 1) % 4"]
        return self.random.choice(places)

    def integer_place(self):
        i = self.index()
        return self.random.choice(["k", "at", f"p[{i}]", f"p[{i}]", "cur.next", "late.next", f"cells[{i}].next", f"pairs[{i}].first"])

    def number_place(self):
        i = self.index()
        return self.random.choice(["w", "w", "cur.v", "late.v", f"cells[{i}].v", f"lates[{i}].v", f"pairs[{i}].second"])

    def number(self):
        a, b = self.number_place(), self.number_place()
        return self.random.choice([a, f"0.5 * {a}", f"std::sin({a} + {b})", f"x[{self.index()}] * {a}", f"0.3 * {a} * {b}"])

    def cell(self):
        i = self.index()
        return self.random.choice(["cur", f"cells[{i}]", f"cells[{i}]", "*link"])

    def late(self):
        return self.random.choice(["late", f"lates[{self.index()}]", f"lates[{self.index()}]"])

    # --- statements -------------------------------------------------------------------------------

    def copied(self):
        make = self.random.choice([self.cell, self.late])
        self.line(f"{make()} = {make()};")

    def pair(self):
        one, other = f"pairs[{self.index()}]", f"pairs[{self.index()}]"
        self.line(self.random.choice([f"{one} = {other};", f"{one} = {{{self.index()}, {self.number()}}};", f"{one} = std::pair<int, double>({other}.first, {self.number()});",
                                      f"{one} = std::make_pair({self.index()}, {self.number()});"]))

    def made(self):
        self.line(self.random.choice([f"{self.cell()} = Cell{{{self.index()}, {self.number()}}};", f"{self.late()} = {{{self.number()}, {self.index()}}};"]))

    def swapped(self):
        one, other = self.random.choice([(self.integer_place(), self.integer_place()), (self.number_place(), self.number_place()), (self.cell(), self.cell()),
                                         (self.late(), self.late()), (f"pairs[{self.index()}]", f"pairs[{self.index()}]")])
        self.line(f"std::swap({one}, {other});")

    def iterators(self):
        self.line(f"std::iter_swap(p.begin() + {self.index()}, p.begin() + {self.index()});")

    def tied(self):
        source = self.random.choice([f"pairs[{self.index()}]", f"std::make_pair({self.index()}, {self.number()})", f"std::tuple<int, double>({self.index()}, {self.number()})"])
        self.line(f"std::tie({self.integer_place()}, {self.number_place()}) = {source};")

    def tied_again(self):
        """The right side names what the left side changes."""
        a, b = self.integer_place(), self.integer_place()
        self.line(f"std::tie({a}, {b}) = std::make_tuple({b}, {a});")

    def exchanged(self):
        kind, place, value = self.random.choice([("int", self.integer_place(), self.index()), ("double", self.number_place(), self.number())])
        target = self.integer_place() if kind == "int" else self.number_place()
        # g++ looks an index up before the call on the right side, against C++17: see the diagnostic evaluation-order.
        step = f"{target} = std::exchange({place}, {value});"
        self.line(step if kind == "double" or "[" not in target else f"{{ const int old = std::exchange({place}, {value}); {target} = old; }}")

    def assigned(self):
        target, value = self.random.choice([(self.integer_place(), self.index(3)), (self.number_place(), self.number())])
        self.line(f"{target} = {value};")

    def chained(self):
        one, other, value = self.random.choice([(self.integer_place(), self.integer_place(), self.index()), (self.number_place(), self.number_place(), self.number())])
        self.line(f"{one} = {other} = {value};")

    def updated(self):
        self.line(f"{self.number_place()} {self.random.choice(['+=', '-=', '*='])} {self.number()};")

    def optional(self):
        one = f"options[{self.index()}]"
        i = self.index()
        self.line(self.random.choice([f"option = options[{i}];", f"{one} = option;", f"if (option) option = options[option->next];", f"if (option) {one} = *option;",
                                      f"if (option) std::swap(*option, cells[{i}]);", f"if (option) k = option->next;"]))
        self.line(f"if (option) w += 0.25 * option->v;")

    def reference(self):
        name = self.name("r")
        self.line("{")
        self.indent += 1
        kind, target = self.random.choice([("Cell", f"cells[{self.index()}]"), ("LateCell", f"lates[{self.index()}]"), ("int", self.integer_place())])
        self.line(f"{kind}& {name} = {target};")
        for _ in range(2):
            if kind == "int":
                self.line(self.random.choice([f"{name} = p[{name}];", f"std::swap({name}, p[{name}]);", f"std::swap(p[{self.index()}], {name});", f"{self.integer_place()} = {name};",
                                              f"std::tie({name}, w) = pairs[{name}];"]))
            else:
                array, own = ("cells", "cur") if kind == "Cell" else ("lates", "late")
                self.line(self.random.choice([f"{name} = {array}[{name}.next];", f"{own} = {name};", f"std::swap({name}, {array}[{name}.next]);", f"{name}.v += {self.number()};",
                                              f"{array}[{name}.next] = {name};", f"std::tie({name}.next, {name}.v) = pairs[{name}.next];"]))
        self.indent -= 1
        self.line("}")

    def pointer(self):
        self.line(self.random.choice([f"link = &cells[link->next];", f"*link = cells[link->next];", f"cur = *link;", f"std::swap(*link, cells[link->next]);", f"link->next = p[link->next];",
                                      f"link = &cells[{self.index()}];", f"std::swap(link, other);", f"link->v = {self.number()};", f"*other = *link;"]))

    def nodes(self):
        self.line(self.random.choice(["if (node.next) node = *node.next;", "if (node.next) head = *node.next;", "if (head.next && head.next->next) *head.next = *head.next->next;",
                                      "if (head.next) std::swap(head.next->v, node.v);", "node = head;", "node = Node{node.next, node.v * x[0]};",
                                      "if (node.next) std::tie(node.v, node.next) = std::make_tuple(node.next->v, node.next->next);"]))
        self.line("w += 0.2 * node.v - 0.1 * head.v;")

    def cycle(self):
        """A permutation followed to its end."""
        i = self.name("i")
        values = self.random.choice(["values", "values", "cells"])
        self.line(f"p = {{{', '.join(map(str, self.random.sample(range(4), 4)))}}};")
        self.line(f"for (int {i} = 0; {i} < 4; ++{i})")
        self.line(f"  while (p[{i}] != {i}) {{")
        self.line(f"    std::swap({values}[{i}], {values}[p[{i}]]);")
        self.line(f"    std::swap(p[{i}], p[p[{i}]]);")
        self.line("  }")

    def loop(self):
        i = self.name("i")
        self.line(f"for (int {i} = 0; {i} < 3; ++{i}) {{")
        self.indent += 1
        self.integers.append(i)
        read_only = self.integers.copy()
        for _ in range(self.random.choice([1, 2, 3])):
            self.statement(nested=True)
        self.integers = [name for name in read_only if name != i]
        self.indent -= 1
        self.line("}")

    def branch(self):
        self.line(f"if ({self.index()} < {self.index()}) {{")
        self.indent += 1
        self.statement(nested=True)
        self.indent -= 1
        self.line("}")

    STATEMENTS = [(copied, 4), (pair, 2), (made, 2), (swapped, 4), (iterators, 1), (tied, 2), (tied_again, 1), (exchanged, 2), (assigned, 3), (chained, 1), (updated, 2),
                  (optional, 1), (reference, 2), (pointer, 2), (nodes, 2), (cycle, 1), (loop, 2), (branch, 1)]

    def statement(self, nested=False):
        makers = [(m, w) for m, w in self.STATEMENTS if not (nested and m in (Cursors.loop, Cursors.cycle))]
        self.random.choices([m for m, _ in makers], [w for _, w in makers])[0](self)

    def start(self):
        permutation = lambda: self.random.sample(range(4), 4)
        number = lambda i: self.random.choice([f"x[{i}]", f"x[{i}] * x[0]", f"0.5 * x[{3 - i}]"])
        self.line(f"std::array<int, 4> p{{{', '.join(map(str, permutation()))}}};")
        self.line("double values[4] = {x[0], x[1], 0.5 * x[2], x[3] * x[0]};")
        cells = ", ".join(f"{{{n}, {number(i)}}}" for i, n in enumerate(permutation()))
        lates = ", ".join(f"{{{number(i)}, {n}}}" for i, n in enumerate(permutation()))
        if "array" not in (form := self.random.choice(CELLS)):
            self.line(form.format("cells", cells))
        else:
            self.line(form.format("cells", ", ".join(f"Cell{{{n}, {number(i)}}}" for i, n in enumerate(permutation()))))
        self.line(self.random.choice(LATE_CELLS).format("lates", lates))
        self.line(self.random.choice(PAIRS).format("pairs", cells))
        self.line(f"Cell cur = cells[{self.random.randrange(4)}];")
        self.line(f"LateCell late = lates[{self.random.randrange(4)}];")
        self.line("Cell *link = &cells[0], *other = &cells[2];")
        self.line("Node tail{nullptr, x[1]}, middle{&tail, x[2] * x[0]}, head{&middle, x[3]};")
        self.line("Node node = head;")
        self.line("std::optional<Cell> option, options[4];")
        self.line("options[1] = Cell{3, x[1]}; options[3] = Cell{0, x[2] * x[1]};")
        self.line("option = options[1];")
        self.line("int k = 1, at = 2;")
        self.line("double w = 0.5 * x[0];")


def cursors(random, used, name, calls):
    body = Cursors(random)
    body.start()
    for _ in range(random.choice([3, 5, 8])):
        body.statement()
    body.line("double sum = w + cur.v * 0.5 + late.v * 0.25 + node.v + 0.1 * (k + 2 * at) * x[0] + 0.05 * (cur.next + 2 * late.next) * x[1] + link->v * 0.3 + other->v * 0.2;")
    body.line("for (int i = 0; i < 4; ++i)")
    body.line("  sum += (i + 1) * (0.3 * cells[i].v + 0.2 * lates[i].v + 0.1 * pairs[i].second + 0.4 * values[i]) + 0.01 * (i + 2) * (p[i] + 3 * cells[i].next + 5 * pairs[i].first) * x[i];")
    body.line("return std::sin(sum) + 0.1 * sum;")
    signature = f"TREELIZE(kernel) inline double {name}(std::span<const double> x)"
    return "\n".join([signature + " {"] + body.lines + ["}", ""])
