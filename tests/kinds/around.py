# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""around.py: the surroundings of a run: file systems and cgroups, if they can be made here."""
import functools
import os
import subprocess
import tempfile

V1, V2 = "/sys/fs/cgroup/memory", "/sys/fs/cgroup"


def quiet(*words):
    return subprocess.run(words, capture_output=True).returncode == 0


class Tmpfs:
    """A file system at `place`, with `left` bytes free."""
    def __init__(self, place, size, left):
        self.place = place
        if not quiet("mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "none", place):
            raise OSError("no tmpfs can be mounted")
        if left >= 0:
            with open(os.path.join(place, "filler"), "wb", 0) as f:
                free = os.statvfs(place)
                f.write(bytes(max(0, free.f_bavail * free.f_bsize - left)))

    def empty(self):
        """Makes room for a profile; the raw files stay."""
        path = os.path.join(self.place, "filler")
        if os.path.exists(path):
            os.unlink(path)

    def end(self):
        quiet("umount", self.place)


class Group:
    """A cgroup with a limit on its memory."""
    def __init__(self, name, limit):
        v1 = os.path.isdir(V1)
        self.path = os.path.join(V1 if v1 else V2, name)
        os.mkdir(self.path)
        try:
            files = ("memory.limit_in_bytes",) if v1 else ("memory.max",)
            for f in files:
                with open(os.path.join(self.path, f), "w") as out:
                    out.write(limit)
        except OSError:
            self.end()
            raise

    def end(self):
        try:
            os.rmdir(self.path)
        except OSError:
            pass


@functools.lru_cache
def lacks(what):
    """Returns why a case that needs this cannot be run here, or "" if it can."""
    if what == "root":
        return "" if os.geteuid() == 0 else "only root can do that"
    if what == "tmpfs":
        place = tempfile.mkdtemp()
        try:
            Tmpfs(place, "100k", -1).end()
            return ""
        except OSError as e:
            return str(e)
        finally:
            os.rmdir(place)
    if what == "cgroup":
        try:
            Group(f"ordo-kinds-try-{os.getpid()}", "100M").end()
            return ""
        except OSError as e:
            return f"no cgroup can be made: {e}"
    return ""
