# What must hold of the course in a student's hands, too: every lab of the list can be checked, hinted at and begun anew.
# Run: ./course test test_edition
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tools.course import build_parser, load, verb_names
from tools.model import ROOT, load_course
from tools.taught import load_class

LABS = {lab.name: lab for lab in load_course().labs}


@pytest.mark.parametrize("lab", LABS.values(), ids=LABS)
def test_a_lab_has_what_it_is_checked_with(lab):
    assert (ROOT / "tests" / lab.slug / f"{lab.name}.cpp").exists() and lab.skeleton.exists() and lab.hints
    assert lab.name in (ROOT / "chapters" / lab.slug / "README.md").read_text(encoding="utf-8")


def test_class_and_course_fit_together(monkeypatch):
    monkeypatch.delenv("COURSE_CLASS", raising=False)
    assert {lab.name for lab in load_class().labs} <= LABS.keys()


@pytest.mark.parametrize("verb", verb_names())
def test_every_verb_is_there_with_all_that_it_imports(verb):
    assert load(verb).HELP and build_parser(verb)


def test_the_command_says_where_one_is():
    environment = {**os.environ, "COURSE_PYTHON": sys.executable}
    done = subprocess.run([ROOT / "course"], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0 and "./course check" in done.stdout, done.stderr
