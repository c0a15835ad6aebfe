# Findings of the simulator in a compiler's style: place, what is wrong, the source around it, the other end of a race.
from __future__ import annotations

import pathlib
from collections import Counter
from collections.abc import Callable

from tools.console import paint, say
from tools.files import shown_path
from tools.profile.annotate import source

CONTEXT = 2  # lines before and after


def show_findings(findings: list[dict], notes: list[dict]) -> None:
    for finding, times in fold(findings):
        _show(finding, times, "error", "red")
    for finding, times in fold_notes(notes):
        _show(finding, times, "note", "cyan")


def fold(findings: list[dict]) -> list[tuple[dict, int]]:
    """The first of those that say the same of the same place, and how many there are. Which end of a race came first
    does not matter."""

    def ends(finding: dict) -> tuple:
        here, other = (finding["file"], finding["line"]), finding.get("other")
        return tuple(sorted({here, (other["file"], other["line"])} if other else {here}))

    return _fold(findings, ends)


def fold_notes(notes: list[dict]) -> list[tuple[dict, int]]:
    """The same for notes; whatever the other end is: one a place is enough."""
    return _fold(notes, lambda note: (note["file"], note["line"]))


def _fold(findings: list[dict], place: Callable[[dict], tuple]) -> list[tuple[dict, int]]:
    found: dict[tuple, list[dict]] = {}
    for finding in findings:
        words = "" if finding["line"] else finding["message"]
        found.setdefault((finding["kind"], finding["memory"], finding["kernel"], place(finding), words), []).append(
            finding
        )
    return [(same[0], len(same)) for same in found.values()]


def summary(findings: list[dict]) -> str:
    kinds = Counter(finding["kind"] for finding, _ in fold(findings))
    total = sum(kinds.values())
    return f"{total} finding{'s' if total > 1 else ''}: {', '.join(f'{count} {kind}' for kind, count in kinds.items())}"


def _show(finding: dict, times: int, severity: str, colour: str) -> None:
    memory = f" ({finding['memory']} memory)" if finding["memory"] else ""
    again = f" (×{times:,}; the first is shown)" if times > 1 else ""
    kernel = f" [{finding['kernel']}]" if finding["kernel"] else ""
    place = _place(finding["file"], finding["line"])
    say(
        f"{paint(place, 'bold')}{paint(f'{severity}:', colour, 'bold')} {finding['kind']}{memory}: {_message(finding)}{kernel}{again}"
    )
    _excerpt(finding["file"], finding["line"])
    other = finding.get("other")
    if other and (other["file"], other["line"]) != (finding["file"], finding["line"]):
        what = "thread" if finding["kind"] == "barrier" else "access"
        say(
            f"{paint(_place(other['file'], other['line']), 'bold')}{paint('note:', 'cyan', 'bold')} the other {what} is here"
        )
        _excerpt(other["file"], other["line"])
    say()


def _place(file: str, line: int) -> str:
    if not file:
        return ""
    return f"{shown_path(pathlib.Path(file))}:{line}: " if line else f"{shown_path(pathlib.Path(file))}: "


def _message(finding: dict) -> str:
    """Without the place that stands before it already."""
    name = pathlib.PurePath(finding["file"]).name
    return (
        finding["message"].replace(f", {name} line {finding['line']}", "", 1) if finding["line"] else finding["message"]
    )


def _excerpt(file: str, line: int) -> None:
    lines = source(file)
    if not 0 < line <= len(lines):
        return
    width = len(str(line + CONTEXT))
    for number in range(max(1, line - CONTEXT), min(len(lines), line + CONTEXT) + 1):
        mark = ">" if number == line else " "
        text = f"  {mark} {number:>{width}} | {lines[number - 1].expandtabs(4)}".rstrip()
        say(text, *(["bold"] if number == line else ["dim"]), verbatim=True)
