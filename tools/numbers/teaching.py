# What INSTRUCTORS.md shows of the labs: what each is for, how long it takes, what goes wrong; and the exam's numbers.
from __future__ import annotations

import html
import re
from collections.abc import Iterable

from tools.measure import grading_speed
from tools.measure.measurements import read_measurement
from tools.model import ROOT, Chapter, Lab, find_chapters, find_lab, load_course
from tools.pages.tables import markdown_table
from tools.transcript import program_run

EXAM = "tests/tools/programs/exam.cu"
FAILS = re.compile(r"^// fails: (\w+)\.(\w+): ", re.M)
# Kinds of mistakes, by the test that tells: the first that its name matches.
KINDS = {
    "keeps what it should not": r"SameAddresses|CallAfterCall|AnotherTextEachTime",
    "leaves something behind": r"Left|Leaks|Release|Destroyed",
    "does not wait, or races": r"AnyOrder|Race|^Threads|SameBits",
    "does the work elsewhere": r"OnTheDevice|OnTheHost|AnyGrid",
    "right, but not as asked": r"^(Memory|Prediction|Speed|Layout|Wide|Pairs|Robustness|Clock)",
    "passes errors over": r"^Errors",
    "wrong results": r"",
}


def lab_plan(chapter: str) -> str:
    """A row a lab: points, minutes, level, and what who has solved it does."""
    (found,) = find_chapters([chapter])
    rows = [
        f"| `{lab.name}` | {lab.total} | {lab.minutes} | {lab.level} | {'; '.join(lab.outcomes)}{_gpu(lab)} |"
        for lab in found.labs
    ]
    return "\n".join(["| lab | points | minutes | level | who has solved it |", "|---|---|---|---|---|", *rows])


def _gpu(lab: Lab) -> str:
    return ". On a GPU its speed is graded, too" if "copy_share" in lab.budgets and not lab.host_only else ""


def needs(chapter: str) -> str:
    """What a chapter builds on."""
    (found,) = find_chapters([chapter])
    before = [str(int(slug[:2])) for slug in found.prerequisites]
    *most, last = before or [""]
    chapters = f"chapters {', '.join(most)} and {last}" if most else f"chapter {last}" if last else "no other chapter"
    return f"Builds on {chapters}. Assumes: {found.assumes}"


def hours(names: str) -> str:
    """Of these labs, or of the chapters among the names: the minutes of all, in hours to a quarter."""
    quarters = round(sum(lab.minutes for lab in _labs(names.split())) / 15)
    return f"{quarters / 4:g} h"


def _labs(names: Iterable[str]) -> list[Lab]:
    chapters = {chapter.slug[:2]: chapter for chapter in load_course().chapters}
    return [lab for name in names for lab in (chapters[name].labs if name in chapters else [find_lab(name)])]


def mistakes(chapter: str) -> str:
    """What the wrong submissions of a chapter's labs do, each in its own first line, by kind; folded."""
    (found,) = find_chapters([chapter])
    return "\n\n".join(_mistakes(found, lab) for lab in found.labs)


def _mistakes(chapter: Chapter, lab: Lab) -> str:
    kinds: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for path in sorted((ROOT / "tests" / chapter.slug / "wrong" / lab.name).glob("*.c*")):
        if path.stem == "skeleton":
            continue
        text = path.read_text(encoding="utf-8")
        said = html.escape(text.splitlines()[0].removeprefix("// "), quote=False)
        kinds[kind_of(text)].append(re.sub(r"([*_`\\[\]])", r"\\\1", said))
    count = sum(map(len, kinds.values()))
    lines = [f"<details><summary><code>{lab.name}</code>: {count} mistakes</summary>", ""]
    for kind, all_said in kinds.items():
        lines += [f"*{kind[0].upper() + kind[1:]}.* {' · '.join(all_said)}", ""] if all_said else []
    return "\n".join([*lines, "</details>"])


def kind_of(wrong: str) -> str:
    """The kind of the mistake of a wrong submission, by the first test that it says it must fail."""
    fails = FAILS.search(wrong)
    test = ".".join(fails.groups()) if fails else ""
    return next(kind for kind, pattern in KINDS.items() if re.search(pattern, test))


def exam_kernel(name: str) -> str:
    """The source of one of the exam's kernels, with what stands right above it."""
    text = (ROOT / EXAM).read_text(encoding="utf-8")
    parts = [part for part in re.split(r"\n\n", text) if re.search(rf"\b{name}\(", part) and "__global__" in part]
    return f"```cuda\n{parts[0].strip()}\n```"


def exam(kernel: str, what: str, op: str = "load", space: str = "global", launch: int = 0) -> int:
    """What the simulator counts of a kernel's loads or stores, all lines together: requests, sectors or wavefronts; or
    'l1_hits', in sectors, as its model of an H200's caches has it."""
    launches = [one for one in program_run(EXAM, caches="h200")[1].launches if one["kernel"] == kernel]
    sites = [site for site in launches[launch]["sites"] if (site["op"], site["space"]) == (op, space)]
    return sum(site["caches"][what] if what in site.get("caches", {}) else site[what] for site in sites)


def exam_races(kernel: str) -> list[int]:
    """How many races `./course sanitize` finds in each launch of one of the exam's kernels."""
    launches = program_run(EXAM, "race")[1].launches
    return [len(launch["findings"]) for launch in launches if launch["kernel"] == kernel]


def grading_speeds() -> str:
    """What `./course bench grading` has measured, a table a machine; or that it has not."""
    parts = []
    for path in sorted(grading_speed.DATA.glob("*.csv")):
        found = read_measurement(path)
        about, first = found.provenance, found.rows[0]
        rows = [
            [row[column] for column in ("shards", "jobs", "wall_s", "a_minute", "a_cpu_minute")] for row in found.rows
        ]
        head = ["shards at a time", "jobs of each", "seconds", "submissions a minute", "a minute of one processor"]
        machine = f"{about['host cpu']}, processors: {about['processors']}"
        where = f"{first['submissions']} submissions of {first['lab']}, {machine}, {about['date']}:"
        parts.append(f"{where}\n\n{markdown_table(head, rows)}")
    return "\n\n".join(parts) or "It has not been measured for this page."
