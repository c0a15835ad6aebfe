// Each row of a halo comes from whichever rank has it. Ranks agree on whether one has failed, and all throw its words.
// legal: cudaGetLastError is asked when all messages have come, and it is the rank's own
#include <cuda_runtime.h>
#include <mpi.h>
#include <mpi-ext.h>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>
using Entropy = void(float* out, const float* in, int rows, int cols);
namespace {
constexpr size_t kPiece = size_t(16) << 20;  // bytes
struct Device {
  float* p = nullptr;
  ~Device() { cudaFree(p); }
  cudaError_t make(size_t n) { return cudaMalloc(&p, std::max<size_t>(n, 1) * sizeof(float)); }
};
struct Pinned {
  float* p = nullptr;
  ~Pinned() { cudaFreeHost(p); }
  cudaError_t make(size_t n) { return cudaMallocHost(&p, std::max<size_t>(n, 1) * sizeof(float)); }
};
struct File {
  MPI_File f = MPI_FILE_NULL;
  ~File() {
    if (f != MPI_FILE_NULL) MPI_File_close(&f);
  }
};
std::string words(int e) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int n = 0;
  MPI_Error_string(e, text, &n);
  return std::string(text, n);
}
// All ranks throw if one has failed, and all the same words.
void agree(const std::string& mine) {
  int own = 0, root = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &own);
  const int failed = mine.empty() ? -1 : own;
  MPI_Allreduce(&failed, &root, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (root < 0) return;
  char text[256] = {};
  mine.copy(text, sizeof text - 1);
  MPI_Bcast(text, sizeof text, MPI_CHAR, root, MPI_COMM_WORLD);
  cudaGetLastError();
  throw std::runtime_error(text);
}
struct Band {
  int first, last;
};
}  // namespace
void entropy_v18(const char* out, const char* in, int rows, int cols, Entropy* on_gpu) {
  int own = 0, size = 1, local = 0, devices = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &own);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_rank(machine, &local);
  MPI_Comm_free(&machine);
  std::string error;
  const auto cuda = [&](cudaError_t e) {
    if (e != cudaSuccess && error.empty()) error = cudaGetErrorString(e);
    return error.empty();
  };
  const auto mpi = [&](int e) {
    if (e != MPI_SUCCESS && error.empty()) error = words(e);
    return error.empty();
  };
  if (cuda(cudaGetDeviceCount(&devices)) && devices > 0) cuda(cudaSetDevice(local % devices));
  const auto band = [&](int r) { return Band{int((long long)rows * r / size), int((long long)rows * (r + 1) / size)}; };
  const auto [first, last] = band(own);
  const int n = last - first, top = n ? std::max(first - 2, 0) : first, bottom = n ? std::min(last + 2, rows) : last;
  const size_t w = cols;
  const MPI_Offset all = MPI_Offset(rows) * cols * MPI_Offset(sizeof(float));
  const auto halo = [&](int r) {
    const Band b = band(r);
    std::vector<int> h;
    if (b.first < b.last)
      for (int row : {b.first - 2, b.first - 1, b.last, b.last + 1})
        if (row >= 0 && row < rows) h.push_back(row);
    return h;
  };
  {
    File source;
    mpi(MPI_File_open(MPI_COMM_WORLD, in, MPI_MODE_RDONLY, MPI_INFO_NULL, &source.f));
    MPI_Offset bytes = 0;
    if (error.empty() && mpi(MPI_File_get_size(source.f, &bytes)) && bytes != all)
      error = "the file has not the size of the grid";
    agree(error);
    Device image, result, strip;
    Pinned piece, sent, got;
    const size_t line = std::max<size_t>(1, kPiece / sizeof(float) / w);  // rows of a piece
    cuda(image.make((bottom - top) * w));
    cuda(result.make(n * w));
    cuda(strip.make(8 * w));
    cuda(piece.make(std::min<size_t>(line, n) * w));
    cuda(sent.make(16 * w));
    cuda(got.make(4 * w));
    for (int row = first; row < last && error.empty(); row += int(line)) {
      const int here = std::min<int>(int(line), last - row);
      MPI_Status status;
      if (mpi(MPI_File_read_at(source.f, MPI_Offset(row) * cols * MPI_Offset(sizeof(float)), piece.p, int(here * w),
              MPI_FLOAT, &status)))
        cuda(cudaMemcpy(image.p + (row - top) * w, piece.p, here * w * sizeof(float), cudaMemcpyHostToDevice));
    }
    agree(error);
    std::vector<MPI_Request> requests;
    const auto owner = [&](int row) {
      int r = int((long long)row * size / rows);
      while (band(r).last <= row) ++r;
      while (band(r).first > row) --r;
      return r;
    };
    const auto mine = halo(own);
    for (size_t k = 0; k < mine.size(); ++k) {
      requests.emplace_back();
      MPI_Irecv(got.p + k * w, int(w), MPI_FLOAT, owner(mine[k]), mine[k], MPI_COMM_WORLD, &requests.back());
    }
    std::vector<int> edge;  // rows of mine that others want, each once
    for (int r = 0; r < size; ++r)
      if (r != own)
        for (int row : halo(r))
          if (row >= first && row < last) {
            auto at = std::find(edge.begin(), edge.end(), row);
            if (at == edge.end()) {
              cuda(cudaMemcpy(
                  sent.p + edge.size() * w, image.p + (row - top) * w, w * sizeof(float), cudaMemcpyDeviceToHost));
              at = edge.insert(edge.end(), row);
            }
            requests.emplace_back();
            MPI_Isend(sent.p + (at - edge.begin()) * w, int(w), MPI_FLOAT, r, row, MPI_COMM_WORLD, &requests.back());
          }
    const bool whole = n < 4;

    if (n && !whole) on_gpu(result.p, image.p + (first - top) * w, n, cols);
    MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    for (size_t k = 0; k < mine.size(); ++k)
      cuda(cudaMemcpy(image.p + (mine[k] - top) * w, got.p + k * w, w * sizeof(float), cudaMemcpyHostToDevice));
    const auto part = [&](int from, int to, int begin,
                          int end) {  // rows from … to - 1 are looked at, begin … end - 1 are results
      on_gpu(strip.p, image.p + (from - top) * w, to - from, cols);
      cuda(cudaMemcpy(result.p + (begin - first) * w, strip.p + (begin - from) * w, (end - begin) * w * sizeof(float),
          cudaMemcpyDeviceToDevice));
    };
    if (n && whole) part(top, bottom, first, last);
    else if (n) {
      part(top, first + 4, first, first + 2);
      part(last - 4, bottom, last - 2, last);
    }
    cuda(cudaGetLastError());
    cuda(cudaDeviceSynchronize());
    agree(error);
    File target;
    mpi(MPI_File_open(MPI_COMM_WORLD, out, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &target.f));
    agree(error);
    mpi(MPI_File_set_size(target.f, all));
    for (int row = first; row < last && error.empty(); row += int(line)) {
      const int here = std::min<int>(int(line), last - row);
      MPI_Status status;
      if (cuda(cudaMemcpy(piece.p, result.p + (row - first) * w, here * w * sizeof(float), cudaMemcpyDeviceToHost)))
        mpi(MPI_File_write_at(
            target.f, MPI_Offset(row) * cols * MPI_Offset(sizeof(float)), piece.p, int(here * w), MPI_FLOAT, &status));
    }
    if (target.f != MPI_FILE_NULL) mpi(MPI_File_close(&target.f));
    agree(error);
  }
}
