# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lab_records.py: prints the records of a laboratory's result file, one per line.

    lab_records.py FILE
"""
import struct
import sys

data = open(sys.argv[1], "rb").read()
at = 0


def word():
    global at
    value, = struct.unpack_from("=Q", data, at)
    at += 8
    return value


def string():
    global at
    length = word()
    text = data[at:at + length]
    at += (length + 7) // 8 * 8
    return text.decode()


while at < len(data):
    kind = word()
    if kind == 1:
        print("end")
    elif kind == 2:
        function, name, number, of = string(), string(), word(), word()
        file, line, start, to, step, repeat = string(), word(), word(), word(), word(), word()
        ratio, = struct.unpack("=d", struct.pack("=Q", word()))
        print(f"declared {number}.{of} {function} {name or '-'} {file}:{line} from {start} to {to} "
              f"step {step} ratio {ratio:g} repeat {repeat}")
    elif kind == 3:
        total, n = word(), word()
        print("counts", total, [(word(), word(), word()) for _ in range(n)])
    elif kind in (4, 6, 7):
        print({4: "wrong", 6: "no input", 7: "unrepeatable"}[kind], word(), word())
    elif kind == 8:
        word()   # what runs next
    elif kind == 5:
        print("main")
    else:
        sys.exit(f"unknown record {kind} before byte {at}")
