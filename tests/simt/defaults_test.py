# What a distribution's g++ adds by itself changes nothing: Ubuntu's checks memcpy, printf and the stack, and marks jumps.
# Run: python3 tests/simt/defaults_test.py build/simtcc
"""A compiler that adds what Ubuntu 24.04's adds makes programs with the same report, and what a person asks for of that by
name is heeded nowhere but in a file of the host's."""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent
PROGRAMS = [
    ROOT / "calibration" / "copies.cu",
    ROOT / "calibration" / "fused.cu",
    ROOT / "programs" / "printf_order.cu",
]
UBUNTU = """#!/bin/sh
case " $* " in *" -U_FORTIFY_SOURCE "*) ;; *" -O"[123s]*) set -- -D_FORTIFY_SOURCE=3 "$@" ;; esac
exec {compiler} -fstack-protector-strong -fstack-clash-protection {jumps} -Wformat -Wformat-security "$@"
"""
CHECKED = """#define _FORTIFY_SOURCE 2
#include <cuda_runtime.h>
#include <cstring>
int main(int count, char** words) {
  char small[4];
  memcpy(small, words[0], count > 1 ? 8 : 4);
  return small[0] == words[0][0] ? 0 : 3;
}
"""


def main() -> int:
    simtcc, compiler = pathlib.Path(sys.argv[1]).resolve(), os.environ.get("SIMTCC_CXX", "g++")
    triple = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True, check=True).stdout
    jumps = "-fcf-protection" if triple.startswith("x86_64") else "-mbranch-protection=standard"
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ubuntus = folder / "g++"
        ubuntus.write_text(UBUNTU.format(compiler=shlex.quote(compiler), jumps=jumps))
        ubuntus.chmod(0o755)

        def made(source: pathlib.Path, compiler: str, *options: str) -> pathlib.Path:
            out = folder / f"{source.stem}.sim"
            subprocess.run(
                [simtcc, *options, source, "-o", out], check=True, env={**os.environ, "SIMTCC_CXX": compiler}
            )
            return out

        def report(source: pathlib.Path, compiler: str, *options: str) -> str:
            out = folder / "report.json"
            program = made(source, compiler, *options)
            subprocess.run(
                [program], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SIMT_REPORT": str(out)}
            )
            return out.read_text(encoding="utf-8")

        for source in PROGRAMS:
            plain = report(source, compiler)
            if report(source, str(ubuntus)) != plain:
                wrong.append(f"{source.stem}: another report where g++ adds what Ubuntu's does")
            if report(source, compiler, "-D_FORTIFY_SOURCE=2", "-Xcompiler", "-D_FORTIFY_SOURCE=2") != plain:
                wrong.append(f"{source.stem}: another report with -D_FORTIFY_SOURCE=2")
        checked = folder / "checked.cpp"
        checked.write_text(CHECKED)
        program = made(checked, str(ubuntus), "-O2")
        ended = [subprocess.run([program, *words], stderr=subprocess.DEVNULL).returncode for words in ([], ["long"])]
        if ended[0] != 0 or ended[1] == 0:
            wrong.append(f"a host's file that asks for checks: ended with {ended}")
    print("\n".join(wrong) or f"{len(PROGRAMS)} programs, the same with Ubuntu's defaults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
