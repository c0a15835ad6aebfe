# What the course remembers between calls, in .course/: hints shown, the last check of each lab.
from __future__ import annotations

import datetime
import pathlib
from dataclasses import dataclass

from tools.files import locked, read_json, write_json
from tools.model import MADE, Lab, digest

FOLDER = MADE / ".course"


def _file() -> pathlib.Path:
    return FOLDER / "state.json"


def _read() -> dict:
    state = read_json(_file(), {})
    return state if isinstance(state, dict) else {}


def _update(section: str, name: str, value: object) -> None:
    """Under a lock: a watching check may write at the same moment as a hint."""
    FOLDER.mkdir(exist_ok=True)
    with locked(FOLDER / "state.lock"):
        state = _read()
        state.setdefault(section, {})[name] = value
        write_json(_file(), state)


def hints_shown(lab: Lab) -> int:
    return int(_read().get("hints", {}).get(lab.name, 0))


def remember_hints(lab: Lab, count: int) -> None:
    _update("hints", lab.name, count)


def remember_check(lab: Lab, checked: str, score: int, good: bool) -> None:
    """`checked` is the digest of the file as it was checked."""
    when = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    _update("checks", lab.name, {"digest": checked, "score": score, "good": good, "when": when})


@dataclass(frozen=True)
class LabState:
    state: str  # untouched, in progress, solved
    score: int | None  # of the last check, if the file is still what was checked
    when: str  # of that check, or ""


def lab_state(lab: Lab) -> LabState:
    check = _read().get("checks", {}).get(lab.name)
    now = digest(lab.path)
    fresh = check if check and check["digest"] == now else None
    if fresh and fresh["good"]:
        state = "solved"
    elif now == digest(lab.skeleton):
        state = "untouched"
    else:
        state = "in progress"
    return LabState(state, fresh["score"] if fresh else None, fresh["when"] if fresh else "")
