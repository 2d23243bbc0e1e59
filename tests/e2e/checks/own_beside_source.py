# The own cost that `ordo annotate` prints beside a line is the sum of those of the routines and loops in the JSON report
# that begin on it. own_beside_source.py REPORT.JSON ANNOTATED
import json
import re
import sys

wanted = {}
for s in json.load(open(sys.argv[1]))["scopes"]:
    if s["kind"] in ("routine", "loop") and s.get("own_share") is not None:
        wanted[s["line"]] = wanted.get(s["line"], 0) + s["own_share"]
shown = {}
for line in open(sys.argv[2], encoding="utf-8").read().splitlines()[2:]:
    found = re.match(r" *(<?)([0-9.]+) % .* (\d+) [|\u2502] ", line)
    if found:
        shown[int(found[3])] = found[2]
assert set(shown) == set(wanted) and len(wanted) >= 5, (shown, wanted)
for line, share in wanted.items():
    text = f"{100 * share:.1f}" if share >= 0.0005 else "0.1" if share else "0"
    assert shown[line] == text, f"line {line}: {shown[line]} % beside the source, {text} % in the report"
