# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parent_of_vforks.py BUILD: checks p.json, the report of vfork_loop.c: the parent was recorded to its end."""
import json, sys
p = json.load(open("p.json"))
calls = {s["name"]: s.get("calls") for s in p["scopes"]}
bad = [w["code"] for w in p["warnings"] if w["code"].startswith("stopped") or w["code"] == "killed"]
if bad or calls["main"] != 1 or ("structure" not in sys.argv[1] and calls["work"] != 20):
    sys.exit(f"    {sys.argv[1]}: {bad}, main {calls['main']}, work {calls.get('work')}")
