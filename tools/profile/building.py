# Any CUDA program, of one file or several: what the command line says of it, and how it is compiled for the simulator.
"""A program is compiled once for its content and everything it includes; the result is kept in .course/programs/."""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence

from tools.arguments import folder as existing_folder
from tools.arguments import seconds
from tools.build.meson import BUILD, SIMULATOR, environment, must_build, need_sim
from tools.console import note
from tools.errors import CourseError
from tools.files import read_json, write_json
from tools.model import ROOT, digest, load_course
from tools.state import FOLDER

PROGRAMS = FOLDER / "programs"
KEPT_PROGRAMS = 64
OPTIONS = ROOT / "simt" / "compiler" / "nvcc_options.inc"
SOURCES = (".cu", ".cpp", ".cc", ".cxx", ".c")
OBJECTS = (".o", ".a", ".so")


def add_program_arguments(parser: argparse.ArgumentParser) -> None:
    """The program's files, what nvcc would be told about them, a limit, and, after --, the program's own arguments."""
    parser.add_argument(
        "files", metavar="FILE.cu", nargs="+", help="a CUDA program, with a main: sources, objects and libraries"
    )
    parser.add_argument(
        "-I",
        dest="include",
        type=existing_folder,
        action="append",
        default=[],
        metavar="DIR",
        help="a folder with headers",
    )
    parser.add_argument("-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]", help="a macro")
    parser.add_argument(
        "--compile-option",
        action="append",
        default=[],
        metavar="OPTION",
        help="an option of g++; those of nvcc, as -std=c++20, -lm and @FILE, may stand as they are",
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="SECONDS", help="stop the program after so long (default: never)"
    )
    parser.usage = f"{parser.prog} FILE.cu... [options, also nvcc's] [-- ARGUMENTS OF THE PROGRAM]"
    parse: Callable = parser.parse_known_args

    def parse_known_args(
        args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """argparse would take what follows -- for arguments of its own, and of nvcc's options it knows nothing."""
        words = list(args)
        cut = words.index("--") if "--" in words else len(words)
        own, nvccs = _part(words[:cut], parser)
        namespace, unknown = parse(own, namespace)
        namespace.arguments = words[cut + 1 :]
        namespace.compile_option = [*namespace.compile_option, *nvccs]
        return namespace, unknown

    parser.parse_known_args = parse_known_args  # type: ignore[method-assign, assignment]


def _part(words: list[str], parser: argparse.ArgumentParser) -> tuple[list[str], list[str]]:
    """What argparse knows, files in front, and what is for simtcc."""
    files: list[str] = []
    own: list[str] = []
    nvccs: list[str] = []
    actions = parser._option_string_actions
    rest = iter(words)
    for word in rest:
        name = word.partition("=")[0] if word.startswith("--") else word[:2]
        if not word.startswith("-") or word == "-":
            (nvccs if word.startswith("@") else files).append(word)
        elif action := actions.get(word) or actions.get(name):
            own.append(word)
            attached = word != name if word.startswith("--") else len(word) > 2
            if action.nargs != 0 and not attached:
                own += [value for value in [next(rest, None)] if value is not None]
        elif (option := word.partition("=")[0]) in nvcc_options() or not word.startswith("--"):
            nvccs.append(word)
            if nvcc_options().get(option) and "=" not in word:
                nvccs += [value for value in [next(rest, None)] if value is not None]
        else:
            own.append(word)  # for argparse to complain of, or an abbreviation
    return files + own, nvccs


@functools.cache
def nvcc_options() -> dict[str, bool]:
    """nvcc's options by both names, and whether a value follows."""
    rows = re.findall(r'^SIMT_NVCC_OPTION\("([^"]*)", "([^"]*)", (\w+),', OPTIONS.read_text(encoding="utf-8"), re.M)
    return {name: takes != "nothing" for row in rows for name in row[:2] if name for takes in [row[2]]}


def build_program(args: argparse.Namespace) -> pathlib.Path:
    """The executable; a CourseError, after the compiler's own words, where there is none."""
    _must_be_a_program(args, [getattr(args, name, None) for name in ("json", "html")])
    need_sim()
    must_build(SIMULATOR)
    options = [
        *(f"-I{folder}" for folder in args.include),
        *(f"-D{macro}" for macro in args.define),
        *args.compile_option,
    ]
    name = hashlib.sha256(json.dumps([os.getcwd(), args.files, options]).encode()).hexdigest()[:16]
    stem = re.sub(r"[^A-Za-z0-9_.-]", "_", pathlib.PurePath(args.files[0]).stem)
    folder = PROGRAMS / f"{stem}-{name}"
    known = read_json(folder / "inputs.json", {})
    program = folder / "program"
    if program.exists() and known and all(digest(pathlib.Path(file)) == value for file, value in known.items()):
        os.utime(folder)
        return program
    note(f"course: compiling {' '.join(args.files)} for the simulator")
    _compile(args.files, options, folder)
    _forget_old(folder)
    return program


def _must_be_a_program(args: argparse.Namespace, targets: list[str | None]) -> None:
    """Whatever is wrong with the names is said before anything is built."""
    paths = [pathlib.Path(file) for file in args.files]
    for path in paths:
        if not path.is_file():
            raise CourseError(f"{path} is not a file." if path.exists() else f"there is no file {path}.")
        if path.suffix not in SOURCES + OBJECTS and ".so." not in path.name:
            raise CourseError(f"{path} is no CUDA source: its name must end in .cu.")
        for target in targets:
            if target and os.path.exists(target) and path.samefile(target):
                raise CourseError(f"{target} is the program's own source: choose another name to write to.")
    if all(path.suffix in SOURCES and path.suffix != ".cu" for path in paths) and not args.compile_option:
        raise CourseError(f"{paths[0]} is no CUDA source: its name must end in .cu.")
    if any(path.suffix not in SOURCES for path in paths) or args.compile_option:
        return  # an object or a library may have the main
    for path in paths:
        try:
            text = path.read_text(errors="replace")
        except OSError as error:
            raise CourseError(f"cannot read {path}: {error.strerror}.") from error
        if re.search(r'\bmain\b|^[ \t]*#[ \t]*include[ \t]*"', text, re.M):  # one that is included may have it
            return
    path = paths[0]
    lab = next((lab for lab in load_course().labs if path.resolve() in (lab.path, lab.solution)), None)
    check = f"./course check {lab.name}{' --solution' if path.resolve() == lab.solution else ''}" if lab else ""
    what = f"{path} is a lab, which {check} runs" if lab else f"{path} has no main"
    raise CourseError(f"{what}: this command wants a whole program, with a main that launches the kernels.")


def _compile(files: list[str], options: list[str], folder: pathlib.Path) -> None:
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    fresh = pathlib.Path(tempfile.mkdtemp(prefix=".new-", dir=PROGRAMS))
    try:
        depfile = fresh / "depfile"
        command = [str(BUILD / "simtcc"), *files, "-o", str(fresh / "program"), "-MD", "-MF", str(depfile), *options]
        done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if done.returncode == 2:
            raise CourseError(f"{' '.join(files)}: not compiled; what simtcc says above is not about the program.")
        if done.returncode:
            raise CourseError(
                f"{files[0]} does not compile. The first message counts; those after it often follow from it."
                if len(files) == 1
                else f"{' '.join(files)} do not make a program. The first message counts; those after it often follow from it."
            )
        included = _inputs(depfile.read_text(errors="surrogateescape") if depfile.exists() else "")
        inputs = [BUILD / "simtcc", BUILD / "headers.ii", *included, *map(pathlib.Path, files), *_libraries(options)]
        write_json(fresh / "inputs.json", {os.path.abspath(path): digest(path) for path in inputs})
        folder.mkdir(exist_ok=True)
        for name in ("program", "inputs.json"):  # a run of the old program goes on with the old file
            os.replace(fresh / name, folder / name)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _inputs(depfile: str) -> list[pathlib.Path]:
    """What the compiler read; in a depfile, spaces in names are escaped, and each source has a line."""
    lines = [line.partition(": ")[2] for line in depfile.replace("\\\n", " ").splitlines()]
    words = [word for line in lines for word in re.findall(r"(?:\\.|[^\s\\])+", line)]
    return [pathlib.Path(re.sub(r"\\(.)", r"\1", word).replace("$$", "$")) for word in words]


def _libraries(options: list[str]) -> list[pathlib.Path]:
    """Files that options name: with options in them, or libraries that lie where -L says."""
    files = [pathlib.Path(word[1:]) for word in options if word.startswith("@")]
    folders = [pathlib.Path(word[2:]) for word in options if word.startswith("-L")]
    names = [f"lib{word[2:]}{suffix}" for word in options if word.startswith("-l") for suffix in (".so", ".a")]
    return [path for path in [*files, *(folder / name for folder in folders for name in names)] if path.is_file()]


def _forget_old(newest: pathlib.Path) -> None:
    folders = [
        path for path in PROGRAMS.iterdir() if path.is_dir() and path != newest and not path.name.startswith(".")
    ]
    for folder in sorted(folders, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_PROGRAMS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
