# The box that a submission is compiled and run in: bubblewrap's name spaces, in which little of the machine is.
from __future__ import annotations

import os
import pathlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass

HOW = (
    "It takes the Debian package bubblewrap (0.7 or newer: `sudo apt-get install bubblewrap`) and a kernel that lets ordinary"
    " users make name spaces (Ubuntu 24.04: `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`), which few"
    " containers do. If you trust those whose work you grade, --no-sandbox does without"
)
ROOM_MIB = 64  # of files, in each place where the program may write
# What is /usr by another name on most systems, and a folder of its own on others.
OUTSIDE_USR = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")


@dataclass(frozen=True)
class Box:
    """Inside there are /usr, `readable`, and what is written; no network, no other processes, no home, no /etc."""

    readable: tuple[pathlib.Path, ...]  # files and folders, read-only, under their own names
    writable: pathlib.Path | None = None  # a folder of the machine; without one, the working folder lies in memory

    def command(
        self, command: list[str], cwd: pathlib.Path, status_fd: int, filter_fd: int | None, processes: int | None
    ) -> list[str]:
        """bubblewrap's words for running the command in the folder. To `status_fd` it writes how that went; from
        `filter_fd` it reads which calls of the system to refuse."""
        words = ["/usr/bin/bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent"]
        words += ["--new-session", "--hostname", "box", "--json-status-fd", str(status_fd), "--cap-drop", "ALL"]
        words += ["--seccomp", str(filter_fd)] if filter_fd is not None else []
        words += ["--ro-bind", "/usr", "/usr", *_beside_usr()]
        words += ["--proc", "/proc", "--dev", "/dev", *_memory("/dev/shm"), "--remount-ro", "/dev", *_memory("/tmp")]
        if self.writable:
            words += ["--bind", str(self.writable), str(self.writable)]
        else:
            words += _memory(str(cwd))
        for path in self.readable:
            words += ["--ro-bind", str(path.resolve()), str(path)]
        words += ["--remount-ro", "/", "--chdir", str(cwd), "--"]
        # The limit is set inside, where the kernel counts the box's processes and not all of the user's.
        if processes:
            words += ["/usr/bin/prlimit", f"--nproc={processes}:{processes}", "--"]
        return words + command


def _memory(place: str) -> list[str]:
    return ["--size", str(ROOM_MIB << 20), "--tmpfs", place]


def _beside_usr() -> Iterable[str]:
    for place in OUTSIDE_USR:
        if os.path.islink(place):
            yield from ("--symlink", os.readlink(place), place)
        elif os.path.isdir(place):
            yield from ("--ro-bind", place, place)


def missing() -> str:
    """What there is no box for, or ''."""
    return "" if shutil.which("bwrap", path="/usr/bin") else "bubblewrap is not installed"
