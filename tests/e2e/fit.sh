#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo fit: reads points of any source, one series a line, and prints models.
. "$(dirname "$0")/lib.sh"

# points EXPRESSION SIZES...: prints a line of points [n, EXPRESSION of n]
points() { python3 -c 'import json, math, sys
f = eval("lambda n: " + sys.argv[1])
print(json.dumps({"id": sys.argv[1], "points": [[int(n), f(int(n))] for n in sys.argv[2:]]}))' "$@"; }
SIZES="4 6 9 13 19 28 42 63 94 141 211 316 474 711"

field() { python3 -c 'import json, sys
for line in open(sys.argv[1]): print(eval(sys.argv[2], {"a": json.loads(line)}))' "$1" "$2"; }

test_each_line_gets_its_class_in_order() {
    for f in '7 + 0*n' '5 * n + 3' '3 * n * n' 'n * math.log2(n) * 4' 'n**3 + 9 * n'; do points "$f" $SIZES; done >in
    expect 0 "$ORDO" fit in
    assert_eq classes "1|n|n^2|n log n|n^3" "$(field out 'a["class"]' | paste -sd '|')"
    assert_eq "sums of the probabilities" "1.0 1.0 1.0 1.0 1.0" "$(field out 'round(sum(a["probabilities"].values()), 9)' | xargs)"
    assert_eq "eleven classes" "11" "$(field out 'len(a["probabilities"])' | sort -u)"
    assert_eq "10x prediction" True "$(field out 'abs(a["pred"] / (eval(a["id"], {"n": 7110, "math": __import__("math")})) - 1) < .03' | sort -u)"
    "$ORDO" fit <in >piped
    assert_ok cmp out piped
}

# Larger numbers have more digits to write. That bends a linear cost a little, but does not make it n^1.5.
test_growing_numbers_of_digits_do_not_look_like_a_power() {
    points 'sum(27 + len(str(i)) for i in range(int(n) // 3))' $(seq 31 39 1201) >in
    expect 0 "$ORDO" fit in
    assert_eq class n "$(field out 'a["class"]')"
}

test_exponentials_have_a_base_and_no_exponent() {
    points '3 * 2**n + 5' $(seq 2 20) >in
    expect 0 "$ORDO" fit in
    assert_eq "class, exponent, ci, base" "2^n None None 2.0" \
        "$(field out 'a["class"], a["exponent"], a["ci"], round(a["base"], 2)' | tr -d "(),'")"
    assert_eq "predicted at" 25 "$(field out 'int(a["pred_at"])')"
}

test_unknown_numbers_are_null_and_never_nan() {
    echo '{"id":null,"points":[]}' >in
    echo '{"points":[[0,1],[1e300,2],[-3,4],[5,0]]}' >>in
    echo '{"id":"few","points":[[1,1],[2,2]]}' >>in
    expect 0 "$ORDO" fit in
    assert_eq classes "none none none" "$(field out 'a["class"]' | xargs)"
    assert_eq nulls "True" "$(field out 'all(a[k] is None for k in ("exponent", "ci", "base", "base_ci", "r2", "pred", "formula"))' | sort -u)"
    ! grep -iE 'nan|inf[^o]' out || { fail "NaN or infinity"; exit 1; }
}

test_tables_of_points_are_read() {
    local n
    for n in 10 20 40 80 160 320; do echo "$n $((3 * n * n))"; done >blanks
    { echo '# measured today'; echo 'n,cost'; tr ' ' , <blanks; } >commas
    { printf 'elements;"time; ns"\r\n'; sed 's/ /;/; s/$/\r/' blanks; } >semicolons
    { printf 'cost\tn\n'; awk '{ print $2 "\t" $1 }' blanks; } >tabs
    { echo '"","n","cost"'; awk '{ print "\"" NR "\"," $1 "," $2 }' blanks; } >row-numbers
    for f in blanks commas semicolons tabs row-numbers; do
        expect 0 "$ORDO" fit $f
        assert_eq "class of $f" n^2 "$(field out 'a["class"]')"
        assert_eq "coefficient of $f" 3.0 "$(field out 'round(a["terms"][0]["coefficient"], 9)')"
    done
    for n in 10 20 40 80 160 320; do echo "$n 2 $n $((3 * n)) $((4 * n)) $((10 * n * n))"; done >sums
    expect 0 "$ORDO" fit <sums
    assert_eq "mean and worst case" "n 2.0 3.0" \
        "$(field out 'a["class"], round(a["terms"][0]["coefficient"], 9), round(a["max"]["terms"][0]["coefficient"], 9)' | tr -d "(),'")"
}

test_labels_of_a_table_distinguish_series() {
    { echo 'sort,n,cost'
      for n in 10 20 40 80 160 320; do echo "bubble,$n,$((n * n))"; done
      for n in 10 20 40 80 160 320; do echo "\"a, b\",$n,$((5 * n))"; done; } >in
    expect 0 "$ORDO" fit in
    assert_eq "series" "bubble n^2|a, b n" "$(field out 'a["id"]["sort"] + " " + a["class"]' | paste -sd '|')"
}

test_points_that_ordo_exports_are_read() {
    cp "$ROOT/examples/queue.c" .
    "$ORDO" cc -O2 -o queue queue.c
    "$ORDO" record -q -- ./queue moves 500 >sums.txt
    "$ORDO" export --format csv -o points.csv
    expect 0 "$ORDO" fit points.csv
    assert_eq "class of the loop" n \
        "$(field out 'a["class"] if a["id"]["name"] == "queue.c:23" and a["id"]["size_metric"] == "rms" else ""' | xargs)"
}

test_bad_rows_of_a_table_are_counted() {
    printf '10 20\n20 x\n30 60\n40\n50 100\n60 120\n70 140\n' >in
    expect 3 "$ORDO" fit in
    assert_eq "errors" "2 column 2: x: not a number|4 fewer than 2 columns, which the first line has, separated by blanks" \
        "$(field out 'str(a["line"]) + " " + a["error"] if "error" in a else ""' | grep . | paste -sd '|')"
    assert_eq "class" n "$(field out 'a.get("class", "")' | xargs)"
    grep -q '^ordo fit: in: 2 lines could not be read' err
    echo 'a text of prose' >prose
    expect 3 "$ORDO" fit prose
    grep -q 'neither JSON nor a table of points' out
}

test_each_bad_line_gets_an_error_and_is_counted() {
    {
        points '2 * n' $SIZES
        echo 'not JSON'
        echo '{"id":"b","points":3}'
        echo '{"id":7,"points":[[1]]}'
        echo '[1,2]'
        echo '{"id":"big","points":[[1,1e999]]}'
        echo
        points 'n * n' $SIZES
    } >in
    expect 3 "$ORDO" fit in
    assert_eq "answers" 7 "$(wc -l <out)"
    assert_eq "lines with an error" "2 3 4 5 6" "$(field out 'a["line"] if "error" in a else ""' | xargs)"
    assert_eq "ids" "2 * n|None|b|7|None|None|n * n" "$(field out 'a["id"]' | paste -sd '|')"
    grep -q '^ordo fit: in: 5 lines could not be read' err
    assert_eq "lines on stderr" 1 "$(wc -l <err)"
}

test_each_answer_is_written_before_the_next_line_is_read() {
    points '2 * n' $SIZES >line
    mkfifo in
    "$ORDO" fit in >out &
    exec 3>in
    cat line >&3
    for _ in $(seq 600); do [ -s out ] && break; sleep 0.1; done
    [ -s out ] || { fail "no answer while the input is open"; exit 1; }
    exec 3>&-
    wait $!
}

test_points_may_have_six_numbers_and_decimal_strings() {
    echo '{"id":12345678901234567890,"points":[[4,2,7,9,16,130],[8,1,16,16,16,256],[16,3,30,33,95,3013],[32,1,64,64,64,4096],[64,2,120,136,256,"32896"],["128",1,256,256,"256",65536]]}' >in
    expect 0 "$ORDO" fit in
    assert_eq class n "$(field out 'a["class"]')"
    assert_eq "worst case" n "$(field out 'a["max_class"]')"
}

test_the_unit_of_the_command_line_is_printed() {
    points '2 * n' $SIZES >in
    expect 0 "$ORDO" fit --unit blocks in
    assert_eq unit blocks "$(field out 'a["unit"]')"
    expect 4 "$ORDO" fit missing.jsonl
    grep -q '^ordo fit: missing.jsonl: ' err
}

test_memory_does_not_grow_with_the_number_of_lines() {
    points '2 * n' $SIZES >line
    yes "$(cat line)" | head -n 20000 >in
    (ulimit -v 400000; "$ORDO" fit in | wc -l >n) || { fail "20,000 lines in 400 MB"; exit 1; }
    assert_eq answers 20000 "$(cat n)"
}

run_tests
