// cuBLAS, computed by the machine's BLAS: every kind of call with numbers small enough to be exact.
// notes: unsupported says "cublasSgemm"
// skipped: and there is none: apt-get install libopenblas0
// prints: gemm 19 43 22 50
// prints: transposed 7 15 10 22
// prints: double 19 43 22 50
// prints: half 19 43 22 50
// prints: mixed 38 86 44 100
// prints: strided 19 43 22 50 19 43 22 50
// prints: batched 19 43 22 50 19 43 22 50
// prints: gemv 17 39 23 34
// prints: axpy 7 10 13 16, swap 1 2 3 4, scal 3 6 9 12
// prints: dot 70, on the device 70, nrm2 13, asum 17, amax 2 amin 1
// prints: geam 6 9 9 12
// prints: trsm 5 1 7 2
// prints: lt 20 45 23 52
// prints: relu 0 3 2 10
// prints: invalid an unsupported value or parameter was passed to the function
#include <cublasLt.h>
#include <cublas_v2.h>

#include <cstdio>

template <typename T>
struct Device {
  T* at;
  Device(std::initializer_list<T> values) {
    cudaMalloc(&at, values.size() * sizeof(T));
    cudaMemcpy(at, values.begin(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Device() { cudaFree(at); }
  operator T*() const { return at; }
};

template <typename T>
void show(const T* at, int n) {
  T host[16];
  cudaMemcpy(host, at, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) printf(" %g", double(float(host[i])));
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0, two = 2, three = 3;
  const double one_d = 1, zero_d = 0;
  const __half one_h = __float2half(1), zero_h = __float2half(0);
  // Columns: (1 3; 2 4) and (5 7; 6 8).
  Device<float> a{1, 3, 2, 4}, b{5, 7, 6, 8}, c{0, 0, 0, 0}, both{0, 0, 0, 0, 0, 0, 0, 0};
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2);
  printf("gemm"), show<float>(c, 4);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, a, 2, &zero, c, 2);
  printf("\ntransposed"), show<float>(c, 4);
  Device<double> ad{1, 3, 2, 4}, bd{5, 7, 6, 8}, cd{0, 0, 0, 0};
  cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one_d, ad, 2, bd, 2, &zero_d, cd, 2);
  printf("\ndouble"), show<double>(cd, 4);
  const auto h = [](float x) { return __float2half(x); };
  Device<__half> ah{h(1), h(3), h(2), h(4)}, bh{h(5), h(7), h(6), h(8)}, ch{h(0), h(0), h(0), h(0)};
  cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one_h, ah, 2, bh, 2, &zero_h, ch, 2);
  printf("\nhalf"), show<__half>(ch, 4);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &two, ah, CUDA_R_16F, 2, bh, CUDA_R_16F, 2, &zero, c,
      CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  printf("\nmixed"), show<float>(c, 4);
  cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, 0, b, 2, 0, &zero, both, 2, 4, 2);
  printf("\nstrided"), show<float>(both, 8);
  {
    cudaMemset(both, 0, 32);
    const float *of_a[2] = {a, a}, *of_b[2] = {b, b};
    float* of_c[2] = {both, both + 4};
    float **da, **db, **dc;
    cudaMalloc(&da, 16), cudaMalloc(&db, 16), cudaMalloc(&dc, 16);
    cudaMemcpy(da, of_a, 16, cudaMemcpyHostToDevice);
    cudaMemcpy(db, of_b, 16, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, of_c, 16, cudaMemcpyHostToDevice);
    cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, da, 2, db, 2, &zero, dc, 2, 2);
    printf("\nbatched"), show<float>(both, 8);
    cudaFree(da), cudaFree(db), cudaFree(dc);
  }
  Device<float> x{5, 6}, y{0, 0};
  cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &one, a, 2, x, 1, &zero, y, 1);
  printf("\ngemv"), show<float>(y, 2);
  cublasSgemv(handle, CUBLAS_OP_T, 2, 2, &one, a, 2, x, 1, &zero, y, 1);
  show<float>(y, 2);
  Device<float> v{1, 2, 3, 4}, w{5, 6, 7, 8};
  cublasSaxpy(handle, 4, &two, v, 1, w, 1);
  printf("\naxpy"), show<float>(w, 4);
  cublasSswap(handle, 4, v, 1, w, 1);
  printf(", swap"), show<float>(w, 4);
  cublasSswap(handle, 4, v, 1, w, 1);
  cublasSscal(handle, 4, &three, v, 1);
  printf(", scal"), show<float>(v, 4);
  Device<float> p{1, 2, 3, 4}, q{5, 6, 7, 8}, result{0}, far{5, -12};
  float dot = 0, length = 0, sum = 0;
  int largest = 0, least = 0;
  cublasSdot(handle, 4, p, 1, q, 1, &dot);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(handle, 4, p, 1, q, 1, result);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cublasSnrm2(handle, 2, far, 1, &length);
  cublasSasum(handle, 2, far, 1, &sum);
  cublasIsamax(handle, 2, far, 1, &largest);
  cublasIsamin(handle, 2, far, 1, &least);
  printf("\ndot %g, on the device", dot), show<float>(result, 1);
  printf(", nrm2 %g, asum %g, amax %d amin %d", length, sum, largest, least);
  cublasSgeam(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, &one, a, 2, &one, b, 2, c, 2);
  printf("\ngeam"), show<float>(c, 4);
  Device<float> triangle{1, 1, 0, 2}, right{5, 7, 7, 11};
  cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 2, &one, triangle,
      2, right, 2);
  printf("\ntrsm"), show<float>(right, 4);

  cublasLtHandle_t lt;
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t layout;
  cublasLtCreate(&lt);
  cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 2, 2, 2);
  Device<float> bias{1, 2}, negative{-20, -40};
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
  const float* at = bias;
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &at, sizeof at);
  cublasLtMatmul(lt, desc, &one, a, layout, b, layout, &zero, c, layout, c, layout, nullptr, nullptr, 0, nullptr);
  printf("\nlt"), show<float>(c, 4);
  epilogue = CUBLASLT_EPILOGUE_RELU_BIAS, at = negative;
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &at, sizeof at);
  cublasLtMatmul(lt, desc, &one, a, layout, b, layout, &zero, c, layout, c, layout, nullptr, nullptr, 0, nullptr);
  printf("\nrelu"), show<float>(c, 4);
  cublasLtMatrixLayoutDestroy(layout), cublasLtMatmulDescDestroy(desc), cublasLtDestroy(lt);
  printf("\ninvalid %s\n", cublasGetStatusString(cublasSgemm(
                               handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 1, b, 2, &zero, c, 2)));
  cublasDestroy(handle);
}
