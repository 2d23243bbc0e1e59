# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""csv_points.py: checks that the CSV in `out` has all points of ordo.data, among them those of g."""
import csv, sqlite3
rows = list(csv.DictReader(open("out", newline="")))
want = sqlite3.connect("ordo.data").execute("SELECT count(*), sum(sum) FROM points").fetchone()
assert (len(rows), sum(int(r["sum"]) for r in rows)) == want, (len(rows), want)
g = [r for r in rows if r["name"] == "g" and r["size_metric"] == "arg:n" and r["cost_metric"] == "blocks"]
assert [int(r["n"]) for r in g] == list(range(10, 301, 10)), g
assert all(r["file"] == "two.c" and int(r["line"]) == 5 for r in g), g[0]
