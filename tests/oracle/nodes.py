# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nodes.py: the vocabulary of generated programs.

Both sides of every node, the C text and the run, follow docs/measurement.md: scalars whose
address is not taken are registers; everything else is memory, and an access belongs to the scope
that it stands in.
"""
from expressions import *
from library import *
from lists import *
from loops import *
from objects import *
from program import *
from routines import *
from statements import *
