# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read_raw.py: a small reader of raw files (src/abi/raw.def), independent of src/profile.

Reads the layout from raw.def itself. read(paths) returns {key: Scope}, the union of all files' threads. A
scope's key is ("routine", file, name) or ("loop", file, line, column).

In a thread in which a routine's group has not recurred, every activation of the routine is an outermost one,
so its points count as those of outermost activations.

As a program, prints the scopes of the given files.
"""
import os
import re
import struct
import sys

RAW_DEF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/abi/raw.def")
TYPES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i64": "q"}
KINDS = ["", "module", "scopes", "thread", "stack", "points", "totals", "contexts", "children",
         "feature", "code", "counts", "steps", "type", "advance",
         "invocations", "names", "gates", "gate_scopes", "samples", "observations", "free"]
METRICS = {0: "rms", 1: "drms", 2: "depth", 3: "input"}
RMS, INPUT = 0, 3
TRUNCATED = 0xFFFFFFFF
RECURSIVE = 2  # ordo_scope_flag
EXACT = 4096  # distinct sizes in a series that is not bucketed
DESCRIPTOR_BYTES = 96  # sizeof(struct ordo_scope), abi.h


def load_layout(path):
    """Returns {record: (struct.Struct, [field names])}; arrays become tuples or bytes."""
    layout, name, fields = {}, None, []
    text = re.sub(r"/\*.*?\*/", "", open(path).read(), flags=re.S)
    for m in re.finditer(r"RAW_(RECORD|FIELD|ARRAY|END)\(([^\"()]*)", text):
        words = [w.strip() for w in m[2].split(",") if w.strip()]
        if m[1] == "RECORD":
            name, fields = words[0], []
        elif m[1] == "FIELD":
            fields.append((words[1], TYPES[words[0]], 1))
        elif m[1] == "ARRAY":
            count = int(words[2])
            fields.append((words[1], f"{count}s" if words[0] == "u8" else TYPES[words[0]] * count,
                           1 if words[0] == "u8" else count))
        elif name:
            s = struct.Struct("<" + "".join(f[1] for f in fields))
            assert s.size == int(words[1]), f"raw.def: {name} is {s.size} bytes, not {words[1]}"
            layout[name] = (s, fields)
    return layout


LAYOUT = load_layout(RAW_DEF)


def unpack(record, data, offset):
    s, fields = LAYOUT[record]
    values, out, at = s.unpack_from(data, offset), {}, 0
    for name, _, count in fields:
        out[name] = values[at] if count == 1 else values[at:at + count]
        at += count
    return out


class Scope:
    """A scope in all threads and files: calls, iterations, costs, series, callers."""

    def __init__(self, kind, name, file, line, column, flags, routine):
        self.kind, self.name, self.file, self.line, self.column = kind, name, file, line, column
        self.flags, self.routine = flags, routine
        self.calls = self.iterations = self.cost = self.self_cost = self.at_exit = self.units = 0
        self.negative_args = self.recurred = 0
        # (metric, unit) -> {n: [count, min, max, sum, sumsq, self, n_sum]}; bucketed: n is a bucket
        self.series, self.bucketed = {}, set()
        self.callers = {}  # caller's key or None -> calls

    def sizes(self, metric, unit=0):
        return {n: p[0] for n, p in sorted(self.series.get((metric, unit), {}).items())}


def described(data, at):
    """Yields the scopes of the SCOPES block at `at`, with the fields that the block has for all of them."""
    table = unpack("scope_table", data, at)
    start, bytes_each = at + LAYOUT["scope_table"][0].size, LAYOUT["scope"][0].size
    texts = start + table["n"] * bytes_each
    for i in range(table["n"]):
        s = unpack("scope", data, start + i * bytes_each)
        for field in ("name", "linkage_name", "file", "arg_names"):
            begin = texts + s[field]
            s[field] = data[begin:data.index(b"\0", begin)].decode("utf-8", "surrogateescape")
        yield s | {"id": table["first"] + i, "module": table["module"], "uncovered": table["uncovered"],
                   "descriptor": table["descriptors"] + i * DESCRIPTOR_BYTES}


def add_point(series, p):
    squares = p["sumsq_high"] << 64 | p["sumsq_low"]
    add(series, p["n"], [p["count"], p["min"], p["max"], p["sum"], squares, p["self"], p["n_sum"]])


def add(series, n, new):
    old = series.get(n)
    if old:
        new = [old[0] + new[0], min(old[1], new[1]), max(old[2], new[2])] + \
            [a + b for a, b in zip(old[3:], new[3:])]
    series[n] = new


def bucket(n):
    """Returns the lower end of n's bucket as defined in raw.h: exact below 256, then 1/128 wide."""
    shift = n.bit_length() - 8
    return n if shift <= 0 else n >> shift << shift


def in_buckets(series):
    out = {}
    for n, point in series.items():
        add(out, bucket(n), point)
    return out


def read_file(path, scopes):
    data = open(path, "rb").read()
    header = unpack("header", data, 0)
    if header["magic"] != b"ORDORAW\0":
        raise ValueError(f"{path}: not a raw file")
    if header["state"] != 2:
        raise ValueError(f"{path}: the process did not end by itself (state {header['state']})")
    if header["stop"]:
        raise ValueError(f"{path}: recording stopped, reason {header['stop']}")
    blocks, at = [], 4096
    while at < header["used"]:
        b = unpack("block", data, at)
        if b["size"] == 0 or b["size"] % 64:
            raise ValueError(f"{path}: block of {b['size']} bytes at offset {at}")
        blocks.append((at, b))
        at += b["size"]
    void = set()
    for at, b in blocks:
        if KINDS[b["kind"]] == "points":
            void.add(unpack("points", data, at)["supersedes"])
    by_id, contexts = {}, {}
    names = {}
    for at, b in blocks:
        if KINDS[b["kind"]] == "scopes":
            for r in described(data, at):
                names[r["id"]] = (r["name"], r["file"], r["arg_names"], r)
    for number, (name, file, args, r) in names.items():
        routine = names[r["routine"]][0] if r["routine"] in names else name
        kind = {0: "routine", 1: "loop", 3: "library", 4: "root"}[r["scope_kind"]]
        key = (kind, file, r["line"], r["column"]) if kind == "loop" else (kind, file, name)
        by_id[number] = key
        if key not in scopes:
            scopes[key] = Scope(kind, name, file, r["line"], r["column"], r["flags"], routine)
        scopes[key].arg_names = args.split(",") if args else []
    with_input = {(b["thread"], t["scope"], t["unit"]) for b, t in (
        (b, unpack("points", data, at)) for at, b in blocks if KINDS[b["kind"]] == "points") if t["metric"] == INPUT}
    totals = []  # (thread, scope's number, total)
    for at, b in blocks:
        if KINDS[b["kind"]] == "totals":
            t = unpack("totals", data, at)
            totals += [(b["thread"], t["first"] + i, unpack("total", data, at + 64 + 64 * i))
                       for i in range(t["capacity"]) if t["first"] + i in by_id]
    recurred = {(thread, names[number][3]["group"]) for thread, number, total in totals
                if total["units"] or total["recurred"]}

    def all_units(thread, number):
        """Whether all activations of the scope in this thread were outermost ones."""
        s, scope = names[number][3], scopes[by_id[number]]
        return scope.flags & RECURSIVE and scope.kind == "routine" and \
            (thread, s["group"]) not in recurred

    for thread, number, total in totals:
        s = scopes[by_id[number]]
        s.calls += total["calls"]
        s.iterations += total["iterations"]
        s.cost += total["cost"]
        s.self_cost += total["self"]
        s.at_exit += total["at_exit"]
        s.units += total["calls"] if all_units(thread, number) else total["units"]
        s.recurred |= total["recurred"]
        s.negative_args += total["negative_args"]
    for at, b in blocks:
        kind = KINDS[b["kind"]]
        if kind == "points" and at not in void:
            t = unpack("points", data, at)
            scope, metric = scopes[by_id[t["scope"]]], t["metric"]
            if t["cost"] != 0:
                continue
            label = METRICS.get(metric) or "arg:" + scope.arg_names[metric - 16]
            for i in range(t["capacity"]):
                p = unpack("point", data, at + 64 + 64 * i)
                p["n_sum"] = p["n"] * p["count"] if not t["bucketed"] else struct.unpack_from(
                    "<Q", data, at + 64 + 64 * t["capacity"] + 8 * i)[0]
                if p["count"]:
                    units = (0, 1) if t["unit"] == 0 and all_units(b["thread"], t["scope"]) else (t["unit"],)
                    for u in units:
                        add_point(scope.series.setdefault((label, u), {}), p)
                        scope.bucketed |= {(label, u)} if t["bucketed"] else set()
                        if metric == RMS and (b["thread"], t["scope"], t["unit"]) not in with_input:
                            add_point(scope.series.setdefault(("input", u), {}), p | {"n": 0, "n_sum": 0})
            if t["bucketed"]:
                scope.bucketed.add((label, t["unit"]))
        elif kind == "contexts":
            t = unpack("contexts", data, at)
            for i in range(t["capacity"]):
                contexts[b["thread"], t["first"] + i] = unpack("context", data, at + 64 + LAYOUT["context"][0].size * i)
    for (thread, _), c in contexts.items():
        if c["scope"] == 0 or c["calls"] == 0:
            continue
        parent = contexts.get((thread, c["parent"] - 1)) if 0 < c["parent"] < TRUNCATED else None
        caller = by_id.get(parent["scope"]) if parent else None
        caller = None if caller and caller[0] == "root" else caller
        callers = scopes[by_id[c["scope"]]].callers
        callers[caller] = callers.get(caller, 0) + c["calls"]


def read(paths):
    scopes = {}
    for path in paths:
        read_file(path, scopes)
    for s in scopes.values():
        s.bucketed |= {key for key, points in s.series.items() if len(points) > EXACT}
        for key in s.bucketed:
            s.series[key] = in_buckets(s.series[key])
    return scopes


def main():
    for key, s in sorted(read(sys.argv[1:]).items(), key=str):
        print(*key, f"calls {s.calls} iterations {s.iterations} cost {s.cost} self {s.self_cost}"
              f" units {s.units}")
        for (metric, unit), points in sorted(s.series.items()):
            print(f"    {metric} unit {unit}:", {n: p for n, p in sorted(points.items())})
        print("    callers:", s.callers)


if __name__ == "__main__":
    main()
