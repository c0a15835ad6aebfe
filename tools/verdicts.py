# Verdicts in words, for a student at two in the morning: what passed, what failed, where, what next.
from __future__ import annotations

from tools.build import readable_path, shown_path
from tools.console import paint, say
from tools.grading import Test, Verdict
from tools.model import Lab

SHOWN_FAILURES = 3
SHOWN_OUTPUT = 12


def show_verdict(verdict: Verdict) -> None:
    lab = verdict.lab
    place = f"{lab.name} on {verdict.backend}"
    if verdict.skipped:
        say(f"{place}: skipped, {verdict.skipped}", "yellow")
        return
    failures = verdict.failures()
    mark = paint("✓", "green") if not failures else paint("✗", "red")
    points = f"{verdict.score} of {lab.total} points" if verdict.backend == "sim" else "checked"
    say(f"{mark} {paint(place, 'bold')}: {points}   {shown_path(lab.path)}")
    for suite, worth in lab.points.items():
        _show_suite(verdict, suite, worth)
    for test in _worth_showing(failures):
        say()
        say(paint(f"  {test.suite}.{test.name}", "red"))
        for message in test.messages or ("failed, and the grader gave no reason",):
            for line in message.strip().splitlines():
                say("    " + readable_path(line))
    hidden = len(failures) - len(_worth_showing(failures))
    if hidden:
        say()
        say(f"  and {hidden} more failed test{'s' if hidden > 1 else ''}; these first.", "dim")
    _show_output(verdict)
    if failures:
        say()
        say(f"  Next: edit {shown_path(lab.path)}, then ./course check {lab.name}. Stuck? ./course hint {lab.name}")
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


def _worth_showing(failures: list[Test]) -> list[Test]:
    """The first failures, but none that only repeats what an earlier one said."""
    shown: list[Test] = []
    for test in failures:
        if len(shown) < SHOWN_FAILURES and all(test.messages != other.messages for other in shown):
            shown.append(test)
    return shown


def _show_output(verdict: Verdict) -> None:
    lines = verdict.output.rstrip().splitlines()
    if not lines:
        return
    say()
    say("  Your program printed:", "dim")
    for line in lines[:SHOWN_OUTPUT]:
        say("  | " + line)
    if len(lines) > SHOWN_OUTPUT or verdict.dropped:
        say(f"  | … {len(lines) - SHOWN_OUTPUT if not verdict.dropped else 'very many'} more lines")


def show_compile_error(lab: Lab, words: str) -> None:
    say(f"{paint('✗', 'red')} {paint(lab.name, 'bold')} does not compile: 0 of {lab.total} points   {shown_path(lab.path)}")
    say()
    for line in words.splitlines():
        say("  " + line)
    say()
    say(f"  The first message counts; those after it often follow from it. Then: ./course check {lab.name}")
    say()


def show_summary(won: int, labs: list[Lab]) -> None:
    say(paint(f"{won} of {sum(lab.total for lab in labs)} points in {len(labs)} labs.", "bold"))
