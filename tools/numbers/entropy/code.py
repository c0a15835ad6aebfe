# Code in the pages: what a version changes, and a few lines of one.
from __future__ import annotations

import difflib
import re

from tools.model import ROOT
from tools.numbers.entropy.chapter import CHAPTER
from tools.versions import find_version, source_of


def changes(old: str, new: str) -> str:
    """What `new` changes, as a diff without what every version has of its own, its name, and without comments. Long tables are cut short."""
    texts = []
    for name in (old, new):
        path = source_of(CHAPTER, find_version(CHAPTER, name))
        lines = path.read_text(encoding="utf-8").splitlines()[2:]
        texts.append([re.sub(r"entropy_v\d+", "entropy", line) for line in lines])
    shown: list[str] = []
    for line in difflib.unified_diff(texts[0], texts[1], n=0, lineterm=""):
        if line.startswith(("---", "+++")) or not line[1:].strip() or line[1:].lstrip().startswith("//"):
            continue
        if line.startswith("@@"):
            if shown and shown[-1]:
                shown.append("")
        elif re.fullmatch(r"[-+]\s+[\d.f, ]+(\};)?", line):
            if "…" not in shown[-1]:
                shown.append(f"{line[0]}      … }};")
        else:
            shown.append(line)
    return "```diff\n" + "\n".join(shown) + f"\n```\n<sub>`./course diff entropy {old} {new}`</sub>"


def excerpt(path: str, first: str, before: str) -> str:
    """A function's part, from the line with `first` to the line before `before`, as a code block without its indent."""
    text = (ROOT / path).read_text(encoding="utf-8")
    begin = text.rindex("\n", 0, text.index(first)) + 1
    end = text.rindex("\n", 0, text.index(before, begin) + 1)
    lines = text[begin:end].splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip() and line[0] != "#")
    language = "cuda" if path.endswith(".cu") else "cpp"
    return (
        f"```{language}\n"
        + "\n".join(line if line[:1] == "#" else line[indent:] for line in lines)
        + f"\n```\n<sub>[{path}](../../{path})</sub>"
    )
