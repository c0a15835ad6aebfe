# A page's terms lead to the glossary: those that it defines where it does, others where it first speaks of them.
from __future__ import annotations

import os
import pathlib
import re

from bs4 import BeautifulSoup, NavigableString, Tag

from tools.model import ROOT
from tools.pages.glossary import PAGE, Term, anchor, terms

GLOSSARY = PAGE.relative_to(ROOT).with_suffix("").as_posix()
PROSE = ("p", "li", "td")
NOT_IN = {"a", "code", "pre", "h1", "h2", "h3", "h4", "summary", "form", "strong", "math", "script"}


def link_terms(soup: BeautifulSoup, page: str) -> None:
    """Changes the page's HTML; a page that is not of the chapters, and the glossary itself, stay as they are."""
    if not page.startswith("chapters/") or page == GLOSSARY:
        return
    others = []
    for term in terms().values():
        if f"chapters/{term.link.partition('.md')[0].replace('README', 'index')}" == page:
            _link_definition(soup, page, term)
        else:
            others.append(term)
    _link_first(soup, page, others)


def _link_definition(soup: BeautifulSoup, page: str, term: Term) -> None:
    for strong in soup.find_all("strong"):
        if strong.get_text().lower() in {form.lower() for form in term.forms} and not strong.find_parent("a"):
            link = _link(soup, page, term)
            link.extend(list(strong.contents))
            strong.append(link)
            return


def _link_first(soup: BeautifulSoup, page: str, wanted: list[Term]) -> None:
    """Of two terms that begin alike, "bank" and "bank conflict", the longer is meant."""
    meant = {form.lower(): term for term in terms().values() for form in term.forms}
    forms = sorted((form for term in terms().values() for form in term.forms), key=len, reverse=True)
    pattern = re.compile(r"(?<![\w-])(?:" + "|".join(map(_form, forms)) + r")(?![\w-])")
    left = {term.name for term in wanted}
    for text in soup.find_all(string=pattern):
        names = {parent.name for parent in text.parents}
        if type(text) is not NavigableString or not names & set(PROSE) or names & NOT_IN:
            continue
        parts: list[NavigableString | Tag] = []
        end = 0
        for match in pattern.finditer(text):
            term = meant[match[0].lower()]
            if term.name in left:
                left.discard(term.name)
                link = _link(soup, page, term)
                link.string = match[0]
                parts += [NavigableString(text[end : match.start()]), link]
                end = match.end()
        if parts:
            text.replace_with(*parts, NavigableString(text[end:]))


def _form(form: str) -> str:
    """As it stands, or as the first word of a sentence."""
    return f"[{form[0].upper()}{form[0]}]{re.escape(form[1:])}"


def _link(soup: BeautifulSoup, page: str, term: Term) -> Tag:
    there = os.path.relpath(f"{GLOSSARY}.html", pathlib.PurePath(page).parent)
    return soup.new_tag("a", attrs={"class": "term", "href": f"{there}#{anchor(term.name)}"})
