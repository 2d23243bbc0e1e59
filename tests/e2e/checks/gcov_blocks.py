# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gcov_blocks.py NAME...: compares the counts of each workload in t.data with the blocks that gcov itself lists.
`files` names the sources that are compared, `where` the folder of the build."""
import collections, glob, os, re, sqlite3, subprocess, sys, tempfile
from trend_counts import varints
db = sqlite3.connect("t.data")
files = dict(db.execute("SELECT location, file FROM trend_locations"))
wanted = set(open("files").read().split())
compared = 0
for number, name in enumerate(sys.argv[1:]):
    numbers = list(varints(db.execute("SELECT counts FROM trend_counts WHERE workload = ?", (number,)).fetchone()[0]))
    found, at = {}, 0
    for distance, count in zip(numbers[::2], numbers[1::2]):
        at += distance
        found[at] = count
    ours = sorted(found.get(k, 0) for k in files if files[k].replace("../", "") in wanted)
    theirs, source = [], ""
    with tempfile.TemporaryDirectory() as folder:
        for f in glob.glob("data/*.gcno") + glob.glob(f"data/{name}/*.gcda"):
            os.symlink(os.path.abspath(f), os.path.join(folder, os.path.basename(f)))
        for f in glob.glob(folder + "/*.gcda"):
            listing = subprocess.run(["gcov", "-a", "-t", f], stdout=subprocess.PIPE, check=True, text=True, cwd=open("where").read().strip()).stdout
            for line in listing.split("\n"):
                m = re.match(r"\s*-:\s*0:Source:(.*)", line)
                if m:
                    source = os.path.basename(m[1])
                m = re.match(r"\s*([0-9]+|%%%%%|\$\$\$\$\$)\*?:\s*\d+-block", line)
                if m and source in wanted:
                    theirs.append(int(m[1]) if m[1].isdigit() else 0)
    # gcov leaves out the blocks that calls return to.
    if collections.Counter(theirs) - collections.Counter(ours) or len(theirs) < len(ours) / 2 or sum(theirs) == 0:
        sys.exit(f"    {name}: {len(ours)} blocks, {len(theirs)} by gcov: {ours}, {sorted(theirs)}")
    compared += len(ours)
print(compared)
