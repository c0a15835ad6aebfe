# What of solutions, and of wrong and legal submissions, is in a text that students get: lines that are nobody else's.
from __future__ import annotations

import collections
import functools
import re

from tools.model import ROOT, load_course

SHORTEST = 24  # characters, blanks left out; a shorter line is anybody's
LOOP = re.compile(r"for\(.*\)\{?|while\(.*\)\{?|#include.*")  # and so is the head of a loop
# What chapter 3 says of its data before any lab.
TASK = "struct Item { int a, b, c, d; };\nstruct Arrays { int *a, *b, *c, *d; };"
# What everybody has, and what labs are built and judged with: that it has a line of a solution is no secret.
GIVEN = ("harness", "simt")
SOURCES = (".cpp", ".hpp", ".h", ".cu", ".cuh", ".inc")


def bare(line: str) -> str:
    """Without blanks, and without what marks it in a comment, a string or a diff."""
    return re.sub(r"\s+", "", line).strip('+-/*"\\,')


def lines_of(text: str) -> set[str]:
    return {found for line in text.splitlines() if len(found := bare(line)) >= SHORTEST and not LOOP.fullmatch(found)}


@functools.cache
def distinctive() -> dict[str, str]:
    """Line → a file that it is from: those of solutions and legal submissions of labs. What every student is given, the
    skeletons, the headers, the simulator, is nothing to hide; nor is what solutions of two chapters have in common, an
    idiom."""
    given, chapters, found = lines_of(TASK), collections.defaultdict[str, set[str]](set), dict[str, str]()
    for room in GIVEN:
        for path in (ROOT / room).rglob("*.*"):
            if path.suffix in SOURCES:
                given |= lines_of(path.read_text(encoding="utf-8", errors="replace"))
    for chapter in load_course().chapters:
        for version in chapter.versions:  # labs' solutions among them, and others
            for line in lines_of((ROOT / "solutions" / chapter.slug / version.source).read_text(encoding="utf-8")):
                chapters[line].add(chapter.slug)
    for lab in load_course().labs:
        tests = ROOT / "tests" / lab.slug
        for path in (lab.skeleton, *tests.glob("*.hpp")):
            given |= lines_of(path.read_text(encoding="utf-8"))
        for path in (lab.solution, *sorted((tests / "legal" / lab.name).glob("*.*"))):
            for line in lines_of(path.read_text(encoding="utf-8")):
                chapters[line].add(lab.slug)
                found.setdefault(line, path.relative_to(ROOT).as_posix())
    return {line: path for line, path in found.items() if line not in given and len(chapters[line]) == 1}


def leaks(text: str) -> dict[str, str]:
    """Line of the text → the file that it gives away."""
    known = distinctive()
    return {line.strip(): known[bare(line)] for line in text.splitlines() if bare(line) in known}
