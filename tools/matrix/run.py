# Runs rows of the matrix (rows.toml), each in a clean root: what the course is tested on, and how anybody repeats it.
# Run: python3 tools/matrix/run.py [--in container|chroot|cross|here] [--record] ROW…
"""A row's clean root is a container (podman or docker), a chroot made by debootstrap (as root), or the machine itself
(--in here: an empty virtual machine, say). In it inside.sh installs what the course needs and verify.py builds and
compares; its answer, JSON, lies in .course/matrix/ROW.json afterwards. --record also appends it to data/matrix/runs.csv.

A chroot of another architecture needs qemu-user-static and binfmt_misc. --in cross needs them, too, but makes a chroot of this
machine's architecture that has the other's packages besides: compilers are not emulated, only what they make. Of the environment:
  MATRIX_MIRROR   what debootstrap and apt take packages from (default: debootstrap's own for that release)
  MATRIX_ROOTS    where bare roots are kept, as SUITE or SUITE-ARCHITECTURE (default: .course/matrix/roots)
  MATRIX_BRING    files and folders of this machine that a root gets too: certificates, pip.conf, …; blanks between
  QEMU_CPU        the processor that QEMU is, of another architecture's row
  MATRIX_CCACHE   a folder of ccache's that chroots share: two rows with one engine compile it once
Variables of pip, of proxies and of certificates go along."""

from __future__ import annotations

import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = ROOT / "tools" / "matrix" / "rows.toml"
RUNS = ROOT / "data" / "matrix" / "runs.csv"
SCRATCH = ROOT / ".course" / "matrix"
PASSED_ON = re.compile(r"(PIP_|SSL_CERT|REQUESTS_CA|CURL_CA|(https?|no)_proxy$)", re.IGNORECASE)
# $0 is the root, $1 the checkout, and what follows is to be run in it.
ENTER_ROOT = """mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --bind "$1" "$0/course" &&
{ [ -z "${CCACHE_DIR:-}" ] || mount --bind "$2" "$0$CCACHE_DIR"; } && shift 2 && exec chroot "$0" sh -c 'cd /course && exec "$@"' sh "$@" """
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
# What QEMU is. It computes the signatures of ARM's pointers as the architecture has it, which takes most of a program's time
# (QEMU 7.2), unless it is told to take a cheaper function: return addresses are signed and checked all the same.
PROCESSORS = {"arm64": "max,pauth-impdef=on"}


def rows() -> dict[str, dict]:
    return {row["name"]: row for row in tomllib.loads(ROWS.read_text(encoding="utf-8"))["rows"]}


def inside(row: dict, extent: str, made_for: str = "") -> list[str]:
    """What runs in the root, in a checkout of the course. made_for: an architecture that is not the root's."""
    return ["sh", "tools/matrix/inside.sh", row["compiler"], row.get("engine", row["compiler"]), extent, made_for]


def passed_on() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if PASSED_ON.match(name) and name != "PIP_FIND_LINKS"}


def checkout(folder: pathlib.Path) -> None:
    """A clean clone of HEAD, so that what was not committed is not tested."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)


def in_container(row: dict, extent: str, source: pathlib.Path) -> int:
    engine = shutil.which("podman") or shutil.which("docker")
    if not engine:
        sys.exit("matrix: neither podman nor docker is here; --in chroot needs debootstrap instead.")
    words = [
        engine,
        "run",
        "--rm",
        "--platform",
        f"linux/{row['architecture']}",
        "-v",
        f"{source}:/course",
        "-w",
        "/course",
    ]
    for name in passed_on():
        words += ["-e", name]
    for path in os.environ.get("MATRIX_BRING", "").split():
        words += ["-v", f"{path}:{path}:ro"]
    return subprocess.run([*words, row["image"], *inside(row, extent)]).returncode


def bare_root(row: dict, architecture: str) -> pathlib.Path:
    """A root with nothing but the release's base, made once."""
    native = MACHINES.get(os.uname().machine) == architecture
    roots = pathlib.Path(os.environ.get("MATRIX_ROOTS") or SCRATCH / "roots")
    root = roots / (row["suite"] if native else f"{row['suite']}-{architecture}")
    if not (root / "etc").exists():
        print(f"matrix: making {root} with debootstrap, once", flush=True)
        half = root.with_name(root.name + ".half")
        shutil.rmtree(half, ignore_errors=True)
        half.parent.mkdir(parents=True, exist_ok=True)
        mirror = [os.environ["MATRIX_MIRROR"]] if os.environ.get("MATRIX_MIRROR") else []
        subprocess.run(
            ["debootstrap", "--variant=minbase", "--include=ca-certificates,git", f"--arch={architecture}",
             row["suite"], str(half), *mirror],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        half.rename(root)
    return root


def in_chroot(row: dict, extent: str, source: pathlib.Path, made_for: str = "") -> int:
    root = source.parent / "root"
    architecture = MACHINES[os.uname().machine] if made_for else row["architecture"]
    subprocess.run(["cp", "-a", "--reflink=auto", str(bare_root(row, architecture)), str(root)], check=True)
    for path in map(pathlib.Path, os.environ.get("MATRIX_BRING", "").split()):
        there = root / path.relative_to("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-aLT", "--remove-destination", str(path), str(there)], check=True)
    (root / "course").mkdir()
    cache = os.environ.get("MATRIX_CCACHE", "")
    (root / "ccache").mkdir()
    # In name spaces of its own: whatever ends this run, no process is left in the root and nothing stays mounted there, so
    # that who deletes the root deletes nothing of this machine's /dev.
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    variables = {"HOME": "/root", "LANG": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **passed_on()}
    if MACHINES.get(os.uname().machine) != row["architecture"]:
        variables["QEMU_CPU"] = os.environ.get("QEMU_CPU") or PROCESSORS.get(row["architecture"], "")
    if cache:
        variables["CCACHE_DIR"] = "/ccache"
    words = [*apart, "sh", "-c", ENTER_ROOT, str(root), str(source), cache, *inside(row, extent, made_for)]
    return subprocess.run(words, env=variables).returncode


def in_cross(row: dict, extent: str, source: pathlib.Path) -> int:
    return in_chroot(row, extent, source, made_for=row["architecture"])


def run_row(row: dict, where: str, extent: str) -> dict | None:
    """What verify.py says, or None if it never came so far."""
    with tempfile.TemporaryDirectory(prefix="matrix-", dir=os.environ.get("MATRIX_SCRATCH")) as scratch:
        pathlib.Path(scratch).chmod(0o755)  # `grade`, started as root, looks at the course as an ordinary user
        source = pathlib.Path(scratch, "course")
        checkout(source)
        if where == "here":
            status = subprocess.run(inside(row, extent), cwd=source).returncode
        else:
            status = {"container": in_container, "chroot": in_chroot, "cross": in_cross}[where](row, extent, source)
        answer = source / "build" / "matrix.json"
        print(f"matrix: {row['name']}: exit {status}", flush=True)
        if not answer.exists():
            return None
        said = "cross, QEMU" if where == "cross" else where
        found = {"row": row["name"], "where": said, **json.loads(answer.read_text(encoding="utf-8"))}
        SCRATCH.mkdir(parents=True, exist_ok=True)
        (SCRATCH / f"{row['name']}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return found


def record(found: dict) -> None:
    """Appends a line to the table of what was run when."""
    line = {name: value for name, value in found.items() if not isinstance(value, (dict, list))}
    fresh = not RUNS.exists()
    RUNS.parent.mkdir(parents=True, exist_ok=True)
    with RUNS.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(line), lineterminator="\n")
        if fresh:
            writer.writeheader()
        writer.writerow(line)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--in", dest="where", choices=["container", "chroot", "cross", "here"], default="container")
    extents = parser.add_mutually_exclusive_group()
    extents.add_argument(
        "--full", dest="extent", action="store_const", const="full", help="every test, and every kept submission"
    )
    extents.add_argument(
        "--counts",
        dest="extent",
        action="store_const",
        const="counts",
        help="only what is counted: of the tests, the programs', the calibration's and the compilers'",
    )
    parser.set_defaults(extent="short")
    parser.add_argument("--record", action="store_true", help="append what came of it to data/matrix/runs.csv")
    parser.add_argument("--list", action="store_true", help="print the rows as JSON, for a workflow, and do nothing")
    args = parser.parse_args()
    known = rows()
    if args.list:
        print(json.dumps(list(known.values())))
        return 0
    unknown = [name for name in args.rows if name not in known]
    if unknown or not args.rows:
        wrong = f"no row is named {', '.join(unknown)}" if unknown else "name a row"
        sys.exit(f"matrix: {wrong}; there are {', '.join(known)}")
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit("matrix: stopped")
    )  # so that the root and what runs in it end, too
    good = True
    for name in args.rows:
        found = run_row(known[name], args.where, args.extent)
        good = good and found is not None and found["failed"] == 0
        if found and args.record:
            record(found)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
