# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_command.py: runs a shell command. Its output goes to a file; a timeout ends all its processes."""

import os
import signal
import subprocess
import threading
import time


class Ended:
    """How a command ended. status: exit status, 128 + a signal's number, or None after a timeout. Times are in seconds."""

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
        # Of the shell and of all processes that it waited for.
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = 0
    code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return Ended(None if late.is_set() else code, usage.ru_utime, time.time() - begun)
