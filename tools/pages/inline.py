# Numbers inside a sentence: `takes <!--= measured('naive', '8192x8192') -->0.987<!--/--> ms`. Fills them in; those, too,
# that a reader of the site is asked to predict.
"""An inline number stands on one line: an expression, the value it had last, an end mark. Markdown shows the value
alone, in a sentence, a list, a heading or a cell of a table. It cannot begin a line, which Markdown would then take
for HTML (nor an item of a list), and its expression holds no '--', which ends a comment, nor '|' in a table.

A question stands on a line of its own, below its "**Predict.**", and a code host shows nothing of it: what is asked for, an
expression, the value it had last:

<!--? sectors a load, aligned | simulated('load_aligned', 'load.sectors_per_request') | 4 -->
<!--? the faster block [32×8 / 16×16] | faster('32x8', '16x16') | 16×16 -->"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.errors import CourseError
from tools.measure.measurements import NotMeasured
from tools.pages.tables import shown_number

NUMBER = re.compile(r"<!--=(?P<code>.*?)-->(?P<old>.*?)<!--/-->")
FIRST = re.compile(r"(\s|>|[-*+]\s|\d+[.)]\s)*<!--=")  # of a paragraph, a quotation or an item of a list
QUESTION = re.compile(
    r"<!--\? (?P<label>[^|\[]+?)(?: \[(?P<choices>[^\]|]+)\])? \| (?P<code>.+) \| (?P<old>[^|]*?) ?-->"
)
START, END = "<!--=", "<!--/-->"
PENDING = "(not measured yet)"


@dataclass(frozen=True)
class Pending:
    """A number that waits for a measurement: the line it is in, and what would measure it."""

    line: int
    reason: str


def fill_in(text: str, names: dict, page: str, pending: list[Pending] | None = None) -> str:
    """The text with every inline number evaluated among `names`. An error names page and line."""
    lines = text.split("\n")
    for place in outside_code(lines):
        if START in lines[place] or END in lines[place] or lines[place].startswith("<!--?"):
            fill = _question if lines[place].startswith("<!--?") else _line
            try:
                lines[place] = fill(lines[place], names, place + 1, [] if pending is None else pending)
            except CourseError as error:
                raise CourseError(f"{page}:{place + 1}: {error}") from error
    return "\n".join(lines)


def outside_code(lines: list[str]) -> Iterator[int]:
    """The lines that are not in a fenced block, where Markdown shows a comment as it is."""
    fence = ""
    for place, line in enumerate(lines):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence:
            yield place


def _line(line: str, names: dict, number: int, pending: list[Pending]) -> str:
    if FIRST.match(line):
        raise CourseError(
            "an inline number cannot begin a line: Markdown would take the line for HTML; put a word first"
        )
    whole = len(NUMBER.findall(line))
    if line.count(START) != whole or line.count(END) != whole:
        raise CourseError(f"an inline number is '{START} expression -->value{END}', all on one line")
    in_table = line.lstrip().startswith("|")

    def value(match: re.Match[str]) -> str:
        if in_table and "|" in match["code"]:
            raise CourseError(f"{match['code'].strip()}: an inline number holds no '--', and no '|' in a table")
        return f"{START}{match['code']}-->{_value(match['code'].strip(), names, number, pending)}{END}"

    return NUMBER.sub(value, line)


@dataclass(frozen=True)
class Question:
    """What a reader is asked to predict: a number, or one of several choices."""

    label: str
    choices: tuple[str, ...]
    answer: str  # as the page shows it


def question(line: str) -> Question:
    match = QUESTION.fullmatch(line)
    if not match:
        raise CourseError("a question is '<!--? what is asked for | expression | value -->', or '… [a / b / c] | …'")
    choices = tuple(choice.strip() for choice in (match["choices"] or "").split("/") if choice.strip())
    return Question(match["label"], choices, match["old"])


def _question(line: str, names: dict, number: int, pending: list[Pending]) -> str:
    asked = question(line)
    code = QUESTION.fullmatch(line)["code"]  # type: ignore[index]
    shown = _value(code.strip(), names, number, pending)
    if asked.choices and shown not in (*asked.choices, PENDING):
        raise CourseError(f"{code}: '{shown}' is none of the choices {', '.join(asked.choices)}")
    if not asked.choices and shown != PENDING and not re.fullmatch(r"-?[\d,]*\.?\d+( %)?", shown):
        raise CourseError(f"{code}: '{shown}' is no number; give choices: [{shown} / …]")
    choices = f" [{' / '.join(asked.choices)}]" if asked.choices else ""
    return f"<!--? {asked.label}{choices} | {code} | {shown} -->"


def _value(code: str, names: dict, number: int, pending: list[Pending]) -> str:
    """What the expression gives, as a page shows it."""
    if "--" in code:
        raise CourseError(f"{code}: an inline number holds no '--', and no '|' in a table")
    try:
        shown = _shown(eval(code, names))
    except NotMeasured as missing:
        pending.append(Pending(number, str(missing)))
        shown = PENDING
    except Exception as error:
        kind = "" if isinstance(error, CourseError) else f"{type(error).__name__}: "
        raise CourseError(f"{code}: {kind}{error}") from error
    if "\n" in shown or "<!--" in shown:
        raise CourseError(f"{code}: the value must stand on one line and hold no comment: {shown!r}")
    return shown


def _shown(value: object) -> str:
    """Counts with their thousands, other numbers with three digits, as the functions for text show theirs."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise CourseError(f"gives {value!r}, and neither a text nor a number")
    return f"{value:,}" if isinstance(value, int) else shown_number(value) if isinstance(value, float) else value
