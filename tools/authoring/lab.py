# A new lab, made from one that there is: solution, skeleton, grader, interface and entry, under another name.
from __future__ import annotations

import pathlib
import re
import tomllib

from tools.authoring.changes import Changes
from tools.authoring.course_list import entry_of_lab, with_lab
from tools.errors import CourseError
from tools.files import shown_path
from tools.model import ROOT, Chapter, Lab, find_lab, load_course

CPP = frozenset(
    [
        "alignas",
        "alignof",
        "and",
        "asm",
        "auto",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "class",
        "compl",
        "concept",
        "const",
        "consteval",
        "constexpr",
        "constinit",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "main",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "not",
        "nullptr",
        "operator",
        "or",
        "private",
        "protected",
        "public",
        "register",
        "requires",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "template",
        "this",
        "throw",
        "true",
        "try",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "while",
        "xor",
        "std",
        "simt",
        "harness",
        "grading",
        "solutions",
    ]
)
LIST = ROOT / "course.toml"
HINTS = (
    "TODO: a question that shows where to look first",
    "TODO: what to think of on the way, one step a hint",
    "TODO: nearly the code of the solution, in words",
)


def new_lab(name: str, like: str, slug: str | None) -> tuple[Changes, Lab]:
    """What has to be written; a CourseError where the name will not do. Nothing is written yet."""
    near = find_lab(like)
    chapter = _chapter(slug or near.slug)
    _must_be_free(name)
    changes = Changes()
    file = name + pathlib.PurePath(near.file).suffix
    renamed = Renamed(near, name, chapter)
    skeleton = renamed.read(near.skeleton)
    changes.make(ROOT / "solutions" / chapter.slug / file, renamed.read(near.solution))
    changes.make(ROOT / "labs" / chapter.slug / file, skeleton)
    kept = f"skeleton{pathlib.PurePath(file).suffix}"
    changes.make(ROOT / "tests" / chapter.slug / "wrong" / name / kept, skeleton)
    changes.make(ROOT / "tests" / chapter.slug / f"{name}.cpp", renamed.grader())
    header = ROOT / "tests" / chapter.slug / "interface.hpp"
    changes.edit(header, renamed.interface(header))
    old = LIST.read_text(encoding="utf-8")
    changes.edit(LIST, with_lab(old, chapter.slug, _entry(old, near, name, file), near.name))
    return changes, near


def _chapter(slug: str) -> Chapter:
    for chapter in load_course().chapters:
        if slug == chapter.slug:
            return chapter
    slugs = ", ".join(chapter.slug for chapter in load_course().chapters)
    raise CourseError(f"there is no chapter '{slug}'. There are: {slugs}; `./course new chapter` makes one.")


def _must_be_free(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise CourseError(
            f"'{name}' will not do as a name: small letters, digits and single underscores, a letter first."
        )
    if name in CPP:
        raise CourseError(f"'{name}' means something in C++, and a lab's name is a function's: choose another name.")
    course = load_course()
    if name in {word for lab in course.labs for word in (lab.name, lab.stem)}:
        raise CourseError(f"there is a lab {name} already.")
    sources = {version.stem: chapter for chapter in course.chapters for version in chapter.versions}
    if name in sources:
        raise CourseError(f"solutions/{sources[name].slug} has a version called {name} already: choose another name.")


class Renamed:
    """The near lab's files in another lab's name. Names of other labs and functions stay."""

    def __init__(self, near: Lab, name: str, chapter: Chapter):
        self.near, self.name, self.chapter = near, name, chapter
        course = load_course()
        self.others = {lab.name for lab in course.labs}
        self.others |= {version.function for one in course.chapters for version in one.versions}
        self.others |= set(
            re.findall(r"\w+", (ROOT / "tests" / near.slug / "interface.hpp").read_text(encoding="utf-8"))
        )
        self.others -= {near.name}

    def read(self, path: pathlib.Path) -> str:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise CourseError(f"cannot read {shown_path(path)}: {error.strerror}.") from error
        return self.words(text)

    def grader(self) -> str:
        """With the interface of the chapter that the lab is put into."""
        text = self.read(ROOT / "tests" / self.near.slug / f"{self.near.name}.cpp")
        include = f'#include "tests/{self.chapter.slug}/interface.hpp"'
        if self.near.slug == self.chapter.slug or include in text:
            return text
        last = list(re.finditer(r"^#include .*$", text, re.M))[-1].end()
        return f"{text[:last]}\n{include}{text[last:]}"

    def words(self, text: str) -> str:
        """transpose_naive, and what is called after it, like transpose_naive_kernel."""

        def rename(match: re.Match[str]) -> str:
            word = match[0]
            return word if word in self.others else self.name + word.removeprefix(self.near.name)

        return re.sub(rf"\b{self.near.name}(_\w+)?\b", rename, text)

    def interface(self, header: pathlib.Path) -> str:
        """The chapter's interface with the new lab's declarations: below those of the lab that it is made from, where that
        is of the chapter, too; else at the end."""
        text = header.read_text(encoding="utf-8")
        theirs = ROOT / "tests" / self.near.slug / "interface.hpp"
        declared = declarations(theirs.read_text(encoding="utf-8"), self.near.name)
        if self.near.slug != self.chapter.slug:
            include = f'#include "tests/{self.near.slug}/interface.hpp"\n'
            head, once, rest = text.partition("#pragma once\n")
            text = text if include in text else head + once + "\n" + include + rest
            return text.rstrip() + "\n" + "".join(f"\n{self.words(one)}\n" for one in declared)
        for one in declared:
            text = text.replace(one, f"{one}\n{self.words(one)}", 1)
        return text


def declarations(text: str, name: str) -> list[str]:
    """The declarations of a name, each to the end of its line."""
    code = re.sub(r"//[^\n]*", lambda comment: " " * len(comment[0]), text)
    found = []
    for match in re.finditer(rf"^[A-Za-z][^;{{}}#]*\b{name}\b[^;{{}}]*;[^\n]*$", code, re.M):
        found.append(text[match.start() : match.end()].rstrip())
    return found


def _entry(text: str, near: Lab, name: str, file: str) -> str:
    """The near lab's entry under the new name, with what only a person can say left to do."""
    entry = entry_of_lab(text, near.name)
    entry = re.sub(r"^name = .*$", f'name = "{name}"', entry, count=1, flags=re.M)
    entry = re.sub(r"^file = .*$", f'file = "{file}"', entry, count=1, flags=re.M)
    entry = re.sub(r"^title = .*$", 'title = "TODO: what it is, in a few words"', entry, count=1, flags=re.M)
    entry = re.sub(r"^outcomes = .*$", 'outcomes = ["TODO: what who has solved it does"]', entry, count=1, flags=re.M)
    entry, count = re.subn(
        r"^hints = \[\n.*?^\]$",
        "\n".join(["hints = [", *(f'  "{hint}",' for hint in HINTS), "]"]),
        entry,
        flags=re.M | re.S,
    )
    if count != 1 or tomllib.loads(entry)["chapters"]["labs"][0]["name"] != name:
        raise CourseError(f"course.toml: the entry of {near.name} is laid out in a way that this cannot copy.")
    return entry
