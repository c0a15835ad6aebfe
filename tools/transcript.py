# What the course command says, for text that shows it: really run, so `./course docs --check` notices a change.
from __future__ import annotations

import argparse
import contextlib
import functools
import io
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

from tools.build.meson import BUILD, MODULES, must_build
from tools.build.runner import Run, cached_run
from tools.errors import CourseError
from tools.grade.grading import run_grader
from tools.grade.process import Limits
from tools.grade.verdicts import show_verdict
from tools.model import ROOT, find_chapters, find_lab
from tools.profile.building import build_program
from tools.profile.programs import Ran, run_program
from tools.verbs import profile as profile_verb
from tools.verbs import run as run_verb
from tools.verbs import sanitize as sanitize_verb

__all__ = ["checked", "profiled", "ran", "sanitized"]


def checked(lab_name: str, source: str) -> str:
    """`./course check LAB` as if the student's file were `source` (a path from the root)."""
    lab = find_lab(lab_name)
    must_build([*MODULES, lab.grader("sim")])
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
    return _block(f"check {lab.name}", said.getvalue())


def ran(chapter_name: str) -> str:
    """`./course run CHAPTER` on sim; the machine's name is left out, since it is the reader's."""
    chapter = find_chapters([chapter_name])[0]
    run_ = cached_run(chapter, "sim")
    with _captured() as said:
        run_verb.show(chapter, [Run(run_.backend, {"machine": "simulator on your CPU"}, run_.results)])
    return _block("run", said.getvalue())


def profiled(source: str, lines: int | None = None) -> str:
    """`./course profile SOURCE` (a path from the root), or the first so many lines of it."""
    printed, ran = program_run(source)
    with _captured() as said:
        profile_verb.show(_program(source), ran)
    shown = (printed + said.getvalue()).splitlines()
    return _block(f"profile {source}", "\n".join(shown if lines is None else [*shown[:lines], "…"]))


def sanitized(source: str, findings: int | None = None, leak_check: bool = False) -> str:
    """`./course sanitize SOURCE` (a path from the root); of its findings the first so many, with a line of dots."""
    printed, ran = program_run(source, "all,leak" if leak_check else "all")
    with _captured() as said:
        sanitize_verb.show(_program(source), ran, ran.findings)
    text = printed + said.getvalue()
    if findings is not None:
        *shown, last = re.split(r"\n\n(?=\S)", text.strip())
        places = [place for place, part in enumerate(shown) if re.match(r"(\S+: )?error: ", part)]
        if len(places) > findings:
            text = "\n\n".join([*shown[: places[findings]], "…", last])
    return _block(f"sanitize {'--leak-check ' if leak_check else ''}{source}", text)


def findings_of(source: str) -> list[str]:
    """The kinds of what `./course sanitize` finds, each once."""
    return list(dict.fromkeys(finding["kind"] for finding in program_run(source, "all")[1].findings))


@functools.cache
def program_run(source: str, checks: str = "", caches: str = "") -> tuple[str, Ran]:
    """What the program printed, and how it ran; with the caches of the GPU of that name, if there is one."""
    with _captured(), tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        ran = run_program(
            build_program(_program(source)),
            [],
            checks,
            stdout=printed,
            caches={"SIMT_CACHES": caches} if caches else None,
        )
        printed.seek(0)
        return printed.read(), ran


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


def _block(words: str, said: str) -> str:
    return f"```console\n$ ./course {words}\n{said.strip()}\n```"
