# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace_program.py: writes a trace (trace.c) as an uninstrumented program in assembly.

    trace_program.py TRACE >PROGRAM.s
    trace_program.py --check TRACE CELL REPORT.json

The program reads and writes only the trace's variables. Activations are numbered in a register, by which a
routine finds out what its next activation has to do. `block` has no equivalent, and costs are not compared.
Exit status 77: the trace has `loop` or `fresh`, which cannot be expressed.

--check compares the program's profile, recorded with cells of CELL bytes, with the trace's expectations.
"""
import json
import re
import sys

VARIABLE_BYTES = 64


def activations(lines):
    """Returns [routine, operations] of each activation, in the order of their beginnings; the 0th is the
    bottom."""
    found, stack = [["_start", []]], [0]
    for line in lines:
        word, *rest = line.split()
        if word in ("loop", "fresh"):
            sys.exit(77)
        if word in ("call", "recur"):
            found[stack[-1]][1].append(("call", rest[0]))
            found.append([rest[0], []])
            stack.append(len(found) - 1)
        elif word == "return":
            found[stack.pop()][1].append(("leave", 1))
        elif word == "unwind":
            found[stack[-1]][1].append(("leave", int(rest[0])))
            del stack[-int(rest[0]):]
        elif word in ("read", "write"):
            variable = re.fullmatch(r"(.)(?:\+(\d+))?", rest[0])
            place = (ord(variable[1]) - ord("a")) * VARIABLE_BYTES + int(variable[2] or 0)
            found[stack[-1]][1].append((word, place, int(rest[1]) if len(rest) > 1 else 1))
    assert stack == [0], "the trace does not end at the bottom"
    return found


REGISTERS = {1: "%bl", 2: "%bx", 4: "%ebx", 8: "%rbx"}


def body(operations):
    for operation in operations:
        if operation[0] == "call":
            yield f"call {operation[1]}"
        elif operation[0] == "leave":
            if operation[1] > 1:
                yield f"lea {8 * (operation[1] - 1)}(%rsp), %rsp"
            yield "ret"
        else:
            register, place = REGISTERS[operation[2]], f"memory+{operation[1]}(%rip)"
            # the value is kept, because Valgrind removes unused loads
            yield f"add {place}, {register}" if operation[0] == "read" else f"mov {register}, {place}"


def write(lines):
    all_of = activations(lines)
    print(".text\n.globl _start\n.type _start, @function\n_start:")
    for text in body(all_of[0][1]):
        print("\t" + text)
    print("\tmov $231, %eax\n\txor %edi, %edi\n\tsyscall\n.size _start, . - _start")
    for name in sorted({a[0] for a in all_of[1:]}):
        numbers = [i for i, a in enumerate(all_of) if a[0] == name]
        print(f".globl {name}\n.type {name}, @function\n{name}:\n\tinc %r15d")
        for i in numbers:
            print(f"\tcmp ${i}, %r15d\n\tje .L{i}")
        print("\thlt")
        for i in numbers:
            print(f".L{i}:")
            for text in body(all_of[i][1]):
                print("\t" + text)
        print(f".size {name}, . - {name}")
    print(f".data\n.p2align 6\nmemory: .skip {26 * VARIABLE_BYTES}")


def check(lines, cell, report):
    scopes = {s["name"]: s for s in json.load(open(report, encoding="utf-8"))["scopes"]
              if s["kind"] == "routine"}
    checked = wrong = 0
    for words in (line.split() for line in lines):
        scope = scopes[words[1]]
        for what, value in zip(words[2::2], words[3::2]):
            if what == "cost" or (what.startswith("cell") and what != f"cell{cell}"):
                continue
            if what == "calls":
                expected, got = int(value), scope["calls"]
            else:
                metric = "rms" if what.startswith("cell") else what
                expected = {int(n): int(k) for n, k in (p.split(":") for p in value.split(","))}
                got = {p[0]: p[1] for p in scope["sizes"][metric]["points"]}
            checked += 1
            if expected != got:
                print(f"{words[1]} {what}: expected {expected}, got {got}")
                wrong += 1
    assert checked, "nothing was checked"
    return wrong


if sys.argv[1] == "--check":
    text = [line for line in open(sys.argv[2]) if line.startswith("expect ")]
    sys.exit(1 if check(text, sys.argv[3], sys.argv[4]) else 0)
write([line for line in open(sys.argv[1]) if line.strip() and line[0] != "#" and not line.startswith("expect")])
