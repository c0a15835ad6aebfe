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
        made = [*simtcc.parent.glob("*headers.*"), *simtcc.parent.glob("openmp_containers.*")]
        for path in made:
            # What is preprocessed is right, so that each run shows what becomes of what is compiled.
            if path.name.endswith((".h.gch", ".h")):
                shutil.copy(path, places["broken"])
            elif path.suffix == ".gch":
                (places["broken"] / path.name).write_bytes(b"made by another g++")
        shutil.copytree(places["broken"], places["unread"])
        for path in places["unread"].glob("*.h.gch"):
            path.write_bytes(b"made by another g++")
        # Whole, but as if a file of the simulator's were newer.
        places["outdated"].mkdir()
        for path in made:
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
        # Much of the standard library, precompiled where a program begins with all of it.
        much = folder / "much.cu"
        much.write_text(
            "// holds much\n#include <algorithm>\n#include <cstdint>\n#include <mutex>\n#include <vector>\n"
            + HOLDS_MUCH
        )
        for source, words in (
            (PROGRAMS / "cooperative_groups.cu", []),
            (PROGRAMS / "cooperative_groups.cu", ["-fopenmp"]),  # as labs' modules are
            (kernel, ["--run-time"]),
            (much, ["-fopenmp"]),
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
        # What it does not include it does not see.
        much.write_text("#include <algorithm>\n#include <mutex>\n" + HOLDS_MUCH)
        words = [simtcc, "-c", "-fopenmp", much, "-o", folder / "much.o"]
        if subprocess.run(words, capture_output=True).returncode == 0:
            wrong.append("a program without <vector> has seen it")
        wrong += modules(simtcc, folder)
        _, other_standard = compiled(kernel, "precompiled", "-std=c++20")
        if other_standard != [True]:
            wrong.append("headers that were read as C++17 were taken for C++20")
    print("\n".join(wrong) or "the same object files")
    return 1 if wrong else 0


HOLDS_MUCH = """#include <cuda_runtime.h>
std::vector<std::vector<float>> tables(8);
std::mutex mutex;
__global__ void twice(float* x) { x[threadIdx.x] *= 2; }
void all(float* x, int n) {
  const std::lock_guard<std::mutex> hold(mutex);
  tables[n].resize(std::max(n, 1));
  twice<<<1, n>>>(x);
}
"""
MODULE = """#include <cstdint>
#include <chrono>
double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
"""


def modules(simtcc: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """In plain C++: the standard library's headers, if the module begins with them; it sees none that it does not include."""
    source, wrong, made = folder / "module.cpp", [], {}
    for name in ("none", "broken"):
        (folder / "modules" / name).mkdir(parents=True)
    for path in simtcc.parent.glob("std_*.h*"):
        broken = folder / "modules/broken" / path.name
        broken.write_bytes(b"made by another g++" if path.suffix == ".gch" else path.read_bytes())

    def build(place: pathlib.Path, text: str) -> subprocess.CompletedProcess[str]:
        source.write_text(text)
        environment = {**os.environ, "SIMTCC_LIBRARY_DIR": str(place)}
        words = [simtcc, "-shared", "-fopenmp", "-H", f"-L{simtcc.parent}", source, "-o", folder / "module.so"]
        return subprocess.run(words, env=environment, capture_output=True, text=True)

    for place in (simtcc.parent, folder / "modules/none", folder / "modules/broken"):
        (folder / "module.so").unlink(missing_ok=True)
        done = build(place, MODULE)
        if done.returncode:
            wrong.append(f"module.cpp with {place.name}: {done.stderr}")
        else:
            made[place.name] = subprocess.run(
                ["objdump", "-d", "--no-show-raw-insn", "-j", ".text", folder / "module.so"],
                capture_output=True,
                text=True,
            ).stdout
        if ("! " in done.stderr) != (place == simtcc.parent):
            wrong.append(f"module.cpp with {place.name}: whether with precompiled headers: {place != simtcc.parent}")
    if len(set(made.values())) != 1:
        wrong.append("module.cpp: other code with precompiled headers than without")
    if not build(simtcc.parent, MODULE.replace("chrono", "algorithm", 1)).returncode:
        wrong.append("a module that includes <algorithm> has seen <chrono>")
    little = folder / "little.cpp"
    little.write_text("#include <cstddef>\n")
    words = [simtcc, "--headers", "-MD", "-MF", folder / "little.d", little, "-o", folder / "little"]
    subprocess.run(words, check=True)
    if any(path.name in (folder / "little.d").read_text().split(":", 1)[1] for path in folder.glob("little.*.h*")):
        wrong.append("what simtcc --headers makes is named among what it is made of: to ninja a cycle")
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
