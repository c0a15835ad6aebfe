# The five kernels of kernels.cu under Numba's CUDA simulator, access for access.
# Run: NUMBA_ENABLE_CUDASIM=1 python cuda_sim.py KERNEL SIZE REPEATS     prints: threads, seconds, right or wrong
import os
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
import numpy as np
from numba import cuda, float32, uint32

TILE, SQUARE, ROWS_EACH, THREADS, BINS, ITEMS_EACH = 16, 32, 8, 256, 64, 16


@cuda.jit
def transpose(out, inp, n):
    part = cuda.shared.array((SQUARE, SQUARE + 1), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.blockIdx.x * SQUARE + x, cuda.blockIdx.y * SQUARE + y
    for i in range(0, SQUARE, ROWS_EACH):
        part[y + i, x] = inp[(row + i) * n + col]
    cuda.syncthreads()
    col, row = cuda.blockIdx.y * SQUARE + x, cuda.blockIdx.x * SQUARE + y
    for i in range(0, SQUARE, ROWS_EACH):
        out[(row + i) * n + col] = part[x, y + i]


@cuda.jit
def reduction(out, inp, n):
    sums = cuda.shared.array(THREADS, float32)
    lane = cuda.threadIdx.x
    sums[lane] = inp[cuda.blockIdx.x * THREADS + lane]
    cuda.syncthreads()
    half = THREADS // 2
    while half > 0:
        if lane < half:
            sums[lane] += sums[lane + half]
        cuda.syncthreads()
        half //= 2
    if lane == 0:
        out[cuda.blockIdx.x] = sums[0]


@cuda.jit
def stencil(out, inp, n):
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if row == 0 or col == 0 or row >= n - 1 or col >= n - 1:
        return
    here = row * n + col
    out[here] = inp[here] + inp[here - 1] + inp[here + 1] + inp[here - n] + inp[here + n]


@cuda.jit
def histogram(out, inp, n):
    counts = cuda.shared.array(BINS, uint32)
    lane = cuda.threadIdx.x
    if lane < BINS:
        counts[lane] = 0
    cuda.syncthreads()
    for i in range(cuda.blockIdx.x * THREADS + lane, n, cuda.gridDim.x * THREADS):
        cuda.atomic.add(counts, inp[i], 1)
    cuda.syncthreads()
    if lane < BINS:
        cuda.atomic.add(out, lane, counts[lane])


@cuda.jit
def product(out, a, b, n):
    part_a = cuda.shared.array((TILE, TILE), float32)
    part_b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.blockIdx.x * TILE + x, cuda.blockIdx.y * TILE + y
    total = float32(0)
    for start in range(0, n, TILE):
        part_a[y, x] = a[row * n + start + x]
        part_b[y, x] = b[(start + y) * n + col]
        cuda.syncthreads()
        for k in range(TILE):
            total += part_a[y, k] * part_b[k, x]
        cuda.syncthreads()
    out[row * n + col] = total


def work_of(kernel: str, n: int, repeats: int):
    """grid, block, inputs, the last argument, a cleared result, and what must come out."""
    cells = n * n
    index = np.arange(cells + 5, dtype=np.int64)
    values = (index * 1103515245 + 12345) >> 8 & 7
    first = values[:cells].astype(np.float32)
    square = first.reshape(n, n)
    if kernel == "transpose":
        return (n // SQUARE, n // SQUARE), (SQUARE, ROWS_EACH), [first], n, np.zeros_like(first), square.T.ravel()
    if kernel == "reduction":
        out = np.zeros(cells // THREADS, np.float32)
        return cells // THREADS, THREADS, [first], n, out, first.reshape(-1, THREADS).sum(axis=1)
    if kernel == "stencil":
        right = np.zeros_like(square)
        right[1:-1, 1:-1] = (
            square[1:-1, 1:-1] + square[1:-1, :-2] + square[1:-1, 2:] + square[:-2, 1:-1] + square[2:, 1:-1]
        )
        return (n // 32, n // 8), (32, 8), [first], n, np.zeros_like(first), right.ravel()
    if kernel == "histogram":
        chosen = (values[:cells] * 8 + values[5 : cells + 5]).astype(np.int32)
        right = np.bincount(chosen, minlength=BINS) * repeats
        return cells // (THREADS * ITEMS_EACH), THREADS, [chosen], cells, np.zeros(BINS, np.uint32), right
    if kernel == "product":
        return (n // TILE, n // TILE), (TILE, TILE), [first, first], n, np.zeros_like(first), (square @ square).ravel()
    sys.exit(f"there is no kernel {kernel}")


def main() -> int:
    kernel, n, repeats = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    grid, block, inputs, last, out, right = work_of(kernel, n, repeats)
    device_inputs = [cuda.to_device(array) for array in inputs]
    device_out = cuda.to_device(out)
    begin = time.perf_counter()
    for _ in range(repeats):
        globals()[kernel][grid, block](device_out, *device_inputs, last)
    cuda.synchronize()
    seconds = time.perf_counter() - begin
    correct = np.array_equal(device_out.copy_to_host(), right)
    threads = int(np.prod(grid) * np.prod(block)) * repeats
    print(threads, f"{seconds:.9f}", "right" if correct else "wrong")
    return 0 if correct else 1


if __name__ == "__main__":
    sys.exit(main())
