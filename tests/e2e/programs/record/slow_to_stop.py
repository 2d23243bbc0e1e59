# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""slow_to_stop.py: a program that takes half a second to stop at SIGTSTP, and copies its input."""
import os, signal, sys, time

def stop(*_):
    time.sleep(0.5)
    os.write(1, b"put away\n")
    os.kill(os.getpid(), signal.SIGSTOP)

signal.signal(signal.SIGTSTP, stop)
for line in sys.stdin: os.write(1, line.encode())
