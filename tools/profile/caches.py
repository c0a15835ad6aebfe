# What the requests of launches found in the caches, by the simulator's model: a table, a line, and how far to trust them.
from __future__ import annotations

import re
from dataclasses import dataclass

from tools.model import ROOT

GPUS = ROOT / "simt" / "caches" / "gpus"
LOADED = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
L1_HITS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"
L2_READ = "lts__t_sectors_srcunit_tex_op_read.sum"
L2_WRITTEN = "lts__t_sectors_srcunit_tex_op_write.sum"
L2_HITS = "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"
FILLED = "lts__d_sectors_fill_device.sum"
DRAM_READ = "dram__bytes_read.sum"
DRAM_WRITTEN = "dram__bytes_write.sum"
STORE_HITS = "l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum"
METRICS = (L1_HITS, STORE_HITS, L2_READ, L2_WRITTEN, L2_HITS, FILLED, DRAM_READ, DRAM_WRITTEN)

HEADERS = ["kernel", "grid", "block", "L1 load hits", "read from L2", "L2 hits", "written to L2", "DRAM fills", "DRAM bytes written"]  # fmt: skip


def known_gpus() -> list[str]:
    """Whose caches there are parameters of, the measured one first."""
    names = sorted(path.stem for path in GPUS.glob("*.hpp"))
    return sorted(names, key=lambda name: not is_measured(name))


def is_measured(gpu: str) -> bool:
    return bool(re.search(r"\.measured = true", (GPUS / f"{gpu}.hpp").read_text(encoding="utf-8")))


def title(gpu: str) -> str:
    found = re.search(r'\.title = "(.*?)"', (GPUS / f"{gpu}.hpp").read_text(encoding="utf-8"))
    return found[1] if found else gpu


def are_modelled(launches: list[dict]) -> bool:
    return any("caches" in launch for launch in launches)


def about(launches: list[dict], registers: bool = False) -> str:
    """Whose caches, and what they are good for. `registers`: nvcc has said how many the kernels need."""
    gpu = next(launch["caches"]["gpu"] for launch in launches if "caches" in launch)
    trust = (
        "simt/README.md says how far it was off"
        if is_measured(gpu)
        else "its sizes are those of documents, and nobody has held it against such a GPU"
    )
    known = (
        "as nvcc gives them"
        if registers
        else "not known here (nvcc knows), so they keep no block from a multiprocessor"
    )
    return f"Sectors, by a model of the caches of {title(gpu)}; {trust}. Registers are {known}."


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def cells(launches: list[dict]) -> list[str]:
    """Of launches that are alike: what each found, on average."""
    totals = {name: sum(launch["metrics"].get(name, 0) for launch in launches) for name in (LOADED, *METRICS)}

    def each(name: str) -> str:
        return f"{round(totals[name] / len(launches)):,}"

    return [
        share(totals[L1_HITS], totals[LOADED]),
        each(L2_READ),
        share(totals[L2_HITS], totals[L2_READ]),
        each(L2_WRITTEN),
        each(FILLED),
        each(DRAM_WRITTEN),
    ]


@dataclass
class Found:
    """What the requests of one kind of access of one line found, in sectors."""

    l1_hits: int = 0
    l2_sectors: int = 0
    l2_hits: int = 0
    filled: int = 0
    known: bool = False

    def add(self, site: dict) -> None:
        found = site.get("caches")
        if not found:
            return
        self.known = True
        self.l1_hits += found["l1_hits"]
        self.l2_sectors += found["l2_sectors"]
        self.l2_hits += found["l2_hits"]
        self.filled += found["filled"]

    def words(self, op: str, sectors: int) -> str:
        """'87.5 % of sectors in L1, 1,024 from L2, 50.0 % of them there, 512 filled from DRAM'"""
        filled = f"{self.filled:,} filled from DRAM"
        if op == "load":
            hits = f"{share(self.l1_hits, sectors)} of sectors in L1, {self.l2_sectors:,} from L2"
            return f"{hits}, {share(self.l2_hits, self.l2_sectors)} of them there, {filled}"
        return f"{self.l2_sectors:,} sectors to L2, {filled}" if op == "store" else filled
