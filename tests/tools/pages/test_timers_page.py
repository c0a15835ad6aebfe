# What the pages of chapter 04-timers say in words of their times, held against the measurements.
# Run: ./course test test_timers_page
from __future__ import annotations

import statistics

import pytest

from tools.model import find_chapters
from tools.pages.experiments import table_shown

CHAPTER = find_chapters(["04-timers"])[0]


def cells(name: str, column: str, **where: object) -> list[float]:
    return [float(row[column]) for row in table_shown(CHAPTER, name).select(where)]


def cell(name: str, column: str, **where: object) -> float:
    (value,) = cells(name, column, **where)
    return value


def l2(mib: int, cache: str) -> float:
    return cell("l2", "median_ms", mib=mib, cache=cache)


def test_a_launch_takes_the_same_whatever_is_launched():
    took = cells("launch", "us", timed="launch only")
    assert max(took) < 4 < 1.4 * min(took)
    for timed, longest in (("launch and wait", 10), ("events", 6), ("events, GPU busy before", 3)):
        more = [
            float(row["us"]) - float(row["work_us"]) for row in table_shown(CHAPTER, "launch").select({"timed": timed})
        ]
        assert min(more) > 2.5 and max(more) < longest
    busy = [
        float(row["us"]) - float(row["work_us"])
        for row in table_shown(CHAPTER, "launch").select({"timed": "events, GPU busy before"})
    ]
    assert max(busy) - min(busy) < 0.2, "whatever the kernel's length"


def test_about_a_thousand_orders_fit_into_the_queue():
    assert max(cells("queue", "returned_after_us")[:42]) < 4, "up to launch 1050"
    assert min(cells("queue", "returned_after_us")[42:]) > 100
    ended = 1050 * cell("queue", "returned_after_us", launch=1026) / 100
    assert 25 < ended < 35


def test_the_clocks_of_the_cpu():
    def read(clock):
        return cell("clocks_cpu", "read_ns", clock=clock)

    assert read("rdtsc") < read("steady_clock") / 2 and read("rdtsc") < read("rdtscp")
    assert read("clock") == max(cells("clocks_cpu", "read_ns"))
    assert read("coarse") == min(
        read(clock) for clock in ("steady_clock", "system_clock", "omp_get_wtime", "rdtsc", "rdtscp", "coarse", "clock")
    )


def test_the_clocks_of_the_gpu():
    step = {
        clock: cell("clocks_gpu", "smallest_step_ns", clock=clock)
        for clock in ("clock64", "globaltimer", "events", "sm_tick")
    }
    assert step["clock64"] < 2 < step["globaltimer"] == pytest.approx(step["events"], rel=0.01)
    assert cell("clocks_gpu", "read_ticks", clock="clock64") == cell("clocks_gpu", "read_ticks", clock="globaltimer")
    assert 1 < 2**31 * step["sm_tick"] / 1e9 < 1.2, "an int of ticks"


def test_a_warp_shows_one_time():
    for kernel, times in (("series", 1), ("ragged", 1), ("ragged_syncwarp", 1), ("branches", 2)):
        for warp in range(4):
            rows = [
                row
                for row in table_shown(CHAPTER, "lanes").select({"kernel": kernel})
                if int(row["thread"]) // 32 == warp
            ]
            assert len({row["end"] for row in rows}) == times and {row["begin"] for row in rows} == {str(2 * warp)}
    for thread in range(128):
        assert (
            abs(
                cell("lanes", "end", kernel="ragged", thread=thread)
                - cell("lanes", "end", kernel="ragged_syncwarp", thread=thread)
            )
            == 1
        )


def test_the_first_launch_of_a_kernel_and_no_other_is_slow():
    for what in ("scale", "root"):
        first, *others = cells("warmup", "host_us", what=what)
        assert first > 1.1 * max(others) and max(others) < 1.4 * statistics.median(others)


def test_it_is_the_cache_from_4_to_32_mib_and_the_writing_back_above():
    for mib in (1, 2):
        assert l2(mib, "cold, nothing to write back") == pytest.approx(l2(mib, "warm"), rel=0.02)
    for mib in (4, 8, 16, 32):
        assert l2(mib, "cold, nothing to write back") > 1.1 * l2(mib, "warm")
    for mib in (64, 128, 256, 512):
        assert l2(mib, "cold, nothing to write back") == pytest.approx(l2(mib, "warm"), rel=0.02)
        assert l2(mib, "cold") > 1.05 * l2(mib, "warm")
    assert l2(1, "warm, GPU idle before") > 1.4 * l2(1, "cold"), "which cannot be"


def test_a_clock_that_stands_still_and_samples_that_lean():
    clock = cells("ramp", "clock_mhz")
    assert max(clock) / min(clock) < 1.003
    assert cells("ramp", "events_us")[0] == max(cells("ramp", "events_us"))
    for how in ("host", "events"):
        samples = cells("spread", "us", how=how)
        middle = statistics.median(samples)
        assert min(samples) > 0.9 * middle and max(samples) > 1.9 * middle
        assert statistics.median(samples[:500]) > 1.03 * statistics.median(samples[500:])


def test_who_is_faster_depends_on_what_is_compared():
    def core(version, who="one"):
        return cell("series_cpu", "median_ms", version=version, who=who)

    def gpu(version, stage="4 compute"):
        return cell("series_gpu", "median_ms", version=version, stage=stage)

    assert gpu("narrow_double") < core("as_written") and core("in_vectors") < gpu("narrow_double")
    assert gpu("wide_double") < core("in_vectors", "all") < gpu("wide_double", "7 all")
    assert gpu("narrow_double") > 300 * gpu("wide_double")
    for stage in ("1 compile", "2 load", "3 allocate", "5 copy back", "6 free"):
        assert gpu("narrow_double", stage) < 2 * gpu("wide_double", stage), "these do not know how the GPU is used"
    assert core("as_written") - core("with_table") > 0.4 * core("as_written"), "almost half was the sine"
