# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""porting.py ROOT: docs/porting.md names every file with machine code or registers of x86-64, and only files that exist."""
import os
import re
import sys

root = sys.argv[1]
text = open(os.path.join(root, "docs/porting.md")).read()
listed = set(re.findall(r"`((?:src|make|debian)/[\w/.-]+)`", text))
machine = re.compile(r'__asm__[^;]*"[^"]*(?:%[%\w]|\bsyscall\b|jmp|cmp[lq]|mov|rol)|REG_R[IS]P|ARCH_SET_GS|\bVGA_amd64\b|__x86_64__|__builtin_ia32_|\bamd64\b')
bad = [f"docs/porting.md names {f}, which is not there" for f in sorted(listed) if not os.path.exists(os.path.join(root, f))]
found = 0
for folder, _, files in os.walk(os.path.join(root, "src")):
    for name in files:
        if not name.endswith((".c", ".h", ".cpp", ".S")):
            continue
        path = os.path.relpath(os.path.join(folder, name), root)
        if machine.search(open(os.path.join(root, path)).read()):
            found += 1
            if path not in listed:
                bad.append(f"{path}: has machine code or registers of x86-64: add it to docs/porting.md")
if not found:
    bad.append("no file with machine code was found: the test looks for the wrong thing")
print("\n".join(bad), end="\n" if bad else "")
sys.exit(1 if bad else 0)
