# What chapter 02-bank-conflicts says in words, held against its figures, its counts and its measurements.
# Run: ./course test test_bank_conflicts
from __future__ import annotations

import re

import pytest

from tools.experiments import select, table_shown
from tools.figures import chapter_figures
from tools.figures.bank_conflicts import FAST, PADDED, PATTERNS, SHARED, SWIZZLED, WIDE, of_warp, pattern
from tools.figures.banks import wanted_of_banks
from tools.measurements import measurement
from tools.model import find_chapters

CHAPTER = find_chapters(["bank-conflicts"])[0]


def median(name: str, **where: object) -> float:
    (row,) = select(table_shown(CHAPTER, name), where)
    return float(row["median_ms"])


def test_every_figure_is_shown_with_words_for_those_who_cannot_see_it():
    text = "".join(page.read_text(encoding="utf-8") for page in CHAPTER.folder.glob("*.md"))
    shown = dict((path, alt) for alt, path in re.findall(r"!\[([^\]]*)\]\(figures/([^)]+)\)", text))
    assert set(shown) == {path.name for path in chapter_figures(CHAPTER)}
    assert all(len(alt) > 40 for alt in shown.values())


def test_the_alternative_text_of_the_patterns_says_what_is_drawn():
    said = {"neighbours": 1, "stride_2": 2, "stride_3": 1, "stride_8": 8, "stride_32": 32, "stride_33": 1, "pairs": 1, "broadcast": 1,
            "two_words_of_a_bank": 2, "reversed": 1, "shuffled": 1}  # fmt: skip
    assert {function: pattern(function).wavefronts for function in PATTERNS.values()} == said
    assert [pattern(function).wavefronts for function in WIDE.values()] == [2, 4, 4, 8]


@pytest.mark.parametrize("function", PATTERNS.values())
def test_the_busiest_bank_drawn_is_the_wavefronts_counted(function):
    request = pattern(function)
    assert max(wanted_of_banks(request)) == request.wavefronts


@pytest.mark.parametrize(("kernel", "store", "load"), [(SHARED, 1, 32), (PADDED, 1, 1), (SWIZZLED, 1, 1), (FAST, 4, 4)])
def test_every_warp_of_a_tile_costs_what_the_text_says(kernel, store, load):
    for warp in (0, 5, 7):
        assert {request.wavefronts for request in of_warp(kernel, "store", warp=warp)} == {store}
        assert {request.wavefronts for request in of_warp(kernel, "load", warp=warp)} == {load}


def test_a_wavefront_is_a_cycle():
    for row in table_shown(CHAPTER, "degree").rows:
        assert float(row["cycles"]) == pytest.approx(int(row["wavefronts"]), rel=0.02)


def test_what_the_text_says_of_layouts():
    for shape in ("4096x4096", "8192x8192", "16384x16384"):
        one = median("padding", layout="pad 1", shape=shape)
        assert 1.5 < median("padding", layout="pad 0", shape=shape) / one < 2
        assert median("padding", layout="pad 2", shape=shape) / one < 1.01
        assert 1.01 < median("padding", layout="pad 4", shape=shape) / one < 1.05
        assert abs(median("padding", layout="swizzle", shape=shape) / one - 1) < 0.01
    assert {row["blocks_per_sm"] for row in table_shown(CHAPTER, "padding").rows} == {"2"}


def test_several_elements_a_thread_are_worth_more_than_no_conflict():
    gained = median("heights", tile="32x32", elements=1) / median("heights", tile="32x32", elements=4)
    assert gained > median("padding", layout="pad 0", shape="8192x8192") / median("padding", layout="pad 1", shape="8192x8192")


def test_what_the_text_says_of_the_fast_variants():
    def fast(variant: str, tile: str, elements: int, shape: str = "8192x8192") -> float:
        return median("fast", variant=variant, tile=tile, elements=elements, shape=shape)

    plain = fast("float4", "64x64", 16)
    assert plain < fast("float4", "64x32", 16) < fast("float4", "32x64", 16)
    assert fast("float4, streaming", "64x64", 16) > 1.02 * plain
    for bands in (4, 16):
        assert fast(f"float4, blocks in bands of {bands}", "64x64", 16) > 0.99 * plain
    for shape in ("4096x4096", "8192x8192", "16384x16384"):
        assert fast("float4, blocks down the columns", "64x64", 16, shape) < fast("float4", "64x64", 16, shape)


def test_the_solution_of_the_challenge_keeps_its_promise():
    times = measurement(CHAPTER)
    assert float(times.row("copy", "8192x8192")["median_ms"]) / float(times.row("fast", "8192x8192")["median_ms"]) >= 0.95


def test_conflicts_without_a_cause_are_few_and_the_pair_of_wavefronts_has_none():
    for row in measurement(CHAPTER, counters=True).rows:
        if row["version"] != "shared":
            assert row["shared_wavefronts"] == row["ideal_shared_wavefronts"]
            assert int(row["shared_load_conflicts"]) < 0.1 * int(row["shared_load_requests"])
