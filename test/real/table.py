"""The table of what became of each library's functions, as text and in docs/limits.md."""
import collections
import pathlib
import re

import batch

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "limits.md"
BEGIN, END = "<!-- test/real/real.py --write: begin -->", "<!-- end -->"
COLUMNS = ["right", "refused", "wrong", "crash", "does not compile"]


def rows(libraries, outcomes):
    """For each library its name, how many functions, and how many of each kind."""
    counts = collections.defaultdict(collections.Counter)
    for outcome in outcomes:
        counts[outcome.kernel.library.name][outcome.kind] += 1
    return [(library, counts[library.name]) for library in libraries if counts[library.name]]


def summed(rows_of):
    total = collections.Counter()
    for _, kinds in rows_of:
        total += kinds
    return total


def reasons_of(outcomes, name):
    ids = collections.Counter(outcome.id.removeprefix("treelize-") for outcome in outcomes
                              if outcome.kind == "refused" and outcome.kernel.library.name == name)
    return ", ".join(f"{name} {count}" for name, count in ids.most_common())


def line(name, kinds, reasons):
    numbers = [str(kinds[kind]) for kind in COLUMNS]
    return "| " + " | ".join([name, str(kinds.total()), *numbers, reasons]) + " |"


def table(libraries, outcomes):
    """The sum leaves out the libraries that the tool has code of its own for."""
    all_rows = rows(libraries, outcomes)
    others = [row for row in all_rows if not row[0].is_known]
    lines = ["| library | functions | " + " | ".join(COLUMNS) + " | refused because of |", "|---|" + "---:|" * (1 + len(COLUMNS)) + "---|"]
    for library, kinds in others:
        lines.append(line(f"{library.name} ({library.package})", kinds, reasons_of(outcomes, library.name)))
    total = summed(others)
    if total:
        lines.append(line("**sum**", total, f"{100 * total['right'] / total.total():.0f} % right"))
    for library, kinds in all_rows:
        if library.is_known:
            lines.append(line(f"{library.name} (not in the sum)", kinds, reasons_of(outcomes, library.name)))
    return "\n".join(lines) + "\n"


def write(libraries, outcomes):
    text = PAGE.read_text()
    before, found, rest = text.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not found or not closed:
        raise SystemExit(f"{PAGE}: the lines {BEGIN} and {END} are missing")
    PAGE.write_text(f"{before}{BEGIN}\n{table(libraries, outcomes)}{END}{after}")


def frequent(outcomes, count=10):
    """The commonest reasons for refusals, with an example each."""
    by_reason = collections.defaultdict(list)
    for outcome in outcomes:
        if outcome.kind == "refused":
            by_reason[outcome.id, re.sub(r"'[^']*'", "'...'", outcome.why)].append(outcome)
    for (name, why), found in sorted(by_reason.items(), key=lambda item: -len(item[1]))[:count]:
        first = found[0]
        yield f"{len(found):4} {why} [{name}]\n       {first.kernel.library.name}: {first.kernel.call}\n       {first.place}"
