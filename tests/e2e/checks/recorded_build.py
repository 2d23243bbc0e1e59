# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""recorded_build.py REPORT: checks that a project's profile has routines and that no recording stopped."""
import json, sys
p = json.load(open(sys.argv[1]))
called = [s for s in p["scopes"] if s.get("calls", 0) and s["kind"] == "routine"]
assert len(called) >= 10, f"only {len(called)} routines were called"
assert not [w for w in p["warnings"] if w["code"].startswith("stopped-")], p["warnings"]
assert abs(sum(s["cost"]["self"] for s in called if isinstance(s["cost"]["self"], int))) > 0
