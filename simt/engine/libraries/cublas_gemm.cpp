// cuBLAS's multiplications of matrices.
#include "simt/engine/libraries/blas.hpp"

namespace simt {
namespace {

template <typename T>
constexpr cudaDataType type_of = is_double<T>     ? CUDA_R_64F
                                 : sizeof(T) == 2 ? CUDA_R_16F
                                                  : CUDA_R_32F;
template <typename T>
constexpr cublasComputeType_t computed_as = is_double<T>     ? CUBLAS_COMPUTE_64F
                                            : sizeof(T) == 2 ? CUBLAS_COMPUTE_16F
                                                             : CUBLAS_COMPUTE_32F;

cublasStatus_t multiply_matrices(
    cublasHandle_t handle, const char* call, const Product& product, const void* alpha, const void* beta) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!bytes_of(product.type_a) || !bytes_of(product.type_b) || !bytes_of(product.type_c))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (!product.makes_sense() || !alpha || !beta) return CUBLAS_STATUS_INVALID_VALUE;
  const cudaDataType type = scale_type(product.compute);
  const auto by = scale(handle->pointers, alpha, type), with = scale(handle->pointers, beta, type);
  const bool adds = handle->pointers == CUBLAS_POINTER_MODE_DEVICE || with() != 0;
  return compute(handle->stream, call, product.operands(adds), false, [=] { product.run(by(), with()); });
}

// Each of the matrices by an address of its own; the addresses lie on the device.
template <typename Pointer>
cublasStatus_t multiply_each(cublasHandle_t handle, const char* call, Product product, const void* alpha,
    const void* beta, Pointer a, Pointer b, void* const* c, int count) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  for (const void* const addresses :
      {static_cast<const void*>(a), static_cast<const void*>(b), static_cast<const void*>(c)})
    if (count > 0 &&
        !device_range(reinterpret_cast<std::uint64_t>(addresses), std::size_t(count) * sizeof a, call, "reads")) {
      fail(cudaErrorInvalidValue);
      return CUBLAS_STATUS_EXECUTION_FAILED;
    }
  for (int i = 0; i < count; ++i) {
    product.a = a[i], product.b = b[i], product.c = product.d = c[i];
    if (const cublasStatus_t status = multiply_matrices(handle, call, product, alpha, beta)) return status;
  }
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
cublasStatus_t gemm(const char* call, cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
    int n, int k, const T* alpha, const T* a, int lda, long long stride_a, const T* b, int ldb, long long stride_b,
    const T* beta, T* c, int ldc, long long stride_c, int count) {
  constexpr cudaDataType type = type_of<T>;
  return multiply_matrices(handle, call,
      {op_a, op_b, m, n, k, a, type, lda, b, type, ldb, c, ldc, c, ldc, type, computed_as<T>, stride_a, stride_b,
          stride_c, stride_c, count},
      alpha, beta);
}
template <typename T>
cublasStatus_t gemm_batched(const char* call, cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
    int m, int n, int k, const T* alpha, const T* const a[], int lda, const T* const b[], int ldb, const T* beta,
    T* const c[], int ldc, int count) {
  constexpr cudaDataType type = type_of<T>;
  return multiply_each(handle, call,
      {op_a, op_b, m, n, k, nullptr, type, lda, nullptr, type, ldb, nullptr, ldc, nullptr, ldc, type, computed_as<T>},
      alpha, beta, a, b, reinterpret_cast<void* const*>(c), count);
}

}  // namespace
}  // namespace simt

using namespace simt;

extern "C" {

#define SIMT_BOTH(single, two, PARAMETERS, function, ...)                                  \
  cublasStatus_t single PARAMETERS(float) { return simt::function(#single, __VA_ARGS__); } \
  cublasStatus_t two PARAMETERS(double) { return simt::function(#two, __VA_ARGS__); }
SIMT_BOTH(cublasSgemm, cublasDgemm, SIMT_GEMM, gemm, handle, op_a, op_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c,
    ldc, 0, 1)
SIMT_BOTH(cublasSgemmStridedBatched, cublasDgemmStridedBatched, SIMT_GEMM_STRIDED, gemm, handle, op_a, op_b, m, n, k,
    alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, ldc, stride_c, count)
SIMT_BOTH(cublasSgemmBatched, cublasDgemmBatched, SIMT_GEMM_BATCHED, gemm_batched, handle, op_a, op_b, m, n, k, alpha,
    a, lda, b, ldb, beta, c, ldc, count)
#undef SIMT_BOTH
cublasStatus_t cublasHgemm SIMT_GEMM(__half) {
  return gemm("cublasHgemm", handle, op_a, op_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}
cublasStatus_t cublasHgemmStridedBatched SIMT_GEMM_STRIDED(__half) {
  return gemm("cublasHgemmStridedBatched", handle, op_a, op_b, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta,
      c, ldc, stride_c, count);
}
cublasStatus_t cublasHgemmBatched SIMT_GEMM_BATCHED(__half) {
  return gemm_batched("cublasHgemmBatched", handle, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, count);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
    const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b, cudaDataType type_b, int ldb,
    const void* beta, void* c, cudaDataType type_c, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return multiply_matrices(handle, "cublasGemmEx",
      {op_a, op_b, m, n, k, a, type_a, lda, b, type_b, ldb, c, ldc, c, ldc, type_c, compute}, alpha, beta);
}
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
    int n, int k, const void* alpha, const void* a, cudaDataType type_a, int lda, long long stride_a, const void* b,
    cudaDataType type_b, int ldb, long long stride_b, const void* beta, void* c, cudaDataType type_c, int ldc,
    long long stride_c, int count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return multiply_matrices(handle, "cublasGemmStridedBatchedEx",
      {op_a, op_b, m, n, k, a, type_a, lda, b, type_b, ldb, c, ldc, c, ldc, type_c, compute, stride_a, stride_b,
          stride_c, stride_c, count},
      alpha, beta);
}
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
    int k, const void* alpha, const void* const a[], cudaDataType type_a, int lda, const void* const b[],
    cudaDataType type_b, int ldb, const void* beta, void* const c[], cudaDataType type_c, int ldc, int count,
    cublasComputeType_t compute, cublasGemmAlgo_t) {
  return multiply_each(handle, "cublasGemmBatchedEx",
      {op_a, op_b, m, n, k, nullptr, type_a, lda, nullptr, type_b, ldb, nullptr, ldc, nullptr, ldc, type_c, compute},
      alpha, beta, a, b, c, count);
}
}
