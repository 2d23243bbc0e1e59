# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runner.py: runs one case in all of its modes and reports where they differ from the native run."""
import os
import re
import resource
import shutil
import signal
import subprocess

import around
from builder import CannotBuild
from case import COMMAND, EXACT

RATE = "1/3"
FIRST_USER = 61000
BEFORE_FAILED = 99


class Skipped(Exception):
    pass


class Failed(Exception):
    pass


def build_of(mode):
    return "exact" if mode in EXACT or mode == COMMAND[0] else "production"


def is_recorded(mode):
    return mode in ("recorded", "production recorded")


def first_difference(what, want, got):
    if want == got:
        return ""
    if not isinstance(want, bytes) or not isinstance(got, bytes):
        return f"{what}: natively {want}, here {got}"
    a, b = want.split(b"\n"), got.split(b"\n")
    for i in range(max(len(a), len(b))):
        x, y = (v[i] if i < len(v) else b"(nothing)" for v in (a, b))
        if x != y:
            return f"{what}, line {i + 1}: natively {x[:200]!r}, here {y[:200]!r}"
    return f"{what}: differs"


class Run:
    """A case and its folder: `run` is the working folder in all modes, `raw` the raw folder."""
    def __init__(self, case, number, builder, ordo, folder, keep=False):
        self.case, self.number, self.builder, self.ordo = case, number, builder, ordo
        self.folder, self.keep = os.path.join(folder, f"case-{number}"), keep
        self.place, self.raw = (os.path.join(self.folder, n) for n in ("run", "raw"))
        self.profile = os.path.join(self.folder, "profile.data")
        self.group = None

    # ---- Before a run. ----

    def fresh(self, build):
        for folder in (self.place, self.raw):
            shutil.rmtree(folder, ignore_errors=True)
        try:
            source = self.builder.get(build, self.case)
        except CannotBuild as e:
            packages = [n for n in self.case.needs if n.startswith("lib")]
            if build == "native" and packages:
                raise Skipped(f"clang cannot build it here: {packages[0]}")
            raise Failed(f"{build}: it cannot be built: {str(e).strip().splitlines()[:1]}")
        os.mkdir(self.place)
        os.chmod(self.place, 0o777)
        for f in os.listdir(source):
            os.link(os.path.join(source, f), os.path.join(self.place, f))
        os.mkdir(self.raw)
        os.chmod(self.raw, self.case.raw_right)

    def fill(self, text):
        return (text.replace("{raw}", self.raw).replace("{user}", str(FIRST_USER + self.number))
                .replace("{group}", self.group.path if self.group else ""))

    def words(self, mode):
        c = self.case
        words = self.fill(c.through).split() + ["./program"] + self.fill(c.arguments).split()
        if mode in COMMAND:
            front = [self.ordo, "record", "-q", "-o", self.profile]
            words = front + (["--production", "--rate", RATE] if mode == COMMAND[1] else []) + [
                "--", *words]
        if c.before:
            words = ["bash", "-c", f'{self.fill(c.before)} || exit {BEFORE_FAILED}; exec "$@"', "bash", *words]
        return words

    def environment(self, mode):
        e = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": "/", **self.case.environment}
        if is_recorded(mode):
            e |= {"ORDO_RAW_DIR": self.raw, "ORDO_RECORDER": "1"}
            if mode == "production recorded":
                e["ORDO_RATE"] = RATE
            e |= self.case.settings
        return e

    # ---- A run. ----

    def execute(self, mode):
        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        p = subprocess.Popen(self.words(mode), cwd=self.place, env=self.environment(mode),
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, start_new_session=True, preexec_fn=limit)
        try:
            out, err = p.communicate(timeout=self.case.seconds)
            status = p.returncode
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            out, err = p.communicate()
            status = f"it did not end in {self.case.seconds} s"
        result = {"output": out, "errors": err, "status": status}
        for f in self.case.files:
            path = os.path.join(self.place, f)
            result[f] = open(path, "rb").read() if os.path.exists(path) else "is not there"
        return result

    def surrounded(self, mode):
        """Runs the case in its surroundings. Returns the result and the problem of its profile, if any."""
        c = self.case
        self.fresh("native" if mode == "native" else build_of(mode))
        disk = around.Tmpfs(self.raw, c.disk, c.left) if c.disk else None
        if c.group:
            self.group = around.Group(f"ordo-kinds-{os.getpid()}-{self.number}", c.group)
        try:
            result = self.execute(mode)
            if disk:
                disk.empty()
            problem = self.problem_of_the_profile(mode)
        finally:
            if self.group:
                self.group.end()
            if disk:
                disk.end()
        return result, problem

    def problem_of_the_profile(self, mode):
        c = self.case
        if not (is_recorded(mode) or mode in COMMAND) or c.no_raw:
            return ""
        if mode in COMMAND:
            return self.problem_of_the_report(mode)
        p = subprocess.run([self.ordo, "record", "-q", "--from", self.raw, "-o", self.profile],
                           capture_output=True, text=True, cwd=self.folder)
        if p.returncode:
            return f"ordo record --from: status {p.returncode}: {p.stderr.strip()[-300:]}"
        return self.problem_of_the_report(mode)

    def problem_of_the_report(self, mode):
        p = subprocess.run([self.ordo, "report", "--warnings", self.profile], capture_output=True, text=True,
                           cwd=self.folder)
        if p.returncode:
            return f"ordo report: status {p.returncode}: {p.stderr.strip()[-300:]}"
        said = (p.stdout + p.stderr).splitlines()
        for i, text in enumerate(said):
            if "unreadable-raw" in text:
                return f"ordo report:{said[i + 1]}" if said[i + 1:] else text
        if mode == "recorded" and not any(self.case.report in text for text in said or [""]):
            return f"ordo report: does not say {self.case.report}"
        return ""

    # ---- The comparison. ----

    def compare(self, mode, native):
        result, problem = self.surrounded(mode)
        want = dict(native)
        if mode in COMMAND and isinstance(want["status"], int) and want["status"] < 0:
            want["status"] = 128 - want["status"]  # as a shell reports it
        if mode == "production recorded" and self.case.said:
            result["errors"] = re.sub(self.case.said.encode(), b"", result["errors"], flags=re.M)
        for what in want:
            difference = first_difference(what, want[what], result[what])
            if difference:
                return difference
        return problem

    def check_native(self, native):
        """Raises Failed if the native run fails by mistake: then all modes would be equal."""
        if not isinstance(native["status"], int):
            raise Failed(native["status"])
        if native["status"] in (126, 127) or (self.case.before and native["status"] == BEFORE_FAILED):
            raise Failed(f"the program was not started: {native['errors'].decode(errors='replace')[-200:]}")

    def rejections(self):
        for build, line in self.case.rejected.items():
            try:
                self.builder.get(build, self.case)
                yield build, "it builds, but must be rejected"
            except CannotBuild as e:
                text = str(e).strip()
                yield build, "" if line in text and "\n" not in text else f"rejected with {text!r}"

    def all(self):
        """Yields (mode, what differs or "") of each mode."""
        os.mkdir(self.folder)
        os.chmod(self.folder, 0o755)
        for what in self.case.needs:
            if around.lacks(what):
                raise Skipped(around.lacks(what))
        try:
            native, _ = self.surrounded("native")
            self.check_native(native)
            yield from self.rejections()
            for mode in self.case.modes:
                if build_of(mode) in self.case.rejected:
                    continue
                try:
                    yield mode, self.compare(mode, native)
                except Failed as e:
                    yield mode, str(e)
        finally:
            if not self.keep:
                shutil.rmtree(self.folder, ignore_errors=True)
