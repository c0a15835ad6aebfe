# The profile as one page that needs nothing else: launches, worst lines with pictures, the whole source with heat.
from __future__ import annotations

import html
import pathlib

from tools.drawing.svg import STYLE as FIGURE_STYLE
from tools.files import shown_path
from tools.profile.access import percent
from tools.profile.annotate import HEADERS, Line, annotate, group, source
from tools.profile.diagnosis import advise
from tools.profile.report_pictures import picture

PICTURED = 8  # worst lines
LONG = 3000  # lines; of a longer file only what is near is shown
NEAR = 5

STYLE = """
:root { color-scheme: light dark; --page: #fbfbfa; --ink: #23292f; --soft: #5d6871; --rule: #d9dee2; --card: #ffffff; --heat: #c2410c; --cool: #2b6cb0; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14181c; --ink: #e3e8ec; --soft: #9aa6b0; --rule: #323a41; --card: #1b2126; --heat: #f08a4b; --cool: #6fb1ec; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 76rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2.5rem 0 0.75rem; }
p { margin: 0.35rem 0; max-width: 48rem; } .soft { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.launches { font-size: 0.9rem; width: 100%; } .launches th { text-align: left; color: var(--soft); font-weight: 600; vertical-align: bottom; }
.launches th, .launches td { padding: 0.35rem 1rem 0.35rem 0; border-bottom: 1px solid var(--rule); }
.launches td:nth-child(n+4), .launches th:nth-child(n+4) { text-align: right; padding-right: 0; padding-left: 1rem; }
code, .source { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.85rem; }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.card > code { display: block; white-space: pre-wrap; margin: 0.25rem 0 0.5rem; font-size: 0.95rem; }
.card a { color: var(--cool); text-decoration: none; font-weight: 600; }
.access { border-top: 1px solid var(--rule); margin-top: 0.75rem; padding-top: 0.6rem; }
.access b { font-weight: 600; } .bad { color: var(--heat); }
svg { display: block; max-width: 100%; height: auto; margin: 0.75rem 0 0.25rem; } .small { font-size: 10px; }
.source { width: 100%; } .source td { padding: 0 0.6rem 0 0; vertical-align: top; white-space: pre; line-height: 1.45; }
.source .n { text-align: right; color: var(--soft); user-select: none; } .source .n a { color: inherit; text-decoration: none; }
.source .c { width: 100%; } .source .m { color: var(--soft); text-align: right; }
.source .h { width: 7rem; min-width: 7rem; } .bar { display: block; height: 0.75rem; margin-top: 0.25rem; border-radius: 2px; background: var(--heat); }
.source tr.hot { background: color-mix(in srgb, var(--heat) 9%, transparent); } .source tr:target { outline: 2px solid var(--cool); }
.source thead td { color: var(--soft); font-weight: 600; padding-bottom: 0.3rem; }
"""


def page(name: str, launches: list[dict]) -> str:
    lines = annotate(launches)
    count = len(launches)
    total = sum(line.wasted for line in lines)
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{_text(name)}: memory</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{FIGURE_STYLE}{STYLE}</style></head><body>",
        f"<h1>{_text(name)}</h1>",
        f'<p class="soft">{count:,} launch{"" if count == 1 else "es"} on the simulator of Warpwise. Counts are what a GPU\'s memory system would see; there are no times.</p>',
        "<h2>Launches</h2>",
        _launches(launches),
    ]
    worst = [line for line in lines if line.wasted][:PICTURED]
    if lines:
        parts.append("<h2>Worst lines</h2>")
        parts += [_card(line, total) for line in worst]
        if not worst:
            parts.append("<p>No line asks for more sectors or wavefronts than its bytes need.</p>")
    for file in dict.fromkeys(line.file for line in lines):
        of_file = [line for line in lines if line.file == file]
        parts += [f"<h2>{_text(_shown(file))}</h2>", _source(file, of_file, total)]
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _launches(launches: list[dict]) -> str:
    if not launches:
        return "<p>No kernel was launched.</p>"
    head = "".join(f"<th>{_text(header)}</th>" for header in HEADERS)
    rows = ["".join(f"<td>{_text(cell)}</td>" for cell in found.cells()) for found in group(launches)]
    return (
        f'<div class="wide"><table class="launches"><tr>{head}</tr>'
        + "".join(f"<tr>{row}</tr>" for row in rows)
        + "</table></div>"
    )


def _card(line: Line, total: int) -> str:
    parts = [
        '<div class="card">',
        f'<a href="#{_anchor(line.file, line.number)}">{_text(line.place)}</a> <span class="soft">{_text(", ".join(line.kernels))}, '
        f"{percent(line.wasted / total)} of all that is wasted</span>",
        f"<code>{_text(line.text.strip())}</code>",
    ]
    for access in line.accesses:
        kind = ' class="bad"' if access.wasted else ""
        parts.append(
            f'<div class="access"><p><b{kind}>{_text(access.what())}</b>: {_text(access.numbers())}</p><p>{_text(advise(access))}</p>'
        )
        if access.wasted and len(set(access.lanes.values())) > 1:
            parts.append(f'<div class="wide">{picture(access)}</div>')
        parts.append("</div>")
    return "\n".join([*parts, "</div>"])


def _source(file: str, lines: list[Line], total: int) -> str:
    known = {line.number: line for line in lines}
    text = source(file)
    rows = []
    for number, code in enumerate(text, 1):
        if len(text) > LONG and all(abs(number - other) > NEAR for other in known):
            continue
        rows.append(_row(file, number, code, known.get(number), total))
    head = '<thead><tr><td></td><td>wasted</td><td class="m">requests</td><td class="m">a request (ideal)</td><td class="m">lanes</td><td></td></tr></thead>'
    return f'<div class="wide"><table class="source">{head}' + "\n".join(rows) + "</table></div>"


def _row(file: str, number: int, code: str, line: Line | None, total: int) -> str:
    anchor = _anchor(file, number)
    mark = f'<td class="n"><a href="#{anchor}">{number}</a></td>'
    if not line:
        return f'<tr id="{anchor}">{mark}<td class="h"></td><td></td><td></td><td></td><td class="c">{_text(code)}</td></tr>'
    share = 100 * line.wasted / total if total else 0
    bar = (
        f'<span class="bar" style="width:{max(share, 1.5):.1f}%" title="{share:.1f} % of what is wasted"></span>'
        if line.wasted
        else ""
    )
    cells = [
        "\n".join(f"{access.requests:,}" for access in line.accesses),
        "\n".join(access.cost().replace(" a request", "") for access in line.accesses),
        "\n".join(percent(access.active_share) for access in line.accesses),
    ]
    numbers = "".join(f'<td class="m">{_text(cell)}</td>' for cell in cells)
    return f'<tr id="{anchor}"{" class=hot" if line.wasted else ""}>{mark}<td class="h">{bar}</td>{numbers}<td class="c">{_text(code)}</td></tr>'


def _anchor(file: str, number: int) -> str:
    stem = "".join(letter if letter.isalnum() else "-" for letter in pathlib.PurePath(file).name)
    return f"{stem}-L{number}"


def _shown(file: str) -> str:
    return shown_path(pathlib.Path(file)) if file else "source unknown"


def _text(words: str) -> str:
    return html.escape(words)
