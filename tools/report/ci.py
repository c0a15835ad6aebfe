# What ./course check says in the words of a code host: GitHub's annotations and summary, JUnit, GitLab's code quality.
from __future__ import annotations

import collections
import hashlib
import json
import os
import pathlib
import re
import xml.etree.ElementTree as xml
from dataclasses import dataclass

from tools.build.meson import BUILD
from tools.files import write_atomic
from tools.grade.grading import Verdict
from tools.grade.verdicts import alike
from tools.model import ROOT, Lab

Graded = list[tuple[Lab, Verdict | str]]  # of each lab its verdict on the simulator, or what the compiler said
NO_REASON = "failed, and the grader gave no reason"
COMPILER_SAYS = re.compile(r"^(?P<file>[^\s:]+):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<words>.*)", re.M)


@dataclass(frozen=True)
class Complaint:
    """One thing that is wrong, at a line of the student's."""

    lab: Lab
    check: str  # "Correctness.Square"
    words: str
    line: int

    @property
    def path(self) -> str:
        return self.lab.path.relative_to(ROOT).as_posix()


def complaints(graded: Graded) -> list[Complaint]:
    """Failures that say the same count once."""
    found = []
    for lab, verdict in graded:
        if isinstance(verdict, str):
            found += _of_compiler(lab, verdict)
            continue
        for test, others in alike(verdict.failures()):
            words = "\n".join(test.messages) or NO_REASON
            same = f"\nThe same with: {', '.join(other.name for other in others)}." if others else ""
            found.append(Complaint(lab, f"{test.suite}.{test.name}", words + same, _line(lab, words, test.accused)))
    return found


def _of_compiler(lab: Lab, words: str) -> list[Complaint]:
    said = [one for one in COMPILER_SAYS.finditer(words) if pathlib.PurePath(one["file"]).name == lab.file]
    found = [Complaint(lab, "does not compile", one["words"], int(one["line"])) for one in said]
    return found or [Complaint(lab, "does not compile", words.strip(), 1)]


def _line(lab: Lab, words: str, accused: dict | None) -> int:
    """The line that the failure is about: of the access that broke a budget, the first that a sentence names, or where the
    lab's function begins."""
    if accused and accused["line"] and (BUILD / accused["file"]).resolve() == lab.path.resolve():
        return accused["line"]
    named = re.search(rf"\b{re.escape(lab.file)}(?: line |:)(\d+)", words)
    if named:
        return int(named[1])
    lines = lab.path.read_text(encoding="utf-8", errors="replace").splitlines() if lab.path.exists() else []
    begins = re.compile(rf"[^/*]*\b{re.escape(lab.stem)}\s*\(")
    return next((number for number, line in enumerate(lines, 1) if begins.match(line)), 1)


# --- GitHub ---------------------------------------------------------------------------------------------------------


def github_lines(graded: Graded, labs: list[Lab]) -> list[str]:
    """Lines for a runner: an error at its line each, and the points as GitHub Classroom reads them."""
    lines = [
        f"::error file={_property(one.path)},line={one.line},title={_property(f'{one.lab.name}: {one.check}')}::{_data(one.words)}"
        for one in complaints(graded)
    ]
    won, total = _won(graded), sum(lab.total for lab in labs)
    points = json.dumps({"totalPoints": won, "maxPoints": total}, separators=(",", ":"))
    lines.append(f"::notice title=Autograding complete::Points {won}/{total}")
    return [*lines, f"::notice title=Autograding report::{points}"]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _won(graded: Graded) -> int:
    return sum(verdict.score for _, verdict in graded if isinstance(verdict, Verdict))


def summary(graded: Graded, labs: list[Lab]) -> str:
    """Markdown: every lab of the class, and what failed, folded."""
    done = {lab.name: verdict for lab, verdict in graded}
    parts = [f"## {_won(graded)} of {sum(lab.total for lab in labs)} points", "", "| lab | points | |", "|---|---|---|"]
    for lab in labs:
        verdict = done.get(lab.name)
        score = verdict.score if isinstance(verdict, Verdict) else 0
        status = (
            "as it came" if verdict is None else verdict.status if isinstance(verdict, Verdict) else "not compiling"
        )
        parts.append(f"| `{lab.name}` | {score} of {lab.total} | {status} |")
    for lab, verdict in graded:
        failed = complaints([(lab, verdict)])
        if not failed:
            continue
        parts += ["", f"<details><summary><code>{lab.name}</code>: {len(failed)} to mend</summary>", ""]
        for one in failed:
            parts += [f"**{one.check}**, {one.path} line {one.line}", "", _fenced(one.words), ""]
        parts.append("</details>")
    return "\n".join(parts) + "\n"


def _fenced(words: str) -> str:
    """Text that may quote what a student wrote, and is no Markdown."""
    longest = max((len(run) for run in re.findall(r"`{3,}", words)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}text\n{words}\n{fence}"


def add_summary(text: str) -> None:
    """To where a runner wants it; nowhere else."""
    if place := os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(place, "a", encoding="utf-8") as file:
            file.write(text)


# --- GitLab, and whoever reads JUnit -----------------------------------------------------------------------------------


def write_junit(path: str, graded: Graded) -> None:
    """A suite a lab, a case a test."""
    root = xml.Element("testsuites")
    for lab, verdict in graded:
        suite = xml.SubElement(root, "testsuite", name=lab.name)
        tests = (
            [] if isinstance(verdict, str) else [(f"{t.suite}.{t.name}", t.result, t.messages) for t in verdict.tests]
        )
        for name, result, messages in tests or [("compiles", "fail", (str(verdict),))]:
            about = {"classname": lab.name, "name": name, "file": lab.path.relative_to(ROOT).as_posix()}
            case = xml.SubElement(suite, "testcase", about)
            words = _clean("\n".join(messages) or NO_REASON)
            if result == "fail":
                xml.SubElement(case, "failure", message=words.splitlines()[0][:300]).text = words
            elif result == "skip":
                xml.SubElement(case, "skipped", message=words.splitlines()[0][:300])
        for key, kind in (("tests", "testcase"), ("failures", ".//failure"), ("skipped", ".//skipped")):
            suite.set(key, str(len(suite.findall(kind))))
    xml.indent(root)
    write_atomic(pathlib.Path(path), xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n")


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold at all."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


def write_code_quality(path: str, graded: Graded) -> None:
    """GitLab's report: what is wrong at which line. A fingerprint is the same from push to push, wherever the line has gone."""
    found, seen = [], collections.Counter[str]()
    for one in complaints(graded):
        same = f"{one.path}|{one.check}|{re.sub(r'[0-9]+', '#', one.words)}"
        seen[same] += 1
        about = {
            "description": one.words,
            "check_name": f"{one.lab.name}: {one.check}",
            "fingerprint": hashlib.sha256(f"{same}|{seen[same]}".encode()).hexdigest(),
            "severity": "blocker" if one.check == "does not compile" else "major",
            "location": {"path": one.path, "lines": {"begin": one.line}},
        }
        found.append(about)
    write_atomic(pathlib.Path(path), json.dumps(found, indent=1, ensure_ascii=False) + "\n")
