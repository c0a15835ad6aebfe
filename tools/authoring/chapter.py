# A new chapter: its text to be written, its interface, its entry in the list and in the README's table.
from __future__ import annotations

import json
import re

from tools.authoring.changes import Changes
from tools.authoring.course_list import with_chapter
from tools.errors import CourseError
from tools.model import ROOT, load_course

LIST = ROOT / "course.toml"
TEXT = """# Chapter {number}: {title}

TODO: what a reader knows and can do in the end, and which number shows it.

## Labs

TODO: what the labs are for.

<!-- [[[cog print(lab_table()) ]]] -->
<!-- [[[end]]] -->
"""
INTERFACE = """// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once
"""


def new_chapter(slug: str, title: str) -> Changes:
    """What has to be written; a CourseError where slug or title will not do. Nothing is written yet."""
    if not re.fullmatch(r"\d\d-[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise CourseError(f"'{slug}' will not do as a chapter: two digits and words of small letters, like 06-caches.")
    if not title.strip() or not title.isprintable():
        raise CourseError("a chapter needs a title on one line: --title 'Caches: who asked before'.")
    for chapter in load_course().chapters:
        if chapter.slug[:2] == slug[:2] or chapter.slug[3:] == slug[3:]:
            raise CourseError(f"there is a chapter {chapter.slug} already: choose another number and another name.")
    changes = Changes()
    changes.make(ROOT / "chapters" / slug / "README.md", TEXT.format(number=int(slug[:2]), title=title))
    changes.make(ROOT / "tests" / slug / "interface.hpp", INTERFACE)
    entry = f"[[chapters]]\nslug = {json.dumps(slug)}\ntitle = {json.dumps(title, ensure_ascii=False)}\n"
    changes.edit(LIST, with_chapter(LIST.read_text(encoding="utf-8"), slug, entry))
    changes.edit(ROOT / "README.md", _with_row((ROOT / "README.md").read_text(encoding="utf-8"), slug, title))
    return changes


def _with_row(text: str, slug: str, title: str) -> str:
    """The README with the chapter in its table, by number."""
    number = int(slug[:2])
    row = (
        f"| {number}. [{title.partition(':')[0]}](chapters/{slug}/README.md) | TODO: what is to be learnt, with a number. |"
        f" <!--= labs_of('{slug[:2]}') -->0 labs, 0 points<!--/--> |"
    )
    rows = list(re.finditer(r"^\| (\d+)\. \[.*$", text, re.M))
    if not rows:
        raise CourseError("README.md has no table of chapters (rows '| 1. [Title](…) | … |') to add to.")
    above = [match for match in rows if int(match[1]) < number]
    place = above[-1].end() + 1 if above else rows[0].start()
    return text[:place] + row + "\n" + text[place:]
