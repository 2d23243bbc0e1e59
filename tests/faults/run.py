"""run.py: a program continues as if it were not recorded, whatever fails and whatever stops the recording.

    run.py ORDO CLANG FAULTY_LIB_FOLDER [--long] [--only TEXT]

Runs tests/faults/afterwards.c as compiled by clang, and as each kind of build of `ordo cc` with a
runtime whose system calls can be made to fail. Output, errors and exit status must be the same.

  calls   for every function of os.h and every k up to the number of calls that the program makes:
          the k-th call fails; the k-th and all later ones fail. With --long, the first 16 and then
          25 % apart, because some runs make thousands of calls. Without it, the first and the last
          call of the exact build, the first of the production and the structure build, and of other
          runs only functions that these do not call
  stops   for every reason of stops.def: the recording stops for that reason, and the raw files say so

It is a failure if no run calls a function, or if there is no way to cause a reason.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import generate  # noqa: E402

# Kinds of builds, and the environment of the runtime when they run.
BUILDS = {
    "exact": ([], {}),
    "blocks": (["--blocks"], {"ORDO_TREE": "1", "ORDO_COSTS": "allocs,io"}),
    "counts": (["--blocks=only"], {}),
    "drms": (["--drms"], {"ORDO_DRMS": "1", "ORDO_CELL": "4"}),
    "structure": (["--structure"], {"ORDO_STRUCTURE": "1", "ORDO_TREE": "1"}),
    "production": (["--production"], {"ORDO_RATE": "1/3", "ORDO_SIGNALS": "rotate:USR2"}),
}

# Runs whose calls are made to fail: build, way of afterwards.c.
RUNS = [(b, "none") for b in BUILDS] + [
    ("exact", "grow"), ("exact", "user"), ("exact", "memory"), ("production", "memory"),
]
LONG_RUNS = [("structure", "grow"), ("drms", "grow")]
LONG_EVERY = 16  # so many first calls each fail in a run of their own; later ones in steps of 25 %

# Calls that are only made with other settings (None: not set), or after another call has failed.
RARE = {
    "getcwd": ("exact", {"ORDO_RAW_DIR": "raw"}, "getcwd:1+"),
    "make_folder": ("production", {"ORDO_RAW_DIR": None}, "make_folder:1+"),
    "memory_file": ("production", {"ORDO_RAW_DIR": None, "ORDO_CONTROL": "1"}, "memory_file:1+"),
    "boot_ns": ("production", {"ORDO_RAW_DIR": None, "ORDO_CONTROL": "1"}, "boot_ns:1+"),
    "say": ("exact", {"ORDO_RECORDER": None}, "open:1+,say:1+"),
    "unlink": ("exact", {}, "stat:f,unlink:f"),
}

# How to cause each reason of stops.def: build, way, settings, and "limits" of the shell.
STOPS = {
    "disk": [(b, "grow", {"ORDO_TEST_FAULTS": "write_zeros:6+,allocate:1+"}, "") for b in BUILDS]
    + [("exact", "moved", {}, ""), ("drms", "moved", {}, ""), ("exact", "fsize", {}, ""),
       ("exact", "maps", {}, "")],
    "memory": [(b, "grow", {"ORDO_TEST_FAULTS": f"memory:{k}+"}, "")
               for b in BUILDS for k in (2, 6, 9)],
    "limit": [(b, "grow", {"ORDO_LIMIT": "60k"}, "") for b in BUILDS],
    "depth": [(b, "deep", {}, "ulimit -v 8000000") for b in ("exact", "blocks", "structure")],
    "stack-switch": [(b, "switch", {}, "") for b in ("exact", "blocks", "drms", "structure")],
    "addresses": [("exact", "alias", {}, ""), ("drms", "alias", {"ORDO_CELL": "8"}, "")],
    "fork": [(b, "none", {"ORDO_TEST_FAULTS": "write:f,back:f"}, "") for b in BUILDS],
    "segment": [("production", "none", {"ORDO_TEST_FAULTS": "set_gs:1+"}, "")],
    "seccomp": [(b, "strict", {}, "") for b in BUILDS if b != "production"],
    # Only the Valgrind engine has a limit on threads at a time: tests/e2e/valgrind.sh.
    "threads": [],
}
NOT_HERE = {"threads": "long_more_threads_than_shadow_memories_stop_the_recording"}

# Builds that cannot stop for a reason, because nothing in them can cause it. The recording then
# continues, which is right too.
MAY_NOT_STOP = {("counts", "memory"), ("production", "memory"), ("production", "disk"),
                ("production", "limit"), ("counts", "disk"), ("counts", "limit"),
                ("counts", "fork"), ("production", "fork"), ("exact", "maps"),
                ("counts", "seccomp")}


class Tester:
    def __init__(self, options):
        self.o = options
        self.dir = tempfile.mkdtemp(prefix="ordo-faults-")
        self.header = os.path.join(ROOT, "src/engine/runtime/system/os.h")
        self.names = [f[2] for f in generate.prototypes(self.header) if f[2] in generate.FAILS]
        self.passed, self.failures, self.called = 0, [], set()
        self.expected = {}

    def build(self):
        def compile(words, out, shared=False):
            flags = ["-O2", "-g", "-w"] + (["-shared", "-fPIC"] if shared else [])
            source = os.path.join(HERE, "plugin.c" if shared else "afterwards.c")
            subprocess.run(words + flags + [source, "-o", out, "-ldl", "-lpthread"], check=True)
        for name, words in [("native", [self.o.clang])] + [
                (b, [self.o.ordo, "cc", *f]) for b, (f, _) in BUILDS.items()]:
            os.mkdir(f"{self.dir}/{name}")
            compile(words, f"{self.dir}/{name}/afterwards")
            compile(words, f"{self.dir}/{name}/plugin.so", shared=True)

    def run(self, build, way, settings=None, limits="", counts=None):
        """Returns (output, errors, status) of a run, and the raw folder, which the caller removes."""
        place = tempfile.mkdtemp(dir=self.dir)
        env = {k: v for k, v in os.environ.items() if not k.startswith("ORDO_")}
        raw = f"{place}/raw"
        os.mkdir(raw)
        if build != "native":
            env |= {"LD_LIBRARY_PATH": self.o.lib, "ORDO_RAW_DIR": raw, "ORDO_RECORDER": "1",
                    **BUILDS[build][1], **(settings or {})}
            env = {k: v for k, v in env.items() if v is not None}
            if counts:
                env["ORDO_TEST_COUNTS"] = counts
        command = [f"{self.dir}/{build}/afterwards", way, f"{self.dir}/{build}/plugin.so", raw]
        if limits:
            command = ["sh", "-c", f'{limits}; exec "$@"', "sh"] + command
        try:
            p = subprocess.run(command, env=env, cwd=place, capture_output=True, timeout=120)
            # Messages of the C library name the plugin.
            end = (*(x.decode().replace(f"{self.dir}/{build}", "DIR") for x in (p.stdout, p.stderr)),
                   p.returncode)
        except subprocess.TimeoutExpired:
            end = ("", "", "it did not end in 120 s")
        return end, place

    def native(self, way, limits=""):
        if (way, limits) not in self.expected:
            self.expected[way, limits], place = self.run("native", way, limits=limits)
            shutil.rmtree(place)
        return self.expected[way, limits]

    def note(self, name, want, got):
        if want == got:
            self.passed += 1
        else:
            self.failures.append((name, want, got))

    # ---- calls ----

    def count(self, build, way, plan, settings=None):
        """Returns the end of the run, and (calls, failures) by name."""
        counts = tempfile.mktemp(dir=self.dir)
        with open(counts, "wb") as f:
            f.write(bytes(4096))
        faults = {"ORDO_TEST_FAULTS": plan} if plan else {}
        end, place = self.run(build, way, {**(settings or {}), **faults}, counts=counts)
        shutil.rmtree(place)
        numbers = struct.unpack("512Q", open(counts, "rb").read(4096))
        os.unlink(counts)
        return end, {n: numbers[2 * i:2 * i + 2] for i, n in enumerate(self.names)}

    def fail_call(self, build, way, plan):
        end, counts = self.count(build, way, plan)
        name = plan.split(":")[0]
        want = self.native(way)
        if name in generate.OF_THE_PROGRAM:  # the program sees the failure, as it would natively
            want, end = "no signal", "no signal" if 0 <= end[2] < 128 else end
        self.note(f"{build}/{way}/{plan}", want, end)
        return counts[name][1] > 0

    def places(self, calls):
        """Returns the numbers of the calls that are made to fail."""
        some = list(range(1, min(calls, LONG_EVERY) + 1))
        while some[-1] < calls:
            some.append(min(some[-1] + some[-1] // 4, calls))
        return some

    def plans(self, build, way, name, calls):
        """Returns the plans of the runs in which calls of the function fail."""
        if self.o.long:
            return [f"{name}:{k}{more}" for k in self.places(calls) for more in ("", "+")]
        if name in self.called and way == "none" and build not in ("exact", "structure", "production"):
            return []
        last = [f"{name}:{calls}"] if build == "exact" and calls > 1 else []
        return ([f"{name}:1", f"{name}:1+"] if way == "none" else [f"{name}:1+"]) + last

    def calls(self, pool):
        jobs = []
        for build, way in RUNS + (LONG_RUNS if self.o.long else []):
            if self.o.only and self.o.only not in f"{build}/{way}":
                continue
            end, counts = self.count(build, way, None)
            self.note(f"{build}/{way}", self.native(way), end)
            for name, (n, _) in counts.items():
                if not n:
                    continue
                plans = self.plans(build, way, name, n)
                is_known = name in self.called
                self.called.add(name)
                if way in ("user", "grow") and is_known and not self.o.long:
                    continue
                if (way == "memory") != (name in generate.OF_THE_PROGRAM) and way != "none":
                    continue
                jobs += [pool.submit(self.fail_call, build, way, p) for p in plans]
        for j in jobs:
            j.result()
        if self.o.only:
            return
        for name, (build, settings, plan) in RARE.items():
            end, counts = self.count(build, "none", plan, settings)
            self.note(f"{build}/none/{plan}", self.native("none"), end)
            if counts[name][1]:
                self.called.add(name)
        for name in sorted(set(self.names) - self.called):
            self.failures.append((f"ort_os_{name}", "a run that calls it", "none"))

    # ---- stops ----

    def reasons(self):
        text = open(os.path.join(ROOT, "src/abi/stops.def")).read()
        return {name: int(n) for n, name in re.findall(r'^ORDO_STOP\(\w+, (\d+), "(.*?)"', text, re.M)}

    def stop_at(self):
        """Returns the offset of the header's field `stop`."""
        text = open(os.path.join(ROOT, "src/abi/raw.def")).read()
        text = text[text.index("RAW_RECORD(header"):]
        at = 0
        for kind, name, count in re.findall(r"RAW_(?:FIELD|ARRAY)\((\w+), (\w+),(?: (\d+),)?", text):
            size = {"u8": 1, "u32": 4, "u64": 8, "i64": 8}[kind]
            at = (at + size - 1) // size * size
            if name == "stop":
                return at
            at += size * int(count or 1)
        raise SystemExit("raw.def: the header has no field `stop`")

    def stopped_for(self, place):
        found = set()
        for folder in (f"{place}/raw", f"{place}/raw.moved"):
            for f in os.listdir(folder) if os.path.isdir(folder) else []:
                data = open(f"{folder}/{f}", "rb").read(4096)
                if len(data) == 4096:
                    found.add(struct.unpack_from("<I", data, self.stop_at())[0])
        return found

    def stop(self, reason, number, build, way, settings, limits):
        end, place = self.run(build, way, settings, limits)
        name = f"{build}/{way}/{reason}"
        want = self.native(way, limits)
        if way == "moved":  # both move a folder, but not the same one
            want, end = (want[0], "", want[2]), (end[0], "", end[2])
        found = self.stopped_for(place)
        shutil.rmtree(place)
        self.note(name, want, end)
        if number not in found and (build, reason) not in MAY_NOT_STOP and (build, way) not in MAY_NOT_STOP:
            self.failures.append((name, f"a raw file that stopped for {reason}", found))

    def stops(self, pool):
        jobs = []
        for reason, number in self.reasons().items():
            if reason not in STOPS:
                self.failures.append((f"stop {reason}", "a way to cause it", "none"))
            elif not STOPS[reason] and NOT_HERE[reason] not in open(f"{ROOT}/tests/e2e/valgrind.sh").read():
                self.failures.append((f"stop {reason}", NOT_HERE[reason], "no such test"))
            for case in STOPS.get(reason, []):
                if not self.o.only or self.o.only in f"{case[0]}/{case[1]}/{reason}":
                    jobs.append(pool.submit(self.stop, reason, number, *case))
        for j in jobs:
            j.result()


def main():
    a = argparse.ArgumentParser()
    a.add_argument("ordo")
    a.add_argument("clang")
    a.add_argument("lib")
    a.add_argument("--long", action="store_true")
    a.add_argument("--only")
    t = Tester(a.parse_args())
    try:
        t.build()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            t.stops(pool)
            t.calls(pool)
    finally:
        shutil.rmtree(t.dir, ignore_errors=True)
    for name, want, got in t.failures[:20]:
        print(f"FAIL  faults: {name}\n    expected {want}\n    got      {got}")
    print(f"faults: {t.passed} passed, {len(t.failures)} failed, 0 skipped")
    sys.exit(bool(t.failures))


if __name__ == "__main__":
    main()
