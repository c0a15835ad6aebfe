# The course command on machines in a bad state: one line that says what is the matter, and nobody's work is blamed for it.
# Run: ./course test test_machines
from __future__ import annotations

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from tests.tools.grade.students import no_box
from tools.build import meson
from tools.build.meson import BUILD
from tools.errors import CourseError, blame_the_machine
from tools.files import write_json
from tools.model import ROOT, find_lab, load_course
from tools.verbs import run

LAB = find_lab("event_timer")  # is graded in no time
# A library that takes the place of some of libc's calls: what a home on NFS, an old kernel or a full disk answers.
NO_LOCKS = '#include <cerrno>\nextern "C" int flock(int, int) { errno = ENOLCK; return -1; }\n'


@pytest.fixture
def solved(course):
    """The copy of the course with one lab solved; what is there already need not be built again."""
    if course.lab(LAB.name).read_text() != LAB.solution.read_text():
        course.lab(LAB.name).write_text(LAB.solution.read_text())
    return course


def on(course, *words: str, **environment: str) -> subprocess.CompletedProcess:
    process = subprocess.run(
        [course.root / "course", *words], cwd=course.root, capture_output=True, stdin=subprocess.DEVNULL, timeout=300,
        env={**os.environ, "COURSE_PYTHON": sys.executable, "COURSE_BUILD": "", **environment},
    )  # fmt: skip
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    out, err = process.stdout.decode(encoding), process.stderr.decode(encoding)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def is_one_line(done: subprocess.CompletedProcess, *words: str) -> None:
    working = ("building ", "course: there is more or less", "course: configuring")
    lines = [line for line in done.stderr.splitlines() if not line.startswith(working)]
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stdout + done.stderr
    assert len(lines) == 1 and all(word in lines[0] for word in words), done.stderr


def test_without_locks_it_says_where_to_build(solved, tmp_path):
    library = tmp_path / "no_locks.so"
    (tmp_path / "no_locks.cpp").write_text(NO_LOCKS)
    subprocess.run(["g++", "-shared", "-fPIC", tmp_path / "no_locks.cpp", "-o", library], check=True)
    assert on(solved, "hint", LAB.name, LD_PRELOAD=str(library)).returncode == 0
    shutil.rmtree(solved.root / "build", ignore_errors=True)
    done = on(solved, "check", LAB.name, LD_PRELOAD=str(library))
    assert done.returncode == 2 and "COURSE_BUILD" in done.stderr and "No locks available" in done.stderr


def test_a_tmpdir_that_is_not_there_is_not_the_students_mistake(solved):
    with solved.lab(LAB.name).open("a") as file:
        file.write("// edited\n")
    done = on(solved, "check", LAB.name, TMPDIR="/not/there")
    is_one_line(done, "TMPDIR is no folder that can be written to")
    assert "0 of" not in done.stdout


@pytest.mark.parametrize(("encoding", "mark"), [("ascii", "+"), ("latin-1", "+"), ("cp437", "+"), ("utf-8", "✓")])
def test_a_sign_that_the_output_lacks_is_another_one(solved, encoding, mark):
    process = on(solved, "check", LAB.name, PYTHONIOENCODING=encoding)
    assert process.returncode == 0, process.stderr
    assert process.stdout.startswith(f"{mark} {LAB.name} on sim: ")


@pytest.mark.parametrize("locale", [{"LANG": "C"}, {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}])
def test_in_no_language_it_reads_and_writes_utf_8(solved, locale):
    done = on(solved, "check", LAB.name, **locale)
    assert done.returncode == 0 and done.stdout.startswith(f"✓ {LAB.name}"), done.stderr


def test_without_a_home_or_a_terminals_name(solved):
    assert on(solved, "check", LAB.name, HOME="/not/there", TERM="").returncode == 0


def test_a_check_needs_nothing_that_draws_and_what_does_says_so(solved, tmp_path):
    for package in ("cogapp", "matplotlib", "numpy", "PIL"):
        (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError(name={package!r})\n")
    without = {"PYTHONPATH": str(tmp_path)}
    assert on(solved, "check", LAB.name, **without).returncode == 0
    is_one_line(on(solved, "plot", "01", **without), "plot needs the Python package matplotlib", "./course setup")
    (tmp_path / "picture.png").write_bytes(b"")
    words = ("entropy", tmp_path / "picture.png", "--out", tmp_path / "out.png")
    is_one_line(on(solved, *words, **without), "entropy needs the Python package", "./course setup")


def test_refused_addresses_are_told_in_the_simulators_words(solved):
    wrapper = 'ulimit -v 4000000 && exec "$0" "$@"'
    done = subprocess.run(
        ["sh", "-c", wrapper, solved.root / "course", "check", LAB.name], cwd=solved.root, capture_output=True, text=True,
        env={**os.environ, "COURSE_PYTHON": sys.executable, "COURSE_BUILD": ""},
    )  # fmt: skip
    is_one_line(done, "simt: cannot reserve", "ulimit -v unlimited")


def test_another_version_of_the_compiler_makes_the_build_anew(monkeypatch, tmp_path):
    said: list[tuple[str, ...]] = []
    monkeypatch.setattr(meson, "BUILD", tmp_path)
    monkeypatch.setattr(meson, "COMPILER", tmp_path / ".course-compiler")
    monkeypatch.setattr(meson, "_setup", lambda *words: said.append(words))
    monkeypatch.setattr(meson.compiler, "version", lambda name: "15.1.0")
    for now, anew in (("15.1.0", False), ("14.2.0", True)):
        (tmp_path / "meson-info").mkdir(parents=True, exist_ok=True)
        write_json(tmp_path / "meson-info" / "meson-info.json", {"directories": {"source": str(ROOT)}})
        files = {"build.ninja": "", "kernel-compiler": "g++", "course.items": meson.course_list()}
        for name, text in {**files, ".course-compiler": now}.items():
            (tmp_path / name).write_text(text)
        meson.configure()
        assert said == ([("g++ is 15.1.0 by now: build/ is made anew", "-Dsubmissions=false")] if anew else [])
        assert (tmp_path / "build.ninja").exists() != anew


def test_submissions_that_tests_keep_join_the_build_when_a_test_asks_for_them(monkeypatch, tmp_path):
    said: list[tuple[str, ...]] = []
    monkeypatch.setattr(meson, "BUILD", tmp_path)
    monkeypatch.setattr(meson, "_setup", lambda _, *words: said.append(words))
    meson.configure()
    (tmp_path / "meson-info").mkdir()
    write_json(tmp_path / "meson-info" / "meson-info.json", {"directories": {"source": str(ROOT)}})
    (tmp_path / "build.ninja").write_text("")
    few, every = meson.course_list(["wrong-transpose_naive-exits"]), meson.course_list()
    assert "wrong/transpose_naive|files:exits.cu\n" in few and "/legal/" not in few and "/legal/" in every
    for items in (few, every):  # what it is made of is all that is asked for, and nothing new is there
        (tmp_path / "course.items").write_text(items)
        meson.configure()
    meson.configure(submissions=True)
    assert said == [("-Dsubmissions=false",)]
    (tmp_path / "course.items").write_text(few)
    meson.configure(submissions=True)
    assert said[1:] == [("--reconfigure", "-Dsubmissions=true")]
    (tmp_path / "course.items").write_text(few.replace("naive.cu", "gone.cu"))
    meson.configure()
    assert said[2:] == [("--reconfigure",)]


def test_a_compiler_that_is_gone_since_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(meson, "BUILD", tmp_path)
    monkeypatch.setattr(meson.compiler, "version", lambda name: "")
    (tmp_path / "meson-info").mkdir()
    write_json(tmp_path / "meson-info" / "meson-info.json", {"directories": {"source": str(ROOT)}})
    for name in ("build.ninja", "kernel-compiler"):
        (tmp_path / name).write_text("g++")
    monkeypatch.delenv("SIMTCC_CXX", raising=False)
    with pytest.raises(CourseError, match=r"^there is no g\+\+ any more, .* `\./course setup` installs a g\+\+$"):
        meson.configure()


def test_a_tool_that_is_missing_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(meson, "environment", lambda: {"PATH": str(tmp_path)})
    with pytest.raises(CourseError, match=r"ninja is missing\. `\./course setup`"):
        meson.tool("ninja")


def test_a_meson_that_is_too_old_is_told_with_the_way_to_a_newer_one(monkeypatch, tmp_path):
    script = tmp_path / "meson"
    script.write_text(
        "#!/bin/sh\necho 'meson.build:3:0: ERROR: Meson version is 0.61.5 but project requires >=1.0.1'\nexit 1\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(meson, "tool", lambda name: str(script))
    monkeypatch.setattr(meson, "BUILD", tmp_path / "build")
    with pytest.raises(CourseError, match=r"0\.61\.5 but project requires >=1\.0\.1\n.* \./course setup installs"):
        meson.configure()


@pytest.mark.skipif(not (BUILD / "simtcc").exists(), reason="the course is not built: ./course test builds it")
@pytest.mark.parametrize("name", ["Über uns, die Kurse", "a 'quoted' course", "50 % (new) $HOME"])
def test_any_name_of_a_folder(tmp_path, name):
    """What simtcc builds finds its library by its full path."""
    folder = tmp_path / name
    folder.mkdir()
    for file in ("simtcc", "libsimt.so"):
        shutil.copy(BUILD / file, folder)
    source = folder / "a program.cu"
    shutil.copy(ROOT / "tests" / "tools" / "programs" / "transpose.cu", source)
    environment = {**os.environ, "SIMTCC_LIBRARY_DIR": str(folder)}
    subprocess.run([folder / "simtcc", source, "-o", folder / "program"], env=environment, check=True)
    subprocess.run([folder / "program"], cwd="/", check=True)
    loaded = subprocess.run(["ldd", folder / "program"], capture_output=True, text=True).stdout
    assert str(folder / "libsimt.so") in loaded


SMALL = """
mount -t tmpfs -o "size=$0" none "$TMPDIR" && exec "$@"
"""


@pytest.mark.skipif(not (BUILD / "simtcc").exists(), reason="the course is not built: ./course test builds it")
def test_a_full_disk_is_told_as_one(tmp_path):
    source, small = tmp_path / "program.cu", tmp_path / "small"
    small.mkdir()
    shutil.copy(ROOT / "tests" / "tools" / "programs" / "transpose.cu", source)
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", SMALL, "64k", BUILD / "simtcc", source]
    done = subprocess.run(
        [*command, "-o", tmp_path / "program"], env={**os.environ, "TMPDIR": str(small)}, capture_output=True, text=True
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"no name space of mounts here: {done.stderr.strip()}")
    assert done.returncode != 0
    with pytest.raises(CourseError, match="full"):
        blame_the_machine(done.stderr)


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("/tmp/ccx.s: fatal error: error writing to /tmp/ccx.s: No space left on device", "disk is full"),
        ("g++: fatal error: Killed signal terminated program cc1plus", "memory"),
        ("ERROR: Clock skew detected. File meson.build has a time stamp 99.0s in the future.", "Set the clock"),
        ("x.so: failed to map segment from shared object", "noexec"),
        (
            "PermissionError: [Errno 13] Permission denied: '/srv/course/build'\nERROR: Unhandled python OSError.",
            "COURSE_BUILD",
        ),
        ("ninja: error: opening build log: Read-only file system", "COURSE_BUILD"),
        ("ninja: error: '/usr/lib/libdw.so', needed by 'libsimt.so', missing and no known rule to make it", "is gone"),
        ("simtcc: cannot start g++: No such file or directory", "./course setup"),
    ],
)
def test_what_a_machine_is_to_blame_for(said, word):
    with pytest.raises(CourseError, match=word):
        blame_the_machine(f"labs/x.cu: In function 'f':\n{said}\n")


def test_a_students_mistake_is_not_the_machines():
    blame_the_machine("labs/x.cu:3:1: error: expected ';' before '}' token\n")


def test_a_build_folder_elsewhere(tmp_path):
    """COURSE_BUILD is where everything lies that the course makes."""
    code = "from tools import state; from tools.build import meson; print(state.FOLDER, meson.BUILD, sep='\\n')"
    environment = {**os.environ, "COURSE_BUILD": str(tmp_path), "PYTHONPATH": str(ROOT)}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert [pathlib.Path(line) for line in said.stdout.split()] == [tmp_path / ".course", tmp_path / "build"]


def test_where_nothing_can_be_run_it_does_not_say_that_results_are_right(monkeypatch, capsys):
    """Without libdw there is no simulator, and a chapter that has only labs asks for none."""
    monkeypatch.setattr(run, "backend_sentence", lambda: "no nvcc")
    monkeypatch.setattr(run, "doubt_compiler", lambda: None)
    labs_alone = next(chapter.slug for chapter in load_course().chapters if not chapter.versions)
    assert run.run(argparse.Namespace(chapters=[labs_alone], shape=None, no_plots=True, json=False)) == 0
    said = capsys.readouterr().out
    assert "only labs" in said and "are right" not in said


def test_who_speaks_of_the_container_means_the_same_one():
    """Its recipe, the page and the workflow mount the labs where the recipe puts the course, and ask for stages there are."""
    recipe = (ROOT / "Containerfile").read_text(encoding="utf-8")
    where = re.search(r"^WORKDIR (\S+)$", recipe, re.M)
    assert where
    for path in ("README.md", "Containerfile", ".github/workflows/image.yml"):
        mounted = re.findall(r"-v \S*(?:labs|warpwise)\"?:(\S+?)/(?:labs|\.course)\b", (ROOT / path).read_text())
        assert mounted and set(mounted) == {where[1]}, path
    editor = (ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8")
    stage = re.search(r'"target": "(\w+)"', editor)
    assert stage and re.search(rf"^FROM \S+ AS {stage[1]}$", recipe, re.M)
    kept_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {"/build", "/.venv", "/.course", "/.git"} <= set(kept_out)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout of git's")
def test_a_checkout_of_windows_has_the_lines_that_a_container_can_run(tmp_path):
    """As Git for Windows is set up: the checkout that the image is built from."""
    there = ["git", "-C", ROOT, "-c", "core.autocrlf=true", f"--work-tree={tmp_path}"]
    environment = {**os.environ, "GIT_INDEX_FILE": str(tmp_path / "index")}
    shutil.copy(ROOT / ".gitattributes", tmp_path)
    for words in (["read-tree", "HEAD"], ["checkout-index", "--", "course", "labs/01-coalescing/transpose_naive.cu"]):
        subprocess.run([*there, *words], env=environment, check=True)
    for name in ("course", "labs/01-coalescing/transpose_naive.cu"):
        assert b"\r" not in (tmp_path / name).read_bytes()


# $0 is a folder: the few devices that there must be, and no /dev/shm.
NO_SHARED_MEMORY = """mkdir "$0" && mount -t tmpfs none "$0" && for name in null zero full random urandom tty; do
  touch "$0/$name" && mount --bind "/dev/$name" "$0/$name" || exit 1
done && mount --rbind "$0" /dev && [ ! -e /dev/shm ] && exec "$@" """


def test_grade_does_without_shared_memory_of_the_machine(solved, tmp_path):
    words = ["unshare", "--mount", "sh", "-c", NO_SHARED_MEMORY, str(tmp_path / "dev")]
    if subprocess.run([*words, "true"], capture_output=True).returncode:
        pytest.skip("nothing may be mounted here")
    (tmp_path / "handed in" / "Jürgen").mkdir(parents=True)
    shutil.copy(LAB.solution, tmp_path / "handed in" / "Jürgen")
    (tmp_path / "dev").rmdir()
    for box in ([] if no_box() else [[]]) + [["--no-sandbox"]]:
        out = tmp_path / f"results{len(box)}"
        done = subprocess.run(
            [*words, solved.root / "course", "grade", tmp_path / "handed in", "--lab", LAB.name, "--out", out, *box],
            env={**os.environ, "COURSE_PYTHON": sys.executable}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0 and f"Jürgen {LAB.name}: {LAB.total}/{LAB.total}" in done.stdout + done.stderr, done
        (tmp_path / "dev").rmdir()
