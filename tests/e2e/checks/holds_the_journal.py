# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""holds_the_journal.py: reads the journal t.data.part in a transaction of three seconds, in which the waiting
workload ends."""
import sqlite3, time
db = sqlite3.connect("file:t.data.part?mode=ro", uri=True, isolation_level=None)
db.execute("BEGIN")
db.execute("SELECT * FROM trend_workloads").fetchall()
open("go", "w").close()
time.sleep(3)  # the one that waited has ended by now, or nothing is shown
db.execute("COMMIT")
