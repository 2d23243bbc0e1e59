# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""csv_predictions.py: checks the prediction of g at ten times its largest size in the CSV in `out`."""
import csv
rows = [r for r in csv.DictReader(open("out", newline="")) if r["name"] == "g" and r["size_metric"] == "arg:n" and r["cost_metric"] == "blocks"]
last = rows[-1]
assert float(last["n"]) == 3000 and last["min"] == "", last
mean = float(last["sum"]) / int(last["count"])
assert 0.8 * 3000 < mean < 4 * 3000, mean
