#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_totals.py SETTLED.data ALL.data [--least SCOPES]: compares a profile in which scopes have settled with one of
the same run by `record --all-points`.

Exactly the same: scopes, calls, iterations, costs, calling contexts, callers, and of each scope the largest size by
rms, depth and arguments and the greatest cost by rms. Whole calls of contexts are the same ones. Means by rms,
weighted by how often a size occurs, are the same up to their sampling error, and so are calls. At least SCOPES must
have settled, else the comparison shows nothing.
"""
import math
import sqlite3
import sys

SETTLED = 2048
# Of 256 + 448 + N/32 kept activations; a wrong weight or choice is off by much more.
ERRORS = 5


def rows(db, query):
    return list(db.execute(query))


def series(db):
    """{(scope's id, metric, unit): [(n, count, max, sum, sum of squares)]} of the cost metric."""
    out = {}
    for i, metric, unit, *point in rows(db, """
            SELECT scopes.id, metric, unit, n, count, max, sum, sumsq_high, sumsq_low, sum_n FROM points
            JOIN series USING (series) JOIN scopes USING (scope), profile WHERE cost = cost_metric
            AND kind != 'recursion' ORDER BY 1, 2, 3, 4"""):
        n, count, most, total, high, low, sum_n = point
        out.setdefault((i, metric, unit), []).append((n, count, most, total, (high << 64) + low % 2**64, sum_n))
    return out


def bucket(n):
    """Returns the lower end of the bucket of n: with few of its sizes kept, a series may have no buckets."""
    shift = max(n.bit_length() - 8, 0)
    return n >> shift << shift


def main():
    settled, full = (sqlite3.connect(p) for p in sys.argv[1:3])
    least = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    wrong = []
    for what, query in (
            ("scopes", f"""SELECT id, kind, flags & ~{SETTLED}, calls, iterations, cost_total, cost_self, has_self, units,
                           unfinished, unfinished_cost, at_exit, negative_args, unit_cost FROM scopes ORDER BY scope"""),
            ("edges", "SELECT callee, caller, calls, cost FROM edges ORDER BY 1, 2"),
            ("contexts", "SELECT * FROM contexts ORDER BY 1"),
            ("observations", "SELECT node, calls, sum_cost, sum_size, clock, rms, cost, self, iterations, depth, "
                             "next_rms, next_kept, next_own FROM observations ORDER BY 1, 2, 3, 4, 5, 6, 7")):
        a, b = rows(settled, query), rows(full, query)
        wrong += [f"{what}: {x} settled, {y} of all" for x, y in zip(a, b) if x != y][:5]
        if len(a) != len(b):
            wrong.append(f"{what}: {len(a)} settled, {len(b)} of all")
    names = dict(rows(full, "SELECT id, name || ' (' || kind || ')' FROM scopes"))
    if rows(full, f"SELECT * FROM scopes WHERE flags & {SETTLED}"):
        wrong.append("a scope has settled in spite of --all-points")
    n_settled, = rows(settled, f"SELECT count(*) FROM scopes WHERE flags & {SETTLED}")[0]
    if n_settled < least:
        wrong.append(f"{n_settled} scopes have settled, expected {least} at least")
    some, every = series(settled), series(full)
    if some.keys() != every.keys():
        wrong.append(f"series: {sorted(some.keys() ^ every.keys())[:5]}")
    for key in sorted(some.keys() & every.keys()):
        a, b = some[key], every[key]
        name = f"{names[key[0]]} by {key[1]}, unit {key[2]}"
        if bucket(a[-1][0]) != bucket(b[-1][0]):
            wrong.append(f"{name}: largest size {a[-1][0]} settled, {b[-1][0]} of all")
        if key[1] != "rms":
            continue
        if max(p[2] for p in a) != max(p[2] for p in b):
            wrong.append(f"{name}: greatest cost {max(p[2] for p in a)} settled, {max(p[2] for p in b)} of all")
        for what, column in (("calls", 1), ("sum of costs", 3), ("sum of sizes", 5)):
            x, y = sum(p[column] for p in a), sum(p[column] for p in b)
            count = sum(p[1] for p in b)
            kept = 32 * 32 * 200 + (0 if column == 1 else 32 * count)  # variance of weights, the last groups included
            spread = math.sqrt(sum(p[4] for p in b) / count) if column == 3 else \
                math.sqrt(sum(p[5] * p[0] for p in b) / count) if column == 5 else 1
            if abs(x - y) > ERRORS * math.sqrt(kept) * spread:
                wrong.append(f"{name}: {what} {x} settled, {y} of all")
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(bool(wrong))


main()
