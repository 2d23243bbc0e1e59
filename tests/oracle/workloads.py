# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""workloads.py: compares the engine with the reference engine on five real programs with small inputs.

    workloads.py [--level 2] [--cells 18] [NAME...]

Builds bzip2, lua, sqlite, gnugo and tcc by workloads.sh with --no-fold, with and without --reference, and
compares every size, point and cost of every scope. WORKLOADS_SH names the script; ORDO_WORKLOADS names the
folder with the sources, which the script fetches if it is missing. Programs that cannot be fetched are
skipped.

Results that depend on addresses or time cannot be compared. So address-space randomisation is off, Lua runs a
script whose tables have no addresses as keys, its cache of C strings (by address) has one slot, and routines
with arguments that are random numbers from the clock are left out.
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile

import read_raw
import run

SCRIPT = os.environ.get("WORKLOADS_SH", os.path.join(run.ROOT, "scripts/workloads.sh"))
SOURCES = os.environ.get("ORDO_WORKLOADS", os.path.join(run.ROOT, "cache/real"))

LUA = """
local function sort(a, lo, hi)
  if lo >= hi then return end
  local p, i, j = a[(lo + hi) // 2], lo, hi
  while i <= j do
    while a[i] < p do i = i + 1 end
    while a[j] > p do j = j - 1 end
    if i <= j then a[i], a[j] = a[j], a[i]; i = i + 1; j = j - 1 end
  end
  sort(a, lo, j); sort(a, i, hi)
end
for _, n in ipairs{5, 20, 60} do
  local a = {}
  for i = 1, n do a[i] = i * 7919 % 101 end
  sort(a, 1, n)
end
local s = {}
for i = 1, 40 do s[i] = "w" .. i * 31 % 17 end
local text = table.concat(s, " ")
local n = 0
for w in text:gmatch("%w+") do n = n + #w end
print(n, text:upper():reverse():len())
"""
GNUGO = """boardsize 7
clear_board
play B D4
play W C3
play B C4
genmove W
quit
"""
C = """struct list { int v; struct list *next; };
static int sum(struct list *l) { return l ? l->v + sum(l->next) : 0; }
int main(void) {
    struct list a = {1, 0}, b = {2, &a};
    int i, n = 0;
    for (i = 0; i < 10; i++) n += sum(&b) * (i & 3 ? i : -i);
    return n;
}
"""


def arguments(name, folder, sources):
    """Returns (command after the program, standard input) of a small run."""
    def file(base, text):
        with open(f"{folder}/{base}", "w") as f:
            f.write(text)
        return f"{folder}/{base}"

    if name == "bzip2":
        data = open(f"{sources}/bzip2/input.bin", "rb").read(12000).decode("latin-1")
        return ["-k", "-c", "-1", file("text", data)], None
    if name == "lua":
        return [file("small.lua", LUA)], None
    if name == "sqlite":
        return ["--size", "1", "--memdb", "--testset", "main"], None
    if name == "gnugo":
        return ["--mode", "gtp", "--seed", "1", "--level", "1", "--cache-size", "1"], GNUGO
    return [f"-B{sources}/tcc/src", "-c", file("small.c", C), "-o", f"{folder}/small.o"], None


EXTRA_FLAGS = {"lua": " -DSTRCACHE_N=1 -DSTRCACHE_M=2"}
LEFT_OUT = {"lua": [("routine", "lmathlib.c", name) for name in ("setseed", "rotl")] +
            [("routine", "lapi.c", "lua_pushinteger")],
            "sqlite": [("routine", "bld/sqlite3.c", name)
                       for name in ("sqlite3Put4byte", "write32bits")]}


def left_out(name, keys):
    """Returns the keys that LEFT_OUT names, wherever the sources are."""
    return {k for k in keys for kind, file, routine in LEFT_OUT.get(name, ())
            if k[0] == kind and k[2] == routine and f"/{k[1]}".endswith(f"/{file}")}


def record(built, args, text, cell):
    folder = os.path.dirname(built)
    raw = tempfile.mkdtemp(prefix="raw", dir=folder)
    env = dict(os.environ, ORDO_RAW_DIR=raw, ORDO_CELL=str(cell), ORDO_ALL_POINTS="1")
    program = f"{folder}/program"  # the same path for all builds, because it is on the stack
    shutil.copy(built, program)
    subprocess.run(["setarch", "-R", program, *args], env=env, input=text, text=True, check=True,
                   stdout=subprocess.DEVNULL, timeout=1500)
    scopes = read_raw.read(glob.glob(raw + "/*.raw"))
    shutil.rmtree(raw)
    return scopes


def compare(name, level, cells):
    folder = tempfile.mkdtemp(prefix=f"workload-{name}-")
    try:
        args, text = arguments(name, folder, SOURCES)
        programs = []
        for how in ("engine", "refers"):
            program = f"{folder}/{how}"
            flags = f"-O{level} -g -w --no-fold" + EXTRA_FLAGS.get(name, "") + \
                (" --reference" if how == "refers" else "")
            env = dict(os.environ, CC=f"{run.ORDO} cc", CFLAGS=flags)
            done = subprocess.run(["bash", SCRIPT, "build", SOURCES, name, program], env=env,
                                  capture_output=True, text=True)
            if done.returncode:
                raise run.Difference(f"build of {how}: {done.stderr[-1000:]}")
            programs.append(program)
        for cell in cells:
            engine, reference = (record(p, args, text, cell) for p in programs)
            run.compare_runs(reference, engine, f"-O{level} cell {cell} reference, engine",
                             left_out(name, set(engine) | set(reference)))
            points = sum(len(p) for s in engine.values() for p in s.series.values())
            calls = sum(s.calls for s in engine.values())
            print(f"      {name} cell {cell}: {len(engine)} scopes, {calls} activations, "
                  f"{points} points equal")
        return None
    except (run.Difference, ValueError, subprocess.SubprocessError) as e:
        return str(e)
    finally:
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", default="2")
    parser.add_argument("--cells", default="18")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    names = args.names or ["bzip2", "lua", "sqlite", "gnugo", "tcc"]
    passed = failed = skipped = 0
    for name in names:
        if subprocess.run(["bash", SCRIPT, "prepare", SOURCES, name], check=False).returncode:
            print(f"SKIP  workloads: {name} (its source cannot be fetched here)")
            skipped += 1
            continue
        difference = compare(name, args.level, [int(c) for c in args.cells])
        print(f"{'FAIL' if difference else 'ok  '}  workloads: {name}" +
              (f": {difference}" if difference else ""), flush=True)
        passed, failed = passed + (not difference), failed + bool(difference)
    print(f"workloads: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
