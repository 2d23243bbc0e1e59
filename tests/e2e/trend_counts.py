# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trend_counts.py: reads the counts of a trend file's workloads, written from docs/profile-format.md alone."""


def varints(blob):
    v = shift = 0
    for byte in blob:
        v |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield v
            v = shift = 0
