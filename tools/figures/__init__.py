# Figures: drawn from what the simulator saw, never by hand. A chapter NN-some-slug has tools/figures/some_slug.py.
from __future__ import annotations

import importlib
import importlib.util
import io
import pathlib

from tools.files import write_atomic
from tools.model import Chapter

FOLDER = "figures"


def chapter_figures(chapter: Chapter) -> dict[pathlib.Path, str | bytes]:
    """What the chapter's program draws today: file → SVG, or the bytes of a PNG. Empty if it has none."""
    name = "tools.figures." + chapter.slug.partition("-")[2].replace("-", "_")
    if importlib.util.find_spec(name) is None:
        return {}
    drawn = importlib.import_module(name).figures()
    return {chapter.folder / FOLDER / file: picture for file, picture in drawn.items()}


def stale_figures(chapter: Chapter, drawn: dict[pathlib.Path, str | bytes] | None = None) -> list[pathlib.Path]:
    """Files that differ from what would be drawn, are missing, or are no longer drawn."""
    drawn = chapter_figures(chapter) if drawn is None else drawn
    changed = [path for path, picture in drawn.items() if not path.exists() or not same(path, picture)]
    left = [path for path in sorted((chapter.folder / FOLDER).glob("*.[sp][vn]g")) if path not in drawn]
    return changed + left


def same(path: pathlib.Path, picture: str | bytes) -> bool:
    """SVG: the same bytes. PNG: the same pixels, since another zlib packs them otherwise."""
    if isinstance(picture, str):
        return path.read_text(encoding="utf-8") == picture
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as there, Image.open(io.BytesIO(picture)) as drawn:
            return (there.size, there.mode, there.tobytes()) == (drawn.size, drawn.mode, drawn.tobytes())
    except (OSError, SyntaxError, UnidentifiedImageError):
        return False


def write_figures(chapter: Chapter) -> list[pathlib.Path]:
    """Draws the stale ones anew and removes what is no longer drawn. Returns what changed."""
    drawn = chapter_figures(chapter)
    stale = stale_figures(chapter, drawn)
    for path in stale:
        write_atomic(path, drawn[path]) if path in drawn else path.unlink()
    return stale
