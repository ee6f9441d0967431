"""Kernels over one part of the language each: base parts of objects, bit-fields, pointers to one object, optionals that are
absent. Each is a table of statements, as texts: {d} is any number of the kernel, {t} one that may be written, {i} an integer in
0..3, {c} a condition, {n} a new name. A statement that the tool refuses leaves its kernel out, and nothing else.
"""
import re

# (what is declared first, numbers that can be read, numbers that can be written, statements, what counts in the end)
SLICES = (
    ["Thick one{{{{x[0], 0.5}}, x[1]}}, two{{{{x[2], x[3]}}, 0.25}};", "Heap heap{{{{{{x[1], 0.3}}, x[2]}}, {{x[3], {{x[0], 0.5}}}}, 0.75}};",
     "Plain plain{{x[2], x[0]}};", "std::vector<Plain> all{{plain, {{0.5, x[1]}}}};", "Rich rich{{x[3], {{x[1], x[0]}}}};"],
    ["one.a", "one.c", "two.b", "two.c", "heap.a", "heap.c", "heap.size", "heap.e", "plain.a", "plain.b", "all[{i} % 2].a", "rich.size"],
    ["one.a", "one.b", "one.c", "two.a", "two.c", "heap.b", "heap.c", "heap.size", "heap.e", "plain.a", "all[1].b", "rich.parts[0]"],
    ["static_cast<Plain&>(one) = two;", "static_cast<Plain&>(one) = plain;", "static_cast<Plain&>(heap) = one;", "static_cast<Rich&>(heap) = rich;",
     "static_cast<Thick&>(heap) = one;", "Plain& {n} = two; {n} = one; {n}.a *= {d};", "setPart(one, two);", "setPart(heap, all[{i} % 2]);",
     "std::swap(static_cast<Plain&>(one), static_cast<Plain&>(two));", "std::swap(static_cast<Plain&>(one), plain);", "swapParts(one, heap);",
     "Plain {n} = two; {n}.a *= {d}; {t} += {n}.a * {n}.b;", "plain = one;", "plain = heap;", "all[{i} % 2] = two;", "all.push_back(one);", "one = two;",
     "one = heap;", "std::swap(one, two);", "rich = heap;", "rich.parts.push_back({d});", "const Plain& {n} = heap; {t} += {n}.a * heap.e;",
     "const Plain {n} = std::exchange(static_cast<Plain&>(two), one); {t} += 0.5 * {n}.b;", "one.Plain::operator=(two);", "one.grow({d});", "heap.grow({d});",
     "Plain* {n} = &heap; *{n} = two; {n}->b += {d};", "if ({c}) static_cast<Plain&>(two) = heap;", "one = Thick{{plain, {d}}};"],
    "one.a * one.b + one.c - two.a * two.c + 0.5 * two.b + heap.a * heap.c + heap.b * heap.size + heap.e + heap.parts[0] + plain.a * plain.b + all.back().a "
    "+ all[0].b * all[1].a + rich.size * rich.parts.back()",
)

BITS = (
    ["Bits bits{{1u, -2, 1u, x[0]}}, more{{6u, 3, 0u, x[1]}};", "int k = 2;"],
    ["bits.w", "more.w", "bits.small * x[2]", "bits.number * x[3]", "more.small * x[0]", "more.flag * x[1]", "k * x[2]"],
    ["bits.w", "more.w"],
    ["bits.small = {i} + k;", "bits.small += 3;", "++bits.small;", "bits.small--;", "bits.number -= {i} + 3;", "bits.number = -more.number;", "more.number *= 3;",
     "more.flag = {i};", "bits.flag ^= 1;", "bits.flag = !bits.flag;", "k = bits.small++;", "k = (bits.number += 5);", "k = more.small = bits.small + 7;", "bits = more;",
     "std::swap(bits, more);", "{t} += {d} * bits.small;", "if (bits.number < 0) {t} *= 0.5;", "if (more.flag) {t} += {d};", "{t} += 0.1 * x[bits.small % 4];",
     "for (int {n} = 0; {n} < more.small; ++{n}) {t} += 0.1 * {d};", "more.small <<= 1;", "bits.small |= more.small + 1;", "bits.number = static_cast<int>(10 * {d});",
     "Bits {n}(bits); {n}.small += 6; {t} += {n}.small * {d};", "while (bits.small != 0) {{ bits.small += 1; {t} += 0.1 * {d}; }}", "k = bits.small - 9;",
     "k = (bits.small - 9 < 0) + more.number;"],
    "bits.w * bits.small + more.w * more.number + 0.5 * bits.number * x[0] + more.small * x[1] + k * x[3]",
)

SINGLE = (
    ["double v = x[0], w = x[1] * x[2];", "Pair pair{{x[3], 0.5}};", "auto own = std::make_unique<double>(x[2]);", "double* p = &v;"],
    ["v", "w", "pair.a", "pair.b", "*own", "x[{i}]"],
    ["v", "w", "pair.a", "pair.b", "*own"],
    ["for (double* {n} = &v; {n} != &v + 1; ++{n}) *{n} *= 0.5 + {d};", "scale(&v, 1, {d});", "scale(own.get(), 1, {d});", "scale(&pair.b, 1, {d});", "scale(&w, {i} % 2, {d});",
     "for (Pair* {n} = &pair; {n} < &pair + 1; {n}++) {n}->mix({d});", "double* {n} = &w; *{n}++ = 0.5 * {d};", "const double* {n} = &v; {t} += 0.5 * *{n}++;",
     "{t} += folded(&v, 1);", "{t} += 0.3 * folded(own.get(), 1);", "{t} += 0.5 * std::accumulate(&w, &w + 1, 0.25);", "std::for_each(&v, &v + 1, [&](double& e) {{ e *= {d}; }});",
     "p = {c} ? &v : &w; *p *= 0.5;", "for (double* {n} = p; {n} != p + 1; ++{n}) *{n} += 0.1 * {d};", "p[0] = 0.5 * p[0] + {d};", "*(p + 0) -= 0.2 * {d};",
     "double* {n} = &pair.a; {n} += 1; --{n}; *{n} *= {d};", "std::fill(&v, &v + 1, {d});", "{t} += 0.1 * energy(std::span<const double>(&v, 1)) + {d};",
     "halved(&w, 1, {d});", "std::copy(&v, &v + 1, &w);", "*own = 0.5 * v * {d};", "double* {n} = own.get(); *{n}++ *= {d};", "const double* {n} = &w; {t} += {n}[0] * *({n} + 1 - 1);",
     "std::reverse(&v, &v + 1);", "for (const double* {n} = &v, *end = &v + 1; {n} != end;) {t} += 0.2 * *{n}++;"],
    "v * w + pair.a * pair.b + *own * *p",
)

ABSENT = (
    ["std::optional<double> one, two = x[0];", "std::optional<Pair> pair;", "std::optional<std::vector<double>> many;", "std::array<std::optional<double>, 3> each{{x[1], std::nullopt, {{}}}};",
     "std::variant<double, Pair, std::vector<double>> any = x[2];", "double sum = 0.1 * x[3];"],
    ["one.value_or(0.5)", "two.value_or(x[1])", "(pair ? pair->a : 0.3)", "(many ? many->front() : x[2])", "each[{i} % 3].value_or(0.25)",
     "(std::holds_alternative<Pair>(any) ? std::get<Pair>(any).b : 0.2)", "x[{i}]", "sum"],
    ["sum"],
    ["if ({c}) one = {d};", "if ({c}) two.reset();", "two = one;", "one = two;", "std::swap(one, two);", "std::optional<double> {n} = one; if ({n}) {t} += *{n} * {d};",
     "if (one) *one *= {d};", "if (two && *two > 0.1) {t} += std::sin(*two);", "one = std::nullopt;", "two = {{}};", "if ({c}) pair = Pair{{{d}, 0.5}};", "if (pair) pair->mix({d});",
     "std::optional<Pair> {n} = pair; pair.reset(); if ({n}) {t} += {n}->norm();", "if ({c}) pair.emplace(Pair{{0.5, {d}}});", "if ({c}) many = std::vector<double>{{{d}, x[1]}};",
     "if (many) for (double& e : *many) e *= {d};", "auto {n} = many; if ({c}) many.reset(); if ({n}) {t} += {n}->back();", "each[{i} % 3] = {d};", "each[{i} % 3].reset();",
     "each[{i} % 3] = each[{i} % 3];", "for (const std::optional<double>& {n} : each) if ({n}) {t} += 0.3 * *{n} * {d};", "for (auto& {n} : each) if ({n}) *{n} = 0.5 * *{n} + {d}; else {t} += 0.1;",
     "for (int {n} = 0; {n} < 3; ++{n}) if (one) {t} += *one * x[{n}];", "for (int {n} = 0; {n} < 3; ++{n}) {t} += each[{n}] ? *each[{n}] * x[{n}] : 0.5 * x[{n}];",
     "{t} += 0.5 * heldOr(one, {d});", "{t} += 0.5 * heldOr(each[{i} % 3], {d});", "two = half({d});", "one = half(-{d} * {d} - 1);", "if (auto {n} = half({d})) {t} += *{n};",
     "if ({c}) any = Pair{{{d}, 0.5}};", "if ({c}) any = {d};", "any = std::vector<double>{{{d}, x[0]}};", "if (auto* {n} = std::get_if<Pair>(&any)) {n}->mix({d});",
     "if (auto* {n} = std::get_if<std::vector<double>>(&any)) {t} += (*{n})[1] * {d};", "if (auto* {n} = std::get_if<double>(&any)) *{n} *= {d};",
     "auto {n} = any; if ({c}) {n} = {d}; if ({n}.index() == 0) {t} += std::get<0>({n});", "each = {{}};", "std::swap(each[0], each[2]);"],
    "sum + one.value_or(x[0]) * two.value_or(0.5) + (pair ? pair->norm() : x[1]) + (many ? (*many)[0] * (*many)[1] : x[2]) + heldOr(each[0], 0.5) * heldOr(each[2], x[3]) "
    "+ (any.index() == 2 ? std::get<2>(any)[0] : any.index() == 1 ? std::get<1>(any).a : std::get<0>(any))",
)


class Cell:
    """Writes the body of one kernel over `x`, which has four elements."""

    def __init__(self, random, parts):
        self.random = random
        self.declarations, self.numbers, self.targets, self.statements, self.result = parts
        self.names, self.lines = 0, []

    def number(self):
        a, b = (self.filled(self.random.choice(self.numbers)) for _ in range(2))
        return self.random.choice([a, f"0.5 * {a}", f"std::sin({a} + {b})", f"(0.3 * {a} * {b})", f"std::cos({a})", "0.25"])

    def condition(self):
        a, b = (self.filled(self.random.choice(self.numbers)) for _ in range(2))
        return self.random.choice([f"{a} > {b}", f"{a} < 0.2", f"{a} > 5", f"{a} < 5"])

    def filled(self, text):
        name = ""
        if "{n}" in text:
            self.names += 1
            name = f"n{self.names}"
        parts = {"n": lambda: name, "d": self.number, "c": self.condition, "i": lambda: str(self.random.randrange(4)), "t": lambda: self.random.choice(self.targets)}
        text = re.sub(r"\{([ndcit])\}", lambda hole: parts[hole[1]](), text)
        return text.replace("{{", "{").replace("}}", "}")

    def body(self):
        self.lines += [self.filled(text) for text in self.declarations]
        for _ in range(self.random.choice([4, 6, 9])):
            text = self.filled(self.random.choice(self.statements))
            loop = self.random.random()
            if loop < 0.15:
                self.names += 1
                text = f"for (int n{self.names} = 0; n{self.names} < 3; ++n{self.names}) {{ {text} }}"
            elif loop < 0.3:
                text = f"if ({self.condition()}) {{ {text} }}"
            self.lines.append(text)
        self.lines.append(f"return std::sin({self.filled(self.result)});")
        return self.lines


def form(parts):
    def make(random, used, name, calls):
        lines = Cell(random, parts).body()
        return "\n".join([f"TREELIZE(kernel) inline double {name}(std::span<const double> x) {{"] + [f"  {line}" for line in lines] + ["}", ""])

    return make


slices, bits, single, absent = (form(parts) for parts in (SLICES, BITS, SINGLE, ABSENT))
