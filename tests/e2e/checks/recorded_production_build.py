# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""recorded_production_build.py REPORT: checks that a project's production profile has scopes and samples, that no
recording stopped, and that no scope costs more than the run."""
import json, sys
p = json.load(open(sys.argv[1]))
made = p["production"]
ran = [s for s in p["scopes"] if s.get("calls", 0) and s["production"]["recorded"]]
assert len(ran) >= 10, f"only {len(ran)} scopes ran"
assert made["samples"] >= 100, made["samples"]
assert not [w for w in p["warnings"] if w["code"].startswith("stopped-")], p["warnings"]
run = p["total_cost"]
over = [s["name"] for s in p["scopes"] if s.get("cost", {}).get("total", 0) > 1.001 * run]
assert not over, f"cost more than the run: {over}"
