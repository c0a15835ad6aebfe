// cuBLASLt's multiplication, with a bias, ReLU or GELU behind it.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "simt/engine/libraries/blas.hpp"
#include "simt/include/cublasLt.h"

struct cublasLtContext {};
struct simt_matmul_preference {};
struct simt_matmul_desc {
  cublasComputeType_t compute;
  cudaDataType scale;
  int pointers = CUBLASLT_POINTER_MODE_HOST;
  cublasOperation_t op_a = CUBLAS_OP_N, op_b = CUBLAS_OP_N;
  int epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
  int bias_type = -1;
};
struct simt_matrix_layout {
  cudaDataType type;
  std::uint64_t rows, columns;
  std::int64_t leading;
  int order = CUBLASLT_ORDER_COL;
  int count = 1;
  std::int64_t stride = 0;
};

namespace simt {
namespace {

constexpr int known_epilogues = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_BIAS | CUBLASLT_EPILOGUE_GELU;

template <typename T>
cublasStatus_t take(T& into, const void* value, std::size_t bytes) {
  if (!value || bytes < sizeof into) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&into, value, sizeof into);
  return CUBLAS_STATUS_SUCCESS;
}

// The approximation by tanh, as cuBLASLt's.
double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

template <typename T>
cublasStatus_t end_of(T* object) {
  if (!object) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete object;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace simt

using namespace simt;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) { return *handle = new cublasLtContext, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return end_of(handle); }
size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
cublasStatus_t cublasLtMatmulDescCreate(
    cublasLtMatmulDesc_t* desc, cublasComputeType_t compute, cudaDataType_t scale_type) {
  return *desc = new simt_matmul_desc{compute, scale_type}, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) { return end_of(desc); }
cublasStatus_t cublasLtMatmulDescSetAttribute(
    cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, const void* value, size_t bytes) {
  if (!desc) return CUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      return take(desc->compute, value, bytes);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      return take(desc->scale, value, bytes);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
      return take(desc->pointers, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return take(desc->op_a, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return take(desc->op_b, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return take(desc->epilogue, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return take(desc->bias, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return take(desc->bias_type, value, bytes);
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}
cublasStatus_t cublasLtMatrixLayoutCreate(
    cublasLtMatrixLayout_t* layout, cudaDataType_t type, uint64_t rows, uint64_t columns, int64_t leading) {
  return *layout = new simt_matrix_layout{type, rows, columns, leading}, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { return end_of(layout); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(
    cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, const void* value, size_t bytes) {
  if (!layout) return CUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
      return take(layout->type, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
      return take(layout->order, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
      return take(layout->rows, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
      return take(layout->columns, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_LD:
      return take(layout->leading, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return take(layout->count, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return take(layout->stride, value, bytes);
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return *preference = new simt_matmul_preference, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) { return end_of(preference); }
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(
    cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t, const void*, size_t) {
  return CUBLAS_STATUS_SUCCESS;  // there is one way to compute it
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
    cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int most,
    cublasLtMatmulHeuristicResult_t results[], int* found) {
  if (most < 1 || !results || !found) return CUBLAS_STATUS_INVALID_VALUE;
  results[0] = {};
  *found = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha, const void* a,
    cublasLtMatrixLayout_t layout_a, const void* b, cublasLtMatrixLayout_t layout_b, const void* beta, const void* c,
    cublasLtMatrixLayout_t layout_c, void* d, cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t*, void*,
    size_t, cudaStream_t stream) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!desc || !layout_a || !layout_b || !layout_c || !layout_d || !alpha || !beta) return CUBLAS_STATUS_INVALID_VALUE;
  const bool plain = desc->op_a == CUBLAS_OP_N;
  const cudaDataType bias_type = desc->bias_type < 0 ? layout_d->type : cudaDataType(desc->bias_type);
  for (const auto* layout : {layout_a, layout_b, layout_c, layout_d})
    if (!bytes_of(layout->type) || layout->order != CUBLASLT_ORDER_COL) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (desc->epilogue & ~known_epilogues || layout_c->type != layout_d->type || !bytes_of(bias_type) ||
      desc->pointers > CUBLASLT_POINTER_MODE_DEVICE)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const Product product{desc->op_a, desc->op_b, int(layout_d->rows), int(layout_d->columns),
      int(plain ? layout_a->columns : layout_a->rows), a, layout_a->type, int(layout_a->leading), b, layout_b->type,
      int(layout_b->leading), c ? c : d, int(layout_c->leading), d, int(layout_d->leading), layout_d->type,
      desc->compute, layout_a->stride, layout_b->stride, layout_c->stride, layout_d->stride, layout_d->count};
  if (!product.makes_sense()) return CUBLAS_STATUS_INVALID_VALUE;
  const auto pointers = cublasPointerMode_t(desc->pointers);
  const auto by = scale(pointers, alpha, desc->scale), with = scale(pointers, beta, desc->scale);
  const bool adds = pointers == CUBLAS_POINTER_MODE_DEVICE || with() != 0;
  std::vector<Operand> operands = product.operands(adds);
  const void* bias = desc->epilogue & CUBLASLT_EPILOGUE_BIAS ? desc->bias : nullptr;
  if (bias) operands.push_back(vector_operand(bias, bytes_of(bias_type), product.m, 1));
  return compute(stream, "cublasLtMatmul", operands, false, [=, epilogue = desc->epilogue] {
    if (epilogue == CUBLASLT_EPILOGUE_DEFAULT) return product.run(by(), with());
    product.run(by(), with(), [=](double sum, int row) {
      if (bias) sum += widened<double>(bias, bias_type, std::size_t(row));
      if (epilogue & CUBLASLT_EPILOGUE_RELU) return sum > 0 ? sum : 0;
      return epilogue & CUBLASLT_EPILOGUE_GELU ? gelu(sum) : sum;
    });
  });
}
}
