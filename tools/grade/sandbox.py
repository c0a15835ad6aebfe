# What stands between a submission and the machine: a user of its own, an environment of its own, limits.
from __future__ import annotations

import os
import pathlib
import pwd
import subprocess

from tools.grade.process import Limits

FIRST_USER = 60100  # as root every job runs as a number that no account has: 60100, 60101, …
SPARE_PROCESSES = 256  # processes and threads a submission may have at once


def environment(scratch: pathlib.Path, cuda: bool = False) -> dict[str, str]:
    kept = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(scratch), "TMPDIR": str(scratch)}
    if cuda:
        kept["PATH"] = os.environ.get("PATH", kept["PATH"])
        kept |= {key: value for key, value in os.environ.items() if key.startswith(("CUDA_", "NVIDIA_", "LD_"))}
    return kept


def user_of(slot: int, needed: list[pathlib.Path]) -> tuple[int | None, str]:
    """The user a job runs as, or None with the reason. `needed`: files that this user must be able to read."""
    if os.geteuid() != 0:
        return None, ""
    number = FIRST_USER + slot
    try:
        pwd.getpwuid(number)
        return None, f"user number {number} belongs to somebody"
    except KeyError:
        pass
    for path in needed:
        try:
            readable = (
                subprocess.run(["test", "-r", str(path)], user=number, group=number, extra_groups=[]).returncode == 0
            )
        except (OSError, subprocess.SubprocessError) as error:
            return None, f"this machine does not let root become another user ({error})"
        if not readable:
            return None, f"{path} is not readable for other users"
    return number, ""


def job_limits(seconds: float, memory_mib: int, user: int | None) -> Limits:
    """RLIMIT_NPROC counts a user's processes everywhere, so what this user already runs is added to it."""
    return Limits(
        seconds=seconds,
        memory_mib=memory_mib,
        processes=SPARE_PROCESSES + (0 if user else _threads_of(os.getuid())),
        user=user,
        isolate=True,
    )


def _threads_of(user: int) -> int:
    count = 0
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and entry.stat().st_uid == user:
                count += len(list((entry / "task").iterdir()))
        except OSError:
            continue
    return count
