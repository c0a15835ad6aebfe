# Entries of course.toml, put in and taken out as text, so that comments and layout stay.
from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

from tools.errors import CourseError


def _entries(text: str) -> list[tuple[str, int, int]]:
    """(kind, first line, line after the last) of every [[…]] part, without comments that speak of the next one."""
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith("[[")]
    found = []
    for head, following in zip(heads, [*heads[1:], len(lines)], strict=True):
        end = following
        while end > head + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
            end -= 1
        found.append((lines[head].strip("[] "), head, end))
    return found


def _value(lines: list[str], key: str) -> str:
    return next((match[1] for line in lines if (match := re.match(rf'{key} = "(.*)"', line))), "")


def entry_of_lab(text: str, name: str) -> str:
    """The lab's part of the list, as it stands there."""
    lines = text.splitlines()
    for kind, first, last in _entries(text):
        if kind == "chapters.labs" and _value(lines[first:last], "name") == name:
            return "\n".join(lines[first:last]) + "\n"
    raise CourseError(f"course.toml: the part of {name} does not begin with a line [[chapters.labs]].")


def with_lab(text: str, slug: str, entry: str, below: str) -> str:
    """The list with a lab's entry below that of the lab `below`, or at the end of the chapter if that has no such lab."""
    lines, chapter, place = text.splitlines(), "", 0
    for kind, first, last in _entries(text):
        if kind == "chapters":
            chapter = _value(lines[first:last], "slug")
        if chapter == slug:
            place = last
            if kind == "chapters.labs" and _value(lines[first:last], "name") == below:
                break
    return _checked(text, "\n".join([*lines[:place], "", entry.rstrip(), *lines[place:]]) + "\n")


def with_chapter(text: str, slug: str, entry: str) -> str:
    """The list with a chapter's entry where its number belongs."""
    lines, chapter, place = text.splitlines(), "", 0
    for kind, first, last in _entries(text):
        if kind == "chapters":
            chapter = _value(lines[first:last], "slug")
        if place == 0 or chapter < slug:
            place = last if chapter < slug else first
    return _checked(text, "\n".join([*lines[:place], "", entry.rstrip(), *lines[place:]]) + "\n")


def without_entries(text: str, out: Callable[[str, dict, str], bool]) -> str:
    """The list without the entries of which `out` says so, by kind (labs, versions, experiments), entry and chapter."""
    lines, chapter, kept, begin = text.splitlines(), -1, list[str](), 0
    chapters, places = tomllib.loads(text)["chapters"], dict[str, int]()
    for kind, first, last in _entries(text):
        name = kind.removeprefix("chapters").lstrip(".")
        chapter, places = (chapter + 1, {}) if not name else (chapter, places)
        if name not in ("labs", "versions", "experiments"):
            continue
        place = places[name] = places.get(name, -1) + 1
        if out(name, chapters[chapter][name][place], chapters[chapter]["slug"]):
            kept += lines[begin:first]
            begin = last
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*kept, *lines[begin:]])) + "\n"


def _checked(old: str, new: str) -> str:
    """The new text, if it says what the old one said and one thing more."""
    before, after = tomllib.loads(old), tomllib.loads(new)
    for chapter in before["chapters"]:
        now: dict = next((one for one in after["chapters"] if one["slug"] == chapter["slug"]), {})
        labs = [lab for lab in now.get("labs", []) if lab in chapter.get("labs", [])]
        if {**now, "labs": labs} != {"labs": [], **chapter}:
            raise CourseError(f"course.toml is laid out in a way that this cannot add to (near {chapter['slug']}).")
    return new
