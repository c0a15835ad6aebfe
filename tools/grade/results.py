# Results of a class as files: JSON a lab, JSON and Gradescope's JSON a submission, CSV and JUnit over all.
from __future__ import annotations

import contextlib
import csv
import datetime
import functools
import hmac
import io
import json
import os
import pathlib
import re
import secrets
import xml.etree.ElementTree as xml
from collections.abc import Iterator

from tools.errors import CourseError
from tools.files import UNFINISHED, claimed, locked, read_json, write_atomic, write_json
from tools.grade.feedback import packed, page, platform_csv, unformula
from tools.grade.grading import Verdict
from tools.grade.intake import Intake
from tools.grade.private import for_student, is_judged_by
from tools.grade.roster import Roster
from tools.model import Lab
from tools.state import FOLDER
from tools.taught import Class

SHOWN_OUTPUT = 4000  # characters of a submission's own prints that a student gets to see
OWN_NAMES = (
    "results.csv",
    "junit.xml",
    "taken.csv",
    "grades.csv",
    "feedback.zip",
    "shards",
)  # beside the submissions' folders
ROOM = 1 << 20  # bytes that must fit into the folder before anything is graded
ANY_CALLS = "Graded with --any-calls: this submission may have edited the simulator's counters."
NO_SANDBOX = "Graded with --no-sandbox: nothing but limits stood between this submission and the machine."


@contextlib.contextmanager
def claim(out: pathlib.Path) -> Iterator[None]:
    """Nobody else writes there as long as this lasts. Raises CourseError where someone does, or where nothing fits."""
    with contextlib.ExitStack() as held:
        with writing(out):
            out.mkdir(parents=True, exist_ok=True)
            if not held.enter_context(claimed(out)):
                raise CourseError(f"another ./course grade is writing to {out}. Wait for it, or name another folder.")
        try:
            with writing(out):
                _clear(out)
                _must_fit(out / f".{os.getpid()}.trial")
            yield
        finally:
            with contextlib.suppress(OSError):
                out.rmdir()  # where nothing was graded, nothing is left


def _clear(out: pathlib.Path) -> None:
    """Of files that a killed run had not yet put in their places."""
    for pattern in (UNFINISHED, f"*/{UNFINISHED}", f"*/labs/{UNFINISHED}"):
        for path in out.glob(pattern):
            if path.is_file() and path.parent.name != "shards":  # which other runs write to
                path.unlink(missing_ok=True)


def _must_fit(trial: pathlib.Path) -> None:
    try:
        write_atomic(trial, b"." * ROOM)
    finally:
        for path in trial.parent.glob(f"*{trial.name}*"):
            path.unlink(missing_ok=True)


@contextlib.contextmanager
def writing(out: pathlib.Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CourseError(
            f"results cannot be written to {out}: {error.strerror or error}. Make room there, or name another folder;"
            " what has been written is kept."
        ) from None


def lab_file(out: pathlib.Path, name: str, lab: str) -> pathlib.Path:
    return out / name / "labs" / f"{lab}.json"


def stored(out: pathlib.Path, name: str, lab: Lab, fingerprint: str) -> dict | None:
    """A finished result of just these files and this grader, as it was written, or None."""
    result = sealed_result(lab_file(out, name, lab.name), name)
    same = result and result.get("fingerprint") == fingerprint and "status" in result
    return rescored(result, lab) if same and result else None


def rescored(result: dict, lab: Lab) -> dict:
    """A result with the lab's points as they are today: what they are has no say in what passes."""
    tests = {suite: [test["result"] for test in result["tests"] if test["suite"] == suite] for suite in lab.points}
    won = {suite: bool(found) and set(found) == {"pass"} for suite, found in tests.items()}
    suites = [
        {"suite": suite, "points": points if won[suite] else 0, "of": points} for suite, points in lab.points.items()
    ]
    return {**result, "suites": suites, "score": sum(suite["points"] for suite in suites), "total": lab.total}


def all_stored(out: pathlib.Path) -> dict[str, dict[str, dict]]:
    """Name → lab → result, of all that was ever graded into the folder and was not changed since."""
    found: dict[str, dict[str, dict]] = {}
    for path in sorted(out.glob("*/labs/*.json")):
        name = path.parent.parent.name
        result = sealed_result(path, name)
        if result:
            found.setdefault(name, {})[path.stem] = result
    return found


def seed_of(out: pathlib.Path) -> int | None:
    """What an earlier call drew from: all of a folder's submissions are tried with the same shapes."""
    seeds = [lab["seed"] for labs in all_stored(out).values() for lab in labs.values() if "seed" in lab]
    return max(set(seeds), key=seeds.count) if seeds else None


def sealed_result(path: pathlib.Path, name: str) -> dict | None:
    """A result as it was stored, or None: there is none, or somebody has changed it."""
    result = unsealed(read_json(path, None), name)
    return result if result and result.get("lab") == path.stem else None


def sealed(name: str, value: dict) -> dict:
    """With a seal that tells an edit: only who has the course's own key can make another."""
    rest = {key: value for key, value in value.items() if key != "seal"}
    seal = hmac.digest(_key(), json.dumps([name, rest], sort_keys=True).encode(), "sha256").hex()
    return {**rest, "seal": seal}


def unsealed(value: object, name: str) -> dict | None:
    """The value, with its seal, if that is the one that it must have."""
    if not isinstance(value, dict):
        return None
    return value if hmac.compare_digest(str(value.get("seal")), sealed(name, value)["seal"]) else None


@functools.cache
def _key() -> bytes:
    """COURSE_GRADING_KEY where several machines grade one class; otherwise this copy's own."""
    if shared := os.environ.get("COURSE_GRADING_KEY"):
        return shared.encode()
    path = FOLDER / "grading.key"
    with writing(FOLDER):
        FOLDER.mkdir(exist_ok=True)
        with locked(FOLDER / "grading.lock"):
            if not path.exists():
                with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
                    file.write(secrets.token_bytes(32))
            return path.read_bytes()


def with_lateness(result: dict, taught: Class, when: datetime.datetime | None) -> dict:
    """What is left of the points where the work came after its deadline, and why."""
    days = taught.days_late(result["lab"], when)
    if not days or when is None:
        return result
    kept = round(result["score"] * taught.late.kept(days), 2)
    score = int(kept) if kept == int(kept) else kept
    words = f"Handed in {days} day{'s' if days > 1 else ''} late: {score:g} of its {result['score']} points count."
    due = taught.due[result["lab"]].isoformat()
    late = {"due": due, "handed_in": when.isoformat(), "days": days, "score_before": result["score"], "words": words}
    return {**result, "score": score, "late": late}


def store(
    out: pathlib.Path, name: str, verdict: Verdict, fingerprint: str, sandbox: bool, any_calls: bool = False
) -> dict:
    result = {**verdict.as_json(), "output_dropped_bytes": verdict.dropped, "sandbox": sandbox}
    if any_calls:
        result["any_calls"] = True
    result["fingerprint"] = fingerprint
    return keep(out, name, sealed(name, result))


def keep(out: pathlib.Path, name: str, result: dict) -> dict:
    with writing(out):
        write_json(lab_file(out, name, result["lab"]), result)
    return result


def write_submission(out: pathlib.Path, name: str, labs: list[dict], settings: dict | None = None) -> None:
    score, total = sum(lab["score"] for lab in labs), sum(lab["total"] for lab in labs)
    own = ("fingerprint", "seal")
    shown = [{key: value for key, value in for_student(lab).items() if key not in own} for lab in labs]
    about = {"name": name, "score": score, "total": total, "sandbox": sandboxed(labs)}
    with writing(out):
        write_json(out / name / "result.json", {**about, "labs": shown})
        write_json(out / name / "results.json", gradescope(labs, settings))


def sandboxed(labs: list[dict]) -> bool:
    return all(lab["sandbox"] for lab in labs)


def gradescope(labs: list[dict], settings: dict | None = None) -> dict:
    """Gradescope's results.json: one entry a suite, with the grader's sentences as its output. `settings` is what class.toml
    says of Gradescope: who may see what, and whether there is a leaderboard."""
    settings = settings or {}
    seen, shown = settings.get("tests", {}), settings.get("visibility", "")
    tests, prints = [], list[str]()
    for lab in labs:
        if "late" in lab:
            prints.append(f"{lab['lab']}: {lab['late']['words']}")
        for suite in lab["suites"]:
            sentences = _sentences(for_student(lab), suite["suite"])
            entry = {
                "name": f"{lab['lab']}: {suite['suite']}",
                "score": suite["points"],
                "max_score": suite["of"],
                "status": "passed" if suite["points"] == suite["of"] else "failed",
                "output": "\n".join(sentences) or "All tests passed.",
            }
            visibility = seen.get(entry["name"], seen.get(lab["lab"], shown))
            tests.append({**entry, "visibility": visibility} if visibility else entry)
            if is_judged_by(lab, suite["suite"]):
                words = "\n".join(_sentences(lab, suite["suite"], private=True)) or "All private tests passed."
                about = {"name": f"{entry['name']}, private tests", "score": 0, "max_score": 0, "output": words}
                tests.append({**about, "visibility": "hidden"})
    prints += [f"{lab['lab']} printed:\n{lab['output'][:SHOWN_OUTPUT]}" for lab in labs if lab["output"].strip()]
    if any("any_calls" in lab for lab in labs):
        prints.insert(0, ANY_CALLS)
    if not sandboxed(labs):
        prints.insert(0, NO_SANDBOX)
    board = [
        {"name": "points", "value": sum(lab["score"] for lab in labs)},
        {"name": "labs solved", "value": sum(lab.get("status") == "right" for lab in labs)},
    ]
    return {
        "score": sum(lab["score"] for lab in labs),
        "tests": tests,
        "output": "\n\n".join(prints),
        **({"leaderboard": board} if settings.get("leaderboard") else {}),
        "extra_data": {"sandbox": sandboxed(labs), "seeds": sorted({lab["seed"] for lab in labs if "seed" in lab})},
    }


def _sentences(lab: dict, suite: str, private: bool = False) -> list[str]:
    """What failed, each sentence once: a crash is the reason of every test after it. With `private`, of private tests alone."""
    found: dict[str, str] = {}
    for test in lab["tests"]:
        if test["suite"] == suite and test["result"] == "fail" and (test.get("private") or not private):
            words = "\n".join(test["messages"])
            found.setdefault(words, f"{test['suite']}.{test['test']}: {words}")
    return list(found.values())


def write_class(out: pathlib.Path, labs: list[Lab], results: dict[str, list[dict]]) -> None:
    """results.csv and junit.xml over all submissions."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = [*(lab.name for lab in labs), *(f"{lab.name} status" for lab in labs)]
    late = [
        lab
        for lab in labs
        if any("late" in result for graded in results.values() for result in graded if result["lab"] == lab.name)
    ]
    heads += [f"{lab.name} days late" for lab in late]
    writer.writerow(["submission", *heads, "score", "total", "sandbox"])
    suites = xml.Element("testsuites")
    for name, graded in results.items():
        scores = {result["lab"]: result["score"] for result in graded}
        statuses = {result["lab"]: result.get("status", "") for result in graded}
        cells = [found.get(lab.name, "") for found in (scores, statuses) for lab in labs]
        days = {result["lab"]: result["late"]["days"] for result in graded if "late" in result}
        cells += [days.get(lab.name, 0) for lab in late]
        total = sum(lab.total for lab in labs)
        writer.writerow([unformula(name), *cells, sum(scores.values()), total, "yes" if sandboxed(graded) else "no"])
        _junit_suite(suites, name, graded)
    with writing(out):
        write_atomic(out / "results.csv", text.getvalue())
        xml.indent(suites)
        write_atomic(out / "junit.xml", xml.tostring(suites, encoding="unicode", xml_declaration=True) + "\n")


def write_for_platform(
    out: pathlib.Path,
    roster: Roster,
    intake: Intake,
    labs: list[Lab],
    rows: dict[str, list[dict]],
    columns: dict[str, str],
) -> None:
    """What was taken for what; the roster with points in it; a page a student, and all pages packed as Moodle takes them."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["file", "person", "lab", "remark"])
    lines = [*intake.lines, *((file, "", "", f"not placed: {why}") for file, why in intake.not_placed)]
    writer.writerows([unformula(cell) for cell in line] for line in lines)
    seeds = sorted({lab["seed"] for graded in rows.values() for lab in graded if "seed" in lab})
    pages = {name: page(name, rows[name], seeds) for name in intake.people if name in rows}
    with writing(out):
        write_atomic(out / "taken.csv", text.getvalue())
        write_atomic(out / "grades.csv", platform_csv(roster, intake.people, rows, labs, columns))
        for name, made in pages.items():
            write_atomic(out / name / "feedback.html", made)
        write_atomic(out / "feedback.zip", packed(pages, intake.folders))


def _junit_suite(parent: xml.Element, name: str, graded: list[dict]) -> None:
    cases = [(lab, suite) for lab in graded for suite in lab["suites"]]
    failures = sum(suite["points"] != suite["of"] for _, suite in cases)
    element = xml.SubElement(parent, "testsuite", name=_clean(name), tests=str(len(cases)), failures=str(failures))
    about = xml.SubElement(element, "properties")
    xml.SubElement(about, "property", name="sandbox", value="yes" if sandboxed(graded) else "no")
    for lab, suite in cases:
        case = xml.SubElement(element, "testcase", classname=f"{_clean(name)}.{lab['lab']}", name=suite["suite"])
        if suite["points"] != suite["of"]:
            told = _sentences(for_student(lab), suite["suite"])
            sentences = [_clean(sentence) for sentence in told] or ["failed"]
            failure = xml.SubElement(case, "failure", message=sentences[0].splitlines()[0][:300])
            failure.text = "\n".join(sentences)


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold at all."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
