#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# trend_bzip2.sh ORDO WORKLOADS DIR [FILES]: runs bzip2 over FILES (210) files from 1 kB to 20 MB. KINDS lists
# their contents, used in turn: text (program sources), code (executables), archive (pieces of both),
# random, repeated; by default archive, like the paper's workloads. WORKLOADS is the script with the verbs
# prepare and build (see bench/overhead.py); DIR has its sources and gets the files. Prints the
# report, for docs/trend.md.
set -euo pipefail
ordo=$(realpath "$1") workloads=$(realpath "$2")
mkdir -p "$3"
dir=$(realpath "$3") files=${4:-210}
[ -d "$dir/bzip2/src" ] || "$workloads" prepare "$dir" >&2
CC="$ordo cc --blocks=only" CFLAGS="-O2 -g" "$workloads" build "$dir" bzip2 "$dir/bzip2-blocks"
rm -rf "$dir/trend-files"
mkdir "$dir/trend-files"
python3 - "$dir" "$files" "${KINDS:-archive}" <<'P'
import glob, os, random, sys
folder, n, kinds = sys.argv[1], int(sys.argv[2]), sys.argv[3].split()
r = random.Random(2007)
most = 20_000_000
def gather(paths):
    data = b""
    for p in sorted(paths):
        if os.path.isfile(p):
            data += open(p, "rb").read(2_000_000)
        if len(data) > 2 * most:
            break
    return data * (1 + 2 * most // max(len(data), 1))
text = gather(glob.glob(folder + "/*/src/**/*.[ch]", recursive=True))
code = gather(glob.glob("/usr/bin/*"))
def archive(size):
    data = b""
    while len(data) < size:
        piece = r.choice((text, text, code))
        at, length = r.randrange(most), int(1000 * 200 ** r.random())
        data += piece[at:at + length]
    return data[:size]
for i in range(n):
    size = int(1000 * (most / 1000) ** (i / (n - 1)))
    kind = kinds[i % len(kinds)]
    at = r.randrange(most)
    data = {"archive": lambda: archive(size), "text": lambda: text[at:at + size], "code": lambda: code[at:at + size],
            "random": lambda: r.randbytes(size),
            "repeated": lambda: (text[at:at + 100 + i] * (size // 100 + 1))[:size]}[kind]()
    open(f"{folder}/trend-files/{i:04d}-{kind}", "wb").write(data)
P
cd "$dir"
"$ordo" trend -o trend.data --timeout 600 -w trend-files -f bytes -- ./bzip2-blocks {} >&2
"$ordo" report --no-pager trend.data --sort max --predict bytes=5e9
"$ordo" report --no-pager trend.data
