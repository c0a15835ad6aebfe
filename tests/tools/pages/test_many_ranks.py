# The model of v18 on many ranks: its parts, and what it makes of a table.
# Run: ./course test test_many_ranks
from __future__ import annotations

import pathlib

import pytest

from tools.measure.measurements import read_measurement, write_measurement
from tools.numbers.entropy.many_ranks import Line, Ranks, of_table

COLUMNS = ("what", "ranks", "rows", "cols", "median_ms")
# Messages: 1 µs and 1 ns a byte. Kernels: 10 µs and 1 ns a cell. Leaving takes 20 µs, a seam 30 µs, whatever the columns.
MODEL = Ranks(((100.0, 0.0101), (1e6, 1.01)), Line(0.001, 1e-6), Line(0.02, 0), Line(0.03, 0))


def test_a_line_goes_through_the_smallest_and_the_largest():
    line = Line.through({10: 2.0, 1000: 3.0, 110: 1.0})
    assert line(10) == pytest.approx(2) and line(1000) == pytest.approx(3)


def test_one_rank_sends_nothing_and_has_no_seam():
    assert MODEL.call(1000, 1000, 1) == pytest.approx(0.02 + 1.01)


def test_two_ranks_have_a_seam_each_and_a_middle_one_has_two():
    assert MODEL.call(1000, 1000, 2) == pytest.approx(0.02 + 0.51 + 0.03 + 0.016)
    assert MODEL.call(900, 1000, 3) == pytest.approx(0.02 + 0.31 + 2 * (0.03 + 0.016))


def test_a_message_counts_only_where_it_takes_longer_than_computing():
    slow = MODEL.over_network(latency=1, bandwidth=0.001)  # 8000 bytes are 8.001 ms
    assert slow.call(1000, 1000, 2) == pytest.approx(0.02 + 8.001 + 0.03 + 0.016)
    late = MODEL.over_network(latency=10, bandwidth=1)
    assert late.call(1000, 1000, 2) == MODEL.call(1000, 1000, 2)


def test_ranks_that_would_have_fewer_than_four_rows_have_none():
    assert MODEL.call(40, 1000, 1024) == MODEL.call(40, 1000, 10)


def test_kernels_are_taken_as_measured_between_and_beyond():
    assert MODEL.compute(1) == 0.0101
    assert MODEL.compute(2e6) == pytest.approx(2.02)
    assert MODEL.compute(500_050) == pytest.approx((0.0101 + 1.01) / 2)


def test_the_parts_come_from_a_table(tmp_path: pathlib.Path):
    rows = [
        ("a message of two rows", 2, 2, 10, 0.001 + 80e-6),
        ("a message of two rows", 2, 2, 1000, 0.001 + 8000e-6),
        # As slow as on a loaded machine: not one of the two that are used.
        ("a message of two rows", 8, 2, 10, 5.0),
        ("kernel", 1, 6, 1000, 0.016),
        ("strong, kernel alone", 1, 1000, 1000, 1.01),
        ("strong, kernel alone", 2, 1000, 1000, 0.51),
    ]
    for cols in (10, 1000):
        rows.append(("strong, nothing computed", 1, cols, cols, 0.02))
        rows.append(("strong, nothing computed", 2, cols, cols, 0.02 + 0.001 + 8e-6 * cols + 0.03))
    path = tmp_path / "box-scaling.csv"
    write_measurement(path, {"machine": "box"}, COLUMNS, [dict(zip(COLUMNS, row, strict=True)) for row in rows])
    model = of_table(read_measurement(path))
    assert model.message(80) == pytest.approx(0.00108)
    assert model.out(500) == pytest.approx(0.02)
    assert model.seam(500) == pytest.approx(0.03)
    assert model.kernel == ((6000.0, 0.016), (1e6, 1.01))
    assert model.call(1000, 1000, 2) == pytest.approx(0.02 + 0.016 + (1.01 - 0.016) * (494 / 994) + 0.03 + 0.016)
