# The chapters' pages as students get them: no code of a solution; what explains one is left out, or folded.
from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Callable, Collection

from tools.model import Lab
from tools.pages.inline import NUMBER, outside_code
from tools.pages.snippets import table_of_labs

BLOCK = re.compile(
    r"^<!-- \[\[\[cog\s(?P<code>.*?)\s*\]\]\] -->\n(?P<made>.*?)^<!-- \[\[\[end\]\]\] -->\n?", re.M | re.S
)
LABS_OF = re.compile(r"<!--= labs_of\('(?P<number>\d\d)'\) -->.*?<!--/-->")
CODE = re.compile(r"^```(?!console)\w", re.M)
SOLUTION = re.compile(r"\bsolutions/[\w-]+/[\w.]+")
FOLD = re.compile(
    r"^<details><summary>(?P<title>(?:The|A part of the)\b[^\n]*?\bsolutions?\b.*?|The code)</summary>.*?^</details>\n*",
    re.M | re.S,
)
ANSWER = re.compile(r"<summary>Answer, and the solution of .*?</summary>")
SHOWS = re.compile(
    r"^\*(?P<what>(?:This section|What follows|The rest of this section) shows the solutions?\b(?P<of>[^*\n]*?))\.?\*$"
)
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]\n]*)\]\((?P<target>[^)\s]+)\)")
WITHOUT = "*The code is the solution's, and is not in this edition.*\n"


def for_students(text: str, slug: str, labs: Collection[Lab], fold: bool, kept: Callable[[str], bool]) -> str:
    """`slug` is the page's chapter, or ''; `kept` says of a path from the root whether students get the file. The marks
    of ./course docs go; the answers to what a reader is asked to predict stay, which the site shows."""

    def made(block: re.Match) -> str:
        if "lab_table(" in block["code"]:
            return table_of_labs([lab for lab in labs if lab.slug == slug]) + "\n"
        shown = SOLUTION.findall(block["code"] + block["made"])
        secret = any(not kept(path) for path in shown) or "changes(" in block["code"]
        return WITHOUT if secret and CODE.search(block["made"]) else block["made"]

    def counted(mark: re.Match) -> str:
        taught = [lab for lab in labs if lab.slug.startswith(mark["number"])]
        return f"{len(taught)} labs, {sum(lab.total for lab in taught)} points"

    text = ANSWER.sub("<summary>Answer</summary>", FOLD.sub("", BLOCK.sub(made, LABS_OF.sub(counted, text))))
    return _sections(without_numbers(text), fold)


def without_numbers(text: str) -> str:
    lines = text.split("\n")
    for place in outside_code(lines):
        lines[place] = NUMBER.sub(r"\g<old>", lines[place])
    return "\n".join(lines)


def _sections(text: str, fold: bool) -> str:
    """What stands between a line that says that the solution follows and the next heading."""
    lines = text.split("\n")
    plain = set(outside_code(lines))
    heads = [place for place, line in enumerate(lines) if place in plain and re.match(r"#{1,6} ", line)]
    made, begin = [], 0
    for place, line in enumerate(lines):
        found = SHOWS.match(line) if place in plain and place >= begin else None
        if found:
            end = next((head for head in heads if head > place), len(lines))
            made += lines[begin:place]
            title = re.sub(r"`([^`]+)`", r"<code>\1</code>", f"After the lab: the way of the solution{found['of']}")
            if fold:
                made += [f"<details><summary>{title}</summary>", *lines[place + 1 : end], "</details>", ""]
            else:
                made += [f"*What stands here in the full course explains the solution{found['of']}.*", ""]
            begin = end
    return "\n".join(made + lines[begin:])


def without_dead_links(text: str, page: str, there: Collection[str]) -> str:
    """A link to a file that students do not get becomes its text, a picture nothing."""
    folder = pathlib.PurePath(page).parent

    def linked(link: re.Match) -> str:
        target = link["target"].partition("#")[0]
        if not target or re.match(r"[a-z][a-z0-9+.-]*:", target):
            return link[0]
        path = os.path.normpath(folder / target)
        if path in there or path == "." or any(one.startswith(path + "/") for one in there):
            return link[0]
        return "" if link["image"] else link["text"]

    lines = text.split("\n")
    for place in outside_code(lines):
        lines[place] = LINK.sub(linked, lines[place])
    return "\n".join(lines)


COMMAND = re.compile(r"`\./course (?P<verb>[a-z]+)\b[^`]*`(?! \(in the full course\))")


def with_verbs_told(text: str, verbs: Collection[str]) -> str:
    """Where a sentence names a command that students do not have, it says so."""

    def told(command: re.Match) -> str:
        return command[0] if command["verb"] in verbs else f"{command[0]} (in the full course)"

    lines = text.split("\n")
    for place in outside_code(lines):
        lines[place] = COMMAND.sub(told, lines[place])
    return "\n".join(lines)
