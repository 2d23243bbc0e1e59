# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""made_up_processes.py RAW LIVES: copies a raw file of RAW to LIVES as four processes with made-up numbers and
times."""
import glob, struct, sys
raw, lives = sys.argv[1:]
data = bytearray(open(sorted(glob.glob(raw + "/*.raw"))[0], "rb").read())
second = 10 ** 9
for name, pid, ppid, start, end in (("a", 100, 1, 1000, 1010), ("b", 200, 100, 1005, 0), ("c", 200, 7, 1006, 1007),
                                    ("d", 300, 100, 2000, 2001)):
    struct.pack_into("<II", data, 36, pid, ppid)
    struct.pack_into("<QQ", data, 48, start * second, end * second)
    open(f"{lives}/{pid}-{start * second}.raw", "wb").write(data)
