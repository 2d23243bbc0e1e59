# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs commands side by side on one processor, in slices of time taken in turn.

The speed of a shared machine changes from second to second, so programs that run one after the other are
hard to compare: if runs of a second differ by a tenth, it takes hundreds of them to see one per cent.
Here all commands are started at once and stopped. Each continues for a slice while the others are stopped,
in an order that is drawn anew for every round, until all have ended. All of them then run at the same
speed, and only the differences between the programs remain.
"""
import os
import random
import signal
import sys
import time

SLICE = 0.03  # seconds: long compared with refilling caches, short compared with changes of the machine's speed
LOOK = 0.002  # seconds between checks whether the command has ended


def _begin(argv, env, processor):
    """Starts a command in a process group of its own, stopped before its first instruction. Returns its pid."""
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.sched_setaffinity(0, {processor})
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        os.kill(os.getpid(), signal.SIGSTOP)
        try:
            os.execvpe(argv[0], argv, env)
        except OSError:
            os._exit(127)
    os.waitpid(pid, os.WUNTRACED)
    return pid


def _continue(pid):
    """Lets the command run for a slice. Returns its CPU seconds, including children, if it has
    ended; otherwise None."""
    os.killpg(pid, signal.SIGCONT)
    end = time.monotonic() + SLICE
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(LOOK, left))
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        if ended:
            if status:
                raise ChildProcessError(f"status {os.waitstatus_to_exitcode(status)}")
            return usage.ru_utime + usage.ru_stime
    os.killpg(pid, signal.SIGSTOP)
    return None


def cpu_seconds(commands):
    """Runs all commands, given as name: (argv, environment). Returns the CPU seconds of each by name."""
    processors = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, processors[:1])
    spent, running = {}, {}
    try:
        for name, (argv, env) in commands.items():
            running[name] = _begin(argv, env, processors[-1])
        while running:
            for name in random.sample(list(running), len(running)):
                try:
                    seconds = _continue(running[name])
                except ChildProcessError as failure:
                    del running[name]
                    sys.exit(f"bench: {name}: {failure}")
                if seconds is not None:
                    spent[name] = seconds
                    del running[name]
    finally:
        for pid in running.values():
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        os.sched_setaffinity(0, processors)
    return spent
