# A page of the course as the blocks that a deck chooses from: what stands between two empty lines, and where it is folded.
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

from tools.pages.glossary import MARK, definition
from tools.pages.inline import NUMBER, Question, question
from tools.site.staging import COG

LINK = re.compile(r"(?<!!)\[(?P<text>(?:[^\[\]]|`[^`]*`)*)\]\((?P<target>[^)\s]+)\)")
IMAGE = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<target>[^)\s]+)\)")
SUMMARY = re.compile(r"<summary>(?P<title>.*?)</summary>")
PREDICT = "**Predict.**"
KINDS = {
    "heading_open": "heading", "fence": "code", "code_block": "command", "bullet_list_open": "list",
    "ordered_list_open": "list", "blockquote_open": "quotation", "table_open": "table",
}  # fmt: skip


@dataclass(frozen=True)
class Block:
    """`text` is Markdown without the marks of ./course docs, `defined` what it says of terms that are new."""

    kind: str  # heading, predict, question, figure, formula, text, list, quotation, table, code, command, source, fold, end
    text: str
    level: int = 0  # of a heading
    defined: tuple[str, ...] = ()
    asked: Question | None = None


def blocks(page: str) -> Iterator[Block]:
    text = COG.sub("", page)
    lines = text.split("\n")
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.level or not token.map:
            continue
        raw = "\n".join(lines[slice(*token.map)]).rstrip()
        if token.type == "paragraph_open":
            yield from _paragraph(raw)
        elif token.type == "html_block":
            yield from _html(raw)
        elif token.type in KINDS:
            kind = KINDS[token.type]
            shown = raw if kind in ("code", "command") else clean(raw)
            yield Block(kind, shown, int(token.tag[1]) if kind == "heading" else 0)


def _paragraph(raw: str) -> Iterator[Block]:
    text = clean(raw)
    if not IMAGE.sub("", text).strip():
        yield from (Block("figure", image[0]) for image in IMAGE.finditer(text))
    elif text.startswith("<sub>"):
        yield Block("source", text)
    elif text.startswith("$$"):
        yield Block("formula", text)
    elif text.startswith(PREDICT):
        yield Block("predict", text.removeprefix(PREDICT).strip())
    else:
        yield Block("text", text, defined=tuple(_defined(raw)))


def _html(raw: str) -> Iterator[Block]:
    for line in raw.split("\n"):
        if line.startswith("<!--?"):
            yield Block("question", line, asked=question(line))
        elif found := SUMMARY.search(line):
            yield Block("fold", found["title"])
        elif line.startswith("</details>"):
            yield Block("end", line)


def _defined(raw: str) -> Iterator[str]:
    """The sentences that the glossary, too, takes for its terms."""
    for line in raw.split("\n"):
        yield from dict.fromkeys(clean(definition(line, mark)) for mark in MARK.finditer(line))


def clean(raw: str) -> str:
    """Numbers as they are shown, links as their words: a slide leads nowhere."""
    return LINK.sub(lambda link: link["text"], NUMBER.sub(r"\g<old>", MARK.sub("", raw)))
