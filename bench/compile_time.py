#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile time of `ordo cc` compared with clang.

    bench/compile_time.py --work DIR

Measures the CPU time of one compilation at -O2 by clang, by `ordo cc` and by `ordo cc --structure`, in
turn, and takes the least of three. The files are the slowest ones of Debian source packages (large
interpreters, tests with long routines), and a scanner that re2c generates.
"""
import argparse
import glob
import os
import subprocess

from measured import measured

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ORDO = os.environ.get("ORDO") or os.path.join(ROOT, "build", "bin", "ordo")
CLANG = os.environ.get("CLANG", "clang-19")
KINDS = ("clang", "exact", "structure")

# Package, preparation, flags, files.
SOURCES = [
    ("pcre2", "./configure -q", "-DHAVE_CONFIG_H -I. -Isrc -DPCRE2_CODE_UNIT_WIDTH=8",
     "src/pcre2_match.c src/pcre2_dfa_match.c src/pcre2_compile.c src/pcre2_study.c src/pcre2_substitute.c "
     "src/pcre2test.c"),
    ("pugixml", "true", "", "src/pugixml.cpp tests/test_document.cpp tests/test_dom_modify.cpp "
     "tests/test_dom_traverse.cpp tests/test_parse.cpp tests/test_write.cpp tests/test_xpath_paths.cpp"),
    ("flex", "./configure -q", "-DHAVE_CONFIG_H -Isrc -D_GNU_SOURCE", "src/scan.c src/parse.c"),
    ("sqlite3", "./configure -q --disable-tcl && make -s sqlite3.c", "-I.", "sqlite3.c"),
    ("lua5.4", "true", "-std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_POSIX", "src/lvm.c src/lparser.c src/lstrlib.c"),
]

WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while class
public private protected template typename virtual friend operator namespace using try catch throw new delete this
nullptr constexpr decltype noexcept explicit mutable select insert update delete from where group order having"""


def scanner(folder):
    """Writes a scanner whose identifiers may have all letters of Unicode: 35,000 lines."""
    rules = "".join(f"  '{w}' {{ return {i + 2}; }}\n" for i, w in enumerate(dict.fromkeys(WORDS.split())))
    with open(os.path.join(folder, "scanner.re"), "w", encoding="utf-8") as f:
        f.write("""/*!include:re2c "unicode_categories.re" */
struct scanner { const unsigned char *at, *marker; long line; };
int scan(struct scanner *s) {
again:
  /*!re2c
  re2c:define:YYCTYPE = "unsigned char"; re2c:define:YYCURSOR = s->at; re2c:define:YYMARKER = s->marker;
  re2c:yyfill:enable = 0;
  first = L | Nl | [_$]; next = first | Mn | Mc | Nd | Pc;
  * { return -1; }
  [\\x00] { return 0; }
  [ \\t]+ { goto again; }
  "\\n" { s->line++; goto again; }
""" + rules + """  first next* { return 1; }
  */
}
""")
    subprocess.run(["re2c", "--utf-8", "-o", "scanner.c", "scanner.re"], cwd=folder, check=True)


def compiler(kind, is_cxx):
    if kind == "clang":
        return [CLANG.replace("clang", "clang++") if is_cxx else CLANG]
    return [ORDO, "c++" if is_cxx else "cc"] + (["--structure"] if kind == "structure" else [])


def row(package, folder, flags, source):
    is_cxx, least = source.endswith(".cpp"), {}
    os.chdir(folder)
    for _ in range(3):
        for kind in KINDS:
            argv = [*compiler(kind, is_cxx), "-O2", "-w", *flags.split(), "-c", source, "-o", "/dev/null"]
            seconds, _ = measured(argv, dict(os.environ), source)
            least[kind] = min(seconds, least.get(kind, seconds))
    clang = least["clang"]
    print(f"| {package} | {source} | {clang:.2f} | {least['exact'] / clang:.1f}× | {least['structure'] / clang:.1f}× |",
          flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--work", default=os.path.join(ROOT, "build", "compile"))
    work = os.path.abspath(arguments.parse_args().work)
    print("# Compile time\n\n`make bench-compile-time`. CPU time of one compilation at -O2 divided by clang's: the "
          "least of three, in turn.\n\n| package | file | clang, seconds | `ordo cc` | `ordo cc --structure` |\n"
          "|---|---|---|---|---|", flush=True)
    for package, prepare, flags, files in SOURCES:
        folder = os.path.join(work, package)
        if not glob.glob(os.path.join(folder, "*")):
            subprocess.run([os.path.join(ROOT, "scripts", "debian_source.sh"), package, folder], check=True)
            subprocess.run(prepare, shell=True, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for source in files.split():
            row(package, folder, flags, source)
    folder = os.path.join(work, "scanner")
    os.makedirs(folder, exist_ok=True)
    scanner(folder)
    row("re2c", folder, "", "scanner.c")


if __name__ == "__main__":
    main()
