"""Productions of random kernels: declarations and assignments (`k` is the function that is being written)."""


# --- declarations ---------------------------------------------------------------------------------

def declare(k):
    name = k.name("v")
    k.line(f"double {name} = {k.real(3)};")
    k.new_real(name)


def declare_two(k):
    one, two = k.name("v"), k.name("v")
    k.line(f"double {one} = {k.real()}, {two} = {one} * {k.small()};")
    k.new_real(one)
    k.new_real(two)


def declare_late(k):
    name = k.name("late")
    k.line(f"double {name};")
    k.line(f"{name} = {k.real()};")
    k.new_real(name)


def declare_const(k):
    name = k.name("c")
    k.line(f"const auto {name} = 0.5 * {k.real(3)};")
    k.new_real(name, False)


def declare_integer(k):
    name = k.name("n")
    k.line(f"int {name} = {k.variables.integer()} + {k.random.randrange(3)};")
    k.variables.integers.append(name)


def integer_from_real(k):
    name = k.name("n")
    k.line(f"const int {name} = static_cast<int>(std::fabs({k.real()})) % 7;")
    k.variables.integers.append(name)


def declare_array(k):
    name = k.name("a")
    k.line(f"double {name}[3] = {{{k.real()}, {k.real()}}};")
    k.variables.arrays.append((name, 3, False))


def declare_std_array(k):
    name = k.name("a")
    k.line(f"std::array<double, 3> {name}{{{k.real()}, {k.real()}, {k.real()}}};")
    k.variables.arrays.append((name, 3, False))


def declare_vector(k):
    name = k.name("vector")
    k.line(k.random.choice([f"std::vector<double> {name}(4, {k.real()});", f"std::vector<double> {name}{{{k.real()}, {k.real()}, 0.5, {k.real()}}};",
                            f"std::vector<double> {name}({k.variables.integer()} + 4);"]))
    k.variables.arrays.append((name, 4, False))


def grow(k):
    name, i = k.name("vector"), k.name("i")
    k.line(f"std::vector<double> {name}{{{k.real()}, {k.real()}, {k.real()}, 0.25}};")
    with k.loop(f"for (int {i} = 0; {i} < 3; ++{i}) {{"):
        k.variables.integers.append(i)
        k.line(f"{name}.push_back({k.real()});")
        k.line(f"if ({k.condition()}) {name}.emplace_back({name}.back() * {k.small()});")
        k.some_statements()
    k.line(f"{k.variables.target()} = 0.5 * {name}.back();")
    k.line(k.random.choice([f"{name}.pop_back();", f"{name}.resize(5);", f"{name}.resize(9, {k.real()});", ";"]))
    k.variables.arrays.append((name, 4, False))


def reassign(k):
    vectors = [name for name, _, const in k.variables.arrays if name.startswith("vector") and not const and name not in k.pinned]
    if vectors:
        other = k.random.choice([f"std::vector<double>({k.variables.integer()} + 4, {k.real()})", k.random.choice(vectors),
                                 f"std::vector<double>{{{k.real()}, 0.5, {k.real()}, {k.real()}, 1.0}}"])
        k.line(f"{k.random.choice(vectors)} = {other};")


def declare_matrix(k):
    name = k.name("m")
    sizes = k.random.choice(["2, std::vector<double>(3, @)", f"{k.variables.integer()} + 2, std::vector<double>({k.variables.integer()} + 3)"])
    k.line(f"std::vector<std::vector<double>> {name}({sizes.replace('@', k.real())});")
    k.variables.arrays.append((f"{name}[{k.variables.index(2)}]", 3, True))
    k.variables.arrays.append((f"{name}[0]", 3, False))
    k.variables.arrays.append((f"{name}[1]", 3, False))


def declare_record(k):
    name = k.name("p")
    k.line(f"Pair {name}{{{k.real()}, {k.real()}}};")
    k.new_real(f"{name}.a")
    k.new_real(f"{name}.b")
    k.variables.records.append(name)


def declare_records(k):
    name = k.name("ps")
    k.line(f"Pair {name}[2] = {{{{{k.real()}, {k.real()}}}, {{{k.real()}, 0.5}}}};")
    for i in range(2):
        k.new_real(f"{name}[{i}].{k.random.choice('ab')}")
        k.variables.records.append(f"{name}[{i}]")


def declare_reference(k):
    name = k.name("r")
    target = k.variables.target()
    k.pinned.append(target.split("[")[0])
    k.line(f"double& {name} = {target};")
    k.new_real(name)


def structured_binding(k):
    one, two = k.name("b"), k.name("b")
    k.line(f"{k.random.choice(['auto', 'auto&'])} [{one}, {two}] = {k.random.choice(k.variables.records)};")
    k.line(f"{one} = 0.3 * {two} - {k.small()};")
    k.new_real(one)
    k.new_real(two)


# --- assignments ----------------------------------------------------------------------------------

def assign(k):
    target = k.variables.target()
    k.line(k.random.choice([f"{target} = {k.real(3)};", f"{target} = 0.4 * {target} - {k.small()};"]))


def add(k):
    k.line(f"{k.variables.target()} {k.random.choice(['+=', '-='])} 0.3 * {k.small()};")


def multiply(k):
    k.line(f"{k.variables.target()} {k.random.choice(['*= std::cos', '/= 1.5 + std::cos'])}({k.real()});")


def square(k):
    target = k.variables.target()
    k.line(f"{target} = {target} * {target} / (1.0 + {target} * {target});")


def count(k):
    k.line(f"{k.random.choice(['++{}', '{}--', '--{}', '{}++'])};".format(k.variables.target()))


def chain(k):
    k.line(f"{k.variables.target()} = {k.variables.target()} = {k.real()};")


def comma(k):
    one = k.variables.target()
    k.line(f"{k.variables.target()} = ({one} -= 0.2 * {k.small()}, {one} * 0.5);")


def swap(k):
    k.line(f"std::swap({k.variables.target()}, {k.variables.target()});")


def assign_integer(k):
    names = [n for n in k.variables.integers if n.startswith("n") and f"int {n} = " in "\n".join(k.lines) and f"const int {n} = " not in "\n".join(k.lines)]
    if names:
        name = k.random.choice(names)
        k.line(f"{name} = ({name} * 3 + {k.variables.integer()}) % 7;")


def scope(k):
    name = k.name("v")
    with k.block("{"):
        k.line(f"double {name} = {k.real()};")
        k.new_real(name)
        k.some_statements()
        k.line(f"{k.variables.target()} = {name} - {k.small()};")


DECLARATIONS = [declare, declare_two, declare_late, declare_const, declare_integer, integer_from_real, declare_array, declare_std_array,
                declare_vector, grow, declare_matrix, declare_record, declare_records, declare_reference, structured_binding]
ASSIGNMENTS = [assign, assign, add, add, multiply, square, count, chain, comma, swap, reassign, assign_integer]
