# The simulator's headers, precompiled: the same object file as with their text, whatever becomes of the precompiled ones.
# Run: python3 tests/simt/precompiled_test.py SIMTCC COMPILER
"""Compiles programs with the build's precompiled headers, with none, and with ones that g++ cannot read. A compiler that
only passes on what it is told shows which text g++ was given to compile."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
LONG = 100_000  # bytes: the headers' text is much longer, a program of these much shorter
COMPILER = """#!/bin/sh
for word; do case $word in *.ii) [ "$before" = -fpreprocessed ] && wc -c <"$word" >>{log} ;; esac; before=$word; done
exec {compiler} "$@"
"""


def main() -> int:
    simtcc = pathlib.Path(sys.argv[1]).resolve()
    gxx = sys.argv[2]  # the build's, which precompiled them
    wrong = []
    with tempfile.TemporaryDirectory(prefix="häders of ") as name:
        folder = pathlib.Path(name)
        log, compiler = folder / "log", folder / "compiler"
        compiler.write_text(COMPILER.format(log=shlex.quote(str(log)), compiler=shlex.quote(gxx)))
        compiler.chmod(0o755)
        places = {
            "precompiled": simtcc.parent,
            "none": folder / "none",
            "broken": folder / "broken",
            "unread": folder / "unread",
            "outdated": folder / "outdated",
        }
        places["none"].mkdir()
        places["broken"].mkdir()
        for path in simtcc.parent.glob("*headers.*gch"):
            # What is preprocessed is right, so that each run shows what becomes of what is compiled.
            if path.name.endswith(".h.gch"):
                shutil.copy(path, places["broken"])
            else:
                (places["broken"] / path.name).write_bytes(b"made by another g++")
        shutil.copytree(places["broken"], places["unread"])
        for path in places["unread"].glob("*.h.gch"):
            path.write_bytes(b"made by another g++")
        # Whole, but as if a file of the simulator's were newer.
        places["outdated"].mkdir()
        for path in simtcc.parent.glob("*headers.*"):
            os.utime(shutil.copy(path, places["outdated"]), (0, 0))

        def compiled(source: pathlib.Path, place: str, *words: str) -> tuple[bytes, list[bool]]:
            """The object file, and for each run of g++ whether it was given the headers' text."""
            log.write_text("")
            out = folder / "out.o"
            environment = {**os.environ, "SIMTCC_LIBRARY_DIR": str(places[place]), "SIMTCC_CXX": str(compiler)}
            done = subprocess.run([simtcc, "-c", *words, source, "-o", out], env=environment, capture_output=True)
            if done.returncode or done.stderr:
                wrong.append(f"{source.name} with {place}: {done.stderr.decode()}")
            return out.read_bytes(), [int(size) > LONG for size in log.read_text().split()]

        kernel = folder / "kernel.cu"
        kernel.write_text('extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n')
        for source, words in (
            (PROGRAMS / "cooperative_groups.cu", []),
            (PROGRAMS / "cooperative_groups.cu", ["-fopenmp"]),  # as labs' modules are
            (kernel, ["--run-time"]),
        ):
            short, short_runs = compiled(source, "precompiled", *words)
            expected = {"none": [True], "broken": [False, True], "unread": [True], "outdated": [True]}
            if short_runs != [False]:
                wrong.append(f"{source.name} {words}: g++ was given the headers' text, though they are precompiled")
            for place, runs in expected.items():
                whole, whole_runs = compiled(source, place, *words)
                if whole != short:
                    wrong.append(f"{source.name}: another object file with {place} than with precompiled headers")
                if whole_runs != runs:
                    wrong.append(f"{source.name} with {place}: g++ had the headers' text: {whole_runs}, not {runs}")
        _, other_standard = compiled(kernel, "precompiled", "-std=c++20")
        if other_standard != [True]:
            wrong.append("headers that were read as C++17 were taken for C++20")
    print("\n".join(wrong) or "the same object files")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
