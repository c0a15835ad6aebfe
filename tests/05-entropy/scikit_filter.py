# scikit-image's entropy filter as a program that works when it is told to: the other end of experiments/scikit.cpp's pipe.
# Run: scikit.cpp does. python3 scikit_filter.py SYMBOLS.f32 ROWS COLS RESULT.f64, then on stdin: uint8, uint16 or save
from __future__ import annotations

import math
import pathlib
import sys


def main() -> int:
    import numpy
    import skimage
    from skimage.filters.rank import entropy

    source, rows, cols, target = sys.argv[1:]
    symbols = numpy.fromfile(source, dtype="<f4").reshape(int(rows), int(cols))
    images = {"uint8": symbols.astype(numpy.uint8), "uint16": symbols.astype(numpy.uint16)}
    window = numpy.ones((5, 5), dtype=numpy.uint8)
    result = None
    print(f"scikit-image {skimage.__version__}", flush=True)
    for line in sys.stdin:
        if line.strip() == "save":  # bits into nats
            pathlib.Path(target).write_bytes((result * math.log(2)).astype("<f8").tobytes())
        else:
            result = entropy(images[line.strip()], window)
        print("done", flush=True)
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except ImportError as error:
        print(f"{sys.executable}: {error}")
        raise SystemExit(77) from error
