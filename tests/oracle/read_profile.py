#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read_profile.py: an independent reader and maker of profiles that follows only the documents.

    read_profile.py show ordo.data             prints the contents of the profile
    read_profile.py compare ordo.data RAW...   compares it with the profile of these raw files

Reads stored profiles according to docs/profile-format.md (including hashes), and computes from raw files,
according to docs/raw-format.md, the profile that they must have: scopes, series, edges, children, contexts
and recursions. Shares no code with src/profile; read_raw.py parses raw.def itself. Exit status 1 and a line
per difference (the first twenty).
"""
import collections
import sqlite3
import struct
import sys

import read_counts
import read_raw

MASK = (1 << 64) - 1
KINDS = {0: "routine", 1: "loop", 3: "library"}
FOLDED, RECURSIVE, IRREDUCIBLE, DRMS, UNCOVERED, NO_LINES, SETTLED = 1, 2, 4, 8, 16, 32, 2048
COSTS = ["blocks", "iterations", "allocs", "io", "instructions", "events", "allocated", "peak"]
WITH_UNITS = {"blocks", "allocated", "peak"}
EXACT = 4096
COUNTERS = ["calls", "iterations", "cost_total", "cost_self", "unfinished", "unfinished_cost",
            "at_exit", "units", "negative_args"]


def name_hash(data):
    h = 14695981039346656037
    for byte in data:
        h = ((h ^ byte) * 1099511628211) & MASK
    h = ((h ^ h >> 30) * 0xBF58476D1CE4E5B9) & MASK
    h = ((h ^ h >> 27) * 0x94D049BB133111EB) & MASK
    return h ^ h >> 31


def scope_id(kind, linkage, file, line, col, ordinal):
    text = b"\0".join(x.encode("utf-8", "surrogateescape") for x in (kind, linkage, file))
    return "%016x" % name_hash(text + b"\0%d:%d:%d" % (line, col, ordinal))


class Profile:
    """All data by identity (the scope's id), so that two profiles compare as dictionaries."""

    def __init__(self):
        self.scopes = {}  # id -> {field: value}
        self.series = {}  # (id, unit, cost, metric) -> {n: [count, sum_n, min, max, sum, sumsq, self]}
        self.bucketed = set()
        self.edges = collections.Counter()  # (caller id or None, callee id) -> calls
        self.edge_costs = collections.Counter()
        self.children = {}  # (parent, child, n) -> [calls, cost]
        self.contexts = {}  # path of ids -> [calls, cost, self]
        self.lines = {}  # (file, line) -> count
        self.blocks = {}  # (routine's id, ordinal, file, line, column) -> [is_cost, count]
        self.total_cost = 0
        self.features = {}
        self.cell_bytes = 0
        self.truncated = False


# ---- stored profiles ----

def mix(h, value):
    h = ((h ^ (value & MASK)) * 0x9E3779B97F4A7C15) & MASK
    return h ^ h >> 29


def value_bits(v):
    if isinstance(v, float):
        return struct.unpack("<Q", struct.pack("<d", v))[0]
    if isinstance(v, str):
        return name_hash(v.encode("utf-8", "surrogateescape"))
    return v


def check_contents(db):
    for table, n, expected in db.execute(
            "SELECT table_name, n_rows, hash FROM contents WHERE section = 'profile'"):
        rows = db.execute(f"SELECT * FROM {table}").fetchall()
        if len(rows) != n:
            raise ValueError(f"table {table} has {len(rows)} rows, not {n}")
        h = 0
        if table == "profile":
            engine, cell, cost, total, truncated = rows[0]
            h = value_bits(engine)
            rows = [(cost, cell, total, truncated)]
        for row in rows:
            for v in row:
                h = mix(h, value_bits(v))
        if "%016x" % h != expected:
            raise ValueError(f"table {table} has hash {h:016x}, not {expected}")


def unsigned(v):
    return v & MASK


def read_stored(path):
    db = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    db.text_factory = lambda b: b.decode("utf-8", "surrogateescape")
    db.row_factory = None
    if db.execute("PRAGMA application_id").fetchone()[0] != 0x4F52444F:
        raise ValueError(f"{path}: not a profile")
    check_contents(db)
    p = Profile()
    _, p.cell_bytes, _, p.total_cost, truncated = db.execute("SELECT * FROM profile").fetchone()
    p.truncated = bool(truncated)
    names = [c[1] for c in db.execute("PRAGMA table_info(scopes)")]
    scopes = [dict(zip(names, row)) for row in db.execute("SELECT * FROM scopes ORDER BY scope")]
    ids = [s["id"] for s in scopes] + [None]  # for index -1
    for s in scopes:
        p.scopes[s["id"]] = dict(s, routine=ids[s["routine"]], parent=ids[s["parent"]], members=set())
        own = scope_id(s["kind"], s["linkage_name"], s["file"], s["line"], s["col"], s["ordinal"])
        if own != s["id"]:
            raise ValueError(f"scope {s['name']} has id {s['id']}, not {own}")
    for recursion, routine in db.execute("SELECT * FROM members"):
        p.scopes[ids[recursion]]["members"].add(ids[routine])
    keys = {}
    for series, scope, unit, cost, metric, bucketed, n_points, low, high in db.execute(
            "SELECT * FROM series"):
        keys[series] = (ids[scope], unit, cost, metric)
        p.series[keys[series]] = {}
        if bucketed:
            p.bucketed.add(keys[series])
    for series, n, *rest, high, low, own in db.execute("SELECT * FROM points"):
        p.series[keys[series]][unsigned(n)] = [unsigned(v) for v in rest] + [
            unsigned(high) << 64 | unsigned(low), unsigned(own)]
    for callee, caller, calls, cost in db.execute("SELECT * FROM edges"):
        p.edges[ids[caller], ids[callee]] = unsigned(calls)
        p.edge_costs[ids[caller], ids[callee]] = unsigned(cost)
    for parent, child, n, calls, cost in db.execute("SELECT * FROM children"):
        p.children[ids[parent], ids[child], unsigned(n)] = [unsigned(calls), unsigned(cost)]
    paths = []
    for _, parent, scope, *values in db.execute("SELECT * FROM contexts ORDER BY node"):
        paths.append((paths[parent] if parent >= 0 else ()) + (ids[scope],))
        p.contexts[paths[-1]] = values
    for file, line, count in db.execute("SELECT * FROM lines"):
        p.lines[file, line] = unsigned(count)
    for routine, *place, is_cost, count in db.execute("SELECT * FROM blocks"):
        p.blocks[ids[routine], *place] = [is_cost, unsigned(count)]
    for _, name, value in db.execute("SELECT * FROM features"):
        p.features[name] = value
    return p


# ---- raw files ----

class RawFile:
    def __init__(self, path):
        self.data = open(path, "rb").read()
        self.header = read_raw.unpack("header", self.data, 0)
        self.blocks, at = [], 4096
        while at < self.header["used"]:
            b = read_raw.unpack("block", self.data, at)
            if 0 < b["kind"] < len(read_raw.KINDS) - 1:
                self.blocks.append((at, read_raw.KINDS[b["kind"]], b))
            at += b["size"]

    def of(self, kind):
        for at, k, b in self.blocks:
            if k == kind:
                yield at, b, read_raw.unpack(kind, self.data, at)

    def items(self, at, record, count):
        size = read_raw.LAYOUT[record][0].size
        for i in range(count):
            yield at + 64 + i * size, read_raw.unpack(record, self.data, at + 64 + i * size)

    def text(self, at, b, record, n):
        start = at + read_raw.LAYOUT[record][0].size
        parts = self.data[start:at + b["size"]].split(b"\0")[:n]
        return [x.decode("utf-8", "surrogateescape") for x in parts]


def smaller(a, b):
    return min(x for x in (a, b) if x) if a or b else ""


def earlier(p, a, b):
    """Returns that one of two scopes that sorts first; None is last."""
    def key(i):
        s = p.scopes[i]
        return (s["file"], s["line"], s["col"], s["linkage_name"], s["ordinal"])
    return min((x for x in (a, b) if x), key=key, default=None)


class Pouring:
    """Adds one raw file to a profile."""

    def __init__(self, p, raw):
        self.p, self.raw = p, raw
        self.id, self.info, self.by_descriptor = {}, {}, {}
        self.scopes()
        threads = [t for _, _, t in raw.of("thread")]
        self.undo = {t["undo"]: t for t in threads}
        self.undo.pop(0, None)
        self.with_input = {(b["thread"], t["scope"], t["unit"]) for _, b, t in raw.of("points")
                           if t["metric"] == read_raw.INPUT}
        self.recurred = {(b["thread"], self.info[t["first"] + i]["group"])
                         for at, b, t in raw.of("totals")
                         for i, (_, x) in enumerate(raw.items(at, "total", t["capacity"]))
                         if x["units"] or x["recurred"]}
        self.totals()
        self.points()
        self.contexts()
        self.child_costs()
        self.threads()
        self.code()
        for at, b, f in raw.of("feature"):
            p.features[raw.text(at, b, "feature", 1)[0]] = struct.unpack(
                "<d", struct.pack("<Q", f["value"]))[0]

    def scopes(self):
        raw, p = self.raw, self.p
        objects = {m["number"]: raw.text(at, b, "module", 1)[0] for at, b, m in raw.of("module")}
        seen = collections.Counter()
        for at in (at for at, kind, _ in raw.blocks if kind == "scopes"):
            for s in read_raw.described(raw.data, at):
                s.update(linkage=s["linkage_name"] or s["name"],
                         args=s["arg_names"].split(",") if s["arg_names"] else [])
                self.info[s["id"]] = s
        for number, s in sorted(self.info.items()):
            if s["scope_kind"] == 4:
                continue
            if s["scope_kind"] == 1:
                s["linkage"] = self.info[s["routine"]]["linkage"]
            kind, flags, ordinal, file = KINDS[s["scope_kind"]], s["flags"] & 15, 0, s["file"]
            flags |= 128 if s["flags"] & 32 else 0
            name, obj = s["name"] or s["linkage"], objects.get(s["module"], "")
            if kind == "loop":
                routine = self.info[s["routine"]]
                if s["column"] == 0 and routine["line"] == 0:
                    flags |= NO_LINES
                    name = f"{routine['name'] or s['linkage']}#{s['line']}"
                    ordinal, s["line"] = s["line"], 0
                else:
                    place = (s["module"], s["line"], s["column"], s["linkage"], file)
                    ordinal, seen[place] = seen[place], seen[place] + 1
                    name = f"{file}:{s['line']}"
            elif kind == "library":
                obj, file = file, ""
                flags |= UNCOVERED if s["uncovered"] else 0
            elif s["line"] == 0:
                flags |= NO_LINES
            i = self.id[number] = scope_id(kind, s["linkage"], file, s["line"], s["column"], ordinal)
            self.by_descriptor[s["descriptor"]] = number
            old = p.scopes.get(i)
            if old:
                folded = old["flags"] & flags & FOLDED
                old["flags"] = (old["flags"] | flags) & ~FOLDED | folded
                old["name"], old["object"] = smaller(old["name"], name), smaller(old["object"], obj)
            else:
                p.scopes[i] = dict.fromkeys(COUNTERS + ["unit_cost"], 0) | dict(
                    id=i, kind=kind, flags=flags, name=name, linkage_name=s["linkage"], object=obj,
                    file=file, line=s["line"], col=s["column"], ordinal=ordinal, parent=None,
                    routine=None if kind == "loop" else i, members=set())
        for number, i in self.id.items():
            if p.scopes[i]["kind"] == "loop":
                s, x = p.scopes[i], self.info[number]
                routine = self.id[x["routine"]]
                s["routine"] = earlier(p, s["routine"], routine)
                s["parent"] = earlier(p, s["parent"], self.id.get(x["parent"], routine))

    def code(self):
        blocks, lines = read_counts.read(self.raw.data, self.raw.of, lambda n: self.id[n])
        for key, (is_cost, count) in blocks.items():
            old = self.p.blocks.get(key, [0, 0])
            self.p.blocks[key] = [old[0] | is_cost, old[1] + count]
        for key, count in lines.items():
            self.p.lines[key] = self.p.lines.get(key, 0) + count

    def all_units(self, thread, number):
        s = self.info[number]
        return s["scope_kind"] == 0 and s["flags"] & RECURSIVE and \
            (thread, s["group"]) not in self.recurred

    def totals(self):
        for at, b, t in self.raw.of("totals"):
            for i, (offset, x) in enumerate(self.raw.items(at, "total", t["capacity"])):
                if offset in self.undo:
                    fields = [f[0] for f in read_raw.LAYOUT["total"][1]]
                    copy = struct.pack("<8Q", *self.undo[offset]["undo_copy"])
                    x = dict(zip(fields, read_raw.LAYOUT["total"][0].unpack(copy)))
                if t["first"] + i in self.id:
                    self.add_total(b["thread"], t["first"] + i, x)

    def add_total(self, thread, number, x):
        s = self.p.scopes[self.id[number]]
        for field, value in (("calls", "calls"), ("iterations", "iterations"),
                             ("cost_total", "cost"), ("cost_self", "self"),
                             ("at_exit", "at_exit"), ("negative_args", "negative_args")):
            s[field] += x[value]
        all_units = self.all_units(thread, number)
        s["units"] += x["calls"] if all_units else x["units"]
        s["unit_cost"] += x["cost"] if all_units else x["unit_cost"]

    def without_input(self, key, point):
        """Adds activations of a series by rms as activations without input."""
        key = (*key[:3], "input")
        join(self.p.series.setdefault(key, {}), 0, [point[0], 0] + point[2:])

    def metric_name(self, number, metric):
        args, k = self.info[number]["args"], metric - 16
        return read_raw.METRICS.get(metric) or "arg:" + (
            args[k] if k < len(args) and args[k] else f"#{k + 1}")

    def points(self):
        raw = self.raw
        undo = self.undo
        tables = {at: (b["thread"], t["scope"], t["metric"], t["cost"], t["unit"])
                  for at, b, t in raw.of("points")}
        void = {t["supersedes"] for at, _, t in raw.of("points")
                if tables.get(t["supersedes"]) == tables[at]}
        for at, b, t in raw.of("points"):
            if at in void or t["scope"] not in self.id:
                continue
            metric = self.metric_name(t["scope"], t["metric"])
            if metric == "drms" and not self.info[t["scope"]]["flags"] & DRMS:
                continue
            units = [t["unit"]]
            if not t["unit"] and COSTS[t["cost"]] in WITH_UNITS and self.all_units(b["thread"], t["scope"]):
                units.append(1)
            keys = [(self.id[t["scope"]], u, COSTS[t["cost"]], metric) for u in units]
            if t["bucketed"]:
                self.p.bucketed.update(keys)
            for i, (offset, x) in enumerate(raw.items(at, "point", t["capacity"])):
                sum_at = at + 64 + 64 * t["capacity"] + 8 * i
                if offset in undo:
                    fields = [f[0] for f in read_raw.LAYOUT["point"][1]]
                    x = dict(zip(fields, undo[offset]["undo_copy"]))
                if not x["count"]:
                    continue
                sum_n = min(MASK, x["n"] * x["count"])
                if t["bucketed"]:
                    sum_n, = struct.unpack_from("<Q", raw.data, sum_at)
                    if offset in undo and undo[offset]["undo_n_offset"] == sum_at:
                        sum_n = undo[offset]["undo_n"]
                point = [x["count"], sum_n, x["min"], x["max"], x["sum"],
                         x["sumsq_high"] << 64 | x["sumsq_low"], x["self"]]
                for key in keys:
                    join(self.p.series.setdefault(key, {}), x["n"], point)
                    if metric == "rms" and not t["cost"] and \
                            (b["thread"], t["scope"], t["unit"]) not in self.with_input:
                        self.without_input(key, point)

    def contexts(self):
        nodes = {}
        for at, b, t in sorted(self.raw.of("contexts"), key=lambda x: x[2]["first"]):
            for i, (_, x) in enumerate(self.raw.items(at, "context", t["capacity"])):
                if not x["scope"]:
                    continue
                own = self.id.get(x["scope"])
                if x["parent"] == read_raw.TRUNCATED:
                    nodes[b["thread"], t["first"] + i] = (own, None)
                    self.p.truncated = True
                    continue
                caller, path = nodes[b["thread"], x["parent"] - 1] if x["parent"] else (None, ())
                if own is None:
                    nodes[b["thread"], t["first"] + i] = (None, ())
                    continue
                path = None if path is None else path + (own,)
                self.p.scopes[own]["flags"] |= SETTLED * x["settled"]
                nodes[b["thread"], t["first"] + i] = (own, path)
                self.p.edges[caller, own] += x["calls"]
                self.p.edge_costs[caller, own] += x["cost"]
                if path:
                    old = self.p.contexts.setdefault(path, [0, 0, 0])
                    for k, field in enumerate(("calls", "cost", "self")):
                        old[k] += x[field]

    def child_costs(self):
        for at, b, t in self.raw.of("children"):
            for _, x in self.raw.items(at, "child", t["capacity"]):
                for number, calls, cost in zip(x["child"], x["calls"], x["cost"]):
                    parent, child = self.id.get(x["scope"]), self.id.get(number)
                    if calls and parent and child:
                        old = self.p.children.setdefault((parent, child, x["n"]), [0, 0])
                        old[0] += calls
                        old[1] += cost

    def threads(self):
        stacks = [(b["thread"], t["address"], t["n_frames"], at) for at, b, t in self.raw.of("stack")]
        for _, b, t in self.raw.of("thread"):
            self.p.total_cost += t["cost"]
            open_scopes = set()
            for address in range(t["frames"] + 128, t["top"] + 1, 128) if t["frames"] else ():
                at = next(at + 64 + address - first for thread, first, n, at in stacks
                          if thread == b["thread"] and first <= address < first + 128 * n)
                scope, = struct.unpack_from("<Q", self.raw.data, at + 8)
                entry, = struct.unpack_from("<Q", self.raw.data, at + 24)
                i = self.id.get(self.by_descriptor.get(scope))
                if not i:
                    continue
                self.p.scopes[i]["unfinished"] += 1
                if i not in open_scopes:
                    self.p.scopes[i]["unfinished_cost"] += max(0, t["cost"] - entry)
                open_scopes.add(i)


def join(points, n, new):
    old = points.get(n)
    if old:
        new = [old[0] + new[0], min(MASK, old[1] + new[1]), min(old[2], new[2]),
               max(old[3], new[3])] + [a + b for a, b in zip(old[4:], new[4:])]
    points[n] = list(new)


def settle_series(p):
    for key in list(p.series):
        s = p.scopes[key[0]]
        if key[1] and s["flags"] & RECURSIVE and s["units"] == s["calls"] or \
                key[3] == "input" and not any(p.series[key]):
            del p.series[key]
        elif key in p.bucketed or len(p.series[key]) > EXACT:
            exact, p.series[key] = p.series[key], {}
            p.bucketed.add(key)
            for n, point in exact.items():
                join(p.series[key], read_raw.bucket(n), point)
    p.bucketed &= set(p.series)
    for (parent, child, n), value in list(p.children.items()):
        if (parent, 0, "blocks", "rms") in p.bucketed and read_raw.bucket(n) != n:
            del p.children[parent, child, n]
            old = p.children.setdefault((parent, child, read_raw.bucket(n)), [0, 0])
            old[0] += value[0]
            old[1] += value[1]


def reachable(arcs, start):
    found, pending = set(), [start]
    while pending:
        for t in arcs[pending.pop()]:
            if t not in found:
                found.add(t)
                pending.append(t)
    return found


def derive_recursions(p, units):
    """Finds recursions by plain reachability: u and v are in a cycle if each reaches the other."""
    def node(i):
        s = p.scopes[i]
        return s["routine"] if s["kind"] == "loop" else i
    arcs, entries = collections.defaultdict(set), collections.defaultdict(set)
    for (caller, callee), calls in p.edges.items():
        if calls and p.scopes[callee]["kind"] != "loop":
            entries[callee].add(caller and node(caller))
            if caller:
                arcs[node(caller)].add(callee)
    reach = {i: reachable(arcs, i) for i in list(arcs)}
    cycle = {i: {j for j in reach[i] if i in reach.get(j, ())} for i in reach if i in reach[i]}
    entered = {i for i in cycle if p.scopes[i]["kind"] == "routine" and entries[i] - cycle[i]}
    for i in entered:
        r = p.scopes[i]
        if not r["units"] and not any(k[0] == i and k[1] for k in units):
            continue
        members = {j for j in cycle[i] if p.scopes[j]["kind"] == "routine"}
        single = len(entered & members) == 1
        own = scope_id("recursion", r["linkage_name"], r["file"], r["line"], r["col"], r["ordinal"])
        points = units.get((i, 1, "blocks", "rms")) or units.get((i, 1, "blocks", "depth")) or {}
        p.scopes[own] = dict(r, id=own, kind="recursion", calls=r["units"], iterations=0,
                             unfinished=0, unfinished_cost=0, at_exit=0, units=0, negative_args=0,
                             cost_total=r["unit_cost"] or sum(x[4] for x in points.values()), unit_cost=0,
                             has_self=int(single),
                             cost_self=sum(p.scopes[j]["cost_self"] for j in members) * single,
                             members=members, routine=i, parent=None)


def read_raw_files(paths):
    p = Profile()
    files = [RawFile(path) for path in paths]
    for raw in sorted(files, key=lambda r: (r.header["start_ns"], r.header["pid"])):
        p.cell_bytes = raw.header["cell_bytes"]
        Pouring(p, raw)
    for s in p.scopes.values():
        s["has_self"] = 1
        if s["calls"] or s["unfinished"]:
            s["flags"] &= ~FOLDED
    units = {k: dict(v) for k, v in p.series.items() if k[1]}
    settle_series(p)
    derive_recursions(p, units)
    p.edges = +p.edges
    p.edge_costs = +p.edge_costs
    return p


# ---- comparison ----

def differences(expected, got):
    for field in ("total_cost", "features", "cell_bytes", "truncated", "bucketed"):
        a, b = getattr(expected, field), getattr(got, field)
        if a != b:
            yield f"{field}: expected {a}, got {b}"
    for what in ("scopes", "series", "edges", "edge_costs", "children", "contexts", "lines",
                 "blocks"):
        a, b = getattr(expected, what), getattr(got, what)
        for key in sorted(set(a) | set(b), key=str):
            x, y = a.get(key), b.get(key)
            if what in ("edges", "edge_costs") and (x or 0) == (y or 0):
                continue
            if what == "scopes" and x and y:
                y = {k: y[k] for k in x}  # except the number
            if x != y:
                if isinstance(x, dict) and isinstance(y, dict):
                    x, y = ({k: v for k, v in d.items() if d1.get(k) != v}
                            for d, d1 in ((x, y), (y, x)))
                yield f"{what} {key}: expected {x}, got {y}"


def show(p):
    print(f"total cost {p.total_cost}, cells of {p.cell_bytes} bytes, features {p.features}")
    for i, s in sorted(p.scopes.items(), key=lambda x: -x[1]["cost_total"]):
        counters = " ".join(f"{c} {s[c]}" for c in COUNTERS if s[c])
        print(f"{i} {s['kind']} {s['name']} ({s['file']}:{s['line']}): {counters}")
        for key, points in sorted(p.series.items()):
            if key[0] == i:
                print(f"    {key[3]} by {key[2]}, unit {key[1]}: " + ", ".join(
                    f"{n}: {x[0]} x {x[4]}" for n, x in sorted(points.items())[:8]))


def main():
    if len(sys.argv) > 2 and sys.argv[1] == "show":
        show(read_stored(sys.argv[2]))
        return 0
    if len(sys.argv) > 2 and sys.argv[1] == "compare":
        found = list(differences(read_raw_files(sys.argv[3:]), read_stored(sys.argv[2])))
        for line in found[:20]:
            print(line if len(line) < 400 else line[:400] + " ...")
        return 1 if found else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
