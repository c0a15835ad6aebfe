// A destructor closes the files, also where this rank alone throws: the others are not there.
// fails: Job.ARefusalIsThrown: does not meet its like
#include <cuda_runtime.h>
#include <mpi.h>
#include <mpi-ext.h>
#include <algorithm>
#include <stdexcept>
#include <string>
using Entropy = void(float* out, const float* in, int rows, int cols);
namespace {
void must(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}
void must(int e) {
  if (e == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(e, text, &length);
  throw std::runtime_error(std::string(text, length));
}
struct Job {
  MPI_Datatype line = MPI_DATATYPE_NULL;
  MPI_File from = MPI_FILE_NULL, to = MPI_FILE_NULL;
  float *in = nullptr, *out = nullptr, *edge = nullptr, *host = nullptr;
  ~Job() {
    cudaStreamSynchronize(nullptr);
    cudaFree(in);
    cudaFree(out);
    cudaFree(edge);
    cudaFreeHost(host);
    if (from != MPI_FILE_NULL) MPI_File_close(&from);
    if (to != MPI_FILE_NULL) MPI_File_close(&to);
    if (line != MPI_DATATYPE_NULL) MPI_Type_free(&line);
  }
};
}  // namespace
void entropy_v18(const char* out, const char* in, int rows, int cols, Entropy* on_gpu) {
  Job job;
  int rank = 0, ranks = 1, here = 0, devices = 0;
  must(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  must(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
  MPI_Comm machine = MPI_COMM_NULL;
  must(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine));
  MPI_Comm_rank(machine, &here);
  must(MPI_Comm_free(&machine));
  must(cudaGetDeviceCount(&devices));
  must(cudaSetDevice(here % devices));
  must(MPI_Type_contiguous(cols, MPI_FLOAT, &job.line));
  must(MPI_Type_commit(&job.line));
  must(MPI_File_open(MPI_COMM_WORLD, in, MPI_MODE_RDONLY, MPI_INFO_NULL, &job.from));
  MPI_Offset size = 0;
  must(MPI_File_get_size(job.from, &size));
  if (size != MPI_Offset(rows) * cols * MPI_Offset(sizeof(float)))
    throw std::runtime_error("the file has not the size that it should have");
  must(MPI_File_open(MPI_COMM_WORLD, out, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &job.to));
  must(MPI_File_set_size(job.to, size));
  const int used = std::max(1, std::min(ranks, rows / 4));
  if (rank < used) {
    const long long first = (long long)rows * rank / used, last = (long long)rows * (rank + 1) / used;
    const int mine = int(last - first), up = rank > 0 ? rank - 1 : MPI_PROC_NULL,
              down = rank + 1 < used ? rank + 1 : MPI_PROC_NULL;
    const std::size_t line = cols, bytes = line * sizeof(float);
    const int some = int(std::max<std::size_t>(4, std::min<std::size_t>(mine, (std::size_t(8) << 20) / bytes)));
    must(cudaMalloc(&job.in, (mine + 4) * bytes));
    must(cudaMalloc(&job.out, mine * bytes));
    must(cudaMalloc(&job.edge, 6 * bytes));
    must(cudaMallocHost(&job.host, some * bytes));
    for (long long r = 0; r < mine; r += some) {
      const int n = int(std::min<long long>(some, mine - r));
      must(MPI_File_read_at(job.from, (first + r) * MPI_Offset(bytes), job.host, n, job.line, MPI_STATUS_IGNORE));
      must(cudaMemcpy(job.in + (2 + r) * line, job.host, n * bytes, cudaMemcpyHostToDevice));
    }
    const bool aware = MPIX_Query_cuda_support() == 1;
    float *own = job.in + 2 * line, *end = own + mine * line;
    float *send_up = own, *send_down = end - 2 * line, *get_up = job.in, *get_down = end;
    float* stage = nullptr;
    if (!aware) {
      const cudaError_t e = cudaMallocHost(&stage, 8 * bytes);
      must(e);
      send_up = stage, send_down = stage + 2 * line, get_up = stage + 4 * line, get_down = stage + 6 * line;
      cudaMemcpyAsync(send_up, own, 2 * bytes, cudaMemcpyDeviceToHost);
      cudaMemcpyAsync(send_down, end - 2 * line, 2 * bytes, cudaMemcpyDeviceToHost);
    }
    struct Stage {
      float* at;
      ~Stage() {
        cudaStreamSynchronize(nullptr);
        cudaFreeHost(at);
      }
    } guard{stage};
    must(cudaStreamSynchronize(nullptr));
    MPI_Request request[4];
    must(MPI_Irecv(get_up, 2, job.line, up, 7, MPI_COMM_WORLD, request + 0));
    must(MPI_Irecv(get_down, 2, job.line, down, 8, MPI_COMM_WORLD, request + 1));
    must(MPI_Isend(send_up, 2, job.line, up, 8, MPI_COMM_WORLD, request + 2));
    must(MPI_Isend(send_down, 2, job.line, down, 7, MPI_COMM_WORLD, request + 3));
    on_gpu(job.out, own, mine, cols);
    const cudaError_t launched = cudaGetLastError();
    must(MPI_Waitall(4, request, MPI_STATUSES_IGNORE));
    must(launched);
    if (up != MPI_PROC_NULL) {
      if (!aware) must(cudaMemcpyAsync(job.in, get_up, 2 * bytes, cudaMemcpyHostToDevice));
      on_gpu(job.edge, job.in, 6, cols);
      must(cudaGetLastError());
      must(cudaMemcpyAsync(job.out, job.edge + 2 * line, 2 * bytes, cudaMemcpyDeviceToDevice));
    }
    if (down != MPI_PROC_NULL) {
      if (!aware) must(cudaMemcpyAsync(end, get_down, 2 * bytes, cudaMemcpyHostToDevice));
      on_gpu(job.edge, end - 4 * line, 6, cols);
      must(cudaGetLastError());
      must(cudaMemcpyAsync(job.out + (mine - 2) * line, job.edge + 2 * line, 2 * bytes, cudaMemcpyDeviceToDevice));
    }
    for (long long r = 0; r < mine; r += some) {
      const int n = int(std::min<long long>(some, mine - r));
      must(cudaMemcpy(job.host, job.out + r * line, n * bytes, cudaMemcpyDeviceToHost));
      must(MPI_File_write_at(job.to, (first + r) * MPI_Offset(bytes), job.host, n, job.line, MPI_STATUS_IGNORE));
    }
  }
  must(MPI_File_close(&job.to));
}
