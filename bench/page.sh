#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# page.sh ORDO PAGE_PROFILES: times the HTML report of 10,000 scopes and 1,000,000 points in headless
# Chromium, the worst of five runs: from the start of navigation until the ranked table is painted and
# the search accepts input (limit 3 s), and from a key in the search box to the next paint
# with the filtered list (limit 100 ms). Also prints the file's size (limit 40 MB).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$2" large "$dir/large.data"
/usr/bin/time -f 'making the page              %U s user, %M kB' "$1" report --html "$dir/large.html" "$dir/large.data"
printf 'its size                     %s MB\n' "$(stat -c %s "$dir/large.html" | awk '{ print $1 / 1e6 }')"
PLAYWRIGHT=$root/web/node_modules/playwright-core/index.mjs CHROMIUM=${CHROMIUM:-$(command -v chromium)} \
    node "$root/bench/page.mjs" "$dir/large.html"
