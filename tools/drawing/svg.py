# A drawing of rectangles, lines and words as SVG: the same bytes every time, on light and on dark pages.
from __future__ import annotations

import html

WIDTH = 800
# Blue is what is loaded, orange what is stored: told apart by every common kind of colour vision, and dark enough
# for white numbers. Ink is a mid grey where a viewer ignores the page's colour scheme.
STYLE = """
text { font: 12px "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; fill: #6f7983; }
.head { font-size: 14px; font-weight: bold; }
.number { font-size: 11px; text-anchor: middle; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.strong { font-weight: bold; }
.load { fill: #2b6cb0; } .store { fill: #b8560b; }
.load-part { fill: #2b6cb0; fill-opacity: 0.14; } .store-part { fill: #b8560b; fill-opacity: 0.14; }
.load-edge { fill: none; stroke: #3d85c6; stroke-width: 1.5; } .store-edge { fill: none; stroke: #d9762b; stroke-width: 1.5; }
.cut { fill: none; stroke: #ffffff; stroke-opacity: 0.35; stroke-width: 0.75; }
.grid { fill: none; stroke: #8a949e; stroke-opacity: 0.45; stroke-width: 0.75; }
.rest { fill: none; stroke: #8a949e; stroke-opacity: 0.7; stroke-dasharray: 3 3; }
.line { stroke: #8a949e; stroke-width: 1; fill: none; }
.tint { fill: #8a949e; fill-opacity: 0.16; }
.on { fill: #ffffff; }
@media (prefers-color-scheme: light) { text { fill: #4b545d; } .on { fill: #ffffff; } }
@media (prefers-color-scheme: dark) { text { fill: #b6bfc8; } .on { fill: #ffffff; } .load-part, .store-part { fill-opacity: 0.3; } }
"""


class Drawing:
    """Collects shapes; text() and the rest take the class names of STYLE. Lengths are pixels of an 800-pixel page."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.height = 0.0
        self.parts: list[str] = []

    def rect(self, x: float, y: float, width: float, height: float, kind: str, radius: float = 0) -> None:
        corner = f' rx="{_number(radius)}"' if radius else ""
        place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
        self._add(f'<rect class="{kind}" {place}{corner}/>', y + height)

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str = "line") -> None:
        self.path([(x1, y1), (x2, y2)], kind)

    def path(self, points: list[tuple[float, float]], kind: str = "line") -> None:
        steps = " ".join(f"{_number(x)} {_number(y)}" for x, y in points)
        self._add(f'<path class="{kind}" d="M{steps}"/>', max(y for _, y in points))

    def text(self, x: float, y: float, words: str, kind: str = "") -> None:
        """y is the base line."""
        name = f' class="{kind}"' if kind else ""
        self._add(f'<text{name} x="{_number(x)}" y="{_number(y)}">{html.escape(words, quote=False)}</text>', y + 4)

    def _add(self, part: str, bottom: float) -> None:
        self.parts.append(part)
        self.height = max(self.height, bottom)

    def svg(self) -> str:
        height = _number(self.height + 10)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
            f' viewBox="0 0 {WIDTH} {height}" role="img">'
        )
        return "\n".join(
            [
                head,
                f"<title>{html.escape(self.title, quote=False)}</title>",
                f"<style>{STYLE}</style>",
                *self.parts,
                "</svg>\n",
            ]
        )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
