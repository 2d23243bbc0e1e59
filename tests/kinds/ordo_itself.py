# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ordo_itself.py: what happens to `ordo record` and to the files that it reads.

Defines (name, routine) of each test. A routine yields (mode, what is wrong or ""), like those of runner.py.
"""
import os
import random
import resource
import signal
import subprocess

from case import Case
from runner import first_difference

WAITS = Case("ordo", "waits", "waits.c")
GROWS = Case("stops", "grow", "grow.c")
SIGNALS = ("INT", "HUP", "QUIT", "TERM", "USR1")
MUTATIONS, SEED = 200, 20261128
SECONDS = 60


def ready(words, folder, environment=None):
    """Starts the program and waits until it is ready. Returns it and the line that it printed."""
    e = {k: v for k, v in os.environ.items() if not k.startswith("ORDO_")}
    p = subprocess.Popen(words, cwd=folder, env=e | (environment or {}), stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                         preexec_fn=default_signals)
    line = p.stdout.readline()
    return p, line


def default_signals():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for s in SIGNALS:
        signal.signal(getattr(signal, "SIG" + s), signal.SIG_DFL)


def end_of(p, line):
    """Closes its input and waits. Returns its output and its status, as a shell reports it."""
    try:
        out, err = p.communicate(timeout=SECONDS)
        status = p.returncode if p.returncode >= 0 else 128 - p.returncode
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, err = p.communicate()
        status = f"it did not end in {SECONDS} s"
    return {"output": line + out, "errors": err, "status": status}


def differs(want, got):
    for what in want:
        difference = first_difference(what, want[what], got[what])
        if difference:
            return difference
    return ""


class Ordo:
    def __init__(self, builder, folder):
        self.builder, self.ordo = builder, builder.ordo
        self.folder = os.path.join(folder, "ordo")
        os.makedirs(self.folder, exist_ok=True)

    def place(self, name):
        path = os.path.join(self.folder, name.replace(" ", "-"))
        os.mkdir(path)
        return path

    def program(self, build, case=WAITS):
        return os.path.join(self.builder.get(build, case), "program")

    def call(self, *words, cwd=None):
        return subprocess.run([self.ordo, *words], capture_output=True, text=True, cwd=cwd,
                              timeout=SECONDS)

    def record(self, build, *words):
        how = ["--production", "--rate", "1/3"] if build == "production" else []
        return [self.ordo, "record", "-q", *how, *words]

    def reported(self, profile):
        p = self.call("report", profile)
        return f"ordo report: status {p.returncode}: {p.stderr[-300:]}" if p.returncode else ""

    # ---- Signals to ordo record. ----

    def signalled(self, number, way):
        def one(words, place):
            p, line = ready(words, place)
            os.kill(p.pid, number)
            return end_of(p, line)
        place = self.place(f"signal-{number}-{way}")
        want = one([self.program("native"), way], place)
        for build in ("exact", "production"):
            profile = os.path.join(place, f"{build}.data")
            got = one(self.record(build, "-o", profile, "--", self.program(build), way), place)
            left = [f for f in os.listdir(place) if ".raw-" in f]
            yield build, (differs(want, got) or self.reported(profile)
                          or (f"a folder is left behind: {left}" if left else ""))

    # ---- SIGKILL of ordo record. ----

    def killed(self):
        place = self.place("killed")
        p, line = ready([self.program("native"), "input"], place)
        want = end_of(p, line)
        del want["status"]  # nobody waits for the program any more
        for build in ("exact", "production"):
            profile = os.path.join(place, f"{build}.data")
            p, line = ready(self.record(build, "-o", profile, "--", self.program(build), "input"),
                            place)
            os.kill(p.pid, signal.SIGKILL)
            got = end_of(p, line)
            raw = [f for f in os.listdir(place) if f.startswith(f"{build}.data.raw-")]
            if len(raw) != 1:
                yield build, f"raw folders: {raw}"
                continue
            made = self.call("record", "-q", "--from", os.path.join(place, raw[0]), "-o", profile)
            yield build, (differs(want, got) or self.reported(profile)
                          or (f"ordo record --from: {made.stderr}" if made.returncode else ""))

    # ---- A folder that is still written to. ----

    def still_written(self):
        place = self.place("still-written")
        p, line = ready([self.program("native"), "input"], place)
        want = end_of(p, line)
        for build in ("exact", "production"):
            raw, profile = (os.path.join(place, f"{build}.{n}") for n in ("raw", "data"))
            os.mkdir(raw)
            e = {"ORDO_RAW_DIR": raw, "ORDO_RECORDER": "1", "ORDO_RATE": "1/3"}
            p, line = ready([self.program(build), "input"], place, e)
            wrong = ""
            for _ in range(3):
                made = self.call("record", "--from", raw, "-o", profile)
                wrong = wrong or (f"ordo record --from: {made.stderr}" if made.returncode else "")
                wrong = wrong or self.reported(profile) or self.reported(raw)
            wrong = wrong or ("" if os.listdir(raw) else "the raw file is gone")
            wrong = wrong or differs(want, end_of(p, line))
            made = self.call("record", "-q", "--from", raw, "-o", profile)
            wrong = wrong or (f"ordo record --from: {made.stderr}" if made.returncode else "")
            wrong = wrong or self.reported(profile)
            yield build, wrong or ("the folder is still there" if os.path.exists(raw) else "")

    # ---- Damaged files. ----

    def sound_files(self, place):
        """Makes eight files: the raw files and the profiles of two programs in two builds."""
        files = []
        for build in ("exact", "production"):
            for case, words in ((GROWS, []), (WAITS, ["input"])):
                name = f"{build}-{case.name}"
                raw = os.path.join(place, name)
                os.mkdir(raw)
                e = {k: v for k, v in os.environ.items() if not k.startswith("ORDO_")}
                e |= {"ORDO_RAW_DIR": raw, "ORDO_RECORDER": "1", "ORDO_RATE": "1/3",
                      "ORDO_LIMIT": "300k"}
                subprocess.run([self.program(build, case), *words], env=e, cwd=place,
                               stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
                first = sorted(os.listdir(raw))[0]
                copy = os.path.join(place, f"{name}.raw")
                os.rename(os.path.join(raw, first), copy)
                profile = os.path.join(place, f"{name}.data")
                os.mkdir(raw + ".from")
                os.link(copy, os.path.join(raw + ".from", first))
                self.call("record", "-q", "--from", raw + ".from", "-o", profile)
                files += [copy, profile]
        return files

    def damage(self, numbers, data):
        odd = (0, 1, 63, 127, 0x7fffffff, 0x80000000, 0xffffffff, 2**63 - 1, 2**63, 2**64 - 1)
        for _ in range(numbers.randint(1, 3)):
            # Half of the damage is near the beginning, where the headers are.
            end = min(len(data), numbers.choice((128, 4096, len(data))))
            at, width = numbers.randrange(end), 1 << numbers.randrange(4)
            what = numbers.randrange(10)
            if what < 4:
                data[at] ^= 1 << numbers.randrange(8)
            elif what < 7:
                at = at // width * width
                value = numbers.choice(odd) & ((1 << 8 * width) - 1)
                data[at:at + width] = value.to_bytes(width, "little")
            elif what < 9:
                start, size = numbers.randrange(len(data)), numbers.randrange(200)
                data[at:at + size] = data[start:start + size]
            elif numbers.randrange(3) == 0 and at > 0:
                del data[at:]
        return data

    def read_damaged(self, path):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        try:
            p = subprocess.run([self.ordo, "report", path], capture_output=True, timeout=20,
                               preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return "it did not end in 20 s"
        last = p.stderr.decode(errors="replace").strip().splitlines()[-1:] or [""]
        if p.returncode < 0 or p.returncode >= 126:
            return f"status {p.returncode}: {last[0][:200]}"
        if p.returncode and not last[0].startswith("ordo"):
            return f"status {p.returncode}, and its last line is {last[0][:200]!r}"
        return ""

    def damaged(self):
        place = self.place("damaged")
        for path in self.sound_files(place):
            name = os.path.basename(path)
            sound = open(path, "rb").read()
            numbers = random.Random(f"{SEED} {name}")
            wrong = self.read_damaged(path)
            for k in range(MUTATIONS):
                other = os.path.join(place, f"mutation-{k}-{name}")
                with open(other, "wb") as f:
                    f.write(self.damage(numbers, bytearray(sound)))
                problem = self.read_damaged(other)
                if problem:
                    wrong = wrong or f"mutation {k}: {problem}"
                else:
                    os.unlink(other)
            yield name, wrong


def tests(builder, folder):
    o = Ordo(builder, folder)
    for name in SIGNALS:
        for way in ("default", "handled", "ignored"):
            yield (f"SIG{name} to ordo record, {way}",
                   lambda n=getattr(signal, "SIG" + name), w=way: o.signalled(n, w))
    yield "SIGKILL of ordo record, and --from", o.killed
    yield "a folder that is still written to", o.still_written
    yield "damaged files", o.damaged
