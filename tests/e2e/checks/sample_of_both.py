# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sample_of_both.py: checks in .report.json that the library's sample includes the steps and reads of the
executable."""
import json
loops = {x["file"]: x for x in json.load(open(".report.json"))["scopes"] if x["kind"] == "loop"}
loop = loops["library.c"]
steps = loop["costs"]["steps"]["sizes"]["rms"]["points"][0][3]
assert steps == 100 + 100 * 40, f"the sample's steps: {steps}"
events = loop["sizes"]["rms"]["points"][0][3]
assert events == steps + 100 * 40, f"its events, its callee's reads included: {events}"
