# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What one run of a command costs, its children included."""
import subprocess
import sys
import tempfile


def measured(argv, env, what):
    """CPU seconds, and the kilobytes that the largest of its processes had resident.

    By time(1): the kernel counts what a process had resident before it became another program, and
    that of this interpreter is larger than many a native run's.
    """
    with tempfile.NamedTemporaryFile("r") as f:
        status = subprocess.run(["/usr/bin/time", "-q", "-f", "%U %S %M", "-o", f.name] + argv, env=env,
                                stdout=subprocess.DEVNULL, check=False).returncode
        if status != 0:
            sys.exit(f"bench: {what}: failed with status {status}")
        user, system, kilobytes = f.read().split()
    return float(user) + float(system), int(kilobytes)
