"""Productions of random kernels: containers of the library, its algorithms, objects without a derivative (`k` is the function)."""


def keyed(k):
    name, i, value, at = k.name("map"), k.name("i"), k.name("e"), k.name("it")
    k.line(f"std::map<int, double> {name};")
    with k.loop(f"for (int {i} = 0; {i} < 4; ++{i}) {{"):
        k.variables.integers.append(i)
        k.line(f"{name}[({i} * {k.variables.integer()}) % 3] += {k.real()};")
        k.some_statements()
    k.line(f"if ({k.condition()}) {name}.erase(1);")
    k.line(f"{name}[2] *= {k.small()};")
    k.line(f"for (auto& [key, {value}] : {name}) {value} = 0.5 * {value} * {k.small()} + 0.1 * key;")
    k.line(f"{k.variables.target()} = 0.5 * {name}[0];")
    k.line(f"if (auto {at} = {name}.find(1); {at} != {name}.end()) {k.variables.target()} -= 0.3 * {at}->second;")


def double_ended(k):
    name = k.name("deque")
    k.line(f"std::deque<double> {name}{{{k.real()}, {k.real()}, {k.small()}}};")
    k.line(k.random.choice([f"{name}.push_front({k.real()});", f"{name}.push_back({k.real()});"]))
    k.line(f"if ({k.condition()}) {name}.pop_front();")
    k.line(f"{name}[1] *= {k.small()};")
    k.line(f"{k.variables.target()} = 0.5 * {name}.front() - 0.3 * {name}.back() + 0.2 * {name}[1];")


def stacked(k):
    name, i = k.name("stack"), k.name("i")
    k.line(f"std::stack<double> {name};")
    with k.loop(f"for (int {i} = 0; {i} < 3; ++{i}) {{"):
        k.variables.integers.append(i)
        k.line(f"{name}.push({k.real()});")
        k.line(f"if ({k.condition()}) {name}.top() *= {k.small()};")
    k.line(f"for (; !{name}.empty(); {name}.pop()) {k.variables.target()} += 0.2 * std::sin({name}.top());")


def insert_and_erase(k):
    name = k.name("vector")
    k.line(f"std::vector<double> {name}{{{k.real()}, {k.real()}, {k.small()}, 0.25}};")
    k.line(f"{name}.insert({name}.begin() + {k.random.randrange(4)}, {k.real()});")
    k.line(k.random.choice([f"if ({k.condition()}) {name}.erase({name}.begin() + 1);", f"{name}.erase({name}.begin() + {k.random.randrange(4)});"]))
    k.variables.arrays.append((name, 4, False))


def reordered(k):
    array, size, _ = k.array()
    first, last = f"&{array}[0]", f"&{array}[0] + {size}"
    k.line(k.random.choice([f"std::reverse({first}, {last});", f"std::rotate({first}, &{array}[1], {last});", f"std::partial_sum({first}, {last}, {first});",
                            f"std::swap_ranges({first}, &{array}[1], &{array}[{size - 1}]);", f"std::fill(&{array}[1], {last}, {k.small()});"]))


def in_order(k):
    name = k.name("vector")
    k.line(f"std::vector<double> {name}{{{k.real()}, {k.real()}, {k.small()}, {k.real()}}};")
    k.line(k.random.choice([f"std::sort({name}.begin(), {name}.end());", f"std::sort({name}.begin(), {name}.end(), [](double a, double b) {{ return a > b; }});",
                            f"std::stable_sort({name}.begin(), {name}.end());"]))
    k.line(f"{k.variables.target()} = 0.5 * {name}[0] - 0.3 * {name}[1] + 0.2 * std::sin({name}[3]);")


def greatest(k):
    array, size, _ = k.array()
    k.line(f"{k.variables.target()} = 0.5 * *std::{k.random.choice(['max', 'min'])}_element(&{array}[0], &{array}[0] + {size});")


def transformed(k):
    array, size, _ = k.array()
    t = k.name("t")
    k.line(f"std::transform(&{array}[0], &{array}[0] + {size}, &{array}[0], [&](double {t}) {{ return 0.5 * {t} - {k.small()}; }});")
    k.line(f"{k.variables.target()} += 0.1 * std::inner_product(&{array}[0], &{array}[0] + {size}, &{array}[0], {k.small()});")


def records(k):
    name, i, p = k.name("records"), k.name("i"), k.name("p")
    k.line(f"std::vector<Pair> {name};")
    with k.loop(f"for (int {i} = 0; {i} < 3; ++{i}) {{"):
        k.variables.integers.append(i)
        k.line(k.random.choice([f"{name}.push_back({{{k.real()}, {k.real()}}});", f"{name}.push_back(halves({k.real()}));"]))
        k.line(f"{name}.back().mix({k.real(1)});")
    k.line(f"std::swap({name}[0], {name}[2]);")
    k.line(f"for (const Pair& {p} : {name}) {k.variables.target()} += 0.1 * {p}.norm();")


def stepped(k):
    now, then, kept, i, t = k.name("now"), k.name("then"), k.name("kept"), k.name("i"), k.name("t")
    k.line(f"std::vector<Pair> {now}(4), {then}(4);")
    k.line(f"for (int {i} = 0; {i} < 4; ++{i}) {now}[{i}] = {{{k.real()}, 0.3 * {i} + {k.small()}}};")
    k.line(k.random.choice([f"{then} = {now};", f"{then}[1] = {now}[2];", f"auto {kept} = {now};", f"const Pair {kept} = {now}[{k.variables.index(4)}];",
                            f"{now}[{k.variables.index(4)}].mix({k.real(1)});"]))
    step = k.random.choice([f"{then}[{i}] = {{{now}[{i}].a * {now}[{i} - 1].b, 0.4 * {now}[{i}].b + {k.small()}}};",
                            f"{now}[{i}].a += 0.2 * {now}[{i} - 1].b * {now}[{i}].a;", f"{then}[{i}].a = {now}[{i}].norm();",
                            f"{now}[{k.variables.index(4)}].b = 0.5 * {now}[{i}].b * {now}[{i}].a;", f"if ({k.condition()}) {then}[{i}] = {now}[{i} - 1];"])
    turn = k.random.choice([f"std::swap({now}, {then});", f"{now} = {then};", f"{now}[0] = {then}[3];", f"for (Pair& {kept} : {then}) {kept} = Pair{{}};"])
    with k.loop(f"for (int {t} = 0; {t} < 3; ++{t}) {{"):
        k.line(f"for (int {i} = 1; {i} < 4; ++{i}) {{ {step} }}")
        k.line(turn)
    k.line(f"for (const Pair& {t} : {now}) {k.variables.target()} += 0.1 * {t}.norm();")


def buffered(k):
    """Two or three buffers, by an index that changes with each step."""
    u, now, i, t = k.name("u"), k.name("now"), k.name("i"), k.name("t")
    count = k.random.choice([2, 2, 3])
    steps = k.random.choice([0, 1, 3, 4])
    of_pairs = k.random.random() < 0.4
    element = "Pair" if of_pairs else "double"
    k.line(k.random.choice([f"std::vector<{element}> {u}[{count}];", f"std::array<std::vector<{element}>, {count}> {u};",
                            f"std::vector<std::vector<{element}>> {u}({count});"]))
    k.line(f"for (auto& {i} : {u}) {i}.resize(4);")
    value = f"{{{k.real()}, 0.2 * {i}}}" if of_pairs else f"{k.real()} + 0.2 * {i}"
    for buffer in range(count):
        k.line(f"for (int {i} = 0; {i} < 4; ++{i}) {u}[{buffer}][{i}] = {value};")
    first = k.random.choice([0, 1])
    by_counter = k.random.random() < 0.5
    if by_counter:
        at = [f"{u}[({t} + {o}) % {count}]" for o in range(count)]
        end = [f"{u}[({steps} + {o}) % {count}]" for o in range(count)]
        if count == 2 and k.random.random() < 0.5:
            at = [f"{u}[{t} & 1]", f"{u}[({t} & 1) ^ 1]"]
        bound = k.name("steps")
        k.line(f"const int {bound} = {steps};")
        end = [k.random.choice([e, e.replace(f"({steps} + 0)", bound)]) for e in end]
    else:
        k.line(f"int {now} = 0;")
        at = end = [f"{u}[{now}]", f"{u}[1 - {now}]"] if count == 2 else [f"{u}[{now}]", f"{u}[({now} + 1) % 3]", f"{u}[({now} + 2) % 3]"]
        bound = steps
    part = k.random.choice([".a", ".b"]) if of_pairs else ""
    step = k.random.choice([f"{at[1]}[{i}]{part} = {at[0]}[{i}]{part} * {at[0]}[{i} - 1]{part} + 0.1 * {at[-1]}[{i}]{part};",
                            f"if ({k.condition()}) {at[1]}[{i}]{part} += 0.3 * {at[0]}[{i} - 1]{part} * {k.small()};",
                            f"{at[0]}[{i}]{part} = 0.5 * {at[0]}[{i} - 1]{part} * {at[1]}[3 - {i}]{part};"])
    with k.loop(f"for (int {t} = {first}; {t} < {bound}; ++{t}) {{"):
        k.line(f"for (int {i} = 1; {i} < 4; ++{i}) {{ {step} }}")
        if not by_counter:
            turn = f"{now} = 1 - {now};" if count == 2 else f"{now} = ({now} + {k.random.choice([1, 2])}) % 3;"
            k.line(k.random.choice([turn, turn, f"if ({k.condition()}) {turn}"]))
        elif k.random.random() < 0.2:
            k.line(f"std::swap({u}[0], {u}[1]);")
    k.line(f"for (int {i} = 0; {i} < 4; ++{i}) {k.variables.target()} += 0.1 * {end[0]}[{i}]{part or ''} + 0.03 * {end[-1]}[{i}]{part or ''};")


def passive(k):
    seen, label = k.name("seen"), k.name("label")
    k.line(f"std::set<int> {seen}{{{k.variables.integer()}}};")
    k.line(f"std::string {label} = \"x\";")
    k.line(f"if ({k.condition()}) {label} += \"yz\";")
    k.line(f"{seen}.insert({k.variables.integer()} + static_cast<int>({label}.size()));")
    k.line(f"if ({seen}.count({k.variables.integer()}) > 0) {k.variables.target()} *= {k.small()};")
    k.line(f"{k.variables.target()} += 0.1 * static_cast<double>({seen}.size()) * {k.small()};")


PLAIN = [double_ended, insert_and_erase, in_order, passive]
LOOPS = [keyed, stacked, records, stepped, buffered]
MAY_THROW = [keyed, double_ended, stacked, passive]
WITH_ARRAY = [reordered, greatest, transformed]
