# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""documented_models.py ROOT: checks that docs/library.md names every library model, and that no model is listed
twice."""
import re, sys
root = sys.argv[1]
text = open(root + "/docs/library.md").read()
named = set(re.findall(r"`([^`]+)`", text))
lines = [l for l in open(root + "/src/abi/models.def") if l.startswith("ORDO_MODEL(")]
models = re.findall(r"ORDO_MODEL\((\w+), (\w+)\)", "".join(lines))
names = [n for n, _ in models]
missing = [n for n, f in models if f not in ("unit", "none") and not n.startswith("_Z") and n not in named]
assert len(names) > 1000 and len(names) == len(set(names)), "a model is listed twice"
assert not missing, "not in docs/library.md: " + " ".join(missing)
for source in "nodes", "string", "stream":
    c = open(root + "/src/engine/runtime/library/libc_cxx_%s.c" % source).read()
    for account in re.findall(r'CXX_ACCOUNT\(\w+, "([^"]+)"\)', c):
        assert account in named, "not in docs/library.md: " + account
