# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""greatest_sizes.py PROFILE: prints of each routine the greatest number of elements that its repetitions saw, and
1 if all these sizes are exact."""
import sqlite3, sys
db = sqlite3.connect("file:%s?immutable=1" % sys.argv[1], uri=True)
for row in db.execute("""SELECT r.name, max(f.elements), min(f.flags & 1) FROM facts f
        JOIN contexts c ON c.node = f.node JOIN scopes s ON s.scope = c.scope
        JOIN scopes r ON r.scope = s.routine WHERE f.input >= 0 AND f.type < 0
        GROUP BY r.name ORDER BY r.name"""):
    print(*row)
