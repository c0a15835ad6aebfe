# The numbers that the pages of chapter 06-caches show: of the chapter's own tables, of chapter 1's, of the calibration's.
from __future__ import annotations

import csv

from tools.model import ROOT
from tools.pages.experiments import experiment_value

SEEN = ROOT / "data" / "simt" / "caches" / "seen.csv"
BIG = 8192


def traffic(kernel: str, block: str, column: str, side: int = BIG) -> float:
    """Of chapter 1's transposes of side × side floats, as many blocks on an SM as fit."""
    return experiment_value("01", "transpose_traffic", column, kernel=kernel, block=block, side=side, l1="large")


def millions(count: float) -> str:
    return f"{count / 1e6:.1f}"


def seen(label: str, what: str) -> str:
    """Counted on an H200, in per cent: of the launches that the model of the caches is held against."""
    with SEEN.open(encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if (row["label"], row["what"]) == (label, what):
                return f"{float(row['seen']):.1f}"
    raise KeyError(f"{label}: {what}")
