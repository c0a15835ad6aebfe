# What the page of chapter 01-coalescing says of what happens below the SMs, held against the measurements.
# Run: ./course test test_coalescing_page
from __future__ import annotations

import pytest

from tools.measure.measurements import measurement
from tools.numbers.coalescing import (
    BIG,
    CHAPTER,
    completed_up_to,
    dram_megabytes,
    every,
    filled_share,
    fitting,
    given_up,
    halves,
    hit_percent,
    moved,
    part,
    sms,
)
from tools.pages.experiments import table_shown
from tools.pages.page import page_of

ALL = 1 << 28  # bytes that sector_parts and sector_halves go over


@pytest.fixture(autouse=True)
def page():
    with page_of(CHAPTER):
        yield


def stores_of_parts() -> list[dict[str, str]]:
    return [row for row in table_shown(CHAPTER, "sector_parts").rows if row["access"] == "store"]


def test_a_sector_is_filled_if_any_of_its_bytes_is_not_stored_and_only_then():
    assert {row["element"] for row in stores_of_parts()} == {"float", "half", "byte"}
    for row in stores_of_parts():
        filled = float(row["filled_per_sector"])
        if row["bytes_of_sector"] == "32":
            assert filled < 0.001 and float(row["dram_read_bytes"]) < 0.001 * ALL
        else:
            assert 0.95 < filled <= 1, row["part"]
            assert float(row["dram_read_bytes"]) == pytest.approx(float(row["dram_write_bytes"]), rel=0.03)
            assert float(row["dram_write_bytes"]) > 0.93 * ALL, "whole sectors go out, whatever was stored of them"
    assert part("#" * 31 + ".", "bytes_of_sector", "byte") == 31


def test_halves_that_come_soon_are_put_together_and_later_ones_are_not():
    assert completed_up_to() == 3
    assert 0.05 < halves(8, "filled_per_sector") < 0.5 < halves(16, "filled_per_sector") < 1
    assert halves(128, "filled_per_sector") > 1.9, "once for each half"
    shares = [halves(mib, "filled_per_sector") for mib in (3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)]
    assert shares == sorted(shares)


def test_between_the_two_steps_sectors_go_out_twice_and_are_filled_once():
    for mib in (24, 32, 48):
        assert halves(mib, "filled_per_sector") < 1
        assert halves(mib, "dram_write_bytes") > 1.8 * halves(3, "dram_write_bytes")
    assert halves(64, "filled_per_sector") > 1.5


def test_it_does_not_matter_in_which_launch_the_second_halves_come():
    for row in table_shown(CHAPTER, "sector_halves").select({"order": "one launch"}):
        other = halves(float(row["chunk_mib"]), "filled_per_sector", "a launch for each half")
        assert float(row["filled_per_sector"]) == pytest.approx(other, abs=0.05)


def test_some_eight_mib_of_half_written_sectors_wait():
    for mib in (12, 16, 24, 32, 48, 64, 96, 128, 256):
        waiting = (1 - halves(mib, "filled_per_sector", "first halves only")) * mib
        assert 5 < waiting < 11, mib


def test_what_comes_between_and_not_time_makes_l2_give_a_sector_up():
    assert given_up("nothing but waiting", 100_000_000) < 5
    for between in ("whole sectors stored", "sectors loaded"):
        assert given_up(between, 8) < 1 and given_up(between, 16) < 3 and given_up(between, 32) < 10, between
        assert given_up(between, 64) > 95, between
    assert 100 * halves(16, "filled_per_sector") > 50


def test_half_the_bytes_take_longer_than_all_of_them():
    half, whole = (halves(256, "median_ms", order) for order in ("first halves only", "whole sectors"))
    assert half > 1.8 * whole
    assert halves(256, "filled_per_sector", "whole sectors") < 0.001


def test_scattered_loads_are_forgiven_by_l1():
    for block in ("32x8", "8x32"):
        assert moved("naive, loads columns", block, "median_ms") < moved("naive", block, "median_ms")
    assert moved("naive, loads columns", "32x8", "median_ms") < 0.4 * moved("naive", "32x8", "median_ms")
    assert hit_percent("naive, loads columns", "32x8") == pytest.approx(87.5, abs=0.1)


def test_which_transposes_have_their_sectors_completed_in_time():
    for side in (BIG, 8224):
        assert filled_share("float4", "16x16", side) < 0.1 and filled_share("naive", "8x32", side) < 1
        assert filled_share("float4", "32x8", side) > 30
    sent = {name: moved(*name, "l2_store_requests_sent") for name in (("naive", "8x32"), ("float4", "32x8"))}
    stored = moved("naive", "8x32", "l1_store_sectors")
    assert moved("float4", "32x8", "l1_store_sectors") == stored
    assert sent["naive", "8x32"] < 0.8 * stored and sent["float4", "32x8"] > 0.99 * stored


def test_with_fewer_blocks_float4_at_32x8_fills_less_and_is_faster_and_the_others_are_not():
    assert (fitting("float4", "32x8"), fitting("naive", "8x32")) == (6, 8)
    blocks = (6, 4, 3, 2, 1)
    for what in (
        [filled_share("float4", "32x8", blocks=n) for n in blocks],
        [moved("float4", "32x8", "median_ms", blocks=n) for n in blocks],
        [1 / moved("naive", "8x32", "median_ms", blocks=n) for n in (8, 4, 3, 2, 1)],
    ):
        assert what == sorted(what, reverse=True)
    assert moved("float4", "32x8", "median_ms", blocks=1) < 0.7 * moved("float4", "32x8", "median_ms", blocks=6)
    assert filled_share("float4", "32x8", blocks=1) < 5 < 25 < filled_share("float4", "32x8", blocks=6)
    for n in blocks:
        assert moved("float4", "16x16", "median_ms", blocks=n) > moved("float4", "16x16", "median_ms")


def test_more_is_under_way_than_l2_lets_wait_where_sectors_are_filled():
    waiting = (1 - halves(256, "filled_per_sector", "first halves only")) * 256
    assert sms() * fitting("float4", "32x8") * 16 / 1024 > waiting > 3 > sms() * fitting("naive", "8x32") / 1024
    assert 5 < filled_share("naive", "32x8") < 15, "so it is no bound"


def test_the_fills_are_not_all_of_it():
    assert filled_share("float4", "32x8", 2048) < 10
    assert moved("float4", "32x8", "median_ms", 2048) > 1.3 * moved("naive", "8x32", "median_ms", 2048)
    alone = [moved("float4", block, "median_ms", blocks=1) for block in ("32x8", "16x16")]
    assert alone[0] > 1.5 * alone[1]
    speed = dram_megabytes("float4", "32x8") / moved("float4", "32x8", "median_ms")
    assert speed < 0.5 * float(measurement(CHAPTER).row("copy", "8192x8192")["gb_per_s"])


def test_l2_brings_two_sectors_for_a_load_and_one_for_a_store():
    for step in (16, 32, 64):
        assert every("load", step, "filled_per_sector") == pytest.approx(2, abs=0.01)
        assert 0.9 < every("store", step, "filled_per_sector") <= 1
    assert every("load", 8, "filled_per_sector") == pytest.approx(1, abs=0.01)


def test_the_fifth_sector_of_a_shifted_load_does_not_come_from_dram_twice():
    assert 15 < hit_percent("shifted copy", "256x1") < 20
    read = [moved(copy, "256x1", "dram_read_bytes") for copy in ("shifted copy", "copy")]
    assert read[0] == pytest.approx(read[1], rel=0.01)
