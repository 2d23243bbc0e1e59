#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scores answers about labelled cases (labelled_case.h) and compares two sets of answers.

    score.py CASES ANSWERS [-v] [--by family|class|kind|grid|noise|group]... [--markdown]
    score.py compare CASES_A ANSWERS_A CASES_B ANSWERS_B [--markdown]
    score.py strip CASES                       the cases without their labels, for `ordo fit`

ANSWERS are the lines that `ordo fit` prints. A case without an answer counts as "none". Every rate has its 95 %
Wilson interval. `compare` tests each rate: with Fisher's exact test if the cases differ, and with McNemar's
exact test if both sets are answers about the same cases (only those count of which one answer alone is right).

-v lists the misses, --by prints a table for each value of the field.
"""

import collections
import json
import math
import signal
import sys

CLASSES = ["1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3", "2^n"]
RANK = {c: i for i, c in enumerate(CLASSES)}
DEGREE = dict(zip(CLASSES, (0, 0, .5, 1, 1, 1.5, 2, 2, 3, 99)))
SURE = 0.9
SLACK = 0.005  # the precision of exp_local
BINS = [0.5, 0.7, 0.9, 0.95, 0.98, 1.01]

# The rates, in the order of the report: name, and whether more is better.
RATES = {
    "right degree, answer required": True,
    "right class, answer required": True,
    "accepted answer, all cases": True,
    "false alarm: > n for truth <= n": False,
    "false alarm: >= n^1.5 for truth <= n log n": False,
    "superlinear although no relation": False,
    "no class although no relation": True,
    "under-claim: truth >= n^1.5": False,
    "no answer although required": False,
    "interval covers exp_local": True,
    "10x prediction within 25 %": True,
    "envelope's degree": True,
    "sure claims": True,
    "sure claims that are wrong": False,
    "sure claims of another degree than the truth": False,
}


def wilson(right, n, z=1.959964):
    """Returns the 95 % interval of a proportion."""
    if n == 0:
        return 0.0, 1.0
    p, zz = right / n, z * z / n
    middle, half = p + zz / 2, z * math.sqrt(p * (1 - p) / n + zz / (4 * n))
    return max(0.0, (middle - half) / (1 + zz)), min(1.0, (middle + half) / (1 + zz))


def log_choose(n, k):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def fisher(a, n, b, m):
    """Returns the two-sided p of a of n and b of m having the same probability."""
    total = a + b

    def log_p(k):
        return log_choose(n, k) + log_choose(m, total - k) - log_choose(n + m, total)

    seen = log_p(a)
    low, high = max(0, total - m), min(n, total)
    return min(1.0, sum(math.exp(x) for x in map(log_p, range(low, high + 1)) if x <= seen + 1e-9))


def mcnemar(only_a, only_b):
    """Returns the two-sided p of both being equally likely."""
    n, k = only_a + only_b, min(only_a, only_b)
    if n == 0:
        return 1.0
    return min(1.0, 2 * sum(math.exp(log_choose(n, i) - n * math.log(2)) for i in range(k + 1)))


def degree_probability(answer):
    """Returns the probability of the claimed degree, or None without a claim."""
    claimed, p = answer.get("class"), answer.get("probabilities") or answer.get("posterior")
    if claimed not in DEGREE or not p:
        return None
    return min(1.0, sum(p.get(c, 0) for c in CLASSES if DEGREE[c] == DEGREE[claimed]))


def outcomes(truth, answer):
    """Returns {rate: right or not} of one case, with the rates that it counts for."""
    claimed = answer.get("class") or "none"
    accept = truth["accept"]
    real = [c for c in accept if c != "none"]
    degrees = {DEGREE[c] for c in real}
    right = claimed in accept or (claimed != "none" and DEGREE[claimed] in degrees)
    result = {"accepted answer, all cases": claimed in accept}
    highest = max((RANK[c] for c in real), default=-1)
    lowest = min((RANK[c] for c in real), default=len(CLASSES))
    if "none" not in accept:
        result["right degree, answer required"] = right
        result["right class, answer required"] = claimed in accept
        result["no answer although required"] = claimed == "none"
    if truth["class"] == "none":
        result["superlinear although no relation"] = claimed not in accept and RANK.get(claimed, 0) > RANK["n"]
        result["no class although no relation"] = claimed in accept
    else:
        if highest <= RANK["n"]:
            result["false alarm: > n for truth <= n"] = claimed != "none" and RANK[claimed] > RANK["n"]
        if highest <= RANK["n log n"]:
            result["false alarm: >= n^1.5 for truth <= n log n"] = claimed != "none" and DEGREE[claimed] > 1
        if lowest >= RANK["n^1.5"]:
            result["under-claim: truth >= n^1.5"] = claimed != "none" and DEGREE[claimed] < DEGREE[CLASSES[lowest]]
    interval, local = answer.get("ci"), truth.get("exp_local")
    if claimed != "none" and local is not None and interval and interval[0] is not None:
        result["interval covers exp_local"] = interval[0] - SLACK <= local <= interval[1] + SLACK
    predicted, true = answer.get("pred"), truth.get("pred_true")
    if claimed not in ("none", "2^n") and truth["class"] not in ("none", "2^n") and true and predicted is not None:
        result["10x prediction within 25 %"] = predicted > 0 and abs(math.log(predicted / true)) <= math.log(1.25)
    worst = answer.get("max_class")
    if truth.get("max_class") and worst in DEGREE:
        result["envelope's degree"] = DEGREE[worst] == DEGREE[truth["max_class"]]
    p = degree_probability(answer)
    if p is not None:
        result["sure claims"] = p >= SURE
        if p >= SURE:
            result["sure claims that are wrong"] = not right
            result["sure claims of another degree than the truth"] = not is_true_degree(truth, claimed)
    return result


def is_true_degree(truth, claimed):
    """Returns whether the claim has the degree of a class that is right whatever the points."""
    classes = truth.get("classes") or [c for c in truth["accept"] if c != "none"]
    return DEGREE.get(claimed) in {DEGREE[c] for c in classes if c != "none"}


class Scores:
    """What a set of answers is worth."""

    def __init__(self, cases, answers):
        by_id = {a["id"]: a for a in answers}
        self.rows = []
        for case in cases:
            answer = by_id.get(case["id"], {"class": "none"})
            self.rows.append((case, answer, outcomes(case["truth"], answer)))

    def rate(self, name, rows=None):
        """Returns how many of how many cases."""
        values = [r[2][name] for r in (self.rows if rows is None else rows) if name in r[2]]
        return sum(values), len(values)

    def reliability(self):
        """Yields (bin, claims, mean probability, share that is true) of claims of a degree."""
        groups = collections.defaultdict(list)
        for case, answer, _ in self.rows:
            p = degree_probability(answer)
            if p is not None:
                groups[next(i for i, edge in enumerate(BINS) if p < edge)].append(
                    (p, is_true_degree(case["truth"], answer["class"])))
        for i in sorted(groups):
            low = BINS[i - 1] if i else 0
            g = groups[i]
            yield f"{low:.2f} to {min(BINS[i], 1):.2f}", len(g), sum(x[0] for x in g) / len(g), sum(x[1] for x in g)

    def groups(self, field):
        found = collections.defaultdict(list)
        for row in self.rows:
            found[row[0]["truth"]["class"] if field == "class" else str(row[0].get(field))].append(row)
        return dict(sorted(found.items()))

    def misses(self):
        """Yields cases whose answer is not right, sure ones first."""
        wrong = [r for r in self.rows if not r[2].get("right degree, answer required", True)
                 or not r[2]["accepted answer, all cases"] and r[1].get("class", "none") != "none"
                 or r[2].get("sure claims that are wrong")]
        return sorted(wrong, key=lambda r: -(degree_probability(r[1]) or 0))


def percent(right, n):
    if n == 0:
        return "-"
    low, high = wilson(right, n)
    return f"{100 * right / n:.1f} % ({100 * low:.1f}–{100 * high:.1f}), {right} of {n}"


def print_table(head, rows, markdown):
    if markdown:
        print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
        for row in rows:
            print("| " + " | ".join(row) + " |")
        return
    widths = [max(len(r[i]) for r in [head] + rows) for i in range(len(head))]
    for row in [head] + rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip())


def print_scores(scores, markdown=False):
    rows = [[name, percent(*scores.rate(name))] for name in RATES]
    print_table(["rate", f"{len(scores.rows)} cases"], rows, markdown)
    print()
    rows = [[name, str(n), f"{mean:.3f}", percent(right, n)] for name, n, mean, right in scores.reliability()]
    print_table(["probability of the degree", "claims", "promised", "true"], rows, markdown)


SHORT = {"right degree": "right degree, answer required", "right class": "right class, answer required",
         "> n": "false alarm: > n for truth <= n", ">= n^1.5": "false alarm: >= n^1.5 for truth <= n log n",
         "under": "under-claim: truth >= n^1.5", "no answer": "no answer although required",
         "covers": "interval covers exp_local", "10x": "10x prediction within 25 %",
         "envelope": "envelope's degree", "sure": "sure claims", "sure, wrong": "sure claims that are wrong"}


def print_groups(scores, field, markdown=False):
    rows = []
    for name, group in scores.groups(field).items():
        cells = []
        for rate in SHORT.values():
            right, n = scores.rate(rate, group)
            cells.append(f"{right}/{n} {100 * right / n:.0f} %" if n else "-")
        rows.append([name, str(len(group))] + cells)
    print_table([field, "cases"] + list(SHORT), rows, markdown)


def print_misses(scores):
    for case, answer, _ in scores.misses():
        points, truth = case["points"], case["truth"]
        p = answer.get("probabilities") or answer.get("posterior") or {}
        first, last = points[0], points[-1]
        print(f"{case['id']} {case.get('family')}: accepts {'/'.join(truth['accept'])} (true {truth['class']}), "
              f"got {answer.get('class', 'none')} | {case.get('desc')} | {case.get('grid')}: {len(points)} sizes, "
              f"{sum(q[1] for q in points):.0f} calls, n {first[0]:g}..{last[0]:g}, "
              f"cost {first[4] / first[1]:.4g}..{last[4] / last[1]:.4g} | "
              + " ".join(f"{c}:{x:.2f}" for c, x in p.items() if x >= 0.02))


def compare(a, b, markdown=False):
    """Prints both sets' rates and the p of their difference."""
    paired = [r[0]["id"] for r in a.rows] == [r[0]["id"] for r in b.rows]
    rows = []
    for name in RATES:
        (right_a, n), (right_b, m) = a.rate(name), b.rate(name)
        if paired:
            both = [(x[2][name], y[2][name]) for x, y in zip(a.rows, b.rows) if name in x[2] and name in y[2]]
            p = mcnemar(sum(x and not y for x, y in both), sum(y and not x for x, y in both))
        else:
            p = fisher(right_a, n, right_b, m) if n and m else 1.0
        rows.append([name, percent(right_a, n), percent(right_b, m), f"{p:.3g}"])
    print_table(["rate", "A", "B", "p"], rows, markdown)


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def strip(path):
    for case in read(path):
        print(json.dumps({"id": case["id"], "points": case["points"]}, separators=(",", ":")))


def main(arguments):
    markdown = "--markdown" in arguments
    words = [a for a in arguments if a not in ("--markdown", "-v")]
    fields = []
    while "--by" in words[:-1]:
        at = words.index("--by")
        fields.append(words[at + 1])
        del words[at:at + 2]
    if len(words) == 2 and words[0] == "strip":
        strip(words[1])
    elif len(words) == 5 and words[0] == "compare":
        compare(Scores(read(words[1]), read(words[2])), Scores(read(words[3]), read(words[4])), markdown)
    elif len(words) == 2:
        scores = Scores(read(words[0]), read(words[1]))
        print_scores(scores, markdown)
        for field in fields:
            print()
            print_groups(scores, field, markdown)
        if "-v" in arguments:
            print()
            print_misses(scores)
    else:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
