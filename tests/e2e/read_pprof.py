# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read_pprof.py FILE: prints a pprof profile, which it reads by the field numbers of pprof's schema.

Prints one line per sample: root;...;leaf CALLS COST; then the types. Every reference must be valid.
"""
import gzip
import sys


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if not byte & 0x80:
            return value, at


def fields(data):
    """Yields pairs of a field's number and its value, bytes or an integer."""
    at, out = 0, []
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            n, at = varint(data, at)
            value, at = data[at:at + n], at + n
            assert len(value) == n, "a field is cut"
        else:
            raise AssertionError(f"wire type {tag & 7}")
        out.append((tag >> 3, value))
    return out


def packed(data):
    at, out = 0, []
    while at < len(data):
        value, at = varint(data, at)
        out.append(value)
    return out


def main(path):
    top = fields(gzip.open(path).read())
    strings = [v.decode("utf-8") for f, v in top if f == 6]
    assert strings[0] == "", "string 0 is not empty"
    functions = {}
    for m in (dict(fields(v)) for f, v in top if f == 5):
        assert m[1] and m[1] not in functions, "a function's number is 0 or used twice"
        functions[m[1]] = strings[m[2]], strings[m.get(4, 0)], m.get(5, 0)
    locations = {}
    for m in (dict(fields(v)) for f, v in top if f == 4):
        line = dict(fields(m[4]))
        locations[m[1]] = functions[line[1]][0]
    types = [(strings[m[1]], strings[m[2]]) for m in (dict(fields(v)) for f, v in top if f == 1)]
    for m in (dict(fields(v)) for f, v in top if f == 2):
        values = packed(m[2])
        assert len(values) == len(types), "values and types differ in number"
        print(";".join(locations[i] for i in reversed(packed(m[1]))), *values)
    print("types", types)
    for name, file, line in functions.values():
        print("function", name, file, line)


main(sys.argv[1])
