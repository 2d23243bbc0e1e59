# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""job_control.py COMMAND...: runs the command as a shell with job control does, on a terminal: input, ^Z, fg,
input, end of input. Makes the system calls of such a shell itself, without line editing, so that the
installed shell and its settings do not matter."""
import os, pty, select, signal, sys, time

def shell(command):
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execvp(command[0], command)
    try: os.setpgid(job, job)
    except PermissionError: pass  # it set its group itself and has called exec
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpgrp())
        if not os.WIFSTOPPED(status):
            print("status=%d" % os.waitstatus_to_exitcode(status), flush=True)
            return
        print("Stopped", flush=True)
        sys.stdin.readline()
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)

pid, terminal = pty.fork()
if pid == 0:
    shell(sys.argv[1:])
    os._exit(0)
text = b""
def until(what, seconds=60):
    global text
    end = time.time() + seconds
    while what not in text:
        left = end - time.time()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            sys.exit(f"waited in vain for {what}; got {text!r}")
        text += os.read(terminal, 4096)
    text = text.split(what, 1)[1]
def say(line): os.write(terminal, line)
# The terminal's echo, then the program's copy. When a terminal changes hands on a busy machine, the kernel may hand
# an empty line to a reader between them, without Ordo too.
say(b"one\n"); until(b"one"); until(b"one")
say(b"\x1a"); until(b"Stopped")
say(b"fg\n"); until(b"fg\r\n")
say(b"two\n"); until(b"two"); until(b"two")
say(b"\x04"); until(b"status=0")
