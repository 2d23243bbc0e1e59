#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# report.sh ORDO LARGE_PROFILE: times the host's commands on a profile of 50,000 scopes and
# 1,000,000 points. Prints the file's size, and for each command the median of five user+system CPU times.
set -eu
ordo=$(realpath "$1") large=$(realpath "$2")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$large" large.data

measure() { # measure WHAT COMMAND...
    local what=$1
    shift
    for _ in 1 2 3 4 5; do
        /usr/bin/time -f '%U %S' -o time "$@" >/dev/null 2>&1
        awk '{ print $1 + $2 }' time
    done | sort -n | awk -v what="$what" 'NR == 3 { printf "%-24s %6.2f s\n", what, $1 }'
}

printf '%-24s %6.1f MB\n' 'profile file' "$(stat -c %s large.data | awk '{ print $1 / 1e6 }')"
measure 'ordo report' "$ordo" report large.data
measure 'ordo report, all rows' "$ordo" report --rows 0 large.data
measure 'ordo report --json' "$ordo" report --json large.data
measure 'ordo merge with itself' "$ordo" merge -o merged.data large.data large.data
