# Chooses what of a chapter's page stands on slides. The rest of its words are the speaker's notes, so nothing is written twice.
"""A section's first sentences, its new terms, quotations, lists, figures, tables, code and labs are shown. What a reader is
asked to predict is a slide of its own; the next one has the answer. Code of a solution is shown only if it is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.model import Chapter
from tools.pages.glossary import SENTENCE
from tools.pages.inline import Question
from tools.site.pages import FRONT
from tools.slides.blocks import Block, blocks

LEFT_OUT = ("Further reading",)
LEAD, READ = 230, 110  # characters of a paragraph's first sentences; of what is said below a figure
POINTS = 430  # characters of what a slide says in words
ROWS, LINES = 9, 24  # of a table and of code on one slide
SOLUTION = re.compile(r"\bsolutions?\b")
SHOWS = re.compile(r"\*[^*\n]+\bsolutions?\b[^*\n]*\*")


@dataclass
class Slide:
    title: str
    kind: str  # chapter, section, predict, answer, figure, table, code, list, formula, lab
    body: list[str] = field(default_factory=list)  # Markdown
    notes: list[str] = field(default_factory=list)
    begins: bool = False  # a section: to the right of the one before, not below

    @property
    def words(self) -> int:
        return sum(map(len, self.body))


def deck(chapter: Chapter, solutions: bool = False) -> list[Slide]:
    """The slides of the chapter's first page, in its order."""
    maker = _Maker(solutions)
    for block in blocks((chapter.folder / FRONT).read_text(encoding="utf-8")):
        maker.take(block)
    return [slide for slide in maker.slides if slide.title.strip("`") not in LEFT_OUT]


class _Maker:
    def __init__(self, solutions: bool):
        self.slides: list[Slide] = []
        self.solutions = solutions
        self.section = ""
        self.lead = False  # the next paragraph is the first of a section or an answer
        self.questions: list[Question] = []
        self.fold = ""  # the title of the fold that we are in
        self.before = ""  # the sentence that leads up to what follows

    def take(self, block: Block) -> None:
        if self.fold and self.hidden() and block.kind != "end":
            return
        getattr(self, f"take_{block.kind}")(block)
        self.before = leading_up(block.text) if block.kind == "text" else ""

    def hidden(self) -> bool:
        """A fold that has a solution and nothing else."""
        return not self.solutions and bool(SOLUTION.search(self.fold)) and not self.fold.startswith("Answer")

    def add(self, kind: str, title: str = "", *body: str) -> Slide:
        last = self.slides[-1] if self.slides else None
        if last and not last.begins and not last.body and not last.notes:
            self.slides.pop()  # a title and nothing else
        shown = title or ("Answer" if self.fold.startswith("Answer") else self.fold) or self.section
        self.slides.append(Slide(shown, kind, list(body)))
        return self.slides[-1]

    def say(self, text: str) -> None:
        """In words, on this slide, or on another where it has enough."""
        here = self.slides[-1]
        roomy = here.kind in ("chapter", "section", "answer", "words", "lab") and here.words + len(text) <= POINTS
        (here if roomy or not here.body and here.kind != "predict" else self.add("words")).body.append(text)

    def take_heading(self, block: Block) -> None:
        title = block.text.lstrip("# ")
        slide = self.add("chapter" if block.level == 1 else "lab" if title.startswith("Lab: ") else "section", title)
        slide.begins = block.level == 2
        self.section, self.lead, self.questions = title, True, []

    def take_text(self, block: Block) -> None:
        if SHOWS.fullmatch(block.text):
            return
        first, self.lead = self.lead, False
        if self.slides[-1].kind == "lab":
            if said := " ".join(one for one in sentences(block.text) if not one.endswith(":")):
                self.say(said)
            return
        said = lead(block.text) if first else ""
        here = self.slides[-1]
        if here.kind in ("figure", "table") and not here.notes and not block.text.startswith("("):
            said = lead(block.text, READ)
            here.body += [said] * bool(said)  # what is to be seen there
        elif said:
            self.say(said)
        for sentence in block.defined:
            if sentence not in said:
                self.say(sentence)
        self.note(block.text)

    def note(self, text: str) -> None:
        self.slides[-1].notes.append(text)

    def take_predict(self, block: Block) -> None:
        self.questions = []
        self.add("predict", "Predict", block.text)

    def take_question(self, block: Block) -> None:
        assert block.asked
        self.questions.append(block.asked)
        self.slides[-1].body.append(f"- {block.asked.label}: {' / '.join(block.asked.choices) or '?'}")

    def take_fold(self, block: Block) -> None:
        self.fold, self.lead = block.text, True
        if not self.hidden():
            answers = "\n".join(f"- {one.label}: **{one.answer}**" for one in self.questions)
            self.add("answer", "", *filter(None, [answers]))
        self.questions = []

    def take_end(self, block: Block) -> None:
        self.fold, self.lead = "", False

    def take_figure(self, block: Block) -> None:
        self.add("figure", "", block.text)

    def take_formula(self, block: Block) -> None:
        self.say(block.text)

    def take_quotation(self, block: Block) -> None:
        self.say(block.text)

    def take_list(self, block: Block) -> None:
        if len(block.text) > 2 * POINTS:
            self.add("list", "", "\n".join(_short(block.text)))
            self.note(block.text)
        elif self.slides[-1].words + len(block.text) <= 2 * LEAD and self.slides[-1].kind in (
            "section",
            "words",
            "answer",
        ):
            self.slides[-1].body.append(block.text)
        else:
            self.add("list", "", block.text)

    def take_table(self, block: Block) -> None:
        head, rows = block.text.split("\n")[:2], block.text.split("\n")[2:]
        for part in _parts(rows, ROWS):
            self.add("table", "", *filter(None, [self.before]), "\n".join(head + part))

    def take_code(self, block: Block) -> None:
        if not self.solutions and SOLUTION.search(self.fold):
            return
        first, *lines = block.text.split("\n")
        for part in _parts(lines[:-1], LINES):
            self.add(
                "code",
                "",
                *filter(None, [self.before]),
                "\n".join([first.replace("```cuda", "```cpp"), *part, lines[-1]]),
            )

    def take_command(self, block: Block) -> None:
        self.say(block.text)

    def take_source(self, block: Block) -> None:
        if self.slides[-1].kind == "code":
            self.slides[-1].body.append(block.text)


def sentences(text: str) -> list[str]:
    whole = " ".join(text.split())
    found = [sentence.strip() for sentence in SENTENCE.findall(whole.removesuffix(":") + "." * whole.endswith(":"))]
    if whole.endswith(":") and found:
        found[-1] = found[-1].removesuffix(".") + ":"
    return found or [whole]


def lead(text: str, most: int = LEAD) -> str:
    """The first sentences, without one that only leads up to what follows."""
    shown = ""
    for sentence in sentences(text):
        if sentence.endswith(":"):
            break
        if shown and len(shown) + len(sentence) > most:
            break
        shown += " " * bool(shown) + sentence
    return shown


def leading_up(text: str) -> str:
    """The last sentence, where it ends in a colon."""
    return sentences(text)[-1] if text.endswith(":") else ""


def _short(text: str) -> Iterator[str]:
    """Of each item of a long list the first sentence."""
    for item in re.split(r"\n(?=(?:[-*]|\d+\.) )", text):
        mark = re.match(r"(?:[-*]|\d+\.) ", item)
        assert mark
        yield mark[0] + sentences(item[mark.end() :])[0]


def _parts(lines: list[str], most: int) -> list[list[str]]:
    """As few as will do, of about the same length; cut at an empty line where one is near."""
    count = -(-len(lines) // most)
    parts, begin = [], 0
    for number in range(1, count + 1):
        end = len(lines) * number // count
        if number < count:
            empty = [place for place in range(begin + 1, min(begin + most, len(lines))) if not lines[place].strip()]
            near = min(empty, key=lambda place: abs(place - len(lines) * number // count), default=end)
            end = near if len(lines) - near <= most * (count - number) else end  # or the rest would be too much
        parts.append(lines[begin:end])
        begin = end
    return parts
