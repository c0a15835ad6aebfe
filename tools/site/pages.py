# The pages of the site, in reading order, and where each lies in it.
from __future__ import annotations

import functools
import pathlib
import re
from dataclasses import dataclass

from markdown_it import MarkdownIt

from tools.errors import CourseError
from tools.model import ROOT, load_course

LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
FOREIGN = re.compile(r"[a-z][a-z0-9+.-]*:")  # https:, mailto:
FRONT = "README.md"
# What follows the chapters.
AFTERWARDS = ("chapters/glossary.md", "chapters/open-questions.md", "simt", "INSTRUCTORS.md", "CONTRIBUTING.md")


@dataclass(frozen=True)
class Page:
    """A Markdown file of the repository. Pages that follow it in its own folder are below it in the contents."""

    path: str  # from the root: chapters/01-coalescing/README.md
    below: tuple[Page, ...] = ()

    @property
    def file(self) -> pathlib.Path:
        return ROOT / self.path

    @property
    def name(self) -> str:
        """Where it lies in the site, without .html. A folder's README is what the folder shows first."""
        return re.sub(r"README$", "index", self.path.removesuffix(".md"))

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")


def contents() -> list[Page]:
    """The front page, the chapters with what is below them, then the rest."""
    there = [path for path in AFTERWARDS if (ROOT / path).exists()]  # a students' edition has not all of them
    rest = [_folder(path) if (ROOT / path).is_dir() else Page(path) for path in there]
    return [Page(FRONT), *(_folder(f"chapters/{chapter.slug}") for chapter in load_course().chapters), *rest]


def every_page(pages: list[Page]) -> list[Page]:
    return [page for top in pages for page in (top, *top.below)]


def _folder(folder: str) -> Page:
    """Its README, with the others below it in the order in which the README links to them."""
    first = Page(f"{folder}/README.md")
    there = {path.name for path in (ROOT / folder).glob("*.md")} - {"README.md"}
    linked = [target for _, target in links(first.text) if target in there]
    order = [*dict.fromkeys(linked), *sorted(there - set(linked))]
    return Page(first.path, tuple(Page(f"{folder}/{name}") for name in order))


@functools.cache
def code_lines(text: str) -> frozenset[int]:
    """The numbers, from 0, of lines that Markdown shows as they are. A page is asked about several times."""
    return frozenset(
        line
        for token in MarkdownIt("commonmark").parse(text)
        if token.type in ("fence", "code_block") and token.map
        for line in range(*token.map)
    )


def links(text: str) -> list[tuple[int, str]]:
    """(line from 1, target without its anchor) of every link and image that leads to a file of the repository."""
    code = code_lines(text)
    return [
        (place + 1, match["target"].partition("#")[0])
        for place, line in enumerate(text.split("\n"))
        if place not in code
        for match in LINK.finditer(re.sub(r"`[^`]*`", "", line))
        if not match["target"].startswith("#") and not FOREIGN.match(match["target"])
    ]


def resolved(page: Page, target: str, line: int = 0) -> str:
    """The path from the root that a link of the page leads to."""
    path = (page.file.parent / target).resolve()
    if not path.is_file() or not path.is_relative_to(ROOT):
        raise CourseError(f"{page.path}:{line}: links to {target}, and there is no such file in the course.")
    return path.relative_to(ROOT).as_posix()
