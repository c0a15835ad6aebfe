# The sentence about a request, for every pattern that has one.
# Run: ./course test test_diagnosis
from __future__ import annotations

import pytest

from tools.hardware import LANES
from tools.profile.access import Access
from tools.profile.diagnosis import Pattern, advise, worst_bank


def access(offsets, space="global", op="load", width=4, block=(256, 1, 1), wasted=0, active=None) -> Access:
    """One request; `offsets` by lane, None where a lane rests. It wastes `wasted` sectors or wavefronts."""
    lanes = {lane: offset for lane, offset in enumerate(offsets) if offset is not None}
    made = Access("x.cu", 1, space, op, width, requests=1, active=active or len(lanes), lanes=lanes, block=block)
    made.ideal = made.sectors = 4
    made.ideal_wavefronts = made.wavefronts = 1
    made.passed = 4 + (wasted if space == "global" else 0)
    if op not in ("red", "atom"):
        made.sectors = made.passed
    if space == "shared":
        made.wavefronts += wasted
    return made


EVERY = range(LANES)
CASES = {
    "column": (access([4096 * i for i in EVERY], wasted=28), "4,096 bytes apart, so each touches a sector of its own"),
    "member of a struct": (access([16 * i for i in EVERY], wasted=12), "16 bytes apart, so of each sector's 32 bytes the warp uses 8"),
    "odd start": (access([4 + 4 * i for i in EVERY], wasted=1), "starts 4 bytes into a sector"),
    "backwards from an odd start": (access([124 + 8 - 4 * i for i in EVERY], wasted=1), "starts 8 bytes into a sector"),
    "every second lane": (access([4 * i if i % 2 else None for i in EVERY], wasted=2), "16 of 32 rest"),
    "odd block": (access([i // 28 * 400 + i % 28 * 4 for i in EVERY], wasted=2, block=(28, 32, 1)), "Lanes fall into groups of 28, 400 bytes apart"),
    "narrow block": (access([i // 8 * 400 + i % 8 * 4 for i in EVERY], wasted=2, block=(8, 32, 1)), "4 groups of 8, 400 bytes apart"),
    "no pattern": (access([i * i * 52 % 4096 for i in EVERY], wasted=9), "follow no pattern"),
    "one lane across sectors": (access([28], width=8, wasted=1), "across two sectors"),
    "neighbours": (access([4 * i for i in EVERY]), "16 bytes a lane (float4) would take a quarter of the requests"),
    "one address": (access([64] * 32), "one sector serves them all"),
    "few lanes": (access([0, 4, 8]), "Only 3 of 32 lanes"),
    "colliding atomics": (access([0] * 32, op="red", wasted=31), "32 lanes update the same address"),
    "colliding in part": (access([i // 4 * 4 for i in EVERY], op="atom", wasted=3), "4 lanes update the same address"),
    "column of a tile": (access([128 * i for i in EVERY], space="shared", wasted=31), "a 32-way bank conflict. Pad each row by one word"),
    "stride of 8 words": (access([32 * i for i in EVERY], space="shared", wasted=7), "an 8-way bank conflict. Let neighbouring lanes"),
    "column of a small tile": (access([i % 16 * 64 + i // 16 * 4 for i in EVERY], space="shared", wasted=7), "an 8-way bank conflict. Pad each row"),
    "padded": (access([132 * i for i in EVERY], space="shared"), "No bank conflict."),
    "shared atomics": (access([0] * 32, space="shared", op="red"), "32 lanes update the same word"),
}  # fmt: skip


@pytest.mark.parametrize(("request_", "says"), CASES.values(), ids=CASES)
def test_the_sentence_names_the_cause(request_: Access, says: str):
    assert says in advise(request_)


def test_a_stride_is_seen_through_resting_lanes():
    assert Pattern({3: 30, 5: 50, 31: 310}).stride == 10
    assert Pattern({3: 30, 5: 51, 31: 310}).stride is None
    assert Pattern({3: 30}).stride is None


def test_wide_accesses_meet_in_halves_and_quarters():
    assert worst_bank({lane: 8 * lane for lane in EVERY}, 8)[0] == 1
    assert worst_bank({lane: 16 * lane for lane in EVERY}, 8)[0] == 2
    assert worst_bank({lane: 16 * lane for lane in EVERY}, 16)[0] == 1
    assert worst_bank({lane: 128 * lane for lane in EVERY}, 16) == (8, [0, 1, 2, 3, 4, 5, 6, 7])


def test_what_nvcc_makes_of_it_is_said():
    made = access([4 * i for i in EVERY], space="shared")
    assert not made.fusing()
    made.fused_width, made.fused_wavefronts = 4, 0
    assert made.fusing() == "nvcc does not repeat loads of one place: 0 wavefronts in all, 1 as written."
    made.fused_width = 16
    assert "into one of up to 16 bytes" in made.fusing()
