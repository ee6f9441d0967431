"""Adds up what lit and GoogleTest left in XML: summary.py BUILD/test NAME...

Each NAME stands for a NAME.xml that must be there: a test program that died before it could
write one counts as a failure. Each failure is shown with the last lines of what it said, each
skipped test with what it lacks. Ends with `N passed, N failed, N skipped`.
"""

import pathlib
import sys
import xml.etree.ElementTree as xml


SHOWN_LINES = 30


def failure(case):
    found = case.find("failure")
    return case.find("error") if found is None else found


def outcome(case):
    if failure(case) is not None:
        return "failed"
    if case.find("skipped") is not None or case.get("status") == "notrun":
        return "skipped"
    return "passed"


def lacking(case):
    skipped = case.find("skipped")
    return "" if skipped is None else ": " + (skipped.get("message") or "").partition(": ")[2]


def main(folder, names):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name in names:
        account = pathlib.Path(folder) / f"{name}.xml"
        if not account.exists():
            print(f"failed: {name} ended without an account of its tests")
            counts["failed"] += 1
            continue
        for case in xml.parse(account).iter("testcase"):
            result = outcome(case)
            counts[result] += 1
            if result == "skipped":
                print(f"skipped: {case.get('classname')} {case.get('name')}{lacking(case)}")
            if result == "failed":
                said = (failure(case).text or failure(case).get("message") or "").strip().splitlines()
                print("\n".join(f"    {line}" for line in said[-SHOWN_LINES:]))
                print(f"failed: {case.get('classname')} {case.get('name')}")
    print(", ".join(f"{count} {result}" for result, count in counts.items()))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
