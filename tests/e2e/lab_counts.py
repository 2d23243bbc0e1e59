# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lab_counts.py: compares the counts of a laboratory with the predictions in its source.

    lab_counts.py FILE.c JSON      prints the differences and how much was compared; exit status 1 if there are any

The source's first comment has predictions, a line each:

    Count of FUNCTION[/INPUT]: [inclusive] NAME [+ NAME]... OPERATOR VALUE [where CONDITION]

NAME is a statement: the one on the line that ends with the comment `count: NAME [KIND]`. VALUE is an
expression in the size n. The operators = <= >= < > must hold for every repetition. ~ must hold for the mean, within 4
standard errors (of a sum: the sum of their standard errors, which is an upper bound). `grows CLASS` is the model's
class, `has base VALUE` its base within 1 %. With `Also of` instead of `Count of` a prediction is compared but not drawn
(lab_plot.py). Every prediction, mark and experiment of the file must be used.
"""
import json
import math
import re
import sys


def harmonic(n):
    return sum(1 / k for k in range(1, n + 1))


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def min_max_halves(n):
    return n - 1 if n <= 2 else min_max_halves(n // 2) + min_max_halves(n - n // 2) + 2


def even_splits(n):
    return 0 if n < 2 else n - 1 + even_splits(n // 2) + even_splits(n - 1 - n // 2)


def primes(n):
    return [p for p in range(2, n + 1) if all(p % d for d in range(2, math.isqrt(p) + 1))]


WORDS = {
    "H": harmonic, "F": fibonacci, "ceil": math.ceil, "sqrt": math.sqrt, "log2": math.log2,
    "ceil_log2": lambda x: math.ceil(math.log2(x)), "floor_log2": lambda x: math.floor(math.log2(x)),
    "power_of_two": lambda n: n > 0 and n & (n - 1) == 0, "square": lambda n: math.isqrt(n) ** 2 == n,
    "min_max_halves": min_max_halves, "even_splits": even_splits, "factorial": math.factorial,
    "primes_up_to": lambda n: len(primes(n)),
    "sieve_strikes": lambda n: sum(n // p - p + 1 for p in primes(math.isqrt(n))),
}


def value_of(expression, n):
    return eval(expression.replace("^", "**"), {"__builtins__": {}}, dict(WORDS, n=n))


def agree(a, b):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


class Point:
    """The counts of some statements together, at one size."""

    def __init__(self, points):
        self.n = points[0][0]
        self.least = sum(p[2] for p in points)
        self.most = sum(p[3] for p in points)
        self.mean = sum(p[4] / p[1] for p in points)
        self.error = 0.0
        for n, count, least, most, total, squares in points:
            variance = max(0, squares - total * total / count) / (count - 1) if count > 1 else 0
            self.error += math.sqrt(variance / count)

    def fault(self, operator, value):
        held = {
            "=": agree(self.least, value) and agree(self.most, value),
            "~": abs(self.mean - value) <= 4 * self.error + 1e-9,
            "<=": self.most <= value + 1e-9, ">=": self.least >= value - 1e-9,
            "<": self.most < value, ">": self.least > value,
        }[operator]
        if held:
            return None
        return f"{self.least} to {self.most}, mean {self.mean:g} +- {self.error:g}, predicted {value:g}"


def read_source(name):
    text = open(name, encoding="utf-8").read()
    marks = {}
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.search(r"/\* count: (\w+)(?: (\w+))? \*/", line)
        if mark:
            assert mark.group(1) not in marks, f"{name}:{number}: {mark.group(1)} is marked twice"
            marks[mark.group(1)] = (number, mark.group(2))
    head = text[:text.index("*/")]
    pattern = r"(Count|Also) of (\w+)(?:/(\w+))?: (inclusive )?(\w+(?: \+ \w+)*) (=|~|<=|>=|<|>|grows|has base) (.*)"
    predictions = re.findall(pattern, head)
    assert len(predictions) == len(re.findall("(?:Count|Also) of ", head)), f"{name}: a prediction cannot be read"
    return marks, predictions


def statement(experiment, mark, name):
    line, kind = mark
    found = [s for s in experiment["statements"] if s["line"] == line and s["file"].endswith(name)
             and (kind is None or s["kind"] == kind)]
    assert len(found) == 1, f"{name}:{line}: {len(found)} statements: " + str(
        [(s["kind"], s["col"]) for s in found])
    return found[0]


def differences(prediction, experiment, marks, name):
    """Returns the differences, and the number of sizes at which the prediction was compared."""
    _, _, _, inclusive, names, operator, rest = prediction
    series = [statement(experiment, marks[k], name)["inclusive" if inclusive else "own"]
              for k in names.split(" + ")]
    if operator == "grows":
        found = series[0]["model"]["class"]
        return ([] if found == rest else [f"class {found}, predicted {rest}"]), len(experiment["sizes"])
    if operator == "has base":
        found, value = series[0]["model"]["base"], value_of(rest, 0)
        fits = found is not None and abs(found / value - 1) <= 0.01
        return ([] if fits else [f"base {found}, predicted {value:g}"]), len(experiment["sizes"])
    value, _, condition = rest.partition(" where ")
    complaints, compared = [], 0
    for points in zip(*(s["points"] for s in series)):
        point = Point(points)
        if condition and not value_of(condition, point.n):
            continue
        compared += 1
        fault = point.fault(operator, value_of(value, point.n))
        if fault:
            complaints.append(f"n = {point.n}: {fault}")
    return complaints, compared


def main(name, report):
    marks, predictions = read_source(name)
    name = name.rsplit("/", 1)[-1]
    experiments = json.load(open(report))["experiments"]
    wrong, compared, used, seen = 0, 0, set(), set()
    for e in experiments:
        if e["status"] != "ok":
            wrong += 1
            print(f"{name}: {e['id']}: {e['status']}: {e.get('why')}")
    for prediction in predictions:
        _, function, of, inclusive, names, operator, rest = prediction
        matched = [e for e in experiments if e["function"] == function and of in ("", e["input"])]
        if not matched:
            wrong += 1
            print(f"{name}: no experiment {function}/{of}")
        used.update(names.split(" + "))
        for e in matched:
            seen.add(e["id"])
            complaints, sizes = differences(prediction, e, marks, name)
            if sizes < 3:
                complaints.append(f"compared at {sizes} sizes only")
            compared += sizes
            wrong += len(complaints)
            for c in complaints:
                print(f"{name}: {e['id']}: {inclusive}{names} {operator} {rest}: {c}")
    for left in sorted(set(marks) - used) + sorted({e["id"] for e in experiments} - seen):
        wrong += 1
        print(f"{name}: no prediction of {left}")
    print(f"{name}: {len(predictions)} predictions, {len(experiments)} experiments, {compared} comparisons, {wrong} wrong")
    return 1 if wrong or not predictions else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
