// Takes the fields from a texture over an array, whose sectors nobody can count.
// fails: Memory.WholeSectors: a texture over an array
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void aos_to_soa_kernel(Arrays out, cudaTextureObject_t in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int x = 4 * (i % 1024), y = i / 1024;
  out.a[i] = tex2D<int>(in, x, y);
  out.b[i] = tex2D<int>(in, x + 1, y);
  out.c[i] = tex2D<int>(in, x + 2, y);
  out.d[i] = tex2D<int>(in, x + 3, y);
}

void aos_to_soa(Arrays out, const Item* in, int count) {
  const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMallocArray(&array, &ints, 4096, (count + 1023) / 1024);
  for (int row = 0; row * 1024 < count; ++row)
    cudaMemcpy2DToArray(array, 0, row, in + row * 1024, 16384, min(1024, count - row * 1024) * sizeof(Item), 1,
        cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  aos_to_soa_kernel<<<(count + 255) / 256, 256>>>(out, texture, count);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
