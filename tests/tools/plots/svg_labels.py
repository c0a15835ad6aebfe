# Where the words of a plot stand, read from its SVG: matplotlib draws them as outlines and says in a comment what they are.
from __future__ import annotations

import itertools
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Label:
    words: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Label) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def labels(svg: str) -> list[Label]:
    """Every text of the plot with the box round its outlines, in points."""
    outlines = re.findall(r'<path id="([^"]+)" d="([^"]*)" transform="scale\(([\d.]+)\)"', svg)
    glyphs = {name: _box(path, float(scale)) for name, path, scale in outlines}
    found = []
    for words, moved_to, text in re.findall(
        r'<!-- ([^\n]*?) -->\s*<g style="[^"]*" transform="([^"]*)"(?<!/)>([^\0]*?)</g>', svg
    ):
        place = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)( rotate\(-90\))? scale\(([-\d.]+) [-\d.]+\)", moved_to)
        assert place, f"'{words}' is turned or scaled in a way that this cannot read: {moved_to}"
        x, y, scale = float(place[1]), float(place[2]), float(place[4])
        xs, ys = [], []
        for name, moved in re.findall(r'<use xlink:href="#([^"]+)"([^>]*)>', text):
            shift = re.search(r"translate\(([-\d.]+)(?:[ ,]([-\d.]+))?\)", moved)
            right, up = (float(shift[1]), float(shift[2] or 0)) if shift else (0.0, 0.0)
            left_edge, low, right_edge, high = glyphs.get(name, (0.0, 0.0, 0.0, 0.0))
            factor = re.search(r"scale\(([-\d.]+)", moved)
            small = float(factor[1]) if factor else 1.0
            xs += [right + small * left_edge, right + small * right_edge]
            ys += [up + small * low, up + small * high]
        if not xs:
            continue
        xs, ys = [scale * one for one in xs], [scale * one for one in ys]
        if place[3]:  # turned to the left
            box = x - max(ys), y - max(xs), x - min(ys), y - min(xs)
        else:
            box = x + min(xs), y - max(ys), x + max(xs), y - min(ys)
        found.append(Label(words, *box))
    return found


def overlapping(svg: str) -> list[tuple[str, str]]:
    return [(one.words, other.words) for one, other in itertools.combinations(labels(svg), 2) if one.overlaps(other)]


def _box(path: str, scale: float) -> tuple[float, float, float, float]:
    """Left, low, right, high of an outline's points; those of its curves are outside, if anywhere."""
    numbers = [scale * float(one) for one in re.findall(r"-?[\d.]+", path)]
    xs, ys = numbers[0::2], numbers[1::2]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)
