# Which of the course's files an edition has: those that git tracks, of tools/ what its verbs use, of the list what is there.
from __future__ import annotations

import ast
import subprocess
from collections.abc import Collection, Iterable

from tools.authoring.course_list import without_entries
from tools.errors import CourseError
from tools.model import ROOT

# What is started by its name, so that no import leads there.
READ = ("tools/matrix/rows.toml",)  # and read by its path
STARTED = ("tools.course", "tools.meson_list", "tools.build.toolkit", "tools.build.compiler", "tools.grade.confine")


def tracked() -> list[str]:
    """Paths from the root. What else lies about, a roster for instance, goes to nobody."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise CourseError(
            "an edition is made of what git tracks, and this copy of the course is no git checkout: clone it."
        )
    return [path for path in done.stdout.split("\0") if path and (ROOT / path).is_file()]


def tools_of(modules: Iterable[str]) -> set[str]:
    """The files of tools/ that these and what is started use: who imports whom stands in their source."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "tools").rglob("*.py")
    }
    found, queue = set[str](), [*STARTED, *modules]
    while queue:
        module = queue.pop()
        if module in found or module not in files:
            continue
        found.add(module)
        queue += [module.rpartition(".")[0]]
        for node in ast.walk(ast.parse(files[module].read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                queue += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                queue += [alias.name for alias in node.names]
    return {*READ, *(files[module].relative_to(ROOT).as_posix() for module in found)}


def course_list(others: set[str], there: Collection[str]) -> str:
    """course.toml without the labs `others`, without experiments, and without versions whose source is not there."""
    text = (ROOT / "course.toml").read_text(encoding="utf-8")

    def out(kind: str, entry: dict, slug: str) -> bool:
        if kind == "labs":
            return entry["name"] in others
        return kind == "experiments" or (kind == "versions" and f"solutions/{slug}/{entry['source']}" not in there)

    return without_entries(text, out)
