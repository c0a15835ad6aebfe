# Writes a grid of symbols 0 … 15 as CSV, the same for the same seed everywhere.
# Run: python3 data/05-entropy/generate.py ROWS COLS [--seed N] [--kind random|smooth] >grid.csv
"""The random grid is that of tests/05-entropy/grids.hpp, cell by cell."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable

WORD = 0xFFFFFFFF


def scramble(x: int) -> int:
    x = (x ^ x >> 16) * 0x7FEB352D & WORD
    x = (x ^ x >> 15) * 0x846CA68B & WORD
    return x ^ x >> 16


def random_symbol(seed: int) -> Callable[[int, int], int]:
    return lambda row, col: scramble(row * 0x9E3779B9 & WORD ^ scramble(col + seed * 0x85EBCA6B & WORD)) >> 28


def smooth_symbol(row: int, col: int) -> int:
    return min(15, max(0, int(8 + 5 * math.sin(row * 0.13) + 3 * math.cos(col * 0.17 + row * 0.05))))


def main() -> int:
    parser = argparse.ArgumentParser(description="A grid of symbols 0 to 15 as CSV.")
    parser.add_argument("rows", type=int)
    parser.add_argument("cols", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=("random", "smooth"), default="random")
    args = parser.parse_args()
    if args.rows < 1 or args.cols < 1 or args.seed < 0:
        parser.error("rows and cols are 1 or more, the seed 0 or more")
    symbol = random_symbol(args.seed) if args.kind == "random" else smooth_symbol
    for row in range(args.rows):
        sys.stdout.write(",".join(str(symbol(row, col)) for col in range(args.cols)) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
