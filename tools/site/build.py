# Makes a site of the staged pages with Sphinx, MyST and Furo.
from __future__ import annotations

import io
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import Any

from tools.errors import CourseError
from tools.files import write_atomic
from tools.model import MADE, ROOT, load_course
from tools.site.book import write_book
from tools.site.pages import contents
from tools.site.staging import stage
from tools.site.traces import PATH as TRACES

HERE = pathlib.Path(__file__).resolve().parent
EVERYWHERE: dict[str, Any] = {
    "extensions": ["myst_parser", "tools.site.extension"],
    "myst_enable_extensions": ["dollarmath"],
    "myst_heading_anchors": 4,
    "myst_links_external_new_tab": False,
    "html_math_renderer": "mathml",
    "templates_path": [str(HERE / "templates")],
    "html_theme": "furo",
    "html_css_files": ["common.css", "site.css"],
    "html_js_files": ["site.js", "predict.js", "machines.js"],
    "html_favicon": str(HERE / "static" / "icon.svg"),
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_show_copyright": False,  # page.html says whose the text is
    "html_use_index": False,
    "html_domain_indices": False,
    "highlight_language": "text",
    "smartquotes": False,
    "suppress_warnings": ["misc.highlighting_failure"],  # an ellipsis in an excerpt, an attribute: shown all the same
}


def build_site(out: pathlib.Path, repository: str = "", room: pathlib.Path = MADE / ".course" / "site") -> None:
    """Writes the site into the folder, in the place of an older one. The room keeps what a next build need not do again."""
    pages = contents()
    commit = revision()
    must_be_ours(out)
    stage(pages, room / "pages", repository, commit)
    # A page that was opened from a file may read scripts, and no other files.
    write_atomic(room / "static" / "traces.js", f"const TRACES = {TRACES.read_text(encoding='utf-8')};\n")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(
        prefix=f".{out.name}.", dir=out.parent
    ) as folder:  # the old one stays if this fails
        fresh = pathlib.Path(folder, "site")
        run_sphinx(room / "pages", fresh, settings(room, commit, repository), "html", "the site")
        write_book(fresh, pages)
        if out.exists():
            shutil.rmtree(out)
        fresh.rename(out)


def settings(room: pathlib.Path, commit: str, repository: str) -> dict[str, Any]:
    course = load_course()
    return EVERYWHERE | {
        "project": course.name,
        "html_title": course.name,
        "html_static_path": [str(HERE / "static"), str(room / "static")],
        "html_context": {"commit": commit, "commit_short": commit[:12], "repository": repository},
    }


def run_sphinx(pages: pathlib.Path, out: pathlib.Path, settings: dict[str, Any], builder: str, what: str) -> None:
    """Of the folder of pages; what it keeps for a next build lies beside it. What Sphinx warns of is an error."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace

    said = io.StringIO()
    try:
        with docutils_namespace():
            application = Sphinx(
                pages, None, out, pages.parent / f"{pages.name}-trees", builder, confoverrides=settings, status=None, warning=said
            )  # fmt: skip
            application.build()
    except SphinxError as error:
        raise CourseError(f"Sphinx could not make {what}: {error}") from error
    warnings = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in said.getvalue().splitlines()]
    if application.statuscode or warnings:
        raise CourseError(
            f"Sphinx finds something wrong with {what}:\n" + "\n".join(line[:300] for line in warnings[:20])
        )


def revision() -> str:
    """The commit that the pages are of, with a plus sign where files differ from it; '' where there is no git."""
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+"],
            capture_output=True, text=True,
        )  # fmt: skip
    except OSError:
        return ""
    return done.stdout.strip()


def must_be_ours(out: pathlib.Path) -> None:
    """What is there must be a site or slides, or nothing: it is replaced."""
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "objects.inv").exists())):
        raise CourseError(f"{out} is there, and is no site of this course. Name another folder with --out.")
