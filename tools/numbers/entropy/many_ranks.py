# A model of v18: what a call takes on any number of ranks, from a few times of one rank and two. The file is left out.
"""A rank computes its rows while two messages travel; then it computes six rows for each neighbour, of which it keeps two.
What the model is made of was measured with no band computed by two ranks, so a call of two ranks can show it wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tools.measure.measurements import Measurement
from tools.numbers.entropy.chapter import CHAPTER
from tools.pages.experiments import experiment_value, table_shown
from tools.pages.tables import markdown_table

HALO = 2  # rows, each way
SEAM = 3 * HALO  # rows that are computed for each neighbour


@dataclass(frozen=True)
class Line:
    """A time that grows with a number: so much for nothing, and so much for each."""

    nothing: float
    each: float

    def __call__(self, number: float) -> float:
        return self.nothing + self.each * number

    @staticmethod
    def through(points: Mapping[float, float]) -> Line:
        """Through the smallest and the largest number."""
        (low, at_low), (high, at_high) = min(points.items()), max(points.items())
        each = (at_high - at_low) / (high - low)
        return Line(at_low - each * low, each)


@dataclass(frozen=True)
class Ranks:
    """Milliseconds. kernel: cells → time of one launch, measured; message: bytes → time; out: columns → what a rank does
    before its messages leave, and seam: columns → what it does for a neighbour, but for computing."""

    kernel: tuple[tuple[float, float], ...]
    message: Line
    out: Line
    seam: Line

    def compute(self, cells: float) -> float:
        """Between two measured grids in proportion, beyond the largest at its price for a cell."""
        points = sorted(self.kernel)
        if cells <= points[0][0]:
            return points[0][1]
        for (low, at_low), (high, at_high) in zip(points, points[1:], strict=False):
            if cells <= high:
                return at_low + (at_high - at_low) * (cells - low) / (high - low)
        return points[-1][1] * cells / points[-1][0]

    def call(self, rows: int, cols: int, ranks: int) -> float:
        """Of the rank that takes longest: one with two neighbours, where there is such a one."""
        ranks = max(1, min(ranks, rows // (2 * HALO)))
        neighbours = min(2, ranks - 1)
        mine = self.compute(-(-rows // ranks) * cols)
        if not neighbours:
            return self.out(cols) + mine
        travels = self.message(HALO * cols * 4)
        return self.out(cols) + max(mine, travels) + neighbours * (self.seam(cols) + self.compute(SEAM * cols))

    def speed_up(self, rows: int, cols: int, ranks: int) -> float:
        return self.call(rows, cols, 1) / self.call(rows, cols, ranks)

    def over_network(self, latency: float, bandwidth: float) -> Ranks:
        """With messages that take so many times the latency and have such a share of the bandwidth."""
        return replace(self, message=Line(self.message.nothing * latency, self.message.each / bandwidth))


def of_table(table: Measurement) -> Ranks:
    """What `./course bench entropy --experiment scaling` measured."""

    def found(what: str, by: str, **where: object) -> dict[float, float]:
        return {
            float(row["rows"]) * float(row["cols"]) if by == "cells" else float(row[by]): float(row["median_ms"])
            for row in table.select({"what": what, **where})
        }

    messages = {4 * HALO * cols: ms for cols, ms in found("a message of two rows", "cols", ranks=2).items()}
    message = Line.through(messages)
    nothing = {ranks: found("strong, nothing computed", "cols", ranks=ranks) for ranks in (1, 2)}
    out = Line.through(nothing[1])
    seam = Line.through({cols: ms - out(cols) - message(4 * HALO * cols) for cols, ms in nothing[2].items()})
    kernels = found("kernel", "cells") | found("strong, kernel alone", "cells", ranks=1)
    return Ranks(tuple(sorted(kernels.items())), message, out, seam)


def ranks_model() -> Ranks:
    return of_table(table_shown(CHAPTER, "scaling"))


def of_ranks(what: str, ranks: int, side: int) -> float:
    """Milliseconds of a call, measured: 'strong', side × side cells for all ranks; 'weak', for each."""
    rows = side * ranks if what == "weak" else side
    return experiment_value(CHAPTER, "scaling", "median_ms", what=what, ranks=ranks, rows=rows, cols=side)


def held_against(points: Sequence[tuple[str, int, int]]) -> list[tuple[str, int, int, float, float]]:
    """Of (what, ranks, side): those, measured ms, the model's."""
    model = ranks_model()
    return [
        (
            what,
            ranks,
            side,
            of_ranks(what, ranks, side),
            model.call(side * ranks if what == "weak" else side, side, ranks),
        )
        for what, ranks, side in points
    ]


def held_against_table(points: Sequence[tuple[str, int, int]]) -> str:
    rows = [
        [
            f"{side * ranks if what == 'weak' else side} × {side}",
            what,
            str(ranks),
            f"{measured:.3g}",
            f"{said:.3g}",
            f"{100 * (said / measured - 1):+.0f} %",
        ]
        for what, ranks, side, measured, said in held_against(points)
    ]
    return markdown_table(["grid", "scaling", "ranks", "measured, ms", "model, ms", "off by"], rows)


def many_ranks_table(counts: Sequence[int], latency: float = 10, bandwidth: float = 0.1) -> str:
    """What the model says of many ranks, each with a GPU: as on this machine, and over a slower network."""
    here = ranks_model()
    far = here.over_network(latency, bandwidth)
    rows = []
    for side in (10240, 46336):
        for weak in (False, True):
            for ranks in counts:
                height = side * ranks if weak else side
                cells = []
                for model in (here, far):
                    gained = model.speed_up(height, side, ranks)
                    if weak:  # as much work for each: the time should stay
                        gained = ranks * model.call(side, side, 1) / model.call(height, side, ranks)
                    cells += [f"{model.call(height, side, ranks):.3g}", f"{gained:.3g}"]
                rows.append([f"{side}²" + (" a rank" if weak else ""), f"{ranks:,}", *cells])
    return markdown_table(["grid", "ranks", "ms", "speed-up", "slower network, ms", "slower network, speed-up"], rows)
