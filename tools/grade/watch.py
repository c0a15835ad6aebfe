# What all processes of a job use together: the system's own limits are of one process each.
# Two processes of each grading begin with this and confine.py: what they import is waited for every time.
from __future__ import annotations

import contextlib
import os

KERNEL_LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
TICK = 1 / os.sysconf("SC_CLK_TCK")


class Use:
    def __init__(self) -> None:
        self.seconds = 0.0  # of processor time, the dead's included where their parents have waited for them
        self.mebibytes = 0.0  # private and shared memory, mapped files left out
        self.running = False  # whether any thread runs or could


def use_below(process: int) -> Use:
    """Of everything that the process has started, and of what that has started."""
    total, queue = Use(), children_of(process)
    while queue:
        one = queue.pop()
        with contextlib.suppress(OSError, ValueError, IndexError):  # where it has just ended
            _add(total, one)
        queue += children_of(one)
    return total


def _add(total: Use, process: int) -> None:
    home = f"/proc/{process}"
    fields = read(f"{home}/stat").rpartition(")")[2].split()
    total.seconds += sum(map(int, fields[11:15])) * TICK
    for thread in os.listdir(f"{home}/task"):
        if total.running:
            break
        total.running = read(f"{home}/task/{thread}/stat").rpartition(")")[2].split()[0] == "R"
    for line in read(f"{home}/status").splitlines():
        if line.startswith(("RssAnon:", "RssShmem:", "VmSwap:")):
            total.mebibytes += int(line.split()[1]) / 1024
    for file in os.scandir(f"{home}/fd"):  # memory that it holds by a descriptor, and has not mapped
        with contextlib.suppress(OSError):
            if os.readlink(file.path).startswith("/memfd:"):
                total.mebibytes += file.stat().st_blocks * 512 / (1 << 20)


def children_of(process: int) -> list[int]:
    """By the kernel's own list; where it keeps none, by asking every process for its parent."""
    if not KERNEL_LISTS_CHILDREN:
        return _children_by_parent(process)
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            found += map(int, read(f"/proc/{process}/task/{thread}/children").split())
    except OSError:  # it has just ended
        pass
    return found


def _children_by_parent(parent: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                if int(read(f"/proc/{entry}/stat").rpartition(")")[2].split()[1]) == parent:
                    found.append(int(entry))
            except (OSError, IndexError):
                pass
    return found


def read(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:  # a process may call itself anything
        return file.read()
