# The numbers of the hardware that counting rests on, for Python.
from __future__ import annotations

SECTOR = 32  # bytes
WORD = 4  # bytes of shared memory that a bank gives at a time
BANKS = 32
LANES = 32  # of a warp
