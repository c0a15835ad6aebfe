# ./course check --watch: checks again after every save, listens to keys meanwhile, and goes on when a lab is solved.
from __future__ import annotations

import os
import shlex
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass

from tools.console import note, on_terminal, paint, say
from tools.errors import CourseError
from tools.files import shown_path
from tools.model import Lab, digest
from tools.state import lab_state
from tools.study.keys import Keyboard, keyboard
from tools.study.sections import before
from tools.study.status import next_lab

EVERY = 0.2  # seconds between two looks at the files: their contents decide, which also holds where no file system tells of a save
EDITORS = ("code", "nano", "vim", "vi")


@dataclass
class Verbs:
    """What the course command does at a key."""

    check: Callable[[list[Lab]], object]
    hint: Callable[[Lab], object]
    list: Callable[[Lab], object]
    reset: Callable[[Lab], object]


class Companion:
    def __init__(self, labs: list[Lab], lab: Lab, verbs: Verbs):
        self.labs, self.lab, self.verbs = labs, lab, verbs  # those that are watched, and the one that keys mean
        self.seen: dict[str, str] = {}
        self.keys: Keyboard | None = None

    def run(self, first: list[Lab]) -> int:
        """`first` are checked at once. Ends at q and Ctrl-C."""
        try:
            with keyboard() as self.keys:
                self._look()
                self._check(first)
                while self._key():
                    if changed := self._changed():
                        self._look()
                        self._check(changed)
        except KeyboardInterrupt:
            say()
        return 0

    def _look(self) -> None:
        self.seen = {lab.name: digest(lab.path) for lab in self.labs}

    def _changed(self) -> list[Lab]:
        return [lab for lab in self.labs if lab.path.exists() and digest(lab.path) != self.seen[lab.name]]

    def _check(self, labs: list[Lab]) -> None:
        if labs:
            self.lab = labs[-1]
            self._clear()
            try:
                self.verbs.check(labs)
            except CourseError as error:  # half an edit must not end the watch
                note(f"course: {error}")
            if len(labs) == 1 and lab_state(self.lab).state == "solved" and self.keys:
                self._go_on()
        self._prompt()

    def _go_on(self) -> None:
        if following := next_lab(self.lab):
            self.lab = following
            if following not in self.labs:
                self.labs.append(following)
            self._look()
            say(f"Now watching {following.name}, too: o opens {shown_path(following.path)}.")

    def _clear(self) -> None:
        if self.keys and on_terminal():
            print("\033[2J\033[H", end="", flush=True)

    def _prompt(self) -> None:
        if not self.keys:
            say(f"Watching {len(self.labs)} lab{'s' if len(self.labs) > 1 else ''}; Ctrl-C ends it.", "dim")
            return
        keys = (("h", "hint"), ("n", "next lab"), ("l", "list"), ("r", "reset"), ("o", "open"), ("q", "quit"))
        said = "  ".join(f"{paint(key, 'bold')} {words}" for key, words in keys)
        say(f"Watching {paint(self.lab.name, 'bold')}:  {said}")

    def _key(self) -> bool:
        """Waits a moment for a key and does what it says; False: no more."""
        if not self.keys:
            time.sleep(EVERY)
            return True
        key = self.keys.key(EVERY)
        acts = {"h": self._hint, "n": self._next, "l": self._list, "r": self._reset, "o": self._open}
        if key == "q":
            return False
        if key in acts:
            self._clear()
            try:
                acts[key]()
            except (CourseError, OSError) as error:
                note(f"course: {error}")
            self._prompt()
        return True

    def _hint(self) -> None:
        self.verbs.hint(self.lab)

    def _list(self) -> None:
        self.verbs.list(self.lab)

    def _next(self) -> None:
        following = next_lab(self.lab)
        if not following:
            say("There is no other lab that is not solved.")
            return
        if following not in self.labs:
            self.labs.append(following)
        self.lab = following
        self._look()
        say(f"{following.name}: {following.title}, {following.total} points", "bold")
        if section := before(following):
            say(f"  Read: {section.words}   {section.address}")
        say(f"  Edit: {shown_path(following.path)}   (o opens it)")
        say()

    def _reset(self) -> None:
        assert self.keys
        say(f"Replace {shown_path(self.lab.path)} with the skeleton? y does it, any other key does not.")
        while not (answer := self.keys.key(3600)):
            pass
        if answer == "y":
            self.verbs.reset(self.lab)
        else:
            say("Nothing changed.")

    def _open(self) -> None:
        assert self.keys
        named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or next(filter(shutil.which, EDITORS), "")
        if not named:
            raise CourseError(f"there is no editor: EDITOR names yours. The file is {shown_path(self.lab.path)}.")
        self.keys.lend([*shlex.split(named), str(self.lab.path)])
        self._clear()
