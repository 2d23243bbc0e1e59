# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page_parts.py PAGE WHAT: prints the first profile's part WHAT (report, findings) of an HTML report."""
import base64, re, sys, zlib
page, what = sys.argv[1:]
part = re.search(r'id="ordo-0-%s-0"[^>]*>([^<]*)<' % what, open(page).read()).group(1)
print(zlib.decompress(base64.b64decode(part), 47).decode())
