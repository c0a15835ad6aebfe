// What cuBLAS's calls come to: work of a stream that a BLAS does on the CPU, on operands that are checked like a copy's.
#pragma once

#include <vector>

#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/include/cublas_v2.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace simt {

// A function of the machine's BLAS by its name in Fortran ("sgemm_"); null where there is none, which is said once.
void* blas_function(const char* name);

// Columns of numbers, one matrix or several.
struct Operand {
  const void* at = nullptr;
  std::size_t element_bytes = 0;
  long long rows = 0, columns = 0, leading = 0, count = 1, stride = 0;  // in elements
  bool reads = true, writes = false;

  Box box() const;
  cudaExtent bytes() const;
};
Operand vector_operand(const void* at, std::size_t element_bytes, long long n, long long increment);
inline Operand result(Operand operand, bool reads = false) {
  operand.reads = reads;
  operand.writes = true;
  return operand;
}

// Does `work` in the stream, if the operands may be touched so. `answers`: the host waits for what it gives.
cublasStatus_t compute(cudaStream_t stream, const char* call, const std::vector<Operand>& operands, bool answers,
    const std::function<void()>& work);

// Scale factors: read when the call is made, or where they lie on the device when it is done.
template <typename T>
std::function<T()> factor(cublasPointerMode_t pointers, const T* at) {
  if (pointers == CUBLAS_POINTER_MODE_DEVICE) return [at] { return *at; };
  return [value = *at] { return value; };
}

template <typename T>
constexpr bool is_double = sizeof(T) == 8;

// c = alpha op(a) op(b) + beta c, in columns.
template <typename T>
void multiply(cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k, T alpha, const T* a, int lda,
    const T* b, int ldb, T beta, T* c, int ldc) {
  using Gemm = void(const char*, const char*, const int*, const int*, const int*, const T*, const T*, const int*,
      const T*, const int*, const T*, T*, const int*);
  static const auto gemm = reinterpret_cast<Gemm*>(blas_function(is_double<T> ? "dgemm_" : "sgemm_"));
  gemm(op_a == CUBLAS_OP_N ? "N" : "T", op_b == CUBLAS_OP_N ? "N" : "T", &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c,
      &ldc);
}

// Numbers of any type, as floats or doubles and back.
std::size_t bytes_of(cudaDataType type);  // 0: none that is computed with here
template <typename T> T widened(const void* at, cudaDataType type, std::size_t index);
template <typename T> void narrow(void* at, cudaDataType type, std::size_t index, T value);

// A multiplication of matrices of any types: computed as floats, or as doubles where any is one.
struct Product {
  cublasOperation_t op_a, op_b;
  int m, n, k;
  const void* a;
  cudaDataType type_a;
  int lda;
  const void* b;
  cudaDataType type_b;
  int ldb;
  const void* c;
  int ldc;
  void* d;  // as a rule c
  int ldd;
  cudaDataType type_c;
  cublasComputeType_t compute;
  long long stride_a = 0, stride_b = 0, stride_c = 0, stride_d = 0;
  int count = 1;

  bool makes_sense() const;
  std::vector<Operand> operands(bool adds) const;
  // Of the scale factors, which have the type that is computed with; `after` changes each number of column and row.
  void run(double alpha, double beta, const std::function<double(double, int row)>& after = {}) const;
};
// The scale factors' type, and one of them.
cudaDataType scale_type(cublasComputeType_t compute);
std::function<double()> scale(cublasPointerMode_t pointers, const void* at, cudaDataType type);

}  // namespace simt
