# Results of a class as files: JSON a lab, JSON and Gradescope's JSON a submission, CSV and JUnit over all.
from __future__ import annotations

import csv
import io
import pathlib
import re
import xml.etree.ElementTree as xml

from tools.files import read_json, write_atomic, write_json
from tools.grade.grading import Verdict
from tools.model import Lab

SHOWN_OUTPUT = 4000  # characters of a submission's own prints that a student gets to see


def lab_file(out: pathlib.Path, name: str, lab: Lab) -> pathlib.Path:
    return out / name / "labs" / f"{lab.name}.json"


def stored(out: pathlib.Path, name: str, lab: Lab, fingerprint: str) -> dict | None:
    """A finished result of just these files and this grader, or None."""
    result = read_json(lab_file(out, name, lab), None)
    return result if isinstance(result, dict) and result.get("fingerprint") == fingerprint else None


def store(out: pathlib.Path, name: str, verdict: Verdict, fingerprint: str) -> dict:
    result = {**verdict.as_json(), "output_dropped_bytes": verdict.dropped, "fingerprint": fingerprint}
    write_json(lab_file(out, name, verdict.lab), result)
    return result


def write_submission(out: pathlib.Path, name: str, labs: list[dict]) -> None:
    score, total = sum(lab["score"] for lab in labs), sum(lab["total"] for lab in labs)
    shown = [{key: value for key, value in lab.items() if key != "fingerprint"} for lab in labs]
    write_json(out / name / "result.json", {"name": name, "score": score, "total": total, "labs": shown})
    write_json(out / name / "results.json", gradescope(labs))


def gradescope(labs: list[dict]) -> dict:
    """Gradescope's results.json: one entry a suite, with the grader's sentences as its output."""
    tests = []
    for lab in labs:
        for suite in lab["suites"]:
            sentences = _sentences(lab, suite["suite"])
            entry = {
                "name": f"{lab['lab']}: {suite['suite']}",
                "score": suite["points"],
                "max_score": suite["of"],
                "status": "passed" if suite["points"] == suite["of"] else "failed",
                "output": "\n".join(sentences) or "All tests passed.",
            }
            tests.append(entry)
    prints = [f"{lab['lab']} printed:\n{lab['output'][:SHOWN_OUTPUT]}" for lab in labs if lab["output"].strip()]
    return {"score": sum(lab["score"] for lab in labs), "tests": tests, "output": "\n\n".join(prints)}


def _sentences(lab: dict, suite: str) -> list[str]:
    """What failed, each sentence once: a crash is the reason of every test after it."""
    found: dict[str, str] = {}
    for test in lab["tests"]:
        if test["suite"] == suite and test["result"] == "fail":
            words = "\n".join(test["messages"])
            found.setdefault(words, f"{test['suite']}.{test['test']}: {words}")
    return list(found.values())


def write_class(out: pathlib.Path, labs: list[Lab], results: dict[str, list[dict]]) -> None:
    """results.csv and junit.xml over all submissions."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["submission", *(lab.name for lab in labs), "score", "total"])
    suites = xml.Element("testsuites")
    for name, graded in results.items():
        scores = {result["lab"]: result["score"] for result in graded}
        # A spreadsheet takes a cell that starts with = + - @ for a formula; a folder's name may be one.
        shown = "'" + name if name[:1] in "=+-@" else name
        writer.writerow(
            [shown, *(scores.get(lab.name, "") for lab in labs), sum(scores.values()), sum(lab.total for lab in labs)]
        )
        _junit_suite(suites, name, graded)
    write_atomic(out / "results.csv", text.getvalue())
    xml.indent(suites)
    write_atomic(out / "junit.xml", xml.tostring(suites, encoding="unicode", xml_declaration=True) + "\n")


def _junit_suite(parent: xml.Element, name: str, graded: list[dict]) -> None:
    cases = [(lab, suite) for lab in graded for suite in lab["suites"]]
    failures = sum(suite["points"] != suite["of"] for _, suite in cases)
    element = xml.SubElement(parent, "testsuite", name=_clean(name), tests=str(len(cases)), failures=str(failures))
    for lab, suite in cases:
        case = xml.SubElement(element, "testcase", classname=f"{_clean(name)}.{lab['lab']}", name=suite["suite"])
        if suite["points"] != suite["of"]:
            sentences = [_clean(sentence) for sentence in _sentences(lab, suite["suite"])] or ["failed"]
            failure = xml.SubElement(case, "failure", message=sentences[0].splitlines()[0][:300])
            failure.text = "\n".join(sentences)


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold at all."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
