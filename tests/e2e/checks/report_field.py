# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report_field.py KIND:NAME KEY...: prints a value of the first scope of this kind and name in report.json."""
import json, sys
kind, name = sys.argv[1].split(":", 1)
x = next(s for s in json.load(open("report.json"))["scopes"] if (s["kind"], s["name"]) == (kind, name))
for key in sys.argv[2:]:
    x = x[int(key) if key.isdigit() and isinstance(x, list) else key]
print(x)
