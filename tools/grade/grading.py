# One lab, one module, one grader: runs the grader, which is the judge, and beside it the submission, and says what came of it.
from __future__ import annotations

import contextlib
import dataclasses
import pathlib
import signal
from dataclasses import dataclass

from tools.build.gpu import NO_GPU
from tools.errors import CourseError, advice_for
from tools.grade.box import Box
from tools.grade.halves import Played, in_halves
from tools.grade.judge import Judge, Said, judging
from tools.grade.process import Finished, Limits, Trouble, run_confined
from tools.model import Lab

WHY = ("missing", "unreadable", "not compiling", "refused", "timed out")


@dataclass(frozen=True)
class Test:
    suite: str
    name: str
    result: str  # pass, fail or skip
    messages: tuple[str, ...]
    accused: dict | None = (
        None  # the access that broke a budget, with the launches it is of (harness/judge/accused.hpp)
    )
    private: bool = False  # an instructor's own: what it tries is not for students

    def as_json(self) -> dict:
        told = {"suite": self.suite, "test": self.name, "result": self.result, "messages": list(self.messages)}
        return {**told, "private": True} if self.private else told


@dataclass(frozen=True)
class Verdict:
    """What a grader found. `skipped` gives the reason when nothing could be graded (no GPU)."""

    lab: Lab
    backend: str
    tests: tuple[Test, ...] = ()
    output: str = ""  # the submission's own prints
    dropped: int = 0  # bytes of them that were not kept
    seconds: float = 0.0
    skipped: str = ""
    doubt: str = ""  # why it may be the machine's doing
    seed: int = 1  # what the grader drew shapes and values from
    why: str = ""  # what kept it from being graded to the end, if something did: one of WHY
    private_output: str = ""  # what it printed in private tests, which may show what those try

    def points(self, suite: str) -> int:
        """A suite's points are won when every test in it passes."""
        results = [test.result for test in self.tests if test.suite == suite]
        return self.lab.points[suite] if results and all(result == "pass" for result in results) else 0

    @property
    def score(self) -> int:
        return sum(self.points(suite) for suite in self.lab.points)

    @property
    def good(self) -> bool:
        """Nothing failed. (A skip on cuda is no failure: counters are graded on sim.)"""
        return bool(self.skipped) or not any(test.result == "fail" for test in self.tests)

    @property
    def status(self) -> str:
        """In a word or two, for a table: right, wrong, or one of WHY."""
        return self.why or ("skipped" if self.skipped else "right" if self.good else "wrong")

    def failures(self) -> list[Test]:
        return [test for test in self.tests if test.result == "fail"]

    def as_json(self) -> dict:
        return {
            "lab": self.lab.name,
            "backend": self.backend,
            "status": self.status,
            "score": self.score,
            "total": self.lab.total,
            "suites": [
                {"suite": suite, "points": self.points(suite), "of": points}
                for suite, points in self.lab.points.items()
            ],
            "tests": [test.as_json() for test in self.tests],
            "output": self.output,
            **({"private_output": self.private_output} if self.private_output else {}),
            "skipped": self.skipped,
            "seed": self.seed,
        }


def failed(lab: Lab, backend: str, reason: str, why: str = "") -> Verdict:
    """A verdict where nothing could run at all: every suite fails for the one reason."""
    tests = tuple(Test(suite, "(all)", "fail", (reason,)) for suite in lab.points)
    return Verdict(lab, backend, tests, why=why)


def run_grader(
    lab: Lab,
    backend: str,
    grader: pathlib.Path,
    module: pathlib.Path,
    cwd: pathlib.Path,
    limits: Limits,
    environment: dict[str, str],
    box: Box | None = None,
    seed: int = 1,
    player: pathlib.Path | None = None,
    halves: bool = False,
    counters: bool = True,
) -> Verdict:
    """Runs the grader on the module, with the player that lies beside it or another; with halves as two processes, where
    the lab is long; without counters as on a GPU, of which a grader sees none. Raises CourseError when the grader itself is broken."""
    beside = grader.resolve().with_name(f"player.{backend}")
    if beside.exists() and grader.stat().st_mtime < beside.stat().st_mtime:  # one may not understand the other
        raise CourseError(
            f"the grader of {lab.name} is older than {beside.name}: build it again, ninja -C build {grader.name}"
        )
    player = player or beside
    command = [str(grader.absolute()), "--module", str(module.absolute()), *lab.grader_arguments(), "--seed", str(seed)]
    command += [] if counters else ["--counters", "none"]

    def play(judge: Judge, room: pathlib.Path) -> Played:
        finished = run_confined(
            [str(player), "--fd", "{fd}"],
            room,
            limits,
            environment,
            box=box,
            channel=judge.players_end,
            judge=judge.process,
        )
        return Played(judge.said(), finished)

    def start(*half: str) -> contextlib.AbstractContextManager[Judge]:
        return judging([*command, *half], limits.user, environment)

    played = in_halves(start, play, lab.second_half, cwd, limits) if halves and lab.second_half else None
    if not played:
        with start() as judge:
            played = play(judge, cwd)
    said, finished = played.said, played.finished
    if backend == "cuda" and said.status == NO_GPU:
        return Verdict(lab, backend, skipped=said.words.splitlines()[-1] if said.words else "no GPU")
    return dataclasses.replace(verdict(lab, backend, said, finished, limits), seed=seed)


def verdict(lab: Lab, backend: str, said: Said, finished: Finished, limits: Limits) -> Verdict:
    events = said.events
    plan = next((event["tests"] for event in events if event["event"] == "plan"), None)
    if plan is None or said.status not in (0, 1):
        why = "it never said what it would test" if plan is None else "it broke off"
        last = (said.words or finished.output).strip().splitlines()[-1:]
        raise Trouble(
            advice_for(said.words + finished.output)
            or f"the grader of {lab.name} ({lab.grader(backend)}) is broken: {why}"
            f" (exit status {said.status}{''.join(f': {line}' for line in last)})"
        )
    unknown = set(lab.points) ^ {suite for suite, _ in plan}
    if unknown:
        raise CourseError(
            f"the grader of {lab.name} and its points in course.toml disagree about {', '.join(sorted(unknown))}"
        )
    done = {(event["suite"], event["test"]): event for event in events if event["event"] == "test"}
    begun = {(event["suite"], event["test"]) for event in events if event["event"] == "start"}
    ended = any(event["event"] == "end" for event in events)
    ending = next((event["reason"] for event in events if event["event"] == "lost"), finished.ending(limits))
    cut = next((test for test in begun if test not in done), None)  # what ran when the process ended
    given = next((event for event in events if event["event"] == "attempt"), None)
    said_of_cut = f"{given['what']}: {given['reason']}{' ' if given['reason'] else ''}{ending}" if given else ending
    not_run = f"not run: in {'.'.join(cut)}, {ending}" if cut else f"not run: while it was being loaded, {ending}"
    if not cut and done:
        not_run = f"not run: between two tests, {ending}"
    tests = []
    for suite, name in map(tuple, plan):
        event = done.get((suite, name))
        if event:
            tests.append(Test(suite, name, event["result"], tuple(event.get("messages", ())), event.get("accused")))
        elif ended:
            tests.append(Test(suite, name, "fail", ("the grader did not report this test",)))
        else:
            tests.append(Test(suite, name, "fail", (said_of_cut if (suite, name) == cut else not_run,)))
    killed = (
        not ended and finished.status == -signal.SIGKILL and not finished.stopped
    )  # by itself, or by a system without memory
    return Verdict(
        lab, backend, tuple(tests), finished.output, finished.dropped, finished.seconds,
        doubt=ending if killed else "", why="timed out" if finished.timed_out and not ended else "",
    )  # fmt: skip
