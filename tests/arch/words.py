# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for the phrases of tests/arch/words.txt in everything that a person reads.

    words.py ROOT [PATH...]   prints FILE:LINE: the phrase, what to write; exit status 1 if anything is wrong

With PATHs, only they are read.
"""
import os
import re
import sys

FOLDERS = ("src", "include", "tests", "bench", "docs", "make", "scripts", "cmake", "examples",
           "web/src")
FILES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "Makefile")
SUFFIXES = (".c", ".h", ".cpp", ".def", ".md", ".py", ".sh", ".mk", ".ts", ".mjs", ".css", ".html", ".json", ".1",
            ".txt", "Makefile")
# These name the phrases.
EXEMPT = ("tests/arch/words.txt", "tests/arch/words.py", "tests/arch/arch.sh", "CONTRIBUTING.md", "docs/glossary.md")


def phrases(root):
    found = []
    for line in open(os.path.join(root, "tests/arch/words.txt"), encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            pattern, _, instead = line.strip().partition(" => ")
            found.append((re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), instead))
    return found


def texts(root):
    for folder in FOLDERS:
        for where, folders, names in os.walk(os.path.join(root, folder)):
            folders[:] = sorted(f for f in folders if f not in ("node_modules", "data"))
            for name in sorted(names):
                if name.endswith(SUFFIXES):
                    yield os.path.relpath(os.path.join(where, name), root)
    yield from (f for f in FILES if os.path.exists(os.path.join(root, f)))


def is_name(text, match):
    """Is the match a name of code: quoted by itself, a member, a file, or a part of a longer name?"""
    before, behind = text[max(match.start() - 1, 0):match.start()], text[match.end():match.end() + 2]
    return (before in "`'\"" and behind[:1] == before) or before in "._->/#" or bool(re.match(r"[_(\[]|\.[ch]\b", behind))


def mistakes(root, path, wrong):
    """The lines of a text that have one of the phrases; a phrase may go over the end of a line."""
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as f:
        text = f.read()
    # A comment's continuation is text: its leading star, slashes or hash mark do not part a phrase.
    joined = re.sub(r"[ \t]*\n[ \t]*(?:\*(?!/)|//+|#+)?[ \t]*", lambda m: "\n" + " " * (len(m.group()) - 1), text)
    for pattern, instead in wrong:
        flexible = re.compile(pattern.pattern.replace(" ", r"\s+"), re.IGNORECASE)
        for match in flexible.finditer(joined):
            if is_name(joined, match):
                continue
            line = joined.count("\n", 0, match.start()) + 1
            yield line, " ".join(match.group().split()), instead


def main(root, *paths):
    wrong, bad = phrases(root), 0
    for path in paths or (p for p in texts(root) if p not in EXEMPT):
        for line, phrase, instead in mistakes(root, path, wrong):
            print(f'{path}:{line}: "{phrase}": write {instead}')
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
