#!/bin/bash
# Runs every test group. The last line is: N passed, N failed, N skipped. Failures are repeated before
# it, so that the end of a long log shows which tests failed.
#
# Three groups run at a time, because some of them wait. The end-to-end tests begin when all others have begun, and run
# four files at a time. What is compiled for tests must be there, because two groups would compile it at the same time
# (make test-programs).
#
# A group is a make target check-NAME in any makefile. A required group (below) that does not exist is
# a loud, counted skip. A group that fails without a failed test, or counts no tests, is one failed test.
set -u
cd "$(dirname "$0")/.."
required="check-arch check-unit-host check-unit-runtime check-oracle check-e2e"
make=${MAKE:-make}

targets=$(sed -n 's/^\(check-[a-z0-9-]*\):.*/\1/p' Makefile make/*.mk | sort -u |
    grep -vE '^check-(san|long)|-(san|long)$')
passed=0 failed=0 skipped=0
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Sums the counts of cmocka ("[  PASSED  ] 3 test(s)."), of the end-to-end and other runners
# ("name: 3 passed, 0 failed, 1 skipped").
count() {
    awk '
        /^\[  PASSED  \] [0-9]+ test/ { p += $4 }
        match($0, /[0-9]+ test\(s\), listed below/) {
            n = substr($0, RSTART) + 0
            if (/^\[  FAILED  \]/) f += n
            if (/^\[  SKIPPED \]/) s += n
        }
        match($0, /[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/) {
            split(substr($0, RSTART), w, /[ ,]+/); p += w[1]; f += w[3]; s += w[5]
        }
        END { print p + 0, f + 0, s + 0 }' "$1"
}

# Prints each failed test's line and the last ten of the indented lines after it, which give the reason.
failed_tests() {
    awk '
        function why(  i) { for (i = n > 10 ? n - 9 : 1; i <= n; i++) print line[i]; n = 0 }
        /^(FAIL|not ok) / { why(); print; inside = 1; next }
        /^ / && inside { line[++n] = substr($0, 1, 300); next }
        { why(); inside = 0 }
        /^\[ *(FAILED|ERROR|LINE) *\] / && !/listed below/ && !said[$0]++
        END { why() }' "$1"
}

# run_group GROUP [now]: prints what the group printed at its end, or at once. Writes GROUP.counts: what it passed, failed
# and skipped.
run_group() {
    local began=$SECONDS log=$logs/$1.log rc p f s last
    if [ "${2:-}" = now ]; then
        "$make" --no-print-directory "$1" 2>&1 | tee "$log"
    else
        "$make" --no-print-directory "$1" >"$log" 2>&1
    fi
    rc=${PIPESTATUS[0]}
    read -r p f s <<<"$(count "$log")"
    if [ "$rc" -ne 0 ] && [ "$f" -eq 0 ]; then
        f=1
        last=$(tail -n 10 "$log" | sed 's/^/    /')
        printf '%s\n' "FAIL  $1: ended with status $rc and no failed test" "$last" >>"$log"
    elif [ $((p + f + s)) -eq 0 ]; then
        f=1
        echo "FAIL  $1: counted no test" >>"$log"
    fi
    [ "$f" -eq 0 ] || { echo "== $1"; failed_tests "$log"; } >"$logs/$1.failures"
    echo "$p $f $s" >"$logs/$1.counts"
    { [ "${2:-}" = now ] || { echo "== $1"; cat "$log"; }; echo "== $1 took $((SECONDS - began)) s"; } | flock "$logs" cat
}

for t in $required; do
    grep -qx "$t" <<<"$targets" || { echo "SKIP  $t: no such group in this tree"; skipped=$((skipped + 1)); }
done
# Groups that take long begin first.
first="check-web check-oracle check-faults check-unit-host check-model"
for t in $(grep -Fx "${first// /$'\n'}" <<<"$targets") $(grep -vFx "${first// /$'\n'}" <<<"$targets"); do
    [ "$t" != check-e2e ] || continue
    until [ "$(jobs -rp | wc -l)" -lt 3 ]; do wait -n; done
    run_group "$t" &
done
if grep -qx check-e2e <<<"$targets"; then run_group check-e2e now; fi
wait
cat "$logs"/*.counts >"$logs/all"
while read -r p f s; do passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s)); done <"$logs/all"
[ "$failed" -eq 0 ] || cat "$logs"/*.failures
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
