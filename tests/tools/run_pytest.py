# Runs one pytest file as one Meson test, with the course's own Python.
# Run: python3 tests/tools/run_pytest.py FILE REPORT.xml
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def main() -> int:
    file, report = sys.argv[1:3]
    venv = pathlib.Path(os.environ.get("COURSE_BUILD") or ROOT) / ".venv" / "bin" / "python"
    python = os.environ.get("COURSE_PYTHON") or (str(venv) if venv.exists() else sys.executable)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    if subprocess.run([python, "-c", "import pytest"], env=environment, capture_output=True).returncode:
        missing = f"{python} has no pytest; without COURSE_PYTHON, ./course test installs it"
        if os.environ.get("CI") == "true":
            sys.exit(missing)
        print(f"skipped: {missing}")
        return SKIPPED
    command = [python, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", file]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    raise SystemExit(main())
