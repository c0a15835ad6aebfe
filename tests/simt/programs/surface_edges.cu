// Past the edges of a surface: an error unless the call says otherwise; cudaBoundaryModeZero reads zeros and drops what is
// written, cudaBoundaryModeClamp takes the nearest element. x counts bytes, and must be a multiple of what is moved.
// expect: out-of-bounds global line 15 block (0,0,0) thread (4,0,0) says "writes 4 bytes at byte 16 of row 0 of a surface of 4×3 elements, whose rows have 16 bytes, surface_edges.cu line 15"
// expect: out-of-bounds global line 16 block (0,0,0) thread (3,0,0) says "reads 4 bytes at byte 0 of row 3 of a surface of 4×3 elements, surface_edges.cu line 16"
// expect: out-of-bounds global line 16 block (0,0,0) thread (0,0,0) says "reads 4 bytes at byte 0 of row -1 of a surface of 4×3 elements, surface_edges.cu line 16"
// expect: out-of-bounds global line 17 block (0,0,0) thread (2,0,0) says "writes 2 bytes at byte 0 of row 0 of slice 2 of a surface of 4×3×2 elements, surface_edges.cu line 17"
// expect: misaligned global line 18 block (0,0,0) thread (1,0,0) says "writes 4 bytes at byte 1 of a surface's row, which is not a multiple of 4: x counts bytes, not elements, surface_edges.cu line 18"
// prints: zero: 0 1 2 3 0, 0 0
// prints: clamp: 0 0 1 2 3 3, 8 11
// prints: dropped: 1, clamped: 7
// prints: errors: 0 700 700 700 700 716
#include <cstdio>

struct Past { cudaSurfaceObject_t s, deep; float* out; };
__global__ void right(Past p) { surf2Dwrite(1.0f, p.s, int(threadIdx.x * 4), 0); }
__global__ void below(Past p, int y) { p.out[threadIdx.x] = surf2Dread<float>(p.s, 0, int(threadIdx.x) + y); }
__global__ void behind(Past p) { surf3Dwrite(short(1), p.deep, 0, 0, int(threadIdx.x)); }
__global__ void unscaled(Past p) { surf2Dwrite(1.0f, p.s, int(threadIdx.x), 0); }
__global__ void zeros(Past p) {
  const int x = threadIdx.x;
  p.out[x] = surf2Dread<float>(p.s, x * 4, 1, cudaBoundaryModeZero);
  if (x == 0) p.out[5] = surf2Dread<float>(p.s, 0, -1, cudaBoundaryModeZero), p.out[6] = surf2Dread<float>(p.s, -4, 0, cudaBoundaryModeZero);
}
__global__ void nearest(Past p) {
  const int x = threadIdx.x;
  p.out[x] = surf2Dread<float>(p.s, x * 4 - 4, 1, cudaBoundaryModeClamp);
  if (x == 0) p.out[6] = surf2Dread<float>(p.s, 0, 100, cudaBoundaryModeClamp), p.out[7] = surf2Dread<float>(p.s, 100, 3, cudaBoundaryModeClamp);
}
__global__ void write(Past p) {
  surf2Dwrite(9.0f, p.s, 16, 1, cudaBoundaryModeZero), surf2Dwrite(9.0f, p.s, 4, 3, cudaBoundaryModeZero);
  surf2Dwrite(7.0f, p.s, 16, 2, cudaBoundaryModeClamp);
}

Past make() {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>(), small = cudaCreateChannelDesc<short>();
  Past p;
  cudaResourceDesc resource{};
  cudaArray_t flat;
  cudaMallocArray(&flat, &element, 4, 3, cudaArraySurfaceLoadStore);
  resource.res.array.array = flat;
  cudaCreateSurfaceObject(&p.s, &resource);
  cudaMalloc3DArray(&resource.res.array.array, &small, make_cudaExtent(4, 3, 2), cudaArraySurfaceLoadStore);
  cudaCreateSurfaceObject(&p.deep, &resource);
  cudaMalloc(&p.out, 8 * sizeof(float));
  float values[12];
  for (int i = 0; i < 12; ++i) values[i] = float(i % 4 + i / 8 * 8);  // rows 0 1 2 3, 0 1 2 3, 8 9 10 11
  cudaMemcpy2DToArray(flat, 0, 0, values, 16, 16, 3, cudaMemcpyHostToDevice);
  return p;
}

int main() {
  Past p = make();
  float got[8];
  zeros<<<1, 5>>>(p);
  cudaMemcpy(got, p.out, sizeof got, cudaMemcpyDeviceToHost);
  printf("zero: %g %g %g %g %g, %g %g\n", got[0], got[1], got[2], got[3], got[4], got[5], got[6]);
  nearest<<<1, 6>>>(p);
  cudaMemcpy(got, p.out, sizeof got, cudaMemcpyDeviceToHost);
  printf("clamp: %g %g %g %g %g %g, %g %g\n", got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7]);
  write<<<1, 1>>>(p);
  zeros<<<1, 4>>>(p);
  cudaMemcpy(got, p.out, sizeof got, cudaMemcpyDeviceToHost);
  nearest<<<1, 1>>>(p);
  cudaMemcpy(got + 4, p.out + 4, 4 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("dropped: %g, clamped: %g\n", got[1], got[7]);
  printf("errors: %d", cudaDeviceSynchronize());
  const auto next = [&] {
    printf(" %d", cudaDeviceSynchronize());
    cudaDeviceReset();
    p = make();
  };
  right<<<1, 8>>>(p), next();
  below<<<1, 4>>>(p, 0), next();
  below<<<1, 1>>>(p, -1), next();
  behind<<<1, 3>>>(p), next();
  unscaled<<<1, 32>>>(p), next();
  printf("\n");
}
