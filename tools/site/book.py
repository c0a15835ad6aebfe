# The whole course on one page, to print or to search in: the pages of the site one after the other.
from __future__ import annotations

import os
import pathlib
import re

from bs4 import BeautifulSoup, Tag

from tools.files import write_atomic
from tools.model import load_course
from tools.site.pages import Page, every_page
from tools.site.staging import numbered

NAME = "book.html"
NOT_ON_PAPER = ".headerlink, .predict, script"


def write_book(out: pathlib.Path, pages: list[Page]) -> None:
    """Writes book.html beside the site's first page, from what Sphinx has made of each page."""
    shell = _soup(out / "index.html")
    footer = shell.select_one(".page-of")
    every = every_page(pages)
    body = shell.new_tag("main", attrs={"class": "book", "role": "main"})  # Furo asks for the role
    body.append(_title(shell, pages, footer))
    for page in every:
        body.append(_chapter(out, page, {f"{one.name}.html" for one in every}))
    assert shell.head and shell.body and shell.title
    shell.title.string = f"{load_course().name}, the whole course on one page"
    for script in shell.select("script, link[rel=next], link[rel=prev], link[rel=search]"):
        script.decompose()
    shell.head.append(shell.new_tag("link", rel="stylesheet", href="_static/book.css"))
    shell.body.clear()
    shell.body.append(body)
    write_atomic(out / NAME, str(shell))


def _soup(path: pathlib.Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def _title(shell: BeautifulSoup, pages: list[Page], footer: Tag | None) -> Tag:
    course = load_course()
    words = f"<header><h1>{course.name}</h1><p>{course.tagline}</p><nav aria-label='Contents'><ul></ul></nav></header>"
    title = BeautifulSoup(words, "html.parser")
    assert title.ul and title.header
    for page in pages:
        item = _entry(shell, page)
        if page.below:
            item.append(shell.new_tag("ul"))
            assert item.ul
            item.ul.extend([_entry(shell, below) for below in page.below])
        title.ul.append(item)
    if footer:
        title.header.append(footer.extract())
    return title.header


def _entry(shell: BeautifulSoup, page: Page) -> Tag:
    item, link = shell.new_tag("li"), shell.new_tag("a", href=f"#{_anchor(page.name + '.html', '')}")
    link.string = numbered(page) or re.sub(r"[`*]", "", page.text.partition("\n")[0].lstrip("# "))
    item.append(link)
    return item


def _chapter(out: pathlib.Path, page: Page, inside: set[str]) -> Tag:
    """The page's article. Its anchors get the page's name, so that each is there once; its links lead inside the book where
    what they lead to is in it."""
    here = f"{page.name}.html"
    article = _soup(out / here).select_one("article")
    assert article
    for element in article.select(NOT_ON_PAPER):
        element.decompose()
    for element in article.select("[id]"):
        element["id"] = _anchor(here, str(element["id"]))
    for details in article.select("details"):
        details["open"] = ""
    for attribute in ("href", "src"):
        for element in article.select(f"[{attribute}]"):
            element[attribute] = _moved(here, str(element[attribute]), inside)
    if number := numbered(page).partition(" ")[0]:
        article.select("h1")[0].insert(0, f"{number} ")
    article.name = "section"
    article.attrs = {"class": "page-of-book", "id": _anchor(here, "")}
    return article


def _anchor(name: str, anchor: str) -> str:
    return f"{name.removesuffix('.html').removesuffix('/index').replace('/', '.')}--{anchor}".removesuffix("--")


def _moved(here: str, link: str, inside: set[str]) -> str:
    path, hash_sign, anchor = link.partition("#")
    if "://" in path or path.startswith(("data:", "mailto:")):
        return link
    there = os.path.normpath(os.path.join(os.path.dirname(here), path)) if path else here
    if there in inside:
        return f"#{_anchor(there, anchor)}"
    return there + hash_sign + anchor
