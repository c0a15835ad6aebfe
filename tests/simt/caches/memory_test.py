# The model of the caches takes no more memory for more accesses: peaks of one launch and of one with four times as many.
# Run: python3 tests/simt/caches/memory_test.py build/tests/simt/caches-memory.sim
"""Its limit is set to 16 MiB (SIMT_CACHE_MEMORY), so that small launches reach it. What it takes is the peak of a process that
models them less that of one that does not. No time is looked at."""

import functools
import os
import subprocess
import sys

LIMIT_MIB = 16


@functools.cache  # some are compared twice
def peak_kib(program: str, blocks: int, loads: int, **told: str) -> tuple[int, str]:
    """The largest resident set of a run, on one worker; and what it says on stderr."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SIMT_")}
    process = subprocess.Popen(
        [program, str(blocks), str(loads)],
        stderr=subprocess.PIPE,
        text=True,
        env={**inherited, "SIMT_WORKERS": "1", "SIMT_REPORT": os.devnull, **told},
    )
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{program} {blocks} {loads}: {said}")
    return usage.ru_maxrss, said


def main(program: str) -> int:
    wrong = []
    for what, small, large in (
        ("more blocks", (264, 64), (1056, 64)),
        ("more loads a thread", (264, 64), (264, 256)),
    ):
        plain = peak_kib(program, *small)[0]
        taken, said = zip(
            *(
                peak_kib(program, *size, SIMT_CACHES="h200", SIMT_CACHE_MEMORY=str(LIMIT_MIB))
                for size in (small, large)
            ),
            strict=True,
        )
        first, second = (peak - plain for peak in taken)
        unlimited = peak_kib(program, *large, SIMT_CACHES="h200")[0] - plain
        print(f"{what}: {first} KiB, four times as many: {second} KiB; without the limit: {unlimited} KiB")
        if second > first + LIMIT_MIB * 1024:
            wrong.append(f"{what}: {second - first} KiB more for four times the accesses")
        if unlimited < second + LIMIT_MIB * 1024:
            wrong.append(f"{what}: the limit saves nothing, so this launch shows nothing")
        if not all("of the blocks were played at a time" in text for text in said):
            wrong.append(f"{what}: nobody is told that fewer blocks were played at a time")
    print(*wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
