// The runtime API's memory beyond cudaMalloc and cudaMemcpy: pitched and 3D memory, host and managed memory,
// arrays, symbols.
// Source: CUDA Runtime API reference, 13.0, "Memory Management".
#pragma once

#include "simt/api.h"

enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6,
};
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeNone = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2,
  cudaMemLocationTypeHostNuma = 3,
  cudaMemLocationTypeHostNumaCurrent = 4,
};
enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3
};
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};
struct cudaPitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
struct cudaExtent {
  std::size_t width, height, depth;
};
struct cudaPos {
  std::size_t x, y, z;
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
};
typedef struct cudaArray* cudaArray_t;
typedef const struct cudaArray* cudaArray_const_t;
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};

inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, std::size_t pitch, std::size_t width, std::size_t height) {
  return {pointer, pitch, width, height};
}
inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
  return {width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }

extern "C" {
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent);
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags);
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned int flags,
    cudaStream_t stream = nullptr);
cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, void* pointer, std::size_t bytes = 0, unsigned int flags = cudaMemAttachSingle);
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location);

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
    std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height);
cudaError_t cudaMemset2DAsync(
    void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream = nullptr);

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* element, std::size_t width,
    std::size_t height = 0, unsigned int flags = 0);
cudaError_t cudaMalloc3DArray(
    cudaArray_t* array, const cudaChannelFormatDesc* element, cudaExtent extent, unsigned int flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(
    cudaChannelFormatDesc* element, cudaExtent* extent, unsigned int* flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* element, cudaArray_const_t array);
cudaError_t cudaMemcpyToArray(
    cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(
    void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
    std::size_t width, std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
    std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);

// A symbol is the variable itself; the simulator keeps it where the host would, so its address is the device's.
cudaError_t simt_copy_to_symbol(
    const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind);
cudaError_t simt_copy_to_symbol_async(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
    cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t simt_copy_from_symbol_async(
    void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t simt_copy_from_symbol(
    void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind);
cudaError_t simt_symbol_address(void** address, const void* symbol);
cudaError_t simt_symbol_size(std::size_t* bytes, const void* symbol);
}

namespace simt {
inline cudaMemLocation location_of(int device) {
  return device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                   : cudaMemLocation{cudaMemLocationTypeDevice, device};
}
template <typename T>
const void* address_of(const T& symbol) {
  return &reinterpret_cast<const char&>(symbol);
}
}  // namespace simt

template <typename T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return simt_copy_to_symbol(simt::address_of(symbol), from, bytes, offset, kind);
}
template <typename T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  return simt_copy_to_symbol_async(simt::address_of(symbol), from, bytes, offset, kind, stream);
}
template <typename T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return simt_copy_from_symbol(to, simt::address_of(symbol), bytes, offset, kind);
}
template <typename T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
  return simt_copy_from_symbol_async(to, simt::address_of(symbol), bytes, offset, kind, stream);
}
template <typename T>
inline cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return simt_symbol_address(address, simt::address_of(symbol));
}
template <typename T>
inline cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
  return simt_symbol_size(bytes, simt::address_of(symbol));
}

template <typename T>
inline cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
template <typename T>
inline cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, bytes, flags);
}
template <typename T>
inline cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, T* pointer, std::size_t bytes = 0, unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, bytes, flags);
}
template <typename T>
inline cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, bytes, stream);
}
template <typename T>
inline cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
// As CUDA 12 had them: with a device's number, or cudaCpuDeviceId.
#define SIMT_SINCE_13                                                                       \
  [[deprecated(                                                                             \
      "since CUDA 13 a cudaMemLocation says where: {cudaMemLocationTypeDevice, device} or " \
      "{cudaMemLocationTypeHost, 0}, and cudaMemPrefetchAsync has flags (0) behind it")]] inline
SIMT_SINCE_13 cudaError_t cudaMemPrefetchAsync(
    const void* pointer, std::size_t bytes, int device, cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(pointer, bytes, simt::location_of(device), 0, stream);
}
SIMT_SINCE_13 cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(pointer, bytes, advice, simt::location_of(device));
}
#undef SIMT_SINCE_13
inline cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned int flags) {
  return cudaHostAlloc(pointer, bytes, flags);
}
template <typename T>
inline cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned int flags) {
  return cudaHostAlloc(pointer, bytes, flags);
}
template <typename T>
inline cudaError_t cudaHostGetDevicePointer(T** device_pointer, void* host_pointer, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)device_pointer, host_pointer, flags);
}

namespace simt {
template <typename T> struct Channels {
  using Part = T;
  static constexpr int count = 1;
};
#define SIMT_CHANNELS(vector, part, n)  \
  template <> struct Channels<vector> { \
    using Part = part;                  \
    static constexpr int count = n;     \
  };
#define SIMT_CHANNELS_ALL(name, part) \
  SIMT_CHANNELS(name##1, part, 1) SIMT_CHANNELS(name##2, part, 2) SIMT_CHANNELS(name##4, part, 4)
SIMT_CHANNELS_ALL(char, signed char)
SIMT_CHANNELS_ALL(uchar, unsigned char)
SIMT_CHANNELS_ALL(short, short)
SIMT_CHANNELS_ALL(ushort, unsigned short)
SIMT_CHANNELS_ALL(int, int)
SIMT_CHANNELS_ALL(uint, unsigned int)
SIMT_CHANNELS_ALL(float, float)
#undef SIMT_CHANNELS
#undef SIMT_CHANNELS_ALL
}  // namespace simt
template <typename T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Part = typename simt::Channels<T>::Part;
  constexpr int bits = 8 * int(sizeof(Part)), count = simt::Channels<T>::count;
  constexpr cudaChannelFormatKind kind = Part(0.5) != Part(0) ? cudaChannelFormatKindFloat
                                         : Part(-1) < Part(0) ? cudaChannelFormatKindSigned
                                                              : cudaChannelFormatKindUnsigned;
  return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
}
