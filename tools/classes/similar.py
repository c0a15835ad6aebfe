# Pairs of submissions that are alike in the structure of their tokens: what ./course grade --similar lists.
"""The method is MOSS's, by copydetect: names become one sign, comments and blanks nothing, and what counts is how much of one
text is in the other in runs of RUN signs, wherever they stand there. Every run is looked at, not a sample, so the same files
give the same numbers. What the skeleton has, or many of the class, is nobody's own."""

from __future__ import annotations

import argparse
import collections
import csv
import io
import itertools
import statistics
from dataclasses import dataclass

from tools.console import note, say, table
from tools.files import shown_path, write_atomic
from tools.grade import results
from tools.grade.feedback import unformula
from tools.grade.submissions import Submission, handed_in
from tools.model import Lab

RUN = 25  # signs that must agree in a row; a name is one
LEAST = 100  # signs of its own that a submission must have; with fewer, everybody's is the same
ALIKE = 0.8  # the share of either that is in the other from which a pair is listed
MANY, QUARTER = 10, 0.25  # what more submissions than this have is nobody's own
SHOWN = 20


@dataclass(frozen=True)
class Text:
    """A submission as runs: a hash of each → where it begins."""

    runs: dict[int, list[int]]
    length: int

    def covered(self, runs: set[int]) -> int:
        """Signs that lie in these runs."""
        inside = bytearray(self.length)
        for begin in itertools.chain.from_iterable(self.runs[one] for one in runs):
            inside[begin : begin + RUN] = b"\1" * RUN
        return sum(inside)


@dataclass(frozen=True)
class Pair:
    lab: str
    one: str
    other: str
    of_one: float  # the share of its own signs that is in the other
    of_other: float
    usual: float  # what a pair of this class has in this lab: the median

    @property
    def most(self) -> float:
        return max(self.of_one, self.of_other)


def text_of(file: str, source: str) -> Text:
    """`file` says by its ending what language it is."""
    from copydetect import CodeFingerprint  # only who asks for it needs it

    found = CodeFingerprint(file, RUN, 1, fp=io.StringIO(source))
    return Text(found.hash_idx, len(found.filtered_code))


def pairs(lab: Lab, sources: dict[str, str], skeleton: str) -> list[Pair]:
    """Those that are alike, most alike first; of submissions that have enough of their own."""
    texts = {name: text_of(lab.file, source) for name, source in sources.items()}
    held = collections.Counter(run for text in texts.values() for run in text.runs)
    common = {run for run, count in held.items() if count > max(MANY, QUARTER * len(texts))}
    common |= text_of(lab.file, skeleton).runs.keys()
    own = {name: text.runs.keys() - common for name, text in texts.items()}
    signs = {name: text.covered(own[name]) for name, text in texts.items()}
    enough = [name for name in texts if signs[name] >= LEAST]
    found = []
    for one, other in itertools.combinations(enough, 2):
        both = own[one] & own[other]
        shares = (texts[name].covered(both) / signs[name] for name in (one, other)) if both else (0.0, 0.0)
        found.append((one, other, *shares))
    usual = statistics.median([max(pair[2:]) for pair in found]) if found else 0.0
    alike = [Pair(lab.name, one, other, a, b, usual) for one, other, a, b in found if max(a, b) >= ALIKE]
    return sorted(alike, key=lambda pair: (-pair.most, pair.one, pair.other))


def report(submissions: list[Submission], labs: list[Lab], args: argparse.Namespace) -> int:
    """Writes similar.csv and says what is most alike."""
    found, looked_at = list[Pair](), 0
    for lab in labs:
        handed = {one.name: handed_in(one, lab, labs).file for one in submissions}
        sources = {name: file.read_text(encoding="utf-8", errors="replace") for name, file in handed.items() if file}
        looked_at += len(sources)
        found += pairs(lab, sources, lab.skeleton.read_text(encoding="utf-8"))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["lab", "one", "other", "of one, %", "of other, %", "usual in this class, %"])
    rows = [
        [
            one.lab,
            unformula(one.one),
            unformula(one.other),
            *(f"{100 * share:.0f}" for share in (one.of_one, one.of_other, one.usual)),
        ]
        for one in found
    ]
    writer.writerows(rows)
    with results.writing(args.out):
        write_atomic(args.out / "similar.csv", text.getvalue())
    note(f"course: {looked_at} files of {len(labs)} labs were compared")
    if not found:
        say("No two are alike.")
    else:
        table(["lab", "one", "other", "of one, %", "of other, %", "usual, %"], rows[:SHOWN], numeric=(3, 4, 5))
        say(
            f"{len(found)} {'pair' if len(found) == 1 else 'pairs'} alike: {shown_path(args.out / 'similar.csv')}. Read both before you say so to anybody."
        )
    return 0
