# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_packages.py: the Debian packages that projects need beyond those of packages.txt."""

import os
import subprocess
import sys


def missing(packages):
    """Returns those that are not installed."""
    out = []
    for name in sorted(packages):
        said = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", name],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if said.stdout.strip() != "installed":
            out.append(name)
    return out


def install(packages):
    """Installs missing packages, if it runs as root; projects that need a missing one are skipped."""
    lacking = missing(packages)
    if not lacking:
        return
    if os.geteuid() != 0:
        print(f"own.py: some projects need: apt-get install {' '.join(lacking)}", file=sys.stderr)
        return
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (["apt-get", "-qq", "update"],
                    ["apt-get", "-qq", "-y", "install", "--no-install-recommends"] + lacking):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL)
