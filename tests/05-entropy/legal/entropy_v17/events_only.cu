// Two slots: streams wait for each other by events, and the host only for what it stages itself, and at the end.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

using Entropy = void(float* out, const float* in, int rows, int cols);

struct Place {
  float *in = nullptr, *out = nullptr, *staged_in = nullptr, *staged_out = nullptr;
  cudaEvent_t came = nullptr, done = nullptr, gone = nullptr;
};
static std::vector<Place> places;
static cudaStream_t coming = nullptr, going = nullptr;
static std::size_t size = 0;
static bool staging = false;
static int owner = -1;

static void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

void release_v17() {
  for (Place& p : places) {
    cudaFree(p.in), cudaFree(p.out), cudaFreeHost(p.staged_in), cudaFreeHost(p.staged_out);
    for (cudaEvent_t event : {p.came, p.done, p.gone})
      if (event) cudaEventDestroy(event);
  }
  places.clear();
  if (coming) cudaStreamDestroy(coming);
  if (going) cudaStreamDestroy(going);
  coming = going = nullptr;
  size = 0, owner = -1, staging = false;
}

static void acquire(std::size_t bytes, bool with_staging) {
  int device = 0;
  check(cudaGetDevice(&device));
  if (owner == device && size >= bytes && (staging || !with_staging)) return;
  release_v17();
  check(cudaStreamCreateWithFlags(&coming, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&going, cudaStreamNonBlocking));
  places.resize(2);
  for (Place& p : places) {
    check(cudaMalloc(&p.in, bytes));
    check(cudaMalloc(&p.out, bytes));
    for (cudaEvent_t* event : {&p.came, &p.done, &p.gone})
      check(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    if (!with_staging) continue;
    check(cudaMallocHost(&p.staged_in, bytes));
    check(cudaMallocHost(&p.staged_out, bytes));
  }
  size = bytes, owner = device, staging = with_staging;
}

static bool pageable(const void* pointer) {
  cudaPointerAttributes a{};
  check(cudaPointerGetAttributes(&a, pointer));
  return a.type != cudaMemoryTypeHost && a.type != cudaMemoryTypeManaged;
}

static void move_rows(float* to, const float* from, int rows, std::size_t cols) {
#pragma omp parallel for
  for (int r = 0; r < rows; ++r) std::copy_n(from + r * cols, cols, to + r * cols);
}

static void run(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu) {
  const bool stage_in = pageable(in), stage_out = pageable(out);
  band = std::min(band, rows);
  const std::size_t w = cols;
  acquire((band + 4) * w * sizeof(float), stage_in || stage_out);
  const int bands = (rows + band - 1) / band, n = int(places.size());
  const auto begin = [&](int i) { return i * band; };
  const auto end = [&](int i) { return std::min(rows, begin(i) + band); };
  const auto fetch = [&](int i) {
    Place& p = places[i % n];
    check(cudaEventSynchronize(p.gone));
    move_rows(out + begin(i) * w, p.staged_out, end(i) - begin(i), w);
  };
  for (int i = 0; i < bands; ++i) {
    Place& p = places[i % n];
    const int top = std::max(0, begin(i) - 2), bottom = std::min(rows, end(i) + 2);
    const float* source = in + top * w;
    if (stage_in) {
      if (i >= n) check(cudaEventSynchronize(p.came));
      move_rows(p.staged_in, source, bottom - top, w);
      source = p.staged_in;
    }
    if (i >= n) check(cudaStreamWaitEvent(coming, p.done));
    check(cudaMemcpyAsync(p.in, source, (bottom - top) * w * sizeof(float), cudaMemcpyHostToDevice, coming));
    if (stage_out && i >= n) fetch(i - n);
    check(cudaEventRecord(p.came, coming));
    check(cudaStreamWaitEvent(cudaStreamLegacy, p.came));
    if (i >= n) check(cudaStreamWaitEvent(cudaStreamLegacy, p.gone));
    on_gpu(p.out, p.in, bottom - top, cols);
    check(cudaGetLastError());
    check(cudaEventRecord(p.done, cudaStreamLegacy));
    check(cudaStreamWaitEvent(going, p.done));
    check(cudaMemcpyAsync(stage_out ? p.staged_out : out + begin(i) * w, p.out + (begin(i) - top) * w,
        (end(i) - begin(i)) * w * sizeof(float), cudaMemcpyDeviceToHost, going));
    check(cudaEventRecord(p.gone, going));
  }
  for (int i = std::max(0, bands - n); i < bands && stage_out; ++i) fetch(i);
  check(cudaStreamSynchronize(going));
}

void entropy_v17(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu) {
  try {
    run(out, in, rows, cols, band, on_gpu);
  } catch (...) {
    for (cudaStream_t stream : {coming, cudaStream_t(nullptr), going})
      if (stream || coming) cudaStreamSynchronize(stream);
    throw;
  }
}
