# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""loops_on_lines.py LINES: prints of each loop on these lines of .report.json: line, executions, iterations, and
its sizes (rms) with how often each occurs."""
import json, sys
lines = [int(n) for n in sys.argv[1].split()]
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["line"] in lines:
        sizes = sorted([p[0], p[1]] for p in s["sizes"]["rms"]["points"])
        print(s["line"], s["calls"], s["iterations"], sizes)
