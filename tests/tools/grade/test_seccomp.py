# seccomp's filter for both processors, run as the kernel runs it: which calls it lets pass, by the kernel's own numbers.
# Run: ./course test test_seccomp
from __future__ import annotations

import platform
import re
import struct
import subprocess

import pytest

from tools.grade import seccomp

# What arm64's asm/unistd.h asks of the list that newer processors share, which every machine's headers have.
AARCH64 = (
    "".join(
        f"#define __ARCH_WANT_{what}\n"
        for what in ("RENAMEAT", "NEW_STAT", "SET_GET_RLIMIT", "TIME32_SYSCALLS", "SYS_CLONE3", "MEMFD_SECRET")
    )
    + "#include <asm-generic/unistd.h>\n"
)
HEADERS = {"aarch64": AARCH64, platform.machine(): "#include <sys/syscall.h>\n"}
KNOWN = {"aarch64": {"ptrace": 117, "memfd_create": 279, "socket": 198}, "x86_64": {"ptrace": 101, "memfd_create": 319}}
MOST = 600  # beyond every call's number


def answer(program: bytes, machine: int, number: int) -> int:
    """What the filter says of a call: classic BPF, as far as the filter has it."""
    seen = struct.pack("iIQ6Q", number, machine, 0, *[0] * 6)
    at, value = 0, 0
    while True:
        code, if_true, if_false, operand = struct.unpack_from("HBBI", program, at * 8)
        at += 1
        if code == seccomp.LOAD:
            (value,) = struct.unpack_from("I", seen, operand)
        elif code == seccomp.EQUAL:
            at += if_true if value == operand else if_false
        elif code == seccomp.AT_LEAST:
            at += if_true if value >= operand else if_false
        else:
            assert code == seccomp.RETURN
            return operand


@pytest.mark.parametrize("machine", sorted({*HEADERS} & {*seccomp.ARCHITECTURE}))
def test_what_is_listed_is_refused_and_nothing_else(machine):
    numbers = seccomp.numbers_in(HEADERS[machine])
    assert KNOWN[machine].items() <= numbers.items()
    assert set(seccomp.REFUSED) <= set(numbers)  # a name that no header has would be refused by nobody
    made = seccomp.filter_for(seccomp.ARCHITECTURE[machine], numbers)
    said = {number: answer(made, seccomp.ARCHITECTURE[machine], number) for number in range(MOST)}
    refused = {numbers[name] for name in seccomp.REFUSED}
    assert {number for number, word in said.items() if word == seccomp.REFUSE} == refused
    assert {number for number, word in said.items() if word == seccomp.ALLOW} == set(range(MOST)) - refused


@pytest.mark.parametrize("machine", sorted(seccomp.ARCHITECTURE))
def test_processors_are_called_as_the_kernel_calls_them(machine):
    asked = f"#include <linux/audit.h>\nAUDIT_ARCH_{machine.upper()}\n"
    done = subprocess.run(["g++", "-E", "-P", "-x", "c", "-"], input=asked, capture_output=True, text=True, check=True)
    bits = re.findall(r"\w+", done.stdout.splitlines()[-1])  # (183|0x80000000|0x40000000)
    assert sum(int(bit, 0) for bit in bits) == seccomp.ARCHITECTURE[machine]


@pytest.mark.parametrize("machine", sorted(seccomp.ARCHITECTURE))
def test_another_processors_calls_end_the_program(machine):
    made = seccomp.filter_for(seccomp.ARCHITECTURE[machine], {"ptrace": 1})
    others = [*(value for name, value in seccomp.ARCHITECTURE.items() if name != machine), 0x40000003, 0x40000028]
    for other in others:  # i386, arm
        assert answer(made, other, 0) == seccomp.KILL
    assert answer(made, seccomp.ARCHITECTURE[machine], seccomp.OTHER_NUMBERS) == seccomp.REFUSE


@pytest.mark.skipif(platform.machine() not in seccomp.ARCHITECTURE, reason="no filter for this processor")
def test_this_machine_has_that_filter():
    machine = platform.machine()
    assert seccomp.program() == seccomp.filter_for(seccomp.ARCHITECTURE[machine], seccomp.numbers_in(HEADERS[machine]))
