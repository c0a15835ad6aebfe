# Nsight Compute's counters of one run: what to ask for, how to read its CSV, what its refusal means.
from __future__ import annotations

import csv
import pathlib
import shutil
import subprocess
import tempfile

from tools.build.meson import environment
from tools.errors import CourseError

# Our column → ncu's metric.
METRICS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "global_sectors": "memory_l2_theoretical_sectors_global",
    "ideal_global_sectors": "memory_l2_theoretical_sectors_global_ideal",
    "shared_load_requests": "smsp__inst_executed_op_shared_ld.sum",
    "shared_store_requests": "smsp__inst_executed_op_shared_st.sum",
    "shared_wavefronts": "memory_l1_wavefronts_shared",
    "ideal_shared_wavefronts": "memory_l1_wavefronts_shared_ideal",
    # What the profiler's "bank conflicts" are made of: passes of the data stage, for whatever reason.
    "shared_load_passes": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_passes": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
}
LOCKED = (
    "this machine's administrator has not opened the GPU's performance counters (ERR_NVGPUCTRPERM); run as root, or set"
    " the kernel module option NVreg_RestrictProfilingToAdminUsers=0, see https://developer.nvidia.com/ERR_NVGPUCTRPERM"
)


def find_ncu() -> str:
    found = shutil.which("ncu", path=environment()["PATH"])
    if not found:
        raise CourseError("ncu is missing: it comes with the CUDA toolkit, as Nsight Compute.")
    return found


def ncu_version() -> str:
    said = subprocess.run([find_ncu(), "--version"], capture_output=True, text=True).stdout
    return next((line for line in said.splitlines() if line.startswith("Version")), "Version ?")


def count(program: list[str]) -> list[dict[str, str | int]]:
    """One entry a kernel launch, in order: kernel and the columns of METRICS."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "ncu.csv"
        command = [
            find_ncu(), "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base",
            "--log-file", str(log), "--metrics", ",".join(METRICS.values()), *program,
        ]  # fmt: skip
        done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        said = log.read_text(errors="replace") if log.exists() else ""
    everything = said + done.stdout + done.stderr
    if "ERR_NVGPUCTRPERM" in everything:
        raise CourseError(LOCKED)
    launches = read_csv(said)
    if done.returncode or not launches:
        tail = "\n".join(everything.strip().splitlines()[-4:])
        raise CourseError(f"ncu counted nothing (exit status {done.returncode}):\n{tail}")
    return launches


def read_csv(text: str) -> list[dict[str, str | int]]:
    """ncu's raw page: a header, a line of units, then a line a launch; lines of its own start with ==."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    launches = []
    for row in csv.DictReader(lines):
        if not row["ID"]:
            continue  # the line of units
        missing = [metric for metric in METRICS.values() if not row.get(metric)]
        if missing:
            raise CourseError(f"ncu does not know {', '.join(missing)} on this GPU")
        counts = {name: int(float(row[metric].replace(",", ""))) for name, metric in METRICS.items()}
        launches.append({"kernel": row["Kernel Name"].partition("(")[0], **counts})
    return launches
