# What the students' edition consists of: the course's own files, but for solutions and what shows them.
from __future__ import annotations

import json
import re
from dataclasses import dataclass

from tools.edition.class_text import class_text
from tools.edition.files import course_list, tools_of, tracked
from tools.edition.leaks import GIVEN, leaks
from tools.edition.pages import for_students, with_verbs_told, without_dead_links
from tools.edition.readme import students_readme
from tools.errors import CourseError
from tools.model import ROOT, Lab, load_course
from tools.taught import Class

# The verbs that students have, and what Sphinx starts by name, so that no import leads there.
VERBS = ("run", "test", "list", "check", "hint", "reset", "profile", "sanitize", "toolkit", "site")
SITE = ("tools.site.extension", "tools.site.external", "tools.site.terms")
TESTS = ("run_pytest.py", "meson.build", "tree.py", "test_edition.py", "test_console.py")  # of tests/tools
# Whole rooms and single files that are of no use to a student, or show what is to be found out.
OUT = re.compile(
    r"solutions/|tests/[^/]+/(legal|experiments)/|tests/simt/|data/([^/]+/(measured|compiled)|matrix|submissions)/"
    r"|tests/harness/((command_lines|same_verdict)_test\.py|few_submissions\.txt)|\.github/|\.ci/|(CONTRIBUTING|INSTRUCTORS)\.md|class\.toml|.*\.cuh$"
    r"|tools/edition/|private/"
)
WRONG = re.compile(r"tests/[^/]+/wrong/([^/]+)/([^/]+)$")
# What runs the checks where students push: path in the edition → file of the course's.
RUNNERS = {
    ".github/workflows/classroom.yml": "tools/edition/ci/classroom.yml",
    ".gitlab-ci.yml": "tools/edition/ci/gitlab-ci.yml",
}
# A grader has to know what is right. Path → why it may have lines of a solution.
MAY_HAVE = {"course.toml": "hints, of which the last is nearly the code"}


@dataclass(frozen=True)
class Edition:
    labs: tuple[Lab, ...]
    files: dict[str, bytes]  # by path from the root


def students_edition(taught: Class, fold: bool = False) -> Edition:
    """Raises CourseError rather than give anything away."""
    chosen = {lab.name for lab in taught.labs}
    others = {lab.name for lab in load_course().labs} - chosen
    tools = tools_of([*SITE, *(f"tools.verbs.{verb}" for verb in VERBS)])
    there: dict[str, bytes] = {}
    for path in tracked():
        if _wanted(path, chosen, tools):
            there[path] = (ROOT / path).read_bytes()
    for version in {version for chapter in load_course().chapters for version in chapter.versions}:
        path = next(
            f"solutions/{one.slug}/{version.source}" for one in load_course().chapters if version in one.versions
        )
        if _is_nobodys(path):
            there[path] = (ROOT / path).read_bytes()
    for path in [path for path, data in there.items() if path.startswith("tests/") and _uses_solutions(path, data)]:
        del there[path]
    for lab in taught.labs:
        if f"tests/{lab.slug}/{lab.name}.cpp" not in there:
            raise CourseError(f"git does not track the grader of {lab.name}: `git add` what is new, then export.")
        there[f"labs/{lab.slug}/{lab.file}"] = lab.skeleton.read_bytes()
    there |= {path: (ROOT / file).read_bytes() for path, file in RUNNERS.items()}
    there["course.toml"] = course_list(others, there).encode()
    there["class.toml"] = class_text(taught).encode()
    there["data/simt/traces.json"] = _traces(there)
    _adapt(there)
    _pages(there, taught, fold)
    _must_not_leak(there)
    return Edition(taught.labs, there)


def _wanted(path: str, chosen: set[str], tools: set[str]) -> bool:
    if wrong := WRONG.match(path):
        return wrong[1] in chosen and wrong[2].startswith("skeleton.")
    if path.startswith("tools/"):
        return (
            path in tools
            or not path.endswith(".py")
            and path.startswith(("tools/site/", "tools/report/", "tools/clangd"))
        )
    if path.startswith("tests/tools/"):
        return path.removeprefix("tests/tools/") in TESTS
    if path.startswith("labs/"):
        return False  # of the chosen the skeletons, whatever this copy's owner has made of theirs
    if grader := re.match(r"tests/\d\d-[^/]+/(\w+)\.cpp$", path):
        labs = {lab.name for lab in load_course().labs}
        return grader[1] in chosen or grader[1] not in labs
    return not OUT.match(path)


def _is_nobodys(path: str) -> bool:
    """A version's source that is no lab's solution, and has nothing of one."""
    labs = {f"solutions/{lab.slug}/{lab.file}" for lab in load_course().labs}
    return path not in labs and not leaks((ROOT / path).read_text(encoding="utf-8"))


def _uses_solutions(path: str, data: bytes) -> bool:
    return bool(re.search(rb'^\s*#\s*include\s*"solutions/', data, re.M))


def _traces(there: dict[str, bytes]) -> bytes:
    """What the site's viewer steps through quotes lines of kernels."""
    traces = json.loads((ROOT / "data" / "simt" / "traces.json").read_text(encoding="utf-8"))
    kept = [json.dumps(one, ensure_ascii=False) for one in traces if one["source"] in there]
    return ("[\n" + ",\n".join(kept) + "\n]\n").encode()


# In files that students get as they are: what a solution was good for there.
INSTEAD = {
    "Containerfile": (r"\./course check --all --solution && ", "(./course check --all || test $? = 1) && "),
    ".devcontainer/devcontainer.json": (r"\./course check --solution \w+", "./course check --all || test $? = 1"),
}


def _adapt(there: dict[str, bytes]) -> None:
    for path, (old, new) in INSTEAD.items():
        text, count = re.subn(old, new, there[path].decode())
        if count != 1:
            raise CourseError(
                f"{path} has no '{old}' any more, which a students' edition replaces (tools/edition/students.py)."
            )
        there[path] = text.encode()


def _pages(there: dict[str, bytes], taught: Class, fold: bool) -> None:
    pages = [path for path in there if path.endswith(".md") and not path.startswith("tools/")]
    there["README.md"] = students_readme(there["README.md"].decode(), taught).encode()
    for path in pages:
        slug = path.split("/")[1] if path.startswith("chapters/") and path.count("/") == 2 else ""
        text = for_students(there[path].decode(), slug, taught.labs, fold, there.__contains__)
        there[path] = without_dead_links(with_verbs_told(text, (*VERBS, "setup")), path, there.keys()).encode()


def _must_not_leak(there: dict[str, bytes]) -> None:
    for path, found in given_away(there).items():
        line, source = next(iter(found.items()))
        raise CourseError(
            f"a students' edition would give {source} away: {path} has its line '{line}'. Put that into a fold of the"
            " solution, or behind a line '*What follows shows the solution of …*'."
        )


def given_away(there: dict[str, bytes]) -> dict[str, dict[str, str]]:
    """Path → line → the file whose secret it is."""
    looked_at = {path: data for path, data in there.items() if path not in MAY_HAVE and path.split("/")[0] not in GIVEN}
    found = {path: leaks(data.decode("utf-8", "replace")) for path, data in looked_at.items()}
    return {path: lines for path, lines in found.items() if lines}
