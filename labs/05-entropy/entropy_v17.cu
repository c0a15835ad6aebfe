// Lab entropy_v17: a whole call in bands; one comes in while one is computed and one goes out.
// Run: ./course check entropy_v17        Stuck: ./course hint entropy_v17
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

using Entropy = void(float* out, const float* in, int rows, int cols);

// What is kept from call to call: memory on the device for a few bands, streams, events; and page-locked memory for as
// many, where a caller's own is pageable.
struct Kept {
  // TODO: what do you keep, and of which device is it?
};
static Kept kept;

// Gives back all that entropy_v17 keeps; may be called twice.
void release_v17() {
  // TODO: cudaFree, cudaFreeHost, cudaEventDestroy, cudaStreamDestroy.
}

// The same as on_gpu on the whole grid, bit for bit. in, out: rows × cols, in the host's memory, page-locked or pageable.
// band: rows of a band. on_gpu: entropy_v15, which launches on the default stream of the current device and does not wait.
void entropy_v17(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu) {
  // TODO: is the caller's memory page-locked? cudaPointerGetAttributes tells; in and out may differ.
  // TODO: make what is not kept yet; nothing of it may be as large as the grid.
  // TODO: for each band: copy it in with its halo, on_gpu, copy it out, none of it waited for by the host.
  // TODO: which streams? What must wait for what, so that nothing else waits?
  // TODO: pageable memory: threads of the host copy a band to page-locked memory, and results from there.
  // TODO: wait for the last bands. Throw std::runtime_error(cudaGetErrorString(…)) when a GPU refused, when nothing is
  // under way any more.
}
