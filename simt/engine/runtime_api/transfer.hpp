// Copies between the two sides, checked: what every cudaMemcpy and cudaMemset comes down to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/include/simt/api_memory.h"
#include "simt/record.hpp"

struct cudaArray {
  cudaChannelFormatDesc element;
  cudaExtent extent;  // in elements; a height or depth of 0 is a dimension that the array does not have
  unsigned flags = 0;
  std::size_t element_bytes = 0;
  char* data = nullptr;  // rows and slices without gaps; never an address of device memory

  std::size_t row_bytes() const { return extent.width * element_bytes; }
  std::size_t rows() const { return extent.height ? extent.height : 1; }
  std::size_t slices() const { return extent.depth ? extent.depth : 1; }
};

namespace simt {

// Rows of bytes: `pitch` from row to row, `slice` from plane to plane.
struct Box {
  char* at = nullptr;
  std::size_t pitch = 0, slice = 0;
  const cudaArray* in_array = nullptr;  // those have been checked and are on the device
  bool in_symbol = false;               // likewise of a variable of the device, which was given by its name
};

template <typename Each>
void each_row(const Box& box, const cudaExtent& bytes, Each each) {
  for (std::size_t z = 0; z < bytes.depth; ++z)
    for (std::size_t y = 0; y < bytes.height; ++y) each(box.at + z * box.slice + y * box.pitch, z * bytes.height + y);
}
// Bytes from the first to the last of a box.
std::size_t span(const Box& box, const cudaExtent& bytes);
// Whether [address, +bytes) may be touched as device memory; says why not.
bool device_range(std::uint64_t address, std::size_t bytes, const char* call, const char* does);
// Of work that was put off: whether the memory has been freed since; says so.
bool comes_too_late(const Box& box, const cudaExtent& bytes, const char* does);
void touch_box(const Box& box, const cudaExtent& bytes, TouchSite::Does does, bool staged);

// Says what is wrong and gives the error, which is then the last error too.
cudaError_t fail(cudaError_t error);
// The message, the place in the source, and what else there is to say.
void report_host(
    FindingKind kind, const std::string& message, const char* memory = "global", const std::string& then = "");
// Whether the address is only the name of a variable of the device in host code; then says so. `does`: "cudaMemcpy writes
// 4 bytes to"; `instead`: the call that takes the name, if there is one.
bool refuse_hosts_name(const void* address, const std::string& does, const char* instead);
// streams.cpp: what is wrong with a stream, in words, or null; the same said of the call that goes on; none is left.
extern const char* const destroyed_handle;
const char* stream_fault(cudaStream_t stream);
bool is_non_blocking(cudaStream_t stream);
cudaError_t check_stream(cudaStream_t stream);
void destroy_streams();

// A call by its name, and where its work goes: those without a stream of their own use the default one, and wait as CUDA's
// "API synchronization behavior" has it.
struct ApiCall {
  const char* name;
  cudaStream_t stream = nullptr;
  bool async = false;

  ApiCall(const char* name) : name(name) {}
  ApiCall(const char* name, cudaStream_t stream) : name(name), stream(stream), async(true) {}
};
cudaError_t copy_box(const Box& to, const Box& from, const cudaExtent& bytes, cudaMemcpyKind kind, const ApiCall& call);
cudaError_t set_rows(const Box& to, const std::vector<char>& value, const cudaExtent& bytes, const ApiCall& call);
cudaError_t set_box(const Box& to, int value, const cudaExtent& bytes, const ApiCall& call);
cudaError_t copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const ApiCall& call);
// `count` values of `value_bytes` bytes each.
cudaError_t set_values(void* to, const void* value, std::size_t value_bytes, std::size_t count, const ApiCall& call);

// Host memory that was given to cudaHostRegister holds these bytes.
bool registered_host(std::uint64_t address, std::uint64_t bytes);
std::vector<AddressRange> registered_host_ranges();
std::uint64_t bytes_on_both_sides();  // of memory that there is now: pinned, registered, managed, __managed__
int current_device();

}  // namespace simt
