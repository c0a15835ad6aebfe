# The launcher on machines that lack things, played with fake commands: it must say what to do, or do it.
# Run: ./course test test_launcher
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import time

import pytest

from tools.model import ROOT

NEEDED = [
    "sh",
    "cat",
    "cksum",
    "dirname",
    "readlink",
    "mkdir",
    "rm",
    "id",
    "tail",
    "env",
    "flock",
    "printf",
    "chmod",
    "cp",
]
# A python3 that knows venv and pip, and says what it was called with.
PYTHON = """#!/bin/sh
case "$*" in
  *"-m venv"*) for folder in "$@"; do :; done; mkdir -p "$folder/bin"; cp "$0" "$folder/bin/python" ;;
  *"-m pip"*) echo pip >>"$COURSE_TEST_LOG"; [ ! -e "$COURSE_TEST_LOG.nopip" ] || { echo no network; exit 1; } ;;
  *"-c import"*|*"-c"*) exit 0 ;;
  *) echo "python: $*" ;;
esac
"""


class Machine:
    def __init__(self, folder: pathlib.Path):
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.root = folder / "my course"
        self.root.mkdir()
        self.log = folder / "log"
        shutil.copy(ROOT / "course", self.root)
        shutil.copy(ROOT / "requirements.txt", self.root)
        shutil.copy(ROOT / "requirements-dev.txt", self.root)
        for name in NEEDED:
            found = shutil.which(name)
            if found:
                (self.bin / name).symlink_to(found)
        for name in ("g++", "ninja", "meson", "pkg-config", "objdump"):
            self.fake(name, "exit 0")
        self.fake("python3", PYTHON)

    def fake(self, name: str, text: str) -> None:
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def __call__(self, *words: str, **more) -> subprocess.CompletedProcess:
        environment = {"PATH": str(self.bin), "COURSE_TEST_LOG": str(self.log), **more}
        return subprocess.run(
            [str(self.root / "course"), *words],
            env=environment,
            cwd="/",
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )


@pytest.fixture
def machine(tmp_path: pathlib.Path) -> Machine:
    return Machine(tmp_path)


def test_with_no_root_it_prints_the_one_line_and_stops(machine):
    (machine.bin / "meson").unlink()
    (machine.bin / "ninja").unlink()
    machine.fake("id", "echo 1000")
    machine.fake("apt-get", "echo called; exit 1")
    done = machine("list")
    assert done.returncode == 2
    assert done.stdout == "sudo apt-get install --no-install-recommends ninja-build meson\n"
    assert "needs root" in done.stderr
    assert not (machine.root / ".venv").exists()


def test_without_apt_it_names_what_is_missing(machine):
    (machine.bin / "meson").unlink()
    done = machine("list")
    assert done.returncode == 2 and "are missing: meson" in done.stderr


def test_as_root_it_installs_says_so_and_goes_on(machine):
    (machine.bin / "meson").unlink()
    machine.fake("id", "echo 0")
    install = f"printf '#!/bin/sh\\n' >{machine.bin}/meson; chmod 755 {machine.bin}/meson"
    machine.fake(
        "apt-get",
        f'echo "apt-get $*" >>"$COURSE_TEST_LOG"\ncase "$1" in install) echo pmstatus:meson:50.0:x; {install} ;; esac',
    )
    done = machine("list", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "python: -P -m tools.course list --json\n"
    assert "installing with apt, once: meson" in done.stderr and "installed 50 %" in done.stderr
    calls = machine.log.read_text().splitlines()
    assert (
        calls[0].startswith("apt-get update")
        and calls[1].startswith("apt-get install -y")
        and calls[1].endswith(" meson")
    )


def test_an_apt_that_fails_is_an_error(machine):
    (machine.bin / "meson").unlink()
    machine.fake("id", "echo 0")
    machine.fake("apt-get", "echo 'E: no network' >&2; exit 100")
    done = machine("list")
    assert done.returncode == 2 and "no network" in done.stderr and "apt-get update failed" in done.stderr


def test_the_second_call_is_quiet_quick_and_sets_up_nothing(machine):
    assert "set-up done" in machine("list").stderr
    machine.fake("python3", "echo must not be called; exit 1")
    began = time.monotonic()
    done = machine("list")
    assert (done.stdout, done.stderr, done.returncode) == ("python: -P -m tools.course list\n", "", 0)
    assert time.monotonic() - began < 0.5
    assert machine.log.read_text().count("pip") == 1


def test_a_half_made_venv_is_made_again(machine):
    machine.log.with_name("log.nopip").touch()
    done = machine("list")
    assert done.returncode == 2 and "no network" in done.stderr
    machine.log.with_name("log.nopip").unlink()
    assert machine("list").returncode == 0


def test_other_requirements_make_the_venv_anew(machine):
    machine("list")
    with (machine.root / "requirements.txt").open("a") as file:
        file.write("# changed\n")
    assert "making .venv" in machine("list").stderr


def test_what_only_the_tests_need_comes_with_the_first_test(machine):
    machine("list")
    assert machine.log.read_text().count("pip") == 1
    assert "requirements-dev.txt" in machine("test", "test_model").stderr
    assert machine.log.read_text().count("pip") == 2
    for verb in ("test", "list"):
        assert machine(verb).stderr == ""
    assert machine.log.read_text().count("pip") == 2


def test_without_a_network_the_tests_packages_are_an_error_and_the_rest_goes_on(machine):
    machine("list")
    machine.log.with_name("log.nopip").touch()
    done = machine("test")
    assert done.returncode == 2 and "no network" in done.stderr and "tests' Python packages" in done.stderr
    assert machine("list").returncode == 0


def test_course_python_skips_the_set_up(machine):
    (machine.bin / "meson").unlink()
    done = machine("list", COURSE_PYTHON=str(machine.bin / "python3"))
    assert (done.returncode, done.stdout) == (0, "python: -P -m tools.course list\n")
    assert not (machine.root / ".venv").exists() and not (machine.root / ".course").exists()


def test_through_a_symlink(machine, tmp_path):
    link = tmp_path / "c"
    link.symlink_to(machine.root / "course")
    done = subprocess.run(
        [str(link), "list"],
        env={"PATH": str(machine.bin), "COURSE_TEST_LOG": str(machine.log)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and (machine.root / ".venv").exists()


def test_an_ordinary_shell_reads_it():
    assert subprocess.run(["sh", "-n", str(ROOT / "course")]).returncode == 0
    assert os.access(ROOT / "course", os.X_OK)
