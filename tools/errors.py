# What a person sees as a sentence when the tool could not do its job: what is wrong and what to do.
from __future__ import annotations

import re

# What a compiler, the linker or the simulator says when the machine is to blame, and what there is to do.
MACHINE = {
    r"No space left on device|Disk quota exceeded": "the disk is full, or your share of it. Make room, or let TMPDIR, or COURSE_BUILD for all that the course makes, name a folder where there is some",
    r"No locks available": "build/ lies on a file system that has no locks, as some homes on a network have none, and Meson needs one. Let COURSE_BUILD name a folder on a disk of this machine",
    r"Read-only file system|^PermissionError": "something lies where nothing can be written. COURSE_BUILD=/a/folder/of/yours ./course … keeps there what the course makes",
    r"temp_directory_path|simtcc: cannot write to": "TMPDIR is no folder that can be written to. Unset it, or let it name one",
    r"Clock skew detected": "files are newer than this machine's clock says it is. Set the clock, or `find . -type f -exec touch {} +`",
    r"failed to map segment": "TMPDIR lies on a file system that runs no programs (noexec). Let it name a folder elsewhere",
    r"Killed signal terminated program|virtual memory exhausted|[Cc]annot allocate memory|out of memory allocating": "the compiler ran out of memory. Close something, or give the machine or container 2 GiB",
    r"ninja: error: '/.* missing and no known rule": "a library that build/ was made with is gone: ./course setup installs what is missing, and looks again",
    r"simtcc: cannot start": "the compiler is missing: ./course setup installs it",
    r"^simtcc: |^simt: ": "",  # these say what to do themselves
}


class CourseError(Exception):
    """Ends the command with exit status 2 and this one message; never a traceback."""


def advice_for(words: str) -> str:
    """What to do about it, when it is the machine's fault that something failed; otherwise ''."""
    for pattern, advice in MACHINE.items():
        said = re.search(rf"^.*(?:{pattern}).*$", words, re.M)
        if said:
            return f"{advice}. It said: {said[0].strip()}" if advice else said[0].strip()
    return ""


def blame_the_machine(words: str) -> None:
    """Raises CourseError when it is the machine's fault that something failed, so that nobody's work is blamed for it."""
    advice = advice_for(words)
    if advice:
        raise CourseError(advice)
