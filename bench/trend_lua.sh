#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# trend_lua.sh ORDO WORKLOADS DIR: runs the Lua interpreter on a script that fills a table with N numbers,
# sorts it and joins it to a string, N from 100 to 200,000. Arguments are those of trend_bzip2.sh.
set -euo pipefail
ordo=$(realpath "$1") workloads=$(realpath "$2")
mkdir -p "$3"
dir=$(realpath "$3")
[ -d "$dir/lua5.4/src" ] || "$workloads" prepare "$dir" >&2
CC="$ordo cc --blocks=only" CFLAGS="-O2 -g" "$workloads" build "$dir" lua "$dir/lua-blocks"
cat >"$dir/trend.lua" <<'L'
local n, x, t = tonumber(arg[1]), tonumber(arg[2]), {}
for i = 1, n do
    x = (x * 16807) % 2147483647
    t[i] = x
end
table.sort(t)
local s = table.concat(t, ",")
io.write("bytes: ", #s, "\n")
L
cd "$dir"
"$ordo" trend -o trend-lua.data --scan n=100:200000:log15 --scan seed=1,7,77 --printed bytes -- \
    ./lua-blocks "$dir/trend.lua" {n} {seed} >&2
"$ordo" report --no-pager trend-lua.data
