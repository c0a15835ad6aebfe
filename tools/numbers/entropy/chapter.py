# What all of the chapter's numbers begin with: its versions, its sizes, the times of its kernels.
from __future__ import annotations

from tools.hardware import H200, LANES
from tools.measure.measurements import measurement, read_measurement
from tools.model import find_chapters

CHAPTER = find_chapters(["05-entropy"])[0]
PUBLISHED = CHAPTER.measured.parent / "published" / "v100.csv"
SIDE = 10240
BIG = f"{SIDE}x{SIDE}"
CELLS = SIDE * SIDE
COUNTED = CHAPTER.shapes[0]
TIMED = [version.name for version in CHAPTER.timed]
KERNELS = [
    version for version in TIMED if version in {row["version"] for row in read_measurement(PUBLISHED).rows}
]  # which the source had, too
ON_CPU = [version.name for version in CHAPTER.versions if version.timed_by == "threads"]
SCHEDULERS, THREADS_OF_SM = 4, H200["warps_of_multiprocessor"] * LANES


def ms(version: str, side: int = SIDE) -> float:
    """Of the kernel alone."""
    return float(measurement(CHAPTER).row(version, f"{side}x{side}")["median_ms"])


def times(slow: float, fast: float, digits: int = 1) -> str:
    return f"{slow / fast:.{digits}f}"


def share(version: str, side: int = SIDE) -> str:
    """Of a copy's speed, with one digit where that is needed."""
    percent = 100 * ms("copy", side) / ms(version, side)
    return f"{percent:.1f} %" if percent < 10 else f"{percent:.0f} %"
