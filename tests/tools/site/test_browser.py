# The site as a reader meets it: in a real browser, from a server and from a file, in both themes, on a phone, with no script.
# Run: ./course test test_browser    (Debian: apt-get install chromium; another browser of its kind: COURSE_BROWSER=PATH)
from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest

from tests.tools.site.reading import LAPTOP, PHONE, Reader, need_browser, serving
from tools.site import can_build
from tools.site.pages import contents, every_page
from tools.site.staging import own_names

need_browser(can_build())

BOOK = [f"{page.name}.html" for page in every_page(contents())]
PAGES = [*BOOK, *(name.replace(".md", ".html") for name in own_names())]
CHAPTER = next(name for name in PAGES if "02-bank-conflicts/index" in name)
SOURCE = "sources/labs/01-coalescing/transpose_naive.cu.html"


@pytest.fixture(scope="module")
def served(site_folder: pathlib.Path) -> Iterator[str]:
    with serving(site_folder) as address:
        yield address


@pytest.fixture
def reader(browser, served: str) -> Iterator[Reader]:
    reader = Reader(browser, served)
    yield reader
    reader.page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_sound_and_accessible(browser, served, scheme):
    reader = Reader(browser, served, color_scheme=scheme)
    found = {}
    for name in [*PAGES, SOURCE, "search.html", "book.html"]:
        reader.open(name)
        reader.unfold()
        if name != "book.html":  # the same text again
            found[name] = reader.faults()
        assert reader.wrong == [], name
    assert {name: faults for name, faults in found.items() if faults} == {}
    reader.page.context.close()


# Words of headings that stand on more than one line.
BROKEN = """() => [...document.querySelectorAll('h1, h2, h3')].flatMap(heading =>
  [...heading.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).flatMap(node =>
    [...node.data.matchAll(/[a-z]+/gi)].filter(word => {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
    }).map(word => word[0])))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_too_wide_and_everything_accessible(browser, served, scheme):
    reader = Reader(browser, served, viewport=PHONE, color_scheme=scheme)
    wide, found, broken = {}, {}, {}
    for name in [*PAGES, SOURCE, "search.html", "book.html"]:
        reader.open(name)
        reader.unfold()
        if name != SOURCE and (words := reader.page.evaluate(BROKEN)):  # a path may be broken anywhere
            broken[name] = words
        width = reader.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            wide[name] = width
        if name != "book.html" and (faults := reader.faults()):
            found[name] = faults
    assert (wide, found, broken) == ({}, {}, {})
    reader.page.context.close()


@pytest.mark.parametrize("where", ["a server", "a file"])
def test_the_search_finds_a_term(browser, served, site_folder, where):
    reader = Reader(browser, served if where == "a server" else f"{site_folder.as_uri()}/")
    page = reader.open(CHAPTER)
    page.fill("input[name=q]", "broadcast wavefront")
    page.press("input[name=q]", "Enter")
    page.wait_for_selector("#search-results li a")
    results = page.eval_on_selector_all("#search-results li a", "all => all.map(one => one.href)")
    assert any(result.split("#")[0].split("?")[0].endswith(CHAPTER) for result in results)
    page.click("#search-results li a")
    page.wait_for_selector("article h1")
    assert reader.wrong == []
    reader.page.context.close()


def test_every_page_opens_from_a_file(browser, site_folder):
    reader = Reader(browser, f"{site_folder.as_uri()}/")
    for name in PAGES:
        assert reader.open(name).inner_text("article h1")
        broken = "Array.from(document.images).filter(image => !image.complete || !image.naturalWidth).map(image => image.src)"
        reader.page.wait_for_load_state("load")
        assert reader.page.evaluate(broken) == []
    assert reader.wrong == []
    reader.page.context.close()


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_link_to_a_section_leads_to_it_however_late_its_figures_come(browser, served, viewport):
    reader = Reader(browser, served, viewport=viewport, reduced_motion="reduce")
    page = reader.open("chapters/04-timers/index.html#6-a-whole-program-stage-by-stage")
    page.wait_for_load_state("load")
    page.wait_for_timeout(500)
    top = "document.getElementById('6-a-whole-program-stage-by-stage').getBoundingClientRect().top"
    assert abs(page.evaluate(top)) < 150
    reader.page.context.close()


def test_with_no_script_everything_can_be_read(browser, served):
    reader = Reader(browser, served, java_script_enabled=False)
    folds = forms = 0
    for name in BOOK:
        page = reader.open(name)
        assert page.is_visible("article h1") and page.is_visible("nav, .sidebar-tree"), name
        for fold in page.locator("article details").all():
            hidden = fold.locator(":scope > :not(summary)").first
            assert not hidden.is_visible(), name
            fold.locator("summary").click()
            assert hidden.is_visible(), name
            folds += 1
        forms += page.locator("form.predict").count()
        assert not page.locator("form.predict:visible").count(), name
    assert folds > 120 and forms > 60 and reader.wrong == []
    reader.page.context.close()


def test_the_reader_chooses_the_theme_and_figures_follow(reader):
    page = reader.open(CHAPTER)
    page.emulate_media(color_scheme="light")
    scheme = "getComputedStyle(document.querySelector('article img')).colorScheme"
    assert page.evaluate(scheme) == "light"
    for _ in range(3):
        if page.evaluate("document.body.dataset.theme") == "dark":
            break
        page.click(".theme-toggle:visible")
    assert page.evaluate("document.body.dataset.theme") == "dark" and page.evaluate(scheme) == "dark"
    page.reload()
    assert page.evaluate("document.body.dataset.theme") == "dark"


def test_by_keyboard_one_gets_to_the_text_first(reader):
    page = reader.open(CHAPTER)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent.trim()") == "Skip to content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') !== null")


def test_next_leads_through_the_whole_book(reader):
    page, seen = reader.open(PAGES[0]), [PAGES[0]]
    while page.locator(".next-page").count():
        with page.expect_navigation(wait_until="load"):  # of half a page nobody knows whether there is a next
            page.click(".next-page")
        seen.append(page.url.removeprefix(reader.root).partition("#")[0])
    assert seen == PAGES and reader.wrong == []


def test_a_prediction_is_compared_and_kept(reader):
    page = reader.open("chapters/01-coalescing/index.html")
    form = page.locator("#predict-2")  # 32 neighbouring floats, and the same moved on by one
    fold = form.locator("xpath=following-sibling::details[1]")
    first, second = form.locator("input").nth(0), form.locator("input").nth(1)
    first.fill("many")
    assert first.get_attribute("aria-invalid") == "true"
    first.fill("4")
    second.fill("10")
    assert form.locator("output").all_inner_texts() == ["", ""]  # nothing is said before the answer is asked for
    page.keyboard.press("Enter")
    assert fold.get_attribute("open") is not None
    said = form.locator("output").all_inner_texts()
    assert said == ["You said 4; it is 4: right.", "You said 10; it is 5: 2.0 times too much."]
    assert first.is_disabled() and not form.locator("button").is_visible()
    page.reload()
    assert form.locator("output").all_inner_texts() == said
    page.goto(reader.root + "predictions.html")
    rows = page.locator("#predictions tbody tr").all_inner_texts()
    assert len(rows) == 2 and "one float on" in rows[0] and "2.0 times" in rows[0] and "right" in rows[1]
    assert "1 were right" in page.inner_text("#predictions .sum")
    assert reader.faults() == [] and reader.wrong == []
    page.click("#predictions tbody a")
    assert page.url.endswith("index.html#predict-2")
    page.go_back()
    page.click("#predictions button")
    assert "nothing yet" in page.inner_text("#predictions .sum")


def test_who_unfolds_without_a_word_has_predicted_nothing_and_a_choice_counts(reader):
    page = reader.open("chapters/01-coalescing/index.html")
    page.locator("#predict-2 ~ details summary").first.click()
    choice = page.locator("form.predict select").first
    choice.select_option("time")
    choice.locator("xpath=ancestor::form/following-sibling::details[1]/summary").click()
    said = choice.locator("xpath=following-sibling::output")
    said.filter(has_text="You said time; it is stores of halves.").wait_for()
    page.goto(reader.root + "predictions.html")
    assert page.locator("#predictions tbody tr").count() == 1 and "missed" in page.inner_text("#predictions tbody")


@pytest.mark.parametrize("where", ["a server", "a file"])
def test_the_viewer_counts_an_access_and_steps_through_a_kernel(browser, served, site_folder, where):
    reader = Reader(browser, served if where == "a server" else f"{site_folder.as_uri()}/", viewport=PHONE)
    page = reader.open("viewer.html")
    said = page.locator("#viewer .said")
    assert "1 wavefront (ideal 1)" in said.inner_text()  # base + 33 * lane
    page.fill("#viewer-index", "base + 32 * lane")
    assert "32 wavefronts (ideal 1)" in said.inner_text()
    assert page.locator("#viewer .banks tbody tr").count() == 32
    page.fill("#viewer-index", "lane +")
    assert said.inner_text() == "Something is missing at the end." and not page.locator("#viewer .banks").count()
    page.select_option("#viewer-preset", "naive transpose: store")
    assert "32 sectors (ideal 4), 128 of 1024 bytes used, 12.5 %" in said.inner_text()
    assert page.locator("#viewer .sector").count() == 32
    page.fill("#viewer-where", "lane < 0")
    assert "no request" in said.inner_text()
    page.select_option("#viewer-kernel", label="chapter 1: naive transpose, block 8×32")
    assert "A global load" in said.inner_text() and "4 sectors (ideal 4)" in said.inner_text()
    page.click("text=instruction →")
    assert "A global store" in said.inner_text() and "8 sectors (ideal 4)" in said.inner_text()
    assert "out[col * rows + row] = in[row * cols + col];" in page.inner_text("#viewer .shown pre")
    assert page.is_disabled("text=instruction →")
    page.click("text=warp →")
    assert "warp 1, request 2 of 2" in page.inner_text("#viewer .shown")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.select_option("#viewer-kernel", label="chapter 2: tile 32×32")
    reader.unfold()
    assert reader.wrong == []
    if where == "a server":  # from a file axe-core may not read the style sheets
        assert reader.faults() == []
    reader.page.context.close()


def test_on_paper_there_are_no_menus_and_answers_are_open(reader):
    page = reader.open("chapters/01-coalescing/exercises.html")
    page.emulate_media(media="print")
    assert not page.is_visible(".sidebar-drawer") and not page.is_visible(".related-pages")
    height = "document.querySelector('article details').getBoundingClientRect().height"
    assert page.evaluate(height) > 200
    assert page.pdf().startswith(b"%PDF")
