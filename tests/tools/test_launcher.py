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
    "grep",
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
        for requirements in ROOT.glob("requirements*.txt"):
            shutil.copy(requirements, self.root)
        for name in NEEDED:
            found = shutil.which(name)
            if found:
                (self.bin / name).symlink_to(found)
        for name in ("g++", "ninja", "pkg-config", "objdump"):
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
    (machine.bin / "pkg-config").unlink()
    (machine.bin / "ninja").unlink()
    machine.fake("id", "echo 1000")
    machine.fake("apt-get", "echo called; exit 1")
    done = machine("list")
    assert done.returncode == 2
    assert done.stdout == "sudo apt-get install --no-install-recommends ninja-build pkg-config\n"
    assert "needs root" in done.stderr
    assert not (machine.root / ".venv").exists()


def test_without_apt_it_names_what_is_missing(machine):
    (machine.bin / "ninja").unlink()
    done = machine("list")
    assert done.returncode == 2 and "are missing: ninja-build" in done.stderr


def test_as_root_it_installs_says_so_and_goes_on(machine):
    (machine.bin / "ninja").unlink()
    machine.fake("id", "echo 0")
    install = f"printf '#!/bin/sh\\n' >{machine.bin}/ninja; chmod 755 {machine.bin}/ninja"
    machine.fake(
        "apt-get",
        f'echo "apt-get $*" >>"$COURSE_TEST_LOG"\ncase "$1" in install) echo pmstatus:ninja-build:50.0:x; {install} ;; esac',
    )
    done = machine("list", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "python: -X utf8 -P -m tools.course list --json\n"
    assert "installing with apt, once: ninja-build" in done.stderr and "installed 50 %" in done.stderr
    calls = machine.log.read_text().splitlines()
    assert (
        calls[0].startswith("apt-get update")
        and calls[1].startswith("apt-get install -y")
        and calls[1].endswith(" ninja-build")
    )


def test_an_apt_that_fails_is_an_error(machine):
    (machine.bin / "ninja").unlink()
    machine.fake("id", "echo 0")
    machine.fake("apt-get", "echo 'E: no network' >&2; exit 100")
    done = machine("list")
    assert done.returncode == 2 and "no network" in done.stderr and "apt-get update failed" in done.stderr


def test_the_second_call_is_quiet_quick_and_sets_up_nothing(machine):
    assert "set-up done" in machine("list").stderr
    machine.fake("python3", "echo must not be called; exit 1")
    began = time.monotonic()
    done = machine("list")
    assert (done.stdout, done.stderr, done.returncode) == ("python: -X utf8 -P -m tools.course list\n", "", 0)
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
    for words in (["test", "--all"], ["test", "--suite", "tools"], ["list"]):
        assert machine(*words).stderr == ""
    assert machine.log.read_text().count("pip") == 2


def test_what_a_machine_can_break_is_tested_without_them(machine):
    machine("list")
    assert "requirements-programs.txt" in machine("test").stderr
    for words in (["test"], ["test", "transpose_naive"], ["test", "-t", "20"]):
        assert machine(*words).stderr == ""
    assert "requirements-dev.txt" in machine("test", "--all").stderr


def test_what_draws_comes_with_the_first_verb_that_does_and_with_setup(machine):
    machine("list")
    assert "requirements-drawing.txt" in machine("run").stderr
    for verb in ("run", "plot", "docs", "entropy", "check"):
        assert machine(verb).stderr == ""
    assert machine.log.read_text().count("pip") == 2
    assert "requirements-drawing.txt" in machine("setup").stderr


def test_what_only_the_site_needs_comes_with_the_first_site_and_what_a_browser_needs_with_its_test(machine):
    machine("list")
    assert "requirements-site.txt" in machine("site").stderr and machine("slides").stderr == ""
    assert "requirements-browser" not in machine("test", "--all").stderr
    assert "requirements-browser.txt" in machine("test", "test_browser").stderr
    assert machine("test", "test_browser").stderr == machine("test", "--all").stderr == machine("site").stderr == ""
    assert machine.log.read_text().count("pip") == 5
    machine.log.with_name("log.nopip").touch()
    (machine.root / ".venv" / ".course-ready-requirements-site.txt").unlink()
    done = machine("site")
    assert done.returncode == 2 and "the site's Python packages could not be installed" in done.stderr


def test_without_a_network_the_tests_packages_are_an_error_and_the_rest_goes_on(machine):
    machine("list")
    machine.log.with_name("log.nopip").touch()
    done = machine("test", "--all")
    assert done.returncode == 2 and "no network" in done.stderr and "tests' Python packages" in done.stderr
    assert machine("list").returncode == 0


def test_only_who_grades_others_needs_a_box_and_can_do_without(machine):
    machine.fake("id", "echo 1000")
    machine.fake("apt-get", "exit 1")
    for words in (["list"], ["check"], ["test"], ["grade", "class", "--out", "results", "--no-sandbox"]):
        assert machine(*words).returncode == 0, words
    done = machine("grade", "class", "--out", "results")
    assert done.returncode == 2
    assert done.stdout == "sudo apt-get install --no-install-recommends bubblewrap\n"
    assert "--no-sandbox does without" in done.stderr  # in the container there is no root to ask
    machine.fake("bwrap", "exit 0")
    assert machine("grade", "class", "--out", "results").returncode == 0


def test_course_python_skips_the_set_up(machine):
    (machine.bin / "ninja").unlink()
    done = machine("list", COURSE_PYTHON=str(machine.bin / "python3"))
    assert (done.returncode, done.stdout) == (0, "python: -X utf8 -P -m tools.course list\n")
    assert not (machine.root / ".venv").exists() and not (machine.root / ".course").exists()
    asked = machine("setup", COURSE_PYTHON=str(machine.bin / "python3"))
    assert asked.returncode == 2 and not asked.stdout and "unset it for ./course setup" in asked.stderr


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


OLD = PYTHON.replace('*"-c import"*|*"-c"*) exit 0', '*version_info*) exit 1 ;;\n  *"-c"*) exit 0')


def test_an_old_python_is_passed_over_for_a_newer_one_beside_it(machine):
    machine.fake("python3", OLD)
    machine.fake("python3.12", PYTHON)
    assert machine("list").returncode == 0
    assert (machine.root / ".venv" / "bin" / "python").read_text() == PYTHON


def test_where_there_is_only_an_old_python_a_newer_one_is_asked_for(machine):
    machine.fake("python3", OLD)
    machine.fake("id", "echo 1000")
    machine.fake("apt-get", "exit 1")
    done = machine("list")
    assert done.returncode == 2
    assert done.stdout == "sudo apt-get install --no-install-recommends python3.11 python3.11-venv\n"


def test_a_course_python_that_is_none_is_named(machine):
    for python in ("/not/there", str(machine.root), "python3.9"):
        machine.fake("python3.9", "exit 1")
        done = machine("list", COURSE_PYTHON=python)
        assert done.returncode == 2 and f"COURSE_PYTHON={python} is no Python" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_without_a_network_it_says_how_to_bring_the_packages(machine):
    machine.log.with_name("log.nopip").touch()
    done = machine("list")
    assert done.returncode == 2 and "pip download -d wheels -r requirements.txt" in done.stderr


def test_without_locks_the_set_up_goes_on(machine):
    machine.fake("flock", "echo 'flock: 9: No locks available' >&2; exit 71")
    done = machine("list")
    assert done.returncode == 0 and "locks" not in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; tried below in a name space")
def test_a_checkout_that_cannot_be_written_to_names_the_way_out(machine):
    machine.root.chmod(0o555)
    done = machine("list")
    machine.root.chmod(0o755)
    assert done.returncode == 2 and "cannot write in" in done.stderr and "COURSE_BUILD=" in done.stderr


def read_only(machine: Machine, *words: str, **more) -> subprocess.CompletedProcess:
    """The course command in a mount name space in which the checkout is read-only."""
    shell = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$0/course" "$@"'
    command = ["unshare", "--map-root-user", "--mount", "env", f"PATH={machine.bin}:{os.environ['PATH']}"]
    command += [f"{name}={value}" for name, value in {"COURSE_TEST_LOG": machine.log, **more}.items()]
    command += ["sh", "-c", shell, machine.root, *words]
    done = subprocess.run(command, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True)
    if done.returncode and ("unshare" in done.stderr or "mount:" in done.stderr):
        pytest.skip(f"no name space of mounts here: {done.stderr.strip()}")
    return done


def test_a_lock_that_cannot_be_opened_names_the_way_out(machine):
    """As in a checkout of somebody else's; a folder in its place cannot be opened by root either."""
    (machine.root / ".course" / "setup.lock").mkdir(parents=True)
    done = machine("list")
    assert done.returncode == 2 and "COURSE_BUILD=/a/folder/of/yours" in done.stderr


def test_a_read_only_checkout_names_the_way_out_and_that_way_goes(machine, tmp_path):
    done = read_only(machine, "list")
    assert done.returncode == 2 and "COURSE_BUILD=/a/folder/of/yours" in done.stderr
    (machine.root / "build").mkdir()
    (machine.root / "build" / "build.ninja").touch()
    setup = read_only(machine, "setup")
    assert setup.returncode == 2 and setup.stderr == done.stderr
    made = tmp_path / "made here"
    done = read_only(machine, "list", COURSE_BUILD=made)
    assert done.returncode == 0, done.stderr
    assert (made / ".venv" / "bin" / "python").exists() and not (machine.root / ".venv").exists()


def test_a_course_build_that_cannot_be_made_is_named(machine):
    done = machine("list", COURSE_BUILD="/dev/full/x")
    assert done.returncode == 2 and "COURSE_BUILD is no folder" in done.stderr and "/dev/full/x" in done.stderr


def test_a_disk_that_is_full_is_told_as_one(machine):
    machine.fake(
        "python3", PYTHON.replace('*"-m pip"*)', "*\"-m pip\"*) echo 'No space left on device'; exit 1 ;;\n  *never*)")
    )
    done = machine("list")
    assert done.returncode == 2 and "the disk is full" in done.stderr and "network" not in done.stderr
