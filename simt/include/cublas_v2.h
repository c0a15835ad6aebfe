// <cublas_v2.h>: matrices and vectors of cuBLAS, computed on the CPU by a BLAS (engine/libraries/blas.hpp) and not counted.
// Source: cuBLAS 13.0, "Using the cuBLAS API". Columns lie one after the other.
#pragma once

// By these, headers of other people know that they may use its names.
#define CUBLAS_API_H_
#define CUBLAS_V2_H_

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "library_types.h"

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_ALGO1 = 1,
  CUBLAS_GEMM_ALGO2 = 2,
  CUBLAS_GEMM_ALGO3 = 3,
  CUBLAS_GEMM_ALGO4 = 4,
  CUBLAS_GEMM_ALGO5 = 5,
  CUBLAS_GEMM_ALGO6 = 6,
  CUBLAS_GEMM_ALGO7 = 7,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_ALGO0_TENSOR_OP = 100
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext* cublasHandle_t;
#define CUBLAS_VERSION 130000
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm

// What the calls of floats and of doubles are given.
#define SIMT_GEMM(T)                                                                                           \
  (cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k, const T* alpha, \
      const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc)
#define SIMT_GEMM_STRIDED(T)                                                                                          \
  (cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k, const T* alpha,        \
      const T* a, int lda, long long stride_a, const T* b, int ldb, long long stride_b, const T* beta, T* c, int ldc, \
      long long stride_c, int count)
#define SIMT_GEMM_BATCHED(T)                                                                                   \
  (cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k, const T* alpha, \
      const T* const a[], int lda, const T* const b[], int ldb, const T* beta, T* const c[], int ldc, int count)
#define SIMT_GEMV(T)                                                                                             \
  (cublasHandle_t handle, cublasOperation_t op_a, int m, int n, const T* alpha, const T* a, int lda, const T* x, \
      int incx, const T* beta, T* y, int incy)
#define SIMT_GER(T) \
  (cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda)
#define SIMT_TRSM(T)                                                                            \
  (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op_a, \
      cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb)
#define SIMT_GEAM(T)                                                                                                \
  (cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, const T* alpha, const T* a, \
      int lda, const T* beta, const T* b, int ldb, T* c, int ldc)
#define SIMT_AXPY(T) (cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy)
#define SIMT_COPY(T) (cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy)
#define SIMT_SWAP(T) (cublasHandle_t handle, int n, T* x, int incx, T* y, int incy)
#define SIMT_SCAL(T) (cublasHandle_t handle, int n, const T* alpha, T* x, int incx)
#define SIMT_DOT(T) (cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result)
#define SIMT_NORM(T) (cublasHandle_t handle, int n, const T* x, int incx, T* result)
#define SIMT_PLACE(T) (cublasHandle_t handle, int n, const T* x, int incx, int* result)

extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
const char* cublasGetStatusString(cublasStatus_t status);
const char* cublasGetStatusName(cublasStatus_t status);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t bytes);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);

cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream);

#define SIMT_OF_BOTH(single, two, PARAMETERS) \
  cublasStatus_t single PARAMETERS(float);    \
  cublasStatus_t two PARAMETERS(double);
SIMT_OF_BOTH(cublasSaxpy, cublasDaxpy, SIMT_AXPY)
SIMT_OF_BOTH(cublasScopy, cublasDcopy, SIMT_COPY)
SIMT_OF_BOTH(cublasSswap, cublasDswap, SIMT_SWAP)
SIMT_OF_BOTH(cublasSscal, cublasDscal, SIMT_SCAL)
SIMT_OF_BOTH(cublasSdot, cublasDdot, SIMT_DOT)
SIMT_OF_BOTH(cublasSnrm2, cublasDnrm2, SIMT_NORM)
SIMT_OF_BOTH(cublasSasum, cublasDasum, SIMT_NORM)
SIMT_OF_BOTH(cublasIsamax, cublasIdamax, SIMT_PLACE)
SIMT_OF_BOTH(cublasIsamin, cublasIdamin, SIMT_PLACE)
SIMT_OF_BOTH(cublasSgemv, cublasDgemv, SIMT_GEMV)
SIMT_OF_BOTH(cublasSger, cublasDger, SIMT_GER)
SIMT_OF_BOTH(cublasStrsm, cublasDtrsm, SIMT_TRSM)
SIMT_OF_BOTH(cublasSgeam, cublasDgeam, SIMT_GEAM)
SIMT_OF_BOTH(cublasSgemm, cublasDgemm, SIMT_GEMM)
SIMT_OF_BOTH(cublasSgemmStridedBatched, cublasDgemmStridedBatched, SIMT_GEMM_STRIDED)
SIMT_OF_BOTH(cublasSgemmBatched, cublasDgemmBatched, SIMT_GEMM_BATCHED)
#undef SIMT_OF_BOTH

// Of any types; halves and bfloat16 are computed as floats and rounded at the end.
cublasStatus_t cublasHgemm SIMT_GEMM(__half);
cublasStatus_t cublasHgemmStridedBatched SIMT_GEMM_STRIDED(__half);
cublasStatus_t cublasHgemmBatched SIMT_GEMM_BATCHED(__half);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
    const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b, cudaDataType type_b, int ldb,
    const void* beta, void* c, cudaDataType type_c, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
    int n, int k, const void* alpha, const void* a, cudaDataType type_a, int lda, long long stride_a, const void* b,
    cudaDataType type_b, int ldb, long long stride_b, const void* beta, void* c, cudaDataType type_c, int ldc,
    long long stride_c, int count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,
    int k, const void* alpha, const void* const a[], cudaDataType type_a, int lda, const void* const b[],
    cudaDataType type_b, int ldb, const void* beta, void* const c[], cudaDataType type_c, int ldc, int count,
    cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, const void* y,
    cudaDataType type_y, int incy, void* result, cudaDataType type_result, cudaDataType compute);
}
