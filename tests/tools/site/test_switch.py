# Plots of a second machine, which is made up here: the site offers it, and shows the page's own machine until it is chosen.
# Run: ./course test test_switch    (the browser's part wants Debian's chromium, or COURSE_BROWSER=PATH)
from __future__ import annotations

import json
import pathlib
import shutil

import pytest

from tests.tools.site.reading import Reader, need_browser, serving, started
from tools import model
from tools.model import ROOT, load_course
from tools.plots.style import can_plot
from tools.site import can_build

if can_build() or can_plot():
    pytest.skip(can_build() or can_plot(), allow_module_level=True)

from bs4 import BeautifulSoup

from tools.plots.write import write_plots
from tools.site import build, extension, machines, pages, staging
from tools.site.build import build_site
from tools.site.pages import Page

CHAPTER = next(one for one in load_course().chapters if one.slug == "04-timers")
OWN, OTHER = CHAPTER.machine, "made-up-gpu"
PAGE = f"# A\n\n![How long a launch takes]({OWN}-launch.svg)\n\n![How many launches wait]({OWN}-queue.svg)\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A site of one chapter; the other machine has measured one of its two plots."""
    root, patch = tmp_path_factory.mktemp("two machines"), pytest.MonkeyPatch()
    here, data = root / "chapters" / CHAPTER.slug, root / "data" / CHAPTER.slug / "measured"
    here.mkdir(parents=True)
    data.mkdir(parents=True)
    (root / "README.md").write_text("# The course\n")
    (here / "README.md").write_text(PAGE)
    for name in ("launch", "queue"):
        shutil.copy2(ROOT / "chapters" / CHAPTER.slug / f"{OWN}-{name}.svg", here)
        text = (ROOT / "data" / CHAPTER.slug / "measured" / f"{OWN}-{name}.csv").read_text()
        (data / f"{OWN}-{name}.csv").write_text(text)
        if name == "launch":
            (data / f"{OTHER}-launch.csv").write_text(text.replace("# gpu: NVIDIA H200", "# gpu: Made Up"))
    for module in (model, pages, staging):
        patch.setattr(module, "ROOT", root)
    patch.setattr(extension, "link_terms", lambda soup, page: None)  # terms are those of the real pages
    patch.setattr(staging, "OWN", root / "none")
    patch.setattr(build, "contents", lambda: [Page("README.md"), Page(f"chapters/{CHAPTER.slug}/README.md")])
    write_plots(CHAPTER)
    build_site(root / "out", room=root / "room")
    assert machines.machines(CHAPTER) == [OTHER, OWN]
    patch.undo()
    return root / "out"


def test_who_has_one_machine_has_no_switch():
    assert machines.machines(CHAPTER) == [OWN]
    assert machines.other_plots(CHAPTER, f"{OWN}-launch.svg") == {} == machines.other_plots(CHAPTER, "figure.svg")


def test_a_plot_names_the_machines_that_have_measured_it_its_own_first(folder):
    page = BeautifulSoup((folder / "chapters" / CHAPTER.slug / "index.html").read_bytes(), "html.parser")
    launch, queue = page.select("article img")
    sources = json.loads(launch["data-machines"])
    assert list(sources) == [OWN, OTHER] and sources[OWN] == launch["src"] and not queue.get("data-machines")
    there = (folder / "chapters" / CHAPTER.slug / sources[OTHER]).resolve()
    assert "Made Up" in there.read_text("utf-8")


def test_a_reader_chooses_and_with_no_script_sees_the_pages_own(folder):
    need_browser()
    where = f"chapters/{CHAPTER.slug}/index.html"
    with started() as browser, serving(folder) as address:
        reader = Reader(browser, address)
        page = reader.open(where)
        image = page.locator("article img").first
        assert f"{OWN}-launch" in image.get_attribute("src") and page.locator(".machine select").count() == 1
        page.select_option(".machine select", OTHER)
        assert f"{OTHER}-launch" in image.get_attribute("src") and OTHER in image.get_attribute("alt")
        page.wait_for_function("document.querySelector('article img').naturalWidth > 0")
        page.reload()
        assert f"{OTHER}-launch" in image.get_attribute("src")
        assert reader.faults() == [] and reader.wrong == []
        page.select_option(".machine select", OWN)
        assert image.get_attribute("alt") == "How long a launch takes"
        bare = Reader(browser, address, java_script_enabled=False)
        assert f"{OWN}-launch" in bare.open(where).locator("article img").first.get_attribute("src")
        assert not bare.page.locator(".machine").count() and bare.wrong == []
