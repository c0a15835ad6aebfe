# A lab whose tests take long: both halves of them at a time, as two graders, on two processors.
"""For a submission that keeps nothing from test to test what comes of it is what one process would have said: `course.toml`
names the test at which the tests are halved, and each half runs them in their order. One that does keep something may get
another verdict, so `./course grade` does not halve. The second begins with the first test of all, too, since the first call of a
submission may be the one that makes what it needs; that is judged in the first half. Where a half ends before its time, or
both take so long that one process might have been stopped, there is no more to say than what one process says."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager

from tools.grade.judge import Judge, Said
from tools.grade.process import KEPT_OUTPUT, Finished, Limits, Trouble


@dataclasses.dataclass(frozen=True)
class Played:
    """What the judge said, and how the submission's process ended."""

    said: Said
    finished: Finished

    @property
    def plan(self) -> list[tuple[str, str]]:
        plans = [event["tests"] for event in self.said.events if event["event"] == "plan"]
        return [(suite, name) for suite, name in plans[0]] if plans else []

    @property
    def ended(self) -> bool:
        return any(event["event"] == "end" for event in self.said.events)


def in_halves(
    start: Callable[..., AbstractContextManager[Judge]],
    play: Callable[[Judge, pathlib.Path], Played],
    middle: str,
    cwd: pathlib.Path,
    limits: Limits,
) -> Played | None:
    """As if one process had run all tests; nothing where only one process can tell."""
    rooms = [cwd / name for name in ("first", "second")]  # a submission may write files
    for room in rooms:
        room.mkdir()
    with (
        start("--before", middle) as one,
        start("--from", middle) as other,
        ThreadPoolExecutor(1) as pool,
    ):
        later = pool.submit(play, other, rooms[1])
        try:
            first = play(one, rooms[0])
        except BaseException:
            other.stop()
            raise
        if not first.ended:  # nothing behind its last test would have run
            other.stop()
            return first
        try:
            second = later.result()
        except Trouble:
            return None
    if first.finished.seconds + second.finished.seconds > limits.seconds / 2:
        return None
    return joined(first, second, middle)


def joined(first: Played, second: Played, middle: str) -> Played | None:
    """Of two halves that ran their tests, or of whose second one did not come to its end."""
    plan = first.plan
    names = [f"{suite}.{name}" for suite, name in plan]
    if middle not in names or second.plan != plan:
        return None
    behind = set(plan[names.index(middle) :])
    kept = [event for event in first.said.events if event["event"] != "end"]
    of_second = [event for event in second.said.events if (event.get("suite"), event.get("test")) in behind]
    if not of_second:
        return None
    kept += of_second + [event for event in second.said.events if event["event"] in ("lost", "attempt", "end")]
    status = max(first.said.status, second.said.status, key=lambda status: (status not in (0, 1), status))
    output = first.finished.output + second.finished.output
    finished = dataclasses.replace(
        second.finished,
        seconds=max(first.finished.seconds, second.finished.seconds),
        peak_mib=max(first.finished.peak_mib, second.finished.peak_mib),
        output=output[:KEPT_OUTPUT],
        dropped=first.finished.dropped + second.finished.dropped + len(output[KEPT_OUTPUT:]),
    )
    return Played(Said(status, kept, first.said.words or second.said.words), finished)
