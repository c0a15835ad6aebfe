# The decks: every figure and question of a chapter is on one, no slide is too small for what is on it, nothing is fetched.
# Run: ./course test test_slides    (the browser's part wants Debian's chromium, or COURSE_BROWSER=PATH)
from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator

import pytest

from tests.tools.site.reading import Reader, need_browser, serving, started
from tools.model import ROOT, Chapter, load_course
from tools.site import can_build

if missing := can_build("sphinx", "myst_parser", "sphinx_revealjs"):
    pytest.skip(f"{missing}; without COURSE_PYTHON, ./course slides installs it", allow_module_level=True)

from bs4 import BeautifulSoup

from tools.site.extension import size_of
from tools.site.questions import asked
from tools.slides.blocks import IMAGE, blocks, clean
from tools.slides.build import build_slides, images
from tools.slides.deck import ROWS, Slide, _Maker, _parts, deck, lead, leading_up

CHAPTERS = load_course().chapters
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)
HIDDEN = re.compile(r"<details><summary>(?!Answer)[^\n]*\bsolution.*?</details>", re.S)
SIZE = {"width": 1280, "height": 720}
LEAST = 0.75  # a figure is no smaller than so many times what it is in a page
SMALLEST = {"p, li, blockquote": 18, "td, th": 13, "pre code": 11}  # pixels of 720


def page(chapter: Chapter) -> str:
    return (chapter.folder / "README.md").read_text(encoding="utf-8")


def made(text: str, solutions: bool = False) -> list[Slide]:
    maker = _Maker(solutions)
    for block in blocks(text):
        maker.take(block)
    return maker.slides


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    root = tmp_path_factory.mktemp("some slides")  # with a space in its path
    build_slides(root / "out", list(CHAPTERS), room=root / "room")
    return root / "out"


@each_chapter
def test_a_chapter_has_a_deck_with_every_figure_that_shows_no_solution(folder, chapter):
    soup = BeautifulSoup((folder / f"{chapter.slug}.html").read_bytes(), "html.parser")
    shown = [image["alt"] for image in soup.select(".slides img") if image["alt"] != "The same figure's lower half."]
    assert shown == [image["words"] for image in IMAGE.finditer(HIDDEN.sub("", page(chapter)))]
    assert soup.h1.get_text() == clean(page(chapter).partition("\n")[0]).lstrip("# ").replace("`", "")
    for image in soup.select(".slides img"):
        assert (folder / image["src"]).is_file()


@each_chapter
def test_every_question_is_a_slide_and_the_next_one_has_the_pages_answer(folder, chapter):
    slides = deck(chapter)
    asking = [place for place, slide in enumerate(slides) if slide.kind == "predict"]
    assert len(asking) == len(re.findall(r"^\*\*Predict\.\*\*", page(chapter), re.M))
    wanted = ["\n".join(f"- {one.label}: **{one.answer}**" for one in group) for _, group in asked(page(chapter))]
    given = [slides[place + 1].body[0] for place in asking if "\n- " in "\n".join(slides[place].body)]
    assert given == wanted and all(
        slides[place + 1].kind == "answer" for place in asking if "\n- " in slides[place].body
    )
    soup = BeautifulSoup((folder / f"{chapter.slug}.html").read_bytes(), "html.parser")
    states = [one["data-state"] for one in soup.select(".slides section") if not one.select("section")]
    assert states == [slide.kind for slide in slides]
    assert [item.parent.get_text() for item in soup.select(".slides li") if not item.get_text(strip=True)] == []


@each_chapter
def test_a_deck_has_all_sections_and_labs_in_the_pages_order(chapter):
    titles = [slide.title for slide in deck(chapter) if slide.begins]
    assert titles == [clean(head) for head in re.findall(r"^## (.+)$", page(chapter), re.M)]
    labs = [slide.title for slide in deck(chapter) if slide.kind == "lab"]
    assert list(dict.fromkeys(labs)) == re.findall(r"^### (Lab: .+)$", page(chapter), re.M)


@each_chapter
def test_the_rest_of_the_words_are_the_speakers_notes(chapter):
    words = "\n".join(text for slide in deck(chapter) for text in (*slide.body, *slide.notes))
    lost = [
        block.text
        for block in blocks(HIDDEN.sub("", page(chapter).partition("### Further reading")[0]))
        if block.kind == "text"
        and block.text not in words
        and "solution" not in block.text
        and not block.text.endswith(":")
    ]
    assert [text for text in lost if lead(text) not in words] == []


@each_chapter
def test_code_of_a_solution_is_shown_only_where_it_is_wanted(chapter):
    codes = {solutions: sum(slide.kind == "code" for slide in deck(chapter, solutions)) for solutions in (False, True)}
    assert codes[True] >= codes[False] and (codes[True] > codes[False]) == bool(
        re.search(r"<summary>[^\n]*\bsolution[^\n]*</summary>(?:(?!</details>).)*^```", page(chapter), re.S | re.M)
    )


@each_chapter
def test_a_figure_is_large_enough_to_be_read(chapter):
    small = {}
    for target in images(chapter):
        width, height = size_of(chapter.folder / target)
        scale = 1160 / 2 / width if height > 1.4 * width else min(1160 / width, 520 / height)
        if scale < LEAST:
            small[target] = scale
    assert small == {}


def test_a_question_is_not_answered_on_its_own_slide():
    slides = made(
        "# A\n\nHere.\n\n## 1. B\n\nFirst. Second.\n\n**Predict.** How many?\n\n<!--? sectors | 2 + 2 | 4 -->\n\n"
        "<details><summary>Answer</summary>\n\nIt is 4, since 4 is.\n\n</details>\n"
    )
    assert [slide.kind for slide in slides] == ["chapter", "section", "predict", "answer"]
    assert slides[2].body == ["How many?", "- sectors: ?"] and slides[3].body == [
        "- sectors: **4**",
        "It is 4, since 4 is.",
    ]


def test_numbers_are_the_pages_and_links_are_words():
    slides = made("# A\n\nIt takes <!--= f() -->3<!--/--> ms, as [chapter 1](../x.md) says.\n")
    assert slides[0].body == ["It takes 3 ms, as chapter 1 says."]


def test_long_code_and_tables_are_cut_and_nothing_of_them_is_lost():
    lines = [f"line {n}" if n % 7 else "" for n in range(1, 60)]
    parts = _parts(lines, 24)
    assert sum(parts, []) == lines and all(len(part) <= 24 for part in parts) and len(parts) == 3
    assert _parts([], 5) == [] and _parts(["a"], 5) == [["a"]]
    table = "# A\n\n## B\n\nIn ms:\n\n| a |\n|---|\n" + "".join(f"| {n} |\n" for n in range(20))
    slides = [slide for slide in made(table) if slide.kind == "table"]
    assert len(slides) == -(-20 // ROWS) and all(
        slide.body[0] == "In ms:" and "| a |\n|---|" in slide.body[1] for slide in slides
    )


def test_a_sentence_that_only_leads_up_to_something_stands_there():
    assert lead("One. Two has:") == "One." and leading_up("One. Two has:") == "Two has:" and leading_up("One.") == ""


# --- in a browser -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reader(folder) -> Iterator[Reader]:
    need_browser()
    with started() as browser, serving(folder) as address:
        yield Reader(browser, address, viewport=SIZE)


@each_chapter
def test_no_slide_overflows_and_nothing_is_fetched_elsewhere(reader, chapter):
    opened = reader.open(f"{chapter.slug}.html")
    opened.wait_for_selector("html.fitted", state="attached")
    found = opened.evaluate(
        """([smallest, height]) => Reveal.getSlides().map((slide, place) => {
          const at = Reveal.getIndices(slide);
          Reveal.slide(at.h, at.v || 0);
          const wrong = [], box = slide.getBoundingClientRect();
          for (const child of slide.children) {
            if (child.matches(".notes")) continue;
            const here = child.getBoundingClientRect();
            if (here.bottom > height || here.right > box.right + 1 || here.left < box.left) wrong.push(`too large: ${child.tagName}`);
          }
          for (const wide of slide.querySelectorAll("pre, pre code, table"))
            if (wide.scrollWidth > wide.clientWidth + 2) wrong.push(`too wide: ${wide.tagName}`);
          for (const [what, least] of Object.entries(smallest))
            for (const element of slide.querySelectorAll(what))
              if (!element.closest(".notes, .of, sub") && parseFloat(getComputedStyle(element).fontSize) < least)
                wrong.push(`too small: ${what} ${getComputedStyle(element).fontSize}`);
          for (const image of slide.querySelectorAll("img")) if (!image.naturalWidth) wrong.push(`no image: ${image.src}`);
          return [place + 1, slide.querySelector("h1, h2, h3").textContent, [...new Set(wrong)]];
        }).filter(([, , wrong]) => wrong.length)""",
        [SMALLEST, SIZE["height"] - 30],
    )
    assert found == [] and reader.wrong == []


def test_a_deck_opens_from_a_file_and_lists_lead_to_all(reader, folder):
    from_file = Reader(reader.page.context.browser, f"{folder.as_uri()}/", viewport=SIZE)
    index = from_file.open("index.html")
    links = index.eval_on_selector_all(".slides a", "all => all.map(one => one.getAttribute('href'))")
    assert links == [f"{chapter.slug}.html" for chapter in CHAPTERS]
    opened = from_file.open(links[0])
    opened.wait_for_selector("html.fitted", state="attached")
    opened.keyboard.press("Space")
    assert opened.evaluate("Reveal.getState().indexh + Reveal.getState().indexv") == 1
    assert from_file.wrong == []
    from_file.page.context.close()


def test_what_sphinx_would_fetch_is_inside(folder):
    assert (folder / "_static" / "revealjs" / "dist" / "reveal.js").is_file()
    for path in folder.rglob("*.html"):
        assert not re.search(r'(?:src|href)="(?:https?:)?//', path.read_text("utf-8")), path
    assert (ROOT / ".gitignore").read_text().count("/slides/") == 1
