# How many registers nvcc gives the kernels of any program, which the model of the caches asks for.
from __future__ import annotations

import argparse
import pathlib
import re
import shutil
import subprocess
import tempfile

from tools.build.meson import environment
from tools.console import note
from tools.files import write_atomic
from tools.profile.caches import GPUS
from tools.profile.inspection import of_entries


def architecture(gpu: str) -> str:
    """'sm_90'"""
    found = re.search(r'\.architecture = "(\w+)"', (GPUS / f"{gpu}.hpp").read_text(encoding="utf-8"))
    assert found, gpu
    return found[1]


def registers_of(args: argparse.Namespace, program: pathlib.Path, gpu: str) -> pathlib.Path | None:
    """A file with a line a kernel: their number and its mangled name, kept beside the program; None where nvcc is not there,
    or does not compile it."""
    nvcc = shutil.which("nvcc", path=environment()["PATH"])
    sources = [file for file in args.files if file.endswith(".cu")]
    if not nvcc or not sources:
        return None
    kept = program.with_name(f"registers-{gpu}")
    if kept.exists() and kept.stat().st_mtime >= program.stat().st_mtime:
        return kept
    options = [*(f"-I{folder}" for folder in args.include), *(f"-D{macro}" for macro in args.define)]
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            command = [nvcc, "-std=c++17", "-O3", f"-arch={architecture(gpu)}", "-cubin", "-Xptxas", "-v", *options]
            command += [*args.compile_option, source, "-o", str(pathlib.Path(folder, "cubin"))]
            done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode:
                note(f"course: nvcc does not compile {source}, so the model assumes that registers limit nothing")
                return None
            if "Compiling entry function" in done.stderr:
                lines += [f"{numbers['registers']} {name}\n" for name, numbers in of_entries(done.stderr).items()]
    write_atomic(kept, "".join(lines))
    return kept
