// Destructors give all back, and some ranks wait there when copies that nobody waited for end the job.
// fails: Correctness.FourRanks: finds that what was to be sent has changed
#include <cuda_runtime.h>
#include <mpi.h>
#include <mpi-ext.h>

#include <algorithm>
#include <stdexcept>
#include <string>

using Entropy = void(float* out, const float* in, int rows, int cols);

namespace {

constexpr int halo = 2, thinnest = 4;

void must(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}
void check(int error) {
  if (error == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(error, text, &length);
  throw std::runtime_error(std::string(text, length));
}

struct Job {
  float *in = nullptr, *out = nullptr, *edge = nullptr, *host = nullptr;
  MPI_Datatype line = MPI_DATATYPE_NULL;
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_File from = MPI_FILE_NULL, to = MPI_FILE_NULL;
  ~Job() {
    cudaFree(in);
    cudaFree(out);
    cudaFree(edge);
    cudaFreeHost(host);
    if (line != MPI_DATATYPE_NULL) MPI_Type_free(&line);
    if (machine != MPI_COMM_NULL) MPI_Comm_free(&machine);
    if (from != MPI_FILE_NULL) MPI_File_close(&from);
    if (to != MPI_FILE_NULL) MPI_File_close(&to);
  }
};

}  // namespace

void entropy_v18(const char* out, const char* in, int rows, int cols, Entropy* on_gpu) {
  const MPI_Comm all = MPI_COMM_WORLD;
  int rank = 0, ranks = 1;
  check(MPI_Comm_rank(all, &rank));
  check(MPI_Comm_size(all, &ranks));
  Job job;
  int here = 0, devices = 0;
  check(MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &job.machine));
  check(MPI_Comm_rank(job.machine, &here));
  must(cudaGetDeviceCount(&devices));
  must(cudaSetDevice(here % devices));

  const int used = std::min(ranks, std::max(1, rows / thinnest));
  const long long first = rank < used ? 1ll * rows * rank / used : rows;
  const long long last = rank < used ? 1ll * rows * (rank + 1) / used : rows;
  const int own = int(last - first);
  const int above = rank > 0 && rank < used ? rank - 1 : MPI_PROC_NULL;
  const int below = rank + 1 < used ? rank + 1 : MPI_PROC_NULL;
  const std::size_t width = cols, bytes = width * sizeof(float);

  check(MPI_Type_contiguous(cols, MPI_FLOAT, &job.line));
  check(MPI_Type_commit(&job.line));
  check(MPI_File_open(all, in, MPI_MODE_RDONLY, MPI_INFO_NULL, &job.from));
  MPI_Offset size = 0;
  check(MPI_File_get_size(job.from, &size));
  if (size != MPI_Offset(rows) * MPI_Offset(bytes))
    throw std::runtime_error("the file in has not the size of the grid");
  check(MPI_File_open(all, out, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &job.to));
  check(MPI_File_set_size(job.to, size));
  if (own > 0) {
    const int pieces = int(std::min<std::size_t>(own, std::max<std::size_t>(1, (64u << 20) / bytes)));
    must(cudaMalloc(&job.in, (own + 2 * halo) * bytes));
    must(cudaMalloc(&job.out, own * bytes));
    must(cudaMalloc(&job.edge, 3 * halo * bytes));
    must(cudaMallocHost(&job.host, std::max(pieces, 4 * halo) * bytes));
    float* const band = job.in + halo * width;
    for (int row = 0; row < own; row += pieces) {
      const int count = std::min(pieces, own - row);
      check(
          MPI_File_read_at(job.from, (first + row) * MPI_Offset(bytes), job.host, count, job.line, MPI_STATUS_IGNORE));
      must(cudaMemcpy(band + row * width, job.host, count * bytes, cudaMemcpyHostToDevice));
    }
    float* const end = band + own * width;
    float* piece[4] = {band, end - halo * width, job.in, end};
    float* message[4] = {piece[0], piece[1], piece[2], piece[3]};
    const bool staged = MPIX_Query_cuda_support() != 1;
    if (staged) {
      for (int i = 0; i < 4; ++i) message[i] = job.host + i * halo * width;
      if (above != MPI_PROC_NULL)
        must(cudaMemcpyAsync(message[0], piece[0], halo * bytes, cudaMemcpyDeviceToHost, nullptr));
      if (below != MPI_PROC_NULL)
        must(cudaMemcpyAsync(message[1], piece[1], halo * bytes, cudaMemcpyDeviceToHost, nullptr));
    }
    MPI_Request request[4];
    check(MPI_Irecv(message[2], halo, job.line, above, 1, all, &request[0]));
    check(MPI_Irecv(message[3], halo, job.line, below, 0, all, &request[1]));
    check(MPI_Isend(message[0], halo, job.line, above, 0, all, &request[2]));
    check(MPI_Isend(message[1], halo, job.line, below, 1, all, &request[3]));
    on_gpu(job.out, band, own, cols);
    const cudaError_t launched = cudaGetLastError();
    check(MPI_Waitall(4, request, MPI_STATUSES_IGNORE));
    must(launched);
    for (int side = 0; side < 2; ++side) {
      if ((side == 0 ? above : below) == MPI_PROC_NULL) continue;
      if (staged)
        must(cudaMemcpyAsync(piece[2 + side], message[2 + side], halo * bytes, cudaMemcpyHostToDevice, nullptr));
      on_gpu(job.edge, side == 0 ? job.in : end - 2 * halo * width, 3 * halo, cols);
      must(cudaGetLastError());
      must(cudaMemcpyAsync(side == 0 ? job.out : job.out + (own - halo) * width, job.edge + halo * width, halo * bytes,
          cudaMemcpyDeviceToDevice, nullptr));
    }
    for (int row = 0; row < own; row += pieces) {
      const int count = std::min(pieces, own - row);
      must(cudaMemcpy(job.host, job.out + row * width, count * bytes, cudaMemcpyDeviceToHost));
      check(MPI_File_write_at(job.to, (first + row) * MPI_Offset(bytes), job.host, count, job.line, MPI_STATUS_IGNORE));
    }
  }
}
