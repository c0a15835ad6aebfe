# ./course docs: regenerates the snippets, numbers and figures in the chapters and the README, in place; traces for the viewer.
from __future__ import annotations

import argparse
import difflib
import io
import pathlib

from tools.console import note, say
from tools.errors import CourseError
from tools.figures import stale_figures, write_figures
from tools.files import shown_path, write_atomic
from tools.model import ROOT, Chapter, find_chapters
from tools.pages.inline import Pending, fill_in
from tools.pages.page import page_of
from tools.site import traces

HELP = "regenerate the code, the numbers and the figures in the chapters"
EXAMPLES = ["docs", "docs --check         # changes nothing, fails if anything is stale", "docs coalescing"]
# Whose functions a page may call.
FUNCTIONS = (
    "pages.snippets",
    "pages.counted",
    "transcript",
    "pages.experiments",
    "pages.compiled",
    "measure.gpu_submissions",
    "pages.simulator_page",
    "pages.caches_page",
    "pages.speed_page",
    "pages.matrix_page",
    "pages.glossary",
    "numbers.teaching",
)
PROLOGUE = "; ".join(f"from tools.{name} import *" for name in FUNCTIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="a chapter, or part of its name")
    parser.add_argument("--check", action="store_true", help="only say what is stale")


def run(args: argparse.Namespace) -> int:
    chapters = find_chapters(args.chapters)
    stale = figures(chapters, args.check) + (0 if args.chapters else traced(args.check))
    pages: list[tuple[pathlib.Path, Chapter | None]] = [
        (page, chapter) for chapter in chapters for page in sorted(chapter.folder.glob("*.md"))
    ]
    if not args.chapters:
        pages += [(page, None) for page in everybodys_pages()]
    for page, chapter in pages:
        old = page.read_text(encoding="utf-8")
        pending: list[Pending] = []
        new = regenerate(old, page, chapter, pending)
        for number in pending:
            note(f"{shown_path(page)}:{number.line}: {number.reason}")
        if new == old:
            continue
        stale += 1
        if args.check:
            for place, was, now in differences(old, new):
                say(f"{shown_path(page)}:{place}: stale: {was!r} should be {now!r}")
        else:
            write_atomic(page, new)
            say(f"wrote {shown_path(page)}")
    if args.check and stale:
        note("course: `./course docs` brings them up to date.")
        return 1
    if not stale:
        say("Every generated part is up to date.")
    return 0


def everybodys_pages() -> list[pathlib.Path]:
    """Those of no chapter: what all share, and the simulator's. A students' edition has no page for instructors."""
    roots = [ROOT / name for name in ("README.md", "INSTRUCTORS.md") if (ROOT / name).exists()]
    return [*roots, *(page for room in ("chapters", "simt") for page in sorted((ROOT / room).glob("*.md")))]


def figures(chapters: list[Chapter], only_check: bool) -> int:
    """Draws the chapters' figures anew; returns how many were stale."""
    stale = 0
    for chapter in chapters:
        changed = stale_figures(chapter) if only_check else write_figures(chapter)
        for path in changed:
            say(f"{shown_path(path)}: stale" if only_check else f"wrote {shown_path(path)}")
        stale += len(changed)
    return stale


def traced(only_check: bool) -> int:
    """Traces the kernels that the site's viewer shows anew; 1 if what was kept of them is stale."""
    now = traces.drawn()
    if traces.PATH.exists() and traces.PATH.read_text(encoding="utf-8") == now:
        return 0
    if not only_check:
        write_atomic(traces.PATH, now)
    say(f"{shown_path(traces.PATH)}: stale" if only_check else f"wrote {shown_path(traces.PATH)}")
    return 1


def regenerate(
    text: str, page: pathlib.Path, chapter: Chapter | None = None, pending: list[Pending] | None = None
) -> str:
    """The page with every part between cog's markers, then every inline number, made anew. What a part defines, the
    parts below it and all inline numbers may use."""
    from cogapp.cogapp import Cog, CogError

    cog = Cog()
    cog.options.print_output = True
    cog.options.prologue = PROLOGUE
    names: dict = {}
    exec(PROLOGUE, names)
    made = io.StringIO()
    with page_of(chapter):
        try:
            cog.process_file(io.StringIO(text), made, str(page), names)
        except CogError as error:
            raise CourseError(f"{shown_path(page)}: {error}") from error
        return fill_in(made.getvalue(), names, shown_path(page), pending)


def differences(old: str, new: str) -> list[tuple[int, str, str]]:
    """(line, was, is now) of every stretch that changed, its first line only."""
    before, after = old.splitlines(), new.splitlines()
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return [
        (i1 + 1, "".join(before[i1 : i1 + 1]), "".join(after[j1 : j1 + 1]))
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]
