# The shape of the tree: no file too long, no folder too full, no circle among the rooms of tools/, generated files marked.
# Run: ./course test test_house
from __future__ import annotations

import ast
import collections
import pathlib
import re
import subprocess

from tests.tools.tree import tracked
from tools.model import ROOT, load_course

MOST_LINES = 400
MOST_FILES = 22
SOURCES = ("*.cpp", "*.hpp", "*.cu", "*.cuh", "*.h", "*.py", "*.sh", "course", "*meson.build")
# Folders whose files are each other's siblings, however many.
SIBLINGS = (
    r"tests/[^/]+/(wrong|legal)/[^/]+",  # what was handed in for one lab
    r"tests/simt/(programs|calibration)",  # each a program and a test
    r"tests/tools/programs",
    r"tests/[^/]+/experiments",
    r"(labs|solutions)/[^/]+",  # a lab or a version each
    r"simt/include(/simt)?",  # a part of CUDA each, the upper ones under the names that NVIDIA gave them
)


def test_no_source_is_over_400_lines():
    lengths = {path: (ROOT / path).read_text(encoding="utf-8").count("\n") for path in tracked(*SOURCES)}
    long = {path: lines for path, lines in lengths.items() if lines > MOST_LINES}
    assert not long, "over 400 lines, a file is two things"


def test_no_folder_is_too_full():
    """A header and its source count once; graders and what is generated, which the list and a program multiply, not at all."""
    graders = {f"tests/{lab.slug}/{lab.name}.cpp" for lab in load_course().labs}
    written = set(tracked()) - generated() - graders
    things = {str(pathlib.PurePath(path).with_suffix("")) for path in written}
    folders = collections.Counter(str(pathlib.PurePath(thing).parent) for thing in things)
    full = {name: count for name, count in folders.items() if count > MOST_FILES and not is_of_siblings(name)}
    assert not full, "too many files on one floor: sort them into rooms, or name the folder in SIBLINGS with its reason"


def is_of_siblings(folder: str) -> bool:
    return any(re.fullmatch(kind, folder) for kind in SIBLINGS)


def test_siblings_names_no_folder_that_is_not_there():
    folders = {str(pathlib.PurePath(path).parent) for path in tracked()}
    assert [kind for kind in SIBLINGS if not any(re.fullmatch(kind, name) for name in folders)] == []


def generated() -> set[str]:
    """Paths that .gitattributes marks as generated."""
    said = subprocess.run(
        ["git", "check-attr", "--stdin", "linguist-generated"],
        input="\n".join(tracked()), cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return {line.rpartition(": linguist-generated: ")[0] for line in said.splitlines() if line.endswith(": set")}


def test_every_generated_file_is_marked_and_nothing_that_a_person_wrote():
    marked = generated()
    for path in tracked():
        name = pathlib.PurePath(path)
        drawn = name.suffix == ".svg" or name.match("chapters/*/figures/*")
        measured = name.match("data/*/measured/*") or name.match("data/*/compiled/*")
        assert (path in marked) == (drawn or measured), path


def imports() -> dict[str, set[str]]:
    """Module → the modules of tools/ that it imports, wherever in the file."""
    modules = {}
    for path in (ROOT / "tools").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found = modules[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
    return {name: (found & modules.keys()) - {name, "tools"} for name, found in modules.items()}


def room(module: str) -> str:
    """'tools.grade' of tools.grade.results; a module on the ground floor is a room of its own."""
    folder = ROOT / pathlib.Path(*module.split(".")[:2])
    return ".".join(module.split(".")[:2]) if folder.is_dir() else module


def circle(graph: dict[str, set[str]]) -> list[str]:
    """One that the graph has, or []."""
    left = {name: set(found) for name, found in graph.items()}
    while free := {name for name, found in left.items() if not found & left.keys()}:
        left = {name: found for name, found in left.items() if name not in free}
    return sorted(left)


def test_no_circle_of_imports_between_modules_or_rooms_of_the_course_command():
    modules = imports()
    assert circle(modules) == []
    rooms: dict[str, set[str]] = {}
    for name, found in modules.items():
        rooms.setdefault(room(name), set()).update(map(room, found))
    assert circle({name: found - {name} for name, found in rooms.items()}) == []


def test_a_circle_would_be_found():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == ["a", "b", "c", "d"]


def test_every_test_is_run():
    """A file that tests/tools/meson.build does not name is never run by ./course test."""
    named = set(re.findall(r"'([\w/]+\.py)'", (ROOT / "tests" / "tools" / "meson.build").read_text(encoding="utf-8")))
    folder = ROOT / "tests" / "tools"
    assert {str(path.relative_to(folder)) for path in folder.rglob("test_*.py")} <= named
