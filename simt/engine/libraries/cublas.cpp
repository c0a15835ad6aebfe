// cuBLAS's calls but for the multiplications of matrices.
#include <algorithm>
#include <cstring>

#include "simt/engine/libraries/blas.hpp"

namespace simt {
namespace {

// A BLAS function of floats and the one of doubles.
template <typename T, typename Function>
Function* of_blas(const char* of_floats, const char* of_doubles) {
  return reinterpret_cast<Function*>(blas_function(is_double<T> ? of_doubles : of_floats));
}

template <typename T>
Operand matrix(const T* at, int rows, int columns, int leading) {
  return {at, sizeof(T), rows, columns, leading};
}
template <typename T>
Operand vector(const T* at, int n, int increment) {
  return vector_operand(at, sizeof(T), std::max(n, 0), increment);
}

// What a vector, or two, come to. In columns of a BLAS's own calls an index begins at 1, as in cuBLAS's.
template <typename Result, typename Work>
cublasStatus_t answer(
    cublasHandle_t handle, const char* call, std::vector<Operand> operands, Result* result_at, Work work) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!result_at) return CUBLAS_STATUS_INVALID_VALUE;
  const bool on_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
  if (!on_host) operands.push_back(result({result_at, sizeof(Result), 1, 1, 1}));
  return compute(handle->stream, call, operands, on_host, [=] { *result_at = Result(work()); });
}

template <typename T>
cublasStatus_t place(cublasHandle_t handle, const char* call, int n, const T* x, int incx, int* at, bool largest) {
  return answer(handle, call, {vector(x, n, incx)}, at, [=] {
    int best = 0;
    for (int i = 1; i < n && incx > 0; ++i) {
      const T size = std::abs(x[std::size_t(i) * std::size_t(incx)]),
              known = std::abs(x[std::size_t(best) * std::size_t(incx)]);
      if (largest ? size > known : size < known) best = i;
    }
    return n > 0 && incx > 0 ? best + 1 : 0;
  });
}

cublasStatus_t move_vector(int n, int size, const void* x, int incx, void* y, int incy, cudaMemcpyKind kind) {
  if (n < 0 || size <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto error = cudaMemcpy2D(y, std::size_t(incy) * std::size_t(size), x, std::size_t(incx) * std::size_t(size),
      std::size_t(size), std::size_t(n), kind);
  return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t move_matrix(
    int rows, int columns, int size, const void* a, int lda, void* b, int ldb, cudaMemcpyKind kind) {
  if (rows < 0 || columns < 0 || size <= 0 || lda <= 0 || ldb <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  const auto bytes = std::size_t(size);
  const auto error = cudaMemcpy2D(
      b, std::size_t(ldb) * bytes, a, std::size_t(lda) * bytes, std::size_t(rows) * bytes, std::size_t(columns), kind);
  return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace simt

using namespace simt;

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  return *version = CUBLAS_VERSION, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  return *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : 0, CUBLAS_STATUS_SUCCESS;
}
const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define SIMT_STATUS(name) \
  case name:              \
    return #name
    SIMT_STATUS(CUBLAS_STATUS_SUCCESS);
    SIMT_STATUS(CUBLAS_STATUS_NOT_INITIALIZED);
    SIMT_STATUS(CUBLAS_STATUS_ALLOC_FAILED);
    SIMT_STATUS(CUBLAS_STATUS_INVALID_VALUE);
    SIMT_STATUS(CUBLAS_STATUS_ARCH_MISMATCH);
    SIMT_STATUS(CUBLAS_STATUS_MAPPING_ERROR);
    SIMT_STATUS(CUBLAS_STATUS_EXECUTION_FAILED);
    SIMT_STATUS(CUBLAS_STATUS_INTERNAL_ERROR);
    SIMT_STATUS(CUBLAS_STATUS_NOT_SUPPORTED);
    SIMT_STATUS(CUBLAS_STATUS_LICENSE_ERROR);
#undef SIMT_STATUS
  }
  return "CUBLAS_STATUS_UNKNOWN";
}
const char* cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS:
      return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE:
      return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_ARCH_MISMATCH:
      return "the function requires an architectural feature absent from the device";
    case CUBLAS_STATUS_MAPPING_ERROR:
      return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "the function failed to launch on the GPU";
    case CUBLAS_STATUS_INTERNAL_ERROR:
      return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "the requested functionality is not supported";
    case CUBLAS_STATUS_LICENSE_ERROR:
      return "the license check failed";
  }
  return "unknown";
}

#define SIMT_SETTING(what, type, member)                               \
  cublasStatus_t cublasSet##what(cublasHandle_t handle, type value) {  \
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                 \
    return handle->member = value, CUBLAS_STATUS_SUCCESS;              \
  }                                                                    \
  cublasStatus_t cublasGet##what(cublasHandle_t handle, type* value) { \
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                 \
    return *value = handle->member, CUBLAS_STATUS_SUCCESS;             \
  }
SIMT_SETTING(Stream, cudaStream_t, stream)
SIMT_SETTING(PointerMode, cublasPointerMode_t, pointers)
SIMT_SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)
SIMT_SETTING(MathMode, cublasMath_t, math)
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, size_t) {
  return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return move_vector(n, size, x, incx, y, incy, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return move_vector(n, size, x, incx, y, incy, cudaMemcpyDeviceToHost);
}
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t) {
  return move_vector(n, size, x, incx, y, incy, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t) {
  return move_vector(n, size, x, incx, y, incy, cudaMemcpyDeviceToHost);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return move_matrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return move_matrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyDeviceToHost);
}
}

namespace simt {
namespace {

template <typename T>
cublasStatus_t axpy(
    const char* call, cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  using Axpy = void(const int*, const T*, const T*, const int*, T*, const int*);
  const auto function = of_blas<T, Axpy>("saxpy_", "daxpy_");
  return compute(handle->stream, call, {vector(x, n, incx), result(vector(y, n, incy), true)}, false,
      [=, by = factor(handle->pointers, alpha)] {
        const T value = by();
        function(&n, &value, x, &incx, y, &incy);
      });
}
template <typename T>
cublasStatus_t copy(const char* call, cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  using Copy = void(const int*, const T*, const int*, T*, const int*);
  const auto function = of_blas<T, Copy>("scopy_", "dcopy_");
  return compute(handle->stream, call, {vector(x, n, incx), result(vector(y, n, incy))}, false,
      [=] { function(&n, x, &incx, y, &incy); });
}
template <typename T>
cublasStatus_t swap(const char* call, cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  using Swap = void(const int*, T*, const int*, T*, const int*);
  const auto function = of_blas<T, Swap>("sswap_", "dswap_");
  return compute(handle->stream, call, {result(vector(x, n, incx), true), result(vector(y, n, incy), true)}, false,
      [=] { function(&n, x, &incx, y, &incy); });
}
template <typename T>
cublasStatus_t scal(const char* call, cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  using Scal = void(const int*, const T*, T*, const int*);
  const auto function = of_blas<T, Scal>("sscal_", "dscal_");
  return compute(
      handle->stream, call, {result(vector(x, n, incx), true)}, false, [=, by = factor(handle->pointers, alpha)] {
        const T value = by();
        function(&n, &value, x, &incx);
      });
}
template <typename T>
cublasStatus_t dot(const char* call, cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* at) {
  using Dot = T(const int*, const T*, const int*, const T*, const int*);
  const auto function = of_blas<T, Dot>("sdot_", "ddot_");
  return answer(
      handle, call, {vector(x, n, incx), vector(y, n, incy)}, at, [=] { return function(&n, x, &incx, y, &incy); });
}
template <typename T>
cublasStatus_t norm(const char* call, const char* of_floats, const char* of_doubles, cublasHandle_t handle, int n,
    const T* x, int incx, T* at) {
  using Norm = T(const int*, const T*, const int*);
  const auto function = of_blas<T, Norm>(of_floats, of_doubles);
  return answer(handle, call, {vector(x, n, incx)}, at, [=] { return function(&n, x, &incx); });
}
template <typename T>
cublasStatus_t gemv(const char* call, cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,
    const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || lda < std::max(1, m) || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
  using Gemv = void(const char*, const int*, const int*, const T*, const T*, const int*, const T*, const int*, const T*,
      T*, const int*);
  const auto function = of_blas<T, Gemv>("sgemv_", "dgemv_");
  const bool plain = op == CUBLAS_OP_N;
  const bool adds = handle->pointers == CUBLAS_POINTER_MODE_DEVICE || *beta != 0;
  return compute(handle->stream, call,
      {matrix(a, m, n, lda), vector(x, plain ? n : m, incx), result(vector(y, plain ? m : n, incy), adds)}, false,
      [=, by = factor(handle->pointers, alpha), with = factor(handle->pointers, beta)] {
        const T first = by(), second = with();
        function(plain ? "N" : "T", &m, &n, &first, a, &lda, x, &incx, &second, y, &incy);
      });
}
template <typename T>
cublasStatus_t ger(const char* call, cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,
    const T* y, int incy, T* a, int lda) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || lda < std::max(1, m) || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
  using Ger = void(const int*, const int*, const T*, const T*, const int*, const T*, const int*, T*, const int*);
  const auto function = of_blas<T, Ger>("sger_", "dger_");
  return compute(handle->stream, call, {vector(x, m, incx), vector(y, n, incy), result(matrix(a, m, n, lda), true)},
      false, [=, by = factor(handle->pointers, alpha)] {
        const T value = by();
        function(&m, &n, &value, x, &incx, y, &incy, a, &lda);
      });
}
template <typename T>
cublasStatus_t trsm(const char* call, cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
    cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool left = side == CUBLAS_SIDE_LEFT;
  const int order = left ? m : n;
  if (m < 0 || n < 0 || lda < std::max(1, order) || ldb < std::max(1, m)) return CUBLAS_STATUS_INVALID_VALUE;
  using Trsm = void(const char*, const char*, const char*, const char*, const int*, const int*, const T*, const T*,
      const int*, T*, const int*);
  const auto function = of_blas<T, Trsm>("strsm_", "dtrsm_");
  Operand triangle = matrix(a, order, order, lda);
  triangle.reads = false;  // only one half of it has to be there
  return compute(handle->stream, call, {triangle, result(matrix(b, m, n, ldb), true)}, false,
      [=, by = factor(handle->pointers, alpha)] {
        const T value = by();
        function(left ? "L" : "R", fill == CUBLAS_FILL_MODE_LOWER ? "L" : "U", op == CUBLAS_OP_N ? "N" : "T",
            diagonal == CUBLAS_DIAG_UNIT ? "U" : "N", &m, &n, &value, a, &lda, b, &ldb);
      });
}
// No BLAS has it: c = alpha op(a) + beta op(b).
template <typename T>
cublasStatus_t geam(const char* call, cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
    int n, const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool plain_a = op_a == CUBLAS_OP_N, plain_b = op_b == CUBLAS_OP_N;
  if (m < 0 || n < 0 || lda < std::max(1, plain_a ? m : n) || ldb < std::max(1, plain_b ? m : n) ||
      ldc < std::max(1, m))
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto by = factor(handle->pointers, alpha), with = factor(handle->pointers, beta);
  const auto reads = [&](const std::function<T()>& scale) {
    return handle->pointers == CUBLAS_POINTER_MODE_DEVICE || scale() != 0;
  };
  std::vector<Operand> operands = {result(matrix(c, m, n, ldc))};
  if (reads(by)) operands.push_back(plain_a ? matrix(a, m, n, lda) : matrix(a, n, m, lda));
  if (reads(with)) operands.push_back(plain_b ? matrix(b, m, n, ldb) : matrix(b, n, m, ldb));
  return compute(handle->stream, call, operands, false, [=] {
    const T first = by(), second = with();
    const auto at = [](const T* from, bool plain, int leading, int row, int column) {
      return from[plain ? std::size_t(column) * std::size_t(leading) + std::size_t(row)
                        : std::size_t(row) * std::size_t(leading) + std::size_t(column)];
    };
    std::vector<T> sums(std::size_t(m) * std::size_t(n));
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row)
        sums[std::size_t(column) * std::size_t(m) + std::size_t(row)] =
            (first != 0 ? first * at(a, plain_a, lda, row, column) : T(0)) +
            (second != 0 ? second * at(b, plain_b, ldb, row, column) : T(0));
    for (int column = 0; column < n; ++column)
      std::copy_n(&sums[std::size_t(column) * std::size_t(m)], m, c + std::size_t(column) * std::size_t(ldc));
  });
}
}  // namespace
}  // namespace simt

extern "C" {

#define SIMT_BOTH(single, two, PARAMETERS, function, ...)                                  \
  cublasStatus_t single PARAMETERS(float) { return simt::function(#single, __VA_ARGS__); } \
  cublasStatus_t two PARAMETERS(double) { return simt::function(#two, __VA_ARGS__); }
SIMT_BOTH(cublasSaxpy, cublasDaxpy, SIMT_AXPY, axpy, handle, n, alpha, x, incx, y, incy)
SIMT_BOTH(cublasScopy, cublasDcopy, SIMT_COPY, copy, handle, n, x, incx, y, incy)
SIMT_BOTH(cublasSswap, cublasDswap, SIMT_SWAP, swap, handle, n, x, incx, y, incy)
SIMT_BOTH(cublasSscal, cublasDscal, SIMT_SCAL, scal, handle, n, alpha, x, incx)
SIMT_BOTH(cublasSdot, cublasDdot, SIMT_DOT, dot, handle, n, x, incx, y, incy, result)
SIMT_BOTH(cublasSnrm2, cublasDnrm2, SIMT_NORM, norm, "snrm2_", "dnrm2_", handle, n, x, incx, result)
SIMT_BOTH(cublasSasum, cublasDasum, SIMT_NORM, norm, "sasum_", "dasum_", handle, n, x, incx, result)
SIMT_BOTH(cublasSgemv, cublasDgemv, SIMT_GEMV, gemv, handle, op_a, m, n, alpha, a, lda, x, incx, beta, y, incy)
SIMT_BOTH(cublasSger, cublasDger, SIMT_GER, ger, handle, m, n, alpha, x, incx, y, incy, a, lda)
SIMT_BOTH(cublasStrsm, cublasDtrsm, SIMT_TRSM, trsm, handle, side, fill, op_a, diagonal, m, n, alpha, a, lda, b, ldb)
SIMT_BOTH(cublasSgeam, cublasDgeam, SIMT_GEAM, geam, handle, op_a, op_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc)
#undef SIMT_BOTH
#define SIMT_PLACES(single, two, largest)                                                                       \
  cublasStatus_t single SIMT_PLACE(float) { return simt::place(handle, #single, n, x, incx, result, largest); } \
  cublasStatus_t two SIMT_PLACE(double) { return simt::place(handle, #two, n, x, incx, result, largest); }
SIMT_PLACES(cublasIsamax, cublasIdamax, true)
SIMT_PLACES(cublasIsamin, cublasIdamin, false)
#undef SIMT_PLACES

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, const void* y,
    cudaDataType type_y, int incy, void* result_at, cudaDataType type_result, cudaDataType) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!bytes_of(type_x) || !bytes_of(type_y) || !bytes_of(type_result)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (incx < 1 || incy < 1) return CUBLAS_STATUS_INVALID_VALUE;
  std::vector<Operand> operands = {
      vector_operand(x, bytes_of(type_x), n, incx), vector_operand(y, bytes_of(type_y), n, incy)};
  const bool on_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
  if (!on_host) operands.push_back(result({result_at, bytes_of(type_result), 1, 1, 1}));
  return compute(handle->stream, "cublasDotEx", operands, on_host, [=] {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += widened<double>(x, type_x, std::size_t(i) * std::size_t(incx)) *
             widened<double>(y, type_y, std::size_t(i) * std::size_t(incy));
    narrow<double>(result_at, type_result, 0, sum);
  });
}
}
