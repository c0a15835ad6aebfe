# Writes the decks: Markdown for MyST, which sphinx-revealjs makes slides of, with reveal.js and its fonts inside.
from __future__ import annotations

import pathlib
import re
import shutil
import tempfile

from tools.files import write_atomic
from tools.model import MADE, Chapter, load_course
from tools.site.build import must_be_ours, revision, run_sphinx
from tools.site.extension import size_of
from tools.slides.blocks import IMAGE
from tools.slides.deck import Slide, deck

HERE = pathlib.Path(__file__).resolve().parent
ICON = HERE.parent / "site" / "static" / "icon.svg"
WIDTH, HEIGHT = 1280, 720
TALL = 1.4
COLOURS = {"predict": "#fff3d6", "answer": "#e6f4ea", "chapter": "#e8eef7", "lab": "#f3e8f7"}
PLUGINS = {
    "RevealNotes": "notes/notes.js",
    "RevealHighlight": "highlight/highlight.js",
    "RevealSearch": "search/search.js",
}
COMMENT = re.compile(r"^((?:- )?)%", re.M)  # to MyST, a line that begins with it is one
SETTINGS = {
    "extensions": ["myst_parser", "sphinx_revealjs", "tools.site.formulas"],
    "myst_enable_extensions": ["dollarmath"],
    "html_math_renderer": "mathml",
    "revealjs_html_theme": "revealjs-simple",
    "revealjs_style_theme": "white",
    "revealjs_static_path": [str(HERE / "static")],
    "revealjs_css_files": ["revealjs/plugin/highlight/zenburn.css", "slides.css"],
    "revealjs_script_files": ["fit.js"],
    "revealjs_script_plugins": [{"name": name, "src": f"revealjs/plugin/{src}"} for name, src in PLUGINS.items()],
    "revealjs_script_conf": {
        "width": WIDTH, "height": HEIGHT, "margin": 0, "center": False, "hash": True, "slideNumber": "c/t",
        "transition": "none", "backgroundTransition": "none", "pdfMaxPagesPerSlide": 1,
    },
    "html_favicon": str(ICON),
    "html_copy_source": False,
    "smartquotes": False,
    "suppress_warnings": ["misc.highlighting_failure", "myst.header"],
}  # fmt: skip


def build_slides(
    out: pathlib.Path,
    chapters: list[Chapter],
    solutions: bool = False,
    room: pathlib.Path = MADE / ".course" / "slides",
) -> list[pathlib.Path]:
    """Writes a deck a chapter into the folder, in the place of older ones, and a page that lists them."""
    must_be_ours(out)
    shutil.rmtree(room, ignore_errors=True)
    for chapter in chapters:
        write_atomic(room / f"{chapter.slug}.md", markdown(chapter, deck(chapter, solutions)))
        for target in images(chapter):
            there = room / chapter.slug / target
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(chapter.folder / target, there)
    write_atomic(room / "index.md", listed(chapters))
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as folder:
        fresh = pathlib.Path(folder, "slides")
        run_sphinx(room, fresh, SETTINGS | {"html_title": load_course().name}, "revealjs", "the slides")
        if out.exists():
            shutil.rmtree(out)
        fresh.rename(out)
    return [out / f"{chapter.slug}.html" for chapter in chapters]


def images(chapter: Chapter) -> list[str]:
    return [match["target"] for slide in deck(chapter, True) for text in slide.body for match in IMAGE.finditer(text)]


def markdown(chapter: Chapter, slides: list[Slide]) -> str:
    parts = [_slide(chapter, slide, place) for place, slide in enumerate(slides)]
    return "---\norphan: true\n---\n" + "\n\n".join(parts) + "\n"


def _slide(chapter: Chapter, slide: Slide, place: int) -> str:
    marks = "#" if not place else "##" if slide.begins else "###"
    body = [COMMENT.sub(r"\1\\%", IMAGE.sub(lambda image: _figure(chapter, image), text)) for text in slide.body]
    colour = COLOURS.get(slide.kind)
    attributes = f":data-state: {slide.kind}\n" + (f":data-background-color: '{colour}'\n" if colour else "")
    parts = [f"{marks} {slide.title}", f"```{{revealjs-section}}\n{attributes}```", *body]
    if not place:
        parts.append(f"<p class='of'>{load_course().name}, chapter {int(chapter.slug[:2])} · {_commit()}</p>")
    if slide.notes:
        parts += ['<aside class="notes">', *slide.notes, "</aside>"]
    return "\n\n".join(parts)


def _figure(chapter: Chapter, image: re.Match[str]) -> str:
    """As it is; one much taller than wide as two halves, side by side."""
    width, height = size_of(chapter.folder / image["target"])
    words = [image["words"], "The same figure's lower half."][: 1 + (height > TALL * width)]
    return " ".join(f"![{text}]({chapter.slug}/{image['target']})" for text in words)


def _commit() -> str:
    return f"commit {revision()[:12]}" if revision() else "of no commit"


def listed(chapters: list[Chapter]) -> str:
    rows = "\n".join(f"- [{int(chapter.slug[:2])}. {chapter.title}]({chapter.slug}.md)" for chapter in chapters)
    return f"# {load_course().name}\n\n{rows}\n\n<p class='of'>{_commit()}</p>\n"
