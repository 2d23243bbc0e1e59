# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_profile.py: checks that a folder of raw files is a profile that can be reported."""

import json
import os
import shutil
import subprocess

ALL = 300    # folders of more raw files are read in part
PART = 50


def check(ordo, raw, folder):
    """Returns `profile`, "ok" or what is wrong in one line, and the numbers `raw_files` and `stopped`."""
    names = sorted(os.listdir(raw))
    found = {"raw_files": len(names), "stopped": 0}
    if not names:
        return dict(found, profile="nothing was recorded")
    read = raw
    if len(names) > ALL:
        read = raw + "-part"
        shutil.rmtree(read, ignore_errors=True)
        os.mkdir(read)
        for name in names[::len(names) // PART][:PART]:
            shutil.move(os.path.join(raw, name), read)
    data = os.path.join(folder, "all.data")
    report = os.path.join(folder, "all.json")
    try:
        for command, out in (([ordo, "record", "--from", read, "-o", data], os.devnull),
                             ([ordo, "report", "--json", data], report)):
            with open(out, "w") as to:
                done = subprocess.run(command, stdout=to, stderr=subprocess.PIPE, text=True, timeout=600)
            if done.returncode:
                said = done.stderr.strip().split("\n")[0]
                return dict(found, profile=f"ordo {command[1]} ends with {done.returncode}: {said}")
        with open(report) as of:
            profile = json.load(of)
    except subprocess.TimeoutExpired as late:
        return dict(found, profile=f"ordo {late.cmd[1]} takes more than {late.timeout} s")
    except ValueError as error:
        return dict(found, profile=f"the report is not JSON: {error}")
    finally:
        for path in (data, report):
            if os.path.exists(path):
                os.remove(path)
        shutil.rmtree(raw + "-part", ignore_errors=True)
    found["stopped"] = sum(1 for w in profile["warnings"] if w["code"].startswith("stopped-"))
    called = any(s.get("calls", 0) for s in profile["scopes"])
    return dict(found, profile="ok" if called else "no scope was called")
