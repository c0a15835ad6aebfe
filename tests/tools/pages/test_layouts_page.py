# What the pages of chapter 03-aos-soa say in words of their times, held against the measurements.
# Run: ./course test test_layouts_page
from __future__ import annotations

import pytest

from tools.measure.measurements import measurement
from tools.model import find_chapters
from tools.pages.experiments import table_shown

CHAPTER = find_chapters(["03-aos-soa"])[0]
KIB, MIB, GIB = 1024, 1024**2, 1024**3


def cell(name: str, column: str, **where: object) -> float:
    (row,) = table_shown(CHAPTER, name).select(where)
    return float(row[column])


def version(name: str, objects: int = 1 << 25) -> float:
    (row,) = (row for row in measurement(CHAPTER).rows if row["version"] == name and row["cols"] == str(objects))
    return float(row["median_ms"])


def ordered(kernel: str, layout: str) -> float:
    return cell("gpu_order", "median_ms", kernel=kernel, layout=layout)


def gpu(layout: str, fields: int = 4) -> float:
    return cell("gpu_fields", "median_ms", layout=layout, fields=fields, objects=1 << 26)


def iterated(layout: str, iterations: int, objects: int = 1 << 18) -> float:
    return cell("gpu_iterations", "ns_per_iteration", layout=layout, iterations=iterations, objects=objects)


def picked(layout: str, size: int = GIB, order: str = "known", threads: str = "one") -> float:
    return cell("cpu_random", "ns_per_object", layout=layout, bytes=size, order=order, threads=threads)


def gpu_picked(layout: str, size: int = GIB) -> float:
    return cell("gpu_random", "ns_per_object", layout=layout, bytes=size)


def cpu(layout: str, size: int, fields: int = 4, code: str = "compiler", threads: str = "one") -> float:
    return cell("cpu_sweep", "ns_per_object", layout=layout, bytes=size, fields=fields, code=code, threads=threads)


def moved(kernel: str, layout: str, column: str) -> float:
    return cell("gpu_order", column, kernel=kernel, layout=layout)


def l1_hits(kernel: str, layout: str) -> float:
    return moved(kernel, layout, "l1_load_hits") / moved(kernel, layout, "l1_load_sectors")


def dram_bytes(kernel: str, layout: str) -> float:
    return moved(kernel, layout, "dram_read_bytes") + moved(kernel, layout, "dram_write_bytes")


def reach_l2(kernel: str, layout: str) -> float:
    """Of the sectors stored, as L1 counts them."""
    return moved(kernel, layout, "l2_stores_sent") / moved(kernel, layout, "l1_store_sectors")


def test_wasteful_loads_cost_nothing_and_wasteful_stores_do():
    loads, stores, neither = (ordered("convert", way) for way in ("aos to soa", "soa to aos", "soa to soa"))
    assert loads < neither < stores
    assert 0.7 < l1_hits("convert", "aos to soa") <= 0.75, "nearly three of four"


def test_it_is_what_l2_is_sent_that_differs_by_the_side_that_wastes_and_not_what_dram_moves():
    assert dram_bytes("convert", "soa to aos") == pytest.approx(dram_bytes("convert", "aos to soa"), rel=0.03)
    sent = [moved("convert", way, "l2_stores_sent") for way in ("soa to aos", "aos to soa")]
    assert sent[0] == pytest.approx(4 * sent[1], rel=0.01)
    filled = moved("convert", "soa to aos", "filled") - moved("convert", "soa to soa", "filled")
    assert filled < 0.03 * (1 << 25), "of the sectors stored, nearly all are completed in time"


def test_the_order_changes_what_reaches_l2_and_nothing_else_that_is_counted():
    assert dram_bytes("in turn", "aos") == pytest.approx(dram_bytes("loads first", "aos"), rel=0.01)
    assert l1_hits("in turn", "aos") == pytest.approx(l1_hits("loads first", "aos"), abs=0.03)
    assert reach_l2("in turn", "aos") > 0.97 and 0.3 < reach_l2("loads first", "aos") < 0.4
    assert reach_l2("convert", "soa to aos") > 0.99, "though its loads are of other sectors"
    for order in ("in turn", "loads first"):
        assert reach_l2(order, "soa") == pytest.approx(1, abs=0.01)


def test_narrow_tiles_in_turn_wait_and_do_not_move_more():
    for layout in ("aosoa16", "aosoa8"):
        assert ordered("in turn", layout) > 10 * ordered("loads first", layout)
        assert dram_bytes("in turn", layout) == pytest.approx(dram_bytes("loads first", layout), rel=0.01)
        sent = [moved(order, layout, "l2_stores_sent") for order in ("in turn", "loads first")]
        assert sent[0] == pytest.approx(sent[1], rel=0.01)
        assert moved("in turn", layout, "l1_busy") < 10
    requests = [moved(order, "aosoa16", "l2_store_requests_sent") for order in ("in turn", "loads first")]
    assert 1.5 < requests[0] / requests[1] < 2


def test_with_all_loads_first_the_layouts_are_level():
    first = [ordered("loads first", layout) for layout in ("soa", "aos", "aosoa", "aosoa16", "aosoa8")]
    assert max(first) / min(first) < 1.03
    assert ordered("in turn", "aos") > 2 * ordered("in turn", "soa")
    assert ordered("in turn", "soa") > 1.1 * ordered("loads first", "soa")


def test_it_is_the_order_and_not_the_instructions_that_16_bytes_a_thread_win_by():
    assert version("add_aos_vector") < version("add_soa") < version("add_aos")
    assert gpu("aos_vector") < 0.9 * gpu("soa")
    assert gpu("aos_vector") > 0.97 * ordered("loads first", "soa")


def test_soa_pays_by_the_field_and_16_bytes_a_thread_always_for_four():
    assert [gpu("soa", n) / gpu("soa") for n in (1, 2, 3)] == pytest.approx([0.25, 0.5, 0.75], abs=0.03)
    whole = [gpu("aos_vector", n) for n in (1, 2, 3, 4)]
    assert max(whole) / min(whole) < 1.01
    assert gpu("soa", 3) < whole[2] and whole[3] < gpu("soa")
    for n in (1, 2, 3, 4):
        assert gpu("aos", n) == max(gpu(layout, n) for layout in ("aos", "aos_vector", "soa", "aosoa"))


def test_the_sum_of_one_field_is_far_from_the_memory_s_speed():
    assert 4 * (1 << 25) / version("one_field_soa") < 0.25 * 2 * 16 * (1 << 25) / version("copy")


def test_iterations_make_the_difference_grow():
    assert iterated("aos", 1) / iterated("soa", 1) < 1.5
    others = [iterated(layout, 256) for layout in ("aos_vector", "soa", "aosoa")]
    assert iterated("aos", 256) > 4 * max(others)
    assert 4.5 < iterated("aos", 16, 1 << 24) / iterated("soa", 16, 1 << 24) < 5


def test_tiles_narrower_than_a_line_are_slow_from_the_field_in_other_64_bytes_on():
    assert gpu("aosoa16") > gpu("aosoa8") > 8 * gpu("aosoa")
    assert gpu("aosoa16", 1) < 1.2 * gpu("aosoa", 1) and gpu("aosoa16", 2) > 8 * gpu("aosoa", 2)
    assert gpu("aosoa8", 2) < 3 * gpu("aosoa", 2) and gpu("aosoa8", 3) > 8 * gpu("aosoa", 3)


def test_objects_in_random_order():
    assert 3.5 < picked("soa") / picked("aos") < 4.5 and 3.5 < gpu_picked("soa") / gpu_picked("aos") < 4.5
    assert picked("soa", 16 * KIB) < 1.1 * picked("aos", 16 * KIB) and gpu_picked("soa", MIB) < 1.3 * gpu_picked(
        "aos", MIB
    )
    assert picked("soa", order="chained") < 1.5 * picked("aos", order="chained")
    assert picked("aosoa", threads="all") < 0.4 * picked("soa", threads="all")
    assert picked("aosoa", order="chained") > picked("soa", order="chained")
    assert gpu_picked("aosoa") > 0.8 * gpu_picked("soa")


def test_from_memory_soa_is_not_behind_on_the_cpu_and_in_l1_it_is_the_compiler():
    for code in ("compiler", "promised", "scalar", "avx2"):
        assert cpu("soa", GIB, code=code) < cpu("aos", GIB, code=code)
        assert cpu("soa", GIB, code=code, threads="all") < 1.02 * cpu("aos", GIB, code=code, threads="all")
    small = 16 * KIB
    assert cpu("soa", small) > 3.5 * cpu("aos", small)
    assert cpu("soa", small, code="promised") < cpu("aos", small) < cpu("aos", small, code="promised")
    assert cpu("soa", small, code="scalar") < 2 * cpu("aos", small, code="scalar")


def test_arrays_at_the_same_place_of_a_page_cost_time_but_not_in_l1():
    assert cpu("soa_4k", 64 * MIB) > 1.2 * cpu("soa", 64 * MIB)
    assert cpu("soa_4k", 16 * KIB) == pytest.approx(cpu("soa", 16 * KIB), rel=0.02)


def test_one_field_of_four_on_the_cpu():
    assert cpu("aos", GIB, 1) == pytest.approx(cpu("aos", GIB), rel=0.05)
    assert cpu("aos", GIB, 1) > 4 * cpu("soa", GIB, 1)
    for size in (8 * MIB, 256 * MIB):
        assert cpu("aos", size, 1) > 5 * cpu("soa", size, 1)
    assert cpu("aosoa", GIB, 1) > 1.3 * cpu("soa", GIB, 1)
    assert cpu("aosoa", GIB, 1, threads="all") > 3 * cpu("soa", GIB, 1, threads="all")


def test_conversions_are_as_fast_as_a_copy_except_the_one_that_is_perfect_by_sectors():
    for name in ("aos_to_soa_direct", "aos_to_soa_vector", "aos_to_soa"):
        assert version("copy") / version(name) > 0.97
    assert version("aos_to_soa_scatter") > 1.4 * version("aos_to_soa")
