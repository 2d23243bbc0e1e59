# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nodes.py: the nodes of generated programs.

The C text and the execution of every node follow docs/measurement.md: scalars whose address is not taken are
in registers; everything else is in memory, and an access belongs to the scope around it.
"""
from expressions import *
from library import *
from lists import *
from loops import *
from objects import *
from program import *
from routines import *
from statements import *
