# Chapter 5, "the speed of a copy": what its text says of strips several warps wide is what was measured.
# Run: ./course test test_wide_strips
from __future__ import annotations

from tools.numbers import entropy as numbers


def test_the_way_of_a_group_of_warps():
    ways = numbers.ways
    low, tall = "no halo, bands of 16 rows", "bands of 200 rows"
    # "The same requests at L2"; "memory gives less when what is asked for at one time is far apart"
    assert abs(ways(f"{low}, any order", "l2_requests") / ways(low, "l2_requests") - 1) < 0.015
    assert ways(f"{low}, any order") < ways(f"no halo, {tall}") < ways(low) < ways("no halo, bands of 4 rows")
    for alone in ("reads alone, no halo, bands of 16 rows", "writes alone, bands of 16 rows"):
        assert ways(f"{alone}, any order") < 0.97 * ways(alone)
    # "nearly every row that two bands share is fetched twice"; "turning round" has L2 hold them
    once = ways(low, "dram_read_bytes")
    assert (
        ways("bands of 16 rows", "dram_read_bytes")
        > 1.2 * once
        > 1.19 * ways("turning round, bands of 16 rows", "dram_read_bytes")
    )
    assert ways("bands of 16 rows") < ways(tall) < ways("turning round, bands of 16 rows")
    # "made no difference of a point"; a bulk copy between two places of a line
    for ahead in ("two rows on their way", "eight rows on their way"):
        assert abs(ways(ahead) - ways(tall)) < 0.01
    assert ways("elsewhere in a line", "l2_requests") > 1.4 * ways(tall, "l2_requests")
    for group in ("", "4 warps wide, ", "16 warps wide, "):
        assert ways(f"{group}elsewhere in a line") < ways(group.removesuffix(", ") or tall) - 0.03


def test_strips_of_a_group_of_warps():
    wide, side, best = numbers.wide, numbers.SIDE, "8 warps wide, both"
    assert wide("8 warps wide") < wide("8 warps wide, turning round") < wide(best) < 0.92
    # "No filter here is faster than the slower of its halves"; each half's height
    for of, height in ((best, ""), ("8 warps wide, both, bands of 30 rows", ", bands of 30 rows")):
        for rows, cols in (
            (2560, 2560),
            (5120, 5120),
            (side, side),
            (numbers.LARGEST, numbers.LARGEST),
            (65536, 40000),
        ):
            halves = [wide(half + height, side=rows, cols=cols) for half in ("no arithmetic", "nothing moves")]
            assert wide(of, side=rows, cols=cols) < min(halves)
    assert wide("no arithmetic") < wide("nothing moves")
    assert wide("no arithmetic") < wide("no arithmetic, bands of 30 rows")
    assert wide("nothing moves, bands of 30 rows") < wide("no arithmetic, bands of 30 rows") < wide("nothing moves")
    # "the arithmetic is the slower half"
    seven = "7 warps wide"
    assert wide(f"{seven}, both", side=2560) < wide(f"{seven}, nothing moves", side=2560) < 0.85
    assert wide(f"{seven}, no arithmetic", side=2560) > 0.85
    # "faster than v15 from 400 × 400 to 10240 × 10240", "about as fast where cols is no multiple of four"
    assert all(wide(best, side=rows) > wide("v15", side=rows) for rows in (400, 2560, 5120, side))
    assert all(
        abs(wide(best, side=side, cols=cols) / wide("v15", side=side, cols=cols) - 1) < 0.02
        for cols in (side - 1, side - 2)
    )
    # "where the rows begin costs next to nothing; the loop does"
    same_loop = wide("v15, cell by cell", "median_ms")
    assert (
        abs(same_loop / wide("v15", "median_ms", cols=side - 1) - 1)
        < 0.01
        < same_loop / wide("v15", "median_ms") - 1.05
    )
    for count in ("instructions", "l1_data"):
        assert wide("v15, cell by cell", count) > 1.1 * wide("v15", count)
