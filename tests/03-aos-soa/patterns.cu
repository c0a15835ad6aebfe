// The kernels of this chapter's figures, with the types that the tracer calls: the solutions' own, and two variants.
// Run: build/trace.sim --module build/patterns-03-aos-soa.sim.so --function soa --shape 4x64
//
// A shape is 4 fields × N objects. The four arrays of a structure of arrays follow each other in `in` and in `out`.
#include <cuda_runtime.h>

namespace of_soa {
#include "solutions/03-aos-soa/add_soa.cu"
}
namespace of_aos {
#include "solutions/03-aos-soa/add_aos.cu"
}
namespace of_vector {
#include "solutions/03-aos-soa/add_aos_vector.cu"
}
namespace of_aosoa {
#include "solutions/03-aos-soa/aosoa.cu"
}
namespace of_conversion {
#include "solutions/03-aos-soa/aos_to_soa.cu"
}

template <typename Arrays>
Arrays arrays(const float* floats, int count) {
  int* const ints = const_cast<int*>(reinterpret_cast<const int*>(floats));
  return {ints, ints + count, ints + 2 * count, ints + 3 * count};
}

void soa(float* out, const float* in, int, int count) {
  of_soa::add_soa(arrays<of_soa::Arrays>(out, count), arrays<of_soa::Arrays>(in, count), count);
}
void aos(float* out, const float* in, int, int count) {
  of_aos::add_aos(reinterpret_cast<of_aos::Item*>(out), reinterpret_cast<const of_aos::Item*>(in), count);
}
void aos_vector(float* out, const float* in, int, int count) {
  of_vector::add_aos_vector(
      reinterpret_cast<of_vector::Item*>(out), reinterpret_cast<const of_vector::Item*>(in), count);
}
void aosoa(float* out, const float* in, int, int count) {
  of_aosoa::add_aosoa(reinterpret_cast<int*>(out), reinterpret_cast<const int*>(in), count);
}
void conversion(float* out, const float* in, int, int count) {
  of_conversion::aos_to_soa(
      arrays<of_conversion::Arrays>(out, count), reinterpret_cast<const of_conversion::Item*>(in), count);
}

// The store that fills the tile of the conversion, with rows of 256 + `padding` ints.
template <int padding>
__global__ void fill_kernel(int* out, const int* in) {
  __shared__ int tile[4 * (256 + padding)];
  for (int place = threadIdx.x; place < 1024; place += 256) tile[place % 4 * (256 + padding) + place / 4] = in[place];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
void fill_0(float* out, const float* in, int, int) {
  fill_kernel<0><<<1, 256>>>(reinterpret_cast<int*>(out), reinterpret_cast<const int*>(in));
}
void fill_1(float* out, const float* in, int, int) {
  fill_kernel<1><<<1, 256>>>(reinterpret_cast<int*>(out), reinterpret_cast<const int*>(in));
}
void fill_8(float* out, const float* in, int, int) {
  fill_kernel<8><<<1, 256>>>(reinterpret_cast<int*>(out), reinterpret_cast<const int*>(in));
}
