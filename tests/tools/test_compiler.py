# Which g++ compiles kernels, and that the rows of the matrix, the workflow and the record know the same compilers.
# Run: ./course test test_compiler
from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

from tools.build import compiler, meson
from tools.matrix import run as matrix
from tools.model import ROOT

SAYS = "{name} (Debian {version}-1) {version}\nCopyright (C) 2026 Free Software Foundation, Inc.\n"


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Makes commands that answer as g++ of these versions do, and no others are found."""

    def install(**versions: str) -> None:
        for name, version in versions.items():
            name = name.replace("gxx", "g++").replace("_", "-")
            said = version if "\n" in version else SAYS.format(name=name, version=version)
            (tmp_path / name).write_text(f"#!/bin/sh\ncat <<'END'\n{said}END\n", encoding="utf-8")
            (tmp_path / name).chmod(0o755)
        for tool in ("sh", "cat"):
            (tmp_path / tool).symlink_to(f"/bin/{tool}")

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SIMTCC_CXX", raising=False)
    return install


def test_the_machines_own_gxx_is_taken_if_it_is_a_tested_one(installed):
    installed(gxx="13.3.0", gxx_14="14.2.0", gxx_12="12.2.0")
    assert compiler.choose() == "g++"
    assert compiler.doubt(compiler.choose()) == ""


def test_a_tested_one_is_taken_before_an_untested(installed):
    installed(gxx="99.1.0", gxx_12="12.2.0", gxx_13="13.3.0")
    preferred = next(number for number in compiler.tested() if number in (12, 13))
    assert compiler.choose() == f"g++-{preferred}"


def test_an_untested_one_is_taken_if_there_is_no_other_and_named(installed):
    installed(gxx="99.1.0")
    assert compiler.choose() == "g++"
    assert "g++ 99.1.0, whose counts nobody has compared" in compiler.doubt("g++")


def test_the_environment_overrules(installed, monkeypatch):
    installed(gxx="14.2.0", gxx_99="99.1.0")
    monkeypatch.setenv("SIMTCC_CXX", "g++-99")
    assert compiler.choose() == "g++-99"


def test_clang_is_no_gxx(installed):
    installed(gxx="Apple clang version 14.0.0 (clang-1400)\nTarget: arm64-apple-darwin22\n", gxx_13="13.3.0")
    assert compiler.choose() == "g++-13"


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        ({}, "kernels are compiled by g++, and g++ is none that starts. Debian and Ubuntu: apt-get install g++"),
        ({"gxx": "11.4.0"}, "g++ 11.4.0 cannot compile kernels, g++ 12 and newer can: apt-get install g++-12"),
    ],
)
def test_what_cannot_work_is_said_when_meson_configures(installed, tmp_path, capsys, versions, words):
    installed(**versions)
    assert compiler.main(str(tmp_path / "chosen")) == 1
    assert capsys.readouterr().out.strip() == words
    assert not (tmp_path / "chosen").exists()


def test_an_untested_one_is_named_once_an_hour(installed, tmp_path, monkeypatch, capsys):
    installed(gxx="99.1.0")
    monkeypatch.setattr(meson, "BUILD", tmp_path)
    meson.doubt_compiler()
    meson.doubt_compiler()
    assert capsys.readouterr().err.count("99.1.0") == 1
    os.utime(tmp_path / ".course-doubted", (0, 0))
    meson.doubt_compiler()
    assert capsys.readouterr().err.count("99.1.0") == 1


def test_every_row_has_a_tested_compiler_and_every_tested_compiler_a_row():
    rows = matrix.rows().values()
    assert {int(row["compiler"].removeprefix("g++-")) for row in rows} == set(compiler.tested())
    assert len({(row["release"], row["compiler"], row["architecture"], row.get("engine")) for row in rows}) == len(rows)


def test_the_workflow_asks_for_the_rows():
    """It has no list of its own."""
    workflow = (ROOT / ".github" / "workflows" / "matrix.yml").read_text(encoding="utf-8")
    assert "tools/matrix/run.py --list" in workflow
    assert not [name for name in matrix.rows() if name in workflow]
    said = subprocess.run(
        [sys.executable, pathlib.Path(matrix.__file__), "--list"], capture_output=True, text=True, check=True
    ).stdout
    assert all(f'"{name}"' in said for name in matrix.rows())
