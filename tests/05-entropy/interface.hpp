// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

// The entropy of the 5×5 window round every cell, clipped at the border: with n cells inside the grid, c_i of them symbol i,
//   H = ln n − (1/n) Σ c_i ln c_i      in nats, 0 … ln n, where 0 ln 0 is 0.
// in:  rows × cols symbols, whole numbers 0 … 15 as float, row-major. Who calls has checked them (grid.hpp).
// out: rows × cols, every cell written, nothing else touched; at most 1e-5 from the exact value.
// rows and cols: 1 or more; rows * cols at most max_cells (grid.hpp), so that an int counts cells and threads. The solutions of
// v15, v16, v17 and v18 take grids of more cells; v14's grader asks which bands it cuts 65,536 × 65,536 cells into, too.
// entropy_v0 to v7 and v9 are called with at most 524,280 rows: as many as 65,535 blocks of 8 have in a grid's y.
using Entropy = void(float* out, const float* in, int rows, int cols);

// Device memory. May return before the work is done, as a launch does.
Entropy entropy_v0;
Entropy entropy_v1;
Entropy entropy_v2;
Entropy entropy_v3;
Entropy entropy_v4;
Entropy entropy_v5;
Entropy entropy_v6;
Entropy entropy_v7;
Entropy
    entropy_v8;  // throws std::invalid_argument above 131,072 columns or 65,000 rows: a texture over plain memory has no more
Entropy entropy_v9;

// The host's memory.
Entropy entropy_v10;
Entropy entropy_v11;
Entropy entropy_v12;
Entropy entropy_v13;
Entropy entropy_v16;

// The host's memory, on all GPUs: on_gpu is for the memory of the calling thread's current device (entropy_v7), on_cpu for
// the host's (entropy_v12). The caller's current device stays what it was. Throws std::runtime_error with CUDA's words when a
// GPU refuses.
void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu);

// The host's memory, page-locked or not, by the current device, in bands of so many rows (halo not counted; the last one may have
// fewer; more than the grid has are as many as it has). on_gpu launches on the device's default stream and does not wait
// (entropy_v15). When it returns, out is written. What a call needs besides may be kept for the next one, on whatever device and
// with whatever shape that is, and must not grow with the number of bands. Called by one thread at a time, which alone gives
// streams their work. Throws std::runtime_error with CUDA's words when a GPU refuses.
void entropy_v17(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu);
// Gives back all that entropy_v17 keeps. It may be called at any time between calls, and twice.
void release_v17();

// One rank of a job of MPI; every rank of MPI_COMM_WORLD calls it, between MPI_Init and MPI_Finalize, and none before the others
// are there. in, out: names of files of rows × cols floats and nothing else; out may be there already, and longer. Afterwards out
// holds what on_gpu gives for the whole grid, bit for bit. rows and cols are ints, their product need not be one; nor need any
// rank's memory hold the grid: a rank has a band of rows, reads no other row from in, and has the rows round its band from its
// neighbours by messages, while its GPU computes. Its GPU is the one whose number is the rank's place among the ranks on its
// machine, modulo the GPUs there. on_gpu launches on the default stream and does not wait (entropy_v15). Throws
// std::runtime_error with CUDA's or MPI's words, and leaves no message on its way; the caller then ends the job by MPI_Abort.
void entropy_v18(const char* out, const char* in, int rows, int cols, Entropy* on_gpu);
