#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# model_report.sh ORDO LARGE_PROFILE: times `ordo report` on 50,000 scopes and 1,000,000 points, the first
# time (models are fitted and kept) and the second time. Prints elapsed and CPU seconds, the least of three.
set -eu
ordo=$(realpath "$1") large=$(realpath "$2")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$large" fresh.data

for _ in 1 2 3; do
    cp fresh.data kept.data
    for turn in first second; do
        /usr/bin/time -f "%e %U %S" -o time "$ordo" report kept.data >/dev/null
        echo "$turn $(cat time)" >>times
    done
done
for turn in first second; do
    awk -v t=$turn '$1 == t && (best == "" || $2 < best) { best = $2; cpu = $3 + $4 }
                    END { printf "ordo report, %-6s time: %6.2f s elapsed, %6.2f s of CPU time\n", t, best, cpu }' times
done
printf 'profile file: %.1f MB, with models %.1f MB\n' "$(stat -c %s fresh.data | awk '{ print $1 / 1e6 }')" \
    "$(stat -c %s kept.data | awk '{ print $1 / 1e6 }')"
