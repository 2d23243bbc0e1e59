# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the cost of one run of a command, including its children."""
import subprocess
import sys
import tempfile


def measured(argv, env, what):
    """Returns CPU seconds, and the peak resident kilobytes of the largest process.

    Uses time(1), because the kernel includes the peak that a process had before exec, and the peak of this
    interpreter is larger than that of many native runs.
    """
    with tempfile.NamedTemporaryFile("r") as f:
        status = subprocess.run(["/usr/bin/time", "-q", "-f", "%U %S %M", "-o", f.name] + argv, env=env,
                                stdout=subprocess.DEVNULL, check=False).returncode
        if status != 0:
            sys.exit(f"bench: {what}: failed with status {status}")
        user, system, kilobytes = f.read().split()
    return float(user) + float(system), int(kilobytes)
