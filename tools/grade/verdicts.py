# Verdicts in words, for a student at two in the morning: what passed, what failed, where, what next.
from __future__ import annotations

import pathlib
import re

from tools.build.meson import readable_path
from tools.console import paint, say
from tools.files import shown_path
from tools.grade.grading import Test, Verdict
from tools.model import Lab

SHOWN_FAILURES = 3
SHOWN_NAMES = 8
SHOWN_OUTPUT = 12


def show_verdict(verdict: Verdict, file: pathlib.Path, untouched: bool = False) -> None:
    """`file` is what was graded: the student's, or the solution; untouched: it still is the skeleton."""
    lab = verdict.lab
    place = f"{lab.name} on {verdict.backend}"
    if verdict.skipped:
        say(f"{place}: skipped, {verdict.skipped.removeprefix('skipped: ')}", "yellow")
        return
    failures = verdict.failures()
    mark = paint("✓", "green") if not failures else paint("✗", "red")
    points = f"{verdict.score} of {lab.total} points" if verdict.backend == "sim" else "checked"
    say(f"{mark} {paint(place, 'bold')}: {points}   {shown_path(file)}")
    for suite, worth in lab.points.items():
        _show_suite(verdict, suite, worth)
    if failures and untouched:
        say(f"  {shown_path(file)} is as it came. Its TODO says what to write; what follows is what that lacks.", "dim")
    groups = alike(failures)
    for first, others in groups[:SHOWN_FAILURES]:
        say()
        say(paint(f"  {first.suite}.{first.name}", "red"))
        for message in first.messages or ("failed, and the grader gave no reason",):
            for line in message.strip().splitlines():
                say("    " + readable_path(line))
        if others:
            names = [other.name for other in others]
            more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
            say(f"    The same with: {', '.join(names[:SHOWN_NAMES])}{more}.", "dim")
    hidden = sum(1 + len(others) for _, others in groups[SHOWN_FAILURES:])
    if hidden:
        say()
        say(f"  {hidden} more failed test{'s' if hidden > 1 else ''}, in other ways. These first.", "dim")
    _show_output(verdict)
    if failures:
        say()
        say(f"  Next: edit {shown_path(file)}, then ./course check {lab.name}. Stuck? ./course hint {lab.name}")
    say()


def _show_suite(verdict: Verdict, suite: str, worth: int) -> None:
    tests = [test for test in verdict.tests if test.suite == suite]
    passed = sum(test.result == "pass" for test in tests)
    failed = sum(test.result == "fail" for test in tests)
    if failed:
        say(f"  {paint('✗', 'red')} {suite}: {passed} of {len(tests)} tests passed, 0 of {worth} points")
    elif passed < len(tests):
        reason = next((test.messages[0] for test in tests if test.result == "skip" and test.messages), "skipped here")
        say(f"  {paint('–', 'yellow')} {suite}: {reason}")
    else:
        say(f"  {paint('✓', 'green')} {suite}: {passed} of {len(tests)} tests passed, {worth} of {worth} points")


def alike(failures: list[Test]) -> list[tuple[Test, list[Test]]]:
    """Failures that say the same but for the numbers, together: the first of them, and the others."""
    groups: dict[str, list[Test]] = {}
    for test in failures:
        groups.setdefault(re.sub(r"\d+", "#", "\n".join(test.messages)), []).append(test)
    return [(group[0], group[1:]) for group in groups.values()]


def _show_output(verdict: Verdict) -> None:
    lines = verdict.output.rstrip().splitlines()
    if not lines:
        return
    say()
    say("  Your program printed:", "dim")
    for line in lines[:SHOWN_OUTPUT]:
        say("  | " + line, verbatim=True)
    if len(lines) > SHOWN_OUTPUT or verdict.dropped:
        say(f"  | … {len(lines) - SHOWN_OUTPUT if not verdict.dropped else 'very many'} more lines")


def show_compile_error(lab: Lab, words: str) -> None:
    say(
        f"{paint('✗', 'red')} {paint(lab.name, 'bold')} does not compile: 0 of {lab.total} points   {shown_path(lab.path)}"
    )
    say()
    for line in words.splitlines():
        say("  " + line, verbatim=bool(re.match(r" *\d* *\|", line)))  # source and what is drawn below it
    say()
    say(f"  The first message counts; those after it often follow from it. Then: ./course check {lab.name}")
    say()


def show_summary(won: int, labs: list[Lab]) -> None:
    say(paint(f"{won} of {sum(lab.total for lab in labs)} points in {len(labs)} labs.", "bold"))
