# Chapter 5, "the speed of a copy": what its text says of strips several warps wide is what was measured.
# Run: ./course test test_wide_strips
from __future__ import annotations

from tools.numbers import entropy as numbers
from tools.pages.experiments import table_shown


def test_strips_of_a_group_of_warps():
    wide, bands = numbers.wide, "warps wide, both, bands of 60 rows"
    best, five, alone = f"8 {bands}", f"5 {bands}", "8 warps wide, a row at a time"
    # "Low bands alone gain nothing"; "92 % is reached, and not passed"
    low, both = wide("8 warps wide, low bands last"), wide("8 warps wide, both")
    assert abs(low - wide("8 warps wide")) < 0.005 < both - low and both < wide(best) and round(wide(best), 2) == 0.92
    # "In the way"
    assert wide(best) < wide("no arithmetic") < 1 < wide("nothing moves")
    assert abs(wide(best, side=numbers.LARGEST) - wide("no arithmetic", side=numbers.LARGEST)) < 0.005
    assert wide(best, side=2560) < wide(five, side=2560) < wide("5 warps wide, no arithmetic", side=2560) < 0.85
    # "faster than v15 at every size measured"; a row at a time: slower at 10240 columns, faster at 10239
    assert all(wide(best, side=side) > wide("v15", side=side) for side in (400, 2560, 5120, 10240, numbers.LARGEST))
    assert wide(alone) < wide(best)
    assert wide(alone, "median_ms", cols=numbers.SIDE - 1) < wide(best, "median_ms", cols=numbers.SIDE - 1)


def test_such_strips_on_an_h200():
    wide, odd = numbers.wide_on_h200, numbers.SIDE - 1
    # "this way does not reach the aim"; "the link is the fullest"; "bands that turn round"
    assert wide("8 warps wide") < wide("no arithmetic") < 0.92 < wide("nothing moves")
    assert max(wide("no arithmetic", what) for what in ("issue", "alu", "fma_heavy", "l1_data", "dram")) < wide(
        "no arithmetic", "fabric"
    )
    assert wide("8 warps wide, both") < wide("8 warps wide")
    # "At 46336 × 46336 it would, and the filter stays below"
    largest = numbers.LARGEST
    assert wide("8 warps wide, low bands last", side=largest) < 0.92 < wide("no arithmetic", side=largest)
    # "faster than every wide way that was tried with them"
    ways = {row["way"] for row in table_shown(numbers.CHAPTER, "wide", "nvidia-h200").rows if row["cols"] == str(odd)}
    filters = [way for way in ways if "warps wide" in way and not way.endswith(("nothing moves", "no arithmetic"))]
    assert len(filters) > 8
    assert all(wide("v15", "median_ms", cols=odd) < wide(way, "median_ms", cols=odd) for way in filters)
    # "where the rows begin costs next to nothing; the loop does"
    same_loop = wide("v15, cell by cell", "median_ms")
    assert abs(same_loop / wide("v15", "median_ms", cols=odd) - 1) < 0.01 < same_loop / wide("v15", "median_ms") - 1.05
    for count in ("instructions", "l1_data"):
        assert wide("v15, cell by cell", count) > 1.1 * wide("v15", count)
