"""Productions of random kernels: branches, loops, exits and calls (`k` is the function that is being written)."""


# --- branches -------------------------------------------------------------------------------------

def if_(k):
    with k.block(f"if ({k.condition()}) {{"):
        k.some_statements()


def if_else(k):
    with k.block(f"if ({k.condition()}) {{", ""):
        k.some_statements()
    with k.block(k.random.choice(["} else {", f"}} else if ({k.condition()}) {{"])):
        k.some_statements()


def if_with_initialiser(k):
    name = k.name("d")
    with k.block(f"if (const double {name} = {k.real()}; {name} > {k.variables.real()}) {{"):
        k.new_real(name, False)
        k.some_statements()


def if_changes_its_condition(k):
    target = k.variables.target()
    with k.block(f"if ({target} > 0.2) {{"):
        k.line(f"{target} = -{target} * {k.small()};")
        k.statements(1)


def switch(k):
    k.loop_kind.append("switch")
    with k.block(f"switch (({k.variables.integer()}) % 4) {{"):
        for label in ("case 0:", "case 1: case 3:", "default:"):
            with k.block(f"{label} {{"):
                k.statements(1)
            k.line(k.random.choice(["break;", "break;", "[[fallthrough]];"]) if label != "default:" else "break;")
    k.loop_kind.pop()


def assign_by_condition(k):
    k.line(f"{k.variables.target()} = {k.condition()} ? {k.real()} : {k.small()};")


# --- loops ----------------------------------------------------------------------------------------

def for_(k):
    i = k.name("i")
    n = k.random.randrange(2, 5)
    opening = k.random.choice([
        f"for (int {i} = 0; {i} < {n}; ++{i}) {{", f"for (int {i} = {n}; {i} > 0; --{i}) {{",
        f"for (int {i} = {n}; {i}-- > 0;) {{", f"for (int {i} = 0; {i} <= {n}; {i} += 2) {{",
        f"for (std::size_t {i} = 0; {i} != {n}; {i}++) {{", f"for (int {i} = 1; {i} < 20; {i} *= 3) {{",
        f"for (int {i} = {k.variables.integer()} % 3; {i} < 3; ++{i}) {{"])
    with k.loop(opening):
        k.variables.integers.append(f"static_cast<int>({i})" if "size_t" in opening else i)
        k.statements(3)


def for_two_counters(k):
    i, j = k.name("i"), k.name("j")
    with k.loop(f"for (int {i} = 0, {j} = 4; {i} < {j}; ++{i}, --{j}) {{"):
        k.variables.integers += [i, j]
        k.some_statements()


def for_real_counter(k):
    t = k.name("t")
    with k.loop(f"for (double {t} = 0.1; {t} < 0.9; {t} += 0.3) {{"):
        k.new_real(t, False)
        k.some_statements()


def while_(k):
    n = k.name("k")
    k.line(f"int {n} = 0;")
    with k.loop(f"while ({k.variables.real()} < 1.2 && {n}++ < 4) {{"):
        k.variables.integers.append(n)
        k.some_statements()


def do_while(k):
    n = k.name("k")
    k.line(f"int {n} = 3;")
    with k.loop("do {", f"}} while (--{n} > 0);"):
        k.variables.integers.append(n)
        k.some_statements()


def endless(k):
    n = k.name("k")
    k.line(f"int {n} = 0;")
    with k.loop("for (;;) {"):
        k.line(f"if (++{n} > 3) break;")
        k.variables.integers.append(n)
        k.some_statements()


def each_by_value(k):
    name = k.name("e")
    array = k.pinned_array()
    with k.loop(f"for (double {name} : {array}) {{"):
        k.new_real(name)
        k.some_statements()


def each_by_reference(k):
    name = k.name("e")
    array = k.pinned_array()
    with k.loop(f"for (auto& {name} : {array}) {{"):
        k.new_real(name)
        k.line(f"{name} = 0.5 * {name} * {k.small()};")
        k.statements(1)


def array_sweep(k):
    i = k.name("i")
    array, size, _ = k.array()
    with k.loop(f"for (int {i} = 1; {i} < {size}; ++{i}) {{"):
        k.variables.integers.append(i)
        k.line(f"{array}[{i}] = std::tanh({array}[{i}] * {array}[{i} - 1] - {k.real(1)});")


def leave_loop(k):
    k.line(f"if ({k.condition()}) break;")


def next_turn(k):
    k.line(f"if ({k.condition()}) continue;")


def leave_function(k):
    k.line(f"if ({k.condition()} && {k.variables.real()} > 0.9) {k.result(k)}")


def throw(k):
    k.line(f'if ({k.variables.real()} > 1e6) throw std::domain_error("too large");')


# --- calls ----------------------------------------------------------------------------------------

def call(k):
    text = k.random.choice(["twist(@, @)", "chosen(@, @)", "twice(@)", "total(@, 2, @)", "halves(@).b", "Line{0.5, 0.25}(@)", "bump(@)"] + ([] if k.tries else 2 * k.calls))
    while "@" in text:
        text = text.replace("@", k.real(1), 1)
    k.line(f"{k.variables.target()} = 0.5 * {text};")


def call_by_reference(k):
    one, two = k.name("v"), k.name("v")
    k.line(f"double {one} = {k.real()}, {two} = {k.real(1)};")
    k.line(f"turn({one}, {two}, {k.real(1)});")
    k.new_real(one)
    k.new_real(two)


def by_pointer(k):
    array, size, _ = k.array()
    k.line(f"scale(&{array}[1], {size - 1}, {k.small()});")


def walk(k):
    array, size, _ = k.array()
    p = k.name("q")
    with k.loop(f"for (double* {p} = &{array}[0]; {p} < &{array}[0] + {size}; ++{p}) {{"):
        k.line(f"*{p} -= 0.2 * {k.small()};")


def call_with_span(k):
    array, size, _ = k.array()
    k.line(f"{k.variables.target()} = 0.1 * energy(std::span<const double>(&{array}[0], {size}));")


def method_call(k):
    record = k.random.choice(k.variables.records)
    k.line(f"{record}.mix({k.real(1)});")
    k.line(f"{k.variables.target()} = 0.2 * {record}.norm();")


def accumulate(k):
    array, size, _ = k.array()
    k.line(f"{k.variables.target()} += 0.1 * std::accumulate(&{array}[0], &{array}[0] + {size}, 0.0);")


def lambda_(k):
    name, t = k.name("f"), k.name("t")
    marks = k.variables.marks()
    saved = k.loop_kind, k.result
    k.loop_kind, k.result = [], lambda k: f"return {k.small()};"
    with k.block(f"auto {name} = [&](double {t}) -> double {{", "};"):
        k.new_real(t)
        k.some_statements()
        k.line(f"return {t} * {k.small()};")
    k.loop_kind, k.result = saved
    k.variables.cut(marks)
    k.line(f"{k.variables.target()} = 0.5 * {name}({k.real(1)}) + 0.25 * {name}({k.real(1)});")


def lambda_by_value(k):
    name, c = k.name("f"), k.name("c")
    k.line(f"const double {c} = {k.real()};")
    k.line(f"auto {name} = [{c}](auto t) {{ return {c} * std::sin(t); }};")
    k.line(f"{k.variables.target()} = {name}({k.real(1)}) - 0.5 * {name}(1);")


BRANCHES = [if_, if_else, if_with_initialiser, if_changes_its_condition, switch, lambda_]
LOOPS = [for_, for_two_counters, for_real_counter, while_, do_while, endless, each_by_value, each_by_reference, array_sweep, walk]
PLAIN = [assign_by_condition, leave_loop, next_turn, leave_function, throw, call, call_by_reference, by_pointer, call_with_span, method_call, accumulate,
         lambda_by_value]
WITH_ARRAY = {array_sweep, each_by_value, each_by_reference, accumulate, by_pointer, walk, call_with_span}
