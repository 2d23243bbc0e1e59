# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trend_recordings.py PROFILE...: compares the counts of each workload of t.data with a recording of the same run."""
import sqlite3, sys
from trend_counts import varints
trend = sqlite3.connect("t.data")
places = dict((r[0], r[1:]) for r in trend.execute("SELECT location, routine_id, ordinal, file, line, col FROM trend_locations"))
for w, name in enumerate(sys.argv[1:]):
    numbers = list(varints(trend.execute("SELECT counts FROM trend_counts WHERE workload = ?", (w,)).fetchone()[0]))
    found, at = {}, 0
    for distance, count in zip(numbers[::2], numbers[1::2]):
        at += distance
        found[places[at]] = count
    one = sqlite3.connect(name)
    expected = {r[:5]: r[5] for r in one.execute("SELECT s.id, b.ordinal, b.file, b.line, b.col, b.count FROM blocks b JOIN scopes s ON b.routine = s.scope WHERE b.is_cost AND b.count > 0")}
    if found != expected:
        sys.exit(f"    {name}: {set(found.items()) ^ set(expected.items())}")
    total = trend.execute("SELECT total FROM trend_workloads WHERE workload = ?", (w,)).fetchone()[0]
    if len(expected) < 20 or total != sum(found.values()):
        sys.exit(f"    {name}: {len(expected)} blocks, total {total}, counted {sum(found.values())}")
