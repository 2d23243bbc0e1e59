# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py: a recorded program behaves as natively, whatever it does and in whatever surroundings.

    run.py ORDO CLANG [--only TEXT] [--workers N] [--keep FOLDER] [--list] [--times]

Every case of cases.py is a small program, built by clang, by `ordo cc` and by `ordo cc
--production`. Output, errors and exit status of every run must be those of the native run:
unrecorded, recorded, and as the command of `ordo record`. `ordo report` must read the profile of each
recording. ordo_itself.py has the cases about `ordo record` and damaged files.
"""
import argparse
import concurrent.futures
import os
import shutil
import sys
import tempfile
import time

import ordo_itself
from builder import Builder
from cases import CASES
from runner import Failed, Run, Skipped


class Results:
    def __init__(self):
        self.passed, self.failed, self.skipped = 0, 0, 0

    def note(self, name, mode, difference):
        if difference:
            self.failed += 1
            print(f"FAIL  kinds: {name} [{mode}]: {difference}", flush=True)
        else:
            self.passed += 1

    def skip(self, name, why):
        self.skipped += 1
        print(f"SKIP  kinds: {name}: {why}", flush=True)


def run_one(name, outcomes, results, slow):
    start = time.monotonic()
    try:
        for mode, difference in outcomes:
            results.note(name, mode, difference)
    except Skipped as e:
        results.skip(name, str(e))
    except Failed as e:
        results.note(name, "native", str(e))
    except Exception as e:
        results.note(name, "the test itself", repr(e))
    slow.append((time.monotonic() - start, name))


def main():
    a = argparse.ArgumentParser()
    a.add_argument("ordo")
    a.add_argument("clang")
    a.add_argument("--only", default="")
    a.add_argument("--workers", type=int, default=2)
    a.add_argument("--keep", metavar="FOLDER", help="keep all files in this folder")
    a.add_argument("--list", action="store_true", help="print the names of the cases and end")
    a.add_argument("--times", action="store_true", help="print which cases take longest")
    o = a.parse_args()
    folder = o.keep or tempfile.mkdtemp(prefix="ordo-kinds-")
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o755)
    o.ordo = shutil.which(o.ordo) or o.ordo
    builder = Builder(os.path.abspath(o.ordo), o.clang, folder)
    jobs = []
    for number, case in enumerate(CASES):
        run = Run(case, number, builder, builder.ordo, folder, bool(o.keep))
        jobs.append((f"{case.paragraph}/{case.name}", run.all))
    for name, routine in ordo_itself.tests(builder, folder):
        jobs.append((f"ordo/{name}", routine))
    jobs = [j for j in jobs if o.only in j[0]]
    results, slow = Results(), []
    try:
        if o.list:
            print("\n".join(name for name, _ in jobs))
            return 0
        with concurrent.futures.ThreadPoolExecutor(o.workers) as pool:
            for j in [pool.submit(run_one, n, r(), results, slow) for n, r in jobs]:
                j.result()
    finally:
        if not o.keep:
            shutil.rmtree(folder, ignore_errors=True)
    if o.times:
        for seconds, name in sorted(slow)[-15:]:
            print(f"{seconds:6.1f} s  {name}")
    print(f"kinds: {results.passed} passed, {results.failed} failed, {results.skipped} skipped")
    return int(results.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
