# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""programs.py: the real programs, how each is built from its Debian source package, and what it is run on."""
import dataclasses
import typing

import inputs


@dataclasses.dataclass(frozen=True)
class Workload:
    """A run of the program. In the command, {record} is what records it, {} the input file, {n} the number n of the run;
    the field n is that of the smallest run.

    `write` returns the input's contents, or a dictionary of contents by file name."""
    what: str
    command: str
    n: int
    write: typing.Callable | None = None


@dataclasses.dataclass(frozen=True)
class Program:
    """`build` is for bash in the unpacked source; it leaves a program at `path`. $REAL is the folder of this file."""
    name: str
    package: str
    build: str
    path: str
    workloads: tuple


CMAKE = "cmake -S . -B b -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=ordo-cc"


def diff_files(r, n):
    old = inputs.text(r, n).splitlines()
    return {"old": "\n".join(old) + "\n", "new": "\n".join(inputs.edited(r, old)) + "\n"}


def grep_files(r, n):
    text = inputs.text(r, n)
    words = sorted(set(text.split()))
    return {"text": text, "words": "\n".join(r.sample(words, len(words) // 50)) + "\n"}


PROGRAMS = [
    Program("bzip2", "bzip2", 'make -s CC="$CC" bzip2', "bzip2", (
        Workload("compresses a text", "{record} bzip2 -c {}", 1500, inputs.text),)),
    Program("minigzip", "zlib", 'CC="$CC" ./configure --static && make -s minigzip', "minigzip", (
        Workload("compresses a log", "{record} minigzip -c {}", 5000, inputs.log),)),
    Program("lua", "lua5.4", 'cd src && make -s CC="$CC -std=gnu99" MYCFLAGS=-g lua', "src/lua", (
        Workload("counts and sorts words", "{record} lua $REAL/word_counts.lua {}", 1000, inputs.text),
        Workload("simulates a shop, with objects and closures", "{record} lua $REAL/shop.lua {n}", 2000),
        Workload("takes from the front of an array", "{record} lua $REAL/queue.lua {n}", 300),)),
    Program("mawk", "mawk", './configure -q CC="$CC" && make -s', "mawk", (
        Workload("sums up a log", "{record} mawk -f $REAL/traffic.awk {}", 6000, inputs.log),)),
    Program("jq", "jq", "autoreconf -if && ./configure -q CC=\"$CC\" --disable-docs --disable-valgrind "
            "--disable-maintainer-mode --without-oniguruma --disable-shared && make -s src/builtin.inc jq", "jq", (
                Workload("groups records", "{record} jq -f $REAL/by_city.jq {}", 600, inputs.json_records),
                Workload("filters lines", "{record} jq -c 'select(.active) | {{name, tags: (.tags | length)}}' {}", 600,
                         inputs.json_lines),)),
    Program("cmark", "cmark", f"{CMAKE} -DCMARK_TESTS=OFF -DCMARK_SHARED=OFF && make -s -C b cmark_exe", "b/src/cmark", (
        Workload("converts a manual to HTML", "{record} cmark {}", 250, inputs.markdown),)),
    Program("json_process", "jansson", f"{CMAKE} -DJANSSON_BUILD_DOCS=OFF && make -s -C b json_process",
            "b/bin/json_process", (
                Workload("reads and writes records", "JSON_INDENT=2 JSON_SORT_KEYS=1 {record} json_process --env <{}", 800,
                         inputs.json_records),)),
    Program("xmlwf", "expat", CMAKE.replace("-S .", "-S expat") + " -DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_TESTS=OFF "
            "-DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_SHARED_LIBS=OFF && make -s -C b xmlwf", "b/xmlwf/xmlwf", (
                Workload("checks a feed", "{record} xmlwf {}", 2000, inputs.xml),)),
    Program("tinyxml2", "tinyxml2", '$CXX -O2 -g -I. -o edit_feed "$REAL/edit_feed.cc" tinyxml2.cpp', "edit_feed", (
        Workload("edits a feed", "{record} edit_feed {}", 1000, inputs.xml),)),
    Program("pugixml", "pugixml", '$CXX -O2 -g -Isrc -o query_feed "$REAL/query_feed.cc" src/pugixml.cpp', "query_feed", (
        Workload("asks a feed with XPath", "{record} query_feed {}", 2500, inputs.xml),)),
    Program("sqlite3", "sqlite3", "mkdir b && cd b && ../configure -q --disable-tcl --disable-readline CC=clang-19 && "
            "make -s sqlite3.c shell.c && $CC -O2 -g -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION "
            "-o sqlite3 shell.c sqlite3.c -lm", "b/sqlite3", (
                Workload("runs a shop's statements", "{record} sqlite3 :memory: <{}", 2000, inputs.sql),
                Workload("imports CSV and sums it up",
                         "{record} sqlite3 :memory: '.import --csv {} o' 'SELECT city, sum(quantity * price) FROM o GROUP BY city' "
                         "'SELECT item, count(DISTINCT customer) AS c FROM o GROUP BY item ORDER BY c DESC LIMIT 9'",
                         4000, inputs.orders),)),
    Program("tcc", "tcc", "sh ./configure --cc=clang-19 && "
            "$CC -O2 -g -DONE_SOURCE=1 -DTCC_TARGET_X86_64 -I. -o tcc tcc.c -lm -ldl -lpthread", "tcc", (
                Workload("compiles a C source", "{record} tcc -nostdinc -c -o out.o {}", 100, inputs.c_source),)),
    Program("bc", "bc", './configure -q CC="$CC" && make -s -C lib && make -s -C bc', "bc/bc", (
        Workload("lists primes", "echo {n} | {record} bc -q $REAL/primes.bc", 1000),
        Workload("prints digits of pi", "echo 'scale = {n}; 4 * a(1)' | {record} bc -lq", 25),)),
    Program("gperf", "gperf", './configure -q CC="$CC" CXX="$CXX -std=gnu++98" && make -s -C lib && make -s -C src',
            "src/gperf", (
                Workload("makes a table of reserved words", "{record} gperf {}", 40, inputs.keywords),)),
    Program("diff", "diffutils", './configure -q --disable-nls CC=clang-19 && make -s -C lib CC="$CC" && '
            'make -s -C src CC="$CC" version.h diff', "src/diff", (
                Workload("compares versions of a text", "{record} diff -u {}.old {}.new || [ $? -eq 1 ]", 8000, diff_files),)),
    Program("m4", "m4", './configure -q --disable-nls CC=clang-19 && make -s -C lib CC="$CC" && '
            'make -s -C src CC="$CC" m4', "src/m4", (
                Workload("expands the macros of a form", "{record} m4 {}", 600, inputs.macros),)),
    Program("grep", "grep", './configure -q --disable-nls --disable-perl-regexp CC=clang-19 && '
            'make -s -C lib CC="$CC" && make -s -C src CC="$CC" grep', "src/grep", (
                Workload("finds lines", "{record} grep -n -i -E '(ba|la)+[a-m]{{2}} .*(ko|ri)$|^[^ ]+ (de|du)' {}", 20000,
                         inputs.text),
                Workload("finds many words", "{record} grep -c -w -F -f {}.words {}.text", 10000, grep_files),)),
    Program("yaml-cpp", "yaml-cpp", f"{CMAKE} -DCMAKE_CXX_COMPILER=ordo-c++ -DYAML_CPP_BUILD_TESTS=OFF && "
            "make -s -C b yaml-cpp-parse", "b/util/parse", (
                Workload("parses a configuration", "{record} parse {}", 150, inputs.yaml),)),
]
