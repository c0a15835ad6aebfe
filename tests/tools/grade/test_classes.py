# Every kind of attack that a class has tried on a judge, handed in among good submissions: none wins what it did not earn.
# Run: ./course test test_classes
"""The attacks lie in attacks/classes, a folder for each kind. The second line of each says which lab it is for, how many points
it may have at most (those of tests that its work passes honestly), and what its author must be told."""

from __future__ import annotations

import itertools
import pathlib
import re

import pytest

from tests.tools.grade.students import LAB, grade, hand_in, no_other_user, reasons, scores, start_as_a_user
from tools.model import Lab, find_lab

ATTACKS = pathlib.Path(__file__).parent / "attacks" / "classes"
SAYS = re.compile(r"// (?P<lab>\w+), (?P<points>\d+) points?: (?P<told>.+)\n")


class Attack:
    def __init__(self, path: pathlib.Path) -> None:
        self.name = f"{path.parent.name}-{path.stem}"
        self.text = path.read_text()
        says = SAYS.fullmatch(self.text.splitlines(keepends=True)[1])
        assert says, f"{path}: its second line must be // LAB, N points: what it is told"
        self.lab: Lab = find_lab(says["lab"])
        self.points = int(says["points"])
        self.told = says["told"].split(" | ")


KINDS = sorted(path for path in ATTACKS.iterdir() if path.is_dir())
KEPT = {attack.name: attack for attack in (Attack(path) for path in sorted(ATTACKS.glob("*/*.c*")))}
LABS = {attack.lab.name: attack.lab for attack in KEPT.values()}
# No program at all. Name → bytes.
ODD = {
    "utf16": "int x;".encode("utf-16"),
    "binary": b"\x7fELF\0\1\2\3" * 1000,
    "empty": b"",
    "one_long_line": b'const char* line = "' + b"x" * 800_000 + b'";\n',
    "no_end": b"/* ",
    "line_ends": b"#error a\rb\r\n#error \x1b[31m\n",
}


# Of each kind the one whose lab is graded quickest.
QUICK = ("elapsed_ticks", "event_timer")
FIRST = [
    min((attack.lab.name not in QUICK, name) for name, attack in KEPT.items() if name.startswith(kind.name))[1]
    for kind in KINDS
]
# Those that are stopped when their time is up: a class of their own, with little of it, since all of it is waited for. The
# labs that they are for take less than a second of processor time.
SLOW = [name for name, attack in KEPT.items() if any("still running" in words for words in attack.told)]
# The other good ones take up to 3 s of processor time on a quiet machine, twice that where others keep its caches busy, and four
# times in a virtual machine to which a page of memory is dear.
LIMITS = ["--jobs", "2", "--time-limit", "20", "--memory-limit", "700"]
SOON = ["--jobs", "2", "--time-limit", "6", "--memory-limit", "700"]


def hand_in_all(folder: pathlib.Path, names: list[str], every: int = 5) -> list[str]:
    """A class of these, at every few of them a good submission; and what makes grade look for their labs. Those that take
    long to grade are there once."""
    attacks = [KEPT[name] for name in names]
    labs = {attack.lab.name: attack.lab for attack in attacks}
    good = itertools.chain(labs.values(), itertools.repeat(LAB))
    for number, attack in enumerate(attacks):
        hand_in(folder, attack.name, attack.text, attack.lab.file)
        if number % every == 0:
            lab = next(good)
            hand_in(folder, f"{attack.name}-before-{lab.name}", lab.solution.read_text(), lab.file)
    return [word for name in labs if name != LAB.name for word in ("--lab", name)]


def hand_in_odd(folder: pathlib.Path) -> None:
    for name, content in ODD.items():
        hand_in(folder, f"22-{name}", "").write_bytes(content)


def grade_class(course, folder: pathlib.Path, out: pathlib.Path, *more: str) -> pathlib.Path:
    done = grade(course, folder, out, *more, any_calls=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def graded(course, tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    hand_in_odd(folder)
    more = hand_in_all(folder, [name for name in KEPT if name not in SLOW])
    return grade_class(course, folder, tmp_path_factory.mktemp("results"), *more, *LIMITS)


@pytest.fixture(scope="module")
def graded_soon(course, tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow")
    return grade_class(course, folder, tmp_path_factory.mktemp("soon"), *hand_in_all(folder, SLOW, 1), *SOON)


@pytest.fixture(scope="module")
def graded_by_a_user(graded, tmp_path_factory):
    """One attack of each kind, graded by an ordinary user; the first call has built all graders."""
    if no_other_user():
        pytest.skip(no_other_user())
    folder, made = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("made")
    hand_in_odd(folder)
    run = start_as_a_user(folder, made, *hand_in_all(folder, FIRST, 3), *LIMITS, any_calls=False)
    out, err = run.communicate()
    assert run.returncode == 0, out + err
    return made / "results"


def test_each_kind_is_tried_in_three_ways():
    assert len(KINDS) == 28  # and odd files, above
    assert {kind.name: len(list(kind.iterdir())) for kind in KINDS if len(list(kind.iterdir())) < 3} == {}


def test_the_good_ones_keep_their_points(graded):
    keep_their_points(graded, set(LABS))


def test_so_do_they_among_those_that_take_all_their_time(graded_soon):
    assert len(SLOW) >= 5
    keep_their_points(graded_soon, {KEPT[name].lab.name for name in SLOW})


def keep_their_points(out: pathlib.Path, labs: set[str]) -> None:
    good = {name: score for name, score in scores(out).items() if "-before-" in name}
    wanted = {name: LABS[name.split("-before-")[1]].total for name in good}
    assert {name.split("-before-")[1] for name in good} == labs
    assert good == wanted


def check(out: pathlib.Path, name: str) -> None:
    said = reasons(out, name, KEPT[name].lab)
    told = any(words in said for words in KEPT[name].told)
    assert (scores(out)[name] <= KEPT[name].points, told) == (True, True), said


@pytest.mark.parametrize("name", KEPT)
def test_no_attack_wins_a_point_that_it_did_not_earn(request, name):
    check(request.getfixturevalue("graded_soon" if name in SLOW else "graded"), name)


@pytest.mark.parametrize("name", FIRST)
def test_nor_does_it_where_an_ordinary_user_grades(graded_by_a_user, name):
    check(graded_by_a_user, name)


def test_there_too_the_good_ones_keep_their_points(graded_by_a_user):
    keep_their_points(graded_by_a_user, {KEPT[name].lab.name for name in FIRST})


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_program_is_a_reason(graded, name):
    assert scores(graded)[f"22-{name}"] == 0
    assert re.search(
        "does not compile|there is no function|compiler took too long|is in UTF-16", reasons(graded, f"22-{name}")
    )
