# A class in shards: each grades its part wherever it likes, and a merge puts the parts together, whatever the order.
"""A shard is every N-th pair of a submission and a lab, beginning with the I-th. It writes results as ever, and before the
first of them a list of what it is to do, which says of what state of course and class it is. A merge takes shards of one
state alone, each as often as it ran, and misses nothing without a word."""

from __future__ import annotations

import argparse
import hashlib
import json
import pathlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tools.build.meson import COMPILER
from tools.console import note
from tools.errors import CourseError
from tools.files import read_json, shown_path, write_json
from tools.grade import results
from tools.grade.submissions import Handed
from tools.model import ROOT, digest
from tools.taught import class_file

LIST = "shard.json"
MOST = 10_000
# What decides about a submission, as source: the same on machines whose programs differ.
DECIDES = ("simt", "harness", "tests", "solutions", "tools/grade")
SUFFIXES = (".cpp", ".hpp", ".h", ".cu", ".inc", ".py")
NOT_OF_IT = re.compile(r"tests/(tools|harness|simt)/|tests/[^/]+/(wrong|legal|experiments)/|/__pycache__/")


@dataclass(frozen=True)
class Shard:
    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def part(self, pairs: Sequence) -> Sequence:
        return pairs[self.number - 1 :: self.of]


def shard(text: str) -> Shard:
    """argparse's: '2/8'."""
    found = re.fullmatch(r"(\d{1,5})/(\d{1,5})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]) <= MOST:
        raise argparse.ArgumentTypeError(f"wants I/N, the I-th of N shards, like 2/8, not '{text}'")
    return Shard(int(found[1]), int(found[2]))


def state(private: pathlib.Path | None) -> dict[str, str]:
    """Of what must be the same for all shards and for the merge: what is meant → a digest of it."""
    decides = sorted(
        path
        for room in DECIDES
        for path in (ROOT / room).rglob("*.*")
        if path.suffix in SUFFIXES and not NOT_OF_IT.search(path.relative_to(ROOT).as_posix())
    )
    own = sorted(path for path in private.iterdir() if path.is_file()) if private else []
    taught = class_file()
    files = [ROOT / "course.toml", ROOT / "meson.build", *decides]
    return {
        "the course": _digest([path.relative_to(ROOT).as_posix() for path in files], digest(*files)),
        "class.toml": digest(taught) if taught else "",
        "the private tests": _digest([path.name for path in own], digest(*own)) if own else "",
        "the compiler": COMPILER.read_text() if COMPILER.exists() else "",
    }


def handed(pairs: list[tuple[str, str, Handed]]) -> str:
    """A digest of all that was handed in; of each submission and lab what is graded."""
    return _digest([(name, lab, one.digest) for name, lab, one in pairs])


def _digest(*values: object) -> str:
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def begin(
    out: pathlib.Path, which: Shard, how: str, private: pathlib.Path | None, names: list[str], content: str,
    jobs: dict[tuple[str, str], str],
) -> None:  # fmt: skip
    """Writes the list. `how`: seed, limits and box; `names`: of all submissions, in order; `jobs`: this shard's, with their
    fingerprints."""
    said = {
        "shard": which.number,
        "of": which.of,
        "state": state(private),
        "how": how,
        "names": names,
        "handed": content,
        "jobs": [[name, lab, fingerprint] for (name, lab), fingerprint in jobs.items()],
    }
    with results.writing(out):
        write_json(out / LIST, results.sealed(LIST, said))


@dataclass(frozen=True)
class Part:
    folder: pathlib.Path
    list: dict

    @property
    def words(self) -> str:
        return f"shard {self.list['shard']}/{self.list['of']} in {shown_path(self.folder)}"


def read_parts(folders: list[pathlib.Path]) -> list[Part]:
    """Of folders that are a shard's, or hold such. Raises CourseError where one cannot be relied on."""
    found = []
    for folder in folders:
        inner = [folder] if (folder / LIST).exists() else sorted(path.parent for path in folder.glob(f"*/{LIST}"))
        if not inner:
            raise CourseError(f"{shown_path(folder)} holds no shard: name what --out was for ./course grade --shard.")
        for place in inner:
            said = results.unsealed(read_json(place / LIST, None), LIST)
            if said is None:
                raise CourseError(
                    f"{shown_path(place / LIST)} was not written by this copy of the course, or was changed. Shards of several"
                    " machines share a key: let COURSE_GRADING_KEY be the same for all of them, and for the merge."
                )
            found.append(Part(place, said))
    return found


def must_fit(parts: list[Part], private: pathlib.Path | None) -> None:
    """Raises CourseError unless they are all shards of one class, graded by the course as it is."""
    now, first = state(private), parts[0]
    for part in parts:
        for what, value in part.list["state"].items():
            if value != now.get(what):
                raise CourseError(
                    f"{part.words} was graded with another state of {what} than there is now. Call it again: of its results"
                    " it keeps those that still hold."
                )
        for what, key in {
            "number of shards": "of",
            "seed, limits or box": "how",
            "set of submissions": "handed",
        }.items():
            if part.list[key] != first.list[key]:
                raise CourseError(f"{part.words} has another {what} than {first.words}: call one of them again.")
    there = {part.list["shard"] for part in parts}
    missing = [number for number in range(1, first.list["of"] + 1) if number not in there]
    if missing:
        more = f", and {len(missing) - 5} more" if len(missing) > 5 else ""
        said = ", ".join(f"{number}/{first.list['of']}" for number in missing[:5])
        raise CourseError(f"of {first.list['of']} shards these are missing: {said}{more}. Nothing was merged.")


def results_of(parts: list[Part]) -> dict[tuple[str, str], dict]:
    """By submission and lab. Raises CourseError where a shard has not come to its end."""
    found: dict[tuple[str, str], list[dict]] = {}
    lacking: dict[int, list[str]] = {}
    for part in parts:
        there = 0
        for name, lab, fingerprint in part.list["jobs"]:
            result = results.sealed_result(results.lab_file(part.folder, name, lab), name)
            if result and result.get("fingerprint") == fingerprint:
                there += 1
                found.setdefault((name, lab), []).append(result)
        number = part.list["shard"]
        if there < len(part.list["jobs"]):
            lack = f"{part.words} lacks {len(part.list['jobs']) - there} of its {len(part.list['jobs'])} results"
            lacking.setdefault(number, []).append(lack)
    for part in parts:  # one that ran twice has what either has
        for name, lab, _ in part.list["jobs"]:
            if (name, lab) not in found:
                raise CourseError(
                    f"{lacking[part.list['shard']][0]}: call it again, what it has is kept. Nothing was merged."
                )
    return {pair: _agreed(pair, several) for pair, several in found.items()}


def _agreed(pair: tuple[str, str], several: list[dict]) -> dict:
    """Of a shard that ran more than once; the better one where they differ, which only a machine can be the cause of."""
    chosen = max(several, key=lambda result: (result["score"], json.dumps(result, sort_keys=True)))
    if any(one["score"] != chosen["score"] for one in several):
        scores = sorted({one["score"] for one in several})
        note(f"course: {pair[0]} {pair[1]} was graded more than once, with {scores} points; the better counts")
    return chosen
