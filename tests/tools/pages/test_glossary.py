# The glossary: terms cut out of the chapters, and the links of the site that lead to them.
# Run: ./course test test_glossary
from __future__ import annotations

import pathlib
import re

import pytest

from tools.errors import CourseError
from tools.model import ROOT
from tools.pages import glossary
from tools.pages.glossary import MARK, PAGE, anchor, terms


def page_with(tmp_path: pathlib.Path, text: str) -> list[glossary.Term]:
    page = tmp_path / "README.md"
    page.write_text(f"## 3. Where it is\n\n{text}\n", encoding="utf-8")
    return glossary._terms_of(page)


def test_a_term_is_the_sentence_before_its_mark(tmp_path):
    (term,) = page_with(
        tmp_path, "Not this. A **lane** is `a.b` of <!--= x -->32<!--/-->.<!--: lane | lanes of a warp --> Nor this."
    )
    assert term.definition == "A **lane** is `a.b` of 32."
    assert term.forms == ("lane", "lanes", "lanes of a warp") and term.number == "3"
    assert term.link.endswith("/README.md#3-where-it-is")


def test_a_term_may_take_several_sentences_and_its_links_lead_from_the_glossary(tmp_path):
    (term,) = page_with(tmp_path, "No. *One?* v9 is [two](other.md#x). **Three**.<!--: three, 3 -->")
    assert term.definition == f"*One?* v9 is [two]({tmp_path.name}/other.md#x). **Three**."


def test_a_mark_that_stands_behind_no_sentence_is_an_error(tmp_path):
    with pytest.raises(CourseError, match="behind a sentence"):
        page_with(tmp_path, "A **lane**<!--: lane --> is a place.")


def test_every_mark_is_a_term_and_every_link_leads_to_a_heading():
    marks = [mark["term"] for page in (ROOT / "chapters").rglob("*.md") for mark in MARK.finditer(page.read_text())]
    assert sorted(marks) == sorted(terms()) and len(marks) > 30
    for term in terms().values():
        path, _, wanted = term.link.partition("#")
        text = (PAGE.parent / path).read_text(encoding="utf-8")
        assert wanted in {anchor(title) for title in re.findall(r"^#{1,4} +(.+)$", text, re.M)}, term.name


def test_a_page_links_a_term_once_and_the_longer_of_two():
    bs4 = pytest.importorskip("bs4")
    from tools.site.terms import link_terms

    html = "<h2>A bank</h2><p>A bank conflict, <code>bank</code>, Banks and bank conflicts.</p><p>A <strong>warp</strong>, a warp.</p>"
    soup = bs4.BeautifulSoup(html, "html.parser")
    link_terms(soup, "chapters/01-coalescing/index")
    assert [(link.get_text(), link["href"]) for link in soup.select("a.term")] == [
        ("bank conflict", "../glossary.html#bank-conflict"),
        ("Banks", "../glossary.html#bank"),
        ("warp", "../glossary.html#warp"),
    ]
    assert soup.strong.a and not soup.h2.a and not soup.code.a
    assert soup.get_text() == bs4.BeautifulSoup(html, "html.parser").get_text()
