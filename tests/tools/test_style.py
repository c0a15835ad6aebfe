# How the code is laid out and checked: clang-format, clang (by clang-tidy), ruff and mypy, in the versions that
# requirements-dev.txt pins.
# Run: ./course test test_style
from __future__ import annotations

import concurrent.futures
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from tests.tools.tree import tracked
from tools.build.meson import BUILD
from tools.model import ROOT, load_course

PINNED = dict(re.findall(r"^([\w-]+)==(\S+)$", (ROOT / "requirements-dev.txt").read_text(), re.M))
# As a student, or NVIDIA's samples, would write it: laid out by nobody.
AS_HANDED_IN = re.compile(r"tests/[^/]+/(wrong|legal)/|tests/simt/(programs|calibration)/|tests/tools/programs/")


@functools.cache
def tool(name: str) -> str:
    """The program in its pinned version: this Python's own, or one on the PATH."""
    for found in (shutil.which(name, path=pathlib.Path(sys.executable).parent), shutil.which(name)):
        if (
            found
            and PINNED[name] in subprocess.run([found, "--version"], capture_output=True, text=True).stdout.split()
        ):
            return found
    missing = f"{name} {PINNED[name]} is not there; without COURSE_PYTHON, ./course test installs it"
    pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)


def complaints(name: str, *words: str) -> str:
    done = subprocess.run([tool(name), *words], cwd=ROOT, capture_output=True, text=True)
    return "" if done.returncode == 0 else (done.stdout + done.stderr)[-4000:]


def ours() -> list[str]:
    """C++ and CUDA, but for what is kept as it was handed in, and labs that a student has edited."""
    sources = tracked("*.cpp", "*.hpp", "*.cu", "*.cuh", "*.h")
    edited = {
        str(lab.path.relative_to(ROOT))
        for lab in load_course().labs
        if not lab.path.exists() or lab.path.read_bytes() != lab.skeleton.read_bytes()
    }
    return [path for path in sources if not AS_HANDED_IN.match(path) and path not in edited]


def test_cpp_and_cuda_are_laid_out_by_clang_format():
    found = complaints("clang-format", "--dry-run", "-Werror", *ours())
    places = sorted(set(re.findall(r"^([^\s:]+):\d+:\d+: error: code should be", found, re.M)))
    assert not found, f"clang-format -i {' '.join(places) or found}"


def test_python_is_laid_out_by_ruff():
    assert not complaints("ruff", "format", "--no-cache", "--diff", *tracked("*.py"))


def test_ruff_finds_nothing_in_python():
    assert not complaints("ruff", "check", "--no-cache", "--output-format", "concise", *tracked("*.py"))


def test_mypy_finds_nothing_in_the_course_command():
    assert not complaints("mypy", "--cache-dir", str(BUILD / "pytest" / "mypy"))


# What is compiled for the simulator and its graders: all that a build by clang must take (kernels stay g++'s).
ENGINE = re.compile(r"(libsimt|simtcc|player\.sim|libgrading|harness/libharness_(common|sim|host|judge|runner))")


def test_clang_compiles_the_engine_and_what_grades(tmp_path):
    """Its front end alone, in a version that is newer than most: the rows of the matrix build all with older ones."""
    header = subprocess.run(
        ["g++", "-print-file-name=include/omp.h"], capture_output=True, text=True, check=True
    ).stdout
    shutil.copy(header.strip(), tmp_path)  # clang's own is a package by itself
    database = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    sources = {BUILD / unit["file"] for unit in database if ENGINE.match(unit["output"])}
    assert len(sources) > 20
    for unit in database:  # what g++ alone knows
        unit["command"] = re.sub(r" -f(no-)?ipa-\S+", "", unit["command"])
    (tmp_path / "compile_commands.json").write_text(json.dumps(database), encoding="utf-8")
    # It must be asked for some check. A header that g++ has precompiled is included by its name alone.
    words = ["--quiet", "--checks=-*,modernize-use-nullptr", "--extra-arg=-w", f"--extra-arg=-I{ROOT}/simt/precompiled"]
    words += [f"--extra-arg=-I{tmp_path}"]

    def errors(source: pathlib.Path) -> list[str]:
        found = complaints("clang-tidy", *words, "-p", str(tmp_path), str(source))
        return re.findall(r"^.*error: .*clang-diagnostic-error.*$", found, re.M)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [error for errors_of_one in pool.map(errors, sorted(sources)) for error in errors_of_one]
    assert not found, "\n".join(found[:20])


def test_every_pinned_tool_is_asked():
    asked = re.findall(r'complaints\(\s*"([\w-]+)"', pathlib.Path(__file__).read_text())
    assert set(asked) == {"clang-format", "clang-tidy", "ruff", "mypy"} <= set(PINNED)
