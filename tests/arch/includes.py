# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every #include "..." below src/ against the table of ARCHITECTURE.md.

    includes.py ROOT      prints FILE:LINE: what is wrong; exit status 1 if anything is

A row says which folders a folder, and what lies in it, may include; "X's vocabulary header" means X/X.h alone, "the
runtime's library models" the header they are written against, "all host folders" those without
the engines.
"""
import os
import re
import sys

ENGINE = ("abi", "engine/llvm", "engine/runtime", "engine/reference", "engine/valgrind", "engine/lab",
          "engine/training")


def read_table(root):
    rows = {}
    for line in open(os.path.join(root, "ARCHITECTURE.md"), encoding="utf-8"):
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if len(cells) == 3:
            for folder in re.findall(r"`src/([\w/]+)/`", cells[0]):
                rows[folder] = cells[2]
    return rows


def row_of(folder, rows):
    """The folder of the table that `folder` is, or lies in; None: there is none."""
    while folder not in rows:
        folder = os.path.dirname(folder)
        if not folder:
            return None
    return folder


def allowed(folder, rows):
    """The folders, and the single headers, that `folder` may include besides its own."""
    text = rows[folder]
    folders, headers = set(), set()
    for name in re.findall(r"(\w+)'s vocabulary header", text):
        headers.add(f"{name}/{name}.h")
    text = re.sub(r"\w+'s vocabulary header", "", text)
    if "the runtime's library models" in text:
        headers |= {"engine/runtime/library/effects.h", "engine/runtime/core/library.h"}
        text = text.replace("the runtime's library models", "")
    if "all host folders" in text:
        folders |= {f for f in rows if f not in ENGINE}
    folders |= {f for f in rows if f in re.findall(r"[\w/]+", text)}
    return folders, headers


def main(root):
    rows = read_table(root)
    wrong = 0
    src = os.path.join(root, "src")
    for where, _, names in os.walk(src):
        folder = os.path.relpath(where, src)
        for name in sorted(names):
            if not name.endswith((".c", ".h", ".cpp", ".def")):
                continue
            path = os.path.join(where, name)
            shown = os.path.relpath(path, root)
            row = row_of(folder, rows)
            if not row:
                print(f"{shown}:1: src/{folder}/ is not in the table of ARCHITECTURE.md")
                wrong += 1
                continue
            folders, headers = allowed(row, rows)
            for number, line in enumerate(open(path, encoding="utf-8"), 1):
                match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
                if not match:
                    continue
                target = match.group(1)
                if os.path.exists(os.path.join(where, target)):
                    target = os.path.relpath(os.path.join(where, target), src)
                elif not os.path.exists(os.path.join(src, target)):
                    continue  # a header of the system
                of = row_of(os.path.dirname(target), rows)
                if of != row and of not in folders and target not in headers:
                    print(f'{shown}:{number}: src/{folder}/ may not include "{target}"')
                    wrong += 1
    return 1 if wrong else 0


sys.exit(main(sys.argv[1]))
