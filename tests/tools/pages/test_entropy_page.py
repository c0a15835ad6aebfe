# What the pages of chapter 05-entropy say in words, held against counts, the compiler's record and measurements.
# Run: ./course test test_entropy_page
from __future__ import annotations

import fractions
import json
import math
import re
import shutil
import subprocess

import numpy
import pytest

from tools.build.meson import environment
from tools.build.runner import build_runner, command
from tools.figures import chapter_figures
from tools.measure.measurements import measurement
from tools.numbers import entropy as numbers
from tools.numbers.entropy import (
    BIG,
    CELLS,
    CHAPTER,
    COUNTED,
    KERNELS,
    limit,
    ms,
    of_devices,
    requests,
    station,
    waiting,
    whole,
)
from tools.pages.compiled import inspected
from tools.pages.counted import counted
from tools.pages.experiments import experiment_value, table_shown
from tools.pages.snippets import simulated
from tools.profile.inspection import read_ptxas

SAME = ("v0", "v2", "v3", "v4", "v5")  # that differ in where the logarithms come from
TEXT = "".join(page.read_text(encoding="utf-8") for page in sorted(CHAPTER.folder.glob("*.md")))
SOLUTIONS = CHAPTER.measured.parents[2] / "solutions" / CHAPTER.slug
SOURCE_OF_V15 = (SOLUTIONS / "entropy_v15.cu").read_text(encoding="utf-8")


def test_every_figure_and_every_plot_is_shown_with_words_for_those_who_cannot_see_it():
    shown = {path: alt for alt, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", TEXT)}
    assert {path.removeprefix("figures/") for path in shown if path.startswith("figures/")} == {
        path.name for path in chapter_figures(CHAPTER)
    }
    for path, alt in shown.items():
        assert (CHAPTER.folder / path).exists() and len(alt) > 20, path


def test_an_edge_is_a_line_as_wide_as_the_page_says():
    step = [0] * 8 + [1] * 8
    assert (
        sum(len(set(step[middle - 2 : middle + 3])) == 2 for middle in range(2, 14)) == 4
        and "a line four cells wide" in TEXT
    )


def test_where_the_table_lies_does_not_matter_and_instructions_do_not_either():
    assert max(map(ms, SAME)) / min(map(ms, SAME)) < 1.005
    assert limit("v0", "instructions") > 3 * limit("v2", "instructions")
    assert len({limit(version, "local_store_sectors") for version in SAME}) == 1


def test_the_arrays_that_a_thread_declares_are_the_stack_that_ptxas_reports(tmp_path):
    """The graders judge the rungs by these arrays, where there is no nvcc."""
    build_runner(CHAPTER, "sim")
    journal = tmp_path / "journal"
    run = command(CHAPTER, "sim", ["64x64"]) + ["--json", str(tmp_path / "run.json")]
    subprocess.run(run, env={**environment(), "SIMT_JOURNAL": str(journal)}, check=True, stdout=subprocess.DEVNULL)
    launches = [entry["launch"] for entry in map(json.loads, journal.read_text().splitlines()) if "launch" in entry]
    arrays = {launch["kernel"]: launch["private_arrays"] for launch in launches}
    for version in ("v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"):
        declared = sum(array["elements"] * array["element_bytes"] for array in arrays[f"entropy_{version}_kernel"])
        assert -(-declared // 16) * 16 == int(inspected(CHAPTER, version, "stack")), version


def test_what_the_simulator_counts():
    assert numbers.lookups_per_cell() == 17
    assert 24.5 < numbers.loads_per_cell("v0") < 25 and numbers.loads_per_cell("v0") == numbers.loads_per_cell("v7")
    assert 1.25 < numbers.loads_per_cell("v9") <= 1024 / 784
    assert simulated(CHAPTER, "v8", "load.requests") == "0"
    assert simulated(CHAPTER, "v9", "shared_load.wavefronts_per_request") == "1"
    assert simulated(CHAPTER, "v2", "shared_load.wavefronts") == simulated(
        CHAPTER, "v2", "shared_load.ideal_wavefronts"
    )
    assert len({counted(CHAPTER, version, "load.requests", COUNTED) for version in ("v0", "v3", "v5")}) == 1


def test_l2_is_the_busiest_part_of_all_ten_and_nothing_else_is_near_its_peak():
    for version in KERNELS:
        assert 87 < limit(version, "l2") < 92
        assert (
            max(limit(version, part) for part in ("issue", "alu", "fma", "fp64", "xu", "lsu", "l1", "l1_data", "dram"))
            < 60
        )
    assert abs(limit("v9", "l2") - limit("v7", "l2")) < 2  # which loads each cell 1.3 times, and not 25
    assert (
        limit("v15", "l2")
        == max(limit("v15", part) for part in ("issue", "alu", "l1", "l2", "dram"))
        < 1.3 * min(limit("v15", "issue"), limit("v15", "alu"))
    )


@pytest.mark.parametrize(
    ("version", "stores", "loads"),
    [
        ("v0", 16 + 25, 25 + 16),
        ("v1", 16 + 52 + 25, 25 + 16 + 34),
        ("v6", 4 + 52 + 25, 25 + 4 + 34),
        ("v7", 4 + 26 + 25, 25 + 4 + 17),
        ("v9", 4 + 26 + 25, 25 + 4 + 17),
    ],
)
def test_requests_to_local_memory_are_those_that_the_source_makes(version, stores, loads):
    assert requests(version, "store") == pytest.approx(stores, abs=0.1)
    assert requests(version, "load") == pytest.approx(loads, abs=0.1)


def test_sectors_of_a_counter_indexed_by_data_are_as_reckoned():
    assert numbers.seen_sectors("v0", "store") == pytest.approx(numbers.sectors_of_access(16, 16), rel=0.005)
    assert numbers.seen_sectors("v7", "store") == pytest.approx(
        (25 * numbers.sectors_of_increment(4) + 4 * 30) / 55, rel=0.005
    )


def test_times_follow_the_sectors_of_local_stores_better_than_anything_the_compiler_says():
    per_sector = [ms(version) / limit(version, "local_store_sectors") for version in KERNELS]
    assert max(per_sector) / min(per_sector) < 1.3 < 2 < max(map(ms, KERNELS)) / min(map(ms, KERNELS))


def test_the_content_of_the_grid_decides_and_on_one_symbol_it_is_the_number_of_stores():
    one = {version: numbers.by_content(version, "one symbol") for version in ("v0", "v1", "v6", "v7", "v15")}
    assert (
        numbers.by_content("v3", "random") / numbers.by_content("v3", "one symbol") > 5
        and one["v0"] < one["v7"] < one["v6"] < one["v1"]
    )
    for_each = [one[version] / requests(version, "store") for version in ("v0", "v1", "v6", "v7")]
    assert max(for_each) / min(for_each) < 1.15
    assert 0.98 < numbers.by_content("v15", "random") / one["v15"] < 1.02


def test_registers_tell_nothing_apart():
    for version in KERNELS:
        assert int(inspected(CHAPTER, version, "registers")) in (31, 32)
        assert inspected(CHAPTER, version, "spill_stores") == inspected(CHAPTER, version, "spill_loads") == "0"
        assert inspected(CHAPTER, version, "occupancy") == "100 %"
    assert [inspected(CHAPTER, version, "stack") for version in ("v0", "v1", "v6", "v7")] == ["64", "272", "224", "128"]
    for times in (ms, numbers.published_ms):
        assert times("v1") > times("v0") > times("v6") > times("v7")


def test_two_lines_of_the_source_keep_the_registers_equal(tmp_path):
    promise, few_turns = "__launch_bounds__(1024)", "#pragma unroll 4"
    for version in KERNELS:
        source = (SOLUTIONS / f"entropy_{version}.cu").read_text(encoding="utf-8")
        assert promise in source and (few_turns in source) == (version != "v0")
    if not (nvcc := shutil.which("nvcc", path=environment()["PATH"])):
        pytest.skip("what the compiler makes of v7 without them needs nvcc")
    v7 = (SOLUTIONS / "entropy_v7.cu").read_text(encoding="utf-8").replace(few_turns, "#pragma unroll")
    made = []
    for name, source in (("promised", v7), ("free", v7.replace(promise, ""))):
        (tmp_path / f"{name}.cu").write_text(source)
        words = [
            nvcc,
            "-std=c++17",
            "-O3",
            "-arch=sm_90",
            "-Xptxas",
            "-v",
            "-c",
            "-o",
            str(tmp_path / "object"),
            str(tmp_path / f"{name}.cu"),
        ]
        made += read_ptxas(subprocess.run(words, capture_output=True, text=True, check=True).stderr)
    promised, free = made
    assert promised.registers <= 64 < free.registers and promised.spill_stores > 0 == free.spill_stores


def test_dram_is_written_where_the_stacks_of_all_threads_do_not_fit_in_l2():
    assert (
        numbers.resident_stack("v1")
        > numbers.resident_stack("v6")
        > 50
        > numbers.resident_stack("v7")
        > numbers.resident_stack("v0")
    )
    written = [limit(version, "dram_write_bytes") for version in ("v1", "v6", "v7", "v0")]
    assert written == sorted(written, reverse=True) and written[1] > 3 * written[2]


def test_small_counters_and_a_small_table_pay_and_a_tile_does_not():
    assert 1.7 < ms("v1") / ms("v6") < 2 and 1.1 < ms("v6") / ms("v7") < 1.3
    assert 1.1 < ms("v9") / ms("v7") < 1.25 and 1 < ms("v7") / ms("v8") < 1.05
    assert limit("v9", "local_store_requests") > 1.1 * limit("v7", "local_store_requests")
    assert waiting("v8", "lg_throttle") < waiting("v7", "lg_throttle") / 3
    v7, v8 = (measurement(CHAPTER).row(version, BIG) for version in ("v7", "v8"))
    assert float(v8["q3_ms"]) < float(v7["q1_ms"])  # "real, and small"


def test_a_product_of_a_count_and_a_float_of_the_table_is_exact_in_double():
    for entry in (float(numpy.float32(math.log(i))) for i in range(1, 26)):
        assert all(fractions.Fraction(count) * fractions.Fraction(entry) == count * entry for count in range(26))


def test_the_published_table_is_whole_and_says_whose_it_is():
    published = numbers.published()
    assert len(published.rows) == 15 * 3 and {"machine", "source", "date", "method"} <= set(published.provenance)
    assert all(
        numbers.published_ms("v2", side) < numbers.published_ms("v0", side) for side in (400, 2560)
    ) and numbers.published_ms("v2") > numbers.published_ms("v0")
    assert numbers.published_ms("v7") / numbers.published_ms("v14") == pytest.approx(2.13, abs=0.01)


def test_copies_are_most_of_a_whole_call():
    for version in KERNELS:
        parts = {step: whole(version, f"{step}_ms", "pageable") for step in ("copy_in", "compute", "copy_out")}
        assert parts["compute"] < (parts["copy_in"] + parts["copy_out"]) / 2
    assert whole("v7", memory="pageable") - whole("v7") > whole("v0") - whole("v7")
    assert whole("v14", side=400) > 2 * whole("v7", side=400)
    assert whole("v15", "compute_ms", side=numbers.LARGEST) > 1.15 * float(
        experiment_value(CHAPTER, "largest", "median_ms", version="v15")
    )
    assert whole("v1", memory="pageable") < 1.25 * whole("v6", memory="pageable")


def test_where_the_speed_up_of_several_gpus_ends():
    assert of_devices(1, "compute_ms", 40000) / of_devices(4, "compute_ms", 40000) > 3.9
    assert of_devices(1, "copy_in_ms", 40000) / of_devices(4, "copy_in_ms", 40000) > 3.9
    assert of_devices(1, "copy_out_ms", 40000) / of_devices(4, "copy_out_ms", 40000) < 3
    for side, more in ((2560, True), (numbers.SIDE, False), (40000, True)):
        assert (of_devices(4, "allocate_ms", side) > of_devices(1, "allocate_ms", side)) == more
    assert of_devices(4, "copy_out_ms", 40000) > of_devices(4, "copy_in_ms", 40000)  # "its longer copy"
    assert of_devices(4, side=2560) < 2 < 3 < of_devices(4) < of_devices(4, side=40000)


def test_what_the_cpu_page_says():
    everyone = numbers.all_threads()
    assert numbers.cpu_ns("v10") > 3 * numbers.cpu_ns("v11") and numbers.cpu_ns("v12", everyone) > numbers.cpu_ns(
        "v11", everyone
    )
    for runs in (numbers.cpu_ns, numbers.filter_ns):
        assert 1 <= runs("v11") / runs("v12") < 1.3 and runs("v11", everyone) / runs("v12", everyone) < 1.01
    assert numbers.cpu_ns("v13") / numbers.cpu_ns("v13", everyone) < 3
    assert numbers.first_win(16) == 9 and numbers.first_win(16, "all") > 9
    assert all(numbers.first_win(fewer) <= numbers.first_win(more) for fewer, more in ((2, 4), (4, 8), (8, 16)))
    for row in table_shown(CHAPTER, "scikit").rows:
        assert float(row["off_border"]) < 2e-7 and float(row["off_inside"]) < 2e-7
    assert (
        numbers.filter_ns("scikit-image 0.26.0, uint8")
        > 2.5 * numbers.filter_ns("scikit-image 0.26.0, uint16")
        > 2.5 * numbers.filter_ns("v12")
    )
    assert all(numbers.filter_ns(version) > numbers.cpu_ns(version) for version in numbers.ON_CPU)
    assert experiment_value(CHAPTER, "cpu", "times_v12", version="v16, SSE2", rows=2560, content="random") > 10
    sse, avx2, avx512 = (
        experiment_value(CHAPTER, "cpu", "ns_per_cell", version=f"v16, {name}", rows=2560, content="random")
        for name in ("SSE2", "AVX2", "AVX-512")
    )
    assert 1.2 * avx2 < sse < 2 * avx2 and 0.97 * avx2 < avx512 < 1.05 * avx2
    assert experiment_value(
        CHAPTER, "threads", "median_ms", version="v16", rows=numbers.SIDE, threads=everyone
    ) < whole("v15", "copy_in_ms") + whole("v15", "copy_out_ms")


def test_the_budget_and_what_v15_makes_of_it():
    assert 60 < numbers.budget(ms("copy")) < 68
    assert numbers.each("v15", "instructions") < numbers.budget(ms("copy")) < numbers.each("v7", "instructions") / 9
    assert ms("copy") / ms("v15") >= 0.8
    assert limit("v15", "local_store_requests") == limit("v15", "local_load_requests") == 0
    assert limit("v15", "dram_read_bytes") / CELLS < 4.2
    assert float(measurement(CHAPTER).row("copy", BIG)["median_ms"]) < ms("v15")


def test_one_sum_tells_all_entropies_apart_and_the_squares_do_not():
    assert len(numbers.multisets()) == 1891 and numbers.different_entropies() == 1188
    assert numbers.confused(numbers.squares) > 1000 and numbers.confused(numbers.two_sums) == 0
    assert all(5 * c + 123 < 256 for c in range(26))
    for n in (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 25):
        assert numbers.confused(numbers.sum_of_g, n) == 0
    assert "return ((c | 107) ^ (5 * c + 123)) * (5 * c + 123);" in SOURCE_OF_V15


def test_the_constant_cache_takes_a_turn_for_each_address():
    assert numbers.turns_of_constant_cache() == pytest.approx((16 * numbers.different_counts() + 1) / 17, rel=0.02)


def test_what_was_tried_on_the_way_to_v15():
    assert station(1) < station(2) < station(0) < station(4) < station(8)
    read = {ahead: station(ahead, what="dram_read_bytes_per_cell") for ahead in (0, 1, 2, 4, 8)}
    assert read[1] < 1.01 * read[0] < 1.02 * read[2] < read[4] < read[8]
    assert station() < 1.01 * station(bands="one a warp") < station(bands="64 rows") < station(bands="8 rows")


def test_tall_bands_and_asking_early_cost_reads_on_the_largest_grid():
    def read(ahead=1, bands="v15's", asks="when ready", side=numbers.LARGEST):
        return station(ahead, bands, asks, "dram_read_bytes_per_cell", side)

    assert read(0) < 1.01 * read() < read(0, "one a warp") < read(asks="a band before") < read(1, "one a warp")
    assert (
        read(1, "one a warp", side=numbers.SIDE) < 4.15
        and min(read(bands="8 rows"), read(bands="8 rows", side=numbers.SIDE)) < 4.02
    )
    assert station(0, "one a warp", side=numbers.LARGEST) < station(1, "one a warp", side=numbers.LARGEST)
    assert (
        station(asks="a band before", side=numbers.LARGEST) > 1.05 * station(side=numbers.LARGEST)
        and station(asks="a band before") > 1.02 * station()
    )
    assert read(bands="64 rows", asks="a band before") < 1.02 * read(bands="64 rows")
    assert float(experiment_value(CHAPTER, "largest", "copy_share", version="v15")) > 0.85


def test_bands_are_as_high_and_as_many_as_the_page_says():
    assert (
        "bands of one height, at most 200 rows" in TEXT
        and "as many bands as fill the last of each warp's turns" in TEXT
    )
    assert "rows / strips_at_once / 200" in SOURCE_OF_V15 and "(rows - 1) / 200 + 1" in SOURCE_OF_V15
    assert numbers.LARGEST**2 < 2**31 <= (numbers.LARGEST + 8) ** 2  # "nearly as many cells as an `int` can count"
    for side in (numbers.SIDE, numbers.LARGEST):
        assert station(what="height", side=side) <= 200
        turns, more = numbers.turns(side=side), numbers.turns("a row less", side)
        assert math.ceil(turns) - 0.11 < turns <= math.ceil(turns) < more < math.ceil(turns) + 0.1
        assert numbers.tasks("a row less", side) - math.ceil(turns) * numbers.sms() * 32 > 0


def test_strips_and_grids_that_take_no_vectors():
    assert "constexpr int strip_cols = 120;" in SOURCE_OF_V15 and "cols % 4 == 0" in SOURCE_OF_V15
    assert 1.1 * station() < station(narrower=1) < 1.25 * station() and ms("copy", 400) / ms("v15", 400) < ms(
        "copy", 2560
    ) / ms("v15", 2560) < ms("copy") / ms("v15")


def test_what_the_row_less_costs():
    assert round(numbers.turns()) == 2  # "their two bands"
    assert 1.02 * station() < station(bands="a row less") < 1.1 * station()
    assert (
        station(side=numbers.LARGEST)
        < station(bands="a row less", side=numbers.LARGEST)
        < 1.02 * station(side=numbers.LARGEST)
    )


def test_a_tenth_of_the_instructions_less_is_slower():
    assert 0.08 < 1 - numbers.slim(what="instructions") / numbers.slim("v15", "instructions") < 0.12
    for column in ("issue", "alu", "l1_data"):
        assert numbers.slim(what=column) < numbers.slim("v15", column)
    assert numbers.slim(what="long_scoreboard") > 1.5 * numbers.slim("v15", "long_scoreboard")
    for side in (2560, numbers.SIDE, numbers.LARGEST):
        assert numbers.slim(side=side) > numbers.slim("v15", side=side)
    assert numbers.slim(side=400) < numbers.slim("v15", side=400)


def test_strips_of_128_and_what_bounds_them():
    whole = numbers.whole_lines
    assert whole("strips of 128") < whole("strips of 128, bands of 64 rows") < whole("v15")
    assert whole("strips of 128", side=numbers.LARGEST) > whole("v15", side=numbers.LARGEST)
    # "nothing moves": at 10240² past 92 %, at 2560² below 85 %
    assert whole("v15, nothing moves") > 0.92 and whole("v15, nothing moves", side=2560) < 0.85
    # "were the link busy in every cycle"
    for way in ("v15", "strips of 128, bands of 64 rows"):
        assert 100 * whole(way) / whole(way, "fabric") < 0.92
    for way in ("v15", "strips of 128, bands of 64 rows", "strips of 128, a copy"):
        assert whole(way, "fabric") > max(90, whole(way, "dram"))
    assert whole("v15", "fabric_requests") > 1.1 * whole("strips of 128, a copy", "fabric_requests")
    # "What is not a bound": the filter is faster than the copy that goes its way
    halo = "strips of 128, a copy and the halo"
    assert whole(halo, side=numbers.LARGEST) < whole("strips of 128", side=numbers.LARGEST)


def test_a_call_in_bands_is_about_as_fast_as_both_copies_at_once_in_the_run_that_is_shown():
    for side, mb in ((numbers.SIDE, numbers.best_band()), (numbers.LARGEST, 16)):
        call, both = numbers.overlapped("bands", side, mb=mb), numbers.overlapped("both copies at once", side)
        longer = max(numbers.overlapped("copy in", side), numbers.overlapped("copy out", side))
        assert longer < 1.1 * longer < both and 0.95 * both < call < 1.05 * both
    pageable = {
        way: numbers.overlapped(way, memory="pageable") for way in ("copy in", "copy out", "both copies at once")
    }
    assert pageable["both copies at once"] > 0.9 * (pageable["copy in"] + pageable["copy out"])
