# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Means of ratios of measurements, with confidence intervals."""
import math
import statistics

# Two-sided 95 % points of Student's t by degrees of freedom; between two entries the smaller key is used.
STUDENT = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 7: 2.36, 9: 2.26, 14: 2.14, 19: 2.09, 29: 2.05, 59: 2.00}


def student(freedom):
    return STUDENT[max(f for f in STUDENT if f <= max(freedom, 1))]


def mean_ratio(ratios):
    """Returns the geometric mean and the ends of its 95 % interval."""
    logs = [math.log(ratio) for ratio in ratios]
    mean = statistics.mean(logs)
    half = student(len(logs) - 1) * statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def percent(ratio):
    return f"{(ratio - 1) * 100:+.1f} %"
