// Each side is computed when its rows are there (MPI_Waitany), and a file of another size is told of in words of its own.
#include <cuda_runtime.h>
#include <mpi.h>
#include <mpi-ext.h>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>
using Entropy = void(float* out, const float* in, int rows, int cols);
namespace {
void cuda(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}
void mpi(int e) {
  if (e == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int n = 0;
  MPI_Error_string(e, text, &n);
  throw std::runtime_error(std::string(text, n));
}
struct DeviceMemory {
  float* p = nullptr;
  explicit DeviceMemory(std::size_t bytes) {
    if (bytes) cuda(cudaMalloc(&p, bytes));
  }
  ~DeviceMemory() { cudaFree(p); }
  DeviceMemory(const DeviceMemory&) = delete;
};
struct PinnedMemory {
  float* p = nullptr;
  explicit PinnedMemory(std::size_t bytes) {
    if (bytes) cuda(cudaMallocHost(&p, bytes));
  }
  ~PinnedMemory() { cudaFreeHost(p); }
  PinnedMemory(const PinnedMemory&) = delete;
};
struct Row {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  explicit Row(int cols) {
    mpi(MPI_Type_contiguous(cols, MPI_FLOAT, &type));
    mpi(MPI_Type_commit(&type));
  }
  ~Row() {
    if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
  }
};
struct File {
  MPI_File f = MPI_FILE_NULL;
  File(const char* name, int mode) { mpi(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &f)); }
  void close() { mpi(MPI_File_close(&f)); }
};
}  // namespace
void entropy_v18(const char* out, const char* in, int rows, int cols, Entropy* on_gpu) {
  MPI_Comm node;
  int on_node = 0, devices = 0, rank = 0, ranks = 0;
  mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  mpi(MPI_Comm_rank(node, &on_node));
  mpi(MPI_Comm_free(&node));
  cuda(cudaGetDeviceCount(&devices));
  cuda(cudaSetDevice(on_node % devices));
  mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  mpi(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
  const int used = std::max(1, std::min(ranks, rows / 4));  // four rows each at the least
  const auto begin_of = [&](int r) { return int((long long)rows * std::min(r, used) / used); };
  const int first = begin_of(rank), mine = begin_of(rank + 1) - first;
  const bool has_up = mine > 0 && rank > 0, has_down = mine > 0 && rank + 1 < used;
  const std::size_t w = std::size_t(cols), line = w * sizeof(float);
  const int some = int(std::max<long long>(1, std::min<long long>(mine, (64ll << 20) / (long long)line)));
  Row row(cols);
  DeviceMemory grid(mine ? (mine + 4ll) * line : 0), result(mine ? std::size_t(mine) * line : 0),
      side(mine ? 6 * line : 0);
  PinnedMemory pieces(mine ? some * line : 0), halo(mine ? 8 * line : 0);
  float* const own = grid.p + 2 * w;
  File from(in, MPI_MODE_RDONLY);
  MPI_Offset size = 0;
  mpi(MPI_File_get_size(from.f, &size));
  if (size != MPI_Offset(rows) * MPI_Offset(line)) throw std::runtime_error("the input file is not rows x cols floats");
  File to(out, MPI_MODE_CREATE | MPI_MODE_WRONLY);
  mpi(MPI_File_set_size(to.f, size));
  for (int r = 0; r < mine; r += some) {
    const int n = std::min(some, mine - r);
    mpi(MPI_File_read_at(from.f, MPI_Offset(first + r) * MPI_Offset(line), pieces.p, n, row.type, MPI_STATUS_IGNORE));
    cuda(cudaMemcpy(own + r * w, pieces.p, n * line, cudaMemcpyHostToDevice));
  }
  if (mine > 0) {
    const bool direct = MPIX_Query_cuda_support() == 1;
    float *send[2] = {own, own + (mine - 2) * w}, *get[2] = {grid.p, own + mine * w};
    float *s[2] = {send[0], send[1]}, *g[2] = {get[0], get[1]};
    const bool has[2] = {has_up, has_down};
    if (!direct)
      for (int k = 0; k < 2; ++k) {
        s[k] = halo.p + 2 * k * w, g[k] = halo.p + (4 + 2 * k) * w;
        if (has[k]) cuda(cudaMemcpy(s[k], send[k], 2 * line, cudaMemcpyDeviceToHost));
      }
    else cuda(cudaDeviceSynchronize());
    std::vector<MPI_Request> wait(4, MPI_REQUEST_NULL);
    int failed = MPI_SUCCESS;
    for (int k = 0; k < 2; ++k) {
      if (!has[k]) continue;
      const int other = k == 0 ? rank - 1 : rank + 1;
      int e = MPI_Irecv(g[k], 2, row.type, other, 10 + (1 - k), MPI_COMM_WORLD, &wait[k]);
      if (e == MPI_SUCCESS) e = MPI_Isend(s[k], 2, row.type, other, 10 + k, MPI_COMM_WORLD, &wait[2 + k]);
      if (failed == MPI_SUCCESS) failed = e;
    }
    on_gpu(result.p, own, mine, cols);  // right but for the two rows next to each neighbour
    cudaError_t said = cudaGetLastError();
    for (;;) {
      int which = MPI_UNDEFINED;
      const int e = MPI_Waitany(4, wait.data(), &which, MPI_STATUS_IGNORE);
      if (e != MPI_SUCCESS) {
        if (failed == MPI_SUCCESS) failed = e;
        if (which == MPI_UNDEFINED) break;
        continue;
      }
      if (which == MPI_UNDEFINED) break;
      if (which >= 2 || said != cudaSuccess || failed != MPI_SUCCESS) continue;
      if (!direct) said = cudaMemcpy(get[which], g[which], 2 * line, cudaMemcpyHostToDevice);
      if (said == cudaSuccess) {
        on_gpu(side.p, which == 0 ? grid.p : own + (mine - 4) * w, 6, cols);
        said = cudaGetLastError();
      }
      if (said == cudaSuccess)
        said = cudaMemcpyAsync(
            result.p + (which == 0 ? 0 : (mine - 2) * w), side.p + 2 * w, 2 * line, cudaMemcpyDeviceToDevice);
    }
    mpi(failed);
    cuda(said);
  }
  for (int r = 0; r < mine; r += some) {
    const int n = std::min(some, mine - r);
    cuda(cudaMemcpy(pieces.p, result.p + r * w, n * line, cudaMemcpyDeviceToHost));
    mpi(MPI_File_write_at(to.f, MPI_Offset(first + r) * MPI_Offset(line), pieces.p, n, row.type, MPI_STATUS_IGNORE));
  }
  from.close();
  to.close();
}
