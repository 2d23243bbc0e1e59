#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Outputs replace nothing but earlier outputs of the same kind, whatever command writes them.
. "$(dirname "$0")/lib.sh"
export PATH="$(dirname "$ORDO"):$PATH"

make_files() {
    cat >chain.c <<'END'
#include <stdlib.h>
static int step(int a) { int i, s = a; for (i = 0; i < a; i++) s ^= i * a; return s; }
int main(int argc, char **argv) { int i, s = 0; for (i = 0; i < 10 * argc; i++) s += step(i); return s == atoi(argv[argc - 1]); }
END
    cp "$ROOT/examples/lab/bubble_sort.c" .
    ordo cc -O1 -w -o chain chain.c
    ordo cc --blocks=only -O1 -w -o counted chain.c
    ordo record -q -- ./chain 3
    ordo trend -q -o t.data --any-status --scan n=1:9:lin3 -- ./counted {n}
}

# rejected STATUS FILE COMMAND...: the command ends with the status and one line that begins with the file; the file,
# which holds `kept`, stays as it is.
rejected() {
    local status=$1 file=$2
    shift 2
    expect "$status" "$@"
    assert_eq "lines of $*" 1 "$(wc -l <err)"
    grep -qE "^ordo[a-z ]*: $file: exists and is not an? .* that Ordo wrote" err || { cat err; fail "no reason: $*"; exit 1; }
    assert_ok cmp kept "$file"
    [ -e "$file.old" ] && { fail "$file.old was made by $*"; exit 1; }
    return 0
}

test_a_file_that_ordo_did_not_write_is_never_replaced() {
    make_files
    cp bubble_sort.c kept
    rejected 3 bubble_sort.c ordo lab -o bubble_sort.c bubble_sort.c
    cp chain.c kept
    rejected 3 chain.c ordo report --html chain.c
    rejected 125 chain.c ordo run --html chain.c -- touch ran
    rejected 125 chain.c ordo record -o chain.c -- touch ran
    rejected 125 chain.c ordo run -o chain.c -- touch ran
    rejected 125 chain.c ordo tree -o chain.c -- touch ran
    rejected 3 chain.c ordo merge -o chain.c ordo.data
    rejected 3 chain.c ordo trend -o chain.c --scan n=1:9:lin3 -- ./counted {n}
    rejected 3 chain.c ordo report --html chain.c t.data
    for f in json csv callgrind pprof speedscope flamegraph; do rejected 3 chain.c ordo export -f $f -o chain.c; done
    rejected 3 chain.c ordo export -f csv -o chain.c t.data
    [ ! -e ran ] || { fail "the command ran"; exit 1; }
    for text in '10 20\n30 40\n' 'alice 30\nbob 20\n' 'a text\n'; do
        printf "$text" >kept
        cp kept list
        rejected 3 list ordo export -f flamegraph -o list
    done
    cp ordo.data kept
    rejected 3 ordo.data ordo report --html ordo.data
    rejected 3 ordo.data ordo export -f json -o ordo.data
    printf 'n cost\n10 20\n' >kept
    cp kept points.svg
    rejected 3 points.svg ordo report --plot points.svg step
    printf '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n' >kept
    cp kept own.svg
    rejected 3 own.svg ordo report --plot own.svg step
    rm kept
    python3 -c 'import sqlite3; d = sqlite3.connect("kept"); d.execute("create table mine (a)"); d.commit()'
    cp kept own.data
    rejected 125 own.data ordo record -o own.data -- touch ran
}

test_earlier_outputs_and_empty_files_are_replaced() {
    make_files
    for f in $(ordo help export | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
        : >out.$f
        for again in 1 2; do assert_ok ordo export -f $f -o out.$f; done
        assert_ok ordo export -f $f -o any
    done
    for again in 1 2; do
        assert_ok ordo export -f csv -o t.csv t.data
        assert_ok ordo report --plot p.svg step
        assert_ok ordo report --plot p.png step
        assert_ok ordo merge -o m.data ordo.data
        assert_ok ordo trend -q -o t.data --any-status --scan n=1:9:lin3 -- ./counted {n}
        [ ! -s "$ROOT/build/gen/page.html" ] || assert_ok ordo report --html p.html
        [ ! -s "$ROOT/build/gen/page.html" ] || assert_ok ordo lab -q -o lab.html bubble_sort.c
    done
    assert_eq "older files" "m.data.old t.data.old" "$(ls *.old | xargs)"
    gzip -t <out.pprof
    python3 - <<'END'
import struct, zlib
import xml.etree.ElementTree as tree
tree.parse("p.svg")
png, at = open("p.png", "rb").read(), 8
chunks = []
while at < len(png):
    n, kind = struct.unpack(">I4s", png[at:at + 8])
    assert struct.unpack(">I", png[at + 8 + n:at + 12 + n])[0] == zlib.crc32(png[at + 4:at + 8 + n]), kind
    chunks.append(kind)
    at += 12 + n
assert at == len(png) and chunks[0] == b"IHDR" and chunks[-1] == b"IEND", chunks
END
}

test_the_file_that_keeps_the_previous_profile_is_not_replaced_either() {
    make_files
    echo 'a text' >ordo.data.old
    expect 125 ordo record -- touch ran
    grep -q '^ordo: ordo.data.old: exists and is not a profile or a trend that Ordo wrote, so that ordo.data cannot be kept' err
    [ ! -e ran ]
    assert_eq "the text" "a text" "$(cat ordo.data.old)"
    for name in x.data.part x.data.new; do
        echo 'a text' >$name
        for option in --restart -q; do
            expect 3 ordo trend $option -o x.data --scan n=1:9:lin3 -- ./counted {n}
            grep -q "^ordo trend: $name: exists and is not a trend that Ordo wrote" err
        done
        assert_eq "the text" "a text" "$(cat $name)"
        rm $name
    done
    echo 'a text' >new.data.old # a trend that is not there yet becomes no older file
    assert_ok ordo trend -q -o new.data --any-status --scan n=1:9:lin3 -- ./counted {n}
    assert_eq "the text" "a text" "$(cat new.data.old)"
}

test_an_input_is_not_an_output() {
    make_files
    cp ordo.data kept
    expect 3 ordo merge -o ordo.data ordo.data
    grep -q '^ordo merge: ordo.data: is an input: name another file with -o$' err
    ln -s ordo.data link.data
    expect 3 ordo merge -o link.data ordo.data
    assert_ok cmp kept ordo.data
}

run_tests
