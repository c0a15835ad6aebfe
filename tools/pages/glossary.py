# The glossary: every term in the words that introduce it, cut out of the chapters.
"""Behind the sentence that says what a term means stands its name, which neither a code host nor the site shows:

    A **sector** is an aligned piece of 32 bytes.<!--: sector -->

<!--: lane | lanes, its lane -->  has other forms, which the site links as well (a plural with s need not be said);
<!--: fill, 2 -->                 means two sentences.
"""

from __future__ import annotations

import functools
import pathlib
import re
from dataclasses import dataclass

from tools.errors import CourseError
from tools.files import shown_path
from tools.model import ROOT, load_course
from tools.pages.inline import NUMBER

__all__ = ["glossary"]
MARK = re.compile(r"<!--: (?P<term>[^|,>]+?)(?:, (?P<sentences>\d))?(?: \| (?P<forms>[^>]+?))? -->")
PAGE = ROOT / "chapters" / "glossary.md"
HEADING = re.compile(r"#{1,4} +(?P<title>.+)")
LINK = re.compile(r"\]\((?![a-z]+:)(?P<target>[^)\s]+)\)")
SENTENCE = re.compile(r".+?[.!?][*_)]*(?: +(?=[A-Z*`(\[]|v\d)|$)")


@dataclass(frozen=True)
class Term:
    name: str
    forms: tuple[str, ...]
    definition: str  # Markdown, its links as they lead from the glossary
    chapter: str
    number: str  # of the section, '6', where it has one
    link: str  # to the section, from the glossary


def anchor(title: str) -> str:
    """As a code host makes it of a heading."""
    bare = re.sub(r"<[^>]+>", "", NUMBER.sub(r"\g<old>", title))
    return re.sub(r"[^\w\- ]", "", bare.replace("`", "").lower()).replace(" ", "-")


@functools.cache
def terms() -> dict[str, Term]:
    """By name, in the order of the alphabet."""
    found: dict[str, Term] = {}
    for chapter in load_course().chapters:
        for page in sorted(chapter.folder.glob("*.md"), key=lambda path: (path.name != "README.md", path.name)):
            for term in _terms_of(page):
                if term.name in found:
                    raise CourseError(f"{shown_path(page)}: '{term.name}' is a term of {found[term.name].link} already")
                found[term.name] = term
    return dict(sorted(found.items(), key=lambda pair: pair[0].lower()))


def _terms_of(page: pathlib.Path) -> list[Term]:
    found = []
    title = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.fullmatch(line):
            title = heading["title"]
        for mark in MARK.finditer(line):
            name, said = mark["term"].strip(), definition(line, mark)
            forms = [form.strip() for form in (mark["forms"] or "").split(",") if form.strip()]
            if "<!--" in said or not said.endswith((".", ".**")):
                raise CourseError(
                    f"{shown_path(page)}: the mark of '{name}' does not stand behind a sentence: {said[-80:]}"
                )
            found.append(
                Term(
                    name,
                    tuple(dict.fromkeys([name, f"{name}s", *forms])),
                    LINK.sub(lambda match: f"]({_from_glossary(page, match['target'])})", said),
                    page.parent.name,
                    re.match(r"\d*", title)[0],  # type: ignore[index]
                    _from_glossary(page, f"#{anchor(title)}"),
                )
            )  # fmt: skip
    return found


def definition(line: str, mark: re.Match[str]) -> str:
    """The sentences of the line that the mark stands behind."""
    before = NUMBER.sub(r"\g<old>", MARK.sub("", line[: mark.start()])).lstrip("> -")
    return "".join(SENTENCE.findall(before)[-int(mark["sentences"] or 1) :])


def _from_glossary(page: pathlib.Path, target: str) -> str:
    return f"{page.parent.name}/{page.name if target.startswith('#') else ''}{target}"


def glossary() -> str:
    """A heading a term, so that each can be linked to."""
    parts = []
    for term in terms().values():
        where = f"chapter {int(term.chapter[:2])}" + (f", section {term.number}" if term.number else "")
        parts.append(f"## {term.name}\n\n{term.definition} ([{where}]({term.link}))")
    return "\n\n".join(parts)
