#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the records of `ordo cc --structure` programs with full snapshots (structure_heap.py).

    structure_oracle.py ORDO FIRST LAST [address]
                                            checks random programs of these seeds; the remainder by 4 is
                                            the level of optimisation; address: calls go through pointers
    structure_oracle.py self                checks the reference itself, on the paper's listings

Each program is executed here, and recorded with the usual effort, which measures small programs whole. The
invocations of each path of the repetition tree must be equal: steps, and for each input its reads, writes and
creations, its elements, references and capacity, and the range of indices. Prints differences; exit status 1 if
there are any."""
import collections
import os
import sqlite3
import subprocess
import sys
import tempfile

import structure_heap
import structure_programs
import structure_source

FACT = "reads, writes, creations, elements, links, capacity, used"


def paths_of(db):
    """Returns context -> path of repetitions: (routine, line) of loops, and of routines that recurred."""
    scopes = {}
    for scope, kind, name, line, routine in db.execute(
            "SELECT scope, kind, name, line, routine FROM scopes"):
        scopes[scope] = (kind, name, line, routine)
    recurred = {m for _, m in db.execute("SELECT recursion, routine FROM members")}
    paths = {-1: ()}
    for node, parent, scope in db.execute("SELECT node, parent, scope FROM contexts ORDER BY node"):
        kind, name, line, routine = scopes[scope]
        own = ()
        if kind == "loop":
            own = ((scopes[routine][1], line),)
        elif scope in recurred:
            own = ((name, line),)
        up = paths[parent]
        if own and kind != "loop" and own[0] in up:  # entered again: contexts below belong to the first one
            up, own = up[:up.index(own[0]) + 1], ()
        paths[node] = up + own
    return paths


def recorded(path):
    """Returns path -> records, like structure_heap.Run, and the paths with combined inputs."""
    db = sqlite3.connect("file:%s?immutable=1" % path, uri=True)
    paths = paths_of(db)
    first = {}  # invocation -> number of its first input
    for number, invocation in db.execute("SELECT input, invocation FROM inputs"):
        first[invocation] = min(number, first.get(invocation, number))
    steps = collections.defaultdict(collections.Counter)
    facts = collections.defaultdict(dict)
    nodes = dict(db.execute("SELECT invocation, node FROM invocations"))
    typed = collections.defaultdict(dict)
    names = dict(db.execute("SELECT type, name FROM types"))
    for invocation, node, number, kind, *row in db.execute(
            "SELECT invocation, node, input, type, " + FACT + " FROM facts ORDER BY type"):
        if kind >= 0 and names[kind].startswith("T"):
            below = paths[node][len(paths[nodes[invocation]]) - 1:]
            old = typed[invocation, below, number].setdefault(names[kind], [0] * 5)
            old[:] = [old[k] + row[k] if k < 3 else max(old[k], row[k]) for k in range(5)]
        if kind >= 0:
            continue
        below = paths[node][len(paths[nodes[invocation]]) - 1:]
        if number < 0:
            steps[invocation][below] += row[1]
            continue
        row = [v & (1 << 64) - 1 for v in row]
        old = facts[invocation].setdefault((below, number), [0] * 7)
        for k in range(7):
            old[k] = old[k] + row[k] if k < 3 else max(old[k], row[k])
    many = {paths[nodes[i]] for i, in db.execute("SELECT invocation FROM inputs WHERE many > 1")}
    records = collections.defaultdict(list)
    for invocation, node in nodes.items():
        records[paths[node]].append(
            (tuple(sorted(steps[invocation].items())),
             tuple(sorted(key + tuple(row) + (types_of(typed, invocation, key, row),)
                          for key, row in facts[invocation].items()))))
    return records, many


def types_of(typed, invocation, key, row):
    if len(key[0]) > 1 or row[5]:
        return ()
    types = typed.get((invocation,) + key, {})
    return tuple(sorted((name,) + tuple(row) for name, row in types.items()))


def lines_of(record):
    """Yields the items of a record that can differ, one per line."""
    yield "steps %s" % (record[0],)
    for fact in record[1]:
        yield "%s input %d: %s %s" % (fact[0], fact[1], dict(zip(FACT.split(", "), fact[2:])), fact[9])


def differences(expected, got, left_out):
    for path in sorted((set(expected) | set(got)) - left_out):
        a, b = collections.Counter(expected.get(path, [])), collections.Counter(got.get(path, []))
        if a == b:
            continue
        yield "%s: %d invocations, %d recorded, %d differ" % (
            path, sum(a.values()), sum(b.values()), max(sum((a - b).values()), sum((b - a).values())))
        x, y = (list(lines_of(min(some))) if some else [] for some in (a - b, b - a))
        yield from ["    expected " + line for line in x if line not in y][:4]
        yield from ["    recorded " + line for line in y if line not in x][:4]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=600)
    if done.returncode:
        sys.exit("status %d: %s\n%s" % (done.returncode, " ".join(command), done.stdout))


def check(ordo, seed, folder, by_address):
    program = structure_programs.Program(seed, by_address)
    for name, text in (("p.c", program.text), ("held.c", structure_source.HELD)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)
    run(["clang-19", "-O1", "-c", "held.c"], folder)
    run([ordo, "cc", "--structure", "-w", "-O%d" % (seed % 4), "p.c", "held.o", "-o", "p"], folder)
    run([ordo, "tree", "-q", "-o", "p.data", "--", "./p"], folder)
    return list(differences(program.run.records, *recorded(os.path.join(folder, "p.data"))))


def self_check():
    """Checks numbers that were derived by hand."""
    wrong = []

    def equal(what, expected, got):
        if expected != got:
            wrong.append("%s: expected %s, got %s" % (what, expected, got))

    def record_of(machine, *path):
        return machine.records[path][0]

    # Listing 3 on a triangular array: an array of three rows, rows of 0, 1 and 2 numbers.
    m = structure_heap.Run()
    rows = structure_heap.Thing("array", "int *", 3)
    outer = m.enter("outer")
    for o in range(3):
        outer.steps += 1
        row = structure_heap.Thing("array", "int", o)
        m.index(rows, o, True)
        rows.links[o] = row
        structure_heap.join(rows, row)
        inner = m.enter("inner")
        for i in range(o):
            inner.steps += 1
            m.index(row, i, True)
        m.leave(inner)
    m.leave(outer)
    steps, facts = record_of(m, "outer")
    equal("steps of Listing 3", 6, sum(n for _, n in steps))
    equal("size of the triangle", 6, max(f[5] for f in facts))
    equal("inputs of Listing 3", {0}, {f[1] for f in facts})
    # Listing 4: the first access finds a list of one element, the end finds all.
    for way in ("loop", "recursion"):
        m = structure_heap.Run()
        inv, head = m.enter(way), None
        for _ in range(7):
            inv.steps += 1
            node = structure_heap.Thing("node", "Node")
            m.write(node, "next", head)
            head = node
        m.leave(inv)
        equal("Listing 4 by " + way, ((((way,), 7),), (((way,), 0, 0, 7, 7, 7, 6, 0, 0, ()),)),
              record_of(m, way))
    m = structure_heap.Run()
    inv, values = m.enter("partial"), structure_heap.Thing("array", "int", 1000)
    for i in range(10):
        inv.steps += 1
        m.index(values, i, True)
    m.leave(inv)
    equal("the partially used array", ((("partial",), 0, 0, 10, 0, 1000, 0, 1000, 10, ()),),
          record_of(m, "partial")[1])
    # A list of four is cut after its second node and walked: its size is that before the first write.
    m = structure_heap.Run()
    nodes = [structure_heap.Thing("node", "Node") for _ in range(4)]
    for a, b in zip(nodes, nodes[1:]):
        m.write(a, "next", b)
    inv = m.enter("cut")
    m.write(nodes[1], "next", None)
    m.read(nodes[0], "next")
    m.leave(inv)
    equal("the cut list", ((("cut",), 0, 1, 1, 0, 3, 2, 0, 0, ()),), record_of(m, "cut")[1])
    print("%s  structure oracle: the paper's numbers" % ("FAIL" if wrong else "ok  "))
    print("".join("    %s\n" % w for w in wrong), end="")
    print("structure oracle: %d passed, %d failed, 0 skipped" % (not wrong, bool(wrong)))
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["self"]:
        return self_check()
    ordo, first, last = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    failed = 0
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            found = check(ordo, seed, folder, sys.argv[4:] == ["address"])
        if found:
            failed += 1
            print("FAIL  structure oracle: seed %d" % seed)
            print("\n".join("    " + line for line in found[:30]))
    print("structure oracle: %d passed, %d failed, 0 skipped" % (last - first + 1 - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
