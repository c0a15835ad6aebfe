# Lists the names that CUDA's headers declare, so that simtcc can tell "not in the simulator" from "misspelled".
# Run: python3 simt/compiler/messages/list_cuda_names.py /usr/local/cuda/include > simt/compiler/messages/cuda_names.inc
import pathlib
import re
import sys

FILES = [
    "cuda_runtime_api.h",
    "driver_types.h",
    "cuda_runtime.h",
    "cuda.h",
    "nvrtc.h",
    "device_atomic_functions.h",
    "cuda_fp16.h",
    "cuda_bf16.h",
    "texture_types.h",
    "surface_types.h",
    "crt/device_functions.h",
    "crt/device_double_functions.h",
    "crt/math_functions.h",
    "crt/mma.h",
    "texture_indirect_functions.h",
    "surface_indirect_functions.h",
    "cuda_pipeline.h",
    "cuda_awbarrier.h",
]
NAME = re.compile(
    r"\b(cuda[A-Z]\w*|cu[A-Z]\w*|CU[a-z]\w*|nvrtc[A-Z]\w*|tex[123C]\w+|surf[123C]\w+|atomic[A-Z]\w*|__[a-z][a-z0-9_]*[a-z0-9])\s*(?=\(|;|=|,|\{)"
)


def main(include: str) -> None:
    names = set()
    root = pathlib.Path(include)
    for path in [root / f for f in FILES] + sorted(root.glob("sm_*.h")) + sorted((root / "crt").glob("sm_*.h")):
        if path.exists():
            text = re.sub(
                r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8", errors="replace"), flags=re.DOTALL
            )
            names.update(
                name
                for name in NAME.findall(text)
                if not re.search(r"_st$|__cuda_|__nv_|__builtin|__device|__host|^__attribute|^__asm|^__dv$", name)
            )
    print("// Names that CUDA 13.0's headers declare; list_cuda_names.py wrote them.")
    for name in sorted(names):
        print(f'"{name}",')


if __name__ == "__main__":
    main(sys.argv[1])
