# The front page of the students' edition: of README.md what a student needs.
from __future__ import annotations

import re

from tools.errors import CourseError
from tools.taught import Class

SECTIONS = (
    "Two commands",
    "A Mac, Windows, any other Linux",
    "A lab in five minutes",
    "Your own CUDA programs, with no GPU",
    "What a submission may not do",
    "Limits",
    "Licences",
)
# Sentences that are of the full course, and what a student reads instead. Blanks stand for line breaks, too.
INSTEAD = {
    "./course run     # runs every version of every chapter and shows what the memory system saw": "./course          # says where you are, and what is next",
    "shell in which every command of this page works, `profile` and `sanitize` included, and `grade` with `--no-sandbox`;": "shell in which every command of this page works, `profile` and `sanitize` included;",
    "Wait until the terminal says `10 of 10 points`: it has then installed the packages and built the simulator.": "Wait until the terminal has checked every lab: it has then installed the packages and built simulator and graders.",
    "Solutions, explained, are in `solutions/`; `./course check LAB --solution` checks one.": "",
    "Adding a lab or a chapter: [CONTRIBUTING.md](CONTRIBUTING.md).": "",
    "times as slow in blocks of 32×8 as in blocks of 8×32.": "times as slow in blocks of one shape as in blocks of another.",
    "`--any-calls` does without: for labs of your own that need such a function. Every result then says so.": "",
}
UPDATES = """## What is new, and what is due

`./course list` shows points, and deadlines where there are any. What your instructor changes comes with

```sh
git pull
```

and leaves your labs as they are: it never touches a file in `labs/` that you have. `./course reset LAB` takes the skeleton
as it is today, and keeps your version in `.course/backups/`.

## What leaves your machine

Nothing that `./course` does. It has no network to talk to once it is set up; what it remembers lies in `.course/`. What you
hand in is what you hand in.

"""


def students_readme(text: str, taught: Class) -> str:
    parts = re.split(r"^(?=#{2,3} )", text, flags=re.M)
    titles = {re.sub(r"^#+ ", "", part.split("\n")[0]): part for part in parts[1:]}
    made = parts[0]
    for title in SECTIONS:
        if title not in titles:
            raise CourseError(f"README.md has no section '{title}' any more, which a students' edition has.")
        made += UPDATES if title == "What a submission may not do" else ""
        made += re.sub(r"^### ", "## ", titles[title])
    for old, new in INSTEAD.items():
        pattern = r"\s+".join(map(re.escape, old.split()))
        if not re.search(pattern, made):
            raise CourseError(f"README.md does not say '{old}' any more, which a students' edition puts otherwise.")
        made = re.sub(pattern, lambda _, new=new: new, made)
    return made
