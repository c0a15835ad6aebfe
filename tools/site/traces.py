# What single warps of the chapters' kernels asked for, as the simulator saw it: the viewer steps through it. data/simt/traces.json.
from __future__ import annotations

import json
from collections.abc import Iterator

from tools.build.trace import Trace, trace
from tools.model import ROOT, find_chapters

PATH = ROOT / "data" / "simt" / "traces.json"
SHAPE = "1024x1024"
WARPS = (0, 1, 5)
MATRICES = ("01-coalescing", "02-bank-conflicts")  # chapters whose versions are functions of two matrices
LAYOUTS = {  # functions of tests/03-aos-soa/patterns.cu
    "soa": "add, structure of arrays",
    "aos": "add, array of structures",
    "aos_vector": "add, array of structures, 16 bytes a thread",
    "aosoa": "add, tiles of 32 objects",
    "conversion": "array of structures to structure of arrays, through shared memory",
}


def drawn() -> str:
    """The file's text as the simulator has it today."""
    return "[\n" + ",\n".join(json.dumps(kernel, ensure_ascii=False) for kernel in kernels()) + "\n]\n"


def kernels() -> Iterator[dict]:
    for slug in MATRICES:
        chapter = find_chapters([slug])[0]
        for version in chapter.kernels:
            module = f"solutions-{version.stem}.sim.so"
            path = f"solutions/{slug}/{version.source}"
            yield kernel(slug, version.title, path, trace(module, version.function, SHAPE, WARPS))
    for function, title in LAYOUTS.items():
        path = "tests/03-aos-soa/patterns.cu"
        yield kernel("03-aos-soa", title, path, trace("patterns-03-aos-soa.sim.so", function, "4x256", WARPS))


def kernel(slug: str, title: str, path: str, traces: list[Trace]) -> dict:
    found = []
    for one in traces:
        requests = []
        for request in one.requests:
            requests.append(
                {
                    "line": request.line,
                    "code": source_line(slug, request.file, request.line),
                    "space": request.space,
                    "op": request.op,
                    "of": request.allocation,
                    "bytes": request.bytes,
                    "cost": request.sectors if request.space == "global" else request.wavefronts,
                    "lanes": [request.lanes.get(lane) for lane in range(32)],
                }
            )
        found.append({"warp": one.warp, "requests": requests})
    first = traces[0]
    return {
        "chapter": slug,
        "title": title,
        "source": path,
        "kernel": first.kernel,
        "block": list(first.block_shape),
        "warps": found,
    }


def source_line(slug: str, file: str, line: int) -> str:
    """What stands there; '' where the file is none of the chapter's."""
    for path in (ROOT / "solutions" / slug / file, ROOT / "tests" / slug / file):
        if path.exists():
            return path.read_text(encoding="utf-8").splitlines()[line - 1].strip()
    return ""
