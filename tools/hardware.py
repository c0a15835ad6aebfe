# The numbers of the hardware that counting rests on, read from the header that the simulator is compiled with.
from __future__ import annotations

import math
import re

from tools.model import ROOT

HEADER = ROOT / "simt" / "include" / "simt" / "h200.h"
NUMBER = re.compile(r"^constexpr unsigned (\w+) = (\d+(?: \* \d+)*);", re.MULTILINE)


def _read(text: str) -> dict[str, int]:
    return {name: math.prod(int(factor) for factor in value.split(" * ")) for name, value in NUMBER.findall(text)}


H200 = _read(HEADER.read_text())
SECTOR = H200["sector_bytes"]
WORD = H200["word_bytes"]  # of shared memory, that a bank gives at a time
BANKS = H200["banks"]
LANES = H200["warp_lanes"]
