# The course command: finds the verbs in tools/verbs/, parses the line, runs one of them.
# Run: ./course --help
"""Exit status: 0 good, 1 the student's work falls short, 2 the tool could not do its job."""

from __future__ import annotations

import signal

if __name__ == "__main__":  # Ctrl-C before main() is there to say so: an end without a word
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import codecs
import errno
import importlib
import io
import os
import pathlib
import sys
import unicodedata
from types import ModuleType

from tools.errors import CourseError
from tools.model import MADE

VERBS = pathlib.Path(__file__).resolve().parent / "verbs"
# The order a newcomer meets them in; a verb that is not named here follows in alphabetical order.
FIRST = ("run", "test", "list", "check", "hint", "reset")


class Parser(argparse.ArgumentParser):
    """One line that says what is wrong, and where the help is."""

    def error(self, message: str) -> None:  # type: ignore[override]
        print(f"course: {message}. See `{self.prog} --help`.", file=sys.stderr)
        raise SystemExit(2)


def verb_names() -> list[str]:
    names = sorted(path.stem for path in VERBS.glob("*.py") if not path.stem.startswith("_"))
    return sorted(names, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))


def load(name: str) -> ModuleType:
    return importlib.import_module(f"tools.verbs.{name}")


def build_parser(wanted: str | None) -> Parser:
    """A parser of every verb; with `wanted`, of that one alone, so that a check imports no matplotlib."""
    parser = Parser(
        prog="./course",
        description="Warpwise: CUDA memory behaviour, checked on a laptop with no GPU.",
        epilog="./course VERB --help shows examples. ./course setup looks at the machine afresh.\n"
        "Exit status: 0 good, 1 the work falls short, 2 the tool could not do its job.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name in [wanted] if wanted else verb_names():
        module = load(name)
        verb = verbs.add_parser(
            name,
            help=module.HELP,
            description=module.HELP[0].upper() + module.HELP[1:] + ".",
            epilog="examples:\n" + "".join(f"  ./course {line}\n" for line in module.EXAMPLES),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(verb)
        verb.set_defaults(run=module.run)
    return parser


def main(arguments: list[str]) -> int:
    names = verb_names()
    first = arguments[0] if arguments else ""
    if first and not first.startswith("-") and first not in names:
        import difflib

        near = difflib.get_close_matches(first, names, n=1)
        guess = f" Did you mean `./course {near[0]}`?" if near else " See `./course --help`."
        print(f"course: there is no verb '{first}'.{guess}", file=sys.stderr)
        return 2
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if not first:
            from tools.study.status import show

            return show()
        if first in names and getattr(load(first), "PASS_ON", False) and not {"-h", "--help"} & set(arguments):
            arguments = [first, "--", *arguments[1:]]  # its options are another program's
        args = build_parser(first if first in names else None).parse_args(arguments)
        return args.run(args)
    except CourseError as error:
        print(f"course: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:  # no part of the course's own, and so PyPI's
        if not error.name or error.name.startswith("tools"):
            raise
        print(f"course: {first} needs the Python package {error.name}; `./course setup` installs it.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ncourse: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `./course list | head`: what was wanted has been printed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a file of the person's that may not be read, a folder that may not be written to, …
        if not error.filename and error.errno not in FULL:
            raise
        where = f"{error.filename}: " if error.filename else ""
        print(f"course: {where}{error.strerror}.{advice(error)}", file=sys.stderr)
        return 2


FULL = (errno.ENOSPC, errno.EDQUOT)


def advice(error: OSError) -> str:
    """What to do about it, where that is known: a full disk, a checkout that cannot be written to."""
    if error.errno in FULL:
        return " Make room, or let COURSE_BUILD name a folder with some: what the course makes is kept there."
    made = [MADE / name for name in ("build", ".course", ".venv")]
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) and any(
        pathlib.Path(str(error.filename)).is_relative_to(folder) for folder in made
    ):
        return " COURSE_BUILD=/a/folder/of/yours ./course … keeps there what the course makes."
    return ""


def say_it_in_what_the_terminal_has() -> None:
    """Where output is no UTF-8 (PYTHONIOENCODING), a sign that it lacks becomes one that it has."""
    codecs.register_error("plain", lambda error: (error.object[error.start : error.end].translate(PLAIN), error.end))  # type: ignore[attr-defined]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


class _Plain(dict[int, str]):
    def __missing__(self, sign: int) -> str:
        return unicodedata.normalize("NFKD", chr(sign)).encode("ascii", "ignore").decode() or "?"


PLAIN = _Plain(
    {
        ord(sign): plain
        for sign, plain in zip("✓✗·×–—…≥≤", ["+", "x", ".", "x", "-", "-", "...", ">=", "<="], strict=True)
    }
)


if __name__ == "__main__":
    say_it_in_what_the_terminal_has()
    raise SystemExit(main(sys.argv[1:]))
