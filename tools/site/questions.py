# What a page asks its reader to predict: from marks that a code host does not show to boxes that the site does.
from __future__ import annotations

import html
import re

from tools.pages.inline import Question, question
from tools.site.pages import Page, code_lines

START = "<!--?"
ANSWER = re.compile(r"<details\b")


def asked(text: str) -> list[tuple[int, list[Question]]]:
    """(line from 0, the questions that stand there together) in the order of the page."""
    code = code_lines(text)
    groups: list[tuple[int, list[Question]]] = []
    last = -2
    for place, line in enumerate(text.split("\n")):
        if line.startswith(START) and place not in code:
            if place != last + 1:
                groups.append((place, []))
            groups[-1][1].append(question(line))
            last = place
    return groups


def with_boxes(text: str, page: Page) -> str:
    """The text with a form in the place of each group of questions. Without scripts it is not shown, and the fold is all."""
    lines = text.split("\n")
    for number, (place, group) in enumerate(asked(text), start=1):
        lines[place : place + len(group)] = [_form(page, number, group)] + [""] * (len(group) - 1)
    return "\n".join(lines)


def _form(page: Page, number: int, group: list[Question]) -> str:
    boxes = "".join(_box(f"prediction-{number}-{place}", one) for place, one in enumerate(group, start=1))
    return (
        f'<form class="predict" id="predict-{number}" data-page="{html.escape(page.name)}">{boxes}'
        f'<button type="submit">Compare</button></form>'
    )


def _box(name: str, one: Question) -> str:
    if one.choices:
        options = "".join(f"<option>{html.escape(choice)}</option>" for choice in ("", *one.choices))
        box = f'<select id="{name}">{options}</select>'
    else:
        box = f'<input id="{name}" inputmode="decimal" autocomplete="off" size="8">'
    answer = html.escape(one.answer)
    return f'<p data-answer="{answer}"><label for="{name}">{one.label}</label> {box} <output for="{name}"></output></p>'
