# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interrupt_group.py ORDO: records ./count in a session of its own and sends SIGINT to the whole group; the
program must handle it."""
import os, signal, subprocess, sys, time
p = subprocess.Popen([sys.argv[1], "record", "-q", "--", "./count", "5", "handler"],
                     start_new_session=True, stdout=subprocess.DEVNULL,
                     preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for _ in range(2400):
    if os.path.exists("ready"): break
    time.sleep(0.05)
os.killpg(p.pid, signal.SIGINT)
status = p.wait(120)
assert status == 7, f"status {status}"
