"""The report's formulas for the bytes of tape against what was measured.

compare.py REPORT.json < MEASURED: an exact formula may be off by a tenth, any other is a bound.
"""
import json
import re
import sys

kernels = {k["name"].split("::")[-1]: k["tape"] for k in json.load(open(sys.argv[1]))["outputs"][0]["kernels"]}
bad = False
for line in sys.stdin:
    name, sizes, measured = line.split()
    tape, measured = kernels[name], int(measured)
    values = dict(each.split("=") for each in sizes.split(","))
    formula = re.sub(r"calls of \w+", "calls", tape["bytes"])
    for symbol in sorted(values, key=len, reverse=True):
        formula = re.sub(rf"(?<![\w.]){re.escape(symbol)}(?![\w.])", values[symbol], formula)
    predicted = eval(formula)
    isRight = abs(predicted - measured) <= measured / 10 if tape["exact"] else predicted >= measured
    print(name, sizes, measured, "exact" if tape["exact"] else "bound", predicted, tape["bytes"], "" if isRight else "WRONG")
    bad = bad or not isRight
sys.exit(bad)
