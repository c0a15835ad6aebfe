// Lab entropy_v18: past one machine: each process of an MPI job has a band of the grid, and a GPU.
// Run: ./course check entropy_v18        Stuck: ./course hint entropy_v18
#include <cuda_runtime.h>
#include <mpi.h>
#include <mpi-ext.h>

#include <algorithm>
#include <stdexcept>

using Entropy = void(float* out, const float* in, int rows, int cols);

// in, out: names of files of rows × cols floats; out may be there already, and longer. Afterwards out holds what on_gpu gives
// for the whole grid, bit for bit. Every rank of MPI_COMM_WORLD calls it, after MPI_Init. rows and cols are ints, their product
// need not be one. on_gpu: entropy_v15, which launches on the default stream of the current device and does not wait.
// The graders' MPI is the part that simt/README.md lists: no persistent requests, for one.
void entropy_v18(const char* out, const char* in, int rows, int cols, Entropy* on_gpu) {
  // TODO: which of this machine's GPUs is yours? MPI_Comm_split_type counts the ranks on it.
  // TODO: which rows are yours, and who are your neighbours? There may be more ranks than rows.
  // TODO: MPI_File_open, MPI_File_get_size: has in the size that it should? Read your rows, and no others, to the device:
  // some at a time, 64 MiB at the most, through page-locked memory.
  // TODO: the two rows above your band and the two below it come from your neighbours by messages (MPI_Irecv, MPI_Isend).
  // Where MPIX_Query_cuda_support() is 1, messages may lie in the device's memory; else in the host's, page-locked.
  // TODO: while they travel, on_gpu computes what needs no halo; when they are there, the rest.
  // TODO: write your rows to out.
  // TODO: throw std::runtime_error with cudaGetErrorString's or MPI_Error_string's words when something refused, when none
  // of your messages is on its way any more. The first rank that throws ends the job, so ranks that give up because of another
  // throw that one's words. Give back all that you have made.
}
