# From the Markdown that a code host shows to what Sphinx reads: the same text, without the marks of ./course docs.
from __future__ import annotations

import os
import pathlib
import re
import shutil
from collections.abc import Sequence

from tools.files import write_atomic
from tools.model import ROOT, load_course
from tools.pages.glossary import MARK
from tools.pages.inline import NUMBER
from tools.site.pages import FOREIGN, FRONT, LINK, Page, code_lines, every_page, links, resolved
from tools.site.questions import asked, with_boxes

COG = re.compile(r"^<!-- \[\[\[(?:cog.*?\]\]\]|end\]\]\]) -->\n?", re.M | re.S)
IMAGES = (".svg", ".png")
LANGUAGES = {".cu": "cuda", ".cuh": "cuda", ".cpp": "cpp", ".hpp": "cpp", ".inc": "cpp", ".py": "python", ".cl": "c"}
OWN = pathlib.Path(__file__).resolve().parent / "own"
SOURCES = "sources"  # the room of the copies of source files


def stage(pages: list[Page], folder: pathlib.Path, repository: str, commit: str) -> None:
    """Writes what Sphinx reads into the folder: the pages, their images, and a page for every file that they link to."""
    every = every_page(pages)
    names = {page.path: page.name for page in every}
    wanted: dict[pathlib.Path, str | pathlib.Path] = own_pages(folder, every)  # text, or the file that is copied
    for page in every:
        followed = [*pages[1:], *map(Page, own_names())] if page is pages[0] else page.below
        wanted[folder / f"{page.name}.md"] = staged(page, names) + _contents(page, followed)
        for line, target in links(page.text):
            there = resolved(page, target, line)
            if there.endswith(IMAGES):
                wanted[folder / there] = ROOT / there
            elif there not in names:
                wanted[folder / SOURCES / f"{there}.md"] = source_page(there, repository, commit)
    for path in folder.rglob("*"):
        if path.is_file() and path not in wanted:
            path.unlink()
    for path, content in wanted.items():
        if isinstance(content, pathlib.Path):
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(content, path)
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            write_atomic(path, content)


def own_names() -> list[str]:
    """Pages that only the site has, since they are nothing without a browser."""
    return sorted(path.name for path in OWN.glob("*.md"))


def own_pages(folder: pathlib.Path, every: list[Page]) -> dict[pathlib.Path, str | pathlib.Path]:
    count = sum(len(group) for page in every for _, group in asked(page.text))
    texts = {name: (OWN / name).read_text(encoding="utf-8") for name in own_names()}
    return {folder / name: text.replace("QUESTIONS", str(count)) for name, text in texts.items()}


def staged(page: Page, names: dict[str, str]) -> str:
    """The page's text: no marks of ./course docs, links as they lead in the site."""
    text = with_boxes(without_marks(page.text), page)
    code = code_lines(text)
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if place not in code:
            lines[place] = LINK.sub(lambda match: f"]({_target(page, match['target'], names)})", line)
    return "\n".join(lines)


def without_marks(text: str) -> str:
    """Numbers as they are shown; what an example shows as it is, stays."""
    bare = MARK.sub("", COG.sub("", text))
    code = code_lines(bare)
    lines = bare.split("\n")
    return "\n".join(line if place in code else NUMBER.sub(r"\g<old>", line) for place, line in enumerate(lines))


def _target(page: Page, target: str, names: dict[str, str]) -> str:
    if target.startswith("#") or FOREIGN.match(target):
        return target
    file, hash_sign, anchor = target.partition("#")
    path = resolved(page, file)
    if path.endswith(IMAGES):
        return target
    there = f"{names[path]}.md" if path in names else f"{SOURCES}/{path}.md"
    return f"{os.path.relpath(there, pathlib.PurePath(page.name).parent)}{hash_sign}{anchor}"


def _contents(page: Page, followed: Sequence[Page]) -> str:
    """The contents of what is below the page, which only the margin shows."""
    if not followed:
        return ""
    here = pathlib.PurePath(page.name).parent
    entries = "\n".join(_entry(below, os.path.relpath(below.name, here)) for below in followed)
    return f"\n```{{toctree}}\n:hidden:\n{entries}\n```\n"


def _entry(page: Page, name: str) -> str:
    """A chapter is shown with its number, another page by its own title."""
    title = numbered(page)
    return f"{title} <{name}>" if title else name


def numbered(page: Page) -> str:
    """The title of a chapter's first page after its number, '' of another page."""
    for chapter in load_course().chapters:
        if page.path == f"chapters/{chapter.slug}/{FRONT}":
            return f"{int(chapter.slug[:2])}. {chapter.title}"
    return ""


def source_page(path: str, repository: str, commit: str) -> str:
    """A file of the course, shown whole. It is found by its links, not by the search."""
    text = (ROOT / path).read_text(encoding="utf-8")
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    language = LANGUAGES.get(pathlib.PurePath(path).suffix, "text")
    elsewhere = f"[The same file on the code host]({repository}/blob/{commit}/{path})\n\n" if repository else ""
    return (
        f"---\norphan: true\nnosearch: true\n---\n# {path}\n\n{elsewhere}{fence}{language}\n{text.rstrip()}\n{fence}\n"
    )
