# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""loops_left_by_exceptions.py: prints the routine, line, executions and iterations of loops in search, parts and
retry of .report.json."""
import json
for s in json.load(open(".report.json"))["scopes"]:
    lines = {"search": 1, "parts": 1, "retry": 2}
    name = s["routine"].split("(")[0]
    if s["kind"] == "loop" and s["file"] == "throws.cc" and name in ("search", "parts", "retry"):
        print(name, s["line"], s["calls"], s["iterations"])
