# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One shell command: its output in a file, its exit status, its time; a timeout ends all of it."""

import os
import signal
import subprocess
import threading
import time


class Ended:
    """status: exit status, 128 + a signal's number, or None after a timeout; times in seconds."""

    def __init__(self, status, user, seconds):
        self.status, self.user, self.seconds = status, user, seconds


def run(command, folder, environment, log, timeout):
    late = threading.Event()
    begun = time.time()
    with open(log, "wb") as out:
        process = subprocess.Popen(["bash", "-c", command], cwd=folder, env=environment, stdout=out,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True)

        def end():
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(timeout, end)
        timer.start()
        # Of the shell and of all that it waited for.
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = 0
    code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return Ended(None if late.is_set() else code, usage.ru_utime, time.time() - begun)
