# What a person sees on a narrow terminal: no name and no word is broken, no line is wider than the terminal.
# Run: ./course test test_console
from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

from tools import console
from tools.build.runner import Result, Run
from tools.console import table_lines, wrapped
from tools.grade.grading import Test, Verdict
from tools.grade.verdicts import show_verdict
from tools.model import ROOT, load_course
from tools.verbs.run import show

WIDTHS = [60, 80, 100]
COURSE = load_course()


@pytest.fixture(params=WIDTHS)
def width(request, monkeypatch) -> int:
    monkeypatch.setenv("COLUMNS", str(request.param))
    monkeypatch.setattr(console, "on_terminal", lambda stream=None: True)
    return request.param


def plain(text: str) -> str:
    return re.sub(r"\033\[[\d;]*[A-Za-z]", "", text)


def must_fit(said: str, width: int, words: set[str]) -> None:
    """The words that could stand on a line do, whole; no line is wider than the terminal but for a word that is."""
    lines = plain(said).splitlines()
    for line in lines:
        assert len(line) <= width or len(line.strip()) == max(map(len, line.split())), line
    there = {word.rstrip(":;") for word in " ".join(lines).split()}
    words = {word.rstrip(":;") for word in words}
    assert words <= there, f"broken: {words - there}"


def on_a_terminal(width: int, *words: str) -> str:
    """What the course command says on a terminal of that width."""
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
    environment |= {"COURSE_PYTHON": sys.executable, "TERM": "xterm", "PYTHONPATH": ""}
    process = subprocess.Popen([ROOT / "course", *words], stdin=other, stdout=other, stderr=other, env=environment)
    os.close(other)
    said = b""
    while True:
        try:
            data = os.read(main, 1 << 16)
        except OSError:  # the other side is closed
            break
        if not data:
            break
        said += data
    os.close(main)
    assert process.wait() == 0
    return said.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("width", WIDTHS)
def test_list_breaks_no_name_and_no_word_of_a_title(width):
    words = {lab.name for lab in COURSE.labs} | {word for lab in COURSE.labs for word in lab.title.split()}
    must_fit(on_a_terminal(width, "list"), width, words)


def test_run_breaks_no_version_and_no_heading(width, capsys):
    counts = {"requests": 1234567, "sectors": 4 * 1234567, "ideal_sectors": 1234567, "wavefronts": 1234567}
    every = {op: {**counts, "ideal_wavefronts": 1234567} for op in ("load", "store", "shared_load", "shared_store")}
    for chapter in (one for one in COURSE.chapters if one.versions):
        results = [Result(version.name, 16384, 16384, True, "", every, {}, 1) for version in chapter.versions]
        show(chapter, [Run("sim", {"machine": "simulator on a CPU with a long name"}, results)])
        titles = {word for version in chapter.versions for word in version.title.split()}
        must_fit(capsys.readouterr().out, width, titles | {"requests", "(ideal)", "1,234,567", "16384x16384"})


def test_check_breaks_no_word_of_a_verdict_and_leaves_what_a_program_printed(width, capsys):
    lab = COURSE.labs[0]
    reason = "rows = 4096, cols = 12: " + "out[17][3] is 0.25, not 0.75, and that is why this sentence goes on " * 3
    names = [f"{name}Matrix" for name in ("Square", "Tall", "Wide", "Empty", "Single", "Odd", "Prime", "Large")]
    tests = tuple(Test(next(iter(lab.points)), name, "fail", (reason,)) for name in names)
    printed = "y" * 150
    show_verdict(Verdict(lab, "sim", tests, printed), lab.path)
    said = capsys.readouterr().out
    assert f"  | {printed}" in plain(said), "a program's own line stays one line"
    must_fit(said.replace(printed, ""), width, {lab.name, *reason.split(), *(f"{name}," for name in names[1:-1])})


def test_a_table_that_fits_is_not_touched_and_without_a_terminal_it_is_as_wide_as_it_is():
    rows = [["a_long_name_of_a_lab", "words that may be broken", "1/10"]] * 2
    natural = table_lines(["lab", "title", "points"], rows, [2], None)
    assert natural[0] == "lab" + " " * 19 + "title" + " " * 21 + "points"
    assert table_lines(["lab", "title", "points"], rows, [2], 100) == natural
    narrow = table_lines(["lab", "title", "points"], rows, [2], 45)
    assert len(narrow) > len(natural) and max(map(len, narrow)) <= 45


def test_where_not_even_the_words_fit_a_row_is_some_lines():
    lines = table_lines(["", "lab", "title", "points"], [["✓", "a_long_name_of_a_lab", "its title", "1/10"]], [3], 24)
    assert lines == ["lab", "✓ a_long_name_of_a_lab", "    title: its title", "    points: 1/10"]


def test_wrapped_keeps_indent_colours_and_words():
    assert wrapped("  one two three", 9) == "  one two\n  three"
    assert wrapped("\033[1mone\033[0m two", 7) == "\033[1mone\033[0m two"
    assert wrapped("a_word_that_is_too_long x", 5) == "a_word_that_is_too_long\nx"
    assert wrapped("short", 60) == "short"
