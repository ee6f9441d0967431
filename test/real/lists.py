"""The lists of functions, a file of lists/ for each library, and the kernels that are made of them.

Lines of a list:
  # a comment; the first ones say by what rule the functions were chosen
  package NAME      what brings the library;  needs HEADER  a header of it, below an include folder
  flags, link       what its users give the compiler and the linker
  known             the tool has code of its own for this library
  include HEADER...
  code TEXT         something that stands before the kernels: a functor, say
  let TEXT          variables that a function may use: a declaration, with holes
  anything else     one function: an expression of type double, with holes, over the variables

A function belongs here if what it calculates stands in headers: no list has one that the library compiles for itself.

Holes are filled with expressions over the kernel's numbers:
  @a a number, @u one in [-1, 1], @s in [-0.9, 0.9], @h in [0.1, 0.9], @p in [0.5, 2.5], @q in [3, 5]
  @i a whole number from 0 to 4, @n from 1 to 3
"""
import dataclasses
import pathlib
import random
import re
import shlex

NUMBERS = 8  # that a kernel is given
FOLDERS = ("/usr/include", "/usr/local/include")
HOLES = {"u": "std::sin({})", "s": "(0.9 * std::sin({}))", "h": "(0.5 + 0.4 * std::sin({}))", "p": "(1.5 + std::cos({}))",
         "q": "(4 + std::cos({}))", "a": "{}"}


@dataclasses.dataclass
class Library:
    name: str
    package: str = ""
    needs: str = ""
    is_known: bool = False
    flags: list = dataclasses.field(default_factory=list)
    link: list = dataclasses.field(default_factory=list)
    includes: list = dataclasses.field(default_factory=list)
    code: list = dataclasses.field(default_factory=list)
    lets: list = dataclasses.field(default_factory=list)
    calls: list = dataclasses.field(default_factory=list)

    def is_installed(self):
        return not self.needs or any((pathlib.Path(folder) / self.needs).exists() for folder in FOLDERS)


def read_list(path):
    library = Library(path.stem)
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word in ("package", "needs"):
            setattr(library, word, rest)
        elif line == "known":
            library.is_known = True
        elif word in ("flags", "link"):
            getattr(library, word).extend(shlex.split(rest))
        elif word == "include":
            library.includes += rest.split()
        elif word == "code":
            library.code.append(rest)
        elif word == "let":
            library.lets.append(rest)
        elif line and not line.startswith("#"):
            library.calls.append(line)
    repeated = {call for call in library.calls if library.calls.count(call) > 1}
    if repeated:
        raise SystemExit(f"{path}: twice: {', '.join(sorted(repeated))}")
    return library


def read_lists(folder):
    return [read_list(path) for path in sorted(folder.glob("*.txt"))]


def filled(text, rng):
    """The text with arguments in its holes."""
    def number():
        a, b = rng.choices([f"x[{i}]" for i in range(NUMBERS)], k=2)
        return rng.choice([a, a, f"({a} * {b} + 0.3)", f"({a} - 0.5 * {b})"])

    def argument(match):
        hole = match.group(1)
        if hole in "in":
            return str(rng.randrange(5) if hole == "i" else rng.randrange(1, 4))
        return HOLES[hole].format(number())

    return re.sub(r"@([ushpqain])\b", argument, text)


def variables_of(let):
    """What a line declares: `v` and `w` of `T v(@a), w{@p};`."""
    return set(re.findall(r"\b([a-zA-Z]\w*)(?=[({;[]| =)", let))


def names_in(text):
    return set(re.findall(r"[A-Za-z_]\w*", text))


def lets_for(library, call):
    """The declarations that the call asks for, and those that they ask for, in order."""
    asked, chosen = names_in(call), []
    for let in reversed(library.lets):
        if variables_of(let) & asked:
            chosen.insert(0, let)
            asked |= names_in(let)
    return chosen


@dataclasses.dataclass
class Kernel:
    library: Library
    call: str
    text: str
    number: int

    @property
    def name(self):
        return f"f{self.number}"


def make_kernel(library, call, number, seed):
    """The same text in whatever company."""
    rng = random.Random(f"{seed}/{library.name}/{call}")
    body = " ".join(filled(let, rng) for let in lets_for(library, call))
    text = f"TREELIZE(kernel) inline double f{number}(const std::vector<double>& x) {{ {body} return {filled(call, rng)}; }}"
    return Kernel(library, call, text, number)


def source_of(library, kernels):
    includes = "".join(f"#include {name}\n" for name in ["<treelize/annotations.hpp>", "<cmath>", "<vector>", *library.includes])
    texts = "".join(line + "\n" for line in [*library.code, *(kernel.text for kernel in kernels)])
    return f"#pragma once\n{includes}namespace real {{\n{texts}}}\n"


def program_of(kernels):
    calls = "".join(f'  real::check("{k.name}", real::kernels::{k.name}, real::{k.name});\n' for k in kernels)
    return '#include "kernels.treelize.hpp"\n#include "RealCheck.h"\nint main() {\n' + calls + "}\n"


def primals_of(kernels):
    calls = "".join(f'  real::checkPrimal("{k.name}", real::{k.name});\n' for k in kernels)
    return '#include "kernels.hpp"\n#include "RealCheck.h"\nint main() {\n' + calls + "}\n"
