# An instructor's own tests of labs, kept outside of what students get: what ./course grade --private DIR reads, builds and adds.
"""In DIR lie LAB.cpp, a grader like those in tests/NN-slug/, and private.toml, either alone or both:

    [LAB]
    seeds = [4711, 90210]    # the public tests once more, with what these draw
    points = { HeldOut = 5 } # of the suites that only LAB.cpp has

A suite that LAB.cpp shares with the public grader is a condition: its points are won when the tests of both pass."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tools.arguments import MOST_SEED
from tools.build.meson import BUILD, environment, readable_path, tool
from tools.console import note
from tools.errors import CourseError
from tools.files import locked, write_atomic
from tools.grade.grading import Test, Verdict
from tools.model import Lab, digest, load_course

LIST = "private.toml"
SOURCES = (".cpp", ".hpp", ".h", ".inc")  # LAB.cpp, and what it includes
KEYS = ("seeds", "points")
WITHHELD = "A private test of your instructor's did not pass. What it tries is not told."
NOT_RUN = "not run: the public tests had used up the time"


@dataclass(frozen=True)
class Private:
    """What one lab is judged by besides its public tests."""

    public: Lab
    seeds: tuple[int, ...] = ()
    points: dict[str, int] = field(default_factory=dict, hash=False)
    source: pathlib.Path | None = None
    grader: pathlib.Path | None = None  # the source, built
    suites: tuple[str, ...] = ()  # what that has

    @property
    def whole(self) -> Lab:
        return dataclasses.replace(self.public, points={**self.public.points, **self.points})

    def digest(self) -> str:
        return f"{self.seeds}|{digest(self.grader) if self.grader else ''}"

    def runs(self, public_grader: pathlib.Path, seed: int) -> Iterator[tuple[Lab, pathlib.Path, int, str]]:
        """What is to be run: a lab with the suites that are judged, by which grader, drawn from what, and how its tests are
        told from those of the same name."""
        for other in self.seeds:
            yield self.public, public_grader, other, f" (seed {other})"
        if self.grader:
            judged = {suite: self.whole.points[suite] for suite in self.suites}
            yield dataclasses.replace(self.public, points=judged), self.grader, seed, ""

    def judged(
        self, public: Verdict, grader: pathlib.Path, run: Callable[[Lab, pathlib.Path, int], Verdict]
    ) -> Verdict:
        """The public verdict, and what the private tests say beside it."""
        whole = dataclasses.replace(public, lab=self.whole)
        for lab, program, seed, label in self.runs(grader, public.seed):
            if whole.why == "timed out":  # once is enough
                not_run = tuple(Test(suite, "(all)", "fail", (NOT_RUN,), private=True) for suite in lab.points)
                whole = dataclasses.replace(whole, tests=whole.tests + not_run)
                continue
            held = run(lab, program, seed)
            tests = tuple(dataclasses.replace(test, name=test.name + label, private=True) for test in held.tests)
            whole = dataclasses.replace(
                whole,
                tests=whole.tests + tests,
                private_output=whole.private_output + held.output,
                seconds=whole.seconds + held.seconds,
                doubt=whole.doubt or held.doubt,
                why=whole.why or held.why,
            )
        return whole


def read_private(folder: pathlib.Path, labs: list[Lab]) -> dict[str, Private]:
    """By lab, of those named. Raises CourseError for what is no lab's, whichever labs are graded."""
    try:
        files = {path.name: path for path in folder.iterdir() if path.suffix in SOURCES}
        text = (folder / LIST).read_text(encoding="utf-8") if (folder / LIST).exists() else ""
        said = tomllib.loads(text)
    except OSError as error:
        raise CourseError(f"{folder} cannot be read: {error.strerror or error}.") from None
    except ValueError as error:
        raise CourseError(f"{folder / LIST} is no TOML: {error}. INSTRUCTORS.md shows one.") from None
    known = {lab.name: lab for lab in load_course().labs}
    for name in [*said, *(path.stem for path in files.values() if path.suffix == ".cpp")]:
        _must(name in known, f"{folder}: there is no lab '{name}'. Labs are called as in ./course list.")
    _must(bool(said or files), f"{folder} has no {LIST} and no LAB.cpp, so there are no private tests. Name another.")
    found = {}
    for lab in labs:
        entry = said.get(lab.name, {})
        _must(isinstance(entry, dict), f"{LIST}: {lab.name} wants a table: a line [{lab.name}], and lines below it.")
        source = files.get(f"{lab.name}.cpp")
        if entry or source:
            found[lab.name] = Private(lab, _seeds(lab, entry), _points(lab, entry, source), source)
    return found


def must_be_closed(folder: pathlib.Path) -> None:
    """Without a box, submissions can read what their user can."""
    if os.geteuid():
        note(f"course: without a box submissions run as you, and can read {folder}")
    elif folder.stat().st_mode & 0o007:
        raise CourseError(f"without a box submissions can read {folder}: `chmod -R go-rwx {folder}` closes it.")


def _seeds(lab: Lab, entry: dict) -> tuple[int, ...]:
    for key in entry:
        _must(key in KEYS, f"{LIST}: {lab.name} has no '{key}'. There are: {', '.join(KEYS)}.")
    seeds = entry.get("seeds", [])
    good = isinstance(seeds, list) and all(type(seed) is int and 1 <= seed <= MOST_SEED for seed in seeds)
    _must(good, f"{LIST}: {lab.name}.seeds wants a list of whole numbers from 1 to {MOST_SEED}, not {seeds}.")
    return tuple(seeds)


def _points(lab: Lab, entry: dict, source: pathlib.Path | None) -> dict[str, int]:
    points = entry.get("points", {})
    good = isinstance(points, dict) and all(type(count) is int and 0 <= count <= 1_000_000 for count in points.values())
    _must(good, f"{LIST}: {lab.name}.points wants SUITE = POINTS in braces, not {points}.")
    for suite in points:
        _must(
            suite not in lab.points,
            f"{LIST}: {suite} is a public suite of {lab.name}: class.toml says its points, and private tests of that name"
            " are a condition for them.",
        )
        _must(source is not None, f"{LIST}: {lab.name} has points for {suite}, and there is no {lab.name}.cpp.")
    return points


def _must(good: bool, words: str) -> None:
    if not good:
        raise CourseError(words)


# --- built as the public ones are --------------------------------------------------------------------------------

RULES = """builddir = {room}
rule compile
  command = {compile} {include}
  depfile = $out.d
  deps = gcc
rule link
  command = {link} {library}
build {room}/{lab}.o: compile {source}
build {room}/{lab}.sim: link {room}/{lab}.o | {grader}
"""


def built(found: dict[str, Private], scratch: pathlib.Path) -> dict[str, Private]:
    """The same with programs in `scratch`, which whoever runs one cannot read. They are compiled and linked by the very
    commands that made the public graders; what has not changed since the last call is not compiled again."""
    return {name: _built(one, scratch) if one.source else one for name, one in found.items()}


def _built(one: Private, scratch: pathlib.Path) -> Private:
    assert one.source
    name, room = one.public.name, _room(one.source.parent)
    # Where the public grader really is, its commands mean what they say.
    public = (BUILD / one.public.grader("sim")).resolve()
    with locked(room / "lock") as lock:
        write_atomic(room / f"{name}.ninja", _rules(one.public, one.source.resolve(), room, public))
        words = [tool("ninja"), "-C", str(public.parent), "-f", str(room / f"{name}.ninja"), str(room / f"{name}.sim")]
        done = subprocess.run(
            words, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, pass_fds=[lock]
        )
        if done.returncode:
            said = re.findall(r"^(?!\x1f|ninja: |FAILED: |.* -c -o |.* -o \S+private-).*", done.stdout, re.M)
            raise CourseError(f"{one.source} does not build:\n" + readable_path("\n".join(said[-30:])))
        grader = scratch / f"private-{name}.sim"
        shutil.copyfile(room / f"{name}.sim", grader)
    grader.chmod(0o711)
    listed = subprocess.run([grader, "--gtest_list_tests"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    suites = tuple(dict.fromkeys(re.findall(r"^(\w+)\.", listed.stdout, re.M)))
    _must(bool(suites), f"{one.source} has no test.")
    for suite in suites:
        _must(
            suite in one.whole.points,
            f"{one.source} has a suite {suite}, which is no public one ({', '.join(one.public.points)}) and has no points in"
            f" {LIST}.",
        )
    for suite in one.points:
        _must(suite in suites, f"{LIST} has points for {suite}, and {one.source} no test of it.")
    return dataclasses.replace(one, grader=grader, suites=suites)


def _room(folder: pathlib.Path) -> pathlib.Path:
    """Of the build, for private tests from this folder. Nobody else may look into it."""
    room = BUILD / f"private-{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]}"
    room.mkdir(mode=0o700, exist_ok=True)
    return room


def _rules(lab: Lab, source: pathlib.Path, room: pathlib.Path, public: pathlib.Path) -> str:
    """For ninja: the two commands that made the public grader, with other files."""
    mine = f"tests/{lab.slug}/{lab.name}.cpp"
    commands = json.loads((public.parent / "compile_commands.json").read_text())
    found = next((one for one in commands if one["file"].endswith(mine) and "graders" in one["output"]), None)
    words = [tool("ninja"), "-C", str(public.parent), "-t", "commands", "-s", lab.grader("sim")]
    said = subprocess.run(words, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    link = next((line for line in said.splitlines() if found and found["output"] in line), None)
    if found is None or link is None:
        raise CourseError(
            f"how the grader of {lab.name} is built cannot be found in build/; ./course setup makes it anew."
        )

    def asked(command: str, old: dict[str, str]) -> str:
        command = command.replace("$", "$$")
        for text, new in old.items():
            command = command.replace(text, new)
        return command

    def path(one: pathlib.Path) -> str:
        return re.sub(r"([$ :])", r"$\1", str(one))

    return RULES.format(
        compile=asked(found["command"], {found["output"]: "$out", found["file"]: "$in"}),
        include=asked(shlex.join([f"-I{source.parent}"]), {}),
        link=asked(link, {f"-o {lab.grader('sim')}": "-o $out", found["output"]: "$in"}),
        library=asked(shlex.join([f"-Wl,-rpath,{public.parent}"]), {}),
        room=path(room),
        lab=lab.name,
        source=path(source),
        grader=path(public),
    )


def as_toml(found: dict[str, Private]) -> str:
    """private.toml, of these labs alone."""
    lines = []
    for name, one in found.items():
        points = ", ".join(f"{suite} = {count}" for suite, count in one.points.items())
        lines += [f"[{name}]", f"seeds = {list(one.seeds)}", f"points = {{ {points} }}"]
    return "\n".join(lines) + "\n"


# --- what a student is told ----------------------------------------------------------------------------------------


def for_student(result: dict) -> dict:
    """A result without what private tests try: of each suite only whether they passed, and nothing that was printed in them."""
    tests, told = [], set[tuple[str, str]]()
    for test in result["tests"]:
        if not test.get("private"):
            tests.append(test)
        elif (key := (test["suite"], test["result"])) not in told:
            told.add(key)
            words = [WITHHELD] if test["result"] == "fail" else []
            tests.append({"suite": key[0], "test": "(private)", "result": key[1], "messages": words, "private": True})
    return {**{key: value for key, value in result.items() if key != "private_output"}, "tests": tests}


def is_judged_by(result: dict, suite: str) -> bool:
    """Whether private tests have a say in a suite's points."""
    return any(test.get("private") and test["suite"] == suite for test in result["tests"])
