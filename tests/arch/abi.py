# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that ORDO_ABI_VERSION was raised with every change of what instrumented code and the runtime agree on.

    abi.py ROOT   exit status 1 if tests/arch/abi.txt has another version or another checksum than src/abi

Instrumented code holds offsets of structures and numbers of rows of models.def. A runtime with others must not link
with it. With wrong numbers, for example, the runtime would drop the models of library routines.
"""
import hashlib
import os
import re
import sys

FILES = ("abi.h", "tables.def", "hooks.def", "models.def", "relative_tables.h")
VERSION = re.compile(r"#define ORDO_ABI_VERSION (\d+)")


def contract(root):
    """The version, and a checksum of the files without it, comments and spaces."""
    text = "".join(open(os.path.join(root, "src/abi", name), encoding="utf-8").read() for name in FILES)
    code = re.sub(r"/\*.*?\*/|\\\n", " ", VERSION.sub("", text), flags=re.DOTALL)
    return int(VERSION.search(text).group(1)), hashlib.sha256("".join(code.split()).encode()).hexdigest()[:16]


def main(root):
    version, checksum = contract(root)
    with open(os.path.join(root, "tests/arch/abi.txt"), encoding="utf-8") as f:
        recorded, of = f.read().split()
    if (version, checksum) == (int(recorded), of):
        return 0
    if version == int(recorded):
        version += 1
        print(f"{', '.join(FILES)} of src/abi changed: raise ORDO_ABI_VERSION in src/abi/abi.h to {version}")
    print(f'write "{version} {checksum}" into tests/arch/abi.txt')
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
