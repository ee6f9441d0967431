"""A few kernels of one library: derived, built, run, and what became of each."""
import dataclasses
import pathlib
import re
import shlex
import subprocess

import lists

HERE = pathlib.Path(__file__).resolve().parent
BAD = ["wrong", "crash", "does not compile", "no C++", "undefined"]
KINDS = ["right", "refused", *BAD]
UNCOMPILABLE = "treelize-uncompilable-source"


@dataclasses.dataclass
class Outcome:
    kernel: lists.Kernel
    kind: str
    id: str = ""  # of the tool's diagnostic
    why: str = ""
    place: str = ""  # empty: the call itself


@dataclasses.dataclass
class Reason:
    id: str = ""
    why: str = ""
    place: str = ""


def reason_of(line):
    """What an error of the tool says; None where the line is none."""
    match = re.match(r"(?:(\S+:\d+):\d+: )?(?:\S+: )?(?:fatal )?error: (.*?)(?: \[([\w-]+)\])?$", line)
    if not match:
        return None
    place, why, name = match.groups()
    in_library = "" if "/kernels.hpp:" in (place or "") else re.sub(r"^/usr/(local/)?include/", "", place or "")
    return Reason(name or "", why, in_library)


def blamed(errors, source, kernels):
    """The kernels that the tool's errors are about, and why: the first error of each."""
    lines = source.splitlines()
    by_line = {lines.index(kernel.text) + 1: kernel for kernel in kernels}
    by_name = {kernel.name: kernel for kernel in kernels}
    found, reason = {}, None
    for line in errors.splitlines():
        reason = reason_of(line) or reason
        note = re.search(r"note: '(f\d+)' is a kernel|worked on kernel '(?:\w+::)*(f\d+)'", line)
        place = re.search(r"/kernels\.hpp:(\d+):", line)
        if note:
            kernel = by_name.get(note.group(1) or note.group(2))
        else:
            kernel = by_line.get(int(place.group(1))) if place else None
        if kernel and reason:
            found.setdefault(kernel.number, (kernel, reason))
    return list(found.values())


class Batch:
    def __init__(self, folder, library, kernels, options):
        self.folder, self.library, self.options = folder, library, options
        self.open = list(kernels)
        self.outcomes = []
        self.complaints = ""  # of the compiler
        self.derived = ""  # the text that the generated header is of
        folder.mkdir(parents=True, exist_ok=True)

    def run(self):
        if not self.options.plain:
            self.derive_all()
        self.build_all()
        self.check_all()
        return self.outcomes

    def close(self, kernel, kind, reason):
        self.outcomes.append(Outcome(kernel, kind, reason.id, reason.why, reason.place))
        self.open.remove(kernel)

    def flags(self):
        return ["-std=c++20", *self.library.flags, f"-I{HERE / 'Inputs'}", f"-I{self.options.runtime}"]

    def command(self, command, limit=300):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit, errors="replace")
            return done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            return None, "", f"error: no end after {limit} s"

    def derive(self, kernels):
        source = self.folder / "kernels.hpp"
        text = lists.source_of(self.library, kernels)
        source.write_text(text)
        if self.derived == text:
            return 0, "", ""
        answer = self.command([self.options.tool, str(source), "-o", str(self.folder / "kernels.treelize.hpp"), "--", *self.flags()])
        self.derived = text if answer[0] == 0 else ""
        return answer

    def derive_all(self):
        """Until the tool writes what is left."""
        while self.open:
            code, _, errors = self.derive(self.open)
            if code == 0:
                return
            found = blamed(errors, lists.source_of(self.library, self.open), self.open)
            if code != 1 or not found:
                self.derive_each()
                return
            for kernel, reason in found:
                self.close(kernel, self.kind_of(code, reason), reason)

    def derive_each(self):
        for kernel in list(self.open):
            code, _, errors = self.derive([kernel])
            if code == 0:
                continue
            found = blamed(errors, lists.source_of(self.library, [kernel]), [kernel])
            first = next(filter(None, map(reason_of, errors.splitlines())), Reason(why=errors.strip()[:300]))
            reason = found[0][1] if found else first
            if code != 1:
                reason.why = f"exit {code}: {reason.why}"
            self.close(kernel, self.kind_of(code, reason), reason)

    @staticmethod
    def kind_of(code, reason):
        if code != 1:
            return "crash"
        return "no C++" if reason.id in ("", UNCOMPILABLE) else "refused"

    def build(self, kernels):
        """Empty where it builds."""
        if self.options.plain:
            return self.build_primals(kernels)
        if self.derive(kernels)[0] != 0:
            return "the tool wrote nothing"
        return self.compile(lists.program_of(kernels))

    def build_primals(self, kernels):
        (self.folder / "kernels.hpp").write_text(lists.source_of(self.library, kernels))
        return self.compile(lists.primals_of(kernels))

    def compile(self, program):
        (self.folder / "main.cpp").write_text(program)
        code, _, errors = self.command([*shlex.split(self.options.cxx), *self.flags(), "-w", f"-I{self.folder}", str(self.folder / "main.cpp"),
                                        *self.options.link, *self.library.link, "-o", str(self.folder / "check")])
        self.complaints = errors
        problem = next((line for line in errors.splitlines() if "error" in line or "undefined" in line), errors[:300])
        return "" if code == 0 else re.sub(r"\S*/", "", problem) or f"exit {code}"

    def drop_wrong_lines(self):
        """Kernels that the compiler names lines of, as long as it finds any."""
        while self.open and (problem := self.build_primals(self.open)):
            lines = lists.source_of(self.library, self.open).splitlines()
            named = {lines[int(number) - 1] for number in re.findall(r"kernels\.hpp:(\d+):", self.complaints)}
            wrong = [kernel for kernel in self.open if kernel.text in named]
            for kernel in wrong:
                self.close(kernel, "no C++", Reason(why=problem))
            if not wrong:
                return

    def close_unbuildable(self, kernels, problem):
        """By halves."""
        if len(kernels) == 1:
            theirs = self.options.plain or self.build_primals(kernels)
            self.close(kernels[0], "no C++" if theirs else "does not compile", Reason(why=problem))
            return
        middle = len(kernels) // 2
        for half in (kernels[:middle], kernels[middle:]):
            if found := self.build(half):
                self.close_unbuildable(half, found)

    def build_all(self):
        if self.options.plain:
            self.drop_wrong_lines()
        if not self.open or not (problem := self.build(self.open)):
            return
        self.close_unbuildable(list(self.open), problem)
        if self.open and (problem := self.build(self.open)):
            for kernel in list(self.open):
                self.close(kernel, "does not compile", Reason(why=f"together with others: {problem}"))

    def check_all(self):
        """A kernel that ends the program is left out the next time."""
        while self.open:
            code, output, errors = self.command([str(self.folder / "check")])
            said = dict(line.split(" ", 1) for line in output.splitlines() if re.match(r"f\d+ ", line))
            for kernel in list(self.open):
                if text := said.get(kernel.name):
                    kind, _, why = text.partition(": ")
                    self.close(kernel, kind, Reason(why=why))
            if not self.open:
                return
            self.close(self.open[0], "wrong", Reason(why=f"the program ends with {code}: {errors.strip()[:200]}"))
            if self.open and (problem := self.build(self.open)):
                for kernel in list(self.open):
                    self.close(kernel, "does not compile", Reason(why=problem))
