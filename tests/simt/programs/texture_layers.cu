// Textures with layers and cube maps: which texel is read, by layer, by face and between two texels.
// prints: 1D layers: 3 103 203 203 203, between 101.5
// prints: 2D layers: 12 112 212 212 212, between 116.5, wrapped 147
// prints: faces: 44 144 244 344 444 544
// prints: on a face: 4 40 174 204 340 547
// prints: of the second cube: 644 1144
// prints: errors: 1 1 1
#include <cstdio>

constexpr int w = 8;

__global__ void read(cudaTextureObject_t t, int kind, const float4* at, float* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float4 p = at[i];
  const int layer = int(p.w);
  out[i] = kind == 1   ? tex1DLayered<float>(t, p.x, layer)
           : kind == 2 ? tex2DLayered<float>(t, p.x, p.y, layer)
           : kind == 3 ? texCubemap<float>(t, p.x, p.y, p.z)
                       : texCubemapLayered<float>(t, p.x, p.y, p.z, layer);
}

struct Made {
  cudaArray_t array;
  cudaTextureObject_t texture;
};

// Texel x of row y of layer l is 100 l + 10 y + x.
Made make(unsigned flags, int height, int layers, bool linear, bool normalized) {
  static float texels[12 * w * w];
  const int rows = height ? height : 1;
  for (int l = 0; l < layers; ++l)
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < w; ++x) texels[(l * rows + y) * w + x] = 100 * l + 10 * y + x;
  Made made{};
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&made.array, &element, make_cudaExtent(w, height, layers), flags);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(texels, w * sizeof(float), w, rows);
  copy.dstArray = made.array;
  copy.extent = make_cudaExtent(w, rows, layers);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = made.array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = normalized ? cudaAddressModeWrap : cudaAddressModeClamp;
  how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  how.normalizedCoords = normalized;
  cudaCreateTextureObject(&made.texture, &resource, &how, nullptr);
  return made;
}

template <int n>
void show(Made made, int kind, const float4 (&places)[n], const char* lead) {
  float4* at;
  float *out, got[n];
  cudaMalloc(&at, sizeof places);
  cudaMalloc(&out, sizeof got);
  cudaMemcpy(at, places, sizeof places, cudaMemcpyHostToDevice);
  read<<<1, 32>>>(made.texture, kind, at, out, n);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  printf("%s", lead);
  for (const float value : got) printf(" %g", value);
  cudaFree(at);
  cudaFree(out);
  cudaDestroyTextureObject(made.texture);
  cudaFreeArray(made.array);
}

int main() {
  // A layer that there is not is the last one, on an H200 below 0 as well.
  const float4 row[] = {{3.5f, 0, 0, 0}, {3.5f, 0, 0, 1}, {3.5f, 0, 0, 2}, {3.5f, 0, 0, 9}, {3.5f, 0, 0, -1}};
  show(make(cudaArrayLayered, 0, 3, false, false), 1, row, "1D layers:");
  const float4 half[] = {{2, 0, 0, 1}};
  show(make(cudaArrayLayered, 0, 3, true, false), 1, half, ", between");
  const float4 plane[] = {{2.5f, 1.5f, 0, 0}, {2.5f, 1.5f, 0, 1}, {2.5f, 1.5f, 0, 2}, {2.5f, 1.5f, 0, 7}, {2.5f, 1.5f, 0, -3}};
  show(make(cudaArrayLayered, w, 3, false, false), 2, plane, "\n2D layers:");
  const float4 middle[] = {{2, 2, 0, 1}};
  show(make(cudaArrayLayered, w, 3, true, false), 2, middle, ", between");
  const float4 wrapped[] = {{-0.0625f, 4.5f / w + 1, 0, 1}};
  show(make(cudaArrayLayered, w, 3, false, true), 2, wrapped, ", wrapped");

  const float4 axes[] = {{1, 0, 0, 0}, {-1, 0, 0, 0}, {0, 2, 0, 0}, {0, -2, 0, 0}, {0, 0, 0.5f, 0}, {0, 0, -0.5f, 0}};
  show(make(cudaArrayCubemap, w, 6, false, true), 3, axes, "\nfaces:");
  // +x: its rows go down with y, its columns against z; -x with z. +y: rows with z; -y: against it. +z, -z: down with y.
  const float4 places[] = {{1, 0.9f, 0, 0}, {1, 0, 0.9f, 0}, {-1, -0.9f, 0, 0}, {0, 1, -0.9f, 0}, {-0.9f, -1, 0, 0}, {-0.9f, 0, -1, 0}};
  show(make(cudaArrayCubemap, w, 6, false, true), 3, places, "\non a face:");
  const float4 second[] = {{1, 0, 0, 1}, {0, 0, -1, 1}};
  show(make(cudaArrayCubemap | cudaArrayLayered, w, 12, false, true), 4, second, "\nof the second cube:");

  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  const int none = cudaMalloc3DArray(&array, &element, make_cudaExtent(w, w, 0), cudaArrayLayered);
  const int five = cudaMalloc3DArray(&array, &element, make_cudaExtent(w, w, 5), cudaArrayCubemap);
  const int oblong = cudaMalloc3DArray(&array, &element, make_cudaExtent(w, w / 2, 6), cudaArrayCubemap);
  printf("\nerrors: %d %d %d\n", none, five, oblong);
}
