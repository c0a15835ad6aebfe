# What the course command's tests share: a scratch copy of the course that builds in seconds.
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from dataclasses import dataclass

import pytest

from tools.build.meson import BUILD, MODULES, SIMULATOR
from tools.model import ROOT, load_course


@dataclass(frozen=True)
class Course:
    """A copy in which a test may play the student. Its labs are the skeletons."""

    root: pathlib.Path

    def start(
        self, *words: str, cwd: pathlib.Path | None = None, variables: dict[str, str] | None = None, **more
    ) -> subprocess.Popen:
        environment = {**os.environ, "COURSE_PYTHON": sys.executable, **(variables or {})}
        for name in (
            "PYTHONPATH",
            "COURSE_BUILD",
            "PYTHONPYCACHEPREFIX",
            "PYTHONDONTWRITEBYTECODE",
            "COURSE_CLASS",
        ):  # the copy's own
            environment.pop(name, None)
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.Popen(
            [str(self.root / "course"), *words], cwd=cwd or self.root, env=environment, text=True, **pipes
        )

    def __call__(self, *words: str, cwd: pathlib.Path | None = None) -> subprocess.CompletedProcess:
        process = self.start(*words, cwd=cwd)
        out, err = process.communicate()  # Meson ends a test that hangs
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def lab(self, name: str) -> pathlib.Path:
        lab = next(lab for lab in load_course().labs if lab.name == name)
        return self.root / lab.path.relative_to(ROOT)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The real tools, graders and simulator; a build file that only links to what the real build made."""
    if not (BUILD / "simtcc").exists():
        pytest.skip("the course is not built: ./course test builds it")
    root = tmp_path_factory.mktemp("Kurs für alle")  # with spaces and an umlaut in its path
    if os.geteuid() == 0:  # grade gives each submission a user of its own, who must be able to read this
        for folder in (root, *tmp_path_factory.getbasetemp().parents[:1], tmp_path_factory.getbasetemp()):
            folder.chmod(0o755)
    for path in (ROOT / "course", ROOT / "course.toml", ROOT / "meson_options.txt", *ROOT.glob("requirements*.txt")):
        shutil.copy(path, root)
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("simt", "solutions", "tests", "data"):
        if (ROOT / name).exists():
            (root / name).symlink_to(ROOT / name)
    for chapter in load_course().chapters:
        (root / "chapters" / chapter.slug).mkdir(parents=True)
    lines = ["project('copy', meson_version: '>=1.0.1')"]
    # What the real one writes, too: without it every call would configure again.
    listed = f"run_command('{sys.executable}', files('tools/meson_list.py'), files('course.toml')"
    lines.append(f"{listed}, meson.current_build_dir() / 'course.items', 'all', check: true)")

    def linked(name: str) -> None:
        lines.append(f"custom_target('{name}', output: '{name}', input: '{BUILD / name}',")
        lines.append("  command: ['ln', '-sf', '@INPUT@', '@OUTPUT@'], build_by_default: true)")

    for lab in load_course().labs:
        target = root / lab.path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(lab.skeleton, target)
        lines.append(
            f"custom_target('{lab.module('sim')}', output: '{lab.module('sim')}', input: '{target.relative_to(root)}',"
        )
        lines.append(
            f"  command: ['{BUILD / 'simtcc'}', '-shared', '-fopenmp', '@INPUT@', '-o', '@OUTPUT@'], build_by_default: false)"
        )
        linked(lab.grader("sim"))
    modules = [version.stem for chapter in load_course().chapters for version in chapter.versions]
    modules += [lab.stem for lab in load_course().labs]
    for stem in dict.fromkeys(modules):
        linked(f"solutions-{stem}.sim.so")
    for name in [
        *dict.fromkeys([*SIMULATOR, *MODULES]),
        "libcudart.so",
        *(chapter.runner("sim") for chapter in load_course().chapters if chapter.versions),
    ]:
        linked(name)
    for chapter in load_course().chapters:  # what ./course entropy calls
        if (ROOT / "tests" / chapter.slug / "filter.cpp").exists():
            linked(f"filter-{chapter.slug}.sim")
    lines.append(
        f"custom_target('toolkit', output: 'toolkit', command: ['ln', '-sfn', '{BUILD / 'toolkit'}', '@OUTPUT@'])"
    )
    (root / "meson.build").write_text("\n".join(lines) + "\n")
    return Course(root)
