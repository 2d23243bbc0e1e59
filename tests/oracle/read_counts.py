# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read_counts.py: execution counts of blocks and lines of a raw file, independent of src/profile.

read(data, blocks_of, identify) returns {(routine, ordinal, file, line, column): [is_cost, count]} and {(file,
line): count}. `blocks_of(kind)` yields the file's (offset, block, record) of a kind, and identify(id) names a
routine. A routine's count of a line is that of its most frequent block on the line; a line's count is the sum
over routines.
"""
import struct

import read_raw


def text_at(data, start, offset):
    return data[start + offset:data.index(b"\0", start + offset)].decode("utf-8", "surrogateescape")


def records(data, at, record, n):
    size = read_raw.LAYOUT[record][0].size
    return [read_raw.unpack(record, data, at + size * i) for i in range(n)]


def solve(edges, counters, n_blocks):
    """Computes the entries of the blocks: flow into a node equals flow out of it, except for node 0."""
    value = {i: counters[e["counter"] - 1] for i, e in enumerate(edges) if e["counter"]}
    at = {}
    for i, e in enumerate(edges):
        for node in e["from"], e["to"]:
            at.setdefault(node, []).append(i)
    unsolved = [node for node in at if node]
    while unsolved:
        later = []
        for node in unsolved:
            unknown = [i for i in at[node] if i not in value]
            if len(unknown) > 1:
                later.append(node)
            elif unknown:
                i, sign = unknown[0], 1 if edges[unknown[0]]["from"] == node else -1
                value[i] = sign * sum(value[k] * ((edges[k]["to"] == node) - (edges[k]["from"] == node))
                                      for k in at[node] if k != i)
        assert len(later) < len(unsolved) or not later, "the edges do not follow"
        unsolved = later
    entered = [0] * n_blocks
    for i, e in enumerate(edges):
        if 0 < e["to"] <= n_blocks:
            entered[e["to"] - 1] += value[i]
    return [max(x, 0) for x in entered]


def read(data, blocks_of, identify):
    counts, blocks, lines = {}, {}, {}
    for at, _, c in blocks_of("counts"):
        n = struct.unpack_from(f"<{c['n_counters']}Q", data, at + 64)
        old = counts.get(c["number"], [0] * len(n))
        counts[c["number"]] = [x + y for x, y in zip(old, n)]
    for at, _, c in blocks_of("code"):
        at_lines = at + 64 + read_raw.LAYOUT["code_block"][0].size * c["n_blocks"]
        at_edges = at_lines + read_raw.LAYOUT["code_line"][0].size * c["n_lines"]
        at_names = at_edges + read_raw.LAYOUT["code_edge"][0].size * c["n_edges"]
        n = counts.get(c["number"], [0] * c["n_counters"])
        if c["n_edges"]:
            n = solve(records(data, at_edges, "code_edge", c["n_edges"]), n, c["n_blocks"])
        code = records(data, at + 64, "code_block", c["n_blocks"])
        for k, count in zip(code, n):
            file = text_at(data, at_names, k["file"]) if k["line"] else ""
            key = identify(c["first_scope"] + k["routine"]), k["ordinal"], file, k["line"], k["column"]
            old = blocks.setdefault(key, [0, 0])
            blocks[key] = [old[0] | k["flags"] & 1, old[1] + count]
        most = {}
        for k in records(data, at_lines, "code_line", c["n_lines"]):
            key = code[k["block"]]["routine"], text_at(data, at_names, k["file"]), k["line"]
            most[key] = max(most.get(key, 0), n[k["block"]])
        for (_, file, line), count in most.items():
            lines[file, line] = lines.get((file, line), 0) + count
    return blocks, lines
