# lib.sh: sourced by every end-to-end test: `. "$(dirname "$0")/lib.sh"`. A test file is a bash script whose
# functions named test_* are its tests. `run_tests` at its end runs each test in a directory of its own.
# Functions named long_* are tests that take long: only LONG=1, which runs all tests, and ONLY=PART_OF_NAME run them.
set -u
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
ORDO=${ORDO:-$ROOT/build/bin/ordo}
SHARED=${SHARED:-$ROOT/../shared}
CHECKS=$ROOT/tests/e2e/checks
# Ordo's output depends on the locale ("n^2" here, "n²" with UTF-8). Tests use the same locale on every
# machine; a test of other characters sets its own.
export LC_ALL=C

# Tests start Python a thousand times. Debian's, which scripts/setup.sh installs, is there in a tenth of the time that
# the first python3 of a version manager takes.
[ ! -x /usr/bin/python3 ] || python3() { /usr/bin/python3 "$@"; }

fail() { echo "    $*" >&2; return 1; }
skip() { echo "SKIP: $*"; exit 77; }
# assert_eq WHAT EXPECTED ACTUAL: prints both and ends the test if they differ.
assert_eq() { [ "$2" = "$3" ] || { fail "$1: expected '$2', got '$3'"; exit 1; }; }
assert_ok() { "$@" || { fail "failed with status $?: $(brief "$@")"; exit 1; }; }

# wanted WORD QUICK...: true if LONG is set, or if WORD is one of QUICK. For loops over options of which the quick tests
# try some: wanted "$level" -O2 || continue.
wanted() {
    local word=$1 quick
    [ -z "${LONG:-}" ] || return 0
    shift
    for quick in "$@"; do [ "$quick" != "$word" ] || return 0; done
    return 1
}

# brief COMMAND...: prints its first line, at most 120 characters. A whole script would push the command's own error
# message out of the ten lines that the summary shows (scripts/check.sh).
brief() {
    local all="$*" line
    line=${all%%$'\n'*}
    [ "${line:0:120}" = "$all" ] && echo "$all" || echo "${line:0:120}..."
}

# expect STATUS COMMAND...: runs it; its stdout goes to `out`, its stderr to `err`. The status must be STATUS.
expect() {
    local want=$1 rc=0
    shift
    "$@" >out 2>err || rc=$?
    [ "$rc" -eq "$want" ] || { cat out err >&2; assert_eq "status of $(brief "$@")" "$want" "$rc"; }
}

# copy_program TOPIC/FILE [NAME]: copies a program of tests/e2e/programs into the test's directory.
copy_program() { cp "$ROOT/tests/e2e/programs/$1" "${2:-.}"; }

# write_files WORD NUMBER...: writes w/WORD: its first line is the word up to a dash, and NUMBER lines follow.
write_files() {
    mkdir -p w
    while [ $# -gt 0 ]; do
        { echo "${1%%-*}"; yes line | head -n "$2"; } >"w/$1"
        shift 2
    done
}

# on_terminal FILE COMMAND...: runs it with a terminal as its standard streams; FILE receives all that it printed.
on_terminal() {
    python3 "$CHECKS/on_terminal.py" "$@"
}

# ask FILE EXPRESSION: evaluates a Python expression over the report p and its routines s, by name.
ask() {
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json, sys
p = json.load(open(".report.json"))
s = {x["name"]: x for x in p["scopes"] if x["kind"] == "routine"}
print('"$2"')'
}

# Prints, from the exit trap, which command of a test failed, unless `fail` has already printed a message.
ended_at() {
    case $1:$2 in 0:* | 77:* | *:return* | *:exit*) return ;; esac
    echo "    status $1 of: $(brief "$2")" >&2
}

# Says how much CPU time a test took if that is at least five seconds.
run_tests() {
    local t dir rc passed=0 failed=0 skipped=0 name before=0 after took um us ut sm ss st
    name=$(basename "$0" .sh)
    for t in $(compgen -A function | grep -E "^(test${LONG:+|long}${ONLY:+|long})_"); do
        case $t in *_*${ONLY:-}*) ;; *) continue ;; esac
        dir=$(mktemp -d)
        (trap 'ended_at $? "$BASH_COMMAND"' EXIT; cd "$dir" && set -e && "$t") >"$dir/.log" 2>&1
        rc=$?
        # The second line is of the tests: minutes, seconds and thousandths of user and of system time.
        times >"$dir/.cpu"
        { read -r _; IFS='ms. ' read -r um us ut sm ss st; } <"$dir/.cpu"
        after=$((60 * (um + sm) + us + ss + (10#$ut + 10#$st) / 1000))
        took=$((after - before)) before=$after
        [ "$took" -ge ${SLOW:-5} ] && took=" ($took s of CPU time)" || took=
        case $rc in
        0) passed=$((passed + 1)); echo "ok    $name: ${t#*_}$took" ;;
        77) skipped=$((skipped + 1)); echo "SKIP  $name: ${t#*_} ($(grep -m1 '^SKIP:' "$dir/.log"))" ;;
        *) failed=$((failed + 1)); echo "FAIL  $name: ${t#*_} (status $rc)"; sed 's/^/    /' "$dir/.log" ;;
        esac
        rm -rf "$dir"
    done
    echo "$name: $passed passed, $failed failed, $skipped skipped"
    [ $((passed + failed + skipped)) -gt 0 ] || { [ -z "${ONLY:-}" ] && [ -n "$(compgen -A function long_)" ]; } || { echo "$name: no test's name has '${ONLY:-}' in it" >&2; return 1; }
    [ "$failed" -eq 0 ]
}
