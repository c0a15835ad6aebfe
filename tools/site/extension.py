# What the site needs of Sphinx beyond its configuration: a code host's anchors, pages for every reader.
from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from bs4 import BeautifulSoup
from docutils import nodes
from PIL import Image
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from tools.site.machines import with_switch
from tools.site.staging import SOURCES
from tools.site.terms import link_terms


class CodeHostAnchors(SphinxTransform):
    """A heading's anchor is the one that a code host gives it, so that a link to it leads there in both."""

    default_priority = 950

    def apply(self, **options: Any) -> None:
        slugs = getattr(self.document, "myst_slugs", {})
        of_section = {section_id: slug for slug, (_, section_id, _) in slugs.items()}
        for section in self.document.findall(nodes.section):
            for section_id in section["ids"]:
                if section_id in of_section:
                    slug = of_section[section_id]
                    section["ids"] = [slug, *(name for name in section["ids"] if name != slug)]
                    break


def share_contents(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """The contents beside a page name no source file: they are the same beside all of those that lie as deep, and made once."""
    if page.startswith(f"{SOURCES}/"):
        context["toctree"] = functools.partial(_contents, app, page.count("/"), context["toctree"])


def _contents(app: Sphinx, depth: int, made: Callable[..., str], **how: Any) -> str:
    kept: dict[tuple[int, str], str] = app.__dict__.setdefault("contents_beside_sources", {})
    if (depth, str(how)) not in kept:
        kept[depth, str(how)] = made(**how)
    return kept[depth, str(how)]


def finish(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """What is wider than a phone moves under a finger, and under the arrow keys."""
    if "body" not in context or doctree is None:
        return
    if page == "viewer":
        for script in ("rules.js", "drawing.js", "expression.js", "traces.js", "viewer.js"):
            app.add_js_file(script)
    if page.startswith(f"{SOURCES}/"):  # one long piece of code
        context["body"] = context["body"].replace("<pre>", '<pre tabindex="0" role="region" aria-label="Code">')
        return
    soup = BeautifulSoup(context["body"], "html.parser")
    for scroller, what in ((".table-wrapper", "Table"), (".math-wrapper", "Formula"), ("div.highlight pre", "Code")):
        for element in soup.select(scroller):
            element.attrs |= {"tabindex": "0", "role": "region", "aria-label": what}
    link_terms(soup, page)
    originals = {copy: original for original, copy in app.builder.images.items()}
    for image in soup.select("img"):
        original = originals[pathlib.PurePath(unquote(image["src"])).name]
        with_switch(image, original, pathlib.Path(app.outdir))
        width, height = size_of(pathlib.Path(app.srcdir, original))
        image["width"], image["height"] = str(round(width)), str(round(height))  # or the page moves while it loads
        frame = soup.new_tag(
            "span", attrs={"class": "figure", "tabindex": "0", "role": "group", "aria-label": "Figure"}
        )
        image.wrap(frame)
    context["body"] = str(soup)


def size_of(image: pathlib.Path) -> tuple[float, float]:
    """Width and height in pixels."""
    if image.suffix == ".png":
        with Image.open(image) as picture:
            return picture.size
    head = image.read_text(encoding="utf-8").partition("<svg")[2].partition(">")[0]
    sides = dict(re.findall(r'\b(width|height)="([\d.]+)(?:pt|px)?"', head))
    scale = 4 / 3 if 'pt"' in head else 1
    return scale * float(sides["width"]), scale * float(sides["height"])


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(CodeHostAnchors)
    app.setup_extension("tools.site.formulas")
    app.connect("html-page-context", share_contents, priority=400)  # before Furo asks for them
    app.connect("html-page-context", finish, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "version": "1"}
