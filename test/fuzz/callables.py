"""Productions of random kernels: functions in variables, lambdas with a state, recursion, exceptions (`k` is the function)."""


def function_table(k):
    name = k.name("table")
    k.line(f"double (*const {name}[])(double) = {{bump, quarter, Line::half}};")
    k.line(f"{k.variables.target()} = 0.5 * {name}[({k.variables.integer()}) % 3]({k.real()});")


def function_pointer(k):
    name = k.name("f")
    k.line(f"double (*{name})(double) = bump;")
    k.line(f"if ({k.condition()}) {name} = quarter;")
    k.line(f"{k.variables.target()} = 0.5 * {name}({k.real()}) - 0.2 * {name}({k.real(1)});")


def function_object(k):
    name = k.name("f")
    k.line(f"std::function<double(double)> {name} = quarter;")
    other = "bump" if k.loops else "[](double t) { return std::sin(t) * t; }" # in a loop all are known before the first call
    k.line(f"if ({k.condition()}) {name} = {other};")
    k.line(f"{k.variables.target()} = 0.5 * {name}({k.real()});")


def member_pointer(k):
    record, m = k.random.choice(k.variables.records), k.name("m")
    k.line(f"double Pair::*{m} = {k.condition()} ? &Pair::a : &Pair::b;")
    k.line(f"{record}.*{m} = 0.5 * {record}.*{m} - 0.3 * {k.small()};")
    k.line(f"double (Pair::*{m}_of)() const = &Pair::norm;")
    k.line(f"{k.variables.target()} = 0.2 * ({record}.*{m}_of)();")


def lambda_with_state(k):
    name, state, n, t = k.name("f"), k.name("state"), k.name("n"), k.name("t")
    k.line(f"auto {name} = [{state} = {k.real()}, {n} = 1](double {t}) mutable {{ {state} += 0.3 * std::sin({t}); return {state} * (0.5 * {n}++); }};")
    k.line(f"{k.variables.target()} = 0.3 * {name}({k.real(1)});")
    k.line(f"{k.variables.target()} -= 0.2 * {name}({k.real(1)});")


def lambda_of_itself(k):
    name, n, t = k.name("f"), k.name("n"), k.name("t")
    c = k.variables.real()
    k.line(f"auto {name} = [&](auto&& self, int {n}, double {t}) -> double {{")
    k.line(f"  return {n} == 0 ? {t} : 0.5 * self(self, {n} - 1, std::sin({t} * {c})) + 0.25 * {t};")
    k.line("};")
    k.line(f"{k.variables.target()} = {name}({name}, {k.random.randrange(1, 4)}, {k.real(1)});")


def recursive_call(k):
    array, size, _ = k.array()
    k.line(k.random.choice([f"{k.variables.target()} = 0.3 * deep({k.random.randrange(4)}, {k.real(1)}, {k.small()});",
                            f"{k.variables.target()} += 0.1 * folded(&{array}[0], {size});", f"halved(&{array}[0], {size}, {k.small()});"]))


def try_(k):
    k.tries += 1
    with k.block("try {", ""):
        k.statements(1)
        k.line(f"if ({k.condition()}) throw std::runtime_error(\"left\");")
        k.some_statements()
    k.tries -= 1
    with k.block(k.random.choice(["} catch (const std::runtime_error&) {", "} catch (...) {"])):
        k.some_statements()


PLAIN = [function_table, function_pointer, function_object, lambda_with_state, lambda_of_itself]
WITH_ARRAY = [recursive_call]
WITH_RECORD = [member_pointer]
NESTED = [try_]
STAY_CALLS = [lambda_of_itself, recursive_call] # which a try block cannot hold
