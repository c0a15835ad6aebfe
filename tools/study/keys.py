# Keys without Enter, and a terminal that is as it was afterwards, however that comes.
from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import termios
import tty
from collections.abc import Iterator

SEVERAL = re.compile(r"\033(\[[\d;]*[ -/]*[@-~]|O.)?")


class Keyboard:
    """What is typed on the terminal, key by key, not shown. Ctrl-C, Ctrl-Z and Ctrl-\\ mean what they always do."""

    def __init__(self) -> None:
        self._file = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._file)
        self._typed = ""  # and not yet asked for

    def key(self, seconds: float) -> str:
        """The next one, or '' after so long. Keys that send several signs (arrows) are none."""
        if not self._typed and select.select([self._file], [], [], seconds)[0]:
            typed = os.read(self._file, 1024)
            if not typed:  # the terminal is gone
                raise KeyboardInterrupt
            self._typed = SEVERAL.sub("", typed.decode(errors="replace"))
        key, self._typed = self._typed[:1], self._typed[1:]
        return key

    def take(self) -> None:
        tty.setcbreak(self._file)

    def give_back(self) -> None:
        termios.tcsetattr(self._file, termios.TCSANOW, self._before)

    def lend(self, command: list[str]) -> int:
        """Runs a program, an editor for instance, that has the terminal as long as it runs."""
        self.give_back()
        before = signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is its own
        try:
            return subprocess.call(command)
        finally:
            signal.signal(signal.SIGINT, before)
            self.take()


@contextlib.contextmanager
def keyboard() -> Iterator[Keyboard | None]:
    """None where nobody types. A SIGTERM is as good as Ctrl-C."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield None
        return
    keys = Keyboard()
    handlers = {}
    try:
        handlers[signal.SIGTERM] = signal.signal(signal.SIGTERM, _interrupt)
        handlers[signal.SIGCONT] = signal.signal(signal.SIGCONT, lambda *_: keys.take())
        keys.take()
        yield keys
    finally:
        handlers[signal.SIGINT] = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not stop this
        for number, handler in handlers.items():
            if number != signal.SIGINT:
                signal.signal(number, handler)
        keys.give_back()
        signal.signal(signal.SIGINT, handlers[signal.SIGINT])


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
