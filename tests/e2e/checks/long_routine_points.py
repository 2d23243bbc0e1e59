# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""long_routine_points.py EXACT REFERENCE: two reports of long_routine.c, which must be equal."""
import json, sys
exact, reference = ({(s["name"], s["line"]): (s.get("calls"), s["cost"]["total"], s.get("sizes"))
                     for s in json.load(open(f))["scopes"] if s.get("profiled")} for f in sys.argv[1:])
assert len(exact) > 3, exact
for scope in exact:
    assert exact[scope] == reference[scope], (scope, exact[scope], reference[scope])
