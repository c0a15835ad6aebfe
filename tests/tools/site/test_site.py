# The site as files, with no browser: every link leads somewhere, every image has words, nothing comes from another host.
# Run: ./course test test_site
from __future__ import annotations

import dataclasses
import pathlib
import re
import urllib.parse

import pytest

from tests.tools.site.conftest import REPOSITORY
from tools.errors import CourseError
from tools.model import ROOT, load_course
from tools.pages.snippets import PAGE_WIDTH
from tools.site import can_build

if can_build():
    pytest.skip(f"{can_build()}; without COURSE_PYTHON, ./course test installs it", allow_module_level=True)

from bs4 import BeautifulSoup

from tools.site import build, pages, staging
from tools.site.build import build_site, must_be_ours, revision
from tools.site.external import external_links, recorded_links, wrong_with
from tools.site.pages import Page, code_lines, contents, every_page, links, resolved
from tools.site.questions import asked
from tools.site.staging import staged, without_marks

CODE = ("cuda", "cpp", "c", "diff", "python", "toml")


@dataclasses.dataclass(frozen=True)
class Built:
    root: pathlib.Path
    pages: dict[str, BeautifulSoup]
    anchors: dict[str, list[str]]


@pytest.fixture(scope="module")
def site(site_folder: pathlib.Path) -> Built:
    found = {path.relative_to(site_folder).as_posix(): path for path in sorted(site_folder.rglob("*.html"))}
    parsed = {name: BeautifulSoup(path.read_bytes(), "html.parser") for name, path in found.items()}
    anchors = {name: [str(element["id"]) for element in page.select("[id]")] for name, page in parsed.items()}
    return Built(site_folder, parsed, anchors)


def test_every_markdown_page_of_the_chapters_is_in_it(site):
    written = [path.relative_to(ROOT).as_posix() for path in (ROOT / "chapters").rglob("*.md")]
    assert {page.path for page in every_page(contents())} >= {"README.md", "simt/README.md", *written}
    for page in every_page(contents()):
        title = re.sub(r"[`*]", "", page.text.partition("\n")[0].lstrip("# "))
        heading = site.pages[f"{page.name}.html"].select_one("article h1")
        assert heading.get_text().removesuffix("¶").strip() == title


def test_every_internal_link_leads_somewhere(site):
    lost = []
    for name, page in site.pages.items():
        for element in page.select("[href], [src]"):
            link = urllib.parse.urlsplit(element.get("href") or element.get("src"))
            if link.scheme or link.netloc:
                continue
            there = (site.root / name).parent / urllib.parse.unquote(link.path) if link.path else site.root / name
            there = there.resolve()
            anchors = site.anchors.get(there.relative_to(site.root).as_posix(), [])
            if not there.is_file() or (link.fragment and urllib.parse.unquote(link.fragment) not in anchors):
                lost.append(f"{name}: {link.geturl()}")
    assert not lost


def test_a_line_of_code_is_no_wider_than_a_page(site):
    """What a program prints is as wide as it is, and what is typed in one line stays in one."""
    wide = [
        f"{name}: {line}"
        for name, page in site.pages.items()
        if not name.startswith("sources/") and name != "book.html"
        for block in page.select(", ".join(f".highlight-{language} pre" for language in CODE))
        for line in block.get_text().split("\n")
        if len(line) > PAGE_WIDTH
    ]
    assert wide == []


def test_an_anchor_is_there_once(site):
    for name, anchors in site.anchors.items():
        assert len(anchors) == len(set(anchors)), name


def test_a_heading_has_the_anchor_that_a_code_host_gives_it(site):
    """Lower case, spaces as hyphens, nothing but letters, digits, hyphens and underscores of the rest."""
    for page in every_page(contents()):
        seen: dict[str, int] = {}
        for section in site.pages[f"{page.name}.html"].select("article section"):
            title = section.find(["h1", "h2", "h3", "h4"]).get_text().removesuffix("¶").strip()
            slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            seen[slug] = seen.get(slug, -1) + 1
            assert section["id"] == (f"{slug}-{seen[slug]}" if seen[slug] else slug), page.path


def test_every_image_has_its_words(site):
    images = [(name, image) for name, page in site.pages.items() for image in page.select("img")]
    assert images
    assert [name for name, image in images if len(image.get("alt", "").split()) < 3] == []
    assert all(int(image["width"]) > 100 and int(image["height"]) > 30 for _, image in images)  # or the page would move


def test_nothing_comes_from_another_host(site):
    for name, page in site.pages.items():
        loaded = page.select("[src], link[rel=stylesheet], link[rel=prefetch], link[rel=icon]")
        assert [e for e in loaded if "//" in (e.get("src") or e.get("href"))] == [], name
    for path in [*site.root.rglob("*.css"), *site.root.rglob("*.svg")]:
        imported = re.findall(r"@import\s*[^;]*|url\(\s*(?!['\"]?(?:data:|#))[^)]*//[^)]*\)", path.read_text("utf-8"))
        assert imported == [], path


def test_a_page_says_which_commit_it_is_of(site):
    commit = revision()
    for name, page in site.pages.items():
        said = page.select_one(".page-of").get_text()
        assert (commit[:12] in said) if commit else ("no commit" in said), name
        assert ("with changes" in said) == commit.endswith("+")


def test_no_mark_of_the_generator_is_left(site):
    for page in every_page(contents()):
        text = site.pages[f"{page.name}.html"].select_one("article")
        for code in text.select("pre"):
            code.decompose()
        assert "<!--" not in str(text) and "[[[" not in str(text), page.path


def test_a_formula_is_one_without_a_script(site):
    formulas = {
        name: len(page.select("article math")) for name, page in site.pages.items() if page.select("article math")
    }
    assert set(formulas) >= {"chapters/04-timers/index.html", "chapters/05-entropy/index.html"}
    big = site.pages["chapters/05-entropy/index.html"].select_one('math[display="block"]')
    assert big.select("mfrac") and "ln" in big.get_text() and "$" not in big.get_text()


def test_all_of_it_is_on_one_page_too(site):
    book = site.pages["book.html"]
    there = [section["id"] for section in book.select(".page-of-book")]
    assert len(there) == len(every_page(contents()))
    assert len(book.select("h1")) == len(there) + 1 and not book.select("script")
    assert all("open" in details.attrs for details in book.select("details"))
    entries = [link.get_text() for link in book.select("header nav a")]
    assert [link["href"] for link in book.select("header nav a")] == [f"#{name}" for name in there]
    assert "From ./course profile to ncu" in entries and any(re.match(r"1\. ", entry) for entry in entries)


def test_a_source_file_is_shown_whole_and_leads_to_the_code_host(site):
    lab = load_course().labs[0]
    page = site.pages[f"sources/labs/{lab.slug}/{lab.file}.html"]
    assert page.select_one("pre").get_text().strip() == lab.path.read_text().strip()
    assert all(code.get("tabindex") == "0" and code["aria-label"] == "Code" for code in page.select("article pre"))
    assert [link["href"] for link in page.select(".sidebar-tree a.reference")][0].startswith("../../../chapters/")
    assert page.select_one(f'article a[href^="{REPOSITORY}/blob/"]')


def test_the_search_knows_the_words_of_a_page_but_not_those_of_a_source(site):
    index = (site.root / "searchindex.js").read_text("utf-8")
    names = re.search(r'"?docnames"?:(\[.*?\])', index)[1]
    assert '"chapters/01-coalescing/index"' in names
    assert re.search(r'"?wavefront"?:', index) and not re.search(r'"?cudamalloc_or_throw"?:', index)


# --- predict, then see ---------------------------------------------------------------------------------------------


def blocks(page: Page) -> list[str]:
    """What stands between empty lines, without code, and with questions in one block."""
    code = code_lines(page.text)
    bare = "\n".join(line for place, line in enumerate(page.text.split("\n")) if place not in code)
    return [block for block in re.split(r"\n\s*\n", bare) if block.strip()]


@pytest.mark.parametrize("page", every_page(contents()), ids=lambda page: page.name)
def test_what_a_reader_predicts_or_solves_is_folded_until_asked_for(page):
    texts = blocks(page)
    for place, text in enumerate(texts):
        after = [block for block in texts[place + 1 :] if not block.startswith("<!--?")]
        if text.startswith("**Predict.**"):
            assert after[0].startswith("<details>"), text
        if re.match(r"\*[^*].*(shows?|here is) .*(solution|solved)", text):
            until = next((n for n, block in enumerate(after) if block.startswith("#")), len(after))
            assert any(block.startswith("<details>") for block in after[:until]), text
        if text.startswith("<!--?"):
            assert texts[place - 1].startswith("**Predict.**"), text


@pytest.mark.parametrize("page", every_page(contents()), ids=lambda page: page.name)
def test_folds_pair_and_hold_no_heading(page):
    inside = False
    for text in blocks(page):
        if text.startswith("<details>"):
            assert not inside, text
            inside = True
        assert not (inside and text.startswith("#")), text
        if text.startswith("</details>"):
            assert inside, text
            inside = False
    assert not inside


def test_every_question_is_asked_once_and_its_answer_is_the_pages_number(site):
    number = 0
    for page in every_page(contents()):
        groups = asked(page.text)
        labels = [one.label for _, group in groups for one in group]
        assert len(labels) == len(set(labels)), f"{page.path}: two questions of one name are one prediction"
        forms = site.pages[f"{page.name}.html"].select("form.predict")
        answers = [row["data-answer"] for form in forms for row in form.select("p")]
        assert answers == [one.answer for _, group in groups for one in group]
        for form in forms:
            assert form.find_next_sibling("details")
        number += len(labels)
    assert number > 90
    assert site.pages["predictions.html"].select_one("#predictions")["data-questions"] == str(number)


# --- what the pages may say -------------------------------------------------------------------------------------------


def page_with(text: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    (tmp_path / "page.md").write_text(text)
    (tmp_path / "a.cu").write_text("int x;\n")
    return Page("page.md")


def test_a_link_to_a_file_that_is_not_there_is_an_error_that_names_its_line(tmp_path, monkeypatch):
    page = page_with("# A\n\nSee [this](nowhere.cu).\n", tmp_path, monkeypatch)
    (where, target), *_ = links(page.text)
    with pytest.raises(CourseError, match=r"page.md:3: links to nowhere.cu"):
        resolved(page, target, where)
    with pytest.raises(CourseError, match="no such file"):
        resolved(page, "../outside.md", 3)


def test_links_in_code_are_none(tmp_path, monkeypatch):
    text = "# A\n\n```cpp\n[&](int c) {}\n```\n\n    [x](y)\n\nOne: [a](a.cu#L1), `[&](auto x)`, [b](https://x.org/), [c](#a)\n"
    assert links(text) == [(9, "a.cu")]
    assert "](sources/a.cu.md#L1)" in staged(page_with(text, tmp_path, monkeypatch), {})


def test_numbers_are_shown_and_examples_of_them_stay():
    text = "Takes <!--= f('--') -->3<!--/--> ms.\n\n    a <!--= f(1) -->4<!--/-->\n\n<!-- [[[cog x\ny ]]] -->\nb\n<!-- [[[end]]] -->\n"
    assert without_marks(text) == "Takes 3 ms.\n\n    a <!--= f(1) -->4<!--/-->\n\nb\n"


def test_a_folder_that_is_no_site_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(CourseError, match="is no site of this course"):
        must_be_ours(tmp_path)
    with pytest.raises(CourseError, match="is no site of this course"):
        must_be_ours(tmp_path / "thesis.tex")
    must_be_ours(tmp_path / "new")


def test_what_cannot_be_shown_is_named_with_its_page_and_line_and_the_old_site_stays(tmp_path, monkeypatch):
    (tmp_path / "README.md").write_text("# A\n\nSome $x$.\n\n$$\\nonsense$$\n\n#### Deep\n")
    for module in (pages, staging):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(build, "contents", lambda: [Page("README.md")])
    old = tmp_path / "out" / "objects.inv"
    old.parent.mkdir()
    old.touch()
    with pytest.raises(CourseError) as caught:
        build_site(tmp_path / "out", "", tmp_path / "room")
    assert re.search(r"index.md:5: .*formula that cannot be shown.*nonsense", str(caught.value))
    assert re.search(r"index.md:7: .*header level", str(caught.value))
    assert old.exists() and sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "out", "room"]


def test_every_external_link_is_in_the_list_and_well_formed():
    assert external_links() == set(recorded_links())
    assert {url: wrong_with(url, seen) for url, seen in recorded_links().items() if wrong_with(url, seen)} == {}


@pytest.mark.parametrize(
    ("url", "seen", "words"),
    [
        ("http://example.org/", "2026-01-02", "https"),
        ("https://example/", "2026-01-02", "host"),
        ("https://example.org/a b", "2026-01-02", "space"),
        ("https://example.org/?utm_source=x", "2026-01-02", "follows"),
        ("https://example.org/", "yesterday", "date"),
        ("https://example.org/", "2999-01-02", "future"),
    ],
)
def test_a_malformed_external_link_is_found(url, seen, words):
    assert words in wrong_with(url, seen)
    assert wrong_with("https://example.org/a#b", "2026-01-02") == wrong_with("https://example.org/", "never") == ""
