#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiler that links a program several times, with its code at several addresses.

    bench/layouts.py COUNT COMPILER [WORD...]      like COMPILER, but links PROGRAM.0, PROGRAM.1, ...

The position of code within the processor's 64-byte lines changes the time of a program by some per cent
(Lua's interpreter by four when it moves by 48 bytes), and any change of the compiler moves code. Each side
of a comparison is therefore several programs that differ only in this position (Curtsinger and
Berger, "Stabilizer: Statistically Sound Performance Evaluation", ASPLOS 2013).
"""
import os
import subprocess
import sys
import tempfile

STEP = 16    # alignment of functions, in bytes
LINES = 37   # odd, so that the other bits of addresses change too


def place(layout):
    """Returns the bytes to put before the program's code; every position in a line occurs in turn."""
    return (layout + 1) * STEP + layout * LINES * 64 % 4096


def padding(path, size):
    text = f'.text\n.skip {size}\n.section .note.GNU-stack,"",@progbits\n'
    subprocess.run(["as", "-o", path, "-"], input=text, text=True, check=True)
    return path


def link(words, layouts):
    program = words.index("-o") + 1
    first = next((i for i, word in enumerate(words) if word.endswith(".o")), None)
    if first is None:
        sys.exit("layouts: no objects to link: compile them one by one")
    with tempfile.TemporaryDirectory() as folder:
        for layout in range(layouts):
            one = list(words)
            one[program] += f".{layout}"
            one.insert(first, padding(os.path.join(folder, f"padding{layout}.o"), place(layout)))
            status = subprocess.run(one, check=False).returncode
            if status:
                return status
    return 0


def main():
    layouts, words = int(sys.argv[1]), sys.argv[2:]
    if "-o" not in words or {"-c", "-S", "-E", "-fsyntax-only"} & set(words):
        os.execvp(words[0], words)
    sys.exit(link(words, layouts))


if __name__ == "__main__":
    main()
