// Products of matrices of any types: computed as floats or doubles, rounded once.
#include <algorithm>

#include "simt/engine/libraries/blas.hpp"
#include "simt/include/simt/narrow_float_bits.h"

namespace simt {

std::size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_64F:
      return 8;
    case CUDA_R_32F:
      return 4;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    default:
      return 0;
  }
}

template <typename T>
T widened(const void* at, cudaDataType type, std::size_t index) {
  switch (type) {
    case CUDA_R_64F:
      return T(static_cast<const double*>(at)[index]);
    case CUDA_R_16F:
      return T(simt_half_to_float(static_cast<const std::uint16_t*>(at)[index]));
    case CUDA_R_16BF:
      return T(simt_bfloat16_to_float(static_cast<const std::uint16_t*>(at)[index]));
    default:
      return T(static_cast<const float*>(at)[index]);
  }
}
template <typename T>
void narrow(void* at, cudaDataType type, std::size_t index, T value) {
  switch (type) {
    case CUDA_R_64F:
      static_cast<double*>(at)[index] = double(value);
      break;
    case CUDA_R_16F:
      static_cast<std::uint16_t*>(at)[index] = simt_half_from(double(value), simt_nearest);
      break;
    case CUDA_R_16BF:
      static_cast<std::uint16_t*>(at)[index] = simt_bfloat16_from(double(value), simt_nearest);
      break;
    default:
      static_cast<float*>(at)[index] = float(value);
  }
}
template float widened<float>(const void*, cudaDataType, std::size_t);
template double widened<double>(const void*, cudaDataType, std::size_t);
template void narrow<float>(void*, cudaDataType, std::size_t, float);
template void narrow<double>(void*, cudaDataType, std::size_t, double);

cudaDataType scale_type(cublasComputeType_t compute) {
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return CUDA_R_64F;
    default:
      return CUDA_R_32F;
  }
}

std::function<double()> scale(cublasPointerMode_t pointers, const void* at, cudaDataType type) {
  if (pointers == CUBLAS_POINTER_MODE_DEVICE) return [=] { return widened<double>(at, type, 0); };
  return [value = widened<double>(at, type, 0)] { return value; };
}

bool Product::makes_sense() const {
  const auto enough = [](cublasOperation_t op, int rows, int columns, int leading) {
    return leading >= std::max(1, op == CUBLAS_OP_N ? rows : columns);
  };
  return m >= 0 && n >= 0 && k >= 0 && count >= 0 && enough(op_a, m, k, lda) && enough(op_b, k, n, ldb) &&
         ldc >= std::max(1, m) && ldd >= std::max(1, m);
}

std::vector<Operand> Product::operands(bool adds) const {
  const auto of = [&](const void* at, cudaDataType type, long long rows, long long columns, int leading,
                      long long stride) { return Operand{at, bytes_of(type), rows, columns, leading, count, stride}; };
  std::vector<Operand> all = {
      op_a == CUBLAS_OP_N ? of(a, type_a, m, k, lda, stride_a) : of(a, type_a, k, m, lda, stride_a),
      op_b == CUBLAS_OP_N ? of(b, type_b, k, n, ldb, stride_b) : of(b, type_b, n, k, ldb, stride_b),
      result(of(d, type_c, m, n, ldd, stride_d), adds && c == d)};
  if (adds && c != d) all.push_back(of(c, type_c, m, n, ldc, stride_c));
  return all;
}

// Of the matrix's columns as they lie; those that have another type are copied.
template <typename T>
static const T* as_numbers(
    const void* at, cudaDataType type, long long rows, long long columns, int& leading, std::vector<T>& room) {
  if (bytes_of(type) == sizeof(T)) return static_cast<const T*>(at);
  room.resize(std::size_t(rows * columns));
  for (long long column = 0; column < columns; ++column)
    for (long long row = 0; row < rows; ++row)
      room[std::size_t(column * rows + row)] = widened<T>(at, type, std::size_t(column * leading + row));
  leading = std::max(1, int(rows));
  return room.data();
}

template <typename T>
static void run_as(const Product& of, double alpha, double beta, const std::function<double(double, int)>& after) {
  const auto moved = [](const void* at, cudaDataType type, long long elements) {
    return static_cast<const char*>(at) + elements * (long long)(bytes_of(type));
  };
  std::vector<T> room_a, room_b, sums(std::size_t(of.m) * std::size_t(of.n));
  for (int i = 0; i < of.count; ++i) {
    int lda = of.lda, ldb = of.ldb;
    const bool plain_a = of.op_a == CUBLAS_OP_N, plain_b = of.op_b == CUBLAS_OP_N;
    const T* a = as_numbers(
        moved(of.a, of.type_a, i * of.stride_a), of.type_a, plain_a ? of.m : of.k, plain_a ? of.k : of.m, lda, room_a);
    const T* b = as_numbers(
        moved(of.b, of.type_b, i * of.stride_b), of.type_b, plain_b ? of.k : of.n, plain_b ? of.n : of.k, ldb, room_b);
    const char* c = moved(of.c, of.type_c, i * of.stride_c);
    char* d = const_cast<char*>(moved(of.d, of.type_c, i * of.stride_d));
    if (beta != 0)
      for (int column = 0; column < of.n; ++column)
        for (int row = 0; row < of.m; ++row)
          sums[std::size_t(column) * std::size_t(of.m) + std::size_t(row)] =
              widened<T>(c, of.type_c, std::size_t(column) * std::size_t(of.ldc) + std::size_t(row));
    multiply<T>(of.op_a, of.op_b, of.m, of.n, of.k, T(alpha), a, lda, b, ldb, T(beta), sums.data(), std::max(1, of.m));
    for (int column = 0; column < of.n; ++column)
      for (int row = 0; row < of.m; ++row) {
        const T sum = sums[std::size_t(column) * std::size_t(of.m) + std::size_t(row)];
        narrow<T>(d, of.type_c, std::size_t(column) * std::size_t(of.ldd) + std::size_t(row),
            after ? T(after(double(sum), row)) : sum);
      }
  }
}

void Product::run(double alpha, double beta, const std::function<double(double, int)>& after) const {
  if (!m || !n) return;
  const bool doubles = type_a == CUDA_R_64F || type_b == CUDA_R_64F || type_c == CUDA_R_64F;
  if (doubles) run_as<double>(*this, alpha, beta, after);
  else run_as<float>(*this, alpha, beta, after);
}

}  // namespace simt
