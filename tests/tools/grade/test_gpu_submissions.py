# ./course bench submissions: what a GPU says of the submissions that the tests keep, and what the README makes of it.
from __future__ import annotations

from tools.grade import grading
from tools.measure import gpu_submissions as on_gpu
from tools.model import ROOT, find_lab, find_labs


def verdict(*failing: str) -> grading.Verdict:
    tests = tuple(grading.Test(*name.split("."), "fail", ("no",)) for name in failing)
    return grading.Verdict(
        find_lab("transpose_fast"), "cuda", (grading.Test("Correctness", "Square", "pass", ()), *tests)
    )


def kept(kind: str, source: str) -> on_gpu.Kept:
    return on_gpu.Kept(
        kind,
        find_lab("transpose_fast"),
        ROOT / "tests" / "02-bank-conflicts" / kind / "transpose_fast" / f"{source}.cu",
    )


def test_a_row_names_the_first_test_that_fails_and_leaves_speed_out():
    wrong = kept("wrong", "quads_unswizzled")
    assert on_gpu.row(wrong, verdict())["gpu"] == on_gpu.PASSES
    assert on_gpu.row(wrong, verdict("Memory.Speed"))["gpu"] == on_gpu.PASSES
    assert on_gpu.row(wrong, verdict("Memory.Speed", "Correctness.Primes"))["gpu"] == "Correctness.Primes"
    assert on_gpu.row(wrong, None)["gpu"] == "nvcc refuses it"


def test_a_row_says_what_the_simulator_must_fail():
    wrong = on_gpu.row(kept("wrong", "quads_unswizzled"), verdict())
    assert wrong["simulator"] and all(name.count(".") == 1 for name in wrong["simulator"].split())
    assert on_gpu.row(kept("wrong", "skeleton"), verdict())["simulator"] == ""
    assert on_gpu.row(kept("legal", "registers_only"), verdict())["simulator"] == on_gpu.PASSES


def test_every_submission_of_a_lab_with_a_kernel_is_tried():
    on_sim_alone = {lab.name for lab in find_labs([]) if lab.host_only}
    there = {
        path
        for kind in ("wrong", "legal")
        for path in ROOT.glob(f"tests/*/{kind}/*/*.cu")
        if path.parent.name not in on_sim_alone
    }
    assert {one.source for one in on_gpu.kept_submissions(find_labs([]))} == there


def test_what_the_readme_says_of_the_gpu():
    rows = on_gpu.recorded_rows()
    assert all(row["gpu"] == on_gpu.PASSES for row in rows if row["kind"] == "legal")
    # Who did nothing is told so by either; what the GPU lets pass, the simulator fails for a reason that is written down.
    passing = [row for row in rows if row["kind"] == "wrong" and row["gpu"] == on_gpu.PASSES]
    assert passing and all(row["simulator"] for row in passing)
    assert on_gpu.gpu_passes("wrong") == len(passing)
    assert 0 < on_gpu.gpu_passes("wrong", "Correctness") < len(passing)
