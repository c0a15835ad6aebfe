# What the course command says, for text that shows it: really run, so `./course docs --check` notices a change.
from __future__ import annotations

import argparse
import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

from tools.build.meson import BUILD, SIMULATOR, must_build
from tools.build.runner import Run, cached_run
from tools.errors import CourseError
from tools.grade.grading import run_grader
from tools.grade.process import Limits
from tools.grade.verdicts import show_verdict
from tools.model import ROOT, find_chapters, find_lab
from tools.profile.building import build_program
from tools.profile.programs import run_program
from tools.verbs import profile as profile_verb
from tools.verbs import run as run_verb
from tools.verbs import sanitize as sanitize_verb

__all__ = ["checked", "profiled", "ran", "sanitized"]


def checked(lab_name: str, source: str) -> str:
    """`./course check LAB` as if the student's file were `source` (a path from the root)."""
    lab = find_lab(lab_name)
    must_build([*SIMULATOR, lab.grader("sim")])
    with tempfile.TemporaryDirectory() as folder, _captured() as said:
        file = pathlib.Path(folder) / lab.file
        shutil.copyfile(ROOT / source, file)
        module = file.with_suffix(".so")
        done = subprocess.run(
            [BUILD / "simtcc", "-shared", "-fopenmp", file, "-o", module], capture_output=True, text=True
        )
        if done.returncode:
            raise CourseError(f"{source} does not compile:\n{done.stderr}")
        verdict = run_grader(lab, "sim", BUILD / lab.grader("sim"), module, file.parent, Limits(), dict(os.environ))
        show_verdict(verdict, lab.path)
    return _block(f"check {lab.name}", said)


def ran(chapter_name: str) -> str:
    """`./course run CHAPTER` on sim; the machine's name is left out, since it is the reader's."""
    chapter = find_chapters([chapter_name])[0]
    run_ = cached_run(chapter, "sim")
    with _captured() as said:
        run_verb.show(chapter, [Run(run_.backend, {"machine": "simulator on your CPU"}, run_.results)])
    return _block("run", said)


def profiled(source: str) -> str:
    """`./course profile SOURCE` (a path from the root)."""
    with _captured() as said:
        args = _program(source)
        profile_verb.show(args, run_program(build_program(args), [], stdout=subprocess.DEVNULL))
    return _block(f"profile {source}", said)


def sanitized(source: str) -> str:
    """`./course sanitize SOURCE` (a path from the root)."""
    with _captured() as said:
        args = _program(source)
        ran = run_program(build_program(args), [], "all", stdout=subprocess.DEVNULL)
        sanitize_verb.show(args, ran, ran.findings)
    return _block(f"sanitize {source}", said)


def _program(source: str) -> argparse.Namespace:
    return argparse.Namespace(
        files=[source], include=[], define=[], compile_option=[], time_limit=None, leak_check=False
    )


@contextlib.contextmanager
def _captured() -> Iterator[io.StringIO]:
    """Standard output, said by somebody who stands in the course's folder."""
    said = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(said):
        yield said


def _block(words: str, said: io.StringIO) -> str:
    return f"```console\n$ ./course {words}\n{said.getvalue().strip()}\n```"
