#!/bin/bash
# page.sh ORDO PAGE_PROFILES: times the HTML report of 10,000 scopes and 1,000,000 points in headless
# Chromium, the worst of five runs: from the start of navigation until the ranked table is painted and
# the search accepts input (limit 3 s), and from a key in the search box to the next paint
# with the filtered list (limit 100 ms). Also prints the file's size (limit 40 MB), and the CPU time of the page's
# process until the table is painted, which other processes of the machine change least. Then the same
# of 50,000 scopes, which have no limit but must take at most in proportion.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for kind in large larger; do
    "$2" $kind "$dir/$kind.data"
    echo "$kind:"
    /usr/bin/time -f 'making the page              %U s user, %M kB' "$1" report --html "$dir/$kind.html" "$dir/$kind.data"
    printf 'its size                     %s MB\n' "$(stat -c %s "$dir/$kind.html" | awk '{ print $1 / 1e6 }')"
    PLAYWRIGHT=$root/web/node_modules/playwright-core/index.mjs CHROMIUM=${CHROMIUM:-$(command -v chromium)} \
        node "$root/bench/page.mjs" "$dir/$kind.html"
done
