# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_project_run.py: a project's three builds and five runs of its suite, and how the runs differ from the native one."""

import collections
import os
import shutil
import subprocess

import own_command
import own_harness
import own_profile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ORDO = os.environ.get("ORDO") or os.path.join(ROOT, "build", "bin", "ordo")
# Seconds for a build or a run of a suite; a busy machine needs more.
TIMEOUT = int(os.environ.get("SUITES_TIMEOUT", "900"))
COMPILERS = {
    "native": ("clang-19", "clang++-19"),
    "exact": ("ordo cc", "ordo c++"),
    "production": ("ordo cc --production", "ordo c++ --production"),
}
# The build and the environment of each run. RAW stands for an empty folder.
RUNS = {
    "native": ("native", {}),
    "exact idle": ("exact", {}),
    "exact recorded": ("exact", {"ORDO_RAW_DIR": "RAW"}),
    "production idle": ("production", {}),
    "production recorded": ("production", {"ORDO_RAW_DIR": "RAW", "ORDO_RATE": "1/20"}),
}


class Skipped(Exception):
    pass


def environment(folder, way):
    """Returns the environment. CC and CXX are commands; CC1 and CXX1 are the same as one word, for CMake."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ORDO_", "MAKE", "MFLAGS"))}
    env.update(LC_ALL="C", CCACHE_DISABLE="1", FORCE_UNSAFE_CONFIGURE="1")
    env["PATH"] = os.path.dirname(os.path.abspath(ORDO)) + ":" + env["PATH"]
    tools = os.path.join(folder, "tools-" + way)
    os.makedirs(tools, exist_ok=True)
    for name, command in zip(("CC", "CXX"), COMPILERS[way]):
        path = os.path.join(tools, name.lower())
        with open(path, "w") as out:
            out.write(f'#!/bin/sh\nexec {command} "$@"\n')
        os.chmod(path, 0o755)
        env[name], env[name + "1"] = command, path
    return env


def unpack(package, tree):
    shutil.rmtree(tree, ignore_errors=True)
    done = subprocess.run([os.path.join(ROOT, "scripts", "debian_source.sh"), package, tree],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode:
        raise Skipped(f"no source of {package}")


def version(package):
    """Returns the version of the source that debian_source.sh keeps."""
    kept = os.environ.get("ORDO_TEST_CACHE") or os.path.join(ROOT, "cache", "sources")
    names = sorted(n for n in os.listdir(kept) if n.startswith(package + "_") and ".orig.tar." in n)
    return names[0][len(package) + 1:names[0].index(".orig.tar.")]


def build(project, folder, way):
    """Builds the project. Returns the user CPU seconds without configuring, or None if the build fails."""
    tree = os.path.join(folder, way)
    unpack(project.package, tree)
    env = environment(folder, way)
    used = 0.0
    for step in ("prepare", "configure", "build"):
        command = getattr(project, step)
        if not command:
            continue
        log = os.path.join(folder, f"{way}.{step}.log")
        ended = own_command.run(command, tree, env, log, TIMEOUT)
        if ended.status != 0:
            return None
        if step == "build":
            used = ended.user
    return used


def differences(native, other):
    """Returns the differences of two runs, a line each."""
    first, second = (collections.Counter(map(tuple, r["tests"])) for r in (native, other))
    gone, come = first - second, second - first
    lines = []
    if native["status"] != other["status"]:
        lines.append(f"the exit status is {other['status']}, natively {native['status']}"
                     if other["status"] is not None else f"not done after {TIMEOUT} s")
    for name, kind in sorted(gone.elements()):
        now = [k for n, k in come if n == name]
        if now:
            come[(name, now[0])] -= 1
        lines.append(f"{name}: {kind} natively, here {now[0] if now else 'missing'}")
    lines += [f"{name}: {kind} here, natively missing" for name, kind in sorted((+come).elements())]
    return lines


def run_suite(project, folder, name):
    way, settings = RUNS[name]
    tree = os.path.join(folder, way)
    raw = os.path.join(folder, "raw-" + name.replace(" ", "-"))
    shutil.rmtree(raw, ignore_errors=True)
    os.mkdir(raw)
    os.chmod(raw, 0o777)
    env = environment(folder, way)
    env.update({k: raw if v == "RAW" else v for k, v in settings.items()})
    log = os.path.join(folder, name.replace(" ", "-") + ".log")
    ended = own_command.run(project.test, tree, env, log, TIMEOUT)
    with open(log, errors="replace") as out:
        found = own_harness.tests(out.read(), project, tree)
    result = {"status": ended.status, "tests": found, "counts": own_harness.counts(found),
              "user": ended.user, "seconds": ended.seconds}
    if settings:
        result.update(own_profile.check(ORDO, raw, folder))
    shutil.rmtree(raw, ignore_errors=True)
    return result


def without_unstable(native, again, run):
    """Returns both runs without the tests on which two native runs differ."""
    one, two = (collections.Counter(map(tuple, r["tests"])) for r in (native, again))
    unstable = {name for name, _ in ((one - two) + (two - one))}
    return [dict(r, tests=[t for t in r["tests"] if t[0] not in unstable]) for r in (native, run)]


def run_project(project, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    compile_user = {way: build(project, folder, way) for way in COMPILERS}
    if compile_user["native"] is None:
        raise Skipped(f"{project.name} does not build natively here")
    result = {"version": version(project.package), "compile": compile_user, "runs": {},
              "built": {way: used is not None for way, used in compile_user.items()}}
    again = None
    for name, (way, _) in RUNS.items():
        if not result["built"][way]:
            continue
        run = result["runs"][name] = run_suite(project, folder, name)
        native = result["runs"]["native"]
        if name == "native" and run["status"] is None:
            raise Skipped(f"{project.name}: natively the suite takes more than {TIMEOUT} s here")
        if name == "native" and not run["tests"]:
            raise Skipped(f"{project.name}: the suite's output names no test")
        run["differences"] = differences(native, run)
        if not run["differences"] or run["status"] is None:
            continue
        # A run that differs is repeated, and so is the native one: tests whose results vary are left out.
        again = again or run_suite(project, folder, "native")
        second = run_suite(project, folder, name)
        run["first_differences"] = run["differences"]
        run.update(second, differences=differences(*without_unstable(native, again, second)), repeated=True)
    return result
