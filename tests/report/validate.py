#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""validate.py [--measured] SCHEMA FILE...: checks each FILE, a JSON report, against the schema and against
rules that a schema cannot express. --measured: the reports are of real runs, so their numbers must add up.

Prints one line per fault. Exit status: 0 no fault, 1 faults, 77 the module jsonschema is missing.
"""
import itertools
import json
import sys


def references(report):
    """Yields faults of references, shares and points: every id must be described, and numbers must add up."""
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
            sizes = [int(p[0]) if isinstance(p[0], str) else p[0] for p in points]
            if any(a >= b for a, b in zip(sizes, sizes[1:])):
                yield f"{scope['name']}, {metric}: points are not in the order of n"
            for n, count, low, high, total, squares in points:
                if not int(low) * int(count) <= int(total) <= int(high) * int(count):
                    yield f"{scope['name']}, {metric}, n = {n}: the sum is impossible"
                if int(total) ** 2 > int(squares) * int(count):
                    yield f"{scope['name']}, {metric}, n = {n}: the sum of squares is impossible"
    used += [c["scope"] for c in report.get("contexts", [])]
    for missing in set(used) - known:
        yield f"the id {missing} is not described"


def sums(report):
    """Yields faults of sums that hold if every process exited normally and every scope was closed."""
    processes = [p for run in report["runs"] for p in run["processes"]]
    if any(p["state"] != "finished" or "stop" in p for p in processes):
        return
    own = sum(int(x.get("cost", 0)) for x in report["library"])
    for scope in report["scopes"]:
        if not scope["profiled"]:
            continue
        if scope.get("unfinished"):
            return
        own += int(scope["cost"].get("self", 0)) if scope["kind"] != "recursion" else 0
        calls = int(scope["calls"])
        for metric in ("rms", "drms"):
            points = scope["sizes"].get(metric, {"points": []})["points"]
            if points and not scope.get("settled") and sum(int(p[1]) for p in points) != calls:
                yield f"{scope['name']}, {metric}: the points do not count its {calls} calls"
        if sum(int(c["calls"]) for c in scope.get("callers", [])) > calls:
            yield f"{scope['name']}: its callers call it more often than it is called"
    if own != int(report["total_cost"]):
        yield f"own costs add up to {own}, not to {report['total_cost']}"
    shown = [s for s in report["scopes"] if s.get("own") is not None]
    own = sum(int(s["own"]) for s in shown if s["kind"] != "recursion")
    if abs(own - int(report["total_cost"])) > len(shown):
        yield f"the own costs that are shown add up to {own}, not to {report['total_cost']}"
    for s in shown:
        if report["total_cost"] and abs(s["own_share"] - int(s["own"]) / int(report["total_cost"])) > 1e-6:
            yield f"{s['name']}: own_share is not own / total_cost"


def experiments(report):
    """Yields faults of experiments: one point per size, in order, with possible counts."""
    for e in report["experiments"]:
        series = [("function", e["function_model"])]
        for s in e["statements"]:
            where = f"{s['file']}:{s['line']}:{s['col']}"
            series += [(f"{where} {part}", s[part]) for part in ("own", "inclusive")]
            for own, inclusive in zip(s["own"]["points"], s["inclusive"]["points"]):
                if int(own[4]) > int(inclusive[4]):
                    yield f"{e['id']}, {where}, n = {own[0]}: more by itself than with its calls"
        for x in e["lines"]:
            series += [(f"{x['file']}:{x['line']} {part}", x[part]) for part in ("own", "inclusive")]
            there = [s for s in e["statements"] if (s["file"], s["line"]) == (x["file"], x["line"])]
            if len(there) != x["statements"] or any(
                int(p[4]) != sum(int(s["own"]["points"][i][4]) for s in there) for i, p in enumerate(x["own"]["points"])
            ):
                yield f"{e['id']}, {x['file']}:{x['line']}: the line is not the sum of its statements"
        if any(int(a) >= int(b) for a, b in zip(e["sizes"], e["sizes"][1:])):
            yield f"{e['id']}: sizes do not rise"
        if (e["status"] == "ok") != (e["why"] is None):
            yield f"{e['id']}: {e['status']}, because {e['why']}"
        for name, x in series:
            if [p[0] for p in x["points"]] != e["sizes"]:
                yield f"{e['id']}, {name}: its points are not those of the sizes"
            for n, count, low, high, total, _ in x["points"]:
                if not int(low) * int(count) <= int(total) <= int(high) * int(count):
                    yield f"{e['id']}, {name}, n = {n}: the sum is impossible"


def main():
    try:
        import jsonschema
    except ImportError:
        print("SKIP: python3-jsonschema is not installed")
        return 77
    arguments = [a for a in sys.argv[1:] if a != "--measured"]
    measured = len(arguments) < len(sys.argv) - 1
    schema = json.load(open(arguments[0], encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults = 0
    for path in arguments[1:]:
        report = json.load(open(path, encoding="utf-8"))
        for error in itertools.islice(validator.iter_errors(report), 20):
            print(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
            faults += 1
        checks = [references] if "scopes" in report else [experiments] if "experiments" in report else []
        for fault in itertools.chain(*(check(report) for check in checks + [sums] * measured)):
            print(f"{path}: {fault}")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
