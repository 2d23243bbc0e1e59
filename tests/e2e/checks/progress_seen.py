# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""progress_seen.py: checks the progress in `seen`, what a terminal showed: none in the first second, and cleared
at the end."""
import re, sys
seen = open("seen", "rb").read()
shown = [m.decode() for m in re.findall(rb"\r\x1b\[K(\d/5 n=\d+)", seen)]
if "1/5 n=10" in shown: sys.exit(f"    within the first second: {seen}")
if shown[-2:] != ["4/5 n=40", "5/5 n=50"]: sys.exit(f"    {seen}")
if not re.search(rb"5/5 n=50\r\x1b\[Kordo trend: t.data: 5 of 5 workloads, ", seen): sys.exit(f"    not cleared: {seen}")
