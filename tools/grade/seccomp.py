# The calls of the system that a program in a box is refused: seccomp's filter, as bubblewrap takes it.
from __future__ import annotations

import errno
import functools
import platform
import re
import struct
import subprocess

# No grader and no solution needs them. They reach into other processes, get memory that belongs to no process, open what
# a submission could talk through, or are of the kernel's newest and least tried parts.
REFUSED = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp"),
    *("memfd_create", "memfd_secret", "shmget", "shmat", "semget", "msgget", "mq_open"),
    *("socket", "add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup"),
    *("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_by_handle_at", "personality"),
)
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # AUDIT_ARCH_… of <linux/audit.h>
OTHER_NUMBERS = 0x40000000  # from here on x86-64 has the same calls once more
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06  # the four instructions that it takes, of <linux/bpf_common.h>
NUMBER, MACHINE = 0, 4  # offsets in struct seccomp_data
KILL, REFUSE, ALLOW = 0x80000000, 0x00050000 | errno.EPERM, 0x7FFF0000


@functools.cache
def program() -> bytes:
    """A filter for this machine's processor; none for one that is not known. Raises OSError without a compiler."""
    machine = ARCHITECTURE.get(platform.machine())
    if machine is None:
        return b""
    return filter_for(machine, _numbers())


def filter_for(machine: int, numbers: dict[str, int]) -> bytes:
    """Of a processor, as the kernel's audit calls it, whose calls have those numbers."""
    refused = [numbers[name] for name in REFUSED if name in numbers]  # headers may be older than the newest call
    lines = [(LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, machine), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    lines += [(AT_LEAST, len(refused) + 1, 0, OTHER_NUMBERS)]
    lines += [(EQUAL, len(refused) - at, 0, number) for at, number in enumerate(refused)]
    lines += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    return b"".join(struct.pack("HBBI", *line) for line in lines)


def _numbers() -> dict[str, int]:
    """What the system's own header calls them."""
    return numbers_in("#include <sys/syscall.h>\n")


def numbers_in(program: str) -> dict[str, int]:
    """What the headers of a program in C call them."""
    done = subprocess.run(["g++", "-E", "-dM", "-x", "c", "-"], input=program, capture_output=True, text=True)
    found = {name: int(number) for name, number in re.findall(r"^#define __NR_(\w+) (\d+)$", done.stdout, re.M)}
    if "ptrace" not in found:
        raise OSError(f"g++ does not read the headers of calls: {done.stderr.strip()[-200:]}")
    return found
