# Runs one pytest file as one Meson test, with the course's own Python.
# Run: python3 tests/tools/run_pytest.py FILE REPORT.xml
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def main() -> int:
    file, report = sys.argv[1:3]
    venv = pathlib.Path(os.environ.get("COURSE_BUILD") or ROOT) / ".venv" / "bin" / "python"
    python = os.environ.get("COURSE_PYTHON") or (str(venv) if venv.exists() else sys.executable)
    if not sys.flags.safe_path:  # Meson has started it: once more, as it must be
        # What is compiled to bytecode lies beside the reports, not between the sources, and is there for the next file.
        bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(pathlib.Path(report).parent / "bytecode")}
        alone = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        alone["COURSE_CLASS"] = ""  # whatever a class.toml makes of the course, its tests are of all of it
        os.execve(python, [python, "-P", __file__, file, report], {**os.environ, **bytecode, **alone})
    try:
        import pytest
    except ImportError:
        missing = f"{python} has no pytest; without COURSE_PYTHON, ./course test installs it"
        if os.environ.get("CI") == "true":
            sys.exit(missing)
        print(f"skipped: {missing}")
        return SKIPPED
    os.chdir(ROOT)
    # A folder of its own for what tests write: pytest takes the common one away from other users each time it starts, and
    # submissions that another file's tests have graded are other users.
    folder = tempfile.mkdtemp(prefix="course-tests-")
    os.chmod(folder, 0o755)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
    try:
        status = pytest.main(["-q", "-p", "no:cacheprovider", f"--junitxml={report}", file])
    finally:
        subprocess.run(["rm", "-rf", "--one-file-system", folder])
    # A file that skips itself as a whole says why in its report, and has no tests.
    whole = status == pytest.ExitCode.NO_TESTS_COLLECTED and "<skipped" in pathlib.Path(report).read_text(
        encoding="utf-8"
    )
    return SKIPPED if whole else status


if __name__ == "__main__":
    raise SystemExit(main())
