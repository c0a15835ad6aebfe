# Calls a grader and a runner as a shell would, and checks their exit statuses and what the runner writes.
# Run: python3 tests/harness/command_lines_test.py GRADER RUNNER RIGHT.so EXITS.so     (of the lab transpose_naive)
from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

GRADER, RUNNER, RIGHT, EXITS = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:5])
BUDGET = ["--budget", "load_sectors_per_request=4"]


def status(*command: str) -> int:
    return subprocess.run(command, capture_output=True, timeout=60).returncode


class Grader(unittest.TestCase):
    def test_a_right_module_passes(self):
        self.assertEqual(status(GRADER, "--module", RIGHT, *BUDGET), 0)

    def test_one_failing_test_is_1(self):
        self.assertEqual(status(GRADER, "--module", RIGHT, "--budget", "load_sectors_per_request=3"), 1)

    def test_an_exit_of_the_submission_is_no_success(self):
        self.assertEqual(status(GRADER, "--module", EXITS, *BUDGET), 1)

    def test_what_it_cannot_do_is_2(self):
        self.assertEqual(status(GRADER), 2)
        self.assertEqual(status(GRADER, "--module", "nowhere.so"), 2)
        self.assertEqual(status(GRADER, "--module", RIGHT, "--budget", "load_sectors_per_request=four"), 2)
        self.assertEqual(status(GRADER, "--module", RIGHT, "--no-such-option", "1"), 2)


class Runner(unittest.TestCase):
    def run_it(self, *arguments: str) -> tuple[int, dict]:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "results.json"
            code = status(RUNNER, *arguments, "--json", str(file))
            self.assertEqual(
                [path.name for path in pathlib.Path(folder).iterdir()], [file.name] if file.exists() else []
            )
            return code, json.loads(file.read_text()) if file.exists() else {}

    def test_counts_and_checks_every_version_at_every_shape(self):
        code, found = self.run_it(
            "--version", f"naive={RIGHT}:transpose_naive:transpose", "--shape", "64x32", "--shape", "5x7"
        )
        self.assertEqual(code, 0)
        self.assertEqual(found["backend"], "sim")
        self.assertLessEqual({"machine", "driver", "runtime"}, set(found))
        first, second = found["results"]
        self.assertEqual((first["version"], first["rows"], first["cols"], first["correct"]), ("naive", 64, 32, True))
        self.assertEqual(
            first["counters"]["load"], {"requests": 64, "bytes": 8192, "sectors": 256, "ideal_sectors": 256}
        )
        self.assertEqual(
            first["counters"]["store"], {"requests": 64, "bytes": 8192, "sectors": 2048, "ideal_sectors": 256}
        )
        self.assertEqual(first["counters"]["shared_load"], {"requests": 0, "wavefronts": 0, "ideal_wavefronts": 0})
        self.assertEqual((second["rows"], second["cols"], second["correct"]), (5, 7, True))

    def test_a_wrong_result_is_1_and_said(self):
        code, found = self.run_it("--version", f"naive={RIGHT}:transpose_naive:copy", "--shape", "5x7")
        self.assertEqual(code, 1)
        self.assertFalse(found["results"][0]["correct"])
        self.assertIn("elements are wrong", found["results"][0]["message"])

    def test_what_it_cannot_do_is_2_and_leaves_nothing(self):
        for arguments in (
            ["--shape", "5x7"],
            ["--version", f"naive={RIGHT}:transpose_naive:transpose"],
            ["--version", f"naive={RIGHT}:transpose_naive:rotation", "--shape", "5x7"],
            ["--version", f"naive={RIGHT}:no_such_function:transpose", "--shape", "5x7"],
            ["--version", "naive=nowhere.so:transpose_naive:transpose", "--shape", "5x7"],
            ["--version", f"naive={RIGHT}:transpose_naive:transpose", "--shape", "5x0"],
            ["--version", "naive", "--shape", "5x7"],
        ):
            with self.subTest(arguments):
                self.assertEqual(self.run_it(*arguments), (2, {}))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
