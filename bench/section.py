#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replaces a section of a file of results by standard input.

    section.py FILE HEADING

The section is what follows the line "## HEADING", up to the next heading of this level. A file without it gets it
at its end.
"""

import sys


def main():
    path, heading = sys.argv[1], "## " + sys.argv[2]
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    new = [heading, ""] + sys.stdin.read().strip().splitlines()
    if heading in lines:
        start = lines.index(heading)
        end = next((i for i in range(start + 1, len(lines)) if lines[i].startswith("## ")), len(lines))
        lines[start:end] = new + [""] * (end < len(lines))
    else:
        lines += [""] + new
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
