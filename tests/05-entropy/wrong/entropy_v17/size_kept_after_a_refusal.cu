// The size of a slot is kept before there is memory for it, and so is wanted in the next calls, too.
// fails: Memory.BytesPastAnInt: a call before wanted too much: is its size kept
#include <cuda_runtime.h>
#include <algorithm>
#include <cstring>
#include <stdexcept>
using Entropy = void(float* out, const float* in, int rows, int cols);
constexpr int Slots = 3;
struct Kept {
  int device = -1;
  size_t cells = 0;  // of a slot
  float *in[Slots] = {}, *out[Slots] = {}, *host_in[Slots] = {}, *host_out[Slots] = {};
  cudaStream_t coming = nullptr, going = nullptr;
  cudaEvent_t came[Slots] = {}, done[Slots] = {}, gone[Slots] = {};
};
static Kept kept;
void release_v17() {
  if (kept.device < 0) return;
  int own = 0;
  cudaGetDevice(&own);
  cudaSetDevice(kept.device);
  for (int s = 0; s < Slots; ++s) {
    cudaFree(kept.in[s]);
    cudaFree(kept.out[s]);
    cudaFreeHost(kept.host_in[s]);
    cudaFreeHost(kept.host_out[s]);
    if (kept.came[s]) cudaEventDestroy(kept.came[s]);
    if (kept.done[s]) cudaEventDestroy(kept.done[s]);
    if (kept.gone[s]) cudaEventDestroy(kept.gone[s]);
  }
  if (kept.coming) cudaStreamDestroy(kept.coming);
  if (kept.going) cudaStreamDestroy(kept.going);
  kept = Kept{};
  cudaSetDevice(own);
}
static void check(cudaError_t e) {
  if (e == cudaSuccess) return;
  cudaGetLastError();
  throw std::runtime_error(cudaGetErrorString(e));
}
static bool pinned(const void* p) {
  cudaPointerAttributes a;
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return a.type == cudaMemoryTypeHost || a.type == cudaMemoryTypeManaged;
}
static void make(size_t cells, bool stage_in, bool stage_out) {
  int device = 0;
  check(cudaGetDevice(&device));
  if (kept.device != device || kept.cells < cells) release_v17();
  kept.device = device;
  kept.cells = std::max(kept.cells, cells);
  const size_t bytes = kept.cells * sizeof(float);
  if (!kept.coming) check(cudaStreamCreateWithFlags(&kept.coming, cudaStreamNonBlocking));
  if (!kept.going) check(cudaStreamCreateWithFlags(&kept.going, cudaStreamNonBlocking));
  for (int s = 0; s < Slots; ++s) {
    if (!kept.in[s]) check(cudaMalloc(&kept.in[s], bytes));
    if (!kept.out[s]) check(cudaMalloc(&kept.out[s], bytes));
    if (stage_in && !kept.host_in[s]) check(cudaMallocHost(&kept.host_in[s], bytes));
    if (stage_out && !kept.host_out[s]) check(cudaMallocHost(&kept.host_out[s], bytes));
    for (auto* e : {&kept.came[s], &kept.done[s], &kept.gone[s]})
      if (!*e) check(cudaEventCreateWithFlags(e, cudaEventDisableTiming));
  }
}
static void copy(float* to, const float* from, size_t cells) {
  constexpr size_t piece = 4096;
  const long pieces = long((cells + piece - 1) / piece);
#pragma omp parallel for schedule(static)
  for (long p = 0; p < pieces; ++p)
    std::memcpy(to + p * piece, from + p * piece, std::min(piece, cells - p * piece) * sizeof(float));
}
static void work(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu) {
  const bool stage_in = !pinned(in), stage_out = !pinned(out);
  const size_t width = cols;
  band = std::min(band, rows);
  make((size_t(band) + 4) * width, stage_in, stage_out);
  const int bands = (rows - 1) / band + 1;
  const auto fetch_result = [&](int k) {
    const int s = k % Slots, first = k * band, last = std::min(first + band, rows);
    check(cudaEventSynchronize(kept.gone[s]));
    copy(out + first * width, kept.host_out[s], (last - first) * width);
  };
  for (int k = 0; k < bands; ++k) {
    const int s = k % Slots, first = k * band, last = std::min(first + band, rows);
    const int top = std::max(first - 2, 0), bottom = std::min(last + 2, rows);
    const size_t there = (bottom - top) * width, results = (last - first) * width;
    if (k >= Slots) {
      if (stage_out) fetch_result(k - Slots);
      check(cudaStreamWaitEvent(kept.coming, kept.done[s], 0));
      check(cudaStreamWaitEvent(nullptr, kept.gone[s], 0));
    }
    const float* from = in + top * width;
    if (stage_in) {
      if (k >= Slots) check(cudaEventSynchronize(kept.came[s]));
      copy(kept.host_in[s], from, there);
      from = kept.host_in[s];
    }
    check(cudaMemcpyAsync(kept.in[s], from, there * sizeof(float), cudaMemcpyHostToDevice, kept.coming));
    check(cudaEventRecord(kept.came[s], kept.coming));
    check(cudaStreamWaitEvent(nullptr, kept.came[s], 0));
    on_gpu(kept.out[s], kept.in[s], bottom - top, cols);
    check(cudaGetLastError());
    check(cudaEventRecord(kept.done[s], nullptr));
    check(cudaStreamWaitEvent(kept.going, kept.done[s], 0));
    check(cudaMemcpyAsync(stage_out ? kept.host_out[s] : out + first * width, kept.out[s] + (first - top) * width,
        results * sizeof(float), cudaMemcpyDeviceToHost, kept.going));
    check(cudaEventRecord(kept.gone[s], kept.going));
  }
  if (stage_out)
    for (int k = std::max(0, bands - Slots); k < bands; ++k) fetch_result(k);
  check(cudaStreamSynchronize(kept.coming));
  check(cudaStreamSynchronize(nullptr));
  check(cudaStreamSynchronize(kept.going));
}
void entropy_v17(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu) {
  try {
    work(out, in, rows, cols, band, on_gpu);
  } catch (...) {
    cudaDeviceSynchronize();
    cudaGetLastError();
    throw;
  }
}
