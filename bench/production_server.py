#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Throughput and latency of a real server that is built with `ordo cc --production`, under load.

    bench/production_server.py [--work DIR] [--reps N] [--requests N] [--sides x,y]

Gets the Debian source package of redis, builds its server with clang -O2 and with
`ordo cc --production -O2`, and loads each on the loopback interface with redis-benchmark (built
natively), in turn: one repetition of each side, in an order that is reversed every time. If there are
two processors, server and load have one each. Commands: SET, GET, LPUSH, LRANGE of 100, ZADD, with
random keys. CPU time is the server's.
"""

import argparse
import csv
import io
import math
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from ratios import mean_ratio, percent

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ORDO = os.path.join(ROOT, "build", "bin", "ordo")
PACKAGE = "redis"
COMMANDS = ["set", "get", "lpush", "lrange_100", "zadd"]
SIDES = {
    "native": (False, {}),
    "idle": (True, {}),
    "default": (True, {"ORDO_RAW_DIR": "RAW"}),
    "hundredth": (True, {"ORDO_RAW_DIR": "RAW", "ORDO_RATE": "1/100"}),
}
SHOWN = {"idle": "not recorded", "default": "the default: within 0.5 % of CPU time",
         "hundredth": "one execution in 100, no budget"}


def fetch(work):
    source = os.path.join(work, PACKAGE)
    if os.path.isdir(source):
        return source
    apt = os.path.join(work, "apt")
    for folder in ("lists", "parts", "dl"):
        os.makedirs(os.path.join(apt, folder), exist_ok=True)
    with open("/etc/apt/sources.list.d/debian.sources", encoding="utf-8") as f, \
            open(os.path.join(apt, "parts", "src.sources"), "w", encoding="utf-8") as out:
        out.writelines("Types: deb-src\n" if line.startswith("Types:") else line for line in f)
    options = ["-qq", "-o", "APT::Sandbox::User=root", "-o", "Dir::Etc::sourcelist=/dev/null",
               "-o", f"Dir::Etc::sourceparts={apt}/parts", "-o", f"Dir::State::Lists={apt}/lists"]
    subprocess.run(["apt-get", *options, "update"], check=True)
    subprocess.run(["apt-get", *options, "--download-only", "--tar-only", "source", PACKAGE],
                   cwd=os.path.join(apt, "dl"), check=True, stdout=subprocess.DEVNULL)
    tar = [n for n in os.listdir(os.path.join(apt, "dl")) if ".orig.tar" in n and not n.endswith(".asc")][0]
    part = source + ".part"
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(part)
    subprocess.run(["tar", "-xf", os.path.join(apt, "dl", tar), "-C", part, "--strip-components=1"], check=True)
    os.rename(part, source)
    return source


def build(work, production):
    """Returns a folder with redis-server, and with redis-benchmark if it is the native one."""
    name = "production" if production else "native"
    done = os.path.join(work, name)
    compiler = f"{ORDO} cc --production" if production else "clang-19"
    if not production and os.path.exists(os.path.join(done, "redis-server")):
        return done
    tree = os.path.join(work, name + ".tree")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(fetch(work), tree, symlinks=True)
    # The makefile rebuilds the bundled libraries if the compiler changed: everything except the load
    # generator is built for production.
    flags = ["MALLOC=libc", "OPTIMIZATION=-O2", "BUILD_TLS=no", "USE_SYSTEMD=no"]
    log = os.path.join(work, name + ".log")
    with open(log, "w", encoding="utf-8") as f:
        for folder, cc, goals in (
            ("deps", "clang-19", ["hiredis", "linenoise", "lua", "hdr_histogram"]),
            ("src", compiler, ["redis-server"] if production else ["redis-server", "redis-benchmark"]),
        ):
            command = ["make", "-j2", "-C", os.path.join(tree, folder), f"CC={cc}", *flags, *goals]
            if subprocess.run(command, stdout=f, stderr=subprocess.STDOUT, check=False).returncode:
                sys.exit(f"production_server: {PACKAGE} does not build with {cc}: see {log}")
    os.makedirs(done, exist_ok=True)
    for binary in ("redis-server", "redis-benchmark"):
        if os.path.exists(os.path.join(tree, "src", binary)):
            shutil.copy(os.path.join(tree, "src", binary), done)
    return done


def cpu_seconds(pid):
    fields = open(f"/proc/{pid}/stat", encoding="utf-8").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pinned(cpu):
    return (lambda: os.sched_setaffinity(0, {cpu})) if os.cpu_count() > 1 else None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def answer(port, server):
    for _ in range(600):
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            if server.poll() is not None:
                sys.exit(f"production_server: redis-server ended with status {server.returncode}")
            time.sleep(0.1)
    sys.exit("production_server: redis-server does not listen")


def load(args, folders, side, port):
    """Returns requests per second and latencies of each command, and the server's CPU seconds."""
    production, extra = SIDES[side]
    home = tempfile.mkdtemp()
    env = {k: v for k, v in os.environ.items() if not k.startswith("ORDO_")}
    env.update({k: home if v == "RAW" else v for k, v in extra.items()})
    server = subprocess.Popen([os.path.join(folders[production], "redis-server"), "--port", str(port), "--save", "",
                               "--appendonly", "no", "--dir", home, "--logfile", "log"],
                              env=env, preexec_fn=pinned(0), cwd=home)
    try:
        answer(port, server)
        command = [os.path.join(folders[False], "redis-benchmark"), "-p", str(port), "-n", str(args.requests),
                   "-r", "100000", "-c", "20", "-t", ",".join(COMMANDS), "--csv"]
        before = cpu_seconds(server.pid)
        out = subprocess.run(command, capture_output=True, text=True, check=True, preexec_fn=pinned(os.cpu_count() - 1))
        seconds = cpu_seconds(server.pid) - before
    finally:
        server.send_signal(signal.SIGTERM)
        if server.wait(60):
            print(f"production_server: redis-server ended with status {server.returncode}", file=sys.stderr)
        raw = [n for n in os.listdir(home) if n != "log"]
        if "ORDO_RAW_DIR" in extra and not raw:
            sys.exit("production_server: the server recorded nothing")
        shutil.rmtree(home)
    return {row["test"].split()[0]: row for row in csv.DictReader(io.StringIO(out.stdout))}, seconds


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--work", default=os.path.join(ROOT, "build", "server"))
    arguments.add_argument("--reps", type=int, default=10)
    arguments.add_argument("--requests", type=int, default=200000, help="requests of each command")
    arguments.add_argument("--sides", default=",".join(SIDES))
    args = arguments.parse_args()
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    fetch(args.work)
    folders = {False: build(args.work, False), True: build(args.work, True)}
    sides = [s for s in SIDES if s == "native" or s in args.sides.split(",")]
    figures = {s: {"rps": [], "p50": [], "p99": [], "cpu": []} for s in sides}
    for rep in range(args.reps):
        for side in sides if rep % 2 == 0 else reversed(sides):
            rows, seconds = load(args, folders, side, free_port())
            mean = lambda column: math.exp(statistics.mean(math.log(max(float(r[column]), 1e-3)) for r in rows.values()))
            figures[side]["rps"].append(mean("rps"))
            figures[side]["p50"].append(mean("p50_latency_ms"))
            figures[side]["p99"].append(mean("p99_latency_ms"))
            figures[side]["cpu"].append(seconds)
        print(f"production_server: repetition {rep + 1} of {args.reps}", file=sys.stderr)

    version = open(os.path.join(args.work, PACKAGE, "src", "version.h"), encoding="utf-8").read().split('"')[1]
    print(f"# A server in production: {PACKAGE} {version}\n")
    print(f"`make bench-production-server`. {', '.join(COMMANDS)}: {args.requests:,} requests each by 20 connections,\n"
          f"{args.reps} repetitions of each side, all sides in turn. Geometric means over commands, and of the\n"
          "ratios to the native server, with 95 % intervals. CPU time is the server's.\n")
    print("| | requests per second | latency, median | latency, 99 % | CPU time |\n|---|---|---|---|---|")
    native = {k: statistics.median(v) for k, v in figures["native"].items()}
    print(f"| clang -O2 | {native['rps']:,.0f} | {native['p50']:.3f} ms | {native['p99']:.3f} ms | {native['cpu']:.2f} s |")
    for side in sides[1:]:
        cells = []
        for what in ("rps", "p50", "p99", "cpu"):
            ratio, low, high = mean_ratio([a / b for a, b in zip(figures[side][what], figures["native"][what])])
            cells.append(f"{percent(ratio)} ({percent(low)} to {percent(high)})")
        print(f"| {SHOWN[side]} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
