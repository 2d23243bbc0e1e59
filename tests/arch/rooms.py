# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the folders of src/ against tests/arch/rooms.txt.

    rooms.py ROOT      prints FILE:LINE or ROOM: what is wrong; exit status 1 if anything is

Checked are what each room includes (neither more nor less than the table says), that no files include each other in a circle (name.c and name.h are one
file here, a concept), and that no room holds more than 40 concepts.
"""
import collections
import os
import re
import sys

MOST_CONCEPTS = 40
SUFFIXES = (".c", ".h", ".cpp", ".def")
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


class Table:
    """rooms.txt: what each room may include, and the exceptions that are left."""

    def __init__(self, path):
        self.may = {}
        self.cycles = []
        self.exceptions = []
        self.problems = []
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            room, colon, rest = line.partition(":")
            words = rest.split()
            if room == "cycle":
                self.cycles.append(frozenset(words))
            elif room == "include":
                self.exceptions.append(tuple(words))
            else:
                late = [w for w in words if not w.endswith(".h") and w not in self.may]
                if not colon or late:
                    self.problems.append(f"rooms.txt:{number}: {room} includes {late}, which no line before it is about")
                self.may[room] = set(words)


def includes(src):
    """Of each source file, by its path below src: the lines of its includes and what they lead to."""
    for where, folders, names in os.walk(src):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(SUFFIXES):
                continue
            found = []
            with open(os.path.join(where, name), encoding="utf-8") as f:
                for number, line in enumerate(f, 1):
                    match = INCLUDE.match(line)
                    if not match:
                        continue
                    for base in (where, src):
                        target = os.path.normpath(os.path.join(base, match.group(1)))
                        if os.path.exists(target):
                            found.append((number, os.path.relpath(target, src)))
                            break
            yield os.path.relpath(os.path.join(where, name), src), found


def circles(edges):
    """The strongly connected components of more than one node (Tarjan, 1972, "Depth-First Search and Linear
    Graph Algorithms", section 4)."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in edges[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            members = []
            while not members or members[-1] != v:
                members.append(stack.pop())
            if len(members) > 1:
                found.append(frozenset(members))

    for v in list(edges):
        if v not in index:
            visit(v)
    return found


def main(root):
    table = Table(os.path.join(root, "tests/arch/rooms.txt"))
    wrong = list(table.problems)
    edges = collections.defaultdict(set)
    concepts = collections.defaultdict(set)
    needed, used = set(), set()
    for path, found in includes(os.path.join(root, "src")):
        room, name = os.path.split(path)
        concept = os.path.splitext(path)[0]
        concepts[room].add(concept)
        edges[concept].update(())
        for number, target in found:
            of = os.path.dirname(target)
            other = os.path.splitext(target)[0]
            if other != concept:
                edges[concept].add(other)
            allowed = {of, target} & table.may.get(room, set())
            used.update((room, a) for a in allowed)
            if of == room or allowed:
                continue
            if (room, of) in table.exceptions:
                needed.add((room, of))
            else:
                wrong.append(f'src/{path}:{number}: src/{room}/ may not include "{target}"')
    for room in sorted(concepts):
        if room not in table.may:
            wrong.append(f"src/{room}/: no line of rooms.txt is about it")
        if len(concepts[room]) > MOST_CONCEPTS:
            wrong.append(f"src/{room}/: {len(concepts[room])} concepts, at most {MOST_CONCEPTS}")
    found_circles = [frozenset(map(os.path.basename, c)) for c in circles(edges)]
    for circle in found_circles:
        if circle not in table.cycles:
            wrong.append(f"files that include each other in a circle: {' '.join(sorted(circle))}")
    wrong += [f"rooms.txt: no files are left in the cycle {' '.join(sorted(c))}" for c in table.cycles
              if c not in found_circles]
    wrong += [f"rooms.txt: {room} includes nothing of {other}" for room, others in table.may.items()
              for other in sorted(others) if (room, other) not in used]
    wrong += [f"rooms.txt: the exception {' '.join(e)} is not needed" for e in table.exceptions if e not in needed]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
