# Has ncu count what the calibration's launches find in a GPU's caches, for the model to be compared with.
# Run on a machine with a GPU: python3 tests/simt/caches/measure.py [--launch] [--out data/simt/caches/<gpu>.csv] [PROGRAM.cu …]
"""One CSV row a launch: program, index, label, kernel, grid, block and every metric, with the provenance in front. ncu empties
the caches before each launch."""

import argparse
import concurrent.futures
import datetime
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))
import calibrate  # noqa: E402

METRICS = [
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum",
    "lts__t_sectors_srcunit_tex_op_read.sum",
    "lts__t_sectors_srcunit_tex_op_write.sum",
    "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
    "lts__d_sectors_fill_device.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
]
# What decides how many blocks are there at a time, and how much of L1 is left.
LAUNCH = ["launch__registers_per_thread", "launch__shared_mem_config_size"]

COUNTED = [
    path for path in sorted(HERE.rglob("*.cu")) if path.stem not in ("memory", "cost", "rooms_by_driver", "where")
]  # which are of the simulator itself, and for --launch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--launch", action="store_true", help="only what the driver says of a launch; no caches")
    parser.add_argument("programs", nargs="*", type=pathlib.Path, default=COUNTED)
    arguments = parser.parse_args()
    gpu, driver = calibrate.this_gpu()
    metrics = LAUNCH if arguments.launch else METRICS + LAUNCH
    out = arguments.out or ROOT / "data" / "simt" / "caches" / f"{calibrate.slug_of(gpu)}.csv"
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor() as workers:
        list(workers.map(calibrate.build, arguments.programs, [pathlib.Path(scratch)] * len(arguments.programs)))
        rows = [
            row
            for program in arguments.programs
            for row in calibrate.measure(program, pathlib.Path(scratch), metrics, ("--cache-control", "all"))
        ]
    provenance = calibrate.provenance_of(
        gpu, driver, "tests/simt/caches/measure.py" + (" --launch" if arguments.launch else "")
    )
    provenance["method"] = "ncu --clock-control none --cache-control all"
    calibrate.write(out, [f"# {k}: {v}" for k, v in provenance.items()], rows)
    print(f"{len(rows)} launches on {datetime.date.today()} -> {out}")


if __name__ == "__main__":
    main()
