// Texture and surface objects.
// Source: CUDA C++ Programming Guide, "Texture and Surface Memory", appendix "Texture Fetching"; CUDA Runtime API,
// "Texture Object Management". Mipmaps, gathers, and surfaces over layers and cube maps are not there.
#pragma once

#include "simt/api_memory.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef struct cudaMipmappedArray* cudaMipmappedArray_t;
enum cudaResourceType {
  cudaResourceTypeArray = 0,
  cudaResourceTypeMipmappedArray = 1,
  cudaResourceTypeLinear = 2,
  cudaResourceTypePitch2D = 3
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap = 0,
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,
  cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t width, height, pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
};
struct cudaResourceViewDesc;
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};

namespace simt {
struct Texel {
  std::uint32_t word[4];  // a channel each: an integer, or a float's bits
};
}  // namespace simt

extern "C" {
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
    const cudaTextureDesc* how, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
simt::Texel simt_fetch(cudaTextureObject_t texture, int index) noexcept;
simt::Texel simt_sample(cudaTextureObject_t texture, int dimensions, float x, float y, float z) noexcept;
// 1 and 2: of the layer; 3: of the cube map, a direction.
simt::Texel simt_sample_layer(
    cudaTextureObject_t texture, int dimensions, float x, float y, float z, int layer) noexcept;
void simt_surface(cudaSurfaceObject_t surface, int dimensions, int x, int y, int z, void* value, int bytes, int store,
    int mode) noexcept;
}

namespace simt {
template <typename T, typename Part>
inline __attribute__((always_inline)) T from_texel(const Texel& texel) {
  constexpr int count = int(sizeof(T) / sizeof(Part));
  Part parts[count];
  for (int i = 0; i < count; ++i) {
    if constexpr (sizeof(Part) == 4) __builtin_memcpy(&parts[i], &texel.word[i], 4);
    else parts[i] = Part(texel.word[i]);
  }
  T value;
  __builtin_memcpy(&value, parts, sizeof value);
  return value;
}
template <typename T>
inline __attribute__((always_inline)) T from_texel(const Texel& texel) {
  return from_texel<T, typename Channels<T>::Part>(texel);
}
}  // namespace simt

#ifndef SIMT_INLINE
#define SIMT_INLINE inline __attribute__((always_inline))
#endif
template <typename T> SIMT_INLINE T tex1Dfetch(cudaTextureObject_t texture, int x) {
  return simt::from_texel<T>(simt_fetch(texture, x));
}
template <typename T> SIMT_INLINE T tex1D(cudaTextureObject_t texture, float x) {
  return simt::from_texel<T>(simt_sample(texture, 1, x, 0, 0));
}
template <typename T> SIMT_INLINE T tex2D(cudaTextureObject_t texture, float x, float y) {
  return simt::from_texel<T>(simt_sample(texture, 2, x, y, 0));
}
template <typename T> SIMT_INLINE T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  return simt::from_texel<T>(simt_sample(texture, 3, x, y, z));
}
template <typename T> SIMT_INLINE T tex1DLod(cudaTextureObject_t texture, float x, float) {
  return tex1D<T>(texture, x);
}
template <typename T> SIMT_INLINE T tex2DLod(cudaTextureObject_t texture, float x, float y, float) {
  return tex2D<T>(texture, x, y);
}
template <typename T> SIMT_INLINE T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float) {
  return tex3D<T>(texture, x, y, z);
}
template <typename T> SIMT_INLINE T tex1DLayered(cudaTextureObject_t texture, float x, int layer) {
  return simt::from_texel<T>(simt_sample_layer(texture, 1, x, 0, 0, layer));
}
template <typename T> SIMT_INLINE T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) {
  return simt::from_texel<T>(simt_sample_layer(texture, 2, x, y, 0, layer));
}
template <typename T> SIMT_INLINE T texCubemap(cudaTextureObject_t texture, float x, float y, float z) {
  return simt::from_texel<T>(simt_sample_layer(texture, 3, x, y, z, 0));
}
template <typename T> SIMT_INLINE T texCubemapLayered(
    cudaTextureObject_t texture, float x, float y, float z, int layer) {
  return simt::from_texel<T>(simt_sample_layer(texture, 3, x, y, z, layer));
}
template <typename T> SIMT_INLINE void tex1Dfetch(T* out, cudaTextureObject_t texture, int x) {
  *out = tex1Dfetch<T>(texture, x);
}
template <typename T> SIMT_INLINE void tex1D(T* out, cudaTextureObject_t texture, float x) {
  *out = tex1D<T>(texture, x);
}
template <typename T> SIMT_INLINE void tex2D(T* out, cudaTextureObject_t texture, float x, float y) {
  *out = tex2D<T>(texture, x, y);
}
template <typename T> SIMT_INLINE void tex3D(T* out, cudaTextureObject_t texture, float x, float y, float z) {
  *out = tex3D<T>(texture, x, y, z);
}

// Surfaces are addressed in bytes along x.
#define SIMT_SURFACE(name, dimensions, parameters, x, y, z)                                                    \
  template <typename T> SIMT_INLINE T name##read(                                                              \
      cudaSurfaceObject_t surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    T value;                                                                                                   \
    simt_surface(surface, dimensions, x, y, z, &value, int(sizeof value), 0, mode);                            \
    return value;                                                                                              \
  }                                                                                                            \
  template <typename T> SIMT_INLINE void name##read(                                                           \
      T* out, cudaSurfaceObject_t surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
    T value;                                                                                                   \
    simt_surface(surface, dimensions, x, y, z, &value, int(sizeof value), 0, mode);                            \
    *out = value;                                                                                              \
  }                                                                                                            \
  template <typename T> SIMT_INLINE void name##write(                                                          \
      T value, cudaSurfaceObject_t surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    simt_surface(surface, dimensions, x, y, z, &value, int(sizeof value), 1, mode);                            \
  }
#define SIMT_COMMA ,
SIMT_SURFACE(surf1D, 1, int x, x, 0, 0)
SIMT_SURFACE(surf2D, 2, int x SIMT_COMMA int y, x, y, 0)
SIMT_SURFACE(surf3D, 3, int x SIMT_COMMA int y SIMT_COMMA int z, x, y, z)
#undef SIMT_SURFACE
#undef SIMT_COMMA
