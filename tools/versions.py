# A version by what a person types: 'v7', part of a name, or its file.
from __future__ import annotations

import pathlib

from tools.errors import CourseError
from tools.model import ROOT, Chapter, Version, find_chapters


def find_chapter(selector: str) -> Chapter:
    """The one chapter a selector means."""
    found = find_chapters([selector])
    if len(found) > 1:
        raise CourseError(
            f"'{selector}' means several chapters: {', '.join(chapter.slug for chapter in found)}. Name one."
        )
    return found[0]


def find_version(chapter: Chapter, selector: str) -> Version:
    """By its name, by the name's first word ('v7' of 'v7_float'), by a part of the name or by its file."""
    name = pathlib.PurePath(selector).stem
    tries = [
        [version for version in chapter.versions if version.name == selector],
        [version for version in chapter.versions if version.stem == name],
        [version for version in chapter.versions if version.name.split("_")[0] == selector],
        [version for version in chapter.versions if selector in version.name],
    ]
    found = next(filter(None, tries), [])
    if len(found) == 1:
        return found[0]
    names = ", ".join(version.name for version in found or chapter.versions) or "none"
    if found:
        raise CourseError(f"'{selector}' means several versions of {chapter.slug}: {names}. Name one.")
    raise CourseError(f"{chapter.slug} has no version '{selector}'. There are: {names}.")


def before(chapter: Chapter, version: Version) -> Version:
    """The version that the list has before it in another file."""
    names = [one.name for one in chapter.versions]
    earlier = [one for one in chapter.versions[: names.index(version.name)] if one.source != version.source]
    if not earlier:
        raise CourseError(f"{version.name} is the first of {chapter.slug}: say which version to hold it against.")
    return earlier[-1]


def source_of(chapter: Chapter, version: Version) -> pathlib.Path:
    return ROOT / "solutions" / chapter.slug / version.source
