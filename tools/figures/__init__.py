# Figures: drawn from what the simulator saw, never by hand. A chapter NN-some-slug has tools/figures/some_slug.py.
from __future__ import annotations

import importlib
import importlib.util
import pathlib

from tools.files import write_atomic
from tools.model import Chapter

FOLDER = "figures"


def chapter_figures(chapter: Chapter) -> dict[pathlib.Path, str]:
    """What the chapter's program draws today: file → SVG. Empty if it has none."""
    name = "tools.figures." + chapter.slug.partition("-")[2].replace("-", "_")
    if importlib.util.find_spec(name) is None:
        return {}
    drawn = importlib.import_module(name).figures()
    return {chapter.folder / FOLDER / file: text for file, text in drawn.items()}


def stale_figures(chapter: Chapter) -> list[pathlib.Path]:
    """Files that differ from what would be drawn, are missing, or are no longer drawn."""
    drawn = chapter_figures(chapter)
    changed = [path for path, text in drawn.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    left = [path for path in sorted((chapter.folder / FOLDER).glob("*.svg")) if path not in drawn]
    return changed + left


def write_figures(chapter: Chapter) -> list[pathlib.Path]:
    """Draws the stale ones anew and removes what is no longer drawn. Returns what changed."""
    drawn = chapter_figures(chapter)
    stale = stale_figures(chapter)
    for path in stale:
        write_atomic(path, drawn[path]) if path in drawn else path.unlink()
    return stale
