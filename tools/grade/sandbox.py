# What stands between a submission and the machine: a user of its own, an environment of its own, limits, a folder.
from __future__ import annotations

import contextlib
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator

from tools.errors import CourseError
from tools.files import claimed
from tools.grade import box
from tools.grade.process import Limits, Trouble, run_confined

USERS = range(60100, 64900)  # as root every job runs as a number of these that no account and no other run has
SPARE_PROCESSES = 256  # processes and threads a submission may have at once
SCRATCH = "course-grade-run-"  # how the folders begin in which runs keep what they compile


def environment(scratch: pathlib.Path, cuda: bool = False) -> dict[str, str]:
    kept = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(scratch), "TMPDIR": str(scratch)}
    if cuda:
        kept["PATH"] = os.environ.get("PATH", kept["PATH"])
        kept |= {key: value for key, value in os.environ.items() if key.startswith(("CUDA_", "NVIDIA_", "LD_"))}
    return kept


@contextlib.contextmanager
def users(count: int, needed: list[pathlib.Path]) -> Iterator[list[int | None]]:
    """As many users, one for each job at a time: as root numbers that nobody else has while this lasts, otherwise whoever
    calls. `needed`: what they must be able to read. Raises CourseError where a submission would have to run as root."""
    if os.geteuid() != 0:
        yield [None] * count
        return
    with contextlib.ExitStack() as held:
        found: list[int | None] = []
        for number in USERS:
            if len(found) == count:
                break
            if not _has_account(number) and _claim(held, number):
                found.append(number)
        if len(found) < count:
            raise CourseError(
                f"{count} jobs at a time are too many: other runs use the user numbers. Take fewer --jobs."
            )
        _must_read(found[0], needed)
        yield found


def _has_account(number: int) -> bool:
    try:
        return bool(pwd.getpwuid(number))
    except KeyError:
        return False


def _claim(held: contextlib.ExitStack, number: int) -> bool:
    """Takes the number until the stack is left, or this process ends, if no other run of this machine has it. A socket's
    name, of the kind that is no file, is given to one at a time, and nothing of it stays."""
    name = held.enter_context(socket.socket(socket.AF_UNIX))
    try:
        name.bind(f"\0course-grade-user-{number}")
    except OSError:
        return False
    return True


def _must_read(user: int | None, needed: list[pathlib.Path]) -> None:
    why = ""
    try:
        for path in needed:
            if subprocess.run(["test", "-r", str(path)], user=user, group=user, extra_groups=[]).returncode:
                why = f"{path} is not readable for other users (chmod -R a+rX, and a+x for the folders above)"
                break
    except (OSError, subprocess.SubprocessError) as error:
        why = f"this machine does not let root become another user ({error})"
    if why:
        raise CourseError(
            f"submissions would run as root, because {why}. Nothing was graded: mend that, or grade as an ordinary user."
        )


def job_limits(seconds: float, memory_mib: int, user: int | None) -> Limits:
    """Where there is no box, RLIMIT_NPROC counts a user's processes everywhere, so what this user already runs is added."""
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


def no_box(user: int | None) -> str:
    """Why submissions cannot be run in a box on this machine, or ''."""
    if box.missing():
        return box.missing()
    with scratch() as folder:
        try:
            run_confined(["/usr/bin/true"], folder, Limits(processes=SPARE_PROCESSES, user=user), {}, box=box.Box(()))
        except Trouble as error:
            return str(error)
    return ""


@contextlib.contextmanager
def scratch() -> Iterator[pathlib.Path]:
    """A folder for this run, removed in the end; before that, those of runs that were killed."""
    with contextlib.ExitStack() as held:
        try:
            folder = _make_folder(held)
        except OSError as error:
            raise CourseError(
                f"there is no room for what grading compiles: {error}. Make some, or let TMPDIR name another folder."
            ) from None
        try:
            yield folder
        finally:
            remove(folder)


def _make_folder(held: contextlib.ExitStack) -> pathlib.Path:
    for path in pathlib.Path(tempfile.gettempdir()).glob(SCRATCH + "*"):
        with contextlib.suppress(OSError):
            if path.lstat().st_uid == os.geteuid() and path.is_dir() and not path.is_symlink():
                with claimed(path, without_locks=False) as left_over:  # for all one knows, a run is at work in it
                    if left_over:
                        _end_what_names(path)
                        remove(path)
    while True:
        folder = pathlib.Path(tempfile.mkdtemp(prefix=SCRATCH))
        if held.enter_context(claimed(folder)):  # and not a leftover in another run's eyes
            folder.chmod(0o711)  # a job's user must get through to the job's own folder, and see no other
            return folder


def _end_what_names(folder: pathlib.Path) -> None:
    """A box that lost its run before it was closed waits for good. Its words name the run's folder."""
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if not entry.name.isdigit() or os.fsencode(folder) not in (entry / "cmdline").read_bytes():
                continue
            user, own = entry.stat().st_uid, os.geteuid()
            if user in USERS if own == 0 else user == own:
                os.kill(int(entry.name), signal.SIGKILL)


def remove(folder: pathlib.Path) -> None:
    """Whatever a submission made of it: folders too deep for Python, or closed to those that made them."""
    words = ["rm", "-rf", "--", str(folder)]
    if subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True).returncode:
        subprocess.run(["chmod", "-R", "u+rwX", "--", str(folder)], stdin=subprocess.DEVNULL, capture_output=True)
        subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
