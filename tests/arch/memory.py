# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that host code allocates by src/base only (docs/decisions/030-memory-of-the-host.md).

    memory.py ROOT     prints FILE:LINE: what is wrong; exit status 1 if anything is

src/engine/ is not host code. Comments and strings do not count.
"""
import os
import re
import sys

CALLS = re.compile(r"\b(malloc|calloc|realloc|reallocarray|strdup|strndup|asprintf|vasprintf|getline|abort)\s*\(")
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def main(root):
    wrong = []
    src = os.path.join(root, "src")
    for where, folders, names in os.walk(src):
        folders[:] = sorted(f for f in folders if (where, f) not in ((src, "base"), (src, "engine")))
        for name in sorted(names):
            if not name.endswith((".c", ".h")):
                continue
            path = os.path.join(where, name)
            with open(path, encoding="utf-8") as f:
                code = NO_CODE.sub(lambda m: re.sub(r"[^\n]", "", m.group()), f.read())
            wrong += [f"{os.path.relpath(path, root)}:{number}: {call} is for src/base/ only: use base/memory.h, base/text.h or base/stream.h"
                      for number, line in enumerate(code.split("\n"), 1) for call in CALLS.findall(line)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
