// Mathematical functions of CUDA, printed to four digits: there an H200 prints the same.
// prints: 0.125 from 0: 2.828 2 0.3827 0.9239 0.1112 1.085 0.8732 0.5497
// prints: 0.125 from 8: -1.15 1.004 0.06262 1.133 1.334 -2.079 -3 -0.9031
// prints: 0.125 from 16: 0.1247 0.9922 0.1257 1.334 1.133 -2.079 0.1247 0.9922
// prints: 0.125 from 24: 0.1244 0.1403 2.019 7.534 0.9961 -5.2 0.5 1.091
// prints: 0.125 from 32: 0.1178 2.828 2 0.3827 0.9239 0.1112 1.085 0.8732
// prints: 0.125 from 40: 0.5497 -1.15 1.004 0.06262 1.334 1.133 -2.079 0.1247
// prints: 0.125 from 48: 0.1403 2.019 0.499 2.24 3.744 0.4465 0.2671 0.04419
// prints: 0.125 from 56: 0.04167 0.04419 0.1406 3.003 0 1.216 0.499 0.1247
// prints: 0.125 from 64: 0.9922 0.1247 0.9922 0.3827 0.9239 0.3827 0.9239
// prints: 0.3 from 0: 1.826 1.494 0.809 0.5878 0.2725 0.7329 0.7346 0.6179
// prints: 0.3 from 8: -0.5244 1.023 0.1517 1.35 1.995 -1.204 -1.737 -0.5229
// prints: 0.3 from 16: 0.2955 0.9553 0.3093 1.995 1.35 -1.204 0.2955 0.9553
// prints: 0.3 from 24: 0.2913 0.3286 1.096 2.992 0.9776 -2.293 0.6694 1.231
// prints: 0.3 from 32: 0.2624 1.826 1.494 0.809 0.5878 0.2725 0.7329 0.7346
// prints: 0.3 from 40: 0.6179 -0.5244 1.023 0.1517 1.995 1.35 -1.204 0.2955
// prints: 0.3 from 48: 0.3286 1.096 0.4945 2.256 3.754 0.4432 0.2664 0.1643
// prints: 0.3 from 56: 0.1 0.1643 0.39 3.015 0 1.216 0.4945 0.2955
// prints: 0.3 from 64: 0.9553 0.2955 0.9553 0.809 0.5878 0.809 0.5878
// prints: 0.75 from 0: 1.155 1.101 0.7071 -0.7071 0.8134 0.2253 0.5069 0.7734
// prints: 0.75 from 8: 0.6745 1.146 0.402 2.117 5.623 -0.2877 -0.415 -0.1249
// prints: 0.75 from 16: 0.6816 0.7317 0.9316 5.623 2.117 -0.2877 0.6816 0.7317
// prints: 0.75 from 24: 0.6351 0.7112 0.2033 1.225 0.8642 -1.038 0.9086 1.682
// prints: 0.75 from 32: 0.5596 1.155 1.101 0.7071 -0.7071 0.8134 0.2253 0.5069
// prints: 0.75 from 40: 0.7734 0.6745 1.146 0.402 5.623 2.117 -0.2877 0.6816
// prints: 0.75 from 48: 0.7112 0.2033 0.4682 2.358 3.816 0.424 0.262 0.6495
// prints: 0.75 from 56: 0.25 0.6495 1.312 3.092 0.25 1.216 0.4682 0.6816
// prints: 0.75 from 64: 0.7317 0.6816 0.7317 0.7071 -0.7071 0.7071 -0.7071
// prints: 0.9 from 0: 1.054 1.036 0.309 -0.9511 1.163 0.08886 0.4565 0.8159
// prints: 0.9 from 8: 1.282 1.213 0.4971 2.46 7.943 -0.1054 -0.152 -0.04576
// prints: 0.9 from 16: 0.7833 0.6216 1.26 7.943 2.46 -0.1054 0.7833 0.6216
// prints: 0.9 from 24: 0.7163 0.7969 0.06638 1.069 0.8075 -0.8731 0.9655 1.866
// prints: 0.9 from 32: 0.6419 1.054 1.036 0.309 -0.9511 1.163 0.08886 0.4565
// prints: 0.9 from 40: 0.8159 1.282 1.213 0.4971 7.943 2.46 -0.1054 0.7833
// prints: 0.9 from 48: 0.7969 0.06638 0.456 2.41 3.848 0.4149 0.2598 0.8538
// prints: 0.9 from 56: 0.3 0.8538 1.71 3.132 0.4 1.216 0.456 0.7833
// prints: 0.9 from 64: 0.6216 0.7833 0.6216 0.309 -0.9511 0.309 -0.9511
// prints: special: 0 0 1 5 inf inf 0 5
#include <cmath>
#include <cstdio>

__global__ void functions(const double* in, double* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const double x = in[i];
  const float f = float(x);
  int k = 0;
  double* mine = out + i * 80;
  auto put = [&](double value) { mine[k++] = value; };
  const float both[2] = {f, 2};
  put(rsqrtf(f)), put(rcbrtf(f)), put(sinpif(f)), put(cospif(f)), put(erfinvf(f)), put(erfcinvf(f));
  put(erfcxf(f)), put(normcdff(f)), put(normcdfinvf(f)), put(cyl_bessel_i0f(f)), put(cyl_bessel_i1f(f)), put(__expf(f));
  put(__exp10f(f)), put(__logf(f)), put(__log2f(f)), put(__log10f(f)), put(__sinf(f)), put(__cosf(f));
  put(__tanf(f)), put(exp10f(f)), put(expf(f)), put(logf(f)), put(sinf(f)), put(cosf(f));
  put(tanhf(f)), put(erff(f)), put(lgammaf(f)), put(tgammaf(f)), put(j0f(f)), put(y1f(f));
  put(cbrtf(f)), put(exp2f(f)), put(log1pf(f)), put(rsqrt(x)), put(rcbrt(x)), put(sinpi(x));
  put(cospi(x)), put(erfinv(x)), put(erfcinv(x)), put(erfcx(x)), put(normcdf(x)), put(normcdfinv(x));
  put(cyl_bessel_i0(x)), put(cyl_bessel_i1(x)), put(exp10(x)), put(exp(x)), put(log(x)), put(sin(x));
  put(erf(x)), put(lgamma(x)), put(rhypotf(f, 2)), put(norm3df(f, 1, 2)), put(norm4d(x, 1, 2, 3)), put(rnorm3d(x, 1, 2));
  put(rnorm4df(f, 1, 2, 3)), put(__powf(f, 1.5f)), put(__fdividef(f, 3)), put(powf(f, 1.5f)), put(fmaf(f, f, f)), put(hypotf(f, 3));
  put(fdimf(f, 0.5f)), put(norm(4, in)), put(rnormf(2, both));
  float sine, cosine;
  double wide_sine, wide_cosine;
  sincosf(f, &sine, &cosine), put(sine), put(cosine);
  __sincosf(f, &sine, &cosine), put(sine), put(cosine);
  sincospif(f, &sine, &cosine), put(sine), put(cosine);
  sincospi(x, &wide_sine, &wide_cosine), put(wide_sine), put(wide_cosine);
  mine[79] = k;
}
__global__ void special(float* out) {
  out[0] = __fdividef(1.0f, 1.5e38f);
  out[1] = sinpif(1e9f) + cospif(0.5f);
  out[2] = __saturatef(-3.0f) + __saturatef(7.0f);
  out[3] = fminf(NAN, 2.0f) + fmaxf(3.0f, NAN);
  out[4] = rsqrtf(0.0f);
  out[5] = erfinvf(1.0f);
  out[6] = normcdff(-50.0f);
  out[7] = max(1.5f, 2.5) + min(3.5, 2.5f);
}

int main() {
  const double in[] = {0.125, 0.3, 0.75, 0.9};
  constexpr int n = sizeof in / sizeof *in;
  double *device_in, *device_out, out[n * 80];
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemset(device_out, 0, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  functions<<<1, 32>>>(device_in, device_out, n);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < int(out[i * 80 + 79]); k += 8) {
      printf("%g from %d:", in[i], k);
      for (int j = k; j < k + 8 && j < int(out[i * 80 + 79]); ++j) printf(" %.4g", out[i * 80 + j]);
      printf("\n");
    }
  float* device_special;
  float values[8];
  cudaMalloc(&device_special, sizeof values);
  special<<<1, 1>>>(device_special);
  cudaMemcpy(values, device_special, sizeof values, cudaMemcpyDeviceToHost);
  printf("special: %g %g %g %g %g %g %g %g\n", values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7]);
}
