# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""builder.py: builds each program once in each way: natively, by `ordo cc`, by `ordo cc --production`."""
import concurrent.futures
import os
import subprocess
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
BUILDS = ("native", "exact", "production")


class CannotBuild(Exception):
    pass


class Builder:
    def __init__(self, ordo, clang, folder):
        self.ordo, self.clang, self.folder = ordo, clang, folder
        self.lock, self.made = threading.Lock(), {}

    def compiler(self, build, source):
        cxx = source.endswith(".cpp")
        if build == "native":
            head, tail = os.path.split(self.clang)
            return [os.path.join(head, tail.replace("clang", "clang++", 1) if cxx else tail)]
        words = [self.ordo, "c++" if cxx else "cc"]
        return words + (["--production"] if build == "production" else [])

    def run(self, build, case, part, folder):
        by = part.by if part else case.by
        source = part.source if part else case.source
        flags = case.compile.split() + (part.flags.split() if part else [])
        link = [] if part else case.link.split()
        out = part.file if part else "program"
        words = self.compiler(build if by == "same" else by, source) + flags + [
            "-w", os.path.join(HERE, case.paragraph, source), "-o", out, *link,
            "-pthread", "-ldl", "-lm"]
        p = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        if p.returncode:
            raise CannotBuild(p.stderr)

    def make(self, build, case):
        folder = os.path.join(self.folder, f"{len(self.made)}-{build}")
        os.mkdir(folder)

        def all_of_it():
            for part in (*case.parts, None):
                self.run(build, case, part, folder)
            return folder
        return all_of_it

    def get(self, build, case):
        """Returns the folder of the program and its libraries, or raises CannotBuild."""
        key = (build, case.paragraph, case.source, case.compile, case.link, case.parts, case.by)
        with self.lock:
            mine = key not in self.made
            if mine:
                work = self.make(build, case)
                self.made[key] = concurrent.futures.Future()
        if mine:
            try:
                self.made[key].set_result(work())
            except Exception as e:
                self.made[key].set_exception(e)
        return self.made[key].result()
