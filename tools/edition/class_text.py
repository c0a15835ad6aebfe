# A class as a class.toml: for students points and deadlines; for whoever grades all that it says.
from __future__ import annotations

import json

from tools.model import load_course
from tools.taught import Class, Late


def class_text(taught: Class, for_grading: bool = False) -> str:
    """Labs that are not the class's are left out of the edition's own course.toml, so nothing is said of them here."""
    course = {lab.name: lab.points for lab in load_course().labs}
    lines = ["# What this class's labs are worth, and until when; ./course list shows it."]

    def table(name: str, entries: list[str]) -> None:
        lines.extend(["", f"[{name}]", *entries] if entries else [])

    table(
        "points",
        [
            f"{lab.name} = {{ {', '.join(f'{suite} = {count}' for suite, count in lab.points.items())} }}"
            for lab in taught.labs
            if lab.points != course[lab.name]
        ],
    )
    names = {lab.name for lab in taught.labs}
    table("due", [f"{name} = {when.isoformat()}" for name, when in taught.due.items() if name in names])
    if for_grading:
        table(
            "late", [f"{name} = {value}" for name, value in vars(taught.late).items() if value != getattr(Late, name)]
        )
        said = {name: value for name, value in taught.gradescope.items() if name != "tests"}
        table("gradescope", [f"{name} = {json.dumps(value)}" for name, value in said.items()])
        tests = taught.gradescope.get("tests", {})
        table("gradescope.tests", [f"{json.dumps(name)} = {json.dumps(value)}" for name, value in tests.items()])
    return "\n".join(lines) + "\n"
