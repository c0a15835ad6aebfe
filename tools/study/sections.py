# The sections of the chapters' pages, and which one a lab leads to.
from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.files import shown_path
from tools.model import MADE, ROOT, Lab


@dataclass(frozen=True)
class Section:
    page: pathlib.Path
    line: int  # from 0
    level: int
    title: str

    @property
    def words(self) -> str:
        """The title as a terminal shows it."""
        return re.sub(r"[`*]", "", self.title)

    @property
    def anchor(self) -> str:
        """As a code host and the site make it of the title."""
        return re.sub(r"[^\w\- ]", "", self.title.lower()).replace(" ", "-")

    @property
    def address(self) -> str:
        """In the site that lies here, if there is one, else in the text."""
        relative = self.page.relative_to(ROOT)
        there = MADE / "site" / relative.with_name(re.sub(r"^README$", "index", relative.stem) + ".html")
        return f"{there.as_uri() if there.exists() else shown_path(self.page)}#{self.anchor}"


def after(lab: Lab) -> Section | None:
    """What to read when the lab is solved: what follows its own heading, or else where its solution is shown."""
    for page in _pages(lab):
        sections = _sections(page)
        for section, following in zip(sections, sections[1:], strict=False):
            if f"`{lab.name}`" in section.title and "Lab" in section.title:
                return following
    return _of_version(lab)


def before(lab: Lab) -> Section | None:
    """Where the lab is introduced."""
    named = (one for page in _pages(lab) for one in _sections(page) if f"`{lab.name}`" in one.title)
    return next(named, None) or _of_version(lab)


def _of_version(lab: Lab) -> Section | None:
    """Of a lab that is a version of a ladder (entropy_v3) the section whose title names it: "4. v1 to v5: …"."""
    number = re.search(r"_v(\d+)$", lab.name)
    if not number:
        return None
    for page in _pages(lab):
        for section in _sections(page):
            for first, last in re.findall(r"\bv(\d+)(?: to v(\d+))?", section.title):
                if int(first) <= int(number[1]) <= int(last or first):
                    return section
    return None


def _pages(lab: Lab) -> list[pathlib.Path]:
    """The chapter's first page, then the others; none where there is no text."""
    folder = ROOT / "chapters" / lab.slug
    return sorted(folder.glob("*.md"), key=lambda page: (page.stem != "README", page.stem == "exercises", page.name))


@functools.cache
def _sections(page: pathlib.Path) -> list[Section]:
    return list(_read(page))


def _read(page: pathlib.Path) -> Iterator[Section]:
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n")):
        fenced ^= line.lstrip().startswith("```")
        heading = re.match(r"(#{1,4}) (.+)", line)
        if heading and not fenced:
            yield Section(page, number, len(heading[1]), re.sub(r"<!--.*?-->", "", heading[2]).strip())
