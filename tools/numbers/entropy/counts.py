# v15's function of the counts in a window: which counts there are, and what tells their entropies apart.
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator


@functools.cache
def multisets(n: int = 25) -> tuple[tuple[int, ...], ...]:
    """Every way to divide n cells among at most 16 symbols, with zeros for those that are missing."""

    def divide(left: int, most: int, symbols: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield (0,) * symbols
        elif symbols:
            for count in range(min(left, most), 0, -1):
                for rest in divide(left - count, count, symbols - 1):
                    yield (count, *rest)

    return tuple(divide(n, n, 16))


def entropy_of(counts: tuple[int, ...]) -> float:
    n = sum(counts)
    return round(math.log(n) - sum(c * math.log(c) for c in counts if c) / n, 9)


def g(c: int) -> int:
    return ((c | 107) ^ (5 * c + 123)) * (5 * c + 123)


def u(c: int) -> int:
    """lop3(c, c << 1, 0xD3, table 0x29), a byte."""
    bits = (0x29 >> ((c >> i & 1) << 2 | (c << 1 >> i & 1) << 1 | (0xD3 >> i & 1)) & 1 for i in range(8))
    return sum(bit << i for i, bit in enumerate(bits))


@functools.cache
def different_entropies(n: int = 25) -> int:
    return len({entropy_of(counts) for counts in multisets(n)})


def confused(place: Callable[[tuple[int, ...]], object], n: int = 25) -> int:
    """Multisets at whose place there are several entropies."""
    at: dict[object, list[float]] = {}
    for counts in multisets(n):
        at.setdefault(place(counts), []).append(entropy_of(counts))
    return sum(len(entropies) for entropies in at.values() if len(set(entropies)) > 1)


def squares(counts: tuple[int, ...]) -> int:
    return sum(c * c for c in counts)


def sum_of_g(counts: tuple[int, ...]) -> int:
    return sum(g(c) for c in counts)


def two_sums(counts: tuple[int, ...]) -> tuple[int, int]:
    return squares(counts), sum(u(c) ** 2 for c in counts)


def collision() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two shortest divisions of 25 cells with one sum of squares and two entropies."""
    found: dict[int, tuple[int, ...]] = {}
    for counts in sorted(multisets(), key=lambda counts: (-counts.count(0), counts)):
        other = found.setdefault(squares(counts), counts)
        if entropy_of(other) != entropy_of(counts):
            return tuple(c for c in other if c), tuple(c for c in counts if c)
    raise AssertionError("squares tell all apart")
