# Links that leave the course: all of them stand in data/links.csv, each with the day on which somebody last saw it.
from __future__ import annotations

import csv
import datetime
import re
import urllib.parse

from tools.model import ROOT
from tools.site.pages import code_lines, contents, every_page

LIST = ROOT / "data" / "links.csv"
NEVER = "never"  # what the list says of a link that nobody has looked at since it was written
URL = re.compile(r"\]\((https?:[^)\s]+)\)|<(https?:[^>\s]+)>")


def external_links() -> set[str]:
    """Those of all pages. An address in code is an example, and none of them."""
    found = set()
    for page in every_page(contents()):
        code = code_lines(page.text)
        for place, line in enumerate(page.text.split("\n")):
            if place not in code:
                found |= {one or other for one, other in URL.findall(re.sub(r"`[^`]*`", "", line))}
    return found


def recorded_links() -> dict[str, str]:
    """Address → the day when it was last seen."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return {row["url"]: row["seen"] for row in csv.DictReader(file)}


def wrong_with(url: str, seen: str) -> str:
    """What is wrong with the form of an entry, or ''."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme != "https":
        return "not https"
    if not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.netloc):
        return "no host"
    if re.search(r"\s", url):
        return "a space"
    if re.search(r"[?&](utm_\w+|fbclid|gclid)=", url):
        return "it follows the reader"
    if seen == NEVER:
        return ""
    try:
        day = datetime.date.fromisoformat(seen)
    except ValueError:
        return f"no date, nor '{NEVER}'"
    return "seen in the future" if day > datetime.datetime.now(datetime.UTC).date() else ""
