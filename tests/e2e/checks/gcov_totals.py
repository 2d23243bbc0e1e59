# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gcov_totals.py: checks t.data: copies of gcov_shared.h's routine are merged, and totals grow with the workloads."""
import sqlite3, sys
db = sqlite3.connect("t.data")
rows = db.execute("SELECT file, line, ordinal, count(*) FROM trend_locations WHERE file LIKE '%shared.h' GROUP BY file, line, ordinal").fetchall()
if not rows or any(r[3] != 1 for r in rows): sys.exit(f"    copies of a header's routine are not merged: {rows}")
totals = [r[0] for r in db.execute("SELECT total FROM trend_workloads ORDER BY workload")]
if not totals[0] < totals[1] < totals[2] or totals[0] <= 0: sys.exit(str(totals))
