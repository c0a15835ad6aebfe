# What one submission does to the machine or to its folder, among good ones that keep their points.
# Run: ./course test test_neighbours
from __future__ import annotations

import hashlib
import os
import pathlib
import xml.etree.ElementTree as xml

import pytest

from tests.tools.grade.students import HEAD, LAB, SOLUTION, grade, hand_in, hostile, no_box, reasons, scores, stored
from tools.build.meson import BUILD
from tools.model import ROOT

GRADER = (BUILD / LAB.grader("sim")).resolve()
MARK = f"course-litter-{os.getpid()}"
# Right in the end, whatever they do besides: they keep their points, and nothing of it stays.
RIGHT = {
    "deep": 'for (int i = 0; i < 3000; ++i) if (mkdir("d", 0700) || chdir("d")) break;',
    "closed": 'mkdir("x", 0700); mkdir("x/y", 0700); mkdir("x/y/z", 0); chmod("x/y", 0); chmod("x", 0);',
    "litters": (
        f'for (const char* place : {{"/tmp/{MARK}", "/dev/shm/{MARK}", "/var/tmp/{MARK}"}}) creat(place, 0666);'
        " shmget(0x6e6f7465, 1 << 20, IPC_CREAT | 0666);"
        f' if (fork() == 0) {{ setsid(); if (fork() == 0) execlp("sleep", "{MARK}", "1000", nullptr); _exit(0); }}'
    ),
    "overwrites": (
        f'for (const char* path : {{"{GRADER}", "{GRADER.parent}/libsimt.so"}}) {{'
        " chmod(path, 0777); const int f = open(path, O_WRONLY | O_APPEND);"
        ' if (f >= 0) { if (write(f, "!", 1)) {} close(f); } }'
    ),
    "spies": (
        f'for (const char* path : {{"{LAB.solution}", "/etc/passwd", "{ROOT}/course.toml", "/root", "/home"}})'
        ' if (!access(path, F_OK)) std::printf("can see %s\\n", path);'
    ),
}
# These cost themselves, for this reason.
WRONG = {
    "traces": (
        "ptrace(PTRACE_SEIZE, getppid(), 0, PTRACE_O_TRACEEXIT); for (;;) pause();",
        "still running after 6 s in which it did nothing",
    ),
    "shares_memory": (
        "char* m = (char*)mmap(0, 1l << 32, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);"
        " memset(m, 1, 1l << 32);",
        "MiB of memory; 600 MiB are allowed",
    ),
    "divides_memory": (
        "for (int i = 0; i < 3; ++i) if (fork() == 0) {"
        " char* m = (char*)mmap(0, 250 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"
        " memset(m, 1, 250 << 20); for (;;) pause(); } for (;;) pause();",
        "MiB of memory; 600 MiB are allowed",
    ),
}
# Folders whose names or contents nobody asked for. Name → what results call it.
NAMES = {
    b"results.csv": "%72esults.csv",
    b"junit.xml": "%6Aunit.xml",
    b"no\xffutf8": "no%FFutf8",
    b"a\rb": "a%0Db",
    b"a\tb": "a%09b",
    b"a\nb": "a%0Ab",
    b"\x1b[31mred": "%1B[31mred",
    b"=1+1": "'=1+1",
    b"100%": "100%",
    b"a%0Ab": "a%250Ab",
    "\u202egnp".encode(): "%E2%80%AEgnp",
}


@pytest.fixture(scope="module")
def neighbourhood(course, tmp_path_factory):
    if no_box():
        pytest.skip(no_box())
    folder, out = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("results")
    for number, (name, body) in enumerate([*RIGHT.items(), *((name, body) for name, (body, _) in WRONG.items())]):
        hand_in(folder, f"{name}", hostile(body))
        if number % 3 == 2:
            hand_in(folder, f"{name}_neighbour", SOLUTION)
    for name in NAMES:
        os.mkdir(os.fsencode(folder) + b"/" + name)
    hand_in(folder, "results.csv", SOLUTION)
    hand_in(folder, "quotes", f'{HEAD}#include "/etc/passwd"\n' + SOLUTION)
    seen = " || ".join(f'__has_include("{path}")' for path in ("/etc/passwd", LAB.solution, ROOT / "course.toml"))
    hand_in(folder, "looks", f"#if {seen}\n#error seen\n#endif\n" + SOLUTION)
    hand_in(folder, "blames", "#error No space left on device: cannot start g++\n" + SOLUTION)
    hand_in(folder, "assembles", 'asm(".incbin \\"/etc/passwd\\"");\n' + SOLUTION)
    hand_in(folder, "unreadable", SOLUTION).chmod(0)
    (hand_in(folder, "closed_folder", SOLUTION).parent).chmod(0)
    (folder / "loop").symlink_to("loop")
    (folder / "file_loop").mkdir()
    (folder / "file_loop" / LAB.file).symlink_to(LAB.file)
    hand_in(folder, "header_loop", SOLUTION)
    (folder / "header_loop" / "mine.h").symlink_to("mine.h")
    (folder / "folder" / LAB.file).mkdir(parents=True)
    before = traces()
    done = grade(course, folder, out, "--jobs", "2", "--time-limit", "6", "--memory-limit", "600")
    (folder / "closed_folder").chmod(0o700)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    return out, before


def traces() -> dict[str, object]:
    """What a submission could leave behind."""
    return {
        "files": sorted(str(path) for place in ("/tmp", "/var/tmp", "/dev/shm") for path in pathlib.Path(place).glob(f"*{MARK}*")),
        "memory": [line for line in pathlib.Path("/proc/sysvipc/shm").read_text().splitlines() if str(0x6E6F7465) in line],
        "processes": [path.parent.name for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if MARK in read(path)],
        "grader": hashlib.sha256(GRADER.read_bytes() + (GRADER.parent / "libsimt.so").read_bytes()).hexdigest(),
        "mode": [oct(path.stat().st_mode) for path in (GRADER, GRADER.parent / "libsimt.so")],
    }  # fmt: skip


def read(path: pathlib.Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def test_the_good_ones_keep_their_points(neighbourhood):
    found = scores(neighbourhood[0])
    good = [*RIGHT, *(name for name in found if name.endswith("_neighbour")), "header_loop", "%72esults.csv"]
    assert len(good) > len(RIGHT) + 3
    assert {name: found[name] for name in good} == dict.fromkeys(good, LAB.total)


@pytest.mark.parametrize("name", WRONG)
def test_the_hostile_ones_cost_themselves(neighbourhood, name):
    assert scores(neighbourhood[0])[name] == 0
    assert WRONG[name][1] in reasons(neighbourhood[0], name)


def test_nothing_is_left(neighbourhood):
    assert traces() == neighbourhood[1]


def test_nothing_of_the_machine_is_seen(neighbourhood):
    out = neighbourhood[0]
    assert stored(out, "spies")["output"] == "" and scores(out)["looks"] == LAB.total
    for name in ("quotes", "assembles", "blames"):
        assert "does not compile" in reasons(out, name)
        assert "root:" not in reasons(out, name) and "nologin" not in reasons(out, name)


@pytest.mark.parametrize(
    ("name", "reason"),
    {
        "loop": "cannot be read",
        "file_loop": "a link that leads back to itself",
        "folder": "is no ordinary file",
    }.items(),
)
def test_what_cannot_be_read_says_so(neighbourhood, name, reason):
    assert scores(neighbourhood[0])[name] == 0
    assert reason in reasons(neighbourhood[0], name)


@pytest.mark.parametrize("name", ["unreadable", "closed_folder"])
def test_what_may_not_be_read_says_so(neighbourhood, name):
    if os.geteuid() == 0:
        assert scores(neighbourhood[0])[name] == LAB.total  # root may
    else:
        assert "cannot be read: Permission denied" in reasons(neighbourhood[0], name)


def test_every_name_has_a_row_a_suite_and_a_folder(neighbourhood):
    out = neighbourhood[0]
    assert set(NAMES.values()) <= set(scores(out))
    suites = [suite.get("name") for suite in xml.parse(out / "junit.xml").getroot()]
    for shown in NAMES.values():
        name = shown.removeprefix("'")
        assert name in suites and (out / name / "result.json").is_file()


def test_every_result_says_that_it_was_made_in_a_box(neighbourhood):
    assert stored(neighbourhood[0], "deep")["sandbox"] is True
    assert "yes" in (neighbourhood[0] / "results.csv").read_text().splitlines()[1].split(",")
