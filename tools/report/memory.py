# What launches did to memory, for a page: the launches, the worst lines, the whole source with heat, every line's lanes drawn.
from __future__ import annotations

import pathlib
from collections.abc import Collection

from tools.files import shown_path
from tools.profile import caches
from tools.profile.access import Access, percent
from tools.profile.annotate import HEADERS, Line, annotate, group, source
from tools.profile.diagnosis import advise
from tools.report.shell import scrolling, text

LONG = 3000  # lines; of a longer file only what is near is shown
NEAR = 5


class Memory:
    """Its parts are HTML; what they draw they add to `requests`, for the page's script. A page of several gives each a name."""

    def __init__(self, launches: list[dict], name: str = "", requests: list[dict] | None = None):
        self.launches, self.name = launches, name
        self.requests = [] if requests is None else requests
        self.lines = annotate(launches)
        self.total = sum(line.wasted for line in self.lines)
        self._drawn: dict[int, int] = {}

    def table(self) -> str:
        """The launches, which a reader can sort."""
        if not self.launches:
            return "<p>No kernel was launched.</p>"
        return _table("Launches", HEADERS, [found.cells() for found in group(self.launches)])

    def caches(self, registers: bool = False) -> list[str]:
        """What the launches found in the caches, where they are modelled."""
        if not caches.are_modelled(self.launches):
            return []
        rows = [found.cache_cells() for found in group(self.launches) if not found.stopped]
        return [
            "<h2>Caches</h2>",
            f"<p>{text(caches.about(self.launches, registers))}</p>",
            _table("Caches", caches.HEADERS, rows),
        ]

    def card(self, line: Line, only: Access | None = None) -> str:
        """A line with its accesses, or one of them."""
        share = f", {percent(line.wasted / self.total)} of all that is wasted" if line.wasted else ""
        return "\n".join(
            [
                '<div class="card">',
                f'<a href="#{self._anchor(line.file, line.number)}">{text(line.place)}</a> '
                f'<span class="soft">{text(", ".join(line.kernels))}{share}</span>',
                f"<pre>{text(line.text.strip())}</pre>",
                *(self._access(access) for access in ([only] if only else line.accesses)),
                "</div>",
            ]
        )

    def sources(self, marked: Collection[tuple[str, int]] = ()) -> list[str]:
        """Every file that a launch came by, and those of `marked`: the (file, line) that the page is about."""
        parts = []
        for file in dict.fromkeys([*(line.file for line in self.lines), *(file for file, _ in sorted(marked))]):
            known = {line.number: line for line in self.lines if line.file == file}
            marks = {number for where, number in marked if where == file}
            parts += [f"<h2>{text(shown_path(pathlib.Path(file)) if file else 'source unknown')}</h2>"]
            parts += ['<div class="source">', *self._rows(file, known, marks), "</div>"]
        return parts

    def _rows(self, file: str, known: dict[int, Line], marks: set[int]) -> list[str]:
        lines = source(file)
        coloured = highlighted(lines)
        near = {number + step for number in known for step in range(-NEAR, NEAR + 1)}
        return [
            self._row(file, number, code, known.get(number), number in marks)
            for number, code in enumerate(coloured, 1)
            if len(lines) <= LONG or number in near
        ]

    def _row(self, file: str, number: int, code: str, line: Line | None, marked: bool) -> str:
        anchor = self._anchor(file, number)
        start, end = f'<span class="number">{number}</span>', f"<code>{code}</code>"
        kind = "line marked" if marked else "line"
        if not line:
            return f'<div class="{kind}" id="{anchor}">{start}<span></span><span></span>{end}</div>'
        share = 100 * line.wasted / self.total if self.total else 0
        words = f"{share:.1f} % of what is wasted"
        bar = f'<span class="bar" style="width:{max(share, 1.5):.1f}%"></span>' if line.wasted else ""
        heat = f'<span class="heat" role="img" aria-label="{words}" title="{words}">{bar}</span>'
        costs = "\n".join(f"{_short(access)}" for access in line.accesses)
        hot = " hot" if line.wasted else ""
        return (
            f'<details class="{kind}{hot}" id="{anchor}"><summary>{start}{heat}<span class="cost">{text(costs)}</span>{end}</summary>'
            + "".join(self._access(access) for access in line.accesses)
            + "</details>"
        )

    def _access(self, access: Access) -> str:
        kind = ' class="bad"' if access.wasted else ""
        return (
            f'<div class="access"><p><b{kind}>{text(access.what())}</b>: {text(access.numbers())}</p>'
            + (f"<p>{text(access.caches())}</p>" if access.found.known else "")
            + f"<p>{text(advise(access))}</p>{self._drawing(access)}</div>"
        )

    def _drawing(self, access: Access) -> str:
        if not access.lanes or (access.space == "texture" and not access.sectors):
            return ""  # in which bytes an array's texels lie only the hardware knows
        key = id(access)
        if key not in self._drawn:
            self._drawn[key] = len(self.requests)
            self.requests.append(_request(access))
        return f'<div class="drawn" data-request="{self._drawn[key]}"></div>'

    def _anchor(self, file: str, number: int) -> str:
        stem = "".join(letter if letter.isalnum() else "-" for letter in pathlib.PurePath(file).name)
        return f"{self.name}{'-' if self.name else ''}{stem}-L{number}"


def _table(name: str, headers: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{text(header)}</th>' for header in headers)
    body = "".join("<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    table = f'<table class="sortable"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return scrolling(name, table)


def _request(access: Access) -> dict:
    """As the site's rules have it, and which one it is of all that the line made."""
    block, warp = access.sample["block"], access.sample["warp"]
    worst = "the one that wastes most" if access.wasted else "one of them"
    return {
        "space": access.space,
        "store": access.op != "load",
        "bytes": access.width,
        "lanes": list(access.lanes.items()),
        "about": f"Block {block:,}, warp {warp}" + (f": {worst} of {access.requests:,}" if access.requests > 1 else ""),
    }


def _short(access: Access) -> str:
    """'store 32 (4)': what the margin has room for."""
    return f"{access.op} {access.cost().replace(' a request', '').replace('ideal ', '')}"


def highlighted(lines: list[str]) -> list[str]:
    """C++ as HTML, line by line; without Pygments plain."""
    try:
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import CudaLexer
    except ImportError:
        return [text(line) for line in lines]
    whole = highlight("\n".join(lines), CudaLexer(stripnl=False, ensurenl=True), HtmlFormatter(nowrap=True))
    found = whole.split("\n")[: len(lines)]
    return found if len(found) == len(lines) else [text(line) for line in lines]
