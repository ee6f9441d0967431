"""Productions of random kernels: objects that are copied, owned, pointed at, chosen and destroyed (`k` is the function)."""


# --- values of several parts ----------------------------------------------------------------------

def optional(k):
    name = k.name("o")
    k.line(f"std::optional<double> {name};")
    k.line(f"if ({k.condition()}) {name} = {k.real()};")
    k.line(f"if ({name} && {k.condition()}) *{name} *= {k.small()};")
    k.line(f"{k.variables.target()} = 0.5 * {name}.value_or({k.real(1)});")


def tuples(k):
    one, two, n = k.name("t"), k.name("t"), k.name("n")
    k.line(f"const auto [{one}, {two}, {n}] = std::make_tuple({k.real()}, {k.small()}, {k.variables.integer()} + 1);")
    k.new_real(one, False)
    k.new_real(two, False)
    k.variables.integers.append(n)
    k.line(f"std::tie({k.variables.target()}, {k.variables.target()}) = std::pair({k.small()}, {k.real(1)});")


def complex_number(k):
    z = k.name("z")
    k.line(f"std::complex<double> {z}({k.real()}, {k.small()});")
    k.line(f"{z} *= std::polar(0.5, {k.real()});")
    number = k.random.choice(["0.05", "0.0", "0.003", "1.5", "0.25"])
    k.line(k.random.choice([f"{z} += {number};", f"{z} = {z} * {number} + {k.small()};", f"{z} = {number} - {z};", f"{z} = {z} / (1.5 + {number});",
                            f"{z} = {z} * std::complex<double>({number}, {k.small()});"]))
    k.line(f"if ({k.condition()}) {z} = std::exp({k.small()} * {z}) - std::conj({z});")
    k.line(f"{k.variables.target()} = 0.5 * {z}.real() - 0.25 * {z}.imag() + 0.125 * std::norm({z});")


def variant(k):
    v, p = k.name("v"), k.name("p")
    k.line(f"std::variant<double, Pair> {v} = {k.real()};")
    k.line(f"if ({k.condition()}) {v} = Pair{{{k.real()}, {k.real()}}};")
    k.line(f"if (auto* {p} = std::get_if<Pair>(&{v})) {p}->mix({k.real(1)});")
    k.line(f"{k.variables.target()} = 0.25 * std::visit(Reader{{}}, {v});")


def bodies(k):
    one, two = k.name("body"), k.name("body")
    k.line(f"Body {one}{{{{{k.real()}, {k.real()}}}, {{{k.real()}, {k.small()}}}}};")
    k.line(f"Body {two} = {one};")
    k.line(f"{two}.grow({k.small()});")
    k.line(f"{two}.at[({k.variables.integer()}) % 2] *= {k.small()};")
    k.line(k.random.choice([f"if ({k.condition()}) {one} = {two};", f"std::swap({one}, {two});", f"{one}.parts = {two}.parts;",
                            f"{one} = std::move({two}); {two} = Body{{{{{k.real(1)}, 1}}, {{0.5}}}};"]))
    k.line(f"{k.variables.target()} = 0.5 * {one}.weight() - 0.25 * {two}.weight();")
    k.variables.arrays.append((f"{one}.at", 2, False))


# --- objects on the heap --------------------------------------------------------------------------

def owned(k):
    one, two = k.name("own"), k.name("own")
    k.line(f"auto {one} = std::make_unique<Sample>(Sample{{{k.real()}, {k.small()}}});")
    k.line(f"auto {two} = std::make_unique<Sample>(Sample{{{k.real()}, {k.real()}}});")
    k.line(f"if ({k.condition()}) std::swap({one}, {two});")
    k.line(f"{one}->mix({k.real(1)});")
    k.line(k.random.choice([f"*{two} = *{one};", f"{one} = std::make_unique<Sample>(*{two});", f"{two}->a = {one}->b * {k.small()};"]))
    k.line(f"{k.variables.target()} = 0.3 * {one}->norm() - 0.2 * {two}->norm();")


def shapes(k):
    name = k.name("shape")
    k.line(f"std::unique_ptr<Shape> {name} = std::make_unique<Disc>({k.real()});")
    k.line(f"if ({k.condition()}) {name} = std::make_unique<Box>({k.real()}, {k.small()});")
    k.line(f"{name}->inflate({k.small()});")
    k.line(f"{k.variables.target()} = 0.3 * {name}->area({k.real(1)});")


def links(k):
    head, at, i, sum = k.name("head"), k.name("link"), k.name("i"), k.name("v")
    k.line(f"std::shared_ptr<Link> {head};")
    k.line(f"for (int {i} = 0; {i} < 3; ++{i}) {head} = std::make_shared<Link>(Link{{{k.real()}, {head}}});")
    k.line(f"double {sum} = {k.small()};")
    with k.loop(f"for (Link* {at} = {head}.get(); {at}; {at} = {at}->next.get()) {{"):
        k.line(f"{at}->value = 0.5 * {at}->value * {k.small()} + 0.2 * {sum};")
        k.line(f"{sum} += 0.3 * {at}->value;")
        k.some_statements()
    k.new_real(sum)


# --- places that are chosen -----------------------------------------------------------------------

def swapped_buffers(k):
    p, q, i = k.name("p"), k.name("q"), k.name("i")
    one, two = k.name("a"), k.name("a")
    k.line(f"double {one}[3] = {{{k.real()}, {k.real()}, 1}}, {two}[3] = {{{k.real()}, 0.5}};")
    k.line(f"double *{p} = {one}, *{q} = {two};")
    with k.loop(f"for (int {i} = 0; {i} < 3; ++{i}) {{"):
        k.variables.integers.append(i)
        k.line(f"{p}[{i}] = 0.5 * {p}[2 - {i}] - 0.3 * std::sin({q}[{i}] * {k.real(1)});")
        k.line(k.random.choice([f"std::swap({p}, {q});", f"if ({k.condition()}) std::swap({p}, {q});"]))
    k.line(f"{k.variables.target()} = 0.5 * {p}[1] - 0.25 * {q}[2];")


def chosen_pointer(k):
    array, size, _ = k.array()
    p = k.name("p")
    k.line(f"double* {p} = {k.condition()} ? &{array}[0] : &{array}[{size - 1}];")
    k.line(f"*{p} = 0.5 * *{p} * {k.small()};")
    k.line(f"{k.variables.target()} -= 0.3 * *{p};")


def guard(k):
    target = k.variables.target()
    name = k.name("guard")
    with k.block("{"):
        k.line(f"const Guard {name}({target}, {k.real(1)});")
        k.some_statements()
        k.statements(1)


VALUES = [optional, tuples, complex_number, variant, bodies]
HEAP = [owned, shapes, swapped_buffers]
NESTED = [links, guard]
WITH_ARRAY = [chosen_pointer]
