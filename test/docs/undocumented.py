"""Names what the reference of the headers has without a comment: undocumented.py DOCS/SITE OUT [INPUT].

Every class, function and variable of a namespace needs one; of a class in treelize/*.hpp every member, but for
constructors, operators, iterators and types. Members of classes that other headers of treelize/detail define may speak for
themselves.
"""

import re
import sys

sys.dont_write_bytecode = True
site, out, *inputs = sys.argv[1:]
sys.path.insert(0, site)
import api

NAMED = re.compile(r"/(?P<header>[\w/]+\.hpp):(?P<line>\d+): warning: (?:Compound (?P<compound>\S+)|Member (?P<member>.+?) \((?P<kind>[\w ]+)\) of "
                   r"(?P<scope>\w+) (?P<owner>.+?)) is not documented")
SPECIAL = re.compile(r"operator|^(?:begin|end)\(|->")


def needs_comment(found):
    if found["compound"]:
        return True
    if "::detail" in found["owner"] or found["kind"] == "typedef" or SPECIAL.search(found["member"]):
        return False
    name, owner = re.split(r"[(\s]", found["member"])[0], re.sub(r"<.*", "", found["owner"]).strip().split("::")[-1]
    inherited = name != owner and name in ("error", "mismatch_error", "access_error", "symbolic_error")
    return found["scope"] in ("namespace", "file") or ("/detail/" not in found["header"] and name != owner and not inherited)


settings = ["GENERATE_HTML = NO", "GENERATE_XML = YES", "HIDE_UNDOC_CLASSES = NO", "WARN_IF_UNDOCUMENTED = YES"]
warnings = api.build(out, *settings, *(f"INPUT = {path}" for path in inputs))
named = {f"{found['header']}:{found['line']}: {found['compound'] or found['member']} has no comment"
         for found in map(NAMED.search, warnings) if found and needs_comment(found)}
if named:
    sys.exit("\n".join(sorted(named)))
