# Counts every calibration launch on a GPU with Nsight Compute, for the simulator to be compared with.
# Run on a machine with a GPU: python3 tests/simt/calibrate.py [--out data/simt/<gpu>.csv] [PROGRAM.cu …]
"""One CSV row a launch: program, index, label, kernel, grid, block and every metric, with the provenance in front."""

import argparse
import csv
import datetime
import io
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
METRICS = [
    f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum"
    for op in ("ld", "st", "red", "atom")
    for what in ("requests", "sectors")
] + [
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    "memory_l1_tag_requests_global",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
    "smsp__inst_executed_op_texture.sum",
    "l1tex__t_requests_pipe_tex_mem_texture.sum",
    "l1tex__t_sectors_pipe_tex_mem_texture.sum",
    # Constant memory: the second counts instructions, the first the addresses that they ask for. Kernel parameters are among them.
    "idc__requests.sum",
    "smsp__inst_executed_op_ldc.sum",
]
# Of programs with clusters of blocks: what goes to another block's shared memory.
OF_CLUSTERS = [
    f"l1tex__t_{what}_pipe_lsu_mem_dshared_op_{op}.sum"
    for op in ("ld", "st", "atom")
    for what in ("requests", "sectors")
]
# Of programs with asynchronous copies: by threads (LDGSTS), and in bulk.
OF_COPIES = [
    "smsp__inst_executed_op_ldgsts.sum",
    "sm__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts.sum",
    "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
    "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum",
    "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum",
    "l1tex__m_l1tex2xbar_write_sectors_mem_dshared_op_tma_st.sum",
]


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def metrics_of(program: pathlib.Path) -> list[str]:
    text = program.read_text(encoding="utf-8")
    clusters, copies = "__cluster_dims__" in text, "memcpy_async" in text or "cp.async" in text
    return METRICS + (OF_CLUSTERS if clusters else []) + (OF_COPIES if copies else [])


def kernel_of(name: str) -> str:
    """ncu's `void <unnamed>::copy<float>(float *, int)`, without all but its own name."""
    name = re.sub(r"<unnamed>::|\((anonymous namespace|unnamed namespace)\)::|\{anonymous\}::", "", name)
    return re.split(r"[<(]", name)[0].split()[-1].split("::")[-1]


def build(program: pathlib.Path, scratch: pathlib.Path) -> None:
    subprocess.run(
        ["nvcc", "-std=c++17", "-O3", "-arch=native", "-lineinfo", program, "-o", scratch / program.stem], check=True
    )


def measure(
    program: pathlib.Path, scratch: pathlib.Path, metrics: list[str], options: tuple[str, ...] = ()
) -> list[dict[str, str]]:
    """A row a launch; `options` are ncu's."""
    binary = scratch / program.stem
    if not binary.exists():
        build(program, scratch)
    said = subprocess.run([binary], check=True, capture_output=True, text=True)
    labels = said.stdout.splitlines()
    # What results.cuh says of each launch, if the program includes it.
    results = [line.split()[0] for line in said.stderr.splitlines()] or [""] * len(labels)
    table = output(
        "ncu",
        "--clock-control",
        "none",
        *options,
        "--csv",
        "--page",
        "raw",
        "--print-units",
        "base",
        "--metrics",
        ",".join(metrics),
        str(binary),
    )
    table = table[table.index('"ID"') :]
    rows = [row for row in csv.DictReader(io.StringIO(table)) if row["ID"]]
    if len(rows) != len(labels):
        sys.exit(f"{program.name}: {len(labels)} labels but {len(rows)} launches")
    return [
        {
            "program": program.stem,
            "index": index,
            "label": label,
            "kernel": kernel_of(row["Kernel Name"]),
            "grid": row["Grid Size"],
            "block": row["Block Size"],
            **({"results": result} if result else {}),
            **{name: row[name].replace(",", "") for name in metrics},
        }
        for index, (label, result, row) in enumerate(zip(labels, results, rows, strict=True))
    ]


def this_gpu() -> tuple[str, str]:
    """Its name and its driver."""
    said = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()[0].split(", ")
    return said[0], said[1]


def slug_of(gpu: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", gpu.lower()).strip("-")


def provenance_of(gpu: str, driver: str, made_by: str) -> dict[str, str]:
    return {
        "gpu": gpu,
        "driver": driver,
        "date": datetime.date.today().isoformat(),
        "compiler": output("nvcc", "--version").splitlines()[-1],
        "flags": "-std=c++17 -O3 -arch=native",
        "profiler": output("ncu", "--version").splitlines()[-1],
        "made by": made_by,
    }


def write(out: pathlib.Path, head: list[str], rows: list[dict[str, str]]) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w", newline="", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in head)
        columns = list(dict.fromkeys(name for row in rows for name in row))
        writer = csv.DictWriter(file, fieldnames=columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--add", action="store_true", help="keep what the file has of other programs")
    parser.add_argument("programs", nargs="*", type=pathlib.Path, default=sorted((HERE / "calibration").glob("*.cu")))
    arguments = parser.parse_args()
    gpu, driver = this_gpu()
    out = arguments.out or ROOT / "data" / "simt" / f"{slug_of(gpu)}.csv"
    with tempfile.TemporaryDirectory() as scratch:
        rows = [
            row
            for program in arguments.programs
            for row in measure(program, pathlib.Path(scratch), metrics_of(program))
        ]
    added, kept = "", list[str]()
    if arguments.add:
        kept = out.read_text(encoding="utf-8").splitlines()
        measured = {row["program"] for row in rows}
        of_file = list(csv.DictReader(line for line in kept if not line.startswith("#")))
        rows = [row for row in of_file if row["program"] not in measured] + rows
        added = f"{', '.join(sorted(measured))} on {datetime.date.today()}"
    head = [line for line in kept if line.startswith("#")]
    if not head:
        head = [f"# {k}: {v}" for k, v in provenance_of(gpu, driver, "tests/simt/calibrate.py").items()]
    write(out, [*head, *([f"# added: {added}"] if added else [])], rows)
    print(f"{len(rows)} launches -> {out}")


if __name__ == "__main__":
    main()
