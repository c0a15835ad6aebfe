# Whether this machine has a GPU that CUDA can use, asked of the driver itself.
from __future__ import annotations

import ctypes
import functools

NO_GPU = 77  # the exit status of a program of the harness where there is no GPU


@functools.cache
def has_gpu() -> bool:
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0
