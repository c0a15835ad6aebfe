// Held out, the third time: products, transposes and a factorisation, as ladders, samples and suites have them.
#include "results.cuh"

template <int BLOCK_SIZE>
__global__ void matrix_mul(float* C, const float* A, const float* B, int wA, int wB) {
  const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  const int aBegin = wA * BLOCK_SIZE * by, aEnd = aBegin + wA - 1, aStep = BLOCK_SIZE;
  const int bBegin = BLOCK_SIZE * bx, bStep = BLOCK_SIZE * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE; ++k) Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  const int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}

__global__ void naive_product(float* C, const float* A, const float* B, int M, int N, int K) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float tmp = 0;
    for (int i = 0; i < K; ++i) tmp += A[row * K + i] * B[i * N + col];
    C[row * N + col] = tmp;
  }
}

// A textbook's tile with borders.
__global__ void product_with_borders(float* P, const float* M, const float* N, int width) {
  __shared__ float Mds[16][16], Nds[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float value = 0;
  for (int ph = 0; ph < (width + 15) / 16; ++ph) {
    if (row < width && ph * 16 + tx < width) Mds[ty][tx] = M[row * width + ph * 16 + tx];
    else Mds[ty][tx] = 0;
    if (ph * 16 + ty < width && col < width) Nds[ty][tx] = N[(ph * 16 + ty) * width + col];
    else Nds[ty][tx] = 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) value += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if (row < width && col < width) P[row * width + col] = value;
}

// SGEMM ladder, tiles of one dimension: 8 results a thread.
template <int BM, int BN, int BK, int TM>
__global__ void sgemm_1d(int M, int N, int K, const float* A, const float* B, float* C) {
  const unsigned cRow = blockIdx.y, cCol = blockIdx.x;
  const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
  __shared__ float As[BM * BK], Bs[BK * BN];
  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;
  const unsigned innerColA = threadIdx.x % BK, innerRowA = threadIdx.x / BK;
  const unsigned innerColB = threadIdx.x % BN, innerRowB = threadIdx.x / BN;
  float threadResults[TM] = {0.0};
  for (unsigned bkIdx = 0; bkIdx < K; bkIdx += BK) {
    As[innerRowA * BK + innerColA] = A[innerRowA * K + innerColA];
    Bs[innerRowB * BN + innerColB] = B[innerRowB * N + innerColB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (unsigned dotIdx = 0; dotIdx < BK; ++dotIdx) {
      const float tmpB = Bs[dotIdx * BN + threadCol];
      for (unsigned resIdx = 0; resIdx < TM; ++resIdx)
        threadResults[resIdx] += As[(threadRow * TM + resIdx) * BK + dotIdx] * tmpB;
    }
    __syncthreads();
  }
  for (unsigned resIdx = 0; resIdx < TM; ++resIdx)
    C[(threadRow * TM + resIdx) * N + threadCol] =
        2 * threadResults[resIdx] + C[(threadRow * TM + resIdx) * N + threadCol];
}

// Tiles of two dimensions: TM x TN results a thread.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm_2d(int M, int N, int K, const float* A, const float* B, float* C) {
  const unsigned cRow = blockIdx.y, cCol = blockIdx.x;
  constexpr unsigned numThreads = BM * BN / (TM * TN);
  const int threadCol = threadIdx.x % (BN / TN), threadRow = threadIdx.x / (BN / TN);
  __shared__ float As[BM * BK], Bs[BK * BN];
  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;
  const unsigned innerRowA = threadIdx.x / BK, innerColA = threadIdx.x % BK, strideA = numThreads / BK;
  const unsigned innerRowB = threadIdx.x / BN, innerColB = threadIdx.x % BN, strideB = numThreads / BN;
  float threadResults[TM * TN] = {0.0}, regM[TM] = {0.0}, regN[TN] = {0.0};
  for (unsigned bkIdx = 0; bkIdx < K; bkIdx += BK) {
    for (unsigned loadOffset = 0; loadOffset < BM; loadOffset += strideA)
      As[(innerRowA + loadOffset) * BK + innerColA] = A[(innerRowA + loadOffset) * K + innerColA];
    for (unsigned loadOffset = 0; loadOffset < BK; loadOffset += strideB)
      Bs[(innerRowB + loadOffset) * BN + innerColB] = B[(innerRowB + loadOffset) * N + innerColB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (unsigned dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (unsigned i = 0; i < TM; ++i) regM[i] = As[(threadRow * TM + i) * BK + dotIdx];
      for (unsigned i = 0; i < TN; ++i) regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
      for (unsigned m = 0; m < TM; ++m)
        for (unsigned n = 0; n < TN; ++n) threadResults[m * TN + n] += regM[m] * regN[n];
    }
    __syncthreads();
  }
  for (unsigned m = 0; m < TM; ++m)
    for (unsigned n = 0; n < TN; ++n) C[(threadRow * TM + m) * N + threadCol * TN + n] = threadResults[m * TN + n];
}

// Loads by float4, the left tile stored transposed.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm_vectorised(int M, int N, int K, float* A, float* B, float* C) {
  const unsigned cRow = blockIdx.y, cCol = blockIdx.x;
  const int threadCol = threadIdx.x % (BN / TN), threadRow = threadIdx.x / (BN / TN);
  __shared__ float As[BM * BK], Bs[BK * BN];
  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;
  const unsigned innerRowA = threadIdx.x / (BK / 4), innerColA = threadIdx.x % (BK / 4);
  const unsigned innerRowB = threadIdx.x / (BN / 4), innerColB = threadIdx.x % (BN / 4);
  float threadResults[TM * TN] = {0.0}, regM[TM] = {0.0}, regN[TN] = {0.0};
  for (unsigned bkIdx = 0; bkIdx < K; bkIdx += BK) {
    const float4 tmp = reinterpret_cast<float4*>(&A[innerRowA * K + innerColA * 4])[0];
    As[(innerColA * 4 + 0) * BM + innerRowA] = tmp.x;
    As[(innerColA * 4 + 1) * BM + innerRowA] = tmp.y;
    As[(innerColA * 4 + 2) * BM + innerRowA] = tmp.z;
    As[(innerColA * 4 + 3) * BM + innerRowA] = tmp.w;
    reinterpret_cast<float4*>(&Bs[innerRowB * BN + innerColB * 4])[0] =
        reinterpret_cast<float4*>(&B[innerRowB * N + innerColB * 4])[0];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (unsigned dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (unsigned i = 0; i < TM; ++i) regM[i] = As[dotIdx * BM + threadRow * TM + i];
      for (unsigned i = 0; i < TN; ++i) regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
      for (unsigned m = 0; m < TM; ++m)
        for (unsigned n = 0; n < TN; ++n) threadResults[m * TN + n] += regM[m] * regN[n];
    }
    __syncthreads();
  }
  for (unsigned m = 0; m < TM; m += 1)
    for (unsigned n = 0; n < TN; n += 4) {
      float4 t = reinterpret_cast<float4*>(&C[(threadRow * TM + m) * N + threadCol * TN + n])[0];
      t.x += threadResults[m * TN + n];
      t.y += threadResults[m * TN + n + 1];
      t.z += threadResults[m * TN + n + 2];
      t.w += threadResults[m * TN + n + 3];
      reinterpret_cast<float4*>(&C[(threadRow * TM + m) * N + threadCol * TN + n])[0] = t;
    }
}

__global__ void transpose_samples(float* odata, const float* idata, int width) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Rodinia's LU factorisation: the tile on the diagonal, and one inside.
__global__ void lud_diagonal(float* m, int matrix_dim, int offset) {
  __shared__ float shadow[16][16];
  int array_offset = offset * matrix_dim + offset;
  for (int i = 0; i < 16; i++) {
    shadow[i][threadIdx.x] = m[array_offset + threadIdx.x];
    array_offset += matrix_dim;
  }
  __syncthreads();
  for (int i = 0; i < 16 - 1; i++) {
    if (threadIdx.x > i) {
      for (int j = 0; j < i; j++) shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
      shadow[threadIdx.x][i] /= shadow[i][i];
    }
    __syncthreads();
    if (threadIdx.x > i)
      for (int j = 0; j < i + 1; j++) shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
    __syncthreads();
  }
  array_offset = (offset + 1) * matrix_dim + offset;
  for (int i = 1; i < 16; i++) {
    m[array_offset + threadIdx.x] = shadow[i][threadIdx.x];
    array_offset += matrix_dim;
  }
}

__global__ void lud_internal(float* m, int matrix_dim, int offset) {
  __shared__ float peri_row[16][16], peri_col[16][16];
  const int global_row_id = offset + (blockIdx.y + 1) * 16, global_col_id = offset + (blockIdx.x + 1) * 16;
  peri_row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * matrix_dim + global_col_id + threadIdx.x];
  peri_col[threadIdx.y][threadIdx.x] = m[(global_row_id + threadIdx.y) * matrix_dim + offset + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; i++) sum += peri_col[threadIdx.y][i] * peri_row[i][threadIdx.x];
  m[(global_row_id + threadIdx.y) * matrix_dim + global_col_id + threadIdx.x] -= sum;
}

int main() {
  constexpr int side = 128;
  float* a = filled<float>(side * side, [](size_t i) { return float(i * 7 % 5); });
  float* b = filled<float>(side * side, [](size_t i) { return float(i % 3); });
  // One on the diagonal and nothing below: divisions stay exact.
  float* unit = filled<float>(side * side, [](size_t i) {
    const size_t row = i / side, col = i % side;
    return row == col ? 1.0f : row < col ? float((row * 3 + col) % 4) : 0.0f;
  });
  float* out = zeros<float>(side * side);
  const dim3 small(16, 16), large(32, 32);
  measured("product by 16", out, side * side, [&] { matrix_mul<16><<<dim3(4, 6), small>>>(out, a, b, 64, 64); });
  measured("product by 32", out, side * side, [&] { matrix_mul<32><<<dim3(2, 3), large>>>(out, a, b, 64, 64); });
  measured("product, naive", out, side * side, [&] { naive_product<<<dim3(3, 3), small>>>(out, a, b, 37, 41, 45); });
  measured(
      "product with borders", out, side * side, [&] { product_with_borders<<<dim3(3, 3), small>>>(out, a, b, 45); });
  measured("results of one dimension", out, side * side,
      [&] { sgemm_1d<64, 64, 8, 8><<<dim3(2, 2), 512>>>(side, side, 64, a, b, out); });
  measured("results of two dimensions", out, side * side,
      [&] { sgemm_2d<64, 64, 8, 8, 8><<<dim3(2, 2), 64>>>(side, side, 64, a, b, out); });
  measured("results of 4 x 4", out, side * side,
      [&] { sgemm_2d<64, 64, 16, 4, 4><<<dim3(2, 2), 256>>>(side, side, 64, a, b, out); });
  measured("vectorised", out, side * side,
      [&] { sgemm_vectorised<64, 64, 8, 8, 4><<<dim3(2, 2), 128>>>(side, side, 64, a, b, out); });
  measured("transpose", out, side * side, [&] { transpose_samples<<<dim3(4, 4), dim3(32, 8)>>>(out, a, side); });
  const auto start_from = [&](const float* from) {
    require(cudaMemcpy(out, from, side * side * sizeof(float), cudaMemcpyDeviceToDevice));
  };
  measured("factors on the diagonal", out, side * side, [&] {
    start_from(unit);
    lud_diagonal<<<1, 16>>>(out, side, 16);
  });
  measured("factors inside", out, side * side, [&] {
    start_from(a);
    lud_internal<<<dim3(5, 5), small>>>(out, side, 16);
  });
  return finish();
}
