# What the build is made of: course.toml and the files that its labs have, as lines that Meson can split.
# Run: python3 tools/meson_list.py course.toml FILE all|SUBMISSION…   (Meson does, at configure time; FILE is a copy of what is printed)
"""Of the submissions that tests keep either all are in it or, where there are solutions, those that are named. One line an item, its fields 'name:value', separated by '|':

submissions which: 'all', or those that were named, 'wrong-LAB-NAME,legal-LAB-NAME'
chapter     slug
modules     room (labs, solutions, wrong, legal), slug, lab, libraries, capability, containers: 'yes' where host code holds much, or nothing,
            prefix, folder, files: 'copies.cu,lazy.cu' in that folder. Each is one shared object a backend, called as the file is
            with the prefix before it: 'solutions-NAME', 'wrong-LAB-NAME'. A version may belong to no lab.
            One line for all of a lab: Meson takes seconds to split a thousand.
grader      slug, lab, source, module (the solution's; the lab's where there are no solutions), budgets: 'load=4,store=8' or nothing,
            machinery: whose it needs beside the common one, '03-aos-soa,05-entropy' or nothing,
            libraries: 'simt' where it asks for the simulator's own arithmetic, or nothing; capability
machinery   slug (common: of all chapters), source: what graders share
player      slug, source: what the process is made of that submissions are called in
experiment  slug, name, source, flags, libraries, capability

libraries: 'nvrtc,cuda', 'mpi' (which no GPU's build has: simt/mpi.hpp) or nothing; capability: what a GPU must have, '9.0', or nothing; paths begin at the course's root.
"""

import functools
import pathlib
import re
import sys
import tomllib
from collections.abc import Collection, Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent


def line(kind: str, **fields: object) -> str:
    for name, value in fields.items():
        if set(str(value)) & set("|:\n"):
            raise ValueError(f"course.toml: {name} = {value} has a '|' or a ':', which separate what Meson reads")
    return "|".join([f"kind:{kind}", *(f"{name}:{value}" for name, value in fields.items())])


ALL = "all"


def module_lines(chapter: dict, kept: Collection[str]) -> Iterator[str]:
    slug = chapter["slug"]
    labs = {lab["file"]: lab for lab in chapter.get("labs", ())}
    versions = [version["source"] for version in chapter.get("versions", [])]
    for file in dict.fromkeys([*labs, *versions]):
        lab = labs.get(file, {})
        for room in ("solutions", "labs"):
            if (room == "solutions" or lab) and (ROOT / room / slug / file).exists():
                yield modules(slug, lab, room, f"{room}-", f"{room}/{slug}", [file])
    for lab in chapter.get("labs", ()):
        solved = (ROOT / "solutions" / slug / lab["file"]).exists()
        for room in ("wrong", "legal"):
            folder, prefix = f"tests/{slug}/{room}/{lab['name']}", f"{room}-{lab['name']}-"
            chosen = ALL in kept or not solved
            if not (chosen or any(name.startswith(prefix) for name in kept)):
                continue  # each check comes by here: it looks into no folder that it does not need
            files = sorted(path.name for path in (ROOT / folder).glob("*.c*"))
            if not chosen:
                files = [name for name in files if prefix + pathlib.Path(name).stem in kept]
            if files:
                yield modules(slug, lab, room, prefix, folder, files)


def modules(slug: str, lab: dict, room: str, prefix: str, folder: str, files: list[str]) -> str:
    return line(
        "modules", room=room, slug=slug, lab=lab.get("name", ""), libraries=",".join(lab.get("libraries", [])),
        capability=lab.get("capability", ""), containers="yes" if lab.get("containers") else "",
        prefix=prefix, folder=folder, files=",".join(files),
    )  # fmt: skip


def machinery_of(slug: str, grader: pathlib.Path) -> list[str]:
    """The chapters whose graders' common parts it uses: its own, and those it includes."""
    included = re.findall(r'^#include "tests/([^/]+)/grading/', grader.read_text(encoding="utf-8"), re.MULTILINE)
    return [room for room in sorted({slug, *included}) if any((ROOT / "tests" / room / "grading").glob("*.cpp"))]


def grader_lines(chapter: dict) -> Iterator[str]:
    slug = chapter["slug"]
    for lab in chapter.get("labs", ()):
        source = f"tests/{slug}/{lab['name']}.cpp"
        room = (
            "solutions" if (ROOT / "solutions" / slug / lab["file"]).exists() else "labs"
        )  # a students' edition has none
        if (ROOT / source).exists():
            yield line(
                "grader", slug=slug, lab=lab["name"], source=source, module=f"{room}-{pathlib.Path(lab['file']).stem}",
                machinery=",".join(machinery_of(slug, ROOT / source)),
                libraries="simt" if '#include "simt/simt.hpp"' in (ROOT / source).read_text(encoding="utf-8") else "",
                budgets=",".join(f"{name}={value}" for name, value in lab.get("budgets", {}).items()),
                capability=lab.get("capability", ""),
            )  # fmt: skip


def experiment_lines(chapter: dict) -> Iterator[str]:
    slug = chapter["slug"]
    for experiment in chapter.get("experiments", []):
        source = f"tests/{slug}/experiments/{experiment['source']}"
        if (ROOT / source).exists():
            yield line(
                "experiment", slug=slug, name=experiment["name"], source=source,
                flags=" ".join(experiment.get("flags", [])), libraries=",".join(experiment.get("libraries", [])),
                capability=experiment.get("capability", ""),
            )  # fmt: skip


def read_course(course_file: pathlib.Path) -> dict:
    """course.toml as it stands there; it is read again when it has changed."""
    return _read_course(course_file, course_file.stat().st_mtime_ns)


@functools.cache
def _read_course(course_file: pathlib.Path, _written: int) -> dict:
    return tomllib.loads(course_file.read_text(encoding="utf-8"))


def course_lines(course_file: pathlib.Path, kept: Collection[str]) -> Iterator[str]:
    chapters = read_course(course_file)["chapters"]
    tests = ROOT / "tests"
    yield line("submissions", which=",".join(kept))
    of_players = set(tests.glob("*/player/*.cpp"))
    of_graders = {*(tests / "common").rglob("*.cpp"), *tests.glob("*/grading/*.cpp")} - of_players
    for kind, paths in (("machinery", of_graders), ("player", of_players)):
        for source in sorted(path.relative_to(ROOT) for path in paths):
            yield line(kind, slug=source.parts[1], source=source.as_posix())
    for chapter in chapters:
        yield line("chapter", slug=chapter["slug"])
        yield from module_lines(chapter, kept)
        yield from grader_lines(chapter)
        yield from experiment_lines(chapter)


def course_list(kept: Collection[str] = (ALL,)) -> str:
    """The list as it is now; what build/course.items holds is the list as it was when Meson configured."""
    return "".join(text + "\n" for text in course_lines(ROOT / "course.toml", kept))


def kept_in(items: str) -> list[str]:
    """Which submissions a list has that was made before."""
    found = re.match(r"kind:submissions\|which:(.*)$", items, re.MULTILINE)
    return found[1].split(",") if found else [ALL]


def main() -> None:
    text = course_list(sys.argv[3:])
    pathlib.Path(sys.argv[2]).write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
