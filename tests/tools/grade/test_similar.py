# Who has whose solution: copies in disguise are found, other people's own work is not.
# Run: ./course test test_similar
from __future__ import annotations

import argparse
import csv
import pathlib
import re

import pytest

pytest.importorskip("copydetect", reason="without COURSE_PYTHON, ./course test installs copydetect")

from tools.classes import similar
from tools.classes.similar import pairs, report
from tools.grade.submissions import find_submissions
from tools.model import ROOT, find_lab

LAB = find_lab("transpose_fast")
SKELETON = LAB.skeleton.read_text()
# Ways to the same end that have nothing in common but what the lab asks for.
OWN_WORK = ("sixteen_floats", "registers_only", "four_elements_a_thread")
KEYWORDS = set(
    re.findall(
        r"\w+",
        "auto bool break char class const constexpr continue do double else enum extern false float for if include inline int long"
        " namespace nullptr once pragma return short signed sizeof static struct template true typename unsigned using void while"
        " size_t cudaStream_t float4 dim3",
    )
)


def legal(name: str) -> str:
    return (ROOT / "tests" / LAB.slug / "legal" / LAB.name / f"{name}.cu").read_text()


def renamed(text: str) -> str:
    """Every name of the author's is another one, every comment, and all blanks."""
    text = re.sub(r"//.*", "", text)
    own = sorted(set(re.findall(r"(?<![.\w\"<])[a-z]\w*\b", text)) - KEYWORDS)
    new = {name: f"my_{number}_{name[::-1]}" for number, name in enumerate(own)}
    lines = [
        line if line.lstrip().startswith("#") else re.sub(r"(?<![.\w])[a-z]\w*\b", lambda m: new.get(m[0], m[0]), line)
        for line in text.split("\n")
    ]
    return "/* all my own work */\n" + "\n".join("\t " + line.replace(", ", " ,  ") for line in lines)


def functions(text: str) -> list[str]:
    """What stands between two blank lines."""
    return [part for part in re.split(r"\n\s*\n", text) if part.strip()]


def reordered(text: str) -> str:
    head, *rest = functions(text)
    return "\n\n".join([head, *reversed(rest)])


def recommented(text: str) -> str:
    return "\n".join(f"{re.sub(r'//.*', '', line)}  // {number}: mine" for number, line in enumerate(text.split("\n")))


def padded(text: str) -> str:
    return text + "\n" + "\n".join(f"static int unused_{i}(int a) {{ return a * {i} + {i} - a; }}" for i in range(30))


DISGUISES = {
    "renamed": renamed,
    "reordered": reordered,
    "recommented": recommented,
    "padded": padded,
    "all of it": lambda text: padded(recommented(reordered(renamed(text)))),
}


@pytest.mark.parametrize("name", DISGUISES)
def test_a_copy_in_disguise_is_listed(name):
    text = LAB.solution.read_text()
    sources = {"ann": text, "ben": DISGUISES[name](text), **{one: legal(one) for one in OWN_WORK}}
    assert sources["ben"] != text
    [found] = pairs(LAB, sources, SKELETON)
    assert (found.one, found.other) == ("ann", "ben") and found.of_one >= similar.ALIKE > found.usual


def test_work_of_ones_own_is_not_listed():
    """Nor beside the solution, which does the same."""
    sources = {"solution": LAB.solution.read_text(), **{one: legal(one) for one in OWN_WORK}}
    assert pairs(LAB, sources, SKELETON) == []


def test_what_the_skeleton_has_is_nobodys():
    given = LAB.solution.read_text()
    a, b = (f"{given}\n\n{legal(one)}" for one in OWN_WORK[:2])
    assert pairs(LAB, {"a": a, "b": b}, skeleton=given) == [] != pairs(LAB, {"a": a, "b": b}, skeleton="")
    begun = given + "\nstatic int mine(int a) { return a + 1; }\n"
    assert pairs(LAB, {"a": given, "b": given, "c": begun, "d": begun}, skeleton=given) == []


def test_what_many_have_is_nobodys():
    """Taught in the lecture, say: a whole function that all of the class took over."""
    lecture = LAB.solution.read_text()
    few = {f"few {n}": lecture for n in range(3)}
    assert len(pairs(LAB, few, SKELETON)) == 3
    many = {f"many {n}": lecture + f"\nstatic int own_{n}() {{ return {n}; }}" for n in range(similar.MANY + 1)}
    assert pairs(LAB, many, SKELETON) == []


def test_the_same_files_give_the_same_numbers():
    sources = {one: legal(one) for one in ("grid_stride", "two_launches", *OWN_WORK)}
    backwards = dict(reversed(sources.items()))
    once, again = ({frozenset((p.one, p.other)): p.most for p in pairs(LAB, s, SKELETON)} for s in (sources, backwards))
    assert once == again


def test_a_report_of_a_class(tmp_path: pathlib.Path, capsys):
    text = LAB.solution.read_text()
    for name, source in {"ann": text, "=ben": renamed(text), "carl": legal(OWN_WORK[0])}.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / LAB.file).write_text(source)
    (tmp_path / "class" / "nobody").mkdir()
    args = argparse.Namespace(out=tmp_path / "out")
    assert report(find_submissions([tmp_path / "class"], [LAB]), [LAB], args) == 0
    with (tmp_path / "out" / "similar.csv").open() as file:
        [row] = csv.DictReader(file)
    assert (row["lab"], row["one"], row["other"]) == (LAB.name, "'=ben", "ann") and float(row["of one, %"]) >= 80
    assert "1 pair alike: " in capsys.readouterr().out
