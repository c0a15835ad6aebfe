# The page of ./course check --html: what fails, and of a budget that is missed the very access: its line, its lanes, the
# budget beside what was measured.
from __future__ import annotations

import re

from tools.build.meson import BUILD
from tools.files import shown_path
from tools.grade.grading import Test, Verdict
from tools.grade.verdicts import alike
from tools.model import Lab
from tools.report.memory import Memory
from tools.report.shell import document, text


def page(graded: list[tuple[Lab, Verdict | str]]) -> str:
    """Of each lab its verdict on the simulator, or what the compiler said."""
    body: list[str] = []
    requests: list[dict] = []
    for lab, verdict in graded:
        if isinstance(verdict, str):
            body += [*_head(lab, 0, False), "<p>It does not compile.</p>", f"<pre>{text(verdict)}</pre>"]
        else:
            body += _lab(verdict, requests)
    names = ", ".join(lab.name for lab, _ in graded)
    return document(f"{names}: checked", body, requests)


def _lab(verdict: Verdict, requests: list[dict]) -> list[str]:
    lab = verdict.lab
    body = [*_head(lab, verdict.score, verdict.good), '<ul class="points">']
    for suite, worth in lab.points.items():
        tests = [test for test in verdict.tests if test.suite == suite]
        passed = sum(test.result == "pass" for test in tests)
        kind, mark = ("good", "✓") if verdict.points(suite) == worth else ("bad", "✗")
        points = f"{verdict.points(suite)} of {worth} points"
        body.append(
            f'<li><b class="{kind}">{mark}</b> {text(suite)}: {passed} of {len(tests)} tests passed, {points}</li>'
        )
    body.append("</ul>")
    memories: list[Memory] = []
    marked: set[tuple[str, int]] = set()
    for test, others in alike(verdict.failures()):
        body += [f"<h2>{text(f'{test.suite}.{test.name}')}</h2>", *_messages(lab, test, marked)]
        if others:
            body.append(f'<p class="soft">The same with: {text(", ".join(other.name for other in others))}.</p>')
        if test.accused:
            body += _accused(lab, test.accused, requests, memories, marked)
    if memories:
        body += ["<h2>Launches that were judged</h2>", memories[0].table()]
    return body + (memories or [Memory([], lab.name)])[0].sources(marked)  # once: a lab's tests judge one file


def _head(lab: Lab, score: int, good: bool) -> list[str]:
    kind, mark = ("good", "✓") if good else ("bad", "✗")
    return [
        f'<h1><span class="{kind}">{mark}</span> {text(lab.name)}: {score} of {lab.total} points</h1>',
        f'<p class="soft">{text(lab.title)}. {text(shown_path(lab.path))}</p>',
    ]


def _messages(lab: Lab, test: Test, marked: set[tuple[str, int]]) -> list[str]:
    """The grader's sentences, and the lines of the student's file that they name."""
    words = [message.strip() for message in test.messages] or ["failed, and the grader gave no reason"]
    said = [f"<p>{text(word)}</p>" for word in words]
    if test.accused or not lab.path.exists():
        return said
    lines = lab.path.read_text(encoding="utf-8", errors="replace").splitlines()
    named = re.findall(rf"\b{re.escape(lab.path.name)} line (\d+)", "\n".join(words))
    for number in sorted({int(number) for number in named if 0 < int(number) <= len(lines)}):
        marked.add((str(lab.path), number))
        said.append(f"<pre>{number:4}  {text(lines[number - 1])}</pre>")
    return said


def _accused(
    lab: Lab, accused: dict, requests: list[dict], memories: list[Memory], marked: set[tuple[str, int]]
) -> list[str]:
    """The budget beside what was measured, and the access that broke it."""
    launches = [
        {**launch, "sites": [{**site, "file": _path(site["file"])} for site in launch["sites"]]}
        for launch in accused["launches"]
    ]
    key = _path(accused["file"]), accused["line"]
    marked.add(key)
    memory = next((one for one in memories if one.launches == launches), None)
    if memory is None:
        memory = Memory(launches, lab.name, requests)
        memories.append(memory)
    parts = [_held(accused["measured"], accused["budget"], accused["unit"])]
    for line in memory.lines:
        for access in line.accesses if (line.file, line.number) == key else ():
            if (access.space, access.op, access.width) == (accused["space"], accused["op"], accused["width"]):
                parts.append(memory.card(line, access))
    return parts


def _path(file: str) -> str:
    """The compiler is called in the build's folder."""
    return str((BUILD / file).resolve()) if file else ""


def _held(measured: float, budget: float, unit: str) -> str:
    most = max(measured, budget) or 1
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td>{value:,.6g}</td><td><span class="bar {name}" style="width:{100 * value / most:.1f}%"></span></td></tr>'
        for name, value in (("measured", measured), ("budget", budget))
    )
    return f'<table class="held"><caption class="soft">{text(unit)}</caption><tbody>{rows}</tbody></table>'
