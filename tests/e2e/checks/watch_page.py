# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""watch_page.py URL: the page at URL must change after bubble.c is saved with other sizes."""
import re, sys, time, urllib.request
def page():
    return urllib.request.urlopen(sys.argv[1], timeout=60).read().decode()
first = page()
assert "<html" in first
text = open("bubble.c").read().replace(".to = 20", ".to = 30")
open("new.c", "w").write(text)
import os
os.rename("new.c", "bubble.c")  # as editors do
for _ in range(600):
    second = page()
    if second != first:
        break
    time.sleep(0.1)
assert second != first, "the page did not change"
