// Texture objects: linear memory, pitched memory, arrays of one to three dimensions; every address mode, both filters,
// element and normalized reads; surfaces. What is printed is what an H200 prints.
// prints: tex1Dfetch: 0 0 0 0 1 2 4 8 16 32 64 128 0 0 0 0 0 0 0 0 0 0 0 0
// prints: tex1Dfetch uchar4: 1e+06 1.01e+06 1.02e+06 1.03e+06 1.04e+06 1.05001e+06 1.06001e+06 1.07001e+06 1e+06 1.01e+06 1.02e+06 1.03e+06 1.04e+06 1.05001e+06 1.06001e+06 1.07001e+06 1e+06 1.01e+06 1.02e+06 1.03e+06 1.04e+06 1.05001e+06 1.06001e+06 1.07001e+06
// prints: tex1Dfetch normalized: 0 0.0392157 0.0784314 0.117647 0.156863 0.196078 0.235294 0.27451 0 0.0392157 0.0784314 0.117647 0.156863 0.196078 0.235294 0.27451 0 0.0392157 0.0784314 0.117647 0.156863 0.196078 0.235294 0.27451
// prints: tex1D wrap point normalized: -2 10 7 0 0 5 100 1 3 -2 -2 10 7 0 5 5 100 1 3 -2 -2 10 7 0
// prints: tex1D wrap linear normalized: 0.625 9.90625 7.46875 2.40625 2.34375 31.7188 90.7188 10.2812 2.4375 0.34375 2.125 9.53125 7.09375 1.53125 2.96875 43.5938 78.3438 1.0625 2.6875 -0.28125 3.625 9.15625 6.34375 0.65625
// prints: tex1D clamp point elements: 1 1 1 1 1 1 1 1 3 -2 -2 10 7 0 5 5 100 100 100 100 100 100 100 100
// prints: tex1D clamp point normalized: 1 1 1 1 1 1 1 1 3 -2 -2 10 7 0 5 5 100 100 100 100 100 100 100 100
// prints: tex1D clamp linear elements: 1 1 1 1 1 1 1 1 2.4375 0.34375 2.125 9.53125 7.09375 1.53125 2.96875 43.5938 100 100 100 100 100 100 100 100
// prints: tex1D clamp linear normalized: 1 1 1 1 1 1 1 1 2.4375 0.34375 2.125 9.53125 7.09375 1.53125 2.96875 43.5938 100 100 100 100 100 100 100 100
// prints: tex1D mirror point normalized: 0 7 10 -2 -2 3 1 1 3 -2 -2 10 7 0 5 5 100 100 5 0 0 7 10 -2
// prints: tex1D mirror linear normalized: 1.53125 7.09375 9.53125 2.125 0.34375 2.4375 1 1 2.4375 0.34375 2.125 9.53125 7.09375 1.53125 2.96875 43.5938 100 97.0312 19.8438 1.71875 3.28125 7.84375 8.875 -0.875
// prints: tex1D border point elements: 0 0 0 0 0 0 0 1 3 -2 -2 10 7 0 5 5 100 0 0 0 0 0 0 0
// prints: tex1D border point normalized: 0 0 0 0 0 0 0 1 3 -2 -2 10 7 0 5 5 100 0 0 0 0 0 0 0
// prints: tex1D border linear elements: 0 0 0 0 0 0 0.046875 0.453125 1.21875 0.171875 1.0625 4.76562 3.54688 0.765625 1.48438 21.7969 39.0625 0 0 0 0 0 0 0
// prints: tex1D border linear normalized: 0 0 0 0 0 0 0.046875 0.453125 1.21875 0.171875 1.0625 4.76562 3.54688 0.765625 1.48438 21.7969 39.0625 0 0 0 0 0 0 0
// prints: tex2D array point: 0 0 5 20 82 117 162 217 254 74 74 79 131 156 191 236 72 72 148 148 153 168 193 228
// prints: tex2D array linear: 0.464714 0.419043 0.486107 0.582391 0.700771 0.660014 0.51928 0.453315 0.676219 0.496666 0.149004 0.215106 0.30959 0.426169 0.563088 0.721706 0.826169 0.341421 0.360555 0.496773 0.307805 0.145281 0.150607 0.285344
// prints: tex2D pitched point: 0 5 20 45 80 125 180 37 42 57 82 117 162 217 74 79 94 119 154 199 254 111 116 131
// prints: tex2D pitched linear: 0 0 0 0.0189364 0.056733 0.0946212 0.137255 0.188891 0.241337 0.3028 0.369787 0.435828 0.516152 0.597681 0.681758 0.777279 0.873381 0.725994 0.400504 0.228229 0.166827 0.0881056 0 0
// prints: tex3D linear: 0 0 0.101562 0.730469 6.44141 15.0938 26.7578 35.5938 38.6328 42.5703 51.8594 64.8477 73.207 64.6055 55.3438 49.3867 47.6055 45.4336 43.3359 41.0156 38.7695 39.1523 43.7969 47
// prints: surf2Dwrite: 0 1.5 3 4.5 6 7.5 9 10.5 12 13.5 15 16.5 18 19.5 21 22.5 24 25.5 27 28.5 30 31.5 33 34.5
// prints: drawn: 0 7.5 34.5
// prints: no error
#include <cstdio>
#include <cstring>

template <typename Fetch>
__global__ void sample(float* out, int n, Fetch fetch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fetch(i);
}

constexpr int n = 24;
float* out;

template <typename Fetch>
void show(const char* name, Fetch fetch) {
  float host[n];
  sample<<<1, 32>>>(out, n, fetch);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%s:", name);
  for (float value : host) printf(" %.6g", value);
  printf("\n");
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, cudaTextureAddressMode mode, cudaTextureFilterMode filter, cudaTextureReadMode read, bool normalized) {
  cudaTextureDesc how;
  memset(&how, 0, sizeof how);
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = mode;
  how.filterMode = filter;
  how.readMode = read;
  how.normalizedCoords = normalized;
  cudaTextureObject_t texture = 0;
  const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  if (error != cudaSuccess) printf("no texture: %s\n", cudaGetErrorString(error));
  return texture;
}

int main() {
  cudaMalloc(&out, n * sizeof(float));

  // Linear memory: out of range gives zero, never a fault.
  float line[8] = {1, 2, 4, 8, 16, 32, 64, 128};
  float* device_line;
  cudaMalloc(&device_line, sizeof line);
  cudaMemcpy(device_line, line, sizeof line, cudaMemcpyHostToDevice);
  cudaResourceDesc linear;
  memset(&linear, 0, sizeof linear);
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = device_line;
  linear.res.linear.desc = cudaCreateChannelDesc<float>();
  linear.res.linear.sizeInBytes = sizeof line;
  const auto fetched = texture_of(linear, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
  show("tex1Dfetch", [=] __device__(int i) { return tex1Dfetch<float>(fetched, i - 4); });
  uchar4 bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = make_uchar4(i, 10 * i, 255 - i, 128);
  cudaMemcpy(device_line, bytes, sizeof bytes, cudaMemcpyHostToDevice);
  linear.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  const auto packed = texture_of(linear, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
  show("tex1Dfetch uchar4", [=] __device__(int i) {
    const uchar4 v = tex1Dfetch<uchar4>(packed, i % 8);
    return v.x + 1000.0f * v.y + 1e6f * (v.z == 255 - v.x) + v.w / 256.0f;
  });
  const auto scaled = texture_of(linear, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
  show("tex1Dfetch normalized", [=] __device__(int i) { return tex1Dfetch<float4>(scaled, i % 8).y; });

  // A one-dimensional array: modes and filters.
  float values[8] = {1, 3, -2, 10, 7, 0, 5, 100};
  const auto element = cudaCreateChannelDesc<float>();
  cudaArray_t array1;
  cudaMallocArray(&array1, &element, 8);
  cudaMemcpy2DToArray(array1, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc one;
  memset(&one, 0, sizeof one);
  one.resType = cudaResourceTypeArray;
  one.res.array.array = array1;
  const char* mode_names[] = {"wrap", "clamp", "mirror", "border"};
  for (int mode = 0; mode < 4; ++mode)
    for (int filter = 0; filter < 2; ++filter)
      for (int normalized = 0; normalized < 2; ++normalized) {
        if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) continue;
        const auto texture = texture_of(one, cudaTextureAddressMode(mode), cudaTextureFilterMode(filter), cudaReadModeElementType, normalized);
        char name[64];
        snprintf(name, sizeof name, "tex1D %s %s %s", mode_names[mode], filter ? "linear" : "point", normalized ? "normalized" : "elements");
        const float scale = normalized ? 1.0f / 8 : 1.0f;
        show(name, [=] __device__(int i) { return tex1D<float>(texture, (i * 0.8125f - 5.28125f) * scale); });
        cudaDestroyTextureObject(texture);
      }

  // Two dimensions: an array and pitched memory.
  unsigned char image[5][7];
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x) image[y][x] = (unsigned char)(x * x * 5 + y * 37);
  const auto byte = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array2;
  cudaMallocArray(&array2, &byte, 7, 5);
  cudaMemcpy2DToArray(array2, 0, 0, image, 7, 7, 5, cudaMemcpyHostToDevice);
  cudaResourceDesc two;
  memset(&two, 0, sizeof two);
  two.resType = cudaResourceTypeArray;
  two.res.array.array = array2;
  unsigned char* device_image;
  size_t pitch;
  cudaMallocPitch(&device_image, &pitch, 7, 5);
  cudaMemcpy2D(device_image, pitch, image, 7, 7, 5, cudaMemcpyHostToDevice);
  cudaResourceDesc pitched;
  memset(&pitched, 0, sizeof pitched);
  pitched.resType = cudaResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = device_image;
  pitched.res.pitch2D.desc = byte;
  pitched.res.pitch2D.width = 7;
  pitched.res.pitch2D.height = 5;
  pitched.res.pitch2D.pitchInBytes = pitch;
  const auto points = texture_of(two, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
  show("tex2D array point", [=] __device__(int i) { return float(tex2D<unsigned char>(points, i % 9 - 1, i / 4.0f)); });
  const auto smooth = texture_of(two, cudaAddressModeWrap, cudaFilterModeLinear, cudaReadModeNormalizedFloat, true);
  show("tex2D array linear", [=] __device__(int i) { return tex2D<float>(smooth, i * 0.11f, i * 0.07f - 0.4f); });
  const auto rows = texture_of(pitched, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
  show("tex2D pitched point", [=] __device__(int i) { return float(tex2D<unsigned char>(rows, i % 7 + 0.5f, i / 7 + 0.5f)); });
  const auto edge = texture_of(pitched, cudaAddressModeBorder, cudaFilterModeLinear, cudaReadModeNormalizedFloat, false);
  show("tex2D pitched linear", [=] __device__(int i) { return tex2D<float>(edge, i * 0.37f - 0.6f, i * 0.21f); });

  // Three dimensions.
  float cube[3][4][5];
  for (int i = 0; i < 60; ++i) (&cube[0][0][0])[i] = float(i * i % 101);
  cudaArray_t array3;
  cudaMalloc3DArray(&array3, &element, make_cudaExtent(5, 4, 3));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(cube, 5 * sizeof(float), 5, 4);
  copy.dstArray = array3;
  copy.extent = make_cudaExtent(5, 4, 3);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaResourceDesc three;
  memset(&three, 0, sizeof three);
  three.resType = cudaResourceTypeArray;
  three.res.array.array = array3;
  const auto solid = texture_of(three, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, false);
  show("tex3D linear", [=] __device__(int i) { return tex3D<float>(solid, i * 0.3f, i * 0.17f, i * 0.11f); });

  // A surface is read and written at bytes, and read back.
  cudaArray_t drawn;
  cudaMallocArray(&drawn, &element, 4, 6, cudaArraySurfaceLoadStore);
  cudaResourceDesc target;
  memset(&target, 0, sizeof target);
  target.resType = cudaResourceTypeArray;
  target.res.array.array = drawn;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &target);
  show("surf2Dwrite", [=] __device__(int i) {
    surf2Dwrite(i * 1.5f, surface, i % 4 * 4, i / 4);
    return surf2Dread<float>(surface, i % 4 * 4, i / 4);
  });
  float back[24];
  cudaMemcpy2DFromArray(back, 16, drawn, 0, 0, 16, 6, cudaMemcpyDeviceToHost);
  printf("drawn: %g %g %g\n", back[0], back[5], back[23]);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(drawn);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
