#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""validate.py SCHEMA FILE...: each FILE, a JSON report, against the schema and what it cannot say.

Prints one line per fault; status 0: none, 1: some, 77: the module jsonschema is missing.
"""
import json
import sys


def references(report):
    """Every id that is referred to must be described; shares and points must add up."""
    known = {s["id"] for s in report["scopes"]} | {s["id"] for s in report.get("library", [])}
    if len(known) != len(report["scopes"]) + len(report.get("library", [])):
        yield "two scopes share an id"
    used = [w["scope"] for w in report["warnings"] if w["scope"]]
    for scope in report["scopes"]:
        used += [scope["routine_id"]] + ([scope["parent"]] if scope["parent"] else [])
        for part in ("callers", "children", "members"):
            used += [x["id"] for x in scope.get(part, [])]
        for metric, series in scope.get("sizes", {}).items():
            points = series["points"]
            if len(points) != series["distinct"]:
                yield f"{scope['name']}, {metric}: distinct is not the number of points"
            if any(float(a[0]) >= float(b[0]) for a, b in zip(points, points[1:])):
                yield f"{scope['name']}, {metric}: points are not in the order of n"
            for n, count, low, high, total, squares in points:
                if not int(low) * int(count) <= int(total) <= int(high) * int(count):
                    yield f"{scope['name']}, {metric}, n = {n}: the sum is impossible"
                if int(total) ** 2 > int(squares) * int(count):
                    yield f"{scope['name']}, {metric}, n = {n}: the sum of squares is impossible"
    used += [c["scope"] for c in report.get("contexts", [])]
    for missing in set(used) - known:
        yield f"the id {missing} is not described"


def main():
    try:
        import jsonschema
    except ImportError:
        print("SKIP: python3-jsonschema is not installed")
        return 77
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults = 0
    for path in sys.argv[2:]:
        report = json.load(open(path, encoding="utf-8"))
        for error in validator.iter_errors(report):
            print(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
            faults += 1
        for fault in references(report):
            print(f"{path}: {fault}")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
