# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on_terminal.py FILE COMMAND...: runs the command with a terminal as its standard streams, and writes all that it
printed to FILE."""
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
with open(sys.argv[1], "wb") as shown:
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:   # the other side is closed, and all its output has been read
            break
        if not part:
            break
        shown.write(part)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
